//! [`folder`]: where the tables of a user are stored, from the environment. The folder is not made here.

use std::env;
use std::path::PathBuf;

/// Returns `EVOCUBE_CACHE`, or `evocube` in the platform's cache folder; `None` if the environment names neither.
pub(super) fn folder() -> Option<PathBuf> {
    let path = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG Base Directory Specification ignores relative paths. A relative home would be another folder in every folder.
    let absolute = |name: &str| path(name).filter(|folder| folder.is_absolute());
    let platform = || {
        if cfg!(windows) {
            path("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            absolute("HOME").map(|home| home.join("Library/Caches"))
        } else {
            absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        }
    };
    path("EVOCUBE_CACHE").or_else(|| platform().map(|folder| folder.join("evocube")))
}
