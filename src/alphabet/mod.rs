//! [`Alphabet`]: what a gene can be, a turn or a composite of turns.

mod collection;
mod commutators;
mod config;
mod herdy_patone;

pub use config::{AlphabetConfig, Commutators, Composites, CustomComposite, Duplicates, Expand, TurnSet};
pub use herdy_patone::{COMPOSITES, Composite};

use std::hash::Hash;

use collection::Collection;
use commutators::Name;

use crate::evaluation::MAX_SYMBOLS;
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::turn::Turn;

/// The symbols that genes are drawn from, in a fixed order: of a puzzle with states `S` and moves `M`.
#[derive(Clone, Debug)]
pub struct Alphabet<S, M = Turn> {
    symbols: Vec<Symbol<S, M>>,
}

/// The alphabet of a puzzle.
pub type AlphabetOf<P> = Alphabet<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// One symbol of the alphabet of a puzzle.
type SymbolOf<P> = Symbol<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// One symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<S, M = Turn> {
    /// `R2`, `TEFCW`, `TEFCW/FRD` for the copy in which U, R and F go to F, R and D, `(TEFCW)'` for the inverse,
    /// `[R: TEFCW]` between R and R', `[R, U]` for a commutator, or [`NO_TURN`].
    pub name: String,
    /// The moves.
    pub moves: Algorithm<M>,
    /// The state that they make of the solved one.
    pub effect: S,
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
    #[error("the alphabet has more than the {MAX_SYMBOLS} symbols allowed")]
    TooLarge,
    /// It would take too long to look at all the sequences that the rules make, however many remain.
    #[error("the alphabet would be chosen from {0} sequences, more than the {MAX_WORDS} allowed")]
    TooManyWords(usize),
    /// Moves that the puzzle does not have.
    #[error("{0}")]
    Moves(String),
}

/// The most sequences that are made of any rule, of which an alphabet keeps those that differ.
pub const MAX_WORDS: usize = 1 << 22;

fn check_words(count: usize) -> Result<(), AlphabetError> {
    if count > MAX_WORDS { Err(AlphabetError::TooManyWords(count)) } else { Ok(()) }
}

impl<S: Copy + Eq + Hash, M: Copy> Alphabet<S, M> {
    /// The alphabet that a configuration describes: the moves in their order; the composites in their order and the
    /// commutators, each in all its copies; the inverses of all those; all of them between one move and its inverse, then
    /// between two; the symbol that turns nothing.
    ///
    /// # Errors
    /// If it is empty or too large, which is found out before it takes memory, or names what the puzzle does not have.
    pub fn new<P: Puzzle<State = S, Move = M>>(puzzle: &P, config: &AlphabetConfig) -> Result<Self, AlphabetError> {
        let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
        for one in config.turns.moves(puzzle)? {
            all.add([one].into_iter().collect(), puzzle.apply(puzzle.solved(), one), || puzzle.move_name(one))?;
        }
        for Symbol { name, moves, effect } in composites(puzzle, config)? {
            all.add(moves, effect, || name)?;
        }
        let mut symbols = all.into_symbols();
        if symbols.is_empty() {
            return Err(AlphabetError::Empty);
        }
        if config.has_no_turn() {
            if symbols.len() == MAX_SYMBOLS {
                return Err(AlphabetError::TooLarge);
            }
            symbols.push(Symbol { name: NO_TURN.to_owned(), moves: Algorithm::EMPTY, effect: puzzle.solved() });
        }
        Ok(Self { symbols })
    }

    /// The symbols; gene n is symbol n.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol<S, M>] {
        &self.symbols
    }

    /// The effect of each symbol.
    #[must_use]
    pub fn effects(&self) -> Vec<S> {
        self.symbols.iter().map(|symbol| symbol.effect).collect()
    }
}

