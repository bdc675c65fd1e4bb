//! The two-phase solver in the quarter-turn metric, and routes by it, against known distances, parities, and the
//! results of G. R. Monteiro and D. S. Menasché, *Roteamento e o Cubo Mágico*.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use evocube::search::kociemba::{DEFAULT_NODES_QTM, PHASE1};
use evocube::search::{Kociemba, KociembaTables, Korf, KorfTables};
use evocube::table::registry::IN_DOMINO;
use evocube::{Algorithm, Budget, Cube3, CubeState, Metric, MoveSet, Seed, Solution, Solver, Turn, Unsolved};

use super::{folder, states, with_tables};
use crate::common::{Said, program, said};

fn solver() -> &'static Kociemba {
    static SOLVER: OnceLock<Kociemba> = OnceLock::new();
    SOLVER.get_or_init(|| with_tables(|tables| Kociemba::in_metric(KociembaTables::Large, Metric::Qtm, tables)))
}

fn length(solution: &Solution<Cube3>) -> usize {
    solution.moves().length(Metric::Qtm)
}

fn evocube(args: &[&str]) -> Said {
    solver();
    said(program().env("EVOCUBE_CACHE", folder()).args(args))
}

/// Checks the properties of every solution: it solves the state, its moves do not cancel, its length has the parity of
/// the state, and its parts add up.
fn is_sound(state: Cube3, solution: &Solution<Cube3>) {
    assert!(state.apply_all(solution.moves()).is_solved());
    assert_eq!(solution.moves().simplify().length(Metric::Qtm), length(solution));
    assert_eq!(length(solution) % 2 == 1, state.is_odd());
    assert_eq!(solution.parts().iter().map(|part| part.turns).sum::<usize>(), length(solution));
}

#[test]
fn kociemba_solves_random_states_within_the_given_quarter_turns() {
    for (most, count) in [(30, 100), (28, 30), (26, 6)] {
        for state in states(31, count) {
            let solution = solver().solve(state, &Budget { target: Some(most), ..Budget::default() }).unwrap();
            assert!(length(&solution) <= most);
            is_sound(state, &solution);
        }
    }
}

#[test]
fn kociemba_without_limits_finds_short_solutions_in_quarter_turns() {
    let sum: usize = states(32, 40)
        .map(|state| {
            let solution = solver().solve(state, &Budget::default()).unwrap();
            is_sound(state, &solution);
            assert!(solution.nodes() <= DEFAULT_NODES_QTM);
            length(&solution)
        })
        .sum();
    assert!(sum < 40 * 26, "{sum} quarter turns for 40 states");
    assert!(solver().solve(Cube3::SOLVED, &Budget::default()).unwrap().moves().is_empty());
}

#[test]
fn kociemba_solutions_have_at_least_the_known_quarter_turns() {
    let mut cases = 0;
    for line in include_str!("../../data/optimal.tsv").lines().filter(|line| line.starts_with("qtm")) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, quarters, cube] = columns[..] else { panic!("three columns: {line}") };
        let optimal: usize = quarters.parse().unwrap();
        let state: Cube3 = evocube::notation::read_as(cube, None, evocube::notation::Dialect::Wca).unwrap();
        let solution = solver().solve(state, &Budget::default()).unwrap();
        is_sound(state, &solution);
        assert!((optimal..=30).contains(&length(&solution)), "{} instead of {optimal}", length(&solution));
        cases += 1;
    }
    for line in include_str!("../../data/states.tsv").lines().filter(|line| line.starts_with("qtm\t")) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, cube, given] = columns[..] else { panic!("three columns: {line}") };
        let state: Cube3 = evocube::notation::read_as(cube, None, evocube::notation::Dialect::Wca).unwrap();
        let optimal = given.parse::<Algorithm>().unwrap().length(Metric::Qtm);
        let solution = solver().solve(state, &Budget { nodes: Some(2_000_000), ..Budget::default() }).unwrap();
        assert!(length(&solution) >= optimal, "{} instead of {optimal}", length(&solution));
        cases += 1;
    }
    assert!(cases >= 15);
}

