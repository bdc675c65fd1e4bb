//! [`Cut`]: where a genome is cut by its best prefix.

use serde::{Deserialize, Serialize};

use crate::rng::CounterStream;

/// Where a genome is cut: what is before the cut stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// Right behind the parent's best prefix.
    #[default]
    At,
    /// Anywhere from the beginning to there, each place as likely.
    Within,
}

impl Cut {
    /// The cut for a best prefix of so many genes.
    #[inline(always)]
    pub(in crate::evolve) fn draw(self, prefix: usize, stream: &mut CounterStream) -> usize {
        match self {
            Self::At => prefix,
            Self::Within => stream.index(prefix + 1),
        }
    }
}
