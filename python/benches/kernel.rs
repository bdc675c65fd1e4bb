//! Seconds of the Rust call that `speed.py` compares with: a million genomes of 30 genes, evaluated where they are.
#![allow(clippy::print_stdout)] // a program for people

use std::time::Instant;

use evocube::alphabet::Alphabet;
use evocube::evaluation::{EvaluationMode, Evaluator, Fitness, Gene, Genomes, Kernel};
use evocube::evolve::config::TrialConfig;
use evocube::{CUBE3, Cube3, Seed};

/// Returns the seconds that the processor has worked for this program; without Linux, those that have passed.
fn now(start: Instant) -> f64 {
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = worked.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |worked| worked / 1e9)
}

fn main() {
    let start_of_program = Instant::now();
    let (count, length, turns) = (1_000_000, 30, 3);
    let mut config = TrialConfig::default();
    config.alphabet.conjugate = Some(evocube::bounded::Conjugations::new(0));
    let alphabet = Alphabet::new(&CUBE3, &config.alphabet).expect("a valid alphabet");
    let penalties = config.objective.penalty_function(&CUBE3);
    let mut stream = Seed::from_number(1).stream();
    let start = Cube3::random(&mut stream);
    for mode in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
        let evaluator = Evaluator::new(&CUBE3, start, alphabet.effects(), &penalties, mode, Kernel::best());
        let mut genomes = Genomes::new(count, length).expect("memory for the genomes");
        for row in 0..count {
            for gene in genomes.rows_mut().genome_mut(row) {
                *gene = Gene(u16::try_from(stream.index(evaluator.symbol_count())).expect("symbols have 16 bits"));
            }
        }
        let which: Vec<u32> = (0..).take(count).collect();
        let mut fitness = vec![Fitness::WORST; count];
        let seconds = (0..turns).map(|_| {
            let begin = now(start_of_program);
            evaluator.evaluate(genomes.rows(), &which, &mut fitness).expect("no component fails");
            now(start_of_program) - begin
        });
        println!("{:?} {}", mode, seconds.fold(f64::INFINITY, f64::min));
    }
}
