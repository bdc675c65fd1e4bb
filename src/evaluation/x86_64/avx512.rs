//! AVX-512 with VBMI: a gene is one instruction.
//!
//! A register holds the places of all pieces, a byte each. `vpermb` looks all of them up in the 64 bytes of a permutation
//! at once, directly from memory. Since each step depends on the one before, several genomes go side by side.
//!
//! Every piece has a row of 24 penalties. Five rows fit the 128 bytes that `vpermi2b` looks up in, so four of these
//! instructions, each for five pieces, find all penalties.

use std::arch::x86_64::*;

use super::super::filled;
use super::super::{Evaluator, Fitness, MAX_CUBE_PIECES, Rows};
use super::{line, line_mask};

/// Genomes side by side, by measurement: from five on loads are the bottleneck, from nine on registers are spilled.
const SIDE_BY_SIDE: usize = 6;

/// Byte of a lane without a piece.
const NO_PIECE: u8 = 63;

/// Places of a corner, and of an edge: the length of a row of penalties.
const ROW: usize = 24;

/// Rows in a pair of registers.
const ROWS: usize = 5;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Bytes64(pub(super) [u8; 64]);

impl Bytes64 {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// Start state and penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct Avx512Tables {
    start: Bytes64,
    penalty: PenaltyWidth,
}

/// Penalties of one byte or of two.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // one for each evaluator
enum PenaltyWidth {
    Bytes(PenaltyBytes<1>),
    Words(PenaltyBytes<2>),
}

impl Avx512Tables {
    pub(in super::super) fn new(evaluator: &Evaluator) -> Self {
        let mut start = Bytes64([NO_PIECE; 64]);
        start.0[..evaluator.pieces].copy_from_slice(&evaluator.start[..evaluator.pieces]);
        let penalty = if evaluator.penalties.as_flattened().iter().all(|&penalty| penalty < 256) {
            PenaltyWidth::Bytes(PenaltyBytes::new(evaluator))
        } else {
            PenaltyWidth::Words(PenaltyBytes::new(evaluator))
        };
        Self { start, penalty }
    }
}

/// Penalties of pieces by place, in `BYTES` bytes each.
#[derive(Clone, Debug)]
struct PenaltyBytes<const BYTES: usize> {
    /// The lanes of pieces.
    pieces: __mmask32,
    /// By lane: the offset from a place to its entry in the row of the piece.
    row: Bytes64,
    /// The low bytes of all penalties, then the high bytes.
    planes: [PenaltyPlane; BYTES],
}

/// One byte of the penalties of all pieces: rows of five pieces in each pair of registers.
type PenaltyPlane = [[Bytes64; 2]; MAX_CUBE_PIECES / ROWS];

impl<const BYTES: usize> PenaltyBytes<BYTES> {
    fn new(evaluator: &Evaluator) -> Self {
        let mut row = Bytes64([0; 64]);
        let mut planes = [[[Bytes64([0; 64]); 2]; MAX_CUBE_PIECES / ROWS]; BYTES];
        for piece in 0..evaluator.pieces {
            let first_place = if piece < 8 { 0 } else { ROW };
            let begin = piece % ROWS * ROW;
            row.0[piece] = (begin as u8).wrapping_sub(first_place as u8);
            for place in 0..ROW {
                for (plane, byte) in
                    planes.iter_mut().zip(evaluator.penalties[piece][first_place + place].to_le_bytes())
                {
                    plane[piece / ROWS][(begin + place) / 64].0[(begin + place) % 64] = byte;
                }
            }
        }
        Self { pieces: (1 << evaluator.pieces) - 1, row, planes }
    }
}

impl<const BYTES: usize> PenaltyBytes<BYTES> {
    /// Returns the penalty of a state.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi2")]
    fn penalty(&self, state: __m512i) -> u16 {
        let places = _mm512_add_epi8(state, self.row.load());
        let mut penalty = 0;
        for (byte, plane) in self.planes.iter().enumerate() {
            // Lanes of other groups keep their places.
            let mut penalties = places;
            for (group, [first, second]) in plane.iter().enumerate() {
                let turn = 0b11111 << (ROWS * group);
                penalties = _mm512_mask2_permutex2var_epi8(first.load(), penalties, turn, second.load());
            }
            let penalties = _mm256_maskz_mov_epi8(self.pieces, _mm512_castsi512_si256(penalties));
            let sums = _mm256_sad_epu8(penalties, _mm256_setzero_si256());
            let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            penalty += ((_mm_cvtsi128_si64(sums) + _mm_extract_epi64::<1>(sums)) as u16) << (8 * byte);
        }
        penalty
    }
}

/// See [`Evaluator::evaluate`]: of whole genomes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi2")]
pub(in super::super) fn evaluate(
    evaluator: &Evaluator,
    tables: &Avx512Tables,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    match &tables.penalty {
        PenaltyWidth::Bytes(penalties) => batches(evaluator, tables, penalties, rows, which, out),
        PenaltyWidth::Words(penalties) => batches(evaluator, tables, penalties, rows, which, out),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi2")]
fn batches<const BYTES: usize>(
    evaluator: &Evaluator,
    tables: &Avx512Tables,
    penalties: &PenaltyBytes<BYTES>,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    let mask = line_mask(evaluator.permutations.len());
    let permutations = evaluator.permutations.as_ptr();
    let start = tables.start.load();
    let (whole, rest) = (rows.length() / 4, (rows.length() % 4) as u32);
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
        let mut states = [start; SIDE_BY_SIDE];
        macro_rules! step {
            ($n:expr, $line:expr) => {
                // SAFETY: masked, the index is that of a map.
                let map = unsafe { _mm512_load_si512(permutations.byte_add($line).cast()) };
                states[$n] = _mm512_permutexvar_epi8(states[$n], map);
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
        }
        for gene in 0..rest {
            for n in 0..SIDE_BY_SIDE {
                step!(n, line(words[n][whole], gene, mask));
            }
        }
        for (n, &row) in batch.iter().enumerate() {
            out[row as usize] = Fitness::new(penalties.penalty(states[n]), rows.length() as u16);
        }
    }
}
