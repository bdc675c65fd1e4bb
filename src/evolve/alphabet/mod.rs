//! [`Alphabet`]: what a gene can be, a turn or a composite of turns.

mod collection;
mod commutators;
mod config;
mod defined;
mod effect;
mod herdy_patone;
mod shape;

pub use config::{AlphabetConfig, Commutators, Composites, CustomComposite, Duplicates, Expand, TurnSet};
pub use defined::{DefinedAlphabet, DefinedAlphabetConfig, DefinedCommutators, DefinedTurns, Macro};
pub use effect::Effect;
pub use herdy_patone::{COMPOSITES, Composite};
pub use shape::Shape;

use collection::Collection;
use commutators::Name;

use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::kernel::MOST_GENES;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Turn;

/// The symbols that genes are drawn from, in a fixed order.
#[derive(Clone, Debug)]
pub struct Alphabet<P> {
    symbols: Vec<Symbol<P>>,
}

/// One symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<P, M = Algorithm> {
    /// `R2`, `TEFCW`, `TEFCW/FRD` for the copy in which U, R and F go to F, R and D, `(TEFCW)'` for the inverse,
    /// `[R: TEFCW]` between R and R', `[R, U]` for a commutator, or [`NO_TURN`].
    pub name: String,
    /// The turns.
    pub moves: M,
    /// What they do.
    pub effect: P,
}

/// The name of the symbol that turns nothing.
pub const NO_TURN: &str = "-";

/// Why there is no such alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// Neither turns nor composites.
    #[error("the alphabet is empty: give it turns or composites")]
    Empty,
    /// More symbols than a gene can tell apart.
    #[error("the alphabet has more than the {MOST_GENES} symbols allowed")]
    TooLarge,
    /// It would take too long to look at all the sequences that the rules make, however many remain.
    #[error("the alphabet would be chosen from {0} sequences, more than the {MOST_WORDS} allowed")]
    TooManyWords(usize),
    /// Moves that the puzzle does not have.
    #[error("{0}")]
    Moves(String),
}

/// The most sequences that are made of any rule, of which an alphabet keeps those that differ.
pub const MOST_WORDS: usize = 1 << 22;

fn check_words(count: usize) -> Result<(), AlphabetError> {
    if count > MOST_WORDS { Err(AlphabetError::TooManyWords(count)) } else { Ok(()) }
}

