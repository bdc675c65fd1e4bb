//! Tests of the restarts of algorithms on genomes: the generations in which rules make them, run times on OneMax, what they forget,
//! restarts by an algorithm itself, walks side by side, and saved runs across them. Random search has none. The rules alone are tested in
//! `evolve::restart`, restarts of the genetic algorithm in `crates/engine/tests/engine/generations.rs`.

use std::num::{NonZeroU32, NonZeroU64};

use super::laws::{OneMax, binomial, wrong_bits_of_offspring};
use super::run::Run;
use super::standard_mutation::{Changes, StandardMutation};
use super::walk::Walking;
use super::{
    Chc, GenomeAlgorithm, HillClimbing, Inputs, IteratedLocalSearch, LateAcceptance, MapElites, MuLambda, OnePlusOne,
    Pbil, RandomizedLocalSearch, Restart, SimulatedAnnealing, Totals, Umda, Walks, decode, encode,
};
use crate::evolve::restart::luby;

fn every(generations: u32) -> Restart {
    Restart::Every(NonZeroU32::new(generations).unwrap())
}

fn stagnation(generations: u32) -> Restart {
    Restart::Stagnation(NonZeroU32::new(generations).unwrap())
}

fn stagnation_evaluations(evaluations: u64) -> Restart {
    Restart::StagnationEvaluations(NonZeroU64::new(evaluations).unwrap())
}

fn luby_times(generations: u32) -> Restart {
    Restart::Luby(NonZeroU32::new(generations).unwrap())
}

fn one_max(bits: usize, restart: Restart) -> OneMax {
    OneMax::new(bits).with_restart(restart)
}

/// Returns the algorithms that consist of walks.
fn walks(runs: i64) -> Vec<Box<dyn GenomeAlgorithm>> {
    let runs = Walks::new(runs);
    vec![
        Box::new(OnePlusOne { runs, ..OnePlusOne::default() }),
        Box::new(RandomizedLocalSearch { runs }),
        Box::new(HillClimbing { runs, ..HillClimbing::default() }),
        Box::new(SimulatedAnnealing { runs, ..SimulatedAnnealing::default() }),
        Box::new(IteratedLocalSearch { runs, ..IteratedLocalSearch::default() }),
        Box::new(LateAcceptance { runs, ..LateAcceptance::default() }),
    ]
}

/// Returns the algorithms with a population. Four individuals are the parents of (μ + λ).
fn populations() -> Vec<Box<dyn GenomeAlgorithm>> {
    let mu_lambda: MuLambda = crate::settings::read("parents = 4\noffspring = 10").unwrap();
    vec![
        Box::new(mu_lambda),
        Box::new(Umda::default()),
        Box::new(Pbil::default()),
        Box::new(Chc::default()),
        Box::new(MapElites::default()),
    ]
}

/// Returns the generations of a run up to a last one in which the number of restarts rises.
fn generations_of_restarts(algorithm: &dyn GenomeAlgorithm, inputs: &Inputs<'_>, last: u64) -> Vec<u64> {
    let mut run = Run::begin(algorithm, inputs).unwrap();
    let is_restart = |_: &u64| {
        let before = run.totals.restarts;
        run.step(inputs).unwrap();
        run.totals.restarts > before
    };
    (1..=last).filter(is_restart).collect()
}

#[test]
fn restarts_are_in_the_generations_of_their_rules() {
    // 3 times 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2.
    let sums = [3, 6, 12, 15, 18, 24, 36, 39, 42, 48, 51, 54, 60];
    // With so many bits a population of CHC begins again later than by these rules.
    for algorithm in walks(1).into_iter().chain(populations()) {
        let restarts = |restart| generations_of_restarts(&*algorithm, &one_max(48, restart).inputs(4, 61), 60);
        assert_eq!(restarts(every(7)), [7, 14, 21, 28, 35, 42, 49, 56], "{algorithm:?}");
        assert_eq!(restarts(luby_times(3)), sums, "{algorithm:?}");
        let begins_again_by_itself = algorithm.profile().title == "CHC";
        assert!(begins_again_by_itself || restarts(Restart::None).is_empty(), "{algorithm:?}");
    }
}

