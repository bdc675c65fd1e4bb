//! AVX2: a gene is a shuffle and an addition.
//!
//! A register holds the piece in every position and its orientation: corners in the lower half, edges in the upper half.
//! A gene permutes the bytes within each half and adds twists and flips. Twists have five bits, so they are reduced modulo
//! three after twelve genes only. Flips may overflow: only their lowest bit counts.
//!
//! The penalties of the bytes are looked up one by one: each position has a row of 32.

use std::arch::x86_64::*;

use super::super::filled;
use super::super::{Evaluator, Fitness, Rows};
use super::{line, line_mask};
use crate::puzzle::{MAX_CUBE_PIECES, Place};

/// Genomes side by side, by measurement.
const SIDE_BY_SIDE: usize = 6;

/// Words of four genes between reductions of twists: 2 + 3 × 4 × 2 = 26 fits five bits.
const WORDS_UNTIL_REDUCED: usize = 3;

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
}

/// Effect of a symbol: the source of the byte of each position, and the twist or flip that is added to it.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Move {
    from: Bytes32,
    add: Bytes32,
}

/// Start state, effects of the symbols and penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct Avx2Tables {
    start: Bytes32,
    /// By symbol; the number is a power of two.
    moves: Vec<Move>,
    /// By position, then by the byte there: piece + 8 × twist for a corner, piece + 16 × flip for an edge.
    penalties: [[u16; 32]; MAX_CUBE_PIECES],
}

/// Returns the byte of a position among the 20, and its first place.
pub(super) fn position(number: usize) -> (usize, usize) {
    if number < 8 { (number, 3 * number) } else { (16 + number - 8, 24 + 2 * (number - 8)) }
}

/// Returns the position of a place among the 20, and the byte of a piece there.
pub(super) fn byte_at(piece: usize, place: Place) -> (usize, u8) {
    let place = usize::from(place);
    let (number, byte) = if piece < 8 {
        (place / 3, piece + 8 * (place % 3))
    } else {
        (8 + (place - 24) / 2, piece - 8 + 16 * (place % 2))
    };
    (number, u8::try_from(byte).expect("less than 32"))
}

impl Avx2Tables {
    pub(in super::super) fn new(evaluator: &Evaluator) -> Self {
        let mut start = Bytes32([0; 32]);
        let mut penalties = [[0; 32]; MAX_CUBE_PIECES];
        for piece in 0..evaluator.pieces {
            let (number, byte) = byte_at(piece, evaluator.start[piece]);
            start.0[position(number).0] = byte;
            let places = if piece < 8 { 0..24 } else { 24..48 };
            for place in places {
                let (number, byte) = byte_at(piece, place);
                penalties[number][usize::from(byte)] = evaluator.penalties[piece][usize::from(place)];
            }
        }
        let moves = evaluator
            .permutations
            .iter()
            .map(|map| {
                let mut moved = Move { from: Bytes32([0; 32]), add: Bytes32([0; 32]) };
                for number in 0..evaluator.pieces {
                    let (lane, place) = position(number);
                    let (to, twisted) = byte_at(number, map.0[place]);
                    let (to_lane, _) = position(to);
                    moved.from.0[to_lane] = u8::try_from(lane % 16).expect("less than 16");
                    moved.add.0[to_lane] = twisted & if number < 8 { !7 } else { !15 };
                }
                moved
            })
            .collect();
        Self { start, moves, penalties }
    }

    /// Returns the penalty of a state with reduced twists.
    #[inline]
    #[target_feature(enable = "avx2,bmi2")]
    fn penalty(&self, pieces: usize, state: __m256i) -> u16 {
        let mut bytes = Bytes32([0; 32]);
        // SAFETY: 32 bytes, aligned.
        unsafe { _mm256_store_si256(bytes.0.as_mut_ptr().cast(), state) };
        let mut penalty = 0;
        for position in 0..8 {
            penalty += self.penalties[position][usize::from(bytes.0[position] & 31)];
        }
        if pieces > 8 {
            for position in 8..MAX_CUBE_PIECES {
                penalty += self.penalties[position][usize::from(bytes.0[8 + position] & 31)];
            }
        }
        penalty
    }
}

/// Reduces twists of at most 31 modulo three; flips stay.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn reduce(state: __m256i) -> __m256i {
    let mut state = state;
    // A byte below zero wraps around to a larger one, so the minimum is the right one.
    for multiple in [24, 12, 6, 3] {
        let subtract = _mm256_setr_m128i(_mm_set1_epi8((8 * multiple) as i8), _mm_setzero_si128());
        state = _mm256_min_epu8(state, _mm256_sub_epi8(state, subtract));
    }
    state
}

/// See [`Evaluator::evaluate`]: of whole genomes.
#[target_feature(enable = "avx2,bmi2")]
#[allow(clippy::cast_possible_truncation)] // lengths are within 16 bits; a masked index is a usize
pub(in super::super) fn evaluate(
    evaluator: &Evaluator,
    tables: &Avx2Tables,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    let moves = tables.moves.as_ptr();
    let mask = line_mask(tables.moves.len());
    let (whole, rest) = (rows.length() / 4, (rows.length() % 4) as u32);
    let start = tables.start.load();
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
        let mut states = [start; SIDE_BY_SIDE];
        macro_rules! step {
            ($n:expr, $line:expr) => {
                // SAFETY: masked, the index is that of a move.
                let gene = unsafe { &*moves.byte_add($line) };
                states[$n] = _mm256_add_epi8(_mm256_shuffle_epi8(states[$n], gene.from.load()), gene.add.load());
            };
        }
        for word in 0..whole {
            let mut four = [0; SIDE_BY_SIDE];
            for n in 0..SIDE_BY_SIDE {
                // SAFETY: a row has a word for every four genes.
                four[n] = unsafe { *words[n].get_unchecked(word) };
            }
            for gene in 0..4 {
                for n in 0..SIDE_BY_SIDE {
                    step!(n, line(four[n], gene, mask));
                }
            }
            if word % WORDS_UNTIL_REDUCED == WORDS_UNTIL_REDUCED - 1 {
                for state in &mut states {
                    *state = reduce(*state);
                }
            }
        }
        for gene in 0..rest {
            for n in 0..SIDE_BY_SIDE {
                step!(n, line(words[n][whole], gene, mask));
            }
        }
        for (n, &row) in batch.iter().enumerate() {
            let penalty = tables.penalty(evaluator.pieces, reduce(states[n]));
            out[row as usize] = Fitness::new(penalty, rows.length() as u16);
        }
    }
}
