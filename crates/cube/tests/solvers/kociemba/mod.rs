//! The two-phase solver: solutions, budgets, impossible lengths, and independence of the number of threads; the small tables in both
//! metrics. Large tables in quarter turns are tested in `quarter_turns`, commands in `tests/cli/kociemba.rs`. `with_tables` gives tables to
//! other tests of solvers, too.
//!
//! Tables are kept below `target`, also for other tests of solvers. The first run builds them: four seconds on two cores, ten for those in
//! quarter turns.

mod quarter_turns;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use evocube_cube::search::{Kociemba, KociembaTables, TableSource};
use evocube_cube::solver::Cancelled;
use evocube_cube::table::cache::CacheDir;
use evocube_cube::{Budget, Cancellation, Cube3, Metric, Seed, Solution, Solver, SolverKind, Turn, Unsolved};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables")
}

pub(crate) fn with_tables<T>(build: impl FnOnce(&TableSource<'_>) -> Result<T, Cancelled>) -> T {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    build(&TableSource { cache: Some(&CacheDir::new(folder())), threads, observer: &() }).unwrap()
}

fn solver() -> &'static Kociemba {
    static SOLVER: OnceLock<Kociemba> = OnceLock::new();
    SOLVER.get_or_init(|| with_tables(Kociemba::new))
}

fn states(seed: u64, count: u64) -> impl Iterator<Item = Cube3> {
    let seed = Seed::from_number(seed);
    (0..count).map(move |number| Cube3::random(&mut seed.numbered_stream(number)))
}

fn target(turns: usize) -> Budget {
    Budget { target: Some(turns), ..Budget::default() }
}

fn length(solution: &Solution<Cube3>) -> usize {
    solution.moves().len()
}

#[test]
fn kociemba_returns_an_empty_solution_of_the_solved_cube() {
    for budget in [Budget::default(), target(0), Budget { nodes: Some(1), ..Budget::default() }] {
        let solution = solver().solve(Cube3::SOLVED, &budget).unwrap();
        assert_eq!((length(&solution), solution.nodes()), (0, 1));
    }
}

#[test]
fn kociemba_solves_random_states_within_the_given_length() {
    for turns in [20, 21, 22] {
        for state in states(21, 300) {
            let solution = solver().solve(state, &target(turns)).unwrap();
            assert!(length(&solution) <= turns && state.apply_all(solution.moves()).is_solved());
            assert_eq!(solution.moves().simplify().len(), length(&solution), "nothing is left to cancel");
            let parts: Vec<usize> = solution.parts().iter().map(|part| part.turns).collect();
            assert_eq!((parts.len(), parts.iter().sum()), (2, length(&solution)));
        }
    }
}

#[test]
#[ignore = "ten seconds"]
fn kociemba_solves_ten_thousand_random_states() {
    let lengths = states(22, 10_000).map(|state| {
        let solution = solver().solve(state, &Budget::default()).unwrap();
        assert!(state.apply_all(solution.moves()).is_solved());
        length(&solution)
    });
    let (mut sum, mut max) = (0, 0);
    lengths.for_each(|length| (sum, max) = (sum + length, length.max(max)));
    assert!(max == 20 && sum < 197_500, "{sum} turns for 10,000 states, at most {max}");
}

/// States at most five turns from solved, each with the number of turns that led to it.
fn easy_states() -> impl Iterator<Item = (usize, Cube3)> {
    let mut stream = Seed::from_number(23).stream();
    (0..24).map(move |number| {
        let turns: Vec<Turn> = (0..number % 6).map(|_| Turn::ALL[stream.index(18)]).collect();
        (turns.len(), Cube3::after(&turns))
    })
}

/// The distance of a state near solved, by exhaustive search.
fn distance(state: Cube3) -> usize {
    fn within(state: Cube3, turns: usize, last: Option<Turn>) -> bool {
        let follow = |turn: &&Turn| last.is_none_or(|last| last.face() != turn.face());
        state.is_solved()
            || turns > 0
                && Turn::ALL.iter().filter(follow).any(|&turn| within(state.apply(turn), turns - 1, Some(turn)))
    }
    (0..).find(|&turns| within(state, turns, None)).expect("some number of turns is enough")
}

#[test]
fn a_target_of_the_distance_gives_the_shortest_solution() {
    for (made, state) in easy_states() {
        let distance = distance(state);
        let solution = solver().solve(state, &target(distance)).unwrap();
        assert_eq!(length(&solution), distance, "made by {made} turns");
    }
}

#[test]
fn kociemba_finds_the_same_solution_for_any_number_of_threads() {
    let budgets = [
        target(21),
        target(20),
        Budget { nodes: Some(1_000), ..Budget::default() },
        Budget { nodes: Some(77_777), ..Budget::default() },
        Budget { nodes: Some(400_000), ..Budget::default() },
        Budget { nodes: Some(20_000), target: Some(19), depth: Some(20), ..Budget::default() },
    ];
    for state in states(25, 8).chain(easy_states().take(8).map(|(_, state)| state)) {
        for budget in &budgets {
            let alone = solver().solve(state, budget);
            for threads in [2, 5] {
                let threads = NonZeroUsize::new(threads);
                assert_eq!(
                    solver().solve(state, &Budget { threads, ..budget.clone() }),
                    alone,
                    "{budget:?}, {threads:?}"
                );
            }
        }
    }
}

