//! [`Capacities`]: the capacity of a niche in each phase.

use serde::{Deserialize, Serialize};

use super::Capacity;

/// Maximum number of phases of a chain of subgroups.
const MAX_PHASES: usize = 4;

/// The maximum number of individuals of a niche in each phase: 1 to 255 each, for 1 to 4 phases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Capacity>")]
pub struct Capacities(Vec<u8>);

evocube_cube::schema!(Capacities, generator => {
    "type": "array", "items": generator.subschema_for::<Capacity>(), "minItems": 1, "maxItems": MAX_PHASES
});

/// Error: a list of capacities is empty, or has more numbers than there are phases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("capacity has 1 to {MAX_PHASES} numbers, one for each phase, not {0}")]
pub struct NotCapacities(usize);

impl Capacities {
    /// Returns the capacities in the order of the phases.
    pub fn get(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<Vec<Capacity>> for Capacities {
    type Error = NotCapacities;

    fn try_from(list: Vec<Capacity>) -> Result<Self, NotCapacities> {
        let byte = |capacity: &Capacity| u8::try_from(capacity.get()).expect("at most 255");
        match list.len() {
            1..=MAX_PHASES => Ok(Self(list.iter().map(byte).collect())),
            count => Err(NotCapacities(count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn capacities_are_lists_of_a_number_for_each_phase() {
        let read = |list: &str| toml::from_str::<BTreeMap<String, Capacities>>(&format!("capacity = {list}"));
        for list in ["[20, 1]", "[20, 1, 8, 255]"] {
            let keys = read(list).unwrap();
            assert_eq!(toml::to_string(&keys).unwrap(), format!("capacity = {list}\n"));
        }
        for (list, message) in [
            ("[]", "capacity has 1 to 4 numbers, one for each phase, not 0"),
            ("[1, 1, 1, 1, 1]", "capacity has 1 to 4 numbers, one for each phase, not 5"),
            ("[1, 256]", "capacity 256 is out of range: 1 to 255"),
        ] {
            assert_eq!(read(list).unwrap_err().message(), message);
        }
    }
}
