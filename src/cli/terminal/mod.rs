//! The terminal: output, messages, tables, progress bars and signals; and the cache of solver tables.

pub(super) mod cache;
pub(super) mod interrupt;
mod line;
pub(super) mod numbers;
pub(super) mod output;
pub(super) mod progress;
pub(super) mod table;
pub(super) mod usage;
pub(super) mod width;
