//! Reading sequences of moves of the cubes, at most [`MAX_LENGTH`] when written out: WCA and SiGN notation, groups, brackets, moves on the
//! inverse (NISS), and the digit suffixes of B. L. Sousa's paper and the 2004 cube contest. Moves of middle layers and of the whole cube
//! are converted in `layers`. Those of file-defined puzzles are read in `spec::reading`.
//!
//! Rotations, middle layers and wide turns are converted to face turns: see `layers.rs`.

use std::iter::Peekable;
use std::str::FromStr;

use super::error::{NotationError, TextPlace, characters, refuse, refuse_text};
use super::layers::{MovingLayer, Step, resolve};
use super::{Dialect, check_size};
use crate::puzzle::{Algorithm, Face, HeldMoves};
use crate::text::normalized;

/// The maximum length of a sequence after expansion of groups; middle layers count three, wide turns two. At three
/// characters per turn, the written sequence stays within the size that is read.
pub const MAX_LENGTH: usize = 300_000;
const _: () = assert!(3 * MAX_LENGTH <= super::MAX_BYTES);
/// The maximum nesting of groups and brackets.
pub(crate) const MAX_NESTING: usize = 64;

/// Reads a sequence of moves, which may be empty, and the rotation of the whole cube that it leaves.
///
/// | written | means |
/// |---|---|
/// | `R` `R+` | a face by 90° clockwise; the faces are U R F D L B |
/// | `R2` `R2'` | by 180° |
/// | `R'` `Ri` `R-` `R3` | by 90° counter-clockwise (`R3'` is `R`); also with other [apostrophes](crate::text::normalized) |
/// | `R5` `R10'` | by so many quarter turns, 2 or more |
/// | `R1` | clockwise in the `contest` dialect, counter-clockwise in `sousa`; otherwise refused |
/// | `Rw` `r` | a face and the layer behind it, with the same suffixes (`contest`: `r` is the face `R`); no other letter takes a `w` |
/// | `M` `E` `S` | the middle layers; M turns like L, E like D, S like F |
/// | `x` `y` `z` | the whole cube; x turns like R, y like U, z like F |
/// | `2Rw` | two layers, as `Rw`; only as a word of its own |
/// | `(A)3` `(A)x3` `(A)×3` `(A)'` | a group, repeated or inverted |
/// | `[A, B]` `[A: B]` | commutator `A B A' B'` and conjugate `A B A'`, repeated or inverted like a group |
/// | `^(A)` | moves on the inverse scramble (NISS), outside groups; in the dialect `niss` `(A)`, too |
///
/// Refused is what different programs read differently: `x` with a number above 2 after moves, a repetition or a rotation (`R U x3`);
/// `U3Rw`, which is U3 Rw or U 3Rw; `2R` and `3Rw`.
///
/// White space, pauses (`.`), `_` and (outside brackets) commas may separate moves. `//` starts a comment to the end of the line. Moves
/// on the inverse are performed at the end, inverted: `R ^(U F)` is `R F' U'`.
///
/// The centers of a [`Cube3`](crate::Cube3) never move: rotations are converted to turns of other faces.
///
/// # Errors
/// At the first unexpected character, and beyond [`MAX_LENGTH`], 64 nested groups and
/// [`MAX_BYTES`](super::MAX_BYTES).
///
/// ```
/// use evocube_cube::notation::{Dialect, read_moves};
/// let held = read_moves("(R U)2 x U", Dialect::Wca)?;
/// assert_eq!((held.moves.to_string(), held.to_string()), ("R U R U F".to_owned(), "R U R U F x".to_owned()));
/// # Ok::<(), evocube_cube::notation::NotationError>(())
/// ```
pub fn read_moves(text: &str, dialect: Dialect) -> Result<HeldMoves, NotationError> {
    read_steps(text, dialect).map(|(steps, _)| resolve(&steps))
}

/// Reads a scramble: a sequence of at least one move, and the rotation that it leaves.
pub(super) fn read_scramble(text: &str, dialect: Dialect) -> Result<HeldMoves, NotationError> {
    let (steps, has_moves) = read_steps(text, dialect)?;
    if !has_moves {
        return refuse_text("the scramble is empty: it has no moves");
    }
    Ok(resolve(&steps))
}

impl FromStr for Algorithm {
    type Err = NotationError;

    /// Reads a sequence as [`read_moves`] does, in the dialect [`Wca`](Dialect::Wca), without the rotation that it leaves.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_moves(text, Dialect::Wca).map(|held| held.moves)
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
    /// Whether its moves are on the inverse scramble.
    is_inverse: bool,
    /// For a bracket: `,` or `:` and the number of steps before it.
    separator: Option<(char, usize)>,
}

/// Reads a text into steps. Open groups are kept on a stack of at most [`MAX_NESTING`], not in recursive calls.
struct Reader<I: Iterator<Item = (TextPlace, char)>> {
    characters: Peekable<I>,
    dialect: Dialect,
    steps: Vec<Step>,
    /// The steps on the inverse scramble.
    inverse_steps: Vec<Step>,
    open: Vec<OpenGroup>,
    /// The end of the group before this place and the number of steps before the group, if nothing but white space follows it.
    closed: Option<(TextPlace, usize)>,
    /// Whether a word begins at this place.
    begins_word: bool,
    /// Whether a move was read.
    has_moves: bool,
}

