//! The use of the time that a run of the niche archive has left, on the 3×3×3 alone: whether it suffices, and `DominoSearch` on up to six
//! threads for a shorter solution. It begins from the state, not from a solution. The search itself is in `evocube_cube::route`.
//!
//! After its first attempts, more of them hardly shorten a solution: some 20 take off 1.9 moves on average, 200 more 0.3. The time that is
//! left goes to a search: step 2 of [`evocube_cube::route::refine`], from the state through the domino group, with the states near
//! both goals but no tables of distances. It is no evolution, and needs nothing of the solution but its length.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::RunProgress;
use crate::optimizer::{RunContext, StopCriterion};
use evocube_cube::puzzle::algorithm::{Algorithm, Metric};
use evocube_cube::puzzle::cube3::Cube3;
use evocube_cube::route::DominoSearch;

/// The least time that is left to a refinement. Its first one in a process finds the states near both goals in 0.12 s.
const MIN_TIME: Duration = Duration::from_millis(300);

/// Returns whether there is time for a refinement.
pub(super) fn has_time(context: &RunContext<'_>) -> bool {
    context.deadline.is_some_and(|deadline| deadline.saturating_duration_since(Instant::now()) >= MIN_TIME)
}

/// Searches shorter solutions of a state until a limit of the run ends it, and returns one or none of each thread. Nodes count as
/// evaluations.
pub(super) fn refine(
    state: Cube3,
    progress: &mut RunProgress,
    stop: &StopCriterion,
    context: &RunContext<'_>,
) -> Vec<Algorithm> {
    let max = progress.shortest.unwrap_or(usize::MAX);
    let enough = stop.length.unwrap_or(0);
    let nodes = progress.left();
    let parts = context.pool.threads().min(DominoSearch::MAX_PARTS);
    let is_found = AtomicBool::new(false);
    let is_late = || context.is_over() || is_found.load(Ordering::Relaxed);
    let search = |part| {
        let search = DominoSearch { metric: Metric::Htm, max, enough, part: (part, parts) };
        let result = search.run(state, nodes / parts as u64, &is_late);
        if result.0.as_ref().is_some_and(|moves| moves.len() <= enough) {
            is_found.store(true, Ordering::Relaxed);
        }
        result
    };
    let results = context.pool.map_indexed(parts, search);
    progress.evaluations += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
    results.into_iter().filter_map(|(moves, _)| Some(moves?.simplify())).collect()
}
