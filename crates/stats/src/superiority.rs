//! [`Superiority`]: Â₁₂ with confidence intervals and tests of equivalence.

use super::{Interval, a12_strata, normal, summary, wilson};

/// Bound of |Â₁₂ − ½| below which an effect is negligible, by Vargha and Delaney.
pub const NEGLIGIBLE: f64 = 0.06;
/// Bound of |Â₁₂ − ½| below which an effect is at most small, by Vargha and Delaney.
pub const SMALL: f64 = 0.14;

/// Â₁₂ over strata, with its precision.
///
/// The variance is that of E. Brunner and U. Munzel, "The nonparametric Behrens-Fisher problem", Biometrical Journal 42
/// (2000), 17–25, summed over the strata. If each sample has one value per stratum, it is the variance between strata.
/// Intervals and tests are those of a rate with the same variance: E. L. Korn and B. I. Graubard, "Confidence intervals
/// for proportions with small expected number of positive counts", Survey Methodology 24 (1998), 193–201, with Wilson's
/// score. `tests/data/stats/choose_effect_interval.py` compares their coverage with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Superiority {
    /// The probability that a value of the first sample is higher than one of the second; ties count half.
    pub a12: f64,
    /// The number of independent comparisons with the same variance. It is at most that of equal distributions, so that
    /// samples without overlap also have an interval.
    effective: f64,
}

impl Superiority {
    /// Returns Â₁₂ of two samples in each of several strata; `None` if no stratum has both.
    pub fn new(strata: &[(&[f64], &[f64])]) -> Option<Self> {
        let a12 = a12_strata(strata)?;
        let pairs_of_samples = || strata.iter().filter(|(first, second)| !first.is_empty() && !second.is_empty());
        let pairs = |(first, second): &(&[f64], &[f64])| (first.len() * second.len()) as f64;
        let all: f64 = pairs_of_samples().map(pairs).sum();
        let weighted = |part: fn(&[f64], &[f64]) -> f64| -> f64 {
            pairs_of_samples().map(|stratum| (pairs(stratum) / all).powi(2) * part(stratum.0, stratum.1)).sum()
        };
        let count = pairs_of_samples().count() as f64;
        let is_paired = pairs_of_samples().all(|(first, second)| first.len() == 1 && second.len() == 1);
        let variance = if is_paired && count > 1.0 {
            let squares: f64 = pairs_of_samples()
                .filter_map(|stratum| a12_strata(&[*stratum]))
                .map(|share| (share - a12).powi(2))
                .sum();
            squares / (count - 1.0) / count
        } else {
            weighted(brunner_munzel)
        };
        let largest = weighted(equal_distributions).recip() / 4.0;
        let effective = if variance > 0.0 { (a12 * (1.0 - a12) / variance).min(largest) } else { largest };
        // With few values the estimate can exceed the variance of a single comparison.
        Some(Self { a12, effective: effective.max(1.0) })
    }

    /// Returns the interval of a confidence level, such as 0.95.
    pub fn interval(self, level: f64) -> Interval {
        wilson(self.a12, self.effective, normal::quantile(0.5 + level / 2.0))
    }

    /// Returns the p-value of two one-sided score tests of the hypothesis that Â₁₂ is farther from ½ than `margin`.
    ///
    /// D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for assessing the
    /// equivalence of average bioavailability", Journal of Pharmacokinetics and Biopharmaceutics 15 (1987), 657–680.
    pub fn equivalence_p(self, margin: f64) -> f64 {
        let error = ((0.25 - margin * margin) / self.effective).sqrt();
        normal::above((margin - (self.a12 - 0.5).abs()) / error)
    }
}

/// Returns the variance of Â₁₂ of two samples by their placements; the maximum for a sample of one value.
fn brunner_munzel(first: &[f64], second: &[f64]) -> f64 {
    if first.len() < 2 || second.len() < 2 {
        return 0.25 / first.len().min(second.len()) as f64;
    }
    placement_variance(first, second) + placement_variance(second, first)
}

/// Returns the variance of the mean of a sample's placements among the values of another.
fn placement_variance(sample: &[f64], among: &[f64]) -> f64 {
    let mut ascending = among.to_vec();
    ascending.sort_by(f64::total_cmp);
    let placement = |value: &f64| {
        let lower_values = ascending.partition_point(|other| other < value);
        let not_above = ascending.partition_point(|other| other <= value);
        (lower_values + not_above) as f64 / (2 * ascending.len()) as f64
    };
    let placements: Vec<f64> = sample.iter().map(placement).collect();
    let count = sample.len() as f64;
    summary::squares(&placements) / (count - 1.0) / count
}

/// Returns the variance of Â₁₂ of two samples from one continuous distribution.
fn equal_distributions(first: &[f64], second: &[f64]) -> f64 {
    let (m, n) = (first.len() as f64, second.len() as f64);
    (m + n + 1.0) / (12.0 * m * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_samples_have_an_interval() {
        let superiority = Superiority::new(&[(&[5.0, 6.0, 7.0, 8.0, 9.0], &[0.0, 1.0, 2.0, 3.0, 4.0])]).unwrap();
        let Interval { low, high } = superiority.interval(0.95);
        // Wilson's interval of 75/11 successes in as many trials.
        let n = 75.0 / 11.0;
        assert!((low - n / (n + 1.959_964_f64.powi(2))).abs() < 1e-6 && (high - 1.0).abs() < 1e-12, "{low} {high}");
        assert!(Superiority::new(&[(&[], &[1.0])]).is_none());
    }

    #[test]
    fn one_trial_on_each_instance_has_the_interval_of_a_rate() {
        // 9 of 12 instances are better.
        let strata: Vec<([f64; 1], [f64; 1])> =
            (0..12).map(|index| if index < 9 { ([2.0], [1.0]) } else { ([1.0], [2.0]) }).collect();
        let strata: Vec<(&[f64], &[f64])> = strata.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        let superiority = Superiority::new(&strata).unwrap();
        // Bessel's correction reduces the count from 12 to 11.
        assert!(
            (superiority.effective - 11.0).abs() < 1e-9 && (superiority.a12 - 0.75).abs() < 1e-12,
            "{superiority:?}"
        );
    }

    #[test]
    fn equivalence_agrees_with_the_interval_of_90_percent() {
        let (x, y): (Vec<f64>, Vec<f64>) =
            (0..200).map(|index| (f64::from(index * 7 % 200), f64::from(index * 11 % 200) + 3.0)).unzip();
        let superiority = Superiority::new(&[(&x, &y)]).unwrap();
        let Interval { low, high } = superiority.interval(0.90);
        for margin in [0.02, 0.04, NEGLIGIBLE, 0.08, SMALL] {
            let is_equivalent = low > 0.5 - margin && high < 0.5 + margin;
            assert_eq!(superiority.equivalence_p(margin) < 0.05, is_equivalent, "{margin}: {low} to {high}");
        }
        assert!(superiority.equivalence_p(SMALL) < 0.001 && superiority.equivalence_p(0.02) > 0.05);
    }
}
