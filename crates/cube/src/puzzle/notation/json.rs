//! Reading and writing the notation `json`: an object with a state of a 2×2×2 or 3×3×3 in one or more notations, which must agree. Moves
//! are read only. File-defined puzzles have no such form.
//!
//! | key | value |
//! |---|---|
//! | `puzzle` | `"cube3"` or `"cube2"`; optional |
//! | `facelets` | the facelets, as one string |
//! | `pieces` | the pieces in the notation of the 2004 cube contest, as one string |
//! | `moves` | a scramble from solved, as one string |
//! | `corner_position`, `corner_orientation`, `edge_position`, `edge_orientation` | [`PieceVectors`](crate::puzzle::cube3::PieceVectors), arrays of numbers; a 2×2×2 has the first two |
//!
//! The vectors are also read with the names `cp`, `co`, `ep` and `eo`, as cube.js writes them, with its `center` if no center is moved.
//! The vectors number pieces as [`cube3`](crate::puzzle::cube3) does; Monteiro and Menasché number them in another
//! order.
//!
//! At least one notation is required; several must describe the same state. Other keys are refused. The writer uses all
//! keys except `moves`, on one line. Facelets and moves show how the cube lies; pieces and vectors are those of the cube turned home.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::{NotationError, refuse_text};
use super::{AnyState, Notation, Pieces, Reading, facelets, moves, pieces};
use crate::document::Node;
use crate::puzzle::{Cube3, HeldState, PieceVectors, PuzzleKind, Setup, cube2};

/// The object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateDocument {
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<PuzzleKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facelets: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", alias = "cp")]
    corner_position: Option<[u8; 8]>,
    #[serde(skip_serializing_if = "Option::is_none", alias = "co")]
    corner_orientation: Option<[u8; 8]>,
    #[serde(skip_serializing_if = "Option::is_none", alias = "ep")]
    edge_position: Option<[u8; 12]>,
    #[serde(skip_serializing_if = "Option::is_none", alias = "eo")]
    edge_orientation: Option<[u8; 12]>,
    #[serde(skip_serializing)]
    center: Option<[u8; 6]>,
}

/// Reads a cube of either size as some value; the expected puzzle is the default for objects without the key `puzzle`.
pub(super) fn read<T: PartialEq>(
    text: &str,
    notation: Notation,
    value: impl Fn(&Reading) -> Result<HeldState<T>, NotationError>,
) -> Result<HeldState<T>, NotationError> {
    let document = document(text)?;
    let puzzle = document.puzzle.or(notation.puzzle);
    if document.center.is_some_and(|center| center != [0, 1, 2, 3, 4, 5]) {
        return refuse_text("\"center\" is not [0, 1, 2, 3, 4, 5]: expected a cube that is turned home");
    }
    let state_after = |scramble| Reading::scramble(scramble, puzzle);
    let texts = [
        ("facelets", document.facelets.as_deref().map(facelets::read)),
        ("pieces", document.pieces.as_deref().map(pieces::read)),
        ("moves", document.moves.as_deref().map(|text| moves::read_scramble(text, notation.dialect).map(state_after))),
    ];
    let mut states: Vec<(&str, PuzzleKind, HeldState<T>)> = Vec::new();
    for (key, reading) in texts.into_iter().filter_map(|(key, reading)| Some((key, reading?))) {
        let state = reading.and_then(|reading| Ok((key, reading.kind(), value(&reading)?)));
        // The place of an error would refer to a string within the document.
        states.push(state.map_err(|error| NotationError {
            message: format!("\"{key}\": {error}"),
            line: None,
            column: None,
            ..error
        })?);
    }
    if let Some(reading) = document.vectors(puzzle)? {
        states.push(("corner_position", reading.kind(), value(&reading)?));
    }
    if let Some((key, ..)) = states.iter().find(|(.., other)| other.state != states[0].2.state) {
        return refuse_text(format!("\"{}\" and \"{key}\" are different states", states[0].0));
    }
    // The hold of a 3×3×3 is in its facelets and in its moves.
    let holds =
        states.iter().filter(|(key, cube, _)| *cube == PuzzleKind::Cube3 && ["facelets", "moves"].contains(key));
    let holds: Vec<_> = holds.map(|(key, _, held)| (*key, held.hold)).collect();
    if let [(first, hold), (second, other)] = holds[..]
        && hold != other
    {
        return refuse_text(format!(
            "\"{first}\" and \"{second}\" are one state, but the cube lies differently in them"
        ));
    }
    let Some((first_key, cube, held)) = states.into_iter().next() else {
        return refuse_text(
            "no state: expected \"facelets\", \"pieces\", \"moves\" or the vectors \"corner_position\", \
             \"corner_orientation\", \"edge_position\", \"edge_orientation\"",
        );
    };
    match document.puzzle {
        Some(kind) if kind != cube => refuse_text(format!("\"puzzle\" is {kind}, but \"{first_key}\" is a {cube}")),
        _ => Ok(HeldState { hold: holds.first().map_or(held.hold, |(_, hold)| *hold), ..held }),
    }
}

fn document(text: &str) -> Result<StateDocument, NotationError> {
    let value: toml::Value = serde_json::from_str(text).map_err(|error| {
        let message = if error.is_eof() { "the JSON ends before it is complete" } else { "this is not JSON" };
        NotationError { column: Some(error.column()), ..NotationError::with_line(error.line(), message) }
    })?;
    Node::from(&value).read().or_else(|mistake| refuse_text(mistake.to_string()))
}

impl StateDocument {
    /// Returns the state of the vectors; `None` if there are none.
    fn vectors(&self, puzzle: Option<PuzzleKind>) -> Result<Option<Reading>, NotationError> {
        let corners = (self.corner_position, self.corner_orientation);
        let edges = (self.edge_position, self.edge_orientation);
        match (corners, edges) {
            ((None, None), (None, None)) => Ok(None),
            ((Some(corner_position), Some(corner_orientation)), (Some(edge_position), Some(edge_orientation))) => {
                let vectors = PieceVectors { corner_position, corner_orientation, edge_position, edge_orientation };
                Ok(Some(Reading::new(*Setup::from_vectors(&vectors)?.colors())))
            }
            ((Some(corner_position), Some(corner_orientation)), (None, None)) if puzzle == Some(PuzzleKind::Cube2) => {
                let vectors = PieceVectors { corner_position, corner_orientation, ..Cube3::SOLVED.vectors() };
                Ok(Some(Reading::new(cube2::corner_colors(&Setup::from_vectors(&vectors)?))))
            }
            _ => refuse_text(
                "vectors are missing: a cube3 needs \"corner_position\", \"corner_orientation\", \"edge_position\" and \
                 \"edge_orientation\", a cube2 (\"puzzle\": \"cube2\") only the first two",
            ),
        }
    }
}

/// A state as it lies, written as one line of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Json(pub HeldState<AnyState>);

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (held, state) = (self.0, self.0.state);
        let (vectors, has_edges) = (state.with_edges().vectors(), state.kind() == PuzzleKind::Cube3);
        let document = StateDocument {
            puzzle: Some(state.kind()),
            facelets: Some(held.to_string()),
            pieces: Some(Pieces(state).to_string()),
            moves: None,
            corner_position: Some(vectors.corner_position),
            corner_orientation: Some(vectors.corner_orientation),
            edge_position: has_edges.then_some(vectors.edge_position),
            edge_orientation: has_edges.then_some(vectors.edge_orientation),
            center: None,
        };
        f.write_str(&serde_json::to_string(&document).expect("strings and numbers are JSON"))
    }
}
