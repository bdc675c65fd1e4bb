//! [`Direction`]: whether the levels of a numeric factor become better in an expected direction, throughout or up to a level, by a trend
//! test on wins. The family of pairs shares the level of 5 % with it. Two levels have no trend, and are compared as a pair.

use super::blocks::pairs;
use super::family::{MANY, WinFamily, WinShare, agreeing, at_least, critical_value};
use crate::LEVEL;
use crate::distributions::maximum::shared_level;
use crate::distributions::normal;
use crate::intervals::rate::wilson;

/// The p-value below which the upper half of the levels has a trend of its own.
const UPPER_HALF: f64 = 0.1;

/// The levels of a number that are expected to be better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterLevels {
    /// The larger ones.
    Larger,
    /// The smaller ones.
    Smaller,
}

/// The answer to the question whether levels are the better, the further they are in an expected direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DirectionVerdict {
    /// No: levels are the better, the further they are in the opposite direction, as [`Self::Yes`] says of the expected one.
    Opposite,
    /// No: the further level loses most pairs on the whole.
    OppositeOnTheWhole {
        /// The level that wins the largest share of pairs.
        best: usize,
    },
    /// A level is shown to be worse than one that is less far.
    NotThroughout {
        /// The level that wins the largest share of pairs.
        best: usize,
        /// The level that is worse.
        worse: usize,
        /// The level against which it loses: the best one, if that is shown.
        than: usize,
    },
    /// Yes: the trend is shown in all levels and in the further half of them, and the furthest level is estimated to be the best.
    Yes,
    /// Yes up to a level: the furthest level is estimated to be the best, but the further half shows no trend of its own.
    UpTo {
        /// The nearest level that is shown to be better than the first one, and beyond which no pair is shown.
        level: usize,
    },
    /// The further level wins most pairs on the whole, without more.
    OnTheWhole {
        /// The level that wins the largest share of pairs.
        best: usize,
    },
    /// No direction is shown.
    NotShown,
}

/// The direction of the levels of a number.
#[derive(Clone, Debug)]
pub struct Direction {
    /// The answer.
    pub verdict: DirectionVerdict,
    /// The share of pairs that the level wins that is further in the expected direction: A. R. Jonckheere, "A distribution-free k-sample
    /// test against ordered alternatives", Biometrika 41 (1954), 133–145, within instances. Its p-value is that of the trend.
    pub share: WinShare,
}

impl WinFamily {
    /// Returns the direction of levels that are in ascending order, and the family that shares the level of 5 % with it. The
    /// direction is `None` if no pair has trials.
    ///
    /// The trend of three or more levels is tested at half of the level of 5 %. The family has the other half, or all if the trend is
    /// shown: B. L. Wiens, "A fixed sequence Bonferroni procedure for testing multiple endpoints", Pharmaceutical Statistics 2
    /// (2003), 211–215.
    ///
    /// # Own rules
    /// The halves, and the trend of the further half of the levels at 10 %. Each tested at the whole level, some answer was false on up
    /// to 11 % of 300 pages of five equal levels.
    ///
    /// # Panics
    /// If the family has fewer than two levels.
    #[must_use]
    pub fn directed(self, better: BetterLevels) -> (Self, Option<Direction>) {
        let is_larger = better == BetterLevels::Larger;
        if self.levels() < 3 {
            let share = if is_larger { self.pair(1, 0) } else { self.pair(0, 1) };
            let direction = share.map(|share| Direction { verdict: DirectionVerdict::of_pair(share), share });
            return (self, direction);
        }
        let halves = 2 * self.families().max(1);
        let share = self.trend(halves).map(|share| if is_larger { share } else { share.mirrored() });
        let is_shown = share.is_some_and(|share| share.is_claimed);
        let family = if is_shown { self } else { self.sharing(halves) };
        let direction = share.map(|share| Direction { verdict: verdict(&family, share, is_larger), share });
        (family, direction)
    }

    /// Returns the share of pairs that the larger level wins, which shares the level of 5 % with others: `families` with itself.
    fn trend(&self, families: usize) -> Option<WinShare> {
        if !self.has_trials() {
            return None;
        }
        let (share, limits) = self.observed_trend();
        let (statistic, level) = (limits.statistic(share), shared_level(families));
        let (p, critical) = if self.blocks.fewest_trials() >= MANY {
            (2.0 * normal::above(statistic.abs()), normal::quantile(1.0 - level / 2.0))
        } else {
            let trends = &self.permutations().trends;
            let count = at_least(trends, statistic.abs());
            ((count + 1) as f64 / (trends.len() + 1) as f64, critical_value(trends, level))
        };
        let p_corrected = (p * families as f64).min(1.0);
        let is_claimed = p_corrected <= LEVEL * (1.0 + 1e-9);
        let p_corrected = if is_claimed { p_corrected.min(LEVEL) } else { p_corrected };
        let (share, trials) = (share.share, limits.trials(share));
        let interval = agreeing(wilson(share.clamp(0.0, 1.0), trials, critical), share, is_claimed);
        Some(WinShare { share, trials, statistic, p, p_corrected, interval, is_claimed })
    }
}

