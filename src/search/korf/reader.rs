//! [`InverseReader`]: what the three axes see of a state's inverse, read off the pieces.

use super::axes::View;
use crate::puzzle::cube3::{Cube3, PieceVectors};
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Face;
use crate::table::{Coordinate, SortedSlice};

/// The rotations about the corner URF, which bring each axis to U–D once.
pub(super) fn axis_rotations() -> [Symmetry; 3] {
    let once = Symmetry::from_faces(|face| Face::ALL[face.index() / 3 * 3 + (face.index() + 1) % 3])
        .expect("a rotation about a corner");
    [Symmetry::IDENTITY, once, once.then(once)]
}

/// Reads the inverse's coordinates. In the inverse, piece and position change places: each position of the state adds
/// its part to the inverse's flips and twist, and four positions tell where the edges of a middle layer are.
pub(super) struct InverseReader {
    /// By position and edge: which flips it makes, 16 bits an axis.
    flips: [[u64; 32]; 12],
    /// By position and corner: what it adds to the twist, 16 bits an axis.
    twists: [[u64; 32]; 8],
    axes: [SliceReader; 3],
}

struct SliceReader {
    /// The four positions.
    positions: [usize; 4],
    /// By the edges that are there, to the base of 12: [`SortedSlice`] of the inverse.
    slices: Vec<u16>,
}

impl InverseReader {
    pub(super) fn new() -> Self {
        let (mut flips, mut twists) = ([[0; 32]; 12], [[0; 32]; 8]);
        for (axis, rotation) in axis_rotations().into_iter().enumerate() {
            let seen = |vectors: &PieceVectors| Cube3::from_vectors_unchecked(vectors).conjugate(rotation).vectors();
            for position in 0..12 {
                for (edge, flip) in (0..12).flat_map(|edge| [(edge, 0), (edge, 1)]) {
                    let mut vectors = Cube3::SOLVED.vectors();
                    vectors.edge_position.swap(edge, position);
                    vectors.edge_orientation[edge] = flip;
                    let place = seen_edge(rotation, edge);
                    let flips_there = u64::from(seen(&vectors).edge_orientation[place]) << 11 >> place >> 1;
                    flips[position][edge + 16 * usize::from(flip)] |= flips_there << (16 * axis);
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
                    twists[position][corner + 8 * usize::from(twist)] |= twist_there << (16 * axis);
                }
            }
        }
        Self { flips, twists, axes: axis_rotations().map(SliceReader::new) }
    }

    /// What each axis sees of the inverse of a state.
    #[inline]
    pub(super) fn views(&self, cube: Cube3) -> [View; 3] {
        let (mut flips, mut twists) = (0, 0);
        for (position, parts) in self.flips.iter().enumerate() {
            let (edge, flip) = cube.edge(position);
            flips ^= parts[(edge + 16 * flip) % 32];
        }
        for (position, parts) in self.twists.iter().enumerate() {
            let (corner, twist) = cube.corner(position);
            twists += parts[(corner + 8 * twist) % 32];
        }
        // Sixteen bits an axis.
        let field = |packed: u64, axis: usize| {
            packed.to_le_bytes()[2 * axis..].first_chunk().map_or(0, |&two| u16::from_le_bytes(two))
        };
        std::array::from_fn(|axis| [self.axes[axis].read(cube), field(flips, axis), field(twists, axis)])
    }
}

impl SliceReader {
    fn new(rotation: Symmetry) -> Self {
        let positions = std::array::from_fn(|number| {
            (0..12).find(|&edge| seen_edge(rotation, edge) == 8 + number).expect("every edge is somewhere")
        });
        let places: [u8; 12] = std::array::from_fn(|edge| u8::try_from(seen_edge(rotation, edge)).expect("12 edges"));
        let mut slices = vec![0; 12 * 12 * 12 * 12];
        for (index, slice) in slices.iter_mut().enumerate() {
            let edges = [index / 1_728, index / 144 % 12, index / 12 % 12, index % 12];
            if (1..4).any(|i| edges[..i].contains(&edges[i])) {
                continue;
            }
            // The edges of the middle layer are there; which the others are does not count.
            let mut vectors = PieceVectors { edge_position: [0; 12], ..Cube3::SOLVED.vectors() };
            for (edge, place) in (8..).zip(edges) {
                vectors.edge_position[usize::from(places[place])] = edge;
            }
            let value = SortedSlice::encode(Cube3::from_vectors_unchecked(&vectors));
            *slice = u16::try_from(value).expect("11,880 values");
        }
        Self { positions, slices }
    }

    #[inline]
    fn read(&self, cube: Cube3) -> u16 {
        self.slices[self.positions.iter().fold(0, |index, &position| 12 * index + cube.edge(position).0)]
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
    use crate::puzzle::Puzzle;
    use crate::rng::Seed;
    use crate::table::{CornerOrientation, EdgeOrientation};

    #[test]
    fn an_inverse_is_read_as_it_is_computed() {
        let (reader, mut stream) = (InverseReader::new(), Seed::from_number(23).stream());
        for _ in 0..2_000 {
            let cube = Cube3::random(&mut stream);
            let views = axis_rotations().map(|rotation| {
                let seen = cube.inverse().conjugate(rotation);
                [SortedSlice::encode(seen), EdgeOrientation::encode(seen), CornerOrientation::encode(seen)]
            });
            assert_eq!(reader.views(cube).map(|view| view.map(usize::from)), views);
        }
    }
}
