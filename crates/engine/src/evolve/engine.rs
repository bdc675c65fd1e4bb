//! [`Engine`]: a run of the genetic algorithm on all its islands, one generation per step, from [`Settings`] and [`EngineInputs`], until a
//! stop criterion holds or it is cancelled. The limit of evaluations may cut the last generation. Its state for checkpoints is in `saved`,
//! a single island in `island`. Other algorithms on genomes run in `genome_search::run`, with the same inputs.

mod saved;

use std::collections::TryReserveError;

use serde::{Deserialize, Serialize};

use super::archipelago::Archipelago;
use super::budget::Budget;
use super::crossover::Cross;
use super::genetic_operators::GeneticOperators;
use super::island::Island;
use super::island_context::IslandContext;
pub use super::island_state::Best;
use super::islands::Islands;
use super::mutation::{Mutate, Mutation};
use super::pareto::{Front, LengthMetric};
use super::population::Population;
use super::restart::Restart;
use super::schedule::Moment;
use super::survivor::SurvivorSelection;
use super::symbols::Symbols;
use super::tally::Success;
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::{Evaluator, Gene};
use crate::optimizer::{
    Adaptation, Generation, MatingRecorder, Needed, Observer, OperatorState, OptimizerError, Progress, RunContext,
    StopCriterion, StopReason, WorkerPool,
};
use evocube_cube::rng::Seed;
use evocube_cube::solver::Cancelled;

/// Parameters of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Number of individuals on each island.
    pub population: usize,
    /// Number of genes of each individual.
    pub length: usize,
    /// Number of genes of initial individuals before they are padded with no-ops; `None` for all.
    pub initial: Option<InitialLength>,
    /// Selection, crossover, mutation and local search.
    pub operators: GeneticOperators,
    /// Number of best individuals that survive unchanged; less than the population.
    pub elitism: usize,
    /// Survivor selection.
    pub replacement: SurvivorSelection,
    /// Share of a generation that is random immigrants.
    pub immigrants: Rate,
    /// Populations and the migration between them.
    pub islands: Islands,
    /// End of the run.
    pub stop: StopCriterion,
    /// Reinitialization of populations.
    pub restart: Restart,
}

impl Settings {
    /// Returns room for the individuals of an island.
    pub(super) fn empty_population(&self) -> Result<Population, TryReserveError> {
        let parameters = self.operators.mutation.strategy_parameters();
        Population::with_strategy_parameters(self.population, self.length, parameters)
    }
}

/// A run of the genetic algorithm.
///
/// [`step`](Engine::step) makes one generation. Parents are selected in pairs; a pair is recombined or copied; each
/// offspring may be mutated; those that differ from the parent that they were copied from are evaluated, copies keep its fitness;
/// the [`SurvivorSelection`] selects the next generation. Islands are independent except for migration.
#[derive(Debug)]
pub struct Engine<'a> {
    inputs: EngineInputs<'a>,
    /// The parameters, with the adapted state of the operators.
    settings: Settings,
    symbols: Symbols,
    migrate: Seed,
    islands: Archipelago,
    totals: EngineTotals,
}

/// The progress of all islands together.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EngineTotals {
    progress: Progress,
    offspring: u64,
    restarts: u64,
    /// Success of the offspring of the last generation.
    success: Success,
    /// Whether the limit of evaluations cut the last generation.
    #[serde(skip)]
    is_cut: bool,
}

/// Inputs of a run beside its parameters and its seed.
#[derive(Clone, Copy, Debug)]
pub struct EngineInputs<'a> {
    /// Evaluator of genomes.
    pub evaluator: &'a Evaluator,
    /// Length metric, if the length is an objective; without one it is counted in genes.
    pub length_metric: Option<&'a LengthMetric>,
    /// Genomes that the first population of every island begins with, before random ones; none has more than `length` genes.
    pub seeds: &'a [Vec<Gene>],
    /// Threads, and requests to end the run.
    pub context: RunContext<'a>,
}

impl<'a> EngineInputs<'a> {
    /// Returns the inputs of a run on one thread, with lengths counted in genes.
    pub fn new(evaluator: &'a Evaluator) -> Self {
        Self { evaluator, length_metric: None, seeds: &[], context: RunContext::sequential() }
    }
}

