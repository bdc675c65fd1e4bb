//! The symbols of several moves, in the order of the alphabet: macros and commutators with their copies, inverses, and conjugates.

use super::collection::Collection;
use super::config::copies;
use super::{AlphabetConfig, AlphabetError, Symbol};
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::group::{Setup, WordEnds, check_word_count, commutator, for_each_commutator};

/// Adds all symbols of several moves.
pub(super) fn add_macros<P: Puzzle>(
    puzzle: &P,
    config: &AlphabetConfig,
    all: &mut Collection<P::State, P::Move>,
) -> Result<(), AlphabetError> {
    let begin = all.symbols.effects.len();
    let copies = copies(puzzle, config.expand)?;
    let suffixes = copies.iter().map(|&copy| ["/", &puzzle.symmetry_name(copy)].concat());
    let suffixes: Vec<String> = [String::new()].into_iter().chain(suffixes.skip(1)).collect();
    let mut add = |word: &[P::Move], name: &dyn Fn(&mut String)| -> Result<(), AlphabetError> {
        let effect = puzzle.apply_all(puzzle.solved(), word);
        for (&copy, suffix) in copies.iter().zip(&suffixes) {
            let write_moves = |moves: &mut Vec<P::Move>| moves.extend_from_slice(&puzzle.conjugate(word, copy));
            let write_name = |text: &mut String| {
                name(text);
                text.push_str(suffix);
            };
            all.add(puzzle.conjugate_effect(effect, word, copy), word.len(), write_moves, write_name)?;
        }
        Ok(())
    };
    let words = config.macros.words(puzzle)?;
    check_word_count(words.len().saturating_mul(copies.len()))?;
    for (name, moves) in &words {
        add(moves, &|text| text.push_str(name))?;
    }
    // The limits hold for all rules together.
    let words = config.rules().iter().map(|rule| rule.words(puzzle)).collect::<Result<Vec<_>, _>>()?;
    let pairs = words.iter().map(|[first, second]| first.len().saturating_mul(second.len()));
    check_word_count(pairs.fold(0, usize::saturating_add))?;
    let mut count = 0;
    for (rule, [first, second]) in config.rules().iter().zip(&words) {
        for_each_commutator(puzzle, first, second, rule.max_pieces(), |a, b| {
            count += copies.len();
            check_word_count(count)?;
            let name = |text: &mut String| {
                *text += &format!("[{}, {}]", puzzle.write_moves(a), puzzle.write_moves(b));
            };
            add(&commutator(puzzle, a, b), &name)
        })?;
    }
    if config.has_inverses() {
        let words = all.symbols.clone();
        for Symbol { name, moves, effect } in words.symbols().skip(begin) {
            let write_moves = |inverse: &mut Vec<P::Move>| inverse.extend_from_slice(&puzzle.undo(moves));
            all.add(puzzle.inverse(effect), moves.len(), write_moves, |text| *text += &format!("({name})'"))?;
        }
    }
    let prefix = |turn| ["[", puzzle.move_name(turn), ": "].concat();
    let setups: Vec<_> = puzzle.moves().into_iter().map(|turn| (Setup::new(puzzle, turn), prefix(turn))).collect();
    let generator = |setup: &Setup<P::State, P::Move>| setup.generator(puzzle);
    let groups: Vec<_> = setups.chunk_by(|(first, _), (second, _)| generator(first) == generator(second)).collect();
    let mut begin = begin;
    for _ in 0..config.conjugations() {
        // The conjugates by n moves are the conjugates by one move of those by n − 1.
        let inner = all.symbols.clone();
        check_word_count((inner.effects.len() - begin).saturating_mul(setups.len()))?;
        for Symbol { name, moves: word, effect } in inner.symbols().skip(begin) {
            let simplified = puzzle.simplify(word);
            let is_simplified = simplified.len() == word.len();
            for setups in &groups {
                let ends = WordEnds::new(puzzle, word, generator(&setups[0].0));
                // Where nothing merges, moves that commute keep their order.
                let word_or_simplified = if ends.are_empty(word) { word } else { &simplified };
                for (setup, prefix) in *setups {
                    let least = if is_simplified { ends.least_length() } else { 0 };
                    let write_moves = |moves: &mut Vec<P::Move>| {
                        if is_simplified {
                            setup.write_conjugate(puzzle, word_or_simplified, ends, moves);
                        } else {
                            moves.extend_from_slice(&setup.conjugate(puzzle, word));
                        }
                    };
                    let write_name = |text: &mut String| {
                        text.push_str(prefix);
                        text.push_str(name);
                        text.push(']');
                    };
                    all.add(setup.effect(puzzle, effect), least, write_moves, write_name)?;
                }
            }
        }
        begin = inner.effects.len();
    }
    Ok(())
}
