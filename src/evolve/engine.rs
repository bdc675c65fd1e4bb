//! [`Engine`]: a run, one generation a step.

use std::collections::TryReserveError;

use super::archipelago::Archipelago;
use super::breeding::{Breed, Operators};
use super::crossover::{Cross, Crossover};
use super::island::Island;
pub use super::island_state::Best;
use super::island_state::IslandContext;
use super::islands::Islands;
use super::mutation::{Mutate, Mutation, OperatorCredits};
use super::pareto::{Front, LengthMetric};
use super::population::Population;
use super::restart::Restart;
use super::selection::{Select, Selection};
use super::survivor::SurvivorSelection;
use crate::bounded::{InitialLength, Rate};
use crate::evaluation::Evaluator;
use crate::optimizer::{
    Adaptation, Children, Generation, Observer, OperatorState, Progress, RunContext, StopCriterion, StopReason,
    WorkerPool,
};
use crate::rng::Seed;

/// How a run varies and ends. The operators are generic: the enums that sweep files name are the defaults, and any
/// other type that implements the trait will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<S = Selection, X = Crossover, M = Mutation> {
    /// How many individuals, on each island.
    pub population: usize,
    /// How many genes each.
    pub length: usize,
    /// How many of them the initial ones have before they are filled up; all of them if nothing is said.
    pub initial: Option<InitialLength>,
    /// Parent selection.
    pub selection: S,
    /// How two parents make two children.
    pub crossover: X,
    /// How children change.
    pub mutation: M,
    /// Number of best individuals that survive unchanged; less than the population.
    pub elitism: usize,
    /// Survivor selection.
    pub replacement: SurvivorSelection,
    /// Share of a generation that is random immigrants.
    pub immigrants: Rate,
    /// Populations and the migration between them.
    pub islands: Islands,
    /// When the run ends.
    pub stop: StopCriterion,
    /// When a population is reinitialized.
    pub restart: Restart,
}

impl<S, X, M> Settings<S, X, M> {
    /// Returns the number of random immigrants of a generation, to the nearest integer.
    #[must_use]
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
        let parameters = self.mutation.strategy_parameters();
        let mut population = Population::with_strategy_parameters(self.population, self.length, parameters)?;
        population.reserve(self.restart.largest_population(self.population))?;
        Ok(population)
    }
}

/// A genetic algorithm.
///
/// [`step`](Engine::step) is the primitive: parents are selected two by two; a pair is recombined or copied; each child
/// may be mutated; children that changed are evaluated, copies keep their parent's fitness; the
/// [`SurvivorSelection`] selects the next generation. Every island does so by itself.
#[derive(Debug)]
pub struct Engine<'a, S = Selection, X = Crossover, M = Mutation> {
    conditions: Conditions<'a>,
    settings: Settings<S, X, M>,
    migrate: Seed,
    islands: Archipelago,
    progress: Progress,
    offspring: u64,
    restarts: u64,
    children: Children,
    /// What operators did in the last generation, on all islands.
    credits: OperatorCredits,
}

/// What a run works with: everything but its settings and its seed.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What evaluates genomes.
    pub evaluator: &'a Evaluator,
    /// Length metric, if the length is an objective; without one it is counted in genes.
    pub length_metric: Option<&'a LengthMetric>,
    /// Threads, and requests to end the run.
    pub context: RunContext<'a>,
}

impl<'a> Conditions<'a> {
    /// Returns the conditions of a evaluator alone, on one thread.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator) -> Self {
        Self { evaluator, length_metric: None, context: RunContext::sequential() }
    }
}

impl<'a, S: Select, X: Cross, M: Mutate> Engine<'a, S, X, M> {
    /// A run with its initial population made and evaluated.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// If the population is empty, the genomes are, or nobody but elites, immigrants and migrants has a place in it; no
    /// checked configuration is such.
    pub fn new(evaluator: &'a Evaluator, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        Self::under(Conditions::new(evaluator), settings, seed)
    }

