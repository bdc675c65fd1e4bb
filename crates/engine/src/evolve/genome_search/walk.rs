//! [`Walk`]: the rule of an algorithm that moves from one genome to the next or stays, candidate by candidate, with the types of its
//! decisions. [`Walking`] runs several walks side by side as one search: it makes the candidates, also by the key `mutation`, restarts each
//! walk by its own clock, and saves them. The algorithms themselves are in files of their own, such as `hill_climbing`.
//!
//! In a generation each walk evaluates one candidate and decides whether to move to it. Most candidates are rejected, so a walk
//! makes several candidates of its present genome ahead, and the kernel evaluates them as one batch. Those behind an accepted
//! candidate are made again from the new genome. A candidate counts in the generation in which the walk decides on it, so that
//! the number made ahead changes no result.
//!
//! Walks are independent: each restarts by a clock of its own, and forgets its state.

use std::collections::TryReserveError;
use std::fmt::Debug;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::step_streams::StepStreams;
use super::{
    Begun, Cancelled, Inputs, Mutation, Population, RestartClock, Search, Space, Totals, Walks, decode, encode,
};
use crate::evaluation::{Fitness, Gene, KernelTask, RowsMut};
use evocube_cube::rng::{CounterStream, Streams};

/// Number of candidates that few walks make ahead together.
const AHEAD: usize = 64;

/// Maximum number of rows for candidates of many walks, unless each has one: the memory is that of the genomes.
const MAX_ROWS: usize = 8192;

/// Number of candidates that a walk makes ahead after a move: eight draw together, as fast as one.
const AFTER_A_MOVE: usize = 8;

/// The rule of a walk.
#[allow(unused_variables)] // default methods ignore their inputs
pub(super) trait Walk: Clone + Debug + Send + 'static {
    /// State beside the present genome.
    type State: Clone + Debug + Default + Serialize + DeserializeOwned + Send;

    /// Returns the maximum number of candidates of one genome.
    fn limit(&self, space: &Space) -> u64 {
        u64::MAX
    }

    /// Turns the present genome into a candidate, which depends on the genome, the visit and the stream alone: by default a random
    /// neighbor.
    #[inline]
    fn propose(&self, space: &Space, visit: Visit, genome: &mut [Gene], stream: &mut CounterStream) {
        space.move_to_random_neighbor(genome, stream);
    }

    /// Turns copies of the present genome into consecutive candidates. The first has this visit; each has its own stream.
    ///
    /// An override must draw the same numbers as `propose` for each of them.
    #[inline(always)]
    fn propose_all(
        &self,
        space: &Space,
        visit: Visit,
        rows: &mut RowsMut<'_>,
        places: Range<usize>,
        streams: &mut Streams,
    ) {
        for (number, row) in places.enumerate() {
            let visit = Visit { number: visit.number + number as u64, ..visit };
            self.propose(space, visit, rows.genome_mut(row), &mut streams.get(number));
        }
    }

    /// Makes the first genome, or that after a kick or a restart. It is accepted whatever its fitness.
    fn jump(&self, space: &Space, state: &mut Self::State, genome: &mut [Gene], stream: &mut CounterStream) {
        space.randomize(genome, stream);
    }

    /// Returns the genome that the next jump changes; `None` if it draws all genes.
    fn origin<'a>(&self, state: &'a Self::State) -> Option<&'a [Gene]> {
        None
    }

    /// Receives the fitness of the genome after a jump.
    fn land(&self, state: &mut Self::State, fitness: Fitness) {}

    /// Decides whether the walk stays, moves or jumps. By default it moves unless the candidate is worse.
    #[inline]
    fn decide(&self, space: &Space, state: &mut Self::State, comparison: &Comparison<'_>) -> Decision {
        if comparison.candidate <= comparison.fitness { Decision::Accept } else { Decision::Stay }
    }

    /// Returns whether a state can be one of this walk.
    fn is_valid(&self, space: &Space, state: &Self::State) -> bool {
        true
    }
}

