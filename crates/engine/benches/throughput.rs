//! Benchmark of evaluation and of the generation loop: genomes and offspring a second by kernel, number of symbols, population size and
//! algorithm, with and without statistics, on one core or two. Ratios are within one run: `cargo bench --bench throughput`. Times of single
//! evaluations and generations are in `engine.rs`.
//!
//! Each figure is the best of many short measurements that take turns, so that another program on the machine disturbs
//! all alike. Only ratios are comparable between machines.

#![allow(clippy::print_stdout)] // a program for people

#[path = "../../cube/benches/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::{ROUNDS, Work};
use evocube_cube::rng::BatchedRange;
use evocube_cube::solver::Cancelled;
use evocube_cube::{CUBE2, CUBE3, Cube3, Puzzle, PuzzleKind, Seed};
use evocube_engine::alphabet::Alphabet;
use evocube_engine::bounded::PopulationSize;
use evocube_engine::evaluation::{EvaluationMode, Evaluator, Fitness, Genomes, Kernel};
use evocube_engine::evolve::algorithm::Algorithm;
use evocube_engine::evolve::config::{GenomeConfig, TrialConfig};
use evocube_engine::evolve::engine::{Engine, Settings};
use evocube_engine::evolve::genome_optimizer::GenomeOptimizer;
use evocube_engine::evolve::genome_search::{GenomeSearch, OnePlusOne, RandomSearch, Walks};
use evocube_engine::evolve::population::random_genes;
use evocube_engine::optimizer::{Generation, Observer, Optimizer, Problem, RunContext, StopCriterion, WorkerPool};

const GENES: usize = 30;
const POPULATION: usize = 1000;

/// Alphabets larger than the usual one: the tables of two genes leave the nearest cache, and a gene at a time without them.
const MANY_SYMBOLS: [usize; 2] = [40, 234];

/// The settings that the figures of the literature are given for, which differ from the defaults.
const LITERATURE: &str = r#"
    population = 1000
    elitism = 1
    genome = { length = 30, evaluate = "whole" }
    alphabet = { turns = "all", macros = "herdy-patone", expand = "none", conjugate = 0 }
    objective.penalty = { edge-rule = "any-sticker" }
    selection.tournament = { size = 3 }
    crossover.one-point = { rate = 0.3 }
    mutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }
    restart = "none"
"#;

fn literature() -> TrialConfig {
    let config: toml::Table = LITERATURE.parse().expect("TOML");
    config.try_into().expect("a configuration")
}

/// With the alphabet of the literature, or so many symbols of it, some of them twice.
fn evaluator<P: Puzzle>(puzzle: &P, kernel: Kernel, evaluate: EvaluationMode, symbols: Option<usize>) -> Evaluator {
    let config = literature();
    let alphabet = Alphabet::new(puzzle, &config.alphabet).expect("a small alphabet");
    let effects = alphabet.effects();
    let effects: Vec<P::State> = effects.iter().copied().cycle().take(symbols.unwrap_or(effects.len())).collect();
    let start = puzzle.anchor(puzzle.random(&mut Seed::from_number(1).stream())).0;
    Evaluator::new(puzzle, start, &effects, &config.objective.penalty_function(puzzle), evaluate, kernel)
}

fn settings(population: usize) -> Settings {
    let config = TrialConfig { stop: StopCriterion { target: None, ..StopCriterion::default() }, ..literature() };
    Settings { population, ..config.settings() }
}

/// Observer that asks for the statistics of a convergence log.
#[derive(Default)]
struct Statistics {
    every: u64,
    sum: f64,
}

impl Observer for Statistics {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        if self.every > 0 && generation.progress.generations.is_multiple_of(self.every) {
            let spread = generation.spread();
            self.sum += spread.mean + spread.std + f64::from(spread.best + spread.worst);
            let distinct = generation.individuals.distinct() as f64;
            self.sum += distinct;
        }
        Ok(())
    }
}

fn evaluation<'a, P: Puzzle>(puzzle: &P, kernel: Kernel, evaluate: EvaluationMode, symbols: Option<usize>) -> Work<'a> {
    let (evaluator, count) = (evaluator(puzzle, kernel, evaluate, symbols), POPULATION);
    let mut genomes = Genomes::new(count, GENES).expect("little memory");
    let mut stream = Seed::from_number(2).stream();
    let symbols = BatchedRange::new(evaluator.symbol_count() as u64);
    for row in 0..count {
        random_genes(genomes.rows_mut().genome_mut(row), &symbols, &mut stream);
    }
    let which: Vec<u32> = (0..).take(count).collect();
    let mut fitness = vec![Fitness::WORST; count];
    evaluator.evaluate(genomes.rows(), &which, &mut fitness).expect("it does not fail");
    for (row, &fitness) in fitness.iter().enumerate() {
        assert_eq!(
            fitness,
            evaluator.reference_fitness(genomes.rows().genome(row)).expect("it does not fail"),
            "{kernel} agrees with the specification"
        );
    }
    Box::new(move || {
        evaluator.evaluate(black_box(genomes.rows()), &which, &mut fitness).expect("it does not fail");
        count as u64
    })
}

