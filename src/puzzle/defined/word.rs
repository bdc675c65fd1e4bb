//! [`Move`] and [`Word`]: a move of a puzzle that is data, and a sequence of them.

use super::Definition;

/// A move of some puzzle or one of its powers, by its number among all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub(super) u8);

impl Move {
    /// From 0, in the order of [`Definition::moves`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Moves, performed from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word(pub(super) Vec<Move>);

impl Word {
    /// No moves.
    pub const EMPTY: Self = Self(Vec::new());

    /// Adds moves at the end.
    pub fn extend_from_slice(&mut self, moves: &[Move]) {
        self.0.extend_from_slice(moves);
    }

    /// Takes all moves away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a move at the end.
    pub fn push(&mut self, one: Move) {
        self.0.push(one);
    }
}

impl std::ops::Deref for Word {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl FromIterator<Move> for Word {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl Definition {
    /// The word that takes this one back.
    #[must_use]
    pub fn undo(&self, word: &[Move]) -> Word {
        word.iter().rev().map(|&one| self.inverse_move(one)).collect()
    }

    /// Adds a move at the end of a word in which nothing cancels, so that nothing does again: it merges with the last one
    /// of its kind if all between commute with it.
    pub fn push_merged(&self, word: &mut Word, one: Move) {
        let (kind, power) = self.kind_and_power(one);
        let Some(at) = self.merges(word, one) else { return word.push(one) };
        match self.power(kind, power + self.kind_and_power(word.0[at]).1) {
            Some(merged) => word.0[at] = merged,
            None => {
                word.0.remove(at);
            }
        }
    }

    /// The place in a word of the move that one at its end would merge with.
    #[must_use]
    pub fn merges(&self, word: &[Move], one: Move) -> Option<usize> {
        let (kind, _) = self.kind_and_power(one);
        let of = |other| self.kind_and_power(other).0;
        let before = word.iter().rposition(|&other| of(other) == kind || !self.commute(of(other), kind));
        before.filter(|&at| of(word[at]) == kind)
    }

    /// The same word with moves of one kind merged, also across others that commute with them. What it does is unchanged.
    #[must_use]
    pub fn simplify(&self, word: &[Move]) -> Word {
        let mut simple = Word::EMPTY;
        word.iter().for_each(|&one| self.push_merged(&mut simple, one));
        simple
    }

    /// How often moves as they are defined are made, or unmade: a move that does nothing after n times and is made k times
    /// counts k or n − k, whichever is less.
    #[must_use]
    pub fn single_moves(&self, word: &[Move]) -> usize {
        let single = |&one: &Move| {
            let (kind, power) = self.kind_and_power(one);
            power.min(self.times(kind) - power) as usize
        };
        word.iter().map(single).sum()
    }

    /// A word as it is written: names with one space between them.
    #[must_use]
    pub fn write_moves(&self, word: &[Move]) -> String {
        word.iter().map(|&one| self.move_name(one)).collect::<Vec<_>>().join(" ")
    }
}
