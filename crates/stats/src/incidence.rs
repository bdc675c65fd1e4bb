//! Cumulative incidence of success where trials may give up or be censored, and its test.

use super::{Draws, PermutationTest, permutation_p};

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

/// Returns the test of the hypothesis that runs of several groups have the same distribution within every stratum:
/// `strata[stratum][group]` has the runs. Sensitive to differences of the cumulative incidence that have one sign at all times.
///
/// Each run has its score of the log-rank test for subdistributions of R. J. Gray, "A class of K-sample tests for comparing the
/// cumulative incidence of a competing risk", Annals of Statistics 16 (1988), 1141–1154: 1 if it solved, less the sum of the
/// hazards of its stratum while it was at risk. Runs that gave up stay at risk for ever. The scores are compared by
/// [`permutation_p`], exactly for few runs, so the level holds for any number of them. Budgets are assumed to be equal in
/// all groups of a stratum. `None` as there.
///
/// ```
/// use evocube_stats::{Draws, End, Run, incidence_test};
///
/// let solved = |time| Run { time, end: End::Solved };
/// let soon: Vec<Run> = [1.0, 2.0, 3.0, 4.0].map(solved).to_vec();
/// let late: Vec<Run> = [5.0, 6.0, 7.0, 8.0].map(solved).to_vec();
/// let test = incidence_test(&[vec![soon, late]], &mut Draws::new(1)).expect("two groups");
/// assert!((test.p - 2.0 / 70.0).abs() < 1e-12);
/// ```
pub fn incidence_test(strata: &[Vec<Vec<Run>>], draws: &mut Draws) -> Option<PermutationTest> {
    permutation_p(&strata.iter().map(|groups| scores(groups)).collect::<Vec<_>>(), draws)
}

/// Returns the score of each run of a stratum.
fn scores(groups: &[Vec<Run>]) -> Vec<Vec<f64>> {
    // Runs that gave up are at risk until all others have ended.
    let ends = |run: &Run| if run.end == End::GaveUp { f64::INFINITY } else { run.time };
    let mut sorted: Vec<&Run> = groups.iter().flatten().collect();
    sorted.sort_by(|a, b| ends(a).total_cmp(&ends(b)));
    let (mut at_risk, mut hazard) = (sorted.len(), 0.0);
    // The sum of the hazards up to each time.
    let mut hazards: Vec<(f64, f64)> = Vec::new();
    for same in sorted.chunk_by(|a, b| ends(a).total_cmp(&ends(b)).is_eq()) {
        hazard += same.iter().filter(|run| run.end == End::Solved).count() as f64 / at_risk as f64;
        hazards.push((ends(same[0]), hazard));
        at_risk -= same.len();
    }
    let score = |run: &Run| {
        let last = hazards.partition_point(|(time, _)| *time <= ends(run)) - 1;
        f64::from(u8::from(run.end == End::Solved)) - hazards[last].1
    };
    groups.iter().map(|runs| runs.iter().map(score).collect()).collect()
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

    #[test]
    fn groups_that_give_up_differ_from_those_that_solve() {
        let group = |solved: u32, gave_up: u32| -> Vec<Run> {
            let solved = (0..solved).map(|run| Run { time: f64::from(100 + run), end: End::Solved });
            solved.chain((0..gave_up).map(|run| Run { time: f64::from(10 + run), end: End::GaveUp })).collect()
        };
        let p = |groups| incidence_test(&[groups], &mut Draws::new(1)).unwrap().p;
        // A test that takes giving up for censoring sees the same hazard in all groups.
        assert!(p(vec![group(4, 56), group(16, 44), group(35, 25)]) < 0.001);
        assert!(p(vec![group(16, 44), group(16, 44), group(16, 44)]) > 0.9);
        assert!(p(vec![group(20, 0), group(0, 20)]) < 0.001);
    }

    #[test]
    fn scores_are_those_of_savage_without_ties_and_censoring() {
        let groups = [runs(&[(1.0, End::Solved), (3.0, End::Solved)]), runs(&[(2.0, End::Solved), (5.0, End::GaveUp)])];
        let expected = [[1.0 - 0.25, 1.0 - 0.25 - 1.0 / 3.0 - 0.5], [1.0 - 0.25 - 1.0 / 3.0, -0.25 - 1.0 / 3.0 - 0.5]];
        for (score, expected) in scores(&groups).iter().flatten().zip(expected.iter().flatten()) {
            assert!((score - expected).abs() < 1e-12, "{score} {expected}");
        }
    }
}
