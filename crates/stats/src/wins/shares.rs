//! [`Shares`]: the shares of pairs of trials that levels win against each other, and their variances, counted over trials in the order of
//! their results. Tests are made of them in `family` and `direction`.

use super::blocks::{Block, Blocks, Label, Size, place};
use super::limits::Share;

/// The shares of all pairs, of all levels against the mean of the others, and of pairs that the larger level wins.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    pub(super) pairs: Vec<Share>,
    pub(super) levels: Vec<Share>,
    pub(super) trend: Share,
}

/// The trials of a label as they are counted. All counts are whole numbers.
#[derive(Clone, Copy, Debug)]
struct Tally {
    label: Label,
    /// The trials that reached the target; of the scale; and in the tie.
    reached: f64,
    of_scale: f64,
    tied: f64,
    /// Twice the pairs that a trial of the tie wins against them.
    halves: f64,
}

/// The memory of a count, which permutations use again: the counted shares, and those of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    shares: Shares,
    tallies: Vec<Tally>,
    labels_of_tie: Vec<usize>,
    /// For each level, the share of pairs that a trial of the tie wins against it, less ½ for the rounding; 0 without trials. In the sums
    /// its own level stands for the mean of the others. Last is the share in the direction of the larger level.
    row: Vec<f64>,
    /// For each label, the sums of the rows of its trials, then those of their squares.
    sums: Vec<f64>,
    /// For each level, the estimates of its row, and their variances.
    estimates: Vec<f64>,
    variances: Vec<f64>,
    /// For each block and level, the mean share of a level; NaN without trials.
    level_means: Vec<f64>,
    trend_means: Vec<f64>,
}

fn reset<T: Clone + Default>(values: &mut Vec<T>, count: usize) {
    values.clear();
    values.resize(count, T::default());
}

