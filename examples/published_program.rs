//! Four faults that were taken for those of B. L. Sousa's published program, beside the algorithm that the paper describes:
//!
//! `cargo run --release --example published_program -- run examples/published_program.toml`
//!
//! Each fault is a level of a factor, so a sweep shows what each does. `docs/sousa.md` has the results, and where the
//! published program differs from this one.

#![allow(clippy::cast_possible_truncation)] // numbers below that of the symbols

use std::process::ExitCode;

use evocube::alphabet::{Alphabet, AlphabetConfig};
use evocube::evaluation::{EvaluationMode, Evaluator, PenaltyFunction};
use evocube::prelude::*;
use evocube::rng::Stream;
use serde::Deserialize;

/// A difference from the paper's description.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    /// Both offspring of a crossover are copies of the same parent.
    SameParent,
    /// Individuals share gene arrays: both offspring of a crossover have one array, a pair without crossover keeps its
    /// parents' arrays, and mutation changes arrays in place.
    SharedArrays,
    /// One corner counts as wrong even when it is right, so the solved cube has penalty 6.
    CornerRule,
    /// All runs of an instance begin with the same initial population.
    StoredPopulation,
}

/// The program: a generational genetic algorithm with tournaments, one-point crossover, uniform mutation and one elite.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PublishedProgram {
    population: u16,
    length: u16,
    tournament: u16,
    crossover_rate: Rate,
    individual_rate: Rate,
    gene_rate: Rate,
    alphabet: AlphabetConfig,
    faults: Vec<Fault>,
}

/// Gene arrays, and the array of each individual.
#[derive(Default)]
struct Population {
    arrays: Vec<Vec<Gene>>,
    /// Penalty of each array; `None` if it has changed since it was evaluated.
    penalties: Vec<Option<u32>>,
    /// Index of each individual's array.
    individuals: Vec<usize>,
}

impl Population {
    /// Adds an array and returns its index.
    fn add(&mut self, array: Vec<Gene>, penalty: Option<u32>) -> usize {
        self.arrays.push(array);
        self.penalties.push(penalty);
        self.arrays.len() - 1
    }

    fn copy_of(&mut self, array: usize) -> usize {
        self.add(self.arrays[array].clone(), self.penalties[array])
    }

    /// Returns the penalty of an array that is evaluated.
    fn penalty(&self, array: usize) -> u32 {
        self.penalties[array].expect("evaluated after breeding")
    }

    /// Returns the array with the lowest penalty; the first of equal ones.
    fn best(&self) -> usize {
        *self.individuals.iter().min_by_key(|&&array| self.penalty(array)).expect("a population is not empty")
    }

    /// Removes the arrays that no individual has.
    fn compact(&mut self) {
        let mut moved = vec![None; self.arrays.len()];
        let mut kept = Self::default();
        for &array in &self.individuals {
            let place = *moved[array]
                .get_or_insert_with(|| kept.add(std::mem::take(&mut self.arrays[array]), self.penalties[array]));
            kept.individuals.push(place);
        }
        *self = kept;
    }
}

impl PublishedProgram {
    fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    fn select(&self, population: &Population, stream: &mut Stream) -> usize {
        let entrants = (0..self.tournament).map(|_| population.individuals[stream.index(population.individuals.len())]);
        entrants.min_by_key(|&array| population.penalty(array)).expect("a tournament has entrants")
    }

    /// Returns the arrays of two offspring.
    fn offspring(&self, population: &mut Population, stream: &mut Stream) -> [usize; 2] {
        let parents = [self.select(population, stream), self.select(population, stream)];
        if !stream.bernoulli(self.crossover_rate.bernoulli()) {
            return if self.has(Fault::SharedArrays) {
                parents
            } else {
                parents.map(|array| population.copy_of(array))
            };
        }
        let first = population.copy_of(parents[0]);
        if self.has(Fault::SameParent) {
            return [first, if self.has(Fault::SharedArrays) { first } else { population.copy_of(parents[0]) }];
        }
        let second = population.copy_of(parents[1]);
        let cut = 1 + stream.index(usize::from(self.length) - 1);
        let [a, b] = population.arrays.get_disjoint_mut([first, second]).expect("two copies");
        a[cut..].swap_with_slice(&mut b[cut..]);
        population.penalties[first] = None;
        population.penalties[second] = None;
        [first, second]
    }

