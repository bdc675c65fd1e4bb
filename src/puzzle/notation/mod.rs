//! How states and moves are written: one file a format.
//!
//! | [`Format`] | a state is | file |
//! |---|---|---|
//! | `moves` | a scramble from solved, `R U2 F'` | `moves.rs` |
//! | `faces` | source 003's file: six named faces of coloured letters | `faces.rs` |
//! | `facelets` | 54 letters (24 for a 2×2×2) in the order U R F D L B | `facelets.rs` |
//! | `pieces` | source 004's 20 pieces (8 for a 2×2×2) | `pieces.rs` |
//! | `json` | an object with one or more of the others | `json.rs` |
//!
//! Reading is liberal, writing canonical. [`read`] recognises the format; whatever it returns was checked to be a
//! state that turns can reach.
//!
//! ```
//! use evocube::notation::{self, AnyState, Dialect, Format};
//! let state = notation::read("R U R' U'", None, None, Dialect::Wca)?;
//! let pieces = notation::write(state, Format::Pieces)?;
//! assert_eq!(notation::read(&pieces, None, None, Dialect::Wca)?, state);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod facelets;
mod faces;
mod json;
mod moves;
mod pieces;
mod recognize;
mod style;

pub use error::NotationError;
pub use moves::{DEEPEST, LONGEST, read_moves};
pub use recognize::recognize;
pub use style::MoveStyle;

use std::fmt;
use std::str::FromStr;

use super::algorithm::Algorithm;
use super::cube2::Cube2;
use super::cube3::{Cube3, Unreachable};
use super::turn::Face;
use super::{Puzzle, PuzzleKind, UnknownName};

/// The largest text that is read, in bytes: 1 MiB.
pub const LARGEST: usize = 1 << 20;

/// A way of writing a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A scramble from solved.
    Moves,
    /// Source 003's file.
    Faces,
    /// One letter a facelet.
    Facelets,
    /// Source 004's pieces.
    Pieces,
    /// An object.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Moves, Self::Faces, Self::Facelets, Self::Pieces, Self::Json];

    /// Its name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Faces => "faces",
            Self::Facelets => "facelets",
            Self::Pieces => "pieces",
            Self::Json => "json",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("format", &Self::ALL, Self::name, text)
    }
}

/// What a bare `1` and a small letter mean in a sequence of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A bare `1` is refused, because the sources disagree; `r` is a wide turn.
    #[default]
    Wca,
    /// Source 003: `R1` is counter-clockwise; `r` is a wide turn.
    Sousa,
    /// Source 004: `R1` is clockwise; `r` is the face R.
    Contest,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 3] = [Self::Wca, Self::Sousa, Self::Contest];

    /// Its name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wca => "wca",
            Self::Sousa => "sousa",
            Self::Contest => "contest",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("dialect", &Self::ALL, Self::name, text)
    }
}

/// A state of a puzzle that is known at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyState {
    /// A 3×3×3.
    Cube3(Cube3),
    /// A 2×2×2.
    Cube2(Cube2),
}

impl AnyState {
    /// Which puzzle it is.
    #[must_use]
    pub const fn kind(self) -> PuzzleKind {
        match self {
            Self::Cube3(_) => PuzzleKind::Cube3,
            Self::Cube2(_) => PuzzleKind::Cube2,
        }
    }

    /// The solved state after an algorithm.
    #[must_use]
    pub fn after(kind: PuzzleKind, algorithm: &Algorithm) -> Self {
        match kind {
            PuzzleKind::Cube3 => Self::Cube3(Cube3::SOLVED.apply_all(algorithm)),
            PuzzleKind::Cube2 => Self::Cube2(Cube2::SOLVED.apply_all(algorithm)),
        }
    }

    /// The state of any puzzle.
    #[must_use]
    pub fn of<P: Puzzle>(state: P) -> Self {
        Self::from_facelets(&state.facelets())
            .expect("every puzzle has 54 or 24 facelets")
            .expect("a state shows the colours of a state")
    }

