//! The genes of solutions: names of symbols that lead to the recorded state. Strategies on states and deterministic solvers have none.

use std::collections::HashMap;

use evocube::alphabet::Alphabet;
use evocube::experiment::record::SolutionRow;
use evocube::optimizer::Problem;
use evocube::puzzle::Puzzle;
use evocube::with_puzzle;

use super::*;

/// Returns the names of genes, with blanks between them, which also a name can have within brackets.
fn names(genes: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let is_between = move |letter: char| {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        letter == ' ' && depth == 0
    };
    genes.split(is_between).filter(|name| !name.is_empty())
}

/// Asserts that the genes of a solution lead to its state by the moves of their symbols, and returns the penalties of its start
/// state and after each gene, and the number of these moves before they cancel.
fn replayed<P: Puzzle>(puzzle: &P, sweep: &Sweep, row: &SolutionRow) -> (Vec<u32>, usize) {
    let alphabet = Alphabet::new(puzzle, &sweep.base.alphabet).unwrap();
    let numbers: HashMap<&str, usize> =
        alphabet.symbols().enumerate().map(|(number, symbol)| (symbol.name, number)).collect();
    let instance = sweep.instances.iter().find(|instance| instance.name == row.instance).unwrap();
    let genes: Vec<usize> = names(&row.genes).map(|name| numbers[name]).collect();
    let anchored = |state| puzzle.anchor(state).0;
    let start = anchored(instance.start(puzzle));
    let written = alphabet.moves(genes.iter().copied());
    let end = puzzle.apply_all(start, &written);
    let moves = puzzle.read_moves(&row.moves, Dialect::Wca).unwrap().moves;
    let expected = puzzle.apply_all(instance.start(puzzle), &moves);
    assert_eq!(puzzle.write_state(expected), row.state);
    assert_eq!(puzzle.write_state(anchored(end)), puzzle.write_state(anchored(expected)), "{row:?}");
    let problem = Problem::new(puzzle, anchored(instance.problem(puzzle)), &sweep.base.objective);
    let after = |count| problem.penalty(&alphabet.moves(genes[..count].iter().copied())).unwrap();
    ((0..=genes.len()).map(after).collect(), written.len())
}

/// Asserts that the genes of all solutions of a sweep are those of whole genomes, or end with the first of the lowest penalties.
/// Returns the greatest and the least number of genes, and whether moves of some genes cancel.
#[track_caller]
fn genes(text: &str) -> (usize, usize, bool) {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    assert_eq!(sweep.alphabets().len(), 1);
    let results = results(text);
    let (mut counts, mut cancels) = (Vec::new(), false);
    for row in &results.solutions {
        let (penalties, written) = with_puzzle!(sweep.puzzle(), |puzzle| replayed(puzzle, &sweep, row));
        let (last, before) = penalties.split_last().unwrap();
        assert_eq!(u64::from(*last), row.penalty, "{row:?}");
        let is_whole = text.contains("\"whole\"");
        assert!(is_whole || before.iter().all(|penalty| penalty > last), "{row:?}: {penalties:?}");
        counts.push(before.len());
        cancels |= written as u64 > row.htm;
    }
    assert_eq!(counts.len(), results.trials.len());
    (counts.iter().copied().max().unwrap(), counts.iter().copied().min().unwrap(), cancels)
}

#[test]
fn genes_of_whole_genomes_are_all_their_genes() {
    let one_alphabet = GOLDEN.split("[[stage]]\nname = \"alphabet\"").next().unwrap();
    let (max, min, cancels) = genes(one_alphabet);
    assert_eq!((max, min, cancels), (12, 12, true));
}

#[test]
fn genes_of_the_other_algorithms_end_with_the_best_prefix() {
    for text in [include_str!("../data/walks.toml"), include_str!("../data/populations.toml")] {
        let (max, min, _) = genes(text);
        assert!(max == 16 && min < 16, "{min} to {max}");
    }
}

#[test]
fn genes_are_those_of_every_puzzle_and_of_macros_in_all_positions() {
    let text = |puzzle: &str, alphabet: &str| {
        format!(
            "name = 'x'\nseed = 3\nrepetitions = 3\n[[instance]]\nrandom = 4\n[base]\npuzzle = '{puzzle}'\n\
             population = 60\ngenome = {{ length = 15, evaluate = 'best-prefix' }}\nalphabet = {alphabet}\n\
             stop = {{ generations = 30 }}\n"
        )
    };
    for (puzzle, alphabet) in [
        ("cube3", "{ expand = 'symmetries', inverses = true }"),
        ("cube2", "{ expand = 'symmetries' }"),
        ("pyraminx", "{ macros = [{ name = 'edges', moves = \"[R', L]\" }], expand = 'symmetries', no-op = true }"),
        ("skewb", "{ macros = 'none', no-op = true }"),
    ] {
        let (max, _, _) = genes(&text(puzzle, alphabet));
        assert!((3..=15).contains(&max), "{puzzle}: {max}");
    }
    // A commutator has blanks in its name, so that a table has it in quotation marks.
    let commutators = text("cube3", "{ macros = 'none', turns = 'none', expand = 'none', commutators = [{}] }");
    let rows = results(&commutators).solutions;
    assert!(rows.iter().all(|row| row.genes.starts_with('[') && row.genes.ends_with(']')), "{rows:?}");
}

#[test]
fn strategies_and_solvers_have_no_genes() {
    for (text, has_genes) in [
        (include_str!("../data/strategies.toml"), false),
        (include_str!("../data/pocket.toml"), false),
        (include_str!("../data/logged.toml"), true),
    ] {
        let results = results(text);
        for (trial, row) in results.trials.iter().zip(&results.solutions) {
            let is_solver = trial.outcome.as_ref().unwrap().evolution.is_none();
            assert_eq!(row.genes.is_empty(), !has_genes || is_solver, "{row:?}");
        }
    }
}
