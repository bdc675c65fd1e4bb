//! Expected running time of independent restarts until a target is reached.

use super::correlation::safe_correlation;
use super::draws::Draws;
use super::interval::{Interval, wilson};
use super::{normal, student};

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
    Interval { low: spent / rate * (-half).exp(), high: spent / rate * half.exp() }
}

/// Returns the ratio of the expected running times of two configurations, first by second, and its interval of a confidence level
/// such as 0.95. `None` if either has fewer than two solved runs, or runs without evaluations.
///
/// An item is an instance with its runs: the evaluations spent, and whether the run solved. With `is_paired`, each
/// instance has one run of both, and instances are the sample; else runs are, and instances are fixed where they have several
/// solved runs. The expected running time is the mean evaluations of solved runs plus those of unsolved ones times the odds
/// of failure. Its interval combines Student's t of the logarithm of the first and Wilson's interval of the rate with Student's t, and the
/// interval of the ratio those of both, on the logarithmic scale: G. Y. Zou and A. Donner, "Construction of confidence limits about
/// effect measures: a general approach", Statistics in Medicine 27 (2008), 1693–1702. A side whose runs all solved has the mean
/// evaluations of runs that solve: failures that were not seen are no part of it. O(runs).
///
/// ```
/// use evocube_stats::running_time_ratio;
///
/// let solved = |times: [f64; 5]| vec![times.map(|time| (time, true)).to_vec()];
/// let (ratio, interval) =
///     running_time_ratio(&solved([90.0, 95.0, 100.0, 105.0, 110.0]), &solved([10.0, 9.0, 11.0, 8.0, 12.0]), false, 0.95)
///         .expect("solved runs");
/// assert!((ratio - 10.0).abs() < 1e-9 && interval.low < 10.0 && interval.high > 10.0);
/// ```
///
/// # Panics
/// If `is_paired` and the numbers of instances differ.
pub fn running_time_ratio(
    first: &[Vec<(f64, bool)>],
    second: &[Vec<(f64, bool)>],
    is_paired: bool,
    level: f64,
) -> Option<(f64, Interval)> {
    assert!(!is_paired || first.len() == second.len(), "pairs have the same instances");
    let [first, second] = [first, second]
        .map(|runs| RunningTime::new(runs, is_paired, level))
        .map(|time| time.filter(|time| time.low > 0.0));
    let (first, second) = (first?, second?);
    let correlation = if is_paired {
        let pairs: Vec<(f64, f64)> = first.influences.iter().copied().zip(second.influences.iter().copied()).collect();
        safe_correlation(&pairs)
    } else {
        0.0
    };
    let half = |a: f64, b: f64| (a * a + b * b - 2.0 * correlation * a * b).max(0.0).sqrt();
    let ratio = first.mean / second.mean;
    let lower_half = half((first.mean / first.low).ln(), (second.high / second.mean).ln());
    let upper_half = half((first.high / first.mean).ln(), (second.mean / second.low).ln());
    Some((ratio, Interval { low: ratio * (-lower_half).exp(), high: ratio * upper_half.exp() }))
}

/// An expected running time with its interval.
struct RunningTime {
    mean: f64,
    low: f64,
    high: f64,
    /// For each instance the derivative of the logarithm of the mean by the weight of its runs.
    influences: Vec<f64>,
}

