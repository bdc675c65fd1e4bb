//! Notations of states and moves.
//!
//! | [`Format`] | a state is |
//! |---|---|
//! | `moves` | a scramble from solved, `R U2 F'` |
//! | `faces` | the file of B. L. Sousa's paper: six named faces of colored letters |
//! | `facelets` | 54 letters (24 for a 2×2×2) in the order U R F D L B |
//! | `pieces` | the 20 pieces of the 2004 cube contest (8 for a 2×2×2) |
//! | `json` | an object with one or more of the others |
//!
//! Readers accept variants; writers produce one canonical form. [`read`] recognizes the format and returns reachable
//! states only.
//!
//! ```
//! use evocube_cube::notation::{self, AnyState, Dialect, Format};
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
mod net;
mod order;
mod pieces;
mod recognize;
mod state;
mod stickers;

pub use error::NotationError;
pub use moves::{MAX_LENGTH, read_moves, read_moves_and_rotation};
pub use order::FaceletOrder;
pub use recognize::recognize;
pub use state::{AnyState, OtherPuzzle};

use recognize::separated_facelets;
use state::Reading;
pub(super) use state::held_facelets;

use super::{CubeState, HeldState, PieceVectors, PuzzleKind, named};
use crate::text::normalized;

/// The maximum size of a text, in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

named! {
    /// A notation of states.
    #[derive(Hash)]
    pub enum Format, "format":
    /// A scramble from the solved state, as [`read_moves`] reads it.
    Moves = "moves",
    /// The file of B. L. Sousa's paper: the size (3 or 2), then the faces Front, Left, Right, Back, Up and Down in any
    /// order. Each face has its rows of letters B G O R W Y. Spaces between the letters are optional. The centers
    /// define the color of each face; a 2×2×2, and every written file, has Up white, Front green, Right red, Down
    /// yellow, Left orange, Back blue.
    Faces = "faces",
    /// One letter per facelet, faces in the order U R F D L B: 54, or 24 for a 2×2×2. White space is skipped. Other signs, a net,
    /// another [`FaceletOrder`] (`ULFRBD: …`) and the numbers of the 54 stickers are read as well.
    Facelets = "facelets",
    /// The pieces as in the 2004 cube contest, each named by the faces of its stickers, in the order of the positions
    /// `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`. A 2×2×2 has the last eight. White space
    /// is skipped.
    Pieces = "pieces",
    /// An object with one or more of `facelets`, `pieces`, `moves` and the four vectors `corner_position`,
    /// `corner_orientation`, `edge_position`, `edge_orientation` (pieces numbered as in [`cube3`](super::cube3)). The key
    /// `puzzle` is optional.
    Json = "json",
}

named! {
    /// The meaning of a bare `1`, of a lowercase letter and of parentheses in a sequence of moves.
    ///
    /// ```
    /// use evocube_cube::notation::{Dialect, read_moves};
    /// assert!(read_moves("R1", Dialect::Wca).is_err());
    /// assert_eq!(read_moves("R1", Dialect::Sousa)?.to_string(), "R'");
    /// assert_eq!(read_moves("R1", Dialect::Contest)?.to_string(), "R");
    /// assert_eq!(read_moves("R (U F)", Dialect::Niss)?.to_string(), "R F' U'");
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    #[derive(Default, Hash)]
    pub enum Dialect, "dialect":
    /// A bare `1` is refused, because the sources disagree; `r` is a wide turn.
    #[default]
    Wca = "wca",
    /// B. L. Sousa's paper: `R1` is counter-clockwise; `r` is a wide turn.
    Sousa = "sousa",
    /// The 2004 cube contest: `R1` is clockwise; `r` is the face R.
    Contest = "contest",
    /// As `wca`, but moves in parentheses are on the inverse scramble, as in fewest-moves solving (NISS).
    Niss = "niss",
}

/// Reads a state, and turns it home. Without a format, the format is [recognized](recognize). Without a puzzle, it is the one
/// that the text describes, or the 3×3×3 for moves.
///
/// # Errors
/// If the text is malformed, with the place; if it can be facelets or moves and no format is given; if the cube is unreachable,
/// with all reasons; if it is another puzzle.
pub fn read(
    text: &str,
    format: Option<Format>,
    puzzle: Option<PuzzleKind>,
    dialect: Dialect,
) -> Result<AnyState, NotationError> {
    read_held(text, format, puzzle, dialect).map(|held| held.state)
}

/// Reads a state as it lies: moves may leave a rotation of the whole cube, and letters of facelets may show other centers.
///
/// # Errors
/// As [`read`].
///
/// ```
/// use evocube_cube::notation::{Dialect, Format, read_held, write};
/// let held = read_held("R U x", None, None, Dialect::Wca)?;
/// assert_eq!(held.hold.rotation_moves().as_deref(), Some("x"));
/// assert_eq!(read_held(&write(held, Format::Facelets)?, None, None, Dialect::Wca)?, held);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_held(
    text: &str,
    format: Option<Format>,
    puzzle: Option<PuzzleKind>,
    dialect: Dialect,
) -> Result<HeldState<AnyState>, NotationError> {
    let held = read_value(text, format, puzzle, dialect, Reading::state)?;
    match puzzle {
        Some(kind) if kind != held.state.kind() => {
            Err(NotationError::whole(format!("this is a {}, expected a {kind}", held.state.kind())))
        }
        _ => Ok(held),
    }
}

