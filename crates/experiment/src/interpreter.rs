//! [`Interpreter`]: the interface of another language in which components of sweeps are written, and checkpoints with its state. Trials
//! with such components run one at a time; [`TrialIdentity`] is what they may know of theirs. Python implements it in
//! `python/src/interpreter.rs`.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::Mutex;

use super::mutex::lock;
use super::sweep::Sweep;
use evocube_cube::solver::Cancelled;
use evocube_engine::optimizer::{Checkpoint, decode_first, write_to};

/// A trial, as its components may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialIdentity {
    /// Its number.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// Its levels, by the keys of their factors.
    pub levels: BTreeMap<String, String>,
}

/// An interpreter of another language that runs components. All components of a process share its state, such as that of its
/// generators of random numbers. Trials with such components therefore run one at a time, each from a state of its own.
pub trait Interpreter: Sync {
    /// Returns whether it runs components of a sweep.
    fn has_components_of(&self, sweep: &Sweep) -> bool;

    /// Returns the versions of the interpreter and of the libraries that the components of a sweep use, by name.
    fn libraries(&self, sweep: &Sweep) -> BTreeMap<String, String>;

    /// Calls `run` while no other trial of this process runs, with a state that follows from the seed of the trial. Then the state is the
    /// one from before. Does not call it if the run is over.
    fn run(&self, trial: &TrialIdentity, run: &mut dyn FnMut());

    /// Returns the present state.
    ///
    /// # Errors
    /// If the interpreter fails, which ends the run.
    fn state(&self) -> Result<Vec<u8>, Cancelled>;

    /// Sets the state.
    ///
    /// # Errors
    /// As for [`state`](Self::state).
    fn set_state(&self, state: &[u8]) -> Result<(), Cancelled>;
}

/// The checkpoint of a trial with the state of the interpreter of its components.
pub(super) struct InterpretedCheckpoint<'a> {
    interpreter: &'a dyn Interpreter,
    checkpoint: &'a dyn Checkpoint,
    /// The state that was read, until the trial is again where that was saved: components are called before that, too.
    saved: Mutex<Option<Vec<u8>>>,
}

impl<'a> InterpretedCheckpoint<'a> {
    /// Adds the states of an interpreter to those of a checkpoint.
    pub(super) fn new(interpreter: &'a dyn Interpreter, checkpoint: &'a dyn Checkpoint) -> Self {
        Self { interpreter, checkpoint, saved: Mutex::default() }
    }

    /// Sets the state that was read. The trial is where a state is saved.
    fn restore(&self) -> Result<(), Cancelled> {
        let saved = lock(&self.saved).take();
        saved.map_or(Ok(()), |state| self.interpreter.set_state(&state))
    }
}

impl fmt::Debug for InterpretedCheckpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InterpretedCheckpoint").field("checkpoint", &self.checkpoint).finish_non_exhaustive()
    }
}

impl Checkpoint for InterpretedCheckpoint<'_> {
    fn saved(&self) -> Option<Vec<u8>> {
        let bytes = self.checkpoint.saved()?;
        let Some((state, rest)) = decode_first(&bytes) else {
            self.checkpoint.opened(false);
            return None;
        };
        *lock(&self.saved) = Some(state);
        Some(rest.to_vec())
    }

    fn opened(&self, continues: bool) {
        if !continues {
            *lock(&self.saved) = None;
        }
        self.checkpoint.opened(continues);
    }

    fn is_due(&self) -> Result<bool, Cancelled> {
        self.restore()?;
        self.checkpoint.is_due()
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled> {
        self.restore()?;
        let state = self.interpreter.state()?;
        self.checkpoint.save(&mut |out| {
            write_to(out, &state)?;
            write(out)
        })
    }
}
