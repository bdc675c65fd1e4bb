//! Sequences of moves: WCA and SiGN notation, and the digit suffixes of the sources.
//!
//! Rotations, middle layers and wide turns are converted to face turns: see `layers.rs`.

use std::iter::Peekable;
use std::str::FromStr;

use super::error::{NotationError, TextPlace, characters, refuse, refuse_text};
use super::layers::{MovingLayer, Step, resolve};
use super::{Dialect, check_size};
use crate::puzzle::{Algorithm, Face, Symmetry};
use crate::text::with_line_feeds;

/// The maximum length of a sequence after expansion of groups; middle layers count three, wide turns two. At three
/// characters per turn, the written sequence stays within the size that is read.
pub const MAX_LENGTH: usize = 300_000;
const _: () = assert!(3 * MAX_LENGTH <= super::MAX_BYTES);
/// The maximum nesting of groups and brackets.
pub(crate) const MAX_NESTING: usize = 64;

/// Reads a sequence of moves, which may be empty.
///
/// | written | means |
/// |---|---|
/// | `R` `R+` | a face by 90° clockwise; the faces are U R F D L B |
/// | `R2` `R2'` | by 180° |
/// | `R'` `Ri` `R-` `R3` | by 90° counter-clockwise (`R3'` is `R`); also with `’`, `‘`, `′`, `´` and `` ` `` |
/// | `R1` | clockwise in the `contest` dialect, counter-clockwise in `sousa`; otherwise refused |
/// | `Rw` `r` | a face and the layer behind it, with the same suffixes (`contest`: `r` is the face `R`); no other letter takes a `w` |
/// | `M` `E` `S` | the middle layers; M turns like L, E like D, S like F |
/// | `x` `y` `z` | the whole cube; x turns like R, y like U, z like F |
/// | `2Rw` `3Rw` | two layers, as `Rw`, or the whole cube, as `x`; only as a word of its own |
/// | `(A)3` `(A)x3` `(A)'` | a group, repeated or inverted |
/// | `[A, B]` `[A: B]` | commutator `A B A' B'` and conjugate `A B A'`, repeated or inverted like a group |
///
/// `x` with a number above 2 is refused after a group and white space, because it can be a repetition or a rotation: `(A) x3`.
///
/// White space, pauses (`.`) and (outside brackets) commas may separate moves. `//` starts a comment to the end of the line.
///
/// The centers of a [`Cube3`](crate::Cube3) never move: rotations are converted to turns of other faces, and the remaining rotation at
/// the end is dropped. [`read_moves_and_rotation`] returns it.
///
/// # Errors
/// At the first unexpected character, and beyond [`MAX_LENGTH`], 64 nested groups and
/// [`MAX_BYTES`](super::MAX_BYTES).
///
/// ```
/// use evocube_cube::notation::{Dialect, read_moves};
/// assert_eq!(read_moves("(R U)2 x U", Dialect::Wca)?.to_string(), "R U R U F");
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
pub fn read_moves(text: &str, dialect: Dialect) -> Result<Algorithm, NotationError> {
    read_moves_and_rotation(text, dialect).map(|(moves, _)| moves)
}

/// Reads a sequence as [`read_moves`] does, and the rotation of the whole cube that it leaves.
///
/// # Errors
/// As [`read_moves`].
///
/// ```
/// use evocube_cube::notation::{Dialect, read_moves_and_rotation};
/// let (moves, rotation) = read_moves_and_rotation("R U Rw", Dialect::Wca)?;
/// assert_eq!((moves.to_string(), rotation.rotation_moves()), ("R U L".to_owned(), Some("x".to_owned())));
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
pub fn read_moves_and_rotation(text: &str, dialect: Dialect) -> Result<(Algorithm, Symmetry), NotationError> {
    read_steps(text, dialect).map(|steps| resolve(&steps))
}

/// Reads a scramble: a sequence of at least one move, and the rotation that it leaves.
pub(super) fn read_scramble(text: &str, dialect: Dialect) -> Result<(Algorithm, Symmetry), NotationError> {
    let steps = read_steps(text, dialect)?;
    if steps.is_empty() {
        return refuse_text("the scramble is empty: it has no moves");
    }
    Ok(resolve(&steps))
}

impl FromStr for Algorithm {
    type Err = NotationError;

    /// Reads a sequence as [`read_moves`] does, in the dialect [`Wca`](Dialect::Wca).
    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_moves(text, Dialect::Wca)
    }
}

/// A group or bracket that is still open.
struct OpenGroup {
    /// The place of the opening character.
    place: TextPlace,
    /// The closing character.
    closing: char,
    /// The number of steps before it.
    start: usize,
    /// For a bracket: `,` or `:` and the number of steps before it.
    separator: Option<(char, usize)>,
}

/// The signs of an inverse move.
pub(crate) const APOSTROPHES: [char; 6] = ['\'', '’', '‘', '′', '´', '`'];

