//! [`GenomeOptimizer`]: the genetic algorithm, or another algorithm on genomes, as an [`Optimizer`] of one puzzle and configuration. It
//! begins or resumes an `Engine` or a `genome_search::Run`, and turns the result into moves. Its runs share evaluators; the optimizer that
//! is built next may share its alphabet, the [`LatestAlphabet`].

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::config::TrialConfig;
use super::engine::{Engine, EngineInputs};
use super::genome_search::{PieceTable, Run};
use super::initial;
use super::pareto::LengthMetric;
use super::survivor::SurvivorSelection;
use crate::alphabet::{Alphabet, AlphabetConfig, AlphabetError, AlphabetOf};
use crate::evaluation::objective::Objective;
use crate::evaluation::{Evaluator, Gene, Kernel};
use crate::optimizer::{
    EvolutionCounts, FrontMember, Generation, Observer, Optimizer, OptimizerError, Outcome, Problem, RunContext,
    StopCriterion, Unsupported,
};
use evocube_cube::puzzle::{AnyPuzzle, Puzzle};
use evocube_cube::rng::Seed;

/// An alphabet with what is computed from it.
#[derive(Debug)]
struct PreparedAlphabet<P: Puzzle> {
    alphabet: AlphabetOf<P>,
    /// The metric of the lengths that NSGA-II minimizes.
    length_metric: OnceLock<LengthMetric>,
}

/// The alphabet of the algorithm that was built last. The next one shares it if its configuration has the same.
#[derive(Debug, Default)]
pub struct LatestAlphabet(Mutex<Option<(AnyPuzzle, AlphabetConfig, AnyPrepared)>>);

/// A [`PreparedAlphabet`] of any puzzle.
type AnyPrepared = Arc<dyn Any + Send + Sync>;

impl LatestAlphabet {
    fn prepare<P: Puzzle + 'static>(
        &self,
        puzzle: &P,
        config: &TrialConfig,
    ) -> Result<Arc<PreparedAlphabet<P>>, AlphabetError> {
        let latest = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((puzzle, alphabet, prepared)) = &*latest()
            && (puzzle, alphabet) == (&config.puzzle, &config.alphabet)
            && let Ok(prepared) = Arc::clone(prepared).downcast()
        {
            return Ok(prepared);
        }
        let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
        let prepared = PreparedAlphabet { alphabet, length_metric: OnceLock::new() };
        let prepared = Arc::new(prepared);
        *latest() = Some((config.puzzle.clone(), config.alphabet.clone(), Arc::clone(&prepared) as _));
        Ok(prepared)
    }
}

/// The genetic algorithm of a configuration, or another algorithm on genomes, with its alphabet.
#[derive(Debug)]
pub struct GenomeOptimizer<P: Puzzle> {
    config: TrialConfig,
    prepared: Arc<PreparedAlphabet<P>>,
    /// The objective and the evaluator of the first problem, which shares its tables with those of other start states.
    first: OnceLock<(Objective, Evaluator)>,
    /// The evaluator of the latest start state with the same objective and kernel.
    latest: Mutex<Option<(P::State, Arc<Evaluator>)>>,
}

