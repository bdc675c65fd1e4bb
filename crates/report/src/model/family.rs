//! [`Family`]: the levels of a factor, or configurations, compared by one outcome.

use super::groups::Groups;
use super::outcome::Sample;
use super::tree::MAX_LEVELS;
use crate::estimate::{Estimate, tail};
use evocube_experiment::record::{Outcome, Standing};
use evocube_stats::{
    Counts, ExpectedEvaluations, Interval, LevelFamily, LevelMeans, TrialGroup, ValueGroup, WinFamily, WinKey, WinLaw,
    WinShare, exact_rate_interval, interval_p, rate_difference,
};

/// An estimate with its interval and test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tested {
    /// The share of pairs that are won; a difference in percentage points, penalties or moves; or a ratio of evaluations.
    pub(crate) estimate: f64,
    /// Its interval, which holds together with those of the whole family; `None` where values do not vary.
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
        let pair = |(level, reference)| Pair { level, reference, tested: differences.tested(level, reference, law) };
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
        let percent = |tested: &Tested| {
            let interval = tested.interval.map(|ends| Interval { low: 100.0 * ends.low, high: 100.0 * ends.high });
            Estimate { value: 100.0 * tested.estimate, interval }
        };
        Self {
            outcome: Outcome::Wins,
            estimates: levels.iter().map(|tested| tested.as_ref().map(percent)).collect(),
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

    /// Returns the corrected p-value at which each level leaves the set of those that may be the best.
    pub(crate) fn beaten(&self, levels: usize) -> Vec<f64> {
        let mut p = vec![1.0; levels];
        for pair in &self.pairs {
            let worse = if pair.tested.is_better { pair.reference } else { pair.level };
            p[worse] = f64::min(p[worse], pair.tested.p_corrected);
        }
        p
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
}

impl<'a> Differences<'a> {
    pub(super) fn new(sample: &'a Sample, groups: &'a Groups) -> Self {
        let values = groups.places().flat_map(|(level, slice, configuration)| {
            let instances = sample.values[configuration].iter().enumerate();
            instances.map(move |(instance, values)| ValueGroup { level, slice, instance, values })
        });
        Self { sample, groups, means: LevelMeans::new(groups.levels.len(), &values.collect::<Vec<_>>()) }
    }

    /// Returns the estimand of a level, whose interval misses with probability `tail`.
    fn estimate(&self, level: usize, tail: f64) -> Option<Estimate> {
        let configurations = self.groups.of_level(level);
        match self.sample.outcome {
            Outcome::Solved => {
                let (count, trials) = self.sample.reached(&configurations);
                let percent = |ends: Interval| Interval { low: 100.0 * ends.low, high: 100.0 * ends.high };
                let interval = exact_rate_interval(count, trials, tail).map(percent);
                Some(Estimate { value: 100.0 * count as f64 / trials.max(1) as f64, interval })
            }
            Outcome::RunTime => {
                let expected = self.expected(level, tail)?;
                Some(Estimate { value: expected.mean, interval: Some(expected.interval()) })
            }
            _ => Some(Estimate::of_mean(&self.means, level, tail)),
        }
    }

    fn expected(&self, level: usize, tail: f64) -> Option<ExpectedEvaluations> {
        let runs: Vec<(f64, bool)> = self.sample.runs(&self.groups.of_level(level)).collect();
        ExpectedEvaluations::new(&runs, self.sample.limit, tail)
    }

    /// Returns the difference or the ratio of two levels, as one of a family.
    fn tested(&self, level: usize, reference: usize, law: LevelFamily) -> Tested {
        let null = if self.sample.outcome == Outcome::RunTime { 1.0 } else { 0.0 };
        let excludes = |ends: Interval| ends.low > null || ends.high < null;
        let at = |tail: f64| self.difference(level, reference, tail);
        let p = interval_p(|p| at(p).1.is_some_and(excludes));
        let (estimate, interval) = at(law.tail());
        let is_better = if self.sample.outcome == Outcome::Solved { estimate > null } else { estimate < null };
        let is_shown = interval.is_some_and(excludes);
        Tested { estimate, interval, p, p_corrected: law.corrected(p), is_shown, is_better, p_instances: None }
    }

    /// Returns the difference or the ratio of two levels with an interval that misses with probability `tail`; `None` where trials are too
    /// few for it, or do not vary.
    pub(super) fn difference(&self, level: usize, reference: usize, tail: f64) -> (f64, Option<Interval>) {
        match self.sample.outcome {
            Outcome::Solved => {
                let counts = strata(self.sample, self.groups, (level, reference));
                let percent = |(estimate, Interval { low, high })| {
                    (100.0 * estimate, Some(Interval { low: 100.0 * low, high: 100.0 * high }))
                };
                rate_difference(&counts, 1.0 - tail).map_or((0.0, None), percent)
            }
            Outcome::RunTime => {
                let sides = [level, reference].map(|level| self.expected(level, tail));
                let ratio = |[first, second]: [Option<ExpectedEvaluations>; 2]| first?.ratio(&second?);
                ratio(sides).map_or((1.0, None), |(ratio, interval)| (ratio, Some(interval)))
            }
            _ => (self.means.difference(level, reference), self.means.difference_interval(level, reference, tail)),
        }
    }
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