#[test]
fn stagnation_is_counted_from_the_last_lower_penalty_in_generations_or_evaluations() {
    // Swaps keep the number of wrong bits, so that no generation has a lower penalty than the first one after a start.
    let swapping = |restart| one_max(24, restart).with_mutation("{ swap.individual-rate = 1.0 }");
    let mu_lambda: MuLambda = crate::settings::read("parents = 4\noffspring = 10").unwrap();
    let others: [Box<dyn GenomeAlgorithm>; 2] = [Box::new(mu_lambda), Box::new(MapElites::default())];
    for (algorithm, offspring) in walks(1).into_iter().map(|walk| (walk, 1)).chain(others.map(|other| (other, 10))) {
        let restarts = |restart| generations_of_restarts(&*algorithm, &swapping(restart).inputs(10, 62), 60);
        assert_eq!(restarts(stagnation(13)), [13, 26, 39, 52], "{algorithm:?}");
        // 30 evaluations are those of 30 generations, or of 3.
        let restart = 30 / offspring + 1;
        let expected: Vec<u64> = (1..=60 / restart).map(|number| number * restart).collect();
        assert_eq!(restarts(stagnation_evaluations(30)), expected, "{algorithm:?}");
    }
}

#[test]
fn an_algorithm_that_restarts_in_each_generation_is_random_search() {
    // The number of genomes until the one without a wrong bit is geometric, less the first generation.
    for algorithm in walks(3000) {
        let one_max = one_max(6, every(1));
        one_max.assert_mean(&one_max.times_of_walks(&*algorithm, 63), 63.0);
    }
    let miss = (1.0 - 1.0 / 64.0f64).powi(4);
    for algorithm in populations() {
        for restart in [every(1), stagnation(1)] {
            let one_max = one_max(6, restart);
            let times: Vec<f64> = (0..2000).map(|seed| one_max.time(&*algorithm, 4, seed)).collect();
            one_max.assert_mean(&times, miss / (1.0 - miss));
        }
    }
}

/// The number of wrong bits of the best of a (1+λ) evolutionary algorithm with standard mutation without copies, as a Markov chain.
struct PlusSelection {
    bits: u32,
    /// The probability of each lower number of wrong bits after a generation, by the number before.
    better: Vec<Vec<f64>>,
}

impl PlusSelection {
    fn new(bits: u32, lambda: i32) -> Self {
        let better = |wrong: u32| {
            let offspring = wrong_bits_of_offspring(bits, 1.0, wrong);
            // The best of λ has at most k wrong bits unless all have more.
            let at_most = |k: usize| 1.0 - (1.0 - offspring[..=k].iter().sum::<f64>()).powi(lambda);
            (0..wrong as usize).map(|k| at_most(k) - if k == 0 { 0.0 } else { at_most(k - 1) }).collect()
        };
        Self { bits, better: (0..=bits).map(better).collect() }
    }

    /// Returns the probability of each number of wrong bits of a random genome.
    fn start(&self) -> Vec<f64> {
        (0..=self.bits).map(|wrong| binomial(self.bits, wrong) / f64::from(1u32 << self.bits)).collect()
    }

    /// Returns the probability that a run without restarts has wrong bits, for each generation up to a last one.
    fn unsolved(&self, last: u64) -> Vec<f64> {
        let mut distribution = self.start();
        let mut unsolved = Vec::new();
        for _ in 0..=last {
            unsolved.push(distribution[1..].iter().sum());
            let mut next = vec![0.0; distribution.len()];
            for (wrong, probability) in distribution.iter().enumerate() {
                let better = &self.better[wrong];
                next[wrong] += probability * (1.0 - better.iter().sum::<f64>());
                better.iter().zip(&mut next).for_each(|(share, next)| *next += probability * share);
            }
            distribution = next;
        }
        unsolved
    }

    /// Returns the mean number of generations until no bit is wrong, with starts of these numbers of generations.
    fn time_of_starts(&self, lengths: impl Iterator<Item = u64>) -> f64 {
        let unsolved = self.unsolved(1000);
        let (mut time, mut all_fail) = (0.0, 1.0);
        for length in lengths.take_while(|length| *length < 1000) {
            let length = usize::try_from(length).unwrap();
            time += all_fail * unsolved[..length].iter().sum::<f64>();
            all_fail *= unsolved[length - 1];
            if all_fail < 1e-12 {
                break;
            }
        }
        assert!(all_fail < 1e-12, "{all_fail}");
        time
    }

