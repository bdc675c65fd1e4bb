//! [`RandomizedLocalSearch`]: changes one random gene, or mutates with the key `mutation`, and keeps the offspring unless it is worse.
//! `one_plus_one` may change several genes at once.

use super::walk::{Walk, Walking};
use super::{Begun, GenomeAlgorithm, Inputs, Profile, Walks, settings};

settings! {
    /// Randomized local search: one gene, drawn at random, is changed to another symbol, and the offspring replaces its parent unless
    /// it is worse (F. Neumann and I. Wegener, "Randomized local search, evolutionary algorithms, and the minimum spanning tree
    /// problem", 2007).
    #[derive(Copy, Eq)]
    pub struct RandomizedLocalSearch {
        /// Number of independent runs side by side, which share the budget. Default 1.
        pub runs: Walks,
    }
}

impl GenomeAlgorithm for RandomizedLocalSearch {
    fn profile(&self) -> Profile {
        Profile::of_walks("randomized local search", self.runs)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        Walking::begin(*self, self.runs, inputs)
    }
}

impl Walk for RandomizedLocalSearch {
    type State = ();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::encode;
    use crate::evolve::genome_search::laws::{OneMax, coupons};
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn randomized_local_search_takes_the_time_of_a_coupon_collector_on_one_max() {
        for n in [5, 16] {
            let one_max = OneMax::new(n as usize);
            let times = one_max.times_of_walks(&RandomizedLocalSearch { runs: Walks::new(4000) }, 42);
            one_max.assert_mean(&times, coupons(n));
        }
    }

    #[test]
    fn candidates_made_ahead_change_no_result() {
        let one_max = OneMax::new(9);
        let inputs = one_max.inputs(2, 7);
        let mut runs: Vec<Run> = [1, 2, 64]
            .map(|ahead| {
                let mut run = Run::begin(&RandomizedLocalSearch { runs: Walks::new(3) }, &inputs).unwrap();
                run.search =
                    Box::new(Walking::with_ahead(RandomizedLocalSearch::default(), 3, ahead, &inputs).unwrap());
                run.totals = crate::evolve::genome_search::Totals::NONE;
                run.search.step(&inputs, &mut run.population, &mut run.totals, 0).unwrap();
                run
            })
            .into();
        for _ in 0..200 {
            runs.iter_mut().for_each(|run| run.step(&inputs).unwrap());
            let state = |run: &Run| encode(&run.saved());
            assert!(runs.iter().all(|run| state(run) == state(&runs[0])));
        }
    }
}
