//! How an alphabet is described in a sweep file.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::AlphabetError;
use super::herdy_patone::COMPOSITES;
use crate::bounded::{CommutatorLength, Conjugations, Pieces};
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::notation::Dialect;

/// Configuration of an alphabet, the symbols of a gene. Moves are kept as they are written, until a puzzle reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AlphabetConfig {
    /// Which single moves. Default `all`.
    pub turns: TurnSet,
    /// Which sequences of moves. Default `herdy-patone`; none on a file-defined puzzle.
    pub composites: Composites,
    /// Commutators, which are composites too. Default: no rules, so none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commutators: Option<Vec<Commutators>>,
    /// In which copies each composite is offered. Default `none`: as written.
    pub expand: Expand,
    /// Is each of them also offered backwards? Default `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inverses: Option<bool>,
    /// Is each of them also offered between up to so many turns and their inverses? Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjugate: Option<Conjugations>,
    /// Is there a symbol, the last, that turns nothing? Default `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_turn: Option<bool>,
    /// What becomes of symbols with the same effect. Default: kept if composites are only written down (the printed
    /// alphabet has two such pairs), removed if any are made by `commutators`, `expand`, `inverses` or `conjugate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<Duplicates>,
}

impl AlphabetConfig {
    /// Whether the puzzle has all moves that are named.
    ///
    /// # Errors
    /// The path below `alphabet` of the first that it does not have, and a sentence.
    pub fn check(&self, puzzle: &impl Puzzle) -> Result<(), (String, String)> {
        self.turns.check(puzzle, "turns")?;
        self.composites.check(puzzle)?;
        for (number, rule) in self.rules().iter().enumerate() {
            rule.a.check(puzzle, &format!("commutators.{number}.a"))?;
            rule.b.check(puzzle, &format!("commutators.{number}.b"))?;
        }
        Ok(())
    }

    /// Returns the configuration with moves written in one way, as manifests keep it. Moves that the puzzle lacks stay as they
    /// are.
    #[must_use]
    pub fn canonical(self, puzzle: &impl Puzzle) -> Self {
        let canonical =
            |rule: Commutators| Commutators { a: rule.a.canonical(puzzle), b: rule.b.canonical(puzzle), ..rule };
        Self {
            turns: self.turns.canonical(puzzle),
            composites: self.composites.canonical(puzzle),
            commutators: self.commutators.map(|rules| rules.into_iter().map(canonical).collect()),
            ..self
        }
    }

    /// Are symbols with the effect of another one, or with none, left out?
    #[must_use]
    pub fn removes_duplicates(&self) -> bool {
        match self.duplicates {
            Some(duplicates) => duplicates == Duplicates::Remove,
            None => {
                let made = self.expand != Expand::None || !self.rules().is_empty();
                made || self.has_inverses() || self.conjugations() > 0
            }
        }
    }

    /// The rules by which commutators are made.
    #[must_use]
    pub fn rules(&self) -> &[Commutators] {
        self.commutators.as_deref().unwrap_or_default()
    }

    /// Are composites offered backwards too?
    #[must_use]
    pub fn has_inverses(&self) -> bool {
        self.inverses.unwrap_or(false)
    }

    /// Between how many turns composites are offered at most.
    #[must_use]
    pub fn conjugations(&self) -> usize {
        self.conjugate.map_or(0, Conjugations::get)
    }

    /// Is there a symbol that turns nothing?
    #[must_use]
    pub fn has_no_turn(&self) -> bool {
        self.no_turn.unwrap_or(false)
    }
}

/// A rule for commutators: all `[A, B] = A B A' B'` of some words A and B. What A and B both leave alone stays as it
/// is, so that commutators of words with little in common move few pieces (D. Singmaster, "Notes on Rubik's Magic
/// Cube", 1981; D. Joyner, "Adventures in Group Theory", 2002).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Commutators {
    /// The turns of A. Default `all`.
    pub a: TurnSet,
    /// How many turns A has at most; it has at least one. Default 1.
    pub a_length: CommutatorLength,
    /// The turns of B. Default `all`.
    pub b: TurnSet,
    /// How many turns B has at most. Default 1.
    pub b_length: CommutatorLength,
    /// Those that change more pieces are left out, and those that change none. Default: no such limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_pieces: Option<Pieces>,
}

