//! [`Unreachable`]: each [`Reason`] why no moves of a 2×2×2 or 3×3×3 lead to given facelets or pieces, with its sentence. Colors are
//! counted and pieces named here; the other reasons are found where setups are checked, in `cube2` and `cube3`, and in `notation::faces`.

use super::Face;

/// Error: a setup is not a reachable cube. Holds all reasons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible cube: {}", .reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Unreachable {
    /// At least one reason.
    pub reasons: Vec<Reason>,
}

/// A reason why a cube cannot be assembled, or why moves from the solved state cannot reach it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The six centers are not of six different colors.
    #[error("the six centers are not of six different colors")]
    Centers,
    /// The six centers are of six different colors, but no rotation of the cube brings them home.
    #[error("the six centers are not arranged as on a cube")]
    MisplacedCenters,
    /// The six centers are arranged as on a mirrored cube.
    #[error("the six centers are arranged as in a mirror")]
    MirroredCenters,
    /// A color occurs on too many or too few facelets.
    #[error("color {color} occurs {count} times instead of {expected}")]
    Count {
        /// The home face of the color.
        color: Face,
        /// The number of facelets of this color.
        count: usize,
        /// The expected number.
        expected: usize,
    },
    /// No corner or edge has these colors (a piece with one color twice, or with colors of opposite faces).
    #[error("no piece has the colors {colors} found at {position}")]
    NoSuchPiece {
        /// The position, by its faces.
        position: String,
        /// The colors found there, in the same order.
        colors: String,
    },
    /// A corner has its colors in mirrored order.
    #[error("the corner {colors} at {position} is mirrored")]
    MirroredCorner {
        /// The position, by its faces.
        position: String,
        /// The colors found there, in the same order.
        colors: String,
    },
    /// A piece occurs more than once.
    #[error("piece {piece} occurs {count} times")]
    Repeated {
        /// The piece, by its faces.
        piece: String,
        /// The number of positions with this piece.
        count: usize,
    },
    /// A piece is missing.
    #[error("piece {piece} is missing")]
    Missing {
        /// The piece, by its faces.
        piece: String,
    },
    /// The twists of the corners do not add up to whole turns.
    #[error("one corner is twisted {}clockwise{}", if *clockwise { "" } else { "counter-" }, listed(suspects))]
    Twisted {
        /// Whether the sum is a third of a turn clockwise; otherwise counter-clockwise.
        clockwise: bool,
        /// The twisted corners, if there are at most three.
        suspects: Vec<String>,
    },
    /// An odd number of edges is flipped.
    #[error("one edge is flipped{}", listed(suspects))]
    Flipped {
        /// The flipped edges, if there are at most three.
        suspects: Vec<String>,
    },
    /// The permutations of corners and edges differ in parity, as after swapping two pieces.
    #[error("two pieces are swapped{}", listed(suspects))]
    Swapped {
        /// The pieces that are not at home, if there are exactly two.
        suspects: Vec<String>,
    },
    /// A number in a vector of pieces is out of range.
    #[error("{entry} is {value}, which is out of range")]
    OutOfRange {
        /// The vector and the index of the entry.
        entry: String,
        /// The number found.
        value: u8,
    },
}

impl Reason {
    /// Returns the reason for a position with the colors of no piece, or of a mirrored corner.
    pub(in crate::puzzle) fn no_piece<const N: usize>(names: &[[Face; N]], position: usize, colors: [Face; N]) -> Self {
        let mirrored = names.iter().any(|piece| piece.iter().all(|face| colors.contains(face)));
        let (position, colors) = (name(&names[position]), name(&colors));
        if mirrored { Self::MirroredCorner { position, colors } } else { Self::NoSuchPiece { position, colors } }
    }
}

/// Returns suspects in parentheses; empty if there are none.
fn listed(suspects: &[String]) -> String {
    if suspects.is_empty() { String::new() } else { format!(" ({})", suspects.join(", ")) }
}

/// Returns the colors that occur too often or too rarely.
pub(in crate::puzzle) fn count_colors(colors: &[Face]) -> Vec<Reason> {
    let count = |color| colors.iter().filter(|&&shown| shown == color).count();
    let expected = colors.len() / 6;
    Face::ALL
        .into_iter()
        .map(|color| (color, count(color)))
        .filter(|&(_, count)| count != expected)
        .map(|(color, count)| Reason::Count { color, count, expected })
        .collect()
}

/// Returns the name of a piece or position: the letters of its faces.
pub(in crate::puzzle) fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}
