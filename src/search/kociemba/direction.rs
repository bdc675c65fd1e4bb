//! [`Direction`]: six ways to look at a state.

use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Face;

/// A state held so that another axis is vertical, or its inverse: another problem of the same length, whose phase 1 may
/// be shorter. (The other symmetries keep the axis or do the same as one of these.)
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    symmetry: Symmetry,
    inverse: bool,
}

impl Direction {
    /// All six: the three axes, then those of the inverse.
    pub(super) fn all() -> [Self; 6] {
        // About the diagonal through the corner URF.
        const CYCLE: [Face; 6] = [Face::R, Face::F, Face::U, Face::L, Face::B, Face::D];
        let third = Symmetry::from_faces(|face| CYCLE[face.index()]).expect("a rotation by 120°");
        let axes = [Symmetry::IDENTITY, third, third.then(third)];
        std::array::from_fn(|number| Self { symmetry: axes[number % 3], inverse: number >= 3 })
    }

    /// The state as it is seen.
    pub(super) fn see(self, state: Cube3) -> Cube3 {
        let state = if self.inverse { state.inverse() } else { state };
        state.conjugate(self.symmetry)
    }

    /// The moves that solve a state, given those that solve what is seen of it.
    pub(super) fn moves(self, seen: &Algorithm) -> Algorithm {
        let moves = seen.conjugate(self.symmetry.inverse());
        if self.inverse { moves.inverse() } else { moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::turn::Turn;

    #[test]
    fn what_solves_the_view_solves_the_state() {
        let turns = [Turn::R, Turn::U3, Turn::F2, Turn::D, Turn::B3, Turn::L2];
        let state = Cube3::of(&turns);
        for direction in Direction::all() {
            let seen: Algorithm = turns.as_slice().into();
            // The way back, seen as the state is.
            let back = seen.inverse();
            let seen = if direction.inverse { back.inverse() } else { back }.conjugate(direction.symmetry);
            assert!(direction.see(state).apply_all(&seen).is_solved());
            assert!(state.apply_all(&direction.moves(&seen)).is_solved());
        }
        let verticals: Vec<_> = Direction::all().iter().map(|direction| direction.symmetry.face(Face::U)).collect();
        assert_eq!(verticals[..3], [Face::U, Face::R, Face::F]);
    }
}
