//! The last line of a terminal, which a progress bar draws again and again, and text in its place. It uses no escape codes.

use std::io::Write;
use std::sync::Mutex;

use evocube::experiment::mutex::lock;

use super::width::width;

/// The columns that the drawn line takes.
static DRAWN: Mutex<usize> = Mutex::new(0);

/// Draws a line in the place of the last one.
pub(super) fn draw(line: &str) {
    let mut columns = lock(&DRAWN);
    let space = " ".repeat(columns.saturating_sub(width(line)));
    // A terminal that is gone is ignored.
    let _ = write!(std::io::stderr().lock(), "\r{line}{space}");
    *columns = width(line);
}

/// Writes lines of text on standard error, in the place of the drawn line.
pub(super) fn write(text: &str) {
    let mut columns = lock(&DRAWN);
    let mut stderr = std::io::stderr().lock();
    if *columns > 0 {
        let _ = write!(stderr, "\r{}\r", " ".repeat(*columns));
        *columns = 0;
    }
    let _ = write!(stderr, "{text}");
}
