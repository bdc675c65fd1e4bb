//! [`CacheDir`]: a folder with one file per table: any folder, or that of the user, from the environment. Files are read, mapped, written
//! and deleted; [`Fault`] says why one is not used. What is read is checked. A file is mapped, with only its header checked, unless it was
//! copied or changed: then it is read. `TableSource` builds missing tables.
//!
//! A file is a header of 128 bytes and the table. Numbers are little endian.
//!
//! | bytes | field |
//! |---|---|
//! | 8 | `evocube` and a byte 26 |
//! | 4 | version of this format |
//! | 4 | version of the table |
//! | 64 | name of the table, padded with zeros |
//! | 8 | size of the table |
//! | 32 | digest |
//! | 8 | stamp |
//!
//! The digest is BLAKE3 of the BLAKE3 digests of the table's pieces of 4 MiB, so that several cores can read and check in
//! parallel. A file that differs from the specification in any way is not used. The digests of the tables of evocube are known, so
//! that a file of other content is not used either, whoever wrote it: what is read is what would be built.
//!
//! The stamp is the time of the file's last change, in seconds since 1970. While the file system says the same, the content is that
//! which was written: a program that starts reads the header only and maps the table. Any other time means that the file was copied
//! or changed; its content is then checked once, and the file gets the time of its stamp again.
//!
//! Files are written under a temporary name, flushed to the disk and renamed, so that no incomplete file exists under a
//! final name, and a table in use is replaced, never rewritten. Two programs that build the same table write the same bytes; the last
//! rename takes effect. A killed build leaves a stale file, which [`CacheDir::unfinished`] lists and the next build removes.

mod digests;
mod user;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, UNIX_EPOCH};

use super::{LargePages, TableSlice, TableSpec, run_on_threads};
use crate::files;
pub use crate::files::Temporary;

/// A folder with tables. It is created when the first table is written.
///
/// ```
/// use evocube_cube::search::tables::table;
/// use evocube_cube::table::cache::{CacheDir, Fault};
/// let cache = CacheDir::new("no/such/folder");
/// let corners = table("corners").expect("a table of Korf's solver");
/// assert!(matches!(cache.look(corners), Err(Fault::Absent)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheDir(PathBuf);

/// Reason why the file of a table is not used.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No file exists.
    #[error("there is no file")]
    Absent,
    /// The file cannot be read.
    #[error("it cannot be read")]
    Unreadable(#[source] io::Error),
    /// The file is of another kind, or its header is corrupt.
    #[error("it is not a file of this table")]
    Foreign,
    /// The file was written by a version of evocube with another format of this table.
    #[error("it was written by another version of evocube")]
    OtherVersion,
    /// The file is too short or too long.
    #[error("it has {length} bytes instead of {expected}")]
    Size {
        /// The size of the file.
        length: u64,
        /// The expected size.
        expected: u64,
    },
    /// The digest does not match: some byte of the file is corrupt.
    #[error("its checksum is wrong")]
    Damaged,
    /// The digest is right, but the content is not that of this table, of which there is only one.
    #[error("its content is not that of this table")]
    OtherContent,
}

const MAGIC: &[u8; 8] = b"evocube\x1a";
const FORMAT: u32 = 2;
/// The bytes of the header before the size, before the digest and before the stamp.
const SIZE: usize = 80;
const DIGEST: usize = SIZE + 8;
const STAMP: usize = DIGEST + 32;
/// A whole number of cache lines, so that what is aligned in the table is aligned in memory.
const HEADER: usize = STAMP + 8;
/// The number of bytes of a piece, which one thread reads and checks.
const PIECE: usize = 4 << 20;
/// The extension of table files.
const EXTENSION: &str = "table";

