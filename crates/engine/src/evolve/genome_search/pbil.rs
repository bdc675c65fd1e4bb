//! [`Pbil`]: population-based incremental learning, which samples genomes from a probability of each symbol at each position, and moves
//! these towards the best individual of a generation. A share of the genes is drawn uniformly. `umda` takes the frequencies of one
//! generation instead.

use std::collections::TryReserveError;

use super::{
    Begun, Cancelled, CounterStream, Gene, GenomeAlgorithm, Inputs, Profile, Rate, Search, Space, Totals, decode,
    encode, settings,
};
use crate::evolve::population::Population;
use crate::evolve::symbols::gene_of;

settings! {
    /// Population-based incremental learning: the probabilities of the symbols at each position move towards the best individual of
    /// each generation (S. Baluja, "Population-based incremental learning", Carnegie Mellon University 1994).
    ///
    /// The paper mutates the probabilities; here a share of the genes is drawn uniformly instead, so that no symbol is
    /// lost.
    #[derive(Copy, Eq)]
    pub struct Pbil {
        /// Share of the distance to the best individual by which the probabilities move. Default 0.1.
        pub learning_rate: Rate = Rate::new(0.1),
        /// Share of genes that are drawn from all symbols, uniformly. Default 0.01.
        pub uniform: Rate = Rate::new(0.01),
    }
}

impl GenomeAlgorithm for Pbil {
    fn profile(&self) -> Profile {
        Profile::without_mutation(
            "population-based incremental learning",
            "draws every genome from learned probabilities",
        )
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let state = PbilState { settings: *self, model: Model::uniform(&inputs.space)? };
        Ok((Box::new(state), inputs.empty_population(inputs.population)?))
    }
}

/// Probabilities of the symbols, position by position.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    symbols: usize,
    probabilities: Vec<f64>,
    /// Cumulative sums of the probabilities within each position.
    sums: Vec<f64>,
}

impl Model {
    fn uniform(space: &Space) -> Result<Self, TryReserveError> {
        let (symbols, count) = (space.symbol_count(), space.length * space.symbol_count());
        let mut model = Self { symbols, probabilities: Vec::new(), sums: Vec::new() };
        model.probabilities.try_reserve_exact(count)?;
        model.sums.try_reserve_exact(count)?;
        model.probabilities.resize(count, 0.0);
        model.sums.resize(count, 0.0);
        model.reset();
        Ok(model)
    }

    /// Makes all symbols equally likely.
    fn reset(&mut self) {
        self.probabilities.fill(1.0 / self.symbols as f64);
        self.add_up();
    }

    fn add_up(&mut self) {
        for (sums, all) in self.sums.chunks_mut(self.symbols).zip(self.probabilities.chunks(self.symbols)) {
            let mut sum = 0.0;
            for (place, probability) in sums.iter_mut().zip(all) {
                sum += probability;
                *place = sum;
            }
        }
    }

    /// Moves all probabilities towards a genome.
    fn learn(&mut self, genome: &[Gene], rate: f64) {
        for (all, gene) in self.probabilities.chunks_mut(self.symbols).zip(genome) {
            all.iter_mut().for_each(|probability| *probability *= 1.0 - rate);
            all[gene.index()] += rate;
        }
        self.add_up();
    }

    /// Draws the symbol of a position.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 65,535 symbols
    fn draw(&self, position: usize, stream: &mut CounterStream) -> Gene {
        let sums = &self.sums[position * self.symbols..][..self.symbols];
        // The last sum differs from 1 by rounding only.
        let uniform = stream.fraction() * sums[self.symbols - 1];
        gene_of(sums.partition_point(|sum| *sum <= uniform).min(self.symbols - 1) as u32)
    }
}

/// The state of a run.
struct PbilState {
    settings: Pbil,
    model: Model,
}

impl PbilState {
    /// Moves the probabilities towards the best individual.
    fn learn(&mut self, population: &Population) {
        let (_, best) = population.best();
        self.model.learn(population.genome(best), self.settings.learning_rate.get());
    }
}

impl Search for PbilState {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        self.model.reset();
        inputs.initialize(population, generation, totals)?;
        self.learn(population);
        Ok(())
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        let (model, uniform) = (&self.model, self.settings.uniform);
        inputs.sample(population, totals, generation, uniform, |place, stream| model.draw(place, stream))?;
        self.learn(population);
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        encode(&self.model.probabilities)
    }

    fn restore(&mut self, _: &Inputs<'_>, _: &Population, saved: &[u8]) -> bool {
        let Some(probabilities) = decode::<Vec<f64>>(saved) else { return false };
        let is_probability = |probability: &f64| (0.0..=1.0 + 1e-9).contains(probability);
        let fits = probabilities.len() == self.model.probabilities.len() && probabilities.iter().all(is_probability);
        if fits {
            self.model.probabilities = probabilities;
            self.model.add_up();
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::OneMax;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    #[test]
    fn probabilities_approach_the_best_genome_geometrically_and_are_those_of_the_samples() {
        let space = Space::new(2, None, Symbols::new(5), 5);
        let mut model = Model::uniform(&space).unwrap();
        for _ in 0..4 {
            model.learn(&[Gene(3), Gene(0)], 0.1);
        }
        // Baluja's rule: 1 − (1 − 1/5) × 0.9^4 and 1/5 × 0.9^4.
        let (high, low) = (1.0 - 0.8 * 0.9f64.powi(4), 0.2 * 0.9f64.powi(4));
        let expected = [low, low, low, high, low];
        let is_near =
            |values: &[f64]| values.iter().zip(expected).all(|(value, expected)| (value - expected).abs() < 1e-12);
        assert!(is_near(&model.probabilities[..5]), "{model:?}");
        let (mut counts, mut stream) = ([0u32; 5], Seed::from_number(54).key(0).stream(0));
        (0..1_000_000).for_each(|_| counts[model.draw(0, &mut stream).index()] += 1);
        let chi: f64 = counts.iter().zip(expected).map(|(&n, p)| (f64::from(n) - 1e6 * p).powi(2) / (1e6 * p)).sum();
        // 4 degrees of freedom: 18.5 is exceeded once in 1000.
        assert!(chi < 18.5, "chi-square {chi}");
    }

    #[test]
    fn one_max_is_learned() {
        let one_max = OneMax::new(24);
        let times: Vec<f64> = (0..10).map(|seed| one_max.time(&Pbil::default(), 100, seed)).collect();
        // Random search would take 2^24 / 100 generations.
        assert!(times.iter().all(|time| *time < 200.0), "{times:?}");
    }
}
