//! Benchmark of the solver `layers`: the time for a random state of the 3×3×3, and for its tables: `cargo bench --bench layers`. Every
//! answer is asserted. Machines are noisy: compare figures of one run only.

mod common;

use std::hint::black_box;

use evocube_cube::search::Layers;
use evocube_cube::{Budget, Cube3, Seed, Solver};

/// Number of states that a measurement solves.
const STATES: u64 = 200;

fn main() {
    let (solver, seed) = (Layers::new(), Seed::from_number(2011));
    let states: Vec<_> = (0..STATES).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    let solve = || {
        let turns = states.iter().map(|state| {
            let solution = solver.solve(black_box(*state), &Budget::default()).expect("every state is solved");
            assert!(state.apply_all(solution.moves()).is_solved());
            solution.moves().len()
        });
        assert_eq!(turns.sum::<usize>(), 17_138, "the moves for these states, before cancelling");
        STATES
    };
    let build = || {
        black_box(Layers::new());
        1
    };
    common::show_times("layers", &mut [("a state", Box::new(solve)), ("its tables", Box::new(build))]);
}
