//! [`Orientation`]: a view of a cube, rotated and perhaps inverted, so that a method that prefers one axis can be applied along every axis;
//! and the moves back. Views of the solvers are in `SearchDirection` of `evocube-cube`.

use evocube_cube::puzzle::{Algorithm, Cube3, Face, PuzzleKind, Symmetry, Turn};

/// Faces whose moves keep the corner DBL of a 2×2×2 at home.
const HELD: [Face; 3] = [Face::U, Face::R, Face::F];

/// A view of a state: rotated as a whole, and possibly inverted. The inverse of a solution of the inverse solves the state. M.
/// Reid and H. Kociemba use such views in the two-phase algorithm.
///
/// A state of the 2×2×2 is given as the corners of a 3×3×3 with solved edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    symmetry: Symmetry,
    inverted: bool,
}

impl Orientation {
    /// Returns the number of orientations, each of the state or of its inverse. The 3×3×3 has six ordered pairs of axes, the
    /// 2×2×2 three rotations that keep the corner DBL at home.
    pub const fn count(puzzle: PuzzleKind) -> usize {
        match puzzle {
            PuzzleKind::Cube3 => 12,
            PuzzleKind::Cube2 => 6,
        }
    }

    /// Returns orientation n modulo [`Orientation::count`]. Number 0 is the state itself; the first half of the orientations
    /// differ in their axes, and the second half are their inverses.
    pub fn number(puzzle: PuzzleKind, n: usize) -> Self {
        let keeps = |symmetry: &Symmetry| match puzzle {
            PuzzleKind::Cube3 => true,
            PuzzleKind::Cube2 => HELD.iter().all(|&face| HELD.contains(&symmetry.face(face))),
        };
        let axes = |symmetry: &Symmetry| [Face::F, Face::U].map(|face| symmetry.face(face).index() % 3);
        let views = Self::count(puzzle) / 2;
        let mut all: Vec<Symmetry> = Vec::with_capacity(views);
        for symmetry in Symmetry::rotations().filter(keeps) {
            if all.iter().all(|other| axes(other) != axes(&symmetry)) {
                all.push(symmetry);
            }
        }
        Self { symmetry: all[n % views], inverted: n / views % 2 == 1 }
    }

    /// Returns the view of a state.
    pub fn view(self, state: Cube3) -> Cube3 {
        let state = if self.inverted { state.inverse() } else { state };
        state.conjugate(self.symmetry)
    }

    /// Returns the simplified moves that solve a state, given moves that solve its view.
    pub fn back(self, turns: &[Turn]) -> Algorithm {
        let moves = Algorithm::from(turns).conjugate(self.symmetry.inverse());
        if self.inverted { moves.inverse() } else { moves }.simplify()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::Seed;

    #[test]
    fn solutions_of_every_view_solve_the_state() {
        for (puzzle, turns) in [
            (PuzzleKind::Cube3, [Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2, Turn::B]),
            (PuzzleKind::Cube2, [Turn::R, Turn::U2, Turn::F3, Turn::R2, Turn::U3, Turn::F]),
        ] {
            for n in 0..Orientation::count(puzzle) {
                let orientation = Orientation::number(puzzle, n);
                let back = orientation.back(&turns);
                // A state whose view the turns solve.
                let state = Cube3::SOLVED.apply_all(&back).inverse();
                assert_eq!(orientation.view(state).apply_all(&turns), Cube3::SOLVED, "orientation {n}");
                assert!(puzzle == PuzzleKind::Cube3 || back.iter().all(|turn| HELD.contains(&turn.face())), "{back}");
            }
            let state = Cube3::random(&mut Seed::from_number(1).stream());
            let views: std::collections::HashSet<Cube3> =
                (0..Orientation::count(puzzle)).map(|n| Orientation::number(puzzle, n).view(state)).collect();
            assert_eq!(views.len(), Orientation::count(puzzle));
        }
    }
}
