//! The curves of a results folder as CSV.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::{ExportError, curves, file_error, folder_of_sweep};
use crate::store;

/// Writes the curves of a results folder into a new folder: `curves.csv`, with one row per logged generation. Returns the file
/// and its number of rows.
///
/// # Errors
/// If a table cannot be read or was not written by evocube, or the new folder is not empty or cannot be written.
pub fn tidy(folder: &Path, out: &Path) -> Result<Vec<(String, usize)>, ExportError> {
    let sweep = store::read_sweep(folder)?;
    let new = folder_of_sweep(out, "tidy", &sweep)?;
    let name = "curves.csv".to_owned();
    let path = out.join(&name);
    let unwritten = |error: csv::Error| file_error(&path, error.into());
    let file = File::create(&path).map_err(|cause| file_error(&path, cause))?;
    let mut writer = csv::Writer::from_writer(BufWriter::new(file));
    writer.write_record(curves::columns(&sweep)).map_err(unwritten)?;
    let mut rows = 0;
    curves::each(folder, &sweep, |fields| {
        rows += 1;
        writer.write_record(fields).map_err(unwritten)
    })?;
    writer.flush().map_err(|cause| file_error(&path, cause))?;
    new.finish().map_err(|cause| file_error(out, cause))?;
    Ok(vec![(name, rows)])
}
