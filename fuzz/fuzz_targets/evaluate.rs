//! Fuzz target of evaluation: with genes outside the alphabet, kernels read nothing beyond their tables; otherwise they agree with the
//! reference. The default objective on the 3×3×3 is used.
//!
//! The first bytes say the mode, the number of symbols, the length and the rows that are evaluated; the others are genes.
#![no_main]

use std::sync::LazyLock;

use evocube::evaluation::objective::Objective;
use evocube::evaluation::{EvaluationMode, Evaluator, Fitness, Gene, Genomes, Kernel};
use evocube::{CUBE3, Cube3, Seed, Turn};
use libfuzzer_sys::fuzz_target;

/// Effects of the moves, then of random states.
static EFFECTS: LazyLock<Vec<Cube3>> = LazyLock::new(|| {
    let mut stream = Seed::from_number(1).stream();
    let moves = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn));
    moves.chain((0..400).map(|_| Cube3::random(&mut stream))).collect()
});

fuzz_target!(|input: &[u8]| {
    let Some((&[mode, symbols, length, which], genes)) = input.split_first_chunk() else { return };
    let mode = if mode % 2 == 0 { EvaluationMode::Whole } else { EvaluationMode::BestPrefix };
    // Small, middle and large alphabets have tables of their own.
    let symbols = (1 + usize::from(symbols) * [1, 2][usize::from(length % 2)]).min(EFFECTS.len());
    let length = 1 + usize::from(length) % 70;
    let genes: Vec<u16> = genes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let count = genes.len() / length;
    let Ok(mut genomes) = Genomes::new(count, length) else { return };
    for (row, genes) in genes.chunks_exact(length).enumerate() {
        for (target, gene) in genomes.rows_mut().genome_mut(row).iter_mut().zip(genes) {
            *target = Gene(*gene);
        }
    }
    let rows: Vec<u32> = (0..).take(count).filter(|row| which >> (row % 8) & 1 == 1).collect();
    let penalties = Objective::default().penalty_function(&CUBE3);
    for kernel in Kernel::available() {
        let evaluator = Evaluator::new(&CUBE3, EFFECTS[20], &EFFECTS[..symbols], &penalties, mode, kernel);
        let mut out = vec![Fitness::WORST; count];
        evaluator.evaluate(genomes.rows(), &rows, &mut out).expect("no component fails");
        for &row in &rows {
            let genome = genomes.rows().genome(row as usize);
            if genome.iter().all(|gene| usize::from(gene.0) < symbols) {
                let expected = evaluator.reference_fitness(genome).expect("no component fails");
                assert_eq!(out[row as usize], expected, "{kernel} {genome:?}");
            }
        }
    }
});
