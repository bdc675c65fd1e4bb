//! [`DefinedAlphabet`]: what a gene can be on a puzzle that is data.

use serde::{Deserialize, Serialize};

use super::collection::Collection;
use super::commutators::Name;
use super::config::{Duplicates, Expand};
use super::{AlphabetError, NO_TURN, Symbol, check_words};
use crate::evolve::bounded::{CommutatorLength, Conjugations, DefinedPieces};
use crate::puzzle::defined::{Definition, Move, State, Symmetry, Word};
use crate::puzzle::kernel::MOST_GENES;

/// What a gene can be on a puzzle that is data: the keys of `alphabet`. As for the cubes, but the moves are the puzzle's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DefinedAlphabetConfig {
    /// Which single moves. Default `all`, with their powers.
    pub turns: DefinedTurns,
    /// Which sequences of moves. Default none.
    pub composites: Macros,
    /// Commutators made by rules. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commutators: Vec<DefinedCommutators>,
    /// In which copies each composite is offered. Default `none`: as written.
    pub expand: Expand,
    /// Is each of them also offered backwards? Default `false`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inverses: bool,
    /// Is each of them also offered between up to so many moves and their inverses? Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjugate: Option<Conjugations>,
    /// Is there a symbol, the last, that turns nothing? Default `false`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_turn: bool,
    /// What becomes of symbols with the same effect. Default: kept if composites are only written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<Duplicates>,
}

/// Which single moves: all with their powers, none, or those that are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WordOrList<String>", into = "WordOrList<String>")]
pub enum DefinedTurns {
    /// `"all"`.
    #[default]
    All,
    /// A list like `["U", "L'"]`; empty for `"none"`.
    Listed(Vec<String>),
}

/// Composites of the user's: `"none"`, or a list of `{ name = "…", moves = "…" }`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WordOrList<Macro>", into = "WordOrList<Macro>")]
pub struct Macros(pub Vec<Macro>);

/// A composite of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Macro {
    /// What it is called.
    pub name: String,
    /// Its moves, in the notation of the puzzle.
    pub moves: String,
}

/// How sets of turns and composites are written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a word or a list")]
enum WordOrList<T> {
    Word(String),
    List(Vec<T>),
}

impl TryFrom<WordOrList<String>> for DefinedTurns {
    type Error = String;

    fn try_from(written: WordOrList<String>) -> Result<Self, String> {
        match written {
            WordOrList::Word(word) if word == "all" => Ok(Self::All),
            WordOrList::Word(word) if word == "none" => Ok(Self::Listed(Vec::new())),
            WordOrList::Word(word) => {
                Err(format!("unknown set of turns \"{word}\", expected \"all\", \"none\" or a list of turns"))
            }
            WordOrList::List(list) => Ok(Self::Listed(list)),
        }
    }
}

impl From<DefinedTurns> for WordOrList<String> {
    fn from(turns: DefinedTurns) -> Self {
        match turns {
            DefinedTurns::All => Self::Word("all".to_owned()),
            DefinedTurns::Listed(list) if list.is_empty() => Self::Word("none".to_owned()),
            DefinedTurns::Listed(list) => Self::List(list),
        }
    }
}

impl TryFrom<WordOrList<Macro>> for Macros {
    type Error = String;

    fn try_from(written: WordOrList<Macro>) -> Result<Self, String> {
        match written {
            WordOrList::Word(word) if word == "none" => Ok(Self::default()),
            WordOrList::Word(word) => {
                Err(format!("unknown composites \"{word}\", expected \"none\" or a list of {{ name, moves }}"))
            }
            WordOrList::List(list) => Ok(Self(list)),
        }
    }
}

impl From<Macros> for WordOrList<Macro> {
    fn from(macros: Macros) -> Self {
        if macros.0.is_empty() { Self::Word("none".to_owned()) } else { Self::List(macros.0) }
    }
}

/// A rule for commutators: see [`Commutators`](super::Commutators).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DefinedCommutators {
    /// The moves of A. Default `all`.
    pub a: DefinedTurns,
    /// How many moves A has at most; it has at least one. Default 1.
    pub a_length: CommutatorLength,
    /// The moves of B. Default `all`.
    pub b: DefinedTurns,
    /// How many moves B has at most. Default 1.
    pub b_length: CommutatorLength,
    /// Those that change more pieces are left out, and those that change none. Default 64: none are.
    pub most_pieces: DefinedPieces,
}

impl Default for DefinedCommutators {
    fn default() -> Self {
        let length = CommutatorLength::try_from(1).expect("within the bounds");
        let most_pieces = DefinedPieces::try_from(64).expect("within the bounds");
        let all = DefinedTurns::All;
        Self { a: all.clone(), a_length: length, b: all, b_length: length, most_pieces }
    }
}

