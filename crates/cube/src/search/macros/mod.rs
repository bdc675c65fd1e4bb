//! [`Macros`]: a greedy solver of the 3×3×3 with the four macros of an entry of the 2004 cube contest; unlike the entry, it takes the best
//! of all moves. Edges are solved by up to four turns or two of the macros, then corners by the two others, in 73 moves on average. Macros
//! may have setup turns. The stored table is defined here; the macro moves are made in `macro_move` and chosen in `choice`.

mod choice;
mod macro_move;

use choice::GreedyChoice;

use crate::puzzle::{Algorithm, Cube3, Metric};
use crate::solver::{Budget, Cancelled, Solution, SolutionPart, Solver, Unsolved};
use crate::table::{TableSource, TableSpec};

/// A greedy search: each step applies the macro move with the highest gain per turn. The gain is the number of pieces
/// that it moves home minus the number that it moves away. First only edges count and corners move freely; then corners
/// count and edges are preserved.
///
/// A macro move is one of
/// * one to four turns (edges only);
/// * a macro, in any of its rotations, mirror images and inverses, alone or conjugated by up to four setup turns;
/// * the product of two such macros, if it only flips two edges.
///
/// The contest entry tries sequences of up to four turns and macros one after another and applies the first that gains.
/// This search applies the best of all, and the inverse of the setup does not count among the four turns.
///
/// The search always ends, because every macro move gains, and some macro move gains until all pieces are at home:
/// * Macros cannot solve an odd permutation, such as two swapped edges. An even permutation therefore counts as five
///   pieces, one more than a turn can move away, so some turn gains.
/// * In an even permutation that is not the identity, at least three pieces are not in their positions. Every cycle of
///   three is a macro move, so one piece can move home while no other leaves.
/// * If all pieces are in their own positions, at least two edges are flipped or two corners twisted, and any two of
///   them have a macro move. It brings both edges, or at least one corner, home.
///
/// Tests check that every such case has a macro move. A solution has at most 17 macro moves for edges and 8 for
/// corners, and so at most 451 turns.
pub struct Macros {
    edges: GreedyChoice,
    corners: GreedyChoice,
}

/// The names of the two steps.
const STEPS: [&str; 2] = ["edges", "corners"];

impl Macros {
    /// Returns the solver with its macro moves.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub fn new(tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        Ok(Self::from_bytes(&tables.load(&MACRO_MOVES)?))
    }

    fn from_bytes(mut bytes: &[u8]) -> Self {
        let homes = Cube3::SOLVED.places();
        let edges = GreedyChoice::read(&homes[8..], &mut bytes);
        Self { edges, corners: GreedyChoice::read(&homes[..8], &mut bytes) }
    }
}

/// The macro moves of [`Macros`], and for every piece and place those that bring the piece home.
pub(crate) const MACRO_MOVES: TableSpec = TableSpec {
    name: "macros",
    version: 1,
    about: "macro moves, and the pieces that each brings home",
    bytes: 2_016_996,
    metric: Metric::Htm,
    build_seconds: 0,
    build: |_, _| Ok(build()),
    check: |_, _| Ok(()),
};

/// Builds [`MACRO_MOVES`]. It takes a fraction of a second, too short to report progress.
fn build() -> Vec<u8> {
    let homes = Cube3::SOLVED.places();
    let cycles = macro_move::with_setup(&macro_move::EDGES);
    let edges = [macro_move::turns(4), macro_move::flips(&cycles), cycles].concat();
    let mut bytes = Vec::new();
    GreedyChoice::new(&homes[8..], edges).write(&mut bytes);
    GreedyChoice::new(&homes[..8], macro_move::with_setup(&macro_move::CORNERS)).write(&mut bytes);
    bytes
}

impl Solver<Cube3> for Macros {
    fn name(&self) -> &'static str {
        "macros"
    }

    /// Solves every state. Nodes are the macro moves that were compared. A limit of nodes is checked after each macro
    /// move, a limit of depth at the end. A limit of time is ignored, because a solution takes a fraction of a
    /// millisecond.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let (mut now, mut moves, mut parts, mut nodes) = (state, Algorithm::EMPTY, Vec::with_capacity(2), 0);
        for (name, choice, pieces) in [(STEPS[0], &self.edges, 8..20), (STEPS[1], &self.corners, 0..8)] {
            let mut macros = Vec::new();
            while let Some(turns) = choice.best(&now.places()[pieces.clone()], now.is_odd()) {
                now = now.apply_all(&turns);
                moves.extend_from_slice(&turns);
                macros.push(turns.len());
                nodes += choice.len() as u64;
                if budget.nodes.is_some_and(|limit| nodes > limit) {
                    return Err(Unsolved::Budget { nodes });
                }
            }
            parts.push(SolutionPart::new(name, macros));
        }
        Solution::with_parts(state, moves, parts, nodes, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Turn;

    #[test]
    fn macros_solver_solves_the_cases_at_the_end_of_the_search() {
        let macros = Macros::new(&TableSource::IN_MEMORY).unwrap();
        let solve = |cube: Cube3| -> Vec<usize> {
            let solution = macros.solve(cube, &Budget::default()).expect("every state is solved");
            solution.parts().iter().map(|part| part.turns).collect()
        };
        let state = |edges: &dyn Fn(&mut [u8; 12], &mut [u8; 12]), corners: &dyn Fn(&mut [u8; 8], &mut [u8; 8])| {
            let mut vectors = Cube3::SOLVED.vectors();
            edges(&mut vectors.edge_position, &mut vectors.edge_orientation);
            corners(&mut vectors.corner_position, &mut vectors.corner_orientation);
            Cube3::from_vectors(&vectors).expect("reachable")
        };
        assert_eq!(solve(Cube3::SOLVED), [0, 0]);
        assert_eq!(solve(Cube3::after(&[Turn::F2])), [1, 0]);
        solve(state(&|_, flips| *flips = [1; 12], &|_, _| {}));
        for (a, b) in (0..12).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let flipped = state(&|_, flips| (flips[a], flips[b]) = (1, 1), &|_, _| {});
            assert_eq!(solve(flipped)[1], 0);
            // Two edges and two corners swapped, the edges flipped or not.
            for flip in [0, 1] {
                let edges = |edges: &mut [u8; 12], flips: &mut [u8; 12]| {
                    edges.swap(a, b);
                    (flips[a], flips[b]) = (flip, flip);
                };
                solve(state(&edges, &|corners, _| corners.swap(a % 8, (a + 3) % 8)));
            }
        }
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let twisted = state(&|_, _| {}, &|_, twists| (twists[a], twists[b]) = (1, 2));
            assert_eq!(solve(twisted)[0], 0);
        }
    }

    /// For edges: all states up to four turns from solved, flips of two edges, cycles of three. For corners: cycles of three,
    /// twists of two.
    #[test]
    fn macro_moves_have_their_known_numbers() {
        let bytes = build();
        assert_eq!(bytes.len(), MACRO_MOVES.bytes);
        let solver = Macros::from_bytes(&bytes);
        assert_eq!(solver.edges.len(), 18 + 243 + 3_240 + 43_239 + 66 + 1_760);
        assert_eq!(solver.corners.len(), 1_008 + 56);
    }
}
