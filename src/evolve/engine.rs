//! [`Engine`]: a run, one generation a step.

use std::collections::TryReserveError;

use super::crossover::{Cross, Crossover};
use super::mutation::{Mutate, Mutation};
use super::observer::{Children, Generation, Observer};
use super::population::Population;
use super::selection::{Select, Selection, Wheel};
use super::stop::{Progress, Restart, StopCriterion, StopReason};
use crate::puzzle::kernel::{Fitness, Gene, Program};
use crate::rng::Seed;

/// Pairs of parents that share one random stream. The streams are numbered by generation and block, so blocks could
/// be bred in any order, or at once.
const BLOCK: usize = 32;

/// How a run varies and ends. The operators are generic: the enums that sweep files name are the defaults, and any
/// other type that implements the trait will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<S = Selection, X = Crossover, M = Mutation> {
    /// How many individuals.
    pub population: usize,
    /// How many genes each.
    pub length: usize,
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
    streams: Streams,
    current: Population,
    next: Population,
    wheel: Wheel,
    /// Individuals of `next` to be evaluated.
    changed: Vec<usize>,
    /// Recombined individuals of `next`, each with the sum of its parents' penalties.
    recombined: Vec<(usize, u32)>,
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
        assert!(settings.population > 0 && settings.length > 0, "there are individuals with genes");
        assert!(settings.elitism < settings.population, "some children replace their parents");
        let current = Population::new(settings.population, settings.length)?;
        let next = Population::new(settings.population, settings.length)?;
        let mut engine = Self {
            program,
            settings,
            streams: Streams {
                initialize: seed.child("initialize"),
                select: seed.child("select"),
                breed: seed.child("breed"),
            },
            current,
            next,
            wheel: Wheel::default(),
            changed: Vec::new(),
            recombined: Vec::new(),
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
            std::mem::swap(&mut self.current, &mut self.next);
            self.record_best();
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

    fn initialize(&mut self) {
        let mut stream = self.streams.initialize.numbered_stream(self.restarts);
        self.current.randomize(self.program.symbols(), &mut stream);
        let (size, length) = (self.current.size(), self.current.length());
        let (genes, fitness) = self.current.parts_mut();
        self.program.evaluate(genes, length, 0..size, fitness);
        self.offspring += size as u64;
        self.progress.evaluations += size as u64;
        self.started = self.progress.generations;
        self.improved = self.progress.generations;
        self.present_best = u32::MAX;
        self.children = Children::default();
        self.record_best();
    }

    fn breed(&mut self) {
        let (size, elitism) = (self.current.size(), self.settings.elitism);
        self.copy_elites();
        let generation = self.progress.generations;
        let pairs = (size - elitism).div_ceil(2);
        let mut stream = self.streams.select.numbered_stream(generation);
        self.settings.selection.prepare(&mut self.wheel, self.current.fitness(), 2 * pairs, &mut stream);
        self.changed.clear();
        self.recombined.clear();
        for block in 0..pairs.div_ceil(BLOCK) {
            self.breed_block(generation, block, pairs);
        }
        let length = self.next.length();
        let (genes, fitness) = self.next.parts_mut();
        self.program.evaluate(genes, length, self.changed.iter().copied(), fitness);
        self.offspring += (size - elitism) as u64;
        self.progress.evaluations += self.changed.len() as u64;
        self.children = Children::default();
        for &(child, parents) in &self.recombined {
            let twice = 2 * self.next.fitness()[child].penalty();
            self.children.better += u64::from(twice < parents);
            self.children.worse += u64::from(twice > parents);
        }
    }

    /// Breeds the pairs of one block into `next`.
    fn breed_block(&mut self, generation: u64, block: usize, pairs: usize) {
        let mut stream = self.streams.breed.numbered_stream(generation << 20 | block as u64);
        let Settings { selection, crossover, mutation, elitism, .. } = &self.settings;
        let symbols = self.program.symbols();
        let fitness = self.current.fitness();
        for pair in block * BLOCK..pairs.min((block + 1) * BLOCK) {
            let parents = [
                selection.select(&self.wheel, fitness, 2 * pair, &mut stream),
                selection.select(&self.wheel, fitness, 2 * pair + 1, &mut stream),
            ];
            let first = elitism + 2 * pair;
            let (a, b) = self.next.pair_mut(first);
            a.copy_from_slice(self.current.genome(parents[0]));
            let alone = b.is_empty();
            let crossed = if alone {
                // The last child of an odd number: it is recombined all the same, its sibling is not kept.
                let mut sibling = self.current.genome(parents[1]).to_vec();
                crossover.cross(a, &mut sibling, &mut stream)
            } else {
                b.copy_from_slice(self.current.genome(parents[1]));
                crossover.cross(a, b, &mut stream)
            };
            let parent_sum = fitness[parents[0]].penalty() + fitness[parents[1]].penalty();
            for (n, child) in [a, b].into_iter().enumerate().take(if alone { 1 } else { 2 }) {
                let mutated = mutation.mutate(child, symbols, &mut stream);
                if crossed || mutated {
                    self.changed.push(first + n);
                }
                if crossed {
                    self.recombined.push((first + n, parent_sum));
                }
            }
            for n in 0..if alone { 1 } else { 2 } {
                self.next.set_fitness(first + n, fitness[parents[n]]);
            }
        }
    }

    fn copy_elites(&mut self) {
        let elitism = self.settings.elitism;
        if elitism == 0 {
            return;
        }
        if elitism == 1 {
            let best = self.current.best();
            self.next.genome_mut(0).copy_from_slice(self.current.genome(best));
            self.next.set_fitness(0, self.current.fitness()[best]);
            return;
        }
        let fitness = self.current.fitness();
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.select_nth_unstable_by_key(elitism - 1, |&individual| (fitness[individual], individual));
        order.truncate(elitism);
        order.sort_unstable_by_key(|&individual| (fitness[individual], individual));
        for (place, individual) in order.into_iter().enumerate() {
            self.next.genome_mut(place).copy_from_slice(self.current.genome(individual));
            self.next.set_fitness(place, self.current.fitness()[individual]);
        }
    }

    fn record_best(&mut self) {
        let individual = self.current.best();
        let fitness = self.current.fitness()[individual];
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
    use crate::puzzle::kernel::Evaluate;
    use crate::puzzle::turn::Turn;

    fn program(evaluate: Evaluate) -> Program {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::of(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Program::new(start, &effects, crate::evolve::objective::Objective::default().costs::<Cube3>(), evaluate)
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
                        let fitness = crate::puzzle::kernel::scalar::evaluate(&program, population.genome(individual));
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
            engine.generation().population.genes().to_vec()
        };
        assert_eq!(run(6), run(6));
        assert_ne!(run(6), run(7));
    }
}
