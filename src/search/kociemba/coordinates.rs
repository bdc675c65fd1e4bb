//! [`COORDINATES`]: the moves of the coordinates of both phases, and small pruning tables, in one stored table.

use super::spec;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::registry::to_domino;
use crate::table::row_space::{ProductSpace, RowSpace};
use crate::table::symmetry::{AXIS_SYMMETRIES, SymmetryClasses};
use crate::table::{
    BuildOptions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, FlipSlice, ImageTable, LayerEdges,
    MetricTables, Mismatch, PackedTable, SlicePermutation, SlicePositions, SortedSlice, TableSource, TransitionTable,
    narrow,
};

/// The coordinates of both phases after each move, and four pruning tables of a megabyte or less: flips with slice
/// positions, twists with slice positions, corners with the slice, edges of U and D with the slice.
///
/// With small tables the solver has nothing else; with large tables it saves their computation, which takes longer than to
/// read them.
pub const COORDINATES: MetricTables = MetricTables {
    htm: spec(
        ["kociemba-small", "moves of coordinates, small pruning tables"],
        BYTES,
        |_| build(Metric::Htm),
        |bytes| check(Metric::Htm, &bytes),
    ),
    qtm: spec(
        ["kociemba-small-qtm", "moves of coordinates, small pruning tables of quarter turns"],
        BYTES,
        |_| build(Metric::Qtm),
        |bytes| check(Metric::Qtm, &bytes),
    ),
};

/// The number of classes of [`FlipSlice`].
const CLASSES: usize = 64_430;
const TWISTS: usize = CornerOrientation::SIZE;
const ORDERS: usize = SlicePermutation::SIZE;
/// The bytes of a row of 18 values.
const ROW: usize = 2 * 18;

/// The number of bytes of the coordinates of phase 1, without pruning tables.
const PHASE1_BYTES: usize = CLASSES * (4 + ROW + 18) + TWISTS * (ROW + 2 * AXIS_SYMMETRIES);
/// The number of bytes of the coordinates of phase 2, without pruning tables.
const PHASE2_BYTES: usize = (CornerPermutation::SIZE + SortedSlice::SIZE + LayerEdges::SIZE) * ROW
    + 2 * (SortedSlice::SIZE * ORDERS + CornerPermutation::SIZE + AXIS_SYMMETRIES * LayerEdges::SIZE);
/// The number of bytes of each pruning table.
const DISTANCES: [usize; 4] =
    [CLASSES, SlicePositions::SIZE * TWISTS, CornerPermutation::SIZE * ORDERS, LayerEdges::SIZE * ORDERS];
const BYTES: usize = PHASE1_BYTES + PHASE2_BYTES + DISTANCES[0] + DISTANCES[1] + DISTANCES[2] + DISTANCES[3];

/// The transitions of the representative of a class: the class after each turn, and the symmetry that takes the state
/// after the turn to its representative. It fits a cache line.
#[repr(align(64))]
pub(super) struct ClassTransitions {
    pub(super) classes: [u16; 18],
    pub(super) links: [u8; 18],
}

/// The coordinates of phase 1.
pub(super) struct Phase1Coordinates {
    /// By class, the smallest value of [`FlipSlice`], in ascending order.
    pub(super) representatives: Vec<u32>,
    pub(super) transitions: Vec<ClassTransitions>,
    pub(super) twists: TransitionTable,
    pub(super) twist_images: ImageTable,
    /// By class, the distance of flips and slice positions from the domino group.
    flip_distances: Vec<u8>,
    /// By [`SlicePositions`] · 2187 + twists, their distance from the domino group.
    twist_distances: Vec<u8>,
}

/// The coordinates of phase 2.
pub(super) struct Phase2Coordinates {
    pub(super) corners: TransitionTable,
    pub(super) four_edges: TransitionTable,
    pub(super) layers: TransitionTable,
    /// [`LayerEdges`] by the edges of U, then by the order of those of D.
    pub(super) merged: Vec<[u16; ORDERS]>,
    /// By [`CornerPermutation`]: its class · 16 + a symmetry that takes it to the representative.
    pub(super) corner_classes: Vec<u16>,
    pub(super) layer_images: ImageTable,
    /// By [`CornerPermutation`] · 24 + [`SlicePermutation`], the distance from solved within the domino group.
    corner_distances: Vec<u8>,
    /// By [`LayerEdges`] · 24 + [`SlicePermutation`], the same.
    layer_distances: Vec<u8>,
}

