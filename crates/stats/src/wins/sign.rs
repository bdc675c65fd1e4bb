//! [`Signs`]: the sign test of two levels with one trial each on every instance, and the interval of the share that the first one wins.

use crate::Interval;
use crate::distributions::maximum::shared_level;
use crate::distributions::sums::Sums;
use crate::intervals::rate::clopper_pearson;

/// The wins of the first of two levels among pairs of single trials, and the ties.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs {
    pub(super) wins: usize,
    pub(super) ties: usize,
    pub(super) pairs: usize,
}

impl Signs {
    /// Returns the two-sided p-value of the exact sign test, which leaves ties out.
    pub(super) fn p(self) -> f64 {
        let decided = self.pairs - self.ties;
        if decided == 0 {
            return 1.0;
        }
        Sums::from_coins(&vec![1; decided]).two_sided(self.wins)
    }

    /// Returns the interval of the share of pairs that the first wins, of a confidence of 95 % for so many families.
    ///
    /// Without ties it is that of C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of
    /// the binomial", Biometrika 26 (1934), 404–413. With ties, its ends are those of the decided pairs or of all pairs, where a tie
    /// counts half a win, whichever is further from the estimate. If the sign test excludes ½, the end towards ½ is that of the decided
    /// pairs.
    pub(super) fn interval(self, families: usize) -> Interval {
        let level = shared_level(families);
        let (pairs, decided) = (self.pairs as f64, (self.pairs - self.ties) as f64);
        let ties = self.ties as f64 / 2.0;
        let all = clopper_pearson(self.wins as f64 + ties, pairs, level);
        if self.ties == 0 {
            return all;
        }
        let within = clopper_pearson(self.wins as f64, decided, level);
        let decided =
            Interval { low: (ties + decided * within.low) / pairs, high: (ties + decided * within.high) / pairs };
        if self.p() > level {
            return Interval { low: decided.low.min(all.low), high: decided.high.max(all.high) };
        }
        let is_better = 2 * self.wins > self.pairs - self.ties;
        if is_better {
            Interval { low: decided.low, high: decided.high.max(all.high) }
        } else {
            Interval { low: decided.low.min(all.low), high: decided.high }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_without_ties_are_exact_and_agree_with_the_test() {
        // `scipy.stats.binomtest(9, 10).proportion_ci()`, SciPy 1.17.1.
        let interval = Signs { wins: 9, ties: 0, pairs: 10 }.interval(1);
        assert!(
            (interval.low - 0.554_983_882_971_804_7).abs() < 1e-12
                && (interval.high - 0.997_471_421_455_537_5).abs() < 1e-12,
            "{interval:?}"
        );
        for pairs in 1..40 {
            for ties in 0..=pairs {
                for wins in 0..=pairs - ties {
                    let signs = Signs { wins, ties, pairs };
                    let interval = signs.interval(1);
                    assert_eq!(signs.p() <= 0.05, interval.low > 0.5 || interval.high < 0.5, "{signs:?} {interval:?}");
                }
            }
        }
    }
}
