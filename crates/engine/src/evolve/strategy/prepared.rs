//! [`PreparedStrategy`]: an evolution strategy or a niche archive as an [`Optimizer`]: it runs the quick strategies that `first_answer`
//! chooses, then its attempts one after another, and hands the time that is left to `refinement`. Also the states that observers see, and
//! [`Attempted`], the outcome of attempts. A single attempt is in `attempt`, attempts on several threads are in `parallel_attempts`.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::OnceLock;

use super::attempt::{RunningAttempt, SavedAttempt};
use super::backward::BackwardPopulation;
use super::es::PreparedPhase;
use super::goal::GoalPenalty;
use super::{
    Attempt, Attempts, EvolutionStrategy, OnGeneration, RunProgress, Shown, StateStrategy, first_answer, refinement,
};
use crate::alphabet::{Alphabet, AlphabetError};
use crate::evaluation::Fitness;
use crate::evolve::config::TrialConfig;
use crate::optimizer::{
    Children, EvolutionCounts, Generation, Individuals, Observer, Optimizer, OptimizerError, Outcome, Problem,
    Progress, RunContext, StopCriterion, StopReason, Unsupported,
};
use evocube_cube::puzzle::notation::{AnyState, OtherPuzzle};
use evocube_cube::puzzle::{Algorithm, CUBE2, CUBE3, Cube2, Cube3, Metric, Puzzle, PuzzleKind, Symmetry, Turn};
use evocube_cube::rng::Seed;
use evocube_cube::solver::Cancelled;

/// A strategy with the parts that it derives from its configuration, for any number of runs.
#[derive(Debug)]
pub struct PreparedStrategy {
    puzzle: PuzzleKind,
    strategy: StateStrategy,
    /// The phases of an evolution strategy.
    phases: Vec<PreparedPhase>,
    /// Whether phases are configured, so that each attempt has another orientation.
    phased: bool,
    /// The strategy of first answers, if time was limited once.
    first: OnceLock<Option<Box<Self>>>,
}

