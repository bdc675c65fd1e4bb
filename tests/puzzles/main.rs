//! Puzzles: the laws of their groups, notations, puzzles from files.
#![allow(clippy::unwrap_used)] // in functions that tests share

#[path = "../common/mod.rs"]
mod common;
mod file_defined;
mod laws;
mod notation;
