//! [`Draws`]: the random numbers of permutation tests, resampling and simulated plans. Those of trials are in `rng` of `evocube-cube`, so
//! these change no trial.

/// A seeded stream of random numbers.
///
/// G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, 453–472
/// (SplitMix64). The numbers affect the last digits of p-values, intervals and planned power, never a trial.
#[derive(Clone, Debug)]
pub struct Draws(u64);

impl Draws {
    /// Returns the stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `end`, uniform up to a bias of less than `end` / 2^64.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "there is no number below 0");
        usize::try_from((u128::from(self.word()) * end as u128) >> 64).expect("less than a usize")
    }

    /// Returns one of 2^40 equidistant numbers between 0 and 1, neither of which is returned.
    pub fn uniform(&mut self) -> f64 {
        ((self.word() >> 24) as f64 + 0.5) / (1_u64 << 40) as f64
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_draws_equal_the_published_stream() {
        // The first words of SplitMix64 from 1234567, by their upper 32 bits.
        let mut draws = Draws::new(1_234_567);
        let words: Vec<usize> = (0..3).map(|_| draws.below(1 << 32)).collect();
        assert_eq!(
            words,
            [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
                .map(|word| usize::try_from(word >> 32).unwrap())
        );
    }
}
