//! [`Bidirectional`]: solutions of any puzzle with the fewest moves, breadth-first from the start and the solved state (I. Pohl,
//! "Bi-directional search", 1971). The function [`bidirectional()`] does so with a set of moves. It needs no table, and gives up at
//! 4,000,000 states, long before distant states of the 3×3×3. The depth-first search of refinements is in `route`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::puzzle::{Algorithm, Metric, Puzzle};
use crate::solver::{Budget, Solution, Solver, Unsolved};

/// The maximum number of states in memory, about half a gigabyte.
pub(crate) const MAX_STATES: usize = 4_000_000;
/// The number of expanded states between two checks of time.
const CLOCK_INTERVAL: u64 = 1024;

/// Bidirectional search as a solver of any puzzle.
#[derive(Clone, Debug)]
pub struct Bidirectional<P>(pub Arc<P>);

impl<P: Puzzle> Solver<P::State, P::Move> for Bidirectional<P> {
    fn name(&self) -> &'static str {
        "search"
    }

    /// Finds a shortest solution in the half-turn metric, within 4,000,000 stored states. Nodes are expanded
    /// states.
    fn solve(&self, state: P::State, budget: &Budget) -> Result<Solution<P::State, P::Move>, Unsolved> {
        let solution = bidirectional(&*self.0, state, &self.0.moves(), budget)?;
        Ok(solution.proved_optimal(Metric::Htm))
    }
}

/// The frontier search from one end. States that look the same have one representative.
struct FrontierSearch<P: Puzzle> {
    /// Every reached state, with its move on the path from start to goal: on the side of the start the move to it, on
    /// the side of the goal the move from it. `None` for the end itself.
    seen: HashMap<P::State, Option<P::Move>>,
    /// The frontier: the states of the last layer.
    frontier: Vec<P::State>,
}

impl<P: Puzzle> FrontierSearch<P> {
    fn new(end: P::State) -> Self {
        Self { seen: HashMap::from([(end, None)]), frontier: vec![end] }
    }
}

/// Finds a shortest path by these moves from a state to one that looks solved. The set of moves must be closed under
/// inversion. Of several shortest paths, the first in the order of the moves is returned.
///
/// The search expands whole layers on the side with the smaller frontier. The first state that both sides have reached
/// is on a shortest path. The budget limits time, nodes (expanded states) and depth (moves); 4,000,000 stored states limit the
/// memory.
///
/// # Errors
/// If a limit is reached, or the moves do not lead to a solved state. Every error holds a lower bound of the number of
/// moves.
///
/// ```
/// use evocube_cube::search::bidirectional::bidirectional;
/// use evocube_cube::{Budget, CUBE3, Cube3, Turn};
/// let solution = bidirectional(&CUBE3, Cube3::after(&[Turn::R, Turn::U]), &Turn::ALL, &Budget::default())?;
/// assert_eq!(solution.moves().to_string(), "U' R'");
/// # Ok::<(), evocube_cube::Unsolved>(())
/// ```
pub fn bidirectional<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    moves: &[P::Move],
    budget: &Budget,
) -> Result<Solution<P::State, P::Move>, Unsolved> {
    let end = budget.end();
    let limit = budget.nodes.unwrap_or(u64::MAX);
    let ends = [start, puzzle.solved()].map(|end| puzzle.canonical(end));
    let [mut forward, mut backward] = ends.map(FrontierSearch::<P>::new);
    let (mut expanded, mut depth) = (0, 0);
    if puzzle.is_solved(start) {
        return Solution::for_puzzle(puzzle, start, Algorithm::EMPTY, expanded);
    }
    while !forward.frontier.is_empty() && !backward.frontier.is_empty() && budget.depth.is_none_or(|max| depth < max) {
        let ahead = forward.frontier.len() <= backward.frontier.len();
        let (side, other) = if ahead { (&mut forward, &backward) } else { (&mut backward, &forward) };
        let mut next = Vec::new();
        for state in std::mem::take(&mut side.frontier) {
            if side.seen.len() + other.seen.len() > MAX_STATES {
                return Err(Unsolved::Memory { nodes: expanded, bound: depth, states: MAX_STATES });
            }
            if expanded == limit || (expanded % CLOCK_INTERVAL == 0 && end.is_reached()) {
                return Err(Unsolved::Bounded { nodes: expanded, bound: depth, metric: Metric::Htm });
            }
            expanded += 1;
            for &mv in moves {
                let step = if ahead { mv } else { puzzle.inverse_move(mv) };
                let reached = puzzle.canonical(puzzle.apply(state, step));
                if let Entry::Vacant(new) = side.seen.entry(reached) {
                    new.insert(Some(mv));
                    if other.seen.contains_key(&reached) {
                        let moves = path_through(puzzle, [&forward, &backward], reached);
                        return Solution::for_puzzle(puzzle, start, moves, expanded);
                    }
                    next.push(reached);
                }
            }
        }
        side.frontier = next;
        depth += 1;
    }
    Err(Unsolved::Impossible { nodes: expanded, length: depth, metric: Metric::Htm })
}

