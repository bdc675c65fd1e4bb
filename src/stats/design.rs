//! What a design can show before anything is run.

use super::power::{detectable_rank_sum, detectable_signed_rank, smallest_rank_sum_p};

/// Adjusted p-values below this are called significant.
pub const LEVEL: f64 = 0.05;
/// The power that detectable effects are given for.
const POWER: f64 = 0.8;

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    /// Number of instances.
    pub instances: u64,
    /// Trials of each configuration on each of them.
    pub repetitions: u64,
    /// Comparisons of two configurations, over all stages.
    pub comparisons: u64,
}

impl Design {
    /// Are trials paired, one of each configuration on each instance? Wilcoxon's signed ranks then compare them;
    /// otherwise it is the rank-sum test, stratified by instance.
    #[must_use]
    pub fn is_paired(self) -> bool {
        self.instances > 1 && self.repetitions == 1
    }

    fn family(self) -> f64 {
        self.comparisons.max(1) as f64
    }

    /// The smallest p-value that a comparison of two configurations can give. It is the same for both tests.
    #[must_use]
    pub fn smallest_p(self) -> f64 {
        smallest_rank_sum_p(self.repetitions, self.instances)
    }

    /// The same after correction for all comparisons: the first step of Holm's, and Bonferroni's.
    #[must_use]
    pub fn smallest_adjusted_p(self) -> f64 {
        (self.smallest_p() * self.family()).min(1.0)
    }

    /// Can anything come out as significant?
    #[must_use]
    pub fn can_show(self) -> bool {
        self.smallest_adjusted_p() < LEVEL
    }

    /// The smallest effect that is found with a power of 80 % in the first step of Holm's correction: Â₁₂ on each
    /// instance, or for paired trials the share of instances on which one is better. `None` if nothing can be shown.
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

    /// The fewest repetitions with which the same comparisons on as many instances could show something.
    #[must_use]
    pub fn repetitions_needed(self) -> u64 {
        (1..).find(|&repetitions| Self { repetitions, ..self }.can_show()).expect("p-values fall to 0")
    }

    /// The fewest instances with which the same comparisons with as many repetitions could show something.
    #[must_use]
    pub fn instances_needed(self) -> u64 {
        (1..).find(|&instances| Self { instances, ..self }.can_show()).expect("p-values fall to 0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(instances: u64, repetitions: u64, comparisons: u64) -> Design {
        Design { instances, repetitions, comparisons }
    }

    #[test]
    fn five_repetitions_of_25_configurations_show_nothing() {
        let paper = design(1, 5, 300);
        assert!((paper.smallest_p() - 2.0 / 252.0).abs() < 1e-12 && !paper.can_show());
        assert_eq!((paper.repetitions_needed(), paper.instances_needed(), paper.detectable()), (8, 2, None));
        assert!(design(1, 31, 300).can_show() && design(1, 31, 300).detectable().unwrap() < 0.85);
    }

    #[test]
    fn whatever_can_be_shown_at_all_is_found_if_the_effect_is_large_enough() {
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
