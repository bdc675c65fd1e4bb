//! Notations of states and moves of the 3×3×3 and the 2×2×2. [`Format`] names and writes those of states, [`Dialect`] names the readings
//! of moves. [`Notation`] reads texts of at most [`MAX_BYTES`] as any type that is [`FromNotation`]. Notations of file-defined puzzles are
//! in `puzzle::spec`.
//!
//! | [`Format`] | a state is |
//! |---|---|
//! | `moves` | a scramble from solved, `R U2 F'` |
//! | `faces` | the file of B. L. Sousa's paper: six named faces of colored letters |
//! | `facelets` | 54 letters (24 for a 2×2×2) in the order U R F D L B |
//! | `pieces` | the 20 pieces of the 2004 cube contest (8 for a 2×2×2) |
//! | `json` | an object with one or more of the others |
//!
//! Readers accept variants; writers produce one canonical form. `parse` recognizes the format, [`Notation::read`] takes it as an argument,
//! and [`Pieces`], [`Faces`] and [`Json`] are types of one. States that moves do not reach are refused, except as
//! [`PieceVectors`].
//!
//! ```
//! use evocube_cube::Cube3;
//! use evocube_cube::notation::Pieces;
//! let state: Cube3 = "R U R' U'".parse()?;
//! let pieces = Pieces(state.into()).to_string();
//! assert_eq!(pieces.parse(), Ok(state));
//! assert_eq!(pieces.parse::<Pieces>()?.0, state.into());
//! # Ok::<(), evocube_cube::notation::NotationError>(())
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
pub use faces::Faces;
pub use json::Json;
pub use moves::{MAX_LENGTH, read_moves};
pub use order::{FaceletOrder, NotAnOrder};
pub use pieces::Pieces;
pub use recognize::recognize;
pub use state::{AnyState, OtherPuzzle};

pub(super) use error::refuse_text;
use recognize::separated_facelets;
use state::Reading;
pub(super) use state::held_facelets;

use super::{HeldState, PieceVectors, PuzzleKind, named};
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

/// How a text is read as a cube: the one way in. The default recognizes the format and reads moves in the dialect
/// [`Wca`](Dialect::Wca); `parse` reads so.
///
/// ```
/// use evocube_cube::notation::{Dialect, Format, Notation};
/// use evocube_cube::puzzle::HeldState;
/// use evocube_cube::{Cube3, Turn};
/// let cube: Cube3 = "R U R' U'".parse()?;
/// assert_eq!(cube.to_string().parse(), Ok(cube));
/// let held: HeldState<Cube3> = "R U x".parse()?;
/// assert_eq!(held.hold.rotation_moves().as_deref(), Some("x"));
/// let contest = Notation { dialect: Dialect::Contest, ..Format::Moves.into() };
/// assert_eq!(contest.read::<Cube3>("R1")?, Cube3::after(&[Turn::R]));
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The format; [recognized](recognize) if `None`.
    pub format: Option<Format>,
    /// The cube that is expected; if `None` the one that the text describes, or the 3×3×3 for moves.
    pub puzzle: Option<PuzzleKind>,
    /// The dialect of moves.
    pub dialect: Dialect,
}

impl Notation {
    /// Reads a cube: turned home as a [`Cube3`](crate::Cube3), a [`Cube2`](crate::Cube2) or an [`AnyState`], or as it lies as the
    /// [`HeldState`] of one.
    /// The [`PieceVectors`] of a held 3×3×3 need not be reachable by moves: a corner of it may be twisted.
    ///
    /// # Errors
    /// If the text is malformed, with the place; if it can be facelets or moves and no format is given; if the cube is unreachable,
    /// with all reasons; if it is another puzzle.
    ///
    /// ```
    /// use evocube_cube::notation::Notation;
    /// use evocube_cube::puzzle::{HeldState, PieceVectors};
    /// use evocube_cube::route::CubeOrbit;
    /// let flipped = "UUUUUUUFU RRRRRRRRR FUFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
    /// let assembled: HeldState<PieceVectors> = Notation::default().read(flipped)?;
    /// assert_eq!(CubeOrbit::containing(&assembled.state).flip, 1);
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    pub fn read<T: FromNotation>(self, text: &str) -> Result<T, NotationError> {
        T::from_notation(text, self)
    }

