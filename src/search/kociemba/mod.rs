//! [`Kociemba`]: the two-phase algorithm (H. Kociemba, 1992; <http://kociemba.org/cube.htm>).

mod phase1;
mod phase1_table;
mod phase2;
mod schedule;
mod worker;

pub use phase1_table::PHASE1;

use std::time::Instant;

use phase1::Phase1;
use phase1_table::Phase1Table;
use phase2::Phase2;
use schedule::{DirectionRoot, Schedule, SearchLimits, TwoPhaseSolution};
use worker::{SharedSchedule, Worker};

use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::cube3::SearchDirection;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Face;
use crate::solver::{Budget, Part, Solution, Solver, Unsolved};
use crate::table::registry::to_domino;
use crate::table::{TableSource, on_threads};

/// The two-phase algorithm: first into the domino group ⟨U, D, R2, F2, L2, B2⟩, in which no piece is twisted or flipped
/// and the edges of the middle layer are in it, then to the solved state without leaving the group.
///
/// Every path of phase 1 is tried, short ones first, each with the shortest phase 2. Longer first phases with shorter
/// second ones make ever shorter solutions.
///
/// * A state is searched in six directions, as it is and inverted, with each of the three axes vertical, all at the
///   same length of phase 1.
/// * Phase 1 follows a [pruning table](PHASE1) that names the moves that lead nearer. Nodes are expanded in batches,
///   because the memory can look up many entries in the time of one.
/// * No path of phase 1 ends with a move of the domino group: it would be a shorter one with a longer phase 2.
/// * Phase 2 is searched only where two tables, of corners with the middle layer and of corners with the edges of U and
///   D, allow a solution that is shorter than all before.
///
/// Lengths are in the solver's metric. In quarter turns phase 1 moves by quarter turns only, two of which are a half
/// turn, and in phase 2 half turns cost two; both have tables of their own.
///
/// Nodes are the states that phase 1 expands. Phase 2, a few percent of the work, is not counted: its number of nodes
/// depends on the number of workers, which changes nothing else.
pub struct Kociemba {
    metric: Metric,
    phase1: Phase1,
    phase2: Phase2,
    directions: [SearchDirection; 6],
}

/// The default target length: nearly all states have many solutions of this length, and no state needs more.
pub const DEFAULT_TARGET: usize = 20;

/// The default limit of nodes for few quarter turns. There is no default target, because most states take 20 to 22,
/// some 26, and the time to a solution of a length differs from state to state.
pub const DEFAULT_NODES_QTM: u64 = 100_000;

/// The defaults of a metric.
struct MetricDefaults {
    /// The maximum length: such a solution is found at once.
    max_length: usize,
    /// The target if no limit is given.
    target: usize,
    /// The limit of nodes if no limit is given.
    nodes: Option<u64>,
}

/// The defaults of half turns and of quarter turns.
const DEFAULTS: [MetricDefaults; 2] = [
    MetricDefaults { max_length: 22, target: DEFAULT_TARGET, nodes: None },
    MetricDefaults { max_length: 30, target: 0, nodes: Some(DEFAULT_NODES_QTM) },
];

/// The six directions: the three axes, then those of the inverse. (The other symmetries keep the axis or are equivalent
/// to one of these.)
fn directions() -> [SearchDirection; 6] {
    // About the diagonal through the corner URF.
    const CYCLE: [Face; 6] = [Face::R, Face::F, Face::U, Face::L, Face::B, Face::D];
    let third = Symmetry::from_faces(|face| CYCLE[face.index()]).expect("a rotation by 120°");
    let axes = [Symmetry::IDENTITY, third, third.then(third)];
    std::array::from_fn(|number| SearchDirection { symmetry: axes[number % 3], inverted: number >= 3 })
}

impl Kociemba {
    /// The solver for few moves, with tables from the source: 197 MB that it keeps, and 20 MB that are quickly made.
    #[must_use]
    pub fn new(tables: &TableSource<'_>) -> Self {
        Self::in_metric(Metric::Htm, tables)
    }

    /// The solver for few moves or quarter turns. Each metric has tables of its own, of the same size.
    #[must_use]
    pub fn in_metric(metric: Metric, tables: &TableSource<'_>) -> Self {
        std::thread::scope(|scope| {
            // The space takes as long to compute as the files to read.
            let space = scope.spawn(to_domino);
            let table = Phase1Table::new(metric, tables);
            let phase2 = Phase2::new(metric, tables);
            let space = space.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Self { metric, phase1: Phase1::new(metric, space, table), phase2, directions: directions() }
        })
    }