impl DefinedAlphabetConfig {
    fn removes_duplicates(&self) -> bool {
        let made = self.expand != Expand::None || !self.commutators.is_empty() || self.inverses;
        let made = made || self.conjugate.is_some_and(|turns| turns.get() > 0);
        self.duplicates.map_or(made, |duplicates| duplicates == Duplicates::Remove)
    }
}

impl DefinedTurns {
    /// The moves, each once, in the order of the puzzle.
    fn moves(&self, puzzle: &Definition) -> Result<Vec<Move>, AlphabetError> {
        let Self::Listed(names) = self else { return Ok(puzzle.moves().collect()) };
        let mut moves = Vec::new();
        for name in names {
            match puzzle.read_moves(name).map_err(AlphabetError::Moves)?[..] {
                [one] => moves.push(one),
                _ => return Err(AlphabetError::Moves(format!("\"{name}\" is not one move of {}", puzzle.name()))),
            }
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }
}

/// A symbol of a puzzle that is data.
type OneSymbol = Symbol<State, Word>;

/// The symbols that genes are drawn from on a puzzle that is data, in a fixed order: the same as on the
/// [cubes](super::Alphabet::new).
#[derive(Clone, Debug)]
pub struct DefinedAlphabet {
    symbols: Vec<OneSymbol>,
}

impl DefinedAlphabet {
    /// The alphabet that a configuration describes.
    ///
    /// # Errors
    /// If it is empty or too large, or names what the puzzle does not have.
    pub fn new(puzzle: &Definition, config: &DefinedAlphabetConfig) -> Result<Self, AlphabetError> {
        let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
        for one in config.turns.moves(puzzle)? {
            all.add(Word::from_iter([one]), puzzle.effect(one), || puzzle.move_name(one).to_owned())?;
        }
        for Symbol { name, moves, effect } in composites(puzzle, config)? {
            all.add(moves, effect, || name)?;
        }
        let mut symbols = all.into_symbols();
        if symbols.is_empty() {
            return Err(AlphabetError::Empty);
        }
        if config.no_turn {
            if symbols.len() == MOST_GENES {
                return Err(AlphabetError::TooLarge);
            }
            symbols.push(Symbol { name: NO_TURN.to_owned(), moves: Word::EMPTY, effect: puzzle.solved() });
        }
        Ok(Self { symbols })
    }

    /// The symbols; gene n is symbol n.
    #[must_use]
    pub fn symbols(&self) -> &[OneSymbol] {
        &self.symbols
    }

    /// What each symbol does.
    #[must_use]
    pub fn effects(&self) -> Vec<State> {
        self.symbols.iter().map(|symbol| symbol.effect).collect()
    }
}

/// Everything but the moves.
fn composites(puzzle: &Definition, config: &DefinedAlphabetConfig) -> Result<Vec<OneSymbol>, AlphabetError> {
    let copies: Vec<(usize, &Symmetry)> = match config.expand {
        Expand::None => vec![(0, &puzzle.symmetries()[0])],
        Expand::Rotations => puzzle.symmetries().iter().enumerate().filter(|(_, symmetry)| !symmetry.mirror).collect(),
        Expand::Symmetries => puzzle.symmetries().iter().enumerate().collect(),
    };
    if config.expand != Expand::None && copies.len() == 1 {
        let what = if config.expand == Expand::Rotations { "rotations" } else { "symmetries" };
        return Err(AlphabetError::Moves(format!("{} has no {what}: its definition gives none", puzzle.name())));
    }
    let does = |moves: &[Move]| puzzle.apply_all(puzzle.solved(), moves);
    let mut all = Collection::new(puzzle.solved(), config.removes_duplicates());
    let mut add = |moves: &Word, name: Name<'_>| {
        for &(number, copy) in &copies {
            let moves = copy.word(moves);
            let effect = does(&moves);
            all.add(moves, effect, || if number == 0 { name() } else { format!("{}/{number}", name()) })?;
        }
        Ok::<(), AlphabetError>(())
    };
    check_words(config.composites.0.len().saturating_mul(copies.len()))?;
    for Macro { name, moves } in &config.composites.0 {
        let moves =
            puzzle.read_moves(moves).map_err(|message| AlphabetError::Moves(format!("\"{name}\": {message}")))?;
        if moves.is_empty() {
            return Err(AlphabetError::Moves(format!("\"{name}\": a composite needs moves")));
        }
        add(&moves, &|| name.clone())?;
    }
    for rule in &config.commutators {
        commutators(puzzle, rule, copies.len(), &mut add)?;
    }
    if config.inverses {
        for Symbol { name, moves, effect } in all.symbols().to_vec() {
            all.add(puzzle.undo(&moves), puzzle.inverse(effect), || format!("({name})'"))?;
        }
    }
    let mut begin = 0;
    for _ in 0..config.conjugate.map_or(0, Conjugations::get) {
        let inner = all.symbols()[begin..].to_vec();
        begin = all.symbols().len();
        check_words(inner.len().saturating_mul(puzzle.moves().count()))?;
        for Symbol { name, moves, .. } in &inner {
            for one in puzzle.moves() {
                let mut word = Word::from_iter([one]);
                word.extend_from_slice(moves);
                word.push(puzzle.inverse_move(one));
                let effect = does(&word);
                all.add(puzzle.simplify(&word), effect, || format!("[{}: {name}]", puzzle.move_name(one)))?;
            }
        }
    }
    Ok(all.into_symbols())
}

