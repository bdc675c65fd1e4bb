//! [`StateMap`]: a hash map with states of a puzzle as keys. Its hash is fast, but not safe against keys that are chosen to collide.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from states.
pub(crate) type StateMap<S, T> = HashMap<S, T, HashState>;

/// The maker of hashes of states.
pub(crate) type HashState = BuildHasherDefault<StateHasher>;

/// Hash of the few bytes of a state: folded products of its words. Searches make the states, so none is chosen to collide.
#[derive(Debug, Default)]
pub(crate) struct StateHasher(u64);

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[allow(clippy::cast_possible_truncation)] // the two halves of a product
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
