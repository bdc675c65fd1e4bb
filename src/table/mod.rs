//! Source 000's representation by index, and the tables over it: [`coordinate`] maps parts of a state to numbers and
//! back, [`transition`] says what a turn does to a number, [`symmetry`] what a symmetry does, [`pattern`] and
//! [`nibbles`] how far each number is from the solved one. Large tables have a [`spec`] and live in a [`cache`].

pub mod axis_rows;
pub mod cache;
pub mod coordinate;
pub mod crumbs;
mod growing;
pub mod known;
pub mod large_pages;
pub mod nibbles;
pub mod pattern;
pub mod projection;
pub mod quarters;
pub mod rows;
pub mod source;
pub mod spec;
pub mod subgroups;
pub mod symmetry;
pub mod transition;

pub use coordinate::{
    AxisPositions, Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation, FlipSlice,
    IndexCube, LayerEdges, SixEdges, SlicePermutation, SlicePositions, SortedSlice, UpperCorners,
};
pub use crumbs::Crumbs;
pub use nibbles::{Build, Nibbles};
pub use pattern::PatternDatabase;
pub use source::{TableObserver, TableSource};
pub use spec::TableSpec;
pub use transition::{Pair, Space, TransitionTable};
