//! [`EffectKind`]: the kind of effect of a state of a cube, whichever pieces it changes. States of other puzzles have none.

use crate::puzzle::{Orbit, Puzzle, named};

named! {
    /// The way in which a state differs from the solved one.
    ///
    /// ```
    /// use evocube_cube::puzzle::group::EffectKind;
    /// use evocube_cube::{CUBE3, Cube3, Turn};
    /// let kind = EffectKind::classify(&CUBE3, Cube3::after(&[Turn::R, Turn::R]));
    /// assert_eq!(kind, Some(EffectKind::Turn));
    /// ```
    #[derive(PartialOrd, Ord, Hash)]
    pub enum EffectKind, "kind of effect":
    /// Nothing changes.
    Nothing = "nothing",
    /// By a single move.
    Turn = "turn",
    /// Corners are twisted in place, nothing else.
    Twist = "twist",
    /// Edges are flipped in place, nothing else.
    Flip = "flip",
    /// A cycle of three corners, nothing else.
    CornerCycle = "3-cycle of corners",
    /// A cycle of three edges, nothing else.
    EdgeCycle = "3-cycle of edges",
    /// Two swaps of two pieces, nothing else.
    TwoSwaps = "two swaps",
    /// Any other effect.
    Other = "other",
}

impl EffectKind {
    /// Returns the kind of an effect on a cube; `None` on other puzzles.
    pub fn classify<P: Puzzle>(puzzle: &P, effect: P::State) -> Option<Self> {
        puzzle.cube()?;
        let effect = puzzle.anchor(effect).0;
        if puzzle.moves().into_iter().any(|mv| puzzle.apply(puzzle.solved(), mv) == effect) {
            return Some(Self::Turn);
        }
        let orbit = |name: &str| {
            let orbit = puzzle.layout().orbits().iter().find(|orbit| orbit.name == name);
            orbit.map_or_else(Default::default, |orbit| cycles(puzzle, effect, orbit))
        };
        let ((corners, twisted), (edges, flipped)) = (orbit("corners"), orbit("edges"));
        Some(match (corners.as_slice(), edges.as_slice(), twisted, flipped) {
            ([], [], 0, 0) => Self::Nothing,
            ([], [], _, 0) => Self::Twist,
            ([], [], 0, _) => Self::Flip,
            ([3], [], 0, 0) => Self::CornerCycle,
            ([], [3], 0, 0) => Self::EdgeCycle,
            ([2], [2], 0, 0) | ([2, 2], [], 0, 0) | ([], [2, 2], 0, 0) => Self::TwoSwaps,
            _ => Self::Other,
        })
    }
}

/// Returns the lengths of the cycles of the pieces of an orbit, and the number of pieces turned in place.
fn cycles<P: Puzzle>(puzzle: &P, effect: P::State, orbit: &Orbit) -> (Vec<usize>, usize) {
    let (layout, places) = (puzzle.layout(), puzzle.places(effect));
    let places = places.as_ref();
    let mut seen = vec![false; layout.pieces()];
    let (mut lengths, mut turned) = (Vec::new(), 0);
    for first in orbit.pieces.clone().filter(|&piece| places[piece] != layout.homes()[piece]) {
        let (mut length, mut piece) = (0, first);
        while !std::mem::replace(&mut seen[piece], true) {
            length += 1;
            piece = layout.position(places[piece]).0;
        }
        match length {
            0 => {}
            1 => turned += 1,
            _ => lengths.push(length),
        }
    }
    (lengths, turned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Algorithm, CUBE2, CUBE3, Cube2, Cube3, Turn};

    #[test]
    fn known_sequences_have_the_expected_kinds_of_effect() {
        for (moves, kind) in [
            ("", EffectKind::Nothing),
            ("F2 F'", EffectKind::Turn),
            ("R U R' D R U' R' D'", EffectKind::CornerCycle),
            ("R L' U2 R' L F2", EffectKind::EdgeCycle),
            ("M2 U M2 U2 M2 U M2", EffectKind::TwoSwaps),
            ("R' U R U' R' U F R B' R B R F' R2", EffectKind::TwoSwaps),
            ("F R B L U L' U B' R' F' L' U' L U'", EffectKind::Flip),
            ("L D' L' F' D' F U F' D F L D L' U'", EffectKind::Twist),
            ("R U R' U'", EffectKind::Other),
        ] {
            let moves: Algorithm = moves.parse().unwrap();
            assert_eq!(EffectKind::classify(&CUBE3, Cube3::after(&moves)), Some(kind), "{moves}");
        }
        let cycle: Algorithm = "R U R' D R U' R' D'".parse().unwrap();
        let kind = EffectKind::classify(&CUBE2, Cube2::SOLVED.apply_all(&Cube2::anchored(cycle.iter().copied())));
        assert_eq!(kind, Some(EffectKind::CornerCycle));
        let rotated = Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3]);
        assert_eq!(EffectKind::classify(&CUBE2, rotated), Some(EffectKind::Nothing));
    }
}
