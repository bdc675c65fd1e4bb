//! [`Algorithm`]: a sequence of moves of any puzzle, and [`Metric`]: how the length of face turns is counted and written. Lengths,
//! inverses, conjugates and simplification here are those of face turns only, those of any moves are in `Puzzle`. Notations are read in
//! `notation`. `Algorithm` of `evocube-engine` is another type.

use std::fmt;
use std::ops::Deref;

use super::{MoveSet, Symmetry, Turn, named};

named! {
    /// The metric of an algorithm's length.
    ///
    /// ```
    /// use evocube_cube::{Algorithm, Metric};
    /// let moves: Algorithm = "R2 U".parse()?;
    /// assert_eq!(Metric::ALL.map(|metric| moves.length(metric)), [2, 3]);
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    #[derive(Default)]
    pub enum Metric, "metric":
    /// Half-turn metric: every turn counts one.
    #[default]
    Htm = "htm",
    /// Quarter-turn metric: a turn by 180° counts two.
    Qtm = "qtm",
}

impl Metric {
    /// Returns the length of a turn: 1 or 2.
    ///
    /// ```
    /// use evocube_cube::{Metric, Turn};
    /// assert_eq!((Metric::Htm.cost(Turn::F2), Metric::Qtm.cost(Turn::F2)), (1, 2));
    /// ```
    #[inline]
    pub const fn cost(self, turn: Turn) -> u8 {
        match self {
            Self::Qtm if turn.quarters() == 2 => 2,
            _ => 1,
        }
    }

    /// Writes a length with its unit: `1 move`, `5 quarter turns`.
    ///
    /// ```
    /// use evocube_cube::Metric;
    /// assert_eq!(Metric::Htm.length_text(1), "1 move");
    /// assert_eq!(Metric::Qtm.length_text(5), "5 quarter turns");
    /// ```
    pub fn length_text(self, length: usize) -> String {
        let unit = if self == Self::Qtm { "quarter turn" } else { "move" };
        format!("{length} {unit}{}", if length == 1 { "" } else { "s" })
    }

    /// Returns the turns of length 1.
    pub(crate) const fn unit_moves(self) -> MoveSet {
        match self {
            Self::Htm => MoveSet::ALL,
            Self::Qtm => MoveSet::QUARTERS,
        }
    }
}

/// A sequence of moves, performed from left to right; by default face turns.
///
/// ```
/// use evocube_cube::{Algorithm, Metric};
/// let sexy: Algorithm = "R U R' U'".parse()?;
/// assert_eq!(sexy.inverse().to_string(), "U R U' R'");
/// assert_eq!(sexy.length(Metric::Htm), 4);
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Algorithm<M = Turn>(Vec<M>);

impl<M> Algorithm<M> {
    /// The empty algorithm.
    pub const EMPTY: Self = Self(Vec::new());

    /// Adds a move at the end.
    ///
    /// ```
    /// use evocube_cube::{Algorithm, Turn};
    /// let mut moves = Algorithm::EMPTY;
    /// moves.push(Turn::R);
    /// moves.extend_from_slice(&[Turn::U2, Turn::F3]);
    /// assert_eq!(moves.to_string(), "R U2 F'");
    /// ```
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Adds moves at the end.
    pub fn extend_from_slice(&mut self, moves: &[M])
    where
        M: Clone,
    {
        self.0.extend_from_slice(moves);
    }
}

impl<M> Default for Algorithm<M> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Algorithm {
    /// Returns the length in a metric.
    pub fn length(&self, metric: Metric) -> usize {
        self.0.iter().map(|&turn| usize::from(metric.cost(turn))).sum()
    }

    /// Returns the inverse algorithm.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.0.iter().rev().map(|turn| turn.inverse()).collect()
    }

    /// Returns the algorithm conjugated by a symmetry of the cube: rotated, or mirrored with every turn reversed.
    ///
    /// ```
    /// use evocube_cube::{Algorithm, Face, Symmetry};
    /// let moves: Algorithm = "R U R'".parse()?;
    /// assert_eq!(moves.conjugate(Symmetry::rotation(Face::U, 1)).to_string(), "F U F'");
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn conjugate(&self, symmetry: Symmetry) -> Self {
        self.0.iter().map(|&turn| symmetry.turn(turn)).collect()
    }

    /// Merges turns of one face (`R R` → `R2`, `R R'` → nothing), also across turns of the opposite face, which commute
    /// with them (`L R L` → `L2 R`). Turns of two opposite faces are written in the order U R F D L B. The effect on
    /// the puzzle is unchanged.
    ///
    /// ```
    /// use evocube_cube::Algorithm;
    /// let moves: Algorithm = "L R L F F' U".parse()?;
    /// assert_eq!(moves.simplify().to_string(), "R L2 U");
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn simplify(&self) -> Self {
        let mut moves = Vec::with_capacity(self.0.len());
        self.0.iter().for_each(|&turn| append(&mut moves, 0, turn));
        Self(moves)
    }
}

/// Appends a turn to moves that are simplified from a position on, so that they stay simplified.
#[inline]
pub(super) fn append(moves: &mut Vec<Turn>, begin: usize, turn: Turn) {
    match moves[begin..].last() {
        Some(last) if last.axis() == turn.axis() => append_on_axis(moves, begin, turn),
        _ => moves.push(turn),
    }
}

/// Appends a turn as [`append`] does behind a turn of the same axis.
fn append_on_axis(moves: &mut Vec<Turn>, begin: usize, turn: Turn) {
    let (face, end) = (turn.face(), moves.len());
    let merged_with = match moves[begin..] {
        [.., last] if last.face() == face => Some(end - 1),
        [.., before, last] if before.face() == face && last.face() == face.opposite() => Some(end - 2),
        _ => None,
    };
    match merged_with.map(|place| (place, Turn::new(face, moves[place].quarters() + turn.quarters()))) {
        Some((place, Some(merged))) => moves[place] = merged,
        Some((place, None)) => drop(moves.remove(place)),
        None => {
            let is_before_last =
                moves[begin..].last().is_some_and(|last| last.face() == face.opposite() && turn < *last);
            moves.push(turn);
            if is_before_last {
                moves.swap(end - 1, end);
            }
        }
    }
}

impl<M> Deref for Algorithm<M> {
    type Target = [M];

    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> FromIterator<M> for Algorithm<M> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<M> From<Vec<M>> for Algorithm<M> {
    fn from(moves: Vec<M>) -> Self {
        Self(moves)
    }
}

impl<M: Clone> From<&[M]> for Algorithm<M> {
    fn from(moves: &[M]) -> Self {
        Self(moves.to_vec())
    }
}

impl fmt::Display for Algorithm {
    /// WCA notation, turns separated by one space; empty for the empty algorithm.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(Turn::to_string).collect::<Vec<_>>().join(" "))
    }
}
