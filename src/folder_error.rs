//! [`folder_error`]: the error of a results folder within another error of evocube, for programs that name its remedy.

use std::error::Error;

use crate::experiment::export::ExportError;
use crate::experiment::runner::RunError;
use crate::experiment::store::{MergeError, StoreError};

/// Returns the error of a results folder that an error of evocube is, or is made of; `None` for all other errors. It has remedies, which a
/// program says in its own words with [`StoreError::advice`].
///
/// Errors of runs, merges, exports and reports are looked into, but no chain of [`Error::source`].
pub fn folder_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a StoreError> {
    if let Some(RunError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    if let Some(MergeError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    if let Some(ExportError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    #[cfg(feature = "report")]
    if let Some(crate::report::ReportError::Folder(error)) = error.downcast_ref() {
        return Some(error);
    }
    error.downcast_ref()
}
