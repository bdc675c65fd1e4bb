//! Time of the auxiliary state of a start and a goal, which the moves between them solve: from states, and from vectors of pieces.
//! `cargo bench --bench route`. Machines are noisy: compare figures of one run only.

mod common;

use std::hint::black_box;

use evocube_cube::route::auxiliary_pieces;
use evocube_cube::{CUBE3, Cube3, Puzzle, Seed};

/// How many times the auxiliary state is computed between two looks at the clock.
const REPETITIONS: u64 = 1000;

fn main() {
    let mut stream = Seed::from_number(1).stream();
    let (a, b) = (Cube3::random(&mut stream), Cube3::random(&mut stream));
    let (pieces_a, pieces_b) = (a.vectors(), b.vectors());
    assert_eq!(CUBE3.between(a, b).vectors(), auxiliary_pieces(&pieces_a, &pieces_b));
    let state = || {
        for _ in 0..REPETITIONS {
            black_box(CUBE3.between(black_box(a), black_box(b)));
        }
        REPETITIONS
    };
    let vectors = || {
        for _ in 0..REPETITIONS {
            black_box(auxiliary_pieces(black_box(&pieces_a), black_box(&pieces_b)));
        }
        REPETITIONS
    };
    common::show_times("auxiliary state", &mut [("states", Box::new(state)), ("vectors", Box::new(vectors))]);
}
