//! [`Permutation`]: what a symbol does to the places of the pieces of a cube. Kernels make their tables of it.

use super::home;
use evocube_cube::puzzle::{MAX_CUBE_PIECES, PLACES, Place};

/// The permutation of places that a symbol makes: a piece at place x goes to `0[x]`. It fills a cache line; entries behind
/// the places are the identity.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Permutation(pub(super) [Place; 64]);

impl Permutation {
    pub(super) const IDENTITY: Self = {
        let mut map = [0; 64];
        let mut place = 0;
        while place < 64 {
            map[place as usize] = place;
            place += 1;
        }
        Self(map)
    };

    /// Calls `visit` with the home of each piece that it moves from there, and with its new place. Most symbols move few pieces.
    #[inline]
    pub(super) fn for_each_moved(&self, mut visit: impl FnMut(usize, usize)) {
        /// The bytes of homes, in words.
        const HOMES: [u64; PLACES / 8] = {
            let (mut words, mut piece) = ([0; PLACES / 8], 0);
            while piece < MAX_CUBE_PIECES {
                words[home(piece) / 8] |= 0xFF << (8 * (home(piece) % 8));
                piece += 1;
            }
            words
        };
        let word_of = |map: &Self, number: usize| u64::from_le_bytes(map.0.as_chunks().0[number]);
        for (number, homes) in HOMES.into_iter().enumerate() {
            let mut moved = (word_of(self, number) ^ word_of(&Self::IDENTITY, number)) & homes;
            while moved != 0 {
                let byte = moved.trailing_zeros() / 8;
                let home = 8 * number + byte as usize;
                visit(home, usize::from(self.0[home]));
                moved &= !(0xFF << (8 * byte));
            }
        }
    }
}
