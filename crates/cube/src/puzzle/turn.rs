//! [`Face`], [`Turn`] and [`MoveSet`]: the six faces of a cube, their 18 turns, and sets of turns. A single turn is read here as it is
//! printed, with the error [`NotATurn`]. Sequences of turns are in `algorithm`; other notations are read in `notation`.

use std::fmt;
use std::str::FromStr;

/// A face of the cube; also the color of that face in the solved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the standard letters: up, right, front, down, left, back
pub enum Face {
    U,
    R,
    F,
    D,
    L,
    B,
}

impl Face {
    /// All faces, in the order of the facelet notation.
    pub const ALL: [Self; 6] = [Self::U, Self::R, Self::F, Self::D, Self::L, Self::B];

    /// Returns the index, 0 to 5, in the order of [`Face::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the face on the other side.
    ///
    /// ```
    /// use evocube_cube::Face;
    /// assert_eq!(Face::U.opposite(), Face::D);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// Returns the letter: `U`, `R`, `F`, `D`, `L` or `B`.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// Returns the face of a capital or small letter; `None` if there is none.
    ///
    /// ```
    /// use evocube_cube::Face;
    /// assert_eq!(Face::from_letter('r'), Some(Face::R));
    /// assert_eq!(Face::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One turn of one face by 90°, 180° or 270° clockwise, seen from outside. In the half-turn metric each has length 1;
/// in the quarter-turn metric a turn by 180° has length 2.
///
/// ```
/// use evocube_cube::{Face, Turn};
/// let turn: Turn = "R'".parse()?;
/// assert_eq!((turn, turn.face(), turn.quarters()), (Turn::R3, Face::R, 3));
/// assert_eq!(turn.inverse().to_string(), "R");
/// # Ok::<(), evocube_cube::puzzle::turn::NotATurn>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn(u8);

#[allow(missing_docs)] // eighteen names: the face, then the number of quarter turns clockwise where it is not 1
impl Turn {
    pub const U: Self = Self(0);
    pub const U2: Self = Self(1);
    pub const U3: Self = Self(2);
    pub const R: Self = Self(3);
    pub const R2: Self = Self(4);
    pub const R3: Self = Self(5);
    pub const F: Self = Self(6);
    pub const F2: Self = Self(7);
    pub const F3: Self = Self(8);
    pub const D: Self = Self(9);
    pub const D2: Self = Self(10);
    pub const D3: Self = Self(11);
    pub const L: Self = Self(12);
    pub const L2: Self = Self(13);
    pub const L3: Self = Self(14);
    pub const B: Self = Self(15);
    pub const B2: Self = Self(16);
    pub const B3: Self = Self(17);
}

impl Turn {
    /// All 18 turns, by face and then by quarter turns.
    pub const ALL: [Self; 18] = {
        let mut all = [Self(0); 18];
        let mut index = 0;
        while index < 18 {
            all[index as usize] = Self(index);
            index += 1;
        }
        all
    };

    /// Returns the turn of a face by quarter turns clockwise, modulo 4; `None` for a multiple of 4.
    ///
    /// ```
    /// use evocube_cube::{Face, Turn};
    /// assert_eq!(Turn::new(Face::L, 6), Some(Turn::L2));
    /// assert_eq!(Turn::new(Face::L, 4), None);
    /// ```
    #[allow(clippy::cast_possible_truncation)] // less than 18
    pub const fn new(face: Face, quarters: u32) -> Option<Self> {
        match quarters % 4 {
            0 => None,
            quarters => Some(Self(face as u8 * 3 + quarters as u8 - 1)),
        }
    }

    /// Returns the index, 0 to 17, in the order of [`Turn::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name in WCA notation: `R`, `R2`, `R'`.
    #[inline]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 18] =
            ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'"];
        NAMES[self.index()]
    }

    /// Returns the face that turns.
    #[inline]
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// Returns the number of the axis, which opposite faces share.
    #[inline]
    pub(super) const fn axis(self) -> u8 {
        self.0 % 9 / 3
    }

    /// Returns the number of quarter turns clockwise: 1, 2 or 3.
    #[inline]
    pub const fn quarters(self) -> u32 {
        self.0 as u32 % 3 + 1
    }

    /// Returns the inverse turn.
    #[must_use]
    #[inline]
    pub const fn inverse(self) -> Self {
        Self(self.0 + 2 - 2 * (self.0 % 3))
    }

