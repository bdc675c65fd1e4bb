//! The kernel with AVX2 that applies one gene at a time: a shuffle, a mask and an addition, in the registers of [`super::states`]. Whole
//! genomes are evaluated here, best prefixes in [`prefixes`].
//!
//! [`super::pairs`] is faster for whole genomes of small alphabets.

mod prefixes;

use std::arch::x86_64::*;
use std::sync::Arc;

use super::super::{EvaluationMode, Evaluator, Fitness, Rows, filled, scalar};
use super::columns::{ColumnLookup, STATES};
use super::states::{Bytes32, LINE, normal, position_penalties, same, single_genes, step};

/// Genomes side by side, by measurement.
const SIDE_BY_SIDE: usize = STATES / 2;

/// Genes between reductions of twists: 2 + 14 × 2 = 30 fits five bits.
const UNTIL_REDUCED: usize = 14;

/// Tables of the symbols and the penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct Avx2Tables {
    /// By symbol; the number is a power of two.
    genes: Arc<[Bytes32]>,
    lookup: ColumnLookup,
    mode: EvaluationMode,
    /// Fitness of the empty prefix.
    empty: Fitness,
}

impl Avx2Tables {
    pub(in super::super) fn new(evaluator: &Evaluator) -> Self {
        Self::with_genes(single_genes(evaluator, evaluator.symbols.next_power_of_two()), evaluator)
    }

    /// Returns the tables of the same alphabet for the start state of an evaluator.
    pub(in super::super) fn with_start(&self, evaluator: &Evaluator) -> Self {
        Self::with_genes(Arc::clone(&self.genes), evaluator)
    }

    fn with_genes(genes: Arc<[Bytes32]>, evaluator: &Evaluator) -> Self {
        Self {
            genes,
            lookup: ColumnLookup::new(&position_penalties(evaluator)),
            mode: evaluator.mode,
            empty: scalar::evaluate(evaluator, &[]),
        }
    }

    /// Returns the table of a gene.
    ///
    /// # Safety
    /// The offset is one of [`Offsets`] of these tables.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn gene(&self, offset: u32) -> __m256i {
        debug_assert!((offset as usize) < size_of_val(&*self.genes));
        // SAFETY: masked, the offset is that of a gene.
        unsafe { (*self.genes.as_ptr().byte_add(offset as usize)).load() }
    }
}

/// Logarithm to base 2 of the size of a gene's table in bytes.
const GENE_BITS: i32 = size_of::<Bytes32>().ilog2() as i32;

/// Offsets of the tables of a line of genes, in bytes: of genes with even numbers, then of those with odd ones.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Offsets([u32; LINE]);

impl Offsets {
    const NONE: Self = Self([0; LINE]);

    /// Writes the offsets of a line of a row, given its words.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn write(&mut self, tables: &Avx2Tables, words: &[u64], line: usize) {
        let mask = _mm256_set1_epi32(((tables.genes.len() - 1) << GENE_BITS) as i32);
        for half in 0..2 {
            // SAFETY: a row has whole lines, of two registers each; the offsets of a line take four.
            unsafe {
                let genes = *words.as_ptr().cast::<__m256i>().add(2 * line + half);
                let target = self.0.as_mut_ptr().cast::<__m256i>().add(half);
                *target = _mm256_and_si256(_mm256_slli_epi32::<GENE_BITS>(genes), mask);
                *target.add(2) = _mm256_and_si256(_mm256_srli_epi32::<{ 16 - GENE_BITS }>(genes), mask);
            }
        }
    }

    /// Returns the offset of a gene of the line.
    ///
    /// # Safety
    /// It is one of the line's.
    #[inline(always)]
    unsafe fn get(&self, gene: usize) -> u32 {
        debug_assert!(gene < LINE);
        // SAFETY: the index is less than LINE, too.
        unsafe { *self.0.get_unchecked(gene / 2 + LINE / 2 * (gene % 2)) }
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx2")]
pub(in super::super) fn evaluate(tables: &Avx2Tables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match (tables.mode, tables.lookup.is_wide()) {
        (EvaluationMode::Whole, false) => whole::<false>(tables, rows, which, out),
        (EvaluationMode::Whole, true) => whole::<true>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, false) => prefixes::evaluate::<false>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, true) => prefixes::evaluate::<true>(tables, rows, which, out),
    }
}

#[target_feature(enable = "avx2")]
fn whole<const WIDE: bool>(tables: &Avx2Tables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let mut last = [Bytes32([0; 32]); STATES];
    for batch in which.chunks(STATES) {
        for first in (0..batch.len()).step_by(SIDE_BY_SIDE) {
            let batch = &batch[first..batch.len().min(first + SIDE_BY_SIDE)];
            let states = apply(tables, rows, batch);
            for n in 0..SIDE_BY_SIDE {
                last[first + n].store(states[n]);
            }
        }
        tables.lookup.write_fitness::<WIDE>(&last, rows.length(), batch, out);
    }
}

/// Returns the states after all genes of up to eight genomes.
#[inline]
#[target_feature(enable = "avx2")]
fn apply(tables: &Avx2Tables, rows: Rows<'_>, batch: &[u32]) -> [__m256i; SIDE_BY_SIDE] {
    let words: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
    let mut states = [same(); SIDE_BY_SIDE];
    let mut offsets = [Offsets::NONE; SIDE_BY_SIDE];
    for line in 0..rows.length().div_ceil(LINE) {
        for n in 0..SIDE_BY_SIDE {
            offsets[n].write(tables, words[n], line);
        }
        let genes = (rows.length() - line * LINE).min(LINE);
        for first in (0..genes).step_by(UNTIL_REDUCED) {
            for gene in first..genes.min(first + UNTIL_REDUCED) {
                for n in 0..SIDE_BY_SIDE {
                    // SAFETY: these are genes of the line, and the offsets are of these tables.
                    states[n] = step(states[n], unsafe { tables.gene(offsets[n].get(gene)) });
                }
            }
            for n in 0..SIDE_BY_SIDE {
                states[n] = normal(states[n]);
            }
        }
    }
    states
}
