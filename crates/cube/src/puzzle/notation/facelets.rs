//! Facelets: one letter per facelet, faces in the order U R F D L B, rows from the top left.
//!
//! The reader accepts 54 letters `URFDLB` (24 for a 2×2×2) in upper or lower case and skips white space and commas. Instead of
//! letters it accepts six other signs, such as the initials of colors (`WRGYOB`) or digits: the center of a face is its sign. The
//! writer uses upper case, without spaces.

use super::AnyState;
use super::error::{NotationError, characters};
use crate::puzzle::cube3::Setup;
use crate::puzzle::turn::Face;

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<AnyState, NotationError> {
    let facelets = faces(text)?;
    AnyState::from_facelets(&facelets).ok_or_else(|| wrong_count(facelets.len()))?.map_err(NotationError::from)
}

/// Reads a 3×3×3 that may be unreachable.
pub(super) fn setup(text: &str) -> Result<Setup, NotationError> {
    let facelets = faces(text)?;
    let colors = facelets.as_slice().try_into().map_err(|_| wrong_count(facelets.len()))?;
    Ok(Setup::from_colors(colors))
}

fn wrong_count(count: usize) -> NotationError {
    NotationError::whole(format!("found {count} facelets, expected 54 (or 24 for a 2×2×2)"))
}

fn faces(text: &str) -> Result<Vec<Face>, NotationError> {
    let signs: Vec<_> = characters(text).filter(|(_, sign)| !sign.is_whitespace() && *sign != ',').collect();
    if let Some(facelets) = by_centers(&signs.iter().map(|(_, sign)| sign.to_ascii_uppercase()).collect::<Vec<_>>()) {
        return Ok(facelets);
    }
    let mut facelets = Vec::with_capacity(54);
    for (place, character) in signs {
        let face = Face::from_letter(character).ok_or_else(|| {
            let letter = character.escape_debug();
            NotationError::with_place(place, format!("found \"{letter}\", expected a facelet U R F D L B"))
        })?;
        facelets.push(face);
    }
    Ok(facelets)
}

/// Returns the faces of 54 signs, six different ones of which are the centers; `None` if they are the letters of faces, or others.
fn by_centers(signs: &[char]) -> Option<Vec<Face>> {
    let is_sign = |sign: &char| sign.is_ascii_alphanumeric();
    if signs.len() != 54 || !signs.iter().all(is_sign) || signs.iter().all(|sign| Face::from_letter(*sign).is_some()) {
        return None;
    }
    let centers: Vec<char> = signs.iter().skip(4).step_by(9).copied().collect();
    let is_repeated = |(place, sign): (usize, &char)| centers[..place].contains(sign);
    if centers.iter().enumerate().any(is_repeated) {
        return None;
    }
    signs.iter().map(|sign| Some(Face::ALL[centers.iter().position(|center| center == sign)?])).collect()
}
