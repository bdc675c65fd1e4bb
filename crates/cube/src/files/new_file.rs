//! [`NewFile`], or [`write()`] in one call: a file that is written whole or not at all, under a temporary name until then. Temporary files
//! that killed programs have left are found and removed here, too.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{exists, flags, metadata, names, remove, retry, try_lock};

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

/// A temporary file in the folder of its final path. Dropping it without [`publish`](Self::publish) removes it. It is not flushed to the
/// disk: call [`File::sync_all`] before it is published, as [`write()`] does.
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

    /// Renames the file to its final path, in place of an old file.
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
    /// True if the process that wrote it has ended; false, too, where files have no locks or this one may not be opened.
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
}
