//! Files of a results folder: looking them up, writing them whole, their BLAKE3 digests, which of them differ from those in the manifest,
//! and whether there is a seal. Digests are written into the manifest in `listed_files`; those of single trials are in `digests`, the seal
//! is in `seal`. Rows are appended by `open_tables`.

use std::fs::File;
use std::path::Path;

use super::corruption::Corruption;
use super::error::StoreError;
use super::known_files::is_table;
use super::manifest::Manifest;
use super::seal::{self, Seals};
use crate::record::file;
use evocube_cube::files;

/// Writes a whole file durably: the path holds the old file or the new one, never a part.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    files::write(path, bytes).map_err(StoreError::file(path))
}

/// Returns whether a file exists. A link is followed.
///
/// # Errors
/// If the file system cannot tell.
pub fn exists(path: &Path) -> Result<bool, StoreError> {
    files::exists(path).map_err(StoreError::file(path))
}

/// Returns whether a file exists and has this content.
///
/// # Errors
/// If it cannot be read.
pub fn has_content(path: &Path, content: &[u8]) -> Result<bool, StoreError> {
    Ok(digest_if_there(path)?.is_some_and(|digest| digest == blake3::hash(content).to_hex().as_str()))
}

/// Returns the digest of a file of a results folder as its manifest has it; `None` if there is none. That of `digests.csv` leaves out
/// the seal of the manifest.
pub(super) fn digest_within(folder: &Path, name: &str) -> Result<Option<String>, StoreError> {
    if name == file::DIGESTS { seal::digest(folder) } else { digest_if_there(&folder.join(name)) }
}

/// Returns the BLAKE3 digest of a file; `None` if there is none.
///
/// # Errors
/// As [`digest`].
pub(super) fn digest_if_there(path: &Path) -> Result<Option<String>, StoreError> {
    let file = files::open_if_there(path).map_err(StoreError::file(path))?;
    file.map(|file| hash(file, path)).transpose()
}

/// Returns the BLAKE3 digest of a file in hexadecimal digits.
///
/// # Errors
/// If the path is no regular file, or it cannot be read.
pub fn digest(path: &Path) -> Result<String, StoreError> {
    hash(files::open(path).map_err(StoreError::file(path))?, path)
}

fn hash(mut file: File, path: &Path) -> Result<String, StoreError> {
    let mut hasher = blake3::Hasher::new();
    std::io::copy(&mut file, &mut hasher).map_err(StoreError::file(path))?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// Returns the files that the manifest lists, except the tables of wall-clock times.
///
/// # Errors
/// If the manifest cannot be read.
pub fn written_files(folder: &Path) -> Result<Vec<String>, StoreError> {
    Ok(Manifest::read(folder)?.digests.into_keys().collect())
}

/// Returns whether `digests.csv` ends with a seal. It need not be that of the present manifest.
///
/// # Errors
/// If the file cannot be read.
pub fn is_sealed(folder: &Path) -> Result<bool, StoreError> {
    Ok(Seals::read(folder)?.is_some_and(|seals| seals.is_there()))
}

/// Returns the files whose digest differs from that in the manifest, and the missing ones; and the manifest, if its own digest in
/// `digests.csv` differs or is missing.
///
/// # Errors
/// If the manifest or a file cannot be read.
pub fn changed_files(folder: &Path) -> Result<Vec<String>, StoreError> {
    let (text, manifest) = Manifest::read_with_text(folder)?;
    changed_since(folder, &text, &manifest)
}

/// Returns what [`changed_files`] does, given the manifest and its text.
pub(crate) fn changed_since(folder: &Path, text: &str, manifest: &Manifest) -> Result<Vec<String>, StoreError> {
    changed_among(folder, text, manifest, |_| true)
}

/// Returns what [`changed_since`] does, of the manifest and the files that are asked for.
fn changed_among(
    folder: &Path,
    text: &str,
    manifest: &Manifest,
    is_asked: impl Fn(&str) -> bool,
) -> Result<Vec<String>, StoreError> {
    let seals = Seals::read(folder)?.filter(|_| manifest.complete && manifest.digests.contains_key(file::DIGESTS));
    let mut changed: Vec<String> =
        seals.filter(|seals| !seals.has(text)).map(|_| file::MANIFEST.to_owned()).into_iter().collect();
    let mut machine = manifest.machine.clone();
    let timing_files = file::WALL_CLOCK.map(|name| Some((name.to_owned(), machine.digest_of(name)?.take()?)));
    let timing_files: Vec<(String, String)> = timing_files.into_iter().flatten().collect();
    let listed = manifest.digests.iter().chain(timing_files.iter().map(|(name, digest)| (name, digest)));
    for (name, expected) in listed.filter(|(name, _)| is_asked(name)) {
        if digest_within(folder, name)?.as_ref() != Some(expected) {
            changed.push(name.clone());
        }
    }
    Ok(changed)
}

/// Returns the corruption of `baselines.csv` if it differs from the digest in the manifest.
pub(super) fn baselines_corruption(folder: &Path, manifest: &Manifest) -> Result<Option<Corruption>, StoreError> {
    let Some(expected) = manifest.digests.get(file::BASELINES) else { return Ok(None) };
    let path = folder.join(file::BASELINES);
    if digest_if_there(&path)?.as_ref() == Some(expected) {
        return Ok(None);
    }
    let message = "the table does not match its digest in manifest.toml".to_owned();
    Ok(Some(Corruption { path, line: None, message, trials: None }))
}

/// Returns whether a folder is complete, and its tables have the digests in the manifest, whose text this is. Tables of wall-clock times
/// are left out, since they cannot be reproduced.
pub(super) fn has_unchanged_tables(folder: &Path, text: &str, manifest: &Manifest) -> Result<bool, StoreError> {
    // The data of figures are drawn again.
    let is_kept = |name: &str| is_table(name) && !file::WALL_CLOCK.contains(&name);
    let is_listed = manifest.complete && manifest.digests.contains_key(file::TRIALS);
    Ok(is_listed && changed_among(folder, text, manifest, is_kept)?.is_empty())
}
