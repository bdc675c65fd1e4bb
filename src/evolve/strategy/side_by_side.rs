//! Attempts side by side, on several threads: what comes out is what one after the other would come to.
//!
//! An attempt depends on its number alone, but for the length from which on it gives up. So threads run ahead, and what
//! they did is gone through in the order of the numbers: an attempt that one after the other would not have begun, or would
//! have given up, counts for nothing, neither its solution nor its evaluations. Only when time runs out does everything
//! count that was found.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use super::ready::{Ready, Tally};
use super::{Attempt, Outcome, Strategy, Watch};
use crate::puzzle::CubeState;
use crate::rng::Seed;

/// When a run ends beside the end of its attempts.
pub struct Limits<'a> {
    /// May it go on? Asked after every generation; once it says no, it must say no to whatever goes further. The same
    /// answers for the same numbers make the same run.
    pub goes_on: &'a (dyn Fn(&Watch) -> bool + Sync),
    /// Is the time up? Once it is, it stays so.
    pub is_late: &'a (dyn Fn() -> bool + Sync),
}

/// What an attempt did.
struct Record {
    /// Individuals made by the end of each generation.
    generations: Vec<u64>,
    /// Individuals made in all.
    evaluations: u64,
    end: Attempt,
}

/// What all threads know.
struct Ledger {
    /// Of the attempts that are gone through.
    tally: Tally,
    /// Those that ended before their turn.
    waiting: BTreeMap<usize, Record>,
    /// The attempt that is begun next.
    next: usize,
    over: bool,
}

impl<P: CubeState> Ready<P> {
    /// [`Ready::run`] without anybody to look at states, on so many threads: the same outcome for any number of them, unless
    /// the time runs out.
    ///
    /// # Panics
    /// As [`Ready::run`].
    pub fn run_side_by_side(&self, state: P, seed: Seed, threads: usize, limits: &Limits<'_>) -> Outcome {
        let shared = Mutex::new(Ledger { tally: Tally::default(), waiting: BTreeMap::new(), next: 0, over: false });
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(state, seed, limits, &shared));
            }
            self.work(state, seed, limits, &shared);
        });
        let Ledger { mut tally, waiting, .. } = shared.into_inner().expect("no thread panics");
        if (limits.is_late)() {
            let found = waiting.into_values().filter_map(|record| match record.end {
                Attempt::Solved(moves) => Some(moves),
                Attempt::Failed | Attempt::Stopped => None,
            });
            found.for_each(|moves| tally.found(moves));
        }
        tally.outcome()
    }

    /// One attempt after the other, each the next that nobody has begun.
    fn work(&self, state: P, seed: Seed, limits: &Limits<'_>, shared: &Mutex<Ledger>) {
        let gives_up = matches!(self.strategy(), Strategy::Niches(_));
        loop {
            let mut ledger = locked(shared);
            if ledger.over {
                return;
            }
            let number = ledger.next;
            ledger.next += 1;
            let bound = ledger.bound_of(number);
            drop(ledger);

            let (mut watch, mut generations) = (Watch::default(), Vec::new());
            let end = self.attempt(number, state, bound, seed, &mut watch, &mut |own: &Watch, _| {
                generations.push(own.evaluations);
                let ledger = locked(shared);
                let bound = if gives_up { ledger.bound_of(number) } else { usize::MAX };
                // Those before it may not be gone through yet, so this is the least that it could be.
                let before = &ledger.tally.watch;
                let at_least = Watch {
                    generations: before.generations + own.generations,
                    evaluations: before.evaluations + own.evaluations,
                    ..*before
                };
                !ledger.over && !(limits.is_late)() && generations.len() + 1 < bound && (limits.goes_on)(&at_least)
            });
            let record = Record { generations, evaluations: watch.evaluations, end };
            let mut ledger = locked(shared);
            ledger.waiting.insert(number, record);
            ledger.go_through(self.strategy().attempts().get() as u64, gives_up, limits);
        }
    }
}

fn locked(shared: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    shared.lock().expect("no thread panics while it holds the ledger")
}

impl Ledger {
    /// How short a solution of this attempt must be to count, as far as is known: shorter than those before it.
    fn bound_of(&self, number: usize) -> usize {
        let before = self.waiting.range(..number).filter_map(|(_, record)| match &record.end {
            Attempt::Solved(moves) => Some(moves.len()),
            Attempt::Failed | Attempt::Stopped => None,
        });
        before.fold(self.tally.bound(), usize::min)
    }