#[test]
fn fewer_quarter_turns_than_the_distance_are_proved_impossible() {
    for state in easy_states() {
        let distance = distance(state);
        for length in 0..distance {
            let budget = Budget { target: Some(length), ..Budget::default() };
            let outcome = solver().solve(state, &budget);
            assert!(
                matches!(outcome, Err(Unsolved::Impossible { length: proved, metric: Metric::Qtm, .. }) if proved == length),
                "{outcome:?} for {length} of {distance}"
            );
        }
        let budget = Budget { target: Some(distance), ..Budget::default() };
        assert_eq!(length(&solver().solve(state, &budget).unwrap()), distance);
    }
}

/// States at most six quarter turns from solved.
fn easy_states() -> impl Iterator<Item = Cube3> {
    let (mut stream, quarters) = (Seed::from_number(33).stream(), MoveSet::QUARTERS.iter().collect::<Vec<_>>());
    (0..21).map(move |number| {
        Cube3::of(&(0..number % 7).map(|_| quarters[stream.index(quarters.len())]).collect::<Vec<Turn>>())
    })
}

/// The distance of a state near solved in quarter turns, by exhaustive search.
fn distance(state: Cube3) -> usize {
    fn within(state: Cube3, turns: usize, last: Option<Turn>) -> bool {
        let follow = |turn: &Turn| last.is_none_or(|last| *turn != last.inverse());
        state.is_solved()
            || turns > 0
                && MoveSet::QUARTERS.iter().filter(follow).any(|turn| within(state.apply(turn), turns - 1, Some(turn)))
    }
    (0..).find(|&turns| within(state, turns, None)).expect("some number of turns is enough")
}

#[test]
fn a_solution_stream_gets_shorter_and_ends_with_the_shortest() {
    for state in easy_states() {
        let lengths: Vec<usize> =
            solver().stream(state, &Budget::default()).map(|solution| length(&solution)).collect();
        assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
        assert_eq!(lengths.last().copied(), Some(distance(state)));
    }
}

#[test]
fn kociemba_finds_the_same_solution_for_any_number_of_threads() {
    let nodes = Budget { nodes: Some(33_333), ..Budget::default() };
    let target = Budget { target: Some(27), ..Budget::default() };
    for state in states(34, 6) {
        for budget in [nodes, target, Budget { depth: Some(26), ..nodes }] {
            let alone = solver().solve(state, &budget);
            for threads in [2, 5] {
                let threads = NonZeroUsize::new(threads);
                assert_eq!(solver().solve(state, &Budget { threads, ..budget }), alone, "{budget:?}, {threads:?}");
            }
        }
    }
}

#[test]
#[ignore = "ten seconds"]
fn both_tables_have_their_known_distributions() {
    for spec in [&PHASE1.qtm, &IN_DOMINO.qtm] {
        let mut table = with_tables(|tables| tables.load(spec));
        assert_eq!((spec.check)(table.clone()), Ok(()));
        table[7_777_777] ^= 4;
        assert!((spec.check)(table).is_err());
    }
}

#[test]
fn the_example_of_the_source_is_solved_within_its_quarter_turns() {
    // Monteiro and Menasché, section 6.1: 15 quarter turns, found by DeepCubeA in 5.1 s.
    let a = "L2 B2 D' B2 D L2 U R2 D R2 B U R' F2 R U' B' U'";
    let b = "F L F U' R U F2 L2 U' L' B D' B' L2 U";
    let [from, to] = [a, b].map(|text| Cube3::SOLVED.apply_all(&text.parse::<Algorithm>().unwrap()));
    for options in [&["--length", "15"][..], &["--refine"]] {
        let route = ["route", a, b, "--metric", "qtm", "--solver", "kociemba"];
        let (code, moves, notes) = evocube(&[&route[..], options].concat());
        let moves: Algorithm = moves.parse().unwrap();
        assert!(code == Some(0) && moves.length(Metric::Qtm) <= 15, "{moves}: {notes}");
        assert_eq!(from.apply_all(&moves), to);
    }
}

