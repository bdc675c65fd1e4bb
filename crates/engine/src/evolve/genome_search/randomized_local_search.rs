//! [`RandomizedLocalSearch`].

use std::collections::TryReserveError;

use super::walk::{Comparison, Decision, Visit, Walk, Walking};
use super::{GenomeAlgorithm, Inputs, Search, Space, Walks};
use crate::evaluation::Gene;
use crate::settings::settings;
use evocube_cube::rng::CounterStream;

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
    fn title(&self) -> &'static str {
        "randomized local search"
    }

    fn offspring(&self, _: usize) -> usize {
        self.runs.get()
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Search>, TryReserveError> {
        Walking::begin(OneGene, self.runs.get(), inputs)
    }
}

/// One gene changes.
#[derive(Clone, Copy, Debug)]
struct OneGene;

impl Walk for OneGene {
    type State = ();

    #[inline]
    fn propose(&self, space: &Space, _: Visit, genome: &mut [Gene], stream: &mut CounterStream) {
        space.move_to_random_neighbor(genome, stream);
    }

    #[inline]
    fn decide(&self, _: &Space, (): &mut (), comparison: &Comparison<'_>) -> Decision {
        if comparison.candidate <= comparison.fitness { Decision::Accept } else { Decision::Stay }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
                run.search = Box::new(Walking::with_ahead(OneGene, 3, ahead, &inputs).unwrap());
                run.totals = crate::evolve::genome_search::Totals::NONE;
                run.search.step(&inputs, &mut run.totals, 0);
                run
            })
            .into();
        for _ in 0..200 {
            runs.iter_mut().for_each(|run| run.step(&inputs));
            let shown = |run: &Run| (run.search.save(), format!("{:?}", run.totals));
            assert!(runs.iter().all(|run| shown(run) == shown(&runs[0])));
        }
    }
}
