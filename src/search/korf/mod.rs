//! [`Korf`]: optimal solutions by iterative-deepening A* with tables of admissible bounds (R. E. Korf, "Finding optimal
//! solutions to Rubik's cube using pattern databases", AAAI 1997).

mod axes;
mod axis_table;
mod ida;
mod reader;
mod source;

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use axes::Axes;
use axis_table::{Large, Small};
pub use ida::Completed;
use source::Source;

use crate::puzzle::UnknownName;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::solver::{Budget, Solution, Solver, Unsolved};
use crate::table::known::{TO_AXIS, TO_DOMINO, ToAxis};
use crate::table::quarters::{TO_AXIS_QTM, TO_DOMINO_QTM, ToAxisInQuarterTurns};
use crate::table::spec::CrumbTable;
use crate::table::{TableSource, TableSpec};

/// The tables that give the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KorfTables {
    /// Source 000's, R. Korf's own: all corners and two halves of the edges, 87 MB, and 96 MB for the edges' turns.
    Source,
    /// All twists, all flips and the positions of a middle layer's edges, on three axes, also of the inverse: 71 MB.
    Small,
    /// The same with the positions of the corners of an outer layer: 2.7 GB, and by far the fastest.
    #[default]
    Large,
}

impl KorfTables {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Source, Self::Small, Self::Large];

    /// The name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for KorfTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for KorfTables {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("set of tables", &Self::ALL, Self::name, name)
    }
}

/// Optimal solutions in the half-turn or the quarter-turn metric. Every depth is searched completely before the next
/// one, so that a solution is proved to be as short as possible, and so that a search that is given up leaves a lower
/// bound. Of several shortest solutions the first in the order of the search is taken, for any number of threads.
pub struct Korf {
    guide: Guides,
    metric: Metric,
    threads: NonZeroUsize,
}

enum Guides {
    Source(Box<Source>),
    Small(Box<Axes<Small>>),
    Large(Box<Axes<Large>>),
}

impl Korf {
    /// The solver, with its tables, which searches on so many threads.
    #[must_use]
    pub fn new(which: KorfTables, metric: Metric, threads: NonZeroUsize, tables: &TableSource<'_>) -> Self {
        let load = |htm: &TableSpec, qtm: &TableSpec| tables.load(if metric == Metric::Htm { htm } else { qtm });
        let guide = match which {
            KorfTables::Source => Guides::Source(Box::new(Source::new(metric, tables))),
            KorfTables::Small => {
                Guides::Small(Box::new(Axes::new(Small::new(load(&TO_DOMINO, &TO_DOMINO_QTM)), metric)))
            }
            KorfTables::Large => {
                let near = if metric == Metric::Htm { ToAxis::NEAR } else { ToAxisInQuarterTurns::NEAR };
                let small = Small::new(load(&TO_DOMINO, &TO_DOMINO_QTM));
                Guides::Large(Box::new(Axes::new(Large::new(load(&TO_AXIS, &TO_AXIS_QTM), near, small), metric)))
            }
        };
        Self { guide, metric, threads }
    }

    /// The metric in which solutions are optimal.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// A shortest solution; `completed` is told every depth at which there is none.
    ///
    /// # Errors
    /// [`Unsolved::Bounded`], with what is proved, if the budget ended first.
    pub fn prove(
        &self,
        state: Cube3,
        budget: &Budget,
        completed: &(dyn Fn(Completed) + Sync),
    ) -> Result<Solution<Cube3>, Unsolved> {
        let threads = self.threads;
        let outcome = match &self.guide {
            Guides::Source(guide) => ida::search(&**guide, state, budget, threads, completed),
            Guides::Small(guide) => ida::search(&**guide, state, budget, threads, completed),
            Guides::Large(guide) => ida::search(&**guide, state, budget, threads, completed),
        };
        match outcome.solution {
            Some(moves) => Ok(Solution::new(state, moves, outcome.nodes)?.proved_optimal(self.metric)),
            None => Err(Unsolved::Bounded { nodes: outcome.nodes, bound: outcome.bound, metric: self.metric }),
        }
    }
}

impl Solver<Cube3> for Korf {
    fn name(&self) -> &'static str {
        "korf"
    }

    /// A shortest solution. Nodes are states whose bound was looked up; a budget of nodes is kept to the node, so that
    /// it gives the same answer for any number of threads, one of time is looked at every few thousand.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        self.prove(state, budget, &|_| ())
    }
}

#[cfg(test)]
mod tests {
    // The search with a table that is built in no time, against breadth-first search.
    use std::collections::HashMap;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::axes::View;
    use super::axis_table::{AxisTable, Seen};
    use super::ida::{Guide, Outcome, search};
    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::algorithm::Algorithm;
    use crate::puzzle::notation::{Dialect, read_moves};
    use crate::puzzle::turn::{MoveSet, Turn};
    use crate::rng::Seed;
    use crate::solver::Cancellation;
    use crate::table::{Coordinate, CornerOrientation, Pair, PatternDatabase, SlicePositions, TransitionTable};

