//! `DefaultSolver`, the solver without a choice of the user: random states as by the two-phase solver alone, four symmetric ones within a
//! number of nodes, and time limits, other limits and cancellation. Random symmetric states are tested in `symmetric_states`, which has its
//! `solver` from here; commands in `tests/cli/default_solver.rs`.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use evocube_cube::search::{DefaultSolver, Kociemba, KociembaTables, Thistlethwaite};
use evocube_cube::{Algorithm, Budget, Cancellation, Cube3, Metric, Seed, Solver, Unsolved};

use crate::kociemba::with_tables;

fn two_phase(metric: Metric) -> Kociemba {
    with_tables(|tables| Kociemba::with_metric(KociembaTables::Small, metric, tables))
}

pub(crate) fn solver() -> &'static DefaultSolver {
    static SOLVER: OnceLock<DefaultSolver> = OnceLock::new();
    SOLVER.get_or_init(|| DefaultSolver::new(two_phase(Metric::Htm), Some(with_tables(Thistlethwaite::new))))
}

fn after(moves: &str) -> Cube3 {
    Cube3::after(&moves.parse::<Algorithm>().unwrap())
}

/// States with many symmetries.
const SYMMETRIC: [&str; 4] = [
    "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2",
    "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    "(U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2) (M2 E2 S2)",
    "(U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2) (M E M' E')",
];

#[test]
fn symmetric_states_have_an_answer_by_nodes_alone() {
    for moves in SYMMETRIC {
        let state = after(moves);
        let solution = solver().solve(state, &Budget::default()).unwrap();
        assert!(state.apply_all(solution.moves()).is_solved() && solution.substitute().is_none());
        assert_eq!(solution.moves().len(), 21, "{moves}");
        assert!(solution.nodes() <= DefaultSolver::nodes(Metric::Htm), "{moves}: {} nodes", solution.nodes());
        let threads = Budget { threads: NonZeroUsize::new(3), ..Budget::default() };
        assert_eq!(solver().solve(state, &threads).unwrap(), solution, "{moves}");
    }
}

/// Solves random states as the two-phase solver alone does, but for the few that need more nodes for the first length.
fn random_states_are_answered_as_by_the_two_phase_solver(count: u64) {
    let (alone, seed) = (two_phase(Metric::Htm), Seed::from_number(54));
    let mut longer = 0;
    for number in 0..count {
        let state = Cube3::random(&mut seed.numbered_stream(number));
        let solution = solver().solve(state, &Budget::default()).unwrap();
        let expected = alone.solve(state, &Budget::default()).unwrap();
        if expected.nodes() <= DefaultSolver::nodes(Metric::Htm) {
            assert_eq!(solution, expected, "{state}");
        } else {
            assert!(solution.moves().len() > expected.moves().len() && state.apply_all(solution.moves()).is_solved());
            longer += 1;
        }
    }
    // None of 10,000 does.
    assert!(1_000 * longer <= count, "{longer} of {count} states need more nodes");
}

#[test]
fn random_states_have_the_answer_of_the_two_phase_solver() {
    random_states_are_answered_as_by_the_two_phase_solver(30);
}

#[test]
#[ignore = "half a minute: 5,000 states, twice"]
fn five_thousand_random_states_have_the_answer_of_the_two_phase_solver() {
    random_states_are_answered_as_by_the_two_phase_solver(5_000);
}

#[test]
fn a_symmetric_state_has_an_answer_in_quarter_turns() {
    let solver = DefaultSolver::new(two_phase(Metric::Qtm), None);
    for moves in SYMMETRIC {
        let state = after(moves);
        let solution = solver.solve(state, &Budget::default()).unwrap();
        assert!(state.apply_all(solution.moves()).is_solved());
        let first = two_phase(Metric::Qtm).solve(state, &Budget::default());
        assert_eq!(first.is_err(), solution.nodes() > DefaultSolver::nodes(Metric::Qtm), "{moves}");
        assert!(first.is_err() || first == Ok(solution), "{moves}");
    }
}

#[test]
fn with_a_time_limit_there_is_an_answer_in_any_case() {
    let ended = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    for metric in Metric::ALL {
        let solver = DefaultSolver::new(two_phase(metric), Some(with_tables(Thistlethwaite::new)));
        for moves in SYMMETRIC {
            let solution = solver.solve(after(moves), &ended).unwrap();
            assert!(solution.substitute() == Some("thistlethwaite") && solution.parts().len() == 4, "{moves}");
        }
        // The solved state has its solution before the search begins to look at the clock, or Thistlethwaite's empty one.
        assert!(solver.solve(Cube3::SOLVED, &ended).unwrap().moves().is_empty());
        // A limit of the length is obeyed.
        let short = Budget { depth: Some(10), ..ended.clone() };
        assert!(matches!(solver.solve(after(SYMMETRIC[0]), &short), Err(Unsolved::Budget { .. })));
    }
    let ample = Budget { time: Some(Duration::from_secs(3600)), target: Some(22), ..Budget::default() };
    let state = Cube3::random(&mut Seed::from_number(55).stream());
    assert!(solver().solve(state, &ample).unwrap().substitute().is_none());
}

#[test]
fn limits_of_nodes_and_length_are_those_of_the_two_phase_solver() {
    let (alone, state) = (two_phase(Metric::Htm), after(SYMMETRIC[0]));
    for budget in [
        Budget { nodes: Some(1_000), ..Budget::default() },
        Budget { depth: Some(15), nodes: Some(1_000), ..Budget::default() },
        Budget { target: Some(22), nodes: Some(1_000), ..Budget::default() },
    ] {
        assert_eq!(solver().solve(state, &budget), alone.solve(state, &budget), "{budget:?}");
    }
}

#[test]
fn a_cancelled_search_has_no_further_length() {
    let cancelled = Budget { cancellation: Cancellation::from(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    let state = Cube3::random(&mut Seed::from_number(56).stream());
    assert_eq!(solver().solve(state, &cancelled), Err(Unsolved::Budget { nodes: 0 }));
}
