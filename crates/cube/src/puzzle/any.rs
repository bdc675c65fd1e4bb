//! [`AnyPuzzle`], a puzzle that is known at run time only: its names, reading one by its name, and writing it as text, TOML and schema. No
//! other file-defined puzzle may take a known name: the error is [`NameTaken`]. Definitions are read in `spec`. The type and the switch to
//! the types of puzzles are in `by_puzzle`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error;
use serde::{Serialize, Serializer};

use super::spec::{PuzzleSpec, Shipped};
use super::{AnyPuzzle, Puzzle, PuzzleKind, UnknownName};
use crate::text::suggestion;

schema!(AnyPuzzle, generator => { "anyOf": [
    { "enum": Self::names() },
    { "type": "string", "pattern": "\\.toml$" },
    generator.subschema_for::<super::spec::Description>(),
] });

impl AnyPuzzle {
    /// Returns all known names: the cubes, then the [`Shipped`] puzzles.
    pub fn names() -> Vec<&'static str> {
        PuzzleKind::NAMES.into_iter().chain(Shipped::NAMES).collect()
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        if let Self::Spec(puzzle, ()) = self { puzzle.name() } else { self.cube().unwrap_or_default().name() }
    }

    /// Converts a file-defined puzzle.
    ///
    /// # Errors
    /// If another known puzzle has the same name.
    ///
    /// ```
    /// use evocube_cube::puzzle::AnyPuzzle;
    /// use evocube_cube::puzzle::spec::{PuzzleSpec, Shipped};
    /// let mine = Shipped::Skewb.text().replacen("\"skewb\"", "\"mine\"", 1);
    /// let puzzle = AnyPuzzle::from_spec(PuzzleSpec::parse(&mine)?)?;
    /// assert_eq!(puzzle.name(), "mine");
    /// let pretender = Shipped::Skewb.text().replacen("\"skewb\"", "\"pyraminx\"", 1);
    /// assert!(AnyPuzzle::from_spec(PuzzleSpec::parse(&pretender)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_spec(puzzle: Arc<PuzzleSpec>) -> Result<Self, NameTaken> {
        match puzzle.name().parse::<Self>() {
            Ok(shipped) if shipped != Self::Spec(puzzle.clone(), ()) => Err(NameTaken(puzzle.name().to_owned())),
            _ => Ok(Self::Spec(puzzle, ())),
        }
    }
}

/// Error: a file-defined puzzle has the name of a cube or of a [`Shipped`] puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name \"{0}\" is that of another puzzle: choose one of your own")]
pub struct NameTaken(pub String);

impl From<PuzzleKind> for AnyPuzzle {
    fn from(kind: PuzzleKind) -> Self {
        match kind {
            PuzzleKind::Cube3 => Self::Cube3(()),
            PuzzleKind::Cube2 => Self::Cube2(()),
        }
    }
}

impl Default for AnyPuzzle {
    fn default() -> Self {
        PuzzleKind::default().into()
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
            return Ok(Self::Spec(shipped.spec(), ()));
        }
        let unknown = |_| UnknownName { what: "puzzle", word: text.to_owned(), expected: Self::names() };
        text.parse().map(PuzzleKind::into).map_err(unknown)
    }
}

impl Serialize for AnyPuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Spec(puzzle, ()) if self.name().parse() != Ok(self.clone()) => {
                puzzle.description().serialize(serializer)
            }
            _ => serializer.serialize_str(self.name()),
        }
    }
}

deserialize_by_kind! { AnyPuzzle, "the name of a puzzle, or of a file that defines one";
    fn visit_str<E: Error>(self, name: &str) -> Result<AnyPuzzle, E> {
        name.parse().map_err(|_| {
            let names = AnyPuzzle::names();
            let (known, suggestion) = (names.join(", "), suggestion(name, &names));
            E::custom(format!("unknown puzzle \"{name}\", expected one of {known} or a file like my.toml{suggestion}"))
        })
    }
}
