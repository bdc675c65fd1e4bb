//! [`Sample`]: a stage's finished trials by one outcome: their values and standings, and the means, runs and expected evaluations of
//! configurations. Also the outcomes by which a stage is tested, or why not; their names in figures; and the number of configurations from
//! which a compared sweep selected. The type `Outcome` is in `evocube_experiment::record`, the tests are in `family`.

use super::super::claims::Obstacle;
use super::super::result_index::{ResultIndex, StageTrials};
use crate::estimate::run;
use evocube_experiment::record::{Outcome, Standing, TrialOutcome, TrialRow, trial_shares};
use evocube_stats::run_times::{Run, RunSample};

/// Returns the name of a level's estimand, for a title and an axis.
pub(crate) const fn mean_names(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Wins => ("wins", "pairs of trials won against the others, %"),
        Outcome::Solved => ("solved trials", "solved trials, %"),
        Outcome::RunTime => ("expected evaluations", "expected evaluations"),
        Outcome::Penalty => ("mean penalty", "mean penalty (0 = solved)"),
        Outcome::Moves => ("moves of the solutions", "mean moves of the solutions"),
    }
}

/// Returns the mean of values, of which there is at least one.
pub(super) fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The finished trials of a stage by one outcome, within the evaluations at which they are compared; moves are those at their ends.
pub(crate) struct Sample {
    pub(crate) outcome: Outcome,
    /// The standings of the trials of each configuration on each instance.
    pub(crate) standings: Vec<Vec<Vec<Standing>>>,
    /// The values of the trials, lower ones better: percentages of pairs that are lost or of trials that did not reach their target,
    /// evaluations, penalties or moves.
    pub(crate) values: Vec<Vec<Vec<f64>>>,
    /// The evaluations within which trials are compared; `None` for no limit.
    pub(crate) limit: Option<f64>,
}

/// Returns the number of configurations from which the trials of a compared sweep selected one; 1 for a sweep. The claim that
/// one leading configuration is better than another is flattered by the selection of the first alone: that of the other makes it rarer.
pub(crate) fn choices(index: &ResultIndex<'_>) -> usize {
    usize::try_from(index.results.sweep.choices.max(1)).unwrap_or(usize::MAX)
}

impl Sample {
    /// Returns the finished trials of some configurations of a stage by an outcome; `None` without configurations, or if one of them
    /// has no trial on some instance. The others have no trials.
    pub(crate) fn new(
        index: &ResultIndex<'_>,
        stage: &StageTrials<'_>,
        outcome: Outcome,
        compared: &[usize],
    ) -> Option<Self> {
        let instances = &index.results.sweep.instances;
        let standings: Vec<Vec<Vec<Standing>>> = stage
            .points
            .iter()
            .map(|point| {
                if compared.contains(&point.index()) {
                    point.values_by_instance(instances, |trial| stage.standing(index, trial))
                } else {
                    vec![vec![]; instances.len()]
                }
            })
            .collect();
        if compared.is_empty() || compared.iter().flat_map(|place| &standings[*place]).any(Vec::is_empty) {
            return None;
        }
        let mut values: Vec<Vec<Vec<f64>>> = match outcome {
            Outcome::Moves => {
                let moves = |trial: &TrialRow| Some(trial.outcome.as_ref()?.htm as f64);
                stage.points.iter().map(|point| point.values_by_instance(instances, moves)).collect()
            }
            _ => standings.iter().map(|trials| values_of(trials, outcome)).collect(),
        };
        if outcome == Outcome::Wins {
            for instance in 0..instances.len() {
                let trials: Vec<(usize, Option<Standing>)> = standings
                    .iter()
                    .enumerate()
                    .flat_map(|(configuration, trials)| {
                        trials[instance].iter().map(move |standing| (configuration, Some(*standing)))
                    })
                    .collect();
                let mut shares = trial_shares(&trials).into_iter();
                for trials in &mut values {
                    let losses = trials[instance].iter_mut().zip(&mut shares);
                    losses.for_each(|(value, share)| *value = 100.0 * (1.0 - share));
                }
            }
        }
        let limit = stage.summary.effort.limit().map(|limit| limit as f64);
        Some(Self { outcome, standings, values, limit })
    }

    /// Returns the number of instances.
    pub(crate) fn instances(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Returns the number of trials of some configurations.
    pub(crate) fn trials<'a>(&self, configurations: impl IntoIterator<Item = &'a usize>) -> usize {
        configurations.into_iter().flat_map(|configuration| &self.values[*configuration]).map(Vec::len).sum()
    }

    /// Returns whether not all values are equal.
    pub(crate) fn varies(&self) -> bool {
        let mut all = self.values.iter().flatten().flatten();
        all.next().is_some_and(|first| all.any(|value| (value - first).abs() > 0.0))
    }

