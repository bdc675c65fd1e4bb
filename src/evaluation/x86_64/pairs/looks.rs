//! Costs by looks: if what a piece costs depends on which of its colors are not those of its position, as a penalty of
//! stickers does.
//!
//! A color is a number of three bits. What an edge shows at a position, and the first two colors that a corner shows,
//! are six bits, which the exclusive or with the position's own colors makes the number of a cost. The third color of a
//! corner has lanes of its own: those of its copy.

use std::arch::x86_64::*;

use super::super::super::{Look, MAX_CUBE_PIECES, Program};
use super::super::avx512::Lanes;
use super::{CORNER, EDGE, of_places, position};

/// Lanes of two states: edges, the first two colors of corners, and the third.
const EDGES: u64 = 0x0FFF_0000_0FFF_0000;
const TWO: u64 = 0x0000_00FF_0000_00FF;
const THIRD: u64 = 0x0000_FF00_0000_FF00;

/// Colors of a corner that are looked at together, in bits.
const BITS: u32 = 6;
const SIX: u16 = (1 << BITS) - 1;

/// What things look like, and what that costs.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// By lane: where in the table of corners its colors begin.
    row: Lanes,
    /// What bytes of corners look like: the first two colors, and from 32 on the third.
    corners: Lanes,
    edges: Lanes,
    /// By lane: what a position looks like.
    own: Lanes,
    /// What a difference costs: of the first two colors of corners, of the third, of edges.
    costs: [Lanes; 3],
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

impl Looks {
    /// If costs are of that kind, and fit a byte.
    pub(super) fn new(program: &Program, look: &Look) -> Option<Self> {
        if program.costs.as_flattened().iter().any(|&cost| cost > u8::MAX.into()) {
            return None;
        }
        let costs = of_places(program, &program.costs);
        let seen = of_places(program, look);
        // What a byte looks like wherever it is, and what positions look like.
        let (mut corners, mut edges) = ([UNKNOWN; CORNER], [UNKNOWN; EDGE]);
        for (number, seen) in seen.iter().enumerate() {
            let bytes = if number < 8 { &mut corners[..] } else { &mut edges[..] };
            for (byte, &seen) in bytes.iter_mut().zip(seen).filter(|(_, seen)| **seen != 0) {
                agree(byte, seen)?;
            }
        }
        let mut own = [0; MAX_CUBE_PIECES];
        for (number, own) in own.iter_mut().enumerate().take(program.pieces) {
            *own = look[number][position(number).1];
        }
        let pairs = |number: usize| {
            let bytes = if number < 8 { &corners[..] } else { &edges[..] };
            bytes.iter().zip(&costs[number]).zip(&seen[number]).filter(|(_, seen)| **seen != 0).map(|(pair, _)| pair)
        };
        let mut of_edges = [UNKNOWN; 64];
        for number in 8..program.pieces.max(8) {
            for (&shown, &cost) in pairs(number) {
                agree(&mut of_edges[usize::from(shown ^ own[number])], cost)?;
            }
        }
        // Of the first two colors when the third is right, and of a third that is wrong.
        let differences = (0..program.pieces.min(8)).flat_map(|number| {
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
        let mut looks = Self {
            row: Lanes(std::array::from_fn(|lane| if THIRD >> lane & 1 == 1 { 32 } else { 0 })),
            corners: Lanes([0; 64]),
            edges: Lanes([0; 64]),
            own: Lanes([0; 64]),
            costs: [of_two, thirds, of_edges].map(|costs| Lanes(costs.map(known))),
        };
        for (byte, &look) in corners.iter().enumerate().filter(|(_, look)| **look != UNKNOWN) {
            (looks.corners.0[byte], looks.corners.0[32 + byte]) = ((look & SIX) as u8, (look >> BITS) as u8);
        }
        for (byte, &look) in edges.iter().enumerate() {
            looks.edges.0[byte] = known(look);
        }
        for (number, &look) in own.iter().enumerate() {
            let lane = position(number).0;
            for lane in [lane, lane + 32] {
                looks.own.0[lane] = (look & SIX) as u8;
                if number < 8 {
                    looks.own.0[lane + 8] = (look >> BITS) as u8;
                }
            }
        }
        Some(looks)
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
    use crate::evaluation::tests::costs_by_looks;
    use crate::evaluation::{Costs, Evaluate, Kernel, look};
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;
    use crate::puzzle::{CUBE3, Cube, CubeState, Fit, PLACES, Puzzle};

    fn are_looks<P: CubeState>(costs: &Costs) -> bool {
        let puzzle = Cube::<P>::new();
        let start = P::SOLVED.apply(Turn::R).apply(Turn::U).apply(Turn::F2);
        let program = Program::new(&puzzle, start, &[P::SOLVED], costs, Evaluate::Whole, Kernel::SCALAR);
        Looks::new(&program, &look(&puzzle)).is_some()
    }

    #[test]
    fn penalties_are_looks_unless_a_piece_is_right_by_its_position() {
        for (sticker, edge, corner) in [(1, 4, 6), (0, 1, 1), (3, 0, 0)] {
            assert!(are_looks::<Cube3>(&costs_by_looks::<Cube3>(sticker, edge, corner)));
            assert!(are_looks::<Cube2>(&costs_by_looks::<Cube2>(sticker, edge, corner)));
        }
        let corners = costs_by_looks::<Cube3>(1, 0, 6).table::<MAX_CUBE_PIECES, PLACES>();
        let costs = Costs::new(CUBE3.layout(), |piece, place| {
            let is_home = CUBE3.fit(piece, place) != Fit::Elsewhere;
            corners[piece][usize::from(place)] + if piece < 8 || is_home { 0 } else { 4 }
        });
        assert!(!are_looks::<Cube3>(&costs));
        assert!(!are_looks::<Cube3>(&costs_by_looks::<Cube3>(0, 0, 256)), "it does not fit a byte");
        let costs = Costs::new(CUBE3.layout(), |piece, place| if (piece, place) == (3, 5) { u16::MAX } else { 0 });
        assert!(!are_looks::<Cube3>(&costs));
    }
}
