//! Bidirectional breadth-first search: from the state and from the solved one at once, so that each side goes half the
//! way (I. Pohl, "Bi-directional search", 1971). It needs no table, and the memory of two half-deep searches.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use super::astar::{Found, Stopped};
use crate::puzzle::Puzzle;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::solver::Budget;

/// How many states are expanded between two looks at the clock.
const LOOK: u64 = 1024;

/// The states reached from one end.
struct Side<P> {
    /// Every state reached, with the turn on the way from the start to the goal that joins it to its neighbour: the
    /// turn before it on the side of the start, the turn after it on the side of the goal. The end itself has none.
    seen: HashMap<P, Option<Turn>>,
    /// Those that were reached last.
    layer: Vec<P>,
}

impl<P: Puzzle> Side<P> {
    fn new(end: P) -> Self {
        Self { seen: HashMap::from([(end, None)]), layer: vec![end] }
    }
}

/// A shortest way by some turns from a state to the solved one: whole layers are added on the side whose last layer is
/// smaller, and the first state that both sides have lies on a shortest way. The set of turns must hold the inverse of
/// each. Of several ways the first in the order of the turns is taken.
///
/// Limits of time, nodes (states expanded) and depth (turns) are obeyed.
///
/// # Errors
/// If a limit is reached, or the turns do not lead there.
pub fn bidirectional<P: Puzzle>(start: P, moves: MoveSet, budget: &Budget) -> Result<Found, Stopped> {
    let turns: Vec<_> = moves.iter().collect();
    let begin = Instant::now();
    let limit = budget.nodes.unwrap_or(u64::MAX);
    let (mut forward, mut backward) = (Side::new(start), Side::new(P::SOLVED));
    let (mut expanded, mut depth) = (0, 0);
    if start.is_solved() {
        return Ok(Found { turns: Vec::new(), expanded });
    }
    while !forward.layer.is_empty() && !backward.layer.is_empty() && budget.depth.is_none_or(|most| depth < most) {
        let ahead = forward.layer.len() <= backward.layer.len();
        let (side, other) = if ahead { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let mut next = Vec::new();
        for state in std::mem::take(&mut side.layer) {
            let late = || {
                let is_over = || budget.time.is_some_and(|time| begin.elapsed() >= time);
                expanded % LOOK == 0 && (budget.cancellation.is_requested() || is_over())
            };
            if expanded == limit || late() {
                return Err(Stopped { expanded });
            }
            expanded += 1;
            for &turn in &turns {
                let reached = state.apply(if ahead { turn } else { turn.inverse() });
                if let Entry::Vacant(new) = side.seen.entry(reached) {
                    new.insert(Some(turn));
                    if other.seen.contains_key(&reached) {
                        return Ok(Found { turns: way(&forward, &backward, reached), expanded });
                    }
                    next.push(reached);
                }
            }
        }
        side.layer = next;
        depth += 1;
    }
    Err(Stopped { expanded })
}

/// The turns from the start to the goal through a state that both sides have.
fn way<P: Puzzle>(forward: &Side<P>, backward: &Side<P>, meeting: P) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut state = meeting;
    while let Some(turn) = forward.seen[&state] {
        turns.push(turn);
        state = state.apply(turn.inverse());
    }
    turns.reverse();
    state = meeting;
    while let Some(turn) = backward.seen[&state] {
        turns.push(turn);
        state = state.apply(turn);
    }
    turns
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::puzzle::algorithm::Algorithm;
    use crate::puzzle::cube3::Cube3;
    use crate::solver::Cancellation;

    fn shortest(start: Cube3, moves: MoveSet) -> usize {
        let found = bidirectional(start, moves, &Budget::default()).expect("the turns lead there");
        assert!(start.apply_all(&found.turns).is_solved());
        assert!(found.turns.iter().all(|&turn| moves.contains(turn)));
        found.turns.len()
    }

    #[test]
    fn the_way_is_shortest() {
        let state = |text: &str| Cube3::SOLVED.apply_all(&text.parse::<Algorithm>().expect("turns"));
        for (text, htm, qtm) in
            [("", 0, 0), ("R", 1, 1), ("R2", 1, 2), ("R R R", 1, 1), ("R U R' U'", 4, 4), ("F2 B2 U", 3, 5)]
        {
            assert_eq!(shortest(state(text), MoveSet::ALL), htm, "{text}");
            assert_eq!(shortest(state(text), MoveSet::QUARTERS), qtm, "{text}");
        }
    }

    #[test]
    fn limits_stop_it() {
        let start = Cube3::SOLVED.apply_all(&"R U F D".parse::<Algorithm>().expect("turns"));
        let expanded = |budget| bidirectional(start, MoveSet::ALL, &budget).map(|found| found.turns.len());
        assert_eq!(expanded(Budget { depth: Some(4), ..Budget::default() }), Ok(4));
        assert!(expanded(Budget { depth: Some(3), ..Budget::default() }).is_err());
        assert_eq!(expanded(Budget { nodes: Some(5), ..Budget::default() }), Err(Stopped { expanded: 5 }));
        assert_eq!(expanded(Budget { time: Some(Duration::ZERO), ..Budget::default() }), Err(Stopped { expanded: 0 }));
        static CANCELLED: AtomicBool = AtomicBool::new(true);
        let cancellation = Cancellation::by(&CANCELLED);
        assert_eq!(expanded(Budget { cancellation, ..Budget::default() }), Err(Stopped { expanded: 0 }));
    }

    #[test]
    fn what_the_turns_do_not_reach_is_not_found() {
        let start = Cube3::of(&[Turn::F]);
        let moves: MoveSet = [Turn::U, Turn::U3].into_iter().collect();
        assert!(bidirectional(start, moves, &Budget::default()).is_err());
    }
}