impl PreparedStrategy {
    /// Returns the strategy of a configuration for a cube. The configuration must be [checked](TrialConfig::check) and of this cube.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn new(puzzle: PuzzleKind, strategy: StateStrategy, config: &TrialConfig) -> Result<Self, AlphabetError> {
        let phased = !config.phase.is_empty();
        let phases = match &strategy {
            StateStrategy::Niches(niches) => {
                // Computed here, so that it takes no time of the first run.
                BackwardPopulation::from_phases(puzzle, niches.backward);
                Vec::new()
            }
            StateStrategy::Es(es) if phased => PreparedPhase::from_phases(&config.phase, es.append),
            StateStrategy::Es(es) => vec![match puzzle {
                PuzzleKind::Cube3 => single_phase(&CUBE3, es, config)?,
                PuzzleKind::Cube2 => single_phase(&CUBE2, es, config)?,
            }],
        };
        Ok(Self { puzzle, strategy, phases, phased, first: OnceLock::new() })
    }

    pub(super) const fn strategy(&self) -> &StateStrategy {
        &self.strategy
    }

    /// Runs, from the checkpoint of the context if there is one, until the attempts are over and one has solved the state,
    /// `on_generation` returns `false` or fails, or the context ends the run.
    pub(super) fn run_sequential(
        &self,
        state: Cube3,
        seed: Seed,
        limits: RunLimits,
        on_generation: &mut OnGeneration<'_>,
        context: &RunContext<'_>,
    ) -> Result<Attempted, Cancelled> {
        let RunLimits { attempts, evaluations } = limits;
        let begin = |attempted: &Attempted| self.begin(attempted.number(), state, attempted.bound(), seed);
        let (mut attempted, mut resumed) = (Attempted::within(evaluations), None);
        // A checkpoint is that of a whole generation.
        let deadline = context.deadline.filter(|_| context.checkpoint.is_none());
        context.resume(|(progress, best, saved): (RunProgress, Option<String>, SavedAttempt)| {
            let Ok(best) = best.map(|moves| moves.parse()).transpose() else { return Ok(false) };
            let record = Attempted { progress: RunProgress { limit: evaluations, ..progress }, best, stopped: false };
            let mut attempt = begin(&record);
            let is_restored = attempt.restore(saved);
            if is_restored {
                (attempted, resumed) = (record, Some(attempt));
            }
            Ok(is_restored)
        })?;
        while !attempted.is_over(attempts) {
            // The generation of a checkpoint is already made, but the observer receives it again.
            let mut is_made = resumed.is_some();
            let mut attempt = resumed.take().unwrap_or_else(|| begin(&attempted));
            let end = loop {
                if !std::mem::take(&mut is_made)
                    && let Some(end) = attempt.step(&mut attempted.progress, deadline)
                {
                    break end;
                }
                let goes_on = on_generation(&attempted.progress, Shown::Generation, &|| attempt.states())?
                    && attempted.progress.left() > 0;
                let best = || attempted.best.as_ref().map(Algorithm::to_string);
                if !goes_on || context.is_over_after_saving(|| Ok(Some((attempted.progress, best(), &attempt))))? {
                    break Attempt::Stopped;
                }
            };
            let is_first = attempted.best.is_none();
            attempted.end(end, attempts);
            if let Some(best) = attempted.best.as_ref().filter(|_| is_first && !attempted.is_over(attempts)) {
                on_generation(&attempted.progress, Shown::Solution, &|| vec![state.apply_all(best)])?;
            }
        }
        Ok(attempted)
    }

    /// Returns the quick answer of a run that improves its solutions until its time is up; none for others. Small archives shorten it
    /// while there is time.
    fn first_answer(
        &self,
        state: Cube3,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
    ) -> Result<Attempted, Cancelled> {
        let improves = context.deadline.is_some() && stop.length.is_some();
        let limits = RunLimits { attempts: Attempts::default(), evaluations: stop.evaluations.unwrap_or(u64::MAX) };
        let none = || Ok(Attempted::within(limits.evaluations));
        let StateStrategy::Niches(niches) = &self.strategy else { return none() };
        if !improves {
            return none();
        }
        let prepare = || {
            let (strategy, config) = first_answer::strategy(self.puzzle)?;
            Self::new(self.puzzle, strategy, &config).ok().map(Box::new)
        };
        let Some(strategy) = self.first.get_or_init(prepare) else { return none() };
        // It takes so little time that the deadline is not applied to it: every state has an answer.
        let (seed, unlimited) =
            (seed.child("first answer"), RunContext { checkpoint: None, deadline: None, ..*context });
        let mut answer = strategy.run_sequential(state, seed, limits, &mut |_, _, _| Ok(true), &unlimited)?;
        for archive in first_answer::small_archives(niches) {
            let is_long = answer.progress.shortest > stop.length;
            let mut attempt = archive.begin(self.puzzle, 0, state, answer.bound(), seed);
            while is_long && !context.is_over() && answer.progress.left() > 0 {
                match attempt.step(&mut answer.progress, context.deadline) {
                    Some(Attempt::Solved(moves)) => {
                        answer.record(moves);
                        break;
                    }
                    Some(Attempt::Failed | Attempt::Stopped) => break,
                    None => {}
                }
            }
        }
        Ok(answer)
    }

    /// Begins an attempt. A niche archive gives up at `bound` moves without a solution.
    fn begin(&self, number: usize, state: Cube3, bound: usize, seed: Seed) -> RunningAttempt<'_> {
        match &self.strategy {
            StateStrategy::Niches(niches) => {
                RunningAttempt::Niches(Box::new(niches.begin(self.puzzle, number, state, bound, seed)))
            }
            StateStrategy::Es(es) if self.phased => {
                RunningAttempt::phased(number, state, |view| es.begin(number, view, &self.phases, seed))
            }
            StateStrategy::Es(es) => RunningAttempt::Es(Box::new(es.begin(number, state, &self.phases, seed)), None),
        }
    }

    /// Makes one attempt, until it ends or `on_generation` returns `false`.
    pub(super) fn attempt(
        &self,
        number: usize,
        state: Cube3,
        bound: usize,
        seed: Seed,
        progress: &mut RunProgress,
        on_generation: &mut dyn FnMut(&RunProgress) -> bool,
    ) -> Attempt {
        let mut attempt = self.begin(number, state, bound, seed);
        loop {
            match attempt.step(progress, None) {
                Some(end) => return end,
                None if on_generation(progress) && progress.left() > 0 => {}
                None => return Attempt::Stopped,
            }
        }
    }
}

/// Returns the only phase of a configuration without phases: all symbols, and the objective.
fn single_phase<P: Puzzle<Move = Turn>>(
    puzzle: &P,
    strategy: &EvolutionStrategy,
    config: &TrialConfig,
) -> Result<PreparedPhase, AlphabetError> {
    let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
    let words = alphabet.symbols().map(|symbol| symbol.moves.into());
    Ok(PreparedPhase::new(puzzle, words, GoalPenalty::new(puzzle, &config.objective), strategy.append))
}

