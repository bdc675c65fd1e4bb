//! The effect size Â₁₂.

use super::interval::Interval;

/// Returns Â₁₂: the probability that a value of the first sample is higher than one of the second; ties count half. 0.5 is no
/// effect; `None` if a sample is empty.
///
/// A. Vargha and H. D. Delaney, "A critique and improvement of the CL common language effect size statistics of McGraw
/// and Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101–132.
///
/// ```
/// assert_eq!(evocube_stats::a12(&[3.0, 4.0], &[1.0, 3.0]), Some(0.875));
/// ```
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    a12_strata(&[(first, second)])
}

/// Returns Â₁₂ over several strata, from the pairs within each stratum.
pub fn a12_strata(strata: &[(&[f64], &[f64])]) -> Option<f64> {
    let (mut halves, mut pairs) = (0_u64, 0_u64);
    for (first, second) in strata {
        let mut ascending = second.to_vec();
        ascending.sort_by(f64::total_cmp);
        for value in *first {
            let lower_values = ascending.partition_point(|other| other < value);
            let not_above = ascending.partition_point(|other| other <= value);
            halves += (lower_values + not_above) as u64;
        }
        pairs += (first.len() * second.len()) as u64;
    }
    (pairs > 0).then(|| halves as f64 / (2 * pairs) as f64)
}

/// Returns the name of a magnitude of Â₁₂, by the bounds of Vargha and Delaney; `None` if the interval is not within one magnitude
/// of one direction.
pub fn magnitude(Interval { low, high }: Interval) -> Option<&'static str> {
    let name = |a12: f64| match (a12 - 0.5).abs() {
        // The bounds 0.56, 0.64 and 0.71 as distances from 0.5, with a tolerance for rounding.
        d if d < 0.06 - 1e-12 => "negligible",
        d if d < 0.14 - 1e-12 => "small",
        d if d < 0.21 - 1e-12 => "medium",
        _ => "large",
    };
    let is_one_direction = low > 0.5 || high < 0.5 || name(low) == "negligible";
    (is_one_direction && name(low) == name(high)).then(|| name(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitudes_have_the_published_bounds() {
        let words = [0.5, 0.56, 0.64, 0.71, 0.29, 0.44, 0.45].map(|end| magnitude(Interval { low: end, high: end }));
        assert_eq!(
            words.map(Option::unwrap),
            ["negligible", "small", "medium", "large", "large", "small", "negligible"]
        );
        assert_eq!(a12(&[], &[1.0]), None);
        let word = |low, high| magnitude(Interval { low, high });
        assert_eq!([word(0.45, 0.55), word(0.72, 0.99), word(0.1, 0.28)], ["negligible", "large", "large"].map(Some));
        assert_eq!([word(0.40, 0.60), word(0.36, 0.55), word(0.54, 0.98), word(0.2, 0.8)], [None; 4]);
        assert_eq!(a12(&[f64::INFINITY], &[f64::INFINITY]), Some(0.5));
    }
}
