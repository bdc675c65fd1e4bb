//! [`Choice`]: which row is best, of tens of thousands at once.
//!
//! For every piece and every place it may be at, a bit string says which rows bring it home. So the rows that are best
//! for a state are found by adding up as many bit strings as there are pieces, 64 rows at a time, in four binary
//! places. That is about ten times as fast as looking at one row after another.

use super::rows::Row;
use crate::puzzle::{CubeState, Place};

/// Rows by length and parity, 64 a block.
pub(super) struct Choice {
    /// The pieces' places in the solved cube.
    homes: Vec<Place>,
    blocks: Vec<Block>,
    /// By piece, by its place among those of its kind and by block: the rows that bring it home.
    bits: Vec<u64>,
}

/// Up to 64 rows of the same number of turns and the same parity.
struct Block {
    rows: Vec<Row>,
    turns: usize,
    odd: bool,
}

/// How many places there are of a kind: 8 · 3 of corners, 12 · 2 of edges.
const PLACES: usize = 24;

/// What it is worth that the permutation is even, counted in pieces: more than a turn can send away from home, so that
/// some turn is always worth its while when it is odd.
const EVEN: usize = 5;

impl Choice {
    /// The choice among these rows for pieces, all corners or all edges, with these places in the solved cube.
    pub(super) fn new(homes: &[Place], mut rows: Vec<Row>) -> Self {
        let key = |row: &Row| (row.turns.len(), row.effect.is_odd());
        rows.sort_by_key(key);
        let blocks: Vec<Block> = rows
            .chunk_by(|a, b| key(a) == key(b))
            .flat_map(|alike| alike.chunks(64))
            .map(|rows| Block { rows: rows.to_vec(), turns: rows[0].turns.len(), odd: rows[0].effect.is_odd() })
            .collect();
        let mut bits = vec![0; homes.len() * PLACES * blocks.len()];
        for (number, block) in blocks.iter().enumerate() {
            for (bit, row) in block.rows.iter().enumerate() {
                // What the row brings home is where its inverse takes what is home.
                let before = row.effect.inverse().place_map();
                for (piece, &home) in homes.iter().enumerate() {
                    let place = usize::from(before[usize::from(home)]) % PLACES;
                    bits[(piece * PLACES + place) * blocks.len() + number] |= 1 << bit;
                }
            }
        }
        Self { homes: homes.to_vec(), blocks, bits }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.rows.len()).sum()
    }

    /// The row that gains most a turn: pieces brought home, less those sent away, and [`EVEN`] for an even permutation.
    /// Of several the one of fewest turns, then the first. `None` if no row gains anything.
    pub(super) fn best(&self, places: &[Place], odd: bool) -> Option<&Row> {
        let value = |home: usize, odd: bool| home + if odd { 0 } else { EVEN };
        let now = value(places.iter().zip(&self.homes).filter(|(place, home)| place == home).count(), odd);
        let bits: Vec<&[u64]> = places.iter().enumerate().map(|(piece, &place)| self.bits(piece, place)).collect();
        let mut best: Option<(usize, &Block, u32)> = None;
        for (number, block) in self.blocks.iter().enumerate() {
            let (home, first) = most(bits.iter().map(|bits| bits[number]), block.rows.len());
            let gain = value(home, odd != block.odd).saturating_sub(now);
            if best.map_or(gain > 0, |(most, other, _)| gain * other.turns > most * block.turns) {
                best = Some((gain, block, first));
            }
        }
        best.map(|(_, block, first)| &block.rows[usize::try_from(first).expect("less than 64")])
    }

    fn bits(&self, piece: usize, place: Place) -> &[u64] {
        let start = (piece * PLACES + usize::from(place) % PLACES) * self.blocks.len();
        &self.bits[start..start + self.blocks.len()]
    }
}

/// The most bits set at one place of so many bit strings, and the first place that has so many.
fn most(strings: impl Iterator<Item = u64>, places: usize) -> (usize, u32) {
    // A binary number below 16 for each place.
    let mut digits = [0u64; 4];
    for mut carry in strings {
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let mut left = u64::MAX >> (64 - places);
    let mut count = 0;
    for (number, digit) in digits.into_iter().enumerate().rev() {
        if left & digit != 0 {
            left &= digit;
            count += 1 << number;
        }
    }
    (count, left.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;
    use crate::search::macros::rows;

    #[test]
    fn the_best_row_is_that_of_a_plain_search() {
        let homes = &Cube3::SOLVED.places()[8..];
        let mut all = [rows::turns(3), rows::set_up(&rows::EDGES)].concat();
        let choice = Choice::new(homes, all.clone());
        assert_eq!(choice.len(), all.len());
        all.sort_by_key(|row| (row.turns.len(), row.effect.is_odd()));
        let value = |cube: Cube3| {
            let home = cube.places()[8..].iter().zip(homes).filter(|(place, home)| place == home).count();
            home + if cube.is_odd() { 0 } else { EVEN }
        };
        let seed = Seed::from_number(4);
        for number in 0..200 {
            let cube = Cube3::random(&mut seed.numbered_stream(number));
            let mut best: Option<(usize, &Row)> = None;
            for row in &all {
                let gain = value(cube.then(row.effect)).saturating_sub(value(cube));
                if best.map_or(gain > 0, |(most, other)| gain * other.turns.len() > most * row.turns.len()) {
                    best = Some((gain, row));
                }
            }
            assert_eq!(choice.best(&cube.places()[8..], cube.is_odd()), best.map(|(_, row)| row));
        }
        assert_eq!(choice.best(homes, false), None, "a solved cube has no better row");
    }

    #[test]
    fn bits_are_counted_by_place() {
        assert_eq!(most([0b0110, 0b0100, 0b1101].into_iter(), 4), (3, 2));
        assert_eq!(most([0b0110, 0b0100, 0b1101].into_iter(), 2), (1, 0));
        assert_eq!(most([0, 0].into_iter(), 64), (0, 0));
        assert_eq!(most(std::iter::repeat_n(1 << 63, 12), 64), (12, 63));
    }
}