/// Reads the pieces of a 3×3×3, as it lies, that can be assembled but may be unreachable by moves, for example one with a twisted
/// corner.
///
/// # Errors
/// If the text is malformed, with the place; if such a cube cannot be assembled, with all reasons.
///
/// ```
/// use evocube_cube::notation::{Dialect, read_as};
/// use evocube_cube::{Cube2, CubeState, Turn};
/// let state: Cube2 = read_as("R", None, Dialect::Wca)?;
/// assert_eq!(state, Cube2::SOLVED.apply(Turn::R));
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
///
/// ```
/// use evocube_cube::notation::{Dialect, read_assembled};
/// use evocube_cube::route::CubeOrbit;
/// let flipped = "UUUUUUUFU RRRRRRRRR FUFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
/// assert_eq!(CubeOrbit::containing(&read_assembled(flipped, None, Dialect::Wca)?.state).flip, 1);
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
pub fn read_assembled(
    text: &str,
    format: Option<Format>,
    dialect: Dialect,
) -> Result<HeldState<PieceVectors>, NotationError> {
    read_value(text, format, Some(PuzzleKind::Cube3), dialect, Reading::pieces)
}

/// Reads a cube as some value of its facelets.
fn read_value<T: PartialEq>(
    text: &str,
    format: Option<Format>,
    puzzle: Option<PuzzleKind>,
    dialect: Dialect,
    value: fn(&Reading) -> Result<HeldState<T>, NotationError>,
) -> Result<HeldState<T>, NotationError> {
    check_size(text)?;
    let text = &*normalized(text);
    let reading = match format_of(text, format, puzzle)? {
        Format::Moves => Reading::scramble(moves::read_scramble(text, dialect)?, puzzle),
        Format::Faces => faces::read(text)?,
        Format::Facelets => facelets::read(text)?,
        Format::Pieces => pieces::read(text)?,
        Format::Json => return json::read(text, puzzle, dialect, value),
    };
    value(&reading)
}

/// Reads a state of a cube that is known at compile time, and turns it home.
///
/// # Errors
/// As [`read`].
pub fn read_as<P: CubeState>(text: &str, format: Option<Format>, dialect: Dialect) -> Result<P, NotationError> {
    read_held_as(text, format, dialect).map(|held| held.state)
}

/// Reads a state of a cube that is known at compile time, as it lies.
pub(super) fn read_held_as<P: CubeState>(
    text: &str,
    format: Option<Format>,
    dialect: Dialect,
) -> Result<HeldState<P>, NotationError> {
    let held = read_held(text, format, Some(P::KIND), dialect)?;
    Ok(held.map(|state| P::from_facelets(&state.facelets()).expect("a state shows the colors of a state")))
}

/// Error: a state cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The format is that of moves.
    #[error("a state cannot be written as moves: a solver finds moves that lead to it")]
    Moves,
    /// A file-defined puzzle does not have the format.
    #[error("the format {format} is for the cubes, not for {puzzle}")]
    CubesOnly {
        /// The format.
        format: Format,
        /// The name of the puzzle.
        puzzle: String,
    },
}

/// Writes a state, without a line break at the end. Facelets and faces show how a [`HeldState`] lies; pieces and vectors are turned
/// home.
///
/// # Errors
/// For [`Format::Moves`], because only a solver finds moves to a state.
///
/// ```
/// use evocube_cube::notation::{Format, FormatError, write};
/// use evocube_cube::{Cube3, CubeState};
/// assert!(write(Cube3::SOLVED, Format::Facelets)?.starts_with("UUUUUUUUURRR"));
/// # Ok::<(), FormatError>(())
/// ```
pub fn write(state: impl Into<HeldState<AnyState>>, format: Format) -> Result<String, FormatError> {
    let held = state.into();
    match format {
        Format::Moves => Err(FormatError::Moves),
        Format::Faces => Ok(faces::write(&held.facelets())),
        Format::Facelets => Ok(held.to_string()),
        Format::Pieces => Ok(pieces::write(held.state)),
        Format::Json => Ok(json::write(held)),
    }
}

/// Returns the given format, or the recognized one.
///
/// # Errors
/// If the text can be facelets or moves.
fn format_of(text: &str, format: Option<Format>, puzzle: Option<PuzzleKind>) -> Result<Format, NotationError> {
    let recognized = || match (recognize(text, puzzle), separated_facelets(text)) {
        (Format::Moves, Some((_, true))) => Ok(Format::Facelets),
        (Format::Moves, Some((count, false))) => Err(NotationError::whole(format!(
            "these {count} letters can be facelets or moves: write facelets as one word, or moves with --format moves"
        ))),
        (format, _) => Ok(format),
    };
    format.map_or_else(recognized, Ok)
}

fn check_size(text: &str) -> Result<(), NotationError> {
    if text.len() > MAX_BYTES {
        return Err(NotationError::whole(format!("the text is larger than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(())
}
