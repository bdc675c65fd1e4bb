//! The folder of a user's tables.

use std::env;
use std::path::PathBuf;

/// Returns `EVOCUBE_CACHE`, or `evocube` in the platform's cache folder; `None` if the environment names neither.
pub(super) fn folder() -> Option<PathBuf> {
    let path = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let platform = || {
        if cfg!(windows) {
            path("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            path("HOME").map(|home| home.join("Library/Caches"))
        } else {
            // The XDG Base Directory Specification ignores relative paths.
            let configured = path("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
            configured.or_else(|| path("HOME").map(|home| home.join(".cache")))
        }
    };
    path("EVOCUBE_CACHE").or_else(|| platform().map(|folder| folder.join("evocube")))
}
