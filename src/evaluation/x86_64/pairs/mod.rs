//! Pairs of genes, for small alphabets: the products of all pairs of symbols fit the first-level cache.
//!
//! A register holds corners and edges by position, as in [`super::avx2`], with two differences:
//!
//! - A symbol, or a pair, has 32 bytes. The low bits of a byte are the source of the position's piece, the others the twist
//!   or flip that is added. The lower half holds the eight corners twice, so that the fourth bit of a source, the lowest
//!   bit of a twist, has no effect.
//! - Pieces are named after their positions in the start state, so that every genome begins with the identity.
//!
//! [`avx2`] holds one genome in a register, [`avx512`] two. Both find the pairs of a whole line of genes in advance.

pub(in super::super) mod avx2;
pub(in super::super) mod avx512;
mod color_lookup;

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::MaybeUninit;

use super::super::{EvaluationMode, Evaluator};
use super::avx2::{Bytes32, byte_at, position, reduce};
use crate::puzzle::{MAX_CUBE_PIECES, PLACES};

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
pub(super) const WIDTH: usize = size_of::<Bytes32>();

/// Numbers of values of a byte: of a corner with its twist, and of an edge with its flip.
const CORNER: usize = 24;
const EDGE: usize = 28;

/// Penalties by position and byte.
type PositionPenalties = [[u16; 32]; MAX_CUBE_PIECES];

/// Tables of the symbols and of their pairs.
#[derive(Clone, Debug)]
struct SymbolTables {
    singles: [Bytes32; SYMBOLS],
    /// The product of the symbols a and b is at `a * SYMBOLS + b`.
    pairs: Box<[Bytes32; SYMBOLS * SYMBOLS]>,
}

impl SymbolTables {
    /// Returns the tables if the alphabet is small and whole genomes are evaluated.
    #[target_feature(enable = "avx2")]
    fn new(evaluator: &Evaluator) -> Option<Self> {
        if evaluator.mode != EvaluationMode::Whole || evaluator.symbols > SYMBOLS {
            return None;
        }
        let mut singles = [Bytes32([0; WIDTH]); SYMBOLS];
        for (to, single) in singles.iter_mut().zip(single_genes(evaluator)).take(evaluator.symbols) {
            *to = single;
        }
        Some(Self { singles, pairs: pairs(&singles[..evaluator.symbols]) })
    }
}

/// Returns the table of each symbol, including those behind the alphabet.
pub(super) fn single_genes(evaluator: &Evaluator) -> impl Iterator<Item = Bytes32> {
    evaluator.permutations.iter().map(|map| {
        let mut gene = Bytes32([0; WIDTH]);
        for number in 0..evaluator.pieces {
            let (lane, place) = position(number);
            let (to, twisted) = byte_at(number, map.0[place]);
            let added = twisted & if number < 8 { !7 } else { !15 };
            gene.0[position(to).0] = (lane % 16) as u8 | added;
        }
        gene.0.copy_within(..8, 8);
        gene
    })
}

/// Returns the products of all pairs of symbols.
#[target_feature(enable = "avx2")]
fn pairs(singles: &[Bytes32]) -> Box<[Bytes32; SYMBOLS * SYMBOLS]> {
    let mut pairs = Box::new([Bytes32([0; WIDTH]); SYMBOLS * SYMBOLS]);
    for (first, pairs) in singles.iter().zip(pairs.as_chunks_mut::<SYMBOLS>().0) {
        for (second, pair) in singles.iter().zip(pairs) {
            let together = normal(step(first.load(), second.load()));
            // SAFETY: 32 bytes, aligned.
            unsafe { _mm256_store_si256(pair.0.as_mut_ptr().cast(), together) };
        }
    }
    pairs
}

/// Returns the penalties by position, with pieces named after their positions in the start state.
fn position_penalties(evaluator: &Evaluator) -> PositionPenalties {
    of_places(evaluator, &evaluator.penalties)
}

/// Converts a table by piece and place to one by position and byte, with pieces named after their positions in the start
/// state.
fn of_places(evaluator: &Evaluator, by_place: &[[u16; PLACES]; MAX_CUBE_PIECES]) -> PositionPenalties {
    let mut penalties = [[0; 32]; MAX_CUBE_PIECES];
    for piece in 0..evaluator.pieces {
        let (name, start) = byte_at(piece, evaluator.start[piece]);
        for place in if piece < 8 { 0..24 } else { 24..48 } {
            let (number, byte) = byte_at(piece, place);
            let byte = if piece < 8 {
                name + 8 * ((usize::from(byte / 8) + 3 - usize::from(start / 8)) % 3)
            } else {
                name - 8 + 16 * usize::from((byte / 16) ^ (start / 16))
            };
            penalties[number][byte] = by_place[piece][usize::from(place)];
        }
    }
    penalties
}

/// Returns a state after a gene or a pair.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn step(state: __m256i, gene: __m256i) -> __m256i {
    let added = _mm256_setr_m128i(_mm_set1_epi8(0b0111_1000), _mm_set1_epi8(0b0111_0000));
    _mm256_add_epi8(_mm256_shuffle_epi8(state, gene), _mm256_and_si256(gene, added))
}

/// Returns a state with twists below three and flips below two.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn normal(state: __m256i) -> __m256i {
    _mm256_and_si256(reduce(state), _mm256_set1_epi8(31))
}

/// Returns the identity: every piece in its position of the start state.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn same() -> __m256i {
    let corners = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_setr_m128i(corners, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0))
}

/// Factors of two genes; the sum of the products is the offset of their pair in the table, in bytes.
const WEIGHTS: i32 = (SYMBOLS * WIDTH) as i32 | (WIDTH as i32) << 16;

/// Offsets of the pairs of a line of each genome in the table, in bytes.
type Begins<const GENOMES: usize> = Aligned<[[u32; PAIRS]; GENOMES]>;

impl SymbolTables {
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

/// Memory that registers write and that is then read in parts, none of which crosses a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(T);

impl<T> Aligned<T> {
    /// Returns uninitialized memory.
    #[inline(always)]
    pub(super) const fn unwritten() -> MaybeUninit<Self> {
        MaybeUninit::uninit()
    }

    /// Returns the contents, hidden from the optimizer, which would extract the parts with shuffles instead of loads; the
    /// shuffle port is the bottleneck of the steps.
    ///
    /// # Safety
    /// All bytes were written.
    #[inline(always)]
    pub(super) unsafe fn written(memory: &MaybeUninit<Self>) -> &T {
        // SAFETY: the caller wrote all bytes.
        unsafe { &black_box(memory).assume_init_ref().0 }
    }
}
