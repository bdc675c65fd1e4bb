//! Reading facelets of a 3×3×3 or 2×2×2 from text: one letter or other sign per facelet, faces in the order U R F D L B or another that
//! stands in front. `recognize` finds colors and orders by functions of this file. `net` and `stickers` read other shapes, `state` writes
//! facelets. The facelets of each piece are in `puzzle::cube3::facelets`.
//!
//! The reader accepts 54 letters `URFDLB` (24 for a 2×2×2) in upper or lower case and skips white space and commas. It also accepts
//!
//! * six other signs for the faces of a 3×3×3, such as the initials of colors or digits: the center of a face is its sign;
//! * the initials `WRGYOB` of the colors of a 2×2×2, in the World Cube Association's scheme;
//! * another [order](FaceletOrder), which stands in front: `ULFRBD: …` or `rows: …`;
//! * a [net](net);
//! * the [stickers](stickers) of a 3×3×3 by their numbers, 0 to 53 or 1 to 54.
//!
//! The writer uses upper case, without spaces.

use super::error::{NotationError, characters, refuse_text};
use super::net::Row;
use super::{FaceletOrder, Reading, faces, net, stickers};
use crate::puzzle::Face;

/// Reads a cube of either size. The error of one that does not exist names the orders in which it does, unless its order is stated.
pub(super) fn read(text: &str) -> Result<Reading, NotationError> {
    let (stated, body) = stated_order(text).map_or((None, text.into()), |(order, body)| (Some(order), body));
    if stickers::are_numbers(&body) {
        return stickers::read(&body, stated.unwrap_or(FaceletOrder::DEFAULT));
    }
    if let Some(rows) = net::signs(&body) {
        return match stated {
            Some(order @ FaceletOrder::Faces(_)) => refuse_text(format!(
                "a net has its rows in the order of an unfolded cube, not its faces in the order {order}"
            )),
            _ => in_order(&rows?, FaceletOrder::Rows),
        };
    }
    let signs: Row = characters(&body).filter(|(_, sign)| !sign.is_whitespace() && *sign != ',').collect();
    match in_order(&signs, stated.unwrap_or(FaceletOrder::DEFAULT)) {
        reading if stated.is_some() => reading,
        Ok(reading) => Ok(reading.explained_by(move |unreachable, _| with_orders(unreachable.into(), &signs))),
        Err(error) => Err(with_orders(error, &signs)),
    }
}

/// Returns the order that stands in front of a text, and the text with spaces in its place.
pub(super) fn stated_order(text: &str) -> Option<(FaceletOrder, String)> {
    let (word, rest) = text.split_once(':')?;
    Some((word.trim().parse().ok()?, " ".repeat(word.chars().count() + 1) + rest))
}

/// Reads signs that are in an order.
fn in_order(signs: &Row, order: FaceletOrder) -> Result<Reading, NotationError> {
    let size = if signs.len() == 24 { 2 } else { 3 };
    let has_all = signs.len() == 6 * size * size;
    let places = if has_all { order.places(size) } else { (0..signs.len()).collect() };
    let letters: Vec<char> = places.iter().map(|&place| signs[place].1).collect();
    let face_of = sign_reader(&letters);
    if let Some((place, sign)) = signs.iter().find(|(_, sign)| face_of(*sign).is_none()) {
        let letter = sign.escape_debug();
        return Err(NotationError::with_place(*place, format!("found \"{letter}\", expected a facelet U R F D L B")));
    }
    if !has_all {
        let count = signs.len();
        return refuse_text(format!("a cube has 54 facelets (a 2×2×2 has 24), not {count}"));
    }
    Ok(Reading::new(letters.into_iter().filter_map(&face_of).collect::<Vec<_>>()))
}

/// Returns the error of signs in the default order, with the other orders in which they are a cube.
fn with_orders(mut error: NotationError, signs: &Row) -> NotationError {
    // Letters of faces may say their own order.
    let centers: String = signs.iter().skip(4).step_by(9).map(|(_, center)| *center).collect();
    let mut orders: Vec<FaceletOrder> = centers.parse().into_iter().chain(FaceletOrder::others()).collect();
    let is_cube = |order| in_order(signs, order).is_ok_and(|reading| reading.state().is_ok());
    orders.retain(|order| is_cube(*order));
    orders.dedup();
    if let [first, ..] = orders[..] {
        let names: Vec<String> = orders.iter().map(FaceletOrder::to_string).collect();
        let noun = if names.len() == 1 { "order" } else { "orders" };
        let names = names.join(", ");
        error.message +=
            &format!("; it is a cube in the {noun} {names}: if that is meant, write \"{first}: \" in front");
    }
    error
}

/// Returns the meaning of the signs of a text: letters of faces, six other signs by their centers, or initials of colors.
fn sign_reader(signs: &[char]) -> impl Fn(char) -> Option<Face> + use<> {
    let are_letters = signs.iter().all(|sign| Face::from_letter(*sign).is_some());
    let centers = distinct_centers(signs).filter(|_| !are_letters);
    let are_colors = signs.len() == 24 && signs.iter().all(|sign| faces::scheme_face(*sign).is_some());
    move |sign| match centers {
        Some(centers) => {
            centers.iter().position(|center| center.eq_ignore_ascii_case(&sign)).map(|place| Face::ALL[place])
        }
        None if are_colors => faces::scheme_face(sign),
        None => Face::from_letter(sign),
    }
}

/// Returns the centers of 54 signs if they are six different ones, and all signs are among them.
fn distinct_centers(signs: &[char]) -> Option<[char; 6]> {
    let is_complete = signs.len() == 54 && different_signs(signs) == 6;
    let centers = std::array::from_fn(|face| signs.get(9 * face + 4).map_or(' ', char::to_ascii_uppercase));
    (is_complete && different_signs(&centers) == 6).then_some(centers)
}

/// Returns the number of different letters and digits, in either case; none if there is another sign.
fn different_signs(signs: &[char]) -> usize {
    let is_first = |(place, sign): (usize, &char)| !signs[..place].iter().any(|other| other.eq_ignore_ascii_case(sign));
    if signs.iter().all(char::is_ascii_alphanumeric) {
        signs.iter().enumerate().filter(|sign| is_first(*sign)).count()
    } else {
        0
    }
}

/// Returns whether a text is certainly facelets in other signs than the letters of faces: as many of each as a cube has.
pub(super) fn are_colors(text: &str) -> bool {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace() && *sign != ',').collect();
    let count = |sign: char| signs.iter().filter(|other| other.eq_ignore_ascii_case(&sign)).count();
    let is_known = match signs.len() {
        54 => different_signs(&signs) == 6,
        24 => signs.iter().all(|sign| faces::scheme_face(*sign).is_some()),
        _ => false,
    };
    is_known
        && !signs.iter().all(|sign| Face::from_letter(*sign).is_some())
        && signs.iter().all(|sign| 6 * count(*sign) == signs.len())
}
