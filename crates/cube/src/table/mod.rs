//! Coordinates and pruning tables.
//!
//! * A [`Coordinate`] is a part of a state as a number; an [`IndexCube`] is a whole state as four numbers.
//! * A pruning table has the distances of all values of a coordinate from the solved one, in few bits each. A
//!   [`TableSpec`] describes a table, a [`TableSource`] loads or builds it, and [`cache`] stores it in a file.
//! * [`registry`]: the tables that several solvers use.

// The private modules: `transition`, `symmetry` and `row_space` have the effects of moves and symmetries on coordinates;
// `packed` and `bfs_builder` the distances; `subgroups` the chains of subgroups with numbered cosets.

pub(crate) mod axis_space;
mod bfs_builder;
pub mod cache;
pub(crate) mod coordinate;
pub(crate) mod large_pages;
pub(crate) mod packed;
pub(crate) mod prefetch;
mod projection;
pub mod registry;
pub(crate) mod row_space;
pub(crate) mod source;
pub(crate) mod spec;
pub mod subgroups;
pub(crate) mod symmetry;
pub(crate) mod transition;

pub use bfs_builder::BuildOptions;
pub(crate) use bfs_builder::on_threads;
pub use coordinate::{
    AxisPositions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation, FlipSlice,
    IndexCube, LayerEdges, NotAnIndexCube, SixEdges, SlicePermutation, SlicePositions, SortedSlice, UpperCorners,
    UpperEdges,
};
pub(crate) use packed::PackedTable;
pub use source::{TableError, TableObserver, TableSource};
pub use spec::{MetricTables, Mismatch, TableSpec};
pub(crate) use transition::{ImageTable, TransitionTable, narrow};
