//! Source 000's representation by index, and the tables over it: [`coordinate`] maps parts of a state to numbers and
//! back, [`transition`] says what a turn does to a number, [`pattern`] how far each number is from the solved one.

pub mod coordinate;
pub mod pattern;
pub mod transition;

pub use coordinate::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, EdgePermutation, IndexCube, SlicePositions,
};
pub use pattern::PatternDatabase;
pub use transition::{Pair, Space, TransitionTable};