impl RunningTime {
    fn new(instances: &[Vec<(f64, bool)>], is_paired: bool, level: f64) -> Option<Self> {
        let runs = || instances.iter().flatten();
        let evaluations = |is_solved: bool| runs().filter(move |run| run.1 == is_solved).map(|run| run.0);
        let (solved, failures) = (evaluations(true).count() as f64, evaluations(false).count() as f64);
        let until_solved = evaluations(true).sum::<f64>() / solved;
        let until_failed = evaluations(false).sum::<f64>() / failures.max(1.0);
        let squares_about_mean = |times: &[f64]| {
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            (times.iter().map(|time| (time - mean).powi(2)).sum::<f64>(), times.len().saturating_sub(1) as f64)
        };
        let mut variation = (0.0, 0.0);
        if !is_paired {
            for instance in instances {
                let times: Vec<f64> = instance.iter().filter(|run| run.1).map(|run| run.0).collect();
                let (squares, df) = squares_about_mean(&times);
                variation = (variation.0 + squares, variation.1 + df);
            }
        }
        if variation.1 < 1.0 {
            variation = squares_about_mean(&evaluations(true).collect::<Vec<_>>());
        }
        let (squares, df) = variation;
        if df < 1.0 || until_solved <= 0.0 {
            return None;
        }
        let half = student::two_sided_quantile(1.0 - level, df) * (squares / df / solved).sqrt() / until_solved;
        let runs_of_both = solved + failures;
        let rate =
            wilson(solved / runs_of_both, runs_of_both, student::two_sided_quantile(1.0 - level, runs_of_both - 1.0));
        // Failures count if one was seen, so a single one says nothing about how rare they are.
        let highest_rate = if failures <= 1.0 { 1.0 } else { rate.high };
        let odds = |rate: f64| (1.0 - rate) / rate;
        let failure_time = |end: f64| until_failed * (odds(end) - failures / solved);
        let mean = until_solved + until_failed * failures / solved;
        let rate_mean = solved / (solved + failures);
        let spent_mean = mean * rate_mean;
        let influence = |run: &(f64, bool)| run.0 / spent_mean - f64::from(u8::from(run.1)) / rate_mean;
        Some(Self {
            mean,
            low: mean - (until_solved * (1.0 - (-half).exp())).hypot(failure_time(highest_rate)),
            high: mean + (until_solved * half.exp_m1()).hypot(failure_time(rate.low)),
            influences: instances.iter().map(|runs| runs.iter().map(influence).sum()).collect(),
        })
    }
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
    fn ratios_of_running_times_agree_with_a_computation_step_by_step() {
        // Computed by `scipy.stats.t` and Wilson's formula in SciPy 1.17.
        let first =
            [vec![(100.0, true), (140.0, true), (300.0, false)], vec![(80.0, true), (90.0, true), (120.0, true)]];
        let second = [vec![(30.0, true), (50.0, true), (45.0, true)], vec![(20.0, true), (28.0, true), (300.0, false)]];
        let (ratio, interval) = running_time_ratio(&first, &second, false, 0.95).unwrap();
        for (ours, expected) in
            [(ratio, 1.754756871035941), (interval.low, 0.248274034245114), (interval.high, 10.289308611200537)]
        {
            assert!((ours - expected).abs() < 1e-5, "{ours} {expected}");
        }
        // Without failures it is that of the means of solved runs.
        let all = |factor: f64| [vec![(80.0 * factor, true), (100.0 * factor, true), (120.0 * factor, true)]];
        let (ratio_of_solved, of_solved) = running_time_ratio(&all(3.0), &all(1.0), false, 0.95).unwrap();
        let half = 2.0_f64.sqrt() * 4.302_652_73 * (400.0_f64 / 3.0).sqrt() / 100.0;
        assert!((ratio_of_solved - 3.0).abs() < 1e-12 && (of_solved.high / 3.0 - half.exp()).abs() < 1e-6);
        let (inverse, inverse_interval) = running_time_ratio(&second, &first, false, 0.95).unwrap();
        assert!((inverse * ratio - 1.0).abs() < 1e-12 && (inverse_interval.low * interval.high - 1.0).abs() < 1e-12);
        // A single solved run has no variation.
        assert_eq!(running_time_ratio(&[vec![(9.0, true), (20.0, false)]], &second, false, 0.95), None);
    }

    #[test]
    fn instances_that_are_hard_for_both_do_not_widen_the_ratio_of_pairs() {
        let runs = |factor: f64| -> Vec<Vec<(f64, bool)>> {
            (1..=12)
                .map(|instance| {
                    vec![(f64::from(instance * instance) * factor + f64::from(instance % 3), instance < 12)]
                })
                .collect()
        };
        let width = |is_paired| {
            let (_, interval) = running_time_ratio(&runs(10.0), &runs(20.0), is_paired, 0.95).unwrap();
            interval.high / interval.low
        };
        assert!(width(true) < width(false).sqrt(), "{} {}", width(true), width(false));
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
