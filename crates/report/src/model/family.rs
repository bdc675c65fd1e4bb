//! [`Family`]: the levels of a factor, or configurations, compared by one outcome.

use super::groups::Groups;
use super::outcome::{Sample, average};
use super::tree::MAX_LEVELS;
use crate::estimate::expected_evaluations;
use evocube_experiment::record::{Outcome, Standing};
use evocube_stats::{
    Counts, Factorial, Interval, LevelFamily, TrialGroup, WinFamily, WinLaw, WinShare, interval_p, rate_difference,
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
    /// All pairs.
    pub(crate) pairs: Vec<Pair>,
    /// Whether no result could show anything.
    pub(crate) is_too_small: bool,
    pub(crate) method: &'static str,
    /// The shares of pairs; `None` for other outcomes.
    pub(super) wins: Option<WinFamily>,
}

impl Family {
    /// Compares groups; the family shares the level of 5 % with others: `families` with itself. `factorial` has the means of
    /// these groups as the levels of its factor.
    pub(crate) fn new(
        sample: &Sample,
        groups: &Groups,
        factorial: Option<(&Factorial, usize)>,
        families: usize,
        seed: u64,
    ) -> Self {
        let count = groups.levels.len();
        let places = (0..count).flat_map(|level| (0..level).map(move |reference| (level, reference)));
        if sample.outcome == Outcome::Wins {
            return Self::of_wins(WinFamily::new(count, &Standings::new(sample).groups(groups), families, seed));
        }
        let law = LevelFamily { levels: count, families };
        let pair = |(level, reference)| Pair {
            level,
            reference,
            tested: difference(sample, groups, factorial, (level, reference), law),
        };
        let method = match sample.outcome {
            Outcome::Solved => "score",
            Outcome::RunTime => "log-ratio",
            _ => "student-t",
        };
        let pairs: Vec<Pair> = places.map(pair).collect();
        let is_too_small = pairs.iter().all(|pair| pair.tested.interval.is_none());
        Self { outcome: sample.outcome, levels: vec![], pairs, is_too_small, method, wins: None }
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
        Self {
            outcome: Outcome::Wins,
            levels: (0..count).map(level).collect(),
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

/// The standings of trials as the statistics take them.
struct Standings(Vec<Vec<Vec<evocube_stats::Standing>>>);

impl Standings {
    fn new(sample: &Sample) -> Self {
        let configurations = sample.standings.iter();
        let standing = |standing: &Standing| match standing {
            Standing { reached: true, evaluations: Some(evaluations), .. } => {
                evocube_stats::Standing::reached(*evaluations as f64)
            }
            Standing { reached: true, .. } => evocube_stats::Standing::reached_without_evaluations(),
            Standing { has_penalty: true, best, .. } => evocube_stats::Standing::missed(*best as f64, 0),
            Standing { .. } => evocube_stats::Standing::missed_without_penalty(),
        };
        let trials = |trials: &Vec<Standing>| trials.iter().map(standing).collect();
        Self(configurations.map(|instances| instances.iter().map(trials).collect()).collect())
    }

    fn groups(&self, groups: &Groups) -> Vec<TrialGroup<'_>> {
        let mut all = vec![];
        for (level, slices) in groups.levels.iter().enumerate() {
            for (slice, configurations) in slices.iter().enumerate() {
                for configuration in configurations {
                    for (instance, trials) in self.0[*configuration].iter().enumerate() {
                        all.push(TrialGroup { level, slice, instance, trials });
                    }
                }
            }
        }
        all
    }
}

/// Returns the difference of two levels by an outcome other than wins, as one of a family.
fn difference(
    sample: &Sample,
    groups: &Groups,
    factorial: Option<(&Factorial, usize)>,
    (level, reference): (usize, usize),
    law: LevelFamily,
) -> Tested {
    let difference = differences(sample, groups, factorial, (level, reference));
    let null = if sample.outcome == Outcome::RunTime { 1.0 } else { 0.0 };
    let excludes = |p: f64| difference(1.0 - p).is_some_and(|(_, ends)| ends.low > null || ends.high < null);
    let p = interval_p(excludes);
    let made = difference(1.0 - law.tail());
    let estimate = made.map_or_else(|| plain_difference(sample, groups, (level, reference)), |(estimate, _)| estimate);
    let interval = made.map(|(_, interval)| interval);
    let is_shown = interval.is_some_and(|ends| ends.low > null || ends.high < null);
    let is_better = if sample.outcome == Outcome::Solved { estimate > null } else { estimate < null };
    Tested { estimate, interval, p, p_corrected: law.corrected(p), is_shown, is_better, p_instances: None }
}

/// Returns the difference of two levels without an interval.
fn plain_difference(sample: &Sample, groups: &Groups, (level, reference): (usize, usize)) -> f64 {
    let mean = |level: usize| {
        let configurations = groups.of_level(level);
        average(&configurations.iter().map(|place| sample.configuration_mean(*place)).collect::<Vec<_>>())
    };
    let difference = mean(level) - mean(reference);
    match sample.outcome {
        Outcome::Solved => -difference,
        Outcome::RunTime => libm::exp(difference),
        _ => difference,
    }
}

/// An estimate with its interval of a confidence level; `None` where values do not vary.
pub(super) type At<'a> = Box<dyn Fn(f64) -> Option<(f64, Interval)> + 'a>;

/// Returns the difference of two levels by an outcome other than wins.
fn differences<'a>(
    sample: &Sample,
    groups: &Groups,
    factorial: Option<(&Factorial, usize)>,
    (level, reference): (usize, usize),
) -> At<'a> {
    match sample.outcome {
        Outcome::Solved => {
            let counts = strata(sample, groups, (level, reference));
            Box::new(move |confidence| {
                let (estimate, Interval { low, high }) = rate_difference(&counts, confidence)?;
                Some((100.0 * estimate, Interval { low: 100.0 * low, high: 100.0 * high }))
            })
        }
        Outcome::RunTime => {
            let [first, second] =
                [level, reference].map(|level| sample.runs(&groups.of_level(level)).collect::<Vec<_>>());
            Box::new(move |confidence| {
                let [first, second] = [&first, &second].map(|runs| expected_evaluations(runs, 1.0 - confidence));
                first?.ratio(&second?)
            })
        }
        _ => {
            let contrast = factorial.map(|(factorial, place)| factorial.difference(place, level, reference));
            Box::new(move |confidence| {
                let contrast = contrast?;
                Some((contrast.estimate, contrast.interval(confidence)?))
            })
        }
    }
}

/// Returns the difference of two levels of some groups by an outcome other than wins, which is not corrected.
pub(super) fn difference_at<'a>(sample: &Sample, groups: &Groups, levels: (usize, usize)) -> At<'a> {
    match sample.outcome {
        Outcome::Penalty | Outcome::Moves => {
            let cells: Vec<Vec<usize>> = (0..groups.levels.len()).map(|level| groups.of_level(level)).collect();
            let factorial = Factorial::new(&[cells.len()], &cells, &sample.values);
            differences(sample, groups, factorial.as_ref().map(|factorial| (factorial, 0)), levels)
        }
        _ => differences(sample, groups, None, levels),
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
