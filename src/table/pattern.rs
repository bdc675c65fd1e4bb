//! [`PatternDatabase`]: how far each value of a coordinate is from the solved one (J. Culberson and J. Schaeffer,
//! "Pattern databases", 1998).

use super::transition::Space;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::turn::MoveSet;

/// A byte an index: the fewest turns to index 0. Never more than a whole state needs, so it may guide a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabase {
    distances: Vec<u8>,
}

/// Not reached.
const UNREACHED: u8 = u8::MAX;

impl PatternDatabase {
    /// The table of a space for some turns, breadth first from 0. The set of turns must hold the inverse of each.
    #[must_use]
    pub fn new(space: &impl Space, moves: MoveSet) -> Self {
        Self::in_metric(space, moves, Metric::Htm)
    }

    /// The same, with half turns counting two in the quarter-turn metric.
    #[must_use]
    pub fn in_metric(space: &impl Space, moves: MoveSet, metric: Metric) -> Self {
        let turns: Vec<_> = moves.iter().map(|turn| (turn, metric.cost(turn))).collect();
        let mut distances = vec![UNREACHED; space.size()];
        distances[0] = 0;
        let (mut last, mut unreached) = (1, space.size() - 1);
        for distance in 1..UNREACHED {
            let (before, last_before) = (unreached, last);
            // While few are reached, go on from the last ones; when few are left, look back from those.
            let backward = unreached < 2 * last;
            for index in 0..distances.len() {
                if backward {
                    let near = |turn, cost| distances[space.next(index, turn)].checked_add(cost) == Some(distance);
                    if distances[index] == UNREACHED && turns.iter().any(|&(turn, cost)| near(turn, cost)) {
                        distances[index] = distance;
                        unreached -= 1;
                    }
                } else if let Some(1..=2) = distance.checked_sub(distances[index]) {
                    let cost = distance - distances[index];
                    for &(turn, _) in turns.iter().filter(|turn| turn.1 == cost) {
                        let next = &mut distances[space.next(index, turn)];
                        if *next == UNREACHED {
                            *next = distance;
                            unreached -= 1;
                        }
                    }
                }
            }
            last = before - unreached;
            // Turns that count two lead over an empty level, not over two of them.
            if last + last_before == 0 || unreached == 0 {
                break;
            }
        }
        Self { distances }
    }

    /// The fewest turns from an index to 0; `None` when the turns do not lead there.
    #[must_use]
    #[inline]
    pub fn distance(&self, index: usize) -> Option<u8> {
        Some(self.distances[index]).filter(|&distance| distance != UNREACHED)
    }

    /// How many indices are at each distance, from 0 to the largest.
    #[must_use]
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for distance in self.distances.iter().filter(|&&distance| distance != UNREACHED) {
            let distance = usize::from(*distance);
            if distance >= counts.len() {
                counts.resize(distance + 1, 0);
            }
            counts[distance] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::Turn;
    use crate::table::coordinate::{Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, SlicePositions};
    use crate::table::transition::{Pair, TransitionTable};

    /// Breadth first over states, without any table.
    fn counted<C: Coordinate>() -> Vec<u64> {
        let mut reached = vec![false; C::SIZE];
        reached[0] = true;
        let (mut layer, mut counts) = (vec![0], Vec::new());
        while !layer.is_empty() {
            counts.push(layer.len() as u64);
            let mut next = Vec::new();
            for index in layer {
                for turn in Turn::ALL {
                    let to = C::encode(C::decode(index).apply(turn));
                    if !std::mem::replace(&mut reached[to], true) {
                        next.push(to);
                    }
                }
            }
            layer = next;
        }
        counts
    }

    fn distribution<C: Coordinate>() -> Vec<u64> {
        PatternDatabase::new(&TransitionTable::new::<C>(), MoveSet::ALL).distribution()
    }

    #[test]
    fn small_distributions_are_known() {
        assert_eq!(distribution::<CornerOrientation>(), [1, 4, 34, 186, 816, 1_018, 128]);
        assert_eq!(distribution::<EdgeOrientation>(), [1, 2, 25, 202, 620, 900, 285, 13]);
        assert_eq!(distribution::<SlicePositions>(), [1, 4, 50, 286, 152, 2]);
        assert_eq!(distribution::<CornerPermutation>(), [1, 18, 243, 2_646, 12_516, 17_624, 7_080, 192]);
        // The same without tables and without looking back.
        assert_eq!(distribution::<CornerOrientation>(), counted::<CornerOrientation>());
        assert_eq!(distribution::<EdgeOrientation>(), counted::<EdgeOrientation>());
        assert_eq!(distribution::<SlicePositions>(), counted::<SlicePositions>());
    }

    #[test]
    fn half_turns_may_count_two() {
        let corners = TransitionTable::new::<CornerPermutation>();
        // Two quarter turns make a half turn where both are there.
        let all = PatternDatabase::in_metric(&corners, MoveSet::ALL, Metric::Qtm);
        assert_eq!(all, PatternDatabase::new(&corners, MoveSet::QUARTERS));
        // Where they are not, against relaxation until nothing changes.
        let mut distances = vec![UNREACHED; CornerPermutation::SIZE];
        distances[0] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for index in 0..distances.len() {
                for turn in MoveSet::DOMINO.iter() {
                    let cost = if turn.quarters() == 2 { 2 } else { 1 };
                    let (there, next) = (distances[index].saturating_add(cost), corners.next(index, turn));
                    if there < distances[next] {
                        (distances[next], changed) = (there, true);
                    }
                }
            }
        }
        assert_eq!(PatternDatabase::in_metric(&corners, MoveSet::DOMINO, Metric::Qtm).distances, distances);
    }

    #[test]
    fn a_subgroup_does_not_reach_everything() {
        let slice = TransitionTable::new::<SlicePositions>();
        let moves: MoveSet = [Turn::U, Turn::U3, Turn::R2].into_iter().collect();
        let table = PatternDatabase::new(&slice, moves);
        let index = |turns: &[Turn]| SlicePositions::encode(Cube3::of(turns));
        assert_eq!(table.distance(index(&[Turn::R2, Turn::U])), Some(0));
        assert_eq!(table.distance(index(&[Turn::F])), None);
        assert_eq!(table.distribution(), [1]);
    }

    #[test]
    #[ignore = "88 MB and about five seconds"]
    fn the_corners_have_the_known_distribution() {
        let places = TransitionTable::new::<CornerPermutation>();
        let twists = TransitionTable::new::<CornerOrientation>();
        let table = PatternDatabase::new(&Pair(&places, &twists), MoveSet::ALL);
        let known =
            [1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736];
        assert_eq!(known.iter().sum::<u64>(), 88_179_840);
        assert_eq!(table.distribution(), known);
    }
}
