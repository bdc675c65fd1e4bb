//! `evocube report PARENT`: the results folders below a folder, at most six levels deep and through no links, and the file of their page.
//! The page itself is made by `report::overview`.

use std::fs;
use std::path::{Path, PathBuf};

use evocube::experiment::record::file;
use evocube::experiment::store;
use evocube::report::{self, INDEX, ListedFolder};

use crate::cli::arguments::results;
use crate::cli::result::{Failure, failure};
use crate::files;

/// Maximum depth of a results folder below the folder of the page.
const MAX_DEPTH: usize = 6;

/// Returns the results folders below a folder, sorted by their paths: none if the folder is a results folder itself.
///
/// Links are not followed, folders that cannot be read are skipped, and results folders are not searched for further ones.
///
/// # Errors
/// If it is unknown whether the folder is a results folder.
pub(super) fn folders_below(parent: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut all = vec![];
    if !store::exists(&parent.join(file::MANIFEST))? {
        collect(parent, MAX_DEPTH, &mut all);
    }
    all.sort();
    Ok(all)
}

/// Adds the results folders below a folder. A folder that cannot be read has none.
fn collect(folder: &Path, depth: usize, all: &mut Vec<PathBuf>) {
    let Some(entries) = fs::read_dir(folder).ok().filter(|_| depth > 0) else { return };
    for entry in entries.flatten() {
        // Links are not followed, since they may lead back.
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        match path.join(file::MANIFEST).symlink_metadata() {
            Ok(_) => all.push(path),
            Err(_) => collect(&path, depth - 1, all),
        }
    }
}

/// Writes the page of some results folders below a folder. Returns its path.
pub(super) fn write(parent: &Path, folders: &[PathBuf]) -> Result<PathBuf, Failure> {
    let listed = |folder: &PathBuf| {
        let below = folder.strip_prefix(parent).unwrap_or(folder);
        let names: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        ListedFolder { path: names.join("/"), date: store::date_of(folder), results: results::read_one(folder) }
    };
    let listed: Vec<ListedFolder> = folders.iter().map(listed).collect();
    let title = parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
    let title = title.file_name().map_or("Sweeps".to_owned(), |name| name.to_string_lossy().into_owned());
    let path = parent.join(INDEX);
    files::write(&path, report::overview(&title, &listed).as_bytes())
        .map_err(|error| failure!("{}: {}", path.display(), files::reason(&error)))?;
    Ok(path)
}
