//! One genome in a register. Penalties are looked up for two positions at a time.

use std::arch::x86_64::*;

use super::super::super::{Evaluator, Fitness, Rows, filled};
use super::{
    Aligned, Begins, CORNER, EDGE, PAIRS, SYMBOLS, SymbolTables, WEIGHTS, normal, position_penalties, same, step,
    until_reduced,
};

/// Genomes side by side, by measurement: 72 million genomes a second with two, 78 with four, 93 with eight.
const SIDE_BY_SIDE: usize = 8;

/// Numbers of values of two bytes: of corners, and of edges.
const CORNERS: usize = CORNER * CORNER;
const EDGES: usize = EDGE * EDGE;

/// Tables of the symbols and the penalties.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Avx2PairTables {
    genes: SymbolTables,
    penalties: PairLookup<u8>,
}

impl Avx2PairTables {
    /// Returns the tables if the alphabet is small, penalties fit a byte, and whole genomes are evaluated.
    #[target_feature(enable = "avx2")]
    pub(in super::super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        Some(Self { genes: SymbolTables::new(evaluator)?, penalties: PairLookup::new(evaluator)? })
    }
}

/// Penalties of two positions: those of positions 2n and 2n + 1 with the bytes a and b are at `a + CORNER * b` or
/// `a + EDGE * b`, behind those of the positions before.
#[derive(Clone, Debug)]
pub(in super::super::super) struct PairLookup<C>(Box<[C; 4 * CORNERS + 6 * EDGES]>);

impl<C: Copy + Default + TryFrom<u16> + Into<u16>> PairLookup<C> {
    /// Returns the table if its entries fit the type.
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        let mut together = Box::new([C::default(); 4 * CORNERS + 6 * EDGES]);
        let (corners, edges) = together.split_at_mut(4 * CORNERS);
        let tables = corners.chunks_mut(CORNERS).chain(edges.chunks_mut(EDGES));
        for ([first, second], table) in position_penalties(evaluator).as_chunks().0.iter().zip(tables) {
            let width = if table.len() == CORNERS { CORNER } else { EDGE };
            for (row, second) in table.chunks_mut(width).zip(second) {
                for (penalty, first) in row.iter_mut().zip(first) {
                    *penalty = C::try_from(first + second).ok()?;
                }
            }
        }
        Some(Self(together))
    }

    /// Returns the penalty of a state.
    ///
    /// # Safety
    /// `entries` are the [`entries_of`] a state.
    #[inline(always)]
    pub(in super::super) unsafe fn sum(&self, entries: &[u16; 16]) -> u16 {
        let mut sum = 0;
        for pair in [0, 1, 2, 3, 8, 9, 10, 11, 12, 13] {
            // SAFETY: the bytes of a state are below CORNER or EDGE after any genes, so the index is in range.
            sum += (*unsafe { self.0.get_unchecked(usize::from(entries[pair])) }).into();
        }
        sum
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx2")]
pub(in super::super::super) fn evaluate(tables: &Avx2PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let genes = &tables.genes;
    let length = rows.length();
    for batch in which.chunks(SIDE_BY_SIDE) {
        let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
        let mut states = [same(); SIDE_BY_SIDE];
        for line in 0..(length / 2).div_ceil(PAIRS) {
            let mut begins = Begins::<SIDE_BY_SIDE>::unwritten();
            for (n, words) in genomes.iter().enumerate() {
                for half in 0..2 {
                    // SAFETY: a row has whole lines, of two registers each; so have the pairs of a line.
                    unsafe {
                        let genes = *words.as_ptr().cast::<__m256i>().add(2 * line + half);
                        *begins.as_mut_ptr().cast::<__m256i>().add(2 * n + half) = begin(genes);
                    }
                }
            }
            // SAFETY: two registers for each genome.
            let begins = unsafe { Begins::written(&begins) };
            let pairs = (length / 2 - line * PAIRS).min(PAIRS);
            if line > 0 {
                for state in &mut states {
                    *state = normal(*state);
                }
            }
            let fit = pairs.min(until_reduced(line));
            for pair in 0..fit {
                for n in 0..SIDE_BY_SIDE {
                    states[n] = step(states[n], genes.pair(begins[n][pair]));
                }
            }
            for pair in fit..pairs {
                for n in 0..SIDE_BY_SIDE {
                    states[n] = step(normal(states[n]), genes.pair(begins[n][pair]));
                }
            }
        }
        if length % 2 == 1 {
            for n in 0..SIDE_BY_SIDE {
                states[n] = step(normal(states[n]), genes.last(genomes[n], length));
            }
        }
        let mut entries = Aligned::<[[u16; 16]; SIDE_BY_SIDE]>::unwritten();
        for (n, state) in states.iter().enumerate() {
            // SAFETY: a register for each genome.
            unsafe { *entries.as_mut_ptr().cast::<__m256i>().add(n) = entries_of(normal(*state)) };
        }
        // SAFETY: all of them.
        let entries = unsafe { Aligned::written(&entries) };
        for n in 0..batch.len() {
            // SAFETY: these are the entries of a state.
            let penalty = unsafe { tables.penalties.sum(&entries[n]) };
            out[batch[n] as usize] = Fitness::new(penalty, length as u16);
        }
    }
}

/// Returns the offsets of the pairs of 16 genes.
#[inline]
#[target_feature(enable = "avx2")]
fn begin(genes: __m256i) -> __m256i {
    let genes = _mm256_and_si256(genes, _mm256_set1_epi16(SYMBOLS as i16 - 1));
    _mm256_madd_epi16(genes, _mm256_set1_epi32(WEIGHTS))
}

/// The index of the first penalty of each two positions: of four pairs of corners, and from entry 8 on six of edges.
static FIRST: [u16; 16] = {
    let mut first = [0; 16];
    let mut pair = 0;
    while pair < 6 {
        if pair < 4 {
            first[pair] = (pair * CORNERS) as u16;
        }
        first[8 + pair] = (4 * CORNERS + pair * EDGES) as u16;
        pair += 1;
    }
    first
};

/// Returns the indices of the penalties of each two positions, for a state with twists below three and flips below two.
#[inline]
#[target_feature(enable = "avx2")]
pub(in super::super) fn entries_of(state: __m256i) -> __m256i {
    let weights = _mm256_setr_m128i(_mm_set1_epi16(1 | (CORNER as i16) << 8), _mm_set1_epi16(1 | (EDGE as i16) << 8));
    // SAFETY: 32 bytes.
    let first = unsafe { _mm256_loadu_si256(FIRST.as_ptr().cast()) };
    _mm256_add_epi16(first, _mm256_maddubs_epi16(state, weights))
}
