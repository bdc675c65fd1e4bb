//! Tests of puzzles: group laws, notations and texts of other programs, cubes as they lie in the hand, TOML documents, puzzles from files,
//! Skewb scrambles. Solvers and tables are tested in `crates/cube/tests/solvers`.
#![allow(clippy::unwrap_used)] // in functions that tests share

mod documents;
mod facelet_readings;
mod hold;
mod laws;
mod notation;
mod notation_texts;
mod properties;
mod puzzle_files;
mod readings;
mod wca_skewb;
