//! [`RandomSearch`].

use std::collections::TryReserveError;

use super::{Gene, GenomeAlgorithm, Inputs, Population, Profile, Search, Totals, decode, encode, settings};

settings! {
    /// Random search: every genome is drawn independently, as in an initial population (R. L. Anderson, "Recent advances in finding
    /// best operating conditions", 1953). A generation has `population` genomes.
    #[derive(Copy, Eq)]
    pub struct RandomSearch {}
}

impl GenomeAlgorithm for RandomSearch {
    fn profile(&self) -> Profile {
        Profile::without_mutation("random search", "draws every genome independently")
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Search>, TryReserveError> {
        Ok(Box::new(RandomSearchState(inputs.empty_population(inputs.population)?)))
    }
}

/// The genomes of a generation.
struct RandomSearchState(Population);

impl Search for RandomSearchState {
    fn step(&mut self, inputs: &Inputs<'_>, totals: &mut Totals, generation: u64) {
        inputs.initialize(&mut self.0, generation, totals);
    }

    fn population(&self) -> &Population {
        &self.0
    }

    fn save(&self) -> Vec<u8> {
        encode(&self.0)
    }

    fn restore(&mut self, inputs: &Inputs<'_>, saved: &[u8]) -> bool {
        decode::<Vec<Gene>>(saved).is_some_and(|genes| inputs.restore(&mut self.0, &genes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::OneMax;

    #[test]
    fn random_search_finds_one_genome_among_all_in_geometric_time() {
        // Eight bits in generations of four: the number of generations until the first hit.
        let one_max = OneMax::new(8);
        let miss = (1.0 - 1.0 / 256.0f64).powi(4);
        let times: Vec<f64> = (0..2000).map(|seed| one_max.time(&RandomSearch {}, 4, seed)).collect();
        // P(T > t) = miss^(t + 1): mean miss / (1 - miss).
        one_max.assert_mean(&times, miss / (1.0 - miss));
    }
}
