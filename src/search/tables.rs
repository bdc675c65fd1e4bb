//! Every table that a solver keeps: what `evocube tables` builds, lists, verifies and clears.

use super::kociemba::{GUIDE, GUIDE_QTM};
use crate::table::TableSpec;
use crate::table::known::{CORNERS, FIRST_EDGES, IN_DOMINO, LAST_EDGES, TO_AXIS, TO_DOMINO};
use crate::table::quarters::{CORNERS_QTM, FIRST_EDGES_QTM, IN_DOMINO_QTM, LAST_EDGES_QTM, TO_AXIS_QTM, TO_DOMINO_QTM};

/// All of them. A solver that brings a table adds it here.
pub const TABLES: &[&TableSpec] = &[
    &GUIDE,
    &TO_DOMINO,
    &IN_DOMINO,
    &CORNERS,
    &FIRST_EDGES,
    &LAST_EDGES,
    &TO_AXIS,
    &GUIDE_QTM,
    &TO_DOMINO_QTM,
    &IN_DOMINO_QTM,
    &CORNERS_QTM,
    &FIRST_EDGES_QTM,
    &LAST_EDGES_QTM,
    &TO_AXIS_QTM,
];

/// The table of this name.
#[must_use]
pub fn table(name: &str) -> Option<&'static TableSpec> {
    TABLES.iter().copied().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_fit_files() {
        for (number, spec) in TABLES.iter().enumerate() {
            assert!(TABLES[..number].iter().all(|other| other.name != spec.name), "{} is there twice", spec.name);
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!((1..=32).contains(&spec.name.len()) && spec.name.chars().all(fits), "{}", spec.name);
            assert_eq!(table(spec.name).map(|found| found.bytes), Some(spec.bytes));
        }
    }
}
