//! The comparison of a race's configurations on held-out instances: each elite with `[base]`, and the selected configuration with itself
//! without each of its changes. It has mean costs, their differences with intervals and p-values, and the verdict. Sentences are made in
//! `claim_words`, the table in `sections::race`, figures in `figures::race`.
//!
//! Costs of the race itself are biased: a configuration survives because its trials were lucky, too. Held-out trials have other
//! instances and seeds, and one trial of every configuration on each instance.

use evocube_experiment::record::{Cost, HeldOutRole, HeldOutSummary, RaceSummary, Results, Score, TrialRow};
use evocube_stats::intervals::mean_interval;
use evocube_stats::rank_tests::{holm, signed_rank};
use evocube_stats::samples::mean;
use evocube_stats::{Interval, LEVEL};

/// The costs of a configuration on held-out instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The configuration.
    pub role: HeldOutRole,
    /// Number of held-out instances.
    pub instances: usize,
    /// The mean cost.
    pub mean: f64,
    /// Number of instances whose target was reached.
    pub solved: usize,
    /// The difference to `[base]` of an elite, to the selected configuration of one without a change; `None` for `[base]`, and if
    /// a trial failed.
    pub difference: Option<CostDifference>,
}

/// The difference of the costs of two configurations on the same instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostDifference {
    /// The mean difference; negative if the configuration costs less than the other.
    pub mean: f64,
    /// Its interval of 95 %, which holds together with those of all elites, or of all changes; `None` where instances are too few for it,
    /// and where all differences are equal.
    pub interval: Option<Interval>,
    /// The two-sided p-value of Wilcoxon's signed-rank test over instances, corrected by Holm's method for all elites, or for all
    /// changes.
    pub p: f64,
    /// The p-value without correction.
    pub p_uncorrected: f64,
    /// The share of instances on which the other costs less, ties counting half.
    pub a12: f64,
    /// Mean cost of the other.
    pub other_mean: f64,
    /// Number of instances that the other solves.
    pub other_solved: usize,
}

impl CostDifference {
    /// Returns whether the configuration is shown to cost less than the other, or more; `None` if neither the one nor the other is. The
    /// test of ranks must be significant, and the interval of the mean must exclude 0: where costs are skewed, ranks differ while means
    /// are equal. Without an interval, the mean must lie on the side on which most instances are.
    pub fn is_better(&self) -> Option<bool> {
        let is_less = self.mean < 0.0;
        let agrees = match self.interval {
            Some(Interval { low, high }) => low > 0.0 || high < 0.0,
            None if is_less => self.a12 < 0.5,
            None => self.a12 > 0.5,
        };
        (self.p < LEVEL && agrees).then_some(is_less)
    }
}

/// Returns the comparisons of a race, the elites first, best first; empty before all trials on held-out instances are
/// done, and for another sweep.
pub fn compare(results: &Results) -> Vec<Comparison> {
    let Some((race, held_out)) = race_of(results) else { return Vec::new() };
    let place = |role: &HeldOutRole| match role {
        HeldOutRole::Elite(point) => race.elites.iter().position(|elite| elite == point).unwrap_or(usize::MAX - 1),
        HeldOutRole::Base => usize::MAX - 1,
        HeldOutRole::Without(_) => usize::MAX,
    };
    let samples: Vec<_> = held_out
        .roles
        .iter()
        .zip(1..)
        .map(|(role, point)| (*role, sample(results, held_out, race.cost, point)))
        .collect();
    let expected = usize::try_from(held_out.instances).unwrap_or(usize::MAX);
    if samples.iter().any(|(_, (costs, _))| costs.len() < expected) {
        return Vec::new();
    }
    let sample_of =
        |searched: HeldOutRole| samples.iter().find(|(role, _)| *role == searched).map(|(_, sample)| sample);
    let base = sample_of(HeldOutRole::Base).or_else(|| sample_of(HeldOutRole::Elite(race.base?)));
    let selected = race.elites.first().and_then(|&point| sample_of(HeldOutRole::Elite(point)));
    let mut comparisons: Vec<Comparison> = samples
        .iter()
        .map(|(role, sample)| {
            let other = match role {
                HeldOutRole::Base => None,
                HeldOutRole::Elite(point) if Some(*point) == race.base => None,
                HeldOutRole::Elite(_) => base,
                HeldOutRole::Without(_) => selected,
            };
            let is_change = |role: &HeldOutRole| matches!(role, HeldOutRole::Without(_));
            let family = samples.iter().filter(|(other, _)| is_change(other) == is_change(role)).count();
            Comparison {
                role: *role,
                instances: sample.0.len(),
                mean: mean(&sample.0).unwrap_or(f64::INFINITY),
                solved: sample.1,
                difference: other.and_then(|other| difference(sample, other, family)),
            }
        })
        .collect();
    comparisons.sort_by_key(|comparison| place(&comparison.role));
    for is_change in [false, true] {
        let family = |comparison: &&mut Comparison| matches!(comparison.role, HeldOutRole::Without(_)) == is_change;
        let mut differences: Vec<&mut CostDifference> =
            comparisons.iter_mut().filter(family).filter_map(|comparison| comparison.difference.as_mut()).collect();
        let p: Vec<f64> = differences.iter().map(|difference| difference.p).collect();
        differences.iter_mut().zip(holm(&p)).for_each(|(difference, p)| difference.p = p);
    }
    comparisons
}

