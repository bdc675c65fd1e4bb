//! [`PatternDatabase`]: how far each value of a coordinate is from the solved one (J. Culberson and J. Schaeffer,
//! "Pattern databases", 1998).

use super::transition::Space;
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
        let turns: Vec<_> = moves.iter().collect();
        let mut distances = vec![UNREACHED; space.size()];
        distances[0] = 0;
        let (mut last, mut unreached) = (1, space.size() - 1);
        for distance in 1..UNREACHED {
            let before = unreached;
            // While few are reached, go on from the last ones; when few are left, look back from those.
            let backward = unreached < 2 * last;
            for index in 0..distances.len() {
                if backward {
                    let near = |turn| distances[space.next(index, turn)] == distance - 1;
                    if distances[index] == UNREACHED && turns.iter().any(|&turn| near(turn)) {
                        distances[index] = distance;
                        unreached -= 1;
                    }
                } else if distances[index] == distance - 1 {
                    for &turn in &turns {
                        let next = &mut distances[space.next(index, turn)];
                        if *next == UNREACHED {
                            *next = distance;
                            unreached -= 1;
                        }
                    }
                }
            }
            last = before - unreached;
            if last == 0 {
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
    use crate::puzzle::Puzzle;
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
