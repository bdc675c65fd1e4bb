//! Sweeps in which no setting differs from another: how often does the report claim a difference?

use evocube::Seed;
use evocube::experiment::record::{
    EvolutionCounts, FactorFacts, InstanceFacts, Results, StageFacts, TrialOutcome, TrialRow,
};
use evocube::report;

use crate::synthetic;

/// A sweep of one factor without any effect: the penalty of a trial depends on its cube and on luck alone. Cubes differ
/// much, many trials end with the same penalty or with 0, and some fail.
fn sweep(number: u64, points: usize, cubes: u64, repetitions: u64) -> Results {
    let mut stream = Seed::from_number(2000).child(&number.to_string()).stream();
    let mut results = synthetic::one_factor(1);
    let names: Vec<String> = (1..=cubes).map(|cube| format!("cube-{cube}")).collect();
    let levels: Vec<String> = (1..=points).map(|level| level.to_string()).collect();
    let state = results.sweep.instances[0].state.clone();
    results.sweep.instances =
        names.iter().map(|name| InstanceFacts { name: name.clone(), state: state.clone() }).collect();
    results.sweep.repetitions = repetitions;
    results.trials.clear();
    results.convergence.clear();
    results.solutions.clear();
    results.baselines.clear();
    let hardness: Vec<u64> = names.iter().map(|_| stream.below(40)).collect();
    let mut means = Vec::new();
    for point in 1..=points {
        let mut sum = 0.0;
        for (cube, name) in names.iter().enumerate() {
            for repetition in 1..=repetitions {
                let best = (hardness[cube] + stream.below(20)).saturating_sub(14);
                let failed = stream.below(40) == 0;
                sum += if failed { f64::from(u32::MAX) } else { best as f64 };
                results.trials.push(TrialRow {
                    trial: results.trials.len() as u64 + 1,
                    stage: "main".to_owned(),
                    point: point as u64,
                    levels: vec![levels[point - 1].clone()],
                    instance: name.clone(),
                    repetition,
                    seed: 0,
                    outcome: (!failed).then(|| TrialOutcome {
                        best,
                        solved: best == 0,
                        stop: "generations".to_owned(),
                        evolution: Some(EvolutionCounts {
                            restarts: 0,
                            generations: 100,
                            offspring: 1000,
                            evaluations: 1000,
                        }),
                        htm: 20,
                        qtm: 20,
                    }),
                });
            }
        }
        means.push(sum);
    }
    let winner = (0..points).min_by(|a, b| means[*a].total_cmp(&means[*b])).unwrap();
    results.sweep.stages = vec![StageFacts {
        name: "main".to_owned(),
        choose: "lowest-mean-best".to_owned(),
        factors: vec![FactorFacts { key: "population".to_owned(), levels: levels.clone() }],
        winner: Some(winner as u64 + 1),
        points: levels.into_iter().map(|level| vec![level]).collect(),
    }];
    results.planned_trials = results.trials.len() as u64;
    results
}

/// How many of so many sweeps of a design are said to show a difference.
fn claims(sweeps: u64, points: usize, cubes: u64, repetitions: u64) -> u64 {
    (0..sweeps).filter(|number| report::claims_difference(&sweep(*number, points, cubes, repetitions))).count() as u64
}

#[test]
fn a_clear_difference_is_claimed() {
    let mut results = sweep(1, 3, 1, 15);
    for trial in results.trials.iter_mut().filter(|trial| trial.point == 2) {
        trial.outcome.iter_mut().for_each(|outcome| outcome.best += 100);
    }
    assert!(report::claims_difference(&results));
    assert!(!report::claims_difference(&sweep(1, 3, 1, 2)));
}

#[test]
#[ignore = "2,000 sweeps: some minutes"]
fn sweeps_without_a_difference_are_rarely_said_to_have_one() {
    // The designs of all three units, 500 of each and 500 of few repetitions. Of 2,000, 5 % are 100, with a standard
    // error of 10.
    let counts = [claims(500, 5, 1, 31), claims(500, 8, 3, 15), claims(500, 3, 10, 5), claims(500, 2, 1, 5)];
    let all: u64 = counts.iter().sum();
    assert!(all <= 130, "{counts:?}: {all} of 2,000");
    assert!(all > 0, "no claim at all: the test sees none");
}
