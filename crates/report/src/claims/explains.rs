//! [`Explains`]: the claim that a factor of a sampled design matters, with its [`BestValues`]. It is a value; `claim_words::explains`
//! writes its sentence.

use serde::Serialize;

/// A factor of a sampled design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explains {
    /// The factor.
    pub factor: String,
    /// The value with the best prediction.
    pub best: Option<String>,
    /// The values that nothing distinguishes from the best; `None` without intervals.
    pub may_be_best: Option<BestValues>,
    /// The corrected p-value.
    pub p: f64,
}

/// The values of a factor of a sampled design of which no prediction is shown to be worse than the best.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BestValues {
    /// All values of the design.
    All,
    /// Ranges of numbers, with their ends.
    Ranges(Vec<[f64; 2]>),
    /// Levels.
    Levels(Vec<String>),
}
