//! How often a setting is how near to the best one.

/// Performance profiles: for each setting the ratios of its cost to the lowest on the same problem, in ascending order;
/// the share of problems within a ratio τ is how many are at most τ. Costs are positive; infinite ones (never reached)
/// give infinite ratios, and a problem that no setting reaches counts against all.
///
/// E. D. Dolan and J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming
/// 91 (2002), 201–213.
///
/// # Panics
/// If problems differ in the number of settings.
///
/// ```
/// let profiles = evocube::stats::performance_profiles(&[vec![1.0, 2.0], vec![6.0, 3.0]]);
/// assert_eq!(profiles, [[1.0, 2.0], [1.0, 2.0]]);
/// ```
#[must_use]
pub fn performance_profiles(costs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let settings = costs.first().map_or(0, Vec::len);
    let mut ratios = vec![Vec::with_capacity(costs.len()); settings];
    for problem in costs {
        assert_eq!(problem.len(), settings, "every problem has a cost of every setting");
        let lowest = problem.iter().copied().fold(f64::INFINITY, f64::min);
        for (ratios, cost) in ratios.iter_mut().zip(problem) {
            ratios.push(if cost.is_finite() { cost / lowest } else { f64::INFINITY });
        }
    }
    for ratios in &mut ratios {
        ratios.sort_by(f64::total_cmp);
    }
    ratios
}

/// The share of problems whose ratio is at most `tau`.
#[must_use]
pub fn profile_at(ratios: &[f64], tau: f64) -> f64 {
    ratios.partition_point(|ratio| *ratio <= tau) as f64 / ratios.len().max(1) as f64
}
