//! Experiments: from a sweep file to rows on disk.
//!
//! One direction of data: `sweep.toml → wire (as written) → Sweep (checked) → Plan (every trial typed, named, seeded) →
//! run (a pure function of the trial) → rows, written in order → the results folder`. Reports read that folder and run
//! nothing.
//!
//! What changes results is a [`TrialConfig`](crate::evolve::config::TrialConfig); what must not is an
//! [`Execution`](execution::Execution). They are different types.

pub mod any_optimizer;
pub mod cost;
pub mod defect;
pub mod design;
pub mod design_point;
pub mod execution;
pub mod export;
pub mod instance;
pub mod irace;
mod optimizers;
pub mod plan;
pub mod race;
pub mod record;
pub mod recorder;
pub mod runner;
pub mod shard;
pub mod single;
pub mod store;
pub mod sweep;
pub mod trial;
pub mod verify;
