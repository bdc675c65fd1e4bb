//! Experiments: from a sweep file to rows on disk.
//!
//! One direction of data: `sweep.toml → SweepFile (as written) → Sweep (checked) → Plan (every trial typed, named,
//! seeded) → run (a pure function of the trial) → rows, written in order → the results folder`. Reports read that
//! folder and run nothing.

pub mod record;