/// Returns the content of [`COORDINATES`].
pub(super) fn load(metric: Metric, source: &TableSource<'_>) -> (Phase1Coordinates, Phase2Coordinates) {
    let bytes = source.load_large(COORDINATES.get(metric));
    let mut parts = Parts(&bytes);
    let phase1 = Phase1Coordinates {
        representatives: parts.take(4 * CLASSES).as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect(),
        transitions: parts.transitions(),
        twists: parts.table(TWISTS),
        twist_images: parts.images(TWISTS),
        flip_distances: parts.take(DISTANCES[0]).to_vec(),
        twist_distances: parts.take(DISTANCES[1]).to_vec(),
    };
    let phase2 = Phase2Coordinates {
        corners: parts.table(CornerPermutation::SIZE),
        four_edges: parts.table(SortedSlice::SIZE),
        layers: parts.table(LayerEdges::SIZE),
        merged: parts.rows(SortedSlice::SIZE).collect(),
        corner_classes: parts.numbers(CornerPermutation::SIZE),
        layer_images: parts.images(LayerEdges::SIZE),
        corner_distances: parts.take(DISTANCES[2]).to_vec(),
        layer_distances: parts.take(DISTANCES[3]).to_vec(),
    };
    (phase1, phase2)
}

impl Phase1Coordinates {
    /// Returns the class of a value of [`FlipSlice`] if the value is its representative.
    pub(super) fn class(&self, value: u32) -> Option<usize> {
        self.representatives.binary_search(&value).ok()
    }

    /// Returns a lower bound of the distance from the domino group: the larger of those of flips and twists, each with the
    /// slice positions. It is 0 in the group only, and a move changes it by at most one.
    #[inline]
    pub(super) fn small_bound(&self, class: u16, twist: u16) -> u8 {
        let class = usize::from(class);
        let slice = self.representatives[class] as usize / EdgeOrientation::SIZE;
        self.flip_distances[class].max(self.twist_distances[slice * TWISTS + usize::from(twist)])
    }
}

impl Phase2Coordinates {
    /// Returns the distance of corners and slice from solved, within the domino group.
    #[inline]
    pub(super) fn corner_distance(&self, corners: u16, slice: u16) -> usize {
        self.corner_distances[usize::from(corners) * ORDERS + usize::from(slice)].into()
    }

    /// Returns the distance of the edges from solved, within the domino group.
    #[inline]
    pub(super) fn edge_distance(&self, layers: u16, slice: u16) -> usize {
        self.layer_distances[usize::from(layers) * ORDERS + usize::from(slice)].into()
    }
}

/// The bytes of a table that are not read yet.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        part
    }

    fn numbers(&mut self, count: usize) -> Vec<u16> {
        self.take(2 * count).as_chunks().0.iter().map(|&two| u16::from_le_bytes(two)).collect()
    }

    fn rows<const WIDTH: usize>(&mut self, count: usize) -> impl Iterator<Item = [u16; WIDTH]> + use<'a, WIDTH> {
        self.take(2 * WIDTH * count).chunks_exact(2 * WIDTH).map(|bytes| {
            let mut row = [0; WIDTH];
            row.iter_mut().zip(bytes.as_chunks().0).for_each(|(value, &two)| *value = u16::from_le_bytes(two));
            row
        })
    }

    fn table(&mut self, size: usize) -> TransitionTable {
        TransitionTable::from_rows(self.rows(size).collect())
    }

    fn images(&mut self, size: usize) -> ImageTable {
        ImageTable::from_images(size, self.numbers(AXIS_SYMMETRIES * size))
    }

    fn transitions(&mut self) -> Vec<ClassTransitions> {
        let (classes, links) = (self.rows(CLASSES), self.take(18 * CLASSES).as_chunks().0);
        classes.zip(links).map(|(classes, &links)| ClassTransitions { classes, links }).collect()
    }
}

/// Builds the table. It takes a fraction of a second, too short to report progress.
fn build(metric: Metric) -> Vec<u8> {
    let [flips, twists, corners, layers] = distances(metric);
    [phase1_moves(), flips, twists, phase2_moves(), corners, layers].concat()
}

/// Bytes that are written number by number.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn numbers(&mut self, values: &[u16]) {
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    fn table<C: Coordinate>(&mut self) {
        let table = TransitionTable::new::<C>();
        (0..C::SIZE).for_each(|value| self.numbers(table.row(narrow(value))));
    }

    fn images<C: Coordinate>(&mut self) {
        let images = ImageTable::by_symmetry::<C>();
        (0..AXIS_SYMMETRIES).for_each(|symmetry| self.numbers(images.row(symmetry)));
    }
}

/// Returns the coordinates of phase 1 without their pruning tables.
fn phase1_moves() -> Vec<u8> {
    let (space, mut to) = (to_domino(), Writer::default());
    for class in 0..CLASSES {
        let representative = u32::try_from(space.classes().representative(class)).expect("a million values");
        to.0.extend(representative.to_le_bytes());
    }
    let after = |class| Turn::ALL.map(|turn| space.row_after(class, turn));
    (0..CLASSES).for_each(|class| to.numbers(&after(class).map(|(next, _)| narrow(next))));
    to.0.extend((0..CLASSES).flat_map(after).map(|(_, link)| u8::try_from(link).expect("one of 16 symmetries")));
    to.table::<CornerOrientation>();
    to.images::<CornerOrientation>();
    to.0
}

