//! Digests, and whole files at once.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::manifest::Manifest;
use super::read;
use crate::experiment::record::{file, race_file};

/// Writes a whole file: to a temporary one beside, which is synced and then renamed, so that the file is the old one or
/// the new one, never half of it.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|cause| {
        // The half-written file is of no use; that it could not be written is what the user hears.
        let _ = fs::remove_file(&temporary);
        StoreError::File { path: path.to_owned(), cause }
    })
}

/// BLAKE3 of a file, in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn digest(path: &Path) -> Result<String, StoreError> {
    let mut hasher = blake3::Hasher::new();
    let mut file = File::open(path).map_err(StoreError::file(path))?;
    std::io::copy(&mut file, &mut hasher).map_err(StoreError::file(path))?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// What evocube writes into a results folder, beside the manifest.
const KNOWN: [&str; 11] = [
    file::TRIALS,
    file::CONVERGENCE,
    file::SOLUTIONS,
    file::FRONTS,
    file::OPERATORS,
    file::BASELINES,
    file::TIMING,
    file::FAILURES,
    file::DIGESTS,
    "report.html",
    "summary.md",
];
/// The folder of the figures.
const PLOTS: &str = "plots";

/// The files of a folder that evocube wrote, by their names within it, in order.
fn known_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, StoreError> {
    let mut files: Vec<(String, PathBuf)> =
        KNOWN.iter().map(|name| ((*name).to_owned(), folder.join(name))).filter(|(_, path)| path.exists()).collect();
    let plots = folder.join(PLOTS);
    if plots.exists() {
        for entry in fs::read_dir(&plots).map_err(StoreError::file(&plots))? {
            let path = entry.map_err(StoreError::file(&plots))?.path();
            let figure =
                path.extension().is_some_and(|extension| ["svg", "png", "csv"].iter().any(|known| extension == *known));
            if let Some(name) = path.file_name().filter(|_| figure) {
                files.push((format!("{PLOTS}/{}", name.to_string_lossy()), path));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Is this one of the tables? The data of the figures are drawn again with them.
fn is_table(name: &str) -> bool {
    name.ends_with(".csv") && !name.contains('/')
}

/// Writes the digest of every file into the manifest of a complete folder. An unfinished one is left alone: its tables
/// grow, and whoever writes them may be writing the manifest now.
/// Those of the tables are written once: whoever changes a table and has the report drawn again is still told so by
/// [`changed_files`].
///
/// # Errors
/// If a file cannot be read or the manifest not written.
pub fn seal(folder: &Path) -> Result<(), StoreError> {
    let mut manifest = read::manifest(folder)?;
    if !manifest.complete {
        return Ok(());
    }
    let mut sealed = std::mem::take(&mut manifest.digests);
    for (name, path) in known_files(folder)? {
        if name == file::TIMING {
            manifest.machine.timing.get_or_insert(digest(&path)?);
        } else {
            let earlier = sealed.remove(&name).filter(|_| is_table(&name));
            let digest = earlier.map_or_else(|| digest(&path), Ok)?;
            manifest.digests.insert(name, digest);
        }
    }
    manifest.digests.extend(sealed.into_iter().filter(|(name, _)| is_table(name)));
    write_whole(&folder.join(file::MANIFEST), manifest.to_text().as_bytes())
}

/// The files that the manifest names, but for the wall-clock figures.
///
/// # Errors
/// If the manifest cannot be read.
pub fn written_files(folder: &Path) -> Result<Vec<String>, StoreError> {
    Ok(read::manifest(folder)?.digests.into_keys().collect())
}

/// The files whose digest is not the one in the manifest, or that are gone.
///
/// # Errors
/// If the manifest or a file cannot be read.
pub fn changed_files(folder: &Path) -> Result<Vec<String>, StoreError> {
    let manifest = read::manifest(folder)?;
    let timing = manifest.machine.timing.iter().map(|digest| (file::TIMING.to_owned(), digest.clone()));
    let mut changed = Vec::new();
    for (name, expected) in manifest.digests.into_iter().chain(timing) {
        let path = folder.join(&name);
        if !path.exists() || digest(&path)? != expected {
            changed.push(name);
        }
    }
    Ok(changed)
}

/// Deletes what evocube wrote into a folder, and nothing else.
pub(super) fn remove_known(folder: &Path) -> Result<(), StoreError> {
    let manifest = folder.join(file::MANIFEST);
    // From now on it is unfinished, so that half a folder is never mistaken for a whole one. A manifest that cannot be
    // read is mistaken for nothing.
    if let Ok(found) = read::manifest(folder) {
        let found = Manifest { complete: false, digests: BTreeMap::new(), ..found };
        write_whole(&manifest, found.to_text().as_bytes())?;
    }
    for (_, path) in known_files(folder)? {
        fs::remove_file(&path).map_err(StoreError::file(&path))?;
    }
    super::salvage::remove(folder)?;
    // The manifest goes last: as long as it is there, the folder is known to be ours.
    fs::remove_file(&manifest).map_err(StoreError::file(&manifest))
}

/// Is this a file that was being written when the process was killed?
pub(super) fn is_leftover(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let whole = [file::MANIFEST, file::BASELINES, file::DIGESTS]
        .iter()
        .chain(&race_file::WHOLE)
        .any(|whole| name.strip_suffix(".new") == Some(whole));
    whole || (name.starts_with('.') && name.ends_with(".part"))
}

/// Deletes what was being written when a process was killed.
pub(super) fn remove_leftovers(folder: &Path) -> Result<(), StoreError> {
    for folder in [folder.to_owned(), folder.join(PLOTS)].iter().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder).map_err(StoreError::file(folder))? {
            let entry = entry.map_err(StoreError::file(folder))?;
            if is_leftover(&entry.file_name()) {
                fs::remove_file(entry.path()).map_err(StoreError::file(&entry.path()))?;
            }
        }
    }
    Ok(())
}
