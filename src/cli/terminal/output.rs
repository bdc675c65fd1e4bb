//! Standard output and standard error: the one place where text meets a terminal.
//!
//! Names, notes and moves from files must not command the terminal, so every character passes [`printable`].

use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{BufWriter, ErrorKind, Result, Write};

use evocube::experiment::sweep::reason;
use evocube::text::printable;

use crate::cli::outcome::Failure;

/// Writes to standard output through a buffer. Somebody who stops reading early (`| head`) has had enough: that is no
/// failure.
pub(crate) fn output(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> std::result::Result<(), Failure> {
    painted_output(|out| write(&mut Printable(out)))
}

/// Writes text with colors to standard output; everything else in it must be printable already.
pub(crate) fn painted_output(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> std::result::Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure(format!("standard output: {}", reason(&error))))
        }
        _ => Ok(()),
    }
}

/// Writes a message to standard error. A message that cannot be written is dropped.
pub(crate) fn note(text: Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{}", message(&text.to_string()));
}

/// A message as it is shown: printable, and no line of it longer than people read.
fn message(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| shortened(&printable(line)).into_owned()).collect();
    lines.join("\n")
}

/// The most characters of a line of a message.
const MAX_LINE: usize = 2000;
/// Those at its end, where a line is shortened.
const END: usize = 400;

/// Leaves the middle of a long line out: a file or an argument may be a megabyte in one line.
fn shortened(line: &str) -> Cow<'_, str> {
    let count = if line.len() > MAX_LINE { line.chars().count() } else { 0 };
    if count <= MAX_LINE {
        return Cow::Borrowed(line);
    }
    let place = |character| line.char_indices().nth(character).map_or(line.len(), |(place, _)| place);
    let (begin, end) = (&line[..place(MAX_LINE - END)], &line[place(count - END)..]);
    Cow::Owned(format!("{begin}… ({} characters left out) …{end}", count - MAX_LINE))
}

/// Makes what is written printable.
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
    fn output_commands_no_terminal() {
        let mut bytes = Vec::new();
        Printable(&mut bytes).write_all("\x1b]0;title\x07ü\n\u{9b}1m\u{202e}".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "\\u001b]0;title\\u0007ü\n\\u009b1m\\u202e");
    }

    #[test]
    fn a_megabyte_in_a_message_is_shortened() {
        let long = format!("name \"{}\" is too long\nwrite a shorter one", "ü".repeat(1 << 20));
        let shown = message(&long);
        assert!(shown.len() < 5000 && shown.starts_with("name \"üü") && shown.contains(" characters left out) …ü"));
        assert!(shown.ends_with("\" is too long\nwrite a shorter one"), "{shown}");
        let short = "x".repeat(MAX_LINE);
        assert_eq!(message(&short), short);
    }
}
