//! Access to files, folders and locks, repeated where a signal interrupts it. Only regular files are opened, and no links for writing.
//! [`read_text`] reads UTF-8 up to a size, [`append`] and [`update`] open a file to be changed in place, [`is_still`] notices changes by
//! other programs, and [`reason`] words errors. A [`NewFile`], in `new_file`, is written whole or not at all.
//!
//! A [`NewFile`] is written in the folder of its final path under a temporary name, `.NAME.0123456789abcdef.part`, and
//! then renamed. The sixteen digits are random and the file is created exclusively, so no other program can plant a
//! link there. The writer holds a lock on it. A temporary file without a lock is *stale*: its process was killed.

mod new_file;

use std::ffi::OsString;
use std::fs::{self, File, FileType, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind, Read};
use std::path::Path;

pub(crate) use new_file::temporaries;
pub use new_file::{NewFile, Temporary, final_name, remove_stale, write};

/// Repeats a call that a signal has interrupted. File systems of networks interrupt calls that the standard library does not repeat.
///
/// # Errors
/// That of the call, unless it was interrupted.
pub fn retry<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Opens a regular file, or a link to one, for reading. Never blocks, even on a FIFO without a writer.
///
/// # Errors
/// If it is anything else, or cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    regular(retry(|| fs::metadata(path))?.file_type())?;
    let file = flags(OpenOptions::new().read(true), false).open(path)?;
    // The file may have been replaced since the check.
    regular(retry(|| file.metadata())?.file_type())?;
    Ok(file)
}

/// Returns whether a file or a folder exists. A link is followed.
///
/// # Errors
/// If the file system cannot tell.
pub fn exists(path: &Path) -> io::Result<bool> {
    retry(|| path.try_exists())
}

/// Returns the names in a folder, sorted.
///
/// # Errors
/// If it cannot be read to its end.
pub fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>();
    let mut names = retry(read)?;
    names.sort();
    Ok(names)
}

/// Creates a folder and those above it, unless they exist.
///
/// # Errors
/// If one cannot be created.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    match retry(|| fs::create_dir_all(folder)) {
        // The standard library takes a folder for a file if its look at it fails.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            if retry(|| fs::metadata(folder))?.is_dir() {
                Ok(())
            } else {
                Err(error)
            }
        }
        result => result,
    }
}

/// Removes a folder. Returns false if it has files, or does not exist.
///
/// # Errors
/// If it cannot be removed for another reason.
pub fn remove_folder(folder: &Path) -> io::Result<bool> {
    match retry(|| fs::remove_dir(folder)) {
        Ok(()) => Ok(true),
        // Unix has two numbers for a folder with files.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists
            ) =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Locks a file until it is closed, unless another process holds a lock, or this process does by another handle.
///
/// # Errors
/// If the file is locked already, or the file system has no locks.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    try_to_lock(|| file.try_lock())
}

/// Locks a file until it is closed, together with others that share the lock.
///
/// # Errors
/// As [`try_lock`].
pub fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
    try_to_lock(|| file.try_lock_shared())
}

