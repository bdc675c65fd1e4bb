//! Post-selection confidence intervals: the selection used the same values.

use libm::{exp, log};

use super::{Interval, normal, student, wilson};

/// The error probability of a 95 % interval on one side.
const TAIL: f64 = 0.025;

/// Returns the 95 % confidence interval of the mean of a configuration that was selected among several for its low mean. It is
/// valid for any rule of selection.
///
/// A selected mean is biased downward. The upper end is therefore that of simultaneous intervals for all configurations
/// (Bonferroni's correction of Student's t); the lower end is the usual one. R. Berk, L. Brown, A. Buja, K. Zhang and
/// L. Zhao, "Valid post-selection inference", Annals of Statistics 41 (2013), 802–837.
pub fn selected_mean_95(mean: f64, standard_error: f64, df: f64, among: usize) -> Interval {
    let t = |tail: f64| student::two_sided_quantile(2.0 * tail, df);
    Interval { low: mean - t(TAIL) * standard_error, high: mean + t(TAIL / among.max(1) as f64) * standard_error }
}

/// Returns the 95 % confidence interval of a rate that was selected among several for its high value: Wilson's score interval,
/// with the lower end of simultaneous intervals. `None` without trials.
pub fn selected_rate_95(successes: u64, trials: u64, among: usize) -> Option<Interval> {
    let z = |tail: f64| normal::quantile(1.0 - tail);
    let ends = |z| (trials > 0).then(|| wilson(successes as f64 / trials as f64, trials as f64, z));
    Some(Interval { low: ends(z(TAIL / among.max(1) as f64))?.low, high: ends(z(TAIL))?.high })
}

/// Returns the 95 % confidence interval of the median of a configuration that was selected among several for its low
/// median. The ends are order statistics of its values, which are given in ascending order; nothing is assumed about
/// their distribution. The upper end is that of simultaneous intervals. `None` if there are too few values for an end.
///
/// Values of several groups, as of trials on several instances, keep the level: the number of values below the median of all
/// groups varies less than a binomial one (W. Hoeffding, "On the distribution of the number of successes in independent trials",
/// Annals of Mathematical Statistics 27 (1956), 713–721).
pub fn selected_median_95(ascending: &[f64], among: usize) -> Option<Interval> {
    let count = ascending.len();
    // The largest rank that at most this share of samples has above (or below) the median.
    let rank = |tail: f64| {
        // The logarithm of the binomial probability, which is not 0 for thousands of values.
        let (mut logarithm, mut sum) = (count as f64 * log(0.5), 0.0);
        let within = (0..count).take_while(|below| {
            sum += exp(logarithm);
            logarithm += log((count - below) as f64 / (below + 1) as f64);
            sum <= tail
        });
        within.last()
    };
    let (low, high) = (rank(TAIL)?, rank(TAIL / among.max(1) as f64)?);
    Some(Interval { low: ascending[low], high: ascending[count - 1 - high] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_a_median_are_those_of_the_sign_test() {
        // From tables of the sign test: 10 values at 5 % have the second smallest and largest, 31 the tenth.
        let values: Vec<f64> = (1..=31).map(f64::from).collect();
        let ends = |count: usize, among| selected_median_95(&values[..count], among).map(|ends| (ends.low, ends.high));
        assert_eq!([ends(10, 1), ends(31, 1)], [Some((2.0, 9.0)), Some((10.0, 22.0))]);
        // P(X ≤ 7) = 0.0017 of 31 is below 0.025 / 10, P(X ≤ 8) = 0.0053 is not.
        assert_eq!(ends(31, 10), Some((10.0, 24.0)));
        assert_eq!([ends(5, 1), ends(6, 1), ends(6, 2)], [None, Some((1.0, 6.0)), None]);
        // With many values, the ranks of the normal approximation.
        let long_sample: Vec<f64> = (1..=2000).map(f64::from).collect();
        let Interval { low, high } = selected_median_95(&long_sample, 1).unwrap();
        assert!((low - 956.0).abs() <= 1.0 && (low + high - 2001.0).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn selected_medians_are_covered() {
        let mut draws = Draws::new(8);
        // Equal configurations with skewed penalties, whose median is 20 + ln 2.
        for (count, trials) in [(2, 10), (8, 20), (25, 31)] {
            let mut covered = 0;
            for _ in 0..2000 {
                let covers = |draws: &mut Draws| {
                    let mut values: Vec<f64> = (0..trials).map(|_| 20.0 - f64::ln(draws.uniform())).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                let all = (0..count).map(|_| covers(&mut draws));
                let lowest = all.min_by(|a, b| a[(trials - 1) / 2].total_cmp(&b[(trials - 1) / 2])).unwrap();
                let interval = selected_median_95(&lowest, count).unwrap_or(Interval { low: 0.0, high: 99.0 });
                let truth = 20.0 + std::f64::consts::LN_2;
                covered += usize::from(interval.low <= truth && truth <= interval.high);
            }
            assert!(covered >= 1880, "{count} {trials}: {covered} of 2000");
        }
    }
    use crate::draws::Draws;

    #[test]
    fn the_end_that_selection_moves_is_wider() {
        let single = selected_mean_95(10.0, 1.0, 1e9, 1);
        assert!((single.low - 8.040_036).abs() < 1e-5 && (single.high - 11.959_964).abs() < 1e-5, "{single:?}");
        let selected = selected_mean_95(10.0, 1.0, 1e9, 25);
        assert!((selected.low - single.low).abs() < 1e-12 && (selected.high - 13.090_232).abs() < 1e-5, "{selected:?}");
        let rate = selected_rate_95(9, 10, 25).unwrap();
        let usual = crate::wilson_95(9, 10).unwrap();
        assert!(rate.low < usual.low - 0.1 && (rate.high - usual.high).abs() < 1e-9, "{rate:?}");
        assert_eq!(selected_rate_95(0, 0, 3), None);
    }

    #[test]
    fn selected_means_are_covered() {
        let mut draws = Draws::new(5);
        // Equal configurations except one that is slightly better, with skewed penalties.
        for (count, trials, distance) in [(2, 10, 0.0), (8, 10, 0.0), (25, 10, 0.0), (25, 31, 0.0), (8, 10, 1.0)] {
            let (mut covered, mut usual) = (0, 0);
            for _ in 0..2000 {
                let (mut selected, mut lowest, mut squares) = ((0.0, 0.0), f64::MAX, 0.0);
                for configuration in 0..count {
                    let truth = if configuration == 0 { 20.0 } else { 20.0 + distance };
                    let values: Vec<f64> = (0..trials).map(|_| truth - 4.0 - 4.0 * f64::ln(draws.uniform())).collect();
                    let mean = values.iter().sum::<f64>() / f64::from(trials);
                    squares += values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
                    if mean < lowest {
                        (lowest, selected) = (mean, (truth, mean));
                    }
                }
                let (truth, mean) = selected;
                let holds = |interval: Interval| usize::from(interval.low <= truth && truth <= interval.high);
                // The pooled variance: that of the selected configuration alone is biased downward, like its mean.
                let df = f64::from((trials - 1) * count);
                let error = (squares / df / f64::from(trials)).sqrt();
                covered += holds(selected_mean_95(mean, error, df, usize::try_from(count).unwrap()));
                usual += holds(selected_mean_95(mean, error, df, 1));
            }
            // 95 % minus two standard errors.
            assert!(covered >= 1880, "{count} {trials}: {covered} of 2000, without correction {usual}");
        }
    }
}
