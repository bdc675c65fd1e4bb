//! Parent selections and schedules, from file to folder.

use super::*;

/// The sweep has so many trials.
const TRIALS: usize = 40;

#[test]
fn the_sweep_of_selections_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("selections", include_str!("../data/selections.digests"), TRIALS);
}
