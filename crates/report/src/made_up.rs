//! Made-up results of a stage on one instance, and of a race, for tests that meet thresholds exactly.

use evocube_experiment::instance::Instance;
use evocube_experiment::record::{
    ConvergenceRow, Cost, Effort, EvolutionCounts, FactorSummary, HeldOutRole, HeldOutSummary, Outcome, RaceSummary,
    Results, SameConfigurations, SelectionRule, StageSelection, StageSummary, SweepSummary, TrialOutcome, TrialRow,
};

/// Returns the design points of a factor with these levels, given as words.
pub(crate) fn levels(words: &str) -> Vec<Vec<String>> {
    words.split(' ').map(|level| vec![level.to_owned()]).collect()
}

/// Returns the results of a stage with these factors, design points and repetitions, which has selected its first point. `penalty` is the
/// lowest penalty of a trial by the indices of its point and repetition: 0 reaches the target. Each trial evaluates
/// 1,000 genomes, and logs its first and its last generation.
pub(crate) fn results(
    factors: &[&str],
    points: Vec<Vec<String>>,
    repetitions: u64,
    penalty: impl Fn(usize, u64) -> u64,
) -> Results {
    let outcome = |best| TrialOutcome {
        best,
        solved: best == 0,
        reached: best == 0,
        stop: if best == 0 { "target" } else { "generations" }.into(),
        evolution: Some(EvolutionCounts { restarts: 0, generations: 9, offspring: 1000, evaluations: 1000 }),
        htm: 20,
        qtm: 26,
        evaluations_to_reach: (best == 0).then_some(1000),
    };
    let logged = |trial, generation, evaluations, best| ConvergenceRow {
        trial,
        generation,
        evaluations,
        best,
        worst: 100,
        mean: 100.0,
        midrange: 100.0,
        std: 0.0,
        distinct: 100,
        children_better: 0,
        children_worse: 0,
        restarts: 0,
        observed: Vec::new(),
    };
    let (mut trials, mut convergence) = (Vec::new(), Vec::new());
    for (point, levels) in points.iter().enumerate() {
        for repetition in 0..repetitions {
            let (trial, best) = (trials.len() as u64 + 1, penalty(point, repetition));
            convergence.extend([logged(trial, 0, 100, 100), logged(trial, 9, 1000, best)]);
            trials.push(TrialRow {
                trial,
                stage: "main".into(),
                point: point as u64 + 1,
                levels: levels.clone().into(),
                instance: "cube".into(),
                repetition: repetition + 1,
                seed: trial,
                outcome: Some(outcome(best)),
            });
        }
    }
    let factor = |(place, key): (usize, &&str)| {
        let mut levels: Vec<String> = Vec::new();
        for point in &points {
            if !levels.contains(&point[place]) {
                levels.push(point[place].clone());
            }
        }
        FactorSummary::new(key, levels)
    };
    let stage = StageSummary {
        name: "main".to_owned(),
        planned_trials: trials.len() as u64,
        planned_is_bound: false,
        selection: StageSelection { rule: SelectionRule::Outcome, outcome: Outcome::Wins, comparable_penalties: true },
        factors: factors.iter().enumerate().map(factor).collect(),
        selected: Some(1),
        points,
        outcome: Outcome::Wins,
        outcomes: vec![],
        equivalence: None,
        effort: Effort::default(),
        same: SameConfigurations::default(),
        race: None,
    };
    let sweep = SweepSummary {
        name: "made-up".to_owned(),
        notes: String::new(),
        seed: 1,
        repetitions,
        log_every: None,
        question: None,
        stages: vec![stage],
        held_out: None,
        instances: vec![Instance { name: "cube".to_owned(), state: "U".repeat(54), goal: None }],
        baselines: vec![],
        factor_columns: factors.iter().map(|key| (*key).to_owned()).collect(),
        base_toml: String::new(),
        puzzle: "cube3".to_owned(),
        leader: None,
        choices: 0,
        differences: None,
    };
    let planned_trials = trials.len() as u64;
    Results { sweep, trials, convergence, planned_trials, complete: true, ..Results::default() }
}

/// Returns the results of a race over two factors with three configurations. Its elites are the third, which is selected, and the first,
/// which is `[base]`; the trials stand for those on held-out instances, too.
pub(crate) fn race() -> Results {
    let points = ["a 1", "b 1", "a 2"].map(|levels| levels.split(' ').map(str::to_owned).collect());
    let mut made =
        results(&["rate", "size"], points.into(), 8, |point, repetition| 30 - 10 * point as u64 + repetition);
    let stage = &mut made.sweep.stages[0];
    let roles = vec![HeldOutRole::Elite(0), HeldOutRole::Without(1), HeldOutRole::Elite(2)];
    made.sweep.held_out = Some(HeldOutSummary { instances: 8, stage: stage.clone(), roles });
    stage.race = Some(RaceSummary {
        cost: Cost::Penalty,
        budget: 100,
        iterations: vec![],
        configurations: vec![],
        elites: vec![2, 0],
        base: Some(0),
        is_complete: true,
    });
    made
}
