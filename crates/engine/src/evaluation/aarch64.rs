//! The kernel with NEON, for 64-bit ARM: a gene is two look-ups in a table of 48 bytes, and the penalties of 16 states are looked up
//! together.
//!
//! Two registers hold the places of all pieces, a byte each. The instruction that looks up in three registers moves all of
//! them to their next places. Several genomes go side by side; their states after each gene are only stored. For penalties, 16 states
//! are transposed, so that a register holds the places of one piece in all of them.

use std::arch::aarch64::*;

use super::{EvaluationMode, Evaluator, Fitness, MAX_CUBE_PIECES, Rows, filled};
use evocube_cube::puzzle::{PLACES, Place};

/// Genomes side by side: of 32 registers, each takes two for its state and three for a gene.
const SIDE_BY_SIDE: usize = 4;

/// States that are looked up together.
const STATES: usize = 16;

/// The places of pieces 0–15, then of the others.
type State = [uint8x16_t; 2];

/// Penalties by piece and place: a corner's places begin with 0, an edge's with [`FIRST_EDGE`].
type Entries = [[u8; 32]; MAX_CUBE_PIECES];

/// The first place of an edge.
const FIRST_EDGE: Place = 24;

/// Tables of the penalties.
#[derive(Clone, Debug)]
pub(super) struct NeonTables {
    low: Entries,
    /// The upper bytes, if there are any.
    high: Option<Entries>,
    start: [Place; 32],
    /// The first place of each piece.
    first: [Place; 32],
}

impl NeonTables {
    pub(super) fn new(evaluator: &Evaluator) -> Self {
        let mut first = [0; 32];
        first[8..MAX_CUBE_PIECES].fill(FIRST_EDGE);
        let entries = |byte: usize| -> Entries {
            std::array::from_fn(|piece| {
                let penalties = &evaluator.penalties[piece][first[piece].into()..];
                std::array::from_fn(|place| penalties.get(place).map_or(0, |penalty| penalty.to_le_bytes()[byte]))
            })
        };
        let high = entries(1);
        let mut start = [0; 32];
        start[..MAX_CUBE_PIECES].copy_from_slice(&evaluator.start);
        Self { low: entries(0), high: (high.as_flattened().iter().any(|&byte| byte > 0)).then_some(high), start, first }
    }

    /// Returns the penalties of states, in order. Their sums fit 16 bits.
    #[inline]
    #[target_feature(enable = "neon")]
    fn penalties(&self, states: &[State; STATES]) -> [uint16x8_t; 2] {
        let first = load(&self.first);
        let mut rows = [[vdupq_n_u8(0); STATES]; 2];
        for (n, state) in states.iter().enumerate() {
            for part in 0..2 {
                rows[part][n] = vsubq_u8(state[part], first[part]);
            }
        }
        let [pieces, others] = [transposed(rows[0]), transposed(rows[1])];
        let column = |piece: usize| if piece < STATES { pieces[piece] } else { others[piece - STATES] };
        let mut sums = [vdupq_n_u16(0); 2];
        for piece in 0..MAX_CUBE_PIECES {
            let low = look_up(&self.low[piece], column(piece));
            sums = [vaddw_u8(sums[0], vget_low_u8(low)), vaddw_high_u8(sums[1], low)];
        }
        if let Some(entries) = &self.high {
            let mut high = vdupq_n_u8(0);
            for piece in 0..MAX_CUBE_PIECES {
                high = vaddq_u8(high, look_up(&entries[piece], column(piece)));
            }
            let high = [vshll_n_u8::<8>(vget_low_u8(high)), vshll_high_n_u8::<8>(high)];
            sums = [vaddq_u16(sums[0], high[0]), vaddq_u16(sums[1], high[1])];
        }
        sums
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; 32]) -> State {
    // SAFETY: 32 bytes.
    unsafe { [vld1q_u8(bytes.as_ptr()), vld1q_u8(bytes.as_ptr().add(16))] }
}

#[inline]
#[target_feature(enable = "neon")]
fn look_up(entries: &[u8; 32], places: uint8x16_t) -> uint8x16_t {
    let [low, high] = load(entries);
    vqtbl2q_u8(uint8x16x2_t(low, high), places)
}

/// Returns byte n of each row as register n.
#[inline]
#[target_feature(enable = "neon")]
fn transposed(mut rows: [uint8x16_t; 16]) -> [uint8x16_t; 16] {
    // Interleaving the first half of the rows with the second one rotates the bits of an index by one. After four times the numbers of
    // rows and of bytes have changed places.
    for _ in 0..4 {
        let before = rows;
        for row in 0..8 {
            rows[2 * row] = vzip1q_u8(before[row], before[row + 8]);
            rows[2 * row + 1] = vzip2q_u8(before[row], before[row + 8]);
        }
    }
    rows
}

