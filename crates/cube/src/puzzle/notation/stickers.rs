//! The reader of texts that give a 3×3×3 by the numbers of its 54 stickers, each the place of a sticker on the solved cube (the second
//! representation of G. R. Monteiro and D. S. Menasché). Colors are read in `facelets`. The numbers are not written as text.
//!
//! A number is the place of the sticker on the solved cube, from 0 or from 1, in the same order as the text itself. Spaces, commas and
//! brackets may separate them.

use super::error::{NotationError, refuse_text};
use super::{FaceletOrder, Reading};
use crate::puzzle::Face;
use crate::puzzle::cube3::{CORNER_FACELETS, EDGE_FACELETS};

/// Returns the numbers of 54 stickers from 0 on; `None` for another text.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let is_separator = |sign: char| sign.is_whitespace() || ",[]".contains(sign);
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let numbers: Vec<usize> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let first = *numbers.iter().min()?;
    let is_complete = first < 2 && numbers.len() == 54 && (first..first + 54).all(|number| numbers.contains(&number));
    is_complete.then(|| numbers.iter().map(|number| number - first).collect())
}

/// Returns whether a text has the number of each sticker once.
pub(super) fn are_numbers(text: &str) -> bool {
    numbers(text).is_some()
}

/// Reads the numbers of stickers in an order.
///
/// # Errors
/// If the stickers of a piece are not together.
pub(super) fn read(text: &str, order: FaceletOrder) -> Result<Reading, NotationError> {
    let numbers = numbers(text).expect("the caller asks for numbers");
    let places = order.places(3);
    let facelet_at = |place: usize| places.iter().position(|other| *other == place).expect("each place once");
    let homes: Vec<usize> = places.iter().map(|&place| facelet_at(numbers[place])).collect();
    let corners = CORNER_FACELETS.iter().map(<[usize; 3]>::as_slice);
    let pieces: Vec<&[usize]> = corners.chain(EDGE_FACELETS.iter().map(<[usize; 2]>::as_slice)).collect();
    let is_together = |position: &&&[usize]| {
        pieces.iter().any(|piece| {
            position.len() == piece.len() && position.iter().all(|&facelet| piece.contains(&homes[facelet]))
        })
    };
    if let Some(position) = pieces.iter().find(|position| !is_together(position)) {
        let found: Vec<String> = position.iter().map(|&facelet| numbers[places[facelet]].to_string()).collect();
        let found = found.join(", ");
        return refuse_text(format!("the stickers {found} (counted from 0) are on one piece, but belong to several"));
    }
    Ok(Reading::new(homes.into_iter().map(|home| Face::ALL[home / 9]).collect::<Vec<_>>()))
}
