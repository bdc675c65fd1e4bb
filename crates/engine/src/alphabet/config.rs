//! [`AlphabetConfig`]: the table `alphabet` of a configuration, which defines the symbols of genes: moves, commutators, copies, inverses,
//! conjugates, a no-op, and what becomes of duplicates. It is checked, compared by a digest and made canonical here. Its key `macros` is in
//! `macros`. [`Alphabet`](super::Alphabet) is built from it, in the parent module.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess};
use serde::{Deserialize, Serialize, Serializer};

use super::macros::MacroSetConfig;
use super::{Alphabet, AlphabetError};
use crate::bounded::{CommutatorLength, Conjugations, PieceCount};
use crate::evaluation::MAX_SYMBOLS;
use crate::settings::settings;
use evocube_cube::puzzle::group::reduced_words;
use evocube_cube::puzzle::notation::NotationError;
use evocube_cube::puzzle::{Algorithm, AnyPuzzle, Metric, Puzzle};
use evocube_cube::text::suggestion;
use evocube_cube::with_puzzle;

settings! {
    /// Configuration of an [`Alphabet`](super::Alphabet). Moves remain text until a puzzle reads them.
    #[derive(Eq)]
    pub struct AlphabetConfig {
        /// The single moves. Default `all`.
        pub turns: MoveSetConfig,
        /// The macros, sequences of moves. Default `herdy-patone`; none on a file-defined puzzle.
        pub macros: MacroSetConfig,
        /// Rules that generate commutators as further macros. Default: none.
        pub commutators: Option<Vec<CommutatorRule>>,
        /// The symmetric copies of each macro. Default `symmetries`.
        pub expand: Expand,
        /// Whether the inverse of each macro is a symbol, too. Default `false`.
        pub inverses: Option<bool>,
        /// Maximum number of moves with which each macro is conjugated. Default 1; with other macros than `herdy-patone`, or
        /// with `commutators`, 0.
        pub conjugate: Option<Conjugations>,
        /// Whether the last symbol is a no-op. Default `false`.
        pub no_op: Option<bool>,
        /// The treatment of symbols with the same effect. Default: removed if `commutators`, `expand`, `inverses` or
        /// `conjugate` generate macros; otherwise kept, because the published alphabet has two such pairs.
        pub duplicates: Option<Duplicates>,
    }

    /// The symmetric copies of each macro. Single moves have none: `turns` lists them.
    #[derive(Default)]
    pub enum Expand {
        /// No copies.
        None,
        /// The 24 rotations of the whole cube.
        Rotations,
        /// The 48 symmetries: rotations, and reflections, which reverse the direction of every move.
        #[default]
        Symmetries,
    }

    /// The treatment of symbols with the same effect.
    pub enum Duplicates {
        /// All are kept; a random symbol has a duplicate effect as often as it occurs.
        Keep,
        /// One symbol of each effect is kept: the first of those with the fewest moves (half-turn metric), at the position
        /// of the first symbol of this effect. No-ops are removed.
        Remove,
    }
}

impl AlphabetConfig {
    /// Checks that the puzzle has all named moves.
    ///
    /// # Errors
    /// The path below `alphabet` of the first text with a move that the puzzle lacks, and its error.
    pub fn check(&self, puzzle: &impl Puzzle) -> Result<(), (String, NotationError)> {
        self.turns.check(puzzle, "turns")?;
        self.macros.check(puzzle)?;
        for (number, rule) in self.rules().iter().enumerate() {
            rule.a.check(puzzle, &format!("commutators.{number}.a"))?;
            rule.b.check(puzzle, &format!("commutators.{number}.b"))?;
        }
        Ok(())
    }

    /// Checks that the configuration describes an alphabet of the puzzle.
    ///
    /// # Errors
    /// As [`Alphabet::new`].
    pub fn check_symbols(&self, puzzle: &AnyPuzzle) -> Result<(), AlphabetError> {
        with_puzzle!(puzzle, |puzzle| match self.max_symbols(puzzle)? {
            Some(count) if count <= MAX_SYMBOLS => Ok(()),
            _ => Alphabet::new(puzzle, self).map(drop),
        })
    }

