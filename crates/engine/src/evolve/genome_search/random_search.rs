//! [`RandomSearch`]: genomes drawn independently, the baseline of all other algorithms.

use super::{Begun, Cancelled, GenomeAlgorithm, Inputs, Population, Profile, Search, Totals, settings};

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

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        Ok((Box::new(*self), inputs.empty_population(inputs.population)?))
    }
}

impl Search for RandomSearch {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        inputs.initialize(population, generation, totals)
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        population: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        inputs.initialize(population, generation, totals)
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
