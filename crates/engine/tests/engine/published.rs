//! The two-phase solver on the published states of landscape analysis: solutions are between the published distance and 20 moves. The
//! solver is otherwise tested in `crates/cube/tests/solvers`.
//!
//! Its tables are kept below `target`, where the tests of the solver keep theirs.

use std::num::NonZeroUsize;
use std::path::Path;

use evocube_cube::search::{Kociemba, TableSource};
use evocube_cube::table::cache::CacheDir;
use evocube_cube::{Budget, Cube3, Solver};

#[test]
fn kociemba_solutions_are_between_the_published_distance_and_20_moves() {
    let cache = CacheDir::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"));
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let solver = Kociemba::new(&TableSource { cache: Some(&cache), threads, observer: &() }).unwrap();
    let lines = include_str!("../../src/landscape/published.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let [_, distance, facelets] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let state: Cube3 = facelets.parse().unwrap();
        let length = solver.solve(state, &Budget::default()).unwrap().moves().len();
        assert!((distance.parse().unwrap()..=20).contains(&length), "{length} moves to {facelets}, {distance} away");
        count += 1;
    }
    assert_eq!(count, 61);
}
