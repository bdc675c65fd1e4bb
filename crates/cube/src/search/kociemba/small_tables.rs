//! [`SMALL`]: the moves and the pruning tables of both phases for single states, in one stored table of 6 MB, with the look-ups in them.
//! `small` searches with them. The tables for many states are in `coordinates`, `phase1_table` and `table::registry`.

use super::parts::Parts;
use super::phase2::{DominoBounds, DominoState};
use super::writer::Writer;
use crate::puzzle::Metric;
use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, BuildOptions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, ImageTable,
    LayerEdges, PackedTable, ProductSpace, ReducedSpace, SlicePermutation, SlicePositions, TableSlice, TableSource,
    TableSpec, TransitionTable, UpperCorners, UpperEdges, narrow, narrow_to_byte,
};

/// The moves of raw coordinates and seven small pruning tables, 6 MB.
///
/// * Phase 1: each pair of twists, flips and slice positions. Distances up to 5 or 6 have one code where another table
///   gives them: two bits are then enough.
/// * Phase 2: corners and edges of U and D, each with the order of the slice and with the set of positions of the four
///   upper pieces of the other kind, reduced by symmetry.
pub(crate) const SMALL: [TableSpec; 2] = TableSpec::both_metrics(
    3,
    ["kociemba-small", "kociemba-small-qtm"],
    ["moves and small pruning tables of both phases", "moves and small pruning tables of quarter turns"],
    [0, 0],
    BYTES,
    build,
);

const TWISTS: usize = CornerOrientation::SIZE;
const FLIPS: usize = EdgeOrientation::SIZE;
const SLICES: usize = SlicePositions::SIZE;
const ORDERS: usize = SlicePermutation::SIZE;
/// The orders of eight pieces, and their classes under 16 symmetries.
const EIGHT: usize = CornerPermutation::SIZE;
const CLASSES: usize = 2_768;
/// The sets of positions of four of eight pieces.
const SETS: usize = UpperCorners::SIZE;

/// By metric, the largest distance of code 0 of flips with slice positions and of flips with twists.
const BASES: [[u8; 2]; 2] = [[5, 5], [5, 6]];

type Twists = PackedTable<4>;
type Flips = PackedTable<2>;

const MOVES1: usize = 2 * 18 * (TWISTS + FLIPS + SLICES);
const MOVES2: usize = 2 * 2 * 18 * EIGHT;
/// The bytes of the images of the order of the slice and of both sets.
const IMAGES: usize = 2 * AXIS_SYMMETRIES * (ORDERS + 2 * SETS);
/// The bytes of the pruning tables of phase 1: twists with slice, flips with slice, flips with twists.
const DISTANCES1: [usize; 3] = [Twists::size(SLICES, TWISTS), Flips::size(SLICES, FLIPS), Flips::size(TWISTS, FLIPS)];
const BYTES: usize = MOVES1
    + DISTANCES1[0]
    + DISTANCES1[1]
    + DISTANCES1[2]
    + MOVES2
    + IMAGES
    + 2 * (3 * EIGHT + CLASSES * (ORDERS + SETS));

/// The coordinates of phase 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientations {
    /// [`CornerOrientation`].
    pub(super) twists: u16,
    /// [`EdgeOrientation`].
    pub(super) flips: u16,
    /// [`SlicePositions`].
    pub(super) slice: u16,
}

impl Orientations {
    /// Those of the domino group.
    pub(super) const SOLVED: Self = Self { twists: 0, flips: 0, slice: 0 };
}

/// The tables of phase 1.
pub(super) struct SmallPhase1 {
    twists: TransitionTable,
    flips: TransitionTable,
    slices: TransitionTable,
    bases: [u8; 2],
    twist_slice: TableSlice<u8>,
    flip_slice: TableSlice<u8>,
    flip_twist: TableSlice<u8>,
}

/// The bounds of phase 2.
pub(super) struct SmallBounds {
    corners: EightPieces,
    layers: EightPieces,
    slice_images: ImageTable,
    /// The images of [`UpperCorners`] and of [`UpperEdges`].
    corner_images: ImageTable,
    edge_images: ImageTable,
}

