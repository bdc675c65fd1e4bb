//! [`HillClimbing`]: moves to fitter genomes that differ in one gene, by [`Pivot`] to the first or to the fittest, and restarts at local
//! optima. With the key `mutation`, first improvement tries mutants, and restarts after a number of failures. First improvement runs in
//! `iterated_local_search`, steepest ascent here.

use super::iterated_local_search::Descents;
use super::neighborhood::{MaxFailures, candidates, check_max_failures};
use super::walk::{Comparison, Decision, Visit, Walk, Walking};
use super::{
    Begun, CounterStream, Fitness, Gene, GenomeAlgorithm, Inputs, InvalidSettings, PieceTable, Profile, Space, Walks,
    settings,
};

settings! {
    /// Hill climbing: moves to a fitter neighbor, a genome that differs in one gene, and restarts at a random genome when no neighbor is
    /// fitter (S. Russell and P. Norvig, "Artificial Intelligence", 1995, random-restart hill climbing).
    #[derive(Copy, Eq)]
    pub struct HillClimbing {
        /// The neighbor that it moves to. Default `first-improvement`.
        pub pivot: Pivot,
        /// Number of candidates in a row without an improvement after which a walk with the key `mutation` restarts. Default 10,000.
        pub max_failures: Option<MaxFailures>,
        /// Number of independent walks side by side, which share the budget. Default 1.
        pub runs: Walks,
    }

    /// The rule that selects a fitter neighbor.
    #[derive(Default)]
    pub enum Pivot {
        /// The first that is found. The neighbors are visited in a random order, each once.
        #[default]
        FirstImprovement,
        /// The fittest of all neighbors; the first of equally fit ones.
        Steepest,
    }
}

impl GenomeAlgorithm for HillClimbing {
    fn profile(&self) -> Profile {
        let why_no_mutation = match self.pivot {
            Pivot::FirstImprovement => None,
            Pivot::Steepest => Some("compares all genomes with one other gene"),
        };
        Profile { why_no_mutation, ..Profile::of_walks("hill climbing", self.runs) }
    }

    fn check(&self, _: &PieceTable, _: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        check_max_failures(self.max_failures, has_mutation)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        match self.pivot {
            Pivot::FirstImprovement => {
                let descents = Descents { strength: None, candidates: candidates(inputs, self.max_failures) };
                Walking::begin(descents, self.runs, inputs)
            }
            Pivot::Steepest => Walking::begin(Steepest, self.runs, inputs),
        }
    }
}

/// Moves to the fittest neighbor.
#[derive(Clone, Copy, Debug)]
struct Steepest;

impl Walk for Steepest {
    /// The fitness and the number of the fittest neighbor so far.
    type State = Option<(Fitness, u64)>;

    fn limit(&self, space: &Space) -> u64 {
        space.neighbors()
    }

    #[inline]
    fn propose(&self, space: &Space, visit: Visit, genome: &mut [Gene], _: &mut CounterStream) {
        space.move_to_neighbor_in_order(genome, visit.order, visit.number);
    }

    #[inline]
    fn decide(&self, space: &Space, best: &mut Self::State, comparison: &Comparison<'_>) -> Decision {
        let neighbor = (comparison.candidate, comparison.number);
        let fittest = best.map_or(neighbor, |best| best.min(neighbor));
        if comparison.number + 1 < space.neighbors() {
            *best = Some(fittest);
            return Decision::Stay;
        }
        *best = None;
        let (fitness, number) = fittest;
        if fitness < comparison.fitness { Decision::MoveBack(number, fitness) } else { Decision::Restart }
    }

    fn is_valid(&self, space: &Space, best: &Self::State) -> bool {
        best.is_none_or(|(_, number)| number < space.neighbors())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, binomial};
    use crate::evolve::genome_search::run::Run;

    fn mean_over_starts(n: u32, time: impl Fn(u32) -> f64) -> f64 {
        (0..=n).map(|wrong| binomial(n, wrong) / 2f64.powi(i32::try_from(n).unwrap()) * time(wrong)).sum()
    }

    #[test]
    fn first_improvement_takes_its_exact_time_on_one_max() {
        // Without replacement the first of k wrong bits among n is number (n + 1) / (k + 1) on average.
        let n = 16;
        let one_max = OneMax::new(16);
        let algorithm = HillClimbing { runs: Walks::new(4000), ..HillClimbing::default() };
        let time = |wrong: u32| (1..=wrong).map(|k| f64::from(n + 1) / f64::from(k + 1)).sum();
        one_max.assert_mean(&one_max.times_of_walks(&algorithm, 43), mean_over_starts(n, time));
    }

    #[test]
    fn steepest_ascent_evaluates_every_neighbor_once_a_move_and_restarts_at_the_summit() {
        let one_max = OneMax::new(10);
        let inputs = one_max.inputs(2, 9);
        let mut run = Run::begin(&HillClimbing { pivot: Pivot::Steepest, ..HillClimbing::default() }, &inputs).unwrap();
        let penalty = |run: &Run| run.population.fitness()[0].penalty();
        let wrong = penalty(&run);
        assert!(wrong > 1, "a start with several wrong bits");
        for lower_penalty in (0..wrong).rev() {
            (0..9).for_each(|_| run.step(&inputs).unwrap());
            assert_eq!(penalty(&run), lower_penalty + 1);
            run.step(&inputs).unwrap();
            assert_eq!(penalty(&run), lower_penalty);
        }
        (0..10).for_each(|_| run.step(&inputs).unwrap());
        assert_eq!((run.totals.restarts, run.totals.evaluations), (1, 1 + 10 * u64::from(wrong) + 10));
        assert_eq!(penalty(&run), 0);
        run.step(&inputs).unwrap();
        assert!(penalty(&run) > 0, "a random genome");
    }
}
