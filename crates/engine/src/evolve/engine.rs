//! [`Engine`]: a run of the genetic algorithm, one generation per step.

mod saved;

use std::collections::TryReserveError;
use std::ops::Range;

use super::archipelago::Archipelago;
use super::breeding::{Breed, Operators};
use super::crossover::{Cross, Crossover};
use super::island::Island;
use super::island_operators::IslandOperators;
pub use super::island_state::Best;
use super::island_state::IslandContext;
use super::islands::Islands;
use super::memetic::Memetic;
use super::mutation::{Mutate, Mutation, OperatorCredits};
use super::pareto::{Front, LengthMetric};
use super::population::Population;
use super::restart::Restart;
use super::schedule::Moment;
use super::selection::{Select, Selection};
use super::survivor::SurvivorSelection;
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::{Evaluator, Gene};
use crate::optimizer::{
    Adaptation, Children, Generation, Observer, OperatorState, Progress, RunContext, StopCriterion, StopReason,
    WorkerPool,
};
use evocube_cube::rng::Seed;

/// Parameters of a run. The operators are generic: by default the enums that sweep files name, or any other types that
/// implement the traits.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<S = Selection, X = Crossover, M = Mutation> {
    /// Number of individuals on each island.
    pub population: usize,
    /// Number of genes of each individual.
    pub length: usize,
    /// Number of genes of initial individuals before they are padded with no-ops; `None` for all.
    pub initial: Option<InitialLength>,
    /// Parent selection.
    pub selection: S,
    /// Recombination of two parents into two offspring.
    pub crossover: X,
    /// Mutation of offspring.
    pub mutation: M,
    /// Local search on offspring.
    pub memetic: Memetic,
    /// Number of best individuals that survive unchanged; less than the population.
    pub elitism: usize,
    /// Survivor selection.
    pub replacement: SurvivorSelection,
    /// Share of a generation that is random immigrants.
    pub immigrants: Rate,
    /// Populations and the migration between them.
    pub islands: Islands,
    /// The operators of each island, if they differ; empty if all islands have those above.
    pub each_island: Vec<IslandOperators<S, X, M>>,
    /// End of the run.
    pub stop: StopCriterion,
    /// Reinitialization of populations.
    pub restart: Restart,
}

impl<S, X, M> Settings<S, X, M> {
    /// Returns the number of random immigrants of a generation, rounded to the nearest integer.
    pub fn immigrants_of(&self, population: usize) -> usize {
        self.immigrants.share_of(population)
    }

    /// Returns the inputs that islands share.
    pub(super) fn context<'a>(
        &self,
        operators: &'a dyn Breed,
        pool: &'a WorkerPool,
        length_metric: Option<&'a LengthMetric>,
    ) -> IslandContext<'a> {
        let Self { population, elitism, immigrants, restart, .. } = *self;
        IslandContext { pool, length_metric, operators, population, elitism, immigrants, restart }
    }
}

impl<S, X, M: Mutate> Settings<S, X, M> {
    /// Returns an empty population with room for the largest one of a run.
    pub(super) fn empty_population(&self) -> Result<Population, TryReserveError> {
        let largest = self.each_island.iter().map(|island| island.mutation.strategy_parameters()).max();
        let parameters = largest.unwrap_or_else(|| self.mutation.strategy_parameters());
        let mut population = Population::with_strategy_parameters(self.population, self.length, parameters)?;
        population.reserve(self.restart.largest_population(self.population))?;
        Ok(population)
    }
}

/// A run of the genetic algorithm.
///
/// [`step`](Engine::step) makes one generation. Parents are selected in pairs; a pair is recombined or copied; each
/// offspring may be mutated; changed offspring are evaluated, copies keep their parent's fitness; the
/// [`SurvivorSelection`] selects the next generation. Islands are independent except for migration.
#[derive(Debug)]
pub struct Engine<'a, S = Selection, X = Crossover, M = Mutation> {
    inputs: EngineInputs<'a>,
    settings: Settings<S, X, M>,
    /// Operators that all islands share, or those of each.
    operators: Vec<IslandOperators<S, X, M>>,
    migrate: Seed,
    islands: Archipelago,
    progress: Progress,
    offspring: u64,
    restarts: u64,
    children: Children,
    /// Success of the operators in the last generation, on all islands.
    credits: OperatorCredits,
    /// Success of the crossovers in the last generation, on all islands.
    crossover_credits: OperatorCredits,
}

