//! [`MuLambda`]: the (μ + λ) and the (μ, λ) evolutionary algorithm, with mutation alone. Evolution strategies on the states of a cube are
//! in `strategy::es`.

use super::neighborhood::{Variation, check_changes};
use super::standard_mutation::Changes;
use super::{
    Begun, Cancelled, GenomeAlgorithm, Inputs, InvalidSettings, PieceTable, Profile, Search, Totals, bounded, settings,
};
use crate::evolve::population::{Population, copy_fittest};

bounded! { integers:
    /// Number of parents or of offspring.
    IndividualCount, "number of individuals" 1..=1_000_000;
}

settings! {
    /// (μ + λ) or (μ, λ) evolutionary algorithm on genomes: λ offspring of random parents, each mutated as in the (1+1) evolutionary
    /// algorithm; the best μ survive (H.-P. Schwefel, "Numerical Optimization of Computer Models", 1981; T. Jansen, K. A. De Jong and I.
    /// Wegener, "On the choice of the offspring population size in evolutionary algorithms", 2005).
    #[derive(Copy, Eq)]
    pub struct MuLambda {
        /// Number of parents, μ. Default 15.
        pub parents: IndividualCount = IndividualCount::new(15),
        /// Number of offspring of a generation, λ. Default 100.
        pub offspring: IndividualCount = IndividualCount::new(100),
        /// Individuals that may survive. Default `plus`.
        pub survival: GenomeSurvival,
        /// Expected number of genes that change per draw of an offspring; draws without a change are repeated. Default 1. The
        /// key `mutation` replaces this change.
        pub changes: Option<Changes>,
    }

    /// Individuals that may survive a generation.
    #[derive(Default)]
    pub enum GenomeSurvival {
        /// Parents and offspring. An offspring survives before an equally fit parent.
        #[default]
        Plus,
        /// Offspring alone.
        Comma,
    }
}

impl GenomeAlgorithm for MuLambda {
    fn profile(&self) -> Profile {
        let title = match self.survival {
            GenomeSurvival::Plus => "the (μ + λ) evolutionary algorithm",
            GenomeSurvival::Comma => "the (μ, λ) evolutionary algorithm",
        };
        Profile::new(title, Some(self.offspring.get()))
    }

    fn check(&self, _: &PieceTable, _: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        let (parents, offspring) = (self.parents.get(), self.offspring.get());
        if self.survival == GenomeSurvival::Comma && offspring < parents {
            return Err(InvalidSettings::Parents { parents, offspring });
        }
        check_changes(self.changes, has_mutation)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let parents = || inputs.empty_population(self.parents.get());
        let state = MuLambdaState {
            offspring: inputs.empty_population(self.offspring.get())?,
            survivors: parents()?,
            mutation: Variation::new(self.changes, inputs),
            survival: self.survival,
        };
        Ok((Box::new(state), parents()?))
    }
}

/// The state of a run.
struct MuLambdaState {
    offspring: Population,
    /// Room for the next parents.
    survivors: Population,
    mutation: Variation,
    survival: GenomeSurvival,
}

impl Search for MuLambdaState {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        parents: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        inputs.initialize(parents, generation, totals)
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        parents: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        self.mutation.breed(inputs, parents, &mut self.offspring, totals, generation)?;
        let competing_parents = match self.survival {
            GenomeSurvival::Plus => parents.size(),
            GenomeSurvival::Comma => 0,
        };
        // Offspring come first, so that one survives before an equally fit parent.
        let offspring = (&self.offspring, self.offspring.size());
        copy_fittest(&mut self.survivors, offspring, (parents, competing_parents));
        std::mem::swap(parents, &mut self.survivors);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, time_of_plus_selection};
    use crate::evolve::genome_search::run::Run;

    fn mu_lambda(parents: i64, offspring: i64, survival: GenomeSurvival) -> MuLambda {
        let [parents, offspring] = [parents, offspring].map(IndividualCount::new);
        MuLambda { parents, offspring, survival, ..MuLambda::default() }
    }

    #[test]
    fn one_plus_lambda_takes_its_exact_time_on_one_max() {
        for (n, lambda) in [(8, 1), (10, 4)] {
            let one_max = OneMax::new(n as usize);
            let algorithm = mu_lambda(1, lambda.into(), GenomeSurvival::Plus);
            let times: Vec<f64> = (0..3000).map(|seed| one_max.time(&algorithm, 2, seed)).collect();
            one_max.assert_mean(&times, time_of_plus_selection(n, 1.0, lambda));
        }
    }

    #[test]
    fn the_best_individuals_survive() {
        let one_max = OneMax::new(20);
        let inputs = one_max.inputs(2, 51);
        for survival in [GenomeSurvival::Plus, GenomeSurvival::Comma] {
            let mut run = Run::begin(&mu_lambda(6, 30, survival), &inputs).unwrap();
            let mut losses = 0;
            for _ in 0..60 {
                let old_fitness = run.population.fitness().to_vec();
                run.step(&inputs).unwrap();
                let new_fitness = run.population.fitness();
                assert!(new_fitness.is_sorted());
                losses += u32::from(new_fitness[0] > old_fitness.iter().copied().min().unwrap());
            }
            assert_eq!(run.totals.evaluations, 6 + 60 * 30);
            assert_eq!(losses > 0, survival == GenomeSurvival::Comma, "{losses}");
        }
    }
}
