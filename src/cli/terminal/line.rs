//! The last line of a terminal, which a progress bar draws again and again. It uses no escape codes.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::width::width;

/// The columns that the drawn line takes.
static DRAWN: Mutex<usize> = Mutex::new(0);

fn drawn() -> MutexGuard<'static, usize> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws a line in the place of the last one.
pub(super) fn draw(line: &str) {
    let mut drawn = drawn();
    let space = " ".repeat(drawn.saturating_sub(width(line)));
    // A terminal that is gone is ignored.
    let _ = write!(std::io::stderr().lock(), "\r{line}{space}");
    *drawn = width(line);
}

/// Writes lines of text on standard error, in the place of the drawn line.
pub(super) fn write(text: &str) {
    let mut drawn = drawn();
    let mut stderr = std::io::stderr().lock();
    if *drawn > 0 {
        let _ = write!(stderr, "\r{}\r", " ".repeat(*drawn));
        *drawn = 0;
    }
    let _ = write!(stderr, "{text}");
}
