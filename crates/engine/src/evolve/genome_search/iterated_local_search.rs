//! [`IteratedLocalSearch`]: descents to local optima by first improvement, each from a kick: the best local optimum with some genes
//! changed. With the key `mutation` a descent ends after some failures instead. Hill climbing uses the same `Descents`, from random
//! genomes.

use serde::{Deserialize, Serialize};

use super::neighborhood::{MaxFailures, candidates, check_max_failures};
use super::walk::{Comparison, Decision, Visit, Walk, Walking};
use super::{
    Begun, CounterStream, Fitness, Gene, GenomeAlgorithm, Inputs, InvalidSettings, PieceTable, Profile, Space, Walks,
    bounded, settings,
};

bounded! { integers:
    /// Number of genes that a kick changes.
    Strength, "strength" 1..=1000;
}

settings! {
    /// Iterated local search: descents by first improvement. Each descent starts from a kick, the best local optimum of the
    /// walk with `strength` genes changed. A new local optimum replaces the best one unless it is worse (H. R. Lourenço, O.
    /// C. Martin and T. Stützle, "Iterated local search", 2003).
    #[derive(Copy, Eq)]
    pub struct IteratedLocalSearch {
        /// Number of genes that a kick changes; at most all. Default 3.
        pub strength: Strength = Strength::new(3),
        /// Number of candidates in a row without an improvement after which a descent with the key `mutation` ends. Default 10,000.
        pub max_failures: Option<MaxFailures>,
        /// Number of independent walks side by side, which share the budget. Default 1.
        pub runs: Walks,
    }
}

impl GenomeAlgorithm for IteratedLocalSearch {
    fn profile(&self) -> Profile {
        Profile::of_walks("iterated local search", self.runs)
    }

    fn check(&self, _: &PieceTable, _: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        check_max_failures(self.max_failures, has_mutation)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let strength = Some(self.strength.get().min(inputs.space.length));
        let descents = Descents { strength, candidates: candidates(inputs, self.max_failures) };
        Walking::begin(descents, self.runs, inputs)
    }
}

/// Descents by first improvement, from kicks of the best local optimum or from random genomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descents {
    /// Number of genes that a kick changes; `None` if every descent starts from a random genome.
    pub(super) strength: Option<usize>,
    /// Number of candidates of a genome.
    pub(super) candidates: u64,
}

/// The best local optimum of a walk; none before the first, or without kicks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Optimum(Option<(Vec<Gene>, Fitness)>);

impl Walk for Descents {
    type State = Optimum;

    fn limit(&self, _: &Space) -> u64 {
        self.candidates
    }

    #[inline]
    fn propose(&self, space: &Space, visit: Visit, genome: &mut [Gene], _: &mut CounterStream) {
        space.move_to_neighbor_in_order(genome, visit.order, visit.number);
    }

    fn jump(&self, space: &Space, optimum: &mut Optimum, genome: &mut [Gene], stream: &mut CounterStream) {
        let (Some((genes, _)), Some(strength)) = (&optimum.0, self.strength) else {
            return space.randomize(genome, stream);
        };
        genome.copy_from_slice(genes);
        let mut places: Vec<usize> = (0..genome.len()).collect();
        stream.shuffle_first(&mut places, strength);
        places[..strength].iter().for_each(|&place| space.change_gene(&mut genome[place], stream));
    }

    fn origin<'a>(&self, optimum: &'a Optimum) -> Option<&'a [Gene]> {
        self.strength.and(optimum.0.as_ref()).map(|(genes, _)| &genes[..])
    }

    #[inline]
    fn decide(&self, _: &Space, optimum: &mut Optimum, comparison: &Comparison<'_>) -> Decision {
        if comparison.candidate < comparison.fitness {
            return Decision::Accept;
        }
        if comparison.number + 1 < self.candidates {
            return Decision::Stay;
        }
        if self.strength.is_none() {
            return Decision::Restart;
        }
        if optimum.0.as_ref().is_none_or(|(_, fitness)| comparison.fitness <= *fitness) {
            optimum.0 = Some((comparison.genome().to_vec(), comparison.fitness));
        }
        Decision::Kick
    }

    fn is_valid(&self, space: &Space, optimum: &Optimum) -> bool {
        optimum.0.as_ref().is_none_or(|(genes, _)| space.contains(genes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::OneMax;
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn a_kick_changes_random_genes_of_the_best_local_optimum_in_the_number_of_its_strength() {
        let one_max = OneMax::new(6);
        let inputs = one_max.inputs(2, 45);
        let algorithm = IteratedLocalSearch { strength: Strength::new(2), ..IteratedLocalSearch::default() };
        let mut run = Run::begin(&algorithm, &inputs).unwrap();
        let (mut kicks, mut counts) = (0, [0u32; 6]);
        while kicks < 6000 {
            let old_penalty = run.population.fitness()[0].penalty();
            run.step(&inputs).unwrap();
            let population = &run.population;
            // The only local optimum of OneMax is the summit; only a kick leaves it.
            if old_penalty == 0 && population.fitness()[0].penalty() > 0 {
                kicks += 1;
                assert_eq!(population.fitness()[0].penalty(), 2);
                let changed_places = (0..6).filter(|&place| population.genome(0)[place] != Gene(0));
                changed_places.for_each(|place| counts[place] += 1);
            }
        }
        assert_eq!(run.totals.restarts, 0);
        // Two of six places each: variance 2000 × 2/3; the sum is fixed. 5 degrees of freedom: 20.5 once in 1000.
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 2000.0).powi(2) / 1600.0).sum();
        assert!(chi < 20.5, "chi-square {chi}: {counts:?}");
    }
}
