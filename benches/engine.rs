//! The engine: one evaluation, one generation, one short run. Every bench asserts its answer.
//!
//! `cargo bench --bench engine`. Machines are noisy: compare figures of one run only.
#![allow(missing_docs)] // criterion's macros make public items without them

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evocube::alphabet::{Alphabet, AlphabetConfig, Expand};
use evocube::evaluation::{EvaluationMode, Evaluator, Fitness, Genomes, Kernel};
use evocube::evolve::config::TrialConfig;
use evocube::evolve::engine::{Engine, Settings};
use evocube::evolve::population::random_genes;
use evocube::rng::BatchedRange;
use evocube::{CUBE3, Cube3, CubeState, Seed};

fn evaluator(evaluate: EvaluationMode) -> Evaluator {
    let alphabet = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
    let alphabet = Alphabet::new(&CUBE3, &alphabet).expect("a checked alphabet");
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    Evaluator::new(
        &CUBE3,
        start,
        &alphabet.effects(),
        &TrialConfig::default().objective.penalty_function(&CUBE3),
        evaluate,
        Kernel::best(),
    )
}

fn evaluation(criterion: &mut Criterion) {
    let (size, length) = (1000, 30);
    let mut group = criterion.benchmark_group("evaluate 1000 genomes of 30 genes");
    group.throughput(Throughput::Elements(size as u64));
    for evaluate in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
        let evaluator = evaluator(evaluate);
        let mut genomes = Genomes::new(size, length).expect("little memory");
        let mut stream = Seed::from_number(2).stream();
        for row in 0..size {
            random_genes(
                genomes.rows_mut().genome_mut(row),
                &BatchedRange::new(evaluator.symbol_count() as u64),
                &mut stream,
            );
        }
        let which: Vec<u32> = (0..).take(size).collect();
        let mut fitness = vec![Fitness::WORST; size];
        group.bench_function(format!("{evaluate:?}"), |bencher| {
            bencher.iter(|| evaluator.evaluate(black_box(genomes.rows()), &which, &mut fitness));
        });
        let specified = evaluator.reference_fitness(genomes.rows().genome(size - 1));
        assert_eq!(fitness[size - 1], specified, "the batch agrees with the specification");
    }
    group.finish();
}

fn settings() -> Settings {
    Settings { population: 1000, length: 30, ..TrialConfig::default().settings() }
}

fn generation(criterion: &mut Criterion) {
    let evaluator = evaluator(EvaluationMode::Whole);
    let mut engine = Engine::new(&evaluator, settings(), Seed::from_number(3)).expect("little memory");
    let mut group = criterion.benchmark_group("one generation");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("population 1000", |bencher| bencher.iter(|| engine.step()));
    group.finish();
    let generation = engine.generation();
    assert_eq!(generation.offspring, 1000 + 999 * generation.progress.generations, "all offspring were made");
}

fn whole_run(criterion: &mut Criterion) {
    let evaluator = evaluator(EvaluationMode::BestPrefix);
    let mut best = Vec::new();
    criterion.bench_function("100 generations of 1000, best prefix", |bencher| {
        bencher.iter(|| {
            let mut engine = Engine::new(&evaluator, settings(), Seed::from_number(4)).expect("little memory");
            (0..100).for_each(|_| engine.step());
            best.push(engine.best().fitness);
        });
    });
    assert!(best.windows(2).all(|pair| pair[0] == pair[1]), "the same seed gives the same best");
}

criterion_group!(benches, evaluation, generation, whole_run);
criterion_main!(benches);
