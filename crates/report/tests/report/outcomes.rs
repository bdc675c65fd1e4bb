//! Results for tests from the penalty, evaluations and moves of each trial: stages of one factor, without logged generations, and results
//! without any stage. Made-up results of several factors, with logs and solutions, are in `synthetic.rs`.

use evocube_experiment::instance::Instance;
use evocube_experiment::record::{
    Effort, EvolutionCounts, FactorSummary, Outcome, Results, SameConfigurations, StageSelection, StageSummary,
    TrialOutcome, TrialRow,
};

use crate::synthetic;

/// Outcome of a trial: lowest penalty, evaluations and moves.
pub(crate) type Trial = Option<(u64, u64, u64)>;

/// Solved after so many evaluations.
pub(crate) fn solved(evaluations: u64) -> Trial {
    Some((0, evaluations, 20))
}

/// A penalty that is left after 1000 evaluations.
pub(crate) fn left(penalty: u64) -> Trial {
    Some((penalty, 1000, 20))
}

/// The trials of one configuration on each instance.
pub(crate) type Outcomes = Vec<Vec<Trial>>;

/// The same on one instance.
pub(crate) fn alone(trials: impl IntoIterator<Item = Trial>) -> Outcomes {
    vec![trials.into_iter().collect()]
}

/// A stage of one factor `x`, whose levels 1, 2, 3 … have these outcomes.
pub(crate) fn stage(results: &mut Results, name: &str, selection: StageSelection, outcomes: &[Outcomes]) {
    let levels: Vec<String> = (1..=outcomes.len()).map(|level| level.to_string()).collect();
    let mut facts = StageSummary {
        same: SameConfigurations::default(),
        race: None,
        name: name.to_owned(),
        planned_trials: outcomes.iter().flatten().map(|trials| trials.len() as u64).sum(),
        planned_is_bound: false,
        selection,
        factors: vec![FactorSummary::new("x", levels.clone())],
        selected: None,
        points: levels.iter().map(|level| vec![level.clone()]).collect(),
        outcome: Outcome::Wins,
        outcomes: vec![],
        equivalence: None,
        effort: Effort::default(),
    };
    for (point, instances) in outcomes.iter().enumerate() {
        for (instance, trials) in instances.iter().enumerate() {
            for (repetition, outcome) in (1..).zip(trials) {
                let outcome = outcome.map(|(best, evaluations, htm)| TrialOutcome {
                    best,
                    solved: best == 0,
                    reached: best == 0,
                    stop: if best == 0 { "target" } else { "generations" }.into(),
                    evolution: Some(EvolutionCounts {
                        restarts: 0,
                        generations: 9,
                        offspring: evaluations,
                        evaluations,
                    }),
                    htm,
                    qtm: htm,
                    evaluations_to_reach: (best == 0).then_some(evaluations),
                });
                results.trials.push(TrialRow {
                    trial: results.trials.len() as u64 + 1,
                    stage: name.into(),
                    point: point as u64 + 1,
                    levels: [levels[point].clone()].into(),
                    instance: results.sweep.instances[instance].name.as_str().into(),
                    repetition,
                    seed: 0,
                    outcome,
                });
            }
        }
    }
    facts.selected = facts.order(&results.trials, &results.convergence).first().map(|ranked| ranked.point as u64 + 1);
    results.sweep.stages.push(facts);
    results.planned_trials = results.trials.len() as u64;
}

/// Results without any stage.
pub(crate) fn empty(instances: usize, repetitions: u64) -> Results {
    let mut results = synthetic::one_factor(1);
    let state = results.sweep.instances[0].state.clone();
    let instance = |number| Instance { name: format!("instance-{number}"), state: state.clone(), goal: None };
    results.sweep.instances = (1..=instances).map(instance).collect();
    results.sweep.repetitions = repetitions;
    results.sweep.stages.clear();
    results.trials.clear();
    results.convergence.clear();
    results.solutions.clear();
    results.baselines.clear();
    results
}

/// A sweep of one stage.
pub(crate) fn sweep(selection: StageSelection, outcomes: &[Outcomes]) -> Results {
    let first = &outcomes[0];
    let mut results = empty(first.len(), first.iter().map(Vec::len).max().unwrap_or(0) as u64);
    stage(&mut results, "main", selection, outcomes);
    results
}
