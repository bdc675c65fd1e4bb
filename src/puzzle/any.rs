//! [`AnyPuzzle`]: a cube, or a puzzle that is data.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::defined::{Definition, Shipped};
use super::{PuzzleKind, UnknownName};

/// A cube, whose type knows everything about it, or a puzzle that is data. Read from its name; a sweep may also hold the
/// [`Description`](super::defined::Description) of one, which is what is written of a puzzle that is not shipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPuzzle {
    /// A cube.
    Cube(PuzzleKind),
    /// A puzzle that is data.
    Defined(Arc<Definition>),
}

impl AnyPuzzle {
    /// All names that are known: those of the cubes, then those that are [`Shipped`].
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        PuzzleKind::ALL.map(PuzzleKind::name).into_iter().chain(Shipped::ALL.map(Shipped::name)).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Cube(kind) => kind.name(),
            Self::Defined(puzzle) => puzzle.name(),
        }
    }

    /// The cube, if it is one.
    #[must_use]
    pub fn cube(&self) -> Option<PuzzleKind> {
        match self {
            Self::Cube(kind) => Some(*kind),
            Self::Defined(_) => None,
        }
    }

    /// The puzzle of a description, unless its name is that of another one.
    ///
    /// # Errors
    /// In a sentence.
    pub fn of_definition(puzzle: Arc<Definition>) -> Result<Self, String> {
        match puzzle.name().parse::<Self>() {
            Ok(known) if known != Self::Defined(puzzle.clone()) => {
                Err(format!("the name \"{}\" is that of another puzzle: choose one of your own", puzzle.name()))
            }
            _ => Ok(Self::Defined(puzzle)),
        }
    }
}

impl From<PuzzleKind> for AnyPuzzle {
    fn from(kind: PuzzleKind) -> Self {
        Self::Cube(kind)
    }
}

impl Default for AnyPuzzle {
    fn default() -> Self {
        Self::Cube(PuzzleKind::default())
    }
}

impl fmt::Display for AnyPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnyPuzzle {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        if let Some(shipped) = Shipped::ALL.into_iter().find(|shipped| shipped.name() == text) {
            return Ok(Self::Defined(shipped.definition()));
        }
        let unknown = |_| UnknownName { what: "puzzle", found: text.to_owned(), expected: Self::names() };
        text.parse().map(Self::Cube).map_err(unknown)
    }
}

impl Serialize for AnyPuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Defined(puzzle) if self.name().parse() != Ok(self.clone()) => {
                puzzle.description().serialize(serializer)
            }
            _ => serializer.serialize_str(self.name()),
        }
    }
}

impl<'de> Deserialize<'de> for AnyPuzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;
        impl<'de> Visitor<'de> for Written {
            type Value = AnyPuzzle;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a puzzle, or of a file that defines one")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<AnyPuzzle, E> {
                let expected = || AnyPuzzle::names().join(", ");
                name.parse().map_err(|_| {
                    E::custom(format!(
                        "unknown puzzle \"{name}\", expected one of {} or a file like my.toml",
                        expected()
                    ))
                })
            }
        }
        deserializer.deserialize_any(Written)
    }
}
