//! Words of moves of any puzzle: reduced words, commutators, and conjugates by a single move, which is a [`Setup`]; `cube3::Setup` is
//! another type. More than 2^22 words of one length, or pairs of words, are refused.

use crate::puzzle::{Algorithm, Puzzle};

/// Maximum number of words of one construction.
pub(crate) const MAX_WORDS: usize = 1 << 22;

/// Error: a construction would generate this number of words, more than 2^22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} sequences, more than the {MAX_WORDS} allowed")]
pub struct TooManyWords(pub usize);

/// Checks a number of words before they are generated.
///
/// # Errors
/// If there are more than 2^22.
pub fn check_word_count(count: usize) -> Result<(), TooManyWords> {
    if count > MAX_WORDS { Err(TooManyWords(count)) } else { Ok(()) }
}

/// Returns all reduced words of 1 to `length` of these moves, in ascending order of length. A word is reduced if no two neighbors
/// merge, and commuting neighbors are in the order of their generators.
///
/// # Errors
/// If there may be more than 2^22 of one length.
///
/// ```
/// use evocube_cube::puzzle::group::reduced_words;
/// use evocube_cube::{CUBE3, Turn};
/// assert_eq!(reduced_words(&CUBE3, &Turn::ALL, 2)?.len(), 18 + 243);
/// # Ok::<(), evocube_cube::puzzle::group::TooManyWords>(())
/// ```
pub fn reduced_words<P: Puzzle>(
    puzzle: &P,
    moves: &[P::Move],
    length: usize,
) -> Result<Vec<Algorithm<P::Move>>, TooManyWords> {
    let mut all = vec![Algorithm::EMPTY];
    let mut begin = 0;
    for _ in 0..length {
        let end = all.len();
        check_word_count((end - begin).saturating_mul(moves.len()))?;
        for number in begin..end {
            let last = all[number].last().copied();
            for &next in moves.iter().filter(|&&next| last.is_none_or(|last| may_follow(puzzle, last, next))) {
                let mut longer = all[number].clone();
                longer.push(next);
                all.push(longer);
            }
        }
        begin = end;
    }
    Ok(all.split_off(1))
}

/// Returns whether a move may follow another in canonical form: they are powers of different generators, and
/// commuting neighbors are in the order of their generators.
fn may_follow<P: Puzzle>(puzzle: &P, last: P::Move, next: P::Move) -> bool {
    let (last, next) = (puzzle.generator(last).0, puzzle.generator(next).0);
    last != next && (last < next || !puzzle.commute(last, next))
}

/// Calls `visit` with the words A and B of every [commutator] that changes 1 to `max_pieces` pieces. The words must be of
/// [moves of the puzzle](Puzzle::moves), which keep it anchored.
///
/// # Errors
/// The first error of `visit`; [`TooManyWords`] if there are too many pairs of words.
///
/// ```
/// use evocube_cube::puzzle::group::{TooManyWords, for_each_commutator, reduced_words};
/// use evocube_cube::{CUBE3, Turn};
/// let (first, second) = (reduced_words(&CUBE3, &Turn::ALL, 3)?, reduced_words(&CUBE3, &Turn::ALL, 1)?);
/// let mut count = 0;
/// for_each_commutator(&CUBE3, &first, &second, 3, |_, _| {
///     count += 1;
///     Ok::<_, TooManyWords>(())
/// })?;
/// assert!(count > 0, "three-cycles of corners");
/// # Ok::<(), TooManyWords>(())
/// ```
pub fn for_each_commutator<P: Puzzle, E: From<TooManyWords>>(
    puzzle: &P,
    first: &[Algorithm<P::Move>],
    second: &[Algorithm<P::Move>],
    max_pieces: usize,
    mut visit: impl FnMut(&[P::Move], &[P::Move]) -> Result<(), E>,
) -> Result<(), E> {
    check_word_count(first.len().saturating_mul(second.len()))?;
    let effects = |words: &[Algorithm<P::Move>]| -> Vec<[P::State; 2]> {
        let effects = words.iter().map(|word| puzzle.apply_all(puzzle.solved(), word));
        effects.map(|effect| [effect, puzzle.inverse(effect)]).collect()
    };
    let effects_of_second = effects(second);
    for (a, [effect_of_a, inverse_of_a]) in first.iter().zip(effects(first)) {
        for (b, [effect_of_b, inverse_of_b]) in second.iter().zip(&effects_of_second) {
            let effect = [*effect_of_b, inverse_of_a, *inverse_of_b].into_iter();
            let effect = effect.fold(effect_of_a, |product, factor| puzzle.then(product, factor));
            if (1..=max_pieces).contains(&puzzle.changed_pieces(effect)) {
                visit(a, b)?;
            }
        }
    }
    Ok(())
}