    /// Reads a cube as some value of its facelets.
    fn read_value<T: PartialEq>(
        self,
        text: &str,
        value: fn(&Reading) -> Result<HeldState<T>, NotationError>,
    ) -> Result<HeldState<T>, NotationError> {
        check_size(text)?;
        let text = &*normalized(text);
        let reading = match format_of(text, self.format, self.puzzle)? {
            Format::Moves => Reading::scramble(moves::read_scramble(text, self.dialect)?, self.puzzle),
            Format::Faces => faces::read(text)?,
            Format::Facelets => facelets::read(text)?,
            Format::Pieces => pieces::read(text)?,
            Format::Json => return json::read(text, self, value),
        };
        value(&reading)
    }
}

impl From<Format> for Notation {
    fn from(format: Format) -> Self {
        Self { format: Some(format), ..Self::default() }
    }
}

/// A value that [`Notation::read`] returns.
pub trait FromNotation: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// As [`Notation::read`].
    fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError>;
}

impl FromNotation for HeldState<AnyState> {
    fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError> {
        let held = notation.read_value(text, Reading::state)?;
        match notation.puzzle {
            Some(kind) if kind != held.state.kind() => {
                Err(NotationError::whole(format!("this is a {}, expected a {kind}", held.state.kind())))
            }
            _ => Ok(held),
        }
    }
}

impl FromNotation for HeldState<PieceVectors> {
    fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError> {
        Notation { puzzle: Some(PuzzleKind::Cube3), ..notation }.read_value(text, Reading::pieces)
    }
}

impl FromNotation for AnyState {
    fn from_notation(text: &str, notation: Notation) -> Result<Self, NotationError> {
        notation.read(text).map(|held: HeldState<Self>| held.state)
    }
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

impl Format {
    /// Writes a state, without a line break at the end. Facelets and faces show how a [`HeldState`] lies; pieces and vectors are turned
    /// home.
    ///
    /// # Errors
    /// For [`Format::Moves`], because only a solver finds moves to a state.
    ///
    /// ```
    /// use evocube_cube::notation::{Format, FormatError};
    /// use evocube_cube::Cube3;
    /// assert!(Format::Pieces.write(Cube3::SOLVED)?.starts_with("UF UR UB UL"));
    /// # Ok::<(), FormatError>(())
    /// ```
    pub fn write(self, state: impl Into<HeldState<AnyState>>) -> Result<String, FormatError> {
        let held = state.into();
        match self {
            Self::Moves => Err(FormatError::Moves),
            Self::Faces => Ok(Faces(held).to_string()),
            Self::Facelets => Ok(held.to_string()),
            Self::Pieces => Ok(Pieces(held.state).to_string()),
            Self::Json => Ok(Json(held).to_string()),
        }
    }
}

/// Implements `FromStr` for the types of notations.
macro_rules! parse_as {
    ($($Type:ident),+) => {$(
        impl std::str::FromStr for $Type {
            type Err = NotationError;

            /// Reads the notation, as [`Notation::read`] does.
            fn from_str(text: &str) -> Result<Self, NotationError> {
                Notation::from(Format::$Type).read(text).map(Self)
            }
        }
    )+};
}

parse_as!(Faces, Pieces, Json);

/// Returns the given format, or the recognized one.
///
/// # Errors
/// If the text can be facelets or moves.
fn format_of(text: &str, format: Option<Format>, puzzle: Option<PuzzleKind>) -> Result<Format, NotationError> {
    let recognized = || match (recognize(text, puzzle), separated_facelets(text)) {
        (Format::Moves, Some((_, true))) => Ok(Format::Facelets),
        (Format::Moves, Some((count, false))) => Err(NotationError::whole(format!(
            "these {count} letters can be facelets or moves: write facelets as one word, or give the format moves"
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
