//! [`Optimizer`]: the interface of all algorithms. They work on a [`Problem`] in a [`RunContext`], and return an [`Outcome`] or an
//! [`OptimizerError`]. For algorithms of other crates the problem also evaluates moves, counts the evaluations and limits their number.
//! Whether a run has [`reached`] its target is said here, too.
//!
//! Algorithms on genomes, evolution strategies, niche archives and deterministic solvers implement it; types outside the
//! crate can, too. Trials, races and baselines run all algorithms through it; commands such as `solve` call
//! deterministic solvers directly.

mod any;
mod checkpoint;
mod deterministic;
mod mating;
mod observe;
mod observer;
mod solving;
mod stop;
mod worker_pool;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

pub use any::{AnyOptimizer, deterministic, into_solver};
pub use checkpoint::{Checkpoint, decode, decode_first, encode, write_to};
pub use deterministic::{Deterministic, deterministic_supports};
pub(crate) use mating::MatingRecorder;
pub use mating::{Mating, Offspring, Origin, Parent};
pub use observe::{LoggedGeneration, LoggedIndividual, Observe};
pub use observer::{
    Adaptation, Children, Credit, Generation, Individuals, Needed, Observer, OperatorState, Progress, Spread,
};
pub use solving::Solving;
pub use stop::{StopCriterion, StopReason, StopRule, Unsupported};
pub use worker_pool::WorkerPool;

use crate::alphabet::AlphabetError;
use crate::evaluation::objective::Objective;
use crate::evaluation::{Kernel, PenaltyFunction};
use evocube_cube::puzzle::{Algorithm, Puzzle};
use evocube_cube::rng::Seed;
use evocube_cube::solver::{Cancellation, Cancelled, Unsolved};

/// An algorithm that searches for moves with a low penalty.
///
/// A run is a function of the problem, the seed and the stop criterion: threads, kernels and observers change no result. A
/// deterministic algorithm ignores the seed.
pub trait Optimizer<P: Puzzle>: Send + Sync {
    /// Returns the name in files and messages.
    fn name(&self) -> &str;

    /// Checks that a run can end by this criterion.
    ///
    /// # Errors
    /// The first part of the criterion that the algorithm does not support.
    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported>;

    /// Runs until the criterion holds, [`RunContext::is_over`], or the search is complete. A run never makes more than
    /// [`StopCriterion::evaluations`]: see [`Problem::evaluate`].
    ///
    /// The observer receives every generation that it [needs](Observer::needs) from the initial one (number 0), and the last one again by
    /// [`Observer::end`]. An algorithm without generations does not call it.
    ///
    /// # Errors
    /// If there is not enough memory, a component fails, or an algorithm that must find a solution finds none.
    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError>;
}

/// A state to solve, the penalty to minimize, and the evaluations that a run has made.
#[derive(Debug)]
pub struct Problem<'a, P: Puzzle> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// The state to solve.
    pub state: P::State,
    /// The penalty of a state.
    pub objective: &'a Objective,
    penalties: Arc<PenaltyFunction>,
    limit: u64,
    evaluations: AtomicU64,
}

impl<'a, P: Puzzle> Problem<'a, P> {
    /// Returns the problem of this state, with the tables of its penalties, for a run that may make any number of evaluations.
    pub fn new(puzzle: &'a P, state: P::State, objective: &'a Objective) -> Self {
        Self::with_penalties(puzzle, state, objective, Arc::new(objective.penalty_function(puzzle)))
    }

    /// Returns the problem as [`new`](Self::new) does, with the tables of the objective's penalties, which several problems can share.
    pub fn with_penalties(
        puzzle: &'a P,
        state: P::State,
        objective: &'a Objective,
        penalties: Arc<PenaltyFunction>,
    ) -> Self {
        Self { puzzle, state, objective, penalties, limit: u64::MAX, evaluations: AtomicU64::new(0) }
    }

    /// Returns the problem for a run that makes at most this number of evaluations: [`StopCriterion::evaluations`].
    #[must_use]
    pub fn with_limit(self, evaluations: Option<u64>) -> Self {
        Self { limit: evaluations.unwrap_or(u64::MAX), ..self }
    }

    /// Evaluates sequences of moves, in their order, and writes their penalties. Returns the number evaluated: all, or the first ones, up
    /// to the limit of the run. 0 means that the run must end.
    ///
    /// The algorithms of this crate evaluate genomes and count for themselves; this is for those outside of it.
    ///
    /// # Errors
    /// If a registered objective fails.
    ///
    /// # Panics
    /// If there are fewer penalties than sequences.
    pub fn evaluate(&self, sequences: &[impl AsRef<[P::Move]>], penalties: &mut [u32]) -> Result<usize, Cancelled> {
        assert!(penalties.len() >= sequences.len(), "each sequence of moves has a penalty");
        let allowed = |made: u64| (sequences.len() as u64).min(self.limit.saturating_sub(made));
        let add = |made: u64| Some(made + allowed(made));
        let made = self.evaluations.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let count = allowed(made.unwrap_or_else(|made| made));
        let count = usize::try_from(count).expect("at most the number of sequences");
        for (penalty, moves) in penalties.iter_mut().zip(&sequences[..count]) {
            *penalty = self.penalty(moves.as_ref())?;
        }
        Ok(count)
    }