    /// Solutions of a state, each shorter than the one before, found on this thread within the budget's time, nodes and
    /// depth, down to its target.
    ///
    /// Without a budget the last one is the shortest, which takes hours or more to prove for most states.
    pub fn stream(&self, state: Cube3, budget: &Budget) -> impl Iterator<Item = Solution<Cube3>> {
        let max_length = DEFAULTS[self.metric as usize].max_length;
        let schedule = self.prepare(state, budget, max_length, budget.target.unwrap_or(0), budget.nodes);
        let (mut worker, mut last) = (self.worker(), usize::MAX);
        std::iter::from_fn(move || {
            loop {
                if let Some(found) = schedule.lock().best().filter(|found| found.moves.len() < last) {
                    last = found.moves.len();
                    return Some(self.solution(state, found).expect("two phases lead to the solved state"));
                }
                if !worker.step(&schedule) {
                    return None;
                }
            }
        })
    }

    fn worker(&self) -> Worker<'_> {
        Worker::new(&self.phase1, &self.phase2)
    }

    /// The schedule of a search without workers.
    fn prepare(
        &self,
        state: Cube3,
        budget: &Budget,
        max_length: usize,
        target: usize,
        nodes: Option<u64>,
    ) -> SharedSchedule {
        let max_length = budget.depth.map_or(max_length, |depth| depth.min(max_length));
        let limits = SearchLimits { max_length, target, nodes: nodes.unwrap_or(u64::MAX) };
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        let root = |(direction, view)| {
            let (root, distance) = self.phase1.root(view, Phase2::pieces(view));
            DirectionRoot { root, distance, direction }
        };
        let roots = SearchDirection::views(&self.directions, state).into_iter().map(root).collect();
        SharedSchedule::new(Schedule::new(roots, limits), deadline, budget.cancellation)
    }

    /// The metric of the lengths.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// A solution of the state itself. Nothing of it cancels; two quarter turns that make a half turn are merged.
    fn solution(&self, state: Cube3, found: &TwoPhaseSolution) -> Result<Solution<Cube3>, Unsolved> {
        let moves = self.directions[found.direction].moves(&found.moves.iter().copied().collect());
        let moves = if self.metric == Metric::Qtm { moves.simplify() } else { moves };
        let phases = [("phase 1", found.phase1), ("phase 2", found.moves.len() - found.phase1)];
        let parts = phases.map(|(name, turns)| Part { name, turns });
        Solution::with_parts(state, moves, parts.to_vec(), found.nodes)
    }
}

impl Solver<Cube3> for Kociemba {
    fn name(&self) -> &'static str {
        "kociemba"
    }

    /// The other symmetries keep the axis of the domino group, so they lead through it by the same paths.
    fn sees_symmetries(&self) -> bool {
        true
    }

    /// Searches until a solution is as short as the target, or time or nodes run out, and returns the best one.
    ///
    /// Without any of these limits the target is [`DEFAULT_TARGET`], and in quarter turns the limit is
    /// [`DEFAULT_NODES_QTM`]. The nodes of a solution are those before it was found. The parts are the phases in the
    /// direction in which it was found (of the inverse, when that was searched), in moves of the metric.
    ///
    /// The answer is the same for every number of threads, unless time runs out.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let defaults = &DEFAULTS[self.metric as usize];
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let target = budget.target.unwrap_or(if unlimited { defaults.target } else { 0 });
        let nodes = if unlimited && budget.target.is_none() { defaults.nodes } else { budget.nodes };
        // A solution longer than the target is an answer only where the search may end without a shorter one.
        let max_length = if unlimited && nodes.is_none() { target } else { defaults.max_length };
        let schedule = self.prepare(state, budget, max_length, target, nodes);
        let work = || {
            let mut worker = self.worker();
            while worker.step(&schedule) {}
        };
        on_threads(budget.threads.map_or(1, usize::from), work);
        let schedule = schedule.lock();
        match schedule.best() {
            Some(found) => self.solution(state, found),
            None if schedule.is_exhausted() => {
                Err(Unsolved::Impossible { nodes: schedule.nodes(), length: schedule.limit(), metric: self.metric })
            }
            None => Err(Unsolved::Budget { nodes: schedule.nodes() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_directions_make_each_axis_vertical() {
        let verticals = directions().map(|direction| direction.symmetry.face(Face::U));
        assert_eq!(verticals, [Face::U, Face::R, Face::F, Face::U, Face::R, Face::F]);
    }
}
