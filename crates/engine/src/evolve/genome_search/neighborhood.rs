//! Effects of the key `mutation` in algorithms on genomes: the offspring of a population ([`Variation`]) and how many failed [`candidates`]
//! make a local optimum. Also its checks beside `changes` and `max-failures`, and tests of walks with a mutation. The steps from genome to
//! genome are in `walk`, neighbors that differ in one gene in `space`.

use super::standard_mutation::{Changes, StandardMutation};
use super::{Cancelled, Inputs, InvalidSettings, Mutation, Population, Totals, bounded};

bounded! { integers:
    /// Number of candidates in a row without an improvement, after which a genome counts as a local optimum. The default is above
    /// the number of neighbors of a genome of 30 genes over 234 symbols, 6,990.
    MaxFailures, "max-failures" 1..=1_000_000_000, default 10_000;
}

/// Returns the number of candidates of a genome: all its neighbors, or with the key `mutation` the maximum number of failures.
pub(super) fn candidates(inputs: &Inputs<'_>, max_failures: Option<MaxFailures>) -> u64 {
    match inputs.mutation {
        None => inputs.space.neighbors(),
        Some(_) => max_failures.unwrap_or_default().get() as u64,
    }
}

/// Error if `changes` and the key `mutation` are both set.
pub(super) fn check_changes(changes: Option<Changes>, has_mutation: bool) -> Result<(), InvalidSettings> {
    if changes.is_some() && has_mutation { Err(InvalidSettings::ChangesBesideMutation) } else { Ok(()) }
}

/// Error if `max-failures` is set without the key `mutation`.
pub(super) fn check_max_failures(max_failures: Option<MaxFailures>, has_mutation: bool) -> Result<(), InvalidSettings> {
    if max_failures.is_some() && !has_mutation { Err(InvalidSettings::MaxFailuresAlone) } else { Ok(()) }
}

/// The change of an offspring of a population.
pub(super) enum Variation {
    /// Of the algorithm.
    Standard(StandardMutation),
    /// By the key `mutation`.
    Mutation(Mutation),
}

impl Variation {
    /// Returns the mutation of a run, or else the standard mutation.
    pub(super) fn new(changes: Option<Changes>, inputs: &Inputs<'_>) -> Self {
        match inputs.mutation {
            None => Self::Standard(StandardMutation::new(changes.unwrap_or_default(), &inputs.space)),
            Some(mutation) => Self::Mutation(mutation.clone()),
        }
    }