/// Reads the steps of a text, and whether it has moves, of which there may be no steps, as in `R4`.
fn read_steps(text: &str, dialect: Dialect) -> Result<(Vec<Step>, bool), NotationError> {
    check_size(text)?;
    let text = &*normalized(text);
    let mut reader = Reader {
        characters: characters(text).peekable(),
        dialect,
        steps: Vec::new(),
        inverse_steps: Vec::new(),
        open: Vec::new(),
        closed: None,
        begins_word: true,
        has_moves: false,
    };
    while let Some((place, character)) = reader.characters.next() {
        reader.read(place, character)?;
    }
    if let Some(open) = reader.open.last() {
        let opening = if open.closing == ')' { '(' } else { '[' };
        return refuse(open.place, format!("\"{opening}\" is never closed: expected \"{}\"", open.closing));
    }
    let start = reader.steps.len();
    reader.steps.append(&mut reader.inverse_steps);
    reader.invert_from(start);
    Ok((reader.steps, reader.has_moves))
}

impl<I: Iterator<Item = (TextPlace, char)> + Clone> Reader<I> {
    fn read(&mut self, place: TextPlace, character: char) -> Result<(), NotationError> {
        let separates = character.is_whitespace() || "._,:([".contains(character);
        let begins_word = std::mem::replace(&mut self.begins_word, separates);
        if character.is_whitespace() || "._".contains(character) {
            return Ok(());
        }
        let closed = self.closed.take();
        match character {
            '/' if self.take(|next| next == '/').is_some() => while self.take(|next| next != '\n').is_some() {},
            '^' if self.open.is_empty() && self.take(|next| next == '(').is_some() => self.open(place, ')', true)?,
            '(' => self.open(place, ')', self.dialect == Dialect::Niss && self.open.is_empty())?,
            '[' => self.open(place, ']', false)?,
            ')' | ']' => self.close(place, character)?,
            ',' | ':' => match self.open.last_mut() {
                Some(open @ OpenGroup { closing: ']', separator: None, .. }) => {
                    open.separator = Some((character, self.steps.len()));
                }
                Some(OpenGroup { closing: ']', .. }) => return Err(self.unexpected(place, character)),
                _ if character == ',' => {}
                _ => return Err(self.unexpected(place, character)),
            },
            '×' => match (closed, self.characters.peek()) {
                (Some((_, start)), Some((_, '0'..='9'))) => self.repeat(place, start)?,
                _ => return refuse(place, "\"×\" repeats a group: write it as in (R U)×3"),
            },
            'x' if self.is_repetition(place, closed)? => self.repeat(place, closed.expect("a group").1)?,
            '2' | '3' if begins_word => self.read_wide(place, character)?,
            _ => {
                let Some(mut layer) = MovingLayer::from_letter(character, self.dialect) else {
                    return Err(self.unexpected(place, character));
                };
                if self.take(|next| next == 'w').is_some() {
                    layer = layer.widened(place, character)?;
                }
                self.turn(place, layer, character)?;
            }
        }
        Ok(())
    }

    /// Opens a group or bracket.
    fn open(&mut self, place: TextPlace, closing: char, is_inverse: bool) -> Result<(), NotationError> {
        if self.open.len() == MAX_NESTING {
            return refuse(place, format!("groups are nested more than {MAX_NESTING} deep"));
        }
        self.open.push(OpenGroup { place, closing, start: self.steps.len(), is_inverse, separator: None });
        Ok(())
    }

    /// Reads the rest of a move that begins with a number of layers, of which only `2Rw` is the same move in all programs.
    fn read_wide(&mut self, place: TextPlace, count: char) -> Result<(), NotationError> {
        let letter = self.take(|next| next.is_ascii_uppercase() && Face::from_letter(next).is_some());
        let Some((_, letter)) = letter else { return Err(self.unexpected(place, count)) };
        let face = Face::from_letter(letter).expect("it is the letter of a face");
        let whole = ["y", "x", "z", "y'", "x'", "z'"][face.index()];
        let sentence = match (count, self.take(|next| next == 'w')) {
            ('2', Some(_)) => return self.turn(place, MovingLayer::Wide(face), letter),
            ('2', None) => {
                let middle = ["E'", "M'", "S", "E", "M", "S'"][face.index()];
                let means = "means different layers in different programs";
                format!("\"2{letter}\" {means}: write {letter}w for two layers, or {middle} for the middle one")
            }
            (_, Some(_)) => {
                format!(
                    "\"3{letter}w\" turns all three layers: write {whole} for the whole cube, or {letter}w for two layers"
                )
            }
            (_, None) => {
                let (means, layer) = ("means different layers in different programs", face.opposite().letter());
                format!("\"3{letter}\" {means}: write {whole} for the whole cube, or {layer}' for the layer opposite")
            }
        };
        refuse(place, sentence)
    }