/// Returns the state of a puzzle that stands for a 3×3×3: the cube itself, or its corners.
fn state_of<S: TryFrom<AnyState, Error = OtherPuzzle>>(puzzle: PuzzleKind, cube: Cube3) -> S {
    let state = match puzzle {
        PuzzleKind::Cube3 => AnyState::from(cube),
        PuzzleKind::Cube2 => Cube2::corners_of(cube).into(),
    };
    S::try_from(state).expect("the strategy is for the puzzle of the problem")
}

impl<P> Optimizer<P> for PreparedStrategy
where
    P: Puzzle<Move = Turn, Symmetry = Symmetry>,
    P::State: Into<AnyState> + TryFrom<AnyState, Error = OtherPuzzle>,
{
    fn name(&self) -> &'static str {
        "evolution"
    }

    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        self.strategy.supports(stop)
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Turn>, OptimizerError> {
        let puzzle = problem.puzzle;
        let (start, rotation) = puzzle.anchor(problem.state);
        let start: Cube3 = start.into().with_edges();
        let of_puzzle = |cube: &Cube3| state_of::<P::State>(self.puzzle, *cube);
        let first = self.first_answer(start, seed, stop, context)?;
        let (left, spent) = (first.progress.left(), first.progress.evaluations);
        let is_long = |progress: &RunProgress| {
            stop.length.is_none_or(|max| progress.shortest.is_none_or(|shortest| shortest > max))
        };
        let limit = |progress: &RunProgress| stop.limit(progress.generations, progress.evaluations + spent);
        let goes_on = |progress: &RunProgress| limit(progress).is_none() && is_long(progress);
        let is_over = || context.is_over();
        let is_sufficient = left == 0 || first.best.is_some() && !is_long(&first.progress);
        let refines = first.best.is_some() && refinement::has_time(context);
        let attempts = match stop.length {
            None => self.strategy.attempts(),
            Some(_) if refines => Attempts::default(),
            Some(_) => Attempts::MAX,
        };
        let limits = RunLimits { attempts, evaluations: left };
        let mut attempted = if is_sufficient {
            Attempted::within(left)
        } else if context.pool.threads() > 1 && observer.is_idle() {
            self.run_parallel(start, seed, limits, context.pool.threads(), &goes_on, &is_over)
        } else {
            let states = || vec![of_puzzle(&start)];
            States::new(problem, &states).show(&RunProgress::default(), &mut |initial| observer.generation(initial))?;
            let mut show = |progress: &RunProgress, shown: Shown, states: &dyn Fn() -> Vec<Cube3>| {
                let states = || states().iter().map(of_puzzle).collect();
                States::new(problem, &states).show(progress, &mut |generation| match shown {
                    Shown::Generation => observer.generation(generation),
                    Shown::Solution => observer.solution(generation),
                })?;
                Ok(goes_on(progress))
            };
            self.run_sequential(start, seed, limits, &mut show, context)?
        };
        if let Some(moves) = first.best {
            attempted.record(moves);
        }
        if refines && goes_on(&attempted.progress) {
            let solutions = refinement::refine(start, &mut attempted.progress, stop, context);
            solutions.into_iter().for_each(|moves| attempted.record(moves));
        }
        let Attempted { progress, best, stopped } = attempted;
        let moves = best.unwrap_or(Algorithm::EMPTY).conjugate(rotation).simplify();
        let end = puzzle.anchor(puzzle.apply_all(problem.state, &moves)).0;
        States::new(problem, &|| vec![end]).show(&progress, &mut |last| observer.end(last))?;
        let reason = match limit(&progress) {
            Some(limit) if stopped || !puzzle.is_solved(end) => limit,
            _ if stopped && is_over() => StopReason::Cancelled,
            _ if puzzle.is_solved(end) => StopReason::Target,
            _ => StopReason::Generations,
        };
        let RunProgress { generations, evaluations, attempts, .. } = progress;
        let restarts = attempts.saturating_sub(1);
        let (generations, evaluations) =
            (generations + first.progress.generations, evaluations + first.progress.evaluations);
        let counts = EvolutionCounts { restarts, generations, offspring: evaluations, evaluations };
        Ok(Outcome {
            penalty: Some(problem.penalty_of(end)?),
            moves,
            genes: String::new(),
            front: Vec::new(),
            stop: reason,
            counts: Some(counts),
            nodes: evaluations,
        })
    }
}

