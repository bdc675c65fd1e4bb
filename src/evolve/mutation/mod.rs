//! [`Mutation`]: small random changes.

mod uniform;

pub use uniform::{Replacement, Uniform};

use serde::{Deserialize, Serialize};

use crate::puzzle::kernel::Gene;
use crate::rng::{Chance, Dice, Keyed};

/// The symbols of an alphabet, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Symbols {
    all: Dice,
    others: Option<Dice>,
}

impl Symbols {
    /// For an alphabet of so many.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let others = (count > 1).then(|| Dice::new(count as u64 - 1));
        Self { all: Dice::new(count as u64), others }
    }

    /// Dice whose sides are the symbols.
    #[inline(always)]
    #[must_use]
    pub const fn all(&self) -> &Dice {
        &self.all
    }

    /// Dice whose sides are all symbols but one; there is no other symbol in an alphabet of one.
    #[inline(always)]
    #[must_use]
    pub const fn others(&self) -> Option<&Dice> {
        self.others.as_ref()
    }
}

/// A way to change a genome.
pub trait Mutate: Send + Sync {
    /// How probable it is that an *individual* is mutated at all.
    fn individual_rate(&self) -> Chance;

    /// Changes the genome of an individual that is mutated; says whether it may have changed.
    fn mutate(&self, genome: &mut [Gene], symbols: &Symbols, stream: &mut Keyed) -> bool;
}

/// Which mutation a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    fn individual_rate(&self) -> Chance {
        match self {
            Self::None => Chance::NEVER,
            Self::Uniform(mutation) => mutation.individual_rate(),
        }
    }

    #[inline(always)]
    fn mutate(&self, genome: &mut [Gene], symbols: &Symbols, stream: &mut Keyed) -> bool {
        match self {
            Self::None => false,
            Self::Uniform(mutation) => mutation.mutate(genome, symbols, stream),
        }
    }
}