/// Everything but the single moves.
fn composites<P: Puzzle>(puzzle: &P, config: &AlphabetConfig) -> Result<Vec<SymbolOf<P>>, AlphabetError> {
    let all_symmetries = puzzle.symmetries();
    let plain = all_symmetries[0];
    let copies: Vec<P::Symmetry> = match config.expand {
        Expand::None => vec![plain],
        Expand::Rotations => all_symmetries.into_iter().filter(|&symmetry| !puzzle.mirrors(symmetry)).collect(),
        Expand::Symmetries => all_symmetries,
    };
    if config.expand != Expand::None && copies.len() == 1 {
        let what = if config.expand == Expand::Rotations { "rotations" } else { "symmetries" };
        return Err(AlphabetError::Moves(format!("{} has no {what}: its definition gives none", puzzle.name())));
    }
    let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
    let mut add = |moves: &[P::Move], name: Name<'_>| {
        for &copy in &copies {
            let moves = puzzle.conjugate(moves, copy);
            let effect = puzzle.apply_all(puzzle.solved(), &moves);
            let name = || if copy == plain { name() } else { format!("{}/{}", name(), puzzle.symmetry_name(copy)) };
            all.add(moves, effect, name)?;
        }
        Ok(())
    };
    let words = config.composites.words(puzzle)?;
    check_words(words.len().saturating_mul(copies.len()))?;
    for (name, moves) in &words {
        add(moves, &|| name.clone())?;
    }
    for rule in config.rules() {
        commutators::for_each(puzzle, rule, copies.len(), &mut add)?;
    }
    if config.has_inverses() {
        for Symbol { name, moves, effect } in all.symbols().to_vec() {
            all.add(puzzle.undo(&moves), puzzle.inverse(effect), || format!("({name})'"))?;
        }
    }
    let moves = puzzle.moves();
    let mut begin = 0;
    for _ in 0..config.conjugations() {
        // Those between one move more than in the round before; a word between two moves stands between one and one.
        let inner = all.symbols()[begin..].to_vec();
        begin = all.symbols().len();
        check_words(inner.len().saturating_mul(moves.len()))?;
        for Symbol { name, moves: between, effect } in &inner {
            for &one in &moves {
                let before = puzzle.apply(puzzle.solved(), one);
                let last = puzzle.inverse_move(one);
                let word: Vec<P::Move> = [one].into_iter().chain(between.iter().copied()).chain([last]).collect();
                let effect = puzzle.then(puzzle.then(before, *effect), puzzle.inverse(before));
                all.add(puzzle.simplify(&word), effect, || format!("[{}: {name}]", puzzle.move_name(one)))?;
            }
        }
    }
    Ok(all.into_symbols())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Dialect;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::group::Shape;
    use crate::puzzle::spec::{Shipped, SpecMove, SpecState};
    use crate::puzzle::{CUBE2, CUBE3, CubeState};

    fn size(expand: Expand, duplicates: Option<Duplicates>) -> usize {
        let config = AlphabetConfig { expand, duplicates, ..AlphabetConfig::default() };
        Alphabet::new(&CUBE3, &config).unwrap().symbols().len()
    }

    #[test]
    fn the_printed_alphabet_has_30_symbols_of_which_28_differ() {
        assert_eq!(size(Expand::None, None), 30);
        assert_eq!(size(Expand::None, Some(Duplicates::Remove)), 28);
    }

    #[test]
    fn all_rotations_and_all_symmetries_give_234() {
        assert_eq!(size(Expand::Rotations, None), 234);
        assert_eq!(size(Expand::Symmetries, None), 234);
        assert_eq!(size(Expand::Symmetries, Some(Duplicates::Keep)), 18 + 12 * 48);
    }

    #[test]
    fn every_symbol_does_what_its_moves_do() {
        let alphabet =
            Alphabet::new(&CUBE3, &AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() }).unwrap();
        for symbol in alphabet.symbols() {
            assert_eq!(Cube3::of(&symbol.moves), symbol.effect, "{}", symbol.name);
        }
        let alphabet = Alphabet::new(&CUBE2, &AlphabetConfig::default()).unwrap();
        assert_eq!(alphabet.symbols().len(), 9 + 12);
        assert!(
            alphabet.symbols().iter().all(|symbol| symbol.effect.corner(6) == (6, 0)),
            "genes keep the 2×2×2 as it is held"
        );
    }

    fn read(text: &str) -> Result<Alphabet<Cube3>, AlphabetError> {
        Alphabet::new(&CUBE3, &toml::from_str(text).unwrap())
    }

    /// Every symbol does what its moves do and what its name says, and no two do the same.
    fn check<S: CubeState>(alphabet: &Alphabet<S>) {
        let mut seen = std::collections::HashSet::new();
        for symbol in alphabet.symbols() {
            assert_eq!(S::SOLVED.apply_all(&symbol.moves), symbol.effect, "{}", symbol.name);
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
        check(&Alphabet::new(&CUBE2, &toml::from_str("inverses = true\nconjugate = 2").unwrap()).unwrap());
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
        assert!(
            alphabet.symbols()[18..]
                .iter()
                .all(|symbol| Shape::of(&CUBE3, symbol.effect).is_some_and(|shape| cycles.contains(&shape)))
        );
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
        assert_eq!(Alphabet::new(&CUBE3, &config).unwrap_err(), AlphabetError::Empty);
    }

    fn of_pyraminx(text: &str) -> Result<Vec<Symbol<SpecState, SpecMove>>, AlphabetError> {
        let config = toml::from_str::<AlphabetConfig>(text).unwrap();
        let written = text.contains("composites");
        let composites = if written { config.composites.clone() } else { Composites::none() };
        Alphabet::new(&*Shipped::Pyraminx.spec(), &AlphabetConfig { composites, ..config }).map(|made| made.symbols)
    }

    #[test]
    fn every_symbol_of_a_file_defined_puzzle_does_what_its_moves_and_its_name_say() {
        let puzzle = Shipped::Pyraminx.spec();
        let sizes = [
            "",
            "turns = [\"U'\", \"U\", \"l\"]",
            "turns = \"none\"\ncomposites = [{ name = \"x\", moves = \"[U, L]\" }]\nexpand = \"rotations\"",
            "turns = \"none\"\ncomposites = [{ name = \"x\", moves = \"[U, L]\" }]\nexpand = \"symmetries\"\ninverses = true",
            "turns = \"none\"\ncommutators = [{}]",
            "turns = \"none\"\ncommutators = [{ a-length = 2, most-pieces = 3 }]",
            "composites = [{ name = \"x\", moves = \"[U, L]\" }]\nconjugate = 1\nno-turn = true",
        ]
        .map(|text| {
            let symbols = of_pyraminx(text).unwrap();
            let mut seen = std::collections::HashSet::new();
            for Symbol { name, moves, effect } in &symbols {
                assert_eq!(puzzle.apply_all(puzzle.solved(), moves), *effect, "{name}");
                if !name.contains(['/', 'x', '-']) {
                    let said = puzzle.read_moves(name, Dialect::Wca).unwrap();
                    assert_eq!(puzzle.apply_all(puzzle.solved(), &said), *effect, "{name}");
                }
                assert!(seen.insert(*effect), "{name}");
            }
            symbols.len()
        });
        // 8 kinds of moves, each twice; a commutator of any of the 4 × 3 × 2 × 2 pairs of turns of two corners, with its tips
        // on or off.
        assert_eq!(sizes[..5], [16, 3, 12, 24, 48]);
        assert!(sizes[5] > 48 && sizes[6] > 16 + 8, "{sizes:?}");
    }

    #[test]
    fn moves_that_the_puzzle_does_not_have_are_refused() {
        let sentence = |text: &str| of_pyraminx(text).unwrap_err().to_string();
        assert_eq!(sentence("turns = [\"F\"]"), "\"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b");
        assert_eq!(sentence("turns = [\"U L\"]"), "\"U L\" is not one move of pyraminx");
        assert_eq!(sentence("turns = \"none\""), "the alphabet is empty: give it turns or composites");
        assert_eq!(
            sentence("composites = [{ name = \"x\", moves = \"U F\" }]"),
            "\"x\": \"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b"
        );
        assert_eq!(sentence("composites = [{ name = \"x\", moves = \"\" }]"), "\"x\": a composite needs moves");
    }
}
