//! [`Chc`]: L. J. Eshelman's CHC, which recombines distant parents, without mutation, and restarts from its best individual and changed
//! copies of it.

use super::{Begun, Cancelled, GenomeAlgorithm, Inputs, Profile, Rate, Search, Totals, decode, encode, settings};
use crate::evolve::crossover::exchange_half;
use crate::evolve::population::{Population, copy_fittest, hamming_distance};

settings! {
    /// CHC: all individuals are paired at random; those that differ enough exchange exactly half of their differing genes; parents and
    /// offspring compete for survival. A population without mating pairs is restarted: its best individual stays, and copies of it with
    /// many changed genes replace the others (L. J. Eshelman, "The CHC adaptive search algorithm", FOGA 1991).
    #[derive(Copy, Eq)]
    pub struct Chc {
        /// Share of genes that a restart changes. Default 0.35.
        pub divergence: Rate = Rate::new(0.35),
    }
}

impl GenomeAlgorithm for Chc {
    fn profile(&self) -> Profile {
        Profile::without_mutation("CHC", "recombines without mutation")
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let population = || inputs.empty_population(inputs.population);
        let state =
            ChcState { divergence: self.divergence, threshold: 0, next: population()?, offspring: population()? };
        Ok((Box::new(state), population()?))
    }
}

/// The state of a run.
struct ChcState {
    divergence: Rate,
    /// Half the Hamming distance of a pair that mates is above this. Survival of no offspring lowers it by 1; below 0 the
    /// population restarts.
    threshold: i64,
    next: Population,
    offspring: Population,
}

impl ChcState {
    /// Breeds the offspring of a generation. Returns their number.
    fn mate(
        &mut self,
        inputs: &Inputs<'_>,
        present: &Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<usize, Cancelled> {
        let key = inputs.seed.child("mate").key(generation);
        let mut order: Vec<u32> = (0..).take(present.size()).collect();
        key.stream(u32::MAX).shuffle(&mut order);
        let (mut count, mut new) = (0, Vec::new());
        let (mut rows, fitness) = self.offspring.parts_mut();
        for (pair, number) in order.chunks_exact(2).zip(0..) {
            let parents = [pair[0], pair[1]].map(|individual| individual as usize);
            let [a, b] = parents.map(|parent| present.genome(parent));
            let distance = i64::try_from(hamming_distance(a, b)).expect("short genomes");
            if distance <= 2 * self.threshold {
                continue;
            }
            let (first, second) = rows.pair_mut(count);
            first.copy_from_slice(a);
            second.copy_from_slice(b);
            exchange_half(first, second, &mut key.stream(number));
            // Half of one differing gene is none.
            for (row, is_new, parent) in [(count, first != a, parents[0]), (count + 1, second != b, parents[1])] {
                if is_new {
                    new.push(super::number(row));
                } else {
                    fitness[row] = present.fitness()[parent];
                }
            }
            count += 2;
        }
        inputs.evaluate(&mut self.offspring, 0..count, &new, totals)?;
        Ok(count)
    }

    /// Restarts the population from its best individual and changed copies of it.
    fn diverge(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        let key = inputs.seed.child("diverge").key(generation);
        let (_, best) = present.best();
        let (genes, fitness) = (present.genome(best).to_vec(), present.fitness()[best]);
        let changed = self.divergence.share_of(genes.len());
        let mut places: Vec<usize> = (0..genes.len()).collect();
        // The best individual stays as number 0 and is not evaluated again.
        present.replace_with(0, &genes, fitness);
        inputs.breed(1..present.size(), present, totals, |row, genome| {
            genome.copy_from_slice(&genes);
            let mut stream = key.stream(row);
            stream.shuffle_first(&mut places, changed);
            places[..changed].iter().for_each(|&place| inputs.space.change_gene(&mut genome[place], &mut stream));
            Ok((*genome == genes[..]).then_some(fitness))
        })?;
        totals.restarts += 1;
        let rate = self.divergence.get();
        self.threshold = i64::try_from(Rate::new(rate * (1.0 - rate)).share_of(genes.len())).expect("short genomes");
        Ok(())
    }
}

impl Search for ChcState {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        self.threshold = i64::try_from(inputs.space.length / 4).expect("short genomes");
        inputs.initialize(present, generation, totals)
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        if self.threshold < 0 {
            return self.diverge(inputs, present, totals, generation);
        }
        let offspring = self.mate(inputs, present, totals, generation)?;
        let size = present.size();
        // Parents come first, so that an offspring replaces a parent only if it is fitter.
        let survivors = copy_fittest(&mut self.next, (present, size), (&self.offspring, offspring));
        if survivors.iter().all(|&number| (number as usize) < size) {
            self.threshold -= 1;
        }
        std::mem::swap(present, &mut self.next);
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        encode(&self.threshold)
    }

    fn restore(&mut self, _: &Inputs<'_>, _: &Population, saved: &[u8]) -> bool {
        let Some(threshold) = decode(saved) else { return false };
        self.threshold = threshold;
        (-1..=1000).contains(&threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::OneMax;
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn pairs_that_differ_in_one_gene_mate_to_copies() {
        // With three genes the threshold is 0, so that different individuals mate. Half of one differing gene is none.
        let one_max = OneMax::new(3);
        let inputs = one_max.inputs(40, 57);
        let mut run = Run::begin(&Chc::default(), &inputs).unwrap();
        let mut order: Vec<u32> = (0..40).collect();
        inputs.seed.child("mate").key(1).stream(u32::MAX).shuffle(&mut order);
        let population = run.population.clone();
        let genome = |individual: u32| population.genome(individual as usize);
        let distances = || order.chunks(2).map(|pair| hamming_distance(genome(pair[0]), genome(pair[1])));
        let (mates, new) = (distances().filter(|&d| d > 0).count(), distances().filter(|&d| d > 1).count());
        run.step(&inputs).unwrap();
        assert!(new > 0 && new < mates, "{new} of {mates}");
        assert_eq!((run.totals.offspring, run.totals.evaluations), (40 + 2 * mates as u64, 40 + 2 * new as u64));
    }

    #[test]
    fn pairs_that_are_too_similar_do_not_mate_until_the_population_restarts() {
        let one_max = OneMax::new(24);
        let inputs = one_max.inputs(30, 56);
        let mut run = Run::begin(&Chc::default(), &inputs).unwrap();
        let mut diverged = 0;
        for _ in 0..300 {
            let (best_fitness, evaluations) = (run.population.best().0, run.totals.evaluations);
            let restarts = run.totals.restarts;
            run.step(&inputs).unwrap();
            assert!(run.population.best().0 <= best_fitness, "the best survives");
            if run.totals.restarts > restarts {
                diverged += 1;
                assert_eq!(run.totals.evaluations - evaluations, 29, "the best is not evaluated again");
                let population = &run.population;
                let best = population.genome(0);
                // 0.35 × 24 genes.
                assert!((1..30).all(|n| hamming_distance(best, population.genome(n)) == 8));
            } else {
                let new = run.totals.evaluations - evaluations;
                assert!(new <= 30 && new.is_multiple_of(2));
            }
        }
        assert!(diverged > 2 && run.progress.best == 0, "{diverged} times, {:?}", run.progress);
    }
}