/// Inputs of a run beside its parameters and its seed.
#[derive(Clone, Copy, Debug)]
pub struct EngineInputs<'a> {
    /// Evaluator of genomes.
    pub evaluator: &'a Evaluator,
    /// Length metric, if the length is an objective; without one it is counted in genes.
    pub length_metric: Option<&'a LengthMetric>,
    /// Genomes that the first population of every island begins with, before random ones.
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

impl<'a, S: Select + Clone, X: Cross + Clone, M: Mutate + Clone> Engine<'a, S, X, M> {
    /// Returns a run on one thread, with its initial population evaluated.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// If the population or the genomes are empty, or elites, immigrants and migrants leave no place for offspring; no
    /// checked configuration does.
    pub fn new(evaluator: &'a Evaluator, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        Self::under(EngineInputs::new(evaluator), settings, seed)
    }

    /// Returns a run with these inputs.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn under(inputs: EngineInputs<'a>, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        let Settings { population, length, elitism, islands, .. } = settings;
        assert!(population > 0 && length > 0, "there are individuals with genes");
        assert!(elitism + settings.immigrants_of(population) < population, "some children replace their parents");
        assert!(islands.arrivals() < population, "some individuals are natives");
        let count = islands.count.get();
        // A single population has the seed of the run, as if there were no islands.
        let seed_of = |island| if count == 1 { seed } else { seed.child(&format!("island {island}")) };
        let island =
            |number| Island::new(|| settings.empty_population(), settings.replacement.start(), seed_of(number));
        let islands = (1..=count).map(island).collect::<Result<Vec<_>, _>>()?;
        let Settings { selection, crossover, mutation, memetic, .. } = settings.clone();
        let operators = match &settings.each_island[..] {
            [] => vec![IslandOperators { selection, crossover, mutation, memetic }],
            each => each.to_vec(),
        };
        assert!([1, count].contains(&operators.len()), "operators are shared or belong to one island");
        let mut engine = Self {
            inputs,
            settings,
            operators,
            migrate: seed.child("migrate"),
            islands: Archipelago(islands),
            progress: Progress::default(),
            offspring: 0,
            restarts: 0,
            children: Children::default(),
            credits: OperatorCredits::NONE,
            crossover_credits: OperatorCredits::NONE,
        };
        with_contexts(inputs, &engine.settings, &engine.operators, |contexts| {
            engine.islands.initialize(contexts);
        });
        engine.progress.best = u32::MAX;
        engine.operators.iter_mut().for_each(IslandOperators::reset);
        engine.record();
        Ok(engine)
    }

    /// Makes a generation on every island, or reinitializes its population if a restart is due; then individuals migrate.
    pub fn step(&mut self) {
        let Progress { generations, evaluations, .. } = self.progress;
        let moment = Moment { generations, evaluations, genes: self.settings.length };
        self.operators.iter_mut().for_each(|operators| operators.schedule(moment));
        self.progress.generations += 1;
        let now = self.progress.generations;
        with_contexts(self.inputs, &self.settings, &self.operators, |contexts| {
            self.islands.step(contexts, now);
            self.islands.migrate(contexts, self.settings.islands, &self.migrate, now);
        });
        self.record();
    }

    /// Steps until a part of the stop criterion holds, or the run is cancelled or out of time. The observer receives
    /// every generation.
    pub fn run(&mut self, observer: &mut impl Observer) -> StopReason {
        loop {
            observer.generation(&self.generation());
            if let Some(reason) = self.settings.stop.reason(&self.generation()) {
                return reason;
            }
            if self.inputs.context.is_over_after_saving(|| self.save()) {
                return StopReason::Cancelled;
            }
            self.step();
        }
    }

    /// Returns the present generation.
    pub fn generation(&self) -> Generation<'_> {
        Generation {
            individuals: &self.islands,
            progress: self.progress,
            offspring: self.offspring,
            restarts: self.restarts,
            children: self.children,
            adaptation: Some(self),
        }
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
        self.islands
            .0
            .iter()
            .map(|island| &island.state.best)
            .min_by_key(|best| best.order)
            .expect("there is an island")
    }

    /// Returns the mutation with its adapted state; that of the first island if islands differ.
    pub fn mutation(&self) -> &M {
        &self.operators[0].mutation
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
        let (mut evaluations, mut offspring, mut restarts, mut best) = (0, 0, 0, u32::MAX);
        let (mut children, [mut credits, mut crossover_credits]) = (Children::default(), [OperatorCredits::NONE; 2]);
        for island in &self.islands.0 {
            evaluations += island.evaluations;
            offspring += island.state.offspring;
            restarts += island.restarts;
            children.better += island.children.better;
            children.worse += island.children.worse;
            best = best.min(island.state.best.fitness.penalty());
            credits = credits.merge(&island.credits);
            crossover_credits = crossover_credits.merge(&island.crossover_credits);
        }
        // A restart resets the adaptation of the operators. Islands with the same operators share one adaptation, which the
        // restart of an island keeps.
        let now = self.progress.generations;
        match &mut self.operators[..] {
            [shared] if restarts > self.restarts && self.islands.0.len() == 1 => shared.reset(),
            [shared] if now > 0 => shared.learn([&crossover_credits, &credits]),
            [_] => {}
            each => {
                for (operators, island) in each.iter_mut().zip(&self.islands.0) {
                    if island.has_started(now) {
                        operators.reset();
                    } else {
                        operators.learn([&island.crossover_credits, &island.credits]);
                    }
                }
            }
        }
        self.progress.update(best, evaluations);
        (self.offspring, self.restarts, self.children) = (offspring, restarts, children);
        (self.credits, self.crossover_credits) = (credits, crossover_credits);
    }
}

