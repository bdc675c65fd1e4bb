//! Pruning tables.
//!
//! * A pruning table has the distances of all values of a coordinate from the solved one, in few bits each. A
//!   [`TableSpec`] describes a table, a [`TableSource`] loads or builds it, and [`cache`] stores it in a file.

// The private modules: `coordinate` has parts of states as numbers, `registry` the tables that several solvers use; `transition`, `symmetry` and `row_space` have the effects of moves and symmetries on coordinates;
// `packed` and `bfs_builder` the distances; `subgroups` the chains of subgroups with numbered cosets.

pub(crate) mod axis_space;
mod bfs_builder;
pub mod cache;
pub(crate) mod coordinate;
mod large_pages;
pub(crate) mod memory;
pub(crate) mod packed;
mod projection;
pub(crate) mod registry;
pub(crate) mod row_space;
pub(crate) mod source;
pub(crate) mod spec;
// For the strategies on states of the engine.
#[doc(hidden)]
pub mod subgroups;
pub(crate) mod symmetry;
pub(crate) mod transition;

pub use bfs_builder::BuildOptions;
pub(crate) use bfs_builder::run_on_threads;
pub(crate) use coordinate::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, FlipSlice, LayerEdges, SixEdges,
    SlicePermutation, SlicePositions, SortedSlice, UpperCorners, UpperEdges,
};
pub use memory::TableSlice;
pub(crate) use packed::PackedTable;
pub use source::{TableError, TableObserver, TableSource};
pub(crate) use spec::MetricTables;
pub use spec::{Mismatch, TableSpec};
pub(crate) use transition::{ImageTable, TransitionTable, narrow};
