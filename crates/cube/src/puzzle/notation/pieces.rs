//! Reading and writing the notation `pieces` of the 3×3×3 and the 2×2×2, that of the 2004 cube contest (T. Rokicki).
//!
//! Twenty pieces, each named by the faces of its stickers, in the order of the positions `UF UR UB UL DF DR DB DL FR FL
//! BR BL UFR URB UBL ULF DRF DFL DLB DBR`. For example, `RU` as the first piece means that the edge UR is at UF with
//! its R sticker on U. A 2×2×2 has the last eight only. The reader accepts upper and lower case, and skips white space and the colon that
//! begins a cube in the contest's files.
//! The writer uses upper case and separates pieces by one space.

use std::fmt;

use super::error::{NotationError, characters, refuse_text};
use super::{AnyState, Reading};
use crate::puzzle::cube3::{CORNER_FACELETS, CORNERS, EDGE_FACELETS, EDGES};
use crate::puzzle::turn::Face::{self, B, D, F, L, R, U};
use crate::puzzle::{Cube3, PuzzleKind, Setup, cube2};

/// The edge positions in this notation's order.
const EDGE_ORDER: [[Face; 2]; 12] =
    [[U, F], [U, R], [U, B], [U, L], [D, F], [D, R], [D, B], [D, L], [F, R], [F, L], [B, R], [B, L]];
/// The corner positions in this notation's order; their faces run counter-clockwise.
const CORNER_ORDER: [[Face; 3]; 8] =
    [[U, F, R], [U, R, B], [U, B, L], [U, L, F], [D, R, F], [D, F, L], [D, L, B], [D, B, R]];

/// The number of letters of the edges, and of the corners.
const LETTERS: usize = 24;

/// Returns the facelets in the order of the letters of some positions.
fn facelets<const N: usize>(
    order: &[[Face; N]],
    positions: &[[Face; N]],
    facelets: &[[usize; N]],
) -> impl Iterator<Item = usize> {
    order.iter().flat_map(move |faces| {
        let is_same = |position: &[Face; N]| faces.iter().all(|face| position.contains(face));
        let index = positions.iter().position(is_same).expect("both orders name the same positions");
        let number = move |face| positions[index].iter().position(|sticker| sticker == face).expect("the same faces");
        faces.iter().map(move |face| facelets[index][number(face)])
    })
}

/// Returns the facelet of each letter: those of the edges, then those of the corners.
fn letter_facelets() -> Vec<usize> {
    let edges = facelets(&EDGE_ORDER, &EDGES, &EDGE_FACELETS);
    edges.chain(facelets(&CORNER_ORDER, &CORNERS, &CORNER_FACELETS)).collect()
}

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<Reading, NotationError> {
    let (faces, order) = (faces(text)?, letter_facelets());
    let has_edges = faces.len() == 2 * LETTERS;
    if !has_edges && faces.len() != LETTERS {
        let count = faces.len();
        return refuse_text(format!("20 pieces have 48 letters (the 8 corners of a 2×2×2 have 24), not {count}"));
    }
    let mut colors = Cube3::SOLVED.colors();
    for (&facelet, &face) in order[2 * LETTERS - faces.len()..].iter().zip(&faces) {
        colors[facelet] = face;
    }
    let corners = || Reading::new(cube2::corner_colors(&Setup::from_colors(colors)));
    Ok(if has_edges { Reading::new(colors) } else { corners() })
}

fn faces(text: &str) -> Result<Vec<Face>, NotationError> {
    let mut faces = Vec::with_capacity(48);
    let mut letters = characters(text).filter(|(_, character)| !character.is_whitespace()).peekable();
    letters.next_if(|(_, character)| *character == ':');
    for (place, character) in letters {
        let face = Face::from_letter(character).ok_or_else(|| {
            let letter = character.escape_debug();
            NotationError::with_place(place, format!("found \"{letter}\", expected a sticker's face U R F D L B"))
        })?;
        faces.push(face);
    }
    Ok(faces)
}

/// A state, written as the pieces of the 2004 cube contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces(pub AnyState);

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colors = self.0.with_edges().colors();
        let letters: Vec<char> = letter_facelets().into_iter().map(|facelet| colors[facelet].letter()).collect();
        let (edges, corners) = letters.split_at(LETTERS);
        let edges = edges.chunks(2).filter(|_| self.0.kind() == PuzzleKind::Cube3);
        f.write_str(&edges.chain(corners.chunks(3)).map(String::from_iter).collect::<Vec<_>>().join(" "))
    }
}
