//! The seal of a complete folder: the last line of `digests.csv`, with the digest of its manifest; and the lines before it.
//! [`write_manifest`] writes the manifest of any folder. It seals a complete one, unless its manifest or seal was changed.
//!
//! The digest is that of the manifest up to the section `[machine]`. The digest of `digests.csv` in the manifest is that of the lines
//! before the seal. A manifest that is written again gets a second seal first, which then replaces the other one, so that a process that
//! is killed at any moment leaves a seal of the manifest on disk.

use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::error::StoreError;
use super::headers::TRIAL_TABLES;
use super::manifest::{self, Manifest};
use crate::record::file;
use evocube_cube::files;

/// The first field of the line, in the place of the number of a trial.
const NAME: &str = "manifest,";
/// Number of hexadecimal digits.
const DIGITS: usize = 64;
/// Length of the line: name, digits, empty fields, line end.
const LENGTH: usize = NAME.len() + DIGITS + TRIAL_TABLES.len();
/// Number of lines of an interrupted writer, the last of them torn.
const MOST: usize = 3;

/// Returns whether a line of `digests.csv` is a seal, or the beginning of one.
pub(super) fn is_seal(line: &[u8]) -> bool {
    line.starts_with(NAME.as_bytes()) || (!line.ends_with(b"\n") && NAME.as_bytes().starts_with(line))
}

/// Returns the seal of a manifest.
fn seal_of(manifest: &str) -> String {
    let sealed = manifest.rsplit_once(manifest::MACHINE).map_or(manifest, |(sealed, _)| sealed);
    let empty = ",".repeat(TRIAL_TABLES.len() - 1);
    format!("{NAME}{}{empty}\n", blake3::hash(sealed.as_bytes()).to_hex())
}

/// The seals at the end of `digests.csv`: one, or two of an interrupted writer.
#[derive(Debug)]
pub(super) struct Seals {
    /// The end of the lines before.
    pub(super) start: u64,
    lines: Vec<u8>,
}

impl Seals {
    /// Reads the seals of a folder; `None` if it has no `digests.csv`.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, StoreError> {
        let path = folder.join(file::DIGESTS);
        let failed = StoreError::file(&path);
        let Some(mut file) = files::open_if_there(&path).map_err(&failed)? else { return Ok(None) };
        let length = files::retry(|| file.metadata()).map_err(&failed)?.len();
        let first = length.saturating_sub((MOST * LENGTH) as u64);
        file.seek(SeekFrom::Start(first)).map_err(&failed)?;
        let mut bytes = Vec::new();
        file.take((MOST * LENGTH) as u64).read_to_end(&mut bytes).map_err(&failed)?;
        Ok(Some(Self::at_end_of(&bytes, first)))
    }

    /// Returns the seals at the end of a text that begins at this place of the file.
    fn at_end_of(bytes: &[u8], first: u64) -> Self {
        let end_of_line =
            |end: usize| bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let mut start = bytes.len();
        loop {
            let before = end_of_line(start.saturating_sub(1));
            if start == 0 || !is_seal(&bytes[before..start]) {
                return Self { start: first + start as u64, lines: bytes[start..].to_vec() };
            }
            start = before;
        }
    }

    /// Returns whether there is a seal.
    pub(super) fn is_there(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns whether a manifest is sealed.
    pub(super) fn has(&self, manifest: &str) -> bool {
        let seal = seal_of(manifest);
        self.lines.split_inclusive(|&byte| byte == b'\n').any(|line| line == seal.as_bytes())
    }
}

/// Returns the digest of the lines of `digests.csv` before the seals; `None` if there is no such file.
pub(super) fn digest(folder: &Path) -> Result<Option<String>, StoreError> {
    let Some(Seals { start, .. }) = Seals::read(folder)? else { return Ok(None) };
    let path = folder.join(file::DIGESTS);
    let file = files::open(&path).map_err(StoreError::file(&path))?;
    let mut hasher = blake3::Hasher::new();
    std::io::copy(&mut file.take(start), &mut hasher).map_err(StoreError::file(&path))?;
    Ok(Some(hasher.finalize().to_hex().to_string()))
}

