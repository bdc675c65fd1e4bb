//! The cost of a trial.

use clap::ValueEnum;
use evocube::experiment::cost::Cost;

/// The quantity that is minimized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CostArg {
    /// The final penalty, by the objective of [base]
    #[default]
    Penalty,
    /// Evaluations until the instance is solved; if unsolved, ten times the evaluations made
    Evaluations,
}

impl From<CostArg> for Cost {
    fn from(cost: CostArg) -> Self {
        match cost {
            CostArg::Penalty => Self::Penalty,
            CostArg::Evaluations => Self::Evaluations,
        }
    }
}
