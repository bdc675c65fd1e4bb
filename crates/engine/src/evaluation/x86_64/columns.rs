//! [`ColumnLookup`]: the penalties of 16 states at a time, with AVX2, in up to 16 bits, and from these the fitness of whole genomes. The
//! kernel `pairs` looks up 32 states at a time in [`super::columns_avx512`] where there is AVX-512 and the sums fit a byte.
//!
//! States are rows of 32 bytes, corners in the lower half and edges in the upper half. The rows are transposed, so that a half of
//! a register holds the bytes of one position in all 16 states. `vpshufb` then looks up their penalties in the 32 entries of the
//! position: the first 16 in one register, the others in a second one.

use std::arch::x86_64::*;

use super::super::Fitness;
use super::states::{Bytes32, PositionPenalties};

/// States that are looked up together.
pub(super) const STATES: usize = 16;

/// Positions of the lower and of the upper half of each column. Edges 8 to 11 fill both halves of two columns.
const COLUMNS: [[usize; 2]; 10] =
    [[0, 8], [1, 9], [2, 10], [3, 11], [4, 12], [5, 13], [6, 14], [7, 15], [16, 18], [17, 19]];

/// Penalties by column: of bytes below 16, and of the others.
type Entries = [[Bytes32; 2]; COLUMNS.len()];

/// Penalties by position and byte.
#[derive(Clone, Debug)]
pub(super) struct ColumnLookup {
    low: Entries,
    /// The upper bytes, unless all sums of a half fit 8 bits.
    high: Option<Box<Entries>>,
}

impl ColumnLookup {
    /// Returns the tables; the sum of the largest penalties fits 16 bits.
    pub(super) fn new(penalties: &PositionPenalties) -> Self {
        let entries = |byte: usize| {
            COLUMNS.map(|positions| {
                [0, 16].map(|first| {
                    Bytes32(std::array::from_fn(|lane| {
                        penalties[positions[lane / 16]][first + lane % 16].to_le_bytes()[byte]
                    }))
                })
            })
        };
        let max = |half: usize| -> u32 {
            COLUMNS.iter().map(|positions| u32::from(penalties[positions[half]].into_iter().max().unwrap_or(0))).sum()
        };
        let fit = [0, 1].into_iter().all(|half| max(half) <= u8::MAX.into());
        Self { low: entries(0), high: (!fit).then(|| Box::new(entries(1))) }
    }

    /// Returns whether penalties need more than a byte.
    pub(super) fn is_wide(&self) -> bool {
        self.high.is_some()
    }

    /// Writes the fitness of whole genomes, given the states after all genes: that of state n to `out[batch[n]]`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn write_fitness<const WIDE: bool>(
        &self,
        states: &[Bytes32; STATES],
        length: usize,
        batch: &[u32],
        out: &mut [Fitness],
    ) {
        let mut penalties = [0; STATES];
        // SAFETY: 32 bytes.
        unsafe { _mm256_storeu_si256(penalties.as_mut_ptr().cast(), self.penalties::<WIDE>(states)) };
        for n in 0..batch.len() {
            out[batch[n] as usize] = Fitness::new(penalties[n], length as u16);
        }
    }

    /// Returns the penalties of states, in order, 16 bits each. Twists are below three and flips below two. Inlined, it would
    /// compete with its callers for registers.
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    pub(super) fn penalties<const WIDE: bool>(&self, states: &[Bytes32; STATES]) -> __m256i {
        let (first, last) = (first_columns(states), last_columns(states));
        let zero = _mm256_setzero_si256();
        let mut sums = [zero; 2];
        for n in 0..COLUMNS.len() {
            let column = if n < first.len() { first[n] } else { last[n - first.len()] };
            // An index with the highest bit gives 0, so that one of two look-ups is the penalty and the other one 0.
            let column = _mm256_add_epi8(column, _mm256_set1_epi8(0x70));
            let flipped = _mm256_xor_si256(column, _mm256_set1_epi8(-128));
            let entries = &self.low[n];
            let low = (_mm256_shuffle_epi8(entries[0].load(), column), _mm256_shuffle_epi8(entries[1].load(), flipped));
            if let (true, Some(high)) = (WIDE, &self.high) {
                let entries = &high[n];
                let high =
                    (_mm256_shuffle_epi8(entries[0].load(), column), _mm256_shuffle_epi8(entries[1].load(), flipped));
                let (low, high) = (_mm256_or_si256(low.0, low.1), _mm256_or_si256(high.0, high.1));
                sums[0] = _mm256_add_epi16(sums[0], _mm256_unpacklo_epi8(low, high));
                sums[1] = _mm256_add_epi16(sums[1], _mm256_unpackhi_epi8(low, high));
            } else {
                sums[0] = _mm256_add_epi8(sums[0], low.0);
                sums[1] = _mm256_add_epi8(sums[1], low.1);
            }
        }
        if !WIDE {
            let sum = _mm256_add_epi8(sums[0], sums[1]);
            sums = [_mm256_unpacklo_epi8(sum, zero), _mm256_unpackhi_epi8(sum, zero)];
        }
        // The sums of the lower halves and of the upper halves.
        _mm256_add_epi16(
            _mm256_permute2x128_si256::<0x20>(sums[0], sums[1]),
            _mm256_permute2x128_si256::<0x31>(sums[0], sums[1]),
        )
    }
}

