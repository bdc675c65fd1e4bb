//! [`bca_interval`]: the bias-corrected and accelerated bootstrap interval of any statistic, over strata of units. [`RESAMPLES`] is the
//! usual number of resamples.

use crate::distributions::normal;
use crate::samples::quantile;
use crate::{Draws, Interval};

/// The usual number of resamples of an interval.
pub const RESAMPLES: usize = 10_000;

/// Returns the bias-corrected and accelerated bootstrap interval of a statistic, which misses with probability
/// `tail`, such as 0.05; `None` without units.
///
/// B. Efron, "Better bootstrap confidence intervals", Journal of the American Statistical Association 82 (1987),
/// 171–185. A unit is a trial, or an instance with all its trials. `strata` has the number of units of each stratum;
/// strata are resampled separately. With several strata, n − 1 units are drawn from each stratum of n units (one unit
/// if n is 1), since a resample of n would have only (n − 1)/n of the variance (J. N. K. Rao and C. F. J. Wu,
/// "Resampling inference with complex survey data", Journal of the American Statistical Association 83 (1988),
/// 231–241). `statistic` receives the number of draws of each unit, in the order of the strata, and must not return NaN. The acceleration
/// is the jackknife's, or 0 where all jackknife values are equal or one is infinite.
///
/// # Panics
/// If `resamples` is 0.
pub fn bca_interval(
    strata: &[usize],
    mut statistic: impl FnMut(&[u32]) -> f64,
    tail: f64,
    resamples: usize,
    draws: &mut Draws,
) -> Option<Interval> {
    assert!(resamples > 0, "an interval needs resamples");
    let units: usize = strata.iter().sum();
    if units == 0 {
        return None;
    }
    let mut counts = vec![1; units];
    let observed = statistic(&counts);
    let jackknife: Vec<f64> = (0..units)
        .map(|left_out| {
            counts[left_out] = 0;
            let value = if units > 1 { statistic(&counts) } else { observed };
            counts[left_out] = 1;
            value
        })
        .collect();
    let mut resampled: Vec<f64> = (0..resamples)
        .map(|_| {
            counts.fill(0);
            let mut first = 0;
            for &size in strata {
                for _ in 0..size - usize::from(strata.len() > 1 && size > 1) {
                    counts[first + draws.below(size)] += 1;
                }
                first += size;
            }
            statistic(&counts)
        })
        .collect();
    resampled.sort_by(f64::total_cmp);
    Some(interval(observed, &jackknife, &resampled, tail))
}

/// Returns the interval, from the observed value, the jackknife values and the resampled values in ascending order.
fn interval(observed: f64, jackknife: &[f64], drawn: &[f64], tail: f64) -> Interval {
    let lower_values = drawn.partition_point(|value| *value < observed);
    let not_above = drawn.partition_point(|value| *value <= observed);
    let resamples = drawn.len() as f64;
    // With all resamples on one side the bias would be infinite, so half a resample is counted on the other side.
    let share = ((lower_values + not_above) as f64 / (2.0 * resamples)).clamp(0.5 / resamples, 1.0 - 0.5 / resamples);
    let bias = normal::quantile(share);
    let acceleration = acceleration(jackknife);
    let end = |probability: f64| {
        let z = bias + normal::quantile(probability);
        let place = normal::below(bias + z / (1.0 - acceleration * z));
        quantile(drawn, place.clamp(0.0, 1.0)).expect("there are resamples")
    };
    Interval { low: end(tail / 2.0), high: end(1.0 - tail / 2.0) }
}

fn acceleration(jackknife: &[f64]) -> f64 {
    let n = jackknife.len() as f64;
    let mean = jackknife.iter().sum::<f64>() / n;
    let influence = |value: &f64| (n - 1.0) * (mean - value);
    let cubes: f64 = jackknife.iter().map(|value| influence(value).powi(3)).sum::<f64>() / n.powi(3);
    let squares: f64 = jackknife.iter().map(|value| influence(value).powi(2)).sum::<f64>() / n.powi(2);
    let acceleration = cubes / (6.0 * squares * squares.sqrt());
    if acceleration.is_finite() { acceleration } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_statistic_has_an_interval_of_one_point() {
        let interval = bca_interval(&[5], |_| 3.0, 0.05, 100, &mut Draws::new(1));
        assert_eq!(interval, Some(Interval { low: 3.0, high: 3.0 }));
        assert_eq!(bca_interval(&[], |_| 3.0, 0.05, 100, &mut Draws::new(1)), None);
    }

    #[test]
    fn strata_are_resampled_separately() {
        let mut sums = Vec::new();
        let _ = bca_interval(
            &[2, 3],
            |counts| {
                sums.push((counts[..2].iter().sum::<u32>(), counts[2..].iter().sum::<u32>()));
                0.0
            },
            0.05,
            50,
            &mut Draws::new(1),
        );
        assert!(sums[6..].iter().all(|sum| *sum == (1, 2)));
    }
}
