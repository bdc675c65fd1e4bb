//! How states and moves are written: one file a format.
//!
//! | [`Format`] | a state is | file |
//! |---|---|---|
//! | `moves` | a scramble from solved, `R U2 F'` | `moves.rs` |
//! | `faces` | source 003's file: six named faces of colored letters | `faces.rs` |
//! | `facelets` | 54 letters (24 for a 2×2×2) in the order U R F D L B | `facelets.rs` |
//! | `pieces` | source 004's 20 pieces (8 for a 2×2×2) | `pieces.rs` |
//! | `json` | an object with one or more of the others | `json.rs` |
//!
//! Reading is liberal, writing canonical. [`read`] recognizes the format; whatever it returns was checked to be a
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
mod layers;
mod moves;
mod pieces;
mod recognize;
mod state;
mod style;

pub use error::NotationError;
pub use moves::{DEEPEST, LONGEST, read_moves};
pub use recognize::recognize;
pub use state::{AnyState, OtherPuzzle};
pub use style::MoveStyle;

use std::fmt;
use std::str::FromStr;

use super::cube3::{Cube3, PieceVectors};
use super::{CubeState, PuzzleKind, UnknownName};

/// The largest text that is read, in bytes: 1 MiB.
pub const LARGEST: usize = 1 << 20;

/// A way of writing a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A scramble from solved, as [`read_moves`] reads it.
    Moves,
    /// Source 003's file: the size (3 or 2), then the faces Front, Left, Right, Back, Up and Down in any order, each
    /// with its rows of letters B G O R W Y. Read with spaces between the letters or none. The centers say which
    /// color belongs to which face; a 2×2×2, and what we write, has Up white, Front green, Right red, Down yellow,
    /// Left orange, Back blue.
    Faces,
    /// One letter a facelet, faces in the order U R F D L B: 54, or 24 for a 2×2×2. Read with white space anywhere.
    Facelets,
    /// Source 004's pieces, for the positions `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`
    /// (a 2×2×2: the last eight), each by the faces of its stickers. Read with white space anywhere.
    Pieces,
    /// An object with one or more of `facelets`, `pieces`, `moves` and the four vectors `corner_position`,
    /// `corner_orientation`, `edge_position`, `edge_orientation` (pieces numbered as in [`cube3`](super::cube3)), and
    /// perhaps `puzzle`.
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

/// Reads a state. Without a format it is [recognized](recognize); without a puzzle it is the one that the text
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

/// Reads the pieces of a 3×3×3 that can be put together, though perhaps not reached by turns: with a twisted corner, say.
///
/// # Errors
/// Where and why the text is malformed, or all the reasons why no such cube can be put together.
pub fn read_assembled(text: &str, format: Option<Format>, dialect: Dialect) -> Result<PieceVectors, NotationError> {
    check_size(text)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format.unwrap_or_else(|| recognize(text, Some(PuzzleKind::Cube3))) {
        Format::Moves => Ok(Cube3::SOLVED.apply_all(&moves::read_scramble(text, dialect)?).vectors()),
        Format::Faces => faces::assembled(text),
        Format::Facelets => Ok(facelets::setup(text)?.pieces()?),
        Format::Pieces => Ok(pieces::setup(text)?.pieces()?),
        Format::Json => json::assembled(text, dialect),
    }
}

/// Reads a state of a puzzle that is known at compile time.
///
/// # Errors
/// As [`read`].
pub fn read_as<P: CubeState>(text: &str, format: Option<Format>, dialect: Dialect) -> Result<P, NotationError> {
    let state = read(text, format, Some(P::KIND), dialect)?;
    Ok(P::from_facelets(&state.facelets()).expect("a state shows the colors of a state"))
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
