//! Access to files: only regular files are opened, and a file is written whole or not at all.
//!
//! A [`NewFile`] is written in the folder of its final path under a temporary name, `.NAME.0123456789abcdef.part`, and
//! then renamed. The sixteen digits are random and the file is created exclusively, so no other program can plant a
//! link there. The writer holds a lock on it. A temporary file without a lock is *stale*: its process was killed.

use std::ffi::OsString;
use std::fs::{self, File, FileType, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

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

/// Locks a file for this process, unless another one holds it.
///
/// # Errors
/// If another process holds a lock, or the file system has none.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    try_to_lock(|| file.try_lock())
}

/// Locks a file for this process and others that share the lock.
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

/// Reads text to the end; `None` if it has more than `max` bytes.
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

/// Reads the text of a regular file; an empty text if there is no file.
///
/// # Errors
/// If it cannot be read or is not UTF-8.
pub fn read_text_if_there(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if let Some(mut file) = open_if_there(path)? {
        file.read_to_string(&mut text)?;
    }
    Ok(text)
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

/// Returns whether an open file is still the file at its path and has this length. If not, another program has removed,
/// replaced or changed it.
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

/// Writes a file atomically: at every moment the path holds the old file or the new one, which is flushed to the disk before the old
/// one is replaced.
///
/// # Errors
/// If it cannot be written; the old file stays then.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = NewFile::create(path)?;
    new.file().write_all(bytes)?;
    new.file().sync_all()?;
    new.publish()
}

/// A temporary file in the folder of its final path. Dropping it without [`publish`](Self::publish) removes it.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
}

impl NewFile {
    /// Creates the temporary file of a path.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
        loop {
            let digits = RandomState::new().hash_one(std::process::id());
            let temporary = path.with_file_name(format!(".{name}.{digits:016x}{PART}"));
            let file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // A file system without locks has no stale files: they cannot be told from those in use.
            let _ = retry(|| file.lock());
            let new = Self { file, temporary, path: path.to_owned() };
            // Another process may have removed this file as stale just before the lock was taken.
            if exists(&new.temporary)? {
                return Ok(new);
            }
        }
    }

    /// Returns the file to write to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Renames the file to its final path.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn publish(self) -> io::Result<()> {
        retry(|| fs::rename(&self.temporary, &self.path))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // A published file has no temporary name any more. A file that cannot be removed is stale from now on.
        let _ = remove(&self.temporary);
    }
}

const PART: &str = ".part";

/// Returns the final name of a temporary file; `None` if [`NewFile`] creates no such temporary name.
pub fn final_name(temporary: &str) -> Option<&str> {
    let (name, digits) = temporary.strip_prefix('.')?.strip_suffix(PART)?.rsplit_once('.')?;
    let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (digits.len() == 16 && digits.bytes().all(hexadecimal) && !name.is_empty()).then_some(name)
}

/// A temporary file, in use or stale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temporary {
    /// The path.
    pub path: PathBuf,
    /// Its size so far.
    pub bytes: u64,
    /// True if the process that wrote it has ended.
    pub is_stale: bool,
}

/// Lists the temporary files of a folder whose final names satisfy `is_ours`, sorted by path.
///
/// # Errors
/// If the folder cannot be read. A folder that does not exist has no files.
pub(crate) fn temporaries(folder: &Path, is_ours: impl Fn(&str) -> bool) -> io::Result<Vec<Temporary>> {
    let names = match names(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        names => names?,
    };
    let mut files = Vec::new();
    for name in names.iter().filter(|name| name.to_str().and_then(final_name).is_some_and(&is_ours)) {
        let path = folder.join(name);
        // The file may be published at this moment.
        let Some(data) = metadata(&path)?.filter(fs::Metadata::is_file) else { continue };
        files.push(Temporary { is_stale: stale(&path)?.is_some(), bytes: data.len(), path });
    }
    Ok(files)
}

/// Removes the stale temporary files of a folder whose final names satisfy `is_ours`. Returns their number.
///
/// # Errors
/// If the folder cannot be read or a file cannot be removed.
pub fn remove_stale(folder: &Path, is_ours: impl Fn(&str) -> bool) -> io::Result<usize> {
    let mut count = 0;
    for temporary in temporaries(folder, is_ours)? {
        // The lock is held until the file is gone, so no process is writing it.
        if let Some(_lock) = stale(&temporary.path)? {
            count += usize::from(remove(&temporary.path)?);
        }
    }
    Ok(count)
}

/// Locks a temporary file whose writer has ended; `None` if it is being written, is gone, or belongs to another user.
fn stale(path: &Path) -> io::Result<Option<File>> {
    match flags(OpenOptions::new().read(true).write(true), true).open(path) {
        Ok(file) => Ok(try_lock(&file).is_ok().then_some(file)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn names_of_temporary_files_are_random_and_recognized() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let (first, second) = (NewFile::create(&path).unwrap(), NewFile::create(&path).unwrap());
        assert_ne!(first.temporary, second.temporary);
        for name in names(folder.path()) {
            assert_eq!(final_name(&name), Some("a.csv"), "{name}");
        }
        drop((first, second));
        assert_eq!(names(folder.path()), [""; 0]);
        for foreign in
            [".a.csv.77.part", ".a.csv.part", "a.csv.0123456789abcdef.part", ".a.csv.0123456789ABCDEF.part", ".x.part"]
        {
            assert_eq!(final_name(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn an_atomic_write_leaves_the_old_or_the_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write(&path, b"old").unwrap();
        let mut new = NewFile::create(&path).unwrap();
        new.file().write_all(b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(new);
        write(&path, b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(folder.path())), (b"new".to_vec(), vec!["a.csv".to_owned()]));
        // A folder cannot be replaced by a file.
        fs::create_dir(folder.path().join("b")).unwrap();
        assert!(write(&folder.path().join("b"), b"x").is_err());
        assert_eq!(names(folder.path()), ["a.csv", "b"]);
    }

    #[test]
    fn stale_temporary_files_are_removed_and_those_being_written_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        let stale = ".a.csv.0123456789abcdef.part";
        let users = [".a.csv.1.part", ".b.csv.0123456789abcdef.part", ".notes.part", "a.csv"];
        for name in users.iter().chain([&stale]) {
            fs::write(path_of(name), "12345").unwrap();
        }
        let running = NewFile::create(&path_of("a.csv")).unwrap();
        let is_ours = |name: &str| name == "a.csv";
        let files = temporaries(folder.path(), is_ours).unwrap();
        let file_at = |path: &Path| files.iter().find(|temporary| temporary.path == path).unwrap();
        assert_eq!((files.len(), file_at(&path_of(stale)).is_stale, file_at(&path_of(stale)).bytes), (2, true, 5));
        assert!(!file_at(&running.temporary).is_stale);
        assert_eq!(remove_stale(folder.path(), is_ours).unwrap(), 1);
        assert!(running.temporary.exists() && !path_of(stale).exists());
        assert!(users.iter().all(|name| path_of(name).exists()));
        running.publish().unwrap();
        assert_eq!(remove_stale(folder.path(), is_ours).unwrap(), 0);
        assert_eq!(remove_stale(&path_of("nowhere"), is_ours).unwrap(), 0);
    }

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
        assert_eq!(read_text_if_there(&path_of("link")).unwrap(), "text");
        assert_eq!(read_text_if_there(&path_of("nowhere")).unwrap(), "");
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
