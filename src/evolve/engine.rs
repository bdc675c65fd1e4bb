//! [`Engine`]: a run, one generation a step.

use std::collections::TryReserveError;

use super::bounded::{InitialLength, Rate};
use super::crossover::{Cross, Crossover};
use super::island::{Common, Island};
use super::islands::{Archipelago, Islands};
use super::mutation::{Credits, Mutate, Mutation};
use super::observer::{Children, Generation, Learning, Observer};
use super::pareto::{Front, Ruler};
use super::population::Population;
use super::replacement::Replacement;
use super::restart::Restart;
use super::selection::{Select, Selection};
use super::stop::{Progress, StopCriterion, StopReason};
use super::team::Team;
use crate::puzzle::kernel::{Fitness, Gene, Program};
use crate::rng::Seed;
use crate::solver::Cancellation;

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
    /// Who becomes a parent.
    pub selection: S,
    /// How two parents make two children.
    pub crossover: X,
    /// How children change.
    pub mutation: M,
    /// How many of the best go over unchanged; less than the population.
    pub elitism: usize,
    /// Who lives in the next generation.
    pub replacement: Replacement,
    /// Which share of a generation is made anew instead of being bred.
    pub immigrants: Rate,
    /// How many populations there are, and who goes from one to another.
    pub islands: Islands,
    /// When the run ends.
    pub stop: StopCriterion,
    /// When a population begins anew.
    pub restart: Restart,
}

impl<S, X, M> Settings<S, X, M> {
    /// How many individuals of a generation are made anew: the share of the population, to the nearest whole number.
    #[must_use]
    pub fn immigrants_of(&self, population: usize) -> usize {
        self.immigrants.share_of(population)
    }
}

/// A genetic algorithm.
///
/// [`step`](Engine::step) is the primitive: parents are selected two by two; a pair is recombined or copied; each child
/// may be mutated; children that changed are evaluated, copies keep their parent's fitness; the
/// [`Replacement`] says who lives on. Every island does so by itself.
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
    credits: Credits,
}

/// What a run works with: everything but its settings and its seed.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What evaluates genomes.
    pub program: &'a Program,
    /// Who breeds large populations. Changes no result.
    pub team: &'a Team,
    /// What measures genomes if the length is an objective; without, it is counted in genes.
    pub ruler: Option<&'a Ruler>,
    /// A request to end the run, which is asked for after every generation.
    pub cancellation: Cancellation,
}

impl<'a> Conditions<'a> {
    /// A program alone: one thread, and nothing else.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Self { program, team: Team::ALONE, ruler: None, cancellation: Cancellation::NEVER }
    }
}

/// The best genome of a run: the part of it that counts, and its fitness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The genes that count: all, or those of the best prefix.
    pub genes: Vec<Gene>,
    /// Its fitness.
    pub fitness: Fitness,
    /// Penalty, then length: in genes unless it was measured.
    order: (u32, u32),
}

impl Best {
    /// Worse than everybody.
    pub(super) fn nobody() -> Self {
        Self { genes: Vec::new(), fitness: Fitness::WORST, order: (u32::MAX, u32::MAX) }
    }

    /// Becomes this genome if it is fitter.
    #[inline(always)]
    pub(super) fn note(&mut self, genome: &[Gene], fitness: Fitness) {
        if fitness < self.fitness {
            let length = u32::try_from(fitness.genes()).expect("genomes are short");
            self.set(&genome[..fitness.genes()], fitness, length);
        }
    }

    /// Becomes this genome if it has a lower penalty, or the same and a lower length. `genes` are those that count.
    pub(super) fn note_measured(&mut self, genes: &[Gene], fitness: Fitness, length: u32) {
        if (fitness.penalty(), length) < self.order {
            self.set(genes, fitness, length);
        }
    }