    /// Returns the number of evaluations made by [`evaluate`](Self::evaluate).
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Sets the number of evaluations to that which a run had made when it was interrupted.
    pub fn continue_from(&self, evaluations: u64) {
        self.evaluations.store(evaluations, Ordering::Relaxed);
    }

    /// Returns the penalties of the puzzle's states.
    pub fn penalty_function(&self) -> &PenaltyFunction {
        &self.penalties
    }

    /// Returns the penalty of the state that these moves lead to. It does not count as an evaluation.
    ///
    /// # Errors
    /// If a registered objective fails.
    pub fn penalty(&self, moves: &[P::Move]) -> Result<u32, Cancelled> {
        self.penalty_of(self.puzzle.apply_all(self.state, moves))
    }

    /// Returns the penalty of a state.
    ///
    /// # Errors
    /// If a registered objective fails.
    pub fn penalty_of(&self, state: P::State) -> Result<u32, Cancelled> {
        let (anchored, _) = self.puzzle.anchor(state);
        self.penalties.penalty(self.puzzle.places(anchored).as_ref())
    }

    /// Returns whether these moves solve the state.
    pub fn is_solved_by(&self, moves: &[P::Move]) -> bool {
        self.puzzle.is_solved(self.puzzle.apply_all(self.state, moves))
    }
}

/// Resources and limits of a run. None of them changes the result of a run that ends by itself.
#[derive(Clone, Copy, Debug)]
pub struct RunContext<'a> {
    /// Kernel that evaluates genomes.
    pub kernel: Kernel,
    /// Threads for large populations.
    pub pool: &'a WorkerPool,
    /// Request to end the run, read after every generation.
    pub cancellation: &'a Cancellation,
    /// Time at which the run ends. The result of a run with a deadline depends on the machine, so sweeps have none.
    pub deadline: Option<Instant>,
    /// Place for the state of the run, from which it continues after an interruption.
    pub checkpoint: Option<&'a dyn Checkpoint>,
}

impl RunContext<'_> {
    /// Returns the context of a run on the calling thread, with the best kernel of this machine.
    pub fn sequential() -> Self {
        static NEVER: Cancellation = Cancellation::NEVER;
        Self {
            kernel: Kernel::best(),
            pool: WorkerPool::SEQUENTIAL,
            cancellation: &NEVER,
            deadline: None,
            checkpoint: None,
        }
    }

    /// Returns whether the run is cancelled or its time is up.
    pub fn is_over(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// Moves of the best individual from the state of the problem, simplified.
    pub moves: Algorithm<M>,
    /// Names of the symbols of the best individual's genes that count, with blanks between them: its moves before they are
    /// simplified. Empty for an algorithm without genomes.
    pub genes: String,
    /// Penalty of these moves as the algorithm evaluated it, for a check by replay; `None` if the algorithm evaluates
    /// no penalties.
    pub penalty: Option<u32>,
    /// Non-dominated individuals (Pareto front) of penalty and length, by ascending length; empty with one objective.
    pub front: Vec<FrontMember<M>>,
    /// Reason of the end.
    pub stop: StopReason,
    /// Numbers of restarts, generations and individuals; `None` for a deterministic solver.
    pub counts: Option<EvolutionCounts>,
    /// Search nodes of a deterministic solver; evaluations of any other algorithm.
    pub nodes: u64,
}

/// Returns whether a run reached its target: its lowest penalty is at most the target, or 0 without one.
#[inline]
pub fn reached(best: u64, target: Option<u32>) -> bool {
    best <= u64::from(target.unwrap_or(0))
}

/// A member of the Pareto front of penalty and length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMember<M> {
    /// Its moves, simplified.
    pub moves: Algorithm<M>,
    /// Penalty of these moves.
    pub penalty: u32,
}

/// Numbers of restarts, generations and individuals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvolutionCounts {
    /// Number of restarts, over all populations.
    pub restarts: u64,
    /// Generations after the initial one.
    pub generations: u64,
    /// Individuals generated, including the initial ones.
    pub offspring: u64,
    /// Genomes evaluated: those that differ from the parent that they began as a copy of.
    pub evaluations: u64,
}

/// Error of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptimizerError {
    /// Not enough memory.
    #[error("not enough memory for the population")]
    Memory(#[from] TryReserveError),
    /// The alphabet cannot be built.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// A deterministic solver found no solution.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// A component failed.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The configuration cannot run, or an algorithm outside the crate failed.
    #[error("{0}")]
    Failed(String),
}