#[test]
fn an_impossible_length_is_distinguished_from_an_exhausted_budget() {
    let cube = Cube3::after(&[Turn::R, Turn::U, Turn::F, Turn::D, Turn::L, Turn::B]);
    for length in 0..6 {
        let outcome = solver().solve(cube, &target(length));
        let Err(error @ Unsolved::Impossible { metric: Metric::Htm, .. }) = outcome else { panic!("{outcome:?}") };
        let plural = if length == 1 { "" } else { "s" };
        let sentence = format!("no solution has at most {length} move{plural}; the search was exhaustive (");
        assert!(error.to_string().starts_with(&sentence), "{error}");
        // A limit of nodes returns a longer solution.
        let longer = Budget { nodes: Some(1000), ..target(length) };
        assert!(solver().solve(cube, &longer).is_ok());
    }
    assert_eq!(solver().solve(cube, &target(6)).unwrap().moves().len(), 6);
    let cut = Budget { nodes: Some(3), depth: Some(5), ..Budget::default() };
    assert_eq!(
        solver().solve(cube, &cut).unwrap_err().to_string(),
        "no solution within the budget (3 nodes searched)",
        "nothing is proved"
    );
}

#[test]
fn budgets_are_obeyed() {
    for state in states(26, 30) {
        for nodes in [1, 10, 100, 1_000, 10_000] {
            match solver().solve(state, &Budget { nodes: Some(nodes), ..Budget::default() }) {
                Ok(solution) => assert!(solution.nodes() <= nodes && length(&solution) <= 22),
                Err(Unsolved::Budget { nodes: used }) => assert_eq!(used, nodes),
                Err(other) => panic!("{other}"),
            }
        }
        // A random state needs more than fifteen turns.
        let hopeless = Budget { nodes: Some(5_000), depth: Some(15), ..Budget::default() };
        assert_eq!(solver().solve(state, &hopeless), Err(Unsolved::Budget { nodes: 5_000 }));
        // A sufficient time limit does not change the solution.
        let ample = Budget { time: Some(Duration::from_secs(3600)), ..target(22) };
        assert!(solver().solve(state, &ample).is_ok_and(|solution| length(&solution) <= 22));
    }
    // Only time ends this search, on a busy machine before the first solution.
    let short = Budget { time: Some(Duration::from_millis(200)), ..Budget::default() };
    match solver().solve(states(26, 1).next().unwrap(), &short) {
        Ok(solution) => assert!(length(&solution) <= 22),
        Err(error) => assert!(matches!(error, Unsolved::Budget { .. }), "{error}"),
    }
    let timeless = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    assert_eq!(solver().solve(Cube3::after(&[Turn::R]), &timeless), Err(Unsolved::Budget { nodes: 0 }));
    let cancelled = Budget { cancellation: Cancellation::from(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    assert_eq!(solver().solve(Cube3::after(&[Turn::R]), &cancelled), Err(Unsolved::Budget { nodes: 0 }));
}

#[test]
fn small_tables_solve_random_states_in_both_metrics() {
    for (metric, max) in [(Metric::Htm, 21), (Metric::Qtm, 30)] {
        let small = with_tables(|tables| Kociemba::with_metric(KociembaTables::Small, metric, tables));
        assert_eq!(length(&small.solve(Cube3::SOLVED, &Budget::default()).unwrap()), 0);
        // The bounds of phase 1 are too low for most states, so several lengths have no solution.
        for state in states(37, 5) {
            let alone = small.solve(state, &Budget::default()).unwrap();
            assert!(state.apply_all(alone.moves()).is_solved());
            assert!(alone.moves().length(metric) <= max);
            let threads = Budget { threads: NonZeroUsize::new(3), ..Budget::default() };
            assert_eq!(small.solve(state, &threads).unwrap(), alone);
        }
    }
}

#[test]
fn small_tables_lose_no_short_solution() {
    let mut stream = Seed::from_number(38).stream();
    let domino: Vec<_> =
        Turn::ALL.into_iter().filter(|turn| [0, 3].contains(&(turn.index() / 3)) || turn.quarters() == 2).collect();
    for metric in Metric::ALL {
        let small = with_tables(|tables| Kociemba::with_metric(KociembaTables::Small, metric, tables));
        for number in 0..60 {
            // States of the domino group, where phase 2 has all moves, and any others.
            let turns: Vec<_> = match number % 2 {
                0 => (0..9).map(|_| domino[stream.index(domino.len())]).collect(),
                _ => (0..6).map(|_| Turn::ALL[stream.index(18)]).collect(),
            };
            let max = turns.iter().map(|&turn| usize::from(metric.cost(turn))).sum();
            let solution = small.solve(Cube3::after(&turns), &target(max)).unwrap();
            assert!(solution.moves().length(metric) <= max, "{turns:?}");
        }
    }
}

#[test]
fn small_tables_prove_the_same_impossible_lengths() {
    let small = with_tables(|tables| Kociemba::with_metric(KociembaTables::Small, Metric::Htm, tables));
    let state = Cube3::after(&[Turn::R, Turn::U, Turn::F2, Turn::D3, Turn::L]);
    assert_eq!(length(&small.solve(state, &target(5)).unwrap()), 5);
    let too_short =
        |solver: &Kociemba| matches!(solver.solve(state, &target(4)), Err(Unsolved::Impossible { length: 4, .. }));
    assert!(too_short(&small) && too_short(solver()));
}

#[test]
fn kociemba_has_its_name() {
    solver();
    assert_eq!(with_tables(|tables| SolverKind::Kociemba.build(tables)).name(), "kociemba");
}
