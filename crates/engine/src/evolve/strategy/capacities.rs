//! [`Capacities`]: the capacity of a niche in each phase.

use serde::{Deserialize, Serialize};

use super::Capacity;
use crate::bounded::OutOfRange;

/// Maximum number of phases of a chain of subgroups.
const MAX_PHASES: usize = 4;

/// The maximum number of individuals of a niche in each phase: 1 to 255 each, for 1 to 4 phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<i64>", into = "Vec<i64>")]
pub struct Capacities {
    each: [u8; MAX_PHASES],
    count: usize,
}

evocube_cube::schema!(Capacities, generator => {
    "type": "array", "items": generator.subschema_for::<Capacity>(), "minItems": 1, "maxItems": MAX_PHASES
});

/// Error of a list of capacities.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotCapacities {
    /// A number is out of range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// The list is empty, or has more numbers than there are phases.
    #[error("capacity has 1 to {MAX_PHASES} numbers, one for each phase, not {0}")]
    Count(usize),
}

impl Capacities {
    /// Returns the capacities in the order of the phases.
    pub fn get(&self) -> &[u8] {
        &self.each[..self.count]
    }
}

impl TryFrom<Vec<i64>> for Capacities {
    type Error = NotCapacities;

    fn try_from(list: Vec<i64>) -> Result<Self, NotCapacities> {
        if !(1..=MAX_PHASES).contains(&list.len()) {
            return Err(NotCapacities::Count(list.len()));
        }
        let mut each = [0; MAX_PHASES];
        for (each, &value) in each.iter_mut().zip(&list) {
            *each = u8::try_from(Capacity::try_from(value)?.get()).expect("at most 255");
        }
        Ok(Self { each, count: list.len() })
    }
}

impl From<Capacities> for Vec<i64> {
    fn from(capacities: Capacities) -> Self {
        capacities.get().iter().map(|&each| each.into()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacities_round_trip_through_lists() {
        for list in [vec![20, 1], vec![20, 1, 8, 255]] {
            assert_eq!(Vec::from(Capacities::try_from(list.clone()).unwrap()), list);
        }
        let wrong = |list: Vec<i64>| Capacities::try_from(list).unwrap_err().to_string();
        assert_eq!(wrong(vec![]), "capacity has 1 to 4 numbers, one for each phase, not 0");
        assert_eq!(wrong(vec![1; 5]), "capacity has 1 to 4 numbers, one for each phase, not 5");
        assert_eq!(wrong(vec![1, 256]), "capacity 256 is out of range: 1 to 255");
    }
}
