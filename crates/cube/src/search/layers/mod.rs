//! [`Layers`]: the seven-step method for the 3×3×3, layer by layer (M. Abreu García, "Resolución rápida del cubo de Rubik", Universidad
//! Carlos III de Madrid, 2011, chapter 5). Its solutions are long: 86 moves on average. Its steps are in `cross`, `placing` and `lookup`.

mod cross;
mod lookup;
mod macros;
mod placing;

use cross::CrossSearch;
use lookup::{LayerFeature, MacroTable};
use placing::Placing;

use crate::puzzle::{Algorithm, Cube3, Place, Turn};
use crate::solver::{Budget, Solution, SolutionPart, Solver, Unsolved};

/// The seven-step method: the cross on U (step 1), the corners of U (2), the edges of the middle layer (3). Then come
/// the flips (4) and positions (5) of the edges of D, and the positions (6) and twists (7) of the corners of D.
///
/// Step 1 is an optimal search. Every other step applies macros, which preserve the earlier steps. The computed effect
/// of a copy determines the cases to which it applies, and the construction of every table asserts that each case has a
/// macro. Of several macros, the first with the fewest moves is used.
///
/// Choices that the thesis leaves open, and deviations from it:
/// * Steps 2 and 3 use the best order of the pieces; the thesis uses any order.
/// * A macro's leading turn of D merges with the turn that brings a piece under its slot. The macros that move a corner
///   down and into its slot are chosen together, as the shortest pair for the slots that are not yet solved.
/// * Steps 5 to 7 also use mirror images; the thesis uses rotations only.
///
/// Solutions are 86 moves long on average (half-turn metric, before anything cancels): see `docs/solvers.md`.
///
/// ```
/// use evocube_cube::search::Layers;
/// use evocube_cube::{Budget, Cube3, Seed, Solver};
/// let state = Cube3::random(&mut Seed::from_number(1).stream());
/// let solution = Layers::new().solve(state, &Budget::default())?;
/// assert!(state.apply_all(solution.moves()).is_solved());
/// # Ok::<(), evocube_cube::Unsolved>(())
/// ```
pub struct Layers {
    cross: CrossSearch,
    u_corners: Placing,
    middle_edges: Placing,
    d_cross: MacroTable,
    d_edges: MacroTable,
    d_corners: MacroTable,
    d_twists: MacroTable,
}

/// The names of the seven steps, in order.
const STEPS: [&str; 7] =
    ["cross on U", "corners of U", "middle edges", "cross on D", "edges of D", "corners of D", "twists of D"];

/// Places in the solved state, by piece as in [`Cube3::places`].
fn homes(pieces: impl IntoIterator<Item = usize>) -> Vec<Place> {
    let places = Cube3::SOLVED.places();
    pieces.into_iter().map(|piece| places[piece]).collect()
}

impl Layers {
    /// Returns the solver, with its tables.
    pub fn new() -> Self {
        // Pieces: corners of U 0–3 and of D 4–7; edges of U 8–11, of D 12–15, of the middle 16–19.
        let u_cross = homes(8..12);
        let u_layer = homes((0..4).chain(8..12));
        let two_layers = homes((0..4).chain(8..12).chain(16..20));
        let but_corners = homes((0..4).chain(8..20));
        let anywhere: Vec<Place> = (0..24).collect();
        let lower_edges: Vec<Place> = (32..48).collect();
        Self {
            cross: CrossSearch::new(),
            u_corners: Placing::new(macros::U_CORNERS, [0, 1, 2, 3], &u_cross, &anywhere),
            middle_edges: Placing::new(macros::MIDDLE_EDGES, [16, 17, 18, 19], &u_layer, &lower_edges),
            d_cross: MacroTable::new(LayerFeature::Flips, macros::D_CROSS, false, &two_layers),
            d_edges: MacroTable::new(LayerFeature::Edges, macros::D_EDGES, true, &two_layers),
            d_corners: MacroTable::new(LayerFeature::Corners, macros::D_CORNERS, false, &but_corners),
            d_twists: MacroTable::new(LayerFeature::Twists, macros::D_TWISTS, false, &but_corners),
        }
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver<Cube3> for Layers {
    fn name(&self) -> &'static str {
        "layers"
    }

    /// Solves every state. Nodes are the states that A* expanded, the macros that were tried in steps 2 and 3, and one
    /// for each of the other steps with moves. A limit of nodes is checked in A* and after each step, a limit of depth
    /// (half-turn metric) at the end. A limit of time is ignored, because a solution takes less than a millisecond.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let limit = budget.nodes.unwrap_or(u64::MAX);
        let (turns, expanded) = self.cross.solve(state, limit)?;
        let mut solution =
            StepwiseSolution { state, moves: Algorithm::EMPTY, parts: Vec::with_capacity(7), nodes: 0, limit };
        solution.add(&[&turns], expanded)?;
        for step in [&self.u_corners, &self.middle_edges] {
            let (macros, node_count) = step.solve(solution.state);
            solution.add(&macros, node_count)?;
        }
        for step in [&self.d_cross, &self.d_edges, &self.d_corners, &self.d_twists] {
            let turns = step.solve(solution.state);
            solution.add(&[turns], u64::from(!turns.is_empty()))?;
        }
        let StepwiseSolution { moves, parts, nodes, .. } = solution;
        Solution::with_parts(state, moves, parts, nodes, budget)
    }
}

/// A solution under construction.
struct StepwiseSolution {
    state: Cube3,
    moves: Algorithm,
    parts: Vec<SolutionPart>,
    nodes: u64,
    limit: u64,
}

impl StepwiseSolution {
    /// Adds the next step, macro by macro.
    fn add(&mut self, macros: &[&[Turn]], nodes: u64) -> Result<(), Unsolved> {
        for turns in macros {
            self.state = self.state.apply_all(turns);
            self.moves.extend_from_slice(turns);
        }
        let lengths = macros.iter().map(|turns| turns.len()).collect();
        self.parts.push(SolutionPart::new(STEPS[self.parts.len()], lengths));
        self.nodes += nodes;
        if self.nodes > self.limit { Err(Unsolved::Budget { nodes: self.nodes }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_steps_of_layers_add_no_moves() {
        let layers = Layers::new();
        let turns = |cube: Cube3| -> Vec<usize> {
            let solution = layers.solve(cube, &Budget::default()).expect("every state is solved");
            solution.parts().iter().map(|part| part.turns).collect()
        };
        assert_eq!(turns(Cube3::SOLVED), [0; 7]);
        // After a turn of D, only step 5 has a move.
        assert_eq!(turns(Cube3::after(&[Turn::D])), [0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(turns(Cube3::after(&[Turn::R])), [1, 0, 0, 0, 0, 0, 0]);
    }
}
