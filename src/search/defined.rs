//! Fewest moves on a puzzle that is data, by [search from both ends](super::bidirectional).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use crate::puzzle::defined::{Definition, MOST_PIECES, Move, State, Word};
use crate::solver::Budget;

/// The most states that are kept, some half a gigabyte: a search that needs more is given up.
pub const MOST_STATES: usize = 4_000_000;
/// How many states are expanded between two looks at the clock.
const LOOK: u64 = 1024;

/// A shortest way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundWord {
    /// The moves.
    pub word: Word,
    /// How many states were expanded.
    pub expanded: u64,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no way was found to {depth} moves, after {expanded} states; a search keeps at most {MOST_STATES}")]
pub struct GivenUp {
    /// How many states were expanded.
    pub expanded: u64,
    /// No way has fewer moves than this.
    pub depth: usize,
}

/// What is seen in each position: the place at which the first of the pieces that look like this one lies there as it does
/// when it is at home.
type Look = [u8; MOST_PIECES];

/// The states seen from one end.
struct Side {
    /// Each with the move that led to it, as it is made from the start to the goal; the end itself has none.
    seen: HashMap<Look, Option<Move>>,
    layer: Vec<Look>,
}

impl Side {
    fn new(end: Look) -> Self {
        Self { seen: HashMap::from([(end, None)]), layer: vec![end] }
    }
}

/// Looks of a puzzle, and what moves make of them.
struct Looks<'a> {
    puzzle: &'a Definition,
    /// For each move and position where what is there goes, and by how much it is turned.
    goes: Vec<Vec<(usize, u8)>>,
}

impl<'a> Looks<'a> {
    fn new(puzzle: &'a Definition) -> Self {
        let layout = puzzle.layout();
        let goes = |one: Move| {
            let effect = puzzle.effect(one);
            effect.places(layout.pieces()).iter().map(|&place| layout.position(place)).collect()
        };
        Self { puzzle, goes: puzzle.moves().map(goes).collect() }
    }

    fn of(&self, state: State) -> Look {
        let mut look = [0; MOST_PIECES];
        for (position, (piece, orientation)) in self.puzzle.seen(state).into_iter().enumerate() {
            look[position] = self.puzzle.layout().homes()[self.puzzle.like(piece)] + orientation;
        }
        look
    }

    fn after(&self, look: &Look, one: Move) -> Look {
        let layout = self.puzzle.layout();
        let mut after = [0; MOST_PIECES];
        for (position, &(to, turned)) in self.goes[one.index()].iter().enumerate() {
            let (piece, orientation) = layout.position(look[position]);
            let ways = layout.orbit_of(piece).orientations;
            after[to] = look[position] - orientation + (orientation + turned) % ways;
        }
        after
    }
}

