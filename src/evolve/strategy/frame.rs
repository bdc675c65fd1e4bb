//! [`Frame`]: one of the ways to look at a cube, so that a way of solving that prefers an axis can be tried along all.

use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Face;
use crate::puzzle::{Puzzle, turn::Turn};

/// How many frames there are: two axes in order (6 ways), the state or its inverse.
pub const FRAMES: usize = 12;

/// A view of a state: turned as a whole, and possibly its inverse (whose solutions, inverted, solve the state). Tried
/// by M. Reid and H. Kociemba for the two-phase algorithm; the same helps any chain of subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    symmetry: Symmetry,
    inverted: bool,
}

impl Frame {
    /// Frame n modulo [`FRAMES`]; the first is the state itself. Neighbours differ in axes, then in direction.
    #[must_use]
    pub fn number(n: usize) -> Self {
        let axes = |symmetry: &Symmetry| [Face::F, Face::U].map(|face| symmetry.face(face).index() % 3);
        let mut all: Vec<Symmetry> = Vec::with_capacity(FRAMES / 2);
        for symmetry in Symmetry::rotations() {
            if all.iter().all(|other| axes(other) != axes(&symmetry)) {
                all.push(symmetry);
            }
        }
        Self { symmetry: all[n % (FRAMES / 2)], inverted: n / (FRAMES / 2) % 2 == 1 }
    }

    /// The state as it looks from here.
    #[must_use]
    pub fn view(self, state: Cube3) -> Cube3 {
        let state = if self.inverted { state.inverse() } else { state };
        state.conjugate(self.symmetry)
    }

    /// What solves the state, given what solves the view of it; simplified.
    #[must_use]
    pub fn back(self, turns: &[Turn]) -> Algorithm {
        let moves = Algorithm::from(turns).conjugate(self.symmetry.inverse());
        if self.inverted { moves.inverse() } else { moves }.simplify()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn solutions_come_back_from_every_frame() {
        let turns = [Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2, Turn::B];
        for n in 0..FRAMES {
            let frame = Frame::number(n);
            // A state whose view the turns solve.
            let state = Cube3::SOLVED.apply_all(&frame.back(&turns)).inverse();
            assert_eq!(frame.view(state).apply_all(&turns), Cube3::SOLVED, "frame {n}");
        }
        let state = Cube3::random(&mut Seed::from_number(1).stream());
        let views: std::collections::HashSet<Cube3> = (0..FRAMES).map(|n| Frame::number(n).view(state)).collect();
        assert_eq!(views.len(), FRAMES);
    }
}
