//! The outcome by which trials are compared, and its values.

use super::super::result_index::{ResultIndex, StageTrials};
use super::tree::Design;
use evocube_experiment::record::{Outcome, TrialOutcome, TrialRow};
use evocube_stats::expected_running_time;

/// Returns the name of an outcome in sentences.
pub(crate) const fn outcome_description(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "outcome, solved or not",
        Outcome::RunTime => "evaluations until solved",
        Outcome::Penalty => "lowest penalty",
        Outcome::Moves => "number of moves",
    }
}

/// Returns a mean of values in the unit of figures: penalties, percent of solved trials, or evaluations.
pub(crate) fn figure_value(outcome: Outcome, value: f64) -> f64 {
    match outcome {
        Outcome::Solved => 100.0 - value,
        Outcome::RunTime => value.exp(),
        Outcome::Penalty | Outcome::Moves => value,
    }
}

/// Returns the name of means in that unit, for a title and an axis.
pub(crate) const fn mean_names(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Solved => ("solved trials", "solved trials, %"),
        Outcome::RunTime => ("evaluations until solved", "evaluations until solved (geometric mean, log)"),
        Outcome::Penalty => ("mean penalty", "mean penalty (0 = solved)"),
        Outcome::Moves => ("moves of the solutions", "mean moves of the solutions"),
    }
}

/// Returns the mean of values, of which there is at least one.
pub(super) fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The evaluations that a trial spent until it solved its instance or ended, and whether it solved.
pub(crate) type Run = (f64, bool);

/// The finished trials of a stage by one outcome.
pub(crate) struct Sample {
    pub(crate) outcome: Outcome,
    /// The values of each configuration on each instance; lower is better.
    /// Solved or not is the percentage of unsolved trials, a run time the logarithm of evaluations.
    pub(crate) values: Vec<Vec<Vec<f64>>>,
    /// The same trials as runs.
    pub(crate) runs: Vec<Vec<Vec<Run>>>,
    /// The number of [`choices`].
    pub(crate) choices: f64,
}

/// Returns the number of choices from which the trials of compared sweeps selected their configurations; 1 for a sweep.
pub(crate) fn choices(index: &ResultIndex<'_>) -> f64 {
    index.results.sweep.choices.max(1) as f64
}

impl Sample {
    /// Returns whether each configuration has one trial on each of several instances.
    pub(crate) fn is_paired(&self) -> bool {
        let mut cells = self.values.iter().flatten();
        self.values.first().is_some_and(|instances| instances.len() > 1) && cells.all(|trials| trials.len() == 1)
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

    /// Returns the mean value of each configuration on each instance, as its only one.
    pub(crate) fn by_instance(&self) -> Vec<Vec<Vec<f64>>> {
        let mean = |trials: &Vec<f64>| vec![average(trials)];
        self.values.iter().map(|instances| instances.iter().map(mean).collect()).collect()
    }

    /// Returns the mean value of a configuration, in which all instances have the same weight.
    pub(super) fn configuration_mean(&self, configuration: usize) -> f64 {
        average(&self.values[configuration].iter().map(|trials| average(trials)).collect::<Vec<_>>())
    }

    /// Returns the expected evaluations until solved of some cells.
    pub(crate) fn expected_time<'a>(&self, cells: impl Iterator<Item = &'a Vec<usize>>) -> f64 {
        let runs = cells.flatten().flat_map(|configuration| self.runs[*configuration].iter().flatten());
        let runs: Vec<(f64, u64)> = runs.map(|(spent, solved)| (*spent, u64::from(*solved))).collect();
        expected_running_time(&runs).unwrap_or(f64::INFINITY)
    }

    /// Returns the mean of a level of a factor in the unit of a sentence: the mean penalty or moves, the percentage of solved trials, or the
    /// expected evaluations until solved (`is_expected`) or their restricted geometric mean.
    pub(crate) fn mean(&self, design: &Design, (place, level): (usize, usize), is_expected: bool) -> f64 {
        if self.outcome == Outcome::RunTime && is_expected {
            return self.expected_time(design.cells_with(place, level));
        }
        let cell_mean = |cell: &Vec<usize>| {
            average(&cell.iter().map(|configuration| self.configuration_mean(*configuration)).collect::<Vec<_>>())
        };
        let cells = design.weighted_cells(place, level, |cell| self.trials(cell));
        let mean = cells.into_iter().map(|(cell, weight)| weight * cell_mean(cell)).sum::<f64>();
        match self.outcome {
            Outcome::Penalty | Outcome::Moves => mean,
            Outcome::Solved => 100.0 - mean,
            Outcome::RunTime => mean.exp(),
        }
    }

