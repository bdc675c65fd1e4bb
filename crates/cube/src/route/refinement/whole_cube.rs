//! [`WholeCube`]: all states of the 3×3×3 as a space of bidirectional search, with hashes as keys, and this search, whose table is built on
//! first use. Equal keys of different states are rare, and can only hide a path.

use std::sync::LazyLock;

use super::bidirectional::BidirectionalSearch;
use super::node_ball::{NodeBall, SearchSpace};
use crate::puzzle::{Cube3, Metric, MoveSet, Turn};

/// All states of the 3×3×3. Keys are 55 bits of a hash, so two states have the same key about once in 10¹⁰ look-ups.
pub(super) struct WholeCube;

/// Radius of the ball by metric: 621,649 states in half turns, 983,926 in quarter turns; 34 MB either way.
const RADIUS: [u8; 2] = [5, 6];

impl WholeCube {
    /// Returns the search in a metric. Its ball is built on first use, in about a tenth of a second.
    pub(super) fn search(metric: Metric) -> &'static BidirectionalSearch<'static, Self> {
        static SEARCHES: [LazyLock<BidirectionalSearch<'_, WholeCube>>; 2] = [
            LazyLock::new(|| WholeCube::with_radius(RADIUS[0], Metric::Htm)),
            LazyLock::new(|| WholeCube::with_radius(RADIUS[1], Metric::Qtm)),
        ];
        &SEARCHES[metric as usize]
    }

    fn with_radius(radius: u8, metric: Metric) -> BidirectionalSearch<'static, Self> {
        let ball = NodeBall::new(&Self, radius, metric, &|| false).expect("the time is not limited");
        BidirectionalSearch::new(&Self, ball, metric, MoveSet::NONE).skipping()
    }
}

impl SearchSpace for WholeCube {
    type Node = Cube3;

    fn home(&self) -> Cube3 {
        Cube3::SOLVED
    }

    fn moves(&self) -> &[Turn] {
        &Turn::ALL
    }

    #[inline]
    fn neighbors(&self, cube: Cube3) -> impl Fn(Turn) -> Cube3 {
        move |turn| cube.apply(turn)
    }

    /// A fast hash: every number is multiplied to 128 bits, whose halves are combined by exclusive or.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the lower half
    fn key(&self, cube: Cube3) -> u64 {
        let mixed = cube.words().into_iter().fold(0, |mixed, word| {
            let product = u128::from(mixed ^ word ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        });
        mixed >> 9
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::refinement::node_counter::NodeCounter;

    #[test]
    fn a_ball_has_the_known_number_of_states() {
        // Positions of the cube by distance: https://www.cube20.org, and its page on quarter turns.
        let count = |metric| NodeBall::new(&WholeCube, 4, metric, &|| false).map(|ball| ball.len());
        assert_eq!(count(Metric::Htm), Some(1 + 18 + 243 + 3240 + 43239));
        assert_eq!(count(Metric::Qtm), Some(1 + 12 + 114 + 1068 + 10011));
        assert!(NodeBall::new(&WholeCube, 4, Metric::Htm, &|| true).is_none(), "its time is up");
    }

    #[test]
    fn the_shortest_path_home_is_found_across_both_halves() {
        let search = WholeCube::with_radius(3, Metric::Htm);
        // Five moves without a shorter path; the two searches meet in between.
        let turns = [Turn::R, Turn::U, Turn::R3, Turn::U3, Turn::R];
        let mut counter = NodeCounter::new(u64::MAX, &|| false);
        let state = Cube3::after(&turns).inverse();
        assert_eq!(search.shortest(state, 4, &mut counter), None);
        let path = search.shortest(state, 6, &mut counter).unwrap();
        assert!(path.len() == 5 && state.apply_all(&path).is_solved());
    }
}
