//! Pairs of genes: with a small alphabet, what any two genes do together is a table that fits the first cache.
//!
//! A register holds corners and edges by position, as in [`super::avx2`], with two differences. A gene, or a pair, is
//! 32 bytes: the low bits of a byte say where the position's piece comes from, the others what is added to it. To make
//! room for twists above three bits of a corner, the eight corners stand in their half twice: whichever the fourth bit
//! chooses is right. And pieces are named after the positions where the program starts, so that every genome begins
//! with the state that its first pair leads to.
//!
//! [`avx2`] steps one genome a register, [`avx512`] two. Both find the pairs of a whole line of genes in advance.

pub(in super::super) mod avx2;
pub(in super::super) mod avx512;
mod color_lookup;

use std::arch::x86_64::*;
use std::hint::black_box;
use std::mem::MaybeUninit;

use super::super::{EvaluationMode, Evaluator};
use super::avx2::{Bytes32, byte_at, position, reduce};
use crate::puzzle::{MAX_CUBE_PIECES, PLACES};

/// The largest alphabet: its pairs take 32 kB.
const SYMBOLS: usize = 32;

/// Pairs in a line of 32 genes.
const PAIRS: usize = 16;

/// How many pairs of a line can follow each other until twists, which have five bits, are reduced: 15 × 2 at the
/// beginning, where there is none yet, later 2 + 14 × 2.
const fn until_reduced(line: usize) -> usize {
    if line == 0 { 15 } else { 14 }
}

/// Bytes of a gene or pair.
pub(super) const WIDTH: usize = size_of::<Bytes32>();

/// A byte is below this for a corner and its twist, and for an edge and its flip.
const CORNER: usize = 24;
const EDGE: usize = 28;

/// What a byte costs in each position.
type PositionPenalties = [[u16; 32]; MAX_CUBE_PIECES];

/// A program, laid out for registers, whatever judges the end.
#[derive(Clone, Debug)]
struct Genes {
    singles: [Bytes32; SYMBOLS],
    /// What the genes a and b do together is at `a * SYMBOLS + b`.
    pairs: Box<[Bytes32; SYMBOLS * SYMBOLS]>,
}

impl Genes {
    /// Only for small alphabets, and where no prefix counts.
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

/// What each gene does, also those behind the alphabet.
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

/// What every two genes do together.
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

/// What positions cost, with the pieces named after where they start.
fn costs(evaluator: &Evaluator) -> PositionPenalties {
    of_places(evaluator, &evaluator.penalties)
}

/// What is known of pieces by place, as what is known of positions by byte, with the pieces named after where they start.
fn of_places(evaluator: &Evaluator, by_place: &[[u16; PLACES]; MAX_CUBE_PIECES]) -> PositionPenalties {
    let mut costs = [[0; 32]; MAX_CUBE_PIECES];
    for piece in 0..evaluator.pieces {
        let (name, start) = byte_at(piece, evaluator.start[piece]);
        for place in if piece < 8 { 0..24 } else { 24..48 } {
            let (number, byte) = byte_at(piece, place);
            let byte = if piece < 8 {
                name + 8 * ((usize::from(byte / 8) + 3 - usize::from(start / 8)) % 3)
            } else {
                name - 8 + 16 * usize::from((byte / 16) ^ (start / 16))
            };
            costs[number][byte] = by_place[piece][usize::from(place)];
        }
    }
    costs
}

/// A state after a gene or a pair.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn step(state: __m256i, gene: __m256i) -> __m256i {
    let added = _mm256_setr_m128i(_mm_set1_epi8(0b0111_1000), _mm_set1_epi8(0b0111_0000));
    _mm256_add_epi8(_mm256_shuffle_epi8(state, gene), _mm256_and_si256(gene, added))
}

/// A state with twists below three and flips below two.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn normal(state: __m256i) -> __m256i {
    _mm256_and_si256(reduce(state), _mm256_set1_epi8(31))
}

/// The state in which everything is where it started.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn same() -> __m256i {
    let corners = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_setr_m128i(corners, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0))
}

/// What multiplies two genes, so that their sum is where their pair begins in the table, in bytes.
const WEIGHTS: i32 = (SYMBOLS * WIDTH) as i32 | (WIDTH as i32) << 16;

/// Where the pairs of a line of some genomes begin in their table, in bytes.
type Begins<const GENOMES: usize> = Aligned<[[u32; PAIRS]; GENOMES]>;

impl Genes {
    /// The pair that begins there.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pair(&self, begin: u32) -> __m256i {
        debug_assert!((begin as usize) < size_of_val(&*self.pairs) && (begin as usize).is_multiple_of(WIDTH));
        // SAFETY: both genes were masked, so there is such a pair; it is aligned.
        unsafe { (*self.pairs.as_ptr().byte_add(begin as usize)).load() }
    }

    /// The last gene of so many, given the words of its row.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn last(&self, words: &[u64], length: usize) -> __m256i {
        let gene = words[(length - 1) / 4] >> (16 * ((length - 1) % 4));
        self.singles[gene as usize % SYMBOLS].load()
    }
}

/// The rows of a batch. One that is not full has its first several times.
#[inline(always)]
pub(super) fn filled<'a, T, const N: usize>(batch: &[u32], row: impl Fn(usize) -> &'a [T]) -> [&'a [T]; N] {
    let mut rows = [row(batch[0] as usize); N];
    for (place, &number) in rows.iter_mut().zip(batch) {
        *place = row(number as usize);
    }
    rows
}

/// What is written to memory by registers and then read in parts: nothing of it crosses a line of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(T);

impl<T> Aligned<T> {
    /// Memory of which nothing is written yet.
    #[inline(always)]
    pub(super) const fn unwritten() -> MaybeUninit<Self> {
        MaybeUninit::uninit()
    }

    /// What was written. If the compiler saw through, it would take the registers apart with shuffles instead of
    /// reading, and shuffles are what bounds the steps.
    ///
    /// # Safety
    /// Everything was written.
    #[inline(always)]
    pub(super) unsafe fn written(memory: &MaybeUninit<Self>) -> &T {
        // SAFETY: the caller's.
        unsafe { &black_box(memory).assume_init_ref().0 }
    }
}
