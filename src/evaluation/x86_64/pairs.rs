//! Pairs of genes with AVX2, for whole genomes of small alphabets: the products of all pairs of symbols fit the first-level
//! cache.
//!
//! States are those of [`super::states`]. The pairs of a whole line of genes are found in advance.

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::MaybeUninit;

use super::super::{EvaluationMode, Evaluator, Fitness, Rows, filled};
use super::columns::{ColumnLookup, STATES};
use super::states::{Bytes32, normal, position_penalties, same, single_genes, step};

/// Genomes side by side, by measurement: 72 million genomes a second with two, 78 with four, 93 with eight.
const SIDE_BY_SIDE: usize = STATES / 2;

/// Maximum of symbols; their pairs take 32 kB.
const SYMBOLS: usize = 32;

/// Pairs in a line of 32 genes.
const PAIRS: usize = 16;

/// Returns the number of pairs of a line until twists, which have five bits, must be reduced: 15 × 2 in the first line,
/// which begins without twists, 2 + 14 × 2 in later ones.
const fn until_reduced(line: usize) -> usize {
    if line == 0 { 15 } else { 14 }
}

/// Bytes of a symbol or pair.
const WIDTH: usize = size_of::<Bytes32>();

/// Tables of the symbols, of their pairs and of the penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct Avx2PairTables {
    singles: [Bytes32; SYMBOLS],
    /// The product of the symbols a and b is at `a * SYMBOLS + b`.
    pairs: Box<[Bytes32; SYMBOLS * SYMBOLS]>,
    penalties: ColumnLookup,
}

impl Avx2PairTables {
    /// Returns the tables if the alphabet is small and whole genomes are evaluated.
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        if evaluator.mode != EvaluationMode::Whole || evaluator.symbols > SYMBOLS {
            return None;
        }
        let mut singles = [Bytes32([0; WIDTH]); SYMBOLS];
        for (to, single) in singles.iter_mut().zip(single_genes(evaluator)).take(evaluator.symbols) {
            *to = single;
        }
        let penalties = ColumnLookup::new(&position_penalties(evaluator));
        Some(Self { singles, pairs: pairs(&singles[..evaluator.symbols]), penalties })
    }

    /// Returns the pair at an offset.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pair(&self, begin: u32) -> __m256i {
        debug_assert!((begin as usize) < size_of_val(&*self.pairs) && (begin as usize).is_multiple_of(WIDTH));
        // SAFETY: both genes were masked, so the offset is that of a pair, which is aligned.
        unsafe { (*self.pairs.as_ptr().byte_add(begin as usize)).load() }
    }

    /// Returns the last gene of a row, given its words and length.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn last(&self, words: &[u64], length: usize) -> __m256i {
        let gene = words[(length - 1) / 4] >> (16 * ((length - 1) % 4));
        self.singles[gene as usize % SYMBOLS].load()
    }
}

/// Returns the products of all pairs of symbols.
#[target_feature(enable = "avx2")]
fn pairs(singles: &[Bytes32]) -> Box<[Bytes32; SYMBOLS * SYMBOLS]> {
    let mut pairs = Box::new([Bytes32([0; WIDTH]); SYMBOLS * SYMBOLS]);
    for (first, pairs) in singles.iter().zip(pairs.as_chunks_mut::<SYMBOLS>().0) {
        for (second, pair) in singles.iter().zip(pairs) {
            pair.store(normal(step(first.load(), second.load())));
        }
    }
    pairs
}

/// Factors of two genes; the sum of the products is the offset of their pair in the table, in bytes.
const WEIGHTS: i32 = (SYMBOLS * WIDTH) as i32 | (WIDTH as i32) << 16;

/// Offsets of the pairs of a line of each genome in the table, in bytes.
type Begins = Aligned<[[u32; PAIRS]; SIDE_BY_SIDE]>;

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx2")]
pub(in super::super) fn evaluate(tables: &Avx2PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    if tables.penalties.is_wide() {
        batches::<true>(tables, rows, which, out);
    } else {
        batches::<false>(tables, rows, which, out);
    }
}

#[target_feature(enable = "avx2")]
fn batches<const WIDE: bool>(tables: &Avx2PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let mut last = [Bytes32([0; 32]); STATES];
    for batch in which.chunks(STATES) {
        for first in (0..batch.len()).step_by(SIDE_BY_SIDE) {
            let states = apply(tables, rows, &batch[first..batch.len().min(first + SIDE_BY_SIDE)]);
            for n in 0..SIDE_BY_SIDE {
                last[first + n].store(states[n]);
            }
        }
        tables.penalties.write_fitness::<WIDE>(&last, rows.length(), batch, out);
    }
}

/// Returns the states after all genes of up to eight genomes.
#[inline]
#[target_feature(enable = "avx2")]
fn apply(tables: &Avx2PairTables, rows: Rows<'_>, batch: &[u32]) -> [__m256i; SIDE_BY_SIDE] {
    let length = rows.length();
    let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
    let mut states = [same(); SIDE_BY_SIDE];
    for line in 0..(length / 2).div_ceil(PAIRS) {
        let mut begins = Begins::unwritten();
        for n in 0..SIDE_BY_SIDE {
            for half in 0..2 {
                // SAFETY: a row has whole lines, of two registers each; so have the pairs of a line.
                unsafe {
                    let genes = *genomes[n].as_ptr().cast::<__m256i>().add(2 * line + half);
                    *begins.as_mut_ptr().cast::<__m256i>().add(2 * n + half) = begin(genes);
                }
            }
        }
        // SAFETY: two registers for each genome.
        let begins = unsafe { Begins::written(&begins) };
        let pairs = (length / 2 - line * PAIRS).min(PAIRS);
        if line > 0 {
            for n in 0..SIDE_BY_SIDE {
                states[n] = normal(states[n]);
            }
        }
        let fit = pairs.min(until_reduced(line));
        for pair in 0..fit {
            for n in 0..SIDE_BY_SIDE {
                states[n] = step(states[n], tables.pair(begins[n][pair]));
            }
        }
        for pair in fit..pairs {
            for n in 0..SIDE_BY_SIDE {
                states[n] = step(normal(states[n]), tables.pair(begins[n][pair]));
            }
        }
    }
    for n in 0..SIDE_BY_SIDE {
        if length % 2 == 1 {
            states[n] = step(normal(states[n]), tables.last(genomes[n], length));
        }
        states[n] = normal(states[n]);
    }
    states
}

/// Returns the offsets of the pairs of 16 genes.
#[inline]
#[target_feature(enable = "avx2")]
fn begin(genes: __m256i) -> __m256i {
    let genes = _mm256_and_si256(genes, _mm256_set1_epi16(SYMBOLS as i16 - 1));
    _mm256_madd_epi16(genes, _mm256_set1_epi32(WEIGHTS))
}

/// Memory that registers write and that is then read in parts, none of which crosses a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Aligned<T>(T);

impl<T> Aligned<T> {
    /// Returns uninitialized memory.
    #[inline(always)]
    const fn unwritten() -> MaybeUninit<Self> {
        MaybeUninit::uninit()
    }

    /// Returns the contents, hidden from the optimizer, which would extract the parts with shuffles instead of loads; the
    /// shuffle port is the bottleneck of the steps.
    ///
    /// # Safety
    /// All bytes were written.
    #[inline(always)]
    unsafe fn written(memory: &MaybeUninit<Self>) -> &T {
        // SAFETY: the caller wrote all bytes.
        unsafe { &black_box(memory).assume_init_ref().0 }
    }
}