/// Place of a candidate among those of a genome.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    /// Number of candidates of the genome before this one.
    pub(super) number: u64,
    /// Random number of the stay at this genome, which fixes the order of its neighbors.
    pub(super) order: u64,
}

/// A comparison of a candidate with the present genome.
pub(super) struct Comparison<'a> {
    present: &'a Population,
    /// The fitness of the present genome.
    pub(super) fitness: Fitness,
    /// The fitness of the candidate.
    pub(super) candidate: Fitness,
    /// Number of candidates of the present genome before this one.
    pub(super) number: u64,
    streams: &'a StepStreams,
    walk: usize,
    step: u64,
}

impl Comparison<'_> {
    /// Returns the present genome.
    pub(super) fn genome(&self) -> &[Gene] {
        self.present.genome(self.walk)
    }

    /// Draws a uniform number from 0 to below 1.
    pub(super) fn uniform(&self) -> f64 {
        self.streams.get(self.walk, self.step).fraction()
    }
}

/// Consequence of a candidate for its walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The present genome stays.
    Stay,
    /// The candidate becomes the present genome.
    Accept,
    /// The earlier candidate of this number and fitness becomes the present genome.
    MoveBack(u64, Fitness),
    /// The next candidate is a jump, which is part of the rule.
    Kick,
    /// The next candidate is a jump, which counts as a restart.
    Restart,
}

/// A walk between two steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Walker<S> {
    state: S,
    /// The step that led to the present genome.
    since: u64,
    /// Number of candidates of the present genome.
    tried: u64,
    /// Whether the next candidate is a jump.
    jumps: bool,
    clock: RestartClock,
    #[serde(skip)]
    ahead: Ahead,
}

impl<S: Default> Walker<S> {
    /// Returns a walk before its first genome, with this clock.
    fn starting(clock: RestartClock) -> Self {
        Self { state: S::default(), since: 0, tried: 0, jumps: true, clock, ahead: Ahead::default() }
    }
}

/// The evaluated candidates of a walk.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead {
    /// Number of candidates decided on.
    next: usize,
    /// Number of candidates evaluated.
    ready: usize,
    /// Number of candidates made at once the last time; 0 after a move.
    made: usize,
}

/// The making of some candidates, for [`Kernel::run`](crate::evaluation::Kernel::run).
struct Proposal<'a, W> {
    walk: &'a W,
    /// The key `mutation`, which makes the candidates if it is set, and the fitness of the present genome.
    mutation: Option<(&'a Mutation, Fitness)>,
    space: &'a Space,
    visit: Visit,
    rows: RowsMut<'a>,
    places: Range<usize>,
    streams: Streams,
}

impl<W: Walk> KernelTask for Proposal<'_, W> {
    type Output = Result<(), Cancelled>;

    #[inline(always)]
    fn run(mut self) -> Result<(), Cancelled> {
        let Some((mutation, fitness)) = self.mutation else {
            self.walk.propose_all(self.space, self.visit, &mut self.rows, self.places, &mut self.streams);
            return Ok(());
        };
        for (number, row) in self.places.enumerate() {
            let stream = &mut self.streams.get(number);
            mutation.vary(&self.space.symbols, fitness, self.rows.genome_mut(row), stream)?;
        }
        Ok(())
    }
}

/// Walks side by side.
#[derive(Debug)]
pub(super) struct Walking<W: Walk> {
    walk: W,
    mutation: Option<Mutation>,
    walkers: Vec<Walker<W::State>>,
    candidates: Population,
    /// Maximum number of candidates that a walk makes ahead.
    ahead: usize,
    proposals: StepStreams,
    decisions: StepStreams,
    orders: StepStreams,
    /// Rows to evaluate.
    rows: Vec<u32>,
}

impl<W: Walk> Walking<W> {
    /// Returns walks before their initial generation. The key `mutation` makes the candidates, if it is set.
    pub(super) fn begin(walk: W, walks: Walks, inputs: &Inputs<'_>) -> Begun {
        let walks = walks.get();
        let ahead = (AHEAD / walks).max(AFTER_A_MOVE.min(MAX_ROWS / walks)).max(1);
        Ok((Box::new(Self::with_ahead(walk, walks, ahead, inputs)?), inputs.empty_population(walks)?))
    }