    /// Reads the suffix of a move of a layer that a letter names, and adds its steps.
    fn turn(&mut self, place: TextPlace, layer: MovingLayer, letter: char) -> Result<(), NotationError> {
        let quarters = self.suffix(letter)?;
        self.has_moves = true;
        self.steps.extend(layer.steps(quarters));
        self.check_length(place, 0)
    }

    /// Returns whether an `x` is the sign of a repetition, as in `(R U)x3`. With a number above 2 after other moves it is refused, and
    /// `x2` is a rotation.
    fn is_repetition(&mut self, place: TextPlace, closed: Option<(TextPlace, usize)>) -> Result<bool, NotationError> {
        let is_attached = closed.is_some_and(|(closed, _)| place == TextPlace { column: closed.column + 1, ..closed });
        let is_first = match self.open.last() {
            Some(open) => open.start == self.steps.len(),
            None => !self.has_moves,
        };
        let digits = self.characters.clone().map(|(_, next)| next).take_while(char::is_ascii_digit);
        let number: String = digits.collect();
        if is_attached || is_first && closed.is_none() || ["", "1", "2"].contains(&&*number) {
            return Ok(is_attached && !number.is_empty());
        }
        refuse(
            place,
            format!(
                "\"x{number}\" after moves can be a repetition or a rotation of the cube: write (…){number} to repeat them, \
                 or the rotation in parentheses, as in (x{number})"
            ),
        )
    }

    /// Consumes the next character if `accepts` accepts it.
    fn take(&mut self, accepts: impl Fn(char) -> bool) -> Option<(TextPlace, char)> {
        self.characters.next_if(|&(_, character)| accepts(character))
    }

    /// Reads the suffix of a letter. Returns the quarter turns clockwise, 0 to 3.
    fn suffix(&mut self, letter: char) -> Result<u32, NotationError> {
        if self.take(|next| next == '+').is_some() {
            return Ok(1);
        }
        if self.take(|next| next == '-').is_some() {
            return Ok(3);
        }
        let quarters = match self.number(&letter.to_string())? {
            None => 1,
            Some((place, digits)) if digits == "1" => {
                return match self.dialect {
                    Dialect::Contest => Ok(1),
                    Dialect::Sousa => Ok(3),
                    Dialect::Wca | Dialect::Niss => refuse(
                        place,
                        format!(
                            "\"{letter}1\" is ambiguous: give the dialect sousa (counter-clockwise) or \
                             contest (clockwise)"
                        ),
                    ),
                };
            }
            Some((place, digits)) if digits.starts_with('0') => {
                return refuse(place, format!("\"{letter}{digits}\" is no move: expected 2 or more quarter turns"));
            }
            // Hundreds are whole turns.
            Some((_, digits)) => digits[digits.len().saturating_sub(2)..].parse::<u32>().expect("digits") % 4,
        };
        let inverted = self.take(|next| next == '\'' || next == 'i').is_some();
        Ok(if inverted { (4 - quarters) % 4 } else { quarters })
    }

    /// Reads the digits after a letter or a group, if there are any.
    ///
    /// # Errors
    /// If the last of them may belong to a wide turn, as in `U3Rw`. `U2Rw` is U2 Rw.
    fn number(&mut self, before: &str) -> Result<Option<(TextPlace, String)>, NotationError> {
        let Some(&(place, _)) = self.characters.peek() else { return Ok(None) };
        let digits: String =
            std::iter::from_fn(|| self.take(|next| next.is_ascii_digit())).map(|(_, digit)| digit).collect();
        let mut next = self.characters.clone().map(|(_, next)| next);
        let wide = next.next().filter(|next| next.is_ascii_uppercase() && Face::from_letter(*next).is_some());
        if let (Some(face), Some('w'), Some((rest, layers @ ("2" | "3")))) =
            (wide, next.next(), digits.split_at_checked(digits.len().saturating_sub(1)))
            && digits != "2"
        {
            return refuse(
                place,
                format!(
                    "\"{before}{digits}{face}w\" can be {before}{digits} {face}w or {before}{rest} {layers}{face}w: write a space"
                ),
            );
        }
        Ok((!digits.is_empty()).then_some((place, digits)))
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
        self.repeat(place, start)?;
        if open.is_inverse {
            // A repetition must be a number that is attached.
            if let (Some(_), Some(&(place, sign @ ('x' | '×')))) = (self.closed.take(), self.characters.peek()) {
                return refuse(place, format!("found \"{sign}\": repeat moves on the inverse as in ^(R U)3"));
            }
            self.inverse_steps.extend(self.steps.drain(start..));
        }
        Ok(())
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
        if self.take(|next| next == '\'').is_some() {
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
        let Some((place, digits)) = self.number("(…)")? else { return Ok(None) };
        match digits.parse().unwrap_or(usize::MAX) {
            0 => refuse(place, "a group cannot be repeated 0 times"),
            count => Ok(Some(count)),
        }
    }

    /// Checks that the sequence may have this number of additional steps.
    fn check_length(&self, place: TextPlace, more: usize) -> Result<(), NotationError> {
        if (self.steps.len() + self.inverse_steps.len()).saturating_add(more) > MAX_LENGTH {
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