/// Returns the moves from the start to the goal through a state that both sides have reached.
fn path_through<P: Puzzle>(
    puzzle: &P,
    [forward, backward]: [&FrontierSearch<P>; 2],
    meeting: P::State,
) -> Algorithm<P::Move> {
    let step = |state, mv| puzzle.canonical(puzzle.apply(state, mv));
    let mut moves = Vec::new();
    let mut state = meeting;
    while let Some(mv) = forward.seen[&state] {
        moves.push(mv);
        state = step(state, puzzle.inverse_move(mv));
    }
    moves.reverse();
    state = meeting;
    while let Some(mv) = backward.seen[&state] {
        moves.push(mv);
        state = step(state, mv);
    }
    moves.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::puzzle::notation::Dialect;
    use crate::puzzle::spec::{PuzzleSpec, Shipped, SpecMove, SpecState};
    use crate::puzzle::{Algorithm, CUBE3, Cube3, MoveSet, Turn};
    use crate::rng::Seed;
    use crate::solver::Cancellation;

    fn shortest(start: Cube3, moves: MoveSet) -> usize {
        let turns: Vec<Turn> = moves.iter().collect();
        let solution = bidirectional(&CUBE3, start, &turns, &Budget::default()).expect("the turns lead there");
        assert!(start.apply_all(solution.moves()).is_solved());
        assert!(solution.moves().iter().all(|&turn| moves.contains(turn)));
        solution.moves().len()
    }

    #[test]
    fn bidirectional_search_finds_a_shortest_path() {
        let state = |text: &str| Cube3::SOLVED.apply_all(&text.parse::<Algorithm>().expect("turns"));
        for (text, htm, qtm) in
            [("", 0, 0), ("R", 1, 1), ("R2", 1, 2), ("R R R", 1, 1), ("R U R' U'", 4, 4), ("F2 B2 U", 3, 5)]
        {
            assert_eq!(shortest(state(text), MoveSet::ALL), htm, "{text}");
            assert_eq!(shortest(state(text), MoveSet::QUARTERS), qtm, "{text}");
        }
    }

    #[test]
    fn limits_of_the_budget_stop_the_search() {
        let start = Cube3::SOLVED.apply_all(&"R U F D".parse::<Algorithm>().expect("turns"));
        let bounded = |nodes, bound| Err(Unsolved::Bounded { nodes, bound, metric: Metric::Htm });
        let expanded =
            |budget| bidirectional(&CUBE3, start, &Turn::ALL, &budget).map(|solution| solution.moves().len());
        assert_eq!(expanded(Budget { depth: Some(4), ..Budget::default() }), Ok(4));
        let impossible = expanded(Budget { depth: Some(3), ..Budget::default() });
        assert!(matches!(impossible, Err(Unsolved::Impossible { length: 3, .. })));
        assert_eq!(expanded(Budget { nodes: Some(5), ..Budget::default() }), bounded(5, 2));
        assert_eq!(expanded(Budget { time: Some(Duration::ZERO), ..Budget::default() }), bounded(0, 0));
        let cancellation = Cancellation::from(Arc::new(AtomicBool::new(true)));
        assert_eq!(expanded(Budget { cancellation, ..Budget::default() }), bounded(0, 0));
    }

    #[test]
    fn states_out_of_reach_of_the_moves_have_no_solution() {
        let start = Cube3::after(&[Turn::F]);
        assert!(bidirectional(&CUBE3, start, &[Turn::U, Turn::U3], &Budget::default()).is_err());
    }

    fn shortest_on(
        puzzle: &PuzzleSpec,
        start: SpecState,
        budget: &Budget,
    ) -> Result<Solution<SpecState, SpecMove>, Unsolved> {
        bidirectional(puzzle, start, &puzzle.moves(), budget)
    }

    #[test]
    fn a_file_defined_puzzle_has_a_shortest_path() {
        let pyraminx = Shipped::Pyraminx.spec();
        let length = |moves: &str| {
            let start = pyraminx.apply_all(pyraminx.solved(), &pyraminx.read_moves(moves, Dialect::Wca).unwrap().moves);
            let moves = shortest_on(&pyraminx, start, &Budget::default()).unwrap().moves().clone();
            assert!(pyraminx.is_solved(pyraminx.apply_all(start, &moves)));
            moves.len()
        };
        assert_eq!(["", "U", "U U", "U u L' U L", "u l r b", "[U, L]"].map(length), [0, 1, 1, 5, 4, 4]);
        // No state needs more than 11 moves.
        let skewb = Shipped::Skewb.spec();
        let mut stream = Seed::from_number(3).stream();
        for _ in 0..5 {
            let start = skewb.random(&mut stream);
            let moves = shortest_on(&skewb, start, &Budget::default()).unwrap().moves().clone();
            assert!(moves.len() <= 11 && skewb.is_solved(skewb.apply_all(start, &moves)));
        }
    }

    #[test]
    fn pieces_that_look_alike_may_be_swapped_in_the_goal() {
        let text = "name = \"two\"\n[[orbit]]\nname = \"a\"\npieces = \"1 2 3 4\"\nalike = [\"1 3\"]\n\
                    [[move]]\nname = \"x\"\ncycles = { a = [\"1 2 3 4\"] }\n[[move]]\nname = \"y\"\ncycles = { a = [\"1 2\"] }\n";
        let puzzle = PuzzleSpec::parse(text).unwrap();
        // In the goal, 1 and 3 are swapped.
        let start = puzzle.read_state("a 2 3 1 4").unwrap();
        let solution = shortest_on(&puzzle, start, &Budget::default()).unwrap();
        assert_eq!(puzzle.write_moves(solution.moves()), "y");
    }

    #[test]
    fn limits_stop_a_search_on_a_file_defined_puzzle() {
        let skewb = Shipped::Skewb.spec();
        let start = skewb.random(&mut Seed::from_number(4).stream());
        let nodes_within = |budget: Budget| shortest_on(&skewb, start, &budget).unwrap_err().nodes();
        assert_eq!(nodes_within(Budget { nodes: Some(5), ..Budget::default() }), 5);
        assert_eq!(nodes_within(Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() }), 0);
    }
}
