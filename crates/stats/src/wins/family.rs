//! [`WinFamily`]: which levels of a factor are better, by the pairs of trials that they win. Each [`WinShare`] has p-values and an interval
//! by a [`WinLaw`]: normal or permutations drawn here, with one critical value for all, or the sign test of `sign`. Claims are about the
//! given instances; `instances` estimates others like them. Means, rates and times have `LevelFamily` of `intervals`.

use std::sync::Arc;

use super::blocks::{AllLimits, Blocks, pairs, place};
use super::limits::{Limits, Share};
use super::shares::{Scratch, Shares};
use super::sign::Signs;
use super::win_key::TrialGroup;
use crate::distributions::maximum::{NormalMaximum, shared_level};
use crate::distributions::normal;
use crate::intervals::rate::wilson;
use crate::{Draws, Interval, LEVEL};

/// The number of trials of a level from which on the normal law is used.
pub(super) const MANY: usize = 20;
/// The most levels whose labels are permuted, so that a family takes at most a second.
const MAX_PERMUTED_LEVELS: usize = 24;
/// The permutations of one family, and the most of families that share the level.
const PERMUTATIONS: usize = 999;
const MAX_PERMUTATIONS: usize = 4_999;
/// A statistic that none exceeds.
const UNREACHABLE: f64 = 1e6;
/// The relative difference of statistics that are equal but for rounding.
const ROUNDING: f64 = 1e-9;

/// The law of the largest statistic of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinLaw {
    /// Normal means: from 20 trials a level on, with one trial of each level on an instance, or with more than 24 levels.
    Normal,
    /// Permutations of the labels of trials within instances.
    Permutations,
    /// The sign test: two levels with one trial each on an instance.
    Sign,
}

/// A share of pairs of trials: 1 if all are won, ½ without a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinShare {
    /// The estimate.
    pub share: f64,
    /// The number of independent pairs whose share varies as much.
    pub trials: f64,
    /// The distance from ½ in standard errors.
    pub statistic: f64,
    /// The p-value of this statistic alone.
    pub p: f64,
    /// The probability that the largest statistic of the family exceeds this one, times the number of families.
    pub p_corrected: f64,
    /// The interval, of 95 % together with all others of the family.
    pub interval: Interval,
    /// Whether the share differs from ½: exactly if `p_corrected` is at most 0.05, and if the interval excludes ½.
    pub is_claimed: bool,
}

impl WinShare {
    /// Returns the share of the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let interval = Interval { low: 1.0 - self.interval.high, high: 1.0 - self.interval.low };
        Self { share: 1.0 - self.share, statistic: -self.statistic, interval, ..self }
    }

    /// Returns whether it is shown to win more pairs than it loses.
    pub fn is_better(&self) -> bool {
        self.is_claimed && self.share > 0.5
    }

    /// Returns whether it is shown to lose more pairs than it wins.
    pub fn is_worse(&self) -> bool {
        self.is_claimed && self.share < 0.5
    }
}

/// The levels of a factor: the share of pairs of trials that each wins against each other one, and against the mean of the others.
#[derive(Clone, Debug)]
pub struct WinFamily {
    families: usize,
    pub(super) seed: u64,
    critical: f64,
    is_too_small: bool,
    pairs: Vec<Option<WinShare>>,
    shares: Vec<Option<WinShare>>,
    pub(super) blocks: Blocks,
    limits: AllLimits,
    observed: Shares,
    reference: Reference,
}

/// The reference for the statistics of a family.
#[derive(Clone, Debug)]
enum Reference {
    Normal(Arc<NormalMaximum>),
    Permutations { draws: Arc<PermutedStatistics>, floor: Option<Arc<NormalMaximum>> },
    Sign(Signs, Arc<NormalMaximum>),
}

/// The statistics of permutations.
#[derive(Debug)]
pub(super) struct PermutedStatistics {
    /// The largest of each permutation, in ascending order.
    largest: Vec<f64>,
    /// That of the trend of each permutation, in ascending order.
    pub(super) trends: Vec<f64>,
    /// For each pair and each level the number of permutations whose statistic is at least the observed one.
    pairs: Vec<usize>,
    levels: Vec<usize>,
}

