//! How an alphabet is described in a sweep file.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::herdy_patone::COMPOSITES;
use crate::evolve::bounded::{CommutatorLength, Conjugations, Pieces};
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::turn::{MoveSet, Turn};

/// What a gene can be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AlphabetConfig {
    /// Which single turns. Default `all`.
    pub turns: TurnSet,
    /// Which sequences of turns. Default `herdy-patone`.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Those that change more pieces are left out, and those that change none. Default 20.
    pub most_pieces: Pieces,
}

impl Default for Commutators {
    fn default() -> Self {
        let length = CommutatorLength::try_from(1).expect("within the bounds");
        let most_pieces = Pieces::try_from(20).expect("within the bounds");
        Self { a: TurnSet::default(), a_length: length, b: TurnSet::default(), b_length: length, most_pieces }
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

/// A set of turns: `"all"`, `"quarter"` (the twelve by 90°), `"none"`, or a list like `["U", "R2", "F'"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnSet(MoveSet);

impl TurnSet {
    /// No turns: composites only.
    #[must_use]
    pub const fn none() -> Self {
        Self(MoveSet::NONE)
    }

    /// The turns.
    #[must_use]
    pub const fn get(self) -> MoveSet {
        self.0
    }
}

impl Default for TurnSet {
    fn default() -> Self {
        Self(MoveSet::ALL)
    }
}

const TURN_SETS: [(&str, MoveSet); 3] =
    [("all", MoveSet::ALL), ("quarter", MoveSet::QUARTERS), ("none", MoveSet::NONE)];

impl Serialize for TurnSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match TURN_SETS.iter().find(|(_, set)| *set == self.0) {
            Some((name, _)) => serializer.serialize_str(name),
            None => serializer.collect_seq(self.0.iter().map(|turn| turn.to_string())),
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
                let set = TURN_SETS.iter().find(|(known, _)| *known == name);
                set.map(|&(_, set)| TurnSet(set)).ok_or_else(|| {
                    E::custom(format!(
                        "unknown set of turns \"{name}\", expected \"all\", \"quarter\", \"none\" or a list of turns"
                    ))
                })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TurnSet, A::Error> {
                let mut turns = Vec::new();
                while let Some(OneTurn(turn)) = list.next_element()? {
                    turns.push(turn);
                }
                Ok(TurnSet(turns.into_iter().collect()))
            }
        }
        deserializer.deserialize_any(Turns)
    }
}

/// A turn as a string.
struct OneTurn(Turn);

impl<'de> Deserialize<'de> for OneTurn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(D::Error::custom)
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
    /// Its moves, in any notation that the `moves` format reads.
    #[serde(with = "as_text")]
    pub moves: Algorithm,
}

mod as_text {
    use super::{Algorithm, Deserialize, Deserializer, Error, Serializer};

    pub(super) fn serialize<S: Serializer>(moves: &Algorithm, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(moves)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Algorithm, D::Error> {
        let text = String::deserialize(deserializer)?;
        let moves: Algorithm = text.parse().map_err(|error| D::Error::custom(format!("moves: {error}")))?;
        if moves.is_empty() { Err(D::Error::custom("a composite needs moves")) } else { Ok(moves) }
    }
}

impl Composites {
    /// No composites: turns only.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Names and words, in order.
    pub(super) fn words(&self) -> Vec<(String, Algorithm)> {
        let mut words = Vec::new();
        for entry in &self.0 {
            match entry {
                Entry::HerdyPatone => {
                    words.extend(COMPOSITES.iter().map(|composite| (composite.id.to_owned(), composite.word.into())))
                }
                Entry::Custom(custom) => words.push((custom.name.clone(), custom.moves.clone())),
            }
        }
        words
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
