//! [`Umda`]: the univariate marginal distribution algorithm, which draws genes from those of selected individuals at the same
//! position, and a share of them uniformly.

use super::{Begun, Cancelled, GenomeAlgorithm, Inputs, Profile, Rate, Search, Totals, settings};
use crate::evolve::population::{Population, first_by_key};

settings! {
    /// Univariate marginal distribution algorithm: each gene is drawn with the frequencies that symbols have at its position among the
    /// selected individuals (H. Mühlenbein and G. Paaß, "From recombination of genes to the estimation of distributions", PPSN 1996).
    ///
    /// The frequencies have no margins; a share of the genes is drawn uniformly instead, so that no symbol is lost.
    #[derive(Copy, Eq)]
    pub struct Umda {
        /// Share of the population that is selected by truncation. Default 0.5.
        pub selected: Rate = Rate::new(0.5),
        /// Share of genes that are drawn from all symbols, uniformly. Default 0.01.
        pub uniform: Rate = Rate::new(0.01),
    }
}

impl GenomeAlgorithm for Umda {
    fn profile(&self) -> Profile {
        Profile::without_mutation(
            "the univariate marginal distribution algorithm",
            "draws every genome from frequencies",
        )
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let population = || inputs.empty_population(inputs.population);
        Ok((Box::new(UmdaState { settings: *self, next: population()? }), population()?))
    }
}

/// The state of a run.
struct UmdaState {
    settings: Umda,
    next: Population,
}

impl Search for UmdaState {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        inputs.initialize(present, generation, totals)
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        present: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        let fitness = present.fitness();
        let count = self.settings.selected.share_of(present.size()).max(1);
        let selected = first_by_key(present.size(), count, |individual| (fitness[individual as usize], individual));
        inputs.sample(&mut self.next, totals, generation, self.settings.uniform, |place, stream| {
            // The gene of a random selected individual is distributed as their frequencies.
            present.genome(selected[stream.index(selected.len())] as usize)[place]
        })?;
        std::mem::swap(present, &mut self.next);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::Gene;
    use crate::evolve::genome_search::laws::OneMax;
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn genes_have_the_frequencies_of_the_selected_individuals() {
        let one_max = OneMax::new(12);
        let inputs = one_max.inputs(20_000, 52);
        let umda = Umda { selected: Rate::new(0.3), uniform: Rate::new(0.1) };
        let mut run = Run::begin(&umda, &inputs).unwrap();
        let mut parents: Vec<(u32, Vec<Gene>)> = {
            let population = &run.population;
            let individual_at = |individual: usize| {
                (population.fitness()[individual].penalty(), population.genome(individual).to_vec())
            };
            (0..20_000).map(individual_at).collect()
        };
        // A stable sort: of equals those with lower numbers are selected.
        parents.sort_by_key(|(penalty, _)| *penalty);
        let ones = |genomes: &mut dyn Iterator<Item = &[Gene]>| {
            let mut counts = [0.0; 12];
            genomes.for_each(|genome| genome.iter().zip(&mut counts).for_each(|(gene, n)| *n += f64::from(gene.0)));
            counts
        };
        let selected = ones(&mut parents[..6000].iter().map(|(_, genome)| &genome[..])).map(|count| count / 6000.0);
        run.step(&inputs).unwrap();
        let population = &run.population;
        let sampled = ones(&mut (0..20_000).map(|individual| population.genome(individual)));
        let chi: f64 = selected
            .iter()
            .map(|share| 0.9 * share + 0.05)
            .zip(sampled)
            .map(|(p, count)| (count - 20_000.0 * p).powi(2) / (20_000.0 * p * (1.0 - p)))
            .sum();
        // 12 degrees of freedom: 32.9 is exceeded once in 1000.
        assert!(chi < 32.9 && selected.iter().all(|share| *share < 0.45), "chi-square {chi}: {selected:?}");
    }

    #[test]
    fn one_max_is_solved_along_the_curve_of_truncation_selection() {
        // H. Mühlenbein and D. Schlierkamp-Voosen, "Predictive models for the breeder genetic algorithm", 1993: the share p of right
        // bits rises by I √(p (1 − p) / n) in a generation, where I = 0.798 is the intensity of truncation of one half.
        let one_max = OneMax::new(48);
        let umda = Umda { uniform: Rate::new(0.0), ..Umda::default() };
        let inputs = one_max.inputs(20_000, 53);
        let mut run = Run::begin(&umda, &inputs).unwrap();
        let mut predicted = 0.5f64;
        for generation in 0..11 {
            let wrong: u32 = run.population.fitness().iter().map(|fitness| fitness.penalty()).sum();
            let right = 1.0 - f64::from(wrong) / 48.0 / 20_000.0;
            assert!((right - predicted).abs() < 0.01, "generation {generation}: {right}, predicted {predicted}");
            predicted += 0.798 * (predicted * (1.0 - predicted) / 48.0).sqrt();
            run.step(&inputs).unwrap();
        }
        assert!(predicted > 0.95, "{predicted}");
    }
}
