//! [`a12`]: the effect size Â₁₂ of A. Vargha and H. D. Delaney for two unpaired samples, without an interval.

/// Returns Â₁₂: the probability that a value of the first sample is higher than one of the second; ties count half. 0.5 is no
/// effect; `None` if a sample is empty.
///
/// A. Vargha and H. D. Delaney, "A critique and improvement of the CL common language effect size statistics of McGraw
/// and Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101–132.
///
/// ```
/// assert_eq!(evocube_stats::rank_tests::a12(&[3.0, 4.0], &[1.0, 3.0]), Some(0.875));
/// ```
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    let mut ascending = second.to_vec();
    ascending.sort_by(f64::total_cmp);
    let halves = |value: &f64| {
        let lower_values = ascending.partition_point(|other| other < value);
        let not_above = ascending.partition_point(|other| other <= value);
        (lower_values + not_above) as u64
    };
    let pairs = first.len() * second.len();
    (pairs > 0).then(|| first.iter().map(halves).sum::<u64>() as f64 / (2 * pairs) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_samples_have_no_effect_and_infinite_ones_tie() {
        assert_eq!(a12(&[], &[1.0]), None);
        assert_eq!(a12(&[f64::INFINITY], &[f64::INFINITY]), Some(0.5));
    }
}