impl DirectionVerdict {
    /// Returns the answer of two levels.
    fn of_pair(share: WinShare) -> Self {
        match (share.is_better(), share.is_worse()) {
            (true, _) => Self::Yes,
            (_, true) => Self::Opposite,
            _ => Self::NotShown,
        }
    }
}

/// The levels of a family from the first to the furthest in a direction.
struct Ordered<'a> {
    family: &'a WinFamily,
    is_larger: bool,
}

impl Ordered<'_> {
    fn levels(&self) -> usize {
        self.family.levels()
    }

    /// Returns the number of a level in the family, or of one of the family here.
    fn turned(&self, level: usize) -> usize {
        if self.is_larger { level } else { self.levels() - 1 - level }
    }

    fn pair(&self, level: usize, other: usize) -> Option<WinShare> {
        self.family.pair(self.turned(level), self.turned(other))
    }

    fn is_better(&self, level: usize, other: usize) -> bool {
        self.pair(level, other).is_some_and(|share| share.is_better())
    }

    /// Returns whether no level is estimated to be better than the furthest one.
    fn is_last_best(&self) -> bool {
        let last = self.levels() - 1;
        (0..last).all(|level| self.pair(last, level).is_none_or(|share| share.share >= 0.5))
    }

    /// Returns whether the further half of the levels has a trend of its own.
    fn has_upper_trend(&self) -> bool {
        let (levels, upper) = (self.levels(), self.levels() / 2 + 1);
        let blocks =
            self.family.blocks.filtered(|_, _| true, upper, |level| (self.turned(level) + upper).checked_sub(levels));
        let trend = WinFamily::from_blocks(blocks, 1, self.family.seed).trend(1);
        trend.is_some_and(|share| share.share > 0.5 && share.p < UPPER_HALF)
    }

    /// Returns whether the furthest level is the best throughout, given a trend.
    fn is_throughout(&self) -> bool {
        self.is_last_best() && self.has_upper_trend()
    }

    /// Returns the nearest level that is shown to be better than the first, and beyond which no pair is shown.
    fn up_to(&self) -> Option<usize> {
        let is_flat_beyond = |level: usize| {
            let mut beyond = pairs(self.levels()).filter(|(first, _)| *first >= level);
            beyond.all(|(first, second)| self.pair(first, second).is_none_or(|share| !share.is_claimed))
        };
        (1..self.levels()).find(|level| self.is_better(*level, 0) && is_flat_beyond(*level))
    }

    /// Returns a level that is shown to be worse than a nearer one, and that one: the best one, or else the pair with the largest share.
    fn worse(&self, best: usize) -> Option<(usize, usize)> {
        let key = |(nearer, further): &(usize, usize)| {
            (*nearer == best, self.pair(*nearer, *further).map_or(0.0, |share| share.share))
        };
        let worse = pairs(self.levels()).filter(|(nearer, further)| self.is_better(*nearer, *further));
        let worse = worse.max_by(|a, b| {
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        worse.map(|(nearer, further)| (further, nearer))
    }
}

/// Returns the answer, from the share of pairs that the further level wins.
fn verdict(family: &WinFamily, share: WinShare, is_larger: bool) -> DirectionVerdict {
    let (ordered, opposite) = (Ordered { family, is_larger }, Ordered { family, is_larger: !is_larger });
    let best = family.best().unwrap_or(0);
    let is_up = share.is_better();
    let has_better = pairs(family.levels()).any(|(nearer, further)| ordered.is_better(further, nearer));
    if share.is_worse() && !has_better {
        return if opposite.is_throughout() {
            DirectionVerdict::Opposite
        } else {
            DirectionVerdict::OppositeOnTheWhole { best }
        };
    }
    if let Some((worse, than)) = ordered.worse(ordered.turned(best)) {
        let (worse, than) = (ordered.turned(worse), ordered.turned(than));
        return DirectionVerdict::NotThroughout { best, worse, than };
    }
    if !is_up {
        return DirectionVerdict::NotShown;
    }
    if ordered.is_throughout() {
        return DirectionVerdict::Yes;
    }
    match ordered.up_to().filter(|_| ordered.is_last_best()) {
        Some(level) => DirectionVerdict::UpTo { level: ordered.turned(level) },
        None => DirectionVerdict::OnTheWhole { best },
    }
}
