//! Expected running time of independent restarts until a target is reached.

use libm::exp;

use super::draws::Draws;
use super::interval::{Interval, wilson};
use super::normal;

/// The most runs that are resampled. The interval of more is that of the limit.
const MAX_RESAMPLED: usize = 1_000;

/// The fewest successes for which the logarithm of their rate is nearly normal.
const MIN_LINEARIZED: u64 = 30;

/// Returns the expected running time: the evaluations of all runs, each up to the target or its end, divided by the number of
/// runs that reached it. Infinite if no run reached it; `None` without runs.
///
/// An item is a run (its evaluations, and 1 if the target was reached, else 0) or the sums over a group of runs, such
/// as those on one instance.
///
/// A. Auger and N. Hansen, "Performance evaluation of an advanced local search evolutionary algorithm", CEC 2005,
/// 1777–1784.
///
/// ```
/// let runs = [(100.0, 1), (300.0, 0), (200.0, 1)];
/// assert_eq!(evocube_stats::expected_running_time(&runs), Some(300.0));
/// ```
pub fn expected_running_time(runs: &[(f64, u64)]) -> Option<f64> {
    if runs.is_empty() {
        return None;
    }
    let spent: f64 = runs.iter().map(|run| run.0).sum();
    let successes: u64 = runs.iter().map(|run| run.1).sum();
    Some(if successes == 0 { f64::INFINITY } else { spent / successes as f64 })
}

/// Returns the interval of 95 % of [`expected_running_time`]; `None` without runs. An end is infinite if the resample at its
/// percentile has no success.
///
/// Up to 1,000 runs it is the percentile bootstrap interval. With more, the logarithm is linearized, with the standard error of the
/// influences of the runs, and the draws are not used; with fewer than 30 successes among them, the ends are the mean evaluations
/// divided by those of Wilson's interval of the rate. O(runs × resamples), or O(runs).
///
/// # Panics
/// If `resamples` is 0.
pub fn running_time_95(runs: &[(f64, u64)], resamples: usize, draws: &mut Draws) -> Option<Interval> {
    assert!(resamples > 0, "an interval needs resamples");
    if runs.is_empty() {
        return None;
    }
    if runs.len() > MAX_RESAMPLED {
        return Some(linearized(runs));
    }
    let mut times: Vec<f64> = (0..resamples)
        .map(|_| {
            let (mut spent, mut successes) = (0.0, 0_u64);
            for _ in 0..runs.len() {
                let run = runs[draws.below(runs.len())];
                spent += run.0;
                successes += run.1;
            }
            if successes == 0 { f64::INFINITY } else { spent / successes as f64 }
        })
        .collect();
    times.sort_by(f64::total_cmp);
    // Order statistics without interpolation, since one of two neighbors may be infinite. The position is below the
    // length.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let end = |share: f64| times[((share * resamples as f64).ceil() as usize).clamp(1, resamples) - 1];
    Some(Interval { low: end(0.025), high: end(0.975) })
}

/// Returns the interval of the expected running time of many runs.
fn linearized(runs: &[(f64, u64)]) -> Interval {
    let count = runs.len() as f64;
    let spent = runs.iter().map(|run| run.0).sum::<f64>() / count;
    let successes: u64 = runs.iter().map(|run| run.1).sum();
    if successes < MIN_LINEARIZED {
        let rate = wilson(successes as f64 / count, count, normal::quantile(0.975));
        return Interval {
            low: if successes == 0 { f64::INFINITY } else { spent / rate.high },
            high: spent / rate.low,
        };
    }
    let rate = successes as f64 / count;
    let squares: f64 = runs.iter().map(|run| (run.0 / spent - run.1 as f64 / rate).powi(2)).sum();
    let half = normal::quantile(0.975) * (squares / (count - 1.0) / count).sqrt();
    Interval { low: spent / rate * exp(-half), high: spent / rate * exp(half) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_running_time_without_a_success_is_infinite() {
        assert_eq!(expected_running_time(&[(5.0, 0)]), Some(f64::INFINITY));
        assert_eq!(expected_running_time(&[]), None);
        let interval = running_time_95(&[(5.0, 0); 3], 10, &mut Draws::new(1)).unwrap();
        assert!(interval.low.is_infinite() && interval.high.is_infinite());
        // Three of four runs failed: a third of all resamples has no success.
        let one_success = running_time_95(&[(5.0, 1), (9.0, 0), (9.0, 0), (9.0, 0)], 1000, &mut Draws::new(1));
        assert!(one_success.unwrap().low < 32.0 && one_success.unwrap().high.is_infinite());
    }
    #[test]
    fn intervals_of_many_runs_are_near_those_of_resamples() {
        let mut draws = Draws::new(6);
        for rate in [0.02, 0.1, 0.6, 1.0] {
            let runs: Vec<(f64, u64)> = (0..1500)
                .map(|_| if draws.uniform() < rate { (-200.0 * draws.uniform().ln(), 1) } else { (1000.0, 0) })
                .collect();
            let limit = running_time_95(&runs, 1, &mut Draws::new(1)).unwrap();
            let mut resampled: Vec<f64> = (0..500)
                .map(|_| {
                    let resample: Vec<_> = (0..1500).map(|_| runs[draws.below(1500)]).collect();
                    expected_running_time(&resample).unwrap()
                })
                .collect();
            resampled.sort_by(f64::total_cmp);
            // The ends of 500 resamples have an error of a tenth of the interval.
            let tolerance = 0.2 * (limit.high - limit.low);
            assert!((limit.low - resampled[12]).abs() < tolerance, "{rate}: {limit:?} {}", resampled[12]);
            assert!((limit.high - resampled[487]).abs() < tolerance, "{rate}: {limit:?} {}", resampled[487]);
        }
        let none = running_time_95(&[(5.0, 0); 2000], 1, &mut Draws::new(1)).unwrap();
        assert!(none.low.is_infinite() && none.high.is_infinite());
    }
}
