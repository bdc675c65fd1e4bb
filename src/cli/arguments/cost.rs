//! The argument that says what a trial costs.

use clap::ValueEnum;
use evocube::experiment::cost::Cost;

/// What is minimized.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum CostArg {
    /// The penalty that is left, by the objective of [base]
    #[default]
    Penalty,
    /// Evaluations until the cube is solved; ten times those that were made if it is not
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
