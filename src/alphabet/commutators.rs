//! Commutators made by rules.

use super::config::Commutators;
use super::{AlphabetError, check_words};
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;

/// Makes a name, if it is wanted.
pub(super) type Name<'a> = &'a dyn Fn() -> String;

/// Takes the moves and the name of a word.
type Visit<'a, M> = &'a mut dyn FnMut(&[M], Name<'_>) -> Result<(), AlphabetError>;

/// Calls with the moves and the name of every commutator of a rule that changes a piece and no more than it allows. Each
/// will be copied so many times.
pub(super) fn for_each<P: Puzzle>(
    puzzle: &P,
    rule: &Commutators,
    copies: usize,
    visit: Visit<'_, P::Move>,
) -> Result<(), AlphabetError> {
    let with_effect = |word: Algorithm<P::Move>| {
        let effect = puzzle.apply_all(puzzle.solved(), &word);
        (word, effect, puzzle.inverse(effect))
    };
    let with_effects = |words: Vec<_>| words.into_iter().map(with_effect).collect::<Vec<_>>();
    let first = with_effects(words(puzzle, &rule.a.moves(puzzle)?, rule.a_length.get())?);
    let second = with_effects(words(puzzle, &rule.b.moves(puzzle)?, rule.b_length.get())?);
    check_words(first.len().saturating_mul(second.len()))?;
    let most = rule.most_pieces.map_or(usize::MAX, |most| most.get());
    let mut count = 0;
    for (a, effect_of_a, undone_a) in &first {
        for (b, effect_of_b, undone_b) in &second {
            let effect = [*effect_of_b, *undone_a, *undone_b].into_iter().fold(*effect_of_a, |x, y| puzzle.then(x, y));
            if (1..=most).contains(&puzzle.changed_pieces(effect)) {
                count += copies;
                check_words(count)?;
                let (undo_a, undo_b) = (puzzle.undo(a), puzzle.undo(b));
                let moves: Vec<P::Move> =
                    [a, b, &undo_a, &undo_b].into_iter().flat_map(|part| part.iter().copied()).collect();
                let name = || format!("[{}, {}]", puzzle.write_moves(a), puzzle.write_moves(b));
                visit(&puzzle.simplify(&moves), &name)?;
            }
        }
    }
    Ok(())
}

/// All words of 1 to `length` of these moves, short ones first, in which no move could be taken together with the one
/// before, and neighbors that commute come in the order of their generators.
fn words<P: Puzzle>(puzzle: &P, moves: &[P::Move], length: usize) -> Result<Vec<Algorithm<P::Move>>, AlphabetError> {
    let mut all: Vec<Algorithm<P::Move>> = moves.iter().map(|&one| [one].into_iter().collect()).collect();
    let mut begin = 0;
    for _ in 1..length {
        let end = all.len();
        check_words((end - begin).saturating_mul(moves.len()))?;
        for number in begin..end {
            let last = *all[number].last().expect("a word has a move");
            for &next in moves.iter().filter(|&&next| puzzle.follows(last, next)) {
                let mut longer = all[number].clone();
                longer.push(next);
                all.push(longer);
            }
        }
        begin = end;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CUBE3;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;

    #[test]
    fn words_are_those_that_nothing_cancels_in() {
        // 18, 18 × 15 − 3 × 9, and so on: the words of the usual pruned search.
        assert_eq!(
            [1, 2, 3].map(|length| words(&CUBE3, &Turn::ALL, length).unwrap().len()),
            [18, 18 + 243, 18 + 243 + 3240]
        );
        assert!(words(&CUBE3, &Turn::ALL, 3).unwrap().iter().all(|word| word.simplify() == *word));
    }

    #[test]
    fn commutators_do_what_they_say_and_change_few_pieces() {
        let rule: Commutators = toml::from_str("a-length = 3\nmost-pieces = 3\n").unwrap();
        let mut found = Vec::new();
        let mut note = |moves: &[Turn], name: Name<'_>| {
            found.push((name(), Algorithm::from(moves)));
            Ok(())
        };
        for_each(&CUBE3, &rule, 1, &mut note).unwrap();
        assert!(!found.is_empty());
        for (name, moves) in &found {
            let written: Algorithm = name.parse().unwrap();
            assert_eq!(Cube3::of(&written), Cube3::of(moves), "{name}");
            assert_eq!(CUBE3.changed_pieces(Cube3::of(moves)), 3, "{name}: two pieces alone cannot be moved");
        }
        // The eight turns that everybody knows.
        assert!(found.iter().any(|(_, moves)| moves.to_string() == "R U R' D R U' R' D'"));
    }

    #[test]
    fn too_many_are_refused_before_they_are_made() {
        let rule: Commutators = toml::from_str("a-length = 4\nb-length = 4\n").unwrap();
        let refused = for_each(&CUBE3, &rule, 1, &mut |_, _| panic!("none is made"));
        assert!(matches!(refused, Err(AlphabetError::TooManyWords(_))));
    }
}