    /// The same run, on a pool of threads, which pays for large populations.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn with_pool(
        evaluator: &'a Evaluator,
        settings: Settings<S, X, M>,
        seed: Seed,
        pool: &'a WorkerPool,
    ) -> Result<Self, TryReserveError> {
        let context = RunContext { pool, ..RunContext::sequential() };
        Self::under(Conditions { context, ..Conditions::new(evaluator) }, settings, seed)
    }

    /// A run with everything that it can be given.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn under(conditions: Conditions<'a>, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        let Settings { population, length, elitism, islands, .. } = settings;
        assert!(population > 0 && length > 0, "there are individuals with genes");
        assert!(elitism + settings.immigrants_of(population) < population, "some children replace their parents");
        assert!(islands.arrivals() < population, "some individuals are natives");
        let count = islands.count.get();
        // A population that is alone has the seed of the run, so that islands are no matter to it.
        let seed_of = |island| if count == 1 { seed } else { seed.child(&format!("island {island}")) };
        let island =
            |number| Island::new(|| settings.empty_population(), settings.replacement.start(), seed_of(number));
        let islands = (1..=count).map(island).collect::<Result<_, _>>()?;
        let mut engine = Self {
            conditions,
            settings,
            migrate: seed.child("migrate"),
            islands: Archipelago(islands),
            progress: Progress::default(),
            offspring: 0,
            restarts: 0,
            children: Children::default(),
            credits: OperatorCredits::NONE,
        };
        with_context(conditions, &engine.settings, |context| {
            engine.islands.0.iter_mut().for_each(|island| island.initialize(context, 0));
        });
        engine.progress.best = u32::MAX;
        engine.settings.mutation.reset();
        engine.record();
        Ok(engine)
    }

    /// One generation more on every island: bred from the present one, or made anew when a restart is due; then some may
    /// migrate.
    pub fn step(&mut self) {
        self.progress.generations += 1;
        let now = self.progress.generations;
        with_context(self.conditions, &self.settings, |context| {
            self.islands.step(context, now);
            self.islands.migrate(context, self.settings.islands, &self.migrate, now);
        });
        self.record();
    }

    /// Steps until a stop criterion holds or the run is cancelled, showing every generation to an observer.
    pub fn run(&mut self, observer: &mut impl Observer) -> StopReason {
        loop {
            observer.generation(&self.generation());
            if let Some(reason) = self.settings.stop.reason(&self.progress) {
                return reason;
            }
            if let Some(rule) = &self.settings.stop.rule
                && rule.is_met(&self.generation())
            {
                return StopReason::Rule(rule.name());
            }
            if self.conditions.context.is_over() {
                return StopReason::Cancelled;
            }
            self.step();
        }
    }

    /// The present generation.
    #[must_use]
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

    /// The present population of every island.
    pub fn populations(&self) -> impl Iterator<Item = &Population> {
        self.islands.populations()
    }

    /// The best genome so far, of all generations, restarts and islands.
    ///
    /// # Panics
    /// Never: there is an island.
    #[must_use]
    pub fn best(&self) -> &Best {
        self.islands
            .0
            .iter()
            .map(|island| &island.state.best)
            .min_by_key(|best| best.order)
            .expect("there is an island")
    }

    /// The mutation, with what it has learned.
    #[must_use]
    pub fn mutation(&self) -> &M {
        &self.settings.mutation
    }

    /// What nobody dominated in penalty and length, of all generations, restarts and islands, if the replacement looks at
    /// both.
    #[must_use]
    pub fn front(&self) -> Option<Front> {
        let mut fronts = self.islands.0.iter().filter_map(|island| island.survivors.front());
        let mut all = fronts.next()?.clone();
        fronts.for_each(|front| all.merge(front));
        Some(all)
    }

    /// Counts a generation that is made.
    fn record(&mut self) {
        let (mut evaluations, mut offspring, mut restarts, mut best) = (0, 0, 0, u32::MAX);
        let (mut children, mut credits) = (Children::default(), OperatorCredits::NONE);
        for island in &self.islands.0 {
            evaluations += island.evaluations;
            offspring += island.state.offspring;
            restarts += island.restarts;
            children.better += island.children.better;
            children.worse += island.children.worse;
            best = best.min(island.state.best.fitness.penalty());
            credits = credits.merge(&island.credits);
        }
        // What was learned counts no more in a population that begins; islands learn together, and go on when one begins.
        if restarts > self.restarts && self.islands.0.len() == 1 {
            self.settings.mutation.reset();
        } else if self.progress.generations > 0 {
            self.settings.mutation.learn(&credits);
        }
        let progress = &mut self.progress;
        progress.stagnation = if best < progress.best { 0 } else { progress.stagnation + 1 };
        (progress.best, progress.evaluations) = (best, evaluations);
        (self.offspring, self.restarts, self.children, self.credits) = (offspring, restarts, children, credits);
    }
}