/// A way with fewest moves to a state that looks solved. Of several the first in the order of the moves is taken.
///
/// Limits of time and nodes (states expanded) are obeyed, and there is one of memory: [`MOST_STATES`].
///
/// # Errors
/// If a limit is reached.
pub fn shortest(puzzle: &Definition, start: State, budget: &Budget) -> Result<FoundWord, GivenUp> {
    let looks = Looks::new(puzzle);
    let moves: Vec<Move> = puzzle.moves().collect();
    let (begin, limit) = (Instant::now(), budget.nodes.unwrap_or(u64::MAX));
    let (mut forward, mut backward) = (Side::new(looks.of(start)), Side::new(looks.of(puzzle.solved())));
    let (mut expanded, mut depth) = (0, 0);
    if puzzle.is_solved(start) {
        return Ok(FoundWord { word: Word::EMPTY, expanded });
    }
    loop {
        let ahead = forward.layer.len() <= backward.layer.len();
        let (side, other) = if ahead { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let mut next = Vec::new();
        for look in std::mem::take(&mut side.layer) {
            let late = || {
                let is_over = || budget.time.is_some_and(|time| begin.elapsed() >= time);
                expanded % LOOK == 0 && (budget.cancellation.is_requested() || is_over())
            };
            if expanded == limit || side.seen.len() + other.seen.len() > MOST_STATES || late() {
                return Err(GivenUp { expanded, depth });
            }
            expanded += 1;
            for &one in &moves {
                let reached = looks.after(&look, if ahead { one } else { puzzle.inverse_move(one) });
                if let Entry::Vacant(new) = side.seen.entry(reached) {
                    new.insert(Some(one));
                    if other.seen.contains_key(&reached) {
                        return Ok(FoundWord { word: way(&looks, [&forward, &backward], reached), expanded });
                    }
                    next.push(reached);
                }
            }
        }
        side.layer = next;
        depth += 1;
    }
}

/// The moves from the start to the goal through a state that both sides have.
fn way(looks: &Looks<'_>, [forward, backward]: [&Side; 2], meeting: Look) -> Word {
    let mut moves = Vec::new();
    let mut look = meeting;
    while let Some(one) = forward.seen[&look] {
        moves.push(one);
        look = looks.after(&look, looks.puzzle.inverse_move(one));
    }
    moves.reverse();
    look = meeting;
    while let Some(one) = backward.seen[&look] {
        moves.push(one);
        look = looks.after(&look, one);
    }
    moves.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::puzzle::defined::Shipped;
    use crate::rng::Seed;
    use crate::solver::Cancellation;

    #[test]
    fn the_way_is_shortest() {
        let pyraminx = Shipped::Pyraminx.definition();
        let length = |moves: &str| {
            let start = pyraminx.apply_all(pyraminx.solved(), &pyraminx.read_moves(moves).unwrap());
            let word = shortest(&pyraminx, start, &Budget::default()).unwrap().word;
            assert!(pyraminx.is_solved(pyraminx.apply_all(start, &word)), "{moves}");
            word.len()
        };
        assert_eq!(["", "U", "U U", "U u L' U L", "u l r b", "[U, L]"].map(length), [0, 1, 1, 5, 4, 4]);
        // Nobody needs more than 11 moves, and 90 states of 3,149,280 do.
        let skewb = Shipped::Skewb.definition();
        let mut stream = Seed::from_number(3).stream();
        for _ in 0..5 {
            let start = skewb.random(&mut stream);
            let word = shortest(&skewb, start, &Budget::default()).unwrap().word;
            assert!(word.len() <= 11 && skewb.is_solved(skewb.apply_all(start, &word)));
        }
    }

    #[test]
    fn pieces_that_look_alike_may_change_places() {
        let text = "name = \"two\"\n[[orbit]]\nname = \"a\"\npieces = \"1 2 3 4\"\nalike = [\"1 3\"]\n\
                    [[move]]\nname = \"x\"\ncycles = { a = [\"1 2 3 4\"] }\n[[move]]\nname = \"y\"\ncycles = { a = [\"1 2\"] }\n";
        let puzzle = Definition::parse(text).unwrap();
        // 1 and 3 have changed places with each other in the end.
        let start = puzzle.read_state("a 2 3 1 4").unwrap();
        let found = shortest(&puzzle, start, &Budget::default()).unwrap();
        assert_eq!(puzzle.write_moves(&found.word), "y");
    }

    #[test]
    fn limits_stop_it() {
        let skewb = Shipped::Skewb.definition();
        let start = skewb.random(&mut Seed::from_number(4).stream());
        let stopped = |budget: Budget| shortest(&skewb, start, &budget).unwrap_err().expanded;
        assert_eq!(stopped(Budget { nodes: Some(5), ..Budget::default() }), 5);
        assert_eq!(stopped(Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() }), 0);
        static CANCELLED: AtomicBool = AtomicBool::new(true);
        assert_eq!(stopped(Budget { cancellation: Cancellation::by(&CANCELLED), ..Budget::default() }), 0);
    }
}
