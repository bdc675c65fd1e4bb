//! [`cumulative_incidence`]: the share of trials that have succeeded by each time, where others give up or are censored. It has no
//! intervals; expected times with restarts are in `expected_evaluations`.

use super::{End, Run};

/// Returns the estimated share of trials that reached their target after each time at which one does, in ascending order.
///
/// The estimate of O. O. Aalen and S. Johansen, "An empirical transition matrix for non-homogeneous Markov chains based on
/// censored observations", Scandinavian Journal of Statistics 5 (1978), 141–150. A trial that gives up counts as unsolved for
/// ever; one that is censored counts as those that run on. Without trials that give up, it is one minus the estimate of Kaplan and
/// Meier. A trial is at risk up to and including the time of its end. O(n log n).
///
/// ```
/// use evocube_stats::run_times::{End, Run, cumulative_incidence};
///
/// let gave_up = Run { evaluations: 2.0, end: End::GaveUp };
/// let runs = [Run::reached(1.0), gave_up, Run::reached(3.0), Run::censored(9.0)];
/// assert_eq!(cumulative_incidence(&runs), [(1.0, 0.25), (3.0, 0.5)]);
/// ```
pub fn cumulative_incidence(runs: &[Run]) -> Vec<(f64, f64)> {
    let mut sorted = runs.to_vec();
    sorted.sort_by(|a, b| a.evaluations.total_cmp(&b.evaluations));
    let (mut running, mut reached, mut at_risk, mut steps) = (1.0, 0.0, sorted.len(), Vec::new());
    for same in sorted.chunk_by(|a, b| a.evaluations.total_cmp(&b.evaluations).is_eq()) {
        let share = |end| same.iter().filter(|run| run.end == end).count() as f64 / at_risk as f64;
        let (now, gave_up) = (share(End::Reached), share(End::GaveUp));
        if now > 0.0 {
            reached += running * now;
            steps.push((same[0].evaluations, reached));
        }
        running *= 1.0 - now - gave_up;
        at_risk -= same.len();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(times: &[(f64, End)]) -> Vec<Run> {
        times.iter().map(|&(evaluations, end)| Run { evaluations, end }).collect()
    }

    #[test]
    fn trials_that_give_up_stay_unsolved() {
        use End::{Censored, GaveUp, Reached};
        // Without giving up: one minus Kaplan and Meier's 0.75 and 0.375.
        let steps = cumulative_incidence(&runs(&[(1.0, Reached), (2.0, Censored), (3.0, Reached), (3.0, Censored)]));
        assert_eq!(steps, [(1.0, 0.25), (3.0, 0.625)]);
        // By hand: 1/5, then 3/5 still run at 3 of which one of two at risk solves after one was censored: 1/5 + 3/5 · 1/2.
        let steps = cumulative_incidence(&runs(&[
            (1.0, Reached),
            (2.0, GaveUp),
            (2.5, Censored),
            (3.0, Reached),
            (9.0, GaveUp),
        ]));
        assert!(steps.len() == 2 && (steps[0].1 - 0.2).abs() < 1e-12 && (steps[1].1 - 0.5).abs() < 1e-12, "{steps:?}");
        assert!(cumulative_incidence(&[]).is_empty());
    }
}