    fn mutate(&self, array: &mut [Gene], symbols: u16, stream: &mut Stream) -> bool {
        let mut is_changed = false;
        for gene in array {
            if stream.bernoulli(self.gene_rate.bernoulli()) {
                // Another symbol, each with the same probability.
                let step = 1 + stream.below(u64::from(symbols) - 1);
                *gene = Gene(((u64::from(gene.0) + step) % u64::from(symbols)) as u16);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Replaces the population by the next generation, not yet evaluated.
    fn breed(&self, population: &mut Population, symbols: u16, stream: &mut Stream) {
        let elite = population.best();
        let mut next = vec![population.copy_of(elite)];
        while next.len() < usize::from(self.population) {
            next.extend(self.offspring(population, stream));
        }
        next.truncate(self.population.into());
        for &array in &next[1..] {
            if stream.bernoulli(self.individual_rate.bernoulli())
                && self.mutate(&mut population.arrays[array], symbols, stream)
            {
                population.penalties[array] = None;
            }
        }
        population.individuals = next;
        population.compact();
    }
}

impl<P: Puzzle> Optimizer<P> for PublishedProgram {
    fn name(&self) -> &str {
        "published-program"
    }

    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        let missing = || Unsupported::new("stop.generations", "the published program needs a number of generations");
        stop.generations.map(|_| ()).ok_or_else(missing)
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        _: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let failed = |message: String| OptimizerError::Failed(message);
        if self.population < 2 || self.length < 2 || self.tournament < 1 {
            return Err(failed("population and length must be at least 2, tournament at least 1".to_owned()));
        }
        let puzzle = problem.puzzle;
        let alphabet = Alphabet::new(puzzle, &self.alphabet).map_err(|error| failed(error.to_string()))?;
        let (effects, symbols) = (alphabet.effects(), alphabet.symbols());
        let (described, layout) = (problem.objective.penalty_function(puzzle), puzzle.layout());
        let described: Vec<_> = described.rows().collect();
        let penalties = PenaltyFunction::new(layout, |piece, place| {
            let is_home = place == layout.homes()[piece];
            let is_misjudged = self.has(Fault::CornerRule) && is_home && puzzle.piece_name(piece) == "URF";
            described[piece][usize::from(place)] + if is_misjudged { 6 } else { 0 }
        });
        let (mode, kernel) = (EvaluationMode::Whole, context.kernel);
        let evaluator = Evaluator::new(puzzle, problem.state, &effects, &penalties, mode, kernel);
        let mut evaluations = 0;
        let mut evaluate = |population: &mut Population| {
            for (array, penalty) in population.arrays.iter().zip(&mut population.penalties) {
                penalty.get_or_insert_with(|| {
                    evaluations += 1;
                    evaluator.reference_fitness(array).penalty()
                });
            }
            evaluations
        };

        let symbol_count = u16::try_from(symbols.len()).expect("an alphabet has at most 65,535 symbols");
        let mut stream = seed.stream();
        let mut population = Population::default();
        let stored = Seed::from_number(0).child(&puzzle.write_state(problem.state));
        let mut initial =
            if self.has(Fault::StoredPopulation) { stored.stream() } else { seed.child("initial").stream() };
        for _ in 0..self.population {
            let genome = (0..self.length).map(|_| Gene(initial.below(symbol_count.into()) as u16)).collect();
            let array = population.add(genome, None);
            population.individuals.push(array);
        }
        let mut counts = EvolutionCounts { evaluations: evaluate(&mut population), ..EvolutionCounts::default() };
        let reason = loop {
            counts.offspring += u64::from(self.population);
            if Some(population.penalty(population.best())) <= stop.target {
                break StopReason::Target;
            } else if Some(counts.generations) >= stop.generations {
                break StopReason::Generations;
            } else if stop.evaluations.is_some_and(|limit| counts.evaluations >= limit) {
                break StopReason::Evaluations;
            } else if context.is_over() {
                break StopReason::Cancelled;
            }
            self.breed(&mut population, symbol_count, &mut stream);
            counts.evaluations = evaluate(&mut population);
            counts.generations += 1;
        };
        let best = &population.arrays[population.best()];
        let moves: Vec<_> = best.iter().flat_map(|&gene| symbols[gene.index()].moves.iter().copied()).collect();
        let outcome = Outcome {
            penalty: Some(problem.penalty(&moves)),
            moves: puzzle.simplify(&moves),
            front: Vec::new(),
            stop: reason,
            counts: Some(counts),
            nodes: counts.evaluations,
        };
        Ok(outcome)
    }
}

fn main() -> ExitCode {
    evocube::main_with(Registry::new().optimizer::<PublishedProgram>("published-program", "1"))
}
