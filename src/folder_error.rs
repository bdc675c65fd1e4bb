//! [`folder_error`]: the error of a results folder within an error of evocube.

use std::error::Error;

use crate::experiment::export::ExportError;
use crate::experiment::runner::RunError;
use crate::experiment::store::{MergeError, StoreError};

/// Returns the error of a results folder that an error of evocube is, or is made of. It has remedies, which a program says in its own
/// words with [`StoreError::advice`].
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
