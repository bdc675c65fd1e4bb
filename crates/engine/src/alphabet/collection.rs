//! [`Collection`]: the symbols of an alphabet while it is built. It can drop no-ops, and all but the shortest of symbols with the same
//! effect.

use std::hash::{BuildHasher, Hash};

use super::{Alphabet, AlphabetError};
use crate::evaluation::MAX_SYMBOLS;
use crate::state_map::HashState;

/// Symbols in the order in which they were added, of those with the same effect in that of the first.
#[derive(Debug)]
pub(super) struct Collection<S, M> {
    solved: S,
    pub(super) symbols: Alphabet<S, M>,
    /// The number of the first symbol that is compared with new ones.
    begin: usize,
    /// The numbers of these symbols; `None` if duplicates are kept.
    numbers: Option<Numbers>,
}

impl<S: Copy + Eq + Hash, M: Copy> Collection<S, M> {
    /// Returns an empty collection; `solved` is the effect of a no-op.
    pub(super) fn new(solved: S, removes_duplicates: bool) -> Self {
        Self { solved, symbols: Alphabet::empty(), begin: 0, numbers: removes_duplicates.then(|| Numbers::new(64)) }
    }

    /// Adds a symbol of at least `least` moves. Its moves are written only if it may be kept, and its name only if it is. If duplicates
    /// are removed, the shorter of two symbols with the same effect takes the position of the first, and no-ops are dropped.
    ///
    /// # Errors
    /// If there are [`MAX_SYMBOLS`] from the first that is compared on.
    pub(super) fn add(
        &mut self,
        effect: S,
        least: usize,
        moves: impl FnOnce(&mut Vec<M>),
        name: impl FnOnce(&mut String),
    ) -> Result<(), AlphabetError> {
        let Self { solved, symbols, begin, numbers } = self;
        let count = symbols.effects.len();
        if let Some(numbers) = numbers {
            if effect == *solved {
                return Ok(());
            }
            if 2 * (count - *begin) >= numbers.slots.len() {
                *numbers = Numbers::new(4 * (count - *begin));
                for number in *begin..count {
                    numbers.find_or_add(&symbols.effects, symbols.effects[number], number);
                }
            }
            if let Some(number) = numbers.find_or_add(&symbols.effects, effect, count) {
                let present = symbols.spans[number].moves.len();
                if least < present {
                    let added = symbols.write_moves(moves);
                    if added.len() < present {
                        symbols.spans[number] = symbols.write_name(added, name);
                    } else {
                        symbols.moves.truncate(added.start);
                    }
                }
                return Ok(());
            }
        }
        if count - *begin == MAX_SYMBOLS {
            return Err(AlphabetError::TooLarge);
        }
        symbols.push(effect, moves, name);
        Ok(())
    }

    /// Compares the symbols that are added from now on only with each other.
    pub(super) fn compare_anew(&mut self) {
        self.begin = self.symbols.effects.len();
        if let Some(numbers) = &mut self.numbers {
            // Enough for the default alphabet.
            *numbers = Numbers::new(4096);
        }
    }

    /// Returns the symbols. If duplicates are removed, those that are compared last are without the effects of the former ones.
    pub(super) fn into_symbols(self) -> Alphabet<S, M> {
        let Self { mut symbols, begin, numbers, .. } = self;
        if let Some(numbers) = numbers {
            let former = symbols.effects[..begin].iter();
            let mut duplicates: Vec<usize> =
                former.filter_map(|&effect| numbers.find(&symbols.effects, effect).ok()).collect();
            duplicates.sort_unstable();
            for number in duplicates.into_iter().rev() {
                symbols.effects.remove(number);
                symbols.spans.remove(number);
            }
        }
        symbols
    }
}

/// The numbers of symbols, found by their effects: a hash table with linear probing, at most half full.
#[derive(Debug)]
struct Numbers {
    /// The number of a symbol plus one, or 0 for none.
    slots: Vec<u32>,
}

impl Numbers {
    /// Returns a table of at least so many slots.
    fn new(slots: usize) -> Self {
        Self { slots: vec![0; slots.next_power_of_two()] }
    }

    /// Returns the number of the symbol with an effect, or the free slot of a new one.
    #[allow(clippy::cast_possible_truncation)] // of a hash any bits will do
    fn find<S: Copy + Eq + Hash>(&self, effects: &[S], effect: S) -> Result<usize, usize> {
        let mut slot = HashState::default().hash_one(effect) as usize;
        loop {
            slot &= self.slots.len() - 1;
            match self.slots[slot] {
                0 => return Err(slot),
                next if effects[next as usize - 1] == effect => return Ok(next as usize - 1),
                _ => slot += 1,
            }
        }
    }

    /// Returns the number of the symbol with an effect. If there is none, the effect has this number from now on.
    #[allow(clippy::cast_possible_truncation)] // at most MAX_SYMBOLS after a few moves
    fn find_or_add<S: Copy + Eq + Hash>(&mut self, effects: &[S], effect: S, number: usize) -> Option<usize> {
        self.find(effects, effect).map_err(|free| self.slots[free] = number as u32 + 1).ok()
    }
}
