//! [`read_file`]: reads a text file of limited size that a sweep file names, from the folder of the sweep file or else from the working
//! directory. [`NamedFileError`] says why it cannot be read.

use std::io;
use std::path::{Path, PathBuf};

use evocube_cube::files::{open, read_text, reason};

/// Error: a file that a sweep file names cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NamedFileError {
    /// It cannot be read.
    #[error("{}: {}", file.display(), reason(cause))]
    File {
        /// Its name.
        file: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// It is too large.
    #[error("{}: {what} has at most {max} bytes", file.display())]
    Size {
        /// Its name.
        file: PathBuf,
        /// Its kind.
        what: &'static str,
        /// The maximum size.
        max: u64,
    },
}

/// Reads a text file. The name is relative to the folder of the sweep file or, if there is no such file, to the working
/// directory. Returns the path and the text.
///
/// # Errors
/// If it cannot be read or has more than `max` bytes; `what` names its kind.
pub(crate) fn read_file(
    file: &Path,
    sweep: &Path,
    what: &'static str,
    max: u64,
) -> Result<(PathBuf, String), NamedFileError> {
    let sibling = sweep.parent().map(|folder| folder.join(file));
    let failed = |cause| NamedFileError::File { file: file.to_owned(), cause };
    let path = match sibling {
        Some(path) if path.try_exists().map_err(failed)? => path,
        _ => file.to_owned(),
    };
    let text = open(&path).and_then(|file| read_text(file, max)).map_err(failed)?;
    let text = text.ok_or_else(|| NamedFileError::Size { file: file.to_owned(), what, max })?;
    Ok((path, text))
}
