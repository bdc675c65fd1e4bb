//! [`Kociemba`]: the two-phase algorithm (H. Kociemba, 1992; <http://kociemba.org/cube.htm>).

mod direction;
mod guide;
mod phase1;
mod phase2;
mod plan;
mod stream;
mod transitions;
mod worker;

pub use guide::GUIDE;
pub use stream::Stream;

use std::time::{Duration, Instant};

use direction::Direction;
use guide::Guide;
use phase1::Phase1;
use phase2::Phase2;
use plan::{Found, Limits, Plan, Start};
use worker::{Shared, Worker};

use crate::puzzle::algorithm::Algorithm;
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
/// Lengths are in the half-turn metric. Nodes are the states that phase 1 expands; phase 2, which makes a few percent of
/// the work, is not counted: how many it has depends on how many workers there are, and nothing else does.
pub struct Kociemba {
    phase1: Phase1,
    phase2: Phase2,
    directions: [Direction; 6],
}

/// Good enough if nothing is said: nearly all states have many solutions of this length, no state needs more.
pub const DEFAULT_TARGET: usize = 20;

/// The longest solution that is looked for: the first one is found at once.
const LONGEST: usize = 22;

impl Kociemba {
    /// The solver, with tables from the source: 197 MB that it keeps, and 20 MB that are quickly made.
    #[must_use]
    pub fn new(tables: &TableSource<'_>) -> Self {
        std::thread::scope(|scope| {
            // What is not read from files takes as long as they do.
            let space = scope.spawn(to_domino);
            let guide = Guide::new(tables);
            let phase2 = Phase2::new(tables);
            let space = space.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Self { phase1: Phase1::new(space, guide), phase2, directions: Direction::all() }
        })
    }

    /// Ever shorter solutions of a state, found on this thread within the budget's time, nodes and depth, down to its
    /// target; without a budget to the shortest there is.
    #[must_use]
    pub fn stream(&self, state: Cube3, budget: &Budget) -> Stream<'_> {
        let limits = Limits {
            longest: budget.depth.map_or(LONGEST, |depth| depth.min(LONGEST)),
            target: budget.target.unwrap_or(0),
            nodes: budget.nodes.unwrap_or(u64::MAX),
        };
        Stream::new(self, state, self.prepare(state, limits, budget.time))
    }

    /// A search that nobody works on yet.
    fn prepare(&self, state: Cube3, limits: Limits, time: Option<Duration>) -> Shared {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
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
        Shared::new(Plan::new(starts, limits), deadline)
    }

    /// What was found, as a solution of the state itself.
    fn solution(&self, state: Cube3, found: &Found) -> Result<Solution<Cube3>, Unsolved> {
        let seen: Algorithm = found.turns.iter().copied().collect();
        let moves = self.directions[found.direction].moves(&seen);
        let second = found.turns.len() - found.first;
        let parts = [("phase 1", found.first), ("phase 2", second)].map(|(name, turns)| Part { name, turns });
        Solution::with_parts(state, moves, parts.to_vec(), found.nodes)
    }
}

impl Solver<Cube3> for Kociemba {
    fn name(&self) -> &'static str {
        "kociemba"
    }

    /// Searches until a solution is as short as the target, or time or nodes run out; then the best is the answer. If
    /// none of these is given, [`DEFAULT_TARGET`] is the target. The nodes of a solution are those up to when it was found.
    /// The parts are the phases in the direction in which it was found (of the inverse, when that was searched).
    ///
    /// The answer is the same for every number of threads, unless time runs out.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let endless = budget.time.is_none() && budget.nodes.is_none();
        let target = budget.target.unwrap_or(if endless { DEFAULT_TARGET } else { 0 });
        // A longer solution than the target is an answer only where the search may end without a shorter one.
        let longest = if endless { target } else { LONGEST };
        let longest = budget.depth.map_or(longest, |depth| depth.min(longest));
        let limits = Limits { longest, target, nodes: budget.nodes.unwrap_or(u64::MAX) };
        let shared = self.prepare(state, limits, budget.time);
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
            None => Err(Unsolved::Budget { nodes: plan.nodes() }),
        }
    }
}
