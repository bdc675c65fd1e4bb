//! Facelets: one letter per facelet, faces in the order U R F D L B, rows from the top left.
//!
//! The reader accepts 54 letters `URFDLB` (24 for a 2×2×2) in upper or lower case and skips white space and commas. It also accepts
//!
//! * six other signs for the faces of a 3×3×3, such as the initials of colors or digits: the center of a face is its sign;
//! * the initials `WRGYOB` of the colors of a 2×2×2, in the World Cube Association's scheme;
//! * faces in another order, which stands in front: `ULFRBD: …`;
//! * a [net](net).
//!
//! The writer uses upper case, without spaces.

use super::error::{NotationError, TextPlace, characters, refuse_text};
use super::{Reading, faces, net};
use crate::puzzle::{Face, Reason, Unreachable};

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<Reading, NotationError> {
    let facelets = facelets(text)?;
    if ![54, 24].contains(&facelets.len()) {
        let count = facelets.len();
        return refuse_text(format!("a cube has 54 facelets (a 2×2×2 has 24), not {count}"));
    }
    let is_ordered = stated_order(text).is_some() || net::is_net(text);
    let reading = Reading::new(facelets);
    Ok(if is_ordered { reading } else { reading.explained_by(with_order) })
}

/// Returns the error, with advice if six different centers are on the wrong faces.
fn with_order(unreachable: Unreachable, facelets: &[Face]) -> NotationError {
    let mut error = NotationError::from(unreachable);
    let centers: String = facelets.iter().skip(4).step_by(9).map(|center| center.letter()).collect();
    if error.reasons.iter().any(|reason| [Reason::MisplacedCenters, Reason::MirroredCenters].contains(reason)) {
        error.message = format!(
            "the centers are {centers}, not URFDLB: if the faces are in this order, write \"{centers}: \" in front of them"
        );
    }
    error
}

/// Returns the six faces that a word names, each once.
fn order_of(word: &str) -> Option<Vec<Face>> {
    let order: Vec<Face> = word.chars().map(Face::from_letter).collect::<Option<_>>()?;
    (order.len() == 6 && Face::ALL.iter().all(|face| order.contains(face))).then_some(order)
}

/// Returns the order of faces that stands in front of a text, and the number of characters before the first face.
pub(super) fn stated_order(text: &str) -> Option<(Vec<Face>, usize)> {
    let (word, _) = text.split_once(':')?;
    Some((order_of(word.trim())?, word.chars().count() + 1))
}

/// Returns the signs of facelets, with their places.
fn signs(text: &str, offset: usize) -> Result<Vec<(TextPlace, char)>, NotationError> {
    let is_sign = |sign: &(TextPlace, char)| !sign.1.is_whitespace() && sign.1 != ',';
    let row_signs = || Ok(characters(text).skip(offset).filter(is_sign).collect());
    if offset == 0 { net::signs(text).unwrap_or_else(row_signs) } else { row_signs() }
}

/// Returns the faces of the facelets of a text, in the order of [`Face::ALL`].
fn facelets(text: &str) -> Result<Vec<Face>, NotationError> {
    let (order, offset) = stated_order(text).unwrap_or_else(|| (Face::ALL.to_vec(), 0));
    let signs = signs(text, offset)?;
    let letters: Vec<char> = signs.iter().map(|(_, sign)| *sign).collect();
    let face_of = sign_reader(&letters, &order);
    let mut facelets = Vec::with_capacity(54);
    for (place, sign) in signs {
        let face = face_of(sign).ok_or_else(|| {
            let letter = sign.escape_debug();
            NotationError::with_place(place, format!("found \"{letter}\", expected a facelet U R F D L B"))
        })?;
        facelets.push(face);
    }
    if offset == 0 || facelets.len() % 6 != 0 {
        return Ok(facelets);
    }
    let size = facelets.len() / 6;
    let place_of =
        |face: &Face| order.iter().position(|other| other == face).expect("each face stands in an order once");
    Ok(Face::ALL.iter().flat_map(|face| facelets[size * place_of(face)..][..size].iter().copied()).collect())
}

/// Returns the meaning of the signs of a text: letters of faces, six other signs by their centers, or initials of colors.
fn sign_reader(signs: &[char], order: &[Face]) -> impl Fn(char) -> Option<Face> {
    let centers = distinct_centers(signs).filter(|_| !signs.iter().all(|sign| Face::from_letter(*sign).is_some()));
    let are_colors = signs.len() == 24 && signs.iter().all(|sign| faces::scheme_face(*sign).is_some());
    move |sign| match &centers {
        Some(centers) => centers.iter().position(|center| center.eq_ignore_ascii_case(&sign)).map(|place| order[place]),
        None if are_colors => faces::scheme_face(sign),
        None => Face::from_letter(sign),
    }
}

/// Returns the centers of 54 signs if they are six different ones, and all signs are among them.
fn distinct_centers(signs: &[char]) -> Option<Vec<char>> {
    let centers: Vec<char> = signs.iter().skip(4).step_by(9).map(char::to_ascii_uppercase).collect();
    let is_repeated = |(place, sign): (usize, &char)| centers[..place].contains(sign);
    let is_center = |sign: &char| sign.is_ascii_alphanumeric() && centers.contains(&sign.to_ascii_uppercase());
    (signs.len() == 54 && signs.iter().all(is_center) && !centers.iter().enumerate().any(is_repeated))
        .then_some(centers)
}

/// Returns whether a text is certainly facelets in other signs than the letters of faces: as many of each as a cube has.
pub(super) fn are_colors(text: &str) -> bool {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace() && *sign != ',').collect();
    let count = |sign: char| signs.iter().filter(|other| other.eq_ignore_ascii_case(&sign)).count();
    let is_known = match signs.len() {
        54 => distinct_centers(&signs).is_some(),
        24 => signs.iter().all(|sign| faces::scheme_face(*sign).is_some()),
        _ => false,
    };
    is_known
        && !signs.iter().all(|sign| Face::from_letter(*sign).is_some())
        && signs.iter().all(|sign| 6 * count(*sign) == signs.len())
}
