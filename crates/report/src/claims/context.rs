//! Claims on what compared sweeps differ in, on configurations that are the same one or left out, and on questions that name no single
//! factor. Also on results of held-out instances and races, and on what few trials exaggerate. They are values; `claim_words` writes their
//! sentences. Claims on trials that are not compared or tested are in the module above.

use serde::Serialize;

use super::{FactorLevel, Measure};
use evocube_experiment::record::Cost;

/// A key whose value differs between sweeps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The key.
    pub key: String,
    /// The value of each sweep, or the levels that it takes there; `None` where there is no such key.
    pub values: Vec<Option<String>>,
}

/// Differences of sweeps that are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differ {
    /// The keys whose values differ.
    pub settings: Vec<Difference>,
    /// The number of configurations of each sweep, of which the best is compared.
    pub configurations: Vec<u64>,
}

/// Configurations are one, although their levels differ: each is counted once, with all its trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Same {
    /// The numbers of the configurations that are one.
    pub configurations: Vec<Vec<u64>>,
    /// The factors whose levels change nothing there; empty if two levels of a factor are the same everywhere.
    pub factors: Vec<String>,
    /// The levels that all of them have.
    pub within: Vec<FactorLevel>,
    /// The number of configurations after counting each once.
    pub distinct: usize,
}

/// Configurations are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    /// Their numbers.
    pub configurations: Vec<u64>,
    /// The levels of each, if they are few.
    pub levels: Vec<Vec<FactorLevel>>,
    /// The evaluations within which trials are compared.
    pub limit: u64,
}

/// The question names no factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OnAverage {
    /// The factors of the stage.
    pub factors: Vec<String>,
}

/// The selected configuration on held-out instances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldOut {
    /// The number of held-out instances.
    pub instances: u64,
    /// The number of its finished trials on them, one each.
    pub trials: u64,
    /// The number of trials that reached their target.
    pub reached: u64,
    /// The lower end of the interval of their share, in percent.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How far the trials get: expected evaluations, or the mean penalty where fewer than a tenth reached their target.
    pub measure: Option<Measure>,
    /// That statistic.
    pub value: Option<f64>,
}

/// Effects that are shown are exaggerated, since few trials show only those that look large.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exaggerates {
    /// A share of pairs of trials.
    pub share: f64,
    /// The probability that the design shows a level that wins this share.
    pub power: f64,
    /// How many times as far from one half the shown share is on average.
    pub times: f64,
}

/// Result of a race, compared with `[base]` on held-out instances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RaceResult {
    /// Whether the selected configuration is shown to be better than `[base]`.
    pub is_better: bool,
    /// Its number.
    pub configuration: u64,
    /// Whether it is `[base]`.
    pub is_base: bool,
    /// The cost.
    pub cost: Cost,
    /// The number of held-out instances.
    pub instances: u64,
    /// The number of those on which its trial reached its target.
    pub reached: u64,
    /// Its mean cost.
    pub mean: f64,
    /// The mean cost of `[base]`; `None` if both are the same.
    pub base_mean: Option<f64>,
    /// The lower end of the interval of the difference of the means.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The corrected p-value of the difference.
    pub p: Option<f64>,
}
