//! [`Blocks`]: the trials of each instance and slice (combination of levels of other factors) in the order of their results, with the
//! labels that permutation tests exchange; and parts of them. Also the order of pairs of levels and their weights, sizes of levels, limits
//! of effective numbers of trials, and wins of single trials for the sign test. `shares` counts the shares of pairs; `family` tests them.

use std::collections::BTreeMap;

use super::limits::Limits;
use super::win_key::{TrialGroup, WinKey};
use crate::Draws;

/// The trials of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) level: usize,
    pub(super) trials: usize,
    /// Half the part of a trial in the mean of the groups of its level.
    pub(super) weight: f64,
}

/// The trials of one slice on one instance, from the best on.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) slice: usize,
    pub(super) instance: usize,
    /// The labels, in the order of their levels.
    pub(super) labels: Vec<Label>,
    /// The label of each trial.
    pub(super) order: Vec<usize>,
    /// The number of trials that reached the target, which are the first.
    pub(super) reached: usize,
    /// The ends of trials that are compared with each other, and of those that tie.
    pub(super) scales: Vec<usize>,
    pub(super) ties: Vec<usize>,
    /// The variance of the ranks; 1 without ties.
    rank_variance: f64,
}

/// The size of a level in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) trials: usize,
    pub(super) groups: usize,
    /// The number of its first label; the others follow.
    pub(super) first_label: usize,
    /// The number of independent trials whose mean varies as much; 0 without trials.
    effective: f64,
    /// The sum of the weights of its pairs with the other levels of the block.
    pub(super) weight: f64,
    /// Whether a group has a single trial, so that nothing is known of its variation.
    pub(super) has_single: bool,
}

/// The weight of a pair of a level and another one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairWeight {
    /// That of each block that has both: the reciprocal of their number; 0 without one, and of a level and itself.
    pub(super) weight: f64,
    /// The weight in the direction of the larger level: negative if that is the other one.
    pub(super) directed: f64,
    /// The squares of its parts in the mean shares of both levels.
    pub(super) of_level: f64,
    pub(super) of_other: f64,
}

/// The blocks of the levels of a factor.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) levels: usize,
    pub(super) blocks: Vec<Block>,
    /// For each block the size of each level.
    pub(super) sizes: Vec<Vec<Size>>,
    /// For each level and each other one.
    pub(super) pair_weights: Vec<PairWeight>,
    /// The number of levels with which each level is compared.
    pub(super) others: Vec<usize>,
    /// The number of pairs of levels that have trials in a common block.
    pub(super) pair_count: f64,
    /// Whether every level has at most one trial in each block.
    pub(super) is_single: bool,
}

/// The limits of the effective numbers of trials.
#[derive(Clone, Debug)]
pub(super) struct AllLimits {
    pub(super) pairs: Vec<Limits>,
    pub(super) levels: Vec<Limits>,
    pub(super) trend: Limits,
}

/// Returns the pairs of levels, the smaller number first.
pub(super) fn pairs(levels: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..levels).flat_map(move |first| (first + 1..levels).map(move |second| (first, second)))
}

/// Returns the place of a pair in the order of [`pairs`].
pub(super) fn place(levels: usize, first: usize, second: usize) -> usize {
    let (first, second) = (first.min(second), first.max(second));
    first * (2 * levels - first - 1) / 2 + second - first - 1
}

impl Block {
    fn new(slice: usize, instance: usize, groups: &[&TrialGroup<'_>]) -> Self {
        let label = |group: &&TrialGroup<'_>| {
            let (level, trials) = (group.level, group.trials.len());
            let groups = groups.iter().filter(|other| other.level == level).count();
            Label { level, trials, weight: 0.5 / (trials * groups) as f64 }
        };
        let labels = groups.iter().map(label).collect();
        let mut trials = Vec::with_capacity(groups.iter().map(|group| group.trials.len()).sum());
        for (label, group) in groups.iter().enumerate() {
            trials.extend(group.trials.iter().map(|standing| (*standing, label)));
        }
        trials.sort_by(|a, b| a.0.order(&b.0));
        let ends = |is_same: fn(&WinKey, &WinKey) -> bool| -> Vec<usize> {
            let mut end = 0;
            let chunk_end = |chunk: &[(WinKey, usize)]| {
                end += chunk.len();
                end
            };
            trials.chunk_by(|a, b| is_same(&a.0, &b.0)).map(chunk_end).collect()
        };
        let mut block = Self {
            slice,
            instance,
            labels,
            order: trials.iter().map(|trial| trial.1).collect(),
            reached: trials.partition_point(|trial| trial.0.is_reached()),
            scales: ends(WinKey::has_scale_of),
            ties: ends(|a, b| a.order(b).is_eq()),
            rank_variance: 1.0,
        };
        block.rank_variance = block.rank_variance();
        block
    }

