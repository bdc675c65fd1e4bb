//! Opening a page in the browser of the user. If the opener cannot be started, a note names the page.

use std::path::Path;
use std::process::{Command, Stdio};

use super::note;

/// The program that opens a file with the one that the user has chosen for it.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Opens a page in the browser, and does not wait for it. A machine without one has a note, since the page is there.
pub(crate) fn open_page(page: &Path) {
    let mut command = Command::new(OPENER);
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        let reason = crate::files::reason(&error);
        note(format_args!("note: --open: {OPENER}: {reason}; open {} in a browser", page.display()));
    }
}
