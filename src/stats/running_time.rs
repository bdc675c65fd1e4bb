//! What it costs to reach a target, runs being started again until one does.

use super::draws::Draws;
use super::interval::Interval;

/// The expected running time: the evaluations of all runs, each up to the target or its end, over the number of runs
/// that reached it. Each run comes with 1 if it reached the target, or a group of runs (those on one cube) with how many
/// did. Infinite if none did; `None` without runs.
///
/// A. Auger and N. Hansen, "Performance evaluation of an advanced local search evolutionary algorithm", CEC 2005,
/// 1777–1784.
///
/// ```
/// let runs = [(100.0, 1), (300.0, 0), (200.0, 1)];
/// assert_eq!(evocube::stats::expected_running_time(&runs), Some(300.0));
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

/// The interval of 95 % of [`expected_running_time`] between the percentiles of resampled runs; an end is infinite where
/// resamples without a success reach that far. `None` without runs.
///
/// # Panics
/// If there are no resamples.
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
    // Order statistics themselves, not points between them: one of two may be infinite. The place is below the length.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let at = |share: f64| times[((share * resamples as f64).ceil() as usize).clamp(1, resamples) - 1];
    Some(Interval { low: at(0.025), high: at(0.975) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_success_it_takes_for_ever() {
        assert_eq!(expected_running_time(&[(5.0, 0)]), Some(f64::INFINITY));
        assert_eq!(expected_running_time(&[]), None);
        let interval = running_time_95(&[(5.0, 0); 3], 10, &mut Draws::new(1)).unwrap();
        assert!(interval.low.is_infinite() && interval.high.is_infinite());
        // Three of four failed: a third of all resamples has no success.
        let few = running_time_95(&[(5.0, 1), (9.0, 0), (9.0, 0), (9.0, 0)], 1000, &mut Draws::new(1));
        assert!(few.unwrap().low < 32.0 && few.unwrap().high.is_infinite());
    }
}
