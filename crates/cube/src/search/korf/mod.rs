//! [`Korf`]: optimal solutions of the 3×3×3 in either metric by iterative-deepening A*, in `ida`, with tables of admissible bounds (R. E.
//! Korf, "Finding optimal solutions to Rubik's cube using pattern databases", AAAI 1997). A search that its budget ends proves a lower
//! bound; [`Korf::prove`] tells every [`CompletedDepth`]. [`KorfTables`] are the sets of tables; the default one takes 2.7 GB.

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

use crate::puzzle::{Cube3, Metric, named};
use crate::solver::{Budget, Cancelled, Solution, Solver, Unsolved};
use crate::table::TableSource;

named! {
    /// Sets of pruning tables for [`Korf`].
    #[derive(Default)]
    #[non_exhaustive]
    pub enum KorfTables, "set of tables":
    /// R. Korf's tables: all corners and two halves of the edges, 87 MB, and 96 MB of transitions.
    Source = "source",
    /// Twists, flips and the positions of a middle layer's edges, along three axes, also for the inverse: 71 MB.
    Small = "small",
    /// As `Small`, with the positions of the corners of an outer layer in addition: 2.7 GB, by far the fastest.
    #[default]
    Large = "large",
}

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
    /// Returns the solver with these tables, which are loaded or built first. It searches on up to this number of threads;
    /// `Budget::threads` is not read.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub fn new(
        which: KorfTables,
        metric: Metric,
        threads: NonZeroUsize,
        tables: &TableSource<'_>,
    ) -> Result<Self, Cancelled> {
        fn search(heuristic: impl Heuristic + Send + 'static, metric: Metric, threads: NonZeroUsize) -> Box<SearchFn> {
            Box::new(move |cube, budget, completed| ida::search(&heuristic, metric, cube, budget, threads, completed))
        }
        let search = match which {
            KorfTables::Source => search(SourceHeuristic::new(metric, tables)?, metric, threads),
            KorfTables::Small => {
                search(AxisHeuristic::new(SmallAxisTable::new(metric, tables)?, metric), metric, threads)
            }
            KorfTables::Large => {
                search(AxisHeuristic::new(LargeAxisTable::new(metric, tables)?, metric), metric, threads)
            }
        };
        Ok(Self { search, metric })
    }

    /// Returns the metric in which solutions are optimal.
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
mod tests {
    //! The search with a small table, against breadth-first search.

    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::axis_table::{AxisCoordinates, AxisTable};
    use super::ida::search;
    use super::*;
    use crate::puzzle::{Algorithm, Turn};
    use crate::rng::Seed;
    use crate::solver::Cancellation;
    use crate::table::{BuildOptions, Coordinate, CornerOrientation, PackedTable, ProductSpace, SlicePositions};

    /// Twists and the positions of the middle layer's edges: a million entries.
    struct Tiny(PackedTable<4>);

    impl AxisTable for Tiny {
        fn place(&self, [slice, _, _, twist]: AxisCoordinates) -> usize {
            usize::from(slice) * CornerOrientation::SIZE + usize::from(twist)
        }

        fn prefetch(&self, _place: usize) {}

        fn distance(&self, place: usize) -> u8 {
            self.0.get(place / CornerOrientation::SIZE, place % CornerOrientation::SIZE)
        }
    }

    fn tiny(metric: Metric) -> AxisHeuristic<Tiny> {
        AxisHeuristic::new(tiny_table(metric), metric)
    }

    fn tiny_table(metric: Metric) -> Tiny {
        let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
        Tiny(PackedTable::new(&space, metric, (0, 14), BuildOptions::SEQUENTIAL).unwrap())
    }

    /// [`Tiny`] with codes of two bits: large distances share one code, and the search asks for small ones only where they
    /// matter.
    struct Coarse(Tiny);

    impl Coarse {
        const BASE: u8 = 4;
    }

    impl AxisTable for Coarse {
        fn place(&self, coordinates: AxisCoordinates) -> usize {
            self.0.place(coordinates)
        }

        fn prefetch(&self, _place: usize) {}