/// Reads a text into steps. Open groups are kept on a stack of at most [`MAX_NESTING`], not in recursive calls.
struct Reader<I: Iterator<Item = (TextPlace, char)>> {
    characters: Peekable<I>,
    dialect: Dialect,
    steps: Vec<Step>,
    open: Vec<OpenGroup>,
    /// The end of the group before this place and the number of steps before the group, if nothing but white space follows it.
    closed: Option<(TextPlace, usize)>,
    /// Whether a word begins at this place.
    begins_word: bool,
}

fn read_steps(text: &str, dialect: Dialect) -> Result<Vec<Step>, NotationError> {
    check_size(text)?;
    let text = &*with_line_feeds(text);
    let (steps, open) = (Vec::new(), Vec::new());
    let mut reader =
        Reader { characters: characters(text).peekable(), dialect, steps, open, closed: None, begins_word: true };
    while let Some((place, character)) = reader.characters.next() {
        reader.read(place, character)?;
    }
    match reader.open.last() {
        None => Ok(reader.steps),
        Some(open) => {
            let opening = if open.closing == ')' { '(' } else { '[' };
            refuse(open.place, format!("\"{opening}\" is never closed: expected \"{}\"", open.closing))
        }
    }
}

impl<I: Iterator<Item = (TextPlace, char)>> Reader<I> {
    fn read(&mut self, place: TextPlace, character: char) -> Result<(), NotationError> {
        let separates = character.is_whitespace() || ".,:([".contains(character);
        let begins_word = std::mem::replace(&mut self.begins_word, separates);
        if character.is_whitespace() || character == '.' {
            return Ok(());
        }
        let closed = self.closed.take();
        match character {
            '/' if self.take(|next| next == '/').is_some() => while self.take(|next| next != '\n').is_some() {},
            '(' | '[' => {
                if self.open.len() == MAX_NESTING {
                    return refuse(place, format!("groups are nested more than {MAX_NESTING} deep"));
                }
                let closing = if character == '(' { ')' } else { ']' };
                self.open.push(OpenGroup { place, closing, start: self.steps.len(), separator: None });
            }
            ')' | ']' => self.close(place, character)?,
            ',' | ':' => match self.open.last_mut() {
                Some(open @ OpenGroup { closing: ']', separator: None, .. }) => {
                    open.separator = Some((character, self.steps.len()));
                }
                Some(OpenGroup { closing: ']', .. }) => return Err(self.unexpected(place, character)),
                _ if character == ',' => {}
                _ => return Err(self.unexpected(place, character)),
            },
            '2' | '3' if begins_word => {
                let letter = self.take(|next| next.is_ascii_uppercase() && Face::from_letter(next).is_some());
                let Some((_, letter)) = letter else { return Err(self.unexpected(place, character)) };
                let face = Face::from_letter(letter).expect("it is the letter of a face");
                if self.take(|next| next == 'w').is_none() {
                    let other = match character {
                        '2' => {
                            let middle = ["E'", "M'", "S", "E", "M", "S'"][face.index()];
                            format!("{letter}w for two layers, or {middle} for the middle one")
                        }
                        _ => {
                            let (whole, layer) =
                                (["y", "x", "z", "y'", "x'", "z'"][face.index()], face.opposite().letter());
                            format!("{whole} for the whole cube, or {layer}' for the layer opposite")
                        }
                    };
                    let sentence =
                        format!("\"{character}{letter}\" means different layers in different programs: write {other}");
                    return refuse(place, sentence);
                }
                let layer = if character == '2' { MovingLayer::Wide(face) } else { MovingLayer::Whole(face) };
                let quarters = self.suffix(letter)?;
                self.steps.extend(layer.steps(quarters));
                self.check_length(place, 0)?;
            }
            _ => {
                let Some(mut layer) = MovingLayer::from_letter(character, self.dialect) else {
                    return Err(self.unexpected(place, character));
                };
                if self.take(|next| next == 'w').is_some() {
                    layer = layer.widened(character).map_err(|message| NotationError::with_place(place, message))?;
                }
                if let ('x', Some((closed, start))) = (character, closed)
                    && self.is_repetition(closed, place)?
                {
                    return self.repeat(place, start);
                }
                let quarters = self.suffix(character)?;
                self.steps.extend(layer.steps(quarters));
                self.check_length(place, 0)?;
            }
        }
        Ok(())
    }

    /// Returns whether an `x` after a group is the sign of a repetition, as in `(R U)x3`. After white space `x2` is a rotation, and a
    /// larger number is refused.
    fn is_repetition(&mut self, closed: TextPlace, place: TextPlace) -> Result<bool, NotationError> {
        let is_attached = place == TextPlace { column: closed.column + 1, ..closed };
        match self.characters.peek() {
            Some(&(_, '0'..='9')) if is_attached => Ok(true),
            Some(&(_, digit @ '0'..='9')) if digit > '2' => {
                let digits = std::iter::from_fn(|| self.take(|next| next.is_ascii_digit()));
                let number: String = digits.map(|(_, digit)| digit).collect();
                refuse(
                    place,
                    format!(
                        "\"x{number}\" after a group can be a repetition or a rotation of the cube: write (…){number} to \
                         repeat the group, or the rotation in parentheses, as in (x2)"
                    ),
                )
            }
            _ => Ok(false),
        }
    }

