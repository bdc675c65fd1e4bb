//! States and symbols in registers of 32 bytes, with the pieces by position: their layout, the steps on them, and the tables of symbols and
//! penalties. [`Bytes64`] are any bytes of a register of AVX-512, where `stickers` has a layout of its own.
//!
//! - Corners are in the lower half, edges in the upper half. A byte holds the number of the piece in its low bits, and above
//!   them its twist or flip: piece + 8 × twist for a corner, piece + 16 × flip for an edge.
//! - A symbol, or a pair of symbols, has 32 bytes. The low bits of a byte are the source of the position's piece, the others
//!   the twist or flip that is added to it. The lower half holds the eight corners twice, so that the fourth bit of a
//!   source, the lowest bit of a twist, has no effect.
//! - Pieces are named after their positions in the start state, so that every genome begins with the identity.

use std::arch::x86_64::*;
use std::iter::repeat_n;
use std::sync::Arc;

use super::super::{Evaluator, Permutation, position_of};
use evocube_cube::puzzle::{MAX_CUBE_PIECES, PLACES, Place};

/// Genes in a cache line of a row.
pub(super) const LINE: usize = 32;

/// Bytes of a register: corners by position in the lower half, edges in the upper half.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Bytes32(pub(super) [u8; 32]);

impl Bytes32 {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(&self) -> __m256i {
        // SAFETY: 32 bytes, aligned.
        unsafe { _mm256_load_si256(self.0.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load_edges(&self) -> __m128i {
        // SAFETY: 16 of 32 bytes, aligned.
        unsafe { _mm_load_si128(self.0.as_ptr().add(16).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn store(&mut self, bytes: __m256i) {
        // SAFETY: 32 bytes, aligned.
        unsafe { _mm256_store_si256(self.0.as_mut_ptr().cast(), bytes) }
    }
}

/// The 64 bytes of a register of AVX-512.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Bytes64(pub(super) [u8; 64]);

impl Bytes64 {
    /// Every byte at its own place.
    pub(super) const IDENTITY: Self = {
        let mut bytes = [0; 64];
        let mut lane = 0;
        while lane < bytes.len() {
            bytes[lane] = lane as u8;
            lane += 1;
        }
        Self(bytes)
    };

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// Returns the byte of a position among the 20.
pub(super) fn lane(position: usize) -> usize {
    if position < 8 { position } else { 16 + position - 8 }
}

/// Returns the position of a place among the 20, and the byte of a piece there.
fn byte_at(piece: usize, place: Place) -> (usize, u8) {
    let place = usize::from(place);
    let byte = if piece < 8 { piece + 8 * (place % 3) } else { piece - 8 + 16 * (place % 2) };
    (position_of(place), u8::try_from(byte).expect("less than 32"))
}

/// The lane of the position of each place, and the twist or flip there, above the bits of a piece.
const LANES: [(u8, u8); PLACES] = {
    let mut lanes = [(0, 0); PLACES];
    let mut place = 0u8;
    while place < 48 {
        let number = place % 24;
        lanes[place as usize] =
            if place < 24 { (number / 3, 8 * (number % 3)) } else { (16 + number / 2, 16 * (number % 2)) };
        place += 1;
    }
    lanes
};

/// Returns the tables of so many genes: those of the symbols, which `write` makes of the identity, and the identity behind them.
pub(super) fn gene_tables<T: Copy>(
    evaluator: &Evaluator,
    count: usize,
    identity: T,
    mut write: impl FnMut(&Permutation, &mut T),
) -> Arc<[T]> {
    let mut tables: Arc<[T]> = repeat_n(identity, count).collect();
    let writable = Arc::get_mut(&mut tables).expect("it is new");
    evaluator.permutations.iter().zip(writable).for_each(|(map, table)| write(map, table));
    tables
}

/// Returns the tables of so many genes, those of the symbols first.
pub(super) fn single_genes(evaluator: &Evaluator, count: usize) -> Arc<[Bytes32]> {
    let mut identity = Bytes32([0; 32]);
    for piece in 0..evaluator.pieces {
        identity.0[lane(piece)] = (lane(piece) % 16) as u8;
    }
    identity.0.copy_within(..8, 8);
    gene_tables(evaluator, count, identity, |map, gene| {
        map.for_each_moved(|home, place| {
            let ((source, _), (target, added)) = (LANES[home], LANES[place]);
            gene.0[usize::from(target)] = (source % 16) | added;
        });
        gene.0.copy_within(..8, 8);
    })
}

/// Penalties by position and byte.
pub(super) type PositionPenalties = [[u16; 32]; MAX_CUBE_PIECES];

/// Returns the penalties by position, with pieces named after their positions in the start state.
pub(super) fn position_penalties(evaluator: &Evaluator) -> PositionPenalties {
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
            penalties[number][byte] = evaluator.penalties[piece][usize::from(place)];
        }
    }
    penalties
}

/// Returns the identity: every piece in its position of the start state.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn same() -> __m256i {
    let corners = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_setr_m128i(corners, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0))
}

/// Returns a state after a gene or a pair.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn step(state: __m256i, gene: __m256i) -> __m256i {
    let added = _mm256_setr_m128i(_mm_set1_epi8(0b0111_1000), _mm_set1_epi8(0b0111_0000));
    _mm256_add_epi8(_mm256_shuffle_epi8(state, gene), _mm256_and_si256(gene, added))
}

/// Returns a state after one gene, with twists below three and flips below two as before it.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn step_and_reduce(state: __m256i, gene: __m256i) -> __m256i {
    let state = step(state, gene);
    // A byte below zero wraps around to a larger one, so the minimum is the right one.
    let subtract = _mm256_setr_m128i(_mm_set1_epi8(3 * 8), _mm_set1_epi8(2 * 16));
    _mm256_min_epu8(state, _mm256_sub_epi8(state, subtract))
}

/// Returns a state with twists below three and flips below two. Twists have five bits before; flips may have overflown, since
/// only their lowest bit counts.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn normal(state: __m256i) -> __m256i {
    let mut state = state;
    for multiple in [24, 12, 6, 3] {
        let subtract = _mm256_setr_m128i(_mm_set1_epi8((8 * multiple) as i8), _mm_setzero_si128());
        state = _mm256_min_epu8(state, _mm256_sub_epi8(state, subtract));
    }
    _mm256_and_si256(state, _mm256_set1_epi8(31))
}
