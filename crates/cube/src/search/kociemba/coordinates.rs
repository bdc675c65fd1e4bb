//! [`COORDINATES`]: one stored table, in each metric, for searches with large tables, with its construction: the coordinates of both phases
//! after each move, and a small pruning table. `large` loads it; the look-ups are in `phase1_coordinates` and `large_bounds`. The large
//! pruning tables are defined in `phase1_table` and `table::registry`.

use super::writer::Writer;
use crate::puzzle::{Metric, MoveSet, Turn};
use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, BuildOptions, Coordinate, CornerOrientation, CornerPermutation, LayerEdges, PackedTable,
    ProductSpace, RowSpace, SlicePermutation, SortedSlice, TableSpec, TransitionTable, narrow, to_domino,
};

/// The coordinates of both phases after each move, and the distances of corners and slice in phase 2. To read them takes
/// less time than to compute them.
pub(crate) const COORDINATES: [TableSpec; 2] = TableSpec::both_metrics(
    2,
    ["kociemba-coordinates", "kociemba-coordinates-qtm"],
    [
        "moves of coordinates; corners, middle layer in the domino group",
        "moves of coordinates; quarter turns of corners, middle layer",
    ],
    [0, 0],
    BYTES,
    |metric, options| Ok([phase1_moves(options)?, phase2_moves(options)?, distances(metric, options)?].concat()),
);

/// The number of classes of [`FlipSlice`](crate::table::FlipSlice).
pub(super) const CLASSES: usize = 64_430;
pub(super) const TWISTS: usize = CornerOrientation::SIZE;
const ORDERS: usize = SlicePermutation::SIZE;
/// The bytes of a row of 18 values, and of the transitions of a class.
pub(super) const ROW_BYTES: usize = 2 * 18;
pub(super) const CLASS_BYTES: usize = 64;

/// The number of bytes of the coordinates of phase 1, without pruning tables.
const PHASE1_BYTES: usize = CLASSES * (CLASS_BYTES + 4) + TWISTS * (ROW_BYTES + 2 * AXIS_SYMMETRIES);
/// The number of bytes of the coordinates of phase 2, without pruning tables.
const PHASE2_BYTES: usize = (CornerPermutation::SIZE + SortedSlice::SIZE + LayerEdges::SIZE) * ROW_BYTES
    + 2 * (SortedSlice::SIZE * ORDERS + CornerPermutation::SIZE + AXIS_SYMMETRIES * LayerEdges::SIZE);
/// The number of bytes of the pruning table.
pub(super) const DISTANCE_BYTES: usize = CornerPermutation::SIZE * ORDERS;
const BYTES: usize = PHASE1_BYTES + PHASE2_BYTES + DISTANCE_BYTES;

/// Returns the coordinates of phase 1 without their pruning tables.
fn phase1_moves(options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let (space, mut writer) = (to_domino(options.step)?, Writer::new(options));
    for class in 0..CLASSES {
        let end = writer.bytes.len() + CLASS_BYTES;
        let neighbors = Turn::ALL.map(|turn| space.row_after(class, turn));
        writer.numbers(&neighbors.map(|(next, _)| narrow(next)));
        writer.bytes.extend(neighbors.map(|(_, link)| u8::try_from(link).expect("one of 16 symmetries")));
        writer.bytes.resize(end, 0);
    }
    for class in 0..CLASSES {
        let representative = u32::try_from(space.classes().representative(class)).expect("a million values");
        writer.bytes.extend(representative.to_le_bytes());
    }
    writer.table::<CornerOrientation>()?;
    writer.images::<CornerOrientation>()?;
    Ok(writer.bytes)
}

/// Returns the coordinates of phase 2 without their pruning tables.
fn phase2_moves(options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let mut writer = Writer::new(options);
    writer.table::<CornerPermutation>()?;
    writer.table::<SortedSlice>()?;
    writer.table::<LayerEdges>()?;
    let mut merged = vec![[0; ORDERS]; SortedSlice::SIZE];
    for layers in 0..LayerEdges::SIZE {
        let cube = LayerEdges::decode(layers);
        merged[SortedSlice::edge_rank(cube, 0)][SortedSlice::edge_rank(cube, 4) % ORDERS] = narrow(layers);
    }
    writer.numbers(merged.as_flattened());
    writer.classes::<CornerPermutation>()?;
    writer.images::<LayerEdges>()?;
    Ok(writer.bytes)
}

/// Returns the pruning table.
pub(super) fn distances(metric: Metric, options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let corners = TransitionTable::new::<CornerPermutation>();
    let space = ProductSpace::from_tables(corners, &TransitionTable::new::<SlicePermutation>(), MoveSet::DOMINO);
    PackedTable::<8>::build(&space, metric, 0, options.sequential())
}
