//! [`MoveStyle`]: the notation of written moves.

use super::Dialect;
use crate::puzzle::algorithm::Algorithm;

/// A notation of turns. The styles differ in the suffixes only.
///
/// ```
/// use evocube_cube::Turn;
/// use evocube_cube::notation::MoveStyle;
/// let moves = [Turn::R, Turn::U2, Turn::F3][..].into();
/// assert_eq!(MoveStyle::ALL.map(|style| style.write(&moves)), ["R U2 F'", "R U2 F1", "R U2 F3", "R+ U2 F-"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// `R R2 R'`: the World Cube Association's, the default.
    #[default]
    Wca,
    /// `R R2 R1`: that of B. L. Sousa's paper.
    Sousa,
    /// `R R2 R3`: that of M. Abreu García's thesis. It is unambiguous in every [`Dialect`].
    Abreu,
    /// `R+ R2 R-`: that of the 2004 cube contest. It is unambiguous in every [`Dialect`].
    Contest,
}

impl MoveStyle {
    /// All styles.
    pub const ALL: [Self; 4] = [Self::Wca, Self::Sousa, Self::Abreu, Self::Contest];

    /// Returns an algorithm in this style, turns separated by one space.
    #[must_use]
    pub fn write(self, algorithm: &Algorithm) -> String {
        let suffixes = match self {
            Self::Wca => ["", "2", "'"],
            Self::Sousa => ["", "2", "1"],
            Self::Abreu => ["", "2", "3"],
            Self::Contest => ["+", "2", "-"],
        };
        let mut text = String::with_capacity(3 * algorithm.len());
        for turn in algorithm.iter() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push(turn.face().letter());
            text.push_str(suffixes[turn.index() % 3]);
        }
        text
    }
}

impl From<Dialect> for MoveStyle {
    /// Returns the style that this dialect reads.
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Wca => Self::Wca,
            Dialect::Sousa => Self::Sousa,
            Dialect::Contest => Self::Contest,
        }
    }
}
