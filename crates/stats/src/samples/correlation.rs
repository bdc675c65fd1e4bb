//! Correlation of two quantities, autocorrelation of series, and its length, without tests or intervals. A cautious coefficient, which
//! serves the intervals of `rate_difference`, is here, too.

use libm::{atanh, log, tanh};

use super::ranks::doubled;
use super::summary::mean;

/// Returns Pearson's correlation coefficient of pairs, from −1 to 1; `None` if one quantity is constant, or with fewer than two
/// pairs.
///
/// ```
/// let pairs = [(1.0, 10.0), (2.0, 8.0), (3.0, 6.0)];
/// assert!(evocube_stats::samples::pearson(&pairs).is_some_and(|r| (r + 1.0).abs() < 1e-12));
/// ```
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (dx, dy) in deviations(&x).zip(deviations(&y)) {
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    (xx > 0.0 && yy > 0.0).then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
}

/// Returns the deviations of values from their mean; all 0 if the values are equal, whose mean may be rounded.
fn deviations(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
    let is_constant = values.windows(2).all(|pair| pair[0] == pair[1]);
    let mean = if is_constant { values.first().copied() } else { mean(values) };
    values.iter().map(move |value| value - mean.unwrap_or_default())
}

/// Returns Pearson's coefficient of pairs, or less: a positive one is one standard error lower on Fisher's scale, at least 0, since an
/// overestimate would make the interval of a difference too narrow. 0 if the values of one side do not differ.
pub(crate) fn safe_correlation(pairs: &[(f64, f64)]) -> f64 {
    let error = (pairs.len() as f64 - 3.0).max(1.0).sqrt().recip();
    let lower = |coefficient: f64| tanh(atanh(coefficient.min(0.999)) - error).max(0.0);
    pearson(pairs).map_or(0.0, |coefficient| if coefficient > 0.0 { lower(coefficient) } else { coefficient })
}

/// Returns Spearman's rank correlation: Pearson's coefficient of the ranks, where ties share the mean of their ranks. `None` as
/// of [`pearson`].
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |value: fn(&(f64, f64)) -> f64| doubled(&pairs.iter().map(value).collect::<Vec<_>>());
    let rank_pairs = ranks(|pair| pair.0).into_iter().zip(ranks(|pair| pair.1));
    pearson(&rank_pairs.map(|(x, y)| (x as f64, y as f64)).collect::<Vec<_>>())
}

/// Returns the autocovariance of a series for each lag from 0 to `last`: the mean product of the deviations of two values that
/// are `lag` steps apart. Deviations are from the mean of the series. `None` if the series is not longer than `last`.
pub fn autocovariance(series: &[f64], last: usize) -> Option<Vec<f64>> {
    if series.len() <= last {
        return None;
    }
    let deviations: Vec<f64> = deviations(series).collect();
    let covariance = |lag: usize| {
        let pairs = deviations.iter().zip(&deviations[lag..]);
        pairs.map(|(earlier, later)| earlier * later).sum::<f64>() / (series.len() - lag) as f64
    };
    Some((0..=last).map(covariance).collect())
}

/// Returns the autocorrelation of several series of one process, by lag from 0 to the last that all have, from the [`autocovariance`] of
/// each series and its count; `None` if all series are constant, and without any.
///
/// E. Weinberger, "Correlated and uncorrelated fitness landscapes and how to tell the difference", Biological
/// Cybernetics 63 (1990), 325–336. The paper takes one long series; several shorter ones do not depend on a single
/// start. Each series is centered on its own mean, which biases the result downward by about the correlation length
/// divided by the length of the series.
pub fn autocorrelation(series: &[Vec<f64>], counts: &[u32]) -> Option<Vec<f64>> {
    let last = series.iter().map(Vec::len).min()?;
    let sum =
        |lag: usize| series.iter().zip(counts).map(|(values, count)| f64::from(*count) * values[lag]).sum::<f64>();
    let variance = if last == 0 { 0.0 } else { sum(0) };
    (variance > 0.0).then(|| (0..last).map(|lag| sum(lag) / variance).collect())
}

/// Returns the correlation length ℓ = −1 / ln ρ(1), where `first` is ρ(1): the number of steps after which an exponentially
/// decreasing correlation is 1/e. It is 0 for ρ(1) ≤ 0 and infinite for ρ(1) ≥ 1.
///
/// P. F. Stadler, "Landscapes and their correlation functions", Journal of Mathematical Chemistry 20 (1996), 1–45.
pub fn correlation_length(first: f64) -> f64 {
    if first <= 0.0 { 0.0 } else { (-1.0 / log(first.min(1.0))).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draws;

    #[test]
    fn the_autocorrelation_of_an_autoregressive_series_falls_exponentially() {
        // x' = φ x + noise: ρ(s) = φ^s.
        let mut stream = Draws::new(1);
        for phi in [0.0, 0.5, 0.9] {
            let mut noise = || (0..12).map(|_| stream.uniform()).sum::<f64>() - 6.0;
            let series: Vec<Vec<f64>> = (0..50)
                .map(|_| {
                    let mut x = 0.0;
                    let values: Vec<f64> = std::iter::repeat_with(|| {
                        x = phi * x + noise();
                        x
                    })
                    .take(4000)
                    .collect();
                    autocovariance(&values, 10).unwrap()
                })
                .collect();
            let coefficients = autocorrelation(&series, &[1; 50]).unwrap();
            for (lag, rho) in coefficients.iter().enumerate() {
                let expected = phi.powi(i32::try_from(lag).unwrap());
                // At least a twentieth of the 200,000 values counts as independent: a standard error of 0.01.
                assert!((rho - expected).abs() < 0.03, "φ = {phi}, lag {lag}: {rho}");
            }
        }
        assert!((correlation_length(0.9) - 9.491_221_581_029_905).abs() < 1e-11);
    }

    #[test]
    fn constant_series_have_no_autocorrelation() {
        // The mean of three values of 0.1 is rounded.
        for flat in [autocovariance(&[3.0; 5], 1).unwrap(), autocovariance(&[0.1; 3], 1).unwrap()] {
            assert_eq!(flat, [0.0; 2]);
            assert_eq!(autocorrelation(&[flat], &[1]), None);
        }
        assert_eq!(autocovariance(&[1.0, 2.0], 2), None);
        assert_eq!(autocorrelation(&[], &[]), None);
        let swing = autocovariance(&[1.0, -1.0, 1.0, -1.0], 1).unwrap();
        assert_eq!(autocorrelation(&[swing], &[1]), Some(vec![1.0, -1.0]));
        assert_eq!((correlation_length(-0.1), correlation_length(1.0)), (0.0, f64::INFINITY));
    }

    #[test]
    fn a_constant_quantity_has_no_correlation() {
        assert_eq!(pearson(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(pearson(&[(1.0, 2.0)]), None);
        assert_eq!((pearson(&[(0.1, 0.1); 3]), pearson(&[])), (None, None));
        assert_eq!(spearman(&[(1.0, 5.0), (2.0, 5.0)]), None);
        // Any increasing curve has the ranks of a straight line.
        let curve: Vec<(f64, f64)> = (0..9).map(|x| (f64::from(x), f64::from(x).exp())).collect();
        assert_eq!(spearman(&curve), Some(1.0));
        assert!(pearson(&curve).is_some_and(|r| r < 0.9));
    }
}
