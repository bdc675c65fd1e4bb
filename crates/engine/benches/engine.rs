//! Times of the engine: one evaluation, one generation, one short run. Every bench asserts its answer. Kernels are compared with each other
//! in `throughput.rs`.
//!
//! `cargo bench --bench engine`. Machines are noisy: compare figures of one run only.

#[path = "../../cube/benches/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::{Work, show_times};
use evocube_cube::rng::BatchedRange;
use evocube_cube::{CUBE3, Cube3, Seed};
use evocube_engine::alphabet::{Alphabet, AlphabetConfig};
use evocube_engine::bounded::Conjugations;
use evocube_engine::evaluation::{EvaluationMode, Evaluator, Fitness, Genomes, Kernel};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::engine::{Engine, Settings};
use evocube_engine::evolve::population::random_genes;
use evocube_engine::evolve::restart::Restart;

fn evaluator(evaluate: EvaluationMode) -> Evaluator {
    let alphabet = AlphabetConfig { conjugate: Some(Conjugations::new(0)), ..AlphabetConfig::default() };
    let alphabet = Alphabet::new(&CUBE3, &alphabet).expect("a checked alphabet");
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    Evaluator::new(
        &CUBE3,
        start,
        alphabet.effects(),
        &TrialConfig::default().objective.penalty_function(&CUBE3),
        evaluate,
        Kernel::best(),
    )
}

/// Evaluates 1000 genomes of 30 genes.
fn evaluation(evaluator: &Evaluator) -> Work<'_> {
    let (size, length) = (1000, 30);
    let mut genomes = Genomes::new(size, length).expect("little memory");
    let mut stream = Seed::from_number(2).stream();
    let symbols = BatchedRange::new(evaluator.symbol_count() as u64);
    for row in 0..size {
        random_genes(genomes.rows_mut().genome_mut(row), &symbols, &mut stream);
    }
    let which: Vec<u32> = (0..).take(size).collect();
    let mut fitness = vec![Fitness::WORST; size];
    let specified = evaluator.reference_fitness(genomes.rows().genome(size - 1)).expect("it does not fail");
    Box::new(move || {
        evaluator.evaluate(black_box(genomes.rows()), &which, &mut fitness).expect("it does not fail");
        assert_eq!(fitness[size - 1], specified, "the batch agrees with the specification");
        size as u64
    })
}

fn settings() -> Settings {
    Settings { population: 1000, length: 30, restart: Restart::None, ..TrialConfig::default().settings() }
}

/// Breeds one generation of 1000 individuals.
fn generation(evaluator: &Evaluator) -> Work<'_> {
    let mut engine = Engine::new(evaluator, settings(), Seed::from_number(3)).expect("little memory");
    Box::new(move || {
        engine.step().expect("it does not fail");
        let generation = engine.generation();
        assert_eq!(generation.offspring, 1000 + 999 * generation.progress.generations, "all offspring were made");
        1
    })
}

/// Breeds 100 generations of 1000 individuals.
fn short_run(evaluator: &Evaluator) -> Work<'_> {
    let mut first = None;
    Box::new(move || {
        let mut engine = Engine::new(evaluator, settings(), Seed::from_number(4)).expect("little memory");
        (0..100).for_each(|_| engine.step().expect("it does not fail"));
        let best = engine.best().fitness;
        assert_eq!(best, *first.get_or_insert(best), "the same seed gives the same best");
        1
    })
}

fn main() {
    let [whole, best_prefix] = [EvaluationMode::Whole, EvaluationMode::BestPrefix].map(evaluator);
    show_times(
        "engine",
        &mut [
            ("a genome of 30 genes, whole", evaluation(&whole)),
            ("a genome of 30 genes, best prefix", evaluation(&best_prefix)),
            ("a generation of 1000, whole", generation(&whole)),
            ("100 generations of 1000, best prefix", short_run(&best_prefix)),
        ],
    );
}