/// Eight pieces of one kind: corners, or the edges of U and D.
struct EightPieces {
    /// By order: its class · 16 + a symmetry that takes it to the representative.
    classes: TableSlice<u16>,
    /// By order, the set of positions of the upper four.
    sets: TableSlice<u8>,
    /// By class · 24 + [`SlicePermutation`], the distance.
    with_slice: TableSlice<u8>,
    /// By class · 70 + the set of the other kind, the distance.
    with_set: TableSlice<u8>,
}

impl SmallPhase1 {
    /// Returns the orientations after a turn.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    #[inline]
    pub(super) fn after(&self, orientations: Orientations, turn: usize, left: u8) -> Result<Orientations, u8> {
        let twists = self.twists.row(orientations.twists)[turn];
        let slice = self.slices.row(orientations.slice)[turn];
        self.check_twists(twists, slice, left)?;
        let flips = self.flips.row(orientations.flips)[turn];
        self.check_flips(twists, flips, slice, left)?;
        Ok(Orientations { twists, flips, slice })
    }

    /// Checks that no table refutes that the domino group is at most `left` moves away.
    ///
    /// # Errors
    /// A larger lower bound of the distance.
    pub(super) fn check(&self, Orientations { twists, flips, slice }: Orientations, left: u8) -> Result<(), u8> {
        self.check_twists(twists, slice, left)?;
        self.check_flips(twists, flips, slice, left)
    }

    /// Checks the distance of twists and slice. Most states end here, without the look-ups of other tables.
    #[inline]
    fn check_twists(&self, twists: u16, slice: u16, left: u8) -> Result<(), u8> {
        let distance = Twists::code(&self.twist_slice, Twists::entry::<TWISTS>(slice.into(), twists.into()));
        if distance > left { Err(distance) } else { Ok(()) }
    }

    /// Checks the distances of flips with slice and with twists.
    #[inline]
    fn check_flips(&self, twists: u16, flips: u16, slice: u16, left: u8) -> Result<(), u8> {
        // Code 0 refutes nothing, and code c means a distance of at least base + c.
        let check = |table: &[u8], row: u16, base: u8| {
            let code = Flips::code(table, Flips::entry::<FLIPS>(row.into(), flips.into()));
            if code > left.saturating_sub(base) { Err(base + code) } else { Ok(()) }
        };
        let [slice_base, twist_base] = self.bases;
        check(&self.flip_slice, slice, slice_base)?;
        check(&self.flip_twist, twists, twist_base)
    }
}

impl EightPieces {
    /// Returns the distance of these pieces with the slice.
    #[inline]
    fn distance_with_slice(&self, order: u16, images: &ImageTable, slice: u16) -> u8 {
        let packed = usize::from(self.classes[usize::from(order)]);
        self.with_slice[packed / AXIS_SYMMETRIES * ORDERS + usize::from(images.image(packed % AXIS_SYMMETRIES, slice))]
    }

    /// Returns the distance of these pieces with the set of the other kind.
    #[inline]
    fn distance_with_set(&self, order: u16, images: &ImageTable, set: u8) -> u8 {
        let packed = usize::from(self.classes[usize::from(order)]);
        self.with_set[packed / AXIS_SYMMETRIES * SETS + usize::from(images.image(packed % AXIS_SYMMETRIES, set.into()))]
    }
}

impl DominoBounds for SmallBounds {
    #[inline]
    fn corner_distance(&self, corners: u16, slice: u16) -> usize {
        self.corners.distance_with_slice(corners, &self.slice_images, slice).into()
    }

    #[inline]
    fn lower_bound(&self, DominoState { corners, layers, slice }: DominoState) -> usize {
        let layer_distance = self.layers.distance_with_slice(layers, &self.slice_images, slice);
        let upper_edges = self.layers.sets[usize::from(layers)];
        let upper_corners = self.corners.sets[usize::from(corners)];
        let edge_bound = self.corners.distance_with_set(corners, &self.edge_images, upper_edges);
        let corner_bound = self.layers.distance_with_set(layers, &self.corner_images, upper_corners);
        layer_distance.max(edge_bound).max(corner_bound).into()
    }
}

