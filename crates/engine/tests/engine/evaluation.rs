//! Every kernel of this machine against the reference, on the cubes, up to the longest genomes; penalties of pieces; batches under
//! registered objectives; one algorithm on several problems. A second implementation of penalties and evolution is in `textbook`.

use evocube_cube::puzzle::spec::Shipped;
use evocube_cube::puzzle::{Layout, Place};
use evocube_cube::solver::Cancelled;
use evocube_cube::{CUBE2, CUBE3, Cube, Cube3, Puzzle, Seed, Stream, Turn};
use evocube_engine::bounded::Weight;
use evocube_engine::evaluation::objective::{EdgeRule, Objective, Penalty, PieceWeights, Weights};
use evocube_engine::evaluation::{
    EvaluationMode, Evaluator, Fitness, Gene, Genomes, Kernel, MAX_GENES, Penalize, PenaltyFunction,
};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::genome_optimizer::GenomeOptimizer;
use evocube_engine::optimizer::{Optimizer, Problem, RunContext};
use evocube_engine::registered::Registry;
use proptest::prelude::*;

const MODES: [EvaluationMode; 2] = [EvaluationMode::Whole, EvaluationMode::BestPrefix];

/// Returns a table of random penalties up to `max`.
fn random_penalties(puzzle: &impl Puzzle, stream: &mut Stream, max: u64) -> PenaltyFunction {
    PenaltyFunction::new(puzzle.layout(), |_, _| u16::try_from(stream.below(max + 1)).expect("small"))
}

/// Returns the effects of all moves, then of random states.
fn effects<P: Puzzle>(puzzle: &P, count: usize, stream: &mut Stream) -> Vec<P::State> {
    let mut effects: Vec<_> = puzzle.moves().into_iter().map(|turn| puzzle.apply(puzzle.solved(), turn)).collect();
    while effects.len() < count {
        effects.push(puzzle.anchor(puzzle.random(stream)).0);
    }
    effects.truncate(count);
    effects
}

/// Returns genomes whose genes a function of row and position returns.
fn genomes(count: usize, length: usize, gene: &mut dyn FnMut(usize, usize) -> usize) -> Genomes {
    let mut genomes = Genomes::new(count, length).expect("little memory");
    for row in 0..count {
        for (position, target) in genomes.rows_mut().genome_mut(row).iter_mut().enumerate() {
            *target = Gene(u16::try_from(gene(row, position)).expect("small"));
        }
    }
    genomes
}

/// Returns the indices of all rows.
fn all_rows(genomes: &Genomes) -> Vec<u32> {
    (0..u32::try_from(genomes.rows().count()).expect("few")).collect()
}

/// Calls `check` with each kernel, its evaluator, new or made of one with another start, and the fitness of the rows `which`; other rows
/// have the worst fitness.
fn with_each_kernel<P: Puzzle>(
    puzzle: &P,
    (start, effects, penalties, mode): (P::State, &[P::State], &PenaltyFunction, EvaluationMode),
    (genomes, which): (&Genomes, &[u32]),
    check: &mut dyn FnMut(Kernel, &Evaluator, &[Fitness]),
) {
    for kernel in Kernel::available() {
        let evaluator = Evaluator::new(puzzle, start, effects, penalties, mode, kernel);
        let mut out = vec![Fitness::WORST; genomes.rows().count()];
        evaluator.evaluate(genomes.rows(), which, &mut out).unwrap();
        check(kernel, &evaluator, &out);
        let from_solved = Evaluator::new(puzzle, puzzle.solved(), effects, penalties, mode, kernel);
        let from_start = from_solved.with_start(puzzle, start).expect("a kernel evaluates cubes");
        out.fill(Fitness::WORST);
        from_start.evaluate(genomes.rows(), which, &mut out).unwrap();
        check(kernel, &from_start, &out);
    }
}

/// Compares the fitness of the rows `which` with the reference, and that of the others with the worst fitness.
fn compare<P: Puzzle>(
    puzzle: &P,
    problem: (P::State, &[P::State], &PenaltyFunction, EvaluationMode),
    genomes: &Genomes,
    which: &[u32],
) {
    let mode = problem.3;
    with_each_kernel(puzzle, problem, (genomes, which), &mut |kernel, evaluator, out| {
        check_rows(&format!("{kernel}, {mode:?}"), evaluator, genomes, which, out);
    });
}

