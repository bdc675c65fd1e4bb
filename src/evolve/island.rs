//! [`Island`]: one population of a run, with its own random streams and its own restarts.

use std::collections::TryReserveError;

use super::breeding::{self, Tally};
use super::crossover::Cross;
use super::engine::{Best, Settings};
use super::mutation::{Credits, Mutate};
use super::observer::Children;
use super::pareto::{Front, Ruler};
use super::population::Population;
use super::replacement::Scheme;
use super::selection::{Select, Wheel};
use super::team::Team;
use crate::puzzle::kernel::{Fitness, Gene, Program};
use crate::rng::Seed;

/// What all islands of a run share.
#[derive(Debug)]
pub(super) struct Common<'a, S, X, M> {
    pub(super) program: &'a Program,
    pub(super) settings: &'a Settings<S, X, M>,
    pub(super) team: &'a Team,
    pub(super) ruler: Option<&'a Ruler>,
}

/// Where the random numbers of an island come from.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) initialize: Seed,
    pub(super) select: Seed,
    pub(super) breed: Seed,
    pub(super) replace: Seed,
    pub(super) immigrate: Seed,
}

/// The population of an island, and the one in the making.
#[derive(Debug)]
pub(super) struct Stock {
    pub(super) streams: Streams,
    pub(super) current: Population,
    /// Of the same size; what is in it between generations is of no use.
    pub(super) next: Population,
    pub(super) wheel: Wheel,
    /// The best individual of the present population.
    pub(super) leader: usize,
    /// The best that ever lived here.
    pub(super) best: Best,
    /// Individuals made.
    pub(super) offspring: u64,
}

impl Stock {
    /// Keeps an individual of the present population if it is the best that ever lived here.
    #[inline(always)]
    pub(super) fn note_best(&mut self, individual: usize) {
        self.best.note(self.current.genome(individual), self.current.fitness()[individual]);
    }

    /// The same for a child that is made, and may not live to see the next generation.
    pub(super) fn note_child(&mut self, child: usize) {
        self.best.note(self.next.genome(child), self.next.fitness()[child]);
    }
}

/// One population, which may be the only one.
#[derive(Debug)]
pub(super) struct Island {
    pub(super) stock: Stock,
    pub(super) scheme: Scheme,
    evaluations: u64,
    restarts: u64,
    /// The generation of the last (re)start, and of the last improvement since.
    started: u64,
    improved: u64,
    present_best: u32,
    children: Children,
    /// What the operators did in the last generation; nothing in one that was made anew.
    credits: Credits,
}

impl Island {
    /// An island on which nobody lives yet.
    pub(super) fn new<S, X, M: Mutate>(settings: &Settings<S, X, M>, seed: Seed) -> Result<Self, TryReserveError> {
        let largest = settings.restart.largest_population(settings.population);
        let population = || -> Result<Population, TryReserveError> {
            let own = settings.mutation.own_genes();
            let mut population = Population::with_own(settings.population, settings.length, own)?;
            population.reserve(largest)?;
            Ok(population)
        };
        Ok(Self {
            stock: Stock {
                streams: Streams {
                    initialize: seed.child("initialize"),
                    select: seed.child("select"),
                    breed: seed.child("breed"),
                    replace: seed.child("replace"),
                    immigrate: seed.child("immigrate"),
                },
                current: population()?,
                next: population()?,
                wheel: Wheel::default(),
                leader: 0,
                best: Best::nobody(),
                offspring: 0,
            },
            scheme: Scheme::new(settings.replacement),
            evaluations: 0,
            restarts: 0,
            started: 0,
            improved: 0,
            present_best: u32::MAX,
            children: Children::default(),
            credits: Credits::NONE,
        })
    }

    /// Makes the population anew, in generation `now`.
    pub(super) fn initialize<S, X, M>(&mut self, common: &Common<'_, S, X, M>, now: u64) {
        let stock = &mut self.stock;
        let size = common.settings.restart.population(common.settings.population, self.restarts);
        if size != stock.current.size() {
            stock.current.resize(size);
            stock.next.resize(size);
        }
        let key = stock.streams.initialize.key(self.restarts);
        let tally = breeding::initialize(
            common.program,
            &mut stock.current,
            0..size,
            common.settings.initial,
            key,
            common.team,
        );
        stock.offspring += size as u64;
        self.scheme.begin(stock, common, &tally);
        self.started = now;
        self.improved = now;
        self.present_best = u32::MAX;
        self.record(tally, now);
    }

