//! Arguments that several commands share.

pub(super) mod budget;
pub(super) mod checkpoint;
pub(super) mod cost;
pub(super) mod execution;
pub(super) mod goal;
pub(super) mod instance;
pub(super) mod results;
pub(super) mod shard;
pub(super) mod solver;
pub(super) mod solver_choice;
pub(super) mod sweep;