impl Default for Commutators {
    fn default() -> Self {
        let length = CommutatorLength::new(1);
        Self { a: TurnSet::All, a_length: length, b: TurnSet::All, b_length: length, most_pieces: None }
    }
}

/// In which copies each composite is offered. Single turns are not expanded: `turns` says which there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expand {
    /// As written only.
    #[default]
    None,
    /// In the 24 rotations of the whole cube.
    Rotations,
    /// In the 48 symmetries: also mirrored, with every turn reversed.
    Symmetries,
}

/// What becomes of symbols with the same effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duplicates {
    /// They stay, and are drawn as often as they occur.
    Keep,
    /// One stays, in the place of the first and with the fewest turns (in the half-turn metric; the first of those);
    /// symbols that change nothing go too.
    Remove,
}

/// A set of moves: `"all"`, `"quarter"` (those that count one in the quarter-turn metric), `"none"`, or a list like
/// `["U", "R2", "F'"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TurnSet {
    /// All moves of the puzzle.
    #[default]
    All,
    /// Its generators and their inverses.
    Quarter,
    /// The moves of these names; none if it is empty.
    Listed(Vec<String>),
}

impl TurnSet {
    /// No moves: composites only.
    #[must_use]
    pub const fn none() -> Self {
        Self::Listed(Vec::new())
    }

    /// The moves, each once and in order, without those that the puzzle does not need (on a 2×2×2, D is U the other way).
    ///
    /// # Errors
    /// If a name is none of a move.
    pub fn moves<P: Puzzle>(&self, puzzle: &P) -> Result<Vec<P::Move>, AlphabetError> {
        let mut moves = puzzle.moves();
        match self {
            Self::All => {}
            Self::Quarter => moves.retain(|&one| puzzle.length(&[one], Metric::Qtm) == 1),
            Self::Listed(names) => {
                let listed: Result<Vec<P::Move>, String> = names.iter().map(|name| puzzle.read_move(name)).collect();
                let listed = listed.map_err(AlphabetError::Moves)?;
                moves.retain(|one| listed.contains(one));
            }
        }
        Ok(moves)
    }

    /// As [`AlphabetConfig::check`], at this path.
    pub(crate) fn check(&self, puzzle: &impl Puzzle, path: &str) -> Result<(), (String, String)> {
        let Self::Listed(names) = self else { return Ok(()) };
        let wrong = names.iter().enumerate().find_map(|(at, name)| Some((at, puzzle.read_move(name).err()?)));
        wrong.map_or(Ok(()), |(at, message)| Err((format!("{path}.{at}"), message)))
    }

    /// As [`AlphabetConfig::canonical`]: a list in the order of the puzzle, or the name of the set that it is.
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
        named.unwrap_or_else(|| Self::Listed(listed.into_iter().map(|one| puzzle.move_name(one)).collect()))
    }
}

impl Serialize for TurnSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("all"),
            Self::Quarter => serializer.serialize_str("quarter"),
            Self::Listed(names) if names.is_empty() => serializer.serialize_str("none"),
            Self::Listed(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TurnSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Turns;
        impl<'de> Visitor<'de> for Turns {
            type Value = TurnSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"all\", \"quarter\", \"none\" or a list of turns")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<TurnSet, E> {
                match name {
                    "all" => Ok(TurnSet::All),
                    "quarter" => Ok(TurnSet::Quarter),
                    "none" => Ok(TurnSet::none()),
                    _ => Err(E::custom(format!(
                        "unknown set of turns \"{name}\", expected \"all\", \"quarter\", \"none\" or a list of turns"
                    ))),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TurnSet, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(TurnSet::Listed(names))
            }
        }
        deserializer.deserialize_any(Turns)
    }
}

/// Sequences of turns: `"herdy-patone"`, `"none"`, or a list of such names and of one's own
/// `{ name = "sexy", moves = "R U R' U'" }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composites(Vec<Entry>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    HerdyPatone,
    Custom(CustomComposite),
}

/// A composite of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomComposite {
    /// What it is called.
    pub name: String,
    /// Its moves, in any notation of the puzzle.
    pub moves: String,
}