/// Returns the coordinates of phase 2 without their pruning tables.
fn phase2_moves() -> Vec<u8> {
    let mut to = Writer::default();
    to.table::<CornerPermutation>();
    to.table::<SortedSlice>();
    to.table::<LayerEdges>();
    let mut merged = vec![[0; ORDERS]; SortedSlice::SIZE];
    for layers in 0..LayerEdges::SIZE {
        let cube = LayerEdges::decode(layers);
        merged[SortedSlice::of_edges(cube, 0)][SortedSlice::of_edges(cube, 4) % ORDERS] = narrow(layers);
    }
    to.numbers(merged.as_flattened());
    let corners = SymmetryClasses::new::<CornerPermutation>();
    for order in 0..CornerPermutation::SIZE {
        let (class, symmetry) = corners.class(order);
        to.numbers(&[narrow(class * AXIS_SYMMETRIES + symmetry)]);
    }
    to.images::<LayerEdges>();
    to.0
}

/// Returns the pruning tables: flips, twists, corners, edges of U and D.
fn distances(metric: Metric) -> [Vec<u8>; 4] {
    let table = |space: ProductSpace| {
        let distances = (0, PackedTable::<8>::MAX_DISTANCE);
        PackedTable::<8>::new(&space, metric, distances, BuildOptions::SEQUENTIAL).into_bytes()
    };
    let flips = table(ProductSpace::new::<SlicePositions, EdgeOrientation>());
    let classes = SymmetryClasses::new::<FlipSlice>();
    let corners = TransitionTable::new::<CornerPermutation>();
    [
        (0..CLASSES).map(|class| flips[classes.representative(class)]).collect(),
        table(ProductSpace::new::<SlicePositions, CornerOrientation>()),
        table(ProductSpace::of(corners, &TransitionTable::new::<SlicePermutation>(), MoveSet::DOMINO)),
        table(ProductSpace::new::<LayerEdges, SlicePermutation>()),
    ]
}

/// The number of entries at each distance, of the four pruning tables one after another. Computed here. Those of flips are
/// classes; the sums of the others are 495 · 2187, 40320 · 24 and 40320 · 24.
#[rustfmt::skip]
const DISTRIBUTION: [&[u64]; 2] = [
    &[
        1, 1, 5, 39, 315, 2_657, 15_062, 35_168, 11_143, 39,
        1, 4, 50, 586, 6_184, 54_066, 296_322, 582_492, 142_520, 340,
        1, 10, 67, 404, 2_023, 8_504, 28_545, 69_734, 127_540, 179_700, 189_120, 199_200, 116_112, 44_416, 2_304,
        1, 10, 67, 456, 3_063, 18_202, 86_691, 290_812, 434_814, 120_488, 11_818, 1_114, 144,
    ],
    &[
        1, 1, 3, 23, 149, 1_119, 7_142, 28_674, 26_640, 677, 1,
        1, 4, 34, 306, 2_352, 16_040, 91_872, 336_982, 490_442, 141_302, 3_224, 6,
        1, 4, 10, 36, 123, 344, 980, 2_648, 6_131, 13_372, 24_892, 37_716, 58_249, 83_984, 97_550, 125_480, 127_584,
        114_256, 121_408, 75_056, 46_848, 30_944, 64,
        1, 4, 10, 36, 123, 368, 1_176, 3_680, 10_039, 27_236, 63_466, 127_060, 204_793, 236_520, 179_704, 79_130,
        24_240, 9_518, 288, 288,
    ],
];

/// Compares the distributions of the pruning tables with the known ones, and the moves with new ones.
fn check(metric: Metric, bytes: &[u8]) -> Result<(), Mismatch> {
    let mut parts = Parts(bytes);
    let phase1 = parts.take(PHASE1_BYTES);
    let mut tables = vec![parts.take(DISTANCES[0]), parts.take(DISTANCES[1])];
    let phase2 = parts.take(PHASE2_BYTES);
    tables.extend([parts.take(DISTANCES[2]), parts.take(DISTANCES[3])]);
    let mut found = Vec::new();
    for table in tables {
        let mut counts = [0; 256];
        table.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        let largest = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        found.extend_from_slice(&counts[..=largest]);
    }
    // The last count is of the wrong bytes of the moves.
    let wrong = |own: &[u8], new: Vec<u8>| own.iter().zip(new).filter(|&(&own, new)| own != new).count() as u64;
    found.push(wrong(phase1, phase1_moves()) + wrong(phase2, phase2_moves()));
    Mismatch::unless_equal(&found, &[DISTRIBUTION[metric as usize], &[0]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_have_their_known_distributions_and_moves() {
        for metric in Metric::ALL {
            let mut bytes = build(metric);
            assert_eq!((bytes.len(), check(metric, &bytes)), (BYTES, Ok(())));
            // A class after a move, an image, and a distance.
            for place in [CLASSES * 5, PHASE1_BYTES - 1, BYTES - 1] {
                bytes[place] ^= 1;
                assert!(check(metric, &bytes).is_err(), "byte {place}");
                bytes[place] ^= 1;
            }
        }
    }
}
