//! Reading the results folders that arguments name, if they are as they were written: one, or several that are compared side by side.
//! [`refuse`] keeps other files out of such a folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use evocube::experiment::record::{Results, file};
use evocube::experiment::store::{self, StoreError};
use evocube::report;

use crate::cli::result::{Failure, failure};

/// Reads the results of a folder, or compares those of several.
pub(crate) fn read(folders: &[PathBuf]) -> Result<Results, Failure> {
    match folders {
        [folder] => Ok(read_one(folder)?),
        _ => Ok(report::compare(&read_all(folders)?)?),
    }
}

/// Reads a folder, which must be as it was written.
pub(crate) fn read_one(folder: &Path) -> Result<Results, StoreError> {
    store::read_checked_for_report(folder)
}

/// Refuses a results folder as the place of other files.
pub(crate) fn refuse(out: &Path) -> Result<(), Failure> {
    if store::exists(&out.join(file::MANIFEST))? {
        Err(failure!("{} is a results folder: choose another one with --out", out.display()))
    } else {
        Ok(())
    }
}

/// Reads several folders; the name of each is the last part of its path, or the whole path if that is ambiguous.
fn read_all(folders: &[PathBuf]) -> Result<Vec<(String, Results)>, Failure> {
    let short = |folder: &PathBuf| folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut all = Vec::new();
    let mut places = HashSet::new();
    for folder in folders {
        // Links and other spellings lead to the same folder.
        if !places.insert(fs::canonicalize(folder).unwrap_or_else(|_| folder.clone())) {
            return Err(failure!("{} is named twice", folder.display()));
        }
        let is_unique = folders.iter().filter(|other| short(other) == short(folder)).count() == 1;
        let name = short(folder).filter(|_| is_unique).unwrap_or_else(|| folder.display().to_string());
        all.push((name, read_one(folder)?));
    }
    Ok(all)
}
