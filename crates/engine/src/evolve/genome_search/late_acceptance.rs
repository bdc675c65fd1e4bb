//! [`LateAcceptance`]: hill climbing that also accepts an offspring that is fitter than the oldest entry of a history of fitness. It
//! changes one random gene at a time, or as the key `mutation` says.

use serde::{Deserialize, Serialize};

use super::walk::{Comparison, Decision, Walk, Walking};
use super::{Begun, Fitness, GenomeAlgorithm, Inputs, Profile, Space, Walks, bounded, settings};

bounded! { integers:
    /// Length of a fitness history, in steps.
    HistoryLength, "history" 1..=100_000;
}

settings! {
    /// Late acceptance hill climbing: changes one gene, drawn at random, and accepts an offspring that is not worse than its parent, or
    /// better than the genome of `history` steps before (E. K. Burke and Y. Bykov, "The late acceptance hill-climbing heuristic", 2017).
    #[derive(Copy, Eq)]
    pub struct LateAcceptance {
        /// Length of the fitness history, in steps. Default 1000.
        pub history: HistoryLength = HistoryLength::new(1000),
        /// Number of independent walks side by side, which share the budget. Default 1.
        pub runs: Walks,
    }
}

impl GenomeAlgorithm for LateAcceptance {
    fn profile(&self) -> Profile {
        Profile::of_walks("late acceptance", self.runs)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        Walking::begin(*self, self.runs, inputs)
    }
}

/// The fitness of the last steps as a ring buffer, and the index of its oldest entry.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct FitnessHistory {
    fitness: Vec<Fitness>,
    oldest: usize,
}

impl Walk for LateAcceptance {
    type State = FitnessHistory;

    fn land(&self, ring: &mut FitnessHistory, fitness: Fitness) {
        *ring = FitnessHistory { fitness: vec![fitness; self.history.get()], oldest: 0 };
    }

    #[inline]
    fn decide(&self, _: &Space, ring: &mut FitnessHistory, comparison: &Comparison<'_>) -> Decision {
        let oldest = &mut ring.fitness[ring.oldest];
        let accepts = comparison.candidate <= comparison.fitness || comparison.candidate < *oldest;
        // As in the paper, an entry never becomes worse.
        *oldest = (*oldest).min(if accepts { comparison.candidate } else { comparison.fitness });
        ring.oldest = (ring.oldest + 1) % self.history.get();
        if accepts { Decision::Accept } else { Decision::Stay }
    }

    fn is_valid(&self, _: &Space, ring: &FitnessHistory) -> bool {
        ring.fitness.len() == self.history.get() && ring.oldest < self.history.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, coupons};
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn a_history_of_one_step_is_randomized_local_search() {
        let one_max = OneMax::new(16);
        let algorithm = LateAcceptance { history: HistoryLength::new(1), runs: Walks::new(4000) };
        one_max.assert_mean(&one_max.times_of_walks(&algorithm, 46), coupons(16));
    }

    #[test]
    fn worse_genomes_are_accepted_up_to_the_fitness_of_the_history() {
        let one_max = OneMax::new(12);
        let inputs = one_max.inputs(2, 47);
        let mut run =
            Run::begin(&LateAcceptance { history: HistoryLength::new(50), runs: Walks::default() }, &inputs).unwrap();
        let mut history = [run.population.fitness()[0]; 50];
        let mut deteriorations = 0;
        for step in 0..2000 {
            let old_fitness = run.population.fitness()[0];
            run.step(&inputs).unwrap();
            let new_fitness = run.population.fitness()[0];
            assert!(new_fitness <= old_fitness || new_fitness < history[step % 50]);
            deteriorations += u32::from(new_fitness > old_fitness);
            history[step % 50] = history[step % 50].min(new_fitness);
        }
        assert!(deteriorations > 10, "{deteriorations}");
        assert_eq!(run.population.fitness()[0].penalty(), 0, "the fitness of the history falls");
    }
}