    /// Makes, evaluates and counts offspring of random parents, each equally likely. One that stays a copy is not evaluated.
    pub(super) fn breed(
        &self,
        inputs: &Inputs<'_>,
        parents: &Population,
        offspring: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        let (space, key) = (&inputs.space, inputs.seed.child("mutate").key(generation));
        inputs.breed(0..offspring.size(), offspring, totals, |row, genome| {
            let mut stream = key.stream(row);
            let parent = stream.index(parents.size());
            genome.copy_from_slice(parents.genome(parent));
            match self {
                Self::Standard(mutation) => mutation.mutate(space, genome, &mut stream),
                Self::Mutation(mutation) => {
                    mutation.vary(&space.symbols, parents.fitness()[parent], genome, &mut stream)?;
                }
            }
            Ok((genome == parents.genome(parent)).then(|| parents.fitness()[parent]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, time_of_plus_selection};
    use crate::evolve::genome_search::run::Run;
    use crate::evolve::genome_search::walk::Walking;
    use crate::evolve::genome_search::{
        GenomeAlgorithm, HillClimbing, IteratedLocalSearch, LateAcceptance, MuLambda, OnePlusOne,
        RandomizedLocalSearch, SimulatedAnnealing, Walks, encode,
    };

    /// Changes each bit with probability 1/n; a draw without a change is repeated.
    const STANDARD: &str = "{ uniform = { individual-rate = 0.4, gene-rate = '1/length' } }";

    #[test]
    fn walks_with_a_mutation_take_its_exact_time_on_one_max() {
        // Moves to equally fit genomes do not change the number of wrong bits.
        let runs = Walks::new(4000);
        let algorithms: [&dyn GenomeAlgorithm; 3] = [
            &OnePlusOne { runs, ..OnePlusOne::default() },
            &RandomizedLocalSearch { runs },
            &HillClimbing { runs, ..HillClimbing::default() },
        ];
        for (algorithm, seed) in algorithms.into_iter().zip(81..) {
            let one_max = OneMax::new(10).with_mutation(STANDARD);
            one_max.assert_mean(&one_max.times_of_walks(algorithm, seed), time_of_plus_selection(10, 1.0, 1));
        }
    }

    #[test]
    fn a_population_with_a_mutation_takes_its_exact_time_on_one_max() {
        let toml = "parents = 1\noffspring = 4";
        let algorithm: MuLambda = crate::settings::read(toml).unwrap();
        let one_max = OneMax::new(10).with_mutation(STANDARD);
        let times: Vec<f64> = (0..3000).map(|seed| one_max.time(&algorithm, 2, seed)).collect();
        one_max.assert_mean(&times, time_of_plus_selection(10, 1.0, 4));
    }

    #[test]
    fn first_improvement_restarts_after_the_maximum_number_of_failures_in_a_row() {
        let one_max = OneMax::new(6).with_mutation("{ swap.individual-rate = 1.0 }");
        let inputs = one_max.inputs(2, 5);
        let algorithm = HillClimbing { max_failures: Some(MaxFailures::new(7)), ..HillClimbing::default() };
        let mut run = Run::begin(&algorithm, &inputs).unwrap();
        // Swaps keep the number of wrong bits, so that no candidate is fitter: 7 failures, then a random genome.
        (0..80).for_each(|_| run.step(&inputs).unwrap());
        assert_eq!((run.totals.restarts, run.totals.offspring), (10, 81));
    }

    #[test]
    fn a_candidate_that_stays_a_copy_is_not_counted() {
        let one_max = OneMax::new(9).with_mutation("{ swap.individual-rate = 0.0 }");
        let inputs = one_max.inputs(2, 5);
        let mut run = Run::begin(&OnePlusOne::default(), &inputs).unwrap();
        let start = run.population.genome(0).to_vec();
        (0..20).for_each(|_| run.step(&inputs).unwrap());
        assert_eq!((run.totals.evaluations, run.totals.offspring), (1, 21));
        assert_eq!((run.progress.without_new_genome, run.population.genome(0)), (20, &start[..]));
    }

    #[test]
    fn candidates_whose_drawn_bits_are_those_that_they_have_are_not_evaluated() {
        // Each of nine bits is drawn with probability 0.2, and then again the same with probability 1/2. Some bit is drawn.
        let mutation = "{ uniform = { individual-rate = 1.0, gene-rate = 0.2, replacement = 'any' } }";
        let share = 1.0 - (0.9f64.powi(9) - 0.8f64.powi(9)) / (1.0 - 0.8f64.powi(9));
        let one_max = OneMax::new(9).with_mutation(mutation);
        let inputs = one_max.inputs(2, 5);
        let one_plus_four: MuLambda = crate::settings::read("parents = 1\noffspring = 4").unwrap();
        for algorithm in [&OnePlusOne::default() as &dyn GenomeAlgorithm, &one_plus_four] {
            let mut run = Run::begin(algorithm, &inputs).unwrap();
            (0..5000).for_each(|_| run.step(&inputs).unwrap());
            let (offspring, new) = ((run.totals.offspring - 1) as f64, (run.totals.evaluations - 1) as f64);
            let deviation = (offspring * share * (1.0 - share)).sqrt();
            assert!((new - share * offspring).abs() < 3.3 * deviation, "{new} of {offspring}, expected share {share}");
        }
    }

    #[test]
    fn mutated_candidates_made_ahead_change_no_result() {
        let one_max = OneMax::new(9).with_mutation("{ sequence = ['uniform', 'swap'] }");
        let inputs = one_max.inputs(2, 7);
        let mut runs: Vec<Run> = [1, 2, 64]
            .map(|ahead| {
                let walk = StandardMutation::new(Changes::default(), &inputs.space);
                let mut run = Run::begin(&OnePlusOne::default(), &inputs).unwrap();
                run.search = Box::new(Walking::with_ahead(walk, 3, ahead, &inputs).unwrap());
                run.population = inputs.empty_population(3).unwrap();
                run.totals = Totals::NONE;
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

    #[test]
    fn saved_searches_with_a_mutation_continue() {
        let one_max =
            OneMax::new(24).with_mutation("{ mixture.of = [{ mutation = 'swap' }, { mutation = 'insert' }] }");
        let inputs = one_max.inputs(2, 6);
        let runs = Walks::new(3);
        let algorithms: [&dyn GenomeAlgorithm; 6] = [
            &OnePlusOne { runs, ..OnePlusOne::default() },
            &HillClimbing { runs, max_failures: Some(MaxFailures::new(9)), ..HillClimbing::default() },
            &IteratedLocalSearch { runs, max_failures: Some(MaxFailures::new(9)), ..IteratedLocalSearch::default() },
            &SimulatedAnnealing { runs, ..SimulatedAnnealing::default() },
            &LateAcceptance { runs, ..LateAcceptance::default() },
            &MuLambda::default(),
        ];
        for algorithm in algorithms {
            let mut run = Run::begin(algorithm, &inputs).unwrap();
            (0..37).for_each(|_| run.step(&inputs).unwrap());
            let mut other = Run::begin(algorithm, &inputs).unwrap();
            other.continue_from(&run, &inputs);
            (0..50).for_each(|_| {
                run.step(&inputs).unwrap();
                other.step(&inputs).unwrap();
            });
            assert_eq!(encode(&run.saved()), encode(&other.saved()), "{algorithm:?}");
        }
    }
}
