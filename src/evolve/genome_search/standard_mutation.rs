//! [`StandardMutation`]: the mutation of evolutionary algorithms whose run times are studied.

use serde::{Deserialize, Serialize};

use super::Space;
use crate::bounded::bounded;
use crate::evaluation::Gene;
use crate::rng::{Bernoulli, CounterStream};

bounded! { reals:
    /// Expected number of genes that a mutation changes, if copies count.
    Changes, "changes" 0.001..=1000.0;
}

/// 1 gene.
impl Default for Changes {
    fn default() -> Self {
        Self::new(1.0)
    }
}

/// Every gene is changed to another symbol with the same probability. A genome without a changed gene is drawn again.
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

    /// Mutates a genome. It stays as it is with an alphabet of one symbol.
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
