//! [`StandardMutation`]: the mutation of evolutionary algorithms in run time analysis.

use serde::{Deserialize, Serialize};

use super::Space;
use crate::bounded::bounded;
use crate::evaluation::Gene;
use crate::rng::{Bernoulli, CounterStream};

bounded! { reals:
    /// Expected number of genes that a mutation changes, before copies are drawn again.
    Changes, "changes" 0.001..=1000.0;
}

/// One gene.
impl Default for Changes {
    fn default() -> Self {
        Self::new(1.0)
    }
}

/// Standard mutation without copies: changes every gene to another symbol with the same probability, and draws a genome without
/// a changed gene again.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandardMutation {
    rate: Bernoulli,
}

impl StandardMutation {
    /// Returns the mutation with this expected number of changes.
    #[allow(clippy::cast_precision_loss)] // short genomes
    pub(super) fn new(changes: Changes, space: &Space) -> Self {
        Self { rate: Bernoulli::new(changes.get() / space.length() as f64) }
    }

    /// Mutates a genome. With an alphabet of one symbol the genome stays.
    #[inline]
    pub(super) fn mutate(self, space: &Space, genome: &mut [Gene], stream: &mut CounterStream) {
        if space.neighbors() == 0 {
            return;
        }
        let mut is_copy = true;
        while is_copy {
            for part in genome.chunks_mut(64) {
                let mut mask = stream.bernoulli_mask(self.rate, part.len());
                is_copy &= mask == 0;
                while mask != 0 {
                    space.change_gene(&mut part[mask.trailing_zeros() as usize], stream);
                    mask &= mask - 1;
                }
            }
        }
    }
}