fn try_to_lock(mut lock: impl FnMut() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    loop {
        match lock() {
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Reads text to the end, without a byte order mark at its beginning; `None` if it has more than `max` bytes.
///
/// # Errors
/// If it cannot be read; of the kind [`InvalidData`](ErrorKind::InvalidData) if it is no UTF-8.
pub fn read_text(file: impl Read, max: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    // Some editors write a byte order mark at the beginning.
    let marked = text.strip_prefix('\u{feff}').map(str::to_owned);
    Ok(Some(marked.unwrap_or(text)))
}

/// Returns the message of a file error in lower case, without the error number.
pub fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "this is a folder, expected a file".to_owned(),
        ErrorKind::NotADirectory => "a file stands where a folder is expected".to_owned(),
        ErrorKind::InvalidData => "not a text in UTF-8".to_owned(),
        ErrorKind::StorageFull => "no space left on the disk".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => {
            let text = error.to_string().to_lowercase();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

/// Opens a file as [`open`] does; `None` if there is no such file.
///
/// # Errors
/// If it is no regular file, or cannot be opened.
pub fn open_if_there(path: &Path) -> io::Result<Option<File>> {
    match open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Opens a regular file for appending or truncation, and creates it if it does not exist. Symbolic links are refused.
///
/// # Errors
/// If it is anything else, or cannot be opened.
pub fn append(path: &Path) -> io::Result<File> {
    kind(path)?.map_or(Ok(()), regular)?;
    let file = flags(OpenOptions::new().read(true).append(true).create(true), true).open(path)?;
    regular(retry(|| file.metadata())?.file_type())?;
    Ok(file)
}

/// Opens a regular file that exists, to change a part of it. Symbolic links are refused.
///
/// # Errors
/// As [`append`], or if it does not exist.
pub fn update(path: &Path) -> io::Result<File> {
    kind(path)?.map_or(Ok(()), regular)?;
    let file = flags(OpenOptions::new().read(true).write(true), true).open(path)?;
    regular(retry(|| file.metadata())?.file_type())?;
    Ok(file)
}

/// Returns the kind of the file at a path, not that of a link's target; `None` if there is none.
///
/// # Errors
/// If the file system cannot tell.
pub fn kind(path: &Path) -> io::Result<Option<FileType>> {
    Ok(metadata(path)?.map(|metadata| metadata.file_type()))
}

fn metadata(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match retry(|| fs::symlink_metadata(path)) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file or a link, not the link's target. Returns whether it existed.
///
/// # Errors
/// If it cannot be removed.
pub fn remove(path: &Path) -> io::Result<bool> {
    match retry(|| fs::remove_file(path)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns whether an open file is still the file at its path and has this length in bytes. If not, another program has removed,
/// replaced or changed it. Only on Unix is another file of the same length noticed.
///
/// # Errors
/// If the file system cannot tell.
pub fn is_still(file: &File, path: &Path, length: u64) -> io::Result<bool> {
    let opened = retry(|| file.metadata())?;
    let Some(current) = metadata(path)? else { return Ok(false) };
    #[cfg(unix)]
    let same = {
        use std::os::unix::fs::MetadataExt;
        (opened.dev(), opened.ino()) == (current.dev(), current.ino())
    };
    #[cfg(not(unix))]
    let same = current.is_file();
    Ok(same && opened.len() == length && current.len() == length)
}

fn regular(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(Error::from(ErrorKind::IsADirectory))
    } else if kind.is_symlink() {
        Err(Error::other("this is a symbolic link, expected a file"))
    } else {
        Err(Error::other("this is a device or a pipe, expected a file"))
    }
}

#[cfg(unix)]
fn flags(options: &mut OpenOptions, refuses_links: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let links = if refuses_links { OFlags::NOFOLLOW } else { OFlags::empty() };
    options.custom_flags((OFlags::NONBLOCK | links).bits().cast_signed())
}

#[cfg(not(unix))]
fn flags(options: &mut OpenOptions, _: bool) -> &mut OpenOptions {
    options
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened_and_no_link_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        let status = std::process::Command::new("mkfifo").arg(path_of("pipe")).status().unwrap();
        assert!(status.success());
        fs::write(path_of("file"), "text").unwrap();
        std::os::unix::fs::symlink(path_of("file"), path_of("link")).unwrap();
        let message = |result: io::Result<File>| result.unwrap_err().to_string();
        for path in [&path_of("pipe"), Path::new("/dev/zero")] {
            assert_eq!(message(open(path)), "this is a device or a pipe, expected a file");
            assert_eq!(message(append(path)), "this is a device or a pipe, expected a file");
        }
        assert_eq!(open(folder.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert!(
            open_if_there(&path_of("link")).unwrap().is_some() && open_if_there(&path_of("nowhere")).unwrap().is_none()
        );
        assert_eq!(message(append(&path_of("link"))), "this is a symbolic link, expected a file");
        // A link is replaced; its target is unchanged.
        write(&path_of("link"), b"new").unwrap();
        assert_eq!(
            (fs::read(path_of("file")).unwrap(), fs::read(path_of("link")).unwrap()),
            (b"text".to_vec(), b"new".to_vec())
        );
    }

    #[test]
    fn a_file_that_was_removed_replaced_or_changed_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut file = append(&path).unwrap();
        file.write_all(b"row\n").unwrap();
        assert!(is_still(&file, &path, 4).unwrap());
        fs::write(&path, "more\n").unwrap();
        assert!(!is_still(&file, &path, 4).unwrap(), "changed");
        fs::remove_file(&path).unwrap();
        assert!(!is_still(&file, &path, 4).unwrap(), "removed");
        fs::write(&path, "row\n").unwrap();
        if cfg!(unix) {
            assert!(!is_still(&file, &path, 4).unwrap(), "replaced");
        }
        #[cfg(unix)]
        assert!(is_still(&file, &path.join("below"), 4).is_err(), "a file has no files");
    }
}