/// Returns the commutator `[A, B] = A B A' B'`, simplified.
///
/// ```
/// use evocube_cube::puzzle::group::commutator;
/// use evocube_cube::{CUBE3, Turn};
/// assert_eq!(commutator(&CUBE3, &[Turn::R], &[Turn::U]).to_string(), "R U R' U'");
/// ```
pub fn commutator<P: Puzzle>(puzzle: &P, a: &[P::Move], b: &[P::Move]) -> Algorithm<P::Move> {
    puzzle.simplify(&[a, b, &puzzle.undo(a), &puzzle.undo(b)].concat())
}

/// A move A by which words B are conjugated: `[A: B] = A B A'`.
///
/// ```
/// use evocube_cube::puzzle::group::Setup;
/// use evocube_cube::{CUBE3, Cube3, Turn};
/// let (word, setup) = ([Turn::R, Turn::U], Setup::new(&CUBE3, Turn::F));
/// let moves = setup.conjugate(&CUBE3, &word);
/// assert_eq!(moves.to_string(), "F R U F'");
/// assert_eq!(setup.effect(&CUBE3, Cube3::after(&word)), Cube3::after(&moves));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setup<S, M> {
    mv: M,
    undo: M,
    state: S,
    inverse: S,
}

impl<S: Copy, M: Copy> Setup<S, M> {
    /// Returns the conjugation by a move.
    pub fn new<P: Puzzle<State = S, Move = M>>(puzzle: &P, mv: M) -> Self {
        let state = puzzle.apply(puzzle.solved(), mv);
        Self { mv, undo: puzzle.inverse_move(mv), state, inverse: puzzle.inverse(state) }
    }

    /// Returns the move A.
    pub fn mv(&self) -> M {
        self.mv
    }

    /// Returns the conjugate of a word, simplified.
    pub fn conjugate<P: Puzzle<State = S, Move = M>>(&self, puzzle: &P, word: &[M]) -> Algorithm<M> {
        puzzle.simplify(&[&[self.mv], word, &[self.undo]].concat())
    }

    /// Returns the number of the generator of the move.
    pub fn generator<P: Puzzle<State = S, Move = M>>(&self, puzzle: &P) -> usize {
        puzzle.generator(self.mv).0
    }

    /// Writes the conjugate of a simplified word, simplified, given its ends for the generator of the move.
    pub fn write_conjugate<P: Puzzle<State = S, Move = M>>(
        &self,
        puzzle: &P,
        word: &[M],
        ends: WordEnds,
        moves: &mut Vec<M>,
    ) {
        let WordEnds { first, last, .. } = ends;
        let mut begin = moves.len();
        moves.push(self.mv);
        word[..first].iter().for_each(|&mv| puzzle.append(moves, begin, mv));
        if first < last {
            moves.extend_from_slice(&word[first..last]);
            begin = moves.len();
            moves.extend_from_slice(&word[last..]);
        }
        puzzle.append(moves, begin, self.undo);
    }

    /// Returns the effect of the conjugate, given that of the word.
    pub fn effect<P: Puzzle<State = S, Move = M>>(&self, puzzle: &P, effect: S) -> S {
        puzzle.conjugate_by(effect, self.state, self.inverse)
    }
}

/// The moves at both ends of a simplified word that commute with a generator. Only they can merge with its powers.
#[derive(Clone, Copy, Debug)]
pub struct WordEnds {
    /// The number of those at the beginning.
    first: usize,
    /// The number of moves before those at the end, at least `first`.
    last: usize,
    /// The minimum number of moves of a conjugate by a power of the generator.
    least_length: usize,
}

