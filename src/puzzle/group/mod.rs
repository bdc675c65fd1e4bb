//! Group theory: what states change.

mod effect;

pub use effect::Shape;
