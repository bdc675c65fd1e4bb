//! [`Share`]: an estimated share of pairs with its variance. [`Limits`]: the smallest and the largest number of independent pairs to which
//! this variance may correspond, and the number and the statistic of a share within them. `blocks` computes the limits. Tests are made of
//! them in `family` and `direction`.

/// The rounding error of a share.
const ROUNDING: f64 = 1e-12;

/// A share of pairs that a level wins, 0 to 1, and the variance of this estimate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) share: f64,
    pub(super) variance: f64,
}

impl Share {
    /// Makes a share exact that is 0 or 1 but for rounding.
    pub(super) fn round(&mut self) {
        if self.share < ROUNDING || self.share > 1.0 - ROUNDING {
            self.share = self.share.round();
        }
    }
}

/// The range of the effective number of trials of a share.
///
/// The lower end belongs to the largest variance of any two distributions: D. van Dantzig, "On the consistency and the power of
/// Wilcoxon's two sample test", Proceedings KNAW A 54 (1951), 2–9. The upper end belongs to the variance under permutations: no two
/// levels are trusted to be steadier than equal ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Limits {
    /// Adds the part of a block to the largest variance at a share of ½, four times, and to that under permutations.
    pub(super) fn add(&mut self, largest: f64, permuted: f64) {
        self.low += largest;
        self.high += permuted;
    }

    /// Makes numbers of trials of the sums of variances.
    pub(super) fn invert(&mut self) {
        let low = if self.low > 0.0 { 1.0 / self.low } else { 0.0 };
        *self = Self { low, high: if self.high > 0.0 { (0.25 / self.high).max(low) } else { low } };
    }

    /// Returns the effective number of trials: of independent pairs whose share varies as much, within the limits.
    pub(super) fn trials(self, Share { share, variance }: Share) -> f64 {
        if variance <= ROUNDING * ROUNDING {
            let is_extreme = share <= 0.0 || share >= 1.0;
            return if is_extreme { self.low } else { self.high };
        }
        (share * (1.0 - share) / variance).max(self.low).min(self.high)
    }

    /// Returns the distance of a share from ½ in standard errors.
    pub(super) fn statistic(self, share: Share) -> f64 {
        2.0 * self.trials(share).sqrt() * (share.share - 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::Blocks;
    use super::super::shares::Scratch;
    use super::super::win_key::{TrialGroup, WinKey};
    use crate::Draws;

    #[test]
    fn the_upper_limits_are_variances_under_permutations() {
        // Three levels of 3, 4 and 6 trials on one instance and of 5, 3 and 3 on another one, with ties.
        let trials: Vec<WinKey> = (0..13).map(|trial| WinKey::missed(f64::from(trial / 2), 0)).collect();
        let group = |level, instance, trials| TrialGroup { level, slice: 0, instance, trials };
        let groups = [
            group(0, 0, &trials[..3]),
            group(1, 0, &trials[3..7]),
            group(2, 0, &trials[7..]),
            group(0, 1, &trials[..5]),
            group(1, 1, &trials[5..8]),
            group(2, 1, &trials[8..11]),
        ];
        let mut blocks = Blocks::new(3, &groups);
        let limits = blocks.limits();
        let (mut draws, mut scratch) = (Draws::new(3), Scratch::default());
        let mut sums = [0.0; 7];
        let count = 40_000;
        for _ in 0..count {
            blocks.shuffle(&mut draws);
            let shares = blocks.shares(&mut scratch);
            let all = shares.pairs.iter().chain(&shares.levels).chain([&shares.trend]);
            sums.iter_mut().zip(all).for_each(|(sum, share)| *sum += (share.share - 0.5).powi(2));
        }
        let all = limits.pairs.iter().chain(&limits.levels).chain([&limits.trend]);
        for (place, (sum, limits)) in sums.iter().zip(all).enumerate() {
            let variance = sum / f64::from(count);
            assert!((variance * 4.0 * limits.high - 1.0).abs() < 0.03, "{place}: {variance} {limits:?}");
        }
    }
}