    /// Returns the mean value of a configuration, in which all instances have the same weight; of run times the logarithm of the
    /// expected one, in which a configuration that never reached its target counts as if it had in half of a trial.
    pub(super) fn configuration_mean(&self, configuration: usize) -> f64 {
        if self.outcome == Outcome::RunTime {
            let runs: Vec<Run> = self.runs([&configuration]).collect();
            let (spent, reached) = runs.iter().fold((0.0, 0.0), |(spent, reached), run| {
                (spent + run.evaluations, reached + f64::from(u8::from(run.is_reached())))
            });
            return libm::log(spent.max(1.0) / f64::max(reached, 0.5));
        }
        average(&self.values[configuration].iter().map(|trials| average(trials)).collect::<Vec<_>>())
    }

    /// Returns the trials of some configurations as runs.
    pub(crate) fn runs<'a>(&'a self, configurations: impl IntoIterator<Item = &'a usize>) -> impl Iterator<Item = Run> {
        let standings = configurations.into_iter().flat_map(|place| self.standings[*place].iter().flatten());
        standings.map(run)
    }

    /// Returns the expected evaluations until some configurations reach their targets; `None` if no trial did.
    pub(crate) fn expected_time<'a>(&'a self, configurations: impl IntoIterator<Item = &'a usize>) -> Option<f64> {
        RunSample::new(self.runs(configurations), None).map(|sample| sample.mean()).filter(|time| time.is_finite())
    }

    /// Returns the lower end of the interval of the expected evaluations of some configurations, which misses with probability `tail`;
    /// `None` if a trial reached its target.
    pub(super) fn least_time(&self, configurations: &[usize], tail: f64) -> Option<f64> {
        let sample =
            RunSample::new(self.runs(configurations), self.limit).filter(|sample| sample.mean().is_infinite())?;
        sample.estimate(tail).interval.map(|ends| ends.low).filter(|low| low.is_finite())
    }

    /// Returns the mean of the lowest penalties of some configurations.
    pub(crate) fn mean_penalty(&self, configurations: &[usize]) -> f64 {
        let standings = configurations.iter().flat_map(|place| self.standings[*place].iter().flatten());
        average(&standings.map(|standing| standing.best as f64).collect::<Vec<_>>())
    }

    /// Returns the trials of some configurations that reached their target, and all of them.
    pub(crate) fn reached<'a>(&'a self, configurations: impl IntoIterator<Item = &'a usize>) -> (u64, u64) {
        self.runs(configurations).fold((0, 0), |(reached, all), run| (reached + u64::from(run.is_reached()), all + 1))
    }
}

/// Returns the values of trials by an outcome that each trial has by itself.
fn values_of(trials: &[Vec<Standing>], outcome: Outcome) -> Vec<Vec<f64>> {
    let value = |standing: &Standing| match outcome {
        Outcome::Penalty => standing.best as f64,
        Outcome::Solved => 100.0 * f64::from(u8::from(!standing.reached)),
        Outcome::RunTime => standing.evaluations.unwrap_or(0) as f64,
        Outcome::Wins | Outcome::Moves => 0.0,
    };
    trials.iter().map(|trials| trials.iter().map(value).collect()).collect()
}

/// Returns why the trials of a stage cannot be compared by an outcome; `None` if they can.
pub(crate) fn obstacle(stage: &StageTrials<'_>, outcome: Outcome) -> Option<Obstacle> {
    let (has, lacks) = (|is: fn(&TrialOutcome) -> bool| stage.outcomes().any(is), |is: bool| !is);
    match outcome {
        Outcome::Wins | Outcome::Solved => None,
        Outcome::RunTime if has(|outcome| outcome.evolution.is_none()) => Some(Obstacle::NoEvaluations),
        Outcome::RunTime => lacks(has(|outcome| outcome.reached)).then_some(Obstacle::NoneReached),
        Outcome::Penalty => (!stage.summary.selection.comparable_penalties).then_some(Obstacle::Objectives),
        Outcome::Moves => has(|outcome| !outcome.solved).then_some(Obstacle::Unsolved),
    }
}

/// Returns the outcomes by which a stage is tested, the primary one first: that of the stage, or else wins; further ones that the sweep
/// names; and that of its question. Those with an [`obstacle`] are left out.
pub(crate) fn outcomes(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Outcome> {
    let asked = index.results.sweep.question.as_ref().and_then(|question| question.outcome);
    let is_comparable = |outcome: &Outcome| obstacle(stage, *outcome).is_none();
    let primary = Some(stage.summary.outcome).filter(is_comparable).unwrap_or(Outcome::Wins);
    let mut outcomes = vec![primary];
    for other in stage.summary.outcomes.iter().copied().chain(asked).filter(is_comparable) {
        if !outcomes.contains(&other) {
            outcomes.push(other);
        }
    }
    outcomes
}
