//! [`RunObserver`]: a receiver of the progress of a run, from the [`StageBegin`] of each stage on. It can also end the run, or cancel its
//! trials. The generations of a trial have receivers of their own: `evocube_engine::optimizer::Observer`.

use super::record::TrialRow;
use evocube_cube::solver::{Cancellation, Cancelled};

/// The beginning of a stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageBegin<'a> {
    /// The stage's name.
    pub name: &'a str,
    /// Trials of the stage.
    pub trials: usize,
    /// Trials that were on disk before.
    pub done: usize,
    /// Trials on disk that reached their target: by default they have solved their instance.
    pub solved: usize,
    /// Individuals that all trials make unless one ends early; `None` if unknown.
    pub offspring: Option<u64>,
    /// Individuals of the trials on disk.
    pub offspring_done: u64,
}

/// A receiver of the progress of a run, called from several threads.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait RunObserver: Sync {
    /// Receives the beginning of a stage.
    fn stage(&self, begin: &StageBegin<'_>) {}

    /// Receives the number of individuals that a trial has made since the last call.
    fn offspring(&self, count: u64) {}

    /// Returns whether the run is to end. Trials that have begun are finished and written; no other begins.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns the request to cancel also the trials that have begun. A cancelled trial saves its state if the run has
    /// checkpoints; it and the trials after it in the plan leave no row. The request must not come before
    /// [`is_over`](Self::is_over) returns true.
    fn cancellation(&self) -> Cancellation {
        Cancellation::NEVER
    }

    /// Receives the error of a component that has failed in a trial, with its reason. The trial leaves no row, and the run ends.
    fn failure(&self, failed: Cancelled) {}

    /// Receives a message: the run waits for a report, a trial continues from a checkpoint, or a checkpoint cannot be used or saved.
    fn notice(&self, sentence: &str) {}

    /// Receives a written trial, and the number of its planned individuals that it did not make.
    fn trial(&self, row: &TrialRow, spared: u64) {}
}

impl RunObserver for () {}
