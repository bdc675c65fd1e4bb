//! [`PowerAnalysis`]: the differences that the test of a factor detects, before a sweep runs.

use statrs::function::gamma::ln_gamma;

use super::student;

/// The significance level of corrected p-values.
pub const LEVEL: f64 = 0.05;
/// The power at which a difference counts as detectable.
const POWER: f64 = 0.8;
/// The largest difference that is looked for, in standard deviations of a trial.
const MAX_DIFFERENCE: f64 = 100.0;

/// A factor of a design, which determines the differences between its levels that an F test detects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerAnalysis {
    /// Number of levels.
    pub levels: u64,
    /// Number of trials of each of two levels; of different ones their harmonic mean.
    pub trials: f64,
    /// Degrees of freedom of the noise: the trials less those that determine means or, with the instance as the unit, the number of
    /// instances less 1.
    pub noise_df: f64,
    /// Whether the instance is the unit, since each configuration has one trial on each.
    pub is_paired: bool,
    /// Number of effects that are tested together.
    pub tests: u64,
}

impl PowerAnalysis {
    /// Returns the smallest difference between two levels, in standard deviations of a trial, that is detected with a power of 80 % in
    /// the first step of Holm's correction, if the other levels are in the middle; `None` without noise to compare it with.
    ///
    /// Values are normal with equal variances. With the instance as the unit, a standard deviation is that of a trial beside
    /// its instance, and the power is at least 80 %: with fewer instances than levels, the smallest degrees of freedom of S. W.
    /// Greenhouse and S. Geisser, "On methods in the analysis of profile data", Psychometrika 24 (1959), 95–112, determine
    /// what is significant.
    ///
    /// ```
    /// // Two levels with 17 trials each: Cohen's d of 1, in his tables of the t test.
    /// let analysis =
    ///     evocube_stats::PowerAnalysis { levels: 2, trials: 17.0, noise_df: 32.0, is_paired: false, tests: 1 };
    /// assert!(analysis.detectable().is_some_and(|difference| (difference - 0.99).abs() < 0.01));
    /// ```
    pub fn detectable(self) -> Option<f64> {
        if self.levels < 2 || self.noise_df < 1.0 {
            return None;
        }
        let critical = self.critical();
        let (mut low, mut high) = (0.0, MAX_DIFFERENCE);
        if self.power_above(critical, high) < POWER {
            return None;
        }
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if self.power_above(critical, middle) < POWER { low = middle } else { high = middle }
        }
        Some(high)
    }

    /// Returns the probability that F is above a critical value, given a difference between two levels in standard deviations.
    fn power_above(self, critical: f64, difference: f64) -> f64 {
        let (df1, df2) = self.df();
        upper_noncentral_f(critical, (df1, df2), self.trials * difference * difference / 2.0)
    }

    /// Returns the degrees of freedom of F.
    fn df(self) -> (f64, f64) {
        let contrasts = (self.levels - 1) as f64;
        (contrasts, if self.is_paired { contrasts * self.noise_df } else { self.noise_df })
    }

    /// Returns the F that is significant.
    fn critical(self) -> f64 {
        let (df1, df2) = self.df();
        let df = if self.is_paired && self.noise_df <= df1 { (1.0, self.noise_df) } else { (df1, df2) };
        let level = LEVEL / self.tests.max(1) as f64;
        let (mut low, mut high) = (0.0, 1.0);
        while student::upper_f(high, df.0, df.1) > level && high < 1e15 {
            high *= 2.0;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if student::upper_f(middle, df.0, df.1) > level { low = middle } else { high = middle }
        }
        high
    }
}

/// Returns the probability that a noncentral F is at least this large: a mean of central ones with Poisson weights.
fn upper_noncentral_f(f: f64, (df1, df2): (f64, f64), noncentrality: f64) -> f64 {
    let mean = noncentrality / 2.0;
    let reach = 12.0 * mean.sqrt() + 30.0;
    // Places are below 2⁵³ for any difference that is looked for.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (first, last) = ((mean - reach).max(0.0) as u64, (mean + reach) as u64);
    let term = |place: u64| {
        let place = place as f64;
        let weight = if mean > 0.0 { place * mean.ln() - mean - ln_gamma(place + 1.0) } else { 0.0 };
        // The F of the mixture has more degrees of freedom and is divided by fewer.
        weight.exp() * student::upper_f(f * df1 / (df1 + 2.0 * place), df1 + 2.0 * place, df2)
    };
    if mean > 0.0 { (first..=last).map(term).sum::<f64>().min(1.0) } else { term(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(levels: u64, trials: f64, noise_df: f64, tests: u64) -> PowerAnalysis {
        PowerAnalysis { levels, trials, noise_df, is_paired: false, tests }
    }

    #[test]
    fn powers_are_those_of_the_noncentral_f_distribution() {
        // `scipy.stats.ncf.sf(scipy.stats.f.isf(0.05 / tests, df1, df2), df1, df2, trials * difference ** 2 / 2)`, SciPy 1.17.1.
        for (levels, trials, noise_df, tests, difference, expected) in POWERS {
            let analysis = factor(levels, trials, noise_df, tests);
            let power = analysis.power_above(analysis.critical(), difference);
            assert!((power - expected).abs() < 1e-9, "{levels} {trials} {noise_df} {tests} {difference}: {power}");
        }
    }

    /// Levels, trials of each, degrees of freedom of the noise, tests, difference and power.
    const POWERS: [(u64, f64, f64, u64, f64, f64); 6] = [
        (2, 17.0, 32.0, 1, 1.0, 0.807036715147),
        (2, 5.0, 8.0, 1, 2.0, 0.790542377973),
        (3, 31.0, 90.0, 6, 0.5, 0.166467275271),
        (5, 3.0, 10.0, 3, 2.5, 0.263428867911),
        (4, 310.0, 1236.0, 21, 0.25, 0.344676289772),
        (2, 2.0, 1.0, 1, 40.0, 0.998301061467),
    ];

    #[test]
    fn more_trials_detect_less_and_no_noise_nothing() {
        for levels in [2, 5] {
            for tests in [1, 10] {
                let detectable =
                    |trials: f64| factor(levels, trials, trials * levels as f64 - levels as f64, tests).detectable();
                assert!(detectable(2.0) > detectable(4.0) && detectable(4.0) > detectable(400.0));
                assert_eq!(detectable(1.0), None);
            }
        }
        let paired = |instances: f64| PowerAnalysis { is_paired: true, ..factor(5, instances, instances - 1.0, 1) };
        assert!(
            paired(4.0).detectable() > paired(5.0).detectable() && paired(5.0).detectable() > paired(6.0).detectable()
        );
    }
}
