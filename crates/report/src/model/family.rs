//! [`Family`]: the levels of a factor, or configurations, compared in pairs by one outcome and, by wins, each with the mean of the others,
//! with an estimate of each; intervals hold together. [`Tested`] is one comparison with its p-values, [`Differences`] the comparisons by
//! outcomes other than wins. The tests are those of `evocube-stats`; claims are made in `model::claims`.

use super::groups::Groups;
use super::outcome::Sample;
use super::tree::MAX_LEVELS;
use crate::estimate::{mean_of_level, tail};
use evocube_experiment::record::{Outcome, Standing};
use evocube_stats::intervals::{
    Counts, LevelFamily, LevelMeans, MeanDifference, RateDifference, ValueGroup, exact_rate_interval, interval_p,
};
use evocube_stats::run_times::RunSample;
use evocube_stats::wins::{TrialGroup, WinFamily, WinKey, WinLaw, WinShare};
use evocube_stats::{Estimate, Interval};

/// An estimate with its interval and test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tested {
    /// The share of pairs that are won; a difference in percentage points, penalties or moves; or a ratio of evaluations.
    pub(crate) estimate: f64,
    /// Its interval, which holds together with those of the whole family; `None` where values do not vary or trials are too few.
    pub(crate) interval: Option<Interval>,
    pub(crate) p: f64,
    pub(crate) p_corrected: f64,
    /// Whether the interval excludes that there is no difference.
    pub(crate) is_shown: bool,
    /// Whether the first is the better one by the estimate.
    pub(crate) is_better: bool,
    /// The corrected p-value with the instance as the unit; `None` with one instance.
    pub(crate) p_instances: Option<f64>,
}

impl Tested {
    /// Returns a share of pairs, and that for instances like these.
    fn of_wins(share: WinShare, beyond: Option<WinShare>) -> Self {
        Self {
            estimate: share.share,
            interval: Some(share.interval),
            p: share.p,
            p_corrected: share.p_corrected,
            is_shown: share.is_claimed,
            is_better: share.share > 0.5,
            p_instances: beyond.map(|beyond| beyond.p_corrected),
        }
    }
}

impl Tested {
    /// Returns the comparison of the second with the first.
    pub(crate) fn mirrored(self, outcome: Outcome) -> Self {
        let mirror = |value: f64| match outcome {
            Outcome::Wins => 1.0 - value,
            Outcome::RunTime => value.recip(),
            Outcome::Solved | Outcome::Penalty | Outcome::Moves => -value,
        };
        let interval = self.interval.map(|ends| Interval { low: mirror(ends.high), high: mirror(ends.low) });
        let is_better = !self.is_better && (self.estimate - mirror(self.estimate)).abs() > 0.0;
        Self { estimate: mirror(self.estimate), interval, is_better, ..self }
    }
}

/// Two levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) level: usize,
    pub(crate) reference: usize,
    /// The first level against the second.
    pub(crate) tested: Tested,
}

impl Pair {
    /// Returns the better and the worse level, if one is shown to be better.
    pub(crate) fn order(&self) -> Option<(usize, usize)> {
        let sides = (self.level, self.reference);
        self.tested.is_shown.then_some(if self.tested.is_better { sides } else { (sides.1, sides.0) })
    }
}

/// The levels of a factor, or configurations, with one critical value.
pub(crate) struct Family {
    pub(crate) outcome: Outcome,
    /// The share of pairs that each level wins against the mean of the others; empty for other outcomes.
    pub(crate) levels: Vec<Option<Tested>>,
    /// The estimand of each level in the unit of figures, with intervals that hold together; `None` without trials.
    pub(crate) estimates: Vec<Option<Estimate>>,
    /// All pairs.
    pub(crate) pairs: Vec<Pair>,
    /// Whether no result could show anything.
    pub(crate) is_too_small: bool,
    pub(crate) method: &'static str,
    /// The shares of pairs; `None` for other outcomes.
    pub(super) wins: Option<WinFamily>,
}

impl Family {
    /// Compares groups; the family shares the level of 5 % with others: `families` with itself.
    pub(crate) fn new(sample: &Sample, groups: &Groups, families: usize, seed: u64) -> Self {
        let count = groups.levels.len();
        let places = (0..count).flat_map(|level| (0..level).map(move |reference| (level, reference)));
        if sample.outcome == Outcome::Wins {
            let keys = WinKeys::new(sample);
            return Self::of_wins(WinFamily::new(count, &keys.groups(groups), families, seed));
        }
        let law = LevelFamily { levels: count, families };
        let differences = Differences::new(sample, groups);
        let pair = |(level, reference)| {
            let tested = differences.between(level, reference).tested(sample.outcome, law);
            Pair { level, reference, tested }
        };
        let estimates = (0..count).map(|level| differences.estimate(level, tail(count))).collect();
        let method = match sample.outcome {
            Outcome::Solved => "score",
            Outcome::RunTime => "log-ratio",
            _ => "student-t",
        };
        let pairs: Vec<Pair> = places.map(pair).collect();
        let is_too_small = pairs.iter().all(|pair| pair.tested.interval.is_none());
        Self { outcome: sample.outcome, levels: vec![], estimates, pairs, is_too_small, method, wins: None }
    }

