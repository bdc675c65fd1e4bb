//! Pieces: the notation of the 2004 cube contest (T. Rokicki).
//!
//! Twenty pieces, each named by the faces of its stickers, in the order of the positions `UF UR UB UL DF DR DB DL FR FL
//! BR BL UFR URB UBL ULF DRF DFL DLB DBR`. For example, `RU` as the first piece means that the edge UR is at UF with
//! its R sticker on U. A 2×2×2 has the last eight only. The reader accepts upper and lower case and skips white space.
//! The writer uses upper case and separates pieces by one space.

use super::error::{NotationError, characters, refuse_text};
use super::{AnyState, Reading};
use crate::puzzle::cube3::{CORNER_FACELETS, CORNERS, EDGE_FACELETS, EDGES};
use crate::puzzle::turn::Face::{self, B, D, F, L, R, U};
use crate::puzzle::{PuzzleKind, Setup, cube2};

/// The edge positions in this notation's order.
const EDGE_ORDER: [[Face; 2]; 12] =
    [[U, F], [U, R], [U, B], [U, L], [D, F], [D, R], [D, B], [D, L], [F, R], [F, L], [B, R], [B, L]];
/// The corner positions in this notation's order; their faces run counter-clockwise.
const CORNER_ORDER: [[Face; 3]; 8] =
    [[U, F, R], [U, R, B], [U, B, L], [U, L, F], [D, R, F], [D, F, L], [D, L, B], [D, B, R]];

/// The number of letters of 20 pieces, and of 8 corners.
const LETTERS: [usize; 2] = [48, 24];

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<Reading, NotationError> {
    let faces = faces(text)?;
    if faces.len() == LETTERS[1] {
        return Ok(Reading::new(cube2::corner_colors(&Setup::from_pieces(&corner_colors(&faces), &EDGES))));
    }
    if faces.len() != LETTERS[0] {
        return refuse_text(format!(
            "found {} pieces with {} letters, expected 20 pieces with 48 (or the 8 corners of a 2×2×2 with 24)",
            text.split_whitespace().count(),
            faces.len()
        ));
    }
    let (edges, corners) = faces.split_at(24);
    let mut edge_colors = [[U; 2]; 12];
    for (position, piece) in EDGE_ORDER.iter().zip(edges.chunks_exact(2)) {
        place(&EDGES, &mut edge_colors, position, piece);
    }
    Ok(Reading::new(*Setup::from_pieces(&corner_colors(corners), &edge_colors).colors()))
}

fn faces(text: &str) -> Result<Vec<Face>, NotationError> {
    let mut faces = Vec::with_capacity(LETTERS[0]);
    for (place, character) in characters(text).filter(|(_, character)| !character.is_whitespace()) {
        let face = Face::from_letter(character).ok_or_else(|| {
            let letter = character.escape_debug();
            NotationError::with_place(place, format!("found \"{letter}\", expected a sticker's face U R F D L B"))
        })?;
        faces.push(face);
    }
    Ok(faces)
}

fn corner_colors(faces: &[Face]) -> [[Face; 3]; 8] {
    let mut colors = [[U; 3]; 8];
    for (position, piece) in CORNER_ORDER.iter().zip(faces.chunks_exact(3)) {
        place(&CORNERS, &mut colors, position, piece);
    }
    colors
}

/// Writes a piece's stickers at a position, in the order of positions and faces of [`cube3`](crate::puzzle::cube3).
fn place<const N: usize>(positions: &[[Face; N]], colors: &mut [[Face; N]], position: &[Face; N], piece: &[Face]) {
    let index = positions.iter().position(|faces| position.iter().all(|face| faces.contains(face)));
    let index = index.expect("both orders name the same positions");
    for (face, &color) in position.iter().zip(piece) {
        let n = positions[index].iter().position(|sticker| sticker == face).expect("the same faces");
        colors[index][n] = color;
    }
}

/// Writes a state.
pub(super) fn write(state: AnyState) -> String {
    let colors = state.with_edges().colors();
    let mut words: Vec<String> = Vec::with_capacity(20);
    if state.kind() == PuzzleKind::Cube3 {
        words.extend(EDGE_ORDER.map(|position| letters(&EDGES, &EDGE_FACELETS, position, &colors)));
    }
    words.extend(CORNER_ORDER.map(|position| letters(&CORNERS, &CORNER_FACELETS, position, &colors)));
    words.join(" ")
}

/// Returns the colors on the faces of a position.
fn letters<const N: usize>(
    positions: &[[Face; N]],
    facelets: &[[usize; N]],
    position: [Face; N],
    colors: &[Face; 54],
) -> String {
    let index = positions.iter().position(|faces| position.iter().all(|face| faces.contains(face)));
    let index = index.expect("both orders name the same positions");
    let letter = |face| {
        let n = positions[index].iter().position(|&sticker| sticker == face).expect("the same faces");
        colors[facelets[index][n]].letter()
    };
    position.into_iter().map(letter).collect()
}
