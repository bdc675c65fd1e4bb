//! [`Run`]: a run of any algorithm of this folder, on one thread: its generations, restarts, limits and checkpoints. Walks restart in
//! `walk`. [`Individuals`] is implemented for a [`Population`] here, too, for observers. The genetic algorithm has `Engine`.

use super::map_elites::MAX_NICHES;
use super::{
    Best, Cancelled, Fitness, Gene, GenomeAlgorithm, Inputs, PieceTable, Population, Restart, RestartClock, Search,
    Seed, Space, Totals,
};
use crate::evolve::config::TrialConfig;
use crate::evolve::engine::EngineInputs;
use crate::evolve::mutation::Mutate;
use crate::evolve::schedule::Moment;
use crate::evolve::symbols::Symbols;
use crate::optimizer::{
    Children, Generation, Individuals, Needed, Observer, OptimizerError, Progress, RunContext, StopCriterion,
    StopReason,
};

/// A run of any algorithm on genomes.
pub(in crate::evolve) struct Run {
    pub(super) search: Box<dyn Search>,
    pub(super) population: Population,
    pub(super) totals: Totals,
    pub(super) progress: Progress,
    /// The time since the last (re)start of the population; walks have clocks of their own.
    pub(super) clock: RestartClock,
    /// Maximum number of individuals that a generation makes.
    generation_size: u64,
}

impl Run {
    /// Runs the algorithm of a configuration, from the checkpoint of the context if it has one, until a criterion holds.
    pub(in crate::evolve) fn until_stopped(
        algorithm: &dyn GenomeAlgorithm,
        config: &TrialConfig,
        EngineInputs { evaluator, seeds, context, .. }: EngineInputs<'_>,
        pieces: &PieceTable,
        seed: Seed,
        stop: &StopCriterion,
        observer: &mut dyn Observer,
    ) -> Result<(Self, StopReason), OptimizerError> {
        let (symbols, count) = (Symbols::from_evaluator(evaluator), evaluator.symbol_count());
        let space = Space::new(config.genome.length.get(), config.genome.initial, symbols, count);
        let limit = stop.evaluations.unwrap_or(u64::MAX);
        let population = config.population.get().min(usize::try_from(limit).unwrap_or(usize::MAX));
        let mut mutation = config.mutation.clone();
        if let Some(mutation) = &mut mutation {
            mutation.schedule(Moment { generations: 0, evaluations: 0, genes: space.length });
        }
        let (mutation, restart) = (mutation.as_ref(), config.restart());
        let inputs = Inputs { evaluator, space, mutation, pieces, seeds, population, restart, limit, seed };
        let mut run = match Self::resumed(algorithm, &inputs, &context)? {
            Some(run) => run,
            None => Self::begin(algorithm, &inputs)?,
        };
        let reason = run.until(&inputs, stop, &context, observer)?;
        observer.end(&run.generation())?;
        Ok((run, reason))
    }

    /// Returns the best individual so far.
    pub(in crate::evolve) fn best(&self) -> &Best {
        &self.totals.best
    }

    /// Begins a run with its initial generation.
    pub(super) fn begin(algorithm: &dyn GenomeAlgorithm, inputs: &Inputs<'_>) -> Result<Self, OptimizerError> {
        let (search, mut population) = algorithm.begin(inputs)?;
        let (progress, clock) = (Progress::default(), RestartClock::default());
        let generation_size = Self::generation_size(algorithm, inputs, population.size());
        population.resize(population.size().min(usize::try_from(inputs.limit).unwrap_or(usize::MAX)));
        let mut run = Self { search, population, totals: Totals::NONE, progress, clock, generation_size };
        run.search.start(inputs, &mut run.population, &mut run.totals, 0)?;
        run.record(inputs);
        run.progress.best = run.totals.best.fitness.penalty();
        run.progress.evaluations = run.totals.evaluations;
        Ok(run)
    }

