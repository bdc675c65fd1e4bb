//! Penalties by color: for objectives in which the penalty of a piece depends only on which of its stickers differ in color
//! from their position.
//!
//! A color is a number of three bits. The two colors of an edge, and the first two of a corner, are six bits; their
//! exclusive or with the colors of the position is the index of a penalty. The third color of a corner is in the lane of
//! its copy.

use std::arch::x86_64::*;

use super::super::super::{Evaluator, MAX_CUBE_PIECES, PieceColors};
use super::super::Bytes64;
use super::{CORNER, EDGE, of_places, position};

/// Lanes of two states: edges, the first two colors of corners, the third color.
const EDGES: u64 = 0x0FFF_0000_0FFF_0000;
const TWO: u64 = 0x0000_00FF_0000_00FF;
const THIRD: u64 = 0x0000_FF00_0000_FF00;

/// Bits of two colors.
const BITS: u32 = 6;
const SIX: u16 = (1 << BITS) - 1;

/// Colors of bytes and positions, and penalties of their differences.
#[derive(Clone, Debug)]
pub(super) struct ColorLookup {
    /// By lane: the offset of its colors in the table of corners.
    row: Bytes64,
    /// By byte of a corner: the first two colors, and from entry 32 on the third.
    corners: Bytes64,
    /// By byte of an edge: the colors.
    edges: Bytes64,
    /// By lane: the colors of the position.
    own: Bytes64,
    /// Penalties of differences: of the first two colors of corners, of the third color, of edges.
    penalties: [Bytes64; 3],
}

/// Entry of a table without a value.
const UNKNOWN: u16 = u16::MAX;

/// Sets an entry of a table; `None` if it has another value.
fn agree(place: &mut u16, value: u16) -> Option<()> {
    if *place == UNKNOWN {
        *place = value;
    }
    (*place == value).then_some(())
}

impl ColorLookup {
    /// Returns the tables if penalties depend on differences of colors only and fit a byte.
    pub(super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        if evaluator.penalties.as_flattened().iter().any(|&penalty| penalty > u8::MAX.into()) {
            return None;
        }
        let penalties = of_places(evaluator, &evaluator.penalties);
        let seen = of_places(evaluator, colors);
        // The colors of each byte, which are the same in all positions.
        let (mut corners, mut edges) = ([UNKNOWN; CORNER], [UNKNOWN; EDGE]);
        for (number, seen) in seen.iter().enumerate() {
            let bytes = if number < 8 { &mut corners[..] } else { &mut edges[..] };
            for (byte, &seen) in bytes.iter_mut().zip(seen).filter(|(_, seen)| **seen != 0) {
                agree(byte, seen)?;
            }
        }
        let mut own = [0; MAX_CUBE_PIECES];
        for (number, own) in own.iter_mut().enumerate().take(evaluator.pieces) {
            *own = colors[number][position(number).1];
        }
        let pairs = |number: usize| {
            let bytes = if number < 8 { &corners[..] } else { &edges[..] };
            bytes
                .iter()
                .zip(&penalties[number])
                .zip(&seen[number])
                .filter(|(_, seen)| **seen != 0)
                .map(|(pair, _)| pair)
        };
        let mut of_edges = [UNKNOWN; 64];
        for number in 8..evaluator.pieces.max(8) {
            for (&shown, &penalty) in pairs(number) {
                agree(&mut of_edges[usize::from(shown ^ own[number])], penalty)?;
            }
        }
        // Penalties of the first two colors with a correct third one, and of an incorrect third color.
        let differences = (0..evaluator.pieces.min(8)).flat_map(|number| {
            pairs(number).map(move |(&shown, &penalty)| {
                (usize::from((shown ^ own[number]) & SIX), (shown ^ own[number]) >> BITS, penalty)
            })
        });
        let differences: Vec<_> = differences.collect();
        let mut of_two = [UNKNOWN; 64];
        for &(two, _, penalty) in differences.iter().filter(|(_, third, _)| *third == 0) {
            agree(&mut of_two[two], penalty)?;
        }
        let both_known = |&&(two, third, _): &&(usize, u16, u16)| third != 0 && of_two[two] != UNKNOWN;
        let of_third = differences
            .iter()
            .find(both_known)
            .map_or(Some(0), |&(two, _, penalty)| penalty.checked_sub(of_two[two]))?;
        for &(two, third, penalty) in &differences {
            agree(&mut of_two[two], if third == 0 { penalty } else { penalty.checked_sub(of_third)? })?;
        }
        let thirds = std::array::from_fn(|third| if third == 0 { 0 } else { of_third });
        let mut lookup = Self {
            row: Bytes64(std::array::from_fn(|lane| if THIRD >> lane & 1 == 1 { 32 } else { 0 })),
            corners: Bytes64([0; 64]),
            edges: Bytes64([0; 64]),
            own: Bytes64([0; 64]),
            penalties: [of_two, thirds, of_edges].map(|penalties| Bytes64(penalties.map(known))),
        };
        for (byte, &look) in corners.iter().enumerate().filter(|(_, look)| **look != UNKNOWN) {
            (lookup.corners.0[byte], lookup.corners.0[32 + byte]) = ((look & SIX) as u8, (look >> BITS) as u8);
        }
        for (byte, &look) in edges.iter().enumerate() {
            lookup.edges.0[byte] = known(look);
        }
        for (number, &look) in own.iter().enumerate() {
            let lane = position(number).0;
            for lane in [lane, lane + 32] {
                lookup.own.0[lane] = (look & SIX) as u8;
                if number < 8 {
                    lookup.own.0[lane + 8] = (look >> BITS) as u8;
                }
            }
        }
        Some(lookup)
    }

