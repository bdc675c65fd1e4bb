//! [`Alphabet`]: the symbols that a gene can take, at most 65,535: moves, macros of several moves, and the no-op, which has none. Macros
//! may have copies, inverses and conjugates, and be commutators. The keys in sweep files are in `config` and `macros`.

mod collection;
mod config;
mod herdy_patone;
mod macros;

pub use config::{AlphabetConfig, CommutatorRule, Duplicates, Expand, MoveSetConfig};
pub use macros::{CustomMacro, MacroSetConfig};

use std::hash::Hash;

use collection::Collection;

use crate::evaluation::MAX_SYMBOLS;
use evocube_cube::puzzle::group::{Setup, TooManyWords, check_word_count, commutator, for_each_commutator};
use evocube_cube::puzzle::{Algorithm, Puzzle, Turn};

/// The symbols of a puzzle with states `S` and moves `M`, in a fixed order.
#[derive(Clone, Debug)]
pub struct Alphabet<S, M = Turn> {
    symbols: Vec<Symbol<S, M>>,
}

/// The alphabet of a puzzle.
pub type AlphabetOf<P> = Alphabet<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// A symbol of the alphabet of a puzzle.
type SymbolOf<P> = Symbol<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// A value that a gene can take: a move, a macro or the no-op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<S, M = Turn> {
    /// The name: `R2` (a move), `TEFCW` (a macro), `TEFCW/FRD` (its copy in which U, R and F go to F, R and D), `(TEFCW)'`
    /// (its inverse), `[R: TEFCW]` (its conjugate), `[R, U]` (a commutator), or [`NO_OP`].
    pub name: String,
    /// The moves.
    pub moves: Algorithm<M>,
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
        let mut turns = Collection::new(puzzle.solved(), config.removes_duplicates());
        for turn in config.turns.moves(puzzle)? {
            let moves = || [turn].into_iter().collect();
            turns.add(puzzle.apply(puzzle.solved(), turn), (1, moves), || puzzle.move_name(turn).to_owned())?;
        }
        let mut macros = macros(puzzle, config)?;
        // No macro is shorter than a move.
        macros.retain(|symbol| !turns.is_duplicate(symbol.effect));
        let mut symbols = turns.into_symbols();
        symbols.append(&mut macros);
        if symbols.len() > MAX_SYMBOLS {
            return Err(AlphabetError::TooLarge);
        }
        if symbols.is_empty() {
            return Err(AlphabetError::Empty);
        }
        if config.has_no_op() {
            if symbols.len() == MAX_SYMBOLS {
                return Err(AlphabetError::TooLarge);
            }
            symbols.push(Symbol { name: NO_OP.to_owned(), moves: Algorithm::EMPTY, effect: puzzle.solved() });
        }
        Ok(Self { symbols })
    }

    /// Returns the symbols; a gene is an index into them.
    pub fn symbols(&self) -> &[Symbol<S, M>] {
        &self.symbols
    }

    /// Returns the moves of a sequence of symbols, given by their numbers.
    ///
    /// # Panics
    /// If a number is not that of a symbol.
    pub fn moves(&self, numbers: impl IntoIterator<Item = usize>) -> Vec<M> {
        numbers.into_iter().flat_map(|number| self.symbols[number].moves.iter().copied()).collect()
    }

    /// Returns the names of a sequence of symbols, given by their numbers, with blanks between them.
    ///
    /// # Panics
    /// If a number is not that of a symbol.
    pub fn names(&self, numbers: impl IntoIterator<Item = usize>) -> String {
        let names: Vec<&str> = numbers.into_iter().map(|number| self.symbols[number].name.as_str()).collect();
        names.join(" ")
    }

    /// Returns the effect of each symbol.
    pub fn effects(&self) -> Vec<S> {
        self.symbols.iter().map(|symbol| symbol.effect).collect()
    }
}

/// Returns all symbols of several moves.
fn macros<P: Puzzle>(puzzle: &P, config: &AlphabetConfig) -> Result<Vec<SymbolOf<P>>, AlphabetError> {
    let copies = copies(puzzle, config.expand)?;
    let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
    let mut add = |moves: &[P::Move], name: &dyn Fn() -> String| -> Result<(), AlphabetError> {
        for &copy in &copies {
            let moves = puzzle.conjugate(moves, copy);
            let effect = puzzle.apply_all(puzzle.solved(), &moves);
            let is_plain = copy == copies[0];
            let name = || if is_plain { name() } else { format!("{}/{}", name(), puzzle.symmetry_name(copy)) };
            all.add(effect, (moves.len(), || moves), name)?;
        }
        Ok(())
    };
    let words = config.macros.words(puzzle)?;
    check_word_count(words.len().saturating_mul(copies.len()))?;
    for (name, moves) in &words {
        add(moves, &|| name.clone())?;
    }
    // The limits hold for all rules together.
    let words = config.rules().iter().map(|rule| rule.words(puzzle)).collect::<Result<Vec<_>, _>>()?;
    let pairs = words.iter().map(|[first, second]| first.len().saturating_mul(second.len()));
    check_word_count(pairs.fold(0, usize::saturating_add))?;
    let mut count = 0;
    for (rule, [first, second]) in config.rules().iter().zip(&words) {
        for_each_commutator(puzzle, first, second, rule.max_pieces(), |a, b| {
            count += copies.len();
            check_word_count(count)?;
            let name = || format!("[{}, {}]", puzzle.write_moves(a), puzzle.write_moves(b));
            add(&commutator(puzzle, a, b), &name)
        })?;
    }
    if config.has_inverses() {
        for Symbol { name, moves, effect } in all.symbols().to_vec() {
            all.add(puzzle.inverse(effect), (moves.len(), || puzzle.undo(&moves)), || format!("({name})'"))?;
        }
    }
    let setups = puzzle.moves().into_iter().map(|turn| Setup::new(puzzle, turn)).collect::<Vec<_>>();
    let mut begin = 0;
    for _ in 0..config.conjugations() {
        // The conjugates by n moves are the conjugates by one move of those by n − 1.
        let inner = all.symbols()[begin..].to_vec();
        begin = all.symbols().len();
        check_word_count(inner.len().saturating_mul(setups.len()))?;
        for Symbol { name, moves: word, effect } in &inner {
            let is_simplified = puzzle.simplify(word).len() == word.len();
            for setup in &setups {
                let least = if is_simplified { setup.least_length(puzzle, word) } else { 0 };
                let moves = || {
                    if is_simplified { setup.conjugate_simplified(puzzle, word) } else { setup.conjugate(puzzle, word) }
                };
                let name = || conjugate_name(puzzle.move_name(setup.mv()), name);
                all.add(setup.effect(puzzle, *effect), (least, moves), name)?;
            }
        }
    }
    Ok(all.into_symbols())
}

