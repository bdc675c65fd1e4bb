//! The attempts of a strategy on several threads, without an observer or a checkpoint. Unless the time is limited, they have the result of
//! a sequential run, which `prepared` makes.
//!
//! An attempt depends on its number alone, except for the length at which it gives up. So threads run ahead, and their attempts
//! are recorded in the order of the numbers. Of an attempt that a sequential run would not have begun, or would have given up,
//! neither the solution nor the evaluations count. When time runs out, all solutions count.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use super::prepared::{Attempted, PreparedStrategy, RunLimits};
use super::{Attempt, RunProgress, StateStrategy};
use evocube_cube::puzzle::Cube3;
use evocube_cube::rng::Seed;

/// Limits of a run.
#[derive(Clone, Copy)]
struct Limits<'a> {
    run: RunLimits,
    /// Whether the run continues after a generation. Once it returns `false`, it must do so for all later progress.
    goes_on: &'a (dyn Fn(&RunProgress) -> bool + Sync),
    /// Whether the time is up. Once it returns `true`, it must do so ever after.
    is_late: &'a (dyn Fn() -> bool + Sync),
}

/// An attempt that is over.
struct Record {
    /// Number of individuals made by the end of each generation.
    generations: Vec<u64>,
    /// Number of individuals made by the end of the attempt.
    evaluations: u64,
    end: Attempt,
}

/// State that all threads share.
struct Shared {
    /// The attempts that are recorded.
    attempted: Attempted,
    /// Attempts that are over but not yet recorded, by number.
    waiting: BTreeMap<usize, Record>,
    /// Number of the next attempt to begin.
    next: usize,
    is_over: bool,
}

impl PreparedStrategy {
    /// Runs as [`PreparedStrategy::run_sequential`] does, on this number of threads.
    pub(super) fn run_parallel(
        &self,
        state: Cube3,
        seed: Seed,
        run: RunLimits,
        threads: usize,
        goes_on: &(dyn Fn(&RunProgress) -> bool + Sync),
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Attempted {
        let limits = Limits { run, goes_on, is_late };
        let attempted = Attempted::within(run.evaluations);
        let shared = Shared { attempted, waiting: BTreeMap::new(), next: 0, is_over: false };
        let shared = Mutex::new(shared);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(state, seed, limits, &shared));
            }
            self.work(state, seed, limits, &shared);
        });
        let Shared { mut attempted, waiting, .. } = shared.into_inner().expect("no thread panics");
        if is_late() {
            let solutions = waiting.into_values().filter_map(|record| match record.end {
                Attempt::Solved(moves) => Some(moves),
                Attempt::Failed | Attempt::Stopped => None,
            });
            solutions.for_each(|moves| attempted.record(moves));
        }
        attempted
    }

    /// Makes attempts until the run is over; each is the next that no thread has begun.
    fn work(&self, state: Cube3, seed: Seed, limits: Limits<'_>, shared: &Mutex<Shared>) {
        let gives_up = matches!(self.strategy(), StateStrategy::Niches(_));
        loop {
            let mut shared_state = locked(shared);
            if shared_state.is_over {
                return;
            }
            let number = shared_state.next;
            shared_state.next += 1;
            let bound = shared_state.bound_of(number);
            drop(shared_state);

            let (mut progress, mut generations) = (RunProgress::default(), Vec::new());
            let end = self.attempt(number, state, bound, seed, &mut progress, &mut |progress: &RunProgress| {
                generations.push(progress.evaluations);
                let shared_state = locked(shared);
                let bound = if gives_up { shared_state.bound_of(number) } else { usize::MAX };
                // Attempts before it may not be recorded yet, so this is a lower bound.
                let minimum = &shared_state.attempted.progress;
                let minimum_progress = RunProgress {
                    generations: minimum.generations + progress.generations,
                    evaluations: minimum.evaluations + progress.evaluations,
                    ..*minimum
                };
                !shared_state.is_over
                    && !(limits.is_late)()
                    && generations.len() + 1 < bound
                    && (limits.goes_on)(&minimum_progress)
            });
            let record = Record { generations, evaluations: progress.evaluations, end };
            let again = |attempted: &mut Attempted| {
                let (number, bound) = (attempted.number(), attempted.bound());
                self.attempt(number, state, bound, seed, &mut attempted.progress, &mut |progress| {
                    (limits.goes_on)(progress)
                })
            };
            let mut shared_state = locked(shared);
            shared_state.waiting.insert(number, record);
            shared_state.record_in_order(gives_up, limits, &again);
        }
    }
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("no thread panics while it holds the lock")
}

