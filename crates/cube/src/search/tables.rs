//! The list of the stored tables of all solvers, which `evocube tables` builds, lists, verifies and clears, and one of them by its name.
//! How each is built is beside its solver, or in `table`.

use super::kociemba::{COORDINATES, PHASE1, SMALL};
use super::macros::MACRO_MOVES;
use super::thistlethwaite::SUBGROUPS;
use crate::table::{CORNERS, FIRST_EDGES, IN_DOMINO, LAST_EDGES, TO_AXIS, TO_DOMINO, TableSpec};

/// All stored tables: those without a metric and in the half-turn metric, then those in the quarter-turn metric. A new table of a solver is
/// added here.
pub const TABLES: &[&TableSpec] = &[
    &MACRO_MOVES, &SUBGROUPS, &SMALL[0], &COORDINATES[0], &PHASE1[0], &TO_DOMINO[0], &IN_DOMINO[0], &CORNERS[0],
    &FIRST_EDGES[0], &LAST_EDGES[0], &TO_AXIS[0], &SMALL[1], &COORDINATES[1], &PHASE1[1], &TO_DOMINO[1], &IN_DOMINO[1],
    &CORNERS[1], &FIRST_EDGES[1], &LAST_EDGES[1], &TO_AXIS[1],
];

/// Returns the table with this name.
///
/// ```
/// use evocube_cube::search::tables::table;
/// assert_eq!(table("corners").map(|spec| spec.bytes > 0), Some(true));
/// assert!(table("no-such-table").is_none());
/// ```
pub fn table(name: &str) -> Option<&'static TableSpec> {
    TABLES.iter().copied().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_fit_files() {
        for (number, spec) in TABLES.iter().enumerate() {
            assert!(TABLES[..number].iter().all(|other| other.name != spec.name), "{} occurs twice", spec.name);
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!((1..=32).contains(&spec.name.len()) && spec.name.chars().all(fits), "{}", spec.name);
            assert_eq!(table(spec.name).map(|spec_of_name| spec_of_name.bytes), Some(spec.bytes));
        }
    }
}
