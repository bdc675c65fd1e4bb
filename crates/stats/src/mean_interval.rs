//! The interval of a mean over several instances.

use std::borrow::Borrow;

use super::{Interval, mean, student, summary};

/// Returns the 95 % interval of the mean of all values, by Student's t; `None` with fewer than two values.
///
/// The values of each stratum are the trials on one instance. Where each stratum has two values at least, the instances are
/// fixed: only the variation within them counts, with the degrees of freedom of F. E. Satterthwaite, "An approximate
/// distribution of estimates of variance components", Biometrics Bulletin 2 (1946), 110–114. Otherwise all values are one
/// sample. The interval is a point where values do not vary.
///
/// ```
/// let interval = evocube_stats::mean_95(&[vec![4.0, 5.0, 6.0]]).expect("three values");
/// assert_eq!(format!("{:.3} to {:.3}", interval.low, interval.high), "2.516 to 7.484");
/// ```
pub fn mean_95<S: Borrow<[f64]>>(strata: &[S]) -> Option<Interval> {
    let strata: Vec<&[f64]> = strata.iter().map(Borrow::borrow).collect();
    let all = strata.concat();
    let (count, center) = (all.len() as f64, mean(&all)?);
    if all.len() < 2 {
        return None;
    }
    let strata = if strata.iter().all(|values| values.len() > 1) { strata } else { vec![&all[..]] };
    // The variance of each stratum's part of the mean, and its degrees of freedom.
    let parts = strata.iter().map(|values| {
        let n = values.len() as f64;
        (n * summary::squares(values) / (n - 1.0) / (count * count), n - 1.0)
    });
    let (variance, weight) =
        parts.fold((0.0, 0.0), |(sum, weight), (part, df)| (sum + part, weight + part * part / df));
    if variance <= 0.0 {
        return Some(Interval { low: center, high: center });
    }
    let half = student::two_sided_quantile(0.05, variance * variance / weight) * variance.sqrt();
    Some(Interval { low: center - half, high: center + half })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(strata: &[&[f64]]) -> (f64, f64) {
        let strata: Vec<Vec<f64>> = strata.iter().map(|values| values.to_vec()).collect();
        let Interval { low, high } = mean_95(&strata).unwrap();
        (low, high)
    }

    #[test]
    fn the_interval_of_one_sample_is_that_of_students_t() {
        // t(0.975, 7) = 2.364624; mean 5, standard deviation √(32/7).
        let (low, high) = ends(&[&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]]);
        let half = 2.364_624_251 * (32.0_f64 / 7.0 / 8.0).sqrt();
        assert!((low - (5.0 - half)).abs() < 1e-8 && (high - (5.0 + half)).abs() < 1e-8, "{low} {high}");
    }

    #[test]
    fn differences_between_instances_do_not_widen_the_interval_where_trials_repeat() {
        // Two strata of equal variance 1 and 3 trials: 4 degrees of freedom, t(0.975, 4) = 2.776445.
        let (low, high) = ends(&[&[1.0, 2.0, 3.0], &[101.0, 102.0, 103.0]]);
        let half = 2.776_445_105 * (1.0_f64 / 6.0).sqrt();
        assert!((low - (52.0 - half)).abs() < 1e-8 && (high - (52.0 + half)).abs() < 1e-8, "{low} {high}");
        let single = ends(&[&[1.0], &[2.0], &[3.0]]);
        assert_eq!(single, ends(&[&[1.0, 2.0, 3.0]]));
    }

    #[test]
    fn constants_have_a_point_and_one_value_has_no_interval() {
        assert_eq!(ends(&[&[3.0, 3.0], &[3.0, 3.0]]), (3.0, 3.0));
        assert_eq!((mean_95(&[vec![3.0]]), mean_95::<Vec<f64>>(&[])), (None, None));
    }
}