impl<P: Puzzle + 'static> GenomeOptimizer<P> {
    /// Returns the algorithm of a configuration, which must be [checked](TrialConfig::check), on genomes and of this puzzle.
    ///
    /// # Errors
    /// If the alphabet cannot be built.
    pub fn new(puzzle: &P, config: TrialConfig) -> Result<Self, AlphabetError> {
        Self::reusing(puzzle, config, &LatestAlphabet::default())
    }

    /// Returns the algorithm as [`new`](Self::new) does, with the latest alphabet if that is its own.
    pub(super) fn reusing(puzzle: &P, config: TrialConfig, latest: &LatestAlphabet) -> Result<Self, AlphabetError> {
        let prepared = latest.prepare(puzzle, &config)?;
        Ok(Self { config, prepared, first: OnceLock::new(), latest: Mutex::default() })
    }

    /// Returns the evaluator of a problem: the latest one, or one with tables of the first, if it has the same objective.
    fn evaluator(&self, problem: &Problem<'_, P>, start: P::State, kernel: Kernel) -> Arc<Evaluator> {
        let genome = &self.config.genome;
        let build = || {
            Evaluator::new(
                problem.puzzle,
                start,
                self.prepared.alphabet.effects(),
                problem.penalty_function(),
                genome.evaluate,
                kernel,
            )
            .with_parsimony_tiebreak(genome.parsimony_tiebreak == Some(true))
        };
        let (objective, first) = self.first.get_or_init(|| (problem.objective.clone(), build()));
        if objective != problem.objective || first.kernel() != kernel {
            return Arc::new(build());
        }
        let latest = || self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((state, evaluator)) = &*latest()
            && *state == start
        {
            return Arc::clone(evaluator);
        }
        let evaluator = Arc::new(first.with_start(problem.puzzle, start).unwrap_or_else(build));
        *latest() = Some((start, Arc::clone(&evaluator)));
        evaluator
    }

    /// Runs the algorithm, from the saved state of the context if it has one, until a criterion holds.
    ///
    /// # Errors
    /// If there is not enough memory for the population, or a component fails.
    fn search(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let Problem { puzzle, state, .. } = *problem;
        let (start, rotation) = puzzle.anchor(state);
        let genome = &self.config.genome;
        let evaluator = self.evaluator(problem, start, context.kernel);
        let initial = self.config.initial.as_ref();
        let PreparedAlphabet { alphabet, length_metric, .. } = &*self.prepared;
        let seeds = &initial::seeds(initial, puzzle, alphabet, rotation, &evaluator, genome.length.get())?[..];
        let moves = |genes: &[Gene]| {
            let moves = alphabet.moves(genes.iter().map(|gene| gene.index()));
            puzzle.simplify(&puzzle.conjugate(&moves, rotation))
        };
        let outcome = |best: &[Gene], penalty, front, stop, generation: &Generation<'_>| Outcome {
            moves: moves(best),
            genes: alphabet.names(best.iter().map(|gene| gene.index())),
            penalty: Some(penalty),
            front,
            stop,
            counts: Some(EvolutionCounts {
                restarts: generation.restarts,
                generations: generation.progress.generations,
                offspring: generation.offspring,
                evaluations: generation.progress.evaluations,
            }),
            nodes: generation.progress.evaluations,
        };
        if let Some(search) = self.config.algorithm.genome_search() {
            let inputs = EngineInputs { evaluator: &evaluator, length_metric: None, seeds, context: *context };
            let pieces = &PieceTable::new(puzzle);
            let (run, reason) = Run::until_stopped(&**search, &self.config, inputs, pieces, seed, stop, observer)?;
            let best = run.best();
            return Ok(outcome(&best.genes, best.fitness.penalty(), Vec::new(), reason, &run.generation()));
        }
        let words = || alphabet.symbols().map(|symbol| symbol.moves);
        let has_lengths = matches!(self.config.replacement, SurvivorSelection::NsgaTwo);
        let length_metric = has_lengths.then(|| length_metric.get_or_init(|| LengthMetric::new(puzzle, words())));
        let inputs = EngineInputs { evaluator: &evaluator, length_metric, seeds, context: *context };
        let mut settings = self.config.settings();
        settings.stop = stop.clone();
        let mut engine = Engine::under(inputs, settings.clone(), seed)?;
        let mut is_spoiled = false;
        context.resume(|saved| {
            is_spoiled = !engine.restore(saved)?;
            Ok(!is_spoiled)
        })?;
        if is_spoiled {
            engine = Engine::under(inputs, settings, seed)?;
        }
        let stop = engine.run(observer)?;
        observer.end(&engine.generation())?;
        let front = engine.front();
        let members = front.iter().flat_map(|front| front.members().iter().rev());
        let front =
            members.map(|member| FrontMember { moves: moves(&member.genes), penalty: member.fitness.penalty() });
        let best = engine.best();
        Ok(outcome(&best.genes, best.fitness.penalty(), front.collect(), stop, &engine.generation()))
    }
}

impl<P: Puzzle + 'static> Optimizer<P> for GenomeOptimizer<P> {
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
        let individuals = self.config.population.get() * self.config.islands.count.get();
        // A generation of a small population is bred in less time than threads take to divide it; other algorithms have one thread.
        if self.config.algorithm.genome_search().is_none() && context.pool.is_parallel(individuals) {
            context.pool.run(individuals, || self.search(problem, seed, stop, context, observer))
        } else {
            self.search(problem, seed, stop, context, observer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::turn::Turn;
    use evocube_cube::{CUBE2, CUBE3, Cube3};

    #[test]
    fn problems_with_one_start_and_objective_share_an_evaluator() {
        let config = crate::settings::read::<TrialConfig>("population = 10").unwrap();
        let optimizer = GenomeOptimizer::new(&CUBE3, config).unwrap();
        let evaluator = |moves: &[Turn], objective: &Objective, kernel| {
            let start = Cube3::after(moves);
            optimizer.evaluator(&Problem::new(&CUBE3, start, objective), start, kernel)
        };
        let (penalty, best) = (Objective::default(), Kernel::best());
        let of_start = |evaluator: &Evaluator| evaluator.reference_fitness(&[]).unwrap().penalty();
        let first = evaluator(&[Turn::R], &penalty, best);
        assert!(Arc::ptr_eq(&first, &evaluator(&[Turn::R], &penalty, best)));
        assert_eq!((of_start(&evaluator(&[], &penalty, best)), of_start(&first)), (0, 52));
        assert_eq!(of_start(&evaluator(&[Turn::R], &Objective::Pieces, best)), 8);
        assert_eq!(evaluator(&[Turn::R], &penalty, Kernel::SCALAR).kernel(), Kernel::SCALAR);
    }

    #[test]
    fn algorithms_share_the_latest_alphabet_only_if_it_is_theirs() {
        let latest = LatestAlphabet::default();
        let config = |text: &str| crate::settings::read::<TrialConfig>(text).unwrap();
        let cube3 = |text: &str| GenomeOptimizer::reusing(&CUBE3, config(text), &latest).unwrap().prepared;
        let first = cube3("population = 10");
        assert!(Arc::ptr_eq(&first, &cube3("population = 20\nelitism = 2")));
        let other = cube3("alphabet.expand = \"none\"");
        assert_ne!(first.alphabet.effects().len(), other.alphabet.effects().len());
        let again = cube3("population = 10");
        assert!(
            !Arc::ptr_eq(&first, &again) && first.alphabet.effects() == again.alphabet.effects(),
            "only the latest is kept"
        );
        let cube2 = GenomeOptimizer::reusing(&CUBE2, config("puzzle = \"cube2\""), &latest).unwrap().prepared;
        assert_ne!(cube2.alphabet.effects().len(), again.alphabet.effects().len());
    }
}
