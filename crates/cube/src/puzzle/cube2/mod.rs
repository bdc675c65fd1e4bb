//! [`Cube2`]: a reachable state of the 2×2×2 cube, which has the corners of the 3×3×3, with its turns, random states and conversions. It
//! has no centers that define its orientation, so two states that differ by a rotation of the whole cube are equal. An anchored one has the
//! corner DBL at home. Facelets are checked in `setup`.
//!
//! The numbers of its 24 facelets:
//!
//! ```text
//!              +-------+
//!              |  0  1 |
//!              |  2  3 |
//!      +-------+-------+-------+-------+
//!      | 16 17 |  8  9 |  4  5 | 20 21 |
//!      | 18 19 | 10 11 |  6  7 | 22 23 |
//!      +-------+-------+-------+-------+
//!              | 12 13 |
//!              | 14 15 |
//!              +-------+
//! ```
//!
//! There are 7! · 3^6 = 3,674,160 states, one for each state with the corner DBL at home.

mod setup;

pub(crate) use setup::corner_colors;

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use super::corners::{self, CornerArray};
use super::cube3::{STICKER_IMAGES, TURNED};
use super::{
    Algorithm, Cube3, Face, MAX_CUBE_PIECES, MoveSet, PLACES, PieceView, Place, Setup, Symmetry, Turn, Unreachable,
};
use crate::rng::Stream;

/// A reachable state of the 2×2×2 cube, in any orientation of the whole cube. Equality is up to rotation.
///
/// ```
/// use evocube_cube::{Cube2, Turn};
/// let state = Cube2::SOLVED.apply(Turn::R).apply(Turn::L3);
/// assert!(state.is_solved(), "the cube is rotated as a whole");
/// ```
#[derive(Clone, Copy)]
pub struct Cube2 {
    corners: CornerArray,
}

/// The corner DBL, which [anchored](Cube2::anchor) states have at home.
const HELD: usize = 6;

impl Cube2 {
    /// Returns the corner in a position (0–7) and its twist (0–2).
    pub const fn corner(self, position: usize) -> (usize, usize) {
        ((self.corners[position] & 7) as usize, (self.corners[position] >> 3) as usize)
    }

    /// Returns the corners of a 3×3×3 cube.
    ///
    /// ```
    /// use evocube_cube::{Cube2, Cube3, Turn};
    /// let corners = Cube2::corners_of(Cube3::after(&[Turn::R]));
    /// assert_eq!(corners, Cube2::SOLVED.apply(Turn::R));
    /// ```
    pub const fn corners_of(cube: Cube3) -> Self {
        Self { corners: cube.corners }
    }

    /// Returns a 3×3×3 cube with these corners. Its edges are at home, except that two are swapped if the permutation of the
    /// corners is odd.
    pub fn with_edges(self) -> Cube3 {
        let mut cube = Cube3 { corners: self.corners, ..Cube3::SOLVED };
        if cube.is_odd() {
            cube.edges.swap(10, 11);
        }
        cube
    }

    /// Returns the state with these pieces and twists, which must be reachable.
    fn from_pieces(pieces: [(usize, usize); 8]) -> Self {
        Self { corners: pieces.map(|(piece, twist)| u8::try_from(piece + 8 * twist).expect("less than 24")) }
    }

    /// Returns a rotation of the whole cube as a state.
    fn whole(rotation: Symmetry) -> Self {
        let (images, _) = &STICKER_IMAGES[rotation.index()];
        let mut pieces = [(0, 0); 8];
        for piece in 0..8 {
            let image = usize::from(images[3 * piece]);
            pieces[image / 3] = (piece, image % 3);
        }
        Self::from_pieces(pieces)
    }

    /// Returns the rotation that brings the corner DBL home.
    fn rotation_home(self) -> Symmetry {
        static HOME: LazyLock<[Symmetry; 24]> = LazyLock::new(|| {
            std::array::from_fn(|place| {
                let brings_home =
                    |rotation: &Symmetry| usize::from(STICKER_IMAGES[rotation.index()].0[place]) == 3 * HELD;
                Symmetry::rotations().find(brings_home).expect("some rotation brings a corner home")
            })
        });
        let position = (0..8).find(|&position| self.corner(position).0 == HELD).expect("every corner is somewhere");
        HOME[3 * position + self.corner(position).1]
    }
}

