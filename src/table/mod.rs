//! Coordinates and pruning tables.
//!
//! * `coordinate`: parts of a state as numbers, and the representation of a state by index.
//! * `transition`, `symmetry`, `row_space`: the effects of moves and symmetries on these numbers.
//! * `packed`, `bfs_builder`: distances of all numbers from the solved one, in few bits each.
//! * `spec`, [`registry`], `source`, [`cache`]: tables that are stored in files.
//! * `subgroups`: chains of subgroups with numbered cosets.

pub(crate) mod axis_space;
mod bfs_builder;
pub mod cache;
pub(crate) mod coordinate;
pub(crate) mod large_pages;
pub(crate) mod packed;
mod projection;
pub mod registry;
pub(crate) mod row_space;
pub(crate) mod source;
pub(crate) mod spec;
pub(crate) mod subgroups;
pub(crate) mod symmetry;
pub(crate) mod transition;

pub use bfs_builder::BuildOptions;
pub(crate) use bfs_builder::on_threads;
pub use coordinate::{
    AxisPositions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation, FlipSlice,
    IndexCube, LayerEdges, NotAnIndexCube, SixEdges, SlicePermutation, SlicePositions, SortedSlice, UpperCorners,
};
pub(crate) use packed::PackedTable;
pub use source::{TableError, TableObserver, TableSource};
pub use spec::{MetricTables, Mismatch, TableSpec};
pub(crate) use transition::{ImageTable, TransitionTable, narrow};