    /// Returns the variance of the numbers of pairs that the trials win, divided by that of ranks without ties.
    fn rank_variance(&self) -> f64 {
        let count = self.order.len() as f64;
        let (mut begin, mut squares) = (0, 0.0);
        let mut ties = self.ties.iter().copied().peekable();
        for &end_of_scale in &self.scales {
            let (of_tier, later) = if begin < self.reached {
                (self.reached, self.order.len() - self.reached)
            } else {
                (self.order.len() - self.reached, 0)
            };
            let other_scales = of_tier - (end_of_scale - begin);
            while let Some(end) = ties.next_if(|end| *end <= end_of_scale) {
                let tied = end - begin;
                let wins = (end_of_scale - end + later) as f64 + 0.5 * (tied + other_scales) as f64;
                squares += tied as f64 * (wins - count / 2.0).powi(2);
                begin = end;
            }
        }
        if self.order.len() < 2 { 0.0 } else { squares / ((count.powi(3) - count) / 12.0) }
    }

    fn sizes(&self, levels: usize) -> Vec<Size> {
        let mut sizes = vec![Size::default(); levels];
        let mut reciprocals = vec![0.0; levels];
        for (number, label) in self.labels.iter().enumerate() {
            let size = &mut sizes[label.level];
            if size.groups == 0 {
                size.first_label = number;
            }
            size.trials += label.trials;
            size.groups += 1;
            size.has_single |= label.trials == 1;
            reciprocals[label.level] += 1.0 / label.trials as f64;
        }
        for (size, reciprocals) in sizes.iter_mut().zip(reciprocals).filter(|(size, _)| size.groups > 0) {
            size.effective = (size.groups as f64).powi(2) / reciprocals;
        }
        sizes
    }
}

impl Blocks {
    /// Returns the blocks of these groups. Groups without trials are left out, and blocks with a single level.
    pub(super) fn new(levels: usize, groups: &[TrialGroup<'_>]) -> Self {
        let mut by_block: BTreeMap<(usize, usize), Vec<&TrialGroup<'_>>> = BTreeMap::new();
        for group in groups.iter().filter(|group| !group.trials.is_empty()) {
            assert!(group.level < levels, "level {} of {levels}", group.level);
            by_block.entry((group.slice, group.instance)).or_default().push(group);
        }
        let block = |((slice, instance), mut groups): ((usize, usize), Vec<&TrialGroup<'_>>)| {
            groups.sort_by_key(|group| (group.level, group.trials.len()));
            Block::new(slice, instance, &groups)
        };
        Self::from_blocks(levels, by_block.into_iter().map(block).collect())
    }

    fn from_blocks(levels: usize, mut blocks: Vec<Block>) -> Self {
        blocks.retain(|block| block.labels.iter().any(|label| label.level != block.labels[0].level));
        let mut sizes: Vec<Vec<Size>> = blocks.iter().map(|block| block.sizes(levels)).collect();
        let mut shared = vec![0_usize; levels * levels];
        for sizes in &sizes {
            let present: Vec<usize> = (0..levels).filter(|level| sizes[*level].trials > 0).collect();
            for &first in &present {
                present
                    .iter()
                    .filter(|second| **second != first)
                    .for_each(|second| shared[first * levels + second] += 1);
            }
        }
        let count = |shared: &[usize]| shared.iter().filter(|shared| **shared > 0).count();
        let others: Vec<usize> = shared.chunks(levels.max(1)).map(count).collect();
        let pair_count = 0.5 * count(&shared) as f64;
        let is_single = sizes.iter().flatten().all(|size| size.trials <= 1);
        let pair_weight = |(place, &shared): (usize, &usize)| {
            if shared == 0 {
                return PairWeight::default();
            }
            let (level, other, weight) = (place / levels, place % levels, 1.0 / shared as f64);
            let squared_part = |level: usize| (weight / others[level] as f64).powi(2);
            let directed = if other < level { weight } else { -weight };
            PairWeight { weight, directed, of_level: squared_part(level), of_other: squared_part(other) }
        };
        let pair_weights: Vec<PairWeight> = shared.iter().enumerate().map(pair_weight).collect();
        for sizes in &mut sizes {
            for level in 0..levels {
                let pairs = pair_weights[level * levels..].iter().zip(&*sizes);
                sizes[level].weight = pairs.filter(|(_, other)| other.trials > 0).map(|(pair, _)| pair.weight).sum();
            }
        }
        Self { levels, blocks, sizes, pair_weights, others, pair_count, is_single }
    }

    /// Returns the blocks that a condition keeps, with the levels that it keeps, which are numbered anew.
    pub(super) fn filtered(
        &self,
        keeps: impl Fn(usize, usize) -> bool,
        levels: usize,
        level: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let kept = |block: &Block| {
            // The label of each label of the block that stays.
            let mut labels = vec![];
            let numbers: Vec<Option<usize>> = block
                .labels
                .iter()
                .map(|label| {
                    labels.push(Label { level: level(label.level)?, ..*label });
                    Some(labels.len() - 1)
                })
                .collect();
            // The number of trials before each place that stay.
            let mut before = vec![0; block.order.len() + 1];
            for (place, label) in block.order.iter().enumerate() {
                before[place + 1] = before[place] + usize::from(numbers[*label].is_some());
            }
            let ends = |ends: &[usize]| {
                let mut kept: Vec<usize> = ends.iter().map(|end| before[*end]).collect();
                kept.dedup();
                kept.retain(|end| *end > 0);
                kept
            };
            let mut filtered = Block {
                order: block.order.iter().filter_map(|label| numbers[*label]).collect(),
                labels,
                reached: before[block.reached],
                scales: ends(&block.scales),
                ties: ends(&block.ties),
                ..*block
            };
            filtered.rank_variance = filtered.rank_variance();
            filtered
        };
        let blocks = self.blocks.iter().filter(|block| keeps(block.slice, block.instance)).map(kept);
        Self::from_blocks(levels, blocks.filter(|block| !block.order.is_empty()).collect())
    }

    /// Returns the numbers of the instances.
    pub(super) fn instances(&self) -> Vec<usize> {
        let mut instances: Vec<usize> = self.blocks.iter().map(|block| block.instance).collect();
        instances.sort_unstable();
        instances.dedup();
        instances
    }

    pub(super) fn weight(&self, first: usize, second: usize) -> f64 {
        self.pair_weights[first * self.levels + second].weight
    }

    /// Returns the number of trials of the level that has the fewest.
    pub(super) fn fewest_trials(&self) -> usize {
        let trials = |level: usize| self.sizes.iter().map(|sizes| sizes[level].trials).sum::<usize>();
        (0..self.levels).filter(|level| self.others[*level] > 0).map(trials).min().unwrap_or(0)
    }

    /// Exchanges the labels of all trials within each block.
    pub(super) fn shuffle(&mut self, draws: &mut Draws) {
        for block in &mut self.blocks {
            for place in (1..block.order.len()).rev() {
                block.order.swap(place, draws.below(place + 1));
            }
        }
    }

    /// Orders the labels, so that permutations depend on no result.
    pub(super) fn order_labels(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.order.sort_unstable());
    }

