//! Step series of the trials of a results folder: [`step_series`] of `evocube_rows` with their logs. `figures::curves` makes lines of them,
//! and `figures::anytime` reads them. The lowest penalty by moves is in `figures::fronts`.

use super::options::ProgressUnit;
use super::result_index::ResultIndex;
use evocube_experiment::record::{ConvergenceRow, TrialRow};
use evocube_rows::{LoggedQuantity, SeriesStep, StepSeries};

/// The horizontal axis of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProgressAxis {
    /// Generations or evaluations.
    pub(crate) unit: ProgressUnit,
    /// Whether the places are evenly spaced in the logarithm.
    pub(crate) log: bool,
}

impl ProgressAxis {
    /// Evaluations, by their logarithms.
    pub(crate) const LOG_EVALUATIONS: Self = Self { unit: ProgressUnit::Evaluations, log: true };

    pub(crate) fn count(self, row: &ConvergenceRow) -> u64 {
        if self.unit == ProgressUnit::Generation { row.generation } else { row.evaluations }
    }

    /// Returns the series of a quantity on this axis.
    pub(crate) fn series(self, quantity: LoggedQuantity, count: u64) -> StepSeries {
        let by_generation = self.unit == ProgressUnit::Generation;
        StepSeries { by_generation, log: self.log, quantity, count, end: None, has_intervals: false }
    }
}

/// Summarizes trials by a series.
pub(crate) fn step_series(index: &ResultIndex<'_>, trials: &[&TrialRow], series: &StepSeries) -> Vec<SeriesStep> {
    let logs = trials.iter().map(|trial| (&*trial.instance, index.convergence(trial.trial))).collect();
    series.steps(logs, index.results.sweep.log_every)
}