/// Returns whether a text of `digests.csv` has the seal of a manifest.
pub(super) fn seals(digests: &[u8], manifest: &str) -> bool {
    Seals::at_end_of(digests, 0).has(manifest)
}

/// Returns the lines of a text of `digests.csv` before the seals.
pub(super) fn unsealed(digests: &[u8]) -> &[u8] {
    let Seals { lines, .. } = Seals::at_end_of(digests, 0);
    &digests[..digests.len() - lines.len()]
}

/// Returns whether a manifest has a seal: its folder is complete, and its digests are known.
pub(super) fn is_sealed(manifest: &Manifest) -> bool {
    manifest.complete && manifest.digests.contains_key(file::DIGESTS)
}

/// Writes a manifest, and its seal if the folder is complete and its digests are known. A folder whose manifest or seal was changed is
/// not sealed again, so that the change is found later as well.
pub(super) fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), StoreError> {
    replace_manifest(folder, manifest, || {
        let (text, old) = Manifest::read_with_text(folder)?;
        Ok((text, is_sealed(&old)))
    })
}

/// Writes a manifest as [`write_manifest`] does. `old` returns the text of the one before, and whether it [`is_sealed`].
pub(super) fn replace_manifest(
    folder: &Path,
    manifest: &Manifest,
    old: impl FnOnce() -> Result<(String, bool), StoreError>,
) -> Result<(), StoreError> {
    let (path, text) = (folder.join(file::MANIFEST), manifest.to_text());
    let write = || files::write(&path, text.as_bytes()).map_err(StoreError::file(&path));
    let Some(seals) = Seals::read(folder)?.filter(|_| is_sealed(manifest)) else { return write() };
    let (old_text, was_sealed) = old()?;
    if was_sealed && !seals.has(&old_text) {
        return write();
    }
    let digests = folder.join(file::DIGESTS);
    let seal = seal_of(&text);
    let add = |is_first: bool| {
        let mut file = files::update(&digests)?;
        let place = if is_first { seals.start } else { seals.start + LENGTH as u64 };
        file.seek(SeekFrom::Start(place))?;
        file.write_all(seal.as_bytes())?;
        file.set_len(place + LENGTH as u64)?;
        file.sync_data()
    };
    if seals.is_there() {
        add(seals.lines.len() < LENGTH).map_err(StoreError::file(&digests))?;
    }
    write()?;
    add(true).map_err(StoreError::file(&digests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seals_are_found_at_the_end_of_the_rows() {
        let (rows, one, two) = ("trial,trials\n1,ab,,,,,\n", seal_of("one\n[machine]\nx"), seal_of("two"));
        assert_eq!((one.len(), one.matches(',').count()), (LENGTH, TRIAL_TABLES.len()));
        assert_eq!(one, seal_of("one\n[machine]\ny"));
        for (end, sealed) in [
            (String::new(), vec![]),
            (one.clone(), vec!["one"]),
            (format!("{one}{two}"), vec!["one", "two"]),
            (format!("{one}{}", &two[..40]), vec!["one"]),
            (format!("{one}{}", &two[..3]), vec!["one"]),
            (two[..9].to_owned(), vec![]),
        ] {
            let text = format!("{rows}{end}");
            let found = Seals::at_end_of(text.as_bytes(), 0);
            assert_eq!((found.start, found.is_there()), (rows.len() as u64, !end.is_empty()), "{end}");
            for manifest in ["one", "two"] {
                assert_eq!(found.has(manifest), sealed.contains(&manifest), "{end}");
            }
            assert_eq!(unsealed(text.as_bytes()), rows.as_bytes());
        }
    }
}