impl<S: Select + Clone, X: Cross + Clone, M: Mutate + Clone> Adaptation for Engine<'_, S, X, M> {
    fn operators(&self) -> Vec<OperatorState> {
        let rows_of = |operators: &IslandOperators<S, X, M>, credits: [&OperatorCredits; 2], islands: Range<usize>| {
            let histogram = || self.islands.strategy_parameters(islands.clone());
            let mut rows = operators.mutation.adaptation_rows(credits[1], &histogram);
            rows.extend(operators.crossover.adaptation_rows(credits[0]));
            rows
        };
        let islands = &self.islands.0;
        if let [shared] = &self.operators[..] {
            return rows_of(shared, [&self.crossover_credits, &self.credits], 0..islands.len());
        }
        let rows = self.operators.iter().zip(islands).enumerate().flat_map(|(number, (operators, island))| {
            let rows = rows_of(operators, [&island.crossover_credits, &island.credits], number..number + 1);
            rows.into_iter().map(move |row| row.with_island(number))
        });
        rows.collect()
    }
}

/// Calls a function with one context for all islands, or one for each if their operators differ.
fn with_contexts<S: Select, X: Cross, M: Mutate, R>(
    inputs: EngineInputs<'_>,
    settings: &Settings<S, X, M>,
    operators: &[IslandOperators<S, X, M>],
    call: impl FnOnce(&[IslandContext<'_>]) -> R,
) -> R {
    let EngineInputs { evaluator, length_metric, seeds, context: RunContext { pool, .. }, .. } = inputs;
    let initial = settings.initial;
    let each = operators.iter().map(|IslandOperators { selection, crossover, mutation, memetic }| Operators {
        evaluator,
        pool,
        initial,
        seeds,
        selection,
        crossover,
        mutation,
        memetic,
    });
    let each: Vec<_> = each.collect();
    let contexts: Vec<_> = each.iter().map(|operators| settings.context(operators, pool, length_metric)).collect();
    call(&contexts)
}
