//! [`TableReader`]: a table of a results folder, row by row.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::{ExportError, file_error};
use evocube_cube::files;

/// A table with its path, for errors that name the line.
pub(super) struct TableReader<R> {
    path: PathBuf,
    reader: csv::Reader<R>,
}

impl TableReader<std::fs::File> {
    /// Opens a table.
    pub(super) fn open(path: &Path) -> Result<Self, ExportError> {
        let file = files::open(path).map_err(|cause| file_error(path, cause))?;
        Ok(Self::new(path, file))
    }
}

impl<R: Read> TableReader<R> {
    /// Reads `table`. Errors name `path`.
    pub(super) fn new(path: &Path, table: R) -> Self {
        Self { path: path.to_owned(), reader: csv::Reader::from_reader(table) }
    }

    /// Reads the next row; false at the end.
    pub(super) fn read(&mut self, row: &mut csv::StringRecord) -> Result<bool, ExportError> {
        self.reader.read_record(row).map_err(|error| self.unread(&error))
    }

    /// Returns the error of a row.
    pub(super) fn wrong(&self, row: &csv::StringRecord, message: impl std::fmt::Display) -> ExportError {
        let line = row.position().map_or(0, csv::Position::line);
        ExportError::Table { path: self.path.clone(), message: format!("line {line}: {message}") }
    }

    fn unread(&self, error: &csv::Error) -> ExportError {
        let line = error.position().map_or(0, csv::Position::line);
        let message = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("line {line}: {len} columns instead of {expected_len}")
            }
            _ => error.to_string(),
        };
        ExportError::Table { path: self.path.clone(), message }
    }
}
