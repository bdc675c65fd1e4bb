//! [`Avx512ColumnLookup`]: the penalties of 32 states at a time, where their sums fit a byte, as [`super::columns`] does it for 16
//! with AVX2.
//!
//! After the transposition a register holds the bytes of two positions in all 32 states, and `vpermb` looks up their penalties in a
//! table of 64: 32 of each position.

use std::arch::x86_64::*;

use super::super::Fitness;
use super::states::{Bytes32, Bytes64, PositionPenalties};

/// States that are looked up together.
pub(super) const STATES: usize = 32;

/// Bytes of corners: those of the first and third quarter. The others hold edges.
const CORNERS: u64 = 0x0000_FFFF_0000_FFFF;

/// Reduced twists in their bits of a byte, by the five bits of a twist and a lowest bit without meaning.
static TWISTS: Bytes64 = {
    let mut twists = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        twists[bits] = (8 * (bits / 2 % 3)) as u8;
        bits += 1;
    }
    Bytes64(twists)
};

/// Places of the sums of states 0 to 31 in two registers.
static ORDER: [u16; STATES] = {
    let mut places = [0; STATES];
    let mut state = 0;
    while state < STATES {
        let half = state / 2;
        places[state] = (half / 8 * 32 + state % 2 * 16 + half % 8) as u16;
        state += 1;
    }
    places
};

/// Penalties by two positions and byte: of the corners and edges 0 to 7, then of edges 8 to 11.
#[derive(Clone, Debug)]
pub(super) struct Avx512ColumnLookup {
    first: [Bytes64; 8],
    last: [Bytes64; 4],
}

impl Avx512ColumnLookup {
    /// Returns the tables if the sums over all corners, and those over all edges, fit 8 bits.
    pub(super) fn new(penalties: &PositionPenalties) -> Option<Self> {
        let sum = |positions: &[[u16; 32]]| -> u32 {
            positions.iter().map(|penalties| u32::from(penalties.iter().copied().max().unwrap_or(0))).sum()
        };
        let (corners, edges) = penalties.split_at(8);
        let fit = [corners, edges].map(sum).into_iter().all(|sum| sum <= u8::MAX.into());
        let table = |corner: Option<usize>, edge: usize| {
            Bytes64(std::array::from_fn(|byte| match (byte / 32, corner) {
                (0, Some(corner)) => corners[corner][byte] as u8,
                (0, None) => 0,
                _ => edges[edge][byte - 32] as u8,
            }))
        };
        let first = std::array::from_fn(|n| table(Some(n), n));
        fit.then(|| Self { first, last: std::array::from_fn(|n| table(None, 8 + n)) })
    }

    /// Writes the fitness of whole genomes, given the states after all genes: that of state n to `out[batch[n]]`. Twists have five
    /// bits; of flips only the lowest bit counts.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn write_fitness(&self, states: &[Bytes32; STATES], length: usize, batch: &[u32], out: &mut [Fitness]) {
        let mut penalties = [0; STATES];
        // SAFETY: 64 bytes.
        unsafe { _mm512_storeu_si512(penalties.as_mut_ptr().cast(), self.penalties(states)) };
        for n in 0..batch.len() {
            out[batch[n] as usize] = Fitness::new(penalties[n], length as u16);
        }
    }

    /// Returns the penalties of states, in order, 16 bits each.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn penalties(&self, states: &[Bytes32; STATES]) -> __m512i {
        let (first, last) = columns(states);
        let (low, edges) = (_mm512_set1_epi8(31), _mm512_maskz_set1_epi8(!CORNERS, 32));
        let stay = _mm512_mask_blend_epi8(CORNERS, low, _mm512_set1_epi8(7));
        let twists = TWISTS.load();
        let zero = _mm512_setzero_si512();
        let mut sum = zero;
        for n in 0..first.len() {
            let twists = _mm512_mask_permutexvar_epi8(edges, CORNERS, _mm512_srli_epi16::<2>(first[n]), twists);
            // Each bit from the column where it stays.
            let index = _mm512_ternarylogic_epi64::<0b1100_1010>(stay, first[n], twists);
            sum = _mm512_add_epi8(sum, _mm512_permutexvar_epi8(index, self.first[n].load()));
        }
        for n in 0..last.len() {
            // (a & b) | c
            let index = _mm512_ternarylogic_epi64::<0b1110_1010>(last[n], low, edges);
            sum = _mm512_add_epi8(sum, _mm512_permutexvar_epi8(index, self.last[n].load()));
        }
        let corners_and_edges = |sums| _mm512_add_epi16(sums, _mm512_shuffle_i64x2::<0b10_11_00_01>(sums, sums));
        let low_sums = corners_and_edges(_mm512_unpacklo_epi8(sum, zero));
        let high_sums = corners_and_edges(_mm512_unpackhi_epi8(sum, zero));
        // SAFETY: 64 bytes.
        let order = unsafe { _mm512_loadu_si512(ORDER.as_ptr().cast()) };
        _mm512_permutex2var_epi16(low_sums, order, high_sums)
    }
}

