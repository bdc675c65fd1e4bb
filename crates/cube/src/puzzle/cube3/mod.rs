//! [`Cube3`]: a reachable state of the 3×3×3 cube as pieces, with its turns, products, inverse, conjugates and places. Here is also
//! `permutation_is_odd`, which other modules use. Facelets that need not be reachable are a [`Setup`]. The orientation of the whole cube is
//! kept by `HeldState` of `puzzle::held`. Colors, random states and vectors of pieces are in the submodules.
//!
//! The net, with the numbers of its 54 facelets and, at the corners and edges, the pieces' names. The six centers
//! (4, 13, 22, 31, 40, 49) never move: readers convert rotations of the whole cube to face turns.
//!
//! ```text
//!                 +----------+
//!                 |  0  1  2 |       corners  0 URF  1 UFL  2 ULB  3 UBR
//!                 |  3  U  5 |                4 DFR  5 DLF  6 DBL  7 DRB
//!                 |  6  7  8 |
//!      +----------+----------+----------+----------+
//!      | 36 37 38 | 18 19 20 |  9 10 11 | 45 46 47 |
//!      | 39  L 41 | 21  F 23 | 12  R 14 | 48  B 50 |
//!      | 42 43 44 | 24 25 26 | 15 16 17 | 51 52 53 |
//!      +----------+----------+----------+----------+
//!                 | 27 28 29 |       edges    0 UR   1 UF   2 UL   3 UB
//!                 | 30  D 32 |                4 DR   5 DF   6 DL   7 DB
//!                 | 33 34 35 |                8 FR   9 FL  10 BL  11 BR
//!                 +----------+
//! ```
//!
//! A piece's name lists its faces from the U or D sticker (edges of the middle layer: from the F or B sticker), corners
//! clockwise. A corner has twist t if its first sticker is on face t of the name of its position, counted from 0. An
//! edge has flip 0 or 1 in the same way.

mod facelets;
mod random;
mod search_direction;
mod setup;
mod vectors;

pub(super) use facelets::STICKER_IMAGES;
pub use facelets::{CORNER_FACELETS, CORNERS, EDGE_FACELETS, EDGES};
pub(crate) use search_direction::SearchDirection;
pub use setup::Setup;
pub use vectors::PieceVectors;

use std::hash::{Hash, Hasher};

use super::corners::{self, CornerArray};
pub use super::unreachable::{Reason, Unreachable};
use super::{Algorithm, Face, MAX_CUBE_PIECES, MoveSet, PLACES, PieceView, Place, Symmetry, Turn};
use crate::rng::Stream;

/// A reachable state of the 3×3×3 cube.
///
/// Corner position i holds `corners[i]` = piece + 8 · twist, edge position i holds `edges[i]` = piece + 16 · flip.
///
/// ```
/// use evocube_cube::{Algorithm, Cube3};
/// let scramble: Algorithm = "R U2 F'".parse()?;
/// let state = Cube3::SOLVED.apply_all(&scramble);
/// assert!(state.apply_all(&scramble.inverse()).is_solved());
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cube3 {
    pub(super) corners: CornerArray,
    pub(super) edges: [u8; 12],
}

/// The state after each of the 18 turns.
pub(super) const TURNED: [Cube3; 18] = turned();

/// A quarter turn: the corners, their twists, the edges and their flips, by position.
type Quarter = ([u8; 8], [u8; 8], [u8; 12], [u8; 12]);

/// The six quarter turns, in H. Kociemba's conventions: the piece that comes to each position, and its orientation
/// there.
#[rustfmt::skip]
const QUARTERS: [Quarter; 6] = [
    ([3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], [0; 12]),
    ([4, 1, 2, 0, 7, 5, 6, 3], [2, 0, 0, 1, 1, 0, 0, 2], [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], [0; 12]),
    ([1, 5, 2, 3, 0, 4, 6, 7], [1, 2, 0, 0, 2, 1, 0, 0], [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11], [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]),
    ([0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], [0; 12]),
    ([0, 2, 6, 3, 4, 1, 5, 7], [0, 1, 2, 0, 0, 2, 1, 0], [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11], [0; 12]),
    ([0, 1, 3, 7, 4, 5, 2, 6], [0, 0, 1, 2, 0, 0, 2, 1], [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1]),
];