#[test]
#[ignore = "71 MB and some seconds"]
fn korf_proves_the_quarter_turn_distance_of_two_patterns() {
    let pattern = |name| evocube::route::Pattern::named(name).unwrap().state();
    let x = evocube::route::auxiliary(pattern("displaced-motif"), pattern("cube-in-the-cube"));
    let korf = with_tables(|tables| Korf::new(KorfTables::Small, Metric::Qtm, NonZeroUsize::MIN, tables));
    let solution = korf.solve(x, &Budget::default()).unwrap();
    assert_eq!((length(&solution), solution.optimal()), (15, Some(Metric::Qtm)));
}

#[test]
fn a_matrix_of_five_patterns_is_shorter_than_that_of_the_source() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/five-patterns.txt");
    let (code, out, notes) = evocube(&["route", "--matrix", file, "--json"]);
    assert_eq!(code, Some(0), "{notes}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let mean = |name: &str| answer["qtm"][name].as_f64().unwrap();
    assert!(mean("mean_after") <= mean("mean_before") && mean("mean_after") < 24.2, "{notes}");
    for metric in ["htm", "qtm"] {
        assert_eq!(answer[metric]["symmetric"], true, "{out}");
    }
}

#[test]
fn solve_counts_quarter_turns_with_metric_qtm() {
    let state = states(35, 1).next().unwrap();
    let facelets = state.to_string();
    let (code, moves, notes) = evocube(&["solve", &facelets, "--solver", "kociemba", "--metric", "qtm"]);
    let moves: Algorithm = moves.parse().unwrap();
    let quarters = moves.length(Metric::Qtm);
    assert!(code == Some(0) && state.apply_all(&moves).is_solved() && quarters <= 28, "{notes}");
    assert!(notes.contains(&format!("together {quarters:>4}, of which 0 cancel")), "{notes}");
    let args = ["stats", "--solver", "kociemba", "--metric", "qtm", "--count", "5", "--length", "27", "--json"];
    let (code, out, _) = evocube(&args);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == Some(0) && answer["metric"] == "qtm" && answer["after"]["max"].as_u64() <= Some(27), "{out}");
    // The default limit of nodes, given explicitly, returns the default result.
    let nodes = DEFAULT_NODES_QTM.to_string();
    let (_, same, _) = evocube(&["solve", &facelets, "--solver", "kociemba", "--metric", "qtm", "--nodes", &nodes]);
    assert_eq!(same.parse::<Algorithm>().unwrap(), moves);
    let (code, _, notes) = evocube(&["solve", "R", "--solver", "layers", "--nodes", "5"]);
    assert!(code == Some(2) && notes.contains("--nodes has no effect with the solver layers"), "{notes}");
    let (code, _, notes) = evocube(&["solve", "R", "--solver", "layers", "--metric", "qtm"]);
    assert!(code == Some(2) && notes.contains("the solver layers does not minimize quarter turns"), "{notes}");
}

#[test]
fn an_impossible_length_is_not_reported_as_an_exhausted_budget() {
    let state = "R U F D L B";
    let (code, out, said) = evocube(&["route", "solved", state, "--length", "5"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(said.contains("no route: no solution has at most 5 moves; the search was exhaustive ("), "{said}");
    // A state of odd parity has no solution with an even number of quarter turns.
    let (code, _, said) = evocube(&["route", "solved", "R U F", "--length", "2", "--metric", "qtm", "--json"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("no route: no solution has at most 2 quarter turns; the search was exhaustive ("), "{said}");
    let (code, out, said) = evocube(&["solve", state, "--solver", "kociemba", "--length", "4", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["solved"], &answer["lower_bound"]), (Some(1), &false.into(), &5.into()));
    assert!(said.contains("not solved: no solution has at most 4 moves"), "{said}");
    // Here the budget runs out, and no bound is proved.
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let (code, _, said) = evocube(&["route", "solved", superflip, "--nodes", "10"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("no route: no solution within the budget (10 nodes searched)\n"), "{said}");
    // The bound is proved in the requested metric.
    let arguments = ["--solver", "korf", "--tables", "small", "--metric", "qtm", "--nodes", "1000"];
    let (_, _, said) = evocube(&[&["solve", superflip], &arguments[..]].concat());
    assert!(said.contains("(1000 nodes searched); it takes at least 14 quarter turns"), "{said}");
}