impl Shared {
    /// Returns the length below which a solution of this attempt counts: that of the shortest solution of the attempts before it
    /// that are over.
    fn bound_of(&self, number: usize) -> usize {
        let lengths = self.waiting.range(..number).filter_map(|(_, record)| match &record.end {
            Attempt::Solved(moves) => Some(moves.len()),
            Attempt::Failed | Attempt::Stopped => None,
        });
        lengths.fold(self.attempted.bound(), usize::min)
    }

    /// Records all attempts whose predecessors are recorded. `again` makes the next attempt again.
    fn record_in_order(&mut self, gives_up: bool, limits: Limits<'_>, again: &dyn Fn(&mut Attempted) -> Attempt) {
        while !self.is_over {
            let Some(record) = self.waiting.remove(&self.attempted.number()) else { break };
            self.record(record, gives_up, limits, again);
            self.is_over = self.attempted.is_over(limits.run.attempts);
        }
        self.is_over |= (limits.is_late)();
    }

    /// Records the next attempt, as a sequential run would have made it.
    fn record(
        &mut self,
        mut record: Record,
        gives_up: bool,
        limits: Limits<'_>,
        again: &dyn Fn(&mut Attempted) -> Attempt,
    ) {
        let max_generations = self.attempted.bound().saturating_sub(1);
        if gives_up && record.generations.len() >= max_generations {
            record.generations.truncate(max_generations);
            record.evaluations = record.generations.last().copied().unwrap_or(0);
            record.end = Attempt::Failed;
        }
        let attempts = limits.run.attempts;
        if record.evaluations >= self.attempted.progress.left() {
            // It was made without the limit, which ends it earlier.
            let end = again(&mut self.attempted);
            self.attempted.end(end, attempts);
            return;
        }
        let first = self.attempted.progress.evaluations;
        for evaluations in record.generations {
            self.attempted.progress.generations += 1;
            self.attempted.progress.evaluations = first + evaluations;
            if !(limits.goes_on)(&self.attempted.progress) {
                self.attempted.end(Attempt::Stopped, attempts);
                return;
            }
        }
        self.attempted.progress.evaluations = first + record.evaluations;
        self.attempted.end(record.end, attempts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{AlphabetConfig, Expand};
    use crate::bounded::Weight;
    use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
    use crate::evolve::config::TrialConfig;
    use crate::evolve::strategy::{Attempts, BackwardMoves, EvolutionStrategy, Niches, Offspring, Parents};
    use crate::optimizer::RunContext;
    use evocube_cube::puzzle::{Cube2, PuzzleKind};

    /// Asserts that runs on several threads have the outcome of a sequential run, under every limit.
    fn assert_same_for_all_threads(
        puzzle: PuzzleKind,
        strategy: StateStrategy,
        states: &[Cube3],
        evaluations: &[u64],
        limits: &[&(dyn Fn(&RunProgress) -> bool + Sync)],
    ) {
        let conjugate = Some(crate::bounded::Conjugations::new(0));
        let alphabet = AlphabetConfig { expand: Expand::Symmetries, conjugate, ..AlphabetConfig::default() };
        let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
        let config = TrialConfig { alphabet, objective, ..TrialConfig::default() };
        let (attempts, sequential) = (strategy.attempts(), RunContext::sequential());
        let prepared = PreparedStrategy::new(puzzle, strategy, &config).unwrap();
        let always: &(dyn Fn(&RunProgress) -> bool + Sync) = &|_| true;
        let budgets = evaluations.iter().map(|&evaluations| (evaluations, always));
        let limits: Vec<_> = limits.iter().map(|limit| (u64::MAX, *limit)).chain(budgets).collect();
        for (number, &state) in states.iter().enumerate() {
            let seed = Seed::from_number(number as u64);
            for (limit, &(evaluations, goes_on)) in limits.iter().enumerate() {
                let run = RunLimits { attempts, evaluations };
                let mut shown = |progress: &RunProgress, _, _: &dyn Fn() -> Vec<Cube3>| Ok(goes_on(progress));
                let expected = prepared.run_sequential(state, seed, run, &mut shown, &sequential).unwrap();
                assert!(expected.progress.evaluations <= evaluations);
                assert!(!expected.stopped || evaluations == u64::MAX || expected.progress.evaluations == evaluations);
                for threads in [1, 2, 3, 8] {
                    let attempted = prepared.run_parallel(state, seed, run, threads, goes_on, &|| false);
                    assert_eq!(attempted, expected, "state {number}, limit {limit}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn niche_archive_gives_the_same_outcome_for_any_number_of_threads() {
        let mut stream = Seed::from_number(21).stream();
        let states: Vec<Cube3> = (0..4).map(|_| Cube2::random(&mut stream).with_edges()).collect();
        let niches = Niches { attempts: Attempts::try_from(7).unwrap(), ..Niches::default() };
        assert_same_for_all_threads(
            PuzzleKind::Cube2,
            StateStrategy::Niches(niches),
            &states,
            &[1, 1000, 14_321, 100_001, 150_000],
            &[&|_| true, &|progress| progress.shortest.is_none_or(|turns| turns > 9), &|progress| {
                progress.generations < 20
            }],
        );
    }

    #[test]
    fn backward_populations_give_the_same_outcome_for_any_number_of_threads() {
        let mut stream = Seed::from_number(24).stream();
        let niches = Niches {
            attempts: Attempts::new(4),
            backward: BackwardMoves::new(4),
            solved: Some(Parents::new(200)),
            ..Niches::default()
        };
        assert_same_for_all_threads(
            PuzzleKind::Cube3,
            StateStrategy::Niches(niches),
            &[Cube3::random(&mut stream)],
            &[2_000_000],
            &[&|_| true],
        );
    }

    #[test]
    fn evolution_strategy_gives_the_same_outcome_for_any_number_of_threads() {
        let mut stream = Seed::from_number(22).stream();
        let states: Vec<Cube3> = (0..3).map(|_| Cube3::random(&mut stream)).collect();
        let es = EvolutionStrategy {
            parents: Parents::try_from(20).unwrap(),
            offspring: Offspring::try_from(500).unwrap(),
            length_weight: Weight::try_from(1).unwrap(),
            max_generations: Offspring::try_from(60).unwrap(),
            attempts: Attempts::try_from(6).unwrap(),
            ..EvolutionStrategy::default()
        };
        assert_same_for_all_threads(
            PuzzleKind::Cube3,
            StateStrategy::Es(es),
            &states,
            &[499, 500, 20_001, 60_000],
            &[&|_| true],
        );
    }

    #[test]
    fn the_best_attempt_so_far_is_returned_when_the_budget_ends() {
        let mut stream = Seed::from_number(23).stream();
        let state = Cube2::random(&mut stream);
        let niches = StateStrategy::Niches(Niches { attempts: Attempts::MAX, ..Niches::default() });
        let prepared = PreparedStrategy::new(PuzzleKind::Cube2, niches, &TrialConfig::default()).unwrap();
        let calls = std::sync::atomic::AtomicUsize::new(0);
        // An attempt calls it about ten times.
        let is_late = || calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100;
        let limits = RunLimits { attempts: Attempts::MAX, evaluations: u64::MAX };
        let outcome = prepared.run_parallel(state.with_edges(), Seed::from_number(1), limits, 2, &|_| true, &is_late);
        assert!(state.apply_all(&outcome.best.expect("some attempts are over")).is_solved());
    }
}