/// Returns the content of [`SMALL`]: phase 1, the moves of corners and of the edges of U and D, the bounds of phase 2.
///
/// # Errors
/// If the observer of the tables ends their construction.
pub(super) fn load(
    metric: Metric,
    source: &TableSource<'_>,
) -> Result<(SmallPhase1, [TransitionTable; 2], SmallBounds), Cancelled> {
    let mut parts = Parts::new(source.load(&SMALL[metric as usize])?);
    let phase1 = SmallPhase1 {
        twists: parts.table(TWISTS),
        flips: parts.table(FLIPS),
        slices: parts.table(SLICES),
        bases: BASES[metric as usize],
        twist_slice: parts.take(DISTANCES1[0]),
        flip_slice: parts.take(DISTANCES1[1]),
        flip_twist: parts.take(DISTANCES1[2]),
    };
    let moves = [(); 2].map(|()| parts.table(EIGHT));
    let [slice_images, corner_images, edge_images] = [ORDERS, SETS, SETS].map(|size| parts.images(size));
    let [corners, layers] = [(); 2].map(|()| EightPieces {
        classes: parts.take(EIGHT),
        sets: parts.take(EIGHT),
        with_slice: parts.take(CLASSES * ORDERS),
        with_set: parts.take(CLASSES * SETS),
    });
    Ok((phase1, moves, SmallBounds { corners, layers, slice_images, corner_images, edge_images }))
}

/// Builds the table. It takes a fraction of a second, too short to report progress.
fn build(metric: Metric, options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let corners = eight_pieces::<CornerPermutation, UpperCorners, UpperEdges>(metric, options)?;
    let layers = eight_pieces::<LayerEdges, UpperEdges, UpperCorners>(metric, options)?;
    let distances = phase1_distances(metric, options)?.concat();
    Ok([phase1_moves(options)?, distances, phase2_moves(options)?, corners, layers].concat())
}

fn phase1_moves(options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let mut writer = Writer::new(options);
    writer.table::<CornerOrientation>()?;
    writer.table::<EdgeOrientation>()?;
    writer.table::<SlicePositions>()?;
    Ok(writer.bytes)
}

fn phase1_distances(metric: Metric, options: BuildOptions<'_>) -> Result<[Vec<u8>; 3], Cancelled> {
    let [slice_base, twist_base] = BASES[metric as usize];
    let flips = |space: ProductSpace, base| Flips::build(&space, metric, base, options.sequential());
    let twists = ProductSpace::new::<SlicePositions, CornerOrientation>();
    Ok([
        Twists::build(&twists, metric, 0, options.sequential())?,
        flips(ProductSpace::new::<SlicePositions, EdgeOrientation>(), slice_base)?,
        flips(ProductSpace::new::<CornerOrientation, EdgeOrientation>(), twist_base)?,
    ])
}

fn phase2_moves(options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let mut writer = Writer::new(options);
    writer.table::<CornerPermutation>()?;
    writer.table::<LayerEdges>()?;
    writer.images::<SlicePermutation>()?;
    writer.images::<UpperCorners>()?;
    writer.images::<UpperEdges>()?;
    Ok(writer.bytes)
}

/// Returns classes, sets and distances of eight pieces `P`. The upper four have the positions `U`, those of the other kind
/// `O`.
fn eight_pieces<P: Coordinate, U: Coordinate, O: Coordinate>(
    metric: Metric,
    options: BuildOptions<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let mut classes = Writer::new(options);
    classes.classes::<P>()?;
    let sets = (0..EIGHT).map(|order| narrow_to_byte(U::encode(P::decode(order)))).collect();
    let moves = TransitionTable::new::<P>();
    let next = |order, turn| moves.next(narrow(order), turn).into();
    let distances = |space: ReducedSpace| PackedTable::<8>::build(&space, metric, 0, options.sequential());
    let with_slice = distances(ReducedSpace::new::<P, SlicePermutation>(options.step, next)?)?;
    let with_set = distances(ReducedSpace::new::<P, O>(options.step, next)?)?;
    Ok([classes.bytes, sets, with_slice, with_set].concat())
}

#[cfg(test)]
mod tests {
    use super::super::coordinates;
    use super::*;
    use crate::table::symmetry::SymmetryClasses;

