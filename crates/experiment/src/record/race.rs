//! [`RaceSummary`]: the iterations of a race and the descent of its configurations, without their values. [`Cost`] is the number that it
//! minimizes, [`HeldOutRole`] what a design point is on the held-out instances. The race itself is in `crate::race`.

use serde::{Deserialize, Serialize};

use super::Score;
use evocube_cube::puzzle::named;

named! {
    /// Cost of a trial.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Cost, "cost":
    /// The lowest penalty of the trial.
    #[default]
    Penalty = "penalty",
    /// Evaluations until the target, the solution by default. A trial that misses it costs ten times its evaluations, as in
    /// PAR10 (F. Hutter, H. H. Hoos, K. Leyton-Brown and T. Stützle, "ParamILS", Journal of Artificial Intelligence Research 36
    /// (2009), 267–306). A deterministic solver, which evaluates nothing, costs 0.
    Evaluations = "evaluations",
}

/// Factor of the evaluations of a trial that misses its target, as in PAR10.
const PENALTY_FACTOR: u64 = 10;

impl Cost {
    /// Returns the cost in words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Penalty => "penalty",
            Self::Evaluations => "evaluations until solved (unsolved: ten times)",
        }
    }

    /// Returns the cost of a trial with these results.
    pub fn compute(self, best: u64, evaluations: u64, has_reached: bool) -> u64 {
        match self {
            Self::Penalty => best,
            Self::Evaluations if has_reached => evaluations,
            Self::Evaluations => evaluations.saturating_mul(PENALTY_FACTOR),
        }
    }

    /// Returns the cost of a trial with this score; infinite for a failed trial.
    pub fn cost(self, score: &Score) -> f64 {
        let Some(end) = score.end() else { return f64::INFINITY };
        self.compute(end.best, end.evaluations.unwrap_or(0), end.reached) as f64
    }
}

/// A race: a stage that samples its design points, and eliminates those that cost more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceSummary {
    /// The minimized quantity.
    pub cost: Cost,
    /// Maximum number of trials.
    pub budget: u64,
    /// The iterations that have ended, in order.
    pub iterations: Vec<RaceIteration>,
    /// The configurations in the order of the stage's design points.
    pub configurations: Vec<RacedConfiguration>,
    /// Indices of the best surviving configurations, best first; empty before the end of the first iteration.
    pub elites: Vec<usize>,
    /// Index of the configuration of `[base]`, if the race can sample it.
    pub base: Option<usize>,
    /// True if no trial of the race is missing.
    pub is_complete: bool,
}

/// One iteration of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceIteration {
    /// Number of configurations.
    pub configurations: usize,
    /// Number of elites of the iteration before among them.
    pub elites: usize,
    /// Number of tests that all survivors have run; a test is an instance with a seed.
    pub tests: usize,
    /// Number of trials of the race until its end.
    pub trials: usize,
    /// Number of survivors.
    pub survivors: usize,
    /// Index of the best configuration.
    pub best: usize,
}

/// A configuration of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RacedConfiguration {
    /// Number of the iteration in which it was sampled, from 1.
    pub iteration: usize,
    /// Index of the elite around which it was sampled; `None` in the first iteration.
    pub parent: Option<usize>,
    /// Number of trials of the race when it was eliminated; `None` for one that was not.
    pub eliminated: Option<usize>,
}

/// A design point on the held-out instances of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldOutRole {
    /// The configuration of `[base]`.
    Base,
    /// The elite with this index.
    Elite(usize),
    /// The selected configuration with the value that `[base]` has of the factor with this index.
    Without(usize),
}
