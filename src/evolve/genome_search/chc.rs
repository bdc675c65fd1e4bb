//! [`Chc`].

use std::collections::TryReserveError;

use serde::{Deserialize, Serialize};

use super::{GenomeAlgorithm, Inputs, Search, Tally};
use crate::bounded::Rate;
use crate::evaluation::{Fitness, Gene};
use crate::evolve::population::{Population, first_by_key, hamming_distance};
use crate::optimizer::{decode, encode};
use crate::rng::CounterStream;

/// CHC: all individuals are paired at random; those that differ enough exchange exactly half of their differing genes; parents and
/// offspring compete for survival. A population that mates no more is begun again from copies of its best individual with many
/// changed genes (L. J. Eshelman, "The CHC adaptive search algorithm", FOGA 1991).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Chc {
    /// Share of genes that change when the population begins again. Default 0.35.
    pub divergence: Rate,
}

impl Default for Chc {
    fn default() -> Self {
        Self { divergence: Rate::new(0.35) }
    }
}

impl GenomeAlgorithm for Chc {
    fn title(&self) -> &'static str {
        "CHC"
    }

    fn shared_keys(&self) -> &'static [&'static str] {
        &["genome", "population"]
    }

    fn offspring(&self, population: usize) -> usize {
        population
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Search>, TryReserveError> {
        let population = || Population::with_strategy_parameters(inputs.population, inputs.space.length(), 0);
        let threshold = i64::try_from(inputs.space.length() / 4).expect("short genomes");
        Ok(Box::new(Mating {
            divergence: self.divergence,
            threshold,
            present: population()?,
            next: population()?,
            offspring: population()?,
        }))
    }
}

/// The populations of a run.
struct Mating {
    divergence: Rate,
    /// Half of the differing genes of a pair must be more than this.
    threshold: i64,
    present: Population,
    next: Population,
    offspring: Population,
}

/// Exchanges exactly half of the differing genes of two genomes (half-uniform crossover).
fn exchange_half(a: &mut [Gene], b: &mut [Gene], stream: &mut CounterStream) {
    let mut different: Vec<usize> = (0..a.len()).filter(|&place| a[place] != b[place]).collect();
    let half = different.len() / 2;
    stream.shuffle_first(&mut different, half);
    different[..half].iter().for_each(|&place| std::mem::swap(&mut a[place], &mut b[place]));
}

impl Mating {
    /// Makes the offspring of a generation. Returns their number.
    fn mate(&mut self, inputs: &Inputs<'_>, tally: &mut Tally, generation: u64) -> usize {
        let key = inputs.seed.child("mate").key(generation);
        let mut order: Vec<u32> = (0..).take(self.present.size()).collect();
        key.stream(u32::MAX).shuffle(&mut order);
        let mut count = 0;
        let (mut rows, fitness) = self.offspring.parts_mut();
        for (pair, number) in order.chunks_exact(2).zip(0..) {
            let [a, b] = [pair[0], pair[1]].map(|individual| self.present.genome(individual as usize));
            let distance = i64::try_from(hamming_distance(a, b)).expect("short genomes");
            if distance / 2 <= self.threshold {
                continue;
            }
            let (one, other) = rows.pair_mut(count);
            one.copy_from_slice(a);
            other.copy_from_slice(b);
            exchange_half(one, other, &mut key.stream(number));
            count += 2;
        }
        let which: Vec<u32> = (0..).take(count).collect();
        inputs.evaluator.evaluate(rows.as_rows(), &which, fitness);
        (0..count).for_each(|row| tally.count(self.offspring.genome(row), self.offspring.fitness()[row]));
        count
    }