/// Compares fitness by a kernel and a mode with the reference.
fn check_rows(by: &str, evaluator: &Evaluator, genomes: &Genomes, which: &[u32], out: &[Fitness]) {
    for (row, fitness) in out.iter().enumerate() {
        let is_asked = which.iter().any(|&asked| asked as usize == row);
        let reference = || evaluator.reference_fitness(genomes.rows().genome(row)).unwrap();
        let expected = if is_asked { reference() } else { Fitness::WORST };
        assert_eq!(*fitness, expected, "{by}, row {row} of {which:?}");
        if is_asked {
            let mut piece_penalties = vec![0; evaluator.piece_count()];
            evaluator.piece_penalties(&genomes.rows().genome(row)[..fitness.genes()], &mut piece_penalties);
            assert_eq!(piece_penalties.iter().copied().map(u32::from).sum::<u32>(), fitness.penalty(), "row {row}");
        }
    }
}

/// Numbers of symbols, of genes and of genomes.
type Shape = (usize, usize, usize);

/// Compares the fitness of random genomes under random penalties with the reference.
fn compare_random(puzzle: &impl Puzzle, seed: u64, shape: Shape, max: u64) {
    let penalties = random_penalties(puzzle, &mut Seed::from_number(seed).child("penalties").stream(), max);
    compare_random_genomes(puzzle, seed, shape, &penalties);
}

/// Compares the fitness of random genomes with the reference.
fn compare_random_genomes(
    puzzle: &impl Puzzle,
    seed: u64,
    (symbols, length, count): Shape,
    penalties: &PenaltyFunction,
) {
    let mut stream = Seed::from_number(seed).stream();
    let start = puzzle.anchor(puzzle.random(&mut stream)).0;
    let effects = effects(puzzle, symbols, &mut stream);
    let genomes = genomes(count, length, &mut |_, _| stream.index(symbols));
    let mut which: Vec<u32> = all_rows(&genomes).into_iter().filter(|row| row % 5 != 3).collect();
    stream.shuffle(&mut which);
    for mode in MODES {
        compare(puzzle, (start, &effects, penalties, mode), &genomes, &which);
    }
}

#[test]
fn the_longest_genomes_have_the_reference_fitness() {
    for symbols in [20, 300] {
        compare_random(&CUBE3, 7, (symbols, MAX_GENES, 3), 40);
    }
    compare_random(&CUBE3, 8, (20, MAX_GENES - 1, 2), 3200);
}

/// Kernels fill up the last group of prefixes, whose numbers of genes would need 17 bits.
#[test]
fn the_last_gene_of_the_longest_genome_can_make_the_best_prefix() {
    let effects = [Cube3::SOLVED, Cube3::SOLVED.apply(Turn::R)];
    let start = (0..3).fold(Cube3::SOLVED, |state, _| state.apply(Turn::R));
    let genomes = genomes(1, MAX_GENES, &mut |_, position| usize::from(position == MAX_GENES - 1));
    for max in [40, 3200] {
        let mut stream = Seed::from_number(9).stream();
        let random: Vec<u16> = (0..20).map(|_| 1 + u16::try_from(stream.below(max)).expect("small")).collect();
        let penalties = PenaltyFunction::new(CUBE3.layout(), |piece, place| {
            let is_home = CUBE3.view(piece, place).is_some_and(|view| view.right() == view.count());
            if is_home { 0 } else { random[piece] }
        });
        compare(&CUBE3, (start, &effects, &penalties, EvaluationMode::BestPrefix), &genomes, &[0]);
    }
}

