//! [`SearchSpace`]: states or cosets of the 3×3×3 as a graph of nodes; and [`NodeBall`], all nodes within a distance of the solved one. The
//! search into the ball is in `bidirectional`, the spaces are in `whole_cube` and `coset_space`. Nodes with equal keys count as one, which
//! can hide a path but makes no wrong one.

use crate::puzzle::{Metric, Turn};

/// A graph of nodes and moves.
pub(super) trait SearchSpace {
    /// A node.
    type Node: Copy + PartialEq;

    /// Returns the node of the solved state.
    fn home(&self) -> Self::Node;

    /// Returns the moves. The set is closed under inversion.
    fn moves(&self) -> &[Turn];

    /// Returns a function from a move to the node after it. Look-ups that depend only on the node are done once.
    fn neighbors(&self, node: Self::Node) -> impl Fn(Turn) -> Self::Node;

    /// Returns a key of at most 55 bits. Two nodes rarely have the same key.
    fn key(&self, node: Self::Node) -> u64;
}

/// The nodes within a distance of home, with their distances, in a hash table of 64-bit words with open addressing.
///
/// A word is a node's key · 256 + its distance.
#[derive(Clone, Debug)]
pub(super) struct NodeBall {
    words: Vec<u64>,
    shift: u32,
    len: usize,
    radius: u8,
}

const EMPTY: u64 = u64::MAX;

impl NodeBall {
    /// Returns the ball around the home of a space, breadth first in a metric; `None` if the time is up before.
    pub(super) fn new<S: SearchSpace>(
        space: &S,
        radius: u8,
        metric: Metric,
        is_late: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut ball = Self { words: vec![EMPTY; 1 << 12], shift: 64 - 12, len: 0, radius };
        let mut layers = vec![Vec::new(); usize::from(radius) + 1];
        ball.improve(space.key(space.home()), 0);
        layers[0].push(space.home());
        for distance in 0..radius {
            for (number, node) in std::mem::take(&mut layers[usize::from(distance)]).into_iter().enumerate() {
                if number % 1024 == 0 && is_late() {
                    return None;
                }
                // A node that was reached again at a lower cost has been expanded at that cost.
                if ball.distance(space.key(node)) != Some(distance) {
                    continue;
                }
                let neighbor = space.neighbors(node);
                for &turn in space.moves() {
                    let (next, there) = (neighbor(turn), distance + metric.cost(turn));
                    if there <= radius && ball.improve(space.key(next), there) {
                        layers[usize::from(there)].push(next);
                    }
                }
            }
        }
        Some(ball)
    }

    /// Returns the radius.
    pub(super) fn radius(&self) -> u8 {
        self.radius
    }

    /// Returns the number of nodes.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether a node is known to be farther from home than `distance`.
    #[inline]
    pub(super) fn excludes(&self, key: u64, distance: u8) -> bool {
        distance <= self.radius && self.distance(key).is_none_or(|recorded| recorded > distance)
    }

    /// Returns the distance of a node; `None` outside the ball.
    #[inline]
    fn distance(&self, key: u64) -> Option<u8> {
        let word = self.words[self.slot(key)];
        (word != EMPTY).then_some((word & 255) as u8)
    }

    /// Returns the slot of a key, or the free slot for it.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // as many bits as the table has slots
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.words[slot] != EMPTY && self.words[slot] >> 8 != key {
            slot = (slot + 1) & (self.words.len() - 1);
        }
        slot
    }

    /// Records a distance unless a smaller or equal one is known. Returns whether it was recorded.
    fn improve(&mut self, key: u64, distance: u8) -> bool {
        if 2 * self.len >= self.words.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let word = key << 8 | u64::from(distance);
        if self.words[slot] == EMPTY {
            self.len += 1;
        } else if self.words[slot] <= word {
            return false;
        }
        self.words[slot] = word;
        true
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; 4 * self.words.len()];
        let old = std::mem::replace(&mut self.words, larger);
        self.shift -= 2;
        for word in old.into_iter().filter(|&word| word != EMPTY) {
            let slot = self.slot(word >> 8);
            self.words[slot] = word;
        }
    }
}
