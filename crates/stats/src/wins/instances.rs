//! Estimates of wins on instances like those that were tried, of which at least two are the sample: methods of [`WinFamily`] that use its
//! [`InstanceShares`], the shares on each instance. Estimates for the tried instances alone are in `family`.

use super::family::{WinFamily, WinShare, agreeing};
use super::limits::{Limits, Share};
use super::shares::{Scratch, Shares};
use crate::LEVEL;
use crate::distributions::maximum::NormalMaximum;
use crate::distributions::{normal, student};
use crate::intervals::rate::wilson;

/// The shares of a family on each instance, for estimates of the same family only.
#[derive(Debug)]
pub struct InstanceShares {
    shares: Vec<(Shares, Vec<bool>)>,
}

impl WinFamily {
    /// Returns the shares of each instance, of which [`WinFamily::pair_for_instances`] and [`WinFamily::level_for_instances`] make
    /// estimates for instances like these.
    pub fn instance_shares(&self) -> InstanceShares {
        let shares = |instance: usize| {
            let blocks = self.blocks.filtered(|_, number| number == instance, self.levels(), Some);
            let pairs = super::blocks::pairs(self.levels()).map(|(a, b)| blocks.weight(a, b) > 0.0).collect();
            (blocks.shares(&mut Scratch::default()).clone(), pairs)
        };
        InstanceShares { shares: self.blocks.instances().into_iter().map(shares).collect() }
    }

    /// Returns the share of pairs that one level wins against another on instances like these, which are the sample. `None` with fewer
    /// than two instances.
    pub fn pair_for_instances(&self, instances: &InstanceShares, level: usize, other: usize) -> Option<WinShare> {
        let place = super::blocks::place(self.levels(), level, other);
        let present = instances.shares.iter().filter(|(_, pairs)| pairs[place]);
        let values: Vec<f64> = present.map(|(shares, _)| shares.pairs[place].share).collect();
        let share = self.for_instances(&values, self.pair(level.min(other), level.max(other))?)?;
        Some(if level < other { share } else { share.mirrored() })
    }

    /// Returns the mean share of pairs that a level wins against the others on instances like these. `None` with fewer than two.
    pub fn level_for_instances(&self, instances: &InstanceShares, level: usize) -> Option<WinShare> {
        let is_present =
            |(first, second): (usize, usize), present: bool| present && (first == level || second == level);
        let has_level = |pairs: &[bool]| {
            super::blocks::pairs(self.levels()).zip(pairs).any(|(pair, present)| is_present(pair, *present))
        };
        let present = instances.shares.iter().filter(|(_, pairs)| has_level(pairs));
        let values: Vec<f64> = present.map(|(shares, _)| shares.levels[level].share).collect();
        self.for_instances(&values, self.level(level)?)
    }

    /// Returns the estimate from the variance between instances, which is at least as uncertain as that for these ones.
    fn for_instances(&self, values: &[f64], these: WinShare) -> Option<WinShare> {
        let count = values.len() as f64;
        if values.len() < 2 {
            return None;
        }
        let share = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - share).powi(2)).sum();
        let estimate = Share { share, variance: squares / (count - 1.0) / count };
        let limits = Limits { low: 0.0, high: these.trials };
        let trials = if estimate.variance > 0.0 { limits.trials(estimate) } else { these.trials };
        let statistic = 2.0 * trials.sqrt() * (share - 0.5);
        let law = NormalMaximum::of_levels(self.levels());
        let p = student::two_sided(statistic, count - 1.0);
        let p_corrected = (law.above(normal::quantile(1.0 - p / 2.0).max(0.0)) * self.families() as f64).min(1.0);
        let p_corrected = if self.is_too_small() { 1.0 } else { p_corrected };
        let is_claimed = p_corrected <= LEVEL;
        let tail = 2.0 * normal::above(law.quantile(LEVEL / self.families() as f64));
        let interval =
            agreeing(wilson(share, trials, student::two_sided_quantile(tail, count - 1.0)), share, is_claimed);
        Some(WinShare { share, trials, statistic, p, p_corrected, interval, is_claimed })
    }
}
