//! [`Alphabet`]: what a gene can be, a turn or a composite of turns.

mod config;
mod effect;
mod herdy_patone;

pub use config::{AlphabetConfig, Composites, CustomComposite, Duplicates, Expand, TurnSet};
pub use effect::Effect;
pub use herdy_patone::{COMPOSITES, Composite};

use std::collections::HashSet;

use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::kernel::MOST_GENES;
use crate::puzzle::symmetry::Symmetry;

/// The symbols that genes are drawn from, in a fixed order.
#[derive(Clone, Debug)]
pub struct Alphabet<P> {
    symbols: Vec<Symbol<P>>,
}

/// One symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<P> {
    /// `R2`, `TEFCW`, or `TEFCW/FRD` for the copy in which U, R and F go to F, R and D.
    pub name: String,
    /// The turns.
    pub moves: Algorithm,
    /// What they do.
    pub effect: P,
}

/// Why there is no such alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// Neither turns nor composites.
    #[error("the alphabet is empty: give it turns or composites")]
    Empty,
    /// More symbols than a gene can tell apart.
    #[error("the alphabet has {0} symbols, more than the 65535 allowed")]
    TooLarge(usize),
}

impl<P: Puzzle> Alphabet<P> {
    /// The alphabet that a configuration describes: the turns in the order U R F D L B (1, 2, 3 quarter turns), then the
    /// composites in their order, each in all its copies.
    ///
    /// # Errors
    /// If it is empty or too large.
    pub fn new(config: &AlphabetConfig) -> Result<Self, AlphabetError> {
        let turns = config.turns.get().iter().filter(|&turn| P::turns().contains(turn));
        let mut symbols: Vec<Symbol<P>> =
            turns.map(|turn| symbol(turn.to_string(), &[turn].as_slice().into())).collect();
        let copies: Vec<Symmetry> = match config.expand {
            Expand::None => vec![Symmetry::IDENTITY],
            Expand::Rotations => Symmetry::rotations().collect(),
            Expand::Symmetries => Symmetry::all().collect(),
        };
        for (name, moves) in config.composites.words() {
            for &copy in &copies {
                let name = if copy == Symmetry::IDENTITY { name.clone() } else { format!("{name}/{}", copy.letters()) };
                symbols.push(symbol(name, &moves.conjugate(copy)));
            }
        }
        if config.removes_duplicates() {
            let mut seen = HashSet::from([P::SOLVED]);
            symbols.retain(|symbol| seen.insert(symbol.effect));
        }
        match symbols.len() {
            0 => Err(AlphabetError::Empty),
            count if count > MOST_GENES => Err(AlphabetError::TooLarge(count)),
            _ => Ok(Self { symbols }),
        }
    }

    /// The symbols; gene n is symbol n.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol<P>] {
        &self.symbols
    }

    /// What each symbol does.
    #[must_use]
    pub fn effects(&self) -> Vec<P> {
        self.symbols.iter().map(|symbol| symbol.effect).collect()
    }
}

fn symbol<P: Puzzle>(name: String, moves: &Algorithm) -> Symbol<P> {
    let moves = P::anchored(moves);
    let effect = P::SOLVED.apply_all(&moves);
    Symbol { name, moves, effect }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;

    fn size<P: Puzzle>(expand: Expand, duplicates: Option<Duplicates>) -> usize {
        Alphabet::<P>::new(&AlphabetConfig { expand, duplicates, ..AlphabetConfig::default() }).unwrap().symbols().len()
    }

    #[test]
    fn the_printed_alphabet_has_30_symbols_of_which_28_differ() {
        assert_eq!(size::<Cube3>(Expand::None, None), 30);
        assert_eq!(size::<Cube3>(Expand::None, Some(Duplicates::Remove)), 28);
    }

    #[test]
    fn all_rotations_and_all_symmetries_give_234() {
        assert_eq!(size::<Cube3>(Expand::Rotations, None), 234);
        assert_eq!(size::<Cube3>(Expand::Symmetries, None), 234);
        assert_eq!(size::<Cube3>(Expand::Symmetries, Some(Duplicates::Keep)), 18 + 12 * 48);
    }

    #[test]
    fn every_symbol_does_what_its_moves_do() {
        let alphabet =
            Alphabet::<Cube3>::new(&AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() })
                .unwrap();
        for symbol in alphabet.symbols() {
            assert_eq!(Cube3::of(&symbol.moves), symbol.effect, "{}", symbol.name);
        }
        let alphabet = Alphabet::<Cube2>::new(&AlphabetConfig::default()).unwrap();
        assert_eq!(alphabet.symbols().len(), 9 + 12);
        assert!(
            alphabet.symbols().iter().all(|symbol| symbol.effect.corner(6) == (6, 0)),
            "genes keep the 2×2×2 as it is held"
        );
    }

    #[test]
    fn an_empty_alphabet_is_refused() {
        let config =
            AlphabetConfig { turns: TurnSet::none(), composites: Composites::none(), ..AlphabetConfig::default() };
        assert_eq!(Alphabet::<Cube3>::new(&config).unwrap_err(), AlphabetError::Empty);
    }
}