impl<'a> Engine<'a> {
    /// Returns a run on one thread, with its initial population evaluated.
    ///
    /// # Errors
    /// If there is not enough memory for two generations, or a component fails.
    ///
    /// # Panics
    /// If the population or the genomes are empty, or if the elites and random immigrants, or the migrants that arrive at an island, fill
    /// the population; no checked configuration does.
    pub fn new(evaluator: &'a Evaluator, settings: Settings, seed: Seed) -> Result<Self, OptimizerError> {
        Self::under(EngineInputs::new(evaluator), settings, seed)
    }

    /// Returns a run with these inputs.
    ///
    /// # Errors
    /// If there is not enough memory for two generations, or a component fails.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn under(inputs: EngineInputs<'a>, settings: Settings, seed: Seed) -> Result<Self, OptimizerError> {
        let Settings { population, length, elitism, islands, .. } = settings;
        assert!(population > 0 && length > 0, "there are individuals with genes");
        assert!(elitism + settings.immigrants.share_of(population) < population, "some children replace their parents");
        assert!(islands.arrivals() < population, "some individuals are natives");
        let count = islands.count.get();
        // A single population has the seed of the run, as if there were no islands.
        let seed_of = |island| if count == 1 { seed } else { seed.child(&format!("island {island}")) };
        let (symbols, migrate) = (Symbols::from_evaluator(inputs.evaluator), seed.child("migrate"));
        let context = island_context(inputs, &settings, &symbols, None);
        let island = |number, max| {
            let (empty, survivors) = (|| settings.empty_population(), settings.replacement.start());
            Island::begin(&context, empty, survivors, seed_of(number), max)
        };
        let islands = Archipelago::begin(count, settings.stop.evaluations, island)?;
        let progress = Progress { best: u32::MAX, ..Progress::default() };
        let totals = EngineTotals { progress, offspring: 0, restarts: 0, success: Success::NONE, is_cut: false };
        let mut engine = Self { inputs, settings, symbols, migrate, islands, totals };
        engine.settings.operators.reset();
        engine.record();
        Ok(engine)
    }

    /// Makes a generation on every island, or reinitializes its population if a restart is due; then individuals migrate. It does not
    /// look at the limit of evaluations, as [`Engine::run`] does.
    ///
    /// # Errors
    /// If a component fails; the run must then be dropped.
    pub fn step(&mut self) -> Result<(), Cancelled> {
        self.step_recorded(None)
    }

    /// Makes a generation as [`step`](Self::step) does, and records its matings.
    fn step_recorded(&mut self, recorder: Option<&MatingRecorder>) -> Result<(), Cancelled> {
        self.advance(None, recorder)?;
        self.record();
        Ok(())
    }

    /// Makes a generation with at most `left` evaluations. If it needs more, its evaluated genomes count, but none survives.
    fn step_within(&mut self, left: u64, recorder: Option<&MatingRecorder>) -> Result<(), OptimizerError> {
        let (copies, budget) = (self.islands.copies()?, Budget::new(left));
        self.advance(Some(&budget), recorder)?;
        self.totals.is_cut = budget.is_cut();
        if self.totals.is_cut {
            self.islands.undo(copies);
        }
        self.record();
        Ok(())
    }

    /// Returns the number of evaluations that are left, if the next generation may need more.
    fn left_if_few(&self) -> Option<u64> {
        let Settings { population, operators, replacement, islands, stop, .. } = &self.settings;
        let left = stop.evaluations?.saturating_sub(self.totals.progress.evaluations);
        let most = replacement.offspring(*population, 0).max(*population) as u64 * islands.count.get() as u64;
        // The evaluations of a descent have no bound.
        let descends = !operators.memetic.is_default();
        (left < most || descends).then_some(left)
    }

    /// Makes a generation, unless the budget ends within it, and lets individuals migrate.
    fn advance(&mut self, budget: Option<&Budget>, recorder: Option<&MatingRecorder>) -> Result<(), Cancelled> {
        let Progress { generations, evaluations, .. } = self.totals.progress;
        let moment = Moment { generations, evaluations, genes: self.settings.length };
        self.settings.operators.schedule(moment);
        self.totals.progress.generations += 1;
        let mut context = island_context(self.inputs, &self.settings, &self.symbols, budget);
        if recorder.is_some() {
            // Matings are recorded in their order.
            (context.recorder, context.pool) = (recorder, WorkerPool::SEQUENTIAL);
        }
        self.islands.step(&context, generations + 1)?;
        if !context.is_cut() {
            self.islands.migrate(&context, self.settings.islands, &self.migrate, generations + 1);
        }
        Ok(())
    }

    /// Steps until a part of the stop criterion holds, or the run is cancelled or out of time. The observer receives
    /// every generation that it needs.
    ///
    /// # Errors
    /// If there is not enough memory for copies of the populations, which the last generations before the limit of evaluations need; or
    /// if a component or the observer fails.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Result<StopReason, OptimizerError> {
        let mut needed = Needed::EVERY;
        loop {
            if needed.holds(&self.totals.progress) {
                observer.generation(&self.generation())?;
                needed = observer.needs();
            }
            if let Some(reason) = self.settings.stop.reason(&self.generation())? {
                return Ok(reason);
            }
            if self.inputs.context.is_over_after_saving(|| Ok(self.save()))? {
                return Ok(StopReason::Cancelled);
            }
            let recorder = observer.records_matings().then(MatingRecorder::default);
            match self.left_if_few() {
                Some(left) => self.step_within(left, recorder.as_ref())?,
                None => self.step_recorded(recorder.as_ref())?,
            }
            if let Some(recorder) = recorder
                && !self.totals.is_cut
            {
                observer.matings(&recorder.into_matings())?;
            }
        }
    }

    /// Returns the present generation.
    pub fn generation(&self) -> Generation<'_> {
        let EngineTotals { progress, offspring, restarts, ref success, is_cut } = self.totals;
        let (individuals, children, adaptation) = (&self.islands, success.children, Some(self as &dyn Adaptation));
        Generation { individuals, progress, offspring, restarts, children, is_cut, adaptation }
    }

    /// Returns the present population of every island.
    pub fn populations(&self) -> impl Iterator<Item = &Population> {
        self.islands.populations()
    }

    /// Returns the best genome of all generations, restarts and islands.
    ///
    /// # Panics
    /// Never: there is an island.
    pub fn best(&self) -> &Best {
        let bests = self.islands.0.iter().map(|island| &island.state.best);
        bests.min_by_key(|best| best.order).expect("there is an island")
    }

    /// Returns the mutation with its adapted state.
    pub fn mutation(&self) -> &Mutation {
        &self.settings.operators.mutation
    }

    /// Returns the individuals of all generations, restarts and islands that no other dominates in penalty and length; `None`
    /// if the survivor selection minimizes the penalty alone.
    pub fn front(&self) -> Option<Front> {
        let mut fronts = self.islands.0.iter().filter_map(|island| island.survivors.front());
        let mut all = fronts.next()?.clone();
        fronts.for_each(|front| all.merge(front));
        Some(all)
    }

    /// Updates counters and adaptation after a generation.
    fn record(&mut self) {
        let (mut evaluations, mut best) = (0, u32::MAX);
        let EngineTotals { progress, is_cut, .. } = self.totals;
        let mut totals = EngineTotals { progress, offspring: 0, restarts: 0, success: Success::NONE, is_cut };
        for Island { state, progress, .. } in &self.islands.0 {
            evaluations += progress.evaluations;
            best = best.min(state.best.fitness.penalty());
            totals.offspring += state.offspring;
            totals.restarts += progress.clock.restarts;
            totals.success.add(&progress.success);
        }
        // A restart resets the adaptation of the operators. Several islands share one adaptation, which the restart of an island
        // keeps.
        let operators = &mut self.settings.operators;
        if !is_cut && totals.restarts > self.totals.restarts && self.islands.0.len() == 1 {
            operators.reset();
        } else if !is_cut && progress.generations > 0 {
            operators.learn(&totals.success.crossovers, &totals.success.mutations);
        }
        totals.progress.update(best, evaluations);
        self.totals = totals;
    }
}

impl Adaptation for Engine<'_> {
    fn operators(&self) -> Vec<OperatorState> {
        let GeneticOperators { crossover, mutation, .. } = &self.settings.operators;
        let Success { crossovers, mutations, .. } = &self.totals.success;
        let mut rows = mutation.adaptation_rows(mutations, &|| self.islands.strategy_parameters());
        rows.extend(crossover.adaptation_rows(crossovers));
        rows
    }
}

/// Returns the context of the islands.
pub(super) fn island_context<'c>(
    inputs: EngineInputs<'c>,
    settings: &'c Settings,
    symbols: &'c Symbols,
    budget: Option<&'c Budget>,
) -> IslandContext<'c> {
    let EngineInputs { evaluator, length_metric, seeds, context: RunContext { pool, .. } } = inputs;
    let &Settings { initial, elitism, immigrants, restart, ref operators, .. } = settings;
    IslandContext {
        evaluator,
        pool,
        length_metric,
        operators,
        symbols,
        seeds,
        initial,
        elitism,
        immigrants,
        restart,
        budget,
        recorder: None,
    }
}
