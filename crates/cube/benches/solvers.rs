//! Times of the solvers `pocket` (with its table in both metrics, and without), `thistlethwaite` and `macros` for random states and for
//! their tables, and of `korf` with small tables for a node of one state. Run by `cargo bench --bench solvers`. Every answer is asserted.
//! Machines are noisy: compare figures of one run only. `kociemba` and `layers` have benches of their own.

mod common;

use std::hint::black_box;
use std::num::NonZeroUsize;

use common::{Work, show_times};
use evocube_cube::search::{Korf, KorfTables, Macros, Pocket, TableSource, Thistlethwaite};
use evocube_cube::solver::Cancelled;
use evocube_cube::{Budget, CUBE2, CUBE3, Cube3, Metric, Puzzle, Seed, Solver, Turn};

/// Solves so many random states; they take so many turns together, before cancelling.
fn solving<P: Puzzle<Move = Turn>>(puzzle: P, solver: &dyn Solver<P::State>, states: u64, expected: usize) -> Work<'_> {
    let seed = Seed::from_number(2004);
    let random: Vec<_> = (0..states).map(|number| puzzle.random(&mut seed.numbered_stream(number))).collect();
    let solve = |state: &P::State| solver.solve(*state, &Budget::default()).expect("every state is solved");
    assert!(random.iter().all(|state| puzzle.is_solved(puzzle.apply_all(*state, solve(state).moves()))));
    Box::new(move || {
        let turns = random.iter().map(|state| solve(black_box(state)).moves().len());
        assert_eq!(turns.sum::<usize>(), expected, "the moves for these states");
        states
    })
}

/// Builds the tables of a solver.
fn building<'a, S>(build: impl Fn() -> S + 'a) -> Work<'a> {
    Box::new(move || {
        black_box(build());
        1
    })
}

fn pocket() {
    let (htm, qtm) = (Pocket::new(Metric::Htm), Pocket::new(Metric::Qtm));
    let without_table = Pocket::without_table(Metric::Htm);
    show_times(
        "pocket",
        &mut [
            ("a state, htm", solving(CUBE2, &htm, 1_000, 8_683)),
            ("its table, htm", building(|| Pocket::new(Metric::Htm))),
            ("a state, qtm", solving(CUBE2, &qtm, 1_000, 9_480)),
            ("its table, qtm", building(|| Pocket::new(Metric::Qtm))),
            ("a state without a table", solving(CUBE2, &without_table, 20, 174)),
        ],
    );
}

fn thistlethwaite() -> Result<(), Cancelled> {
    let tables = &TableSource::IN_MEMORY;
    let (solver, method) = (Thistlethwaite::new(tables)?, Thistlethwaite::with(1, 1, tables)?);
    show_times(
        "thistlethwaite",
        &mut [
            ("a state", solving(CUBE3, &solver, 200, 4_718)),
            ("a state by the method alone", solving(CUBE3, &method, 200, 6_266)),
            ("its tables", building(|| Thistlethwaite::new(tables))),
        ],
    );
    Ok(())
}

fn macros() -> Result<(), Cancelled> {
    let tables = &TableSource::IN_MEMORY;
    let solver = Macros::new(tables)?;
    show_times(
        "macros",
        &mut [("a state", solving(CUBE3, &solver, 200, 14_715)), ("its rows", building(|| Macros::new(tables)))],
    );
    Ok(())
}

fn korf() -> Result<(), Cancelled> {
    let korf = Korf::new(KorfTables::Small, Metric::Htm, NonZeroUsize::MIN, &TableSource::IN_MEMORY)?;
    let state: Cube3 = "D F2 U' L B2 R D' F U2 R' B L2 U F'".parse().expect("moves");
    let search = || {
        let solution = korf.solve(black_box(state), &Budget::default()).expect("there is no limit");
        assert_eq!((solution.moves().len(), solution.optimal()), (14, Some(Metric::Htm)));
        solution.nodes()
    };
    show_times("korf, small tables", &mut [("a node of a state at distance 14", Box::new(search))]);
    Ok(())
}

fn main() -> Result<(), Cancelled> {
    pocket();
    thistlethwaite()?;
    macros()?;
    korf()
}
