//! [`Kociemba`]: the two-phase algorithm (H. Kociemba, 1992; <http://kociemba.org/cube.htm>).

mod direction;
mod guide;
mod phase1;
mod phase2;
mod plan;
mod stream;
mod transitions;
mod worker;

pub use guide::{GUIDE, GUIDE_QTM};
pub use stream::Stream;

use std::time::Instant;

use direction::Direction;
use guide::Guide;
use phase1::Phase1;
use phase2::Phase2;
use plan::{Found, Limits, Plan, Start};
use worker::{Shared, Worker};

use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;
use crate::solver::{Budget, Part, Solution, Solver, Unsolved};
use crate::table::TableSource;
use crate::table::known::to_domino;

/// The two-phase algorithm: first into the domino group ⟨U, D, R2, F2, L2, B2⟩, in which no piece is twisted or flipped
/// and the edges of the middle layer are in it, then home without leaving the group. Every way of phase 1 is tried, short
/// ones first, each with the shortest phase 2; longer first phases with shorter second ones make ever shorter solutions.
///
/// * A state is searched in six directions, as it is and inverted, with each of the three axes vertical, all at the same
///   length of phase 1.
/// * Phase 1 follows a [table](GUIDE) that says which turns lead nearer; states are expanded in batches, because
///   the memory can look up many entries in the time of one.
/// * No way of phase 1 ends with a turn of the domino group: it would be a shorter one with a longer phase 2.
/// * An end of phase 1 is searched only when two tables, of corners with the middle layer and of corners with the edges
///   of U and D, allow a solution that is shorter than all before.
///
/// Lengths are in the solver's metric. In quarter turns phase 1 goes by quarter turns only, two of which are a half turn,
/// phase 2 by the same turns as ever, half turns counting two; both have tables of their own.
///
/// Nodes are the states that phase 1 expands; phase 2, which makes a few percent of
/// the work, is not counted: how many it has depends on how many workers there are, and nothing else does.
pub struct Kociemba {
    metric: Metric,
    phase1: Phase1,
    phase2: Phase2,
    directions: [Direction; 6],
}

/// Good enough if nothing is said: nearly all states have many solutions of this length, no state needs more.
pub const DEFAULT_TARGET: usize = 20;

/// How many states are expanded for few quarter turns if nothing is said. There no length is good enough: most states take
/// 20 to 22, some 26, and how soon a solution of any such length is found differs from state to state.
pub const DEFAULT_NODES_QTM: u64 = 100_000;

/// What is looked for in a metric.
struct Aims {
    /// The longest solution: the first one is found at once.
    longest: usize,
    /// Good enough if nothing is said.
    target: usize,
    /// What may be spent then.
    nodes: Option<u64>,
}

impl Aims {
    const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Htm => Self { longest: 22, target: DEFAULT_TARGET, nodes: None },
            Metric::Qtm => Self { longest: 30, target: 0, nodes: Some(DEFAULT_NODES_QTM) },
        }
    }
}

impl Kociemba {
    /// The solver for fewest turns, with tables from the source: 197 MB that it keeps, and 20 MB that are quickly made.
    #[must_use]
    pub fn new(tables: &TableSource<'_>) -> Self {
        Self::in_metric(Metric::Htm, tables)
    }

    /// The solver for fewest turns or quarter turns. Each metric has tables of its own, of the same size.
    #[must_use]
    pub fn in_metric(metric: Metric, tables: &TableSource<'_>) -> Self {
        std::thread::scope(|scope| {
            // What is not read from files takes as long as they do.
            let space = scope.spawn(to_domino);
            let guide = Guide::new(metric, tables);
            let phase2 = Phase2::new(metric, tables);
            let space = space.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Self { metric, phase1: Phase1::new(metric, space, guide), phase2, directions: Direction::all() }
        })
    }

