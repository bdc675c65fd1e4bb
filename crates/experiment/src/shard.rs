//! [`Shard`]: one of at most [`MAX_SHARDS`] parts of a sweep, whose sizes differ by at most one trial: how it is written, its trials, its
//! results folder, and [`ShardError`]. A race has none. The plan of a shard is made in `plan`, folders are joined in `store::merge`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Part `index` of `count`, from 1, written `index/count`. Trials are dealt to the parts in turn, so the sizes of the parts
/// differ by at most one trial in every stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    index: usize,
    count: usize,
}

/// Maximum number of shards of a sweep.
pub const MAX_SHARDS: usize = 100_000;

/// Error of a shard's name or number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text is not of the form `index/count`.
    #[error("expected I/N, as in 2/8: shard 2 of 8")]
    Form,
    /// The index is out of range.
    #[error("there is no shard {index} of {count}: shards are 1 to N, and N is at most {MAX_SHARDS}")]
    Range {
        /// The index as written.
        index: usize,
        /// The number of shards as written.
        count: usize,
    },
    /// The sweep is a race.
    #[error("a race has no shards: its rounds need the costs of all trials before them")]
    Race,
    /// A shard would have no trial.
    #[error("the sweep has {trials} trials, too few for {count} shards")]
    Empty {
        /// Number of shards.
        count: usize,
        /// Number of trials of the sweep.
        trials: usize,
    },
}

impl Shard {
    /// The only part.
    pub(super) const WHOLE: Self = Self { index: 1, count: 1 };

    /// Returns shard `index`, from 1, of `count`.
    ///
    /// # Errors
    /// If the index or the number is out of range.
    pub fn new(index: usize, count: usize) -> Result<Self, ShardError> {
        let there = (1..=count).contains(&index) && count <= MAX_SHARDS;
        there.then_some(Self { index, count }).ok_or(ShardError::Range { index, count })
    }

    /// Returns the index, from 1.
    pub fn index(self) -> usize {
        self.index
    }

    /// Returns the number of shards.
    pub fn count(self) -> usize {
        self.count
    }

    /// Returns the folder of the shard beside that of the whole sweep: `<whole>-shards/I-of-N`.
    pub fn folder(self, whole: &Path) -> PathBuf {
        let mut name = whole.as_os_str().to_owned();
        name.push("-shards");
        Path::new(&name).join(format!("{}-of-{}", self.index, self.count))
    }

    /// Returns the index of the shard's first item that is not before a place of the whole list, from 0.
    pub(super) fn first_from(self, place: u64) -> u64 {
        let (index, count) = (self.index as u64, self.count as u64);
        place + (index - 1 + count - place % count) % count
    }

    /// Returns whether the shard has the item at an index of the whole list, from 0.
    pub fn has(self, place: usize) -> bool {
        place % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError::Form)?;
        let number = |text: &str| text.parse().map_err(|_| ShardError::Form);
        Self::new(number(index)?, number(count)?)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_written() {
        let shard: Shard = "2/8".parse().unwrap();
        assert_eq!((shard.index(), shard.count(), shard.to_string()), (2, 8, "2/8".to_owned()));
        for text in ["", "2", "/", "2/", "a/b", "-1/2", "1/2/3", "1 / 2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Form), "{text}");
        }
        for (index, count) in [(0, 8), (9, 8), (0, 0), (1, 100_001)] {
            assert_eq!(format!("{index}/{count}").parse::<Shard>(), Err(ShardError::Range { index, count }));
        }
    }

    #[test]
    fn shard_folders_are_beside_the_whole() {
        let shard = Shard::new(2, 8).unwrap();
        assert_eq!(shard.folder(Path::new("results/x")), Path::new("results/x-shards/2-of-8"));
    }

    #[test]
    fn every_trial_is_in_one_shard_and_shards_have_equal_sizes() {
        for count in 1..12 {
            let parts: Vec<Shard> = (1..=count).map(|index| Shard::new(index, count).unwrap()).collect();
            let mut sizes = vec![0; count];
            for place in 0..100 {
                let shards: Vec<_> = parts.iter().filter(|part| part.has(place)).collect();
                assert_eq!(shards.len(), 1);
                sizes[shards[0].index() - 1] += 1;
            }
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }
}
