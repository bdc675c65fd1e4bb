//! [`AppendLength`]: the range of the number of genes that a mutation of an evolution strategy appends or removes, within 0 to 100.

use serde::{Deserialize, Serialize};

use crate::evolve::invalid_settings::InvalidSettings;
use evocube_cube::rng::CounterStream;

/// Minimum and maximum number of genes, at most [`Self::MAX`]; each number from one to the other is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[i64; 2]", into = "[i64; 2]")]
pub struct AppendLength {
    min: u16,
    max: u16,
}

evocube_cube::schema!(AppendLength, _generator => {
    "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": Self::MAX }, "minItems": 2, "maxItems": 2
});

impl AppendLength {
    /// Exactly one gene.
    pub const ONE: Self = Self { min: 1, max: 1 };
    /// No gene.
    pub const NONE: Self = Self { min: 0, max: 0 };

    /// Returns whether the number is always 0.
    pub(super) const fn is_nothing(self) -> bool {
        self.max == 0
    }

    /// Largest valid `max`.
    pub const MAX: u16 = 100;

    /// Draws a number of genes.
    #[inline]
    pub(super) fn draw(self, stream: &mut CounterStream) -> usize {
        let span = usize::from(self.max - self.min);
        usize::from(self.min) + if span == 0 { 0 } else { stream.index(span + 1) }
    }
}

impl TryFrom<[i64; 2]> for AppendLength {
    type Error = InvalidSettings;

    fn try_from([min, max]: [i64; 2]) -> Result<Self, InvalidSettings> {
        let number = |value: i64| u16::try_from(value).ok().filter(|&value| value <= Self::MAX);
        match (number(min), number(max)) {
            (Some(min), Some(max)) if min <= max => Ok(Self { min, max }),
            _ => Err(InvalidSettings::Range { min, max, most: Self::MAX }),
        }
    }
}

impl From<AppendLength> for [i64; 2] {
    fn from(append: AppendLength) -> Self {
        [append.min.into(), append.max.into()]
    }
}
