//! [`Korf`]: optimal solutions by iterative-deepening A* with tables of admissible bounds (R. E. Korf, "Finding optimal
//! solutions to Rubik's cube using pattern databases", AAAI 1997).

mod axis_heuristic;
mod axis_table;
mod depth_first;
mod heuristic;
mod ida;
mod inverse;
mod node;
mod source_heuristic;
mod subtrees;

use std::num::NonZeroUsize;

use axis_heuristic::AxisHeuristic;
use axis_table::{LargeAxisTable, SmallAxisTable};
use heuristic::Heuristic;
pub use ida::CompletedDepth;
use ida::IdaResult;
use source_heuristic::SourceHeuristic;

use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::named;
use crate::solver::{Budget, Solution, Solver, Unsolved};
use crate::table::TableSource;

/// Sets of pruning tables for [`Korf`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KorfTables {
    /// R. Korf's tables: all corners and two halves of the edges, 87 MB, and 96 MB of transitions.
    Source,
    /// Twists, flips and the positions of a middle layer's edges, along three axes, also for the inverse: 71 MB.
    Small,
    /// As `Small`, with the positions of the corners of an outer layer in addition: 2.7 GB, by far the fastest.
    #[default]
    Large,
}

named!(KorfTables, "set of tables", { Source => "source", Small => "small", Large => "large" });

/// Optimal solutions in the half-turn or the quarter-turn metric.
///
/// Every depth is searched completely before the next one. A solution is therefore proved optimal, and an unfinished
/// search yields a lower bound. Of several shortest solutions, the first in the order of the search is returned, for
/// any number of threads.
pub struct Korf {
    search: Box<SearchFn>,
    metric: Metric,
}

/// A search with the tables and the number of threads of a solver.
type SearchFn = dyn Fn(Cube3, &Budget, &(dyn Fn(CompletedDepth) + Sync)) -> IdaResult + Send + Sync;

impl Korf {
    /// Returns the solver with these tables, which searches on this number of threads.
    #[must_use]
    pub fn new(which: KorfTables, metric: Metric, threads: NonZeroUsize, tables: &TableSource<'_>) -> Self {
        fn search(heuristic: impl Heuristic + Send + 'static, metric: Metric, threads: NonZeroUsize) -> Box<SearchFn> {
            Box::new(move |cube, budget, completed| ida::search(&heuristic, metric, cube, budget, threads, completed))
        }
        let search = match which {
            KorfTables::Source => search(SourceHeuristic::new(metric, tables), metric, threads),
            KorfTables::Small => {
                search(AxisHeuristic::new(SmallAxisTable::new(metric, tables), metric), metric, threads)
            }
            KorfTables::Large => {
                search(AxisHeuristic::new(LargeAxisTable::new(metric, tables), metric), metric, threads)
            }
        };
        Self { search, metric }
    }

    /// Returns the metric in which solutions are optimal.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns a shortest solution. `completed` receives every depth without a solution.
    ///
    /// # Errors
    /// [`Unsolved::Bounded`], with the proved lower bound, if the budget ended first.
    pub fn prove(
        &self,
        state: Cube3,
        budget: &Budget,
        completed: &(dyn Fn(CompletedDepth) + Sync),
    ) -> Result<Solution<Cube3>, Unsolved> {
        let result = (self.search)(state, budget, completed);
        match result.solution {
            Some(moves) => Ok(Solution::new(state, moves, result.nodes)?.proved_optimal(self.metric)),
            None => Err(Unsolved::Bounded { nodes: result.nodes, bound: result.bound, metric: self.metric }),
        }
    }
}

impl Solver<Cube3> for Korf {
    fn name(&self) -> &'static str {
        "korf"
    }

    /// Returns a shortest solution. Nodes are states whose bound was looked up. A limit of nodes is exact, so the
    /// result does not depend on the number of threads. Time is checked every few thousand nodes.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        self.prove(state, budget, &|_| ())
    }
}

#[cfg(test)]
mod tests;
