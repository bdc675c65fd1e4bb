//! The random states of the 2004 cube contest, and what was published for them (source 004).

use evocube::notation::{Dialect, Format, read_as};
use evocube::search::Thistlethwaite;
use evocube::{Budget, Cube3, Puzzle, Solver};

fn states() -> Vec<Cube3> {
    let lines = include_str!("data/contest_random.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_as(line, Some(Format::Pieces), Dialect::Wca).expect("a reachable state")).collect()
}

/// The turns of all solutions together, after cancelling.
fn turns(solver: &dyn Solver<Cube3>) -> usize {
    let length = |state: Cube3| {
        let moves = solver.solve(state, &Budget::default()).expect("every state is solved").moves().simplify();
        assert!(state.apply_all(&moves).is_solved());
        moves.len()
    };
    states().into_iter().map(length).sum()
}

#[test]
fn thistlethwaite_on_the_46_random_states() {
    assert_eq!(states().len(), 46);
    // Published for another program of the same method: 1418 turns, 30.83 on average.
    assert_eq!(turns(&Thistlethwaite::with(1, 1)), 1_403);
    assert_eq!(turns(&Thistlethwaite::new()), 1_068);
}