        fn distance(&self, place: usize) -> u8 {
            match self.0.distance(place) {
                ..=Self::BASE => 0,
                distance => distance.min(Self::BASE + 3),
            }
        }

        fn near(&self) -> u8 {
            Self::BASE
        }

        fn near_place(&self, coordinates: AxisCoordinates) -> usize {
            self.0.place(coordinates)
        }

        fn near_distance(&self, place: usize) -> u8 {
            self.0.distance(place)
        }
    }

    /// Returns all states up to a distance, with their distances.
    fn ball(metric: Metric, depth: u8) -> HashMap<Cube3, u8> {
        let mut distances = HashMap::from([(Cube3::SOLVED, 0)]);
        let mut layer = vec![Cube3::SOLVED];
        for distance in 1..=depth {
            let neighbors = layer.iter().flat_map(|cube| metric.unit_moves().iter().map(|turn| cube.apply(turn)));
            let mut next = Vec::new();
            for cube in neighbors {
                distances.entry(cube).or_insert_with(|| {
                    next.push(cube);
                    distance
                });
            }
            layer = next;
        }
        distances
    }

    /// Returns the distance of a state, up to twice the largest distance in `near`, by search from both sides.
    fn distance(cube: Cube3, near: &HashMap<Cube3, u8>, metric: Metric, depth: u8) -> u8 {
        let mut layer = vec![cube];
        for walked in 0..=depth {
            if let Some(min) = layer.iter().filter_map(|cube| near.get(cube)).min() {
                return walked + min;
            }
            layer = layer.iter().flat_map(|cube| metric.unit_moves().iter().map(|turn| cube.apply(turn))).collect();
        }
        unreachable!("the state is too far away")
    }

    fn walk(seed: u64, length: usize) -> Cube3 {
        let mut stream = Seed::from_number(seed).stream();
        (0..length).fold(Cube3::SOLVED, |cube, _| cube.apply(Turn::ALL[stream.index(18)]))
    }

    fn solved<T: AxisTable>(heuristic: &AxisHeuristic<T>, state: Cube3, budget: &Budget, threads: usize) -> IdaResult {
        search(heuristic, heuristic.metric, state, budget, NonZeroUsize::new(threads).expect("some"), &|_| ())
    }

    fn shortest<T: AxisTable>(heuristic: &AxisHeuristic<T>, state: Cube3) -> Algorithm {
        let result = solved(heuristic, state, &Budget::default(), 1);
        let moves = result.solution.expect("there is no limit");
        assert!(state.apply_all(&moves).is_solved());
        assert_eq!(moves.length(heuristic.metric), result.bound);
        moves
    }

    #[test]
    fn a_cancelled_search_returns_its_proved_bound() {
        let budget = Budget { cancellation: Cancellation::from(Arc::new(AtomicBool::new(true))), ..Budget::default() };
        for threads in [1, 2] {
            let result = solved(&tiny(Metric::Htm), walk(5, 40), &budget, threads);
            assert!(result.solution.is_none() && (5..=20).contains(&result.bound), "{}", result.bound);
        }
    }

    #[test]
    fn bounds_are_admissible() {
        for metric in [Metric::Htm, Metric::Qtm] {
            let heuristic = tiny(metric);
            for (cube, distance) in ball(metric, 4) {
                let (_, bound) = heuristic.root(cube);
                assert!(bound <= distance && (bound == 0) == (distance == 0), "{cube} {bound} {distance}");
            }
        }
        // The bounds along the path prune no solution.
        let (heuristic, budget) = (tiny(Metric::Htm), Budget { depth: Some(9), ..Budget::default() });
        for seed in 0..100 {
            assert!(solved(&heuristic, walk(seed, 9), &budget, 1).solution.is_some_and(|moves| moves.len() <= 9));
        }
    }

    #[test]
    fn solutions_are_as_short_as_breadth_first_search_says() {
        for (metric, depth) in [(Metric::Htm, 4), (Metric::Qtm, 5)] {
            let (heuristic, near) = (tiny(metric), ball(metric, depth));
            for seed in 0..60 {
                let mut stream = Seed::from_number(seed).stream();
                let all: Vec<_> = metric.unit_moves().iter().collect();
                let state = (0..2 * depth - 1).fold(Cube3::SOLVED, |cube, _| cube.apply(all[stream.index(all.len())]));
                let length = shortest(&heuristic, state).length(metric);
                assert_eq!(length, usize::from(distance(state, &near, metric, depth)), "{state}");
                assert!(metric == Metric::Htm || (length % 2 == 1) == state.is_odd());
            }
        }
    }

