//! [`Description`]: the definition of a file-defined puzzle, as in its file: orbits, moves and symmetries. Nothing is checked here:
//! `PuzzleSpec::new` does that.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The definition of a puzzle, unchecked: [`PuzzleSpec::new`](super::PuzzleSpec::new) checks it.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use evocube_cube::puzzle::spec::{Description, MoveDescription, OrbitDescription, PuzzleSpec};
/// let cycle = |cycle: &str| BTreeMap::from([("beads".to_owned(), vec![cycle.to_owned()])]);
/// let step = |name: &str, beads| MoveDescription { name: name.to_owned(), cycles: cycle(beads) };
/// let puzzle = PuzzleSpec::new(Description {
///     name: "beads".to_owned(),
///     notes: String::new(),
///     orbits: vec![OrbitDescription {
///         name: "beads".to_owned(),
///         pieces: "A B C D".to_owned(),
///         orientations: 1,
///         alike: Vec::new(),
///     }],
///     moves: vec![step("X", "A B C"), step("Y", "B C D")],
///     symmetries: Vec::new(),
/// })?;
/// assert_eq!(puzzle.states(), "12");
/// # Ok::<(), evocube_cube::puzzle::spec::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name: letters, digits, `-` and `_`.
    pub name: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The orbits of the pieces.
    #[serde(rename = "orbit")]
    pub orbits: Vec<OrbitDescription>,
    /// The generators; their powers and inverses are moves, too.
    #[serde(rename = "move")]
    pub moves: Vec<MoveDescription>,
    /// Generators of the symmetries; all their products are used.
    #[serde(default, rename = "symmetry", skip_serializing_if = "Vec::is_empty")]
    pub symmetries: Vec<SymmetryDescription>,
}

/// An orbit: pieces that can take each other's positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OrbitDescription {
    /// The name of the orbit.
    pub name: String,
    /// The names of the pieces, separated by white space; a position has the name of its home piece.
    pub pieces: String,
    /// The number of orientations of a piece in a position. Default 1.
    #[serde(default = "default_orientations", skip_serializing_if = "is_one")]
    pub orientations: i64,
    /// Groups of pieces that look alike, each group's names separated by white space. In a solved puzzle they may be in
    /// each other's positions. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<String>,
}

fn default_orientations() -> i64 {
    1
}

fn is_one(orientations: &i64) -> bool {
    *orientations == 1
}

/// A generator: its name and the cycles of its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveDescription {
    /// Its name.
    pub name: String,
    /// The cycles of each orbit. `A B+1 C` moves the piece at A to B and increases its orientation by one, the piece at
    /// B to C, and the piece at C to A. `A+1` changes the orientation of the piece at A.
    pub cycles: BTreeMap<String, Vec<String>>,
}

/// A symmetry, as a map of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SymmetryDescription {
    /// Whether the symmetry is a reflection. Default `false`: a rotation of the whole puzzle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirror: bool,
    /// The image of each move; omitted moves are fixed.
    pub moves: BTreeMap<String, String>,
}