/// Returns the race of a folder and its held-out trials.
pub(crate) fn race_of(results: &Results) -> Option<(&RaceSummary, &HeldOutSummary)> {
    let race = results.sweep.stages.first()?.race.as_ref()?;
    let held_out = results.sweep.held_out.as_ref()?;
    (!held_out.roles.is_empty()).then_some((race, held_out))
}

/// Returns the costs of a point in the order of the instances, and its number of solved ones.
fn sample(results: &Results, held_out: &HeldOutSummary, cost: Cost, point: u64) -> (Vec<f64>, usize) {
    let is_of_point = |row: &&TrialRow| *row.stage == *held_out.stage.name && row.point == point;
    let scores: Vec<Score> = results.trials.iter().filter(is_of_point).map(Score::new).collect();
    let solved = scores.iter().filter(|score| score.has_reached()).count();
    (scores.iter().map(|score| cost.cost(score)).collect(), solved)
}

/// Returns the difference of two samples of costs, as one of a family; `None` if a trial failed.
fn difference(
    (costs, _): &(Vec<f64>, usize),
    (others, other_solved): &(Vec<f64>, usize),
    family: usize,
) -> Option<CostDifference> {
    let differences: Vec<f64> = costs.iter().zip(others).map(|(cost, other)| cost - other).collect();
    let middle = mean(&differences).filter(|middle| middle.is_finite())?;
    let p = signed_rank(costs, others).map_or(1.0, |test| test.p);
    let other_wins = differences.iter().map(|difference| match difference {
        difference if *difference > 0.0 => 1.0,
        difference if *difference < 0.0 => 0.0,
        _ => 0.5,
    });
    Some(CostDifference {
        mean: middle,
        interval: mean_interval(&[&differences], LEVEL / family as f64),
        p,
        p_uncorrected: p,
        a12: mean(&other_wins.collect::<Vec<f64>>())?,
        other_mean: mean(others)?,
        other_solved: *other_solved,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::race;

    #[test]
    fn costs_differ_if_the_test_of_ranks_and_the_mean_agree() {
        let is_better = |mean: f64, ends: Option<(f64, f64)>, a12, p| {
            let interval = ends.map(|(low, high)| Interval { low, high });
            let difference =
                CostDifference { mean, interval, p, p_uncorrected: p, a12, other_mean: 9.0, other_solved: 0 };
            difference.is_better()
        };
        assert_eq!(is_better(-2.0, Some((-3.0, -1.0)), 0.2, 0.01), Some(true));
        assert_eq!(is_better(2.0, Some((1.0, 3.0)), 0.8, 0.01), Some(false));
        // An interval that contains 0; ranks that differ too little; and a mean on the other side of most instances.
        assert_eq!(is_better(-2.0, Some((-5.0, 1.0)), 0.2, 0.01), None);
        assert_eq!(is_better(-2.0, Some((-3.0, -1.0)), 0.2, 0.06), None);
        assert_eq!([is_better(-2.0, None, 0.6, 0.01), is_better(2.0, None, 0.4, 0.01)], [None; 2]);
        assert_eq!([is_better(-2.0, None, 0.4, 0.01), is_better(2.0, None, 0.6, 0.01)], [Some(true), Some(false)]);
    }

    #[test]
    fn elites_are_compared_in_the_order_of_the_race_before_changes() {
        let roles: Vec<HeldOutRole> = compare(&race()).iter().map(|comparison| comparison.role).collect();
        assert_eq!(roles, [HeldOutRole::Elite(2), HeldOutRole::Elite(0), HeldOutRole::Without(1)]);
    }
}
