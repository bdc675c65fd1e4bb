//! [`Direction`]: whether the larger of the levels of a number are better.

use super::blocks::{Blocks, pairs};
use super::critical::shared_level;
use super::family::{MANY, WinFamily, WinShare, agreeing, critical_value, permutations};
use super::limits::{Limits, Share};
use super::shares::Scratch;
use crate::interval::wilson;
use crate::{Draws, LEVEL, normal};

/// The p-value below which the upper half of the levels has a trend of its own.
const UPPER_HALF: f64 = 0.1;

/// The answer to the question whether levels are the better, the further they are in an expected direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DirectionVerdict {
    /// No: levels are the better, the further they are in the opposite direction.
    Opposite,
    /// Not throughout: a level is shown to be worse than one that is less far.
    NotThroughout {
        /// The level that wins the largest share of pairs.
        best: usize,
        /// The level that is worse, as clearly as any.
        worse: usize,
        /// The level against which it loses.
        than: usize,
    },
    /// Yes: the trend is shown in all levels and in the further half of them, and the furthest level is estimated to be the best.
    Yes,
    /// Yes up to a level: the furthest level is estimated to be the best, but the further half shows no trend of its own.
    UpTo {
        /// The nearest level that is shown to be better than the first one, and beyond which no pair is shown.
        level: usize,
    },
    /// A trend on the whole, without more.
    OnTheWhole {
        /// The level that wins the largest share of pairs.
        best: usize,
    },
    /// No direction is shown.
    NotShown,
}

/// The direction of the levels of a number.
#[derive(Clone, Debug)]
pub struct Direction {
    /// The answer.
    pub verdict: DirectionVerdict,
    /// The share of pairs that the level wins that is further in the expected direction: A. R. Jonckheere, "A distribution-free k-sample
    /// test against ordered alternatives", Biometrika 41 (1954), 133–145, within instances. Its p-value is that of the trend.
    pub share: WinShare,
}

impl Direction {
    /// Returns the direction of the levels of a family, which are in ascending order. With `is_larger`, larger levels are expected to be
    /// better, else smaller ones. `None` if no pair has trials.
    ///
    /// The variance of the share is that of the trials' shares within instances. With fewer than 20 trials of a level its
    /// critical value is that of permutations, which start from `seed`.
    pub fn new(family: &WinFamily, is_larger: bool, seed: u64) -> Option<Self> {
        let levels = family.levels();
        let turned = |level: usize| if is_larger { level } else { levels - 1 - level };
        let blocks = family.blocks.filtered(|_, _| true, levels, |level| Some(turned(level)));
        // From here on, larger levels are expected to be better.
        let pair = |level: usize, other: usize| family.pair(turned(level), turned(other));
        let share = match levels {
            0 | 1 => None,
            2 => pair(1, 0),
            _ => trend(&blocks, family.families(), seed),
        }?;
        let upper = levels / 2 + 1;
        let upper_half = || {
            let blocks = blocks.filtered(|_, _| true, upper, |level| (level + upper).checked_sub(levels));
            trend(&blocks, 1, seed).is_some_and(|share| share.share > 0.5 && share.p < UPPER_HALF)
        };
        let is_better = |level: usize, other: usize| pair(level, other).is_some_and(|share| share.is_better());
        let best = turned(family.best()?);
        let is_up = share.is_better();
        let is_last_best = (0..levels - 1).all(|level| pair(levels - 1, level).is_none_or(|share| share.share >= 0.5));
        let worse = pairs(levels).filter(|(first, second)| is_better(*first, *second)).max_by(|a, b| {
            // Against the best level if that is shown.
            let key = |(first, second): &(usize, usize)| {
                (*first == best, pair(*first, *second).map_or(0.0, |share| share.share))
            };
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let up_to = || {
            let is_flat_above = |level: usize| {
                pairs(levels)
                    .filter(|(first, _)| *first >= level)
                    .all(|(first, second)| pair(first, second).is_none_or(|share| !share.is_claimed))
            };
            (1..levels).find(|level| is_better(*level, 0) && is_flat_above(*level))
        };
        let has_better = pairs(levels).any(|(first, second)| is_better(second, first));
        let verdict = if share.is_worse() && !has_better {
            DirectionVerdict::Opposite
        } else if let Some((than, worse)) = worse {
            DirectionVerdict::NotThroughout { best: turned(best), worse: turned(worse), than: turned(than) }
        } else if is_up && is_last_best && (levels == 2 || upper_half()) {
            DirectionVerdict::Yes
        } else if let Some(level) = up_to().filter(|_| is_up && is_last_best) {
            DirectionVerdict::UpTo { level: turned(level) }
        } else if is_up {
            DirectionVerdict::OnTheWhole { best: turned(best) }
        } else {
            DirectionVerdict::NotShown
        };
        Some(Self { verdict, share })
    }
}

/// Returns the share of pairs that the larger level wins.
fn trend(blocks: &Blocks, families: usize, seed: u64) -> Option<WinShare> {
    if blocks.blocks.is_empty() {
        return None;
    }
    let limits = blocks.limits().trend;
    let mut scratch = Scratch::default();
    let share = blocks.shares(&mut scratch).trend;
    let statistic = limits.statistic(share);
    let level = shared_level(families);
    let (p, critical) = if blocks.fewest_trials() >= MANY {
        (2.0 * normal::above(statistic.abs()), normal::quantile(1.0 - level / 2.0))
    } else {
        permuted(blocks, limits, statistic, families, seed)
    };
    let p_corrected = (p * families as f64).min(1.0);
    let is_claimed = p_corrected <= LEVEL * (1.0 + 1e-9);
    let p_corrected = if is_claimed { p_corrected.min(LEVEL) } else { p_corrected };
    let Share { share: value, .. } = share;
    let interval = agreeing(wilson(value.clamp(0.0, 1.0), limits.trials(share), critical), value, is_claimed);
    Some(WinShare { share: value, trials: limits.trials(share), statistic, p, p_corrected, interval, is_claimed })
}

/// Returns the p-value of a statistic and the critical value under permutations.
fn permuted(blocks: &Blocks, limits: Limits, statistic: f64, families: usize, seed: u64) -> (f64, f64) {
    let count = permutations(families);
    let (mut draws, mut permuted, mut scratch) = (Draws::new(seed), blocks.clone(), Scratch::default());
    permuted.order_labels();
    let draw = |_| {
        permuted.shuffle(&mut draws);
        limits.statistic(permuted.shares(&mut scratch).trend).abs()
    };
    let mut statistics: Vec<f64> = (0..count).map(draw).collect();
    statistics.sort_by(f64::total_cmp);
    let at_least = count - statistics.partition_point(|value| *value < statistic.abs() * (1.0 - 1e-9));
    ((at_least + 1) as f64 / (count + 1) as f64, critical_value(&statistics, shared_level(families)))
}