impl CacheDir {
    /// Returns the tables of a folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// Returns the folder of the user, which the program `evocube` uses: that of the variable `EVOCUBE_CACHE`, or `evocube` in
    /// the platform's cache folder. `None` if the environment names neither. Reads no file.
    pub fn user() -> Option<Self> {
        user::folder().map(Self)
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a table's file.
    pub fn file(&self, spec: &TableSpec) -> PathBuf {
        self.0.join(format!("{}.{EXTENSION}", spec.name))
    }

    /// Checks the header and the size of a table's file, but not its content.
    ///
    /// # Errors
    /// The reason why the file cannot be used.
    pub fn look(&self, spec: &TableSpec) -> Result<(), Fault> {
        self.open(spec).map(|_| ())
    }

    /// Reads a whole table into memory on this number of threads, and checks its digest.
    ///
    /// # Errors
    /// The reason why the file cannot be used.
    pub fn read(&self, spec: &TableSpec, threads: NonZeroUsize) -> Result<Vec<u8>, Fault> {
        let header = self.open(spec)?;
        let mut table = vec![0; spec.bytes];
        self.read_into(&mut table, spec, &header, threads)?;
        Ok(table)
    }

    /// Maps a table if the time of its file is that of its stamp. Otherwise reads it as [`read`](Self::read) does.
    pub(super) fn load(&self, spec: &TableSpec, threads: NonZeroUsize) -> Result<TableSlice<u8>, Fault> {
        let header = self.open(spec)?;
        let mapped = header.is_unchanged().then(|| TableSlice::map(&header.file, HEADER, spec.bytes));
        if let Some(Ok(table)) = mapped {
            return Ok(table);
        }
        let mut table = LargePages::zeros(spec.bytes);
        self.read_into(&mut table, spec, &header, threads)?;
        Ok(table.into())
    }

    /// Reads a table and checks its digest. After an error the content is undefined.
    fn read_into(
        &self,
        table: &mut [u8],
        spec: &TableSpec,
        header: &Header,
        threads: NonZeroUsize,
    ) -> Result<(), Fault> {
        let mut digests = vec![[0; 32]; spec.bytes.div_ceil(PIECE)];
        let pieces = table.chunks_mut(PIECE).zip(&mut digests).enumerate();
        let (pieces, file) = (Mutex::new(pieces), self.file(spec));
        let work = || -> io::Result<()> {
            let mut file = files::open(&file)?;
            loop {
                let piece = pieces.lock().map_or(None, |mut pieces| pieces.next());
                let Some((number, (piece, digest))) = piece else { return Ok(()) };
                file.seek(SeekFrom::Start((HEADER + number * PIECE) as u64))?;
                file.read_exact(piece)?;
                *digest = *blake3::hash(piece).as_bytes();
            }
        };
        run_on_threads(threads.get(), work).map_err(Fault::Unreadable)?;
        if *blake3::hash(digests.as_flattened()).as_bytes() != header.digest {
            return Err(Fault::Damaged);
        }
        if !header.is_unchanged() {
            // Where the file belongs to another user, its content is checked at each start.
            let _ = UNIX_EPOCH.checked_add(header.stamp).map(|time| header.file.set_modified(time));
        }
        Ok(())
    }

    /// Opens a file and checks its header and its size.
    fn open(&self, spec: &TableSpec) -> Result<Header, Fault> {
        let mut file = files::open(&self.file(spec)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Fault::Absent,
            _ => Fault::Unreadable(error),
        })?;
        let length = files::retry(|| file.metadata()).map_err(Fault::Unreadable)?.len();
        let mut header = [0; HEADER];
        file.read_exact(&mut header).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Foreign,
            _ => Fault::Unreadable(error),
        })?;
        let expected = prefix(spec);
        // Magic number and name, then the versions, then the size.
        if header[..8] != expected[..8] {
            return Err(Fault::Foreign);
        }
        if header[8..16] != expected[8..16] {
            return Err(Fault::OtherVersion);
        }
        if header[16..SIZE] != expected[16..SIZE] {
            return Err(Fault::Foreign);
        }
        let size = (HEADER + spec.bytes) as u64;
        if header[SIZE..DIGEST] != expected[SIZE..] || length != size {
            return Err(if length == size { Fault::Foreign } else { Fault::Size { length, expected: size } });
        }
        let mut digest = [0; 32];
        digest.copy_from_slice(&header[DIGEST..STAMP]);
        if digests::expected_digest(spec.name)
            .is_some_and(|expected| expected != blake3::Hash::from_bytes(digest).to_hex().as_str())
        {
            return Err(Fault::OtherContent);
        }
        let seconds = header[STAMP..].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Ok(Header { file, digest, stamp: Duration::from_secs(seconds) })
    }

    /// Writes a table. Its bytes are not checked; of a table of evocube, others than those of its specification are refused when read.
    ///
    /// # Errors
    /// If the folder cannot be created or written, or is full. A failed attempt leaves no file.
    pub fn write(&self, spec: &TableSpec, table: &[u8]) -> io::Result<()> {
        self.write_in_steps(spec, table, &|| Ok(()))
    }

    /// Writes a table as [`write`](Self::write) does, and calls `step` several times a second.
    ///
    /// # Errors
    /// As [`write`](Self::write), and that of a step. Both leave no file.
    pub(super) fn write_in_steps(
        &self,
        spec: &TableSpec,
        table: &[u8],
        step: &dyn Fn() -> io::Result<()>,
    ) -> io::Result<()> {
        files::create_folders(&self.0)?;
        // Stale files are removed first, since they may fill the disk.
        files::remove_stale(&self.0, is_table)?;
        let mut new = files::NewFile::create(&self.file(spec))?;
        let digest = |piece| step().map(|()| *blake3::hash(piece).as_bytes());
        let digests = table.chunks(PIECE).map(digest).collect::<io::Result<Vec<_>>>()?;
        let file = new.file();
        file.write_all(&prefix(spec))?;
        file.write_all(blake3::hash(digests.as_flattened()).as_bytes())?;
        // Every file system can express an even number of seconds.
        let created = files::retry(|| file.metadata())?.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let stamp = Duration::from_secs(created.as_secs() / 2 * 2);
        file.write_all(&stamp.as_secs().to_le_bytes())?;
        for piece in table.chunks(PIECE) {
            step()?;
            file.write_all(piece)?;
        }
        file.set_modified(UNIX_EPOCH + stamp)?;
        file.sync_all()?;
        new.publish()
    }

    /// Lists the unfinished files of all tables: those being written, and stale ones of killed builds.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn unfinished(&self) -> io::Result<Vec<Temporary>> {
        files::temporaries(&self.0, is_table)
    }

    /// Deletes the file of a table and its stale unfinished files. Returns their number.
    ///
    /// # Errors
    /// If the folder cannot be read or a file cannot be deleted.
    pub fn clear(&self, spec: &TableSpec) -> io::Result<usize> {
        let file = self.file(spec);
        let stale = files::remove_stale(&self.0, |name| file.file_name().is_some_and(|file_name| file_name == name))?;
        Ok(stale + usize::from(files::remove(&file)?))
    }
}

/// A table's file whose header is right.
struct Header {
    file: File,
    digest: [u8; 32],
    /// The time since 1970.
    stamp: Duration,
}

impl Header {
    /// Returns whether the file was not changed since it was written or checked.
    fn is_unchanged(&self) -> bool {
        self.file
            .metadata()
            .and_then(|data| data.modified())
            .is_ok_and(|time| time.duration_since(UNIX_EPOCH).ok() == Some(self.stamp))
    }
}

/// Returns whether a file of this name holds a table.
fn is_table(name: &str) -> bool {
    name.strip_suffix(EXTENSION).is_some_and(|name| name.ends_with('.'))
}

/// Returns the header of a table's file without digest and stamp.
fn prefix(spec: &TableSpec) -> [u8; DIGEST] {
    let mut prefix = [0; DIGEST];
    prefix[..8].copy_from_slice(MAGIC);
    prefix[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    prefix[12..16].copy_from_slice(&spec.version.to_le_bytes());
    prefix[16..16 + spec.name.len()].copy_from_slice(spec.name.as_bytes());
    prefix[SIZE..].copy_from_slice(&(spec.bytes as u64).to_le_bytes());
    prefix
}
