//! Puzzles: the laws of their groups, notations, puzzles from files.
#![allow(clippy::unwrap_used)] // in functions that tests share

mod file_defined;
mod laws;
mod notation;