fn breeding<'a>(evaluator: &'a Evaluator, population: usize, every: u64) -> Work<'a> {
    let new = move |seed| Engine::new(evaluator, settings(population), Seed::from_number(seed)).expect("memory");
    let (mut engine, mut seed) = (new(3), 3);
    let mut statistics = Statistics { every, ..Statistics::default() };
    let mut before = engine.generation().offspring;
    Box::new(move || {
        for _ in 0..20 {
            engine.step().expect("it does not fail");
            statistics.generation(&engine.generation()).expect("it does not fail");
        }
        let now = engine.generation();
        let made = now.offspring - before;
        assert_eq!(made, 20 * (population as u64 - 1), "all offspring were made");
        before = now.offspring;
        // 200 generations are a usual run; a population that has been at it for longer is all alike.
        if now.progress.generations >= 200 {
            seed += 1;
            engine = new(seed);
            before = engine.generation().offspring;
        }
        black_box(statistics.sum);
        made
    })
}

/// The configuration of a usual run, of 200 generations or at most a million offspring.
fn usual(population: usize) -> TrialConfig {
    let size = i64::try_from(population).expect("a small number");
    let generations = (1_000_000 / population as u64).min(200);
    let stop = StopCriterion { target: None, generations: Some(generations), ..StopCriterion::default() };
    TrialConfig { population: PopulationSize::new(size), stop, ..literature() }
}

/// The configuration of a shipped sweep that solves, with a number of generations in place of its target: a run of less than a
/// millisecond, which a scheduler rarely interrupts.
fn always_solve() -> TrialConfig {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/always-solve.toml");
    let sweep: toml::Table = std::fs::read_to_string(path).expect("a shipped sweep").parse().expect("TOML");
    let config: TrialConfig = sweep["base"].clone().try_into().expect("its base");
    TrialConfig { stop: StopCriterion { target: None, generations: Some(150), ..config.stop }, ..config }
}

/// Runs of an algorithm on genomes as a trial makes them.
fn running<'a>(config: TrialConfig, kernel: Kernel, pool: &'a WorkerPool) -> Work<'a> {
    let algorithm = GenomeOptimizer::new(&CUBE3, config.clone()).expect("a small alphabet");
    let state = Cube3::random(&mut Seed::from_number(1).stream());
    let mut seed = 0;
    Box::new(move || {
        seed += 1;
        let problem = Problem::new(&CUBE3, state, &config.objective);
        let context = RunContext { kernel, pool, ..RunContext::sequential() };
        let outcome =
            algorithm.run(&problem, Seed::from_number(seed), &config.stop, &context, &mut ()).expect("memory");
        let counts = outcome.counts.expect("the counts of evolution");
        assert!(config.stop.generations.is_none_or(|all| counts.generations == all), "the run is not cut short");
        counts.offspring
    })
}

/// The configuration of an algorithm on genomes, as a sweep file writes it.
fn algorithm(name: &str, evaluate: EvaluationMode) -> TrialConfig {
    let stop =
        StopCriterion { target: None, generations: None, evaluations: Some(1_000_000), ..StopCriterion::default() };
    let base = literature();
    let search = match name {
        "random search" => GenomeSearch::RandomSearch(RandomSearch::default()),
        "(1+1), 1 run" => GenomeSearch::OnePlusOne(OnePlusOne::default()),
        _ => GenomeSearch::OnePlusOne(OnePlusOne { runs: Walks::new(64), ..OnePlusOne::default() }),
    };
    let genome = GenomeConfig { evaluate, ..base.genome };
    TrialConfig { algorithm: Algorithm::OnGenomes(search), genome, stop, ..base }
}

