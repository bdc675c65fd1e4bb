//! [`Description`]: a puzzle as it is written down.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A puzzle as its file describes it, unchecked: [`PuzzleSpec::new`](super::PuzzleSpec::new) checks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Its name: letters, digits, `-` and `_`.
    pub name: String,
    /// What a reader should know.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The orbits of its pieces.
    #[serde(rename = "orbit")]
    pub orbits: Vec<OrbitDescription>,
    /// Its moves; their powers and inverses follow from them.
    #[serde(rename = "move")]
    pub moves: Vec<MoveDescription>,
    /// Its symmetries, as far as they are to be used; all that follow from them are found.
    #[serde(default, rename = "symmetry", skip_serializing_if = "Vec::is_empty")]
    pub symmetries: Vec<SymmetryDescription>,
}

/// Pieces that can take each other's positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrbitDescription {
    /// What they are called together.
    pub name: String,
    /// The name of each, with white space between them; also that of the position where it belongs.
    pub pieces: String,
    /// In how many ways a piece can lie in a position. Default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub orientations: i64,
    /// Pieces that look alike, the names of each kind with white space between them: a solved puzzle may have them in
    /// each other's positions. Default: none do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<String>,
}

fn one() -> i64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands over a reference
fn is_one(orientations: &i64) -> bool {
    *orientations == 1
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveDescription {
    /// Its name.
    pub name: String,
    /// For each orbit the cycles in which its pieces go round. In `A B+1 C` the piece at A goes to B, where it arrives
    /// turned by one orientation, that at B to C, and that at C to A; `A+1` turns the piece at A on the spot.
    pub cycles: BTreeMap<String, Vec<String>>,
}

/// A symmetry, as what it makes of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymmetryDescription {
    /// Is it a reflection? Default `false`: a rotation of the whole puzzle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirror: bool,
    /// What each move becomes; those that are not named stay what they are.
    pub moves: BTreeMap<String, String>,
}