impl CustomComposite {
    /// Its moves on a puzzle.
    fn read<P: Puzzle>(&self, puzzle: &P) -> Result<Algorithm<P::Move>, String> {
        let moves = puzzle.read_moves(&self.moves, Dialect::Wca)?;
        if moves.is_empty() { Err("a composite needs moves".to_owned()) } else { Ok(moves) }
    }
}

/// A name and its moves.
pub(super) type NamedWord<M> = (String, Algorithm<M>);

impl Composites {
    /// No composites: turns only.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Names and words, in order.
    pub(super) fn words<P: Puzzle>(&self, puzzle: &P) -> Result<Vec<NamedWord<P::Move>>, AlphabetError> {
        let mut words = Vec::new();
        for entry in &self.0 {
            match entry {
                Entry::HerdyPatone => {
                    for composite in &COMPOSITES {
                        let moves = puzzle.read_moves(&Algorithm::from(composite.word).to_string(), Dialect::Wca);
                        words.push((composite.id.to_owned(), moves.map_err(AlphabetError::Moves)?));
                    }
                }
                Entry::Custom(custom) => {
                    let wrong = |message| AlphabetError::Moves(format!("\"{}\": {message}", custom.name));
                    words.push((custom.name.clone(), custom.read(puzzle).map_err(wrong)?));
                }
            }
        }
        Ok(words)
    }

    /// As [`AlphabetConfig::check`].
    fn check(&self, puzzle: &impl Puzzle) -> Result<(), (String, String)> {
        for (number, entry) in self.0.iter().enumerate() {
            match entry {
                Entry::HerdyPatone if puzzle.cube().is_none() => {
                    let message =
                        format!("the composites \"herdy-patone\" are those of the cubes, not of {}", puzzle.name());
                    return Err((format!("composites.{number}"), message));
                }
                Entry::HerdyPatone => {}
                Entry::Custom(custom) => {
                    custom.read(puzzle).map_err(|message| (format!("composites.{number}.moves"), message))?;
                }
            }
        }
        Ok(())
    }

    /// As [`AlphabetConfig::canonical`].
    fn canonical(mut self, puzzle: &impl Puzzle) -> Self {
        for entry in &mut self.0 {
            if let Entry::Custom(custom) = entry
                && let Ok(moves) = custom.read(puzzle)
            {
                custom.moves = puzzle.write_moves(&moves);
            }
        }
        self
    }
}

impl Default for Composites {
    fn default() -> Self {
        Self(vec![Entry::HerdyPatone])
    }
}

impl Serialize for Composites {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [] => serializer.serialize_str("none"),
            [Entry::HerdyPatone] => serializer.serialize_str("herdy-patone"),
            entries => {
                let mut list = serializer.serialize_seq(Some(entries.len()))?;
                for entry in entries {
                    match entry {
                        Entry::HerdyPatone => list.serialize_element("herdy-patone")?,
                        Entry::Custom(custom) => list.serialize_element(custom)?,
                    }
                }
                list.end()
            }
        }
    }
}

const EXPECTED: &str = "\"herdy-patone\", \"none\" or a list of \"herdy-patone\" and { name, moves }";

impl<'de> Deserialize<'de> for Composites {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Composites;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXPECTED)
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Composites, E> {
                if name == "none" { Ok(Composites::none()) } else { named(name).map(|entry| Composites(vec![entry])) }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Composites, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = list.next_element()? {
                    entries.push(entry);
                }
                Ok(Composites(entries))
            }
        }
        deserializer.deserialize_any(All)
    }
}

fn named<E: Error>(name: &str) -> Result<Entry, E> {
    if name == "herdy-patone" {
        Ok(Entry::HerdyPatone)
    } else {
        Err(E::custom(format!("unknown composites \"{name}\", expected {EXPECTED}")))
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct One;
        impl<'de> Visitor<'de> for One {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"herdy-patone\" or { name = \"…\", moves = \"…\" }")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Entry, E> {
                named(name)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
                CustomComposite::deserialize(MapAccessDeserializer::new(map)).map(Entry::Custom)
            }
        }
        deserializer.deserialize_any(One)
    }
}
