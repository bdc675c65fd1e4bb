//! [`InverseCoordinates`]: the coordinates of a state's inverse along the three axes, as `axis_table` looks them up, without computing the
//! inverse. Each piece adds its part to a sum, which a turn changes by the parts of the pieces that it moves.

use super::axis_table::AxisCoordinates;
use crate::puzzle::{Cube3, PieceVectors, Symmetry, Turn};
use crate::table::{Coordinate, SlicePositions, narrow, narrow_to_byte, rank_subset};

/// Tables of the contributions of single pieces to the coordinates of the inverse.
///
/// In the inverse, pieces and positions swap roles. Each position of the state therefore contributes independently to
/// the flips and the twist of the inverse. The pieces in the positions of a layer are, in the inverse, the positions of
/// the layer's pieces.
pub(super) struct InverseCoordinates {
    /// By turn: what it changes.
    changes: Vec<TurnChange>,
    /// By position and edge: the flips, and the [mark](mark) of an edge of the middle layer, 21 bits per axis.
    edges: [[u64; 32]; 12],
    /// By position and corner: the contribution to the twist, and a bit for a corner of the layer, 20 bits per axis.
    corners: [[u64; 32]; 8],
    /// By the exclusive or of four edges' [marks](mark).
    slices: Vec<u16>,
    /// By set of positions, one bit each.
    layers: Vec<u16>,
}

/// The sum of the contributions of all pieces of a state to the coordinates of its inverse.
#[derive(Clone, Copy)]
pub(super) struct InverseSum {
    edges: u64,
    corners: u64,
}

/// The changes of an [`InverseSum`] by a turn, which moves four edges and four corners.
struct TurnChange {
    /// The positions before the turn.
    edge_positions: [u8; 4],
    corner_positions: [u8; 4],
    /// By index in these positions and by piece.
    edges: [[u64; 32]; 4],
    corners: [[u64; 32]; 4],
}

/// Numbers of bits per axis: flips, marks of edges, twist, positions of corners.
const FLIPS: usize = 11;
const MARK: usize = 10;
const TWIST: usize = 12;
const LAYER: usize = 8;

/// Ten bits for an edge's position. The exclusive or of the marks identifies a set of four positions. Two such sets
/// differ in 2 to 8 positions, and only 1, 11 or 12 marks have the exclusive or 0.
fn mark(position: usize) -> u64 {
    match position {
        0..MARK => 1 << position,
        MARK => (1 << MARK) - 1,
        _ => 0,
    }
}

/// Extracts `bits` bits from bit `from` on.
#[inline]
fn field(packed: u64, from: usize, bits: usize) -> u16 {
    (packed >> from & ((1 << bits) - 1) & 0xFFFF) as u16
}

impl InverseCoordinates {
    pub(super) fn new() -> Self {
        let (mut edges, mut corners) = ([[0; 32]; 12], [[0; 32]; 8]);
        for (axis, rotation) in Symmetry::axis_rotations().into_iter().enumerate() {
            let image = |change: &dyn Fn(&mut PieceVectors)| {
                let mut vectors = Cube3::SOLVED.vectors();
                change(&mut vectors);
                Cube3::from_vectors_unchecked(&vectors).conjugate(rotation).vectors()
            };
            // The images of home positions under the rotation, found by a flip or a twist.
            let edge_images: [usize; 12] = std::array::from_fn(|edge| {
                let flipped = image(&|vectors| vectors.edge_orientation[edge] = 1).edge_orientation;
                flipped.iter().position(|&flip| flip == 1).expect("one edge is flipped")
            });
            let corner_images: [usize; 8] = std::array::from_fn(|corner| {
                let twisted = image(&|vectors| vectors.corner_orientation[corner] = 1).corner_orientation;
                twisted.iter().position(|&twist| twist != 0).expect("one corner is twisted")
            });
            for (position, (edge, flip)) in pairs(12, 12, 2) {
                let place = edge_images[edge];
                let seen = image(&|vectors| {
                    vectors.edge_position.swap(edge, position);
                    vectors.edge_orientation[edge] = [0, 1][flip];
                });
                let flips = u64::from(seen.edge_orientation[place]) << 11 >> place >> 1;
                let mark = if edge_images[position] >= 8 { mark(place) } else { 0 };
                edges[position][edge + 16 * flip] |= (flips | mark << FLIPS) << ((FLIPS + MARK) * axis);
            }
            for (position, (corner, twist)) in pairs(8, 8, 3) {
                let place = corner_images[corner];
                let seen = image(&|vectors| {
                    vectors.corner_position.swap(corner, position);
                    vectors.corner_orientation[corner] = [0, 2, 1][twist];
                });
                // The weights of the twists are powers of 3; the last twist follows from the others and has weight 0.
                let weight = 3_u64.pow(7) / [3, 9, 27, 81, 243, 729, 2_187, u64::MAX][place];
                let twists = u64::from(seen.corner_orientation[place]) * weight;
                let layer = u64::from(corner_images[position] < 4) << place;
                corners[position][corner + 8 * twist] |= (twists | layer << TWIST) << ((TWIST + LAYER) * axis);
            }
        }
        let (mut slices, mut layers) = (vec![0; 1 << MARK], vec![0; 1 << LAYER]);
        for positions in 0..SlicePositions::SIZE {
            let edges = SlicePositions::vectors(positions).edge_position;
            let marks = (0..12).filter(|&position| edges[position] >= 8).map(mark);
            slices[usize::from(field(marks.fold(0, |all, mark| all ^ mark), 0, MARK))] = narrow(positions);
        }
        for (set, layer) in layers.iter_mut().enumerate().filter(|(set, _)| set.count_ones() == 4) {
            *layer = narrow(rank_subset(set));
        }
        let changes = Turn::ALL.iter().map(|&turn| TurnChange::new(turn, &edges, &corners)).collect();
        Self { changes, edges, corners, slices, layers }
    }