impl Blocks {
    /// Counts the shares of the trials as they are labelled. O(trials × levels), with the trials in order.
    ///
    /// The variance of a share is that of the trials' shares within a block and group (E. Brunner and U. Munzel 2000). A single trial
    /// of a level has the largest variance of its mean; where all are single, the variance is that between blocks.
    pub(super) fn shares<'a>(&self, scratch: &'a mut Scratch) -> &'a Shares {
        reset(&mut scratch.shares.pairs, self.levels * self.levels.saturating_sub(1) / 2);
        reset(&mut scratch.shares.levels, self.levels);
        scratch.shares.trend = Share::default();
        scratch.level_means.clear();
        scratch.trend_means.clear();
        for (block, sizes) in self.blocks.iter().zip(&self.sizes) {
            self.count_wins(block, sizes, scratch);
            self.add_block(block, sizes, scratch);
        }
        let shares = &mut scratch.shares;
        let all = shares.pairs.iter_mut().chain(&mut shares.levels).chain([&mut shares.trend]);
        all.for_each(Share::round);
        if self.is_single {
            for (level, share) in shares.levels.iter_mut().enumerate() {
                let means = scratch.level_means.iter().skip(level).step_by(self.levels).copied();
                share.variance = variance_of_mean(means.filter(|mean| !mean.is_nan()));
            }
            shares.trend.variance = variance_of_mean(scratch.trend_means.iter().copied());
        }
        shares
    }

    /// Counts the pairs that the trials of a block win, from the best trial on. From one tie to the next, only the shares against the
    /// levels of the tied trials change.
    fn count_wins(&self, block: &Block, sizes: &[Size], scratch: &mut Scratch) {
        let columns = self.levels + 1;
        reset(&mut scratch.row, columns);
        reset(&mut scratch.sums, block.labels.len() * 2 * columns);
        // A single scale has all trials.
        let tally = |label: &Label| Tally {
            label: *label,
            reached: 0.0,
            of_scale: label.trials as f64,
            tied: 0.0,
            halves: 0.0,
        };
        scratch.tallies.clear();
        scratch.tallies.extend(block.labels.iter().map(tally));
        let Scratch { tallies, labels_of_tie, row, sums, .. } = scratch;
        let (tallies, row, sums) = (&mut tallies[..], &mut row[..], &mut sums[..]);
        block.order[..block.reached].iter().for_each(|label| tallies[*label].reached += 1.0);
        let mut ties = block.ties.iter();
        let mut begin = 0;
        for &end_of_scale in &block.scales {
            if block.scales.len() > 1 {
                tallies.iter_mut().for_each(|tally| tally.of_scale = 0.0);
                block.order[begin..end_of_scale].iter().for_each(|label| tallies[*label].of_scale += 1.0);
            }
            for tally in &mut *tallies {
                let missed = tally.label.trials as f64 - tally.reached;
                let (of_tier, later_tier) = if begin < block.reached { (tally.reached, missed) } else { (missed, 0.0) };
                tally.halves = 2.0 * (tally.of_scale + later_tier) + of_tier - tally.of_scale;
            }
            for label in &block.labels {
                row[label.level] = share(sizes[label.level], tallies);
            }
            while begin < end_of_scale
                && let Some(&end) = ties.next()
            {
                let tie = &block.order[begin..end];
                begin = end;
                if let [label] = *tie {
                    // No trial is compared with its own level.
                    self.add_trials(label, 1.0, tallies, sizes, row, sums);
                    lose(label, 2.0, tallies, sizes, row);
                    continue;
                }
                labels_of_tie.clear();
                for &label in tie {
                    if tallies[label].tied == 0.0 {
                        labels_of_tie.push(label);
                    }
                    tallies[label].tied += 1.0;
                }
                // Tied trials win half of the pairs, later ones lose all.
                for &label in &*labels_of_tie {
                    lose(label, tallies[label].tied, tallies, sizes, row);
                }
                for &label in &*labels_of_tie {
                    self.add_trials(label, tallies[label].tied, tallies, sizes, row, sums);
                }
                for &label in &*labels_of_tie {
                    lose(label, std::mem::take(&mut tallies[label].tied), tallies, sizes, row);
                }
            }
        }
    }

    /// Adds the row of so many trials of a label to their sums.
    fn add_trials(
        &self,
        label: usize,
        count: f64,
        tallies: &[Tally],
        sizes: &[Size],
        row: &mut [f64],
        sums: &mut [f64],
    ) {
        let level = tallies[label].label.level;
        let weight = sizes[level].weight;
        let pairs = &self.pair_weights[level * self.levels..][..self.levels];
        // Its own level has the weight 0, and a level without trials the share 0.
        let (mut mean, mut trend) = (0.0, 0.0);
        for (share, pair) in row.iter().zip(pairs) {
            mean += pair.weight * share;
            trend += pair.directed * share;
        }
        let share = std::mem::replace(&mut row[level], mean / weight);
        row[self.levels] = trend / weight;
        let columns = row.len();
        let (values, squares) = sums[label * 2 * columns..][..2 * columns].split_at_mut(columns);
        for ((value, square), share) in values.iter_mut().zip(squares).zip(&*row) {
            *value += count * share;
            *square += count * share * share;
        }
        row[level] = share;
    }

    /// Adds the shares of a block to those of all.
    fn add_block(&self, block: &Block, sizes: &[Size], scratch: &mut Scratch) {
        let levels = self.levels;
        let columns = levels + 1;
        let Scratch { shares, sums, estimates, variances, level_means, trend_means, .. } = scratch;
        for values in [&mut *estimates, &mut *variances] {
            values.resize(levels * columns, 0.0);
        }
        let rows = estimates.chunks_exact_mut(columns).zip(variances.chunks_exact_mut(columns));
        for (size, (estimates, variances)) in sizes.iter().zip(rows).filter(|(size, _)| size.trials > 0) {
            block.estimate(*size, sums, estimates, variances);
        }
        let (mut trend_sum, mut trend_weight) = (0.0, 0.0);
        for (level, size) in sizes.iter().enumerate() {
            if size.trials == 0 {
                level_means.push(f64::NAN);
                continue;
            }
            let rows = level * columns..(level + 1) * columns;
            let (row, row_variances) = (&estimates[rows.clone()], &variances[rows]);
            let part = size.weight / self.others[level] as f64;
            let mut mean = shares.levels[level];
            mean.share += part * row[level];
            mean.variance += part * part * row_variances[level];
            level_means.push(row[level]);
            let part = size.weight / self.pair_count;
            // Each pair is counted from both of its levels.
            shares.trend.share += 0.5 * part * row[levels];
            shares.trend.variance += part * part * row_variances[levels];
            trend_sum += size.weight * row[levels];
            trend_weight += size.weight;
            let pairs = &mut shares.pairs[place(levels, level, level + 1)..];
            let weights = &self.pair_weights[level * levels..][level + 1..levels];
            for (other, (share, pair)) in (level + 1..).zip(pairs.iter_mut().zip(weights)) {
                if sizes[other].trials == 0 {
                    continue;
                }
                let (wins_variance, losses_variance) = (row_variances[other], variances[other * columns + level]);
                share.share += pair.weight * row[other];
                share.variance += pair.weight * pair.weight * wins_variance;
                share.variance += pair.weight * pair.weight * losses_variance;
                shares.levels[other].variance += pair.of_other * wins_variance;
                mean.variance += pair.of_level * losses_variance;
            }
            shares.levels[level] = mean;
        }
        trend_means.push(trend_sum / trend_weight);
    }
}