    /// Returns an upper bound of the number of symbols; `None` if only [`Alphabet::new`] can tell.
    fn max_symbols<P: Puzzle>(&self, puzzle: &P) -> Result<Option<usize>, AlphabetError> {
        let moves = self.turns.moves(puzzle)?.len();
        if moves == 0 || !self.rules().is_empty() {
            return Ok(None);
        }
        let words = self.macros.words(puzzle)?.len().saturating_mul(copies(puzzle, self.expand)?.len());
        let inner = words.saturating_mul(1 + usize::from(self.has_inverses()));
        // A word, its conjugates by one move, by two …
        let all = puzzle.moves().len();
        let conjugates = (0..self.conjugations()).fold(1, |sum: usize, _| sum.saturating_mul(all).saturating_add(1));
        let macros = inner.saturating_mul(conjugates);
        Ok(Some(macros.saturating_add(moves + usize::from(self.has_no_op()))))
    }

    /// Returns a number of the symbols of the alphabet, their moves and effects in order. Equal alphabets have equal numbers within a
    /// process.
    ///
    /// # Errors
    /// As [`Alphabet::new`].
    pub fn digest(&self, puzzle: &AnyPuzzle) -> Result<u64, AlphabetError> {
        let mut hasher = DefaultHasher::new();
        with_puzzle!(puzzle, |puzzle| {
            for symbol in Alphabet::new(puzzle, self)?.symbols() {
                symbol.moves.hash(&mut hasher);
                symbol.effect.hash(&mut hasher);
            }
        });
        Ok(hasher.finish())
    }

    /// Returns the configuration with moves in the puzzle's canonical notation, as manifests keep it. Moves that the
    /// puzzle lacks are unchanged.
    #[must_use]
    pub fn canonical(self, puzzle: &impl Puzzle) -> Self {
        let canonical =
            |rule: CommutatorRule| CommutatorRule { a: rule.a.canonical(puzzle), b: rule.b.canonical(puzzle), ..rule };
        Self {
            turns: self.turns.canonical(puzzle),
            macros: self.macros.canonical(puzzle),
            commutators: self.commutators.map(|rules| rules.into_iter().map(canonical).collect()),
            ..self
        }
    }

    /// Returns whether duplicate effects, and no-ops among the macros, are removed.
    pub fn removes_duplicates(&self) -> bool {
        match self.duplicates {
            Some(duplicates) => duplicates == Duplicates::Remove,
            None => {
                let generates_macros = self.expand != Expand::None || !self.rules().is_empty();
                generates_macros || self.has_inverses() || self.conjugations() > 0
            }
        }
    }

    /// Returns the rules that generate commutators.
    pub fn rules(&self) -> &[CommutatorRule] {
        self.commutators.as_deref().unwrap_or_default()
    }

    /// Returns whether the inverses of macros are symbols, too.
    pub fn has_inverses(&self) -> bool {
        self.inverses.unwrap_or(false)
    }

    /// Returns the maximum number of moves with which macros are conjugated. Conjugation makes an alphabet six times as large, so
    /// only macros of a known number are conjugated by default.
    pub fn conjugations(&self) -> usize {
        let is_known = self.macros == MacroSetConfig::default() && self.rules().is_empty();
        self.conjugate.map_or(usize::from(is_known), Conjugations::get)
    }

    /// Returns whether the last symbol is a no-op.
    pub fn has_no_op(&self) -> bool {
        self.no_op.unwrap_or(false)
    }
}

settings! {
    /// A rule that generates the commutators `[A, B] = A B A' B'` of all words A and B of certain moves and lengths. A
    /// commutator of words with few pieces in common changes few pieces (D. Singmaster, "Notes on Rubik's Magic Cube",
    /// 1981; D. Joyner, "Adventures in Group Theory", 2002).
    #[derive(Eq)]
    pub struct CommutatorRule {
        /// The moves of A. Default `all`.
        pub a: MoveSetConfig,
        /// Maximum number of moves of A; the minimum is 1. Default 1.
        pub a_length: CommutatorLength = CommutatorLength::new(1),
        /// The moves of B. Default `all`.
        pub b: MoveSetConfig,
        /// Maximum number of moves of B. Default 1.
        pub b_length: CommutatorLength = CommutatorLength::new(1),
        /// Maximum number of pieces that a commutator changes; the minimum is 1. Default: no maximum.
        pub max_pieces: Option<PieceCount>,
    }
}

impl CommutatorRule {
    /// Returns the words A and the words B on a puzzle.
    pub(super) fn words<P: Puzzle>(&self, puzzle: &P) -> Result<[Vec<Algorithm<P::Move>>; 2], AlphabetError> {
        let words = |moves: &MoveSetConfig, length: CommutatorLength| -> Result<_, AlphabetError> {
            Ok(reduced_words(puzzle, &moves.moves(puzzle)?, length.get())?)
        };
        Ok([words(&self.a, self.a_length)?, words(&self.b, self.b_length)?])
    }

