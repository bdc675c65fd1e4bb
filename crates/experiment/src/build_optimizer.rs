//! [`BuildOptimizer`]: algorithms of other programs.

use evocube_engine::any_optimizer::AnyOptimizer;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{OptimizerError, StopCriterion, Unsupported};

/// A registered algorithm, which builds optimizers for any puzzle.
pub trait BuildOptimizer: Send + Sync {
    /// Builds the optimizer of a configuration.
    ///
    /// # Errors
    /// If the algorithm does not support the puzzle.
    fn build(&self, config: &TrialConfig) -> Result<AnyOptimizer, OptimizerError>;

    /// Checks that a run can end by this criterion.
    ///
    /// # Errors
    /// The first part of the criterion that the algorithm does not support.
    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported>;
}
