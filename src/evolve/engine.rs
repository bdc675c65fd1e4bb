//! [`Engine`]: a run, one generation a step.

use std::collections::TryReserveError;

use super::bounded::InitialLength;
use super::breeding::{self, Breeding, Tally};
use super::crossover::{Cross, Crossover};
use super::mutation::{Mutate, Mutation, Symbols};
use super::observer::{Children, Generation, Observer};
use super::population::Population;
use super::selection::{Select, Selection, Wheel};
use super::stop::{Progress, Restart, StopCriterion, StopReason};
use super::team::Team;
use crate::puzzle::kernel::{Fitness, Gene, Program};
use crate::rng::Seed;

/// How a run varies and ends. The operators are generic: the enums that sweep files name are the defaults, and any
/// other type that implements the trait will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<S = Selection, X = Crossover, M = Mutation> {
    /// How many individuals.
    pub population: usize,
    /// How many genes each.
    pub length: usize,
    /// How many of them the initial ones have before they are filled up; all of them if nothing is said.
    pub initial: Option<InitialLength>,
    /// Who becomes a parent.
    pub selection: S,
    /// How two parents make two children.
    pub crossover: X,
    /// How children change.
    pub mutation: M,
    /// How many of the best go over unchanged; less than the population.
    pub elitism: usize,
    /// When the run ends.
    pub stop: StopCriterion,
    /// When it begins anew.
    pub restart: Restart,
}

/// A generational genetic algorithm.
///
/// [`step`](Engine::step) is the primitive: parents are selected two by two; a pair is recombined or copied; each child
/// may be mutated; children that changed are evaluated, copies keep their parent's fitness; the best of the old
/// generation go over unchanged.
#[derive(Debug)]
pub struct Engine<'a, S = Selection, X = Crossover, M = Mutation> {
    program: &'a Program,
    settings: Settings<S, X, M>,
    team: &'a Team,
    streams: Streams,
    current: Population,
    next: Population,
    wheel: Wheel,
    /// Individuals in the order of their fitness, as far as elites go.
    order: Vec<u32>,
    /// The best individual of the present population.
    leader: usize,
    best: Best,
    progress: Progress,
    offspring: u64,
    restarts: u64,
    /// The generation of the last (re)start, and of the last improvement since.
    started: u64,
    improved: u64,
    present_best: u32,
    children: Children,
}

/// The best genome of a run: the part of it that counts, and its fitness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The genes that count: all, or those of the best prefix.
    pub genes: Vec<Gene>,
    /// Its fitness.
    pub fitness: Fitness,
}

/// Where the random numbers of a run come from.
#[derive(Debug)]
struct Streams {
    initialize: Seed,
    select: Seed,
    breed: Seed,
}

impl<'a, S: Select, X: Cross, M: Mutate> Engine<'a, S, X, M> {
    /// A run with its initial population made and evaluated.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// If the population is empty, the genomes are, or all individuals are elites; no checked configuration is such.
    pub fn new(program: &'a Program, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        Self::with_team(program, settings, seed, Team::ALONE)
    }

