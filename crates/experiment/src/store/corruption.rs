//! [`Corruption`]: the place from which a results folder is not as it was written.

use std::fmt;
use std::path::{Path, PathBuf};

use super::checksum::{changed_files, digest};
use super::error::StoreError;
use super::manifest::Manifest;
use super::read;
use super::trial_index::TrialIndex;
use crate::record::{Results, file};
use crate::shard::Shard;

/// The first row that is not as it was written, or a table of baselines that is not.
///
/// A resumed run keeps the trials before such a row, and runs the others again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corruption {
    /// The table.
    pub path: PathBuf,
    /// Number of the line, from 1; `None` for baselines, which have one digest for all rows.
    pub line: Option<u64>,
    /// The difference.
    pub(super) message: String,
    /// Recorded trials before the row, and from it on; `None` for baselines.
    pub(super) trials: Option<(usize, usize)>,
}

impl Corruption {
    /// Returns the corruption of `baselines.csv` if it differs from the digest in the manifest.
    pub(super) fn of_baselines(folder: &Path, manifest: &Manifest) -> Result<Option<Self>, StoreError> {
        let Some(expected) = manifest.digests.get(file::BASELINES) else { return Ok(None) };
        let path = folder.join(file::BASELINES);
        if path.exists() && digest(&path)? == *expected {
            return Ok(None);
        }
        let message = "the table does not match its digest in manifest.toml".to_owned();
        Ok(Some(Self { path, line: None, message, trials: None }))
    }

    /// Returns what a resumed run does.
    #[must_use]
    pub fn repair(&self) -> String {
        let counted = |count: usize| format!("{count} trial{}", if count == 1 { "" } else { "s" });
        match self.trials {
            None => "runs the baselines again".to_owned(),
            Some((0, lost)) => format!("runs {} again", counted(lost)),
            Some((kept, 0)) => format!("keeps {} and cuts the rest", counted(kept)),
            Some((kept, lost)) => format!("keeps the {} before it and runs {} again", counted(kept), counted(lost)),
        }
    }

    pub(super) fn error(self, shard: Option<Shard>) -> StoreError {
        StoreError::Changed { corruption: self, shard }
    }
}

impl fmt::Display for Corruption {
    /// `results/x/solutions.csv: line 6: the rows of trial 5 do not match …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map_or(String::new(), |line| format!("line {line}: "));
        write!(f, "{}: {line}{}", self.path.display(), self.message)
    }
}

/// Checks that all recorded rows of a folder are as they were written, except wall-clock times. The torn end of an unfinished run
/// is allowed.
///
/// # Errors
/// If a row or a header differs, or a file cannot be read.
pub fn check(folder: &Path) -> Result<(), StoreError> {
    let manifest = Manifest::read(folder)?;
    if has_unchanged_tables(folder, &manifest)? {
        return Ok(());
    }
    let sweep = read::sweep_of(&manifest, folder)?;
    let plan = read::plan_for(&sweep, manifest.shard, folder)?;
    let index = TrialIndex::open(folder, &sweep, &manifest, &plan)?;
    let corruption = match index.corruption {
        Some(corruption) => Some(corruption),
        None => Corruption::of_baselines(folder, &manifest)?,
    };
    corruption.map_or(Ok(()), |corruption| Err(corruption.error(manifest.shard)))
}

/// Reads a whole folder as [`read`](super::read) does, after a [`check`].
///
/// # Errors
/// As [`read`](super::read) and [`check`].
pub fn read_checked(folder: &Path) -> Result<Results, StoreError> {
    check(folder)?;
    read::read(folder)
}

/// Returns whether a folder is complete, and its tables have the digests in the manifest. Tables of wall-clock times are left out,
/// since they cannot be reproduced.
pub(super) fn has_unchanged_tables(folder: &Path, manifest: &Manifest) -> Result<bool, StoreError> {
    // The data of figures are drawn again.
    let is_kept =
        |name: &String| name.ends_with(".csv") && !name.contains('/') && !file::WALL_CLOCK.contains(&name.as_str());
    let is_listed = manifest.complete && manifest.digests.contains_key(file::TRIALS);
    Ok(is_listed && !changed_files(folder)?.iter().any(is_kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repair_of_a_corrupt_row_counts_kept_and_repeated_trials() {
        let repair = |trials| {
            let path = PathBuf::from("a/b.csv");
            Corruption { path, line: Some(3), message: "it differs".to_owned(), trials }
        };
        assert_eq!(repair(None).to_string(), "a/b.csv: line 3: it differs");
        for (trials, sentence) in [
            (None, "runs the baselines again"),
            (Some((1, 7)), "keeps the 1 trial before it and runs 7 trials again"),
            (Some((7, 1)), "keeps the 7 trials before it and runs 1 trial again"),
            (Some((0, 8)), "runs 8 trials again"),
            (Some((8, 0)), "keeps 8 trials and cuts the rest"),
        ] {
            assert_eq!(repair(trials).repair(), sentence);
        }
    }
}
