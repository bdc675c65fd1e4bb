//! [`Shape`]: what kind of effect a state has, whichever pieces it has it on.

use std::fmt;

use crate::puzzle::Puzzle;

/// What kind of effect a state has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Nothing changes.
    Nothing,
    /// One turn of a face.
    Turn,
    /// Some corners are twisted in place, nothing else.
    Twist,
    /// Some edges are flipped in place, nothing else.
    Flip,
    /// Three corners go round, nothing else.
    CornerCycle,
    /// Three edges go round, nothing else.
    EdgeCycle,
    /// Two pairs of pieces are exchanged, nothing else.
    TwoSwaps,
    /// Anything else.
    Other,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Nothing,
        Self::Turn,
        Self::Twist,
        Self::Flip,
        Self::CornerCycle,
        Self::EdgeCycle,
        Self::TwoSwaps,
        Self::Other,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Turn => "turn",
            Self::Twist => "twist",
            Self::Flip => "flip",
            Self::CornerCycle => "3-cycle of corners",
            Self::EdgeCycle => "3-cycle of edges",
            Self::TwoSwaps => "two swaps",
            Self::Other => "other",
        }
    }

    /// The shape of an effect.
    #[must_use]
    pub fn of<P: Puzzle>(effect: P) -> Self {
        if P::turns().iter().any(|turn| P::SOLVED.apply(turn) == effect) {
            return Self::Turn;
        }
        let (corners, twisted) = cycles(effect, 0..8, 3);
        let (edges, flipped) = cycles(effect, 8..P::PIECES.max(8), 2);
        match (corners.as_slice(), edges.as_slice(), twisted, flipped) {
            ([], [], 0, 0) => Self::Nothing,
            ([], [], _, 0) => Self::Twist,
            ([], [], 0, _) => Self::Flip,
            ([3], [], 0, 0) => Self::CornerCycle,
            ([], [3], 0, 0) => Self::EdgeCycle,
            ([2], [2], 0, 0) | ([2, 2], [], 0, 0) | ([], [2, 2], 0, 0) => Self::TwoSwaps,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The lengths of the cycles in which some pieces go round, and how many are only turned in place. A piece has so many
/// places in a position.
fn cycles<P: Puzzle>(effect: P, pieces: std::ops::Range<usize>, ways: u8) -> (Vec<usize>, usize) {
    let (home, places) = (P::SOLVED.places(), effect.places());
    let turned = pieces.clone().filter(|&piece| places[piece] != home[piece]);
    let position = |place: u8| usize::from((place - home[pieces.start]) / ways) + pieces.start;
    let mut seen = [false; crate::puzzle::MOST_PIECES];
    let (mut lengths, mut in_place) = (Vec::new(), 0);
    for first in turned {
        let (mut length, mut piece) = (0, first);
        while !seen[piece] {
            seen[piece] = true;
            length += 1;
            piece = position(places[piece]);
        }
        match length {
            0 => {}
            1 => in_place += 1,
            _ => lengths.push(length),
        }
    }
    (lengths, in_place)
}

/// How many pieces a state changes.
pub(super) fn changed_pieces<P: Puzzle>(effect: P) -> usize {
    let (home, places) = (P::SOLVED.places(), effect.places());
    (0..P::PIECES).filter(|&piece| home[piece] != places[piece]).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::alphabet::Effect;
    use crate::puzzle::algorithm::Algorithm;
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;

    #[test]
    fn well_known_sequences_have_their_shapes() {
        for (moves, shape) in [
            ("", Shape::Nothing),
            ("F2 F'", Shape::Turn),
            ("R U R' D R U' R' D'", Shape::CornerCycle),
            ("R L' U2 R' L F2", Shape::EdgeCycle),
            ("M2 U M2 U2 M2 U M2", Shape::TwoSwaps),
            ("R' U R U' R' U F R B' R B R F' R2", Shape::TwoSwaps),
            ("F R B L U L' U B' R' F' L' U' L U'", Shape::Flip),
            ("L D' L' F' D' F U F' D F L D L' U'", Shape::Twist),
            ("R U R' U'", Shape::Other),
        ] {
            let moves: Algorithm = moves.parse().unwrap();
            assert_eq!(Shape::of(Cube3::of(&moves)), shape, "{moves}");
        }
        let cycle: Algorithm = "R U R' D R U' R' D'".parse().unwrap();
        let shape = Shape::of(Cube2::SOLVED.apply_all(&Cube2::anchored(&cycle)));
        assert_eq!(shape, Shape::CornerCycle);
    }

    #[test]
    fn changed_pieces_are_those_of_the_effect_in_words() {
        let mut stream = Seed::from_number(5).stream();
        for _ in 0..100 {
            let cube = Cube3::random(&mut stream);
            assert_eq!(changed_pieces(cube), Effect::of(cube).pieces());
        }
    }
}
