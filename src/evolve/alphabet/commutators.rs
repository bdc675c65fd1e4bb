//! Commutators made by rules.

use super::AlphabetError;
use super::config::Commutators;
use super::shape::changed_pieces;
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::turn::{MoveSet, Turn};

/// Makes a name, if it is wanted.
pub(super) type Name<'a> = &'a dyn Fn() -> String;

/// Calls with the turns and the name of every commutator of a rule that changes a piece and no more than it allows. Each
/// will be copied so many times.
pub(super) fn for_each<P: Puzzle>(
    rule: &Commutators,
    copies: usize,
    visit: &mut dyn FnMut(&Algorithm, Name<'_>) -> Result<(), AlphabetError>,
) -> Result<(), AlphabetError> {
    let words = |turns: MoveSet, length| -> Vec<(Algorithm, P, P)> {
        let with_effect = |word: Algorithm| {
            let effect = P::SOLVED.apply_all(&word);
            (word, effect, effect.inverse())
        };
        words(turns, length).into_iter().map(with_effect).collect()
    };
    let of = |turns: MoveSet| turns.iter().filter(|&turn| P::turns().contains(turn)).collect();
    let first = words(of(rule.a.get()), rule.a_length.get());
    let second = words(of(rule.b.get()), rule.b_length.get());
    super::check_words(first.len().saturating_mul(second.len()))?;
    let mut count = 0;
    for (a, effect_of_a, undone_a) in &first {
        for (b, effect_of_b, undone_b) in &second {
            let effect = effect_of_a.then(*effect_of_b).then(*undone_a).then(*undone_b);
            if (1..=rule.most_pieces.get()).contains(&changed_pieces(effect)) {
                count += copies;
                super::check_words(count)?;
                let (undo_a, undo_b) = (a.inverse(), b.inverse());
                let moves: Algorithm =
                    [a, b, &undo_a, &undo_b].into_iter().flat_map(|part| part.iter().copied()).collect();
                visit(&moves.simplify(), &|| format!("[{a}, {b}]"))?;
            }
        }
    }
    Ok(())
}

/// All words of 1 to `length` turns, short ones first, in which no turn could be taken together with the one before:
/// neighbours turn different faces, and opposite ones in the order of [`Turn::ALL`].
fn words(turns: MoveSet, length: usize) -> Vec<Algorithm> {
    let mut all: Vec<Algorithm> = Vec::new();
    let mut begin = 0;
    for size in 1..=length {
        let longer: Vec<Algorithm> = if size == 1 {
            turns.iter().map(|turn| Algorithm::from([turn].as_slice())).collect()
        } else {
            let follows = |last: Turn, turn: Turn| {
                last.face() != turn.face() && !(last.face() == turn.face().opposite() && last > turn)
            };
            let ends = all[begin..].iter().flat_map(|word| {
                let last = *word.last().expect("a word has a turn");
                turns.iter().filter(move |&turn| follows(last, turn)).map(move |turn| {
                    let mut longer = word.clone();
                    longer.push(turn);
                    longer
                })
            });
            ends.collect()
        };
        begin = all.len();
        all.extend(longer);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::Cube3;

    #[test]
    fn words_are_those_that_nothing_cancels_in() {
        // 18, 18 × 15 − 3 × 9, and so on: the words of the usual pruned search.
        assert_eq!([1, 2, 3].map(|length| words(MoveSet::ALL, length).len()), [18, 18 + 243, 18 + 243 + 3240]);
        assert!(words(MoveSet::ALL, 3).iter().all(|word| word.simplify() == *word));
    }

    #[test]
    fn commutators_do_what_they_say_and_change_few_pieces() {
        let rule: Commutators = toml::from_str("a-length = 3\nmost-pieces = 3\n").unwrap();
        let mut found = Vec::new();
        let mut note = |moves: &Algorithm, name: Name<'_>| {
            found.push((name(), moves.clone()));
            Ok(())
        };
        for_each::<Cube3>(&rule, 1, &mut note).unwrap();
        assert!(!found.is_empty());
        for (name, moves) in &found {
            let written: Algorithm = name.parse().unwrap();
            assert_eq!(Cube3::of(&written), Cube3::of(moves), "{name}");
            assert_eq!(changed_pieces(Cube3::of(moves)), 3, "{name}: two pieces alone cannot be moved");
        }
        // The eight turns that everybody knows.
        assert!(found.iter().any(|(_, moves)| moves.to_string() == "R U R' D R U' R' D'"));
    }

    #[test]
    fn too_many_are_refused_before_they_are_made() {
        let rule: Commutators = toml::from_str("a-length = 4\nb-length = 4\n").unwrap();
        let refused = for_each::<Cube3>(&rule, 1, &mut |_, _| panic!("none is made"));
        assert!(matches!(refused, Err(AlphabetError::TooManyWords(_))));
    }
}
