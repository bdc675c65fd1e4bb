//! [`InverseReader`]: what the three axes see of a state's inverse, read off the pieces.

use super::axes::View;
use crate::puzzle::cube3::{Cube3, PieceVectors};
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Face;
use crate::table::{Coordinate, SlicePositions, UpperCorners};

/// The rotations about the corner URF, which bring each axis to U–D once.
pub(super) fn axis_rotations() -> [Symmetry; 3] {
    let once = Symmetry::from_faces(|face| Face::ALL[face.index() / 3 * 3 + (face.index() + 1) % 3])
        .expect("a rotation about a corner");
    [Symmetry::IDENTITY, once, once.then(once)]
}

/// Reads the inverse's coordinates. In the inverse, piece and position change places: each position of the state adds
/// its part to the inverse's flips and twist, and those of a middle layer and of a layer of corners tell where its
/// pieces are.
pub(super) struct InverseReader {
    /// By position and edge: which flips it makes and where an edge of the middle layer then is, 21 bits an axis.
    edges: [[u64; 32]; 12],
    /// By position and corner: what it adds to the twist and where a corner of the layer then is, 20 bits an axis.
    corners: [[u64; 32]; 8],
    /// By the exclusive or of four edges' [marks](mark).
    slices: Vec<u16>,
    /// By a bit for each position.
    layers: Vec<u16>,
}

/// Bits for an axis's flips, the edges' places, the twist, the corners' places.
const FLIPS: usize = 11;
const MARK: usize = 10;
const TWIST: usize = 12;
const LAYER: usize = 8;

/// Ten bits for an edge's position. Any four positions have an exclusive or of their own: only eleven of the marks, or
/// that of the last position alone, make 0.
fn mark(position: usize) -> u64 {
    match position {
        0..MARK => 1 << position,
        MARK => (1 << MARK) - 1,
        _ => 0,
    }
}

/// So many bits from one on.
#[inline]
fn field(packed: u64, from: usize, bits: usize) -> u16 {
    (packed >> from & ((1 << bits) - 1) & 0xFFFF) as u16
}

impl InverseReader {
    pub(super) fn new() -> Self {
        let (mut edges, mut corners) = ([[0; 32]; 12], [[0; 32]; 8]);
        for (axis, rotation) in axis_rotations().into_iter().enumerate() {
            let seen = |vectors: &PieceVectors| Cube3::from_vectors_unchecked(vectors).conjugate(rotation).vectors();
            for position in 0..12 {
                for (edge, flip) in (0..12).flat_map(|edge| [(edge, 0), (edge, 1)]) {
                    let mut vectors = Cube3::SOLVED.vectors();
                    vectors.edge_position.swap(edge, position);
                    vectors.edge_orientation[edge] = flip;
                    let place = seen_edge(rotation, edge);
                    let flips_there = u64::from(seen(&vectors).edge_orientation[place]) << 11 >> place >> 1;
                    let mark_there = if seen_edge(rotation, position) >= 8 { mark(place) } else { 0 };
                    edges[position][edge + 16 * usize::from(flip)] |=
                        (flips_there | mark_there << FLIPS) << ((FLIPS + MARK) * axis);
                }
            }
            for position in 0..8 {
                for (corner, twist) in (0..8).flat_map(|corner| [(corner, 0), (corner, 1), (corner, 2)]) {
                    let mut vectors = Cube3::SOLVED.vectors();
                    vectors.corner_position.swap(corner, position);
                    vectors.corner_orientation[corner] = (3 - twist) % 3;
                    let place = seen_corner(rotation, corner);
                    // Thirds, so that the last twist, which follows from the others, adds nothing.
                    let weight = 3_u64.pow(7) / [3, 9, 27, 81, 243, 729, 2_187, u64::MAX][place];
                    let twist_there = u64::from(seen(&vectors).corner_orientation[place]) * weight;
                    let layer_there = u64::from(seen_corner(rotation, position) < 4) << place;
                    corners[position][corner + 8 * usize::from(twist)] |=
                        (twist_there | layer_there << TWIST) << ((TWIST + LAYER) * axis);
                }
            }
        }
        let number = |value: usize| u16::try_from(value).expect("495 values");
        let (mut slices, mut layers) = (vec![0; 1 << MARK], vec![0; 1 << LAYER]);
        for positions in 0..SlicePositions::SIZE {
            let vectors = SlicePositions::decode(positions).vectors();
            let marks = (0..12).filter(|&position| vectors.edge_position[position] >= 8).map(mark);
            slices[usize::from(field(marks.fold(0, |all, mark| all ^ mark), 0, MARK))] = number(positions);
        }
        for (set, layer) in layers.iter_mut().enumerate().filter(|(set, _)| set.count_ones() == 4) {
            *layer = number(UpperCorners::of_positions(set));
        }
        Self { edges, corners, slices, layers }
    }

    /// What each axis sees of the inverse of a state.
    #[inline]
    pub(super) fn views(&self, cube: Cube3) -> [View; 3] {
        let (mut edges, mut corners) = (0, 0);
        for (position, parts) in self.edges.iter().enumerate() {
            let (edge, flip) = cube.edge(position);
            edges ^= parts[(edge + 16 * flip) % 32];
        }
        for (position, parts) in self.corners.iter().enumerate() {
            let (corner, twist) = cube.corner(position);
            corners += parts[(corner + 8 * twist) % 32];
        }
        std::array::from_fn(|axis| {
            let (edges, corners) = (edges >> ((FLIPS + MARK) * axis), corners >> ((TWIST + LAYER) * axis));
            let slice = self.slices[usize::from(field(edges, FLIPS, MARK))];
            let layer = self.layers[usize::from(field(corners, TWIST, LAYER))];
            [slice, layer, field(edges, 0, FLIPS), field(corners, 0, TWIST)]
        })
    }
}

/// Where an edge's home is after a rotation.
fn seen_edge(rotation: Symmetry, edge: usize) -> usize {
    let mut vectors = Cube3::SOLVED.vectors();
    vectors.edge_orientation[edge] = 1;
    let seen = Cube3::from_vectors_unchecked(&vectors).conjugate(rotation);
    (0..12).find(|&position| seen.edge(position).1 == 1).expect("one edge is flipped")
}

/// Where a corner's home is after a rotation.
fn seen_corner(rotation: Symmetry, corner: usize) -> usize {
    let mut vectors = Cube3::SOLVED.vectors();
    vectors.corner_orientation[corner] = 1;
    let seen = Cube3::from_vectors_unchecked(&vectors).conjugate(rotation);
    (0..8).find(|&position| seen.corner(position).1 != 0).expect("one corner is twisted")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::rng::Seed;
    use crate::table::{CornerOrientation, EdgeOrientation};

    #[test]
    fn an_inverse_is_read_as_it_is_computed() {
        let (reader, mut stream) = (InverseReader::new(), Seed::from_number(23).stream());
        for _ in 0..2_000 {
            let cube = Cube3::random(&mut stream);
            let views = axis_rotations().map(|rotation| {
                let seen = cube.inverse().conjugate(rotation);
                [
                    SlicePositions::encode(seen),
                    UpperCorners::encode(seen),
                    EdgeOrientation::encode(seen),
                    CornerOrientation::encode(seen),
                ]
            });
            assert_eq!(reader.views(cube).map(|view| view.map(usize::from)), views);
        }
    }
}
