//! The keys `outcome` and `equivalence`: how a report compares the configurations of a stage. No trial depends on them.

use std::ops::Range;

use serde::Serialize;
use toml::Spanned;

use super::diagnostic::{Diagnostic, reject};
use super::factor::Factor;
use crate::record::{Outcome, varies_objective};

/// How a report compares the configurations of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The primary outcome; `None` if the share of solved trials decides.
    pub outcome: Option<Outcome>,
    /// The largest difference without importance: penalties, percentage points of solved trials, moves, or a ratio of run times above
    /// 1.
    pub equivalence: Option<f64>,
}

/// The keys as they are written.
#[derive(Clone, Default)]
pub(super) struct ComparisonKeys {
    pub(super) outcome: Option<Spanned<Outcome>>,
    pub(super) equivalence: Option<Spanned<f64>>,
}

impl ComparisonKeys {
    /// Returns the keys of a stage of a sweep with these keys. The sweep's equivalence is one of the sweep's outcome.
    pub(super) fn overridden_by(&self, stage: Self) -> Self {
        let outcome = stage.outcome.or_else(|| self.outcome.clone());
        let [here, there] = [&outcome, &self.outcome].map(|outcome| outcome.as_ref().map(|outcome| *outcome.get_ref()));
        let equivalence = stage.equivalence.or_else(|| self.equivalence.clone().filter(|_| here == there));
        Self { outcome, equivalence }
    }

    /// Checks the keys of a stage with these factors.
    pub(super) fn check(&self, factors: &[Factor]) -> Result<Comparison, Diagnostic> {
        let outcome = self.outcome.as_ref().map(|outcome| *outcome.get_ref());
        if let (Some(Outcome::Penalty), Some(factor), Some(place)) =
            (outcome, factors.iter().find(|factor| varies_objective(&factor.key)), self.outcome.as_ref())
        {
            let message = format!(
                "outcome = \"penalty\" compares penalties, which are not comparable where \"{}\" varies: write outcome = \
                 \"solved\" or \"run-time\"",
                factor.key
            );
            return reject(message, place.span());
        }
        let equivalence = self.equivalence.as_ref().map(|margin| (*margin.get_ref(), margin.span()));
        let equivalence = equivalence.map(|(margin, place)| check_equivalence(margin, outcome, place)).transpose()?;
        Ok(Comparison { outcome, equivalence })
    }
}

fn check_equivalence(margin: f64, outcome: Option<Outcome>, place: Range<usize>) -> Result<f64, Diagnostic> {
    let (is_valid, range) = match outcome {
        None => {
            let message = "equivalence is a difference in the outcome: write outcome = \"run-time\", \"solved\", \
                           \"penalty\" or \"moves\" beside it";
            return reject(message, place);
        }
        Some(Outcome::Penalty) => (margin > 0.0 && margin.is_finite(), "a difference of penalties above 0, as in 2"),
        Some(Outcome::Moves) => (margin > 0.0 && margin.is_finite(), "a difference of moves above 0, as in 0.5"),
        Some(Outcome::Solved) => (
            margin > 0.0 && margin <= 100.0,
            "a difference of percentage points of solved trials above 0 and up to 100, as in 10",
        ),
        Some(Outcome::RunTime) => {
            (margin > 1.0 && margin.is_finite(), "a ratio of evaluations until solved above 1, as in 1.25")
        }
    };
    if is_valid { Ok(margin) } else { reject(format!("equivalence {margin} is out of range: {range}"), place) }
}
