//! `korf` on cubes with known distances: its solutions have them, and searches that end below them prove lower bounds. Published solutions
//! are proved optimal in quarter turns. All tests are ignored: their tables take up to 2.7 GB. The search with a table of a million entries
//! is tested in `search::korf` itself.

use std::num::NonZeroUsize;
use std::time::Instant;

use evocube_cube::notation::AnyState;
use evocube_cube::search::{Korf, KorfTables, TableSource};
use evocube_cube::table::cache::CacheDir;
use evocube_cube::{Algorithm, Budget, Cube3, Metric, Solver, Unsolved};

/// The cubes of `crates/cube/tests/data/optimal.tsv` in a metric, with their distances.
fn cubes_with_distances(metric: &str) -> Vec<(usize, Cube3)> {
    let lines = include_str!("../data/optimal.tsv").lines().filter(|line| !line.starts_with('#'));
    let cubes = lines.filter_map(|line| {
        let [line_metric, length, cube] = line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        let state = cube.parse::<AnyState>().expect("a cube");
        let evocube_cube::notation::AnyState::Cube3(state) = state else { panic!("{cube} is no 3×3×3 cube") };
        (line_metric == metric).then(|| (length.parse().expect("a length"), state))
    });
    cubes.collect()
}

/// The states of `data/deepcubea.tsv`, with the lengths of their solutions in quarter turns, which are replayed.
fn with_published_solutions() -> Vec<(usize, Cube3)> {
    let lines = include_str!("../data/deepcubea.tsv").lines().filter(|line| !line.starts_with('#'));
    let cubes = lines.map(|line| {
        let (state, solution) = line.split_once('\t').expect("two columns");
        let state: Cube3 = state.parse().expect("a cube");
        let moves: Algorithm = solution.parse().expect("moves");
        assert!(state.apply_all(&moves).is_solved(), "{line}");
        (moves.length(Metric::Qtm), state)
    });
    cubes.collect()
}

/// The solver, with tables from the folder `EVOCUBE_CACHE` if it is set.
fn korf(tables: KorfTables, metric: Metric) -> Korf {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let cache = std::env::var_os("EVOCUBE_CACHE").map(CacheDir::new);
    Korf::new(tables, metric, threads, &TableSource { cache: cache.as_ref(), threads, observer: &() }).unwrap()
}

fn all_are_optimal(metric: Metric, cubes: Vec<(usize, Cube3)>) {
    let korf = korf(KorfTables::Large, metric);
    assert!(cubes.len() >= 5);
    for (length, cube) in cubes {
        let solution = korf.solve(cube, &Budget::default()).expect("there is no limit");
        assert_eq!((solution.moves().length(metric), solution.optimal()), (length, Some(metric)), "{cube}");
    }
}

#[test]
#[ignore = "2.7 GB; a minute once they are there, minutes to build them"]
fn korf_solutions_have_the_known_half_turn_lengths() {
    all_are_optimal(Metric::Htm, cubes_with_distances("htm"));
}

#[test]
#[ignore = "2.7 GB; seconds once they are there, minutes to build them"]
fn korf_solutions_have_the_known_quarter_turn_lengths() {
    all_are_optimal(Metric::Qtm, cubes_with_distances("qtm"));
}

/// The parity of a state is that of its quarter turns, so no solution has one quarter turn less than the published one. A complete
/// search of all lengths up to two less proves that the published solution is optimal.
#[test]
#[ignore = "2.7 GB; 25 minutes of one core"]
#[allow(clippy::print_stdout)] // shows what it measured
fn no_solution_is_shorter_than_the_published_one_in_quarter_turns() {
    let (mut cubes, korf) = (with_published_solutions(), korf(KorfTables::Large, Metric::Qtm));
    cubes.sort_by_key(|&(length, _)| length);
    for cubes in cubes.chunk_by(|(length, _), (next, _)| length == next) {
        let (length, start) = (cubes[0].0, Instant::now());
        let nodes = cubes.iter().map(|&(_, cube)| {
            let budget = Budget { depth: Some(length - 2), ..Budget::default() };
            match korf.solve(cube, &budget) {
                Err(Unsolved::Bounded { nodes, bound, .. }) if bound == length => nodes,
                outcome => panic!("{cube} {length}: {outcome:?}"),
            }
        });
        let (nodes, count) = (nodes.sum::<u64>(), cubes.len());
        let seconds = start.elapsed().as_secs_f64() / count as f64;
        println!("{length}: {count} states, {} nodes and {seconds:.3} s a state", nodes / count as u64);
    }
    let counts = [16, 17, 18, 19, 20, 21, 22].map(|length| cubes.iter().filter(|cube| cube.0 == length).count());
    assert_eq!(counts, [1, 2, 5, 25, 179, 208, 80]);
}

#[test]
#[ignore = "2.7 GB; a minute and a half of two cores once they are there, minutes to build them"]
fn the_superflip_takes_twenty_turns() {
    let (superflip, korf) = (superflip(), korf(KorfTables::Large, Metric::Htm));
    let solution = korf.solve(superflip, &Budget::default()).expect("there is no limit");
    assert_eq!(solution.moves().len(), 20);
}

#[test]
#[ignore = "183 MB; ten seconds once they are there, minutes to build them"]
fn korf_proves_a_lower_bound_of_the_superflip_with_the_tables_of_the_source() {
    for (metric, depth, bound) in [(Metric::Htm, 12, 13), (Metric::Qtm, 14, 16)] {
        let budget = Budget { depth: Some(depth), ..Budget::default() };
        let outcome = korf(KorfTables::Source, metric).solve(superflip(), &budget);
        assert!(matches!(outcome, Err(Unsolved::Bounded { bound: proved, .. }) if proved == bound), "{outcome:?}");
    }
}

/// The superflip: every edge is flipped in place.
fn superflip() -> Cube3 {
    let mut vectors = Cube3::SOLVED.vectors();
    vectors.edge_orientation = [1; 12];
    Cube3::from_vectors(&vectors).expect("the superflip is reachable")
}
