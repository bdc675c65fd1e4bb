//! Algorithms written in Python: generators that yield genomes and receive their penalties. What they yield is evaluated here as a
//! generation, within limits, and saved in checkpoints. Classes with `ask` and `tell` become generators in `evocube._extension`, with the
//! methods `save` and `restore`.

use std::collections::HashSet;

use evocube::Seed;
use evocube::alphabet::{Alphabet, AlphabetOf};
use evocube::evaluation::{Evaluator, Fitness, Gene};
use evocube::evolve::algorithm::BuildOptimizer;
use evocube::evolve::config::TrialConfig;
use evocube::map_puzzle;
use evocube::optimizer::{
    AnyOptimizer, Children, EvolutionCounts, Generation, Individuals, Observer, Optimizer, OptimizerError, Outcome,
    Problem, Progress, RunContext, StopCriterion, StopReason, Unsupported,
};
use evocube::puzzle::Puzzle;
use evocube::solver::Cancelled;
use numpy::PyArray1;
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::function::Function;
use crate::cancellation::cancelled;
use crate::error::error;
use crate::genomes::{as_genomes, evaluate};

/// A function that returns a generator.
pub(super) struct Algorithm(pub(super) Function);

impl BuildOptimizer for Algorithm {
    fn build(&self, config: &TrialConfig) -> Result<AnyOptimizer, OptimizerError> {
        Ok(map_puzzle!(&config.puzzle, |puzzle, ()| self.on(puzzle, config)?))
    }

    /// Supports every criterion that ends a run.
    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }
}

impl Algorithm {
    fn on<P: Puzzle>(
        &self,
        puzzle: &P,
        config: &TrialConfig,
    ) -> Result<Box<GeneratorOptimizer<P>>, evocube::alphabet::AlphabetError> {
        let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
        Ok(Box::new(GeneratorOptimizer { function: self.0.clone(), config: config.clone(), alphabet }))
    }
}

/// The algorithm on a puzzle.
struct GeneratorOptimizer<P: Puzzle> {
    function: Function,
    config: TrialConfig,
    alphabet: AlphabetOf<P>,
}

/// The genomes that were evaluated together.
struct Batch {
    genes: Vec<Gene>,
    length: usize,
    fitness: Vec<Fitness>,
}

impl Batch {
    /// Removes the genomes behind this number. Returns whether there are any.
    fn truncate(&mut self, count: usize) -> bool {
        let is_longer = self.genes.len() / self.length > count;
        self.genes.truncate(count.saturating_mul(self.length));
        is_longer
    }

    /// Evaluates the genomes, and counts them.
    fn evaluate(
        mut self,
        evaluator: &Evaluator,
        best: &mut Best,
        progress: &mut Progress,
    ) -> Result<Self, OptimizerError> {
        let numbers: Vec<u16> = self.genes.iter().map(|gene| gene.0).collect();
        let fitness = &mut self.fitness;
        evaluate(evaluator, &numbers, self.length, &mut |_, more| fitness.extend_from_slice(more))?;
        progress.evaluations += self.fitness.len() as u64;
        for (fitness, genes) in self.fitness.iter().zip(self.genes.chunks_exact(self.length)) {
            if *fitness < best.fitness {
                *best = Best { fitness: *fitness, genes: genes.to_vec() };
            }
        }
        if best.fitness.penalty() < progress.best {
            (progress.best, progress.stagnation) = (best.fitness.penalty(), 0);
        }
        Ok(self)
    }
}

impl Individuals for Batch {
    fn groups(&self) -> usize {
        1
    }

    fn fitness(&self, _: usize) -> &[Fitness] {
        &self.fitness
    }

    fn distinct(&self) -> usize {
        self.genes.chunks_exact(self.length).collect::<HashSet<_>>().len()
    }

    fn genome(&self, _: usize, individual: usize) -> &[Gene] {
        &self.genes[individual * self.length..][..self.length]
    }
}

/// The state of a run between two generations: that of the generator before it receives the penalties of the last batch, then
/// the genes, the length and the fitness of this batch, the best fitness and its genes, and the progress.
type SavedRun = (Vec<u8>, Vec<Gene>, usize, Vec<Fitness>, Fitness, Vec<Gene>, Progress);

