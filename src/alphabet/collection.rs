//! Symbols as they are collected, one for each effect if that is asked for.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::{AlphabetError, Symbol};
use crate::evaluation::MAX_SYMBOLS;
use crate::puzzle::algorithm::Algorithm;

/// Symbols in the order in which their effects first came.
#[derive(Debug)]
pub(super) struct Collection<S, M> {
    nothing: S,
    symbols: Vec<Symbol<S, M>>,
    /// Where each effect is, if there is to be one symbol for each.
    by_effect: Option<HashMap<S, usize>>,
}

impl<S: Copy + Eq + Hash, M> Collection<S, M> {
    /// None yet; `nothing` is what changes nothing.
    pub(super) fn new(nothing: S, one_for_each_effect: bool) -> Self {
        Self { nothing, symbols: Vec::new(), by_effect: one_for_each_effect.then(HashMap::new) }
    }

    /// Adds a symbol, whose name is asked for only if it stays. Of two with the same effect the shorter one stays.
    pub(super) fn add(
        &mut self,
        moves: Algorithm<M>,
        effect: S,
        name: impl FnOnce() -> String,
    ) -> Result<(), AlphabetError> {
        if let Some(by_effect) = &mut self.by_effect {
            if effect == self.nothing {
                return Ok(());
            }
            match by_effect.entry(effect) {
                Entry::Occupied(there) => {
                    let there = &mut self.symbols[*there.get()];
                    if moves.len() < there.moves.len() {
                        *there = Symbol { name: name(), moves, effect };
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
        self.symbols.push(Symbol { name: name(), moves, effect });
        Ok(())
    }

    /// What has been collected.
    pub(super) fn symbols(&self) -> &[Symbol<S, M>] {
        &self.symbols
    }

    /// What has been collected.
    pub(super) fn into_symbols(self) -> Vec<Symbol<S, M>> {
        self.symbols
    }
}
