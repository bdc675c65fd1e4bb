//! [`Symmetry`]: the 24 rotations of a cube and the 24 rotations with a reflection. States are conjugated by
//! [`Cube3::conjugate`](super::Cube3::conjugate); the symmetries of puzzles from files are in `spec::symmetry`.

use std::fmt;

use super::{Face, Turn};

/// One of the 48 symmetries of a cube: a map of faces that keeps opposite faces opposite.
///
/// ```
/// use evocube_cube::{Face, Symmetry, Turn};
/// let x = Symmetry::rotation(Face::R, 1);
/// assert_eq!((x.face(Face::F), x.turn(Turn::F)), (Face::U, Turn::U));
/// assert_eq!(x.then(x.inverse()), Symmetry::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

/// The image of each face under the 48 symmetries; the first 24 are rotations.
const FACES: [[Face; 6]; 48] = face_maps();

const fn face_maps() -> [[Face; 6]; 48] {
    // The axes are U–D, R–L and F–B, as in Face::ALL modulo 3. An even permutation of the axes with an even number
    // of swapped ends is a rotation, and so is an odd one with an odd number.
    const AXES: [([usize; 3], usize); 6] =
        [([0, 1, 2], 0), ([1, 2, 0], 0), ([2, 0, 1], 0), ([0, 2, 1], 1), ([1, 0, 2], 1), ([2, 1, 0], 1)];
    let mut maps = [[Face::U; 6]; 48];
    let (mut rotation, mut reflection) = (0, 24);
    let mut order = 0;
    while order < 6 {
        let (axes, odd) = AXES[order];
        let mut signs = 0;
        while signs < 8 {
            let ends = [signs & 1, signs >> 1 & 1, signs >> 2];
            let mut map = [Face::U; 6];
            let mut face = 0;
            while face < 6 {
                map[face] = Face::ALL[axes[face % 3] + 3 * ((face / 3 + ends[face % 3]) % 2)];
                face += 1;
            }
            if (odd + ends[0] + ends[1] + ends[2]) % 2 == 0 {
                maps[rotation] = map;
                rotation += 1;
            } else {
                maps[reflection] = map;
                reflection += 1;
            }
            signs += 1;
        }
        order += 1;
    }
    assert!(rotation == 24 && reflection == 48, "half of the symmetries are rotations");
    maps
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// Returns all 48 symmetries: the identity, the other 23 rotations, then the reflections.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..48u8).map(Self)
    }

    /// Returns the 24 rotations.
    ///
    /// ```
    /// use evocube_cube::Symmetry;
    /// assert_eq!((Symmetry::rotations().len(), Symmetry::all().len()), (24, 48));
    /// ```
    pub fn rotations() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..24u8).map(Self)
    }

    /// Returns the rotations about the corner URF, which bring each axis to U–D once.
    pub(crate) fn axis_rotations() -> [Self; 3] {
        let once = Self::from_faces(|face| Face::ALL[face.index() / 3 * 3 + (face.index() + 1) % 3])
            .expect("a rotation about a corner");
        [Self::IDENTITY, once, once.then(once)]
    }

    /// Returns the symmetry of this index.
    ///
    /// # Panics
    /// If the index is not less than 48.
    #[allow(clippy::cast_possible_truncation)] // less than 48
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 48, "there are 48 symmetries");
        Self(index as u8)
    }

    /// Returns the index, 0 to 47, in the order of [`Symmetry::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the images of U, R and F, as three letters.
    ///
    /// ```
    /// use evocube_cube::{Face, Symmetry};
    /// assert_eq!(Symmetry::IDENTITY.letters(), "URF");
    /// assert_eq!(Symmetry::rotation(Face::U, 1).letters(), "UFL");
    /// ```
    pub fn letters(self) -> String {
        [Face::U, Face::R, Face::F].iter().map(|&face| self.face(face).letter()).collect()
    }

    /// Returns the shortest moves of the whole cube for a rotation, at most two: `x`, `y2`, `x z'`; empty for the identity. `None` for a
    /// reflection.
    ///
    /// ```
    /// use evocube_cube::{Face, Symmetry};
    /// let (x, y2) = (Symmetry::rotation(Face::R, 1), Symmetry::rotation(Face::U, 2));
    /// assert_eq!(x.rotation_moves().as_deref(), Some("x"));
    /// assert_eq!(x.then(y2).rotation_moves().as_deref(), Some("x y2"));
    /// ```
    pub fn rotation_moves(self) -> Option<String> {
        let quarters = [(1, ""), (2, "2"), (3, "'")];
        let axes = [(Face::R, "x"), (Face::U, "y"), (Face::F, "z")];
        let single = axes.into_iter().flat_map(|(face, letter)| {
            quarters.map(|(number, suffix)| (Self::rotation(face, number), format!("{letter}{suffix}")))
        });
        let single: Vec<_> = [(Self::IDENTITY, String::new())].into_iter().chain(single).collect();
        let mut pairs = single.iter().flat_map(|first| single.iter().map(move |second| (first, second)));
        let (first, second) = pairs.find(|(first, second)| first.0.then(second.0) == self)?;
        Some(format!("{} {}", first.1, second.1).trim().to_owned())
    }

    /// Returns whether the symmetry is a reflection, which reverses the direction of turns.
    ///
    /// ```
    /// use evocube_cube::{Symmetry, Turn};
    /// let mirror = Symmetry::all().find(|symmetry| symmetry.mirrors()).expect("24 of them");
    /// assert_ne!(mirror.turn(Turn::U).quarters(), 1, "mirrors reverse turns");
    /// ```
    pub const fn mirrors(self) -> bool {
        self.0 >= 24
    }

    /// Returns the image of a face.
    pub const fn face(self, face: Face) -> Face {
        FACES[self.0 as usize][face as usize]
    }

    /// Returns the turn conjugated by this symmetry.
    pub const fn turn(self, turn: Turn) -> Turn {
        let quarters = if self.mirrors() { 4 - turn.quarters() } else { turn.quarters() };
        Turn::new(self.face(turn.face()), quarters).expect("1 to 3 quarter turns")
    }

    /// Returns the product: this symmetry, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self::from_faces(|face| next.face(self.face(face))).expect("symmetries form a group")
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::all()
            .find(|candidate| Face::ALL.iter().all(|&face| candidate.face(self.face(face)) == face))
            .expect("symmetries form a group")
    }

    /// Returns the symmetry with this map of faces; `None` if there is none.
    pub(crate) fn from_faces(map: impl Fn(Face) -> Face) -> Option<Self> {
        Self::all().find(|candidate| Face::ALL.iter().all(|&face| candidate.face(face) == map(face)))
    }

    /// Returns the rotation of the whole cube by quarter turns about the axis of a face, in the direction of its turns: `x` is
    /// that of R, `y` of U, `z` of F.
    pub fn rotation(face: Face, quarters: u32) -> Self {
        // A quarter turn of R takes F to U, U to B and so on; the opposite face turns the other way.
        let cycle = match face {
            Face::U | Face::D => [Face::F, Face::L, Face::B, Face::R],
            Face::R | Face::L => [Face::F, Face::U, Face::B, Face::D],
            Face::F | Face::B => [Face::U, Face::R, Face::D, Face::L],
        };
        let steps = if matches!(face, Face::U | Face::R | Face::F) { quarters } else { 4 - quarters % 4 };
        Self::from_faces(|from| match cycle.iter().position(|&face| face == from) {
            Some(index) => cycle[(index + steps as usize) % 4],
            None => from,
        })
        .expect("a rotation about an axis")
    }
}

impl fmt::Debug for Symmetry {
    /// The images of U, R and F: `Symmetry(FRD)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symmetry({})", self.letters())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_form_a_group_and_products_of_two_reflections_are_rotations() {
        assert_eq!(Symmetry::all().next(), Some(Symmetry::IDENTITY));
        for a in Symmetry::all() {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            for b in Symmetry::all() {
                assert_eq!(a.then(b).mirrors(), a.mirrors() != b.mirrors());
            }
        }
    }

    #[test]
    fn a_rotation_about_r_takes_f_to_u() {
        let x = Symmetry::rotation(Face::R, 1);
        assert_eq!((x.face(Face::F), x.face(Face::R), x.turn(Turn::F3)), (Face::U, Face::R, Turn::U3));
        assert_eq!(x, Symmetry::rotation(Face::L, 3));
        assert!(!x.mirrors());
    }
}
