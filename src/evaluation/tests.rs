//! Every kernel against the specification.

use proptest::prelude::*;

use super::*;
use crate::puzzle::cube2::Cube2;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Turn;
use crate::puzzle::{CUBE3, Cube, CubeState};
use crate::rng::{Seed, Stream};

/// PenaltyFunction of any size that fits, without any regularity.
fn random_penalties<P: CubeState>(stream: &mut Stream, most: u64) -> PenaltyFunction {
    PenaltyFunction::new(Cube::<P>::new().layout(), |_, _| u16::try_from(stream.below(most + 1)).expect("small"))
}

/// As many random effects as are wanted, single turns first.
fn effects<P: CubeState>(count: usize, stream: &mut Stream) -> Vec<P> {
    let turns = P::turns();
    let mut effects: Vec<P> = turns.iter().map(|turn| P::SOLVED.apply(turn)).collect();
    while effects.len() < count {
        effects.push(P::random(stream).anchored_state().0);
    }
    effects.truncate(count);
    effects
}

/// Evaluates random genomes of this length with every kernel, and compares.
fn compare<P: CubeState>(seed: u64, symbols: usize, length: usize, count: usize, most: u64) {
    let mut stream = Seed::from_number(seed).stream();
    let start = P::random(&mut stream).anchored_state().0;
    let effects: Vec<P> = effects(symbols, &mut stream);
    let penalties = random_penalties::<P>(&mut stream, most);
    let mut genomes = Genomes::new(count, length).expect("little memory");
    for row in 0..count {
        for gene in genomes.rows_mut().genome_mut(row) {
            *gene = Gene(u16::try_from(stream.index(symbols)).expect("small"));
        }
    }
    // Not all rows, and not in order: what is not asked for must not be touched.
    let mut which: Vec<u32> = (0..u32::try_from(count).expect("few")).filter(|row| row % 5 != 3).collect();
    stream.shuffle(&mut which);
    for evaluate in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
        for kernel in Kernel::available() {
            let evaluator = Evaluator::new(&Cube::<P>::new(), start, &effects, &penalties, evaluate, kernel);
            let mut out = vec![Fitness::WORST; count];
            evaluator.evaluate(genomes.rows(), &which, &mut out);
            for row in 0..count {
                let expected = if which.iter().any(|&asked| asked as usize == row) {
                    evaluator.reference_fitness(genomes.rows().genome(row))
                } else {
                    Fitness::WORST
                };
                assert_eq!(out[row], expected, "{kernel}, {evaluate:?}, row {row} of {which:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn genomes_have_the_specified_fitness(
        seed in any::<u64>(), symbols in 1usize..300, length in 1usize..80, count in 1usize..40, large in any::<bool>(),
    ) {
        let most = if large { 3200 } else { 40 };
        compare::<Cube3>(seed, symbols, length, count, most);
        compare::<Cube2>(seed, symbols, length, count, most);
    }

    #[test]
    fn small_alphabets_have_the_specified_fitness(
        seed in any::<u64>(), symbols in 1usize..34, length in 1usize..80, count in 1usize..40, most in 1u64..200,
    ) {
        compare::<Cube3>(seed, symbols, length, count, most);
        compare::<Cube2>(seed, symbols, length, count, most);
    }
}

/// PenaltyFunction that follow from how pieces look, as penalties do: so much for each sticker that is wrong, and for an edge or a
/// corner of which any is.
pub(super) fn penalties_by_colors<P: CubeState>(sticker: u16, edge: u16, corner: u16) -> PenaltyFunction {
    PenaltyFunction::new(Cube::<P>::new().layout(), |piece, place| {
        let view = P::view(piece, place).expect("a place of the piece's orbit");
        let wrong = u16::try_from(view.count() - view.right()).expect("three stickers");
        let whole = match (wrong, view.count()) {
            (0, _) => 0,
            (_, 2) => edge,
            _ => corner,
        };
        sticker * wrong + whole
    })
}

#[test]
fn penalties_by_colors_are_those_of_the_specification() {
    fn compare<P: CubeState>(penalties: &PenaltyFunction, length: usize) {
        let mut stream = Seed::from_number(6).stream();
        let start = P::random(&mut stream).anchored_state().0;
        let effects: Vec<P> = effects(30, &mut stream);
        let mut genomes = Genomes::new(1000, length).expect("little memory");
        for row in 0..1000 {
            for gene in genomes.rows_mut().genome_mut(row) {
                *gene = Gene(u16::try_from(stream.index(effects.len())).expect("small"));
            }
        }
        let which: Vec<u32> = (0..1000).collect();
        for kernel in Kernel::available() {
            let evaluator =
                Evaluator::new(&Cube::<P>::new(), start, &effects, penalties, EvaluationMode::Whole, kernel);
            let mut out = vec![Fitness::WORST; 1000];
            evaluator.evaluate(genomes.rows(), &which, &mut out);
            for (row, fitness) in out.iter().enumerate() {
                assert_eq!(*fitness, evaluator.reference_fitness(genomes.rows().genome(row)), "{kernel}, row {row}");
            }
        }
    }
    for (sticker, edge, corner) in [(1, 4, 6), (0, 1, 1), (3, 0, 0), (70, 80, 45), (80, 200, 100)] {
        for length in [1, 2, 30, 41] {
            compare::<Cube3>(&penalties_by_colors::<Cube3>(sticker, edge, corner), length);
            compare::<Cube2>(&penalties_by_colors::<Cube2>(sticker, edge, corner), length);
        }
    }
}

/// Every two genes, one after the other, from every place of every piece.
#[test]
fn every_two_genes_take_every_piece_where_it_belongs() {
    let mut stream = Seed::from_number(4).stream();
    let effects: Vec<Cube3> = effects(32, &mut stream);
    let mut genomes = Genomes::new(32 * 32, 2).expect("little memory");
    for (row, (first, second)) in (0..32).flat_map(|first| (0..32).map(move |second| (first, second))).enumerate() {
        genomes.rows_mut().genome_mut(row).copy_from_slice(&[Gene(first), Gene(second)]);
    }
    let which: Vec<u32> = (0..32 * 32).collect();
    let start = Cube3::random(&mut stream).anchored_state().0;
    for kernel in Kernel::available() {
        for piece in 0..Cube3::PIECES {
            let penalties =
                PenaltyFunction::new(CUBE3.layout(), |of, place| if of == piece { u16::from(place) } else { 0 });
            let evaluator = Evaluator::new(&CUBE3, start, &effects, &penalties, EvaluationMode::Whole, kernel);
            let mut out = vec![Fitness::WORST; which.len()];
            evaluator.evaluate(genomes.rows(), &which, &mut out);
            for (row, fitness) in out.iter().enumerate() {
                let state = start.then(effects[row / 32]).then(effects[row % 32]);
                assert_eq!(fitness.penalty(), u32::from(state.places()[piece]), "{kernel}, piece {piece}, row {row}");
            }
        }
    }
}

/// The same gene again and again adds up what it twists, of which registers hold only so much.
#[test]
fn genomes_of_one_gene_have_the_specified_fitness() {
    let mut stream = Seed::from_number(5).stream();
    let twisted = |first, second| {
        let mut vectors = Cube3::SOLVED.vectors();
        (vectors.corner_orientation[0], vectors.corner_orientation[7]) = (first, second);
        Cube3::from_vectors(&vectors).expect("it can be reached")
    };
    let start = Cube3::random(&mut stream).anchored_state().0;
    let penalties = random_penalties::<Cube3>(&mut stream, 40);
    for effect in [twisted(1, 2), twisted(2, 1), Cube3::SOLVED.apply(Turn::F), Cube3::SOLVED.apply(Turn::R)] {
        for length in 1..=200 {
            let genomes = Genomes::new(1, length).expect("little memory");
            for evaluate in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
                for kernel in Kernel::available() {
                    let evaluator = Evaluator::new(&CUBE3, start, &[effect], &penalties, evaluate, kernel);
                    let mut out = [Fitness::WORST];
                    evaluator.evaluate(genomes.rows(), &[0], &mut out);
                    let expected = evaluator.reference_fitness(genomes.rows().genome(0));
                    assert_eq!(out[0], expected, "{kernel}, {evaluate:?}, {length} genes");
                }
            }
        }
    }
}

#[test]
fn long_genomes_and_large_alphabets_have_the_specified_fitness() {
    compare::<Cube3>(3, 30, 1000, 10, 40);
    compare::<Cube3>(1, 5000, 1000, 10, 3200);
    compare::<Cube2>(2, 5000, 1000, 10, 3200);
}

/// Every gene from every place of every piece: a piece that penalties 1 at one place only shows where it is.
fn single_genes<P: CubeState>() {
    let mut stream = Seed::from_number(3).stream();
    let effects: Vec<P> = effects(40, &mut stream);
    single_genes_among(&effects[..30]);
    single_genes_among(&effects);
}

fn single_genes_among<P: CubeState>(effects: &[P]) {
    let mut genomes = Genomes::new(effects.len(), 1).expect("little memory");
    for row in 0..effects.len() {
        genomes.rows_mut().genome_mut(row)[0] = Gene(u16::try_from(row).expect("few"));
    }
    let which: Vec<u32> = (0..u32::try_from(effects.len()).expect("few")).collect();
    let start = P::SOLVED.apply(Turn::R).anchored_state().0;
    for piece in 0..P::PIECES {
        for place in if piece < 8 { 0..24 } else { 24..48 } {
            let only = |of, at| u16::from(of == piece && usize::from(at) == place);
            let penalties = PenaltyFunction::new(Cube::<P>::new().layout(), only);
            for kernel in Kernel::available() {
                let evaluator =
                    Evaluator::new(&Cube::<P>::new(), start, effects, &penalties, EvaluationMode::Whole, kernel);
                let mut out = vec![Fitness::WORST; effects.len()];
                evaluator.evaluate(genomes.rows(), &which, &mut out);
                for (row, effect) in effects.iter().enumerate() {
                    let there = usize::from(start.then(*effect).places()[piece]) == place;
                    assert_eq!(
                        out[row].penalty(),
                        u32::from(there),
                        "{kernel}, piece {piece}, place {place}, gene {row}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_gene_takes_every_piece_where_it_belongs() {
    single_genes::<Cube3>();
    single_genes::<Cube2>();
}

#[test]
fn the_costs_of_the_worst_place_may_fill_16_bits() {
    let penalties = PenaltyFunction::new(CUBE3.layout(), |_, _| 3276);
    let effects = [Cube3::SOLVED.apply(Turn::F)];
    let genomes = Genomes::new(1, 7).expect("little memory");
    for kernel in Kernel::available() {
        let evaluator = Evaluator::new(&CUBE3, Cube3::SOLVED, &effects, &penalties, EvaluationMode::Whole, kernel);
        let mut out = [Fitness::WORST];
        evaluator.evaluate(genomes.rows(), &[0], &mut out);
        assert_eq!(out[0], Fitness::new(65_520, 7), "{kernel}");
    }
}
