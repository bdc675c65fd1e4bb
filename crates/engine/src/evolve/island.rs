//! [`Island`]: the course of one population of a run: it begins, is bred or restarted, takes migrants, goes back before a generation
//! that the budget cuts, and is saved and restored. `laws` has an evaluator and islands for tests of other files. Its populations and seeds
//! are in `island_state`, breeding is in `survivor` and `breeding`; migrants are drawn in `archipelago`.

use std::collections::TryReserveError;

use serde::{Deserialize, Serialize};

use super::island_context::IslandContext;
use super::island_state::{Best, IslandSeeds, IslandState};
use super::pareto::Front;
use super::population::Population;
use super::restart::RestartClock;
use super::selection::RouletteTable;
use super::survivor::{Migrant, SelectSurvivors};
use super::tally::{Success, Tally};
use crate::evaluation::{Evaluator, Fitness, Gene};
use crate::optimizer::OptimizerError;
use evocube_cube::rng::Seed;
use evocube_cube::solver::Cancelled;

/// One population of a run, possibly the only one.
#[derive(Debug)]
pub(super) struct Island {
    pub(super) state: IslandState,
    pub(super) survivors: Box<dyn SelectSurvivors>,
    pub(super) progress: IslandProgress,
}

/// The progress of an island.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct IslandProgress {
    pub(super) evaluations: u64,
    /// Success of the offspring of the last generation; none if it was reinitialized.
    pub(super) success: Success,
    pub(super) clock: RestartClock,
}

impl Island {
    /// Returns an island with its first population, of at most `max` individuals.
    pub(super) fn begin(
        context: &IslandContext<'_>,
        empty: impl Fn() -> Result<Population, TryReserveError>,
        survivors: Box<dyn SelectSurvivors>,
        seed: Seed,
        max: usize,
    ) -> Result<Self, OptimizerError> {
        let mut island = Self {
            state: IslandState {
                seeds: IslandSeeds::new(seed),
                current: empty()?,
                next: empty()?,
                table: RouletteTable::default(),
                best_index: 0,
                best: Best::NONE,
                offspring: 0,
            },
            survivors,
            progress: IslandProgress { evaluations: 0, success: Success::NONE, clock: RestartClock::default() },
        };
        island.initialize(context, 0, max)?;
        Ok(island)
    }

    /// Initializes the population with at most `max` individuals, as generation `now`.
    fn initialize(&mut self, context: &IslandContext<'_>, now: u64, max: usize) -> Result<(), Cancelled> {
        let state = &mut self.state;
        let size = state.current.size().min(max);
        let key = state.seeds.initialize.key(self.progress.clock.restarts);
        let seeds = if now == 0 { context.seeds } else { &[] };
        state.next.resize(size);
        let tally = context.initialize(&mut state.next, 0..size, key, seeds)?;
        if context.is_cut() {
            self.survivors.record_cut(state, context, 0..tally.made);
        } else {
            std::mem::swap(&mut state.current, &mut state.next);
            state.next.resize(size);
            self.survivors.begin(state, context, tally.best.1);
        }
        self.record(context, tally, now);
        Ok(())
    }

    /// Breeds generation `now`, or reinitializes the population if a restart is due.
    #[inline(always)]
    pub(super) fn step(&mut self, context: &IslandContext<'_>, now: u64) -> Result<(), Cancelled> {
        let clock = &mut self.progress.clock;
        if clock.is_due(context.restart, now) {
            clock.restart(now);
            self.initialize(context, now, usize::MAX)?;
        } else {
            let tally = self.survivors.breed(&mut self.state, context, now)?;
            self.record(context, tally, now);
        }
        Ok(())
    }

    /// Records the results of generation `now`.
    fn record(&mut self, context: &IslandContext<'_>, tally: Tally, now: u64) {
        self.state.offspring += tally.made as u64;
        self.progress.evaluations += tally.evaluated;
        if !context.is_cut() {
            self.progress.success = tally.success;
            self.update_best(tally.best, tally.evaluated, now);
        }
    }

    /// Replaces the population by that before a cut generation, of which the best individual and the counts stay.
    pub(super) fn undo(&mut self, population: Population, progress: IslandProgress) {
        self.state.best_index = population.best().1;
        self.state.current = population;
        let evaluations = self.progress.evaluations;
        self.progress = IslandProgress { evaluations, success: Success::NONE, ..progress };
    }

    fn update_best(&mut self, (fitness, individual): (Fitness, usize), evaluations: u64, now: u64) {
        self.state.best_index = individual;
        self.progress.clock.record(fitness.penalty(), evaluations, now);
    }