    /// Generation `now`: bred from the present one, or made anew when a restart is due.
    #[inline(always)]
    pub(super) fn step<S: Select, X: Cross, M: Mutate>(&mut self, common: &Common<'_, S, X, M>, now: u64) {
        let (since_start, since_improvement) = (now - 1 - self.started, now - 1 - self.improved);
        if common.settings.restart.is_due(since_start, since_improvement, self.restarts) {
            self.restarts += 1;
            self.initialize(common, now);
        } else {
            let tally = self.scheme.breed(&mut self.stock, common, now);
            self.record(tally, now);
        }
    }

    /// Counts a generation that is made.
    fn record(&mut self, tally: Tally, now: u64) {
        self.evaluations += tally.evaluated;
        self.children = tally.children;
        self.credits = tally.credits;
        self.lead(tally.best, now);
    }

    fn lead(&mut self, (fitness, individual): (Fitness, usize), now: u64) {
        self.stock.leader = individual;
        if fitness.penalty() < self.present_best {
            self.present_best = fitness.penalty();
            self.improved = now;
        }
    }

    /// Individuals from elsewhere take these places in generation `now`.
    pub(super) fn admit<S, X, M>(
        &mut self,
        common: &Common<'_, S, X, M>,
        arrivals: &[(u32, (&[Gene], Fitness))],
        now: u64,
    ) {
        self.scheme.admit(&mut self.stock, common, arrivals);
        let everybody = self.stock.current.fitness().iter().copied().zip(0..);
        self.lead(everybody.min().expect("populations are not empty"), now);
    }

    pub(super) fn population(&self) -> &Population {
        &self.stock.current
    }

    /// By what individuals are compared, the less the better.
    pub(super) fn merit(&self) -> &[Fitness] {
        self.scheme.merit(&self.stock)
    }

    pub(super) fn leader(&self) -> usize {
        self.stock.leader
    }

    pub(super) fn best(&self) -> &Best {
        &self.stock.best
    }

    pub(super) fn front(&self) -> Option<&Front> {
        match &self.scheme {
            Scheme::NsgaTwo(scheme) => Some(scheme.front()),
            _ => None,
        }
    }

    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    pub(super) fn offspring(&self) -> u64 {
        self.stock.offspring
    }

    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    pub(super) fn credits(&self) -> &Credits {
        &self.credits
    }

    pub(super) fn children(&self) -> Children {
        self.children
    }
}

#[cfg(test)]
pub(super) mod laws {
    //! What every scheme is tested with.

    use super::*;
    use crate::evolve::config::TrialConfig;
    use crate::evolve::objective::Objective;
    use crate::evolve::replacement::Replacement;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::kernel::{Evaluate, Kernel};
    use crate::puzzle::turn::Turn;
    use crate::puzzle::{CUBE3, CubeState};

    /// Turns on a cube that is five turns away, best prefixes.
    pub(in crate::evolve) fn program() -> Program {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::of(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Program::new(&CUBE3, start, &effects, &Objective::default().costs(&CUBE3), Evaluate::BestPrefix, Kernel::best())
    }

    /// The usual settings with these.
    pub(in crate::evolve) fn settings(population: usize, elitism: usize, replacement: Replacement) -> Settings {
        Settings { population, elitism, replacement, ..TrialConfig::default().settings() }
    }

    /// What islands share who breed alone.
    pub(in crate::evolve) fn common<'a>(
        program: &'a Program,
        settings: &'a Settings,
    ) -> Common<'a, Selection, Crossover, Mutation> {
        Common { program, settings, team: Team::ALONE, ruler: None }
    }

    /// An island with its first population.
    pub(in crate::evolve) fn island(common: &Common<'_, Selection, Crossover, Mutation>, seed: u64) -> Island {
        let mut island = Island::new(common.settings, Seed::from_number(seed)).unwrap();
        island.initialize(common, 0);
        island
    }

    /// Everybody's genes and fitness; the fitness is that of the genes.
    pub(in crate::evolve) fn everybody(program: &Program, population: &Population) -> Vec<(Vec<Gene>, Fitness)> {
        let individuals = (0..population.size()).map(|n| (population.genome(n).to_vec(), population.fitness()[n]));
        let individuals: Vec<_> = individuals.collect();
        for (genes, fitness) in &individuals {
            assert_eq!(program.specified_fitness(genes), *fitness);
        }
        individuals
    }

    pub(in crate::evolve) use crate::evolve::crossover::Crossover;
    pub(in crate::evolve) use crate::evolve::mutation::Mutation;
    pub(in crate::evolve) use crate::evolve::selection::Selection;
}
