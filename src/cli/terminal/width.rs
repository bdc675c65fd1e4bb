//! Widths in columns: of the terminal, of a redirected output, and of a line of text; and prose, data, messages and lists wrapped at a
//! width.

use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

/// The columns of a redirected output, and of prose on a wider terminal.
pub(crate) const READABLE: usize = 100;

/// The smallest number of columns that texts are arranged for.
const MIN_COLUMNS: usize = 40;

/// Returns `COLUMNS`, if the environment has this variable and it is a number above 0.
fn requested() -> Option<usize> {
    env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}

fn at_least(columns: usize) -> usize {
    columns.max(MIN_COLUMNS)
}

/// Returns the columns of tables on standard output: `COLUMNS`, else those of the terminal, else [`READABLE`].
pub(crate) fn output_width() -> usize {
    let terminal = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| usize::from(columns));
    at_least(requested().or_else(terminal).unwrap_or(READABLE))
}

/// Returns the columns of prose on standard output: `COLUMNS`, else those of the terminal, but at most [`READABLE`].
fn prose_width() -> usize {
    requested().map_or_else(|| output_width().min(READABLE), at_least)
}

/// Returns the columns of standard error; `None` if it is redirected and `COLUMNS` is not set, since a message in a log is one
/// line.
pub(crate) fn message_width() -> Option<usize> {
    let terminal = || terminal_size_of(io::stderr()).map(|(Width(columns), _)| usize::from(columns).min(READABLE));
    requested().or_else(terminal).map(at_least)
}

/// Returns the columns of a bar on standard error.
pub(crate) fn bar_width() -> usize {
    let terminal = || terminal_size_of(io::stderr()).map(|(Width(columns), _)| usize::from(columns));
    at_least(requested().or_else(terminal).unwrap_or(READABLE))
}

/// Returns the number of columns that a line takes.
pub(crate) fn width(line: &str) -> usize {
    line.width()
}

/// Wraps prose at the columns of standard output.
pub(crate) fn prose(text: &str) -> String {
    wrapped(text, prose_width())
}

/// Wraps a line of data, such as moves, at the columns of the terminal. A redirected one stays whole.
pub(crate) fn data(line: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() { Cow::Owned(wrapped(line, output_width())) } else { Cow::Borrowed(line) }
}

/// Writes rows of a name and a text, which is wrapped beside the names. Each ends with a line break.
pub(crate) fn rows(rows: &[(&str, String)], indentation: usize, columns: usize) -> Vec<String> {
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let margin = indentation + names + 2;
    let row = |(name, text): &(&str, String)| {
        let lines = words_in_lines(text, columns.saturating_sub(margin).max(1));
        let next = format!("\n{}", " ".repeat(margin));
        format!("{}{name:<names$}  {}\n", " ".repeat(indentation), lines.join(&next))
    };
    rows.iter().map(row).collect()
}

/// Wraps every line of a text that is longer than `columns`. A line continues at its own indentation.
///
/// A command between backticks stays on one line if it fits. Words break only behind a comma, and only if they are longer than
/// a line: paths stay whole.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(|line| wrapped_line(line, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> Cow<'_, str> {
    if width(line) <= columns {
        return Cow::Borrowed(line);
    }
    let indentation = &line[..line.len() - line.trim_start_matches(' ').len()];
    let lines = words_in_lines(line, columns.saturating_sub(indentation.len()).max(1));
    Cow::Owned(lines.iter().map(|line| format!("{indentation}{line}")).collect::<Vec<_>>().join("\n"))
}

/// Distributes the words of a text over lines of at most `columns`, longer only where a word is.
pub(super) fn words_in_lines(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words(text, columns) {
        for (number, piece) in pieces(&word, columns).into_iter().enumerate() {
            let space = usize::from(!line.is_empty() && number == 0);
            if !line.is_empty() && width(&line) + space + width(piece) > columns {
                lines.push(std::mem::take(&mut line));
            } else if space == 1 {
                line.push(' ');
            }
            line.push_str(piece);
        }
    }
    lines.push(line);
    lines
}

/// Units that stay on the line of their number.
const UNITS: [&str; 9] = ["%", "s", "ms", "min", "h", "kB", "MB", "GB", "TB"];

/// Returns the words of a text; those between backticks are one if they fit in a line.
fn words(text: &str, columns: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open: Option<usize> = None;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let quotes = word.matches('`').count();
        // A number stays with its unit.
        let is_unit = UNITS.contains(&word.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '%'));
        match words.last_mut().filter(|last| is_unit && last.ends_with(|c: char| c.is_ascii_digit())) {
            Some(number) => *number = format!("{number} {word}"),
            None => words.push(word.to_owned()),
        }
        match open {
            None if quotes % 2 == 1 => open = Some(words.len() - 1),
            Some(first) if quotes % 2 == 1 => {
                let command = words[first..].join(" ");
                if width(&command) <= columns {
                    words.truncate(first);
                    words.push(command);
                }
                open = None;
            }
            _ => {}
        }
    }
    words
}

/// Returns the parts of a word between which a line may end: behind commas, if the word is longer than a line.
fn pieces(word: &str, columns: usize) -> Vec<&str> {
    if width(word) <= columns { vec![word] } else { word.split_inclusive(',').collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_fit_stay_as_they_are() {
        for text in ["", "a", "  two  spaces   stay\n", "1234567890"] {
            assert_eq!(wrapped(text, 10.max(text.len())), text);
        }
    }

    #[test]
    fn long_lines_break_between_words_at_their_indentation() {
        assert_eq!(wrapped("one two three\n  four five six\n", 9), "one two\nthree\n  four\n  five\n  six\n");
        assert_eq!(wrapped("ä₁₂ → ÄÖÜ", 7), "ä₁₂ →\nÄÖÜ");
        for columns in 12..40 {
            let text = wrapped(
                "The configuration that a stage selects is fixed in the next;  offspring are counted.",
                columns,
            );
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(words.len(), 14);
            assert!(text.lines().all(|line| width(line) <= columns.max(13)), "{text}");
            assert!(
                text.lines().zip(text.lines().skip(1)).all(|(line, next)| {
                    width(line) + 1 + width(next.split(' ').next().unwrap_or_default()) > columns
                }),
                "a line takes as many words as fit: {text}"
            );
        }
    }

    #[test]
    fn a_list_has_its_texts_side_by_side() {
        let list = [("a", "one two three four five six".to_owned()), ("long", "seven".to_owned())];
        assert_eq!(rows(&list, 2, 31), ["  a     one two three four five\n        six\n", "  long  seven\n"]);
    }

    #[test]
    fn commands_stay_on_one_line_and_paths_stay_whole() {
        let text = "all is kept: `evocube run x --resume` continues";
        assert_eq!(wrapped(text, 30), "all is kept:\n`evocube run x --resume`\ncontinues");
        assert_eq!(wrapped(text, 20), "all is kept:\n`evocube run x\n--resume` continues");
        assert_eq!(wrapped("is below 43 % (95 %, Wilson)", 12), "is below\n43 % (95 %,\nWilson)");
        assert_eq!(wrapped("in /a/path/without/a/space here", 10), "in\n/a/path/without/a/space\nhere");
        assert_eq!(wrapped("row: 12,345,6789,x", 8), "row: 12,\n345,\n6789,x");
    }
}
