//! [`StepStreams`]: the random numbers of walks, by walk and step, so that candidates can be made ahead. Walks are in `walk`.

use evocube_cube::rng::{CounterStream, Key, Seed};

/// One stream for each step of each walk.
#[derive(Debug)]
pub(super) struct StepStreams {
    seed: Seed,
    keys: Vec<Key>,
}

impl StepStreams {
    pub(super) fn new(seed: Seed, walks: usize) -> Self {
        Self { seed, keys: (0..walks as u64).map(|walk| seed.key(walk)).collect() }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the lower half of a number
    pub(super) fn get(&self, walk: usize, step: u64) -> CounterStream {
        self.key(walk, step).stream(step as u32)
    }

    /// Returns the key of the streams of a walk for the steps with the same upper half.
    #[inline]
    pub(super) fn key(&self, walk: usize, step: u64) -> Key {
        match step >> 32 {
            0 => self.keys[walk],
            high => self.seed.key(high << 32 | walk as u64),
        }
    }
}
