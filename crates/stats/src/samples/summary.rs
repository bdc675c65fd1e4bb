//! Location and spread of a sample: mean, quantiles and standard deviation; and [`Summary`], its size, mean, quartiles and extremes. Within
//! the crate, sums of squares and of products. They have no intervals. No value may be NaN.

/// Returns the arithmetic mean; `None` for an empty sample.
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// Returns the standard deviation estimated from a sample (divided by its size − 1, Bessel's correction); `None` for fewer than
/// two values.
pub fn sample_sd(sample: &[f64]) -> Option<f64> {
    if sample.len() < 2 {
        return None;
    }
    Some((squares(sample) / (sample.len() - 1) as f64).sqrt())
}

/// Returns the sum of squared deviations from the mean, in two passes to avoid cancellation.
pub(crate) fn squares(sample: &[f64]) -> f64 {
    let mean = sample.iter().sum::<f64>() / sample.len() as f64;
    sample.iter().map(|x| (x - mean).powi(2)).sum()
}

/// Returns the sum of the products of two vectors' elements.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the quantile at `probability` (0 to 1) of a sample in ascending order, by linear interpolation between the order
/// statistics around (n − 1)·`probability`; `None` for an empty sample.
///
/// This is definition 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
/// Statistician 50 (1996), 361–365, the default of R and NumPy.
///
/// # Panics
/// If `probability` is outside 0 to 1; in debug builds also if the sample is not in ascending order.
///
/// ```
/// assert_eq!(evocube_stats::samples::quantile(&[1.0, 2.0, 3.0, 4.0], 0.25), Some(1.75));
/// ```
pub fn quantile(ascending: &[f64], probability: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&probability), "a quantile at {probability}");
    debug_assert!(ascending.is_sorted(), "the sample must be in ascending order");
    let last = ascending.len().checked_sub(1)?;
    let place = probability * last as f64;
    // At most `last`, which is a length: it fits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let lower_place = place.floor() as usize;
    let (low, high) = (ascending[lower_place], ascending[(lower_place + 1).min(last)]);
    let share = place - lower_place as f64;
    // Two infinities have no difference, and a share of 0 of infinity counts as 0.
    let flat = share == 0.0 || low == high;
    Some(if flat { low } else { low + share * (high - low) })
}

/// Returns the middle value, or the mean of the two middle ones; `None` for an empty sample.
pub fn median(sample: &[f64]) -> Option<f64> {
    quantile(&sorted(sample), 0.5)
}

/// Returns the sample in ascending order.
fn sorted(sample: &[f64]) -> Vec<f64> {
    let mut ascending = sample.to_vec();
    ascending.sort_by(f64::total_cmp);
    ascending
}

/// Seven summary statistics of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The number of values.
    pub count: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// The lowest value.
    pub min: f64,
    /// The first quartile, by [`quantile`]'s definition.
    pub lower_quartile: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub upper_quartile: f64,
    /// The highest value.
    pub max: f64,
}

impl Summary {
    /// Returns the summary of a sample in any order; `None` for an empty sample.
    pub fn new(sample: &[f64]) -> Option<Self> {
        Self::of_ascending(&sorted(sample))
    }

    /// Returns the summary of a sample in ascending order; `None` for an empty sample.
    ///
    /// # Panics
    /// In debug builds if the sample is not in ascending order.
    pub fn of_ascending(ascending: &[f64]) -> Option<Self> {
        Some(Self {
            count: ascending.len(),
            mean: mean(ascending)?,
            min: *ascending.first()?,
            lower_quartile: quantile(ascending, 0.25)?,
            median: quantile(ascending, 0.5)?,
            upper_quartile: quantile(ascending, 0.75)?,
            max: *ascending.last()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A textbook population: mean 5, standard deviation √(32/7) as a sample.
    const EIGHT: [f64; 8] = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];

    #[test]
    fn means_and_standard_deviations_have_known_values() {
        assert_eq!(mean(&EIGHT), Some(5.0));
        assert!((sample_sd(&EIGHT).unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-15);
        assert_eq!((mean(&[]), sample_sd(&[1.0])), (None, None));
    }

    #[test]
    fn a_large_offset_does_not_cancel() {
        let far: Vec<f64> = EIGHT.iter().map(|x| x + 1e9).collect();
        assert_eq!(sample_sd(&far), sample_sd(&EIGHT));
    }

    #[test]
    fn quantiles_of_definition_7() {
        // The results of R's `quantile(x, type = 7)`.
        let ten: Vec<f64> = (1..=10).map(f64::from).collect();
        for (probability, expected) in [(0.0, 1.0), (0.1, 1.9), (0.25, 3.25), (0.5, 5.5), (0.75, 7.75), (1.0, 10.0)] {
            assert!((quantile(&ten, probability).unwrap() - expected).abs() < 1e-12, "at {probability}");
        }
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.75), Some(7.0));
    }

    #[test]
    fn the_median_is_the_middle_value_or_the_mean_of_two() {
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[9.0, 1.0, 5.0, 6.0]), Some(5.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn a_summary_does_not_depend_on_the_order() {
        let mut rotated = EIGHT;
        rotated.reverse();
        let summary = Summary::new(&rotated).unwrap();
        assert_eq!(Summary::new(&EIGHT), Some(summary));
        assert_eq!((summary.count, summary.min, summary.max), (8, 2.0, 9.0));
        assert_eq!((summary.lower_quartile, summary.median, summary.upper_quartile), (4.0, 4.5, 5.5));
        assert_eq!(Summary::new(&[]), None);
    }
}