const fn turned() -> [Cube3; 18] {
    let mut all = [Cube3::SOLVED; 18];
    let mut face = 0;
    while face < 6 {
        let (corner_pieces, twists, edge_pieces, flips) = QUARTERS[face];
        let mut quarter = Cube3::SOLVED;
        let mut i = 0;
        while i < 12 {
            if i < 8 {
                quarter.corners[i] = corner_pieces[i] + 8 * twists[i];
            }
            quarter.edges[i] = edge_pieces[i] + 16 * flips[i];
            i += 1;
        }
        let half = quarter.product(quarter);
        all[3 * face] = quarter;
        all[3 * face + 1] = half;
        all[3 * face + 2] = half.product(quarter);
        assert!(half.product(half).equals(Cube3::SOLVED), "four quarter turns change nothing");
        face += 1;
    }
    all
}

impl Cube3 {
    /// The solved cube.
    pub const SOLVED: Self = Self { corners: corners::HOME, edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };

    /// Returns the corner in a position (0–7) and its twist (0–2).
    pub const fn corner(self, position: usize) -> (usize, usize) {
        ((self.corners[position] & 7) as usize, (self.corners[position] >> 3) as usize)
    }

    /// Returns the edge in a position (0–11) and its flip (0–1).
    pub const fn edge(self, position: usize) -> (usize, usize) {
        ((self.edges[position] & 15) as usize, (self.edges[position] >> 4) as usize)
    }

    /// [`Cube3::then`] as a `const fn`.
    #[must_use]
    pub(crate) const fn product(self, other: Self) -> Self {
        let mut result = Self { corners: corners::product(self.corners, other.corners), edges: self.edges };
        let mut i = 0;
        while i < 12 {
            result.edges[i] = self.edges[(other.edges[i] & 15) as usize] ^ (other.edges[i] & 16);
            i += 1;
        }
        result
    }

    /// Returns the state after an algorithm from the solved state, as a `const fn`.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// const STATE: Cube3 = Cube3::after(&[Turn::R, Turn::U]);
    /// assert_eq!(STATE, Cube3::SOLVED.apply(Turn::R).apply(Turn::U));
    /// ```
    pub const fn after(turns: &[Turn]) -> Self {
        let mut state = Self::SOLVED;
        let mut i = 0;
        while i < turns.len() {
            state = state.product(TURNED[turns[i].index()]);
            i += 1;
        }
        state
    }

    /// Returns the pieces as three numbers.
    #[inline]
    pub(crate) fn words(self) -> [u64; 3] {
        let mut bytes = [[0; 8]; 3];
        bytes.as_flattened_mut()[..8].copy_from_slice(&self.corners);
        bytes.as_flattened_mut()[8..20].copy_from_slice(&self.edges);
        bytes.map(u64::from_le_bytes)
    }

    /// Returns the positions whose edge is not at home or flipped.
    #[inline]
    fn changed_edges(self) -> impl Iterator<Item = usize> {
        let ([_, first, second], [_, home, last]) = (self.words(), Self::SOLVED.words());
        // Four edges are in the second word.
        corners::differing(first ^ home).chain(corners::differing(second ^ last).map(|position| 8 + (position & 3)))
    }

