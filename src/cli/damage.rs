//! Folders that are not as they were written.

use std::error::Error;
use std::path::Path;

use evocube::experiment::record::{Results, file};
use evocube::experiment::store;

use super::output::note;
use super::{Failure, sentence};

/// Reads a results folder, and says what of it is not as it was written.
pub(crate) fn read(folder: &Path) -> Result<Results, Failure> {
    let results = store::read(folder).map_err(|error| failure(error, folder))?;
    tell(folder)?;
    Ok(results)
}

/// Says what of a folder is not as it was written.
pub(crate) fn tell(folder: &Path) -> Result<(), Failure> {
    let damage = store::damage(folder)?;
    if !damage.is_empty() {
        note(format_args!("note: not as it was written: {damage}; {}", way_out(folder)));
    }
    Ok(())
}

/// A failure to read a results folder, with what is known of its damage.
pub(crate) fn failure(error: impl Error, folder: &Path) -> Failure {
    let text = sentence(&error);
    match store::damage(folder) {
        Ok(damage) if !damage.is_empty() => {
            Failure(format!("{text}\nnot as it was written: {damage}; {}", way_out(folder)))
        }
        Ok(_) => Failure(text),
        // The manifest itself, which is made again where rows say whose they are.
        Err(_) if [file::MANIFEST, file::DIGESTS].iter().all(|name| folder.join(name).exists()) => {
            Failure(format!("{text}\n{}", way_out(folder)))
        }
        Err(_) => Failure(text),
    }
}

fn way_out(folder: &Path) -> String {
    format!("`evocube run SWEEP --out {} --resume` makes it again and keeps the rest", folder.display())
}
