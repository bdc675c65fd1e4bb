//! [`Dependence`]: how the shares of pairs that levels win differ between the levels of another factor, with intervals and p-values. It
//! also has the family of wins within each of these levels. `family` is about a factor over all levels of others.

use libm::{hypot, log};

use super::blocks::pairs;
use super::family::WinFamily;
use crate::distributions::maximum::{range_above, shared_level};
use crate::distributions::normal;
use crate::distributions::root::root;
use crate::intervals::rate::wilson;
use crate::{Interval, LEVEL};

/// The shares of pairs that levels win within each level of another factor, and the differences between these.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// The family of the levels within each level of the other factor. They share the level of 5 %.
    pub slices: Vec<WinFamily>,
    /// The differences of all pairs of levels between all pairs of slices.
    pub differences: Vec<WinDifference>,
}

/// The difference of the shares of pairs that a level wins against another one, between two slices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDifference {
    /// The level whose share it is, and the one against which it wins.
    pub pair: (usize, usize),
    /// The slice with the first share, and that of the share that is subtracted.
    pub slices: (usize, usize),
    /// The difference.
    pub difference: f64,
    /// The interval, of 95 % together with all other differences.
    pub interval: Interval,
    /// The p-value of this difference alone.
    pub p: f64,
    /// The p-value corrected for all differences and families.
    pub p_corrected: f64,
    /// Whether the shares are shown to differ: exactly if the interval excludes 0.
    pub is_claimed: bool,
}

impl WinFamily {
    /// Returns how the shares depend on another factor, whose level each slice has. `None` if fewer than two of its levels have trials.
    ///
    /// The difference of two shares has the interval of G. Y. Zou and A. Donner (2008) from both of Wilson, with the critical value
    /// of ranges: of all slices for each pair of levels, or of all levels for each pair of slices, whichever is smaller. `families` and
    /// `seed` are as those of [`WinFamily::new`].
    pub fn dependence(
        &self,
        slices: usize,
        slice: impl Fn(usize) -> usize,
        families: usize,
        seed: u64,
    ) -> Option<Dependence> {
        let family = |number: usize| {
            let blocks = self.blocks.filtered(|block, _| slice(block) == number, self.levels(), Some);
            Self::from_blocks(blocks, families * slices, seed)
        };
        let families_of_slices: Vec<Self> = (0..slices).map(family).collect();
        let filled = families_of_slices.iter().filter(|family| family.has_trials()).count();
        if filled < 2 {
            return None;
        }
        let law = DifferenceLaw { levels: self.levels(), slices: filled };
        let critical = law.quantile(shared_level(families));
        let mut differences = vec![];
        for (first, second) in pairs(self.levels()) {
            for (slice, other) in pairs(slices) {
                let shares = [slice, other].map(|number| families_of_slices[number].pair(first, second));
                let [Some(share), Some(other_share)] = shares else { continue };
                let difference = share.share - other_share.share;
                let interval = |critical: f64| {
                    let [a, b] = [share, other_share].map(|share| wilson(share.share, share.trials, critical));
                    Interval {
                        low: difference - hypot(share.share - a.low, b.high - other_share.share),
                        high: difference + hypot(a.high - share.share, other_share.share - b.low),
                    }
                };
                let statistic = statistic(interval);
                let p_corrected = (law.above(statistic) * families as f64).min(1.0);
                let is_claimed = statistic > critical;
                let Interval { low, high } = interval(critical);
                differences.push(WinDifference {
                    pair: (first, second),
                    slices: (slice, other),
                    difference,
                    interval: match (is_claimed, difference > 0.0) {
                        (false, _) => Interval { low: low.min(0.0), high: high.max(0.0) },
                        (true, true) => Interval { low: low.max(f64::MIN_POSITIVE), high },
                        (true, false) => Interval { low, high: high.min(-f64::MIN_POSITIVE) },
                    },
                    p: 2.0 * normal::above(statistic),
                    p_corrected: if is_claimed { p_corrected.min(LEVEL) } else { p_corrected.max(LEVEL.next_up()) },
                    is_claimed,
                });
            }
        }
        Some(Dependence { slices: families_of_slices, differences })
    }
}

/// Returns the largest critical value whose interval excludes 0.
fn statistic(interval: impl Fn(f64) -> Interval) -> f64 {
    let margin = |critical: f64| {
        let ends = interval(critical);
        ends.low.max(-ends.high)
    };
    root(margin, 0.0, 40.0, 1e-9)
}

/// The law of the largest difference, as an upper bound.
struct DifferenceLaw {
    levels: usize,
    slices: usize,
}

impl DifferenceLaw {
    fn above(&self, statistic: f64) -> f64 {
        let bound = |ranges: usize, count: usize| {
            (ranges * (ranges - 1) / 2) as f64 * range_above(count, statistic * std::f64::consts::SQRT_2)
        };
        bound(self.levels, self.slices).min(bound(self.slices, self.levels)).min(1.0)
    }

    fn quantile(&self, probability: f64) -> f64 {
        root(|statistic| log(self.above(statistic)) - log(probability), 0.0, 12.0, 1e-9)
    }
}

impl Dependence {
    /// Returns whether the shares of some pair are shown to differ between slices.
    pub fn is_shown(&self) -> bool {
        self.differences.iter().any(|difference| difference.is_claimed)
    }

    /// Returns the difference that is most clearly shown, or would be.
    pub fn largest(&self) -> Option<&WinDifference> {
        self.differences.iter().min_by(|a, b| a.p.total_cmp(&b.p))
    }
}
