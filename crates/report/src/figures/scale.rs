//! The range of a factor in a sampled design.

use crate::plot::Axis;

/// The scale of a numeric factor: its range becomes 0 to 1.
pub(super) struct FactorScale {
    low: f64,
    high: f64,
    /// The levels at both ends, as they are written.
    ends: [String; 2],
    logarithmic: bool,
}

impl FactorScale {
    /// Returns the range of some levels. The scale is that of the sweep, if it says one; otherwise it is logarithmic if the range
    /// is positive and spans at least a factor of 100. `None` unless the levels are different numbers.
    pub(super) fn of<'a>(levels: impl Iterator<Item = &'a str>, is_logarithmic: Option<bool>) -> Option<Self> {
        let levels: Vec<&str> = levels.collect();
        let numbers: Vec<f64> = levels
            .iter()
            .map(|level| level.parse().ok().filter(|number: &f64| number.is_finite()))
            .collect::<Option<_>>()?;
        let by_value = |a: &usize, b: &usize| numbers[*a].total_cmp(&numbers[*b]);
        let (low, high) = ((0..numbers.len()).min_by(by_value)?, (0..numbers.len()).max_by(by_value)?);
        let ends = [low, high].map(|at| levels[at].to_owned());
        let (low, high) = (numbers[low], numbers[high]);
        let logarithmic = low > 0.0 && is_logarithmic.unwrap_or(high >= 100.0 * low);
        (low < high).then_some(Self { low, high, ends, logarithmic })
    }

    /// Returns the axis of the range.
    pub(super) fn axis(&self) -> Axis {
        Axis::of_levels(self.low, self.high, self.logarithmic)
    }

    /// Returns the place of a level, from 0 to 1; `None` if it is no number.
    pub(super) fn place(&self, level: &str) -> Option<f64> {
        let value: f64 = level.parse().ok()?;
        let share = if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.is_finite().then_some(share)
    }

    /// Returns the name of the factor as the title of its axis: `rate`, `population (log)`.
    pub(super) fn name(&self, key: &str) -> String {
        format!("{key}{}", if self.logarithmic { " (log)" } else { "" })
    }

    /// Returns the range in words: `0.1 to 0.9`.
    pub(super) fn words(&self) -> String {
        let [low, high] = &self.ends;
        format!("{low} to {high}{}", if self.logarithmic { " (log)" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_logarithmic_by_the_sweep_or_from_a_hundredfold() {
        let scale = FactorScale::of(["1", "1000", "10"].into_iter(), None).unwrap();
        assert!((scale.place("10").unwrap() - 1.0 / 3.0).abs() < 1e-12 && scale.place("x").is_none());
        assert_eq!(scale.words(), "1 to 1000 (log)");
        let linear = FactorScale::of(["0.5", "1.5"].into_iter(), None).unwrap();
        assert_eq!((linear.place("1.0"), linear.words()), (Some(0.5), "0.5 to 1.5".to_owned()));
        let of = |levels: [&'static str; 2], is_logarithmic| FactorScale::of(levels.into_iter(), is_logarithmic);
        assert!(of(["a", "b"], None).is_none() && of(["3", "3"], None).is_none());
        let words = |levels, is_logarithmic| of(levels, Some(is_logarithmic)).unwrap().words();
        assert_eq!(words(["20", "1900"], true), "20 to 1900 (log)");
        assert_eq!(words(["1", "1900"], false), "1 to 1900");
        assert_eq!(words(["0", "1900"], true), "0 to 1900");
    }
}
