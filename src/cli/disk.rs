//! Disk space: free, and taken by a folder.

use std::fs;
use std::path::Path;

/// Returns the bytes of the files of a folder.
pub(crate) fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|data| data.len()).sum()
}

/// Returns the free bytes on the volume of a folder, which need not exist; `None` if unknown.
#[cfg(unix)]
pub(crate) fn free(folder: &Path) -> Option<u64> {
    let existing = folder.ancestors().find(|path| path.exists())?;
    let system = rustix::fs::statvfs(existing).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free(_: &Path) -> Option<u64> {
    None
}