    /// Returns the maximum number of pieces that a commutator changes.
    pub(super) fn max_pieces(&self) -> usize {
        self.max_pieces.map_or(usize::MAX, PieceCount::get)
    }
}

/// A set of moves: `"all"`, `"quarter"` (those of length one in the quarter-turn metric), `"none"`, or a list such as
/// `["U", "R2", "F'"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MoveSetConfig {
    /// All moves of the puzzle.
    #[default]
    All,
    /// The puzzle's generators and their inverses.
    Quarter,
    /// The moves with these names; an empty list is no moves.
    Listed(Vec<String>),
}

evocube_cube::schema!(MoveSetConfig, _generator => { "anyOf": [
    { "enum": ["all", "quarter", "none"] },
    { "type": "array", "items": { "type": "string" } },
] });

impl MoveSetConfig {
    /// Returns the set without moves.
    pub const fn none() -> Self {
        Self::Listed(Vec::new())
    }

    /// Returns the moves in ascending order without repetition, and without moves that duplicate another up to rotation
    /// (D on a 2×2×2).
    ///
    /// # Errors
    /// If the puzzle lacks a move.
    pub fn moves<P: Puzzle>(&self, puzzle: &P) -> Result<Vec<P::Move>, AlphabetError> {
        let mut moves = puzzle.moves();
        match self {
            Self::All => {}
            Self::Quarter => moves.retain(|&turn| puzzle.length(&[turn], Metric::Qtm) == 1),
            Self::Listed(names) => {
                let listed: Result<Vec<P::Move>, _> = names.iter().map(|name| puzzle.read_move(name)).collect();
                let listed = listed.map_err(|error| AlphabetError::Moves(error.to_string()))?;
                moves.retain(|turn| listed.contains(turn));
            }
        }
        Ok(moves)
    }

    /// Checks as [`AlphabetConfig::check`] does; `path` is the path of the set.
    pub(crate) fn check(&self, puzzle: &impl Puzzle, path: &str) -> Result<(), (String, NotationError)> {
        let Self::Listed(names) = self else { return Ok(()) };
        let wrong = names.iter().enumerate().find_map(|(index, name)| Some((index, puzzle.read_move(name).err()?)));
        wrong.map_or(Ok(()), |(index, error)| Err((format!("{path}.{index}"), error)))
    }

    /// Returns the set as manifests keep it: a list in the order of the puzzle, or the name of an equal set.
    #[must_use]
    pub fn canonical<P: Puzzle>(self, puzzle: &P) -> Self {
        let Self::Listed(names) = &self else { return self };
        let Ok(mut listed) = names.iter().map(|name| puzzle.read_move(name)).collect::<Result<Vec<P::Move>, _>>()
        else {
            return self;
        };
        listed.sort_unstable();
        listed.dedup();
        let is = |set: &Self| set.moves(puzzle).is_ok_and(|moves| moves == listed);
        let named = [Self::All, Self::Quarter].into_iter().find(is);
        named
            .unwrap_or_else(|| Self::Listed(listed.into_iter().map(|turn| puzzle.move_name(turn).to_owned()).collect()))
    }
}

impl Serialize for MoveSetConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("all"),
            Self::Quarter => serializer.serialize_str("quarter"),
            Self::Listed(names) if names.is_empty() => serializer.serialize_str("none"),
            Self::Listed(names) => names.serialize(serializer),
        }
    }
}

evocube_cube::deserialize_by_kind! { MoveSetConfig, "\"all\", \"quarter\", \"none\" or a list of turns";
    fn visit_str<E: Error>(self, name: &str) -> Result<MoveSetConfig, E> {
        match name {
            "all" => Ok(MoveSetConfig::All),
            "quarter" => Ok(MoveSetConfig::Quarter),
            "none" => Ok(MoveSetConfig::none()),
            _ => Err(E::custom(format!(
                "unknown set of turns \"{name}\", expected \"all\", \"quarter\", \"none\" or a list of turns{}",
                suggestion(name, &["all", "quarter", "none"])
            ))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<MoveSetConfig, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(MoveSetConfig::Listed)
    }
}

/// Returns the symmetries by which macros are copied, the identity first.
pub(super) fn copies<P: Puzzle>(puzzle: &P, expand: Expand) -> Result<Vec<P::Symmetry>, AlphabetError> {
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
