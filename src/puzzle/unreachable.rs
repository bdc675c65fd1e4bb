//! [`Unreachable`]: the reasons why facelets or pieces are no cube that turns lead to.

use std::fmt;

use super::turn::Face;

/// Why a setup is no reachable cube: all the reasons that were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible cube: {}", .reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Unreachable {
    /// At least one reason.
    pub reasons: Vec<Reason>,
}

/// One reason why a cube cannot exist, or cannot be reached by turns from the solved one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The six centers are not of six different colors.
    Centers,
    /// The six centers are those of a cube seen in a mirror.
    MirroredCenters,
    /// A color does not occur as often as a face has facelets.
    Count {
        /// The color, by the face where it belongs.
        color: Face,
        /// How often it occurs.
        count: usize,
        /// How often it should.
        expected: usize,
    },
    /// No corner or edge has these colors (a piece with one color twice, or with colors of opposite faces).
    NoSuchPiece {
        /// The position, by its faces.
        position: String,
        /// The colors found there, in the same order.
        colors: String,
    },
    /// A corner whose colors run the wrong way round.
    MirroredCorner {
        /// The position, by its faces.
        position: String,
        /// The colors found there, in the same order.
        colors: String,
    },
    /// A piece that occurs more than once.
    Repeated {
        /// The piece, by its faces.
        piece: String,
        /// How often it occurs.
        count: usize,
    },
    /// A piece that occurs nowhere.
    Missing {
        /// The piece, by its faces.
        piece: String,
    },
    /// The twists of the corners do not add up to whole turns.
    Twisted {
        /// Is what is left over a third of a turn clockwise (else counter-clockwise)?
        clockwise: bool,
        /// The corners that do not lie as in the solved cube, when few.
        suspects: Vec<String>,
    },
    /// An odd number of edges is flipped.
    Flipped {
        /// The edges that do not lie as in the solved cube, when few.
        suspects: Vec<String>,
    },
    /// The pieces are an odd permutation: as if two pieces had been exchanged.
    Swapped {
        /// The pieces that are not at home, when only two are.
        suspects: Vec<String>,
    },
    /// A number in a vector of pieces is out of range.
    OutOfRange {
        /// Which vector and entry.
        entry: String,
        /// The number found.
        value: u8,
    },
}

impl Reason {
    /// The reason for a position whose colors are those of no piece, or of a mirrored corner.
    pub(in crate::puzzle) fn no_piece<const N: usize>(names: &[[Face; N]], position: usize, colors: [Face; N]) -> Self {
        let mirrored = names.iter().any(|piece| piece.iter().all(|face| colors.contains(face)));
        let (position, colors) = (name(&names[position]), name(&colors));
        if mirrored { Self::MirroredCorner { position, colors } } else { Self::NoSuchPiece { position, colors } }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let among = |suspects: &[String]| {
            if suspects.is_empty() { String::new() } else { format!(" ({})", suspects.join(", ")) }
        };
        match self {
            Self::Centers => write!(f, "the six centers are not of six different colors"),
            Self::MirroredCenters => write!(f, "the six centers are arranged as in a mirror"),
            Self::Count { color, count, expected } => {
                write!(f, "color {color} occurs {count} times instead of {expected}")
            }
            Self::NoSuchPiece { position, colors } => {
                write!(f, "no piece has the colors {colors} found at {position}")
            }
            Self::MirroredCorner { position, colors } => write!(f, "the corner {colors} at {position} is mirrored"),
            Self::Repeated { piece, count } => write!(f, "piece {piece} occurs {count} times"),
            Self::Missing { piece } => write!(f, "piece {piece} is missing"),
            Self::Twisted { clockwise, suspects } => {
                write!(
                    f,
                    "one corner is twisted {}clockwise{}",
                    if *clockwise { "" } else { "counter-" },
                    among(suspects)
                )
            }
            Self::Flipped { suspects } => write!(f, "one edge is flipped{}", among(suspects)),
            Self::Swapped { suspects } => write!(f, "two pieces are swapped{}", among(suspects)),
            Self::OutOfRange { entry, value } => write!(f, "{entry} is {value}, which is out of range"),
        }
    }
}

/// The colors that occur too often or too seldom.
pub(in crate::puzzle) fn count_colors(colors: &[Face]) -> Vec<Reason> {
    let count = |color| colors.iter().filter(|&&found| found == color).count();
    let expected = colors.len() / 6;
    Face::ALL
        .into_iter()
        .map(|color| (color, count(color)))
        .filter(|&(_, count)| count != expected)
        .map(|(color, count)| Reason::Count { color, count, expected })
        .collect()
}

/// A piece or position, by the letters of its faces.
pub(in crate::puzzle) fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}