    /// Ever shorter solutions of a state, found on this thread within the budget's time, nodes and depth, down to its
    /// target; without a budget to the shortest there is.
    #[must_use]
    pub fn stream(&self, state: Cube3, budget: &Budget) -> Stream<'_> {
        let Aims { longest, .. } = Aims::of(self.metric);
        let limits = Limits {
            longest: budget.depth.map_or(longest, |depth| depth.min(longest)),
            target: budget.target.unwrap_or(0),
            nodes: budget.nodes.unwrap_or(u64::MAX),
        };
        Stream::new(self, state, self.prepare(state, limits, budget))
    }

    /// A search that nobody works on yet.
    fn prepare(&self, state: Cube3, limits: Limits, budget: &Budget) -> Shared {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        let mut seen: Vec<Cube3> = Vec::with_capacity(6);
        let mut starts = Vec::with_capacity(6);
        for (number, direction) in self.directions.iter().enumerate() {
            let view = direction.see(state);
            // Symmetric states look the same from several directions.
            if !seen.contains(&view) {
                let (root, distance) = self.phase1.root(view, Phase2::pieces(view));
                starts.push(Start { root, distance, direction: number });
                seen.push(view);
            }
        }
        Shared::new(Plan::new(starts, limits), deadline, budget.cancellation)
    }

    /// The metric in which it looks for short solutions.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// What was found, as a solution of the state itself. Nothing of it cancels; quarter turns that make a half turn are
    /// merged.
    fn solution(&self, state: Cube3, found: &Found) -> Result<Solution<Cube3>, Unsolved> {
        let seen: Algorithm = found.turns.iter().copied().collect();
        let moves = self.directions[found.direction].moves(&seen);
        let moves = if self.metric == Metric::Qtm { moves.simplify() } else { moves };
        let second = found.turns.len() - found.first;
        let parts = [("phase 1", found.first), ("phase 2", second)].map(|(name, turns)| Part { name, turns });
        Solution::with_parts(state, moves, parts.to_vec(), found.nodes)
    }
}

impl Solver<Cube3> for Kociemba {
    fn name(&self) -> &'static str {
        "kociemba"
    }

    /// The other symmetries keep the axis of the domino group, so they lead through it by the same ways.
    fn sees_symmetries(&self) -> bool {
        true
    }

    /// Searches until a solution is as short as the target, or time or nodes run out; then the best is the answer. If
    /// none of these is given, [`DEFAULT_TARGET`] is the target, and in quarter turns [`DEFAULT_NODES_QTM`] are the limit. The
    /// nodes of a solution are those up to when it was found.
    /// The parts are the phases in the direction in which it was found (of the inverse, when that was searched), in turns of
    /// the metric.
    ///
    /// The answer is the same for every number of threads, unless time runs out.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let aims = Aims::of(self.metric);
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let target = budget.target.unwrap_or(if unlimited { aims.target } else { 0 });
        let nodes = if unlimited && budget.target.is_none() { aims.nodes } else { budget.nodes };
        // A longer solution than the target is an answer only where the search may end without a shorter one.
        let longest = if unlimited && nodes.is_none() { target } else { aims.longest };
        let longest = budget.depth.map_or(longest, |depth| depth.min(longest));
        let limits = Limits { longest, target, nodes: nodes.unwrap_or(u64::MAX) };
        let shared = self.prepare(state, limits, budget);
        let work = || {
            let mut worker = Worker::new(self);
            while worker.step(&shared) {}
        };
        std::thread::scope(|scope| {
            for _ in 1..budget.threads.map_or(1, usize::from) {
                scope.spawn(work);
            }
            work();
        });
        let plan = shared.plan();
        match plan.outcome() {
            Some(found) => self.solution(state, found),
            None if plan.is_exhausted() => {
                Err(Unsolved::Impossible { nodes: plan.nodes(), length: longest, metric: self.metric })
            }
            None => Err(Unsolved::Budget { nodes: plan.nodes() }),
        }
    }
}