#[test]
#[should_panic(expected = "a genome has at most 65535 genes, not 65536")]
fn a_genome_that_fitness_cannot_count_is_refused() {
    let mut stream = Seed::from_number(1).stream();
    let penalties = random_penalties(&CUBE3, &mut stream, 40);
    let effects = effects(&CUBE3, 20, &mut stream);
    let mode = EvaluationMode::Whole;
    let evaluator = Evaluator::new(&CUBE3, Cube3::SOLVED, &effects, &penalties, mode, Kernel::best());
    let _ = evaluator.reference_fitness(&vec![Gene(0); MAX_GENES + 1]).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_genomes_have_the_reference_fitness(
        seed in any::<u64>(), symbols in 1usize..300, length in 1usize..80, count in 1usize..40, large in any::<bool>(),
    ) {
        let max = if large { 3200 } else { 40 };
        compare_random(&CUBE3, seed, (symbols, length, count), max);
        compare_random(&CUBE2, seed, (symbols, length, count), max);
    }

    #[test]
    fn small_alphabets_have_the_reference_fitness(
        seed in any::<u64>(), symbols in 1usize..67, length in 1usize..80, count in 1usize..40, max in 1u64..200,
    ) {
        compare_random(&CUBE3, seed, (symbols, length, count), max);
        compare_random(&CUBE2, seed, (symbols, length, count), max);
    }

    #[test]
    fn objectives_have_the_reference_fitness(
        seed in any::<u64>(), symbols in 1usize..300, length in 1usize..80, count in 1usize..40, max in 1u16..=800,
    ) {
        compare_objective(seed, (symbols, length, count), max);
    }
}

/// Returns the objectives with random weights up to `max`.
fn objectives(stream: &mut Stream, max: u16) -> Vec<Objective> {
    let mut weight = || Weight::new(i64::try_from(stream.below(u64::from(max) + 1)).expect("small"));
    let mut objectives = vec![Objective::Pieces];
    for edge_rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
        objectives.push(Objective::Penalty(Penalty { sticker: weight(), edge: weight(), corner: weight(), edge_rule }));
    }
    let mut orbit = |name: &str| (name.to_owned(), PieceWeights { place: weight(), orientation: weight() });
    objectives.push(Objective::Weights(Weights([orbit("corners"), orbit("edges")].into())));
    objectives
}

/// Compares the fitness of random genomes under each objective with the reference.
fn compare_objective(seed: u64, shape: Shape, max: u16) {
    for objective in objectives(&mut Seed::from_number(seed).child("weights").stream(), max) {
        compare_random_genomes(&CUBE3, seed, shape, &objective.penalty_function(&CUBE3));
        compare_random_genomes(&CUBE2, seed, shape, &objective.penalty_function(&CUBE2));
    }
}

#[test]
fn long_genomes_and_large_alphabets_have_the_reference_fitness() {
    compare_random(&CUBE3, 3, (30, 1000, 10), 40);
    compare_random(&CUBE3, 1, (5000, 1000, 10), 3200);
    compare_random(&CUBE2, 2, (5000, 1000, 10), 3200);
    compare_objective(4, (5000, 1000, 10), 20);
}