    /// Inserts migrants in generation `now`.
    pub(super) fn insert_migrants(&mut self, context: &IslandContext<'_>, migrants: &[Migrant<'_>], now: u64) {
        self.survivors.insert_migrants(&mut self.state, context, migrants);
        self.update_best(self.state.current.best(), 0, now);
    }

    /// Returns the selection key of each individual: the lower the better.
    pub(super) fn selection_key(&self) -> &[Fitness] {
        self.survivors.selection_key(&self.state)
    }
}

/// State of an island between two generations, for a checkpoint. `G` are the genes of its population.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedIsland<G> {
    genes: G,
    /// The fitness of each individual under Baldwinian learning; empty if it is that of the genes.
    learned: Vec<Fitness>,
    best_index: usize,
    best: Best,
    offspring: u64,
    survivors: Vec<u8>,
    progress: IslandProgress,
}

impl Island {
    /// Returns the present state.
    pub(super) fn save(&self, is_baldwinian: bool) -> SavedIsland<&Population> {
        let IslandState { current, best_index, best, offspring, .. } = &self.state;
        SavedIsland {
            genes: current,
            learned: if is_baldwinian { current.fitness().to_vec() } else { Vec::new() },
            best_index: *best_index,
            best: best.clone(),
            offspring: *offspring,
            survivors: self.survivors.save(),
            progress: self.progress.clone(),
        }
    }

    /// Restores a saved state. Returns `false` if it is not one of this island.
    pub(super) fn restore(&mut self, saved: SavedIsland<Vec<Gene>>, evaluator: &Evaluator) -> Result<bool, Cancelled> {
        let SavedIsland { genes, learned, best_index, best, offspring, survivors, progress } = saved;
        let state = &mut self.state;
        let size = state.current.size();
        let is_known = |gene: &Gene| gene.index() < evaluator.symbol_count();
        if !state.current.restore(&genes, size, evaluator)?
            || state.current.size() != size
            || best_index >= size
            || !best.genes.iter().all(is_known)
        {
            return Ok(false);
        }
        if !learned.is_empty() && !state.current.restore_fitness(&learned) {
            return Ok(false);
        }
        (state.best_index, state.best, state.offspring) = (best_index, best, offspring);
        self.progress = progress;
        let has_known_genes = |front: &Front| front.members().iter().all(|member| member.genes.iter().all(is_known));
        Ok(self.survivors.restore(&self.state, &survivors) && self.survivors.front().is_none_or(has_known_genes))
    }
}

#[cfg(test)]
pub(super) mod laws {
    //! Islands for the tests of survivor selections, and of others of this folder.

    use super::*;
    use crate::evaluation::objective::Objective;
    use crate::evaluation::{EvaluationMode, Evaluator, Gene, Kernel};
    use crate::evolve::config::TrialConfig;
    use crate::evolve::engine::{EngineInputs, Settings, island_context};
    use crate::evolve::restart::Restart;
    use crate::evolve::survivor::SurvivorSelection;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::puzzle::CUBE3;
    use evocube_cube::puzzle::cube3::Cube3;
    use evocube_cube::puzzle::turn::Turn;

    /// Returns the evaluator of best prefixes on a cube scrambled by five moves.
    pub(in crate::evolve) fn evaluator() -> Evaluator {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let start = Cube3::after(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        Evaluator::new(
            &CUBE3,
            start,
            &effects,
            &Objective::default().penalty_function(&CUBE3),
            EvaluationMode::BestPrefix,
            Kernel::best(),
        )
    }

    /// Returns the default settings with these changes.
    pub(in crate::evolve) fn settings(population: usize, elitism: usize, replacement: SurvivorSelection) -> Settings {
        let restart = Restart::None;
        Settings { population, elitism, replacement, restart, ..TrialConfig::default().settings() }
    }

    /// Calls a function with the context of sequential islands.
    pub(in crate::evolve) fn with_context<R>(
        evaluator: &Evaluator,
        settings: &Settings,
        call: impl FnOnce(&IslandContext<'_>) -> R,
    ) -> R {
        call(&island_context(EngineInputs::new(evaluator), settings, &Symbols::from_evaluator(evaluator), None))
    }

    /// Returns an island with its first population.
    pub(in crate::evolve) fn island(context: &IslandContext<'_>, settings: &Settings, seed: u64) -> Island {
        let (empty, survivors) = (|| settings.empty_population(), settings.replacement.start());
        Island::begin(context, empty, survivors, Seed::from_number(seed), usize::MAX).unwrap()
    }

    /// Returns the genes and the fitness of each individual, after a check that the fitness is that of the genes.
    pub(in crate::evolve) fn individuals(evaluator: &Evaluator, population: &Population) -> Vec<(Vec<Gene>, Fitness)> {
        let individuals = (0..population.size()).map(|n| (population.genome(n).to_vec(), population.fitness()[n]));
        let individuals: Vec<_> = individuals.collect();
        for (genes, fitness) in &individuals {
            assert_eq!(evaluator.reference_fitness(genes).unwrap(), *fitness);
        }
        individuals
    }
}
