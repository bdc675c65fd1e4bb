//! [`LargeTables`]: the large tables of both phases of Kociemba's search, some 200 MB, as `worker` uses them. The searches are in `phase1`
//! and `phase2`; the tables are defined in `coordinates`, `phase1_table` and `table::registry`. `small` starts faster.

use super::coordinates::COORDINATES;
use super::large_bounds::LargeBounds;
use super::parts::Parts;
use super::path::MovePath;
use super::phase1::{Phase1, Phase1Node, Phase1Search, PiecePositions};
use super::phase1_coordinates::Phase1Coordinates;
use super::phase1_table::Phase1Table;
use super::phase2::{DominoState, Phase2};
use super::schedule::DirectionRoot;
use super::two_phase_tables::TwoPhaseTables;
use crate::puzzle::{Cube3, Metric};
use crate::solver::Cancelled;
use crate::table::{
    Coordinate, CornerPermutation, LayerEdges, SlicePermutation, SortedSlice, TableSlice, TableSource, TransitionTable,
    narrow,
};

/// The tables of both phases. Distances from the domino group are exact, those of phase 2 are lower bounds.
pub(super) struct LargeTables {
    phase1: Phase1,
    phase2: Phase2<LargeBounds>,
    four_edges: TransitionTable,
    /// [`LayerEdges`] by the positions of the edges of U, then by the order of those of D.
    merged: TableSlice<[u16; 24]>,
}

impl LargeTables {
    /// Returns the tables of a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Result<Self, Cancelled> {
        let mut parts = Parts::new(source.load(&COORDINATES[metric as usize])?);
        let coordinates = Phase1Coordinates::new(&mut parts);
        let [corners, four_edges, layers] =
            [CornerPermutation::SIZE, SortedSlice::SIZE, LayerEdges::SIZE].map(|size| parts.table(size));
        let merged = parts.take(SortedSlice::SIZE);
        let bounds = LargeBounds::new(metric, parts, source)?;
        let phase1 = Phase1::new(metric, coordinates, Phase1Table::new(metric, source)?);
        Ok(Self { phase1, phase2: Phase2::new(metric, [corners, layers], bounds), four_edges, merged })
    }

    /// Returns the positions of the pieces after a turn.
    #[inline]
    fn after(&self, pieces: PiecePositions, turn: usize) -> PiecePositions {
        let four_edges = |edges| self.four_edges.row(edges)[turn];
        let [a, b, c] = pieces.edges;
        PiecePositions {
            corners: self.phase2.corners.row(pieces.corners)[turn],
            edges: [four_edges(a), four_edges(b), four_edges(c)],
        }
    }
}

impl TwoPhaseTables for LargeTables {
    type Root = Phase1Node;
    type Search = Phase1Search;
    type End = Phase1Node;
    type Bounds = LargeBounds;

    fn root(&self, view: Cube3) -> (Phase1Node, usize) {
        let edges = [0, 4, 8].map(|first| narrow(SortedSlice::edge_rank(view, first)));
        self.phase1.root(view, PiecePositions { corners: narrow(CornerPermutation::encode(view)), edges })
    }

    fn start(&self, search: &mut Phase1Search, root: &DirectionRoot<Phase1Node>, length: usize) {
        search.start(root.root, root.distance, length);
    }

    fn advance(&self, search: &mut Phase1Search) -> usize {
        search.advance(&self.phase1, |pieces, turn| self.after(pieces, turn))
    }

    fn ends(search: &Phase1Search) -> &[Phase1Node] {
        search.ends()
    }

    fn path(end: &Phase1Node) -> MovePath {
        end.path
    }

    #[inline]
    fn corners_and_slice(end: &Phase1Node) -> (u16, u16) {
        (end.pieces.corners, end.pieces.edges[2])
    }

    #[inline]
    fn domino(&self, end: &Phase1Node) -> DominoState {
        let [upper, lower, slice] = end.pieces.edges;
        let layers = self.merged[usize::from(upper)][usize::from(lower) % SlicePermutation::SIZE];
        DominoState { corners: end.pieces.corners, layers, slice }
    }

    fn phase2(&self) -> &Phase2<LargeBounds> {
        &self.phase2
    }
}
