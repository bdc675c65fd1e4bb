//! [`recognize`]: the most likely [`Format`] of a text, before it is read. The reader of the format may still refuse the text.
//! [`separated_facelets`] finds facelets that are taken for moves.

use super::{Format, facelets, faces, net, stickers};
use crate::puzzle::{Face, PuzzleKind};
use crate::text::normalized;

/// The minimum length of a word that is recognized as facelets or pieces even if its length is wrong. A word of that
/// many moves would contain a `2` or `'`.
const LONG: usize = 40;

/// Returns the most likely format of a text, to which error messages refer. The first rule that applies decides:
///
/// * `{` first: `json`;
/// * an unfolded cube, an order of faces such as `ULFRBD:` first, or as many of each sign as a cube has of its colors: `facelets`;
/// * 54 digits, or the numbers of 54 stickers: `facelets`;
/// * a first line of digits alone, or a face's name on its own line: `faces`;
/// * `:` first: `pieces`, as in the contest's files;
/// * only letters, not 54 of them, in at least eight words of two or three letters, none of which ends in `w`: `pieces`;
/// * only letters, with a word of one letter: `moves`;
/// * only letters, 48 of them: `pieces`;
/// * only letters, 54 of them, or 24 (four of each face, unless a 2×2×2 is expected), or with a word of at least 40:
///   `facelets`;
/// * one word of at least 40 characters, all but one of them letters: `facelets`;
/// * otherwise: `moves`.
///
/// ```
/// use evocube_cube::notation::{Format, recognize};
/// assert_eq!(recognize("R U2 F'", None), Format::Moves);
/// assert_eq!(recognize("{}", None), Format::Json);
/// ```
pub fn recognize(text: &str, puzzle: Option<PuzzleKind>) -> Format {
    let text = &*normalized(text);
    let is_net = net::is_net(text);
    let text = text.trim();
    if text.starts_with('{') {
        return Format::Json;
    }
    let signs = || text.chars().filter(|sign| !sign.is_whitespace());
    let are_digits = signs().all(|sign| sign.is_ascii_digit()) && signs().count() == 54;
    let is_listed = facelets::are_colors(text) || stickers::are_numbers(text) || are_digits;
    if is_net || is_listed || facelets::stated_order(text).is_some() {
        return Format::Facelets;
    }
    if text.lines().next().is_some_and(|first| first.trim().chars().all(|sign| sign.is_ascii_digit()))
        || text.lines().any(|line| faces::face_named(line.trim()).is_some())
    {
        return Format::Faces;
    }
    if text.starts_with(':') {
        return Format::Pieces;
    }
    let words = || text.split_whitespace();
    let only_letters = text.chars().all(|character| character.is_whitespace() || character.is_alphabetic());
    if !only_letters {
        // A long word with one wrong character is a mistake in facelets; moves without spaces have many such
        // characters.
        let signs = text.chars().filter(|character| !character.is_alphabetic()).count();
        return if signs == 1 && words().count() == 1 && text.chars().count() >= LONG {
            Format::Facelets
        } else {
            Format::Moves
        };
    }
    let letters: usize = words().map(|word| word.chars().count()).sum();
    let shortest = words().map(|word| word.chars().count()).min().unwrap_or(0);
    let longest = words().map(|word| word.chars().count()).max().unwrap_or(0);
    let wide = words().any(|word| word.ends_with('w'));
    if words().count() >= 8 && (2..=3).contains(&shortest) && longest <= 3 && !wide && letters != 54 {
        Format::Pieces
    } else if shortest < 2 {
        Format::Moves
    } else if letters == 48 {
        Format::Pieces
    } else {
        let small = letters == 24 && (puzzle == Some(PuzzleKind::Cube2) || four_of_each(text));
        if letters == 54 || small || longest >= LONG { Format::Facelets } else { Format::Moves }
    }
}

/// Returns the number of letters of a text that is recognized as moves, but is also the facelets of a cube, separated by white
/// space or commas: 54, or 24 with four of each face; and whether they are facelets alone, since each center is the letter of its
/// face. `None` for other texts.
pub(super) fn separated_facelets(text: &str) -> Option<(usize, bool)> {
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',').collect();
    let is_state = letters.len() == 54 || letters.len() == 24 && four_of_each(&letters);
    (is_state && letters.chars().all(|letter| Face::from_letter(letter).is_some())).then(|| {
        let centers: String = letters.chars().skip(4).step_by(9).collect();
        (letters.len(), letters.len() == 54 && centers.eq_ignore_ascii_case("URFDLB"))
    })
}

/// Returns whether each face's letter occurs four times.
fn four_of_each(text: &str) -> bool {
    "URFDLB".chars().all(|face| text.chars().filter(|letter| letter.eq_ignore_ascii_case(&face)).count() == 4)
}
