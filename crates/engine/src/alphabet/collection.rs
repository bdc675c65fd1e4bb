//! [`Collection`]: the symbols of an alphabet while it is built, at most [`MAX_SYMBOLS`]. It can drop no-ops, and all but the shortest of
//! symbols with the same effect.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::{AlphabetError, Symbol};
use crate::evaluation::MAX_SYMBOLS;
use crate::state_map::StateMap;
use evocube_cube::puzzle::Algorithm;

/// Symbols in the order in which they were added, of those with the same effect in that of the first.
#[derive(Debug)]
pub(super) struct Collection<S, M> {
    solved: S,
    symbols: Vec<Symbol<S, M>>,
    /// The index of the symbol by its effect; `None` if duplicates are kept.
    by_effect: Option<StateMap<S, usize>>,
}

impl<S: Copy + Eq + Hash, M> Collection<S, M> {
    /// Returns an empty collection; `solved` is the effect of a no-op.
    pub(super) fn new(solved: S, removes_duplicates: bool) -> Self {
        Self { solved, symbols: Vec::new(), by_effect: removes_duplicates.then(StateMap::default) }
    }

    /// Adds a symbol of at least `least` moves, which are asked for only if it may be kept, and its name only if it is. If duplicates
    /// are removed, the shorter of two symbols with the same effect takes the position of the first, and no-ops are dropped.
    ///
    /// # Errors
    /// If the collection is full.
    pub(super) fn add(
        &mut self,
        effect: S,
        (least, moves): (usize, impl FnOnce() -> Algorithm<M>),
        name: impl FnOnce() -> String,
    ) -> Result<(), AlphabetError> {
        if let Some(by_effect) = &mut self.by_effect {
            if effect == self.solved {
                return Ok(());
            }
            match by_effect.entry(effect) {
                Entry::Occupied(index) => {
                    let present = &mut self.symbols[*index.get()];
                    if least < present.moves.len() {
                        let moves = moves();
                        if moves.len() < present.moves.len() {
                            *present = Symbol { name: name(), moves, effect };
                        }
                    }
                    return Ok(());
                }
                Entry::Vacant(free) => {
                    free.insert(self.symbols.len());
                }
            }
        }
        if self.symbols.len() == MAX_SYMBOLS {
            return Err(AlphabetError::TooLarge);
        }
        self.symbols.push(Symbol { name: name(), moves: moves(), effect });
        Ok(())
    }

    /// Returns whether duplicates are removed and a symbol has this effect.
    pub(super) fn is_duplicate(&self, effect: S) -> bool {
        self.by_effect.as_ref().is_some_and(|by_effect| by_effect.contains_key(&effect))
    }

    /// Returns the symbols collected so far.
    pub(super) fn symbols(&self) -> &[Symbol<S, M>] {
        &self.symbols
    }

    /// Returns the symbols.
    pub(super) fn into_symbols(self) -> Vec<Symbol<S, M>> {
        self.symbols
    }
}