/// Returns penalties that depend on the colors of pieces: weights of each wrong sticker, and of edges and corners with one.
fn penalties_by_colors(puzzle: &impl Puzzle, sticker: u16, edge: u16, corner: u16) -> PenaltyFunction {
    PenaltyFunction::new(puzzle.layout(), |piece, place| {
        let view = puzzle.view(piece, place).expect("a place of the piece's orbit");
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
fn penalties_by_colors_have_the_reference_fitness() {
    fn compare_lengths(puzzle: &impl Puzzle, penalties: &PenaltyFunction) {
        for length in [1, 2, 30, 41] {
            let mut stream = Seed::from_number(6).stream();
            let start = puzzle.anchor(puzzle.random(&mut stream)).0;
            let effects = effects(puzzle, 30, &mut stream);
            let genomes = genomes(1000, length, &mut |_, _| stream.index(30));
            compare(puzzle, (start, &effects, penalties, EvaluationMode::Whole), &genomes, &all_rows(&genomes));
        }
    }
    for (sticker, edge, corner) in [(1, 4, 6), (0, 1, 1), (3, 0, 0), (70, 80, 45), (80, 200, 100)] {
        compare_lengths(&CUBE3, &penalties_by_colors(&CUBE3, sticker, edge, corner));
        compare_lengths(&CUBE2, &penalties_by_colors(&CUBE2, sticker, edge, corner));
    }
}

/// Twists add up in registers of few bits when the same gene is repeated.
#[test]
fn genomes_of_one_gene_have_the_reference_fitness() {
    let mut stream = Seed::from_number(5).stream();
    let twisted = |first, second| {
        let mut vectors = Cube3::SOLVED.vectors();
        (vectors.corner_orientation[0], vectors.corner_orientation[7]) = (first, second);
        Cube3::from_vectors(&vectors).expect("it can be reached")
    };
    let start = Cube3::random(&mut stream);
    let penalties = random_penalties(&CUBE3, &mut stream, 40);
    for effect in [twisted(1, 2), twisted(2, 1), Cube3::SOLVED.apply(Turn::F), Cube3::SOLVED.apply(Turn::R)] {
        for length in 1..=200 {
            let genomes = genomes(1, length, &mut |_, _| 0);
            for mode in MODES {
                compare(&CUBE3, (start, &[effect], &penalties, mode), &genomes, &[0]);
            }
        }
    }
}

#[test]
fn all_pairs_of_genes_move_every_piece_to_its_place() {
    let mut stream = Seed::from_number(4).stream();
    let effects = effects(&CUBE3, 64, &mut stream);
    let genomes = genomes(64 * 64, 2, &mut |row, position| if position == 0 { row / 64 } else { row % 64 });
    let start = Cube3::random(&mut stream);
    for piece in 0..20 {
        let penalties =
            PenaltyFunction::new(CUBE3.layout(), |other, place| if other == piece { u16::from(place) } else { 0 });
        let problem = (start, &effects[..], &penalties, EvaluationMode::Whole);
        with_each_kernel(&CUBE3, problem, (&genomes, &all_rows(&genomes)), &mut |kernel, _, out| {
            for (row, fitness) in out.iter().enumerate() {
                let state = start.then(effects[row / 64]).then(effects[row % 64]);
                assert_eq!(fitness.penalty(), u32::from(state.places()[piece]), "{kernel}, piece {piece}, row {row}");
            }
        });
    }
}

/// A penalty of 1 for one piece at one place shows whether the piece is there. The best prefix shows it for a penalty of 1
/// at all other places: the piece is there before the gene or after it.
fn single_genes<P: Puzzle<Move = Turn>>(puzzle: &P, symbols: usize) {
    let effects = effects(puzzle, symbols, &mut Seed::from_number(3).stream());
    let genomes = genomes(symbols, 1, &mut |row, _| row);
    let start = puzzle.anchor(puzzle.apply(puzzle.solved(), Turn::R)).0;
    for piece in 0..puzzle.layout().pieces() {
        for place in if piece < 8 { 0..24 } else { 24..48 } {
            let is_at = |state: P::State| usize::from(puzzle.places(state).as_ref()[piece]) == place;
            for mode in MODES {
                let is_whole = mode == EvaluationMode::Whole;
                let only = |other, there| u16::from(other == piece && (usize::from(there) == place) == is_whole);
                let penalties = PenaltyFunction::new(puzzle.layout(), only);
                let problem = (start, &effects[..], &penalties, mode);
                with_each_kernel(puzzle, problem, (&genomes, &all_rows(&genomes)), &mut |kernel, _, out| {
                    for (row, (&fitness, effect)) in out.iter().zip(&effects).enumerate() {
                        let is_there = is_at(puzzle.then(start, *effect));
                        let expected = match (is_whole, is_at(start)) {
                            (true, _) => Fitness::new(u16::from(is_there), 1),
                            (false, true) => Fitness::new(0, 0),
                            (false, false) => Fitness::new(u16::from(!is_there), u16::from(is_there)),
                        };
                        let context = format!("{kernel}, {mode:?}, piece {piece}, place {place}, gene {row}");
                        assert_eq!(fitness, expected, "{context}");
                    }
                });
            }
        }
    }
}

#[test]
fn single_genes_move_every_piece_to_its_place() {
    for symbols in [30, 64, 80] {
        single_genes(&CUBE3, symbols);
        single_genes(&CUBE2, symbols);
    }
}

#[test]
fn the_maximal_penalty_may_fill_16_bits() {
    let penalties = PenaltyFunction::new(CUBE3.layout(), |_, _| 3276);
    let problem = (Cube3::SOLVED, &[Cube3::SOLVED.apply(Turn::F)][..], &penalties, EvaluationMode::Whole);
    with_each_kernel(&CUBE3, problem, (&genomes(1, 7, &mut |_, _| 0), &[0]), &mut |kernel, _, out| {
        assert_eq!(out[0], Fitness::new(65_520, 7), "{kernel}");
    });
}

#[test]
fn penalties_of_pieces_of_a_file_defined_puzzle_add_up() {
    let puzzle = Shipped::Skewb.spec();
    let puzzle = &*puzzle;
    let mut stream = Seed::from_number(5).stream();
    let penalties = PenaltyFunction::new(puzzle.layout(), |_, _| u16::try_from(stream.below(30)).expect("small"));
    let effects: Vec<_> = puzzle.moves().iter().map(|&turn| puzzle.apply(puzzle.solved(), turn)).collect();
    let evaluator =
        Evaluator::new(puzzle, puzzle.solved(), &effects, &penalties, EvaluationMode::Whole, Kernel::SCALAR);
    let genomes = genomes(50, 9, &mut |_, _| stream.index(effects.len()));
    let mut piece_penalties = vec![0; evaluator.piece_count()];
    for row in 0..50 {
        let genome = genomes.rows().genome(row);
        evaluator.piece_penalties(genome, &mut piece_penalties);
        let sum: u32 = piece_penalties.iter().copied().map(u32::from).sum();
        assert_eq!(sum, evaluator.reference_fitness(genome).unwrap().penalty());
    }
}

#[test]
fn an_algorithm_evaluates_each_problem_as_if_it_were_its_first() {
    let config: TrialConfig = crate::read("population = 30\nstop.generations = 20").unwrap();
    let algorithm = || GenomeOptimizer::new(&CUBE3, config.clone()).unwrap();
    let mut stream = Seed::from_number(94).stream();
    let (used, objectives) = (algorithm(), [config.objective.clone(), Objective::Pieces]);
    for round in 0..12 {
        let (state, objective) = (Cube3::random(&mut stream), &objectives[round / 2 % 2]);
        for kernel in Kernel::available() {
            let (problem, context) =
                (Problem::new(&CUBE3, state, objective), RunContext { kernel, ..RunContext::sequential() });
            let run = |algorithm: &GenomeOptimizer<Cube<Cube3>>| {
                algorithm.run(&problem, Seed::from_number(95), &config.stop, &context, &mut ()).unwrap()
            };
            assert_eq!(run(&used), run(&algorithm()), "round {round}, {kernel}");
        }
    }
}

/// The number of pieces that do not follow their predecessor.
struct BrokenPairs {}

impl Penalize for BrokenPairs {
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled> {
        let shift = |piece: usize| places[piece].abs_diff(layout.homes()[piece]);
        let broken = (1..places.len()).filter(|&piece| shift(piece) != shift(piece - 1)).count();
        Ok(u16::try_from(broken).expect("few pieces"))
    }
}

#[test]
fn registered_objectives_evaluate_batches_as_single_genomes() {
    #[derive(serde::Deserialize)]
    struct Written {
        objective: Objective,
    }
    let registry = Registry::new().component::<dyn Penalize>("broken-pairs", "1", |_| Ok(Box::new(BrokenPairs {})));
    let Written { objective } = registry.scope(|| crate::read("objective = \"broken-pairs\"")).unwrap();
    let mut stream = Seed::from_number(93).stream();
    let (start, effects) = (Cube3::random(&mut stream), effects(&CUBE3, 40, &mut stream));
    // With 600 genes a batch has fewer genomes than are asked for.
    for (count, length) in [(700, 25), (9, 600), (3, 1)] {
        let genomes = genomes(count, length, &mut |_, _| stream.index(effects.len()));
        let which: Vec<u32> = (0u32..).take(count).filter(|row| row % 4 != 1).collect();
        for mode in MODES {
            let penalties = objective.penalty_function(&CUBE3);
            let evaluator = Evaluator::new(&CUBE3, start, &effects, &penalties, mode, Kernel::best());
            let mut batch = vec![Fitness::WORST; count];
            evaluator.evaluate(genomes.rows(), &which, &mut batch).unwrap();
            for (row, fitness) in batch.iter().enumerate() {
                let single = evaluator.reference_fitness(genomes.rows().genome(row)).unwrap();
                let is_asked = which.contains(&u32::try_from(row).expect("few"));
                assert_eq!(*fitness, if is_asked { single } else { Fitness::WORST }, "{mode:?}, row {row}");
            }
        }
    }
}
