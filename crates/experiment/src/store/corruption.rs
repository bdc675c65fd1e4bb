//! [`Corruption`]: the place from which a results folder is not as it was written, and in words what a resumed run does about it. Such
//! places are found in `checksum` and `trial_index`.

use std::fmt;
use std::path::PathBuf;

/// The first row that is not as it was written, or a table of baselines that is not.
///
/// A resumed run keeps the trials without such a row, and runs the others again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corruption {
    /// The table.
    pub path: PathBuf,
    /// Number of the line, from 1; `None` for baselines, which have one digest for all rows.
    pub line: Option<u64>,
    /// The difference.
    pub(super) message: String,
    /// Recorded trials that are valid, and those that are damaged; `None` for baselines.
    pub(super) trials: Option<(usize, usize)>,
}

impl Corruption {
    /// Returns whether another one is the same in a copy of the folder.
    pub(super) fn is_copy_of(&self, other: &Self) -> bool {
        (self.line, &self.message, self.trials) == (other.line, &other.message, other.trials)
    }

    /// Returns what a resumed run does.
    pub fn repair(&self) -> String {
        let counted = |count: usize| format!("{count} trial{}", if count == 1 { "" } else { "s" });
        match self.trials {
            None => "runs the baselines again".to_owned(),
            Some((0, lost)) => format!("runs {} again", counted(lost)),
            Some((valid, 0)) => format!("keeps {} and writes the tables again", counted(valid)),
            Some((valid, lost)) => format!("keeps {} and runs {} again", counted(valid), counted(lost)),
        }
    }
}

impl fmt::Display for Corruption {
    /// `results/x/solutions.csv: line 6: the rows of trial 5 do not match …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map_or(String::new(), |line| format!("line {line}: "));
        write!(f, "{}: {line}{}", self.path.display(), self.message)
    }
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
            (Some((1, 7)), "keeps 1 trial and runs 7 trials again"),
            (Some((7, 1)), "keeps 7 trials and runs 1 trial again"),
            (Some((0, 8)), "runs 8 trials again"),
            (Some((8, 0)), "keeps 8 trials and writes the tables again"),
        ] {
            assert_eq!(repair(trials).repair(), sentence);
        }
    }
}
