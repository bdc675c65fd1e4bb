//! Benchmark of the two-phase solver with large tables: the time for a random state to a solution of at most 22, 21 and 20 turns, and to
//! load the tables from their files, which it keeps in the target folder. `cargo bench --bench kociemba` runs it. The sum of all moves is
//! asserted. Machines are noisy: compare figures of one run only. Other solvers are in `layers` and `solvers`.

mod common;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::Path;

use common::Work;
use evocube_cube::search::{Kociemba, TableSource};
use evocube_cube::solver::Cancelled;
use evocube_cube::table::cache::CacheDir;
use evocube_cube::{Budget, Cube3, Seed, Solver};

/// How many states a measurement solves.
const STATES: u64 = 1000;

fn main() -> Result<(), Cancelled> {
    let cache = CacheDir::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"));
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let tables = TableSource { cache: Some(&cache), threads, observer: &() };
    let (solver, seed) = (Kociemba::new(&tables)?, Seed::from_number(1992));
    let states: Vec<_> = (0..STATES).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    let solve = |target, expected| -> Work<'_> {
        let (states, solver) = (&states, &solver);
        Box::new(move || {
            let budget = Budget { target: Some(target), ..Budget::default() };
            let turns = states.iter().map(|state| {
                let solution = solver.solve(black_box(*state), &budget).expect("every state is solved");
                solution.moves().len()
            });
            assert_eq!(turns.sum::<usize>(), expected, "the moves for these states");
            STATES
        })
    };
    let load = || {
        black_box(Kociemba::new(&tables)).expect("no observer ends it");
        1
    };
    common::show_times(
        "kociemba",
        &mut [
            ("a state in at most 22 turns", solve(22, 21_180)),
            ("a state in at most 21 turns", solve(21, 20_554)),
            ("a state in at most 20 turns", solve(20, 19_725)),
            ("its tables, from their files", Box::new(load)),
        ],
    );
    Ok(())
}