fn show(title: &str, unit: &str, works: &mut [(String, Work<'_>)], baseline: usize) -> Vec<f64> {
    let rates: Vec<f64> = common::seconds(works).into_iter().map(|seconds| 1e-6 / seconds).collect();
    println!("| {title} | {unit} | ratio |\n|---|---|---|");
    for ((name, _), rate) in works.iter().zip(&rates) {
        println!("| {name} | {rate:.1} | {:.2} |", rate / rates[baseline]);
    }
    println!();
    rates
}

fn main() {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let last = kernels.len() - 1;
    println!("Best of {ROUNDS} turns, {GENES} genes; ratio to the scalar kernel (the last) unless said otherwise.\n");
    let mut bare = Vec::new();
    for puzzle in PuzzleKind::ALL {
        let make = |kernel, mode| match puzzle {
            PuzzleKind::Cube3 => evaluation(&CUBE3, kernel, mode, None),
            PuzzleKind::Cube2 => evaluation(&CUBE2, kernel, mode, None),
        };
        for (evaluate, scope) in [(EvaluationMode::Whole, "whole genome"), (EvaluationMode::BestPrefix, "best prefix")]
        {
            let mut works: Vec<_> =
                kernels.iter().map(|&kernel| (kernel.to_string(), make(kernel, evaluate))).collect();
            let rates = show(&format!("evaluation, {puzzle}, {scope}"), "M genomes/s", &mut works, last);
            if bare.is_empty() {
                bare = rates;
            }
        }
    }

    let mut one_by_one = Vec::new();
    for symbols in MANY_SYMBOLS {
        let mut works: Vec<_> = kernels
            .iter()
            .map(|&kernel| (kernel.to_string(), evaluation(&CUBE3, kernel, EvaluationMode::Whole, Some(symbols))))
            .collect();
        one_by_one =
            show(&format!("evaluation, 3×3×3, whole genome of {symbols} symbols"), "M genomes/s", &mut works, last);
    }
    for ((kernel, two), single) in kernels.iter().zip(&bare).zip(one_by_one) {
        println!("{kernel}: two genes at a time are {:.2} times as fast as one gene at a time", two / single);
    }
    println!();

    let programs: Vec<Evaluator> =
        kernels.iter().map(|&kernel| evaluator(&CUBE3, kernel, EvaluationMode::Whole, None)).collect();
    let mut works: Vec<_> = kernels
        .iter()
        .zip(&programs)
        .map(|(kernel, evaluator)| (kernel.to_string(), breeding(evaluator, POPULATION, 0)))
        .collect();
    let rates = show("whole loop, population 1000", "M offspring/s", &mut works, last);
    for ((kernel, loop_rate), bare) in kernels.iter().zip(rates).zip(&bare) {
        println!(
            "{kernel}: the loop makes {:.2} offspring while the bare kernel evaluates one genome",
            loop_rate / bare
        );
    }
    println!();

    let mut works: Vec<_> = kernels
        .iter()
        .map(|&kernel| (kernel.to_string(), running(always_solve(), kernel, WorkerPool::SEQUENTIAL)))
        .collect();
    show("runs of always-solve.toml", "M offspring/s", &mut works, last);

    for (mode, scope) in [(EvaluationMode::Whole, "whole genomes"), (EvaluationMode::BestPrefix, "best prefixes")] {
        let program = evaluator(&CUBE3, kernels[0], mode, None);
        let mut works = vec![
            ("bare kernel".to_owned(), evaluation(&CUBE3, kernels[0], mode, None)),
            ("genetic algorithm (offspring)".to_owned(), breeding(&program, POPULATION, 0)),
        ];
        let names = ["random search", "(1+1), 1 run", "(1+1), 64 runs"];
        works.extend(
            names.map(|name| (name.to_owned(), running(algorithm(name, mode), kernels[0], WorkerPool::SEQUENTIAL))),
        );
        show(&format!("other algorithms on {scope}, {}", kernels[0]), "M evaluations/s", &mut works, 0);
    }

    let statistics = [(0, "none"), (1, "every generation"), (5, "every 5th"), (10, "every 10th")];
    let mut works: Vec<_> =
        statistics.iter().map(|&(every, name)| (name.to_owned(), breeding(&programs[0], POPULATION, every))).collect();
    show(&format!("statistics, {}", kernels[0]), "M offspring/s", &mut works, 0);

    for (evaluate, scope) in [(EvaluationMode::Whole, "whole genomes"), (EvaluationMode::BestPrefix, "best prefixes")] {
        let mut works: Vec<_> = [50, 100, 200, POPULATION]
            .iter()
            .map(|&population| {
                let genome = GenomeConfig { evaluate, ..usual(population).genome };
                let config = TrialConfig { genome, ..usual(population) };
                (format!("population {population}"), running(config, kernels[0], WorkerPool::SEQUENTIAL))
            })
            .collect();
        let largest = works.len() - 1;
        show(&format!("small populations on {scope}, {}", kernels[0]), "M offspring/s", &mut works, largest);
    }

    let pool = WorkerPool::new(2);
    for population in [500, POPULATION, 2000, 4000, 8000, 20_000, 100_000] {
        let mut works = vec![
            ("1 thread".to_owned(), running(usual(population), kernels[0], WorkerPool::SEQUENTIAL)),
            ("2 threads".to_owned(), running(usual(population), kernels[0], &pool)),
        ];
        show(&format!("one run, population {population}"), "M offspring/s", &mut works, 0);
    }
}
