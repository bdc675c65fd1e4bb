//! Another program continues a folder, once a sample of its trials has run again.

use std::path::Path;

use super::checksum::write_whole;
use super::error::StoreError;
use super::folder_lock::claim;
use super::manifest::Manifest;
use super::program::continued;
use super::read;
use crate::record::{ProgramBlock, file};

/// Returns whether this program is that of the latest run of a folder.
///
/// # Errors
/// If the manifest cannot be read.
pub(crate) fn is_of_this_program(folder: &Path) -> Result<bool, StoreError> {
    let manifest = Manifest::read(folder)?;
    Ok(manifest.program_difference(&read::sweep_of(&manifest, folder)?).is_none())
}

/// Records this program as that of the latest run of a folder with this many recorded trials.
///
/// # Errors
/// If another process writes to the folder, or the manifest cannot be written.
pub(crate) fn add_this_program(folder: &Path, trials: u64) -> Result<(), StoreError> {
    let _lock = claim(folder, true)?;
    let manifest = Manifest::read(folder)?;
    let here = ProgramBlock::here(&read::sweep_of(&manifest, folder)?);
    let accepted = manifest.programs.iter().filter_map(|program| program.trials).fold(0, u64::saturating_add);
    let programs = continued(&manifest.programs, here, trials.max(accepted));
    let manifest = Manifest { programs, ..manifest };
    write_whole(&folder.join(file::MANIFEST), manifest.to_text().as_bytes())
}
