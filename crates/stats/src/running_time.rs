//! Expected running time of independent restarts until a target is reached.

use super::draws::Draws;
use super::interval::Interval;

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
#[must_use]
pub fn expected_running_time(runs: &[(f64, u64)]) -> Option<f64> {
    if runs.is_empty() {
        return None;
    }
    let spent: f64 = runs.iter().map(|run| run.0).sum();
    let reached: u64 = runs.iter().map(|run| run.1).sum();
    Some(if reached == 0 { f64::INFINITY } else { spent / reached as f64 })
}

/// Returns the percentile bootstrap interval of 95 % of [`expected_running_time`]; `None` without runs. An end is infinite if
/// the resample at its percentile has no success.
///
/// # Panics
/// If `resamples` is 0.
#[must_use]
pub fn running_time_95(runs: &[(f64, u64)], resamples: usize, draws: &mut Draws) -> Option<Interval> {
    assert!(resamples > 0, "an interval needs resamples");
    if runs.is_empty() {
        return None;
    }
    let mut times: Vec<f64> = (0..resamples)
        .map(|_| {
            let (mut spent, mut reached) = (0.0, 0_u64);
            for _ in 0..runs.len() {
                let run = runs[draws.below(runs.len())];
                spent += run.0;
                reached += run.1;
            }
            if reached == 0 { f64::INFINITY } else { spent / reached as f64 }
        })
        .collect();
    times.sort_by(f64::total_cmp);
    // Order statistics without interpolation, since one of two neighbors may be infinite. The position is below the
    // length.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let end = |share: f64| times[((share * resamples as f64).ceil() as usize).clamp(1, resamples) - 1];
    Some(Interval { low: end(0.025), high: end(0.975) })
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
        let few = running_time_95(&[(5.0, 1), (9.0, 0), (9.0, 0), (9.0, 0)], 1000, &mut Draws::new(1));
        assert!(few.unwrap().low < 32.0 && few.unwrap().high.is_infinite());
    }
}
