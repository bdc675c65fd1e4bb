//! [`WinDesign`]: what a planned comparison of levels can show: the share of pairs detected with a power of 80 %, the power for any share,
//! and how much claimed shares exaggerate, if values are normal. Power is simulated for up to 400 trials of two levels and approximated for
//! more; exaggeration is always simulated.

use super::family::{MANY, WinFamily, WinLaw};
use super::shares::Scratch;
use super::win_key::{TrialGroup, WinKey};
use crate::Draws;
use crate::distributions::maximum::{NormalMaximum, shared_level};
use crate::distributions::normal;

/// The power at which a share of pairs counts as detectable.
const POWER: f64 = 0.8;
/// The simulated designs of a power.
const SIMULATED: usize = 1_000;
/// The most trials of two levels that are simulated; the power of more is that of the limit.
const MAX_SIMULATED: usize = 400;

/// A planned comparison of the levels of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDesign {
    /// The number of levels.
    pub levels: usize,
    /// The number of blocks: of instances, times the combinations of levels of other factors.
    pub blocks: usize,
    /// The number of trials of each level in a block.
    pub trials: usize,
    /// The number of families that share the level of 5 %.
    pub families: usize,
}

/// The law of the statistic of a pair, given a design.
struct PairLaw {
    critical: f64,
    is_sign: bool,
}

impl WinDesign {
    /// Returns the smallest share of pairs above ½ that is claimed with a power of 80 %, if trials of the two levels are normal with equal
    /// variances; `None` if there is none, as where the trials are too few.
    ///
    /// The critical value is that of the design without ties. Up to 400 trials of two levels, samples are simulated; with more the
    /// statistic is normal.
    ///
    /// ```
    /// use evocube_stats::wins::WinDesign;
    ///
    /// let design = WinDesign { levels: 2, blocks: 5, trials: 5, families: 1 };
    /// let share = design.detectable_share().expect("25 trials show something");
    /// assert!(share > 0.70 && share < 0.78, "{share}");
    /// assert_eq!(WinDesign { blocks: 1, trials: 4, ..design }.detectable_share(), None);
    /// ```
    pub fn detectable_share(self) -> Option<f64> {
        let law = self.pair_law()?;
        let (mut low, mut high) = (0.5, 0.999);
        if self.power_by(&law, high) < POWER {
            return None;
        }
        for _ in 0..12 {
            let middle = f64::midpoint(low, high);
            if self.power_by(&law, middle) < POWER { low = middle } else { high = middle }
        }
        Some(high)
    }

    /// Returns the probability that a pair of which one level wins this share of pairs, between 0 and 1, is claimed; 0 if the trials are
    /// too few.
    pub fn power(self, share: f64) -> f64 {
        self.pair_law().map_or(0.0, |law| self.power_by(&law, share))
    }

    /// Returns how many times too large, on average, the difference from ½ of a claimed share is, if this is the true one; `None` if the
    /// design shows nothing. A. Gelman and J. Carlin, "Beyond power calculations: assessing type S (sign) and type M (magnitude)
    /// errors", Perspectives on Psychological Science 9 (2014), 641–651.
    pub fn exaggeration(self, share: f64) -> Option<f64> {
        self.power_and_exaggeration(share).1
    }

    /// Returns the [power](Self::power) and the [exaggeration](Self::exaggeration) of a share, of the same samples where both are simulated.
    pub fn power_and_exaggeration(self, share: f64) -> (f64, Option<f64>) {
        let Some(law) = self.pair_law() else { return (0.0, None) };
        let (claimed, sum) = self.simulated(&law, share);
        let power = if self.is_simulated() { share_of_samples(claimed) } else { self.power_by(&law, share) };
        (power, (claimed > 0).then(|| sum / claimed as f64 / (share - 0.5).abs()))
    }

    /// Returns the critical value without ties; `None` if the trials are too few.
    fn pair_law(self) -> Option<PairLaw> {
        // Levels that win all pairs against the later ones.
        let trials: Vec<Vec<WinKey>> = (0..self.levels)
            .map(|level| {
                (0..self.trials).map(|trial| WinKey::missed((level * self.trials + trial) as f64, 0)).collect()
            })
            .collect();
        let is_exact = self.trials == 1 || self.blocks * self.trials >= MANY;
        let family = |levels: usize| {
            let group =
                |block: usize, level: usize| TrialGroup { level, slice: 0, instance: block, trials: &trials[level] };
            let groups: Vec<TrialGroup<'_>> =
                (0..self.blocks).flat_map(|block| (0..levels).map(move |level| group(block, level))).collect();
            WinFamily::new(levels, &groups, self.families, 1)
        };
        let family_of_pair = family(self.levels.min(2));
        if self.levels < 2 || self.blocks * self.trials == 0 || family_of_pair.is_too_small() {
            return None;
        }
        let normal = || NormalMaximum::of_levels(self.levels).quantile(shared_level(self.families));
        let critical = if is_exact { normal() } else { family(self.levels).critical() };
        Some(PairLaw { critical, is_sign: self.levels == 2 && family_of_pair.law() == WinLaw::Sign })
    }