/// Returns a state after a gene.
#[inline]
#[target_feature(enable = "neon")]
fn step(evaluator: &Evaluator, state: State, gene: super::Gene) -> State {
    const { assert!(PLACES <= 48) };
    // SAFETY: a permutation is 64 bytes, of which the first 48 are places.
    let permutation = unsafe { vld1q_u8_x3(evaluator.permutation(gene).0.as_ptr()) };
    [vqtbl3q_u8(permutation, state[0]), vqtbl3q_u8(permutation, state[1])]
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "neon")]
pub(super) fn evaluate(evaluator: &Evaluator, tables: &NeonTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match evaluator.mode {
        EvaluationMode::Whole => whole(evaluator, tables, rows, which, out),
        EvaluationMode::BestPrefix => prefixes(evaluator, tables, rows, which, out),
    }
}

/// Returns numbers in order.
#[inline]
#[target_feature(enable = "neon")]
fn in_order(numbers: [uint16x8_t; 2]) -> [u16; STATES] {
    let mut all = [0; STATES];
    // SAFETY: 16 bytes each.
    unsafe {
        vst1q_u16(all.as_mut_ptr(), numbers[0]);
        vst1q_u16(all.as_mut_ptr().add(8), numbers[1]);
    }
    all
}

#[inline]
#[target_feature(enable = "neon")]
#[allow(clippy::cast_possible_truncation)] // lengths are within 16 bits
fn whole(evaluator: &Evaluator, tables: &NeonTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let mut last = [load(&tables.start); STATES];
    for batch in which.chunks(STATES) {
        for (part, last) in batch.chunks(SIDE_BY_SIDE).zip(last.as_chunks_mut::<SIDE_BY_SIDE>().0) {
            let genomes: [_; SIDE_BY_SIDE] = filled(part, |row| rows.genome(row));
            let mut states = [load(&tables.start); SIDE_BY_SIDE];
            for gene in 0..rows.length() {
                for n in 0..SIDE_BY_SIDE {
                    states[n] = step(evaluator, states[n], genomes[n][gene]);
                }
            }
            *last = states;
        }
        for (&row, penalty) in batch.iter().zip(in_order(tables.penalties(&last))) {
            out[row as usize] = Fitness::new(penalty, rows.length() as u16);
        }
    }
}

#[inline]
#[target_feature(enable = "neon")]
#[allow(clippy::cast_possible_truncation)] // the number of a gene in a group
fn prefixes(evaluator: &Evaluator, tables: &NeonTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    /// Genes whose states are looked up together.
    const GENES: usize = STATES / SIDE_BY_SIDE;
    // The number of genes of each prefix of the first group.
    let first: [u16; STATES] = std::array::from_fn(|lane| 1 + (lane / SIDE_BY_SIDE) as u16);
    // SAFETY: 16 bytes each.
    let first = unsafe { [vld1q_u16(first.as_ptr()), vld1q_u16(first.as_ptr().add(8))] };
    let start = load(&tables.start);
    for batch in which.chunks(SIDE_BY_SIDE) {
        let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.genome(row));
        let mut states = [start; SIDE_BY_SIDE];
        let mut trail = [start; STATES];
        let (mut best, mut best_counts, mut counts) = (tables.penalties(&trail), [vdupq_n_u16(0); 2], first);
        for group in (0..rows.length()).step_by(GENES) {
            // The last states fill up the last group. Their penalties count for the shorter prefix.
            for (gene, trail) in (group..).zip(trail.as_chunks_mut::<SIDE_BY_SIDE>().0) {
                if gene < rows.length() {
                    for n in 0..SIDE_BY_SIDE {
                        states[n] = step(evaluator, states[n], genomes[n][gene]);
                    }
                }
                *trail = states;
            }
            let penalties = tables.penalties(&trail);
            for half in 0..2 {
                let is_better = vcltq_u16(penalties[half], best[half]);
                best[half] = vminq_u16(penalties[half], best[half]);
                best_counts[half] = vbslq_u16(is_better, counts[half], best_counts[half]);
                counts[half] = vqaddq_u16(counts[half], vdupq_n_u16(GENES as u16));
            }
        }
        let (penalties, counts) = (in_order(best), in_order(best_counts));
        for (n, &row) in batch.iter().enumerate() {
            let lanes = (n..STATES).step_by(SIDE_BY_SIDE);
            let best = lanes.map(|lane| Fitness::new(penalties[lane], counts[lane])).min();
            out[row as usize] = best.unwrap_or(Fitness::WORST);
        }
    }
}
