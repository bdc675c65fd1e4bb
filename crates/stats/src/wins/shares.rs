//! [`Shares`]: the shares of pairs of trials that levels win against each other, and their variances, counted over trials in the order of
//! their results. Tests are made of them in `family` and `direction`.

use super::blocks::{Block, Blocks, Size, place};
use super::limits::Share;

/// The shares of all pairs, of all levels against the mean of the others, and of pairs that the larger level wins.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    pub(super) pairs: Vec<Share>,
    pub(super) levels: Vec<Share>,
    pub(super) trend: Share,
}

/// The sums of the shares of pairs that the trials of a label win, less ½ each for their rounding, and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    values: f64,
    squares: f64,
}

/// The shares of a block, as memory that permutations use again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// For each label and level, those of its trials against that level.
    placements: Vec<Sums>,
    /// For each label, those against the other levels.
    means: Vec<Sums>,
    /// For each label, those in the direction of the larger level.
    trends: Vec<Sums>,
    /// For each label, trials that reached the target; of the scale; of the scale before a tie; and in the tie.
    reached: Vec<usize>,
    of_scale: Vec<usize>,
    before: Vec<usize>,
    tied: Vec<usize>,
    /// For each level, the share of pairs that a trial of a tie wins against it.
    wins: Vec<f64>,
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
    pub(super) fn shares(&self, scratch: &mut Scratch) -> Shares {
        let mut shares = Shares {
            pairs: vec![Share::default(); self.levels * self.levels.saturating_sub(1) / 2],
            levels: vec![Share::default(); self.levels],
            trend: Share::default(),
        };
        scratch.level_means.clear();
        scratch.trend_means.clear();
        for block in 0..self.blocks.len() {
            self.count_wins(block, scratch);
            self.add_block(block, scratch, &mut shares);
        }
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

    /// Counts the pairs that the trials of a block win, from the best trial on.
    fn count_wins(&self, block: usize, scratch: &mut Scratch) {
        let (block, sizes, levels) = (&self.blocks[block], &self.sizes[block], self.levels);
        let Scratch { placements, means, trends, reached, of_scale, before, tied, wins, .. } = scratch;
        reset(placements, block.labels.len() * levels);
        for sums in [&mut *means, &mut *trends] {
            reset(sums, block.labels.len());
        }
        for counts in [&mut *reached, &mut *of_scale, &mut *before, &mut *tied] {
            reset(counts, block.labels.len());
        }
        block.order[..block.reached].iter().for_each(|label| reached[*label] += 1);
        let mut ties = block.ties.iter().copied().peekable();
        let mut begin = 0;
        for &end_of_scale in &block.scales {
            let is_reached = begin < block.reached;
            of_scale.fill(0);
            before.fill(0);
            block.order[begin..end_of_scale].iter().for_each(|label| of_scale[*label] += 1);
            while let Some(end) = ties.next_if(|end| *end <= end_of_scale) {
                tied.fill(0);
                block.order[begin..end].iter().for_each(|label| tied[*label] += 1);
                begin = end;
                reset(wins, levels);
                for (number, label) in block.labels.iter().enumerate() {
                    let later = of_scale[number] - before[number] - tied[number];
                    let missed = label.trials - reached[number];
                    let (of_tier, later_tier) = if is_reached { (reached[number], missed) } else { (missed, 0) };
                    let halves = 2 * (later + later_tier) + tied[number] + of_tier - of_scale[number];
                    wins[label.level] += halves as f64 * label.weight;
                    before[number] += tied[number];
                }
                for (number, label) in block.labels.iter().enumerate().filter(|(number, _)| tied[*number] > 0) {
                    let count = tied[number] as f64;
                    let (mut mean, mut trend, mut weight) = (0.0, 0.0, 0.0);
                    let pair_weights = &self.weights[label.level * levels..][..levels];
                    for (other, &pair) in pair_weights.iter().enumerate() {
                        if other == label.level || sizes[other].trials == 0 {
                            continue;
                        }
                        let share = wins[other] - 0.5;
                        placements[number * levels + other].add(share, count);
                        mean += pair * share;
                        trend += if other < label.level { pair * share } else { -pair * share };
                        weight += pair;
                    }
                    if weight > 0.0 {
                        means[number].add(mean / weight, count);
                        trends[number].add(trend / weight, count);
                    }
                }
            }
        }
    }

    /// Adds the shares of a block to those of all.
    fn add_block(&self, number: usize, scratch: &mut Scratch, shares: &mut Shares) {
        let (block, sizes, levels) = (&self.blocks[number], &self.sizes[number], self.levels);
        let pair_count = self.pair_count;
        let (mut trend_sum, mut trend_weight) = (0.0, 0.0);
        for level in 0..levels {
            if sizes[level].trials == 0 {
                scratch.level_means.push(f64::NAN);
                continue;
            }
            let size = sizes[level];
            let mut weight = 0.0;
            for other in (0..levels).filter(|other| *other != level && sizes[*other].trials > 0) {
                let pair = self.weight(level, other);
                weight += pair;
                let wins = block.estimate(size, |label| scratch.placements[label * levels + other]);
                let share = &mut shares.pairs[place(levels, level, other)];
                if level < other {
                    share.share += pair * wins.share;
                }
                share.variance += pair * pair * wins.variance;
                shares.levels[other].variance += (pair / self.others[other] as f64).powi(2) * wins.variance;
            }
            let mean = block.estimate(size, |label| scratch.means[label]);
            let part = weight / self.others[level] as f64;
            shares.levels[level].share += part * mean.share;
            shares.levels[level].variance += part * part * mean.variance;
            scratch.level_means.push(mean.share);
            let trend = block.estimate(size, |label| scratch.trends[label]);
            let part = weight / pair_count;
            // Each pair is counted from both of its levels.
            shares.trend.share += 0.5 * part * trend.share;
            shares.trend.variance += part * part * trend.variance;
            trend_sum += weight * trend.share;
            trend_weight += weight;
        }
        scratch.trend_means.push(trend_sum / trend_weight);
    }
}

impl Sums {
    fn add(&mut self, share: f64, count: f64) {
        self.values += count * share;
        self.squares += count * share * share;
    }
}

impl Block {
    /// Returns the mean share of the groups of a level, which weigh equally, and its variance.
    fn estimate(&self, size: Size, sums: impl Fn(usize) -> Sums) -> Share {
        let (groups, trials) = (size.groups as f64, size.trials as f64);
        let labels = size.first_label..size.first_label + size.groups;
        let parts = || labels.clone().map(|label| (sums(label), self.labels[label].trials as f64));
        let center = parts().map(|(sums, count)| sums.values / count).sum::<f64>() / groups;
        let share = 0.5 + center;
        let within =
            |(sums, count): (Sums, f64)| (sums.squares - sums.values * sums.values / count) / (count - 1.0) / count;
        // About the mean of all groups, if one has a single trial.
        let about_center = |(sums, count): (Sums, f64)| {
            (sums.squares - 2.0 * center * sums.values + count * center * center) / (count * count)
        };
        let variance = if !size.has_single {
            parts().map(within).sum::<f64>() / (groups * groups)
        } else if size.trials == 1 {
            share * (1.0 - share)
        } else {
            parts().map(about_center).sum::<f64>() / (groups * groups) * trials / (trials - 1.0)
        };
        Share { share, variance: variance.max(0.0) }
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
