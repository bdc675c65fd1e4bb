//! [`read_file`]: a text file that a sweep file names.

use std::io::Error;
use std::path::{Path, PathBuf};

use evocube_cube::files::{open, read_text, reason};

/// Reads a text file. The name is relative to the folder of the sweep file or, if there is no such file, to the working
/// directory. Returns the path and the text.
///
/// # Errors
/// A message with the file's name, if it cannot be read or has more than `max` bytes; `what` names its kind.
pub(crate) fn read_file(file: &Path, sweep: &Path, what: &str, max: u64) -> Result<(PathBuf, String), String> {
    let sibling = sweep.parent().map(|folder| folder.join(file));
    let failed = |error: Error| format!("{}: {}", file.display(), reason(&error));
    let path = match sibling {
        Some(path) if path.try_exists().map_err(failed)? => path,
        _ => file.to_owned(),
    };
    let text = open(&path).and_then(|file| read_text(file, max)).map_err(failed)?;
    let text = text.ok_or_else(|| format!("{}: {what} has at most {max} bytes", file.display()))?;
    Ok((path, text))
}
