//! What counts as one observation, and what a design can show before anything is run.

use super::power::{detectable_a12, detectable_paired, smallest_rank_sum_p, smallest_signed_rank_p};

/// Adjusted p-values below this are called significant.
pub const LEVEL: f64 = 0.05;
/// The power that detectable effects are given for.
const POWER: f64 = 0.8;

/// What counts as one observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A trial: all are on the same cube, and what is found is true of that cube.
    Trial,
    /// A trial among those on the same cube: what is found is true of these cubes.
    TrialOnEachCube,
    /// A cube, by the median of its trials: what is found is true of cubes like these.
    Cube,
}

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    /// How many cubes there are.
    pub cubes: u64,
    /// Trials of each setting on each of them.
    pub repetitions: u64,
    /// Pairs of settings that are compared, over all stages.
    pub comparisons: u64,
}

impl Design {
    /// Success differs much from cube to cube, so that trials on the same one are no independent evidence about others.
    /// Cubes are the unit as soon as there are so many of them that a difference could come out as significant; with
    /// fewer, trials are compared within each cube, and nothing is said of other cubes. The design alone decides, never
    /// its results.
    #[must_use]
    pub fn unit(self) -> Unit {
        if self.cubes <= 1 {
            Unit::Trial
        } else if smallest_signed_rank_p(self.cubes) * self.family() <= LEVEL {
            Unit::Cube
        } else {
            Unit::TrialOnEachCube
        }
    }

    fn family(self) -> f64 {
        self.comparisons.max(1) as f64
    }

    /// The smallest p-value that a comparison of two settings can give.
    #[must_use]
    pub fn smallest_p(self) -> f64 {
        match self.unit() {
            Unit::Trial => smallest_rank_sum_p(self.repetitions, 1),
            Unit::TrialOnEachCube => smallest_rank_sum_p(self.repetitions, self.cubes),
            Unit::Cube => smallest_signed_rank_p(self.cubes),
        }
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

    /// The Â₁₂ (for cubes: the probability that the mean of two differences is positive) that is found with a power of
    /// 80 % in the first step of Holm's correction; above 1 if there is none.
    #[must_use]
    pub fn detectable(self) -> f64 {
        let alpha = LEVEL / self.family();
        match self.unit() {
            Unit::Trial | Unit::TrialOnEachCube => detectable_a12(self.repetitions * self.cubes, alpha, POWER),
            Unit::Cube => detectable_paired(self.cubes, alpha, POWER),
        }
    }

    /// The fewest repetitions with which the same comparisons on the same cubes could show something.
    #[must_use]
    pub fn repetitions_needed(self) -> u64 {
        (1..).find(|&repetitions| Self { repetitions, ..self }.can_show()).expect("p-values fall to 0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(cubes: u64, repetitions: u64, comparisons: u64) -> Design {
        Design { cubes, repetitions, comparisons }
    }

    #[test]
    fn cubes_are_the_unit_when_there_are_enough() {
        let unit = |cubes, comparisons| design(cubes, 31, comparisons).unit();
        assert_eq!(unit(1, 300), Unit::Trial);
        assert_eq!([unit(5, 1), unit(6, 1), unit(6, 2)], [Unit::TrialOnEachCube, Unit::Cube, Unit::TrialOnEachCube]);
        assert_eq!([unit(13, 300), unit(14, 300)], [Unit::TrialOnEachCube, Unit::Cube]);
    }

    #[test]
    fn five_repetitions_of_25_settings_show_nothing() {
        let paper = design(1, 5, 300);
        assert!((paper.smallest_p() - 2.0 / 252.0).abs() < 1e-12 && !paper.can_show());
        assert_eq!(paper.repetitions_needed(), 8);
        assert!(design(1, 31, 300).can_show() && design(1, 31, 300).detectable() < 0.85);
    }
}