    fn set(&mut self, genes: &[Gene], fitness: Fitness, length: u32) {
        *self = Self { genes: genes.to_vec(), fitness, order: (fitness.penalty(), length) };
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
    pub fn new(program: &'a Program, settings: Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        Self::under(Conditions::new(program), settings, seed)
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
        Self::under(Conditions { team, ..Conditions::new(program) }, settings, seed)
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
        let islands = (1..=count).map(|island| Island::new(&settings, seed_of(island))).collect::<Result<_, _>>()?;
        let mut engine = Self {
            conditions,
            settings,
            migrate: seed.child("migrate"),
            islands: Archipelago(islands),
            progress: Progress::default(),
            offspring: 0,
            restarts: 0,
            children: Children::default(),
            credits: Credits::NONE,
        };
        let common = common(conditions, &engine.settings);
        engine.islands.0.iter_mut().for_each(|island| island.initialize(&common, 0));
        engine.progress.best = u32::MAX;
        engine.settings.mutation.forget();
        engine.record();
        Ok(engine)
    }

    /// One generation more on every island: bred from the present one, or made anew when a restart is due; then some may
    /// migrate.
    pub fn step(&mut self) {
        self.progress.generations += 1;
        let now = self.progress.generations;
        let common = common(self.conditions, &self.settings);
        self.islands.step(&common, now);
        self.islands.migrate(&common, |now| self.migrate.key(now), now);
        self.record();
    }

    /// Steps until a stop criterion holds or the run is cancelled, showing every generation to an observer.
    pub fn run(&mut self, observer: &mut impl Observer) -> StopReason {
        loop {
            observer.generation(&self.generation());
            if let Some(reason) = self.settings.stop.reason(&self.progress) {
                return reason;
            }
            if self.conditions.cancellation.is_requested() {
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
            learning: Some(Learning { mutation: &self.settings.mutation, credits: &self.credits }),
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
        self.islands.0.iter().map(Island::best).min_by_key(|best| best.order).expect("there is an island")
    }

    /// The mutation, with what it has learnt.
    #[must_use]
    pub fn mutation(&self) -> &M {
        &self.settings.mutation
    }

    /// What nobody dominated in penalty and length, of all generations, restarts and islands, if the replacement looks at
    /// both.
    #[must_use]
    pub fn front(&self) -> Option<Front> {
        let mut fronts = self.islands.0.iter().filter_map(Island::front);
        let mut all = fronts.next()?.clone();
        fronts.for_each(|front| all.merge(front));
        Some(all)
    }

    /// Counts a generation that is made.
    fn record(&mut self) {
        let (mut evaluations, mut offspring, mut restarts, mut best) = (0, 0, 0, u32::MAX);
        let (mut children, mut credits) = (Children::default(), Credits::NONE);
        for island in &self.islands.0 {
            evaluations += island.evaluations();
            offspring += island.offspring();
            restarts += island.restarts();
            children.better += island.children().better;
            children.worse += island.children().worse;
            best = best.min(island.best().fitness.penalty());
            credits = credits.and(island.credits());
        }
        // What was learnt counts no more in a population that begins; islands learn together, and go on when one begins.
        if restarts > self.restarts && self.islands.0.len() == 1 {
            self.settings.mutation.forget();
        } else if self.progress.generations > 0 {
            self.settings.mutation.learn(&credits);
        }
        let progress = &mut self.progress;
        progress.stagnation = if best < progress.best { 0 } else { progress.stagnation + 1 };
        (progress.best, progress.evaluations) = (best, evaluations);
        (self.offspring, self.restarts, self.children, self.credits) = (offspring, restarts, children, credits);
    }
}

fn common<'a, S, X, M>(conditions: Conditions<'a>, settings: &'a Settings<S, X, M>) -> Common<'a, S, X, M> {
    let Conditions { program, team, ruler, .. } = conditions;
    Common { program, settings, team, ruler }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::config::TrialConfig;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::kernel::{Evaluate, Kernel};
    use crate::puzzle::turn::Turn;
    use crate::puzzle::{CUBE3, CubeState};

    fn program(evaluate: Evaluate) -> Program {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::of(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Program::new(
            &CUBE3,
            start,
            &effects,
            &crate::evolve::objective::Objective::default().costs(&CUBE3),
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
                    let population = engine.populations().next().unwrap();
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
        let (before, best) = (engine.generation().individuals.distinct(), engine.best().clone());
        engine.step();
        let generation = engine.generation();
        assert_eq!(generation.restarts, 1);
        assert!(generation.individuals.distinct() > before, "random genomes are all different");
        assert!(engine.best().fitness <= best.fitness);
    }

    #[test]
    fn lubys_restarts_come_in_their_time() {
        let program = program(Evaluate::Whole);
        let unit = std::num::NonZeroU32::new(3).unwrap();
        let settings = Settings { restart: Restart::Luby(unit), ..settings(20, 1) };
        let mut engine = Engine::new(&program, settings, Seed::from_number(4)).unwrap();
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
        let program = program(Evaluate::Whole);
        let growing = toml::from_str("stagnation = 5\nfactor = 3\nmost = 100").unwrap();
        let settings = Settings { restart: Restart::Growing(growing), ..settings(20, 1) };
        let mut engine = Engine::new(&program, settings, Seed::from_number(4)).unwrap();
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
            let population = engine.populations().next().unwrap();
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
            let costs = crate::evolve::objective::Objective::default().costs(&CUBE3);
            let start = Cube3::of(&[Turn::R, Turn::U2]);
            let program = Program::new(&CUBE3, start, &effects, &costs, Evaluate::BestPrefix, kernel);
            let mut engine = Engine::new(&program, settings(700, 2), Seed::from_number(9)).unwrap();
            (0..30).for_each(|_| engine.step());
            let population = engine.populations().next().unwrap();
            (0..700).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
        });
        let first = runs.next().unwrap();
        assert!(runs.all(|run| run == first));
    }
}