impl<S: Select, X: Cross, M: Mutate> Adaptation for Engine<'_, S, X, M> {
    fn operators(&self) -> Vec<OperatorState> {
        self.settings.mutation.adaptation_rows(&self.credits, &|| self.islands.strategy_parameters())
    }
}

/// Calls a function with the inputs that islands share.
fn with_context<S: Select, X: Cross, M: Mutate, R>(
    conditions: Conditions<'_>,
    settings: &Settings<S, X, M>,
    call: impl FnOnce(&IslandContext<'_>) -> R,
) -> R {
    let Conditions { evaluator, length_metric, context: RunContext { pool, .. } } = conditions;
    let Settings { initial, selection, crossover, mutation, .. } = settings;
    let operators = Operators { evaluator, pool, initial: *initial, selection, crossover, mutation };
    call(&settings.context(&operators, pool, length_metric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{EvaluationMode, Kernel};
    use crate::evolve::config::TrialConfig;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;
    use crate::puzzle::{CUBE3, CubeState};

    fn evaluator(evaluate: EvaluationMode) -> Evaluator {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::of(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Evaluator::new(
            &CUBE3,
            start,
            &effects,
            &crate::evaluation::objective::Objective::default().penalty_function(&CUBE3),
            evaluate,
            Kernel::best(),
        )
    }

    fn settings(population: usize, elitism: usize) -> Settings {
        Settings { population, elitism, ..TrialConfig::default().settings() }
    }

    #[test]
    fn fitness_is_always_that_of_the_genome() {
        for evaluate in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
            let evaluator = evaluator(evaluate);
            for (population, elitism) in [(50, 0), (51, 0), (50, 1), (51, 7)] {
                let mut engine = Engine::new(&evaluator, settings(population, elitism), Seed::from_number(1)).unwrap();
                for _ in 0..30 {
                    engine.step();
                    let population = engine.populations().next().unwrap();
                    for individual in 0..population.size() {
                        let fitness = evaluator.reference_fitness(population.genome(individual));
                        assert_eq!(population.fitness()[individual], fitness);
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_never_gets_worse_with_an_elite() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let mut engine = Engine::new(&evaluator, settings(40, 1), Seed::from_number(2)).unwrap();
        let mut best = u32::MAX;
        for _ in 0..200 {
            engine.step();
            let now = engine.generation().spread().best;
            assert!(now <= best);
            best = now;
        }
    }

    #[test]
    fn counters_count() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let mut engine = Engine::new(&evaluator, settings(40, 3), Seed::from_number(3)).unwrap();
        (0..10).for_each(|_| engine.step());
        let generation = engine.generation();
        assert_eq!((generation.offspring, generation.progress.generations), (40 + 37 * 10, 10));
        assert!(generation.progress.evaluations < generation.offspring, "unchanged copies are not evaluated again");
        assert!(generation.progress.evaluations > 40);
    }

    #[test]
    fn a_restart_makes_the_population_anew_and_keeps_the_best() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let every = std::num::NonZeroU32::new(20).unwrap();
        let settings = Settings { restart: Restart::Every(every), ..settings(60, 1) };
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(4)).unwrap();
        for _ in 0..20 {
            engine.step();
        }
        let (before, best) = (engine.generation().individuals.distinct(), engine.best().clone());
        engine.step();
        let generation = engine.generation();
        assert_eq!(generation.restarts, 1);
        assert!(generation.individuals.distinct() > before, "random genomes are all different");
        assert!(engine.best().fitness <= best.fitness);
    }

    #[test]
    fn lubys_restarts_come_in_their_time() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let unit = std::num::NonZeroU32::new(3).unwrap();
        let settings = Settings { restart: Restart::Luby(unit), ..settings(20, 1) };
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(4)).unwrap();
        let mut times = Vec::new();
        for now in 1..=60 {
            let before = engine.generation().restarts;
            engine.step();
            if engine.generation().restarts > before {
                times.push(now);
            }
        }
        // A run of n generations, then one in which the next begins: 1, 1, 2, 1, 1, 2, 4 times 3.
        assert_eq!(times, [4, 8, 15, 19, 23, 30, 43, 47, 51, 58]);
    }

    #[test]
    fn restarts_may_grow_the_population() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let growing = toml::from_str("stagnation = 5\nfactor = 3\nmost = 100").unwrap();
        let settings = Settings { restart: Restart::Growing(growing), ..settings(20, 1) };
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(4)).unwrap();
        let mut sizes = vec![20];
        for _ in 0..300 {
            engine.step();
            let size = engine.populations().next().unwrap().size();
            assert_eq!(engine.generation().individuals.fitness(0).len(), size);
            if engine.generation().restarts == sizes.len() as u64 {
                sizes.push(size);
            }
        }
        assert!(sizes.len() > 4 && sizes[..4] == [20, 60, 100, 100], "{sizes:?}");
    }

    #[test]
    fn recombined_children_are_counted_against_their_parents() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let mut engine = Engine::new(&evaluator, settings(100, 1), Seed::from_number(5)).unwrap();
        engine.step();
        let children = engine.generation().children;
        assert!(children.better > 0 && children.worse > 0 && children.better + children.worse <= 99, "{children:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        let evaluator = evaluator(EvaluationMode::Whole);
        let run = |seed| {
            let mut engine = Engine::new(&evaluator, settings(100, 1), Seed::from_number(seed)).unwrap();
            (0..50).for_each(|_| engine.step());
            let population = engine.populations().next().unwrap();
            (0..100).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
        };
        assert_eq!(run(6), run(6));
        assert_ne!(run(6), run(7));
    }

    #[test]
    fn worker_pools_of_any_size_make_the_same_generations() {
        for (population, elitism) in [(20_001, 1), (9000, 3)] {
            let runs = [1, 2, 3].map(|threads| {
                let (evaluator, pool) = (evaluator(EvaluationMode::Whole), WorkerPool::new(threads));
                let settings = settings(population, elitism);
                let mut engine = Engine::with_pool(&evaluator, settings, Seed::from_number(8), &pool).unwrap();
                (0..5).for_each(|_| engine.step());
                let generation = engine.generation();
                let individuals = engine.populations().next().unwrap();
                let genomes = (0..population).flat_map(|individual| individuals.genome(individual));
                (genomes.copied().collect::<Vec<_>>(), generation.progress, generation.children, engine.best().clone())
            });
            assert!(runs[0] == runs[1] && runs[0] == runs[2]);
        }
    }

    #[test]
    fn kernels_make_the_same_generations() {
        let mut runs = Kernel::available().map(|kernel| {
            let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
            let costs = crate::evaluation::objective::Objective::default().penalty_function(&CUBE3);
            let start = Cube3::of(&[Turn::R, Turn::U2]);
            let evaluator = Evaluator::new(&CUBE3, start, &effects, &costs, EvaluationMode::BestPrefix, kernel);
            let mut engine = Engine::new(&evaluator, settings(700, 2), Seed::from_number(9)).unwrap();
            (0..30).for_each(|_| engine.step());
            let population = engine.populations().next().unwrap();
            (0..700).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
        });
        let first = runs.next().unwrap();
        assert!(runs.all(|run| run == first));
    }
}
