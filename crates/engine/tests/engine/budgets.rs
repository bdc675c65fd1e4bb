//! Limits of evaluations: every algorithm makes exactly as many, and leaves out the genomes behind the last. Cut generations are the same
//! on any threads and kernel, and a target that one reaches counts. Registered algorithms are tested in `tests/sweeps/budgets.rs`.

use evocube_cube::puzzle::turn::Turn;
use evocube_cube::solver::Cancelled;
use evocube_cube::{CUBE3, Seed};
use evocube_engine::evaluation::Kernel;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{
    AnyOptimizer, Generation, Observer, Outcome, Problem, RunContext, StopReason, WorkerPool,
};

/// Algorithms on genomes, and the genetic algorithm with each survivor selection, islands, restarts, immigrants and local search.
const ON_GENOMES: [&str; 24] = [
    "population = 40",
    "population = 41\nelitism = 3\nimmigrants = 0.2\nreplacement = 'generational'",
    "population = 40\nreplacement = { steady-state = { offspring = 3 } }",
    "population = 41\nreplacement = 'deterministic-crowding'",
    "population = 40\nreplacement = 'nsga-ii'",
    "population = 40\nreplacement = { cellular = { rows = 5 } }",
    "population = 40\nreplacement = { alps = { layers = 4, age-gap = 2 } }",
    "population = 15\nislands = { count = 3, interval = 2 }",
    "population = 20\nrestart.every = 2\nislands.count = 2",
    "population = 30\nmemetic = { rate = 0.1, evaluations = 30 }",
    "population = 20\nmemetic = { rate = 0.05, inheritance = 'baldwinian', evaluations = 20 }\nreplacement = 'cellular'",
    "population = 12\nmemetic.rate = 0.3\nislands.count = 2",
    "population = 40\nalgorithm = 'random-search'",
    "algorithm = { one-plus-one = { runs = 7 } }",
    "algorithm = { randomized-local-search = { runs = 3 } }\nmutation.uniform.replacement = 'any'",
    "algorithm = { hill-climbing = { runs = 5 } }",
    "algorithm = { simulated-annealing = { runs = 4 } }",
    "algorithm = { iterated-local-search = { runs = 6 } }\nmutation.swap = {}",
    "algorithm = { late-acceptance = { runs = 2, history = 5 } }",
    "algorithm = { mu-lambda = { parents = 30, offspring = 13 } }\nmutation.uniform.replacement = 'any'",
    "population = 40\nalgorithm = 'umda'",
    "population = 40\nalgorithm = 'pbil'",
    "population = 40\nalgorithm = 'chc'",
    "population = 40\nalgorithm = 'map-elites'\nmutation.swap = {}",
];

const ON_STATES: [&str; 3] = [
    "algorithm = { evolution-strategy = { parents = 10, offspring = 150 } }",
    "algorithm = { niche-archive = { parents = 20 } }",
    "algorithm = { niche-archive = { parents = 200, backward = 4, solved = 10 } }",
];

/// A generation as an observer sees it.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    generation: u64,
    evaluations: u64,
    offspring: u64,
    best: u32,
    /// The individuals, without the best of a cut generation.
    individuals: (u32, u64, usize, Vec<usize>),
    is_cut: bool,
}

/// Records the rows of all generations.
#[derive(Default)]
struct Rows(Vec<Row>);

impl Observer for Rows {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let spread = generation.spread();
        let sizes = (0..generation.individuals.groups()).map(|group| generation.individuals.fitness(group).len());
        self.0.push(Row {
            generation: generation.progress.generations,
            evaluations: generation.progress.evaluations,
            offspring: generation.offspring,
            best: spread.best,
            individuals: (spread.worst, spread.mean.to_bits(), generation.individuals.distinct(), sizes.collect()),
            is_cut: generation.is_cut,
        });
        Ok(())
    }
}

fn config(text: &str) -> TrialConfig {
    let genomes = if ON_STATES.contains(&text) { "" } else { "genome.length = 12\n" };
    let text =
        format!("{genomes}alphabet = {{ turns = 'all', macros = 'none' }}\nstop.generations = 1_000_000\n{text}\n");
    let config: TrialConfig = crate::read(&text).unwrap();
    config.check().unwrap();
    config
}

/// Runs a configuration on a cube that few evaluations do not solve.
fn run_in(config: &TrialConfig, limit: u64, threads: usize, kernel: Kernel) -> (Outcome<Turn>, Vec<Row>) {
    let AnyOptimizer::Cube3(optimizer) = config.build().unwrap() else { unreachable!("a cube") };
    let problem = Problem::new(&CUBE3, super::scrambled(), &config.objective);
    let pool = WorkerPool::new(threads);
    let context = RunContext { kernel, pool: &pool, ..RunContext::sequential() };
    let stop = evocube_engine::optimizer::StopCriterion { evaluations: Some(limit), ..config.stop.clone() };
    let mut rows = Rows::default();
    let outcome = optimizer.run(&problem, Seed::from_number(3), &stop, &context, &mut rows).unwrap();
    (outcome, rows.0)
}

fn run(config: &TrialConfig, limit: u64) -> (Outcome<Turn>, Vec<Row>) {
    run_in(config, limit, 1, Kernel::best())
}