    /// Twists and the positions of the middle layer's edges: a million entries.
    struct Tiny(PatternDatabase);

    impl Tiny {
        fn distance(&self, [slice, _, _, twist]: View) -> u8 {
            let place = usize::from(slice) * CornerOrientation::SIZE + usize::from(twist);
            self.0.distance(place).expect("everything is reached")
        }
    }

    impl AxisTable for Tiny {
        type Room = ();

        fn distances(&self, seen: &[Seen], (): &mut (), distances: &mut Vec<u8>) {
            distances.clear();
            distances.extend(seen.iter().map(|seen| self.distance(seen.view)));
        }
    }

    fn tiny(metric: Metric) -> Axes<Tiny> {
        Axes::new(tiny_table(metric), metric)
    }

    fn tiny_table(metric: Metric) -> Tiny {
        let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
        Tiny(PatternDatabase::new(&Pair(&slice, &twists), turns(metric)))
    }

    /// The same as if it were in two bits: what is far is one distance, what is near is looked up only where it counts.
    struct Coarse(Tiny);

    impl Coarse {
        const NEAR: u8 = 4;
    }

    impl AxisTable for Coarse {
        type Room = ();

        fn distances(&self, seen: &[Seen], (): &mut (), distances: &mut Vec<u8>) {
            distances.clear();
            distances.extend(seen.iter().map(|seen| match self.0.distance(seen.view) {
                ..=Self::NEAR if seen.left > Self::NEAR => 0,
                distance => distance.min(Self::NEAR + 3),
            }));
        }
    }

    fn turns(metric: Metric) -> MoveSet {
        if metric == Metric::Htm { MoveSet::ALL } else { MoveSet::QUARTERS }
    }

    /// All states up to so many turns away, with their distances.
    fn near(metric: Metric, depth: u8) -> HashMap<Cube3, u8> {
        let mut distances = HashMap::from([(Cube3::SOLVED, 0)]);
        let mut layer = vec![Cube3::SOLVED];
        for distance in 1..=depth {
            let reached = layer.iter().flat_map(|cube| turns(metric).iter().map(|turn| cube.apply(turn)));
            let mut next = Vec::new();
            for cube in reached {
                distances.entry(cube).or_insert_with(|| {
                    next.push(cube);
                    distance
                });
            }
            layer = next;
        }
        distances
    }

    /// The distance of a state at most twice as far away as those that are known, from both sides.
    fn distance(cube: Cube3, near: &HashMap<Cube3, u8>, metric: Metric, depth: u8) -> u8 {
        let mut layer = vec![cube];
        for walked in 0..=depth {
            if let Some(least) = layer.iter().filter_map(|cube| near.get(cube)).min() {
                return walked + least;
            }
            layer = layer.iter().flat_map(|cube| turns(metric).iter().map(|turn| cube.apply(turn))).collect();
        }
        unreachable!("the state is too far away")
    }

    fn walk(seed: u64, length: usize) -> Cube3 {
        let mut stream = Seed::from_number(seed).stream();
        (0..length).fold(Cube3::SOLVED, |cube, _| cube.apply(Turn::ALL[stream.index(18)]))
    }

    fn solved<G: Guide>(guide: &G, state: Cube3, budget: &Budget, threads: usize) -> Outcome {
        search(guide, state, budget, NonZeroUsize::new(threads).expect("some"), &|_| ())
    }

    fn shortest<G: Guide>(guide: &G, state: Cube3) -> Algorithm {
        let outcome = solved(guide, state, &Budget::default(), 1);
        let moves = outcome.solution.expect("there is no limit");
        assert!(state.apply_all(&moves).is_solved());
        assert_eq!(moves.length(guide.metric()), outcome.bound);
        moves
    }

    #[test]
    fn a_cancelled_search_ends_with_what_is_proved() {
        static CANCELLED: AtomicBool = AtomicBool::new(true);
        let budget = Budget { cancellation: Cancellation::by(&CANCELLED), ..Budget::default() };
        for threads in [1, 2] {
            let outcome = solved(&tiny(Metric::Htm), walk(5, 40), &budget, threads);
            assert!(outcome.solution.is_none() && (5..=20).contains(&outcome.bound), "{}", outcome.bound);
        }
    }

