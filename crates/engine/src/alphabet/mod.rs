//! [`Alphabet`]: the symbols that a gene can take, at most 65,535: moves, macros of several moves, and the no-op, which has none. Macros
//! may have copies, inverses and conjugates, and be commutators. The keys in sweep files are in `config` and `macros`, and macros are
//! made in `generation`.

mod collection;
mod config;
mod generation;
mod herdy_patone;
mod macros;

pub use config::{AlphabetConfig, CommutatorRule, Duplicates, Expand, MoveSetConfig};
pub use macros::{CustomMacro, MacroSetConfig};

use std::hash::Hash;
use std::ops::Range;

use collection::Collection;
use generation::add_macros;

use crate::evaluation::MAX_SYMBOLS;
use evocube_cube::puzzle::group::TooManyWords;
use evocube_cube::puzzle::{Puzzle, Turn};

/// The symbols of a puzzle with states `S` and moves `M`, in a fixed order.
#[derive(Clone, Debug)]
pub struct Alphabet<S, M = Turn> {
    /// The effect of each symbol.
    effects: Vec<S>,
    /// The name and the moves of each symbol.
    spans: Vec<Span>,
    /// The names of all symbols, one after the other.
    names: String,
    /// The moves of all symbols, one after the other.
    moves: Vec<M>,
}

/// The places of the name and the moves of a symbol among those of all symbols.
#[derive(Clone, Debug)]
struct Span {
    name: Range<usize>,
    moves: Range<usize>,
}

/// The alphabet of a puzzle.
pub type AlphabetOf<P> = Alphabet<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// A value that a gene can take: a move, a macro or the no-op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a, S, M = Turn> {
    /// The name: `R2` (a move), `TEFCW` (a macro), `TEFCW/FRD` (its copy in which U, R and F go to F, R and D), `(TEFCW)'`
    /// (its inverse), `[R: TEFCW]` (its conjugate), `[R, U]` (a commutator), or [`NO_OP`].
    pub name: &'a str,
    /// The moves.
    pub moves: &'a [M],
    /// The state after the moves, from the solved state.
    pub effect: S,
}

/// The name of the no-op, the symbol without moves.
pub const NO_OP: &str = "-";

/// Error: a configuration describes no alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// The alphabet has neither moves nor macros.
    #[error("the alphabet is empty: write turns or macros")]
    Empty,
    /// The alphabet has more than [`MAX_SYMBOLS`] symbols.
    #[error("the alphabet has more than the {MAX_SYMBOLS} symbols allowed")]
    TooLarge,
    /// The rules generate too many words, before duplicates and words of too many pieces are dropped.
    #[error("the alphabet is selected from {0}: write a smaller a-length, b-length or conjugate")]
    TooManyWords(#[from] TooManyWords),
    /// The puzzle lacks a move or the symmetries.
    #[error("{0}")]
    Moves(String),
}

impl<S: Copy + Eq + Hash, M: Copy> Alphabet<S, M> {
    /// Returns the alphabet that a configuration describes, in this order: the moves; the macros and the commutators, each followed by its
    /// symmetric copies; the inverses of these; the conjugates of all these by one move, then by two; the no-op.
    ///
    /// # Errors
    /// If the alphabet is empty or too large, its macros or rules make too many words, or the puzzle lacks a move or the rotations.
    /// Words are counted before they are generated.
    pub fn new<P: Puzzle<State = S, Move = M>>(puzzle: &P, config: &AlphabetConfig) -> Result<Self, AlphabetError> {
        let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
        for turn in config.turns.moves(puzzle)? {
            let effect = puzzle.apply(puzzle.solved(), turn);
            all.add(effect, 1, |moves| moves.push(turn), |name| name.push_str(puzzle.move_name(turn)))?;
        }
        // No macro is shorter than a move, and macros that equal one have conjugates, too.
        all.compare_anew();
        add_macros(puzzle, config, &mut all)?;
        let mut symbols = all.into_symbols();
        if symbols.effects.len() + usize::from(config.has_no_op()) > MAX_SYMBOLS {
            return Err(AlphabetError::TooLarge);
        }
        if symbols.effects.is_empty() {
            return Err(AlphabetError::Empty);
        }
        if config.has_no_op() {
            symbols.push(puzzle.solved(), |_| {}, |name| name.push_str(NO_OP));
        }
        Ok(symbols)
    }

    /// Returns an alphabet without symbols, which has room for those of the default one.
    fn empty() -> Self {
        let (symbols, parts) = (2048, 1 << 15);
        let (names, moves) = (String::with_capacity(parts), Vec::with_capacity(parts));
        Self { effects: Vec::with_capacity(symbols), spans: Vec::with_capacity(symbols), names, moves }
    }

