//! [`PuzzleKind`]: which of the two cubes, by its name. [`PieceView`]: the stickers of a piece at a place. Also [`MAX_CUBE_PIECES`] and
//! [`PLACES`]: how many pieces and places a cube has at most. The limits of any puzzle are in `layout`.

use serde::{Deserialize, Serialize};

use super::{Face, named};

/// The maximum number of pieces of a cube.
pub const MAX_CUBE_PIECES: usize = 20;
/// The number of places of a cube: 8 corner positions with 3 orientations, then 12 edge positions with 2.
pub const PLACES: usize = 48;

/// The stickers of a piece at a place: see [`Puzzle::view`](super::Puzzle::view).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// The home face of each sticker and the face that it is on: three for a corner, two for an edge (the third is
    /// `None`).
    pub stickers: [Option<(Face, Face)>; 3],
    /// Whether the piece is in its own position, in any orientation.
    pub at_home: bool,
}

impl PieceView {
    /// Returns the number of stickers.
    pub fn count(&self) -> usize {
        self.stickers.iter().flatten().count()
    }

    /// Returns the number of stickers on their home face.
    pub fn right(&self) -> usize {
        self.stickers.iter().flatten().filter(|(home, lies_on)| home == lies_on).count()
    }
}

named! {
    /// A cube by name, as in sweep files and on the command line.
    ///
    /// ```
    /// use evocube_cube::PuzzleKind;
    /// assert_eq!("cube2".parse(), Ok(PuzzleKind::Cube2));
    /// assert_eq!(PuzzleKind::default().name(), "cube3");
    /// ```
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PuzzleKind, "puzzle":
    /// The 3×3×3 cube: [`Cube3`](crate::Cube3).
    #[default]
    Cube3 = "cube3",
    /// The 2×2×2 cube: [`Cube2`](crate::Cube2).
    Cube2 = "cube2",
}