    /// Returns whether the power is simulated.
    fn is_simulated(self) -> bool {
        2 * self.blocks * self.trials <= MAX_SIMULATED
    }

    fn power_by(self, law: &PairLaw, share: f64) -> f64 {
        if self.is_simulated() {
            return share_of_samples(self.simulated(law, share).0);
        }
        // The variance of the share of normal values: that of one pair, and twice the covariance of pairs with a common trial.
        let repetitions = self.trials as f64;
        let shared = shared_wins(share) - share * share;
        let pair = share * (1.0 - share);
        let variance = (pair + 2.0 * (repetitions - 1.0) * shared) / (repetitions * repetitions * self.blocks as f64);
        let deviation = 2.0 * (pair / variance).sqrt() * (share - 0.5);
        normal::above((law.critical - deviation) / (2.0 * pair.sqrt()))
    }

    /// Returns the number of simulated samples whose pair is claimed, and the sum of the sizes of their differences from ½, in either
    /// direction.
    fn simulated(self, law: &PairLaw, share: f64) -> (usize, f64) {
        let mut draws = Draws::new(1);
        let shift = std::f64::consts::SQRT_2 * normal::quantile(share);
        let (mut claimed, mut sum, mut scratch) = (0, 0.0, Scratch::default());
        for _ in 0..SIMULATED {
            let mut trials = |shift: f64| -> Vec<Vec<WinKey>> {
                let mut value = || WinKey::missed(shift + normal::quantile(draws.uniform()), 0);
                (0..self.blocks).map(|_| (0..self.trials).map(|_| value()).collect()).collect()
            };
            let (better, worse) = (trials(-shift), trials(0.0));
            let group = |level: usize, instance: usize, trials| TrialGroup { level, slice: 0, instance, trials };
            let groups: Vec<TrialGroup<'_>> = better
                .iter()
                .enumerate()
                .map(|(block, trials)| group(0, block, trials))
                .chain(worse.iter().enumerate().map(|(block, trials)| group(1, block, trials)))
                .collect();
            let Some(pair) = WinFamily::pair_statistic(&groups, &mut scratch) else { continue };
            let is_claimed =
                if law.is_sign { pair.2 <= shared_level(self.families) } else { pair.1.abs() > law.critical };
            if is_claimed {
                claimed += 1;
                // A claim in the wrong direction counts with its size, too.
                sum += (pair.0 - 0.5).abs();
            }
        }
        (claimed, sum)
    }
}

fn share_of_samples(claimed: usize) -> f64 {
    claimed as f64 / SIMULATED as f64
}

/// Returns the probability that a normal value wins against both of two others, if it wins this share of pairs: the mean over its
/// quantiles.
fn shared_wins(share: f64) -> f64 {
    let shift = std::f64::consts::SQRT_2 * normal::quantile(share);
    let count = 1_000;
    let wins = |place: i32| normal::below(shift + normal::quantile((f64::from(place) + 0.5) / f64::from(count)));
    (0..count).map(|place| wins(place).powi(2)).sum::<f64>() / f64::from(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_of_single_trials_is_that_of_the_sign_test() {
        // Of 20 pairs, 15 are significant: 2 P(15 or more wins) = 0.041. A level wins each with this probability.
        let share: f64 = 0.7;
        let mut law = vec![(1.0 - share).powi(20)];
        (0..20).for_each(|wins| law.push(law[wins] * (20 - wins) as f64 / (wins + 1) as f64 * share / (1.0 - share)));
        let claimed = || law.iter().enumerate().filter(|(wins, _)| *wins <= 5 || *wins >= 15);
        let power: f64 = claimed().map(|(_, p)| p).sum();
        let size: f64 = claimed().map(|(wins, p)| p * (wins as f64 / 20.0 - 0.5).abs()).sum::<f64>() / power;
        let design = WinDesign { levels: 2, blocks: 20, trials: 1, families: 1 };
        // Four standard errors of 1,000 designs.
        assert!((design.power(share) - power).abs() < 0.06, "{power} {}", design.power(share));
        let times = design.exaggeration(share).unwrap();
        assert!((times - size / 0.2).abs() < 0.07, "{times} {}", size / 0.2);
        assert_eq!(design.power_and_exaggeration(share), (design.power(share), Some(times)));
        // The binomial law has a power of 80 % at 0.7987.
        assert!((design.detectable_share().unwrap() - 0.7987).abs() < 0.015, "{:?}", design.detectable_share());
    }

    #[test]
    fn designs_of_up_to_400_trials_are_simulated_and_larger_ones_have_nearly_their_power() {
        let power = |trials| WinDesign { levels: 2, blocks: 1, trials, families: 1 }.power(0.58) * 1000.0;
        let (simulated, normal) = (power(200), power(201));
        let is_count = |thousandths: f64| (thousandths - thousandths.round()).abs() < 1e-9;
        assert!(is_count(simulated) && !is_count(normal) && (simulated - normal).abs() < 50.0, "{simulated} {normal}");
    }
}