impl<P: Puzzle> Alphabet<P> {
    /// The alphabet that a configuration describes: the turns in the order U R F D L B (1, 2, 3 quarter turns); the
    /// composites in their order and the commutators, each in all its copies; the inverses of all those; all of them
    /// between one turn and its inverse, then between two; the symbol that turns nothing.
    ///
    /// # Errors
    /// If it is empty or too large, which is found out before it takes memory.
    pub fn new(config: &AlphabetConfig) -> Result<Self, AlphabetError> {
        let mut all = Collection::new(P::SOLVED, config.removes_duplicates());
        for turn in config.turns.get().iter().filter(|&turn| P::turns().contains(turn)) {
            all.add([turn].as_slice().into(), P::SOLVED.apply(turn), || turn.to_string())?;
        }
        for Symbol { name, moves, effect } in composites::<P>(config)? {
            all.add(moves, effect, || name)?;
        }
        let mut symbols = all.into_symbols();
        if symbols.is_empty() {
            return Err(AlphabetError::Empty);
        }
        if config.has_no_turn() {
            if symbols.len() == MOST_GENES {
                return Err(AlphabetError::TooLarge);
            }
            symbols.push(Symbol { name: NO_TURN.to_owned(), moves: Algorithm::EMPTY, effect: P::SOLVED });
        }
        Ok(Self { symbols })
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

/// Everything but the turns.
fn composites<P: Puzzle>(config: &AlphabetConfig) -> Result<Vec<Symbol<P>>, AlphabetError> {
    let copies: Vec<Symmetry> = match config.expand {
        Expand::None => vec![Symmetry::IDENTITY],
        Expand::Rotations => Symmetry::rotations().collect(),
        Expand::Symmetries => Symmetry::all().collect(),
    };
    let mut all = Collection::new(P::SOLVED, config.removes_duplicates());
    let mut add = |moves: &Algorithm, name: Name<'_>| {
        for &copy in &copies {
            let moves = P::anchored(&moves.conjugate(copy));
            let effect = P::SOLVED.apply_all(&moves);
            let is_plain = copy == Symmetry::IDENTITY;
            all.add(moves, effect, || if is_plain { name() } else { format!("{}/{}", name(), copy.letters()) })?;
        }
        Ok(())
    };
    let words = config.composites.words();
    check_words(words.len().saturating_mul(copies.len()))?;
    for (name, moves) in &words {
        add(moves, &|| name.clone())?;
    }
    for rule in config.rules() {
        commutators::for_each::<P>(rule, copies.len(), &mut add)?;
    }
    if config.has_inverses() {
        for Symbol { name, moves, effect } in all.symbols().to_vec() {
            all.add(moves.inverse(), effect.inverse(), || format!("({name})'"))?;
        }
    }
    let turns: Vec<Turn> = P::turns().iter().collect();
    let mut begin = 0;
    for _ in 0..config.conjugations() {
        // Those between one turn more than in the round before; a word between two turns stands between one and one.
        let inner = all.symbols()[begin..].to_vec();
        begin = all.symbols().len();
        check_words(inner.len().saturating_mul(turns.len()))?;
        for Symbol { name, moves, effect } in &inner {
            for &turn in &turns {
                let before = P::SOLVED.apply(turn);
                let moves: Algorithm =
                    [turn].into_iter().chain(moves.iter().copied()).chain([turn.inverse()]).collect();
                let effect = before.then(*effect).then(before.inverse());
                all.add(moves.simplify(), effect, || format!("[{turn}: {name}]"))?;
            }
        }
    }
    Ok(all.into_symbols())
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

    fn read(text: &str) -> Result<Alphabet<Cube3>, AlphabetError> {
        Alphabet::new(&toml::from_str(text).unwrap())
    }

    /// Every symbol does what its moves do and what its name says, and no two do the same.
    fn check<P: Puzzle>(alphabet: &Alphabet<P>) {
        let mut seen = std::collections::HashSet::new();
        for symbol in alphabet.symbols() {
            assert_eq!(P::SOLVED.apply_all(&symbol.moves), symbol.effect, "{}", symbol.name);
            assert!(seen.insert(symbol.effect), "{}", symbol.name);
        }
    }

    #[test]
    fn inverses_and_conjugates_are_new_symbols() {
        let sizes = [
            "inverses = true",
            "expand = \"symmetries\"\ninverses = true",
            "conjugate = 1",
            "conjugate = 2",
            "expand = \"symmetries\"\nconjugate = 1",
        ]
        .map(|text| {
            let alphabet = read(text).unwrap();
            check(&alphabet);
            alphabet.symbols().len()
        });
        // The symmetric copies have their inverses among them.
        assert_eq!(sizes, [32, 234, 143, 943, 1394]);
        let alphabet =
            read("turns = [\"U\"]\ncomposites = [{ name = \"x\", moves = \"R U\" }]\nconjugate = 1").unwrap();
        let of = |name: &str| alphabet.symbols().iter().find(|symbol| symbol.name == name).unwrap().moves.to_string();
        assert_eq!((of("[U: x]"), of("[F: x]")), ("U R".into(), "F R U F'".into()));
        check(&Alphabet::<Cube2>::new(&toml::from_str("inverses = true\nconjugate = 2").unwrap()).unwrap());
    }

    #[test]
    fn conjugates_are_all_there_are() {
        let (plain, conjugated) = ("expand = \"rotations\"", "expand = \"rotations\"\nconjugate = 1");
        let plain = read(plain).unwrap();
        let mut expected: std::collections::HashSet<Cube3> = plain.effects().into_iter().collect();
        for composite in &plain.symbols()[18..] {
            for turn in crate::puzzle::turn::Turn::ALL {
                let before = Cube3::SOLVED.apply(turn);
                expected.insert(before.then(composite.effect).apply(turn.inverse()));
            }
        }
        let found: std::collections::HashSet<Cube3> = read(conjugated).unwrap().effects().into_iter().collect();
        assert!(found == expected);
    }

    #[test]
    fn commutators_are_composites() {
        let alphabet = read("composites = \"none\"\ncommutators = [{ a-length = 3, most-pieces = 3 }]").unwrap();
        check(&alphabet);
        let cycles = [Shape::CornerCycle, Shape::EdgeCycle];
        assert!(alphabet.symbols()[18..].iter().all(|symbol| cycles.contains(&Shape::of(symbol.effect))));
        let rotated = read(
            "composites = \"none\"\nexpand = \"rotations\"\ncommutators = [{ a-length = 3, b = [\"U\"], most-pieces = 3 }]",
        );
        check(&rotated.unwrap());
    }

    #[test]
    fn the_shortest_of_those_with_the_same_effect_stays_in_the_first_place() {
        let words = "composites = [{ name = \"long\", moves = \"R U U U\" }, { name = \"mid\", moves = \"F R F'\" }, \
                     { name = \"short\", moves = \"R U'\" }]\n";
        let names = |text: &str| -> Vec<String> {
            read(&format!("turns = \"none\"\n{words}{text}"))
                .unwrap()
                .symbols()
                .iter()
                .map(|s| s.name.clone())
                .collect()
        };
        assert_eq!(names("duplicates = \"remove\""), ["short", "mid"]);
        assert_eq!(names(""), ["long", "mid", "short"]);
    }

    #[test]
    fn the_last_symbol_may_turn_nothing() {
        let alphabet = read("expand = \"symmetries\"\nno-turn = true").unwrap();
        let last = alphabet.symbols().last().unwrap();
        assert_eq!((alphabet.symbols().len(), last.name.as_str(), last.moves.len()), (235, NO_TURN, 0));
        assert_eq!(read("turns = \"none\"\ncomposites = \"none\"\nno-turn = true").unwrap_err(), AlphabetError::Empty);
    }

    #[test]
    fn an_alphabet_has_at_most_65535_symbols() {
        let large = "commutators = [{ a-length = 3, b-length = 2 }]";
        assert_eq!(read(large).unwrap_err(), AlphabetError::TooLarge);
        let kept = "commutators = [{ a-length = 3 }]\nexpand = \"symmetries\"\nduplicates = \"keep\"";
        assert_eq!(read(kept).unwrap_err(), AlphabetError::TooLarge);
        assert_eq!(
            read("commutators = [{ a-length = 4, b-length = 3 }]").unwrap_err().to_string(),
            "the alphabet would be chosen from 163689255 sequences, more than the 4194304 allowed"
        );
    }

    #[test]
    fn an_empty_alphabet_is_refused() {
        let config =
            AlphabetConfig { turns: TurnSet::none(), composites: Composites::none(), ..AlphabetConfig::default() };
        assert_eq!(Alphabet::<Cube3>::new(&config).unwrap_err(), AlphabetError::Empty);
    }
}
