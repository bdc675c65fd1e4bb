//! Files that the manifest of a results folder lists: the writing of their digests when a report is drawn, which removes the figures that an
//! earlier report has left; and the removal of figures, of all that evocube wrote, and of stale temporary files. Files that differ from their
//! digests are found in `checksum`.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::checkpoint_folder::{self, is_folder};
use super::checksum::{digest_if_there, digest_within, exists, write_whole};
use super::error::StoreError;
use super::known_files::{PLOTS, is_known, is_table, is_whole, written_names};
use super::manifest::Manifest;
use super::seal;
use crate::record::file;
use evocube_cube::files;

/// Writes the digests of the tables, and of the `report_files`, into the manifest of a complete folder. Deletes
/// the figures of an earlier report that this one has not drawn, unless they have been changed since.
///
/// Files of the user are not listed, and an unfinished folder is not changed, since a run may be writing it. The digest of a table that is
/// none of the `report_files` is written once, so that [`changed_files`](super::changed_files) finds a changed table after the report is
/// drawn again.
///
/// # Errors
/// If a file cannot be read or the manifest not written.
pub fn write_checksums(folder: &Path, report_files: &[PathBuf]) -> Result<(), StoreError> {
    let (text, mut manifest) = Manifest::read_with_text(folder)?;
    if !manifest.complete {
        return Ok(());
    }
    let was_sealed = seal::is_sealed(&manifest);
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
    seal::replace_manifest(folder, &manifest, || Ok((text, was_sealed)))?;
    remove_stale(folder)
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
