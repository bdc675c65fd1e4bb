//! [`SMALL`]: the moves and the pruning tables of both phases for single states, in one stored table of 6 MB, with its construction.
//! `small` loads it and searches; the look-ups are in `small_phase1` and `small_bounds`. The tables for many states are in `coordinates`,
//! `phase1_table` and `table::registry`.

use super::writer::Writer;
use crate::puzzle::Metric;
use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, BuildOptions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, LayerEdges,
    PackedTable, ProductSpace, ReducedSpace, SlicePermutation, SlicePositions, TableSpec, TransitionTable,
    UpperCorners, UpperEdges, narrow, narrow_to_byte,
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

pub(super) const TWISTS: usize = CornerOrientation::SIZE;
pub(super) const FLIPS: usize = EdgeOrientation::SIZE;
pub(super) const SLICES: usize = SlicePositions::SIZE;
pub(super) const ORDERS: usize = SlicePermutation::SIZE;
/// The orders of eight pieces, and their classes under 16 symmetries.
pub(super) const EIGHT: usize = CornerPermutation::SIZE;
pub(super) const CLASSES: usize = 2_768;
/// The sets of positions of four of eight pieces.
pub(super) const SETS: usize = UpperCorners::SIZE;

/// By metric, the largest distance of code 0 of flips with slice positions and of flips with twists.
pub(super) const BASES: [[u8; 2]; 2] = [[5, 5], [5, 6]];

pub(super) type Twists = PackedTable<4>;
pub(super) type Flips = PackedTable<2>;

const MOVES1: usize = 2 * 18 * (TWISTS + FLIPS + SLICES);
const MOVES2: usize = 2 * 2 * 18 * EIGHT;
/// The bytes of the images of the order of the slice and of both sets.
const IMAGES: usize = 2 * AXIS_SYMMETRIES * (ORDERS + 2 * SETS);
/// The bytes of the pruning tables of phase 1: twists with slice, flips with slice, flips with twists.
pub(super) const DISTANCES1: [usize; 3] =
    [Twists::size(SLICES, TWISTS), Flips::size(SLICES, FLIPS), Flips::size(TWISTS, FLIPS)];
const BYTES: usize = MOVES1
    + DISTANCES1[0]
    + DISTANCES1[1]
    + DISTANCES1[2]
    + MOVES2
    + IMAGES
    + 2 * (3 * EIGHT + CLASSES * (ORDERS + SETS));

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
    use super::super::parts::Parts;
    use super::*;
    use crate::table::TableSlice;
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
