//! The terminal: output, notes, tables, progress, signals, and what a machine keeps for the next run.

pub(super) mod cache;
pub(super) mod damage;
pub(super) mod interrupt;
pub(super) mod output;
pub(super) mod progress;
pub(super) mod table;
pub(super) mod usage;
