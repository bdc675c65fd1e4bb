//! JSON: an object with a state in one or more notations.
//!
//! | key | value |
//! |---|---|
//! | `puzzle` | `"cube3"` or `"cube2"`; optional |
//! | `facelets` | the facelets, as one string |
//! | `pieces` | the pieces in the notation of the 2004 cube contest, as one string |
//! | `moves` | a scramble from solved, as one string |
//! | `corner_position`, `corner_orientation`, `edge_position`, `edge_orientation` | [`PieceVectors`](crate::puzzle::cube3::PieceVectors), arrays of numbers; a 2×2×2 has the first two |
//!
//! The vectors number pieces as [`cube3`](crate::puzzle::cube3) does; Monteiro and Menasché number them in another
//! order.
//!
//! At least one notation is required; several must describe the same state. Other keys are refused. The writer uses all
//! keys except `moves`, on one line.

use serde::{Deserialize, Serialize};

use super::error::NotationError;
use super::{AnyState, Dialect, facelets, moves, pieces};
use crate::puzzle::cube2::Setup2;
use crate::puzzle::{Cube3, PieceVectors, PuzzleKind, Setup};

/// The object.
#[derive(Default, Serialize, Deserialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    corner_position: Option<[u8; 8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corner_orientation: Option<[u8; 8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_position: Option<[u8; 12]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_orientation: Option<[u8; 12]>,
}

/// Reads a cube of either size; `puzzle` is the default for objects without the key `puzzle`.
pub(super) fn read(text: &str, puzzle: Option<PuzzleKind>, dialect: Dialect) -> Result<AnyState, NotationError> {
    let document = document(text)?;
    let puzzle = document.puzzle.or(puzzle);
    let path = |key: &'static str| {
        move |error: NotationError| NotationError { message: format!("\"{key}\": {error}"), ..without_place(error) }
    };
    let mut states: Vec<(&str, AnyState)> = Vec::new();
    if let Some(text) = &document.facelets {
        states.push(("facelets", facelets::read(text).map_err(path("facelets"))?));
    }
    if let Some(text) = &document.pieces {
        states.push(("pieces", pieces::read(text).map_err(path("pieces"))?));
    }
    if let Some(text) = &document.moves {
        let scramble = moves::read_scramble(text, dialect).map_err(path("moves"))?;
        states.push(("moves", AnyState::after(puzzle.unwrap_or_default(), &scramble)));
    }
    if let Some(state) = document.vectors(puzzle)? {
        states.push(("corner_position", state));
    }
    let Some(&(first_key, state)) = states.first() else {
        return Err(NotationError::whole(
            "no state: expected \"facelets\", \"pieces\", \"moves\" or the vectors \"corner_position\", \
             \"corner_orientation\", \"edge_position\", \"edge_orientation\"",
        ));
    };
    if let Some((key, _)) = states.iter().find(|(_, other)| *other != state) {
        return Err(NotationError::whole(format!("\"{first_key}\" and \"{key}\" are different states")));
    }
    match document.puzzle {
        Some(kind) if kind != state.kind() => {
            Err(NotationError::whole(format!("\"puzzle\" is {kind}, but \"{first_key}\" is a {}", state.kind())))
        }
        _ => Ok(state),
    }
}

/// Reads the pieces of a 3×3×3, which may be unreachable if the object has only one notation.
pub(super) fn assembled(text: &str, dialect: Dialect) -> Result<PieceVectors, NotationError> {
    let document = document(text)?;
    match &document {
        StateDocument { puzzle: Some(PuzzleKind::Cube2), .. } => {
            Err(NotationError::whole("this is a cube2, expected a cube3"))
        }
        StateDocument { facelets: Some(text), pieces: None, moves: None, corner_position: None, .. } => {
            Ok(facelets::setup(text)?.pieces()?)
        }
        StateDocument { facelets: None, pieces: Some(text), moves: None, corner_position: None, .. } => {
            Ok(pieces::setup(text)?.pieces()?)
        }
        StateDocument {
            facelets: None,
            pieces: None,
            moves: None,
            corner_position: Some(corner_position),
            corner_orientation: Some(corner_orientation),
            edge_position: Some(edge_position),
            edge_orientation: Some(edge_orientation),
            ..
        } => {
            let vectors = PieceVectors {
                corner_position: *corner_position,
                corner_orientation: *corner_orientation,
                edge_position: *edge_position,
                edge_orientation: *edge_orientation,
            };
            Ok(Setup::from_vectors(&vectors)?.pieces()?)
        }
        // States in several notations, or given by moves, are reachable.
        _ => match read(text, Some(PuzzleKind::Cube3), dialect)? {
            AnyState::Cube3(cube) => Ok(cube.vectors()),
            AnyState::Cube2(_) => Err(NotationError::whole("this is a cube2, expected a cube3")),
        },
    }
}

fn document(text: &str) -> Result<StateDocument, NotationError> {
    serde_json::from_str(text).map_err(|error| {
        // serde_json writes the place at the end of its message; it is moved to the fields of the error.
        let (line, column) = (error.line(), error.column());
        let sentence = error.to_string();
        let message = sentence.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&sentence);
        NotationError { column: Some(column), ..NotationError::with_line(line, message) }
    })
}

/// Returns the error without its place, which would refer to a string within the document.
fn without_place(error: NotationError) -> NotationError {
    NotationError { line: None, column: None, ..error }
}

impl StateDocument {
    /// Returns the state of the vectors; `None` if there are none.
    fn vectors(&self, puzzle: Option<PuzzleKind>) -> Result<Option<AnyState>, NotationError> {
        let corners = (self.corner_position, self.corner_orientation);
        let edges = (self.edge_position, self.edge_orientation);
        match (corners, edges) {
            ((None, None), (None, None)) => Ok(None),
            ((Some(corner_position), Some(corner_orientation)), (Some(edge_position), Some(edge_orientation))) => {
                let vectors = PieceVectors { corner_position, corner_orientation, edge_position, edge_orientation };
                Ok(Some(AnyState::Cube3(Cube3::from_vectors(&vectors)?)))
            }
            ((Some(corner_position), Some(corner_orientation)), (None, None)) if puzzle == Some(PuzzleKind::Cube2) => {
                let vectors = PieceVectors { corner_position, corner_orientation, ..Cube3::SOLVED.vectors() };
                Ok(Some(AnyState::Cube2(Setup2::corners_of(&Setup::from_vectors(&vectors)?).check()?)))
            }
            _ => Err(NotationError::whole(
                "vectors are missing: a cube3 needs \"corner_position\", \"corner_orientation\", \"edge_position\" and \
                 \"edge_orientation\", a cube2 (\"puzzle\": \"cube2\") only the first two",
            )),
        }
    }
}

/// Writes a state in one line.
pub(super) fn write(state: AnyState) -> String {
    let mut document = StateDocument {
        puzzle: Some(state.kind()),
        facelets: Some(state.to_string()),
        pieces: Some(pieces::write(state)),
        ..StateDocument::default()
    };
    match state {
        AnyState::Cube3(cube) => {
            let vectors = cube.vectors();
            document.corner_position = Some(vectors.corner_position);
            document.corner_orientation = Some(vectors.corner_orientation);
            document.edge_position = Some(vectors.edge_position);
            document.edge_orientation = Some(vectors.edge_orientation);
        }
        AnyState::Cube2(cube) => {
            let vectors = cube.with_edges().vectors();
            document.corner_position = Some(vectors.corner_position);
            document.corner_orientation = Some(vectors.corner_orientation);
        }
    }
    serde_json::to_string(&document).expect("strings and numbers are JSON")
}