/// Returns a generation of these individuals.
fn generation<'a>(progress: &RunProgress, individuals: &'a dyn Individuals) -> Generation<'a> {
    let RunProgress { generations, evaluations, attempts, shortest, .. } = *progress;
    let best = if shortest.is_some() { 0 } else { u32::MAX };
    Generation {
        individuals,
        progress: Progress { best, generations, evaluations, ..Progress::default() },
        offspring: evaluations,
        restarts: attempts,
        children: Children::default(),
        is_cut: false,
        adaptation: None,
    }
}

/// Individuals that are evaluated when an observer requests them. There are none if that fails.
struct States<'a, P: Puzzle> {
    problem: &'a Problem<'a, P>,
    states: &'a dyn Fn() -> Vec<P::State>,
    evaluated: OnceCell<Result<Vec<Fitness>, Cancelled>>,
}

impl<'a, P: Puzzle> States<'a, P> {
    fn new(problem: &'a Problem<'a, P>, states: &'a dyn Fn() -> Vec<P::State>) -> Self {
        Self { problem, states, evaluated: OnceCell::new() }
    }

    /// Shows the generation of these individuals to an observer. An error of their evaluation comes before that of the observer.
    fn show(
        self,
        progress: &RunProgress,
        observe: &mut dyn FnMut(&Generation<'_>) -> Result<(), Cancelled>,
    ) -> Result<(), Cancelled> {
        let observed = observe(&generation(progress, &self));
        self.evaluated.into_inner().transpose()?;
        observed
    }

    /// Returns the fitness of each individual.
    fn evaluated(&self) -> &[Fitness] {
        let evaluated = self.evaluated.get_or_init(|| {
            let fitness = |&state: &P::State| {
                let penalty = u16::try_from(self.problem.penalty_of(state)?).expect("penalties fit 16 bits");
                Ok(Fitness::new(penalty, 0))
            };
            (self.states)().iter().map(fitness).collect()
        });
        evaluated.as_deref().unwrap_or_default()
    }
}

impl<P: Puzzle> Individuals for States<'_, P> {
    fn groups(&self) -> usize {
        1
    }

    fn fitness(&self, _: usize) -> &[Fitness] {
        self.evaluated()
    }

    fn distinct(&self) -> usize {
        (self.states)().iter().collect::<HashSet<_>>().len()
    }
}

/// Limits of a run that do not depend on its generations.
#[derive(Clone, Copy)]
pub(super) struct RunLimits {
    pub(super) attempts: Attempts,
    /// Maximum number of evaluations.
    pub(super) evaluations: u64,
}

/// The outcome of the attempts that are over, recorded in the order of their numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attempted {
    pub(super) progress: RunProgress,
    /// The shortest solution, simplified.
    pub(super) best: Option<Algorithm>,
    /// Whether the run was stopped before its attempts were over.
    pub(super) stopped: bool,
}

impl Attempted {
    /// Returns no attempt of a run with at most this number of evaluations.
    pub(super) const fn within(evaluations: u64) -> Self {
        Self { progress: RunProgress::within(evaluations), best: None, stopped: false }
    }

    /// Returns the number of the next attempt.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.progress.attempts).expect("attempts are few")
    }

    /// Returns the length below which the next solution counts.
    pub(super) fn bound(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, |best| best.len())
    }

    /// Returns whether the run was stopped, or this number of attempts is over and one has solved the state.
    pub(super) fn is_over(&self, attempts: Attempts) -> bool {
        self.stopped || (self.best.is_some() && self.progress.attempts >= attempts.get() as u64)
    }

    /// Records the end of an attempt. A run of more attempts is stopped if no evaluation is left.
    pub(super) fn end(&mut self, attempt: Attempt, attempts: Attempts) {
        match attempt {
            Attempt::Solved(moves) => self.record(moves),
            Attempt::Failed => {}
            Attempt::Stopped => self.stopped = true,
        }
        self.progress.attempts += u64::from(!self.stopped);
        self.stopped |= !self.is_over(attempts) && self.progress.left() == 0;
    }

    /// Records a solution if it is shorter than those before.
    pub(super) fn record(&mut self, moves: Algorithm) {
        let length = moves.length(Metric::Htm);
        if self.progress.shortest.is_none_or(|shortest| length < shortest) {
            self.progress.shortest = Some(length);
            self.best = Some(moves);
        }
    }
}