    /// Returns whether a sequence in canonical form may continue with this turn. Turns of one face would merge; turns
    /// of two opposite faces commute and are in the order of [`Face::ALL`].
    ///
    /// ```
    /// use evocube_cube::Turn;
    /// assert!(Turn::D.may_follow(Some(Turn::U)));
    /// assert!(!Turn::U.may_follow(Some(Turn::D)), "U D is the canonical order");
    /// ```
    #[inline]
    pub const fn may_follow(self, last: Option<Self>) -> bool {
        match last {
            Some(last) => self.0 / 3 % 3 != last.0 / 3 % 3 || self.0 / 3 > last.0 / 3,
            None => true,
        }
    }
}

impl fmt::Display for Turn {
    /// WCA notation: `R`, `R2`, `R'`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error: a text is not one of the 18 turns.
///
/// ```
/// use evocube_cube::Turn;
/// let error = "R4".parse::<Turn>().expect_err("no turn");
/// assert_eq!(error.to_string(), "\"R4\" is not a turn: write a face U R F D L B, then nothing, 2 or '");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a turn: write a face U R F D L B, then nothing, 2 or '")]
pub struct NotATurn(String);

impl FromStr for Turn {
    type Err = NotATurn;

    /// Reads the output of [`Display`](fmt::Display) only. [`notation`](crate::puzzle::notation) reads sequences in any
    /// notation.
    fn from_str(text: &str) -> Result<Self, NotATurn> {
        Self::ALL.into_iter().find(|turn| turn.to_string() == text).ok_or_else(|| NotATurn(text.to_owned()))
    }
}

/// A set of turns, for example those of a subgroup.
///
/// ```
/// use evocube_cube::{MoveSet, Turn};
/// let halves: MoveSet = Turn::ALL.into_iter().filter(|turn| turn.quarters() == 2).collect();
/// assert_eq!(halves.len(), 6);
/// assert_eq!(MoveSet::QUARTERS.union(halves), MoveSet::ALL);
/// assert!(!MoveSet::ALL.without(halves).contains(Turn::U2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u32);

impl MoveSet {
    /// All 18 turns.
    pub const ALL: Self = Self((1 << 18) - 1);
    /// The 12 quarter turns.
    pub const QUARTERS: Self = Self(0b101_101_101_101_101_101);
    /// The turns that keep the orientation of every piece and the middle layer: U and D by any angle, half turns of the
    /// other faces. They generate the domino group: G2 of M. Thistlethwaite's chain, and H. Kociemba's only subgroup.
    pub const DOMINO: Self = Self(0b010_010_111_010_010_111);
    /// No turn.
    pub const NONE: Self = Self(0);

    /// Returns whether the turn is in the set.
    #[inline]
    pub const fn contains(self, turn: Turn) -> bool {
        self.0 >> turn.0 & 1 == 1
    }

    /// Returns the turns of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the turns of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of turns in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the turns of the set in the order of [`Turn::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Turn> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = Turn::ALL.get(left.trailing_zeros() as usize).copied();
            left &= left.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Turn> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Self {
        Self(turns.into_iter().fold(0, |set, turn| set | 1 << turn.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_prints_and_reads_back() {
        for turn in Turn::ALL {
            assert_eq!(turn.to_string().parse(), Ok(turn));
            assert_eq!(Turn::new(turn.face(), turn.quarters()), Some(turn));
            assert_eq!(turn.inverse().quarters(), 4 - turn.quarters());
        }
        assert_eq!((Turn::L3.to_string(), Turn::B2.to_string()), ("L'".to_owned(), "B2".to_owned()));
        assert_eq!(
            "R4".parse::<Turn>().unwrap_err().to_string(),
            "\"R4\" is not a turn: write a face U R F D L B, then nothing, 2 or '"
        );
    }

    #[test]
    fn a_turn_follows_other_axes_and_the_opposite_face_in_one_order() {
        for last in Turn::ALL {
            let following: MoveSet = Turn::ALL.into_iter().filter(|turn| turn.may_follow(Some(last))).collect();
            assert_eq!(following.len(), if last.face().index() < 3 { 15 } else { 12 });
            assert_eq!(following.contains(Turn::new(last.face().opposite(), 1).unwrap()), last.face().index() < 3);
            assert!(last.may_follow(None) && !following.contains(last));
        }
    }

    #[test]
    fn sets_contain_exactly_their_turns() {
        assert_eq!(MoveSet::ALL.len(), 18);
        assert!(MoveSet::DOMINO.iter().all(|turn| turn.face().index() % 3 == 0 || turn.quarters() == 2));
        assert_eq!(MoveSet::DOMINO.len(), 10);
        assert!(MoveSet::QUARTERS.iter().all(|turn| turn.quarters() != 2) && MoveSet::QUARTERS.len() == 12);
        let set: MoveSet = [Turn::U, Turn::B3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Turn::U, Turn::B3]);
    }
}
