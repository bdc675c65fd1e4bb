//! Writing to standard output and standard error: results, with colors on terminals, JSON, events and notes. Notes are wrapped, and very
//! long lines of them shortened. Progress is in `progress`, tables are in `table`.
//!
//! Text from files must not control the terminal, so every character passes [`printable`]. Callers of [`painted_output`] see to it.

use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{BufWriter, ErrorKind, IsTerminal as _, Result, Write};

use crate::files::reason;
use evocube::text::printable;
use serde::Serialize;

use super::{line, width};
use crate::cli::result::{CommandResult, failure, success_if};

/// Writes to standard output through a buffer. A reader that closes early (`| head`) is not a failure.
pub(crate) fn output(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> CommandResult {
    painted_output(|out| write(&mut Printable(out)))
}

/// Writes text with color codes to standard output; the rest of it must be printable already.
pub(crate) fn painted_output(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> CommandResult {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(failure!("standard output: {}", reason(&error))),
        _ => success_if(true),
    }
}

/// Returns whether standard output has colors: on a terminal without `NO_COLOR`.
pub(crate) fn has_color() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !no_color
}

/// Writes a value as one JSON document to standard output.
pub(crate) fn print_json(document: &impl Serialize) -> CommandResult {
    output(|out| {
        serde_json::to_writer_pretty(&mut *out, document)?;
        writeln!(out)
    })
}

/// Writes an event as one line of JSON to standard output, at once: its name, then its fields, an object with at least one. A line
/// that cannot be written is dropped.
pub(crate) fn print_event(event: &str, fields: &serde_json::Value) {
    let fields = fields.to_string();
    let fields = fields.strip_prefix('{').unwrap_or(&fields);
    let mut out = std::io::stdout().lock();
    let line = format!("{{\"event\":\"{event}\",{fields}");
    let _ = writeln!(out, "{}", printable(&line)).and_then(|()| out.flush());
}

/// Writes a message to standard error. A message that cannot be written is dropped.
pub(crate) fn note(text: Arguments<'_>) {
    let text = message(&text.to_string());
    let text = width::message_width().map_or(text.clone(), |columns| width::wrapped(&text, columns));
    line::write(&format!("{text}\n"));
}

/// Makes a message printable and shortens its long lines.
fn message(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| shortened(&printable(line)).into_owned()).collect();
    lines.join("\n")
}

/// The maximum number of characters in a line of a message.
const MAX_LINE: usize = 2000;
/// Characters that a shortened line keeps at its end.
const TAIL: usize = 400;

/// Omits the middle of a long line, since one line of a file or an argument may be a megabyte.
fn shortened(line: &str) -> Cow<'_, str> {
    let count = if line.len() > MAX_LINE { line.chars().count() } else { 0 };
    if count <= MAX_LINE {
        return Cow::Borrowed(line);
    }
    let place = |character| line.char_indices().nth(character).map_or(line.len(), |(place, _)| place);
    let (begin, end) = (&line[..place(MAX_LINE - TAIL)], &line[place(count - TAIL)..]);
    Cow::Owned(format!("{begin}… ({} characters omitted) …{end}", count - MAX_LINE))
}

/// A writer that makes its text printable.
struct Printable<'a>(&'a mut dyn Write);

impl Write for Printable<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_has_no_control_characters() {
        let mut bytes = Vec::new();
        Printable(&mut bytes).write_all("\x1b]0;title\x07ü\n\u{9b}1m\u{202e}".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "\\u001b]0;title\\u0007ü\n\\u009b1m\\u202e");
    }

    #[test]
    fn long_lines_of_a_message_are_shortened() {
        let long = format!("name \"{}\" is too long\nwrite a shorter one", "ü".repeat(1 << 20));
        let shortened = message(&long);
        assert!(
            shortened.len() < 5000
                && shortened.starts_with("name \"üü")
                && shortened.contains(" characters omitted) …ü")
        );
        assert!(shortened.ends_with("\" is too long\nwrite a shorter one"), "{shortened}");
        let short = "x".repeat(MAX_LINE);
        assert_eq!(message(&short), short);
    }
}