    #[test]
    fn bounds_are_never_too_large() {
        for metric in [Metric::Htm, Metric::Qtm] {
            let guide = tiny(metric);
            for (cube, distance) in near(metric, 4) {
                let (_, bound) = guide.root(cube);
                assert!(bound <= distance && (bound == 0) == (distance == 0), "{cube} {bound} {distance}");
            }
            // Nothing that has a solution is left out by what is known on the way.
            for seed in 0..100 {
                let state = walk(seed, 9);
                let moves = solved(&guide, state, &Budget { depth: Some(9), ..Budget::default() }, 1).solution;
                assert!(metric == Metric::Qtm || moves.is_some_and(|moves| moves.len() <= 9));
            }
        }
    }

    #[test]
    fn solutions_are_as_short_as_breadth_first_search_says() {
        for (metric, depth) in [(Metric::Htm, 4), (Metric::Qtm, 5)] {
            let (guide, near) = (tiny(metric), near(metric, depth));
            for seed in 0..60 {
                let mut stream = Seed::from_number(seed).stream();
                let all: Vec<_> = turns(metric).iter().collect();
                let state = (0..2 * depth - 1).fold(Cube3::SOLVED, |cube, _| cube.apply(all[stream.index(all.len())]));
                let length = shortest(&guide, state).length(metric);
                assert_eq!(length, usize::from(distance(state, &near, metric, depth)), "{state}");
                assert!(metric == Metric::Htm || (length % 2 == 1) == state.is_odd());
            }
        }
    }

    #[test]
    fn coarse_bounds_lead_to_solutions_as_short() {
        for metric in [Metric::Htm, Metric::Qtm] {
            let (fine, coarse) = (tiny(metric), Axes::new(Coarse(tiny_table(metric)), metric));
            for seed in 0..25 {
                let state = walk(seed, if metric == Metric::Htm { 9 } else { 7 });
                let [one, other] = [shortest(&fine, state), shortest(&coarse, state)];
                assert_eq!(one.length(metric), other.length(metric), "{state}");
            }
        }
    }

    #[test]
    fn symmetric_states_are_searched_behind_a_few_first_turns() {
        // What a half turn of the whole cube about U–D leaves as it is: R and L, F and B are the same to begin with.
        let state = after("R L U F B D R2 L2 U'");
        for metric in [Metric::Htm, Metric::Qtm] {
            let (guide, found) = (tiny(metric), shortest(&tiny(metric), state));
            assert!(found.len() >= 8, "{found}");
            // Without the first turn nothing is symmetric, and nothing is nearer than the solution says.
            for turn in turns(metric).iter().filter(|turn| Some(turn) != found.first()) {
                let most = found.length(metric) - 2;
                let budget = Budget { depth: Some(most), ..Budget::default() };
                assert_eq!(solved(&guide, state.apply(turn), &budget, 2).solution, None, "{turn}");
            }
        }
    }

    fn after(moves: &str) -> Cube3 {
        Cube3::SOLVED.apply_all(&read_moves(moves, Dialect::Wca).expect("moves"))
    }

    #[test]
    fn the_solved_cube_needs_nothing() {
        assert!(shortest(&tiny(Metric::Htm), Cube3::SOLVED).is_empty());
        let outcome = solved(&tiny(Metric::Qtm), Cube3::SOLVED, &Budget { depth: Some(0), ..Budget::default() }, 1);
        assert_eq!(outcome.solution, Some(Algorithm::EMPTY));
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let guide = tiny(Metric::Htm);
        for seed in 0..4 {
            let state = walk(seed, 12);
            let all: Vec<_> = [1, 2, 3].map(|threads| solved(&guide, state, &Budget::default(), threads)).into();
            for outcome in &all[1..] {
                assert_eq!((&outcome.solution, outcome.nodes), (&all[0].solution, all[0].nodes));
            }
            // A limit of nodes is kept to the node.
            for (limit, enough) in [(all[0].nodes, true), (all[0].nodes - 1, false)] {
                let budget = Budget { nodes: Some(limit), ..Budget::default() };
                for threads in [1, 2, 3] {
                    let outcome = solved(&guide, state, &budget, threads);
                    assert_eq!((outcome.solution.is_some(), outcome.nodes), (enough, limit), "{threads} threads");
                }
            }
        }
    }

    #[test]
    fn a_budget_leaves_what_is_proved() {
        let (guide, state) = (tiny(Metric::Htm), walk(7, 40));
        let outcome = solved(&guide, state, &Budget { depth: Some(9), ..Budget::default() }, 2);
        assert!(outcome.solution.is_none() && outcome.bound == 10);
        let completed = Mutex::new(Vec::new());
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
        let outcome = search(&guide, state, &budget, NonZeroUsize::MIN, &|depth| completed.lock().unwrap().push(depth));
        let completed = completed.into_inner().unwrap();
        assert!(outcome.solution.is_none() && completed.last().is_some_and(|last| last.depth + 1 == outcome.bound));
        assert_eq!(completed.iter().map(|depth| depth.nodes).sum::<u64>(), outcome.nodes);
    }
}
