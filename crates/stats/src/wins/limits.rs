//! [`Share`]: an estimated share of pairs with its variance, and the [`Limits`] of its effective number of trials.

/// The rounding error of a share.
const ROUNDING: f64 = 1e-12;

/// A share of pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) share: f64,
    pub(super) variance: f64,
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

    /// Returns the number of independent pairs whose share varies as much, within the limits.
    pub(super) fn trials(self, Share { share, variance }: Share) -> f64 {
        if variance <= ROUNDING * ROUNDING {
            let is_extreme = share <= ROUNDING || share >= 1.0 - ROUNDING;
            return if is_extreme { self.low } else { self.high };
        }
        (share * (1.0 - share) / variance).max(self.low).min(self.high)
    }

    /// Returns the distance of a share from ½ in standard errors.
    pub(super) fn statistic(self, share: Share) -> f64 {
        2.0 * self.trials(share).sqrt() * (share.share - 0.5)
    }
}