/// The genome with the best fitness so far.
struct Best {
    fitness: Fitness,
    genes: Vec<Gene>,
}

impl<P: Puzzle> GeneratorOptimizer<P> {
    /// Calls the generator function. It has not run yet.
    fn begin(&self, evaluator: &Evaluator, seed: Seed, stop: &StopCriterion) -> Result<Py<PyAny>, Cancelled> {
        let generator = Python::attach(|py| {
            let problem = || {
                let names: Vec<_> = self.alphabet.symbols().map(|symbol| symbol.name).collect();
                py.import("evocube._arguments")?.getattr("Problem")?.call1((
                    evaluator.symbol_count(),
                    self.config.genome.length.get(),
                    self.config.population.get(),
                    evaluator.no_op().map(|gene| gene.0),
                    names,
                    seed.number(),
                    (stop.target, stop.generations, stop.evaluations),
                ))
            };
            self.function.call(py, (problem()?,), |generator| {
                if generator.hasattr("send")? {
                    Ok(generator.unbind())
                } else {
                    Err(error(format!(
                        "{} is no generator function: it yields an array of genomes and receives their penalties",
                        self.function.name
                    )))
                }
            })
        });
        generator.map_err(cancelled)
    }

    /// Receives the first genomes, of which at most `left` are evaluated.
    fn first(&self, generator: &Py<PyAny>, symbols: usize, left: usize) -> Result<Batch, OptimizerError> {
        let none = || OptimizerError::Failed(format!("{} yielded no genome", self.function.name));
        let mut first = self.next(generator, None, symbols)?.ok_or_else(none)?;
        first.truncate(left);
        Ok(first)
    }

    /// Sends penalties to the generator and receives the next genomes; `None` if it has ended.
    fn next(&self, generator: &Py<PyAny>, last: Option<&Batch>, symbols: usize) -> Result<Option<Batch>, Cancelled> {
        let batch = Python::attach(|py| {
            let step = || -> PyResult<Option<Batch>> {
                let generator = generator.bind(py);
                let yielded = match last {
                    None => generator.call_method0("__next__"),
                    Some(batch) => {
                        let penalties: Vec<u32> = batch.fitness.iter().map(|fitness| fitness.penalty()).collect();
                        generator.call_method1("send", (PyArray1::from_vec(py, penalties),))
                    }
                };
                let yielded = match yielded {
                    Err(error) if error.is_instance_of::<PyStopIteration>(py) => return Ok(None),
                    yielded => yielded?,
                };
                let genomes = as_genomes(&yielded, symbols)?;
                let length = genomes.as_array().ncols();
                let genes: Vec<Gene> = genomes.as_slice().map_err(error)?.iter().map(|gene| Gene(*gene)).collect();
                if genes.is_empty() || length > 1000 {
                    return Err(error("a generator yields at least one genome of 1 to 1000 genes"));
                }
                Ok(Some(Batch { genes, length, fitness: Vec::new() }))
            };
            step().inspect_err(|error| self.function.note(py, error))
        });
        batch.map_err(cancelled)
    }

    /// Returns the outcome of a run: the moves of the best genome on the puzzle as it is held.
    fn outcome(
        &self,
        puzzle: &P,
        held: P::Symmetry,
        best: &Best,
        progress: Progress,
        stop: StopReason,
    ) -> Outcome<P::Move> {
        let genes = || best.genes.iter().take(best.fitness.genes()).map(|gene| gene.index());
        let Progress { generations, evaluations, .. } = progress;
        let counts = EvolutionCounts { restarts: 0, generations, offspring: evaluations, evaluations };
        Outcome {
            moves: puzzle.simplify(&puzzle.conjugate(&self.alphabet.moves(genes()), held)),
            genes: self.alphabet.names(genes()),
            penalty: Some(best.fitness.penalty()),
            front: Vec::new(),
            stop,
            counts: Some(counts),
            nodes: evaluations,
        }
    }
}