    /// Adds a symbol, whose moves and name are written behind those of the others.
    fn push(&mut self, effect: S, moves: impl FnOnce(&mut Vec<M>), name: impl FnOnce(&mut String)) {
        let moves = self.write_moves(moves);
        let span = self.write_name(moves, name);
        self.spans.push(span);
        self.effects.push(effect);
    }

    /// Writes moves behind those of the others, and returns their place.
    fn write_moves(&mut self, write: impl FnOnce(&mut Vec<M>)) -> Range<usize> {
        let begin = self.moves.len();
        write(&mut self.moves);
        begin..self.moves.len()
    }

    /// Writes a name behind the others, and returns its place beside that of the moves.
    fn write_name(&mut self, moves: Range<usize>, write: impl FnOnce(&mut String)) -> Span {
        let begin = self.names.len();
        write(&mut self.names);
        Span { name: begin..self.names.len(), moves }
    }

    /// Returns the symbols; a gene is the number of one.
    pub fn symbols(&self) -> impl DoubleEndedIterator<Item = Symbol<'_, S, M>> + ExactSizeIterator + Clone {
        (0..self.effects.len()).map(|number| self.symbol(number))
    }

    /// Returns the symbol of a number.
    ///
    /// # Panics
    /// If a number is not that of a symbol.
    pub fn symbol(&self, number: usize) -> Symbol<'_, S, M> {
        let Span { name, moves } = &self.spans[number];
        Symbol { name: &self.names[name.clone()], moves: &self.moves[moves.clone()], effect: self.effects[number] }
    }

    /// Returns the moves of a sequence of symbols, given by their numbers.
    ///
    /// # Panics
    /// If a number is not that of a symbol.
    pub fn moves(&self, numbers: impl IntoIterator<Item = usize>) -> Vec<M> {
        numbers.into_iter().flat_map(|number| self.symbol(number).moves).copied().collect()
    }

    /// Returns the names of a sequence of symbols, given by their numbers, with blanks between them.
    ///
    /// # Panics
    /// If a number is not that of a symbol.
    pub fn names(&self, numbers: impl IntoIterator<Item = usize>) -> String {
        let names: Vec<&str> = numbers.into_iter().map(|number| self.symbol(number).name).collect();
        names.join(" ")
    }

    /// Returns the effect of each symbol.
    pub fn effects(&self) -> &[S] {
        &self.effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::Conjugations;
    use evocube_cube::notation::Dialect;
    use evocube_cube::puzzle::cube3::Cube3;
    use evocube_cube::puzzle::group::EffectKind;
    use evocube_cube::puzzle::spec::{Shipped, SpecMove, SpecState};
    use evocube_cube::puzzle::{CUBE2, CUBE3};

    fn size(expand: Expand, duplicates: Option<Duplicates>) -> usize {
        let config =
            AlphabetConfig { expand, duplicates, conjugate: Some(Conjugations::new(0)), ..AlphabetConfig::default() };
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
    fn every_symbol_has_the_effect_of_its_moves() {
        check(&CUBE3, &Alphabet::new(&CUBE3, &AlphabetConfig::default()).unwrap());
        let printed = crate::settings::read("expand = \"none\"\nconjugate = 0").unwrap();
        let alphabet = Alphabet::new(&CUBE2, &printed).unwrap();
        assert_eq!(alphabet.symbols().len(), 9 + 12);
        assert!(alphabet.symbols().all(|symbol| symbol.effect.corner(6) == (6, 0)), "symbols keep the 2×2×2 anchored");
    }

    /// Returns an alphabet of macros as they are written, unless the text has the keys.
    fn read(text: &str) -> Result<Alphabet<Cube3>, AlphabetError> {
        let expand = if text.contains("expand") { "" } else { "expand = \"none\"\n" };
        let conjugate = if text.contains("conjugate") { "" } else { "conjugate = 0\n" };
        Alphabet::new(&CUBE3, &crate::settings::read(&format!("{expand}{conjugate}{text}")).unwrap())
    }

    /// Checks that the effect of each symbol is that of its moves and its name, and that all effects differ.
    fn check<P: Puzzle<Move = Turn>>(puzzle: &P, alphabet: &AlphabetOf<P>) {
        let mut effects = std::collections::HashSet::new();
        for symbol in alphabet.symbols() {
            assert_eq!(puzzle.apply_all(puzzle.solved(), symbol.moves), symbol.effect, "{}", symbol.name);
            assert!(effects.insert(symbol.effect), "{}", symbol.name);
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
            check(&CUBE3, &alphabet);
            alphabet.symbols().len()
        });
        // The symmetric copies have their inverses among them.
        assert_eq!(sizes, [32, 234, 143, 943, 1394]);
        let alphabet = read("turns = [\"U\"]\nmacros = [{ name = \"x\", moves = \"R U\" }]\nconjugate = 1").unwrap();
        let moves_of = |name: &str| alphabet.symbols().find(|symbol| symbol.name == name).unwrap().moves;
        let moves = |name| CUBE3.write_moves(moves_of(name));
        assert_eq!((moves("[U: x]"), moves("[F: x]")), ("U R".into(), "F R U F'".into()));
        check(
            &CUBE2,
            &Alphabet::new(&CUBE2, &crate::settings::read("inverses = true\nconjugate = 2").unwrap()).unwrap(),
        );
    }

    #[test]
    fn only_the_default_macros_are_conjugated_by_default() {
        let config = |text: &str| crate::settings::read::<AlphabetConfig>(text).unwrap();
        let size = |text: &str| Alphabet::new(&CUBE3, &config(text)).unwrap().symbols().len();
        assert_eq!(["", "expand = \"rotations\"", "expand = \"none\""].map(size), [1394, 1394, 143]);
        assert_eq!(["turns = \"none\"", "turns = [\"U\"]", "commutators = []"].map(size), [1376, 1377, 1394]);
        let other = "{ name = \"x\", moves = \"R U\" }";
        for text in [
            "macros = \"none\"",
            &format!("macros = [{other}]"),
            &format!("macros = [\"herdy-patone\", {other}]"),
            "commutators = [{}]",
        ] {
            assert_eq!(config(text).conjugations(), 0, "{text}");
            assert_eq!(config(&format!("{text}\nconjugate = 1")).conjugations(), 1, "{text}");
        }
        assert_eq!(Alphabet::new(&CUBE2, &AlphabetConfig::default()).unwrap().symbols().len(), 555);
    }

    #[test]
    fn conjugates_by_one_and_two_moves_are_complete() {
        let (plain, conjugated) = ("expand = \"rotations\"\nconjugate = 0", "expand = \"rotations\"\nconjugate = 1");
        let plain = read(plain).unwrap();
        let mut expected: std::collections::HashSet<Cube3> = plain.effects().iter().copied().collect();
        for symbol in plain.symbols().skip(18) {
            for turn in evocube_cube::puzzle::turn::Turn::ALL {
                let state = Cube3::SOLVED.apply(turn);
                expected.insert(state.then(symbol.effect).apply(turn.inverse()));
            }
        }
        let effects: std::collections::HashSet<Cube3> = read(conjugated).unwrap().effects().iter().copied().collect();
        assert!(effects == expected);
    }

    #[test]
    fn commutators_are_macros() {
        let alphabet = read("macros = \"none\"\ncommutators = [{ a-length = 3, max-pieces = 3 }]").unwrap();
        check(&CUBE3, &alphabet);
        let cycles = [EffectKind::CornerCycle, EffectKind::EdgeCycle];
        assert!(
            alphabet
                .symbols()
                .skip(18)
                .all(|symbol| EffectKind::classify(&CUBE3, symbol.effect).is_some_and(|shape| cycles.contains(&shape)))
        );
        let rotated = read(
            "macros = \"none\"\nexpand = \"rotations\"\ncommutators = [{ a-length = 3, b = [\"U\"], max-pieces = 3 }]",
        );
        check(&CUBE3, &rotated.unwrap());
    }

    #[test]
    fn the_shortest_symbol_of_an_effect_takes_the_position_of_the_first() {
        let words = "macros = [{ name = \"long\", moves = \"R U U U\" }, { name = \"mid\", moves = \"F R F'\" }, \
                     { name = \"short\", moves = \"R U'\" }]\n";
        let names = |text: &str| -> Vec<String> {
            let alphabet = read(&format!("turns = \"none\"\n{words}{text}")).unwrap();
            alphabet.symbols().map(|symbol| symbol.name.to_owned()).collect()
        };
        assert_eq!(names("duplicates = \"remove\""), ["short", "mid"]);
        assert_eq!(names(""), ["long", "mid", "short"]);
    }

    #[test]
    fn the_last_symbol_may_be_a_no_op() {
        let alphabet = read("expand = \"symmetries\"\nno-op = true").unwrap();
        let last = alphabet.symbols().last().unwrap();
        assert_eq!((alphabet.symbols().len(), last.name, last.moves.len()), (235, NO_OP, 0));
        assert_eq!(read("turns = \"none\"\nmacros = \"none\"\nno-op = true").unwrap_err(), AlphabetError::Empty);
    }

    #[test]
    fn an_alphabet_has_at_most_65535_symbols() {
        let large = "commutators = [{ a-length = 3, b-length = 2 }]";
        assert_eq!(read(large).unwrap_err(), AlphabetError::TooLarge);
        let duplicates = "commutators = [{ a-length = 3 }]\nexpand = \"symmetries\"\nduplicates = \"keep\"";
        assert_eq!(read(duplicates).unwrap_err(), AlphabetError::TooLarge);
        assert_eq!(
            read("commutators = [{ a-length = 4, b-length = 3 }]").unwrap_err().to_string(),
            "the alphabet is selected from 163689255 sequences, more than the 4194304 allowed: write a smaller a-length, \
             b-length or conjugate"
        );
        // Each rule alone selects from 913,761.
        let rule = "{ a-length = 3, b-length = 2, max-pieces = 3 }";
        let rules = |count: usize| read(&format!("commutators = [{}]", [rule].repeat(count).join(", ")));
        assert!(rules(1).is_ok());
        let error = rules(5).unwrap_err().to_string();
        assert!(error.starts_with("the alphabet is selected from 4568805 sequences, more than the 4194304"), "{error}");
    }

    #[test]
    fn an_empty_alphabet_is_refused() {
        let config = AlphabetConfig {
            turns: MoveSetConfig::none(),
            macros: MacroSetConfig::none(),
            ..AlphabetConfig::default()
        };
        assert_eq!(Alphabet::new(&CUBE3, &config).unwrap_err(), AlphabetError::Empty);
    }

    fn pyraminx_alphabet(text: &str) -> Result<Alphabet<SpecState, SpecMove>, AlphabetError> {
        let config = crate::settings::read::<AlphabetConfig>(text).unwrap();
        let has_macros = text.contains("macros");
        let macros = if has_macros { config.macros.clone() } else { MacroSetConfig::none() };
        Alphabet::new(&*Shipped::Pyraminx.spec(), &AlphabetConfig { macros, ..config })
    }

    #[test]
    fn symbols_of_a_file_defined_puzzle_have_the_effect_of_their_moves_and_names() {
        let puzzle = Shipped::Pyraminx.spec();
        let sizes = [
            "",
            "turns = [\"U'\", \"U\", \"l\"]",
            "turns = \"none\"\nmacros = [{ name = \"x\", moves = \"[U, L]\" }]\nexpand = \"rotations\"",
            "turns = \"none\"\nmacros = [{ name = \"x\", moves = \"[U, L]\" }]\nexpand = \"symmetries\"\ninverses = true",
            "turns = \"none\"\ncommutators = [{}]",
            "turns = \"none\"\ncommutators = [{ a-length = 2, max-pieces = 3 }]",
            "macros = [{ name = \"x\", moves = \"[U, L]\" }]\nconjugate = 1\nno-op = true",
        ]
        .map(|text| {
            let alphabet = pyraminx_alphabet(text).unwrap();
            let mut effects = std::collections::HashSet::new();
            for Symbol { name, moves, effect } in alphabet.symbols() {
                assert_eq!(puzzle.apply_all(puzzle.solved(), moves), effect, "{name}");
                if !name.contains(['/', 'x', '-']) {
                    let moves = puzzle.read_moves(name, Dialect::Wca).unwrap().moves;
                    assert_eq!(puzzle.apply_all(puzzle.solved(), &moves), effect, "{name}");
                }
                assert!(effects.insert(effect), "{name}");
            }
            alphabet.symbols().len()
        });
        // 16 moves: 8 generators in 2 directions. Commutators: 4 × 3 × 2 × 2 pairs of turns of two corners, with and
        // without tips.
        assert_eq!(sizes[..5], [16, 3, 12, 24, 48]);
        assert!(sizes[5] > 48 && sizes[6] > 16 + 8, "{sizes:?}");
    }

    #[test]
    fn moves_that_the_puzzle_lacks_are_refused() {
        let sentence = |text: &str| pyraminx_alphabet(text).unwrap_err().to_string();
        assert_eq!(sentence("turns = [\"F\"]"), "\"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b");
        assert_eq!(sentence("turns = [\"U L\"]"), "\"U L\" is not one move of pyraminx");
        assert_eq!(sentence("turns = \"none\""), "the alphabet is empty: write turns or macros");
        assert_eq!(
            sentence("macros = [{ name = \"x\", moves = \"U F\" }]"),
            "\"x\": \"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b"
        );
        assert_eq!(sentence("macros = [{ name = \"x\", moves = \"\" }]"), "\"x\": a macro needs moves");
    }
}
