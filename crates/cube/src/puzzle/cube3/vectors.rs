//! [`PieceVectors`]: an assembled 3×3×3 as four vectors, reachable or not, the third representation of G. R. Monteiro and D. S. Menasché,
//! *Roteamento e o Cubo Mágico*. Whether they are a reachable state is checked in `setup`.

use std::array;

use super::Cube3;
use crate::puzzle::{Symmetry, Turn};

/// The piece in each position and its orientation. Unlike a [`Cube3`], the vectors may describe an unreachable cube, as
/// long as each piece occurs once.
///
/// ```
/// use evocube_cube::{Cube3, Turn};
/// let vectors = Cube3::after(&[Turn::F]).vectors();
/// assert_eq!(vectors.corner_orientation.iter().sum::<u8>() % 3, 0);
/// assert_eq!(Cube3::from_vectors(&vectors), Ok(Cube3::after(&[Turn::F])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceVectors {
    /// The corner (0–7) in each position.
    pub corner_position: [u8; 8],
    /// The twist (0–2) of the corner in each position.
    pub corner_orientation: [u8; 8],
    /// The edge (0–11) in each position.
    pub edge_position: [u8; 12],
    /// The flip (0–1) of the edge in each position.
    pub edge_orientation: [u8; 12],
}

impl PieceVectors {
    /// Returns the pieces after some turns. Each piece must occur once.
    #[must_use]
    pub fn apply_all(&self, turns: &[Turn]) -> Self {
        // The product is defined for unreachable cubes, too.
        Cube3::from_vectors_unchecked(self).apply_all(turns).vectors()
    }

    /// Returns the pieces conjugated by a symmetry, as [`Cube3::conjugate`] does. Each piece must occur once.
    #[must_use]
    pub fn conjugate(&self, symmetry: Symmetry) -> Self {
        Cube3::from_vectors_unchecked(self).conjugate(symmetry).vectors()
    }
}

impl Cube3 {
    /// Returns the state as four vectors.
    #[inline]
    pub fn vectors(self) -> PieceVectors {
        PieceVectors {
            corner_position: self.corners.map(|corner| corner & 7),
            corner_orientation: self.corners.map(|corner| corner >> 3),
            edge_position: self.edges.map(|edge| edge & 15),
            edge_orientation: self.edges.map(|edge| edge >> 4),
        }
    }

    /// Returns the state that four vectors describe, unchecked. The caller ensures that each piece occurs once; of an unreachable state
    /// only products, conjugates, vectors and colors have a meaning.
    #[inline]
    pub(crate) fn from_vectors_unchecked(vectors: &PieceVectors) -> Self {
        Self {
            corners: array::from_fn(|i| vectors.corner_position[i] + 8 * vectors.corner_orientation[i]),
            edges: array::from_fn(|i| vectors.edge_position[i] + 16 * vectors.edge_orientation[i]),
        }
    }
}
