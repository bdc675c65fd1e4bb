//! Best prefixes with AVX2: the penalty is computed after every gene. States are those of [`super::pairs`], genes are applied
//! one at a time.

use std::arch::x86_64::*;

use super::super::{EvaluationMode, Evaluator, Fitness, Gene, Rows, filled};
use super::avx2::Bytes32;
use super::pairs::avx2::{PairLookup, entries_of};
use super::pairs::{Aligned, same, single_genes, step};

/// Genomes side by side. Few are enough, since a step takes less time than a penalty.
const SIDE_BY_SIDE: usize = 4;

/// Tables of the symbols and the penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct PrefixTables {
    /// By symbol; the number is a power of two.
    genes: Box<[Bytes32]>,
    lookup: PairLookup<u16>,
    /// Fitness of the empty prefix.
    empty: Fitness,
}

impl PrefixTables {
    /// Returns the tables if prefixes are evaluated.
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        if evaluator.mode == EvaluationMode::Whole {
            return None;
        }
        let empty = evaluator.reference_fitness(&[]);
        Some(Self { genes: single_genes(evaluator).collect(), lookup: PairLookup::new(evaluator)?, empty })
    }

    /// Returns the table of a gene.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn gene(&self, gene: Gene) -> __m256i {
        // SAFETY: the number is a power of two, so a masked index is in range.
        unsafe { self.genes.get_unchecked(gene.index() & (self.genes.len() - 1)).load() }
    }
}

/// Returns a state after one gene, with twists below three and flips below two as before it.
#[inline]
#[target_feature(enable = "avx2")]
fn step_and_reduce(state: __m256i, gene: __m256i) -> __m256i {
    let state = step(state, gene);
    // A byte below zero wraps around to a larger one, so the minimum is the right one.
    let subtract = _mm256_setr_m128i(_mm_set1_epi8(3 * 8), _mm_set1_epi8(2 * 16));
    _mm256_min_epu8(state, _mm256_sub_epi8(state, subtract))
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx2")]
pub(in super::super) fn evaluate(tables: &PrefixTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let (batches, rest) = which.as_chunks::<SIDE_BY_SIDE>();
    for batch in batches {
        evaluate_batch(tables, rows, *batch, out);
    }
    for &row in rest {
        evaluate_batch(tables, rows, [row], out);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn evaluate_batch<const GENOMES: usize>(
    tables: &PrefixTables,
    rows: Rows<'_>,
    which: [u32; GENOMES],
    out: &mut [Fitness],
) {
    let genomes: [_; GENOMES] = filled(&which, |row| rows.genome(row));
    let mut states = [same(); GENOMES];
    let mut best = [tables.empty; GENOMES];
    for gene in 0..rows.length() {
        let mut entries = Aligned::<[[u16; 16]; GENOMES]>::unwritten();
        for n in 0..GENOMES {
            states[n] = step_and_reduce(states[n], tables.gene(genomes[n][gene]));
            // SAFETY: a register for each genome.
            unsafe { *entries.as_mut_ptr().cast::<__m256i>().add(n) = entries_of(states[n]) };
        }
        // SAFETY: all of them.
        let entries = unsafe { Aligned::written(&entries) };
        for n in 0..GENOMES {
            // SAFETY: they are of states.
            let penalty = unsafe { tables.lookup.sum(&entries[n]) };
            best[n] = best[n].min(Fitness::new(penalty, gene as u16 + 1));
        }
    }
    for n in 0..GENOMES {
        out[which[n] as usize] = best[n];
    }
}
