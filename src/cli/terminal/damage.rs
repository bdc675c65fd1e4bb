//! Folders that are not as they were written.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use evocube::experiment::record::{Results, file};
use evocube::experiment::store;

use super::output::note;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome, sentence};

/// Reads a results folder, and names what of it is damaged.
pub(crate) fn read(folder: &Path) -> Result<Results, Failure> {
    let results = store::read_checked(folder).map_err(|error| failure(error, folder))?;
    if !results.corruption.is_empty() {
        note(format_args!("note: not as it was written: {}; {}", results.corruption, way_out(folder)));
    }
    Ok(results)
}

/// Names what of a folder is damaged. Returns the exit code of a command that has read it.
pub(crate) fn told(folder: &Path) -> Outcome {
    let damage = store::corruption(folder)?;
    if damage.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    note(format_args!("note: not as it was written: {damage}; {}", way_out(folder)));
    Ok(ExitCode::from(NEGATIVE))
}

/// A failure to read a results folder, with what is known of its damage.
pub(crate) fn failure(error: impl Error, folder: &Path) -> Failure {
    let text = sentence(&error);
    let has = |name| folder.join(name).exists();
    match store::corruption(folder) {
        Ok(damage) if !damage.is_empty() => {
            Failure(format!("{text}\nnot as it was written: {damage}; {}", way_out(folder)))
        }
        Ok(_) => Failure(text),
        // The manifest itself, which is made again where rows say whose they are.
        Err(_) if store::read_sweep(folder).is_err() && has(file::MANIFEST) && has(file::DIGESTS) => {
            Failure(format!("{text}\n{}", way_out(folder)))
        }
        Err(_) => Failure(text),
    }
}

fn way_out(folder: &Path) -> String {
    format!("`evocube run SWEEP --out {} --resume` makes it again and keeps the rest", folder.display())
}
