//! The arguments of the program, and its path: those of the process, unless it is run with others.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{PathBuf, absolute};
use std::sync::{PoisonError, RwLock};

/// The arguments of a program that is not its own executable.
static GIVEN: RwLock<Option<Vec<OsString>>> = RwLock::new(None);

/// Sets the arguments, of which the first is the program.
pub(crate) fn set(arguments: Vec<OsString>) {
    *GIVEN.write().unwrap_or_else(PoisonError::into_inner) = Some(arguments);
}

fn arguments_from_environment() -> Option<Vec<OsString>> {
    GIVEN.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Returns the arguments, of which the first is the program.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    arguments_from_environment().unwrap_or_else(|| env::args_os().collect()).into_iter()
}

/// Returns the path of the program, for scripts that run it.
///
/// # Errors
/// If the path is unknown.
pub(crate) fn program() -> io::Result<PathBuf> {
    match arguments_from_environment() {
        Some(arguments) => absolute(arguments.first().map_or(OsStr::new("evocube"), OsString::as_os_str)),
        None => env::current_exe(),
    }
}
