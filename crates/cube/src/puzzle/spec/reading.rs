//! Reading the moves of a file-defined puzzle: names with powers, groups, commutators and conjugates, at most [`MAX_LENGTH`] moves. The
//! names of the Skewb in scrambles of the WCA are in `wca`. Moves of the cubes are read by `notation::moves`.

use super::wca::MoveNames;
use super::{PuzzleSpec, SpecMove};
use crate::puzzle::notation::{NotationError, refuse_text};
use crate::puzzle::{Algorithm, Puzzle};
use crate::text::normalized;

/// The maximum length of a sequence after expanding groups.
pub const MAX_LENGTH: usize = 100_000;
/// The maximum nesting of groups and brackets.
const MAX_NESTING: usize = 32;

/// A group or bracket that is still open.
struct OpenGroup {
    closing: char,
    /// The number of moves before it.
    start: usize,
    /// For a bracket: `,` or `:` and the number of moves before it.
    separator: Option<(char, usize)>,
}

impl PuzzleSpec {
    /// Reads moves: names with a suffix `2`, `3` … or `'`, separated by white space. `(A)3` and `(A)'` are groups, `[A,
    /// B]` is A B A' B', and `[A: B]` is A B A'. Those of the skewb may be a [scramble of the WCA](super::wca).
    ///
    /// # Errors
    /// The first part that cannot be read.
    pub(super) fn parse_moves(&self, text: &str) -> Result<Algorithm<SpecMove>, NotationError> {
        let mut moves: Vec<SpecMove> = Vec::new();
        let mut open: Vec<OpenGroup> = Vec::new();
        let text = normalized(text);
        let names = MoveNames::of(self, &text)?;
        let mut rest = text.trim_start();
        while let Some(character) = rest.chars().next() {
            let here = rest;
            rest = &here[character.len_utf8()..];
            match character {
                '(' | '[' => {
                    if open.len() == MAX_NESTING {
                        return refuse_text(format!("groups are nested more than {MAX_NESTING} deep"));
                    }
                    let closing = if character == '(' { ')' } else { ']' };
                    open.push(OpenGroup { closing, start: moves.len(), separator: None });
                }
                ',' | ':' => match open.last_mut() {
                    Some(open @ OpenGroup { closing: ']', separator: None, .. }) => {
                        open.separator = Some((character, moves.len()));
                    }
                    _ => return refuse_text(format!("unexpected \"{character}\"")),
                },
                ')' | ']' => {
                    let group = open.pop().filter(|open| open.closing == character);
                    let group = group.ok_or_else(|| NotationError::whole(format!("unexpected \"{character}\"")))?;
                    let inner = self.bracketed(&group, moves.split_off(group.start))?;
                    let times;
                    (times, rest) = read_times(rest)?;
                    let inner = if times < 0 { self.undo(&inner) } else { inner };
                    let times = times.unsigned_abs() as usize;
                    if moves.len() + times.saturating_mul(inner.len()) > MAX_LENGTH {
                        return refuse_text(format!("more than {MAX_LENGTH} moves"));
                    }
                    (0..times).for_each(|_| moves.extend_from_slice(&inner));
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()[],:'".contains(c);
                    let end = rest.find(ends).unwrap_or(rest.len());
                    let word = &here[..character.len_utf8() + end];
                    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
                    let Some(kind) = self.kind_named(names.own(name)) else {
                        return refuse_text(format!(
                            "\"{word}\" is no move of {}: it has {}",
                            self.name(),
                            self.kinds()
                        ));
                    };
                    let times;
                    (times, rest) = read_times(&here[name.len()..])?;
                    let count = i64::from(self.order(kind));
                    let power = u32::try_from(i64::from(times).rem_euclid(count)).expect("less than its times");
                    moves.extend(self.power(kind, power));
                }
            }
            if moves.len() > MAX_LENGTH {
                return refuse_text(format!("more than {MAX_LENGTH} moves"));
            }
            rest = rest.trim_start();
        }
        match open.last() {
            None if names == MoveNames::Wca => Ok(self.turned_back(&moves.into_iter().collect())),
            None => Ok(moves.into_iter().collect()),
            Some(open) => refuse_text(format!("a group is never closed: expected \"{}\"", open.closing)),
        }
    }

    /// Returns the expanded moves of a group or bracket.
    fn bracketed(&self, open: &OpenGroup, mut inner: Vec<SpecMove>) -> Result<Algorithm<SpecMove>, NotationError> {
        let (sign, second) = match (open.closing, open.separator) {
            (')', _) => return Ok(inner.into_iter().collect()),
            (_, Some((sign, middle))) => (sign, inner.split_off(middle - open.start)),
            (_, None) => return refuse_text("\"]\" without \",\" or \":\" in its brackets"),
        };
        let (undo_first, undo_second) = (self.undo(&inner), self.undo(&second));
        inner.extend_from_slice(&second);
        inner.extend_from_slice(&undo_first);
        if sign == ',' {
            inner.extend_from_slice(&undo_second);
        }
        Ok(inner.into_iter().collect())
    }

    /// Returns the names of the generators, for an error message.
    fn kinds(&self) -> String {
        (0..self.generators()).map(|kind| self.kind_name(kind)).collect::<Vec<_>>().join(", ")
    }
}

/// Reads an exponent: digits, optionally followed by an apostrophe, which negates it. Returns it and the rest of the
/// text.
fn read_times(text: &str) -> Result<(i32, &str), NotationError> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let times = if digits.is_empty() { Ok(1) } else { digits.parse::<u16>().map(i32::from) };
    let too_often = || NotationError::whole(format!("{digits} times is too often: at most {}", u16::MAX));
    let times = times.map_err(|_| too_often())?;
    Ok(rest.strip_prefix('\'').map_or((times, rest), |rest| (-times, rest)))
}
