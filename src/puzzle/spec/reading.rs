//! Reading moves.

use super::{PuzzleSpec, SpecMove};
use crate::puzzle::Puzzle;
use crate::puzzle::algorithm::Algorithm;

/// The longest sequence that is read, counted after writing out groups.
pub const LONGEST: usize = 100_000;
/// How deep groups and brackets may be nested.
const DEEPEST: usize = 32;

/// A group or bracket that is still open.
struct Open {
    closing: char,
    /// How many moves there were before it.
    start: usize,
    /// For a bracket: `,` or `:` and how many moves there were before that.
    separator: Option<(char, usize)>,
}

impl PuzzleSpec {
    /// Reads moves: names with `2`, `3` … and `'` behind them, separated by white space; `(A)3` and `(A)'` are groups,
    /// `[A, B]` is A B A' B' and `[A: B]` is A B A'.
    ///
    /// # Errors
    /// A sentence about the first thing that is none of these.
    pub(super) fn parse_moves(&self, text: &str) -> Result<Algorithm<SpecMove>, String> {
        let mut moves: Vec<SpecMove> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(character) = rest.chars().next() {
            rest = &rest[character.len_utf8()..];
            match character {
                '(' | '[' => {
                    if open.len() == DEEPEST {
                        return Err(format!("groups are nested more than {DEEPEST} deep"));
                    }
                    let closing = if character == '(' { ')' } else { ']' };
                    open.push(Open { closing, start: moves.len(), separator: None });
                }
                ',' | ':' => match open.last_mut() {
                    Some(open @ Open { closing: ']', separator: None, .. }) => {
                        open.separator = Some((character, moves.len()));
                    }
                    _ => return Err(format!("unexpected \"{character}\"")),
                },
                ')' | ']' => {
                    let group = open.pop().filter(|open| open.closing == character);
                    let group = group.ok_or_else(|| format!("unexpected \"{character}\""))?;
                    let inner = self.bracketed(&group, moves.split_off(group.start))?;
                    let times;
                    (times, rest) = read_times(rest)?;
                    let inner = if times < 0 { self.undo(&inner) } else { inner };
                    let times = times.unsigned_abs() as usize;
                    if moves.len() + times.saturating_mul(inner.len()) > LONGEST {
                        return Err(format!("more than {LONGEST} moves"));
                    }
                    (0..times).for_each(|_| moves.extend_from_slice(&inner));
                }
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "()[],:'’′".contains(c)).unwrap_or(rest.len());
                    let word = &text_from(character, text, rest)[..character.len_utf8() + end];
                    rest = &rest[end..];
                    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
                    let Some(kind) = self.kind_named(name) else {
                        return Err(format!("\"{word}\" is no move of {}: it has {}", self.name(), self.kinds()));
                    };
                    let times;
                    (times, rest) = read_times_of(&word[name.len()..], rest)?;
                    let count = i64::from(self.order(kind));
                    let power = u32::try_from(i64::from(times).rem_euclid(count)).expect("less than its times");
                    moves.extend(self.power(kind, power));
                }
            }
            if moves.len() > LONGEST {
                return Err(format!("more than {LONGEST} moves"));
            }
            rest = rest.trim_start();
        }
        match open.last() {
            None => Ok(moves.into_iter().collect()),
            Some(open) => Err(format!("a group is never closed: expected \"{}\"", open.closing)),
        }
    }

    /// What stands in a group or bracket, written out.
    fn bracketed(&self, open: &Open, mut inner: Vec<SpecMove>) -> Result<Algorithm<SpecMove>, String> {
        let (sign, second) = match (open.closing, open.separator) {
            (')', _) => return Ok(inner.into_iter().collect()),
            (_, Some((sign, at))) => (sign, inner.split_off(at - open.start)),
            (_, None) => return Err("\"]\" without \",\" or \":\" in its brackets".to_owned()),
        };
        let (undo_first, undo_second) = (self.undo(&inner), self.undo(&second));
        inner.extend_from_slice(&second);
        inner.extend_from_slice(&undo_first);
        if sign == ',' {
            inner.extend_from_slice(&undo_second);
        }
        Ok(inner.into_iter().collect())
    }

    /// The names of the moves, for a sentence.
    fn kinds(&self) -> String {
        (0..self.generators()).map(|kind| self.kind_name(kind)).collect::<Vec<_>>().join(", ")
    }
}

/// The text from a character on behind which `rest` begins.
fn text_from<'a>(character: char, text: &'a str, rest: &str) -> &'a str {
    &text[text.len() - rest.len() - character.len_utf8()..]
}

/// How often: digits, then perhaps an apostrophe, which counts backwards.
fn read_times(text: &str) -> Result<(i32, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    read_times_of(&text[..end], &text[end..])
}

fn read_times_of<'a>(digits: &str, rest: &'a str) -> Result<(i32, &'a str), String> {
    let times = if digits.is_empty() { Ok(1) } else { digits.parse::<u16>().map(i32::from) };
    let times = times.map_err(|_| format!("{digits} times is too often: at most {}", u16::MAX))?;
    match rest.chars().next() {
        Some(sign) if "'’′".contains(sign) => Ok((-times, &rest[sign.len_utf8()..])),
        _ => Ok((times, rest)),
    }
}