/// Returns the name of the conjugate of a symbol by a move.
fn conjugate_name(mv: &str, symbol: &str) -> String {
    let mut name = String::with_capacity(mv.len() + symbol.len() + 4);
    for part in ["[", mv, ": ", symbol, "]"] {
        name.push_str(part);
    }
    name
}

/// Returns the symmetries by which macros are copied, the identity first.
fn copies<P: Puzzle>(puzzle: &P, expand: Expand) -> Result<Vec<P::Symmetry>, AlphabetError> {
    let mut copies = puzzle.symmetries();
    match expand {
        Expand::None => copies.truncate(1),
        Expand::Rotations => {
            copies.retain(|&symmetry| !puzzle.mirrors(symmetry));
            if copies.len() == 1 {
                let message = format!("{} has no rotations: its definition gives none", puzzle.name());
                return Err(AlphabetError::Moves(message));
            }
        }
        // The default: a puzzle without symmetries has the macros as they are written.
        Expand::Symmetries => {}
    }
    Ok(copies)
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
        assert!(
            alphabet.symbols().iter().all(|symbol| symbol.effect.corner(6) == (6, 0)),
            "symbols keep the 2×2×2 anchored"
        );
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
            assert_eq!(puzzle.apply_all(puzzle.solved(), &symbol.moves), symbol.effect, "{}", symbol.name);
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
        let moves_of =
            |name: &str| alphabet.symbols().iter().find(|symbol| symbol.name == name).unwrap().moves.to_string();
        assert_eq!((moves_of("[U: x]"), moves_of("[F: x]")), ("U R".into(), "F R U F'".into()));
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
        let mut expected: std::collections::HashSet<Cube3> = plain.effects().into_iter().collect();
        for symbol in &plain.symbols()[18..] {
            for turn in evocube_cube::puzzle::turn::Turn::ALL {
                let state = Cube3::SOLVED.apply(turn);
                expected.insert(state.then(symbol.effect).apply(turn.inverse()));
            }
        }
        let effects: std::collections::HashSet<Cube3> = read(conjugated).unwrap().effects().into_iter().collect();
        assert!(effects == expected);
    }

    #[test]
    fn commutators_are_macros() {
        let alphabet = read("macros = \"none\"\ncommutators = [{ a-length = 3, max-pieces = 3 }]").unwrap();
        check(&CUBE3, &alphabet);
        let cycles = [EffectKind::CornerCycle, EffectKind::EdgeCycle];
        assert!(
            alphabet.symbols()[18..]
                .iter()
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
    fn the_last_symbol_may_be_a_no_op() {
        let alphabet = read("expand = \"symmetries\"\nno-op = true").unwrap();
        let last = alphabet.symbols().last().unwrap();
        assert_eq!((alphabet.symbols().len(), last.name.as_str(), last.moves.len()), (235, NO_OP, 0));
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

    fn pyraminx_symbols(text: &str) -> Result<Vec<Symbol<SpecState, SpecMove>>, AlphabetError> {
        let config = crate::settings::read::<AlphabetConfig>(text).unwrap();
        let has_macros = text.contains("macros");
        let macros = if has_macros { config.macros.clone() } else { MacroSetConfig::none() };
        Alphabet::new(&*Shipped::Pyraminx.spec(), &AlphabetConfig { macros, ..config }).map(|made| made.symbols)
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
            let symbols = pyraminx_symbols(text).unwrap();
            let mut effects = std::collections::HashSet::new();
            for Symbol { name, moves, effect } in &symbols {
                assert_eq!(puzzle.apply_all(puzzle.solved(), moves), *effect, "{name}");
                if !name.contains(['/', 'x', '-']) {
                    let moves = puzzle.read_moves(name, Dialect::Wca).unwrap().moves;
                    assert_eq!(puzzle.apply_all(puzzle.solved(), &moves), *effect, "{name}");
                }
                assert!(effects.insert(*effect), "{name}");
            }
            symbols.len()
        });
        // 16 moves: 8 generators in 2 directions. Commutators: 4 × 3 × 2 × 2 pairs of turns of two corners, with and
        // without tips.
        assert_eq!(sizes[..5], [16, 3, 12, 24, 48]);
        assert!(sizes[5] > 48 && sizes[6] > 16 + 8, "{sizes:?}");
    }

    #[test]
    fn moves_that_the_puzzle_lacks_are_refused() {
        let sentence = |text: &str| pyraminx_symbols(text).unwrap_err().to_string();
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