    /// Begins again from the best individual, with changed copies of it.
    fn diverge(&mut self, inputs: &Inputs<'_>, tally: &mut Tally, generation: u64) {
        let key = inputs.seed.child("diverge").key(generation);
        let (_, best) = self.present.best();
        let (genes, fitness) = (self.present.genome(best).to_vec(), self.present.fitness()[best]);
        let changed = self.divergence.share_of(genes.len());
        let mut places: Vec<usize> = (0..genes.len()).collect();
        inputs.breed(&mut self.present, tally, |row, genome| {
            genome.copy_from_slice(&genes);
            let mut stream = key.stream(row);
            stream.shuffle_first(&mut places, changed);
            places[..changed].iter().for_each(|&place| inputs.space.change_gene(&mut genome[place], &mut stream));
        });
        self.present.replace_with(0, &genes, fitness);
        tally.restarts += 1;
        let rate = self.divergence.get();
        self.threshold = i64::try_from(Rate::new(rate * (1.0 - rate)).share_of(genes.len())).expect("short genomes");
    }
}

impl Search for Mating {
    fn step(&mut self, inputs: &Inputs<'_>, tally: &mut Tally, generation: u64) {
        if generation == 0 {
            return inputs.initialize(&mut self.present, 0, tally);
        }
        if self.threshold < 0 {
            return self.diverge(inputs, tally, generation);
        }
        let offspring = self.mate(inputs, tally, generation);
        let size = self.present.size();
        // Parents come first, so that an offspring replaces a parent only if it is fitter.
        let source = |number: u32| match number as usize {
            number if number < size => (&self.present, number),
            number => (&self.offspring, number - size),
        };
        let fitness = |number: u32| -> Fitness {
            let (population, individual) = source(number);
            population.fitness()[individual]
        };
        let survivors = first_by_key(size + offspring, size, |number| (fitness(number), number));
        for (place, &number) in survivors.iter().enumerate() {
            let (population, individual) = source(number);
            self.next.copy_from(place, population, individual);
        }
        if survivors.iter().all(|&number| (number as usize) < size) {
            self.threshold -= 1;
        }
        std::mem::swap(&mut self.present, &mut self.next);
    }

    fn population(&self) -> &Population {
        &self.present
    }

    fn save(&self) -> Vec<u8> {
        encode(&(&self.present, self.threshold))
    }

    fn restore(&mut self, inputs: &Inputs<'_>, saved: &[u8]) -> bool {
        let Some((genes, threshold)) = decode::<(Vec<Gene>, i64)>(saved) else { return false };
        self.threshold = threshold;
        (-1..=1000).contains(&threshold) && inputs.restore(&mut self.present, &genes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::OneMax;
    use crate::evolve::genome_search::optimizer::Run;
    use crate::rng::Seed;

    #[test]
    fn half_of_the_differing_genes_are_exchanged_each_choice_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        let mut stream = Seed::from_number(55).key(0).stream(0);
        for _ in 0..60_000 {
            let (mut a, mut b) = ([0, 0, 7, 0, 0].map(Gene), [1, 1, 7, 1, 1].map(Gene));
            exchange_half(&mut a, &mut b, &mut stream);
            assert!(a.iter().zip(b).all(|(a, b)| a.0 + b.0 == if a.0 == 7 { 14 } else { 1 }));
            *counts.entry(a).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6, "4 choose 2");
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        // 5 degrees of freedom: 20.5 is exceeded once in 1000.
        assert!(chi < 20.5, "chi-square {chi}");
    }

    #[test]
    fn pairs_that_are_too_similar_do_not_mate_and_the_population_begins_again() {
        let one_max = OneMax::new(24);
        let inputs = one_max.inputs(30, 56);
        let mut run = Run::begin(&Chc::default(), &inputs).unwrap();
        let mut diverged = 0;
        for _ in 0..300 {
            let (before, evaluations) = (run.search.population().best().0, run.tally.evaluations);
            let restarts = run.tally.restarts;
            run.step(&inputs);
            assert!(run.search.population().best().0 <= before, "the best survives");
            if run.tally.restarts > restarts {
                diverged += 1;
                assert_eq!(run.tally.evaluations - evaluations, 30);
                let population = run.search.population();
                let best = population.genome(0);
                // 0.35 × 24 genes.
                assert!((1..30).all(|n| hamming_distance(best, population.genome(n)) == 8));
            } else {
                assert!((run.tally.evaluations - evaluations) <= 30 && run.tally.evaluations.is_multiple_of(2));
            }
        }
        assert!(diverged > 2 && run.progress.best == 0, "{diverged} times, {:?}", run.progress);
    }
}