/// Returns the share of pairs that a trial of the tie wins against a level, less ½.
fn share(size: Size, tallies: &[Tally]) -> f64 {
    let part = |tally: &Tally| tally.halves * tally.label.weight;
    match size.groups {
        1 => part(&tallies[size.first_label]) - 0.5,
        groups => tallies[size.first_label..][..groups].iter().map(part).fold(0.0, |sum, part| sum + part) - 0.5,
    }
}

/// Subtracts half wins against a label, and updates the share against its level.
fn lose(label: usize, halves: f64, tallies: &mut [Tally], sizes: &[Size], row: &mut [f64]) {
    tallies[label].halves -= halves;
    let level = tallies[label].label.level;
    row[level] = share(sizes[level], tallies);
}

impl Block {
    /// Estimates the mean shares of the groups of a level, which weigh equally, and their variances, of the sums of all labels.
    fn estimate(&self, size: Size, sums: &[f64], estimates: &mut [f64], variances: &mut [f64]) {
        let (groups, trials, columns) = (size.groups as f64, size.trials as f64, estimates.len());
        let labels = size.first_label..size.first_label + size.groups;
        let within = |value: f64, square: f64, count: f64| (square - value * value / count) / (count - 1.0) / count;
        if size.groups == 1 && !size.has_single {
            // As below, without divisions by 1.
            let (values, squares) = sums[labels.start * 2 * columns..][..2 * columns].split_at(columns);
            let columns = estimates.iter_mut().zip(variances).zip(values.iter().zip(squares));
            for ((estimate, variance), (value, square)) in columns {
                *estimate = 0.5 + value / trials;
                *variance = within(*value, *square, trials).max(0.0);
            }
            return;
        }
        for (column, (estimate, variance)) in estimates.iter_mut().zip(variances).enumerate() {
            let parts = labels.clone().map(|label| {
                let value = label * 2 * columns + column;
                (sums[value], sums[value + columns], self.labels[label].trials as f64)
            });
            let center = parts.clone().map(|(value, _, count)| value / count).sum::<f64>() / groups;
            let share = 0.5 + center;
            // About the mean of all groups, if one has a single trial.
            let about_center = |(value, square, count): (f64, f64, f64)| {
                (square - 2.0 * center * value + count * center * center) / (count * count)
            };
            *estimate = share;
            *variance = if !size.has_single {
                parts.map(|(value, square, count)| within(value, square, count)).sum::<f64>() / (groups * groups)
            } else if size.trials == 1 {
                share * (1.0 - share)
            } else {
                parts.map(about_center).sum::<f64>() / (groups * groups) * trials / (trials - 1.0)
            };
            *variance = variance.max(0.0);
        }
    }
}

/// Returns the variance of the mean of these values; 0 of fewer than two.
fn variance_of_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = values.clone().sum::<f64>() / count;
    values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0) / count
}

#[cfg(test)]
mod tests {
    use super::super::win_key::{TrialGroup, WinKey};
    use super::*;
    use crate::Draws;

    /// Returns the mean of these shares, a list for each group of a level, and its variance.
    fn estimate(groups: &[Vec<f64>]) -> Share {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let squares = |values: &[f64], center: f64| values.iter().map(|value| (value - center).powi(2)).sum::<f64>();
        let (count, trials) = (groups.len() as f64, groups.iter().map(Vec::len).sum::<usize>());
        let share = groups.iter().map(|values| mean(values)).sum::<f64>() / count;
        let is_single = |values: &Vec<f64>| values.len() == 1;
        let variance_of_group = |values: &Vec<f64>| match values.len() as f64 {
            trials if groups.iter().any(is_single) => squares(values, share) / trials.powi(2),
            trials => squares(values, mean(values)) / (trials - 1.0) / trials,
        };
        let variance = groups.iter().map(variance_of_group).sum::<f64>() / count.powi(2);
        let variance = match trials {
            1 => share * (1.0 - share),
            trials if groups.iter().any(is_single) => variance * trials as f64 / (trials as f64 - 1.0),
            _ => variance,
        };
        Share { share, variance }
    }