    /// Returns the levels by the pairs of trials that they win.
    pub(super) fn of_wins(wins: WinFamily) -> Self {
        let count = wins.levels();
        // Of many configurations no claim is one for other instances.
        let instances = (count <= MAX_LEVELS).then(|| wins.instance_shares());
        let level = |level| {
            let beyond = instances.as_ref().and_then(|instances| wins.level_for_instances(instances, level));
            Some(Tested::of_wins(wins.level(level)?, beyond))
        };
        let pair = |(level, reference)| {
            let beyond = instances.as_ref().and_then(|instances| wins.pair_for_instances(instances, level, reference));
            Some(Pair { level, reference, tested: Tested::of_wins(wins.pair(level, reference)?, beyond) })
        };
        let places = (0..count).flat_map(|level| (0..level).map(move |reference| (level, reference)));
        let method = match wins.law() {
            WinLaw::Normal => "wins-normal",
            WinLaw::Permutations => "wins-permutations",
            WinLaw::Sign => "sign",
        };
        let levels: Vec<Option<Tested>> = (0..count).map(level).collect();
        let estimate =
            |tested: &Tested| Estimate { value: 100.0 * tested.estimate, interval: tested.interval.map(percent) };
        Self {
            outcome: Outcome::Wins,
            estimates: levels.iter().map(|tested| tested.as_ref().map(estimate)).collect(),
            levels,
            pairs: places.filter_map(pair).collect(),
            is_too_small: wins.is_too_small(),
            method,
            wins: Some(wins),
        }
    }

    /// Returns all estimates.
    pub(crate) fn tested(&self) -> impl Iterator<Item = &Tested> {
        self.levels.iter().flatten().chain(self.pairs.iter().map(|pair| &pair.tested))
    }

    /// Returns whether some level or pair is shown to differ.
    pub(crate) fn is_shown(&self) -> bool {
        self.tested().any(|tested| tested.is_shown)
    }

    /// Returns the smallest corrected p-value.
    pub(crate) fn p(&self) -> f64 {
        self.tested().map(|tested| tested.p_corrected).fold(1.0, f64::min)
    }

    /// Returns the largest difference between two levels that their intervals contain: a share of pairs, a difference, or a ratio of at
    /// least 1. `None` without such an end.
    pub(crate) fn bound(&self) -> Option<f64> {
        let end = |pair: &Pair| {
            let Interval { low, high } = pair.tested.interval?;
            Some(match self.outcome {
                Outcome::Wins => high.max(1.0 - low),
                Outcome::RunTime => high.max(low.recip()),
                _ => high.abs().max(low.abs()),
            })
        };
        let bound = self.pairs.iter().try_fold(0.0, |largest, pair| Some(f64::max(largest, end(pair)?)));
        bound.filter(|bound| bound.is_finite() && !self.pairs.is_empty())
    }
}

/// The trials of configurations as keys by which they win.
struct WinKeys(Vec<Vec<Vec<WinKey>>>);

impl WinKeys {
    fn new(sample: &Sample) -> Self {
        let configurations = sample.standings.iter();
        let key = |standing: &Standing| match standing {
            Standing { reached: true, evaluations: Some(evaluations), .. } => WinKey::reached(*evaluations as f64),
            Standing { reached: true, .. } => WinKey::reached_without_evaluations(),
            Standing { has_penalty: true, best, .. } => WinKey::missed(*best as f64, 0),
            Standing { .. } => WinKey::missed_without_penalty(),
        };
        let trials = |trials: &Vec<Standing>| trials.iter().map(key).collect();
        Self(configurations.map(|instances| instances.iter().map(trials).collect()).collect())
    }

    fn groups(&self, groups: &Groups) -> Vec<TrialGroup<'_>> {
        let places = groups.places().flat_map(|(level, slice, configuration)| {
            let instances = self.0[configuration].iter().enumerate();
            instances.map(move |(instance, trials)| TrialGroup { level, slice, instance, trials })
        });
        places.collect()
    }
}

/// The levels of a factor by an outcome other than wins.
pub(super) struct Differences<'a> {
    sample: &'a Sample,
    groups: &'a Groups,
    means: LevelMeans<'a>,
    runs: Vec<Option<RunSample>>,
}

/// The difference or the ratio of two levels.
pub(super) enum Difference {
    Rates(Option<RateDifference>),
    Runs(Option<[RunSample; 2]>),
    Means(MeanDifference),
}

