//! Reading and writing the notation `faces`: the file of B. L. Sousa's paper, six faces with a letter for each color. Its names of faces
//! are also used by `recognize`, its colors by `facelets`.
//!
//! ```text
//! 3
//! Front
//! G G G
//! G G G
//! G G G
//! Left
//! O O O
//! …
//! ```
//!
//! Line 1 is the size, 3 or 2. Then come the faces Front, Left, Right, Back, Up and Down in any order, each with as
//! many rows of as many letters B G O R W Y. A row is read as in the unfolded net: Up above Front, Down below it, and
//! Left, Front, Right, Back side by side, each seen from outside. The reader accepts upper and lower case, optional
//! spaces between colors, and blank lines anywhere.
//!
//! The centers define the color of each face. A 2×2×2, which has none, and every written file have the World Cube
//! Association's scheme: Up white, Front green, Right red, Down yellow, Left orange, Back blue. A 2×2×2 may be in any
//! orientation.

use std::fmt;

use super::error::{NotationError, TextPlace, quoted, refuse, refuse_line, refuse_text};
use super::{AnyState, Reading};
use crate::puzzle::{Face, HeldState, Reason, Unreachable};

/// The faces by name, in the order of written files.
const NAMES: [(&str, Face); 6] =
    [("Front", Face::F), ("Left", Face::L), ("Right", Face::R), ("Back", Face::B), ("Up", Face::U), ("Down", Face::D)];

/// The colors of the faces, in the order of [`Face::ALL`].
const SCHEME: [char; 6] = ['W', 'R', 'G', 'Y', 'O', 'B'];

const ORDINALS: [&str; 3] = ["first", "second", "third"];

/// Returns the face of a name, in either case.
pub(super) fn face_named(word: &str) -> Option<Face> {
    NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|&(_, face)| face)
}

fn name_of(face: Face) -> &'static str {
    NAMES.iter().find(|&&(_, named)| named == face).expect("every face has a name").0
}

/// Reads a cube of either size.
pub(super) fn read(text: &str) -> Result<Reading, NotationError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((line, size)) = lines.next() else {
        return refuse_text("the file is empty: expected the size, 3 or 2, in line 1");
    };
    let size = match size.trim() {
        "3" => 3,
        "2" => 2,
        first_word => {
            return refuse_line(line, format!("found {}, expected the size, 3 or 2", quoted(first_word)));
        }
    };
    let mut faces: [Option<Vec<char>>; 6] = Default::default();
    let mut last_face: Option<Face> = None;
    while let Some((line, word)) = lines.next() {
        let word = word.trim();
        let Some(face) = face_named(word) else {
            return Err(no_face(line, word, size, last_face));
        };
        if faces[face.index()].is_some() {
            return refuse_line(line, format!("face {} occurs a second time", name_of(face)));
        }
        let mut letters = Vec::with_capacity(size * size);
        for row in 0..size {
            match lines.next() {
                Some((line, text)) if face_named(text.trim()).is_none() => {
                    read_row(line, text, face, row, size, &mut letters)?;
                }
                next => {
                    let message = format!("face {} has {row} rows instead of {size}", name_of(face));
                    return refuse_line(next.map_or(line + row, |(line, _)| line), message);
                }
            }
        }
        faces[face.index()] = Some(letters);
        last_face = Some(face);
    }
    let missing: Vec<_> =
        NAMES.iter().filter(|(_, face)| faces[face.index()].is_none()).map(|&(name, _)| name).collect();
    if !missing.is_empty() {
        let (noun, verb) = if missing.len() == 1 { ("face", "is") } else { ("faces", "are") };
        return refuse_text(format!("{noun} {} {verb} missing", missing.join(", ")));
    }
    let letters: Vec<char> = faces.into_iter().flatten().flatten().collect();
    faces_of(&letters, size)
}

