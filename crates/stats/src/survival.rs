//! Survival analysis of run times, some of them censored: survival curves and the log-rank test.

use super::chi_squared;

/// The run time of a trial, possibly censored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunLength {
    /// The time of the event, or of the end of the trial without one.
    pub time: f64,
    /// Whether the trial ended with the event; otherwise it is censored.
    pub reached: bool,
}

/// The result of a log-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogRank {
    /// The χ² statistic.
    pub chi_squared: f64,
    /// Its degrees of freedom: the groups with trials at risk, minus one.
    pub df: usize,
    /// The p-value.
    pub p: f64,
}

/// Returns the estimated share of trials without the event after each time at which one occurs.
///
/// E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", Journal of the American
/// Statistical Association 53 (1958), 457–481. A trial is at risk up to and including the time at which it is censored.
#[must_use]
pub fn kaplan_meier(trials: &[RunLength]) -> Vec<(f64, f64)> {
    let sorted = sorted(trials);
    let (mut share, mut at_risk, mut steps) = (1.0, sorted.len(), Vec::new());
    for same in sorted.chunk_by(|a, b| a.time.total_cmp(&b.time).is_eq()) {
        let events = same.iter().filter(|trial| trial.reached).count();
        if events > 0 {
            share *= 1.0 - events as f64 / at_risk as f64;
            steps.push((same[0].time, share));
        }
        at_risk -= same.len();
    }
    steps
}

/// Returns the log-rank test of several groups over strata: `groups[group][stratum]` has the trials. `None` if no event
/// distinguishes two groups.
///
/// N. Mantel, "Evaluation of survival data and two new rank order statistics arising in its consideration", Cancer
/// Chemotherapy Reports 50 (1966), 163–170; R. Peto and J. Peto, "Asymptotically efficient rank invariant test procedures",
/// Journal of the Royal Statistical Society A 135 (1972), 185–207.
///
/// # Panics
/// If groups differ in their numbers of strata.
#[must_use]
pub fn log_rank(groups: &[Vec<Vec<RunLength>>]) -> Option<LogRank> {
    let strata = groups.first()?.len();
    assert!(groups.iter().all(|group| group.len() == strata), "each group has the trials of each stratum");
    let count = groups.len();
    let (mut excess, mut covariance) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for stratum in 0..strata {
        let mut trials: Vec<(usize, RunLength)> = groups
            .iter()
            .enumerate()
            .flat_map(|(group, strata)| strata[stratum].iter().map(move |trial| (group, *trial)))
            .collect();
        trials.sort_by(|a, b| a.1.time.total_cmp(&b.1.time));
        let mut at_risk: Vec<f64> = groups.iter().map(|strata| strata[stratum].len() as f64).collect();
        for same in trials.chunk_by(|a, b| a.1.time.total_cmp(&b.1.time).is_eq()) {
            let all: f64 = at_risk.iter().sum();
            let events = same.iter().filter(|(_, trial)| trial.reached).count() as f64;
            if events > 0.0 {
                same.iter().filter(|(_, trial)| trial.reached).for_each(|(group, _)| excess[*group] += 1.0);
                let spread = if all > 1.0 { events * (all - events) / (all - 1.0) } else { 0.0 };
                for group in 0..count {
                    let share = at_risk[group] / all;
                    excess[group] -= events * share;
                    for other in 0..count {
                        let variance = if group == other { share } else { 0.0 };
                        covariance[group][other] += spread * (variance - share * at_risk[other] / all);
                    }
                }
            }
            same.iter().for_each(|(group, _)| at_risk[*group] -= 1.0);
        }
    }
    let (chi_squared, df) = quadratic_form(&mut covariance, &mut excess);
    (df > 0).then(|| LogRank { chi_squared, df, p: chi_squared::upper(chi_squared, df as f64) })
}

/// Returns the quadratic form of a vector with the generalized inverse of a covariance matrix, and the rank of the matrix, by
/// Gaussian elimination.
fn quadratic_form(matrix: &mut [Vec<f64>], vector: &mut [f64]) -> (f64, usize) {
    let largest = matrix.iter().enumerate().map(|(index, row)| row[index]).fold(0.0, f64::max);
    let (mut sum, mut rank) = (0.0, 0);
    let mut left: Vec<usize> = (0..vector.len()).collect();
    while let Some(place) =
        (0..left.len()).max_by(|a, b| matrix[left[*a]][left[*a]].total_cmp(&matrix[left[*b]][left[*b]]))
    {
        let pivot = left.swap_remove(place);
        let (leading, row, value) = (matrix[pivot][pivot], matrix[pivot].clone(), vector[pivot]);
        if leading <= 1e-10 * largest {
            break;
        }
        sum += value * value / leading;
        rank += 1;
        for &other in &left {
            let factor = matrix[other][pivot] / leading;
            matrix[other].iter_mut().zip(&row).for_each(|(entry, other_entry)| *entry -= factor * other_entry);
            vector[other] -= factor * value;
        }
    }
    (sum, rank)
}

fn sorted(trials: &[RunLength]) -> Vec<RunLength> {
    let mut sorted = trials.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(times: &[(f64, bool)]) -> Vec<RunLength> {
        times.iter().map(|&(time, reached)| RunLength { time, reached }).collect()
    }

    #[test]
    fn censored_trials_leave_without_a_step() {
        let steps = kaplan_meier(&trials(&[(1.0, true), (2.0, false), (3.0, true), (3.0, false)]));
        assert_eq!(steps, [(1.0, 0.75), (3.0, 0.375)]);
        assert!(kaplan_meier(&trials(&[(5.0, false)])).is_empty() && kaplan_meier(&[]).is_empty());
    }

    #[test]
    fn groups_without_events_or_alone_have_no_test() {
        let none = vec![trials(&[(9.0, false), (9.0, false)])];
        assert_eq!(log_rank(&[none.clone(), none]), None);
        assert_eq!(log_rank(&[vec![trials(&[(1.0, true), (2.0, true)])]]), None);
        assert_eq!(log_rank(&[]), None);
    }

    #[test]
    fn groups_that_are_apart_differ_and_equal_ones_do_not() {
        let soon = vec![trials(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].map(|time| (time, true)))];
        let late = vec![trials(&[(9.0, true), (9.0, false), (9.0, false), (9.0, false), (9.0, false), (9.0, false)])];
        assert!(log_rank(&[soon.clone(), late]).unwrap().p < 0.001);
        let same = log_rank(&[soon.clone(), soon.clone(), soon]).unwrap();
        assert!(same.chi_squared < 1e-9 && same.df == 2 && same.p > 0.999);
    }
}
