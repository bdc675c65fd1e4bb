//! The twelve macros ("composites") of M. Herdy and G. Patone ("Evolution strategy in action: 10 ES-demonstrations",
//! 1994), as B. L. Sousa's paper prints them. Which pieces each of them moves or turns in place is checked at compile time; how it turns
//! pieces is not.

use evocube_cube::puzzle::{Cube3, Face, Turn};

/// A published macro, which changes few pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Composite {
    /// The published id. Where the paper gives two macros the same id, the second has an additional C here.
    pub(super) id: &'static str,
    /// The moves, in the notation of the World Cube Association.
    pub(super) word: &'static str,
    /// The moves and, behind their number, any others.
    turns: ([Turn; 14], usize),
}

impl Composite {
    /// Returns the moves.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns.0[..self.turns.1]
    }
}

/// Declared effect of a macro on its pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// They are flipped or twisted in place.
    InPlace,
    /// The first goes to the position of the second and so on, the last to that of the first; in any orientation.
    Cycle,
}

/// Returns a macro that changes these corners and these edges, by their numbers (see [`cube3`](evocube_cube::puzzle::cube3)), and
/// no others.
const fn composite(
    id: &'static str,
    word: &'static str,
    change: Change,
    corners: &[usize],
    edges: &[usize],
) -> Composite {
    let turns = turns(word);
    let cube = Cube3::after(turns.0.split_at(turns.1).0);
    let has_effect = is_changed(cube, change, corners, true) && is_changed(cube, change, edges, false);
    assert!(has_effect, "a composite has its declared effect");
    Composite { id, word, turns }
}

/// Returns the moves of a word, and their number.
const fn turns(word: &str) -> ([Turn; 14], usize) {
    let (letters, mut turns, mut count, mut begin) = (word.as_bytes(), [Turn::U; 14], 0, 0);
    while begin < letters.len() {
        let mut face = 0;
        while Face::ALL[face].letter() as u8 != letters[begin] {
            face += 1;
        }
        let mut end = begin + 1;
        let mut quarters = 1;
        while end < letters.len() && letters[end] != b' ' {
            quarters = if letters[end] == b'2' { 2 } else { 3 };
            end += 1;
        }
        turns[count] = Turn::new(Face::ALL[face], quarters).expect("a turn of one to three quarters");
        (count, begin) = (count + 1, end + 1);
    }
    (turns, count)
}

/// Returns whether these corners, or these edges, are changed and the others are not.
const fn is_changed(cube: Cube3, change: Change, pieces: &[usize], corners: bool) -> bool {
    let mut position = 0;
    while position < if corners { 8 } else { 12 } {
        let (piece, orientation) = if corners { cube.corner(position) } else { cube.edge(position) };
        let is_declared = match (place_in(pieces, position), change) {
            (None, _) => piece == position && orientation == 0,
            (Some(_), Change::InPlace) => piece == position && orientation != 0,
            (Some(place), Change::Cycle) => piece == pieces[(place + pieces.len() - 1) % pieces.len()],
        };
        if !is_declared {
            return false;
        }
        position += 1;
    }
    true
}

const fn place_in(numbers: &[usize], number: usize) -> Option<usize> {
    let mut place = 0;
    while place < numbers.len() {
        if numbers[place] == number {
            return Some(place);
        }
        place += 1;
    }
    None
}

use Change::{Cycle, InPlace};

const URF: usize = 0;
const UFL: usize = 1;
const ULB: usize = 2;
const UBR: usize = 3;
const UR: usize = 0;
const UF: usize = 1;
const UL: usize = 2;
const UB: usize = 3;
const DF: usize = 5;
const FR: usize = 8;
const FL: usize = 9;

/// All twelve published macros, in the published order and with their published names. Two pairs have the same effect (TCFCW and
/// TCFCCW, TIESCW and TIESCCW), so with the 18 moves they make 30 symbols of 28 effects.
pub(super) const COMPOSITES: [Composite; 12] = [
    // Two edge flip clockwise and counter-clockwise.
    composite("TEFCW", "F R B L U L' U B' R' F' L' U' L U'", InPlace, &[], &[UF, UL]),
    composite("TEFCCW", "F' L' B' R' U' R U' B L F R U R' U", InPlace, &[], &[UR, UF]),
    // Two corner flip clockwise and counter-clockwise.
    composite("TCFCW", "L D' L' F' D' F U F' D F L D L' U'", InPlace, &[URF, UFL], &[]),
    composite("TCFCCW", "R' D R F D F' U' F D' F' R' D' R U", InPlace, &[URF, UFL], &[]),
    // Three edge swap clockwise and counter-clockwise.
    composite("TESCW", "U F2 U' R' D' L' F2 L D R", Cycle, &[], &[UF, FR, FL]),
    composite("TESCCW", "U' F2 U L D R F2 R' D' L'", Cycle, &[], &[UF, FL, FR]),
    // Two edge/corner swap clockwise and counter-clockwise.
    composite("TECSCW", "R' U R U' R' U F R B' R B R F' R2", Cycle, &[URF, UFL], &[UF, UL]),
    composite("TECSCCW", "L U' L' U L U' F' L' B L' B' L' F L2", Cycle, &[URF, UFL], &[UF, UR]),
    // Three corner swap clockwise and counter-clockwise.
    composite("TCSCW", "F' U B U' F U B' U'", Cycle, &[URF, UFL, ULB], &[]),
    composite("TCSCCW", "F U' B' U F' U' B U", Cycle, &[URF, UBR, UFL], &[]),
    // Three inslice edge swap clockwise and counter-clockwise.
    composite("TIESCW", "R L' U2 R' L F2", Cycle, &[], &[UF, UB, DF]),
    composite("TIESCCW", "L' R U2 L R' F2", Cycle, &[], &[UF, UB, DF]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::{CUBE3, Puzzle};

    #[test]
    fn the_declared_effects_are_the_computed_ones() {
        // The compiler checks the constants above; this test shows that it would find a wrong one.
        let flips = Cube3::after(COMPOSITES[0].turns());
        assert!(is_changed(flips, InPlace, &[UF, UL], false) && is_changed(flips, InPlace, &[], true));
        assert!(!is_changed(flips, InPlace, &[UF, UR], false));
        assert!(!is_changed(flips, Cycle, &[UF, UL, UR], false));
        for composite in COMPOSITES {
            assert_eq!(CUBE3.write_moves(composite.turns()), composite.word);
        }
        let piece_counts = COMPOSITES.map(|composite| CUBE3.changed_pieces(Cube3::after(composite.turns())));
        assert_eq!(piece_counts, [2, 2, 2, 2, 3, 3, 4, 4, 3, 3, 3, 3]);
    }

    #[test]
    fn two_pairs_have_the_same_effect() {
        let effect = |i: usize| Cube3::after(COMPOSITES[i].turns());
        assert_eq!(effect(2), effect(3));
        assert_eq!(effect(10), effect(11));
    }
}
