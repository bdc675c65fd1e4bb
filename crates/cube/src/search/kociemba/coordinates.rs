//! [`COORDINATES`]: one stored table, in each metric, for searches with large tables: the coordinates of both phases after each move, and a
//! small pruning table. [`Phase1Coordinates`] looks up in it, [`LargeBounds`] also in the large pruning table of phase 2. The large ones
//! are defined in `phase1_table` and `table::registry`. Bytes are read by `parts` and written by `writer`; [`PiecePositions`] serve
//! `phase1` and `large`.

use super::parts::Parts;
use super::phase2::{DominoBounds, DominoState};
use super::writer::Writer;
use crate::puzzle::{Metric, MoveSet, Turn};
use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, BuildOptions, Coordinate, CornerOrientation, CornerPermutation, IN_DOMINO, ImageTable, LayerEdges,
    PackedTable, ProductSpace, RowSpace, SlicePermutation, SortedSlice, TableSlice, TableSource, TableSpec,
    TransitionTable, narrow, to_domino,
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

/// The number of classes of [`FlipSlice`].
const CLASSES: usize = 64_430;
const TWISTS: usize = CornerOrientation::SIZE;
const ORDERS: usize = SlicePermutation::SIZE;
/// The bytes of a row of 18 values, and of the transitions of a class.
const ROW_BYTES: usize = 2 * 18;
const CLASS_BYTES: usize = 64;

/// The number of bytes of the coordinates of phase 1, without pruning tables.
const PHASE1_BYTES: usize = CLASSES * (CLASS_BYTES + 4) + TWISTS * (ROW_BYTES + 2 * AXIS_SYMMETRIES);
/// The number of bytes of the coordinates of phase 2, without pruning tables.
const PHASE2_BYTES: usize = (CornerPermutation::SIZE + SortedSlice::SIZE + LayerEdges::SIZE) * ROW_BYTES
    + 2 * (SortedSlice::SIZE * ORDERS + CornerPermutation::SIZE + AXIS_SYMMETRIES * LayerEdges::SIZE);
/// The number of bytes of the pruning table.
const DISTANCE_BYTES: usize = CornerPermutation::SIZE * ORDERS;
const BYTES: usize = PHASE1_BYTES + PHASE2_BYTES + DISTANCE_BYTES;

/// The transitions of the representative of a class, by turn: the class of the state after it, in two bytes; then the symmetry that takes
/// this state to its representative. Padded to a cache line.
#[derive(Clone, Copy)]
pub(super) struct ClassTransitions<'a>(&'a [u8; CLASS_BYTES]);

impl ClassTransitions<'_> {
    /// Returns the class of the state after a turn.
    #[inline]
    pub(super) fn class(self, turn: usize) -> u16 {
        u16::from_le_bytes([self.0[2 * turn], self.0[2 * turn + 1]])
    }

    /// Returns the symmetry that takes this state to its representative.
    #[inline]
    pub(super) fn link(self, turn: usize) -> u8 {
        self.0[ROW_BYTES + turn]
    }
}

/// The coordinates of phase 1.
pub(super) struct Phase1Coordinates {
    /// By class, the smallest value of [`FlipSlice`], in ascending order.
    representatives: TableSlice<u32>,
    transitions: TableSlice<[u8; CLASS_BYTES]>,
    pub(super) twists: TransitionTable,
    pub(super) twist_images: ImageTable,
}

/// The positions of the pieces of any state, without orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PiecePositions {
    /// [`CornerPermutation`].
    pub(super) corners: u16,
    /// The edges of U, of D and of the middle layer, as [`SortedSlice::edge_rank`] numbers them.
    pub(super) edges: [u16; 3],
}

/// The distances of corners and slice, and of corners and the edges of U and D.
pub(super) struct LargeBounds {
    /// By [`CornerPermutation`] · 24 + [`SlicePermutation`].
    corner_distances: TableSlice<u8>,
    /// By [`CornerPermutation`]: its class · 16 + a symmetry that takes it to the representative.
    corner_classes: TableSlice<u16>,
    layer_images: ImageTable,
    /// [`IN_DOMINO`], the largest distances with one code.
    layer_distances: TableSlice<u8>,
}

impl DominoBounds for LargeBounds {
    #[inline]
    fn corner_distance(&self, corners: u16, slice: u16) -> usize {
        self.corner_distances[usize::from(corners) * SlicePermutation::SIZE + usize::from(slice)].into()
    }

    #[inline]
    fn lower_bound(&self, state: DominoState) -> usize {
        let packed = usize::from(self.corner_classes[usize::from(state.corners)]);
        let (class, symmetry) = (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES);
        let layers = self.layer_images.image(symmetry, state.layers);
        let entry = PackedTable::<4>::entry::<{ LayerEdges::SIZE }>(class, layers.into());
        PackedTable::<4>::code(&self.layer_distances, entry).into()
    }
}

/// The moves of [`CornerPermutation`], [`SortedSlice`] and [`LayerEdges`], and the last of these by the edges of U, then by the order of
/// those of D.
type Phase2Moves = ([TransitionTable; 3], TableSlice<[u16; ORDERS]>);

/// Returns the content of [`COORDINATES`], with the distances of [`IN_DOMINO`].
///
/// # Errors
/// If the observer of the tables ends their construction.
pub(super) fn load(
    metric: Metric,
    source: &TableSource<'_>,
) -> Result<(Phase1Coordinates, Phase2Moves, LargeBounds), Cancelled> {
    let mut parts = Parts::new(source.load(&COORDINATES[metric as usize])?);
    let phase1 = Phase1Coordinates {
        transitions: parts.take(CLASSES),
        representatives: parts.take(CLASSES),
        twists: parts.table(TWISTS),
        twist_images: parts.images(TWISTS),
    };
    let tables = [CornerPermutation::SIZE, SortedSlice::SIZE, LayerEdges::SIZE].map(|size| parts.table(size));
    let moves = (tables, parts.take(SortedSlice::SIZE));
    let bounds = LargeBounds {
        corner_classes: parts.take(CornerPermutation::SIZE),
        layer_images: parts.images(LayerEdges::SIZE),
        corner_distances: parts.take(DISTANCE_BYTES),
        layer_distances: source.load(&IN_DOMINO[metric as usize])?,
    };
    Ok((phase1, moves, bounds))
}

impl Phase1Coordinates {
    /// Returns the class of a value of [`FlipSlice`] if the value is its representative.
    pub(super) fn class(&self, value: u32) -> Option<usize> {
        self.representatives.binary_search(&value).ok()
    }

    /// Returns the transitions of a class.
    #[inline]
    pub(super) fn transitions(&self, class: u16) -> ClassTransitions<'_> {
        ClassTransitions(&self.transitions[usize::from(class)])
    }
}

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
