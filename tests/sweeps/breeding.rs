//! Sweeps of parent selections, niching, crossovers, schedules and memetic offspring: the same bytes for any number of threads and every
//! kernel. The log of adaptive crossovers is tested, too; distributions are tested beside the operators, in `crates/engine/src/evolve`.

use super::*;

const BREEDING: &str = include_str!("../data/breeding.toml");

#[test]
fn the_sweep_of_selections_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("selections", include_str!("../data/selections.digests"), 40);
}

#[test]
fn the_sweep_of_breeding_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("breeding", include_str!("../data/breeding.digests"), 40);
}

#[test]
fn the_sweep_of_niching_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("niching", include_str!("../data/niching.digests"), 52);
}

#[test]
fn adaptation_of_crossovers_is_logged() {
    let folder = crate::common::tempdir().unwrap();
    run(BREEDING, folder.path(), Opening::New);
    let results = store::read(folder.path()).unwrap();
    let column = results.sweep.factor_columns.iter().position(|key| key == "crossover").unwrap();
    let mut learned = 0;
    for row in results.trials.iter().filter(|row| *row.stage == *"crossover") {
        let rows: Vec<_> = results.operators.iter().filter(|operator| operator.trial == row.trial).collect();
        let logged = results.convergence.iter().filter(|logged| logged.trial == row.trial).count();
        let parts = if row.levels[column].contains("adapt") { 3 } else { 0 };
        assert_eq!(rows.len(), parts * logged, "{row:?}");
        for operators in rows.chunks(3) {
            let names: Vec<&str> = operators.iter().map(|operator| operator.operator.as_str()).collect();
            assert_eq!(names, ["crossover-1-one-point", "crossover-2-multi-parent", "crossover-3-half-uniform"]);
            let sum: f64 = operators.iter().filter_map(|operator| operator.probability).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{operators:?}");
            learned += usize::from(operators[0].probability != Some(0.5));
        }
    }
    assert!(learned > 0, "probabilities change");
}
