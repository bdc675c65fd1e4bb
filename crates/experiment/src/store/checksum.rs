//! Files of a results folder: looking them up, writing them whole, their BLAKE3 digests in the manifest, which of them have changed,
//! whether there is a seal, and the removal of those that evocube wrote. Writing the digests removes figures that an earlier report has
//! left, too. Rows are appended by `open_tables`; digests of single trials are in `digests`, the seal in `seal`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::checkpoint_folder::{self, is_folder};
use super::corruption::Corruption;
use super::error::StoreError;
use super::known_files::{PLOTS, is_known, is_whole, written_names};
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
fn digest_within(folder: &Path, name: &str) -> Result<Option<String>, StoreError> {
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

/// Returns whether a file is a table of results; the data of figures are not.
fn is_table(name: &str) -> bool {
    name.ends_with(".csv") && !name.contains('/')
}

/// Writes the digests of the tables, and of the `report_files`, into the manifest of a complete folder. Deletes
/// the figures of an earlier report that this one has not drawn, unless they have been changed since.
///
/// Files of the user are not listed, and an unfinished folder is not changed, since a run may be writing it. The digest of a
/// table that is none of the `report_files` is written once, so that [`changed_files`] finds a changed table after the report is
/// drawn again.
///
/// # Errors
/// If a file cannot be read or the manifest not written.
pub fn write_checksums(folder: &Path, report_files: &[PathBuf]) -> Result<(), StoreError> {
    let mut manifest = Manifest::read(folder)?;
    if !manifest.complete {
        return Ok(());
    }
    let relative = |path: &PathBuf| {
        let parts = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_str());
        Some(parts.collect::<Option<Vec<_>>>()?.join("/")).filter(|name| is_known(name))
    };
    let drawn: Vec<String> = report_files.iter().filter_map(relative).collect();
    let mut names: Vec<String> = written_names().map(str::to_owned).chain(drawn.iter().cloned()).collect();
    names.sort();
    names.dedup();
    let mut listed = std::mem::take(&mut manifest.digests);
    for name in names {
        if !exists(&folder.join(&name))? {
            continue;
        }
        let digest = || digest_within(folder, &name);
        if let Some(recorded) = manifest.machine.digest_of(&name) {
            *recorded = recorded.take().map_or_else(digest, |recorded| Ok(Some(recorded)))?;
        } else {
            let earlier = listed.remove(&name).filter(|_| is_table(&name) && !drawn.contains(&name));
            let digest = earlier.map_or_else(digest, |earlier| Ok(Some(earlier)))?;
            manifest.digests.extend(digest.map(|digest| (name, digest)));
        }
    }
    // A missing table stays listed, so that its loss is found.
    let (tables, mut stale): (BTreeMap<_, _>, BTreeMap<_, _>) =
        listed.into_iter().partition(|(name, _)| is_table(name));
    for (name, expected) in std::mem::take(&mut stale) {
        if digest_if_there(&folder.join(&name))?.is_some_and(|digest| digest == expected) {
            stale.insert(name, expected);
        }
    }
    remove_figures(folder, stale.keys())?;
    manifest.digests.extend(tables);
    seal::write_manifest(folder, &manifest)?;
    remove_stale(folder)
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
    let seals = Seals::read(folder)?.filter(|_| manifest.complete && manifest.digests.contains_key(file::DIGESTS));
    let mut changed: Vec<String> =
        seals.filter(|seals| !seals.has(text)).map(|_| file::MANIFEST.to_owned()).into_iter().collect();
    let mut machine = manifest.machine.clone();
    let timing_files = file::WALL_CLOCK.map(|name| Some((name.to_owned(), machine.digest_of(name)?.take()?)));
    let timing_files: Vec<(String, String)> = timing_files.into_iter().flatten().collect();
    for (name, expected) in manifest.digests.iter().chain(timing_files.iter().map(|(name, digest)| (name, digest))) {
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

/// Returns whether a folder is complete, and its tables have the digests in the manifest, whose text this is. Tables of wall-clock times are
/// left out, since they cannot be reproduced.
pub(super) fn has_unchanged_tables(folder: &Path, text: &str, manifest: &Manifest) -> Result<bool, StoreError> {
    // The data of figures are drawn again.
    let is_kept = |name: &String| {
        let is_table = name.ends_with(".csv") && !name.contains('/');
        name == file::MANIFEST || (is_table && !file::WALL_CLOCK.contains(&name.as_str()))
    };
    let is_listed = manifest.complete && manifest.digests.contains_key(file::TRIALS);
    Ok(is_listed && !changed_since(folder, text, manifest)?.iter().any(is_kept))
}

/// Deletes the files of evocube in a folder: tables and pages by name, and the figures that the manifest lists. Links are
/// deleted, not followed. The manifest stays until it is replaced, since it marks the folder as evocube's.
pub(super) fn remove_known(folder: &Path) -> Result<(), StoreError> {
    let plots = folder.join(PLOTS);
    let has_plots = is_folder(&plots).map_err(StoreError::file(&plots))?;
    let mut names: Vec<String> = written_names().map(str::to_owned).collect();
    // A manifest that is damaged or missing lists nothing.
    let manifest = match Manifest::read(folder) {
        Err(StoreError::Corrupt { .. } | StoreError::LineEnds { .. }) => None,
        Err(StoreError::File { cause, .. }) if cause.kind() == ErrorKind::NotFound => None,
        manifest => Some(manifest?),
    };
    let listed = manifest.iter().flat_map(|manifest| manifest.digests.keys());
    names.extend(listed.filter(|name| has_plots && name.contains('/')).cloned());
    // Checked before anything is deleted: no folder has the name of a file.
    for path in names.iter().map(|name| folder.join(name)) {
        if is_folder(&path).map_err(StoreError::file(&path))? {
            return Err(StoreError::file(&path)(ErrorKind::IsADirectory.into()));
        }
    }
    // First the folder is marked as unfinished, so that the rest of it is never taken for a complete one.
    if let Some(manifest) = manifest {
        let figures = manifest.digests.into_iter().filter(|(name, _)| !is_table(name)).collect();
        let manifest = Manifest { complete: false, digests: figures, ..manifest };
        write_whole(&folder.join(file::MANIFEST), manifest.to_text().as_bytes())?;
    }
    remove_figures(folder, names.iter())?;
    checkpoint_folder::remove(folder)
}

/// Deletes the pages and figures that a manifest lists.
pub(super) fn remove_drawn(folder: &Path, manifest: &Manifest) -> Result<(), StoreError> {
    remove_figures(folder, manifest.digests.keys().filter(|name| !is_table(name)))
}

/// Deletes files, and then the folder of the figures if it is empty. Links are deleted, not followed.
fn remove_figures<'a>(folder: &Path, names: impl Iterator<Item = &'a String>) -> Result<(), StoreError> {
    let plots = folder.join(PLOTS);
    let has_plots = is_folder(&plots).map_err(StoreError::file(&plots))?;
    for path in names.filter(|name| has_plots || !name.contains('/')).map(|name| folder.join(name)) {
        files::remove(&path).map_err(StoreError::file(&path))?;
    }
    if has_plots {
        // Files of the user stay.
        files::remove_folder(&plots).map_err(StoreError::file(&plots))?;
    }
    Ok(())
}

/// Deletes stale temporary files: those of processes that were killed.
pub(super) fn remove_stale(folder: &Path) -> Result<(), StoreError> {
    files::remove_stale(folder, is_whole).map(|_| ()).map_err(StoreError::file(folder))
}
