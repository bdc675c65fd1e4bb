//! Evaluation of genomes: the innermost loop of everything.
//!
//! A genome is a row of genes; a gene is a permutation of [`Place`]s. Evaluating a genome takes every piece from its
//! first place through all genes and adds up what its last place costs. The unit of work is a whole genome (or
//! many), never one gene: the choice of a kernel is made once per batch.
//!
//! [`scalar`] is the specification; any faster kernel must agree with it.

pub mod scalar;

use super::{MOST_PIECES, PLACES, Place, Puzzle};

/// One symbol of a genome: an index into the genes of a [`Program`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Gene(pub u16);

impl Gene {
    /// As an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most genes an alphabet can have.
pub const MOST_GENES: usize = u16::MAX as usize;

/// How good a genome is; less is better. The penalty counts first; among equal penalties the shorter prefix, which is
/// the whole length for everybody unless the best prefix is evaluated. Operators that compare individuals compare this;
/// those that weigh them (roulette, stochastic universal sampling) weigh the penalty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Fitness(u32);

impl Fitness {
    /// Worse than every genome.
    pub const WORST: Self = Self(u32::MAX);

    /// The fitness of a penalty that is reached after so many genes.
    #[inline]
    #[must_use]
    pub const fn new(penalty: u16, genes: u16) -> Self {
        Self((penalty as u32) << 16 | genes as u32)
    }

    /// The penalty; 0 is solved (see the objective).
    #[inline]
    #[must_use]
    pub const fn penalty(self) -> u32 {
        self.0 >> 16
    }

    /// How many genes of the genome count: all, or those of its best prefix.
    #[inline]
    #[must_use]
    pub const fn genes(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }
}

impl std::fmt::Debug for Fitness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} genes", self.penalty(), self.genes())
    }
}

/// Which part of a genome counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluate {
    /// All its genes.
    #[default]
    Whole,
    /// The prefix (also the empty one) with the lowest penalty, the shortest of those: a genome is then a solution
    /// that may stop at any time.
    BestPrefix,
}

/// What one piece costs at each place.
pub type Costs = [[u16; PLACES]; MOST_PIECES];

/// Everything that evaluation needs to know: where the pieces start, what genes do, what places cost.
#[derive(Clone, Debug)]
pub struct Program {
    pieces: usize,
    start: [Place; MOST_PIECES],
    /// Padded to 64, so that an index of six bits needs no check.
    genes: Vec<[Place; 64]>,
    costs: Costs,
    evaluate: Evaluate,
}

impl Program {
    /// The program for genomes over these effects, performed on this state.
    ///
    /// # Panics
    /// If there are no effects or more than [`MOST_GENES`], which no checked alphabet has, or if the costs of all
    /// pieces at their worst do not fit 16 bits, which no checked objective allows.
    #[must_use]
    pub fn new<P: Puzzle>(start: P, effects: &[P], costs: Costs, evaluate: Evaluate) -> Self {
        assert!((1..=MOST_GENES).contains(&effects.len()), "an alphabet has 1 to {MOST_GENES} genes");
        let worst: u32 = costs.iter().map(|places| u32::from(*places.iter().max().expect("48 places"))).sum();
        assert!(worst <= u32::from(u16::MAX), "penalties fit 16 bits");
        let genes = effects
            .iter()
            .map(|effect| {
                let mut padded = [0; 64];
                padded[..PLACES].copy_from_slice(&effect.place_map());
                padded
            })
            .collect();
        Self { pieces: P::PIECES, start: start.places(), genes, costs, evaluate }
    }

    /// How many genes there are.
    #[must_use]
    pub fn symbols(&self) -> usize {
        self.genes.len()
    }

    /// Evaluates some rows of a flat array of genomes, all of the same length.
    ///
    /// # Panics
    /// If a row lies outside the array or a gene outside the alphabet.
    pub fn evaluate(
        &self,
        genomes: &[Gene],
        length: usize,
        rows: impl IntoIterator<Item = usize>,
        out: &mut [Fitness],
    ) {
        for row in rows {
            let genome = &genomes[row * length..(row + 1) * length];
            out[row] = scalar::evaluate(self, genome);
        }
    }
}

/// The name of the kernel in use.
#[must_use]
pub const fn name() -> &'static str {
    "scalar"
}
