//! [`NewFolder`]: the folder of an export, which is made, was empty, or holds the same export unfinished. Results folders are opened in
//! `store`.
//!
//! While it is filled, a marker in it names the export. An export that was killed leaves the marker. The same export can
//! then be repeated: it writes the same files again.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use evocube_cube::files;

/// A folder that was empty, or holds the files of the same export that was killed.
#[derive(Debug)]
pub(crate) struct NewFolder {
    marker: PathBuf,
    /// Holds the lock until the export ends.
    _file: File,
}

/// The name of the marker.
const MARKER: &str = ".unfinished-export";

impl NewFolder {
    /// Makes the folder, or opens it if it is empty or holds an unfinished export of the same content. Returns `None` if it
    /// holds anything else.
    ///
    /// # Errors
    /// If it cannot be read or written, or another process is writing the export.
    pub(crate) fn open(folder: &Path, content: &str) -> io::Result<Option<Self>> {
        files::create_folders(folder)?;
        let marker = folder.join(MARKER);
        let names = files::names(folder)?;
        let has_marker = names.iter().any(|name| name == MARKER);
        if !names.is_empty() && !has_marker {
            return Ok(None);
        }
        let mut file = files::append(&marker)?;
        if let Err(TryLockError::WouldBlock) = files::try_lock(&file) {
            return Err(io::Error::other("another process is writing an export there"));
        }
        let mut unfinished = String::new();
        (&mut file).take(1 << 10).read_to_string(&mut unfinished)?;
        if unfinished != content {
            // An export that was killed before it wrote any file may be followed by any other.
            if names.len() > usize::from(has_marker) {
                return Ok(None);
            }
            file.set_len(0)?;
            file.write_all(content.as_bytes())?;
        }
        Ok(Some(Self { marker, _file: file }))
    }

    /// Ends the export: all files are written.
    ///
    /// # Errors
    /// If the marker cannot be removed.
    pub(crate) fn finish(self) -> io::Result<()> {
        files::remove(&self.marker).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_killed_export_can_be_repeated_but_not_replaced_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new");
        let open = |content: &str| NewFolder::open(&out, content);
        // Killed before any file was written, then after one.
        drop(open("one").unwrap().unwrap());
        drop(open("two").unwrap().unwrap());
        fs::write(out.join("curves.csv"), "half").unwrap();
        assert!(open("one").unwrap().is_none());
        let reopened = open("two").unwrap().expect("the same export");
        let error = open("two").unwrap_err();
        assert_eq!(error.to_string(), "another process is writing an export there");
        reopened.finish().unwrap();
        assert!(open("two").unwrap().is_none(), "a finished export is not written over");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    }
}