impl PartialEq for Cube2 {
    fn eq(&self, other: &Self) -> bool {
        self.anchor().0.corners == other.anchor().0.corners
    }
}

impl Eq for Cube2 {}

impl Hash for Cube2 {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.anchor().0.corners.hash(hasher);
    }
}

impl Cube2 {
    /// The solved cube.
    pub const SOLVED: Self = Self { corners: corners::HOME };

    /// Returns the state after one more turn.
    #[must_use]
    pub fn apply(self, turn: Turn) -> Self {
        self.then(Self::corners_of(TURNED[turn.index()]))
    }

    /// Returns the product: the state after the moves that lead to this state, followed by those that lead to `other`.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        Self { corners: corners::product(self.corners, other.corners) }
    }

    /// Returns the inverse state: `a.then(a.inverse())` is solved.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { corners: corners::inverse(self.corners) }
    }

    /// Returns the state conjugated by a symmetry: the state after the [conjugated](Algorithm::conjugate) moves.
    ///
    /// ```
    /// use evocube_cube::{Cube2, Face, Symmetry, Turn};
    /// let y = Symmetry::rotation(Face::U, 1);
    /// assert_eq!(Cube2::SOLVED.apply(Turn::R).conjugate(y), Cube2::SOLVED.apply(y.turn(Turn::R)));
    /// ```
    #[must_use]
    pub fn conjugate(self, symmetry: Symmetry) -> Self {
        Self::corners_of(self.with_edges().conjugate(symmetry))
    }

    /// Returns the product of a state `by`, this state, and the inverse of `by`. It is fast if few corners are not at home.
    #[must_use]
    pub fn conjugate_by(self, by: Self) -> Self {
        Self { corners: corners::conjugate(self.corners, by.corners) }
    }

    /// Returns whether every face has one color.
    pub fn is_solved(self) -> bool {
        self == Self::SOLVED
    }

    /// Returns a state drawn uniformly from all reachable ones up to rotation; the corner DBL is at home.
    pub fn random(stream: &mut Stream) -> Self {
        const FREE: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];
        let mut order = FREE;
        stream.shuffle(&mut order);
        let mut pieces = [(HELD, 0); 8];
        let mut sum = 0;
        for (position, piece) in FREE.into_iter().zip(order) {
            let twist = if position == 7 { (18 - sum) % 3 } else { stream.index(3) };
            sum += twist;
            pieces[position] = (piece, twist);
        }
        Self::from_pieces(pieces)
    }

    /// Returns the [`Place`] of each corner, by its number; entries beyond the eight are 0. The state must be [anchored](Cube2::anchor)
    /// first.
    pub fn places(self) -> [Place; MAX_CUBE_PIECES] {
        let mut places = [0; MAX_CUBE_PIECES];
        corners::write_places(self.corners, &mut places);
        places
    }

    /// Returns the state as a map of places: its moves take a piece from place x to place `map[x]`. Only the first 24 are defined.
    pub fn place_map(self) -> [Place; PLACES] {
        let mut map = [0; PLACES];
        corners::write_place_map(self.corners, &mut map);
        map
    }

    /// Returns the stickers of a piece at a place; `None` for places where the piece cannot be.
    pub(super) fn view(piece: usize, place: Place) -> Option<PieceView> {
        if piece < 8 && place < 24 { Cube3::view(piece, place) } else { None }
    }

    /// Returns the state rotated as a whole so that the corner DBL is home, and a symmetry: see [`Puzzle::anchor`](super::Puzzle::anchor).
    pub fn anchor(self) -> (Self, Symmetry) {
        let rotation = self.rotation_home();
        // A rotation renames the moves: R on the rotated cube is the turn of the face that the rotation takes to R.
        (if rotation == Symmetry::IDENTITY { self } else { self.then(Self::whole(rotation)) }, rotation.inverse())
    }

    /// Returns turns with the same effect that keep the corner DBL at home.
    pub(super) fn anchored(turns: impl Iterator<Item = Turn>) -> Algorithm {
        // `frame` maps each face of the unanchored cube to a face of the anchored one.
        let mut frame = Symmetry::IDENTITY;
        let mut result = Algorithm::EMPTY;
        for turn in turns {
            let turn = frame.turn(turn);
            match turn.face() {
                Face::U | Face::R | Face::F => result.push(turn),
                face => {
                    // A turn of a face equals a turn of the opposite face and a rotation of the whole cube.
                    result.push(Turn::new(face.opposite(), turn.quarters()).expect("1 to 3 quarter turns"));
                    frame = frame.then(Symmetry::rotation(face, 4 - turn.quarters()));
                }
            }
        }
        result
    }

    /// Returns the turns that generate the group and keep the corner DBL at home, those of U, R and F.
    pub fn turns() -> MoveSet {
        MoveSet::ALL.iter().filter(|turn| matches!(turn.face(), Face::U | Face::R | Face::F)).collect()
    }

    /// Returns the colors of all 24 facelets, faces in the order U R F D L B, rows from the top left.
    pub fn facelets(self) -> Vec<Face> {
        corner_colors(&Setup::from_colors(self.with_edges().colors())).to_vec()
    }

    /// Returns the state with these facelets, in the order of [`Cube2::facelets`].
    ///
    /// # Errors
    /// All reasons why no moves lead to these facelets.
    ///
    /// # Panics
    /// If there are not 24 facelets.
    pub fn from_facelets(facelets: &[Face]) -> Result<Self, Unreachable> {
        setup::check(facelets.try_into().expect("24 facelets"))
    }

    /// Returns the state after some turns.
    #[inline]
    #[must_use]
    pub fn apply_all(self, turns: &[Turn]) -> Self {
        turns.iter().fold(self, |state, &turn| state.apply(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn random_algorithm(stream: &mut Stream, length: usize) -> Algorithm {
        (0..length).map(|_| Turn::ALL[stream.index(18)]).collect()
    }

    #[test]
    fn a_rotation_of_the_whole_cube_is_still_solved() {
        for rotation in Symmetry::rotations() {
            assert!(Cube2::whole(rotation).is_solved());
        }
        assert!(Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3]).is_solved(), "R L' only rotates a 2×2×2");
        assert!(!Cube2::SOLVED.apply(Turn::R).is_solved());
    }

    #[test]
    fn an_anchored_algorithm_has_the_same_effect() {
        let mut stream = Seed::from_number(3).stream();
        for _ in 0..1000 {
            let algorithm = random_algorithm(&mut stream, 12);
            let anchored = Cube2::anchored(algorithm.iter().copied());
            let state = Cube2::SOLVED.apply_all(&anchored);
            assert_eq!(state, Cube2::SOLVED.apply_all(&algorithm), "{algorithm} / {anchored}");
            assert_eq!(state.corner(HELD), (HELD, 0));
        }
    }

    #[test]
    fn a_conjugated_solution_of_the_anchored_state_solves_the_state() {
        let mut stream = Seed::from_number(4).stream();
        for _ in 0..1000 {
            let state = Cube2::SOLVED.apply_all(&random_algorithm(&mut stream, 12));
            let (anchored, symmetry) = state.anchor();
            assert_eq!(anchored.corner(HELD), (HELD, 0));
            assert_eq!(anchored, state);
            // The same moves, conjugated, lead from both states to the same one.
            let word: Algorithm = random_algorithm(&mut stream, 12);
            let after_anchored = anchored.apply_all(&word);
            let end = state.apply_all(&word.conjugate(symmetry));
            assert_eq!(end, after_anchored);
        }
    }

    #[test]
    fn adding_edges_keeps_the_corners() {
        let mut stream = Seed::from_number(5).stream();
        for _ in 0..100 {
            let state = Cube2::random(&mut stream);
            let cube = state.with_edges();
            assert_eq!(Cube3::from_vectors(&cube.vectors()), Ok(cube));
            assert_eq!(Cube2::corners_of(cube).corners, state.corners);
        }
    }

    #[test]
    fn anchored_moves_are_the_nine_turns_of_three_faces() {
        assert_eq!(Cube2::turns().len(), 9);
    }
}
