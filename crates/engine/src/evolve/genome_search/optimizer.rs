//! [`GenomeSearch`]: an algorithm on genomes as an [`Optimizer`].

use super::{GenomeAlgorithm, Inputs, PieceTable, Search, Space, Totals};
use crate::alphabet::{Alphabet, AlphabetError, AlphabetOf};
use crate::evaluation::{Evaluator, Gene};
use crate::evolve::config::TrialConfig;
use crate::evolve::initial;
use crate::evolve::mutation::Mutate;
use crate::evolve::schedule::Moment;
use crate::evolve::symbols::Symbols;
use crate::optimizer::{
    Children, EvolutionCounts, Generation, Observer, Optimizer, OptimizerError, Outcome, Problem, Progress, RunContext,
    StopCriterion, StopReason, Unsupported,
};
use evocube_cube::puzzle::Puzzle;
use evocube_cube::rng::Seed;

/// An algorithm on genomes with its alphabet.
#[derive(Debug)]
pub struct GenomeSearch<P: Puzzle> {
    config: TrialConfig,
    alphabet: AlphabetOf<P>,
    effects: Vec<P::State>,
}

impl<P: Puzzle> GenomeSearch<P> {
    /// Returns the algorithm of a configuration, which must be [checked](TrialConfig::check), on genomes and of this puzzle.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn new(puzzle: &P, config: TrialConfig) -> Result<Self, AlphabetError> {
        let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
        Ok(Self { config, effects: alphabet.effects(), alphabet })
    }
}

impl<P: Puzzle> Optimizer<P> for GenomeSearch<P> {
    fn name(&self) -> &'static str {
        "evolution"
    }

    /// Supports every criterion.
    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let Problem { puzzle, state, .. } = *problem;
        let (start, held) = puzzle.anchor(state);
        let genome = &self.config.genome;
        let evaluator =
            Evaluator::new(puzzle, start, &self.effects, problem.penalty_function(), genome.evaluate, context.kernel)
                .with_parsimony_tiebreak(genome.parsimony_tiebreak == Some(true));
        let (symbols, count) = (Symbols::from_evaluator(&evaluator), evaluator.symbol_count());
        let space = Space::new(genome.length.get(), genome.initial, symbols, count);
        let pieces = &PieceTable::new(puzzle);
        let initial = self.config.initial.as_ref();
        let seeds = &initial::seeds(initial, puzzle, &self.alphabet, held, &evaluator, genome.length.get())[..];
        let population = self.config.population.get();
        let mut mutation = self.config.mutation.clone();
        if let Some(mutation) = &mut mutation {
            mutation.schedule(Moment { generations: 0, evaluations: 0, genes: space.length() });
        }
        let mutation = mutation.as_ref();
        let inputs = Inputs { evaluator: &evaluator, space, mutation, pieces, seeds, population, seed };
        let algorithm = self.config.algorithm.on_genomes().expect("the configuration is of an algorithm on genomes");
        let mut run = Run::begin(algorithm, &inputs)?;
        if let Some(restored) = run.resumed(algorithm, &inputs, context)? {
            run = restored;
        }
        let reason = run.until(&inputs, stop, context, observer);
        observer.end(&run.generation());
        let Run { totals: Totals { evaluations, offspring, restarts, best }, progress, .. } = run;
        let symbols = self.alphabet.symbols();
        let moves = |gene: &Gene| symbols[gene.index()].moves.iter().copied();
        let moves: Vec<_> = best.genes.iter().flat_map(moves).collect();
        Ok(Outcome {
            moves: puzzle.simplify(&puzzle.conjugate(&moves, held)),
            penalty: Some(best.fitness.penalty()),
            front: Vec::new(),
            stop: reason,
            counts: Some(EvolutionCounts { restarts, generations: progress.generations, offspring, evaluations }),
            nodes: evaluations,
        })
    }
}

/// A run of any algorithm on genomes.
pub(super) struct Run {
    pub(super) search: Box<dyn Search>,
    pub(super) totals: Totals,
    pub(super) progress: Progress,
}

impl Run {
    /// Begins a run with its initial generation.
    pub(super) fn begin(algorithm: &dyn GenomeAlgorithm, inputs: &Inputs<'_>) -> Result<Self, OptimizerError> {
        let mut run = Self { search: algorithm.begin(inputs)?, totals: Totals::NONE, progress: Progress::default() };
        run.search.step(inputs, &mut run.totals, 0);
        run.progress.best = run.totals.best.fitness.penalty();
        run.progress.evaluations = run.totals.evaluations;
        Ok(run)
    }

    /// Returns the run at its checkpoint; `None` if there is no checkpoint of this run.
    fn resumed(
        &self,
        algorithm: &dyn GenomeAlgorithm,
        inputs: &Inputs<'_>,
        context: &RunContext<'_>,
    ) -> Result<Option<Self>, OptimizerError> {
        let mut search = algorithm.begin(inputs)?;
        let mut saved_run = None;
        context.resume(|(totals, progress, saved): (Totals, Progress, Vec<u8>)| {
            let is_known = |gene: &Gene| gene.index() < inputs.evaluator.symbol_count();
            let is_restored = totals.best.genes.iter().all(is_known) && search.restore(inputs, &saved);
            if is_restored {
                saved_run = Some((totals, progress));
            }
            is_restored
        });
        Ok(saved_run.map(|(totals, progress)| Self { search, totals, progress }))
    }

    /// Makes a generation.
    pub(super) fn step(&mut self, inputs: &Inputs<'_>) {
        self.progress.generations += 1;
        self.search.step(inputs, &mut self.totals, self.progress.generations);
        let best = self.totals.best.fitness.penalty();
        let progress = &mut self.progress;
        progress.stagnation = if best < progress.best { 0 } else { progress.stagnation + 1 };
        (progress.best, progress.evaluations) = (best, self.totals.evaluations);
    }

    /// Steps until a stop criterion holds or the run is over. The observer receives every generation.
    fn until(
        &mut self,
        inputs: &Inputs<'_>,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> StopReason {
        loop {
            let generation = self.generation();
            observer.generation(&generation);
            if let Some(reason) = stop.reason(&generation) {
                return reason;
            }
            if context.is_over_after_saving(|| Some((&self.totals, self.progress, self.search.save()))) {
                return StopReason::Cancelled;
            }
            self.step(inputs);
        }
    }

    /// Returns the present generation.
    fn generation(&self) -> Generation<'_> {
        Generation {
            individuals: self.search.population(),
            progress: self.progress,
            offspring: self.totals.offspring,
            restarts: self.totals.restarts,
            children: Children::default(),
            adaptation: None,
        }
    }
}
