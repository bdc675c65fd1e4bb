//! [`LargeBounds`]: the lower bounds of phase 2 of Kociemba's search from the large tables. Those are defined in `coordinates` and
//! `table::registry`; phase 2 is searched in `phase2`.

use super::coordinates::DISTANCE_BYTES;
use super::parts::Parts;
use super::phase2::{DominoBounds, DominoState};
use crate::puzzle::Metric;
use crate::solver::Cancelled;
use crate::table::{
    AXIS_SYMMETRIES, Coordinate, CornerPermutation, IN_DOMINO, ImageTable, LayerEdges, PackedTable, SlicePermutation,
    TableSlice, TableSource,
};

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

impl LargeBounds {
    /// Returns the bounds in a metric: the last parts of [`COORDINATES`](super::coordinates::COORDINATES), and [`IN_DOMINO`].
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, mut parts: Parts, source: &TableSource<'_>) -> Result<Self, Cancelled> {
        Ok(Self {
            corner_classes: parts.take(CornerPermutation::SIZE),
            layer_images: parts.images(LayerEdges::SIZE),
            corner_distances: parts.take(DISTANCE_BYTES),
            layer_distances: source.load(&IN_DOMINO[metric as usize])?,
        })
    }
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