    /// Returns the mean number of generations until no bit is wrong, if generation `limit` after the last lower number of wrong bits
    /// is that of a restart.
    fn time_of_stagnation(&self, limit: i32) -> f64 {
        // The mean time from the generation of a lower number is a + b × that from a start.
        let (mut a, mut b) = (vec![0.0], vec![0.0]);
        for better in &self.better[1..] {
            let stay = 1.0 - better.iter().sum::<f64>();
            let leave = (0..limit - 1).map(|failures| stay.powi(failures));
            let (times, chance) = leave.enumerate().fold((0.0, 0.0), |(times, chance), (failures, share)| {
                (times + share * (failures as f64 + 1.0), chance + share)
            });
            let restart = stay.powi(limit - 1);
            let mean = |values: &[f64]| better.iter().zip(values).map(|(share, value)| share * value).sum::<f64>();
            let (next_a, next_b) = (mean(&a), mean(&b));
            a.push((1.0 - stay) * times + chance * next_a + restart * f64::from(limit));
            b.push(chance * next_b + restart);
        }
        let mean = |values: &[f64]| self.start().iter().zip(values).map(|(share, value)| share * value).sum::<f64>();
        mean(&a) / (1.0 - mean(&b))
    }
}

#[test]
fn one_plus_one_with_restarts_takes_its_exact_time_on_one_max() {
    let chain = PlusSelection::new(8, 1);
    let algorithm = OnePlusOne { runs: Walks::new(4000), ..OnePlusOne::default() };
    for (restart, exact) in [
        (every(9), chain.time_of_starts(std::iter::repeat(9))),
        (luby_times(4), chain.time_of_starts((1..).map(|start| 4 * luby(start)))),
        (stagnation(6), chain.time_of_stagnation(6)),
        (stagnation_evaluations(6), chain.time_of_stagnation(7)),
    ] {
        let one_max = one_max(8, restart);
        one_max.assert_mean(&one_max.times_of_walks(&algorithm, 64), exact);
    }
}

#[test]
fn one_plus_lambda_with_restarts_takes_its_exact_time_on_one_max() {
    let chain = PlusSelection::new(8, 3);
    let algorithm: MuLambda = crate::settings::read("parents = 1\noffspring = 3").unwrap();
    for (restart, exact) in [
        (every(5), chain.time_of_starts(std::iter::repeat(5))),
        (luby_times(2), chain.time_of_starts((1..).map(|start| 2 * luby(start)))),
        (stagnation(3), chain.time_of_stagnation(3)),
        // Three generations have nine evaluations.
        (stagnation_evaluations(8), chain.time_of_stagnation(4)),
    ] {
        let one_max = one_max(8, restart);
        let times: Vec<f64> = (0..3000).map(|seed| one_max.time(&algorithm, 2, seed)).collect();
        one_max.assert_mean(&times, exact);
    }
}

#[test]
fn a_saved_run_continues_across_restarts() {
    for restart in [every(5), stagnation(4), stagnation_evaluations(9), luby_times(2)] {
        let one_max = one_max(24, restart);
        let inputs = one_max.inputs(12, 65);
        for algorithm in walks(3).into_iter().chain(populations()) {
            let mut run = Run::begin(&*algorithm, &inputs).unwrap();
            // Before, in and after generations of restarts.
            for _ in 0..30 {
                (0..3).for_each(|_| run.step(&inputs).unwrap());
                let mut other = Run::begin(&*algorithm, &inputs).unwrap();
                other.continue_from(&run, &inputs);
                (0..20).for_each(|_| other.step(&inputs).unwrap());
                let mut same = Run::begin(&*algorithm, &inputs).unwrap();
                (0..run.progress.generations + 20).for_each(|_| same.step(&inputs).unwrap());
                assert_eq!(encode(&same.saved()), encode(&other.saved()), "{algorithm:?}");
            }
            assert!(run.totals.restarts > 1, "{algorithm:?}");
        }
    }
}