    /// The number of states of each code of the pruning tables, one table after another: twists with slice (sum 495 · 2187),
    /// flips with slice (495 · 2048), flips with twists (2187 · 2048), then corners with slice (8! · 24), corners with upper
    /// edges (8! · 70), edges with slice, edges with upper corners. Computed here and by a separate program.
    #[rustfmt::skip]
    const DISTRIBUTION: [&[u64]; 2] = [
        &[
            1, 4, 50, 586, 6_184, 54_066, 296_322, 582_492, 142_520, 340,
            47_223, 238_263, 555_636, 172_638,
            67_225, 549_711, 2_422_226, 1_439_814,
            1, 10, 67, 404, 2_023, 8_504, 28_545, 69_734, 127_540, 179_700, 189_120, 199_200, 116_112, 44_416, 2_304,
            1, 10, 67, 400, 1_957, 8_982, 37_457, 124_486, 297_632, 518_128, 658_752, 684_336, 417_024, 71_472, 1_696,
            1, 10, 67, 456, 3_063, 18_202, 86_691, 290_812, 434_814, 120_488, 11_818, 1_114, 144,
            1, 10, 67, 412, 2_214, 10_920, 49_925, 207_582, 705_463, 1_298_358, 531_600, 15_720, 128,
        ],
        &[
            1, 4, 34, 306, 2_352, 16_040, 91_872, 336_982, 490_442, 141_302, 3_224, 6,
            20_131, 112_797, 453_554, 427_278,
            192_710, 1_038_210, 2_562_320, 685_736,
            1, 4, 10, 36, 123, 344, 980, 2_648, 6_131, 13_372, 24_892, 37_716, 58_249, 83_984, 97_550, 125_480, 127_584,
            114_256, 121_408, 75_056, 46_848, 30_944, 64,
            1, 4, 10, 36, 99, 240, 678, 1_664, 3_889, 10_548, 22_314, 51_228, 102_931, 173_080, 281_430, 391_896, 451_080,
            469_544, 438_144, 279_120, 107_600, 33_616, 3_024, 224,
            1, 4, 10, 36, 123, 368, 1_176, 3_680, 10_039, 27_236, 63_466, 127_060, 204_793, 236_520, 179_704, 79_130,
            24_240, 9_518, 288, 288,
            1, 4, 10, 36, 99, 240, 720, 1_776, 4_262, 11_552, 25_884, 65_504, 144_925, 312_380, 568_224, 812_204, 617_651,
            231_736, 24_320, 804, 68,
        ],
    ];

    /// Returns the number of states of each distance, up to the largest that occurs, from distances and numbers of states.
    fn counts(distances: impl Iterator<Item = (u8, u64)>) -> Vec<u64> {
        let mut counts = vec![0; 256];
        distances.for_each(|(distance, states)| counts[usize::from(distance)] += states);
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }

    /// Returns the number of entries of each code of a packed table.
    fn codes<const BITS: usize>(bytes: TableSlice<u8>, columns: usize) -> Vec<u64> {
        let rows = bytes.len() / PackedTable::<BITS>::size(1, columns);
        let table = PackedTable::<BITS, _>::from_bytes(bytes, columns);
        counts((0..rows * columns).map(|entry| (table.get(entry / columns, entry % columns), 1)))
    }

    #[test]
    fn small_tables_have_their_known_distributions() {
        let classes = [SymmetryClasses::new::<CornerPermutation>, SymmetryClasses::new::<LayerEdges>]
            .map(|classes| classes(&|| Ok(())).unwrap());
        for metric in Metric::ALL {
            let bytes = build(metric, BuildOptions::SEQUENTIAL).unwrap();
            assert_eq!(bytes.len(), BYTES);
            let mut parts = Parts::new(bytes.into());
            parts.take::<u8>(MOVES1);
            let mut computed = codes::<4>(parts.take(DISTANCES1[0]), TWISTS);
            computed.extend(codes::<2>(parts.take(DISTANCES1[1]), FLIPS));
            computed.extend(codes::<2>(parts.take(DISTANCES1[2]), FLIPS));
            parts.take::<u8>(MOVES2 + IMAGES);
            for orders in &classes {
                parts.take::<u8>(3 * EIGHT);
                for columns in [ORDERS, SETS] {
                    let distances = parts.take::<u8>(CLASSES * columns);
                    let states = |(entry, &distance): (usize, &u8)| (distance, orders.size(entry / columns) as u64);
                    computed.extend(counts(distances.iter().enumerate().map(states)));
                }
            }
            assert_eq!(computed, DISTRIBUTION[metric as usize]);
            // The whole table of corners with slice has the distribution of that by classes.
            let distances = coordinates::distances(metric, BuildOptions::SEQUENTIAL).unwrap();
            let whole = counts(distances.into_iter().map(|distance| (distance, 1)));
            assert!(computed.windows(whole.len()).any(|distribution| distribution == whole), "{whole:?}");
        }
    }
}