    /// The same run, by a team of threads. Only large populations are worth one.
    ///
    /// # Errors
    /// If there is not enough memory for two generations.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn with_team(
        program: &'a Program,
        settings: Settings<S, X, M>,
        seed: Seed,
        team: &'a Team,
    ) -> Result<Self, TryReserveError> {
        assert!(settings.population > 0 && settings.length > 0, "there are individuals with genes");
        assert!(settings.elitism < settings.population, "some children replace their parents");
        let own = settings.mutation.own_genes();
        let current = Population::with_own(settings.population, settings.length, own)?;
        let next = Population::with_own(settings.population, settings.length, own)?;
        let mut engine = Self {
            program,
            settings,
            team,
            streams: Streams {
                initialize: seed.child("initialize"),
                select: seed.child("select"),
                breed: seed.child("breed"),
            },
            current,
            next,
            wheel: Wheel::default(),
            order: Vec::new(),
            leader: 0,
            best: Best { genes: Vec::new(), fitness: Fitness::WORST },
            progress: Progress::default(),
            offspring: 0,
            restarts: 0,
            started: 0,
            improved: 0,
            present_best: u32::MAX,
            children: Children::default(),
        };
        engine.initialize();
        Ok(engine)
    }

    /// One generation more: bred from the present one, or made anew when a restart is due.
    pub fn step(&mut self) {
        self.progress.generations += 1;
        let now = self.progress.generations;
        if self.settings.restart.is_due(now - 1 - self.started, now - 1 - self.improved) {
            self.restarts += 1;
            self.initialize();
        } else {
            self.breed();
        }
    }

    /// Steps until a stop criterion holds, showing every generation to an observer.
    pub fn run(&mut self, observer: &mut impl Observer) -> StopReason {
        loop {
            observer.generation(&self.generation());
            if let Some(reason) = self.settings.stop.reason(&self.progress) {
                return reason;
            }
            self.step();
        }
    }

    /// The present generation.
    #[must_use]
    pub fn generation(&self) -> Generation<'_> {
        Generation {
            population: &self.current,
            progress: self.progress,
            offspring: self.offspring,
            restarts: self.restarts,
            children: self.children,
        }
    }

    /// The best genome so far, of all generations and restarts.
    #[must_use]
    pub fn best(&self) -> &Best {
        &self.best
    }

    /// The mutation, with what it has learnt.
    #[must_use]
    pub fn mutation(&self) -> &M {
        &self.settings.mutation
    }

    fn initialize(&mut self) {
        let key = self.streams.initialize.key(self.restarts);
        let tally = breeding::initialize(self.program, &mut self.current, self.settings.initial, key, self.team);
        self.offspring += self.current.size() as u64;
        self.started = self.progress.generations;
        self.improved = self.progress.generations;
        self.present_best = u32::MAX;
        self.settings.mutation.forget();
        self.record(tally);
    }

    fn breed(&mut self) {
        let elitism = self.settings.elitism;
        self.copy_elites();
        let generation = self.progress.generations;
        let children = self.current.size() - elitism;
        let mut stream = self.streams.select.key(generation).stream(0);
        let draws = 2 * children.div_ceil(2);
        self.settings.selection.prepare(&mut self.wheel, self.current.fitness(), draws, &mut stream);
        let breeding = Breeding {
            program: self.program,
            settings: &self.settings,
            parents: &self.current,
            wheel: &self.wheel,
            symbols: Symbols::of(self.program),
            key: self.streams.breed.key(generation),
        };
        let tally = breeding.breed(&mut self.next, self.team);
        std::mem::swap(&mut self.current, &mut self.next);
        self.offspring += children as u64;
        self.settings.mutation.learn(&tally.credits);
        self.record(tally);
    }

    /// The best go over unchanged, in order.
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    fn copy_elites(&mut self) {
        let elitism = self.settings.elitism;
        self.order.clear();
        if elitism == 1 {
            self.order.push(self.leader as u32);
        } else if elitism > 1 {
            let fitness = self.current.fitness();
            let key = |&individual: &u32| (fitness[individual as usize], individual);
            self.order.extend(0..fitness.len() as u32);
            self.order.select_nth_unstable_by_key(elitism - 1, key);
            self.order.truncate(elitism);
            self.order.sort_unstable_by_key(key);
        }
        let (mut rows, fitness) = self.next.parts_mut();
        rows.copy_each(self.current.rows(), &self.order);
        for (place, &individual) in self.order.iter().enumerate() {
            fitness[place] = self.current.fitness()[individual as usize];
        }
    }

    /// Counts a generation that is made, and keeps its best if it is better.
    fn record(&mut self, tally: Tally) {
        self.progress.evaluations += tally.evaluated;
        self.children = tally.children;
        let (fitness, individual) = tally.best;
        self.leader = individual;
        if fitness.penalty() < self.present_best {
            self.present_best = fitness.penalty();
            self.improved = self.progress.generations;
        }
        if fitness.penalty() < self.best.fitness.penalty() {
            self.progress.stagnation = 0;
        } else {
            self.progress.stagnation += 1;
        }
        if fitness < self.best.fitness {
            let genes = self.current.genome(individual)[..fitness.genes()].to_vec();
            self.best = Best { genes, fitness };
        }
        self.progress.best = self.best.fitness.penalty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::config::TrialConfig;
    use crate::puzzle::Puzzle;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::kernel::{Evaluate, Kernel};
    use crate::puzzle::turn::Turn;

    fn program(evaluate: Evaluate) -> Program {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::of(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Program::new(
            start,
            &effects,
            crate::evolve::objective::Objective::default().costs::<Cube3>(),
            evaluate,
            Kernel::best(),
        )
    }

    fn settings(population: usize, elitism: usize) -> Settings {
        Settings { population, elitism, ..TrialConfig::default().settings() }
    }

    #[test]
    fn fitness_is_always_that_of_the_genome() {
        for evaluate in [Evaluate::Whole, Evaluate::BestPrefix] {
            let program = program(evaluate);
            for (population, elitism) in [(50, 0), (51, 0), (50, 1), (51, 7)] {
                let mut engine = Engine::new(&program, settings(population, elitism), Seed::from_number(1)).unwrap();
                for _ in 0..30 {
                    engine.step();
                    let population = engine.generation().population;
                    for individual in 0..population.size() {
                        let fitness = program.specified_fitness(population.genome(individual));
                        assert_eq!(population.fitness()[individual], fitness);
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_never_gets_worse_with_an_elite() {
        let program = program(Evaluate::Whole);
        let mut engine = Engine::new(&program, settings(40, 1), Seed::from_number(2)).unwrap();
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
        let program = program(Evaluate::Whole);
        let mut engine = Engine::new(&program, settings(40, 3), Seed::from_number(3)).unwrap();
        (0..10).for_each(|_| engine.step());
        let generation = engine.generation();
        assert_eq!((generation.offspring, generation.progress.generations), (40 + 37 * 10, 10));
        assert!(generation.progress.evaluations < generation.offspring, "unchanged copies are not evaluated again");
        assert!(generation.progress.evaluations > 40);
    }

    #[test]
    fn a_restart_makes_the_population_anew_and_keeps_the_best() {
        let program = program(Evaluate::Whole);
        let every = std::num::NonZeroU32::new(20).unwrap();
        let settings = Settings { restart: Restart::Every(every), ..settings(60, 1) };
        let mut engine = Engine::new(&program, settings, Seed::from_number(4)).unwrap();
        for _ in 0..20 {
            engine.step();
        }
        let (before, best) = (engine.generation().population.distinct(), engine.best().clone());
        engine.step();
        let generation = engine.generation();
        assert_eq!(generation.restarts, 1);
        assert!(generation.population.distinct() > before, "random genomes are all different");
        assert!(engine.best().fitness <= best.fitness);
    }

    #[test]
    fn recombined_children_are_counted_against_their_parents() {
        let program = program(Evaluate::Whole);
        let mut engine = Engine::new(&program, settings(100, 1), Seed::from_number(5)).unwrap();
        engine.step();
        let children = engine.generation().children;
        assert!(children.better > 0 && children.worse > 0 && children.better + children.worse <= 99, "{children:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        let program = program(Evaluate::Whole);
        let run = |seed| {
            let mut engine = Engine::new(&program, settings(100, 1), Seed::from_number(seed)).unwrap();
            (0..50).for_each(|_| engine.step());
            let population = engine.generation().population;
            (0..100).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
        };
        assert_eq!(run(6), run(6));
        assert_ne!(run(6), run(7));
    }

    #[test]
    fn teams_of_any_size_make_the_same_generations() {
        for (population, elitism) in [(20_001, 1), (9000, 3)] {
            let runs = [1, 2, 3].map(|threads| {
                let (program, team) = (program(Evaluate::Whole), Team::new(threads));
                let settings = settings(population, elitism);
                let mut engine = Engine::with_team(&program, settings, Seed::from_number(8), &team).unwrap();
                (0..5).for_each(|_| engine.step());
                let generation = engine.generation();
                let genomes = (0..population).flat_map(|individual| generation.population.genome(individual));
                (genomes.copied().collect::<Vec<_>>(), generation.progress, generation.children, engine.best().clone())
            });
            assert!(runs[0] == runs[1] && runs[0] == runs[2]);
        }
    }

    #[test]
    fn kernels_make_the_same_generations() {
        let mut runs = Kernel::available().map(|kernel| {
            let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
            let costs = crate::evolve::objective::Objective::default().costs::<Cube3>();
            let start = Cube3::of(&[Turn::R, Turn::U2]);
            let program = Program::new(start, &effects, costs, Evaluate::BestPrefix, kernel);
            let mut engine = Engine::new(&program, settings(700, 2), Seed::from_number(9)).unwrap();
            (0..30).for_each(|_| engine.step());
            let population = engine.generation().population;
            (0..700).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
        });
        let first = runs.next().unwrap();
        assert!(runs.all(|run| run == first));
    }
}
