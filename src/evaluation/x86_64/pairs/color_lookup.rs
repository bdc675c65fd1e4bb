//! PenaltyFunction by looks: if what a piece costs depends on which of its colors are not those of its position, as a penalty of
//! stickers does.
//!
//! A color is a number of three bits. What an edge shows at a position, and the first two colors that a corner shows,
//! are six bits, which the exclusive or with the position's own colors makes the number of a cost. The third color of a
//! corner has lanes of its own: those of its copy.

use std::arch::x86_64::*;

use super::super::super::{Evaluator, MAX_CUBE_PIECES, PieceColors};
use super::super::avx512::Bytes64;
use super::{CORNER, EDGE, of_places, position};

/// Bytes64 of two states: edges, the first two colors of corners, and the third.
const EDGES: u64 = 0x0FFF_0000_0FFF_0000;
const TWO: u64 = 0x0000_00FF_0000_00FF;
const THIRD: u64 = 0x0000_FF00_0000_FF00;

/// Colors of a corner that are looked at together, in bits.
const BITS: u32 = 6;
const SIX: u16 = (1 << BITS) - 1;

/// What things look like, and what that costs.
#[derive(Clone, Debug)]
pub(super) struct ColorLookup {
    /// By lane: where in the table of corners its colors begin.
    row: Bytes64,
    /// What bytes of corners look like: the first two colors, and from 32 on the third.
    corners: Bytes64,
    edges: Bytes64,
    /// By lane: what a position looks like.
    own: Bytes64,
    /// What a difference costs: of the first two colors of corners, of the third, of edges.
    costs: [Bytes64; 3],
}

/// A byte of a table that says nothing yet.
const UNKNOWN: u16 = u16::MAX;

/// A place in a table takes a value, if it has no other.
fn agree(place: &mut u16, value: u16) -> Option<()> {
    if *place == UNKNOWN {
        *place = value;
    }
    (*place == value).then_some(())
}

impl ColorLookup {
    /// If costs are of that kind, and fit a byte.
    pub(super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        if evaluator.penalties.as_flattened().iter().any(|&cost| cost > u8::MAX.into()) {
            return None;
        }
        let costs = of_places(evaluator, &evaluator.penalties);
        let seen = of_places(evaluator, colors);
        // What a byte looks like wherever it is, and what positions look like.
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
            bytes.iter().zip(&costs[number]).zip(&seen[number]).filter(|(_, seen)| **seen != 0).map(|(pair, _)| pair)
        };
        let mut of_edges = [UNKNOWN; 64];
        for number in 8..evaluator.pieces.max(8) {
            for (&shown, &cost) in pairs(number) {
                agree(&mut of_edges[usize::from(shown ^ own[number])], cost)?;
            }
        }
        // Of the first two colors when the third is right, and of a third that is wrong.
        let differences = (0..evaluator.pieces.min(8)).flat_map(|number| {
            pairs(number).map(move |(&shown, &cost)| {
                (usize::from((shown ^ own[number]) & SIX), (shown ^ own[number]) >> BITS, cost)
            })
        });
        let differences: Vec<_> = differences.collect();
        let mut of_two = [UNKNOWN; 64];
        for &(two, _, cost) in differences.iter().filter(|(_, third, _)| *third == 0) {
            agree(&mut of_two[two], cost)?;
        }
        let both_known = |&&(two, third, _): &&(usize, u16, u16)| third != 0 && of_two[two] != UNKNOWN;
        let of_third =
            differences.iter().find(both_known).map_or(Some(0), |&(two, _, cost)| cost.checked_sub(of_two[two]))?;
        for &(two, third, cost) in &differences {
            agree(&mut of_two[two], if third == 0 { cost } else { cost.checked_sub(of_third)? })?;
        }
        let thirds = std::array::from_fn(|third| if third == 0 { 0 } else { of_third });
        let mut lookup = Self {
            row: Bytes64(std::array::from_fn(|lane| if THIRD >> lane & 1 == 1 { 32 } else { 0 })),
            corners: Bytes64([0; 64]),
            edges: Bytes64([0; 64]),
            own: Bytes64([0; 64]),
            costs: [of_two, thirds, of_edges].map(|costs| Bytes64(costs.map(known))),
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

    /// Sums of costs for each of two states, in four parts.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    pub(super) fn sums(&self, states: __m512i) -> __m512i {
        let shown = _mm512_permutexvar_epi8(_mm512_add_epi8(states, self.row.load()), self.corners.load());
        let shown = _mm512_mask_permutexvar_epi8(shown, EDGES, states, self.edges.load());
        let differences = _mm512_xor_si512(shown, self.own.load());
        let [two, third, edges] = &self.costs;
        let costs = _mm512_maskz_permutexvar_epi8(TWO, differences, two.load());
        let costs = _mm512_mask_permutexvar_epi8(costs, THIRD, differences, third.load());
        let costs = _mm512_mask_permutexvar_epi8(costs, EDGES, differences, edges.load());
        _mm512_sad_epu8(costs, _mm512_setzero_si512())
    }
}

/// A byte of a table: what never comes looks like nothing and costs nothing.
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

    fn fits<P: CubeState>(costs: &PenaltyFunction) -> bool {
        let puzzle = Cube::<P>::new();
        let start = P::SOLVED.apply(Turn::R).apply(Turn::U).apply(Turn::F2);
        let evaluator = Evaluator::new(&puzzle, start, &[P::SOLVED], costs, EvaluationMode::Whole, Kernel::SCALAR);
        ColorLookup::new(&evaluator, &piece_colors(&puzzle)).is_some()
    }

    #[test]
    fn penalties_fits_unless_a_piece_is_right_by_its_position() {
        for (sticker, edge, corner) in [(1, 4, 6), (0, 1, 1), (3, 0, 0)] {
            assert!(fits::<Cube3>(&penalties_by_colors::<Cube3>(sticker, edge, corner)));
            assert!(fits::<Cube2>(&penalties_by_colors::<Cube2>(sticker, edge, corner)));
        }
        let corners = penalties_by_colors::<Cube3>(1, 0, 6).table::<MAX_CUBE_PIECES, PLACES>();
        let costs = PenaltyFunction::new(CUBE3.layout(), |piece, place| {
            let is_home = CUBE3.fit(piece, place) != Fit::Elsewhere;
            corners[piece][usize::from(place)] + if piece < 8 || is_home { 0 } else { 4 }
        });
        assert!(!fits::<Cube3>(&costs));
        assert!(!fits::<Cube3>(&penalties_by_colors::<Cube3>(0, 0, 256)), "it does not fit a byte");
        let costs =
            PenaltyFunction::new(CUBE3.layout(), |piece, place| if (piece, place) == (3, 5) { u16::MAX } else { 0 });
        assert!(!fits::<Cube3>(&costs));
    }
}