impl<P: Puzzle> Optimizer<P> for GeneratorOptimizer<P> {
    fn name(&self) -> &str {
        &self.function.name
    }

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
        let Problem { puzzle, state, objective, .. } = *problem;
        let (start, held) = puzzle.anchor(state);
        let genome = &self.config.genome;
        let penalties = objective.penalty_function(puzzle);
        let evaluator =
            Evaluator::new(puzzle, start, self.alphabet.effects(), &penalties, genome.evaluate, context.kernel)
                .with_parsimony_tiebreak(genome.parsimony_tiebreak == Some(true));
        let generator = self.begin(&evaluator, seed, stop)?;
        let mut best = Best { fitness: Fitness::WORST, genes: Vec::new() };
        let mut progress = Progress { best: u32::MAX, ..Progress::default() };
        let mut resumed = None;
        context.resume(|(state, genes, length, fitness, best_fitness, best_genes, saved): SavedRun| {
            let is_restored = restore(&generator, &state)?;
            if is_restored {
                resumed = Some(Batch { genes, length, fitness });
                (best, progress) = (Best { fitness: best_fitness, genes: best_genes }, saved);
            }
            Ok(is_restored)
        })?;
        let symbols = evaluator.symbol_count();
        let left = |progress: &Progress| {
            let left = stop.evaluations.map_or(u64::MAX, |limit| limit.saturating_sub(progress.evaluations));
            usize::try_from(left).unwrap_or(usize::MAX)
        };
        let mut last = match resumed {
            Some(batch) => batch,
            None => {
                let first = self.first(&generator, symbols, left(&progress))?;
                first.evaluate(&evaluator, &mut best, &mut progress)?
            }
        };
        let mut is_cut = false;
        let reason = loop {
            let generation = generation(&last, progress, is_cut);
            observer.generation(&generation)?;
            if let Some(reason) = stop.reason(&generation)? {
                break reason;
            }
            let is_over = context.is_over_after_saving(|| {
                let Batch { genes, length, fitness } = &last;
                let saved = save(&generator)?;
                Ok(saved.map(|state| (state, genes, *length, fitness, best.fitness, &best.genes, progress)))
            })?;
            if is_over {
                break StopReason::Cancelled;
            }
            let Some(mut batch) = self.next(&generator, Some(&last), symbols)? else {
                break StopReason::Rule("ended");
            };
            progress.generations += 1;
            progress.stagnation += 1;
            is_cut = batch.truncate(left(&progress));
            let batch = batch.evaluate(&evaluator, &mut best, &mut progress)?;
            // The generation of a batch that the limit cuts has the individuals before it.
            if !is_cut {
                last = batch;
            }
        };
        close(&generator)?;
        observer.end(&generation(&last, progress, is_cut))?;
        Ok(self.outcome(puzzle, held, &best, progress, reason))
    }
}

/// Returns the state of a generator; `None` if it saves none.
fn save(generator: &Py<PyAny>) -> Result<Option<Vec<u8>>, Cancelled> {
    let state = Python::attach(|py| {
        let Some(save) = generator.bind(py).getattr_opt("save")? else { return Ok(None) };
        let state = save.call0()?;
        let bytes = state.cast::<PyBytes>().map_err(|_| {
            let kind = state.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
            error(format!("save returns the state as bytes, not {kind}"))
        })?;
        Ok(Some(bytes.as_bytes().to_vec()))
    });
    state.map_err(cancelled)
}

/// Sets a generator that has not run yet to a saved state. Returns false if it saves none.
fn restore(generator: &Py<PyAny>, state: &[u8]) -> Result<bool, Cancelled> {
    let restored = Python::attach(|py| {
        let Some(restore) = generator.bind(py).getattr_opt("restore")? else { return Ok(false) };
        restore.call1((PyBytes::new(py, state),)).map(|_| true)
    });
    restored.map_err(cancelled)
}

/// Ends the generator; an error of its cleanup ends the trial.
fn close(generator: &Py<PyAny>) -> Result<(), Cancelled> {
    Python::attach(|py| generator.bind(py).call_method0("close").map(drop)).map_err(cancelled)
}

fn generation(batch: &Batch, progress: Progress, is_cut: bool) -> Generation<'_> {
    Generation {
        individuals: batch,
        progress,
        offspring: progress.evaluations,
        restarts: 0,
        children: Children::default(),
        is_cut,
        adaptation: None,
    }
}
