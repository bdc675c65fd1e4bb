//! [`SmallBounds`]: the lower bounds of phase 2 of Kociemba's search from the small tables. The tables are defined in `small_tables`; phase
//! 2 searches with the bounds in `phase2`.

use super::parts::Parts;
use super::phase2::{DominoBounds, DominoState};
use super::small_tables::{CLASSES, EIGHT, ORDERS, SETS};
use crate::table::{AXIS_SYMMETRIES, ImageTable, TableSlice};

/// The bounds of phase 2.
pub(super) struct SmallBounds {
    corners: EightPieces,
    layers: EightPieces,
    slice_images: ImageTable,
    /// The images of [`UpperCorners`](crate::table::UpperCorners) and of [`UpperEdges`](crate::table::UpperEdges).
    corner_images: ImageTable,
    edge_images: ImageTable,
}

/// Eight pieces of one kind: corners, or the edges of U and D.
struct EightPieces {
    /// By order: its class · 16 + a symmetry that takes it to the representative.
    classes: TableSlice<u16>,
    /// By order, the set of positions of the upper four.
    sets: TableSlice<u8>,
    /// By class · 24 + [`SlicePermutation`](crate::table::SlicePermutation), the distance.
    with_slice: TableSlice<u8>,
    /// By class · 70 + the set of the other kind, the distance.
    with_set: TableSlice<u8>,
}

impl SmallBounds {
    /// Returns the bounds, the last parts of [`SMALL`](super::small_tables::SMALL).
    pub(super) fn new(mut parts: Parts) -> Self {
        let [slice_images, corner_images, edge_images] = [ORDERS, SETS, SETS].map(|size| parts.images(size));
        let [corners, layers] = [(); 2].map(|()| EightPieces {
            classes: parts.take(EIGHT),
            sets: parts.take(EIGHT),
            with_slice: parts.take(CLASSES * ORDERS),
            with_set: parts.take(CLASSES * SETS),
        });
        Self { corners, layers, slice_images, corner_images, edge_images }
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
