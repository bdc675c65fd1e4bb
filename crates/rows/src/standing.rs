//! [`Standing`]: the result of a trial within a number of evaluations, and the shares of pairs of trials that configurations win by it.
//!
//! These shares order the configurations of a stage. They have no intervals and no tests: those are in the crate of statistics.

use std::collections::BTreeMap;

use super::convergence::ConvergenceRow;
use super::rows::TrialOutcome;

/// The result of a trial within a number of evaluations, or when it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The lowest penalty.
    pub best: u64,
    /// Whether the trial reached its target.
    pub reached: bool,
    /// The evaluations until it reached its target, or those that it spent; `None` for a deterministic solver, which evaluates nothing.
    pub evaluations: Option<u64>,
    /// Whether its penalty can be compared with others: not if objectives differ, nor for a strategy, which minimizes another function.
    pub has_penalty: bool,
}

impl Standing {
    /// Returns the standing of a trial after some evaluations, or at its end. `log` are its rows in `convergence.csv`, among which are all
    /// improvements.
    pub fn new(outcome: &TrialOutcome, log: &[ConvergenceRow], limit: Option<u64>) -> Self {
        let (best, reached, evaluations) = (outcome.best, outcome.reached, outcome.evaluations_until_reached());
        Self { best, reached, evaluations, has_penalty: true }.after(limit, log.iter().map(ConvergenceRow::step))
    }

    /// Returns the standing after some evaluations, given that at the end. `steps` are the evaluations and the lowest penalty of the logged
    /// generations.
    #[must_use]
    pub fn within(self, limit: Option<u64>, steps: &[(u64, u64)]) -> Self {
        self.after(limit, steps.iter().copied())
    }

    fn after(self, limit: Option<u64>, mut steps: impl Iterator<Item = (u64, u64)>) -> Self {
        let Some(limit) = limit.filter(|limit| self.evaluations.is_some_and(|evaluations| evaluations > *limit)) else {
            return self;
        };
        // A first generation that is larger than the limit has no earlier penalty.
        let first = steps.next().map_or(self.best, |(_, best)| best);
        let best =
            steps.take_while(|(evaluations, _)| *evaluations <= limit).map(|(_, best)| best).fold(first, u64::min);
        Self { best, reached: false, evaluations: Some(limit), ..self }
    }

    /// Returns the number that decides among trials that reached their target, or among those that did not.
    fn value(&self) -> Option<u64> {
        if self.reached { self.evaluations } else { Some(self.best).filter(|_| self.has_penalty) }
    }
}

/// Returns for each configuration the mean, over its instances and over the other configurations, of the share of pairs of trials that
/// it wins. `trials` are those of each instance, as [`trial_shares`] takes them. A configuration without a pair has 0.
pub fn win_shares(configurations: usize, trials: &BTreeMap<u64, Vec<(usize, Option<Standing>)>>) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); configurations];
    for trials in trials.values() {
        let mut here = vec![(0.0, 0.0); configurations];
        for ((configuration, _), share) in trials.iter().zip(trial_shares(trials)) {
            here[*configuration].0 += share;
            here[*configuration].1 += 1.0;
        }
        for ((sum, instances), (shares, count)) in sums.iter_mut().zip(here).filter(|(_, here)| here.1 > 0.0) {
            *sum += shares / count;
            *instances += 1.0;
        }
    }
    sums.into_iter().map(|(sum, instances)| if instances > 0.0 { sum / instances } else { 0.0 }).collect()
}

/// Returns for each trial on an instance the mean over the other configurations of the share of its pairs that it wins; ½ without
/// another one. A trial is its configuration and its standing, which is `None` for a failed trial, that loses every pair.
/// O(trials × log trials).
pub fn trial_shares(trials: &[(usize, Option<Standing>)]) -> Vec<f64> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    trials
        .iter()
        .enumerate()
        .for_each(|(trial, (configuration, _))| groups.entry(*configuration).or_default().push(trial));
    let others = groups.len().saturating_sub(1) as f64;
    if groups.len() < 2 {
        return vec![0.5; trials.len()];
    }
    let weighted =
        |(configuration, standing): &(usize, Option<Standing>)| (*standing, 1.0 / groups[configuration].len() as f64);
    let mut shares = weights_won(&trials.iter().map(weighted).collect::<Vec<_>>());
    // Without the pairs of a configuration with itself.
    for members in groups.values() {
        let unweighted: Vec<_> = members.iter().map(|trial| (trials[*trial].1, 1.0)).collect();
        for (trial, won) in members.iter().zip(weights_won(&unweighted)) {
            shares[*trial] = (shares[*trial] - won / members.len() as f64) / others;
        }
    }
    shares
}