impl WinFamily {
    /// Returns the family of so many levels, which shares the level of 5 % with others: `families` with itself.
    ///
    /// Levels are compared within each slice and instance, all of which weigh equally. O(trials × levels), for each permutation.
    ///
    /// # Own rules
    /// Families with fewer than 20 trials of a level are permuted, from `seed` on; [`WinLaw`] has the exceptions, and the law of others.
    ///
    /// # Panics
    /// If a group has a level that is not below `levels`.
    pub fn new(levels: usize, groups: &[TrialGroup<'_>], families: usize, seed: u64) -> Self {
        Self::from_blocks(Blocks::new(levels, groups), families, seed)
    }

    pub(super) fn from_blocks(blocks: Blocks, families: usize, seed: u64) -> Self {
        let levels = blocks.levels;
        let limits = blocks.limits();
        let observed = blocks.shares(&mut Scratch::default()).clone();
        let compared = blocks.others.iter().filter(|others| **others > 0).count();
        let normal = NormalMaximum::of_levels(compared);
        let reference = if blocks.is_single && levels == 2 {
            let (wins, ties, pairs) = blocks.single_wins();
            Reference::Sign(Signs { wins, ties, pairs }, normal)
        } else if blocks.is_single || blocks.fewest_trials() >= MANY || levels > MAX_PERMUTED_LEVELS {
            Reference::Normal(normal)
        } else {
            let draws = PermutedStatistics::new(&blocks, &limits, &observed, families, seed);
            Reference::Permutations { draws: Arc::new(draws), floor: (compared == 2).then_some(normal) }
        };
        let family = Self {
            families,
            seed,
            critical: 0.0,
            is_too_small: false,
            pairs: vec![None; observed.pairs.len()],
            shares: vec![None; levels],
            blocks,
            limits,
            observed,
            reference,
        };
        family.sharing(families)
    }

    /// Returns the family as it shares the level of 5 % with others: `families` with itself. It keeps its permutations.
    pub(super) fn sharing(mut self, families: usize) -> Self {
        let level = shared_level(families);
        self.families = families;
        self.critical = match &self.reference {
            Reference::Normal(law) | Reference::Sign(_, law) => law.quantile(level),
            Reference::Permutations { draws, floor } => {
                critical_value(&draws.largest, level).max(floor.as_ref().map_or(0.0, |law| law.quantile(level)))
            }
        };
        self.is_too_small = self.shows_nothing();
        self.set_shares();
        self
    }

    /// Returns the statistics of the permutations of its labels; drawn now if another law has its critical value.
    pub(super) fn permutations(&self) -> Arc<PermutedStatistics> {
        match &self.reference {
            Reference::Permutations { draws, .. } => Arc::clone(draws),
            _ => {
                let (limits, observed) = (&self.limits, &self.observed);
                Arc::new(PermutedStatistics::new(&self.blocks, limits, observed, self.families, self.seed))
            }
        }
    }

    /// Returns the share of pairs that the larger level wins, and its limits.
    pub(super) fn observed_trend(&self) -> (Share, Limits) {
        (self.observed.trend, self.limits.trend)
    }

    fn set_shares(&mut self) {
        let levels = self.levels();
        for (pair, (first, second)) in pairs(levels).enumerate() {
            if self.blocks.weight(first, second) <= 0.0 {
                continue;
            }
            let (share, limits) = (self.observed.pairs[pair], self.limits.pairs[pair]);
            self.pairs[pair] = Some(self.estimate(share, limits, |draws| draws.pairs[pair]));
        }
        for level in 0..levels {
            if self.blocks.others[level] == 0 {
                continue;
            }
            let (share, limits) = (self.observed.levels[level], self.limits.levels[level]);
            let estimate = self.estimate(share, limits, |draws| draws.levels[level]);
            // Of two levels, the share of the second is the rest.
            let is_rest = levels == 2 && level == 1;
            self.shares[level] = if is_rest { self.pair(1, 0) } else { Some(estimate) };
        }
    }

    /// Returns the estimate of a share. `at_least` is the number of permutations with at least its statistic.
    fn estimate(&self, share: Share, limits: Limits, at_least: impl Fn(&PermutedStatistics) -> usize) -> WinShare {
        let (trials, statistic) = (limits.trials(share), limits.statistic(share));
        let alone = 2.0 * normal::above(statistic.abs());
        let (p, largest_p) = match &self.reference {
            Reference::Normal(law) => (alone, law.above(statistic.abs())),
            Reference::Sign(signs, _) => (signs.p(), signs.p()),
            Reference::Permutations { draws, floor } => {
                let least = floor.as_ref().map_or(0.0, |law| law.above(statistic.abs()));
                let share = |count: usize| (count + 1) as f64 / (draws.largest.len() + 1) as f64;
                (share(at_least(draws)).max(least), share(draws.exceeding(statistic.abs())).max(least))
            }
        };
        let largest_p = largest_p.max(p);
        let p_corrected = if self.is_too_small { 1.0 } else { (largest_p * self.families as f64).min(1.0) };
        // Equal but for rounding.
        let is_claimed = p_corrected <= LEVEL * (1.0 + ROUNDING);
        let p_corrected = if is_claimed { p_corrected.min(LEVEL) } else { p_corrected };
        let interval = if let Reference::Sign(signs, _) = &self.reference {
            signs.interval(self.families)
        } else {
            let critical =
                if is_claimed { self.critical.min(statistic.abs()) } else { self.critical.max(statistic.abs()) };
            wilson(share.share.clamp(0.0, 1.0), trials, critical)
        };
        let interval = agreeing(interval, share.share, is_claimed);
        WinShare { share: share.share.clamp(0.0, 1.0), trials, statistic, p, p_corrected, interval, is_claimed }
    }

    /// Returns whether the trials are too few: nothing would be claimed even if the first level won every pair.
    fn shows_nothing(&self) -> bool {
        let blocks = self.blocks.blocks.len();
        let largest = |limits: &[Limits]| limits.iter().map(|limits| limits.low).fold(0.0, f64::max);
        let trials = largest(&self.limits.pairs);
        let is_small = trials < 5.0 - ROUNDING || (blocks > 1 && trials < 6.0 - ROUNDING);
        let is_below_critical = match self.law() {
            WinLaw::Sign => Signs { wins: blocks, ties: 0, pairs: blocks }.p() > shared_level(self.families),
            _ if self.levels() == 2 => trials.sqrt() <= self.critical,
            _ => false,
        };
        is_small || is_below_critical
    }

    /// Returns the number of levels.
    pub fn levels(&self) -> usize {
        self.blocks.levels
    }

    /// Returns the number of families that share the level, with this one.
    pub(super) fn families(&self) -> usize {
        self.families
    }

    /// Returns whether some pair of levels has trials in a common block.
    pub(super) fn has_trials(&self) -> bool {
        !self.blocks.blocks.is_empty()
    }

    /// Returns the share of pairs that the first of two levels wins, its statistic, and the p-value of the sign test if trials are single.
    pub(super) fn pair_statistic(groups: &[TrialGroup<'_>], scratch: &mut Scratch) -> Option<(f64, f64, f64)> {
        let blocks = Blocks::new(2, groups);
        let (limits, share) = (blocks.limits(), blocks.shares(scratch).pairs[0]);
        let (wins, ties, pairs) = if blocks.is_single { blocks.single_wins() } else { (0, 0, 0) };
        let p = Signs { wins, ties, pairs }.p();
        (!blocks.blocks.is_empty()).then(|| (share.share, limits.pairs[0].statistic(share), p))
    }

    /// Returns the share of pairs that one level wins against another; `None` if no instance has trials of both.
    pub fn pair(&self, level: usize, other: usize) -> Option<WinShare> {
        if level == other {
            return None;
        }
        let share = self.pairs[place(self.levels(), level, other)];
        if level < other { share } else { share.map(WinShare::mirrored) }
    }

    /// Returns w, the mean share of pairs that a level wins against the others; `None` without any.
    pub fn level(&self, level: usize) -> Option<WinShare> {
        self.shares[level]
    }

    /// Returns the critical value of all statistics.
    pub fn critical(&self) -> f64 {
        self.critical
    }

    /// Returns the law of the p-values and claims.
    pub fn law(&self) -> WinLaw {
        match self.reference {
            Reference::Normal(_) => WinLaw::Normal,
            Reference::Permutations { .. } => WinLaw::Permutations,
            Reference::Sign(..) => WinLaw::Sign,
        }
    }

    /// Returns whether some level or pair is claimed: the factor matters.
    pub fn matters(&self) -> bool {
        self.pairs.iter().chain(&self.shares).flatten().any(|share| share.is_claimed)
    }

    /// Returns whether the trials are too few: even if one level won every pair, nothing would be shown.
    pub fn is_too_small(&self) -> bool {
        self.is_too_small
    }

    /// Returns the levels that no level is shown to win against. Empty if each loses to another one: there is no order.
    pub fn best_set(&self) -> Vec<usize> {
        let is_beaten = |level: usize| {
            (0..self.levels()).any(|other| self.pair(level, other).is_some_and(|share| share.is_worse()))
        };
        (0..self.levels()).filter(|level| self.blocks.others[*level] > 0 && !is_beaten(*level)).collect()
    }

    /// Returns the level that wins the largest share of pairs, the first of equal ones; `None` if no pair of levels has trials.
    pub fn best(&self) -> Option<usize> {
        let shares = self.shares.iter().enumerate().filter_map(|(level, share)| Some((level, share.as_ref()?.share)));
        // The last maximum of the reverse order is the first one.
        shares.rev().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(level, _)| level)
    }
}

/// Returns the interval so that it excludes ½ exactly if the share is claimed; rounding may differ.
pub(super) fn agreeing(interval: Interval, share: f64, is_claimed: bool) -> Interval {
    let Interval { low, high } = interval;
    if !is_claimed {
        Interval { low: low.min(0.5), high: high.max(0.5) }
    } else if share > 0.5 {
        Interval { low: low.max(0.5_f64.next_up()), high }
    } else {
        Interval { low, high: high.min(0.5_f64.next_down()) }
    }
}

impl PermutedStatistics {
    fn new(blocks: &Blocks, limits: &AllLimits, observed: &Shares, families: usize, seed: u64) -> Self {
        let count = ((PERMUTATIONS + 1) * families.max(1) - 1).min(MAX_PERMUTATIONS);
        let mut draws = Draws::new(seed);
        let (mut permuted, mut scratch) = (blocks.clone(), Scratch::default());
        permuted.order_labels();
        let least = |limits: Limits, share: Share| limits.statistic(share).abs() * (1.0 - ROUNDING);
        let observed_pairs: Vec<f64> = limits.pairs.iter().zip(&observed.pairs).map(|(a, b)| least(*a, *b)).collect();
        let observed_levels: Vec<f64> =
            limits.levels.iter().zip(&observed.levels).map(|(a, b)| least(*a, *b)).collect();
        let mut statistics = Self {
            largest: Vec::with_capacity(count),
            trends: Vec::with_capacity(count),
            pairs: vec![0; observed_pairs.len()],
            levels: vec![0; observed_levels.len()],
        };
        for _ in 0..count {
            permuted.shuffle(&mut draws);
            let shares = permuted.shares(&mut scratch);
            let mut largest = 0.0_f64;
            let mut count = |counts: &mut [usize], shares: &[Share], limits: &[Limits], observed: &[f64]| {
                for (place, count) in counts.iter_mut().enumerate() {
                    let statistic = limits[place].statistic(shares[place]).abs();
                    *count += usize::from(statistic >= observed[place]);
                    largest = largest.max(statistic);
                }
            };
            count(&mut statistics.pairs, &shares.pairs, &limits.pairs, &observed_pairs);
            count(&mut statistics.levels, &shares.levels, &limits.levels, &observed_levels);
            statistics.largest.push(largest);
            statistics.trends.push(limits.trend.statistic(shares.trend).abs());
        }
        statistics.largest.sort_by(f64::total_cmp);
        statistics.trends.sort_by(f64::total_cmp);
        statistics
    }

    /// Returns the number of permutations whose largest statistic is at least this one.
    fn exceeding(&self, statistic: f64) -> usize {
        at_least(&self.largest, statistic)
    }
}

/// Returns how many of ascending statistics are at least this one.
pub(super) fn at_least(statistics: &[f64], statistic: f64) -> usize {
    statistics.len() - statistics.partition_point(|value| *value < statistic * (1.0 - ROUNDING))
}

/// Returns the largest of ascending statistics of permutations that is not significant at a level.
pub(super) fn critical_value(statistics: &[f64], level: f64) -> f64 {
    // A statistic is significant if so few permutations have at least it.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most the number of permutations
    let few = (level * (statistics.len() + 1) as f64 + ROUNDING) as usize;
    if few == 0 { UNREACHABLE } else { statistics[statistics.len() - few] }
}
