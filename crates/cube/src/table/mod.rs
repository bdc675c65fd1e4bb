//! Pruning tables of the cubes, with their coordinates, transition tables, symmetries, files and memory, and the chains of subgroups of
//! [`subgroups`]. This file only declares the modules and exports what other modules use; searches are in `search`.
//!
//! A pruning table has the distances of all values of a coordinate from the solved one, in few bits each. A [`TableSpec`] describes a
//! table, a [`TableSource`] loads or builds it, and [`cache`] stores it in a file.

// The private modules: `coordinate` has parts of states as numbers, `registry` and `axis_space` the specifications of stored tables;
// `transition`, `symmetry` and `row_space` have the effects of moves and symmetries on coordinates; `packed` and `bfs_builder` the
// distances; `subgroups` the chains of subgroups with numbered cosets; `threads` runs work on several threads.

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
pub mod subgroups;
pub(crate) mod symmetry;
mod threads;
pub(crate) mod transition;

pub(crate) use axis_space::{AXIS_BASES, AxisIndex, TO_AXIS};
use bfs_builder::{BfsBuilder, BfsLevel};
use cache::{CacheDir, Fault};
pub(crate) use coordinate::ranking::{rank_order, rank_subset};
use coordinate::{AxisPositions, ORDERINGS};
pub(crate) use coordinate::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, FlipSlice, LayerEdges, SixEdges,
    SlicePermutation, SlicePositions, SortedSlice, UpperCorners, UpperEdges,
};
use large_pages::LargePages;
pub(crate) use memory::{Stored, prefetch};
pub use memory::{TableSlice, end_on_lost_file};
pub(crate) use packed::PackedTable;
use projection::Projection;
pub(crate) use registry::{CORNERS, FIRST_EDGES, IN_DOMINO, LAST_EDGES, TO_DOMINO, to_domino};
pub(crate) use row_space::{ProductSpace, ReducedSpace, RowSpace, SixEdgeSpace};
pub use source::{TableError, TableObserver, TableSource};
pub use spec::{BuildOptions, Mismatch, TableSpec};
pub(crate) use symmetry::{AXIS_SYMMETRIES, SymmetryClasses, axis_number, axis_symmetries};
pub(crate) use threads::run_on_threads;
pub(crate) use transition::{ImageTable, TransitionTable, narrow, narrow_to_byte};