    /// Returns whether two states are equal, as a `const fn`.
    pub(crate) const fn equals(self, other: Self) -> bool {
        let mut i = 0;
        while i < 12 {
            if i < 8 && self.corners[i] != other.corners[i] || self.edges[i] != other.edges[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Returns the state conjugated by a symmetry: the state after the [conjugated](super::algorithm::Algorithm::conjugate)
    /// moves.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Face, Symmetry, Turn};
    /// let y = Symmetry::rotation(Face::U, 1);
    /// assert_eq!(Cube3::after(&[Turn::R]).conjugate(y), Cube3::after(&[y.turn(Turn::R)]));
    /// ```
    #[must_use]
    pub fn conjugate(self, symmetry: Symmetry) -> Self {
        let (corner_map, edge_map) = &STICKER_IMAGES[symmetry.index()];
        let mut result = Self::SOLVED;
        for position in corners::changed(self.corners) {
            // The sticker on the first face of this position is number (3 − twist) of the piece.
            let (piece, twist) = self.corner(position);
            let target = corner_map[3 * position];
            let sticker = corner_map[3 * piece + (3 - twist) % 3];
            result.corners[usize::from(target / 3)] = sticker / 3 + 8 * ((target % 3 + 3 - sticker % 3) % 3);
        }
        for position in self.changed_edges() {
            let (piece, flip) = self.edge(position);
            let target = edge_map[2 * position];
            let sticker = edge_map[2 * piece + flip];
            result.edges[usize::from(target / 2)] = sticker / 2 + 16 * ((target + sticker) % 2);
        }
        result
    }

    /// Returns the product of a state `by`, this state, and the inverse of `by`. It is fast if few pieces are not at home.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// let (a, b) = (Cube3::after(&[Turn::R, Turn::F]), Cube3::after(&[Turn::U, Turn::L2, Turn::F]));
    /// assert_eq!(a.conjugate_by(b), b.then(a).then(b.inverse()));
    /// ```
    #[must_use]
    #[inline]
    pub fn conjugate_by(self, by: Self) -> Self {
        let [_, mut first, mut last] = Self::SOLVED.words();
        self.changed_edges().for_each(|position| {
            let (value, target) = (self.edges[position], by.edges[position]);
            let new = by.edges[usize::from(value & 15)] ^ ((value ^ target) & 16);
            let change = u64::from(new ^ (target & 15)) << (8 * (target & 7));
            *(if target & 8 == 0 { &mut first } else { &mut last }) ^= change;
        });
        let mut edges = [0; 12];
        edges[..8].copy_from_slice(&first.to_le_bytes());
        edges[8..].copy_from_slice(&last.to_le_bytes()[..4]);
        Self { corners: corners::conjugate(self.corners, by.corners), edges }
    }

    /// Returns whether the permutation of the corners is odd. For reachable states that of the edges has the same
    /// parity.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// assert!(Cube3::after(&[Turn::R]).is_odd());
    /// assert!(!Cube3::after(&[Turn::R2]).is_odd());
    /// ```
    pub fn is_odd(self) -> bool {
        permutation_is_odd(&self.corners.map(|corner| corner & 7))
    }
}

/// Returns whether a permutation of 0..n is odd.
#[inline]
pub(crate) fn permutation_is_odd(permutation: &[u8]) -> bool {
    let mut is_odd = false;
    for i in 0..permutation.len() {
        for j in i + 1..permutation.len() {
            is_odd ^= permutation[j] < permutation[i];
        }
    }
    is_odd
}

impl Cube3 {
    /// Returns the state after one more turn.
    #[must_use]
    #[inline]
    pub fn apply(self, turn: Turn) -> Self {
        self.product(TURNED[turn.index()])
    }

    /// Returns the product: the state after the moves that lead to this state, followed by those that lead to `other`.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// let (a, b) = (Cube3::after(&[Turn::R]), Cube3::after(&[Turn::U]));
    /// assert_eq!(a.then(b), Cube3::after(&[Turn::R, Turn::U]));
    /// ```
    #[must_use]
    #[inline]
    pub fn then(self, other: Self) -> Self {
        self.product(other)
    }

    /// Returns the inverse state: `a.then(a.inverse())` is solved.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// assert_eq!(Cube3::after(&[Turn::R, Turn::U]).inverse(), Cube3::after(&[Turn::U3, Turn::R3]));
    /// ```
    #[must_use]
    pub fn inverse(self) -> Self {
        let mut result = Self { corners: corners::inverse(self.corners), edges: self.edges };
        for (position, value) in (0u8..).zip(self.edges) {
            result.edges[usize::from(value & 15)] = position + (value & 16);
        }
        result
    }

    /// Returns whether every face has one color.
    #[inline]
    pub fn is_solved(self) -> bool {
        self == Self::SOLVED
    }

    /// Returns a state drawn uniformly from all reachable ones.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Seed};
    /// let mut stream = Seed::from_number(1).stream();
    /// assert_ne!(Cube3::random(&mut stream), Cube3::random(&mut stream));
    /// ```
    pub fn random(stream: &mut Stream) -> Self {
        random::random(stream)
    }

    /// Returns the [`Place`] of each piece, by the piece's number: corners, then edges.
    pub fn places(self) -> [Place; MAX_CUBE_PIECES] {
        let mut places = [0; MAX_CUBE_PIECES];
        corners::write_places(self.corners, &mut places);
        for (position, value) in (0u8..).zip(self.edges) {
            places[8 + usize::from(value & 15)] = 24 + 2 * position + (value >> 4);
        }
        places
    }

    /// Returns the state as a map of places: its moves take a piece from place x to place `map[x]`.
    pub fn place_map(self) -> [Place; PLACES] {
        let mut map = [0; PLACES];
        corners::write_place_map(self.corners, &mut map);
        for (place, home) in map[24..].iter_mut().zip(24..) {
            *place = home;
        }
        self.changed_edges().for_each(|position| {
            let (value, home) = (self.edges[position], Self::SOLVED.edges[position]);
            for flip in 0..2 {
                map[usize::from(24 + 2 * (value & 15) + flip)] = 24 + 2 * home + (flip ^ (value >> 4));
            }
        });
        map
    }

    /// Returns the stickers of a piece at a place; `None` for places where the piece cannot be.
    pub(super) fn view(piece: usize, place: Place) -> Option<PieceView> {
        let place = usize::from(place);
        let mut stickers = [None; 3];
        if piece < 8 && place < 24 {
            let (position, twist) = (place / 3, place % 3);
            for (n, sticker) in stickers.iter_mut().enumerate() {
                *sticker = Some((CORNERS[piece][n], CORNERS[position][(n + twist) % 3]));
            }
            Some(PieceView { stickers, at_home: position == piece })
        } else if (8..20).contains(&piece) && (24..PLACES).contains(&place) {
            let (position, flip) = ((place - 24) / 2, place % 2);
            for n in 0..2 {
                stickers[n] = Some((EDGES[piece - 8][n], EDGES[position][(n + flip) % 2]));
            }
            Some(PieceView { stickers, at_home: position == piece - 8 })
        } else {
            None
        }
    }

    /// Returns the colors of all 54 facelets, faces in the order U R F D L B, rows from the top left.
    ///
    /// ```
    /// use evocube_cube::{Cube3, Turn};
    /// let state = Cube3::after(&[Turn::R]);
    /// assert_eq!(Cube3::from_facelets(&state.facelets()), Ok(state));
    /// ```
    pub fn facelets(self) -> Vec<Face> {
        self.colors().to_vec()
    }

    /// Returns the state with these facelets, in the order of [`Cube3::facelets`].
    ///
    /// # Errors
    /// All reasons why no moves lead to these facelets.
    ///
    /// # Panics
    /// If there are not 54 facelets.
    pub fn from_facelets(facelets: &[Face]) -> Result<Self, Unreachable> {
        Setup::from_colors(facelets.try_into().expect("54 facelets")).check()
    }

    /// Returns the state after some turns.
    #[inline]
    #[must_use]
    pub fn apply_all(self, turns: &[Turn]) -> Self {
        turns.iter().fold(self, |state, &turn| state.apply(turn))
    }

    /// Returns the state and the identity, since centers define the orientation of the cube.
    pub(super) const fn anchor(self) -> (Self, Symmetry) {
        (self, Symmetry::IDENTITY)
    }

    /// Returns the turns unchanged, as above.
    pub(super) fn anchored(turns: impl Iterator<Item = Turn>) -> Algorithm {
        turns.collect()
    }

    /// Returns the turns that generate the group, all 18.
    pub(super) const fn turns() -> MoveSet {
        MoveSet::ALL
    }
}

impl Hash for Cube3 {
    /// Hashes the pieces as three numbers, which is faster than byte by byte.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words().into_iter().for_each(|word| hasher.write_u64(word));
    }
}

impl Default for Cube3 {
    fn default() -> Self {
        Self::SOLVED
    }
}
