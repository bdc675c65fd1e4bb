//! The outcome by which a stage compares trials.

use evocube_cube::puzzle::named;
use serde::{Deserialize, Serialize};

/// The value of a trial by which a report compares configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Whether the trial solved its instance.
    Solved,
    /// Evaluations until solved; an unsolved trial counts with its budget.
    RunTime,
    /// Lowest penalty.
    Penalty,
}

named!(Outcome, "outcome", { Solved => "solved", RunTime => "run-time", Penalty => "penalty" });
