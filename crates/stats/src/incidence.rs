//! Cumulative incidence of success where trials may give up or are censored.

/// The end of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It solved its instance.
    Solved,
    /// A criterion such as stagnation stopped it before its budget was spent: it never solves its instance.
    GaveUp,
    /// Its budget was spent: it could have solved its instance later.
    Censored,
}

/// The run of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The evaluations, or another time, until the end.
    pub time: f64,
    /// The end.
    pub end: End,
}

/// Returns the estimated share of solved trials after each time at which one solves, in ascending order.
///
/// The estimate of O. O. Aalen and S. Johansen, "An empirical transition matrix for non-homogeneous Markov chains based on
/// censored observations", Scandinavian Journal of Statistics 5 (1978), 141–150. A trial that gives up counts as unsolved for
/// ever; one that is censored counts as those that run on. Without trials that give up, it is one minus the estimate of Kaplan and
/// Meier. A trial is at risk up to and including the time of its end. O(n log n).
///
/// ```
/// use evocube_stats::{End, Run, cumulative_incidence};
///
/// let run = |time, end| Run { time, end };
/// let runs = [run(1.0, End::Solved), run(2.0, End::GaveUp), run(3.0, End::Solved), run(9.0, End::Censored)];
/// assert_eq!(cumulative_incidence(&runs), [(1.0, 0.25), (3.0, 0.5)]);
/// ```
pub fn cumulative_incidence(runs: &[Run]) -> Vec<(f64, f64)> {
    let mut sorted = runs.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    let (mut running, mut solved, mut at_risk, mut steps) = (1.0, 0.0, sorted.len(), Vec::new());
    for same in sorted.chunk_by(|a, b| a.time.total_cmp(&b.time).is_eq()) {
        let share = |end| same.iter().filter(|run| run.end == end).count() as f64 / at_risk as f64;
        let (now, gave_up) = (share(End::Solved), share(End::GaveUp));
        if now > 0.0 {
            solved += running * now;
            steps.push((same[0].time, solved));
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
        times.iter().map(|&(time, end)| Run { time, end }).collect()
    }

    #[test]
    fn trials_that_give_up_stay_unsolved() {
        use End::{Censored, GaveUp, Solved};
        // Without giving up: one minus Kaplan and Meier's 0.75 and 0.375.
        let steps = cumulative_incidence(&runs(&[(1.0, Solved), (2.0, Censored), (3.0, Solved), (3.0, Censored)]));
        assert_eq!(steps, [(1.0, 0.25), (3.0, 0.625)]);
        // By hand: 1/5, then 3/5 still run at 3 of which one of two at risk solves after one was censored: 1/5 + 3/5 · 1/2.
        let steps =
            cumulative_incidence(&runs(&[(1.0, Solved), (2.0, GaveUp), (2.5, Censored), (3.0, Solved), (9.0, GaveUp)]));
        assert!(steps.len() == 2 && (steps[0].1 - 0.2).abs() < 1e-12 && (steps[1].1 - 0.5).abs() < 1e-12, "{steps:?}");
        assert!(cumulative_incidence(&[]).is_empty());
    }
}
