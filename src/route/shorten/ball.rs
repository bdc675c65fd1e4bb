//! [`Ball`]: all states within a few turns of the solved one, and the shortest ways that end in it.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use super::meter::Meter;
use super::reach::Reach;
use super::space::{cost, may_follow};
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::Turn;

/// All states within a distance of the solved one: half of every bidirectional search that ends there.
///
/// States are known by 55 bits of a hash, so two of them may be taken for one, about once in 10¹⁰ questions: whoever finds
/// a way replays it.
pub(super) struct Ball {
    reach: Reach,
    metric: Metric,
}

/// How far the ball goes: 621,649 states in the half-turn metric, 983,926 in quarter turns; 16 MB either way.
const RADIUS: [u8; 2] = [5, 6];

impl Ball {
    /// The ball of a metric; made when it is first needed, in about a tenth of a second.
    pub(super) fn of(metric: Metric) -> &'static Self {
        static HTM: LazyLock<Ball> = LazyLock::new(|| Ball::new(RADIUS[0], Metric::Htm));
        static QTM: LazyLock<Ball> = LazyLock::new(|| Ball::new(RADIUS[1], Metric::Qtm));
        match metric {
            Metric::Htm => &HTM,
            Metric::Qtm => &QTM,
        }
    }

    fn new(most: u8, metric: Metric) -> Self {
        let mut reach = Reach::empty(most);
        reach.improve(fingerprint(Cube3::SOLVED), 0);
        let mut layers = vec![Vec::new(); usize::from(most) + 1];
        layers[0].push(Cube3::SOLVED);
        for distance in 0..most {
            for cube in std::mem::take(&mut layers[usize::from(distance)]) {
                for turn in Turn::ALL {
                    let (next, there) = (cube.apply(turn), distance + cost(turn, metric));
                    if there <= most && reach.improve(fingerprint(next), there) {
                        layers[usize::from(there)].push(next);
                    }
                }
            }
        }
        Self { reach, metric }
    }

    /// A shortest way home, if it costs at most `most`; `None` also when the meter is spent.
    pub(super) fn way_home(&self, cube: Cube3, most: u8, meter: &mut Meter) -> Option<Vec<Turn>> {
        let mut way = Vec::new();
        (0..=most).find(|&cost| self.descend(cube, cost, &mut way, meter)).map(|_| way)
    }

    /// Adds a way of exactly this cost home; was there one?
    fn descend(&self, cube: Cube3, left: u8, way: &mut Vec<Turn>, meter: &mut Meter) -> bool {
        if left <= self.reach.most() && self.reach.distance(fingerprint(cube)).is_none_or(|distance| distance > left) {
            return false;
        }
        if left == 0 {
            return cube.is_solved();
        }
        if !meter.spend(Turn::ALL.len() as u64) {
            return false;
        }
        let last = way.last().copied();
        for turn in Turn::ALL {
            let cost = cost(turn, self.metric);
            if cost <= left && may_follow(turn, last) {
                way.push(turn);
                if self.descend(cube.apply(turn), left - cost, way, meter) {
                    return true;
                }
                way.pop();
            }
        }
        false
    }
}

/// 55 bits of a hash of a state.
pub(super) fn fingerprint(cube: Cube3) -> u64 {
    let mut mixer = Mixer(0);
    cube.hash(&mut mixer);
    mixer.finish()
}

/// A quick hash of few bytes: each eight are multiplied to 128 bits, whose halves are folded.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the lower half
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0 >> 9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_states_are_near_as_is_known() {
        // Positions of the cube by distance: https://www.cube20.org, and its page on quarter turns.
        assert_eq!(Ball::new(4, Metric::Htm).reach.len(), 1 + 18 + 243 + 3240 + 43239);
        assert_eq!(Ball::new(4, Metric::Qtm).reach.len(), 1 + 12 + 114 + 1068 + 10011);
    }

    #[test]
    fn a_way_home_is_a_shortest_one() {
        let ball = Ball::new(3, Metric::Htm);
        // Five turns that have no shorter way, which is met half-way.
        let turns = [Turn::R, Turn::U, Turn::R3, Turn::U3, Turn::R];
        let mut meter = Meter::new(u64::MAX, None);
        let state = Cube3::of(&turns).inverse();
        assert_eq!(ball.way_home(state, 4, &mut meter), None);
        let way = ball.way_home(state, 6, &mut meter).unwrap();
        assert!(way.len() == 5 && state.apply_all(&way).is_solved());
    }
}