    pub(super) fn with_ahead(
        walk: W,
        walks: usize,
        ahead: usize,
        inputs: &Inputs<'_>,
    ) -> Result<Self, TryReserveError> {
        let streams = |name| StepStreams::new(inputs.seed.child(name), walks);
        let walker = Walker::starting(RestartClock::default());
        Ok(Self {
            walk,
            mutation: inputs.mutation.cloned(),
            walkers: vec![walker; walks],
            candidates: inputs.empty_population(walks * ahead)?,
            ahead,
            proposals: streams("propose"),
            decisions: streams("decide"),
            orders: streams("order"),
            rows: Vec::with_capacity(walks * ahead),
        })
    }

    /// Makes the candidates of a walk for this step and some of the next.
    #[allow(clippy::cast_possible_truncation)] // few rows
    fn propose(&mut self, inputs: &Inputs<'_>, present: &Population, walk: usize, step: u64) -> Result<(), Cancelled> {
        let space = &inputs.space;
        let walker = &mut self.walkers[walk];
        let (mut rows, _) = self.candidates.parts_mut();
        let first = walk * self.ahead;
        if walker.jumps {
            let genome = rows.genome_mut(first);
            genome.copy_from_slice(present.genome(walk));
            let stream = &mut self.proposals.get(walk, step);
            match inputs.seeds.get(walk).filter(|_| step == 0) {
                Some(seed) => space.symbols.plant(genome, seed, stream),
                None => self.walk.jump(space, &mut walker.state, genome, stream),
            }
            walker.ahead = Ahead { next: 0, ready: 1, made: 0 };
            self.rows.push(first as u32);
            return Ok(());
        }
        let batch = (2 * walker.ahead.made).max(AFTER_A_MOVE).min(self.ahead);
        let left = self.walk.limit(space).saturating_sub(walker.tried).max(1);
        let count = batch.min(usize::try_from(left).unwrap_or(usize::MAX));
        // Steps with the same upper half have the streams of one key.
        let count = count.min(usize::try_from((1 << 32) - (step & 0xFFFF_FFFF)).unwrap_or(usize::MAX));
        let order = self.orders.get(walk, walker.since).word();
        let visit = Visit { number: walker.tried, order };
        let places = first..first + count;
        places.clone().for_each(|row| rows.copy(row, present.rows(), walk));
        let streams = Streams::new(self.proposals.key(walk, step), step as u32, count);
        let mutation = self.mutation.as_ref().map(|mutation| (mutation, present.fitness()[walk]));
        let proposal = Proposal { walk: &self.walk, mutation, space, visit, rows, places: places.clone(), streams };
        inputs.evaluator.kernel().run(proposal)?;
        self.rows.extend(places.map(|row| row as u32));
        walker.ahead = Ahead { next: 0, ready: count, made: count };
        Ok(())
    }

    /// Returns the row of the next candidate of a walk.
    fn next_row(&self, walk: usize) -> usize {
        walk * self.ahead + self.walkers[walk].ahead.next
    }

    /// Returns whether the next candidate of a walk differs from the genome that it began as a copy of.
    fn is_new(&self, space: &Space, present: &Population, walk: usize) -> bool {
        let origin = if self.walkers[walk].jumps {
            self.walk.origin(&self.walkers[walk].state)
        } else {
            // A neighbor always differs.
            (self.mutation.is_some() || space.neighbors() == 0).then(|| present.genome(walk))
        };
        origin.is_none_or(|genome| genome != self.candidates.genome(self.next_row(walk)))
    }