    /// Returns the penalties of two states, in four summands each.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    pub(super) fn sums(&self, states: __m512i) -> __m512i {
        let shown = _mm512_permutexvar_epi8(_mm512_add_epi8(states, self.row.load()), self.corners.load());
        let shown = _mm512_mask_permutexvar_epi8(shown, EDGES, states, self.edges.load());
        let differences = _mm512_xor_si512(shown, self.own.load());
        let [two, third, edges] = &self.penalties;
        let penalties = _mm512_maskz_permutexvar_epi8(TWO, differences, two.load());
        let penalties = _mm512_mask_permutexvar_epi8(penalties, THIRD, differences, third.load());
        let penalties = _mm512_mask_permutexvar_epi8(penalties, EDGES, differences, edges.load());
        _mm512_sad_epu8(penalties, _mm512_setzero_si512())
    }
}

/// Returns an entry as a byte; 0 if it has no value, since it is never used.
fn known(value: u16) -> u8 {
    if value == UNKNOWN { 0 } else { value as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::tests::penalties_by_colors;
    use crate::evaluation::{EvaluationMode, Kernel, PenaltyFunction, piece_colors};
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;
    use crate::puzzle::{CUBE3, Cube, CubeState, Fit, PLACES, Puzzle};

    fn depend_on_colors<P: CubeState>(penalties: &PenaltyFunction) -> bool {
        let puzzle = Cube::<P>::new();
        let start = P::SOLVED.apply(Turn::R).apply(Turn::U).apply(Turn::F2);
        let evaluator = Evaluator::new(&puzzle, start, &[P::SOLVED], penalties, EvaluationMode::Whole, Kernel::SCALAR);
        ColorLookup::new(&evaluator, &piece_colors(&puzzle)).is_some()
    }

    #[test]
    fn penalties_depend_on_colors_unless_a_rule_is_about_positions() {
        for (sticker, edge, corner) in [(1, 4, 6), (0, 1, 1), (3, 0, 0)] {
            assert!(depend_on_colors::<Cube3>(&penalties_by_colors::<Cube3>(sticker, edge, corner)));
            assert!(depend_on_colors::<Cube2>(&penalties_by_colors::<Cube2>(sticker, edge, corner)));
        }
        let corners = penalties_by_colors::<Cube3>(1, 0, 6).table::<MAX_CUBE_PIECES, PLACES>();
        let penalties = PenaltyFunction::new(CUBE3.layout(), |piece, place| {
            let is_home = CUBE3.fit(piece, place) != Fit::Elsewhere;
            corners[piece][usize::from(place)] + if piece < 8 || is_home { 0 } else { 4 }
        });
        assert!(!depend_on_colors::<Cube3>(&penalties));
        assert!(!depend_on_colors::<Cube3>(&penalties_by_colors::<Cube3>(0, 0, 256)), "it does not fit a byte");
        let penalties =
            PenaltyFunction::new(CUBE3.layout(), |piece, place| if (piece, place) == (3, 5) { u16::MAX } else { 0 });
        assert!(!depend_on_colors::<Cube3>(&penalties));
    }
}