/// Returns the columns of corners and edges 0 to 7, and those of edges 8 to 11. The quarters hold a corner of even states, an edge
/// of even states, and those of odd states.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn columns(states: &[Bytes32; STATES]) -> ([__m512i; 8], [__m512i; 4]) {
    let zero = _mm512_setzero_si512();
    // SAFETY: 64 bytes of two states.
    let state_pair = |n: usize| unsafe { _mm512_loadu_si512(states.as_ptr().add(2 * n).cast()) };
    // Interleaving the first half of the rows with the second one rotates the bits of an index by one. After four times the
    // numbers of positions and of pairs of states have changed places.
    let (mut first, mut upper) = ([zero; 8], [zero; 8]);
    for row in 0..8 {
        first[row] = _mm512_unpacklo_epi8(state_pair(row), state_pair(row + 8));
        upper[row] = _mm512_unpackhi_epi8(state_pair(row), state_pair(row + 8));
    }
    for _ in 0..3 {
        let rows = first;
        for row in 0..4 {
            first[2 * row] = _mm512_unpacklo_epi8(rows[row], rows[row + 4]);
            first[2 * row + 1] = _mm512_unpackhi_epi8(rows[row], rows[row + 4]);
        }
    }
    // Positions 12 to 15 of a half hold no piece.
    let mut last = [zero; 4];
    for row in 0..4 {
        last[row] = _mm512_unpacklo_epi8(upper[row], upper[row + 4]);
    }
    for _ in 0..2 {
        let rows = last;
        for row in 0..2 {
            last[2 * row] = _mm512_unpacklo_epi8(rows[row], rows[row + 2]);
            last[2 * row + 1] = _mm512_unpackhi_epi8(rows[row], rows[row + 2]);
        }
    }
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::super::states::lane;
    use super::*;
    use crate::evaluation::Kernel;
    use evocube_cube::rng::Seed;

    #[test]
    fn every_byte_of_every_position_has_its_penalty() {
        if Kernel::named("avx512").is_err() {
            return;
        }
        let mut stream = Seed::from_number(62).stream();
        for (max, fits) in [(1, true), (21, true), (22, false), (255, false)] {
            let mut penalties = [[0; 32]; 20];
            for (number, row) in penalties.iter_mut().enumerate() {
                let count = if number < 8 { 24 } else { 32 };
                row[..count].fill_with(|| u16::try_from(stream.below(max + 1)).unwrap());
                row[stream.index(24)] = u16::try_from(max).unwrap();
            }
            let lookup = Avx512ColumnLookup::new(&penalties);
            assert_eq!(lookup.is_some(), fits, "{max}");
            let Some(lookup) = lookup else { continue };
            for _ in 0..200 {
                // Any byte has a meaning: twists of five bits, and flips of four.
                let states: [Bytes32; STATES] =
                    std::array::from_fn(|_| Bytes32(std::array::from_fn(|_| stream.index(256) as u8)));
                let mut fitness = [Fitness::WORST; STATES];
                let rows: Vec<u32> = (0..32).rev().collect();
                // SAFETY: the kernel exists only on machines with these instructions.
                unsafe { lookup.write_fitness(&states, 7, &rows, &mut fitness) };
                for (state, fitness) in states.iter().rev().zip(fitness) {
                    let byte = |number| match state.0[lane(number)] {
                        corner if number < 8 => corner % 8 + 8 * (corner / 8 % 3),
                        edge => edge % 32,
                    };
                    let sum = (0..20).map(|number| penalties[number][usize::from(byte(number))]).sum();
                    assert_eq!(fitness, Fitness::new(sum, 7), "{state:?}");
                }
            }
        }
    }
}
