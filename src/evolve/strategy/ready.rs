//! [`Ready`]: a strategy with what it needs of the alphabet made, once for any number of states.

use std::marker::PhantomData;

use super::es::Stage;
use super::frame::Frame;
use super::goal::Counted;
use super::{Attempt, Outcome, Seen, Strategy, Task, Watch, same};
use crate::alphabet::{Alphabet, AlphabetError};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::{Cube, CubeState, PuzzleKind};
use crate::rng::Seed;

/// A strategy that can run on states of a puzzle.
#[derive(Debug)]
pub struct Ready<P> {
    strategy: Strategy,
    /// Of an evolution strategy.
    stages: Vec<Stage>,
    /// Does it have phases, so that each attempt is made in another frame?
    phased: bool,
    puzzle: PhantomData<fn() -> P>,
}

impl Strategy {
    /// The strategy with what it works on beside a state.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn ready<P: CubeState>(self, task: &Task<'_>) -> Result<Ready<P>, AlphabetError> {
        let phased = !task.phases.is_empty();
        let stages = match &self {
            Self::Niches(_) => Vec::new(),
            Self::Es(es) if phased => Stage::of_phases::<P>(task.phases, es),
            Self::Es(es) => {
                let alphabet = Alphabet::new(&Cube::<P>::new(), task.alphabet)?;
                let words = alphabet.symbols().iter().map(|symbol| symbol.moves.clone());
                vec![Stage::new::<P>(words, Counted::of::<P>(task.objective), es.append)]
            }
        };
        Ok(Ready { strategy: self, stages, phased, puzzle: PhantomData })
    }
}

impl<P: CubeState> Ready<P> {
    /// The strategy.
    #[must_use]
    pub const fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// Runs until its attempts are over (and one has solved the state), or until `seen` says that it is enough; that is
    /// shown every generation, and can ask for the states of its individuals (for niches, up to 250 of each phase).
    ///
    /// # Panics
    /// If the puzzle has no such phases, which no checked configuration asks for.
    pub fn run(&self, state: P, seed: Seed, seen: &mut Seen<'_, P>) -> Outcome {
        let attempts = self.strategy.attempts().get() as u64;
        let mut tally = Tally::default();
        while !tally.is_over(attempts) {
            let attempt = self.attempt(tally.number(), state, tally.bound(), seed, &mut tally.watch, seen);
            tally.end(attempt);
        }
        tally.outcome()
    }

    /// One attempt. An archive of niches that comes to `bound` turns without a solution gives up.
    pub(super) fn attempt(
        &self,
        number: usize,
        state: P,
        bound: usize,
        seed: Seed,
        watch: &mut Watch,
        seen: &mut Seen<'_, P>,
    ) -> Attempt {
        match &self.strategy {
            Strategy::Niches(niches) => niches.attempt(number, state, bound, seed, watch, seen),
            Strategy::Es(es) if self.phased => {
                let frame = Frame::number(PuzzleKind::Cube3, number);
                let view: P = same(frame.view(same(state)));
                match es.attempt(number, view, &self.stages, seed, watch, seen) {
                    Attempt::Solved(moves) => Attempt::Solved(frame.back(&moves)),
                    other => other,
                }
            }
            Strategy::Es(es) => es.attempt(number, state, &self.stages, seed, watch, seen),
        }
    }
}

/// The attempts that are over, in their order.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) watch: Watch,
    best: Option<Algorithm>,
    stopped: bool,
}

impl Tally {
    /// The number of the next attempt.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.watch.attempts).expect("attempts are few")
    }

    /// How short the next solution must be to count: shorter than this.
    pub(super) fn bound(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, |best| best.len())
    }

    /// Was it enough, or are so many attempts over and one has solved the state?
    pub(super) fn is_over(&self, attempts: u64) -> bool {
        self.stopped || (self.best.is_some() && self.watch.attempts >= attempts)
    }

    /// An attempt is over.
    pub(super) fn end(&mut self, attempt: Attempt) {
        match attempt {
            Attempt::Solved(moves) => self.found(moves),
            Attempt::Failed => {}
            Attempt::Stopped => self.stopped = true,
        }
        self.watch.attempts += u64::from(!self.stopped);
    }

    /// A solution, which counts if it is shorter than those before.
    pub(super) fn found(&mut self, moves: Algorithm) {
        let turns = moves.length(Metric::Htm);
        if self.watch.shortest.is_none_or(|shortest| turns < shortest) {
            self.watch.shortest = Some(turns);
            self.best = Some(moves);
        }
    }

    /// What it came to.
    pub(super) fn outcome(self) -> Outcome {
        Outcome { moves: self.best, watch: self.watch, stopped: self.stopped }
    }
}
