//! Messages about damaged results folders.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;

use evocube::experiment::record::{Results, file};
use evocube::experiment::store;

use super::output::note;
use crate::cli::result::{CommandResult, Failure, sentence, success_if};

/// Reads a results folder and reports its damaged rows on stderr.
pub(crate) fn read(folder: &Path) -> Result<Results, Failure> {
    let results = store::read_checked(folder).map_err(|error| failure(error, folder))?;
    if !results.corruption.is_empty() {
        note(format_args!("note: {}", message(&results.corruption, folder)));
    }
    Ok(results)
}

/// Reports damaged rows of a folder on stderr. Returns the exit code of a command that has read the folder.
pub(crate) fn report(folder: &Path) -> CommandResult {
    let corruption = store::corruption(folder)?;
    if !corruption.is_empty() {
        note(format_args!("note: {}", message(&corruption, folder)));
    }
    success_if(corruption.is_empty())
}

/// Returns the failure to read a results folder, with its known damage.
pub(crate) fn failure(error: impl Error, folder: &Path) -> Failure {
    let text = sentence(&error);
    let has = |name| folder.join(name).exists();
    match store::corruption(folder) {
        Ok(corruption) if !corruption.is_empty() => Failure::new(format!("{text}\n{}", message(&corruption, folder))),
        Ok(_) => Failure::new(text),
        // A lost manifest is restored from the digests.
        Err(_) if store::read_sweep(folder).is_err() && has(file::MANIFEST) && has(file::DIGESTS) => {
            Failure::new(format!("{text}\n{}", repair(folder)))
        }
        Err(_) => Failure::new(text),
    }
}

fn message(corruption: &impl Display, folder: &Path) -> String {
    format!("corrupt: {corruption}; {}", repair(folder))
}

fn repair(folder: &Path) -> String {
    format!("`evocube run SWEEP --out {} --resume` restores it and keeps the rest", folder.display())
}
