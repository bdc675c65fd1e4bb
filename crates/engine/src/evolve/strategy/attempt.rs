//! [`RunningAttempt`]: an attempt of an evolution strategy or a niche archive to solve a state, one generation per step, and its state for
//! a checkpoint. An evolution strategy with phases sees the cube in an orientation, and its moves are turned back here; a niche archive
//! does that itself, in `niches`. `prepared` begins attempts; `parallel_attempts` runs several at a time.

use std::time::Instant;

use serde::{Deserialize, Serialize, Serializer};

use super::es::{EsAttempt, SavedEsAttempt};
use super::niches::{NicheAttempt, SavedNicheAttempt};
use super::orientation::Orientation;
use super::{Attempt, RunProgress};
use evocube_cube::puzzle::{Cube3, PuzzleKind};

/// An attempt between two generations.
pub(super) enum RunningAttempt<'a> {
    /// An attempt of an evolution strategy; with phases, on the view of the state in an orientation.
    Es(Box<EsAttempt<'a>>, Option<Orientation>),
    /// An attempt of a niche archive.
    Niches(Box<NicheAttempt>),
}

impl<'a> RunningAttempt<'a> {
    /// Begins an attempt of an evolution strategy with phases, on the view of the state in orientation `number`.
    pub(super) fn phased(number: usize, state: Cube3, begin: impl FnOnce(Cube3) -> EsAttempt<'a>) -> Self {
        let orientation = Orientation::number(PuzzleKind::Cube3, number);
        Self::Es(Box::new(begin(orientation.view(state))), Some(orientation))
    }

    /// Makes a generation and counts it. Returns the end of the attempt if it ends before or with this generation.
    /// A niche archive stops within a generation after the deadline, and must then be dropped.
    pub(super) fn step(&mut self, progress: &mut RunProgress, deadline: Option<Instant>) -> Option<Attempt> {
        match self {
            Self::Es(attempt, orientation) => Some(match (attempt.step(progress)?, orientation) {
                (Attempt::Solved(moves), Some(orientation)) => Attempt::Solved(orientation.back(&moves)),
                (other, _) => other,
            }),
            Self::Niches(attempt) => attempt.step(progress, deadline),
        }
    }

    /// Returns the states of all individuals of an evolution strategy, or of up to 250 of each phase of a niche archive.
    pub(super) fn states(&self) -> Vec<Cube3> {
        match self {
            Self::Es(attempt, _) => attempt.states(),
            Self::Niches(attempt) => attempt.states(),
        }
    }

    /// Restores the state of an attempt with the same number. Returns `false` if it is not of such an attempt; this one must
    /// then be dropped.
    pub(super) fn restore(&mut self, saved: SavedAttempt) -> bool {
        match (self, saved) {
            (Self::Es(attempt, _), SavedAttempt::Es(saved)) => attempt.restore(saved),
            (Self::Niches(attempt), SavedAttempt::Niches(saved)) => attempt.restore(saved),
            _ => false,
        }
    }
}

/// State of an attempt, for a checkpoint.
#[derive(Deserialize)]
pub(super) enum SavedAttempt {
    Es(SavedEsAttempt),
    Niches(SavedNicheAttempt),
}

/// Writes a [`SavedAttempt`].
impl Serialize for RunningAttempt<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Es(attempt, _) => serializer.serialize_newtype_variant("SavedAttempt", 0, "Es", attempt),
            Self::Niches(attempt) => serializer.serialize_newtype_variant("SavedAttempt", 1, "Niches", attempt),
        }
    }
}