/// Returns for each trial the weight of the trials against which it wins, with half of the weight of those with which it ties, itself
/// among them. A trial is its standing and its weight.
///
/// A trial that reached its target wins against one that did not; of two that reached it, fewer evaluations win; of two others, the lower
/// penalty. This is the trial-based dominance of K. V. Price, A. Kumar and P. N. Suganthan, Swarm and Evolutionary Computation 78 (2023).
fn weights_won(trials: &[(Option<Standing>, f64)]) -> Vec<f64> {
    let mut won = vec![0.0; trials.len()];
    let mut worse = 0.0;
    for class in [None, Some(false), Some(true)] {
        let is_here = |trial: &usize| trials[*trial].0.map(|standing| standing.reached) == class;
        // A value and a trial are one number, which is sorted faster than a pair. Those without a value come first.
        let value = |trial: usize| trials[trial].0.and_then(|standing| standing.value());
        let key = |trial: usize| value(trial).map_or(0, |value| u128::from(value) + 1) << 64 | trial as u128;
        let mut members: Vec<u128> = (0..trials.len()).filter(is_here).map(key).collect();
        members.sort_unstable();
        #[allow(clippy::cast_possible_truncation)] // the lower half
        let trial_of = |member: u128| member as u64 as usize;
        let sum = |members: &[u128]| members.iter().map(|&member| trials[trial_of(member)].1).sum::<f64>();
        let all = sum(&members);
        let unknown = sum(&members[..members.partition_point(|member| member >> 64 == 0)]);
        let mut before = 0.0;
        for equal in members.chunk_by(|a, b| a >> 64 == b >> 64) {
            let same = sum(equal);
            let share = match equal[0] >> 64 {
                0 => worse + all / 2.0,
                // Those behind it, and half of those that are equal or without a value.
                _ => worse + (all - before - same) + (same + unknown) / 2.0,
            };
            before += same;
            equal.iter().for_each(|&member| won[trial_of(member)] = share);
        }
        worse += all;
    }
    won
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    /// Returns the share of a pair that the first trial wins.
    fn share_of_pair(first: &Option<Standing>, second: &Option<Standing>) -> f64 {
        let class = |standing: &Option<Standing>| standing.map(|standing| standing.reached);
        let value = |standing: &Option<Standing>| standing.and_then(|standing| standing.value());
        let order = class(second).cmp(&class(first)).then(match value(first).zip(value(second)) {
            Some((first, second)) => first.cmp(&second),
            None => Ordering::Equal,
        });
        match order {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        }
    }

    fn standing(reached: bool, number: u64) -> Standing {
        let (best, evaluations) = if reached { (0, number) } else { (number, 1_000) };
        Standing { best, reached, evaluations: Some(evaluations), has_penalty: true }
    }

    #[test]
    fn reached_beats_open_then_fewer_evaluations_then_lower_penalties() {
        let order = [standing(true, 10), standing(true, 20), standing(false, 3), standing(false, 9)];
        let shares =
            |trials: &[Standing]| trial_shares(&(0..).zip(trials.iter().copied().map(Some)).collect::<Vec<_>>());
        assert_eq!(shares(&order), [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0]);
        // A solver without evaluations, and penalties of different objectives.
        let solver = Standing { evaluations: None, ..standing(true, 0) };
        let other = Standing { has_penalty: false, ..standing(false, 1) };
        assert_eq!([shares(&[solver, order[0]]), shares(&[solver, order[2]])], [[0.5, 0.5], [1.0, 0.0]]);
        assert_eq!([shares(&[other, order[2]]), shares(&[other, order[1]])], [[0.5, 0.5], [0.0, 1.0]]);
    }

    #[test]
    fn a_trial_has_the_value_of_its_last_row_within_the_limit() {
        let steps = [(10, 40), (20, 30), (35, 33), (40, 0)];
        let end = Standing { best: 0, reached: true, evaluations: Some(40), has_penalty: true };
        let at = |limit| {
            let Standing { best, reached, evaluations, .. } = end.within(limit, &steps);
            (best, reached, evaluations)
        };
        assert_eq!([at(None), at(Some(40))], [(0, true, Some(40)); 2]);
        // A restart raises the penalty of the population, not the lowest so far.
        assert_eq!(
            [at(Some(39)), at(Some(20)), at(Some(5))],
            [(30, false, Some(39)), (30, false, Some(20)), (40, false, Some(5))]
        );
    }

    #[test]
    fn shares_of_wins_are_those_of_all_pairs() {
        let mut draws = (1..u64::MAX).scan(7_u64, |state, _| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some(*state >> 40)
        });
        let mut next = || draws.next().unwrap();
        let mut trials = BTreeMap::new();
        for instance in 0..3 {
            let row = |place: usize| {
                let random = (next() % 2 == 0, 1 + next() % 4, next() % 5 > 0);
                let standing = Standing { has_penalty: random.2, ..standing(random.0, random.1) };
                let solver = Standing { evaluations: None, ..standing };
                let standing = if next() % 6 == 0 { solver } else { standing };
                (place % 4, Some(standing).filter(|_| next() % 7 > 0))
            };
            trials.insert(instance, (0..17).map(row).collect::<Vec<_>>());
        }
        let shares = win_shares(4, &trials);
        for (first, found) in shares.iter().enumerate() {
            let mut sum = 0.0;
            for trials in trials.values() {
                for second in (0..4).filter(|second| *second != first) {
                    let of = |point: usize| trials.iter().filter(move |(other, _)| *other == point).collect::<Vec<_>>();
                    let (here, there) = (of(first), of(second));
                    let pairs = here.iter().flat_map(|(_, a)| there.iter().map(move |(_, b)| share_of_pair(a, b)));
                    sum += pairs.sum::<f64>() / (here.len() * there.len()) as f64;
                }
            }
            assert!((found - sum / 9.0).abs() < 1e-12, "{found} {}", sum / 9.0);
        }
    }
}
