//! Experiments: from a sweep file to rows on disk, with races, estimates, verification and export. The algorithms are those of
//! `evocube-engine`; pages are made by `evocube-report`.
//!
//! Data flow in one direction:
//!
//! ```text
//! sweep.toml → Sweep (checked) → Plan (trials with names and seeds) → trials → rows in the order of the plan → results folder
//! ```
//!
//! A trial is a pure function of its configuration, instance and seed. Reports read the results folder and run nothing.
//!
//! A [`TrialConfig`](evocube_engine::evolve::config::TrialConfig) determines results; an
//! [`Execution`](execution::Execution) must not change them. They are different types.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod answer;
pub mod checkpoint;
pub mod defect;
pub mod design;
pub mod estimate;
pub mod execution;
pub mod export;
pub mod instance;
pub mod interpreter;
pub mod irace;
pub mod logging;
pub mod mutex;
mod named_file;
mod optimizers;
pub mod plan;
mod planned_trial;
pub mod race;
pub mod record;
pub mod recorder;
mod run_observer;
mod run_state;
pub mod runner;
pub mod service;
pub mod shard;
pub mod single;
pub mod store;
pub mod sweep;
pub mod trial;
pub mod verify;
