//! Puzzles: the laws of their groups, and notations.
#![allow(clippy::unwrap_used)] // in functions that tests share

mod laws;
mod notation;
