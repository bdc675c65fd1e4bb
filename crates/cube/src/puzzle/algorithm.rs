//! [`Algorithm`]: a sequence of moves.

use std::fmt;
use std::ops::Deref;

use super::{Face, MoveSet, Symmetry, Turn, named};

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
        // Blocks of turns about one axis: the quarter turns of its two faces.
        let mut blocks: Vec<(usize, [u32; 2])> = Vec::with_capacity(self.0.len());
        for turn in &self.0 {
            let (axis, side) = (turn.face().index() % 3, turn.face().index() / 3);
            if blocks.last().is_none_or(|last| last.0 != axis) {
                blocks.push((axis, [0, 0]));
            }
            let quarters = &mut blocks.last_mut().expect("just pushed").1;
            quarters[side] = (quarters[side] + turn.quarters()) % 4;
            if *quarters == [0, 0] {
                blocks.pop();
            }
        }
        let turn = |axis: usize, side: usize, quarters| Turn::new(Face::ALL[axis + 3 * side], quarters);
        let mut moves = Vec::with_capacity(self.0.len());
        for (axis, quarters) in blocks {
            moves.extend(turn(axis, 0, quarters[0]));
            moves.extend(turn(axis, 1, quarters[1]));
        }
        Self(moves)
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
