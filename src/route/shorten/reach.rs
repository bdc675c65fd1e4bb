//! [`Reach`]: the half of a bidirectional search that stands at its end.

/// All nodes within a distance of home, with their distances: a hash table of 64-bit words with open addressing.
///
/// A word is a node's key × 256 + its distance, so a key has at most 55 bits.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    words: Vec<u64>,
    shift: u32,
    len: usize,
    most: u8,
}

const EMPTY: u64 = u64::MAX;

impl Reach {
    /// The nodes whose distance from `home` is at most `most`; `neighbours` calls back with each neighbour of a key and
    /// the cost of going there, at least 1, which is the same both ways.
    pub(super) fn new(home: u64, most: u8, neighbours: impl Fn(u64, &mut dyn FnMut(u64, u8))) -> Self {
        let mut reach = Self::empty(most);
        reach.improve(home, 0);
        let mut layers: Vec<Vec<u64>> = vec![Vec::new(); usize::from(most) + 1];
        layers[0].push(home);
        for distance in 0..most {
            for key in std::mem::take(&mut layers[usize::from(distance)]) {
                // A node that was reached again at less cost was expanded there.
                if reach.distance(key) != Some(distance) {
                    continue;
                }
                neighbours(key, &mut |next, cost| {
                    let there = distance + cost;
                    if there <= most && reach.improve(next, there) {
                        layers[usize::from(there)].push(next);
                    }
                });
            }
        }
        reach
    }

    /// Nothing yet; the caller adds every node to this distance.
    pub(super) fn empty(most: u8) -> Self {
        Self { words: vec![EMPTY; 1 << 12], shift: 64 - 12, len: 0, most }
    }

    /// How far the farthest nodes are.
    pub(super) fn most(&self) -> u8 {
        self.most
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The distance of a node, if it is within reach.
    #[inline]
    pub(super) fn distance(&self, key: u64) -> Option<u8> {
        let word = self.words[self.slot(key)];
        (word != EMPTY).then_some((word & 255) as u8)
    }

    /// Where a key is, or would be.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // as many bits as the table has slots
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.words[slot] != EMPTY && self.words[slot] >> 8 != key {
            slot = (slot + 1) & (self.words.len() - 1);
        }
        slot
    }

    /// Notes a distance unless a smaller or equal one is known; was it noted?
    pub(super) fn improve(&mut self, key: u64, distance: u8) -> bool {
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
        let doubled = vec![EMPTY; 4 * self.words.len()];
        let old = std::mem::replace(&mut self.words, doubled);
        self.shift -= 2;
        for word in old.into_iter().filter(|&word| word != EMPTY) {
            let slot = self.slot(word >> 8);
            self.words[slot] = word;
        }
    }
}