#[test]
fn every_algorithm_makes_exactly_its_evaluations() {
    for text in ON_GENOMES.into_iter().chain(ON_STATES) {
        let config = config(text);
        for limit in [1, 2, 3, 39, 40, 41, 59, 60, 61, 100, 149, 150, 151, 333, 1000, 2017] {
            let (outcome, rows) = run(&config, limit);
            let counts = outcome.counts.unwrap();
            assert_eq!((outcome.stop, counts.evaluations), (StopReason::Evaluations, limit), "{text}");
            assert!(rows.is_sorted_by_key(|row| (row.generation, row.evaluations)), "{text}");
            let last = rows.last().unwrap();
            assert_eq!((last.generation, last.evaluations), (counts.generations, limit), "{text}");
            if !text.contains("memetic") {
                assert!(counts.offspring >= limit, "{text}: {counts:?}");
            }
        }
    }
}

#[test]
fn an_initial_population_above_the_limit_has_as_many_individuals_as_the_limit() {
    for (text, limit, sizes) in [
        (ON_GENOMES[0], 7, vec![7]),
        (ON_GENOMES[7], 37, vec![15, 15, 7]),
        (ON_GENOMES[7], 15, vec![15]),
        (ON_GENOMES[13], 3, vec![3]),
        (ON_GENOMES[19], 29, vec![29]),
        (ON_GENOMES[22], 1, vec![1]),
    ] {
        let (outcome, rows) = run(&config(text), limit);
        assert_eq!((rows.len(), outcome.counts.unwrap().offspring), (1, limit), "{text}");
        assert_eq!((&rows[0].individuals.3, rows[0].is_cut), (&sizes, false), "{text}");
    }
}

#[test]
fn a_cut_generation_has_the_individuals_before_it_and_the_best_so_far() {
    for text in ON_GENOMES {
        let config = config(text);
        let (_, whole) = run(&config, 6000);
        let lowest = |rows: &[Row]| rows.iter().map(|row| row.best).min().unwrap();
        let (mut cuts, mut improvements) = (0, 0);
        // Generations with several evaluations, from the first on.
        let several = (1..whole.len() - 1).filter(|&n| whole[n].evaluations > whole[n - 1].evaluations + 1).take(6);
        for now in several {
            let (before, after) = (&whole[now - 1], &whole[now]);
            let mut best = lowest(&whole[..now]);
            let step = (after.evaluations - before.evaluations).div_ceil(12).max(1);
            for limit in (before.evaluations + 1..after.evaluations).step_by(usize::try_from(step).unwrap()) {
                let (outcome, rows) = run(&config, limit);
                let (last, others) = rows.split_last().unwrap();
                assert_eq!(others, &whole[..now], "{text} {limit}: the generations before the cut");
                assert!(last.is_cut && !others.iter().any(|row| row.is_cut), "{text}");
                assert_eq!((last.generation, last.evaluations), (after.generation, limit), "{text}");
                assert!((before.offspring..=after.offspring).contains(&last.offspring), "{text}: {last:?}");
                assert_eq!(last.individuals, before.individuals, "{text} {limit}");
                assert_eq!(Some(last.best), outcome.penalty, "{text} {limit}");
                assert!(last.best <= best, "{text} {limit}: more evaluations find no worse genome");
                improvements += usize::from(last.best < best);
                best = last.best;
                cuts += 1;
            }
            // A generation that takes the last evaluation is whole.
            let (outcome, rows) = run(&config, after.evaluations);
            assert_eq!(rows, whole[..=now], "{text}");
            assert!(lowest(&rows) >= outcome.penalty.unwrap() && outcome.penalty.unwrap() <= best, "{text}");
        }
        assert!(cuts > 0, "{text}");
        println!("{text}: {improvements} improvements in {cuts} cut generations");
    }
}

#[test]
fn cut_generations_are_the_same_on_any_threads_and_kernel() {
    let large = [
        "population = 2000",
        "population = 1500\nelitism = 4\nreplacement = 'nsga-ii'",
        "population = 1200\nreplacement = 'deterministic-crowding'",
        "population = 700\nislands = { count = 3, interval = 2 }",
        "population = 1000\nmemetic = { rate = 0.02, evaluations = 20 }",
        "population = 600\nislands.count = 2\nmemetic = { rate = 0.02, evaluations = 20 }",
        "population = 2000\nalgorithm = 'map-elites'\nmutation.swap = {}",
    ];
    for text in large.into_iter().chain(ON_STATES) {
        let config = config(text);
        for limit in [777, 5432, 9999] {
            let expected = run(&config, limit);
            for threads in [2, 7] {
                assert!(
                    run_in(&config, limit, threads, Kernel::best()) == expected,
                    "{text} {limit}: {threads} threads"
                );
            }
            for kernel in Kernel::available() {
                assert!(run_in(&config, limit, 1, kernel) == expected, "{text} {limit}: {kernel}");
            }
        }
    }
}

#[test]
fn a_run_without_room_for_a_generation_counts_a_target_that_it_reaches() {
    // The penalty of the third generation is the target, so that runs end by it within or after a generation.
    let base = "population = 300";
    let target = run(&config(base), 900).0.penalty.unwrap();
    let config = config(&format!("{base}\nstop.target = {target}"));
    let mut reasons = Vec::new();
    for limit in (1..1200).step_by(37) {
        let (outcome, rows) = run(&config, limit);
        let is_reached = outcome.penalty.unwrap() <= target;
        assert_eq!(outcome.stop, if is_reached { StopReason::Target } else { StopReason::Evaluations }, "{limit}");
        reasons.push((is_reached, rows.last().unwrap().is_cut));
    }
    for reason in [(true, true), (true, false), (false, true)] {
        assert!(reasons.contains(&reason), "{reasons:?}");
    }
}