impl WordEnds {
    /// Returns the ends of a simplified word.
    pub fn new<P: Puzzle>(puzzle: &P, word: &[P::Move], generator: usize) -> Self {
        let generator_of = |mv: &P::Move| puzzle.generator(*mv).0;
        let stops = |mv: &P::Move| !puzzle.commute(generator_of(mv), generator);
        let Some(first) = word.iter().position(stops) else {
            return Self { first: word.len(), last: word.len(), least_length: word.len() };
        };
        let last = word.iter().rposition(stops).map_or(first, |last| last + 1);
        let meets = |end: &[P::Move]| end.iter().any(|mv| generator_of(mv) == generator);
        let meeting = usize::from(meets(&word[..first])) + usize::from(meets(&word[last..]));
        // Two moves more, less two for each end at which the move meets one of its generator.
        Self { first, last, least_length: word.len() + 2 - 2 * meeting }
    }

    /// Returns whether nothing merges with a power of the generator.
    pub fn are_empty(&self, word: &[impl Sized]) -> bool {
        (self.first, self.last) == (0, word.len()) && !word.is_empty()
    }

    /// Returns a lower bound of the length of the conjugate by a power of the generator.
    pub fn least_length(&self) -> usize {
        self.least_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CUBE3, Cube3, Turn};

    fn words(length: usize) -> Vec<Algorithm> {
        reduced_words(&CUBE3, &Turn::ALL, length).unwrap()
    }

    #[test]
    fn reduced_words_contain_no_cancelling_moves() {
        // 18, 18 × 15 − 3 × 9, and so on: the numbers of words without redundant moves.
        assert_eq!([0, 1, 2, 3].map(|length| words(length).len()), [0, 18, 18 + 243, 18 + 243 + 3240]);
        assert!(words(3).iter().all(|word| word.simplify() == *word));
    }

    #[test]
    fn commutators_change_at_most_the_given_number_of_pieces() {
        let (first, second) = (words(3), words(1));
        let mut commutators = Vec::new();
        let visit = |a: &[Turn], b: &[Turn]| {
            let moves = commutator(&CUBE3, a, b);
            let name = format!("[{}, {}]", CUBE3.write_moves(a), CUBE3.write_moves(b));
            assert_eq!(Cube3::after(&name.parse::<Algorithm>().unwrap()), Cube3::after(&moves), "{name}");
            assert_eq!(CUBE3.changed_pieces(Cube3::after(&moves)), 3, "{name}: no element moves exactly two pieces");
            commutators.push(moves);
            Ok::<_, TooManyWords>(())
        };
        for_each_commutator(&CUBE3, &first, &second, 3, visit).unwrap();
        // The standard 3-cycle of corners.
        assert!(commutators.iter().any(|moves| moves.to_string() == "R U R' D R U' R' D'"));
    }

    #[test]
    fn too_many_words_are_refused_before_they_are_generated() {
        let words_of_four = words(4);
        let result = for_each_commutator(&CUBE3, &words_of_four, &words_of_four, 20, |_, _| {
            panic!("no commutator is generated")
        });
        assert_eq!(result, Err(TooManyWords(words_of_four.len().pow(2))));
        let result = reduced_words(&CUBE3, &Turn::ALL, 6);
        assert!(matches!(result, Err(TooManyWords(_))));
    }

    #[test]
    fn the_effect_of_a_conjugate_is_that_of_its_moves() {
        let words =
            ["R U R'", "L R U R", "U2 D", "R2 F L", "B"].map(|word| word.parse::<Algorithm>().unwrap().simplify());
        for (word, setup) in words.iter().flat_map(|word| Turn::ALL.map(|setup| (word, setup))) {
            let conjugation = Setup::new(&CUBE3, setup);
            let (moves, effect) = (conjugation.conjugate(&CUBE3, word), conjugation.effect(&CUBE3, Cube3::after(word)));
            let ends = WordEnds::new(&CUBE3, word, conjugation.generator(&CUBE3));
            assert!(ends.least_length() <= moves.len());
            let mut written = Vec::new();
            conjugation.write_conjugate(&CUBE3, word, ends, &mut written);
            assert_eq!(written[..], moves[..], "{setup}");
            assert_eq!(Cube3::SOLVED.apply_all(&moves), effect, "{setup}");
        }
    }
}
