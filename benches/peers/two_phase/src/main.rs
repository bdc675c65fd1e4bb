//! Milliseconds a cube, and moves on average, of `kociemba` with its small tables and of the crate `min2phase`, for the same random cubes
//! and the same maximum length, in turns on one core.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/two_phase/Cargo.toml [CUBES [LENGTH [TURNS]]]
//! ```
//!
//! Tables are in memory. Each time is the best of all turns.

use std::time::Instant;

use evocube_cube::search::{Kociemba, KociembaTables, TableSource};
use evocube_cube::{Budget, CUBE3, Cube3, Metric, Puzzle, Seed, Solver};

/// The seconds of the fastest turn of a solver, and the moves of its solutions.
struct Record {
    seconds: f64,
    moves: usize,
}

impl Record {
    fn turn(&mut self, mut moves: impl FnMut(usize) -> usize, cubes: usize) {
        let begin = Instant::now();
        self.moves = (0..cubes).map(&mut moves).sum();
        self.seconds = self.seconds.min(begin.elapsed().as_secs_f64());
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a number"));
    let (cubes, length, turns) =
        (arguments.next().unwrap_or(400), arguments.next().unwrap_or(21), arguments.next().unwrap_or(7));
    let seed = Seed::from_number(27);
    let states: Vec<Cube3> = (0..cubes as u64).map(|cube| Cube3::random(&mut seed.numbered_stream(cube))).collect();
    let texts: Vec<String> = states.iter().map(|state| CUBE3.write_state(*state)).collect();
    let solver = Kociemba::with_metric(KociembaTables::Small, Metric::Htm, &TableSource::IN_MEMORY)
        .expect("no observer ends it");
    let budget = Budget { target: Some(length), depth: Some(length), ..Budget::default() };
    let kociemba = |cube: usize| solver.solve(states[cube], &budget).expect("a solution").moves().len();
    let min2phase = |cube: usize| {
        let solution = min2phase::solve(&texts[cube], u8::try_from(length).expect("few moves"));
        assert!(!solution.starts_with("Error"), "{solution}");
        solution.split_whitespace().count()
    };
    // The first call builds the tables.
    min2phase(0);
    let [mut ours, mut other] = [(); 2].map(|()| Record { seconds: f64::INFINITY, moves: 0 });
    for _ in 0..turns {
        ours.turn(kociemba, cubes);
        other.turn(min2phase, cubes);
    }
    for (name, Record { seconds, moves }) in [("kociemba, small tables", &ours), ("min2phase 0.2.4", &other)] {
        let (time, mean) = (1e3 * seconds / cubes as f64, *moves as f64 / cubes as f64);
        println!("{name}: {time:.3} ms a cube, {mean:.2} moves on average, at most {length}");
    }
    println!("ratio {:.2}", ours.seconds / other.seconds);
}