#[test]
fn walks_side_by_side_restart_one_by_one() {
    // Improvements differ, so that the generations of restarts do.
    let one_max = one_max(24, stagnation(5));
    let inputs = one_max.inputs(2, 66);
    for (alone, together) in walks(1).into_iter().zip(walks(3)) {
        let [mut alone, mut together] = [alone, together].map(|walks| Run::begin(&*walks, &inputs).unwrap());
        for _ in 0..300 {
            alone.step(&inputs).unwrap();
            together.step(&inputs).unwrap();
            assert_eq!(alone.population.genome(0), together.population.genome(0));
        }
        assert!(alone.totals.restarts > 5 && together.totals.restarts > 2 * alone.totals.restarts);
    }
}

#[test]
fn candidates_made_ahead_change_no_result_across_restarts() {
    let one_max = one_max(12, stagnation(20));
    let inputs = one_max.inputs(2, 67);
    let mut runs: Vec<Run> = [1, 2, 64]
        .map(|ahead| {
            let walk = StandardMutation::new(Changes::default(), &inputs.space);
            let mut run = Run::begin(&OnePlusOne::default(), &inputs).unwrap();
            run.search = Box::new(Walking::with_ahead(walk, 3, ahead, &inputs).unwrap());
            (run.population, run.totals) = (inputs.empty_population(3).unwrap(), Totals::NONE);
            run.search.start(&inputs, &mut run.population, &mut run.totals, 0).unwrap();
            run
        })
        .into();
    for _ in 0..300 {
        runs.iter_mut().for_each(|run| run.step(&inputs).unwrap());
        assert!(runs.iter().all(|run| encode(&run.saved()) == encode(&runs[0].saved())));
    }
    assert!(runs[0].totals.restarts > 10);
}

#[test]
fn a_restart_of_the_algorithm_itself_begins_the_count_anew() {
    // A summit of 6 bits has 6 neighbors that are not fitter: the random genome after them is a start.
    let hill_climbing = |restart| {
        let one_max = one_max(6, restart);
        generations_of_restarts(&HillClimbing::default(), &one_max.inputs(2, 68), 300)
    };
    let alone = hill_climbing(Restart::None);
    let longest = alone.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    assert!(alone.len() > 10 && longest < 40, "{alone:?}");
    assert_eq!(hill_climbing(every(u32::try_from(longest).unwrap())), alone);
    // CHC keeps its best individual when it begins again, so that this is no start.
    let one_max = one_max(16, every(50));
    let inputs = one_max.inputs(10, 69);
    let restarts = generations_of_restarts(&Chc::default(), &inputs, 200);
    assert!(restarts.len() > 8 && [50, 100, 150, 200].iter().all(|start| restarts.contains(start)), "{restarts:?}");
}

#[test]
fn a_restart_forgets_what_was_learned() {
    let one_max = one_max(24, every(40));
    let inputs = one_max.inputs(30, 70);
    let before_and_after = |algorithm: &dyn GenomeAlgorithm| {
        let mut run = Run::begin(algorithm, &inputs).unwrap();
        (0..39).for_each(|_| run.step(&inputs).unwrap());
        let before = (run.search.save(), run.population.size());
        run.step(&inputs).unwrap();
        [before, (run.search.save(), run.population.size())]
    };
    // The probabilities have moved once, from one half to the best individual by a tenth.
    let [before, after] = before_and_after(&Pbil::default()).map(|(saved, _)| decode::<Vec<f64>>(&saved).unwrap());
    let is_fresh = |probability: &f64| [0.45, 0.55].iter().any(|fresh| (fresh - probability).abs() < 1e-12);
    assert!(!before.iter().any(is_fresh) && after.iter().all(is_fresh), "{after:?}");
    let [before, after] = before_and_after(&Chc::default()).map(|(saved, _)| decode::<i64>(&saved).unwrap());
    assert!(before < 6 && after == 6, "{before}");
    // 30 random genomes of 24 bits do not have as many numbers of right pieces as the elites.
    let [(_, before), (_, after)] = before_and_after(&MapElites::default());
    assert!(before > after, "{before} elites, then {after}");
}
