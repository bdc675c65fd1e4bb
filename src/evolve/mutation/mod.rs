//! [`Mutation`]: small random changes.

mod uniform;

pub use uniform::{Replacement, Uniform};

use serde::{Deserialize, Serialize};

use crate::puzzle::kernel::Gene;
use crate::rng::Stream;

/// A way to change a genome.
pub trait Mutate: Send + Sync {
    /// Changes a genome in place, over an alphabet of so many symbols; says whether it may have changed.
    fn mutate(&self, genome: &mut [Gene], symbols: usize, stream: &mut Stream) -> bool;
}

/// Which mutation a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // one a run
pub enum Mutation {
    /// No mutation.
    None,
    /// See [`Uniform`].
    Uniform(Uniform),
}

impl Default for Mutation {
    fn default() -> Self {
        Self::Uniform(Uniform::default())
    }
}

impl Mutate for Mutation {
    #[inline]
    fn mutate(&self, genome: &mut [Gene], symbols: usize, stream: &mut Stream) -> bool {
        match self {
            Self::None => false,
            Self::Uniform(mutation) => mutation.mutate(genome, symbols, stream),
        }
    }
}
