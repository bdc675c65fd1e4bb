//! Disk space: free on the volume of a folder, and taken by the files directly in it. Subfolders are not counted.

use std::fs;
use std::path::Path;

/// Returns the bytes of the files directly in a folder; what cannot be read counts 0.
pub(crate) fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|data| data.len()).sum()
}

/// Returns the free bytes on the volume of a folder, which need not exist; `None` if unknown.
pub(crate) fn free(folder: &Path) -> Option<u64> {
    // A relative path ends with the current folder, which has no name.
    let existing =
        folder.ancestors().find(|path| path.try_exists().is_ok_and(|is_there| is_there)).unwrap_or(Path::new("."));
    fs4::available_space(existing).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_space_of_a_relative_path_without_any_folder_is_that_of_the_current_one() {
        assert!(free(Path::new("no-such-folder/results")).is_some_and(|bytes| bytes > 0));
    }
}