    /// Returns the wins of the first of two levels with single trials, the ties, and the number of pairs.
    pub(super) fn single_wins(&self) -> (usize, usize, usize) {
        let is_tie = |block: &Block| block.ties.len() == 1 || (block.scales.len() == 2 && block.reached != 1);
        let is_win = |block: &Block| !is_tie(block) && block.labels[block.order[0]].level == 0;
        let count = |is_counted: &dyn Fn(&Block) -> bool| self.blocks.iter().filter(|block| is_counted(block)).count();
        (count(&is_win), count(&is_tie), self.blocks.len())
    }

    /// Returns the limits of the effective number of trials of each pair, of each level, and of the direction.
    pub(super) fn limits(&self) -> AllLimits {
        let levels = self.levels;
        let mut pair_limits = vec![Limits::default(); levels * levels.saturating_sub(1) / 2];
        let mut level_limits = vec![Limits::default(); levels];
        let mut trend = Limits::default();
        let pair_count = self.pair_count;
        for (block, sizes) in self.blocks.iter().zip(&self.sizes) {
            let variance = block.rank_variance / 12.0;
            let present: Vec<usize> = (0..levels).filter(|level| sizes[*level].trials > 0).collect();
            let size = |level: usize| sizes[level].effective;
            let least = present.iter().map(|level| size(*level)).fold(f64::INFINITY, f64::min);
            let mut all_pairs = 0.0;
            for &first in &present {
                let (mut weight, mut squares, mut direction) = (0.0, 0.0, 0.0);
                for &second in present.iter().filter(|second| **second != first) {
                    let (pair, products) = (self.weight(first, second), 1.0 / (size(first) * size(second)));
                    let part = pair / self.others[first] as f64;
                    weight += part;
                    squares += part * part * (1.0 / size(second) + products);
                    direction += if second < first { pair } else { -pair } / pair_count;
                    if first < second {
                        let reciprocals = 1.0 / size(first) + 1.0 / size(second) + products;
                        pair_limits[place(levels, first, second)]
                            .add(pair * pair / size(first).min(size(second)), pair * pair * variance * reciprocals);
                        trend.add(0.0, variance * (pair / pair_count).powi(2) * products);
                        all_pairs += pair / pair_count;
                    }
                }
                level_limits[first].add(weight * weight / least, variance * (weight * weight / size(first) + squares));
                trend.add(0.0, variance * direction * direction / size(first));
            }
            trend.add(all_pairs * all_pairs / least, 0.0);
        }
        let mut limits = AllLimits { pairs: pair_limits, levels: level_limits, trend };
        limits.pairs.iter_mut().chain(&mut limits.levels).for_each(Limits::invert);
        limits.trend.invert();
        if self.is_single {
            // Nothing is known of the variation of single trials but that of the signs.
            limits.pairs.iter_mut().for_each(|limits| limits.low = limits.high);
        }
        limits
    }
}