    /// Counts the next candidates of the walks up to the limit of evaluations.
    fn count_within_limit(&self, inputs: &Inputs<'_>, present: &Population, totals: &mut Totals) {
        for walk in 0..self.walkers.len() {
            let (row, is_new) = (self.next_row(walk), self.is_new(&inputs.space, present, walk));
            totals.is_cut = is_new && totals.evaluations == inputs.limit;
            if totals.is_cut {
                return;
            }
            totals.count(self.candidates.fitness()[row], is_new, || self.candidates.genome(row));
        }
    }

    /// Decides on the next candidate of a walk.
    fn decide(&mut self, space: &Space, present: &mut Population, walk: usize, totals: &mut Totals, step: u64) {
        let (row, is_new) = (self.next_row(walk), self.is_new(space, present, walk));
        let walker = &mut self.walkers[walk];
        let candidate = self.candidates.fitness()[row];
        walker.ahead.next += 1;
        totals.count(candidate, is_new, || self.candidates.genome(row));
        walker.clock.record(candidate.penalty(), u64::from(is_new), step);
        let decision = if walker.jumps {
            walker.jumps = false;
            self.walk.land(&mut walker.state, candidate);
            Decision::Accept
        } else {
            let comparison = Comparison {
                present,
                fitness: present.fitness()[walk],
                candidate,
                number: walker.tried,
                streams: &self.decisions,
                walk,
                step,
            };
            self.walk.decide(space, &mut walker.state, &comparison)
        };
        match decision {
            Decision::Stay => {
                walker.tried += 1;
                return;
            }
            Decision::Accept => present.replace_with(walk, self.candidates.genome(row), candidate),
            Decision::MoveBack(number, fitness) => {
                let mut genome = present.genome(walk).to_vec();
                let order = self.orders.get(walk, walker.since).word();
                self.walk.propose(space, Visit { number, order }, &mut genome, &mut self.proposals.get(walk, step));
                present.replace_with(walk, &genome, fitness);
            }
            Decision::Kick => walker.jumps = true,
            Decision::Restart => {
                walker.jumps = true;
                walker.clock.restart(step + 1);
                totals.restarts += 1;
            }
        }
        (walker.since, walker.tried, walker.ahead) = (step, 0, Ahead::default());
    }
}

impl<W: Walk> Search for Walking<W> {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        self.step(inputs, present, totals, generation)
    }

    fn restarts_walks(&self) -> bool {
        true
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        let space = &inputs.space;
        self.rows.clear();
        // The limit of evaluations may allow fewer initial genomes.
        self.walkers.truncate(present.size());
        for walk in 0..self.walkers.len() {
            let clock = &mut self.walkers[walk].clock;
            if clock.is_due(inputs.restart, generation) {
                clock.restart(generation);
                self.walkers[walk] = Walker::starting(clock.clone());
                totals.restarts += 1;
            }
            let Ahead { next, ready, .. } = self.walkers[walk].ahead;
            if next == ready {
                self.propose(inputs, present, walk, generation)?;
            }
        }
        if !self.rows.is_empty() {
            let (rows, fitness) = self.candidates.parts_mut();
            inputs.evaluator.evaluate(rows.as_rows(), &self.rows, fitness)?;
        }
        if inputs.limit - totals.evaluations < self.walkers.len() as u64 {
            let new = (0..self.walkers.len()).filter(|&walk| self.is_new(space, present, walk)).count() as u64;
            if new > inputs.limit - totals.evaluations {
                self.count_within_limit(inputs, present, totals);
                return Ok(());
            }
        }
        for walk in 0..self.walkers.len() {
            self.decide(space, present, walk, totals, generation);
        }
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        encode(&self.walkers)
    }

    fn restore(&mut self, inputs: &Inputs<'_>, _: &Population, saved: &[u8]) -> bool {
        let Some(walkers) = decode::<Vec<Walker<W::State>>>(saved) else { return false };
        let limit = self.walk.limit(&inputs.space);
        let is_valid =
            |walker: &Walker<W::State>| walker.tried < limit.max(1) && self.walk.is_valid(&inputs.space, &walker.state);
        let fits = walkers.len() == self.walkers.len() && walkers.iter().all(is_valid);
        if fits {
            self.walkers = walkers;
        }
        fits
    }
}
