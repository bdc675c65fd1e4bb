//! The names that most programs need: `use evocube::prelude::*`.

pub use crate::Registry;
pub use crate::alphabet::Alphabet;
pub use crate::bounded::{PopulationSize, Rate};
pub use crate::evaluation::{Evaluator, Gene, Kernel, Penalize};
pub use crate::evolve::config::TrialConfig;
pub use crate::evolve::crossover::{Cross, Pair};
pub use crate::evolve::engine::Engine;
pub use crate::evolve::mutation::{Context, Mutate};
pub use crate::evolve::selection::{ParentPool, RouletteTable, Select};
pub use crate::evolve::survivor::Survive;
pub use crate::experiment::record::Results;
pub use crate::experiment::sweep::Sweep;
pub use crate::optimizer::{
    EvolutionCounts, Generation, LoggedGeneration, Observe, Observer, Optimizer, OptimizerError, Outcome, Problem,
    RunContext, StopCriterion, StopReason, StopRule, Unsupported,
};
pub use crate::puzzle::{Algorithm, CUBE2, CUBE3, Cube2, Cube3, Layout, Metric, Place, Puzzle};
pub use crate::rng::{Bernoulli, CounterStream, Seed};
#[cfg(feature = "report")]
pub use crate::run_sweep::run_sweep;
pub use crate::solver::{Budget, Cancelled, Solution, Solver, Unsolved};