/// Calls with the moves and the name of every commutator of a rule that changes a piece and no more than it allows.
fn commutators(
    puzzle: &Definition,
    rule: &DefinedCommutators,
    copies: usize,
    add: &mut dyn FnMut(&Word, Name<'_>) -> Result<(), AlphabetError>,
) -> Result<(), AlphabetError> {
    let first = words(puzzle, &rule.a.moves(puzzle)?, rule.a_length.get())?;
    let second = words(puzzle, &rule.b.moves(puzzle)?, rule.b_length.get())?;
    check_words(first.len().saturating_mul(second.len()))?;
    let mut count = 0;
    for a in &first {
        for b in &second {
            let mut word = a.clone();
            [b, &puzzle.undo(a), &puzzle.undo(b)].into_iter().for_each(|part| word.extend_from_slice(part));
            let word = puzzle.simplify(&word);
            let effect = puzzle.apply_all(puzzle.solved(), &word);
            let (places, homes) = (effect.places(puzzle.layout().pieces()), puzzle.layout().homes());
            let changed = places.iter().zip(homes).filter(|(place, home)| place != home).count();
            if (1..=rule.most_pieces.get()).contains(&changed) {
                count += copies;
                check_words(count)?;
                add(&word, &|| format!("[{}, {}]", puzzle.write_moves(a), puzzle.write_moves(b)))?;
            }
        }
    }
    Ok(())
}

/// All words of 1 to `length` of these moves, short ones first, in which no move could be taken together with the one
/// before, and neighbours that commute come in the order of the puzzle.
fn words(puzzle: &Definition, moves: &[Move], length: usize) -> Result<Vec<Word>, AlphabetError> {
    let follows = |last: Move, next: Move| {
        let (before, after) = (puzzle.kind_and_power(last).0, puzzle.kind_and_power(next).0);
        before != after && (before < after || !puzzle.commute(before, after))
    };
    let mut all: Vec<Word> = moves.iter().map(|&one| Word::from_iter([one])).collect();
    let mut begin = 0;
    for _ in 1..length {
        let end = all.len();
        check_words((end - begin).saturating_mul(moves.len()))?;
        for number in begin..end {
            let last = *all[number].last().expect("a word has a move");
            for &next in moves.iter().filter(|&&next| follows(last, next)) {
                let mut longer = all[number].clone();
                longer.push(next);
                all.push(longer);
            }
        }
        begin = end;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::defined::Shipped;

    fn read(text: &str) -> Result<Vec<OneSymbol>, AlphabetError> {
        let puzzle = Shipped::Pyraminx.definition();
        DefinedAlphabet::new(&puzzle, &toml::from_str(text).unwrap()).map(|alphabet| alphabet.symbols)
    }

    #[test]
    fn every_symbol_does_what_its_moves_and_its_name_say() {
        let puzzle = Shipped::Pyraminx.definition();
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
            let symbols = read(text).unwrap();
            let mut seen = std::collections::HashSet::new();
            for Symbol { name, moves, effect } in &symbols {
                assert_eq!(puzzle.apply_all(puzzle.solved(), moves), *effect, "{name}");
                if !name.contains(['/', 'x', '-']) {
                    let said = puzzle.read_moves(name).unwrap();
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
    fn what_the_puzzle_does_not_have_is_refused() {
        let sentence = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(sentence("turns = [\"F\"]"), "\"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b");
        assert_eq!(sentence("turns = [\"U L\"]"), "\"U L\" is not one move of pyraminx");
        assert_eq!(sentence("turns = \"none\""), "the alphabet is empty: give it turns or composites");
        assert_eq!(
            sentence("composites = [{ name = \"x\", moves = \"U F\" }]"),
            "\"x\": \"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b"
        );
        assert_eq!(sentence("composites = [{ name = \"x\", moves = \"\" }]"), "\"x\": a composite needs moves");
        assert!(toml::from_str::<DefinedAlphabetConfig>("turns = \"quarter\"").is_err());
    }
}