    /// Returns the sum for a state.
    pub(super) fn sum(&self, cube: Cube3) -> InverseSum {
        let mut sum = InverseSum { edges: 0, corners: 0 };
        for (position, parts) in self.edges.iter().enumerate() {
            let (edge, flip) = cube.edge(position);
            sum.edges ^= parts[(edge + 16 * flip) % 32];
        }
        for (position, parts) in self.corners.iter().enumerate() {
            let (corner, twist) = cube.corner(position);
            sum.corners += parts[(corner + 8 * twist) % 32];
        }
        sum
    }

    /// Returns the sum for a state after a turn, from the sum for the state.
    #[inline]
    pub(super) fn sum_after(&self, sum: InverseSum, cube: Cube3, turn: Turn) -> InverseSum {
        let change = &self.changes[turn.index()];
        let InverseSum { mut edges, mut corners } = sum;
        for index in 0..4 {
            let (edge, flip) = cube.edge(change.edge_positions[index].into());
            edges ^= change.edges[index][(edge + 16 * flip) % 32];
            let (corner, twist) = cube.corner(change.corner_positions[index].into());
            corners = corners.wrapping_add(change.corners[index][(corner + 8 * twist) % 32]);
        }
        InverseSum { edges, corners }
    }

    /// Returns the coordinates of the inverse along an axis.
    #[inline]
    pub(super) fn along(&self, sum: InverseSum, axis: usize) -> AxisCoordinates {
        let (edges, corners) = (sum.edges >> ((FLIPS + MARK) * axis), sum.corners >> ((TWIST + LAYER) * axis));
        let slice = self.slices[usize::from(field(edges, FLIPS, MARK))];
        let layer = self.layers[usize::from(field(corners, TWIST, LAYER))];
        [slice, layer, field(edges, 0, FLIPS), field(corners, 0, TWIST)]
    }

    /// Returns the coordinates of the inverse along each axis.
    #[inline]
    pub(super) fn coordinates(&self, sum: InverseSum) -> [AxisCoordinates; 3] {
        [self.along(sum, 0), self.along(sum, 1), self.along(sum, 2)]
    }
}

impl TurnChange {
    fn new(turn: Turn, edges: &[[u64; 32]; 12], corners: &[[u64; 32]; 8]) -> Self {
        let turned = Cube3::SOLVED.apply(turn);
        // From and to which positions pieces move, and how their orientation changes.
        let edge_moves =
            (0..12).map(|target| (turned.edge(target), target)).filter(|&((from, _), target)| from != target);
        let corner_moves =
            (0..8).map(|target| (turned.corner(target), target)).filter(|&((from, _), target)| from != target);
        let mut change =
            Self { edge_positions: [0; 4], corner_positions: [0; 4], edges: [[0; 32]; 4], corners: [[0; 32]; 4] };
        for (index, ((from, flipped), target)) in edge_moves.enumerate() {
            change.edge_positions[index] = narrow_to_byte(from);
            for (edge, flip) in (0..12).flat_map(|edge| [(edge, 0), (edge, 1)]) {
                change.edges[index][edge + 16 * flip] =
                    edges[from][edge + 16 * flip] ^ edges[target][edge + 16 * (flip ^ flipped)];
            }
        }
        for (index, ((from, twisted), target)) in corner_moves.enumerate() {
            change.corner_positions[index] = narrow_to_byte(from);
            for (corner, twist) in (0..8).flat_map(|corner| [(corner, 0), (corner, 1), (corner, 2)]) {
                let target_part = corners[target][corner + 8 * ((twist + twisted) % 3)];
                change.corners[index][corner + 8 * twist] = target_part.wrapping_sub(corners[from][corner + 8 * twist]);
            }
        }
        change
    }
}

/// Returns all combinations of a position, a piece and its orientation.
fn pairs(positions: usize, pieces: usize, orientations: usize) -> impl Iterator<Item = (usize, (usize, usize))> {
    let oriented = move || (0..pieces).flat_map(move |piece| (0..orientations).map(move |turned| (piece, turned)));
    (0..positions).flat_map(move |position| oriented().map(move |piece| (position, piece)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;
    use crate::table::{CornerOrientation, EdgeOrientation, UpperCorners};

    #[test]
    fn the_coordinates_of_the_inverse_are_those_of_the_computed_inverse() {
        let (inverse, mut stream) = (InverseCoordinates::new(), Seed::from_number(23).stream());
        for _ in 0..2_000 {
            let cube = Cube3::random(&mut stream);
            let expected = Symmetry::axis_rotations().map(|rotation| {
                let view = cube.inverse().conjugate(rotation);
                [
                    SlicePositions::encode(view),
                    UpperCorners::encode(view),
                    EdgeOrientation::encode(view),
                    CornerOrientation::encode(view),
                ]
            });
            let sum = inverse.sum(cube);
            assert_eq!(inverse.coordinates(sum).map(|axis| axis.map(usize::from)), expected);
            for turn in Turn::ALL {
                let [updated, computed] = [inverse.sum_after(sum, cube, turn), inverse.sum(cube.apply(turn))];
                assert_eq!(inverse.coordinates(updated), inverse.coordinates(computed), "{turn}");
            }
        }
    }
}