    /// Returns the run at its checkpoint; `None` if there is no checkpoint of this run.
    fn resumed(
        algorithm: &dyn GenomeAlgorithm,
        inputs: &Inputs<'_>,
        context: &RunContext<'_>,
    ) -> Result<Option<Self>, OptimizerError> {
        let (mut search, mut population) = algorithm.begin(inputs)?;
        // MAP-Elites begins without individuals.
        let (size, max) = (population.size(), if population.size() > 0 { population.size() } else { MAX_NICHES });
        let mut saved_run = None;
        context.resume(|(totals, progress, clock, genes, saved): (Totals, Progress, _, Vec<Gene>, Vec<u8>)| {
            let is_known = |gene: &Gene| gene.index() < inputs.evaluator.symbol_count();
            let is_restored = totals.best.genes.iter().all(is_known)
                && population.restore(&genes, max, inputs.evaluator)?
                && [0, population.size()].contains(&size)
                && search.restore(inputs, &population, &saved);
            if is_restored {
                saved_run = Some((totals, progress, clock));
            }
            Ok(is_restored)
        })?;
        let generation_size = Self::generation_size(algorithm, inputs, size);
        Ok(saved_run.map(|(totals, progress, clock)| Self {
            search,
            population,
            totals,
            progress,
            clock,
            generation_size,
        }))
    }

    /// Returns the maximum number of individuals that a generation makes: offspring, or an initial population of this size.
    fn generation_size(algorithm: &dyn GenomeAlgorithm, inputs: &Inputs<'_>, size: usize) -> u64 {
        algorithm.profile().offspring.unwrap_or(inputs.population).max(size) as u64
    }

    /// Makes a generation, or reinitializes the population if a restart is due.
    pub(super) fn step(&mut self, inputs: &Inputs<'_>) -> Result<(), Cancelled> {
        self.progress.generations += 1;
        let now = self.progress.generations;
        if !self.search.restarts_walks() && self.clock.is_due(inputs.restart, now) {
            self.clock.restart(now);
            self.totals.restarts += 1;
            self.search.start(inputs, &mut self.population, &mut self.totals, now)?;
        } else {
            self.search.step(inputs, &mut self.population, &mut self.totals, now)?;
        }
        self.record(inputs);
        self.progress.update(self.totals.best.fitness.penalty(), self.totals.evaluations);
        Ok(())
    }

    /// Updates the clock of the population after a generation. What is recorded here is read by rules of stagnation alone.
    fn record(&mut self, inputs: &Inputs<'_>) {
        if let Restart::Stagnation(_) | Restart::StagnationEvaluations(_) = inputs.restart
            && !self.totals.is_cut
        {
            let evaluations = self.totals.evaluations.saturating_sub(self.progress.evaluations);
            self.clock.record(self.population.best().0.penalty(), evaluations, self.progress.generations);
        }
    }

    /// Makes a generation, or as much of it as the limit of evaluations allows: then only its counts and its best genome stay.
    fn step_within_limit(&mut self, inputs: &Inputs<'_>) -> Result<(), OptimizerError> {
        if inputs.limit - self.totals.evaluations >= self.generation_size {
            return Ok(self.step(inputs)?);
        }
        let (population, restarts) = (self.population.try_clone()?, self.totals.restarts);
        self.step(inputs)?;
        if self.totals.is_cut {
            (self.population, self.totals.restarts) = (population, restarts);
        }
        Ok(())
    }

    /// Steps until a stop criterion holds or the run is over. The observer receives every generation that it needs.
    fn until(
        &mut self,
        inputs: &Inputs<'_>,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<StopReason, OptimizerError> {
        let mut needed = Needed::EVERY;
        loop {
            if needed.holds(&self.progress) {
                observer.generation(&self.generation())?;
                needed = observer.needs();
            }
            if let Some(reason) = stop.reason_after(&self.progress, || self.generation())? {
                return Ok(reason);
            }
            if context.is_over_after_saving(|| Ok(Some(self.saved())))? {
                return Ok(StopReason::Cancelled);
            }
            self.step_within_limit(inputs)?;
        }
    }

    /// Returns the parts of a checkpoint.
    pub(super) fn saved(&self) -> (&Totals, Progress, &RestartClock, &Population, Vec<u8>) {
        (&self.totals, self.progress, &self.clock, &self.population, self.search.save())
    }

    /// Returns the present generation.
    pub(in crate::evolve) fn generation(&self) -> Generation<'_> {
        Generation {
            individuals: &self.population,
            progress: self.progress,
            offspring: self.totals.offspring,
            restarts: self.totals.restarts,
            children: Children::default(),
            is_cut: self.totals.is_cut,
            adaptation: None,
        }
    }
}

/// A population in one group.
impl Individuals for Population {
    fn groups(&self) -> usize {
        1
    }

    fn fitness(&self, _: usize) -> &[Fitness] {
        Self::fitness(self)
    }

    fn distinct(&self) -> usize {
        Self::distinct(self)
    }

    fn genome(&self, _: usize, individual: usize) -> &[Gene] {
        Self::genome(self, individual)
    }
}
