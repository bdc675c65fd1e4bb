//! Puzzles: the laws of their groups, notations, and puzzles from files.
#![allow(clippy::unwrap_used)] // in functions that tests share

mod documents;
mod facelet_readings;
mod hold;
mod laws;
mod notation;
mod notation_texts;
mod puzzle_files;
mod readings;
mod wca_skewb;
