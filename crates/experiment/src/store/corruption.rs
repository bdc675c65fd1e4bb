//! [`Corruption`]: tables and trials that differ from their recorded digests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The files and trials whose rows differ from their recorded digests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corruption(BTreeMap<String, BTreeSet<u64>>);

impl Corruption {
    pub(super) fn add(&mut self, file: &str, trial: u64) {
        self.0.entry(file.to_owned()).or_default().insert(trial);
    }

    /// Adds a file that is corrupt outside the rows of trials.
    pub(super) fn add_file(&mut self, file: &str) {
        self.0.entry(file.to_owned()).or_default();
    }

    /// Returns whether nothing is corrupt.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the files, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the trials, in order.
    #[must_use]
    pub fn trials(&self) -> Vec<u64> {
        let all: BTreeSet<u64> = self.0.values().flatten().copied().collect();
        all.into_iter().collect()
    }
}

impl fmt::Display for Corruption {
    /// `convergence.csv (trial 5), trials.csv (trials 7, 9)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for (number, (file, trials)) in self.0.iter().enumerate() {
            let before = if number == 0 { "" } else { ", " };
            write!(f, "{before}{file}")?;
            let named: Vec<String> = trials.iter().take(SHOWN).map(ToString::to_string).collect();
            match trials.len() {
                0 => {}
                1 => write!(f, " (trial {})", named[0])?,
                count if count <= SHOWN => write!(f, " (trials {})", named.join(", "))?,
                count => write!(f, " (trials {} and {} more)", named.join(", "), count - SHOWN)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corruption_names_files_and_trials() {
        let mut corruption = Corruption::default();
        assert!(corruption.is_empty());
        corruption.add("b.csv", 9);
        corruption.add("b.csv", 7);
        corruption.add("a.csv", 7);
        corruption.add_file("c.csv");
        assert_eq!(corruption.to_string(), "a.csv (trial 7), b.csv (trials 7, 9), c.csv");
        assert_eq!(corruption.trials(), [7, 9]);
        (10..20).for_each(|trial| corruption.add("a.csv", trial));
        assert!(corruption.to_string().starts_with("a.csv (trials 7, 10, 11, 12, 13, 14, 15, 16 and 3 more)"));
    }
}
