//! The two-phase solver with large tables in the quarter-turn metric: targets, impossible lengths, known distances, parities, threads. Also
//! a distance of G. R. Monteiro and D. S. Menasché, *Roteamento e o Cubo Mágico*, by Korf's solver. Half turns, and small tables in both
//! metrics, are tested in `mod.rs`.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use evocube_cube::search::kociemba::DEFAULT_NODES_QTM;
use evocube_cube::search::{Kociemba, KociembaTables, Korf, KorfTables};
use evocube_cube::{Algorithm, Budget, Cube3, Metric, MoveSet, Puzzle, Seed, Solution, Solver, Turn, Unsolved};

use super::{states, with_tables};
fn solver() -> &'static Kociemba {
    static SOLVER: OnceLock<Kociemba> = OnceLock::new();
    SOLVER.get_or_init(|| with_tables(|tables| Kociemba::with_metric(KociembaTables::Large, Metric::Qtm, tables)))
}

fn length(solution: &Solution<Cube3>) -> usize {
    solution.moves().length(Metric::Qtm)
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
        let state: Cube3 = cube.parse().unwrap();
        let solution = solver().solve(state, &Budget::default()).unwrap();
        is_sound(state, &solution);
        assert!((optimal..=30).contains(&length(&solution)), "{} instead of {optimal}", length(&solution));
        cases += 1;
    }
    for line in include_str!("../../data/states.tsv").lines().filter(|line| line.starts_with("qtm\t")) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, cube, solution] = columns[..] else { panic!("three columns: {line}") };
        let state: Cube3 = cube.parse().unwrap();
        let optimal = solution.parse::<Algorithm>().unwrap().length(Metric::Qtm);
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
        Cube3::after(&(0..number % 7).map(|_| quarters[stream.index(quarters.len())]).collect::<Vec<Turn>>())
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
fn a_target_of_the_distance_gives_the_shortest_solution() {
    for state in easy_states() {
        let distance = distance(state);
        let budget = Budget { target: Some(distance), ..Budget::default() };
        assert_eq!(length(&solver().solve(state, &budget).unwrap()), distance);
    }
}

#[test]
fn kociemba_finds_the_same_solution_for_any_number_of_threads() {
    let nodes = Budget { nodes: Some(33_333), ..Budget::default() };
    let target = Budget { target: Some(27), ..Budget::default() };
    for state in states(34, 6) {
        for budget in [nodes.clone(), target.clone(), Budget { depth: Some(26), ..nodes.clone() }] {
            let alone = solver().solve(state, &budget);
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
#[ignore = "71 MB and some seconds"]
fn korf_proves_the_quarter_turn_distance_of_two_patterns() {
    let pattern = |name| evocube_cube::route::Pattern::named(name).unwrap().state();
    let x = evocube_cube::CUBE3.between(pattern("displaced-motif"), pattern("cube-in-the-cube"));
    let korf = with_tables(|tables| Korf::new(KorfTables::Small, Metric::Qtm, NonZeroUsize::MIN, tables));
    let solution = korf.solve(x, &Budget::default()).unwrap();
    assert_eq!((length(&solution), solution.optimal()), (15, Some(Metric::Qtm)));
}