    /// The state that shows these colours; `None` if there are neither 54 nor 24.
    pub fn from_facelets(facelets: &[Face]) -> Option<Result<Self, Unreachable>> {
        match facelets.len() {
            54 => Some(Cube3::from_facelets(facelets).map(Self::Cube3)),
            24 => Some(Cube2::from_facelets(facelets).map(Self::Cube2)),
            _ => None,
        }
    }

    /// The colours of all facelets, faces in the order U R F D L B.
    #[must_use]
    pub fn facelets(self) -> Vec<Face> {
        match self {
            Self::Cube3(cube) => cube.facelets(),
            Self::Cube2(cube) => cube.facelets(),
        }
    }

    /// The state after more turns.
    #[must_use]
    pub fn apply_all(self, algorithm: &Algorithm) -> Self {
        match self {
            Self::Cube3(cube) => Self::Cube3(cube.apply_all(algorithm)),
            Self::Cube2(cube) => Self::Cube2(cube.apply_all(algorithm)),
        }
    }

    /// Is every face of one colour?
    #[must_use]
    pub fn is_solved(self) -> bool {
        match self {
            Self::Cube3(cube) => cube.is_solved(),
            Self::Cube2(cube) => cube.is_solved(),
        }
    }
}

impl fmt::Display for AnyState {
    /// The facelets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cube3(cube) => cube.fmt(f),
            Self::Cube2(cube) => cube.fmt(f),
        }
    }
}

impl From<Cube3> for AnyState {
    fn from(cube: Cube3) -> Self {
        Self::Cube3(cube)
    }
}

impl From<Cube2> for AnyState {
    fn from(cube: Cube2) -> Self {
        Self::Cube2(cube)
    }
}

/// Reads a state. Without a format it is [recognised](recognize); without a puzzle it is the one that the text
/// describes, and for moves the 3×3×3.
///
/// # Errors
/// Where and why the text is malformed, all the reasons why the cube cannot be reached, or that it is another puzzle.
pub fn read(
    text: &str,
    format: Option<Format>,
    puzzle: Option<PuzzleKind>,
    dialect: Dialect,
) -> Result<AnyState, NotationError> {
    check_size(text)?;
    // Editors of some systems put a byte order mark at the beginning.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let state = match format.unwrap_or_else(|| recognize(text, puzzle)) {
        Format::Moves => AnyState::after(puzzle.unwrap_or_default(), &moves::read_scramble(text, dialect)?),
        Format::Faces => faces::read(text)?,
        Format::Facelets => facelets::read(text)?,
        Format::Pieces => pieces::read(text)?,
        Format::Json => json::read(text, puzzle, dialect)?,
    };
    match puzzle {
        Some(kind) if kind != state.kind() => {
            Err(NotationError::whole(format!("this is a {}, expected a {kind}", state.kind())))
        }
        _ => Ok(state),
    }
}

/// Reads a state of a puzzle that is known at compile time.
///
/// # Errors
/// As [`read`].
pub fn read_as<P: Puzzle>(text: &str, format: Option<Format>, dialect: Dialect) -> Result<P, NotationError> {
    let state = read(text, format, Some(P::KIND), dialect)?;
    Ok(P::from_facelets(&state.facelets()).expect("a state shows the colours of a state"))
}

/// A state cannot be written as moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a state cannot be written as moves: which moves make it is a question for a solver")]
pub struct NoMoves;

/// Writes a state, without a line break at the end.
///
/// # Errors
/// For [`Format::Moves`]: moves that make a state are for a solver to find.
pub fn write(state: impl Into<AnyState>, format: Format) -> Result<String, NoMoves> {
    let state = state.into();
    match format {
        Format::Moves => Err(NoMoves),
        Format::Faces => Ok(faces::write(state)),
        Format::Facelets => Ok(state.to_string()),
        Format::Pieces => Ok(pieces::write(state)),
        Format::Json => Ok(json::write(state)),
    }
}

fn check_size(text: &str) -> Result<(), NotationError> {
    if text.len() > LARGEST {
        return Err(NotationError::whole(format!("the text is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
