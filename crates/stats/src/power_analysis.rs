//! [`PowerAnalysis`]: the effects that a sweep can detect, before it runs.

use super::power::{detectable_rank_sum, detectable_signed_rank, smallest_rank_sum_p};

/// The significance level of adjusted p-values.
pub const LEVEL: f64 = 0.05;
/// Minimum number of solved trials of each of two configurations whose run times are compared.
pub const MIN_SOLVED: u64 = 10;
/// The power at which an effect counts as detectable.
const POWER: f64 = 0.8;

/// The numbers of trials and comparisons of a sweep, which determine the effects that it can detect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerAnalysis {
    /// Number of instances.
    pub instances: u64,
    /// Number of trials of each configuration on each instance.
    pub repetitions: u64,
    /// Number of comparisons with the best configuration, in the stage with the most.
    pub comparisons: u64,
}

impl PowerAnalysis {
    /// Returns whether trials are paired: one of each configuration on each instance. Wilcoxon's signed-rank test
    /// compares paired trials; the rank-sum test, stratified by instance, compares others.
    #[must_use]
    pub fn is_paired(self) -> bool {
        self.instances > 1 && self.repetitions == 1
    }

    fn family(self) -> f64 {
        self.comparisons.max(1) as f64
    }

    /// Returns the smallest possible p-value of a comparison of two configurations, the same for both tests.
    #[must_use]
    pub fn smallest_p(self) -> f64 {
        smallest_rank_sum_p(self.repetitions, self.instances)
    }

    /// Returns the smallest possible p-value after Bonferroni's correction, which is the first step of Holm's.
    #[must_use]
    pub fn smallest_adjusted_p(self) -> f64 {
        (self.smallest_p() * self.family()).min(1.0)
    }

    /// Returns whether a significant result is possible.
    #[must_use]
    pub fn can_show(self) -> bool {
        self.smallest_adjusted_p() < LEVEL
    }

    /// Returns the smallest effect that is detected with a power of 80 % in the first step of Holm's correction; `None` if no
    /// significant result is possible. The effect is Â₁₂ on each instance, or for paired trials the share of instances
    /// on which one configuration is better.
    #[must_use]
    pub fn detectable(self) -> Option<f64> {
        let alpha = LEVEL / self.family();
        if !self.can_show() {
            None
        } else if self.is_paired() {
            detectable_signed_rank(self.instances, alpha, POWER)
        } else {
            detectable_rank_sum(self.repetitions, self.instances, alpha, POWER)
        }
    }

    /// Returns the minimum number of repetitions for a significant result with the same instances and comparisons.
    #[must_use]
    pub fn repetitions_needed(self) -> u64 {
        (1..).find(|&repetitions| Self { repetitions, ..self }.can_show()).expect("p-values fall to 0")
    }

    /// Returns the minimum number of instances for a significant result with the same repetitions and comparisons.
    #[must_use]
    pub fn instances_needed(self) -> u64 {
        (1..).find(|&instances| Self { instances, ..self }.can_show()).expect("p-values fall to 0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(instances: u64, repetitions: u64, comparisons: u64) -> PowerAnalysis {
        PowerAnalysis { instances, repetitions, comparisons }
    }

    #[test]
    fn five_repetitions_of_25_configurations_cannot_be_significant() {
        let paper = design(1, 5, 300);
        assert!((paper.smallest_p() - 2.0 / 252.0).abs() < 1e-12 && !paper.can_show());
        assert_eq!((paper.repetitions_needed(), paper.instances_needed(), paper.detectable()), (8, 2, None));
        assert!(design(1, 31, 300).can_show() && design(1, 31, 300).detectable().unwrap() < 0.85);
    }

    #[test]
    fn every_design_that_can_be_significant_has_a_detectable_effect() {
        for instances in 1..=20 {
            for repetitions in [1, 2, 5, 31] {
                for comparisons in [1, 3, 300] {
                    let design = design(instances, repetitions, comparisons);
                    let effect = design.detectable();
                    assert_eq!(effect.is_some(), design.can_show(), "{design:?}");
                    assert!(effect.is_none_or(|effect| 0.5 < effect && effect < 1.0), "{design:?}: {effect:?}");
                }
            }
        }
    }
}