    /// Returns the evaluations and the solved trials of the units of some cells: instances, if each has one trial, or else trials.
    pub(crate) fn units<'a>(&self, cells: impl Iterator<Item = &'a Vec<usize>>) -> Vec<(f64, u64)> {
        let runs = cells.flatten().flat_map(|configuration| self.runs[*configuration].iter().enumerate());
        if !self.is_paired() {
            return runs.flat_map(|(_, trials)| trials).map(|(spent, solved)| (*spent, u64::from(*solved))).collect();
        }
        let mut units = vec![(0.0, 0); self.instances()];
        for (instance, trials) in runs {
            for (spent, solved) in trials {
                units[instance].0 += spent;
                units[instance].1 += u64::from(*solved);
            }
        }
        units
    }

    /// Returns whether the outcome of some cells is at its floor or ceiling, where it may hide a difference: at most a tenth, or at least
    /// nine tenths of their trials solved.
    pub(crate) fn is_at_bound<'a>(&self, cells: impl Iterator<Item = &'a Vec<usize>>) -> bool {
        let (solved, all) = self.solved(cells);
        let (is_floor, is_ceiling) = (10 * solved <= all, 10 * solved >= 9 * all);
        match self.outcome {
            Outcome::Solved => is_floor || is_ceiling,
            Outcome::RunTime => is_floor,
            Outcome::Penalty => is_ceiling,
            Outcome::Moves => false,
        }
    }

    /// Returns the solved trials of some cells, and all of their trials.
    pub(crate) fn solved<'a>(&self, cells: impl Iterator<Item = &'a Vec<usize>>) -> (u64, u64) {
        let runs = cells.flatten().flat_map(|configuration| self.runs[*configuration].iter().flatten());
        runs.fold((0, 0), |(solved, all), run| (solved + u64::from(run.1), all + 1))
    }
}

/// Returns the outcomes by which a stage is compared, the primary one first. It is the one that the sweep names, or follows from
/// the share of solved trials of the whole stage: evaluations until solved where nine in ten solve, solved trials where one
/// in ten does, else the lowest penalty. Penalties of different objectives are not compared, nor the work of solvers that
/// evaluate nothing. Moves are compared if the sweep names them, and all trials have solved.
pub(crate) fn outcomes(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Vec<Outcome> {
    let solved = stage.solved();
    let share = solved.count as f64 / solved.trials.max(1) as f64;
    let has_evaluations = stage.outcomes().all(|outcome| outcome.evolution.is_some());
    let asked = index.results.sweep.question.as_ref().and_then(|question| question.outcome);
    let names_moves = [stage.summary.outcome, asked].contains(&Some(Outcome::Moves));
    let is_measured = |outcome: &Outcome| match outcome {
        Outcome::Solved => true,
        Outcome::RunTime => has_evaluations && solved.count > 0,
        Outcome::Penalty => stage.summary.selection.comparable_penalties,
        Outcome::Moves => names_moves && stage.outcomes().all(|outcome| outcome.solved),
    };
    let default = match share {
        share if share >= 0.9 => Outcome::RunTime,
        share if share >= 0.1 => Outcome::Solved,
        _ => Outcome::Penalty,
    };
    let primary =
        stage.summary.outcome.filter(is_measured).or(Some(default)).filter(is_measured).unwrap_or(Outcome::Solved);
    let others = [Outcome::Solved, Outcome::RunTime, Outcome::Penalty, Outcome::Moves].into_iter();
    [primary].into_iter().chain(others.filter(|outcome| *outcome != primary && is_measured(outcome))).collect()
}

/// Returns the finished trials of a stage by an outcome; `None` if a configuration has none on some instance.
pub(crate) fn sample(index: &ResultIndex<'_>, stage: &StageTrials<'_>, outcome: Outcome) -> Option<Sample> {
    let instances = &index.results.sweep.instances;
    let run = |outcome: &TrialOutcome| (outcome.evaluations_until_reached().unwrap_or(0) as f64, outcome.reached);
    let spent = stage.outcomes().filter_map(|outcome| outcome.evolution).map(|counts| counts.evaluations).max();
    let budget = spent.max(stage.summary.budget).unwrap_or(1).max(1) as f64;
    let value = |trial: &TrialRow| {
        let finished = trial.outcome.as_ref()?;
        Some(match outcome {
            Outcome::Penalty => finished.best as f64,
            Outcome::Moves => finished.htm as f64,
            Outcome::Solved => 100.0 * f64::from(u8::from(!finished.reached)),
            Outcome::RunTime if finished.reached => run(finished).0.max(1.0).ln(),
            Outcome::RunTime => budget.ln(),
        })
    };
    let values: Vec<_> = stage.points.iter().map(|point| point.values_by_instance(instances, value)).collect();
    if values.is_empty() || values.iter().flatten().any(Vec::is_empty) {
        return None;
    }
    let run = |trial: &TrialRow| Some(run(trial.outcome.as_ref()?));
    let runs = stage.points.iter().map(|point| point.values_by_instance(instances, run)).collect();
    Some(Sample { outcome, values, runs, choices: choices(index) })
}