    #[test]
    fn coarse_bounds_give_the_same_solution_lengths() {
        for metric in [Metric::Htm, Metric::Qtm] {
            let (fine, coarse) = (tiny(metric), AxisHeuristic::new(Coarse(tiny_table(metric)), metric));
            for seed in 0..25 {
                let state = walk(seed, if metric == Metric::Htm { 9 } else { 7 });
                let [fine, coarse] = [shortest(&fine, state), shortest(&coarse, state)];
                assert_eq!(fine.length(metric), coarse.length(metric), "{state}");
            }
        }
    }

    #[test]
    fn a_symmetric_state_is_searched_from_few_first_moves() {
        // A half turn of the whole cube about U–D fixes the state, so first moves R and L, and F and B, are equivalent.
        let state = Cube3::SOLVED.apply_all(&"R L U F B D R2 L2 U'".parse::<Algorithm>().expect("moves"));
        for metric in [Metric::Htm, Metric::Qtm] {
            let (heuristic, solution) = (tiny(metric), shortest(&tiny(metric), state));
            assert!(solution.len() >= 8, "{solution}");
            // The states after a first move have no symmetry, and none is nearer than the solution's length implies.
            for turn in metric.unit_moves().iter().filter(|turn| Some(turn) != solution.first()) {
                let max = solution.length(metric) - 2;
                let budget = Budget { depth: Some(max), ..Budget::default() };
                assert_eq!(solved(&heuristic, state.apply(turn), &budget, 2).solution, None, "{turn}");
            }
        }
    }

    #[test]
    fn the_solved_cube_has_an_empty_solution() {
        assert!(shortest(&tiny(Metric::Htm), Cube3::SOLVED).is_empty());
        let result = solved(&tiny(Metric::Qtm), Cube3::SOLVED, &Budget { depth: Some(0), ..Budget::default() }, 1);
        assert_eq!(result.solution, Some(Algorithm::EMPTY));
    }

    #[test]
    fn the_number_of_threads_changes_no_result() {
        let heuristic = tiny(Metric::Htm);
        for seed in [6, 7, 9] {
            let state = walk(seed, 14);
            let all: Vec<_> = [1, 2, 3].map(|threads| solved(&heuristic, state, &Budget::default(), threads)).into();
            // Iterations after 50,000 nodes are divided among the threads.
            assert!(all[0].nodes > 200_000, "{}", all[0].nodes);
            for result in &all[1..] {
                assert_eq!((&result.solution, result.nodes), (&all[0].solution, all[0].nodes));
            }
            // A limit of nodes is exact.
            for (limit, enough) in [(all[0].nodes, true), (all[0].nodes - 1, false)] {
                let budget = Budget { nodes: Some(limit), ..Budget::default() };
                for threads in [1, 2, 3] {
                    let result = solved(&heuristic, state, &budget, threads);
                    assert_eq!((result.solution.is_some(), result.nodes), (enough, limit), "{threads} threads");
                }
            }
        }
    }

    #[test]
    fn an_exhausted_budget_leaves_a_proved_bound() {
        let (heuristic, state) = (tiny(Metric::Htm), walk(7, 40));
        let result = solved(&heuristic, state, &Budget { depth: Some(9), ..Budget::default() }, 2);
        assert!(result.solution.is_none() && result.bound == 10);
        let completed = Mutex::new(Vec::new());
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
        let result = search(&heuristic, heuristic.metric, state, &budget, NonZeroUsize::MIN, &|depth| {
            completed.lock().unwrap().push(depth)
        });
        let completed = completed.into_inner().unwrap();
        assert!(result.solution.is_none() && completed.last().is_some_and(|last| last.depth + 1 == result.bound));
        assert_eq!(completed.iter().map(|depth| depth.nodes).sum::<u64>(), result.nodes);
    }
}
