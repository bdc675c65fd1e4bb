//! [`PieceVectors`]: a state as four vectors, the third representation of G. R. Monteiro and D. S. Menasché,
//! *Roteamento e o Cubo Mágico*.

use super::Cube3;
use crate::puzzle::{CubeState, Turn};

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
}

impl Cube3 {
    /// Returns the state as four vectors.
    #[inline]
    pub fn vectors(self) -> PieceVectors {
        let mut vectors = PieceVectors {
            corner_position: [0; 8],
            corner_orientation: [0; 8],
            edge_position: [0; 12],
            edge_orientation: [0; 12],
        };
        for i in 0..8 {
            (vectors.corner_position[i], vectors.corner_orientation[i]) = (self.corners[i] & 7, self.corners[i] >> 3);
        }
        for i in 0..12 {
            (vectors.edge_position[i], vectors.edge_orientation[i]) = (self.edges[i] & 15, self.edges[i] >> 4);
        }
        vectors
    }

    /// Returns the state that four vectors describe, unchecked. The caller ensures that it is reachable.
    #[inline]
    pub(crate) fn from_vectors_unchecked(vectors: &PieceVectors) -> Self {
        let mut cube = Self { corners: [0; 8], edges: [0; 12] };
        for i in 0..8 {
            cube.corners[i] = vectors.corner_position[i] + 8 * vectors.corner_orientation[i];
        }
        for i in 0..12 {
            cube.edges[i] = vectors.edge_position[i] + 16 * vectors.edge_orientation[i];
        }
        cube
    }
}
