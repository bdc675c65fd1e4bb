//! Arguments that several commands have.

pub(super) mod budget;
pub(super) mod cost;
pub(super) mod execution;
pub(super) mod goal;
pub(super) mod instance;
pub(super) mod shard;
pub(super) mod solver;
