//! [`Outcome`]: the quantity by which the configurations of a stage are compared, such as wins, run time or penalty. What a single trial
//! achieved is a `TrialOutcome`.

use serde::{Deserialize, Serialize};

use evocube_cube::puzzle::named;

named! {
    /// The outcome by which configurations are compared.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Outcome, "outcome":
    /// Share of pairs of trials that a configuration wins.
    #[default]
    Wins = "wins",
    /// Share of trials that reached their target.
    Solved = "solved",
    /// Expected evaluations until a trial reaches its target, if trials are started again until one does.
    RunTime = "run-time",
    /// Mean of the lowest penalties.
    Penalty = "penalty",
    /// Mean moves of the solutions; only where all trials solve.
    Moves = "moves",
}