    /// Goes through the attempts whose turn it is.
    fn go_through(&mut self, attempts: u64, gives_up: bool, limits: &Limits<'_>) {
        while !self.over {
            let Some(record) = self.waiting.remove(&self.tally.number()) else { break };
            self.enter(record, gives_up, limits);
            self.over = self.tally.is_over(attempts);
        }
        self.over |= (limits.is_late)();
    }

    /// The next attempt, as it goes when all before it are known.
    fn enter(&mut self, mut record: Record, gives_up: bool, limits: &Limits<'_>) {
        let most = self.tally.bound().saturating_sub(1);
        if gives_up && record.generations.len() >= most {
            record.generations.truncate(most);
            record.evaluations = record.generations.last().copied().unwrap_or(0);
            record.end = Attempt::Failed;
        }
        let before = self.tally.watch.evaluations;
        for evaluations in record.generations {
            self.tally.watch.generations += 1;
            self.tally.watch.evaluations = before + evaluations;
            if !(limits.goes_on)(&self.tally.watch) {
                self.tally.end(Attempt::Stopped);
                return;
            }
        }
        self.tally.watch.evaluations = before + record.evaluations;
        self.tally.end(record.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{AlphabetConfig, Expand};
    use crate::bounded::Weight;
    use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
    use crate::evolve::strategy::{Attempts, EvolutionStrategy, Niches, Offspring, Parents, Task};
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;

    /// Any number of threads comes to what one after the other comes to, however it is limited.
    fn same_for_all<P: CubeState>(strategy: Strategy, states: &[P], limits: &[&(dyn Fn(&Watch) -> bool + Sync)]) {
        let alphabet = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
        let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
        let task = Task { alphabet: &alphabet, objective: &objective, phases: &[] };
        let ready = strategy.ready::<P>(&task).unwrap();
        for (number, &state) in states.iter().enumerate() {
            let seed = Seed::from_number(number as u64);
            for (limit, goes_on) in limits.iter().enumerate() {
                let expected = ready.run(state, seed, &mut |watch, _| goes_on(watch));
                for threads in [1, 2, 3, 8] {
                    let limits = Limits { goes_on, is_late: &|| false };
                    let found = ready.run_side_by_side(state, seed, threads, &limits);
                    assert_eq!(found, expected, "state {number}, limit {limit}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn niches_on_several_threads_come_to_what_they_come_to_on_one() {
        let mut stream = Seed::from_number(21).stream();
        let states: Vec<Cube2> = (0..4).map(|_| Cube2::random(&mut stream)).collect();
        let niches = Niches { attempts: Attempts::try_from(7).unwrap(), ..Niches::default() };
        same_for_all(
            Strategy::Niches(niches),
            &states,
            &[
                &|_| true,
                &|watch| watch.evaluations < 150_000,
                &|watch| watch.shortest.is_none_or(|turns| turns > 9),
                &|watch| watch.generations < 20,
            ],
        );
    }

    #[test]
    fn strategies_on_several_threads_come_to_what_they_come_to_on_one() {
        let mut stream = Seed::from_number(22).stream();
        let states: Vec<Cube3> = (0..3).map(|_| Cube3::random(&mut stream)).collect();
        let es = EvolutionStrategy {
            parents: Parents::try_from(20).unwrap(),
            offspring: Offspring::try_from(500).unwrap(),
            length_weight: Weight::try_from(1).unwrap(),
            patience: Offspring::try_from(60).unwrap(),
            attempts: Attempts::try_from(6).unwrap(),
            ..EvolutionStrategy::default()
        };
        same_for_all(Strategy::Es(es), &states, &[&|_| true, &|watch| watch.evaluations < 60_000]);
    }

    #[test]
    fn the_best_counts_when_time_runs_out() {
        let mut stream = Seed::from_number(23).stream();
        let state = Cube2::random(&mut stream);
        let niches = Strategy::Niches(Niches { attempts: Attempts::MAX, ..Niches::default() });
        let task = Task { alphabet: &AlphabetConfig::default(), objective: &Objective::default(), phases: &[] };
        let asked = std::sync::atomic::AtomicUsize::new(0);
        // An attempt asks some ten times.
        let is_late = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100;
        let limits = Limits { goes_on: &|_| true, is_late: &is_late };
        let outcome = niches.ready::<Cube2>(&task).unwrap().run_side_by_side(state, Seed::from_number(1), 2, &limits);
        assert!(state.apply_all(&outcome.moves.expect("some attempts are over")).is_solved());
    }
}
