//! The kernel that applies two genes at once with AVX2, also where there is AVX-512, for whole genomes of the cubes over at most 64
//! symbols. Penalties are looked up in `columns` or `columns_avx512`. Larger alphabets and best prefixes have `avx2` or `stickers`,
//! file-defined puzzles and registered objectives `evaluation::plain`. The same in plain Rust is `evaluation::pairs`.
//!
//! States are those of [`super::states`]. The pairs of a whole line of genes are found in advance. Registers of AVX2 hold a state
//! with AVX-512, too; only penalties are looked up in larger ones.

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::sync::Arc;

use super::super::kernel::InstructionSet;
use super::super::{EvaluationMode, Evaluator, Fitness, Rows, filled};
use super::columns::{self, ColumnLookup};
use super::columns_avx512::{self, Avx512ColumnLookup};
use super::states::{Bytes32, normal, position_penalties, same, single_genes, step};

/// Genomes side by side. On a Xeon with AVX-512, 6 to 24 differ by 4 % in speed; on a Zen 4, two and four were slower by a fifth.
const SIDE_BY_SIDE: usize = 8;

/// Maximum number of symbols of an alphabet; their pairs take 128 KiB.
const MAX_SYMBOLS: usize = 64;

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
pub(in super::super) struct PairTables {
    singles: Arc<[Bytes32]>,
    /// The product of the symbols a and b of n is at `a * n + b`.
    pairs: Arc<[Bytes32]>,
    penalties: Penalties,
}

/// Look-up of the penalties of states.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // one for each evaluator
enum Penalties {
    Avx2(ColumnLookup),
    Avx512(Avx512ColumnLookup),
}

impl Penalties {
    /// Returns the look-up for the start state of an evaluator.
    fn new(evaluator: &Evaluator) -> Self {
        let penalties = position_penalties(evaluator);
        let is_avx512 = evaluator.kernel.0 == InstructionSet::Avx512;
        let lookup = Avx512ColumnLookup::new(&penalties).filter(|_| is_avx512);
        lookup.map_or_else(|| Self::Avx2(ColumnLookup::new(&penalties)), Self::Avx512)
    }
}

impl PairTables {
    /// Returns the tables if the alphabet is small and whole genomes are evaluated.
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        if evaluator.mode != EvaluationMode::Whole || evaluator.symbols > MAX_SYMBOLS {
            return None;
        }
        let singles = single_genes(evaluator, evaluator.symbols);
        Some(Self { pairs: pairs(&singles), singles, penalties: Penalties::new(evaluator) })
    }

    /// Returns the tables of the same alphabet for the start state of an evaluator.
    pub(in super::super) fn with_start(&self, evaluator: &Evaluator) -> Self {
        Self {
            penalties: Penalties::new(evaluator),
            singles: Arc::clone(&self.singles),
            pairs: Arc::clone(&self.pairs),
        }
    }

    /// Returns the pair at an offset.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pair(&self, begin: u32) -> __m256i {
        debug_assert!((begin as usize) < size_of_val(&*self.pairs) && (begin as usize).is_multiple_of(WIDTH));
        // SAFETY: both genes were limited to symbols, so the offset is that of a pair, which is aligned.
        unsafe { (*self.pairs.as_ptr().byte_add(begin as usize)).load() }
    }

    /// Returns the last gene of a row, given its words and length.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn last(&self, words: &[u64], length: usize) -> __m256i {
        let gene = words[(length - 1) / 4] >> (16 * ((length - 1) % 4));
        self.singles[usize::from(gene as u16).min(self.singles.len() - 1)].load()
    }
}

/// Returns the products of all pairs of symbols.
#[target_feature(enable = "avx2")]
fn pairs(singles: &[Bytes32]) -> Arc<[Bytes32]> {
    let mut pairs = vec![Bytes32([0; WIDTH]); singles.len() * singles.len()];
    for (first, pairs) in singles.iter().zip(pairs.chunks_exact_mut(singles.len())) {
        for (second, pair) in singles.iter().zip(pairs) {
            pair.store(normal(step(first.load(), second.load())));
        }
    }
    pairs.into()
}

/// Offsets of the pairs of a line of each genome in the table, in bytes.
type Begins = Aligned<[[u32; PAIRS]; SIDE_BY_SIDE]>;

/// See [`Evaluator::evaluate`].
///
/// # Safety
/// The processor has the instructions of the evaluator's kernel.
#[target_feature(enable = "avx2")]
pub(in super::super) unsafe fn evaluate(tables: &PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match &tables.penalties {
        Penalties::Avx2(lookup) if lookup.is_wide() => batches::<true>(tables, lookup, rows, which, out),
        Penalties::Avx2(lookup) => batches::<false>(tables, lookup, rows, which, out),
        // SAFETY: this look-up is that of the kernel with these instructions.
        Penalties::Avx512(lookup) => unsafe { batches_avx512(tables, lookup, rows, which, out) },
    }
}

#[target_feature(enable = "avx2")]
fn batches<const WIDE: bool>(
    tables: &PairTables,
    lookup: &ColumnLookup,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    let mut last = [Bytes32([0; 32]); columns::STATES];
    for batch in which.chunks(columns::STATES) {
        write_states::<true>(tables, rows, batch, &mut last);
        lookup.write_fitness::<WIDE>(&last, rows.length(), batch, out);
    }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vbmi")]
fn batches_avx512(
    tables: &PairTables,
    lookup: &Avx512ColumnLookup,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    let mut last = [Bytes32([0; 32]); columns_avx512::STATES];
    for batch in which.chunks(columns_avx512::STATES) {
        write_states::<false>(tables, rows, batch, &mut last);
        lookup.write_fitness(&last, rows.length(), batch, out);
    }
}

/// Writes the states after all genes of a batch, with twists below three and flips below two if they are to be `REDUCED`.
/// Otherwise twists have five bits, and of flips only the lowest bit counts.
#[inline]
#[target_feature(enable = "avx2")]
fn write_states<const REDUCED: bool>(tables: &PairTables, rows: Rows<'_>, batch: &[u32], last: &mut [Bytes32]) {
    for (batch, last) in batch.chunks(SIDE_BY_SIDE).zip(last.as_chunks_mut().0) {
        apply::<REDUCED>(tables, rows, batch, last);
    }
}

/// Writes the states after all genes of up to [`SIDE_BY_SIDE`] genomes, in the form of [`write_states`].
#[inline]
#[target_feature(enable = "avx2")]
fn apply<const REDUCED: bool>(tables: &PairTables, rows: Rows<'_>, batch: &[u32], last: &mut [Bytes32; SIDE_BY_SIDE]) {
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
                    *begins.as_mut_ptr().cast::<__m256i>().add(2 * n + half) = begin(genes, tables.singles.len());
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
        last[n].store(if REDUCED { normal(states[n]) } else { states[n] });
    }
}

/// Returns the offsets of the pairs of 16 genes, in bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn begin(genes: __m256i, symbols: usize) -> __m256i {
    let genes = _mm256_min_epu16(genes, _mm256_set1_epi16(symbols as i16 - 1));
    let weights = (symbols * WIDTH) as i32 | (WIDTH as i32) << 16;
    _mm256_madd_epi16(genes, _mm256_set1_epi32(weights))
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