/// Returns the columns of corners and of edges 0 to 7.
#[inline]
#[target_feature(enable = "avx2")]
fn first_columns(states: &[Bytes32; STATES]) -> [__m256i; 8] {
    // Interleaving the first half of the rows with the second one rotates the bits of an index by one. After four times the
    // numbers of positions and of states have changed places.
    let mut columns = [_mm256_setzero_si256(); 8];
    for row in 0..8 {
        columns[row] = _mm256_unpacklo_epi8(states[row].load(), states[row + 8].load());
    }
    for _ in 0..3 {
        let rows = columns;
        for row in 0..4 {
            columns[2 * row] = _mm256_unpacklo_epi8(rows[row], rows[row + 4]);
            columns[2 * row + 1] = _mm256_unpackhi_epi8(rows[row], rows[row + 4]);
        }
    }
    columns
}

/// Returns the columns of edges 8 to 11.
#[inline]
#[target_feature(enable = "avx2")]
fn last_columns(states: &[Bytes32; STATES]) -> [__m256i; 2] {
    let mut four = [_mm256_setzero_si256(); 2];
    for part in 0..2 {
        let mut rows = [_mm256_setzero_si256(); 4];
        for row in 0..4 {
            let state = 4 * part + row;
            rows[row] = _mm256_setr_m128i(states[state].load_edges(), states[state + 8].load_edges());
        }
        let (even, odd) = (_mm256_unpackhi_epi8(rows[0], rows[2]), _mm256_unpackhi_epi8(rows[1], rows[3]));
        // Four edges of states 0 to 3 and 8 to 11, or of the others. Then two edges are in each half.
        four[part] = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpacklo_epi8(even, odd));
    }
    let (first, second) = (_mm256_unpacklo_epi32(four[0], four[1]), _mm256_unpackhi_epi32(four[0], four[1]));
    [_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second)]
}

#[cfg(test)]
mod tests {
    use super::super::states::lane;
    use super::*;
    use evocube_cube::rng::{Seed, Stream};

    /// Returns states with random bytes, those without a meaning included.
    fn random_states(stream: &mut Stream) -> [Bytes32; STATES] {
        std::array::from_fn(|_| {
            Bytes32(std::array::from_fn(|lane| {
                let byte = match lane {
                    0..8 => stream.index(24),
                    16..28 => stream.index(12) + 16 * stream.index(2),
                    _ => stream.index(32),
                };
                byte as u8
            }))
        })
    }

    #[test]
    fn every_byte_of_every_position_has_its_penalty() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut stream = Seed::from_number(61).stream();
        // Sums of a half up to 255 are narrow, larger ones and larger penalties wide.
        for (max, is_wide) in [(1, false), (25, false), (26, true), (255, true), (3200, true)] {
            let mut penalties = [[0; 32]; 20];
            for row in &mut penalties {
                row.fill_with(|| u16::try_from(stream.below(max + 1)).unwrap());
                row[stream.index(24)] = u16::try_from(max).unwrap();
            }
            let lookup = ColumnLookup::new(&penalties);
            assert_eq!(lookup.is_wide(), is_wide, "{max}");
            for _ in 0..200 {
                let states = random_states(&mut stream);
                let mut fitness = [Fitness::WORST; STATES];
                let rows: Vec<u32> = (0..16).rev().collect();
                // SAFETY: the processor has AVX2.
                unsafe {
                    if is_wide {
                        lookup.write_fitness::<true>(&states, 7, &rows, &mut fitness);
                    } else {
                        lookup.write_fitness::<false>(&states, 7, &rows, &mut fitness);
                    }
                }
                for (state, fitness) in states.iter().rev().zip(fitness) {
                    let byte = |number| usize::from(state.0[lane(number)]);
                    let sum = penalties.iter().enumerate().map(|(number, penalties)| penalties[byte(number)]).sum();
                    assert_eq!(fitness, Fitness::new(sum, 7), "{state:?}");
                }
            }
        }
    }
}