    /// Consumes the next character if `accepts` accepts it.
    fn take(&mut self, accepts: impl Fn(char) -> bool) -> Option<(TextPlace, char)> {
        self.characters.next_if(|&(_, character)| accepts(character))
    }

    /// Reads the suffix of a letter. Returns the quarter turns clockwise, 1 to 3.
    fn suffix(&mut self, letter: char) -> Result<u32, NotationError> {
        if self.take(|next| next == '+').is_some() {
            return Ok(1);
        }
        if self.take(|next| next == '-').is_some() {
            return Ok(3);
        }
        let quarters = match self.take(|next| matches!(next, '1'..='3')) {
            None => 1,
            Some((_, '2')) => 2,
            Some((_, '3')) => 3,
            Some((place, _)) => {
                return match self.dialect {
                    Dialect::Contest => Ok(1),
                    Dialect::Sousa => Ok(3),
                    Dialect::Wca => refuse(
                        place,
                        format!(
                            "\"{letter}1\" is ambiguous: give --dialect sousa (counter-clockwise) or \
                             --dialect contest (clockwise)"
                        ),
                    ),
                };
            }
        };
        let inverted = self.take(|next| APOSTROPHES.contains(&next) || next == 'i').is_some();
        Ok(if inverted { 4 - quarters } else { quarters })
    }

    /// Closes the innermost group or bracket and expands it.
    fn close(&mut self, place: TextPlace, character: char) -> Result<(), NotationError> {
        let Some(open) = self.open.pop_if(|open| open.closing == character) else {
            return Err(self.unexpected(place, character));
        };
        let start = open.start;
        if character == ']' {
            let Some((separator, middle)) = open.separator else {
                return refuse(
                    place,
                    "a bracket without \",\" or \":\": expected [A, B] for a commutator or [A: B] for a conjugate",
                );
            };
            let end = self.steps.len();
            self.check_length(place, end - start)?;
            self.append_inverse(start, middle);
            if separator == ',' {
                self.append_inverse(middle, end);
            }
        }
        self.repeat(place, start)
    }

    /// Repeats and inverts the steps from one on, as the text says after a group.
    fn repeat(&mut self, place: TextPlace, start: usize) -> Result<(), NotationError> {
        let repetitions = self.count()?;
        let count = repetitions.unwrap_or(1);
        let length = self.steps.len() - start;
        self.check_length(place, length.saturating_mul(count - 1))?;
        if length > 0 {
            for _ in 1..count {
                self.steps.extend_from_within(start..start + length);
            }
        }
        if self.take(|next| APOSTROPHES.contains(&next)).is_some() {
            self.invert_from(start);
        } else if repetitions.is_none() {
            self.closed = Some((place, start));
        }
        Ok(())
    }

    fn append_inverse(&mut self, start: usize, end: usize) {
        let end_of_all = self.steps.len();
        self.steps.extend_from_within(start..end);
        self.invert_from(end_of_all);
    }

    fn invert_from(&mut self, start: usize) {
        self.steps[start..].reverse();
        self.steps[start..].iter_mut().for_each(|step| *step = step.inverse());
    }

    /// Reads the number of repetitions of a group, if there is one.
    fn count(&mut self) -> Result<Option<usize>, NotationError> {
        let Some(&(place, _)) = self.characters.peek() else { return Ok(None) };
        let mut count = None;
        while let Some(digit) = self.take(|next| next.is_ascii_digit()).and_then(|(_, digit)| digit.to_digit(10)) {
            let digit = usize::try_from(digit).expect("a digit");
            count = Some(count.unwrap_or(0usize).saturating_mul(10).saturating_add(digit));
        }
        match count {
            Some(0) => refuse(place, "a group cannot be repeated 0 times"),
            count => Ok(count),
        }
    }

    /// Checks that the sequence may have this number of additional steps.
    fn check_length(&self, place: TextPlace, more: usize) -> Result<(), NotationError> {
        if self.steps.len().saturating_add(more) > MAX_LENGTH {
            return refuse(place, format!("the sequence is longer than {MAX_LENGTH} turns when written out"));
        }
        Ok(())
    }

    fn unexpected(&self, place: TextPlace, character: char) -> NotationError {
        let closing = match self.open.last() {
            None => String::new(),
            Some(OpenGroup { closing: ']', separator: None, .. }) => " or \",\" or \":\"".to_owned(),
            Some(open) => format!(" or \"{}\"", open.closing),
        };
        NotationError::with_place(
            place,
            format!(
                "found \"{}\", expected a face U R F D L B, a wide turn like Rw or r, a middle layer M E S, a rotation \
                 x y z, a group ( … ) or a bracket [ … ]{closing}",
                character.escape_debug()
            ),
        )
    }
}