impl<'a> Differences<'a> {
    pub(super) fn new(sample: &'a Sample, groups: &'a Groups) -> Self {
        let values = groups.places().flat_map(|(level, slice, configuration)| {
            let instances = sample.values[configuration].iter().enumerate();
            instances.map(move |(instance, values)| ValueGroup { level, slice, instance, values })
        });
        let runs = |level: usize| RunSample::new(sample.runs(&groups.of_level(level)), sample.limit);
        let count = groups.levels.len();
        let means = LevelMeans::new(count, &values.collect::<Vec<_>>());
        Self { sample, groups, means, runs: (0..count).map(runs).collect() }
    }

    /// Returns the estimand of a level, whose interval misses with probability `tail`.
    fn estimate(&self, level: usize, tail: f64) -> Option<Estimate> {
        match self.sample.outcome {
            Outcome::Solved => {
                let (count, trials) = self.sample.reached(&self.groups.of_level(level));
                let interval = exact_rate_interval(count, trials, tail).map(percent);
                Some(Estimate { value: 100.0 * count as f64 / trials.max(1) as f64, interval })
            }
            Outcome::RunTime => Some(self.runs[level]?.estimate(tail)),
            _ => Some(mean_of_level(&self.means, level, tail)),
        }
    }

    pub(super) fn between(&self, level: usize, reference: usize) -> Difference {
        match self.sample.outcome {
            Outcome::Solved => {
                Difference::Rates(RateDifference::new(&strata(self.sample, self.groups, (level, reference))))
            }
            Outcome::RunTime => Difference::Runs(self.runs[level].zip(self.runs[reference]).map(|(a, b)| [a, b])),
            _ => Difference::Means(self.means.difference(level, reference)),
        }
    }
}

impl Difference {
    /// Returns the estimate if there is none.
    fn null(&self) -> f64 {
        if matches!(self, Self::Runs(_)) { 1.0 } else { 0.0 }
    }

    /// Returns the estimate and the interval that misses with probability `tail`; `None` where trials are too few for it, or do not vary.
    pub(super) fn estimate(&self, tail: f64) -> Estimate {
        let estimate = match self {
            Self::Rates(rates) => rates.as_ref().map(|rates| {
                let Estimate { value, interval } = rates.estimate(tail);
                Estimate { value: 100.0 * value, interval: interval.map(percent) }
            }),
            Self::Runs(runs) => runs.and_then(|[first, second]| first.ratio(&second, tail)),
            Self::Means(means) => Some(means.estimate(tail)),
        };
        estimate.unwrap_or(Estimate { value: self.null(), interval: None })
    }

    /// Returns the p-value of no difference: at most `tail` exactly if the interval with it excludes that.
    fn p(&self) -> f64 {
        match self {
            Self::Rates(rates) => rates.as_ref().map_or(1.0, RateDifference::p),
            Self::Runs(_) => interval_p(|tail| {
                let ends = self.estimate(tail).interval;
                ends.map_or(f64::NEG_INFINITY, |ends| libm::log(ends.low).max(-libm::log(ends.high)))
            }),
            Self::Means(means) => means.p(),
        }
    }

    /// Returns the test of the first level against the second, as one of a family.
    fn tested(&self, outcome: Outcome, law: LevelFamily) -> Tested {
        let (p, null) = (self.p(), self.null());
        let Estimate { value: estimate, interval } = self.estimate(law.tail());
        let is_better = if outcome == Outcome::Solved { estimate > null } else { estimate < null };
        let is_shown = interval.is_some_and(|ends| ends.low > null || ends.high < null);
        Tested { estimate, interval, p, p_corrected: law.corrected(p), is_shown, is_better, p_instances: None }
    }
}

/// Returns an interval of percentages.
fn percent(Interval { low, high }: Interval) -> Interval {
    Interval { low: 100.0 * low, high: 100.0 * high }
}

/// Returns the trials that reached their target, of two levels within each slice and instance.
fn strata(sample: &Sample, groups: &Groups, (level, reference): (usize, usize)) -> Vec<(Counts, Counts)> {
    let mut strata = vec![];
    for (here, there) in groups.levels[level].iter().zip(&groups.levels[reference]) {
        for instance in 0..sample.instances() {
            let count = |configurations: &Vec<usize>| {
                let standings = configurations.iter().flat_map(|place| &sample.standings[*place][instance]);
                standings.fold(Counts { solved: 0, trials: 0 }, |counts, standing| Counts {
                    solved: counts.solved + u64::from(standing.reached),
                    trials: counts.trials + 1,
                })
            };
            strata.push((count(here), count(there)));
        }
    }
    strata
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_24_levels_are_compared_for_other_instances() {
        for count in [24, 25] {
            let trials: Vec<[WinKey; 1]> = (0..count).map(|level| [WinKey::missed(level as f64, 0)]).collect();
            let places = (0..count).flat_map(|level| (0..3).map(move |instance| (level, instance)));
            let group =
                |(level, instance): (usize, usize)| TrialGroup { level, slice: 0, instance, trials: &trials[level] };
            let family = Family::of_wins(WinFamily::new(count, &places.map(group).collect::<Vec<_>>(), 1, 1));
            assert_eq!(family.pairs[0].tested.p_instances.is_some(), count == 24, "{count} levels");
        }
    }
}
