//! [`SearchDirection`]: a way to search a state of the 3×3×3: conjugated by a symmetry, or inverted and conjugated. It gives the state to
//! search, and the moves that solve the state itself. The callers in `search::kociemba` and `route` choose the directions.

use super::Cube3;
use crate::puzzle::{Algorithm, Symmetry};

/// A transformation of a search problem: the state conjugated by a symmetry, or the inverse of that. Shortest solutions
/// have the same length. H. Kociemba's and M. Reid's solvers search in several directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchDirection {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// Whether the inverse is searched.
    pub inverted: bool,
}

impl SearchDirection {
    /// Returns the state to search.
    pub(crate) fn view(self, state: Cube3) -> Cube3 {
        let state = if self.inverted { state.inverse() } else { state };
        state.conjugate(self.symmetry)
    }

    /// Returns the distinct views of a state in these directions, each with the number of its direction. A symmetric state has
    /// equal views, of which the first is kept.
    pub(crate) fn views(directions: &[Self], state: Cube3) -> Vec<(usize, Cube3)> {
        let mut views: Vec<(usize, Cube3)> = Vec::with_capacity(directions.len());
        for (number, direction) in directions.iter().enumerate() {
            let view = direction.view(state);
            if views.iter().all(|&(_, other)| other != view) {
                views.push((number, view));
            }
        }
        views
    }

    /// Returns the moves that solve the state, given those that solve the [view](SearchDirection::view) of it.
    pub(crate) fn moves(self, moves: &Algorithm) -> Algorithm {
        let moves = moves.conjugate(self.symmetry.inverse());
        if self.inverted { moves.inverse() } else { moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Turn;

    #[test]
    fn moves_that_solve_the_view_solve_the_state() {
        let turns = [Turn::R, Turn::U3, Turn::F2, Turn::D, Turn::B3, Turn::L2];
        for symmetry in Symmetry::all() {
            for inverted in [false, true] {
                let direction = SearchDirection { symmetry, inverted };
                let moves = direction.moves(&turns.as_slice().into());
                let state = Cube3::after(&moves).inverse();
                assert!(direction.view(state).apply_all(&turns).is_solved());
            }
        }
    }

    #[test]
    fn a_symmetric_state_has_one_view_of_several_directions() {
        let directions: Vec<_> =
            Symmetry::all().map(|symmetry| SearchDirection { symmetry, inverted: false }).collect();
        assert_eq!(SearchDirection::views(&directions, Cube3::SOLVED), [(0, Cube3::SOLVED)]);
        // The face U has four rotations and four reflections: R, L, F and B are equivalent.
        let views = SearchDirection::views(&directions, Cube3::after(&[Turn::U2]));
        assert_eq!(views.len(), 6);
        assert!(views.iter().all(|&(number, view)| directions[number].view(Cube3::after(&[Turn::U2])) == view));
    }
}
