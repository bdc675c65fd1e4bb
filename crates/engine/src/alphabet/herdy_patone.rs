//! The twelve macros ("composites") of M. Herdy and G. Patone ("Evolution strategy in action: 10 ES-demonstrations",
//! 1994), as B. L. Sousa's paper prints them. The effect of each is checked at compile time.

use evocube_cube::puzzle::cube3::Cube3;
use evocube_cube::puzzle::turn::Turn;

/// A published macro, which changes few pieces.
#[derive(Clone, Copy, Debug)]
pub struct Composite {
    /// The published id. Where the paper gives two macros the same id, the second has an additional C here.
    pub id: &'static str,
    /// The published name.
    pub name: &'static str,
    /// The moves.
    pub word: &'static [Turn],
}

/// Declared effect of a macro: the pieces that it changes, by number (see [`cube3`](evocube_cube::puzzle::cube3)).
#[derive(Clone, Copy, Debug)]
enum Declared {
    /// Two edges are flipped in place.
    Flip([usize; 2]),
    /// Two corners are twisted in place.
    Twist([usize; 2]),
    /// A cycle of three edges: the first goes to the position of the second, which goes to that of the third.
    EdgeCycle([usize; 3]),
    /// A cycle of three corners.
    CornerCycle([usize; 3]),
    /// Two corners and two edges are exchanged.
    Swap([usize; 2], [usize; 2]),
}

const fn composite(id: &'static str, name: &'static str, word: &'static [Turn], declared: Declared) -> Composite {
    assert!(declared.is_effect_of(Cube3::after(word)), "a composite has its declared effect");
    Composite { id, name, word }
}

impl Declared {
    const fn is_effect_of(self, cube: Cube3) -> bool {
        let (corners, edges): (&[usize], &[usize]) = match &self {
            Self::Flip(edges) => (&[], edges),
            Self::Twist(corners) => (corners, &[]),
            Self::EdgeCycle(edges) => (&[], edges),
            Self::CornerCycle(corners) => (corners, &[]),
            Self::Swap(corners, edges) => (corners, edges),
        };
        let in_place = matches!(self, Self::Flip(_) | Self::Twist(_));
        is_cycle(cube, corners, true, in_place)
            && is_cycle(cube, edges, false, in_place)
            && others_are_home(cube, corners, edges)
    }
}

/// Returns whether each of these pieces is in the position of the next or, with `in_place`, in its own position and
/// misoriented.
const fn is_cycle(cube: Cube3, pieces: &[usize], corners: bool, in_place: bool) -> bool {
    let mut i = 0;
    while i < pieces.len() {
        let position = if in_place { pieces[i] } else { pieces[(i + 1) % pieces.len()] };
        let (piece, orientation) = if corners { cube.corner(position) } else { cube.edge(position) };
        if piece != pieces[i] || in_place && orientation == 0 {
            return false;
        }
        i += 1;
    }
    true
}

const fn others_are_home(cube: Cube3, corners: &[usize], edges: &[usize]) -> bool {
    let mut position = 0;
    while position < 12 {
        if position < 8 && !contains(corners, position) {
            let (piece, twist) = cube.corner(position);
            if piece != position || twist != 0 {
                return false;
            }
        }
        if !contains(edges, position) {
            let (piece, flip) = cube.edge(position);
            if piece != position || flip != 0 {
                return false;
            }
        }
        position += 1;
    }
    true
}

const fn contains(numbers: &[usize], number: usize) -> bool {
    let mut i = 0;
    while i < numbers.len() {
        if numbers[i] == number {
            return true;
        }
        i += 1;
    }
    false
}

use Turn as T;

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