    /// Counts every pair of trials. `keys` has the results of the trials of each block, from the best on.
    fn recount(blocks: &Blocks, keys: &[Vec<WinKey>]) -> Shares {
        let levels = blocks.levels;
        let mut shares = Shares {
            pairs: vec![Share::default(); levels * (levels - 1) / 2],
            levels: vec![Share::default(); levels],
            trend: Share::default(),
        };
        let add = |sum: &mut Share, part: f64, share: Share| {
            sum.share += part * share.share;
            sum.variance += part * part * share.variance;
        };
        for (block, keys) in blocks.blocks.iter().zip(keys) {
            let groups =
                |level: usize| (0..block.labels.len()).filter(move |label| block.labels[*label].level == level);
            let trials = |label: usize| (0..keys.len()).filter(move |trial| block.order[*trial] == label);
            let wins = |trial: usize, level: usize| {
                let wins = |label: usize| trials(label).map(|other| keys[trial].wins_against(keys[other])).sum::<f64>();
                let shares = groups(level).map(|label| wins(label) / block.labels[label].trials as f64);
                shares.sum::<f64>() / groups(level).count() as f64
            };
            let estimate = |level: usize, share: &dyn Fn(usize) -> f64| {
                estimate(&groups(level).map(|label| trials(label).map(share).collect()).collect::<Vec<_>>())
            };
            for level in (0..levels).filter(|level| groups(*level).next().is_some()) {
                let others: Vec<usize> =
                    (0..levels).filter(|other| *other != level && groups(*other).next().is_some()).collect();
                let weight: f64 = others.iter().map(|other| blocks.weight(level, *other)).sum();
                let mean = |share: &dyn Fn(usize) -> f64| {
                    others.iter().map(|other| blocks.weight(level, *other) * share(*other)).sum::<f64>() / weight
                };
                let against_others = estimate(level, &|trial| mean(&|other| wins(trial, other)));
                add(&mut shares.levels[level], weight / blocks.others[level] as f64, against_others);
                let directed = |share: f64, other: usize| if other < level { share } else { 1.0 - share };
                let mut trend = estimate(level, &|trial| mean(&|other| directed(wins(trial, other), other)));
                trend.share *= 0.5;
                add(&mut shares.trend, weight / blocks.pair_count, trend);
                for &other in &others {
                    let against_other = estimate(level, &|trial| wins(trial, other));
                    let rest = Share { share: 0.0, ..against_other };
                    let (pair, share) = (blocks.weight(level, other), if level < other { against_other } else { rest });
                    add(&mut shares.pairs[place(levels, level, other)], pair, share);
                    add(&mut shares.levels[other], pair / blocks.others[other] as f64, rest);
                }
            }
        }
        shares
    }

    #[test]
    fn shares_of_permutations_are_counts_of_all_pairs() {
        let (mut draws, mut scratch) = (Draws::new(5), Scratch::default());
        let mut counted = 0;
        for _ in 0..300 {
            let (levels, blocks, most_trials) = (2 + draws.below(5), 1 + draws.below(3), 1 + draws.below(6));
            let (values, kinds) = ([2, 8, 1000][draws.below(3)], [1, 3, 6][draws.below(3)]);
            let key = |draws: &mut Draws| match (draws.below(kinds), draws.below(values) as f64) {
                (0, value) => WinKey::missed(value, 0),
                (1, value) => WinKey::reached(value),
                (2, value) => WinKey::missed(value, 1),
                (3, _) => WinKey::reached_without_evaluations(),
                (4, _) => WinKey::missed_without_penalty(),
                (_, value) => WinKey::missed(value, 2),
            };
            let mut trials: Vec<(usize, usize, Vec<WinKey>)> = vec![];
            for (instance, level) in (0..blocks).flat_map(|instance| (0..levels).map(move |level| (instance, level))) {
                for _ in 0..[0, 1, 1, 1, 2, 3][draws.below(6)] {
                    let count = 1 + draws.below(most_trials);
                    trials.push((instance, level, (0..count).map(|_| key(&mut draws)).collect()));
                }
            }
            let groups: Vec<TrialGroup<'_>> = trials
                .iter()
                .map(|(instance, level, trials)| TrialGroup { level: *level, slice: 0, instance: *instance, trials })
                .collect();
            let mut blocks = Blocks::new(levels, &groups);
            let keys = |block: &Block| {
                let groups = groups.iter().filter(|group| group.instance == block.instance);
                let mut keys: Vec<WinKey> = groups.flat_map(|group| group.trials).copied().collect();
                keys.sort_by(WinKey::order);
                keys
            };
            let keys: Vec<Vec<WinKey>> = blocks.blocks.iter().map(keys).collect();
            for _ in 0..3 {
                let (ours, plain) = (blocks.shares(&mut scratch), recount(&blocks, &keys));
                let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} is not {b}: {blocks:?}");
                let all = |shares: &Shares| [&shares.pairs[..], &shares.levels, &[shares.trend]].concat();
                for (place, (a, b)) in all(ours).iter().zip(all(&plain)).enumerate() {
                    close(a.share, b.share);
                    // The variance of levels with single trials is that between blocks.
                    if !blocks.is_single || place < plain.pairs.len() {
                        close(a.variance, b.variance);
                    }
                    counted += 1;
                }
                blocks.shuffle(&mut draws);
            }
        }
        assert!(counted > 5000, "{counted}");
    }
}
