//! [`OtherCommits`]: programs of other commits that made recorded trials.

use std::path::Path;

use super::machine::Machine;

/// The commits of the programs that made the recorded trials of an incomplete folder, other than that of this program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherCommits {
    this: String,
    /// The other commits; `unknown` for a program that was not built from git.
    pub commits: Vec<String>,
}

impl OtherCommits {
    /// Returns none, for the program of this description.
    pub(super) fn none(this: &Machine) -> Self {
        Self { this: commit(this).to_owned(), commits: Vec::new() }
    }

    /// Adds the program that made recorded trials.
    pub(super) fn add(&mut self, program: &Machine) {
        let commit = commit(program);
        if commit != self.this && self.commits.iter().all(|other| other != commit) {
            self.commits.push(commit.to_owned());
        }
    }

    /// Returns the sentence about the trials in a folder; `None` if all are of this program.
    #[must_use]
    pub fn sentence(&self, folder: &Path) -> Option<String> {
        let (others, this, folder) = (self.commits.join(" and "), &self.this, folder.display());
        (!others.is_empty()).then(|| {
            format!(
                "the recorded trials were made by commit {others}, this program is commit {this}: `evocube verify {folder}` runs them \
                 again and compares"
            )
        })
    }
}

fn commit(machine: &Machine) -> &str {
    machine.commit.as_deref().unwrap_or("unknown")
}
