//! Performance profiles: the share of problems that each configuration solves within a factor of the lowest cost. Profiles depend on all
//! configurations that are compared, since the lowest cost is one of theirs.

/// Returns the performance profile of each configuration: the ratios of its costs to the lowest cost on the same
/// problem, in ascending order. `costs` has a row per problem and a column per configuration.
///
/// Costs are positive. An infinite cost (target not reached) has an infinite ratio, also on a problem that no
/// configuration solves.
///
/// E. D. Dolan and J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming
/// 91 (2002), 201–213.
///
/// # Panics
/// If rows differ in length.
///
/// ```
/// let profiles = evocube_stats::run_times::performance_profiles(&[vec![1.0, 2.0], vec![6.0, 3.0]]);
/// assert_eq!(profiles, [[1.0, 2.0], [1.0, 2.0]]);
/// ```
pub fn performance_profiles(costs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let configurations = costs.first().map_or(0, Vec::len);
    let mut ratios = vec![Vec::with_capacity(costs.len()); configurations];
    for problem in costs {
        assert_eq!(problem.len(), configurations, "every problem has a cost of every configuration");
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

/// Returns the share of problems with a ratio of at most `tau`; `ratios` in ascending order.
pub fn profile_at(ratios: &[f64], tau: f64) -> f64 {
    ratios.partition_point(|ratio| *ratio <= tau) as f64 / ratios.len().max(1) as f64
}