/// Returns the error for a line that should be the name of a face.
fn no_face(line: usize, word: &str, size: usize, last_face: Option<Face>) -> NotationError {
    let only_colors = word.chars().all(|letter| letter.is_whitespace() || color(letter).is_some());
    let message = match (last_face, word.chars().next()) {
        (Some(face), Some(letter)) if only_colors => {
            format!("face {} has more than {} letters: found \"{letter}\"", name_of(face), size * size)
        }
        _ => {
            let names = NAMES.map(|(name, _)| name).join(", ");
            format!("face {} is not one of {names}", quoted(word))
        }
    };
    NotationError::with_line(line, message)
}

fn read_row(
    line: usize,
    text: &str,
    face: Face,
    row: usize,
    size: usize,
    letters: &mut Vec<char>,
) -> Result<(), NotationError> {
    let (name, ordinal) = (name_of(face), ORDINALS[row]);
    let mut count = 0;
    for (column, letter) in (1..).zip(text.chars()).filter(|(_, letter)| !letter.is_whitespace()) {
        let place = TextPlace { line, column };
        let Some(color) = color(letter) else {
            let letter = letter.escape_debug();
            return refuse(place, format!("found \"{letter}\", expected a color B G O R W Y"));
        };
        if count == size {
            return refuse(
                place,
                format!("the {ordinal} row of face {name} has more than {size} letters: found \"{letter}\""),
            );
        }
        letters.push(color);
        count += 1;
    }
    if count < size {
        let message = format!("the {ordinal} row of face {name} has {count} letters instead of {size}");
        return refuse_line(line, message);
    }
    Ok(())
}

/// Returns the color of a letter in either case, as a capital.
fn color(letter: char) -> Option<char> {
    SCHEME.into_iter().find(|color| color.eq_ignore_ascii_case(&letter))
}

/// Returns the home face of a color in either case in the World Cube Association's scheme.
pub(super) fn scheme_face(letter: char) -> Option<Face> {
    SCHEME.iter().position(|color| color.eq_ignore_ascii_case(&letter)).map(|place| Face::ALL[place])
}

/// Reads the letters of all facelets, faces in the order of [`Face::ALL`]: each becomes the home face of its color.
fn faces_of(letters: &[char], size: usize) -> Result<Reading, NotationError> {
    let scheme = if size == 3 { std::array::from_fn(|face| letters[9 * face + 4]) } else { SCHEME };
    let face_of = |letter: &char| Face::ALL.into_iter().find(|face| scheme[face.index()] == *letter);
    if SCHEME.iter().any(|color| face_of(color).is_none()) {
        return Err(Unreachable { reasons: vec![Reason::Centers] }.into());
    }
    let facelets: Vec<Face> = letters.iter().map(|letter| face_of(letter).expect("every color has a face")).collect();
    Ok(Reading::new(facelets).explained_by(move |unreachable, _| named(unreachable, scheme)))
}

/// Returns the error with all reasons, and a legend of the colors where reasons name colors by faces.
fn named(unreachable: Unreachable, scheme: [char; 6]) -> NotationError {
    let colors_named = unreachable.reasons.iter().any(|reason| {
        matches!(reason, Reason::Count { .. } | Reason::NoSuchPiece { .. } | Reason::MirroredCorner { .. })
    });
    let mut error = NotationError::from(unreachable);
    if colors_named {
        let legend = Face::ALL.map(|face| format!("{face} = {}", scheme[face.index()])).join(", ");
        error.message = format!("{} (colors: {legend})", error.message);
    }
    error
}

/// A state as it lies, written as the file of B. L. Sousa's paper, with a line break at the end of every line but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces(pub HeldState<AnyState>);

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facelets = self.0.facelets();
        let size = if facelets.len() == 54 { 3 } else { 2 };
        write!(f, "{size}")?;
        for (name, face) in NAMES {
            write!(f, "\n{name}")?;
            for row in facelets[size * size * face.index()..][..size * size].chunks_exact(size) {
                let letters: Vec<_> = row.iter().map(|color| SCHEME[color.index()].to_string()).collect();
                write!(f, "\n{}", letters.join(" "))?;
            }
        }
        Ok(())
    }
}
