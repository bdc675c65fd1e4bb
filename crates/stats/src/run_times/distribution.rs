//! [`RunTimes`]: the empirical cumulative distribution of run times, where some runs do not reach their target, and the area under it. It
//! has no intervals, and counts censored runs as never reaching: see [`cumulative_incidence`](super::cumulative_incidence).

use super::Run;

/// The empirical cumulative distribution of run times: the share of (run, target) pairs that are reached within a
/// number of evaluations.
///
/// H. H. Hoos and T. Stützle, "Evaluating Las Vegas algorithms: pitfalls and remedies", UAI 1998, 238–245; over several
/// targets: N. Hansen et al., "COCO: a platform for comparing continuous optimizers in a black-box configuration",
/// Optimization Methods and Software 36 (2021), 114–144.
#[derive(Clone, Debug, PartialEq)]
pub struct RunTimes {
    /// The times of the reached pairs, in ascending order.
    reached: Vec<f64>,
    /// The number of pairs, reached or not.
    pairs: usize,
}

impl RunTimes {
    /// Returns the distribution of the times of all pairs.
    pub fn new(runs: impl IntoIterator<Item = Run>) -> Self {
        let (mut reached, mut pairs) = (Vec::new(), 0);
        for run in runs {
            pairs += 1;
            if run.is_reached() {
                reached.push(run.evaluations);
            }
        }
        reached.sort_by(f64::total_cmp);
        Self { reached, pairs }
    }

    /// Returns the share of pairs reached by a time; 0 without pairs.
    pub fn share_at(&self, time: f64) -> f64 {
        self.reached.partition_point(|reached| *reached <= time) as f64 / self.pairs.max(1) as f64
    }

    /// Returns the normalized area under the curve between two times, with time on a logarithmic scale: 1 if all pairs are
    /// reached by the first time, 0 if none is by the last. COCO and IOHanalyzer's area over the curve is 1 minus this.
    ///
    /// # Panics
    /// If the times are not positive and ascending.
    pub fn mean_share(&self, low: f64, high: f64) -> f64 {
        assert!(0.0 < low && low < high, "a span from {low} to {high}");
        let span = libm::log(high / low);
        // `sum` of an empty iterator would be −0.
        let sum = self.reached.iter().fold(0.0, |sum, time| sum + libm::log(high / time.clamp(low, high)));
        sum / span / self.pairs.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_rises_at_the_time_of_each_reached_pair() {
        let times = RunTimes::new([10.0, 1000.0, 10.0].map(Run::reached).into_iter().chain([Run::censored(9e9)]));
        assert_eq!([9.0, 10.0, 999.0, 1e9].map(|time| times.share_at(time)), [0.0, 0.5, 0.5, 0.75]);
        assert!((times.mean_share(1.0, 1e4) - (2.0 * 0.75 + 0.25) / 4.0).abs() < 1e-12);
        assert_eq!(RunTimes::new([]).share_at(1.0), 0.0);
    }
}
