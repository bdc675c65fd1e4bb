//! Facelets: one letter a facelet, faces in the order U R F D L B, rows from the top left.
//!
//! Read: 54 letters `URFDLB` (24 for a 2×2×2), capital or small, with white space anywhere. Written: capitals, in
//! one word.

use super::AnyState;
use super::error::{NotationError, characters};
use crate::puzzle::turn::Face;

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<AnyState, NotationError> {
    let mut facelets = Vec::with_capacity(54);
    for (place, character) in characters(text).filter(|(_, character)| !character.is_whitespace()) {
        let face = Face::from_letter(character).ok_or_else(|| {
            let found = character.escape_debug();
            NotationError::at(place, format!("found \"{found}\", expected a facelet U R F D L B"))
        })?;
        facelets.push(face);
    }
    let count = facelets.len();
    AnyState::from_facelets(&facelets)
        .ok_or_else(|| NotationError::whole(format!("found {count} facelets, expected 54 (or 24 for a 2×2×2)")))?
        .map_err(NotationError::from)
}
