//! Symbols as they are collected, one for each effect if that is asked for.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{AlphabetError, Symbol};
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::kernel::MOST_GENES;

/// Symbols in the order in which their effects first came.
#[derive(Debug)]
pub(super) struct Collection<P> {
    symbols: Vec<Symbol<P>>,
    /// Where each effect is, if there is to be one symbol for each.
    by_effect: Option<HashMap<P, usize>>,
}

impl<P: Puzzle> Collection<P> {
    /// None yet.
    pub(super) fn new(one_for_each_effect: bool) -> Self {
        Self { symbols: Vec::new(), by_effect: one_for_each_effect.then(HashMap::new) }
    }

    /// Adds a symbol, whose name is asked for only if it stays. Of two with the same effect the shorter one stays.
    pub(super) fn add(
        &mut self,
        moves: Algorithm,
        effect: P,
        name: impl FnOnce() -> String,
    ) -> Result<(), AlphabetError> {
        if let Some(by_effect) = &mut self.by_effect {
            if effect == P::SOLVED {
                return Ok(());
            }
            match by_effect.entry(effect) {
                Entry::Occupied(there) => {
                    let there = &mut self.symbols[*there.get()];
                    if moves.length(Metric::Htm) < there.moves.length(Metric::Htm) {
                        *there = Symbol { name: name(), moves, effect };
                    }
                    return Ok(());
                }
                Entry::Vacant(free) => {
                    free.insert(self.symbols.len());
                }
            }
        }
        if self.symbols.len() == MOST_GENES {
            return Err(AlphabetError::TooLarge);
        }
        self.symbols.push(Symbol { name: name(), moves, effect });
        Ok(())
    }

    /// What has been collected.
    pub(super) fn symbols(&self) -> &[Symbol<P>] {
        &self.symbols
    }

    /// What has been collected.
    pub(super) fn into_symbols(self) -> Vec<Symbol<P>> {
        self.symbols
    }
}
