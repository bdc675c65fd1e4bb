//! Which share of all goals is reached within a time.

/// The empirical cumulative distribution of run times: the share of (run, target) pairs that are reached by a number of
/// evaluations.
///
/// H. H. Hoos and T. Stützle, "Evaluating Las Vegas algorithms: pitfalls and remedies", UAI 1998, 238–245; over several
/// targets: N. Hansen et al., "COCO: a platform for comparing continuous optimizers in a black-box setting",
/// Optimization Methods and Software 36 (2021), 114–144.
#[derive(Clone, Debug, PartialEq)]
pub struct RunTimes {
    /// When each pair that is reached was, in ascending order.
    reached: Vec<f64>,
    /// All pairs.
    pairs: usize,
}

impl RunTimes {
    /// From the time of every pair, infinite for one that is not reached.
    #[must_use]
    pub fn new(times: impl IntoIterator<Item = f64>) -> Self {
        let (mut reached, mut pairs) = (Vec::new(), 0);
        for time in times {
            pairs += 1;
            if time.is_finite() {
                reached.push(time);
            }
        }
        reached.sort_by(f64::total_cmp);
        Self { reached, pairs }
    }

    /// The share that is reached by a time; 0 without pairs.
    #[must_use]
    pub fn at(&self, time: f64) -> f64 {
        self.reached.partition_point(|reached| *reached <= time) as f64 / self.pairs.max(1) as f64
    }

    /// The mean share over the logarithm of the time between two times: 1 if everything is reached by the first, 0 if
    /// nothing is by the last. The area over the curve, of COCO and IOHanalyzer, is what is missing to 1.
    ///
    /// # Panics
    /// If the times are not positive and ascending.
    #[must_use]
    pub fn mean_share(&self, from: f64, to: f64) -> f64 {
        assert!(0.0 < from && from < to, "a span from {from} to {to}");
        let span = (to / from).ln();
        // From 0.0: the sum of nothing is −0 otherwise.
        let sum = self.reached.iter().fold(0.0, |sum, time| sum + (to / time.clamp(from, to)).ln());
        sum / span / self.pairs.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_climb_where_something_is_reached() {
        let times = RunTimes::new([10.0, 1000.0, 10.0, f64::INFINITY]);
        assert_eq!([9.0, 10.0, 999.0, 1e9].map(|time| times.at(time)), [0.0, 0.5, 0.5, 0.75]);
        assert!((times.mean_share(1.0, 1e4) - (2.0 * 0.75 + 0.25) / 4.0).abs() < 1e-12);
        assert_eq!(RunTimes::new([]).at(1.0), 0.0);
    }
}