/// All twelve published macros, in the published order. Two pairs have the same effect (TCFCW and TCFCCW, TIESCW and TIESCCW), so with the 18
/// moves they make 30 symbols of 28 effects.
pub const COMPOSITES: [Composite; 12] = [
    composite(
        "TEFCW",
        "two edge flip clockwise",
        &[T::F, T::R, T::B, T::L, T::U, T::L3, T::U, T::B3, T::R3, T::F3, T::L3, T::U3, T::L, T::U3],
        Declared::Flip([UF, UL]),
    ),
    composite(
        "TEFCCW",
        "two edge flip counter-clockwise",
        &[T::F3, T::L3, T::B3, T::R3, T::U3, T::R, T::U3, T::B, T::L, T::F, T::R, T::U, T::R3, T::U],
        Declared::Flip([UR, UF]),
    ),
    composite(
        "TCFCW",
        "two corner flip clockwise",
        &[T::L, T::D3, T::L3, T::F3, T::D3, T::F, T::U, T::F3, T::D, T::F, T::L, T::D, T::L3, T::U3],
        Declared::Twist([URF, UFL]),
    ),
    composite(
        "TCFCCW",
        "two corner flip counter-clockwise",
        &[T::R3, T::D, T::R, T::F, T::D, T::F3, T::U3, T::F, T::D3, T::F3, T::R3, T::D3, T::R, T::U],
        Declared::Twist([URF, UFL]),
    ),
    composite(
        "TESCW",
        "three edge swap clockwise",
        &[T::U, T::F2, T::U3, T::R3, T::D3, T::L3, T::F2, T::L, T::D, T::R],
        Declared::EdgeCycle([UF, FR, FL]),
    ),
    composite(
        "TESCCW",
        "three edge swap counter-clockwise",
        &[T::U3, T::F2, T::U, T::L, T::D, T::R, T::F2, T::R3, T::D3, T::L3],
        Declared::EdgeCycle([UF, FL, FR]),
    ),
    composite(
        "TECSCW",
        "two edge/corner swap clockwise",
        &[T::R3, T::U, T::R, T::U3, T::R3, T::U, T::F, T::R, T::B3, T::R, T::B, T::R, T::F3, T::R2],
        Declared::Swap([URF, UFL], [UF, UL]),
    ),
    composite(
        "TECSCCW",
        "two edge/corner swap counter-clockwise",
        &[T::L, T::U3, T::L3, T::U, T::L, T::U3, T::F3, T::L3, T::B, T::L3, T::B3, T::L3, T::F, T::L2],
        Declared::Swap([URF, UFL], [UF, UR]),
    ),
    composite(
        "TCSCW",
        "three corner swap clockwise",
        &[T::F3, T::U, T::B, T::U3, T::F, T::U, T::B3, T::U3],
        Declared::CornerCycle([URF, UFL, ULB]),
    ),
    composite(
        "TCSCCW",
        "three corner swap counter-clockwise",
        &[T::F, T::U3, T::B3, T::U, T::F3, T::U3, T::B, T::U],
        Declared::CornerCycle([URF, UBR, UFL]),
    ),
    composite(
        "TIESCW",
        "three inslice edge swap clockwise",
        &[T::R, T::L3, T::U2, T::R3, T::L, T::F2],
        Declared::EdgeCycle([UF, UB, DF]),
    ),
    composite(
        "TIESCCW",
        "three inslice edge swap counter-clockwise",
        &[T::L3, T::R, T::U2, T::L, T::R3, T::F2],
        Declared::EdgeCycle([UF, UB, DF]),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::{CUBE3, Puzzle};

    #[test]
    fn the_declared_effects_are_the_computed_ones() {
        // The compiler checks the constants above; this test shows that it would find a wrong one.
        let flips = Cube3::after(COMPOSITES[0].word);
        assert!(Declared::Flip([UF, UL]).is_effect_of(flips));
        assert!(!Declared::Flip([UF, UR]).is_effect_of(flips));
        assert!(!Declared::EdgeCycle([UF, UL, UR]).is_effect_of(flips));
        let changed = COMPOSITES.map(|composite| CUBE3.changed_pieces(Cube3::after(composite.word)));
        assert_eq!(changed, [2, 2, 2, 2, 3, 3, 4, 4, 3, 3, 3, 3]);
    }

    #[test]
    fn two_pairs_have_the_same_effect() {
        let effect = |i: usize| Cube3::after(COMPOSITES[i].word);
        assert_eq!(effect(2), effect(3));
        assert_eq!(effect(10), effect(11));
    }
}
