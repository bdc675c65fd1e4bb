//! NEON: a gene is two look-ups in a table of 48 bytes.
//!
//! Two registers hold the places of all pieces, a byte each. The instruction that looks up in three registers moves all of
//! them to their next places. Several genomes go side by side.

use std::arch::aarch64::*;

use super::{EvaluationMode, Evaluator, Fitness, MAX_CUBE_PIECES, Rows, filled};
use evocube_cube::puzzle::Place;

/// Genomes side by side: of 32 registers, each takes two for its state and three for a gene.
const SIDE_BY_SIDE: usize = 4;

/// The places of pieces 0–15, then of the others.
type State = [uint8x16_t; 2];

#[inline]
#[target_feature(enable = "neon")]
fn penalty(evaluator: &Evaluator, state: State) -> u16 {
    let mut places: [Place; 32] = [0; 32];
    // SAFETY: 32 bytes.
    unsafe {
        vst1q_u8(places.as_mut_ptr(), state[0]);
        vst1q_u8(places.as_mut_ptr().add(16), state[1]);
    }
    let penalties = evaluator.penalties.iter().zip(places).take(evaluator.pieces);
    penalties.map(|(penalties, place)| penalties[usize::from(place)]).sum()
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "neon")]
pub(super) fn evaluate(evaluator: &Evaluator, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match evaluator.mode {
        EvaluationMode::Whole => batches::<false>(evaluator, rows, which, out),
        EvaluationMode::BestPrefix => batches::<true>(evaluator, rows, which, out),
    }
}

#[inline]
#[target_feature(enable = "neon")]
#[allow(clippy::cast_possible_truncation)] // lengths are within 16 bits
fn batches<const BEST_PREFIX: bool>(evaluator: &Evaluator, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let mut places: [Place; 32] = [0; 32];
    places[..MAX_CUBE_PIECES].copy_from_slice(&evaluator.start);
    // SAFETY: 32 bytes.
    let start: State = unsafe { [vld1q_u8(places.as_ptr()), vld1q_u8(places.as_ptr().add(16))] };
    let empty = Fitness::new(penalty(evaluator, start), 0);
    for batch in which.chunks(SIDE_BY_SIDE) {
        let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.genome(row));
        let mut states = [start; SIDE_BY_SIDE];
        let mut best = [empty; SIDE_BY_SIDE];
        for gene in 0..rows.length() {
            for n in 0..SIDE_BY_SIDE {
                // SAFETY: a permutation is 64 bytes, of which the first 48 are places.
                let permutation = unsafe { vld1q_u8_x3(evaluator.permutation(genomes[n][gene]).0.as_ptr()) };
                states[n] = [vqtbl3q_u8(permutation, states[n][0]), vqtbl3q_u8(permutation, states[n][1])];
                if BEST_PREFIX {
                    best[n] = best[n].min(Fitness::new(penalty(evaluator, states[n]), gene as u16 + 1));
                }
            }
        }
        for (n, &row) in batch.iter().enumerate() {
            out[row as usize] =
                if BEST_PREFIX { best[n] } else { Fitness::new(penalty(evaluator, states[n]), rows.length() as u16) };
        }
    }
}
