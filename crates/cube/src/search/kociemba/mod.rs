//! [`Kociemba`]: short solutions of the 3×3×3 by the two-phase algorithm (H. Kociemba, 1992; <http://kociemba.org/cube.htm>), with the
//! small or the large [`KociembaTables`]. Solutions are not proved to be shortest: see [`Korf`](super::Korf) for that.

mod coordinates;
mod large;
mod large_bounds;
mod move_rules;
mod parts;
mod path;
mod phase1;
mod phase1_coordinates;
mod phase1_table;
mod phase2;
mod pre_moves;
mod schedule;
mod small;
mod small_bounds;
mod small_phase1;
mod small_tables;
mod symmetric;
mod two_phase_tables;
mod worker;
mod writer;

pub(crate) use coordinates::COORDINATES;
pub(crate) use phase1_table::PHASE1;
pub(super) use schedule::SearchLimits;
pub(crate) use small_tables::SMALL;

use large::LargeTables;
use schedule::{DirectionRoot, SharedSchedule, TaskSchedule, TwoPhaseSolution};
use small::SmallTables;
use symmetric::{View, views};
use two_phase_tables::TwoPhaseTables;
use worker::Worker;

use crate::puzzle::{Cube3, Metric, SearchDirection, Symmetry, named};
use crate::solver::{Budget, Cancelled, Solution, SolutionPart, Solver, Unsolved};
use crate::table::{TableSource, run_on_threads};

/// The two-phase algorithm. Phase 1 leads into the domino group ⟨U, D, R2, F2, L2, B2⟩, in which no piece is twisted or
/// flipped and the edges of the middle layer are in that layer. Phase 2 leads to the solved state within the group.
///
/// All paths of phase 1 are tried, shortest first, each with the shortest phase 2. Longer paths of phase 1 with a
/// shorter phase 2 give shorter and shorter solutions.
///
/// * Six directions are searched, all at the same length of phase 1: the state and its inverse, with each of the three
///   axes vertical.
/// * With large tables, phase 1 follows a pruning table that lists the moves that reduce the distance. Nodes are
///   expanded in batches, so that the memory accesses of many look-ups overlap.
/// * With small tables in half turns, states with up to a few moves before the state are searched, too, with the same lengths: what solves
///   them, followed by these moves, solves the state.
/// * A symmetric state has fewer directions, and with small tables fewer first moves: the others give the same solutions, turned.
/// * No path of phase 1 ends with a move of the domino group, because that move can belong to phase 2.
/// * Phase 2 is searched only if its pruning tables allow a solution shorter than the best so far. The large ones are of corners
///   with the middle layer, and of corners with the edges of U and D.
///
/// Lengths are in the solver's metric. In the quarter-turn metric, phase 1 uses quarter turns only, and half turns cost
/// two in phase 2; both phases have separate tables.
///
/// Nodes are the states that phase 1 expands, and those with moves before the state. Phase 2 is not counted, because its number of
/// nodes depends on the number of workers.
pub struct Kociemba {
    /// The target length in half turns if no limit is given.
    target: usize,
    metric: Metric,
    tables: Tables,
    directions: [SearchDirection; 6],
}

/// The tables of a solver.
enum Tables {
    Small(Box<SmallTables>),
    Large(Box<LargeTables>),
}

/// The default target length: nearly all states have many solutions of this length, and every state has one.
pub(crate) const DEFAULT_TARGET: usize = 20;

/// The default limit of nodes in the quarter-turn metric. There is no default target length, because distances range up
/// to 26 and the time to a solution of given length varies widely between states.
pub const DEFAULT_NODES_QTM: u64 = 100_000;

named! {
    /// Sets of pruning tables for [`Kociemba`].
    #[derive(Default)]
    #[non_exhaustive]
    pub enum KociembaTables, "set of tables":
    /// Tables of about a megabyte or less, 6 MB with the moves of coordinates, for single states: a faster start, slower searches.
    Small = "small",
    /// The distances of phase 1 and of corners and layer edges in phase 2, 197 MB, and 10 MB of coordinates.
    #[default]
    Large = "large",
}

/// The default target length with small tables: 20 moves take several times as long.
pub(crate) const SMALL_TARGET: usize = 21;

/// Returns the six directions: the three axes, then the three axes of the inverse. The other symmetries keep the axis or are
/// equivalent to one of these.
fn directions() -> [SearchDirection; 6] {
    let axes = Symmetry::axis_rotations();
    std::array::from_fn(|number| SearchDirection { symmetry: axes[number % 3], inverted: number >= 3 })
}

impl Kociemba {
    /// Returns the solver in the half-turn metric, with its large tables.
    ///
    /// # Errors
    /// As [`with_metric`](Self::with_metric).
    pub fn new(tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        Self::with_metric(KociembaTables::Large, Metric::Htm, tables)
    }

    /// Returns the solver in a metric, with these tables, which are loaded or built first. Each metric has separate tables, of the
    /// same size.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub fn with_metric(which: KociembaTables, metric: Metric, tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        let (tables, target) = match which {
            KociembaTables::Small => (Tables::Small(Box::new(SmallTables::new(metric, tables)?)), SMALL_TARGET),
            KociembaTables::Large => (Tables::Large(Box::new(LargeTables::new(metric, tables)?)), DEFAULT_TARGET),
        };
        Ok(Self { target, metric, tables, directions: directions() })
    }

    /// Returns the metric of lengths.
    pub(super) const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the limits of a search within a budget. Without limits of time, nodes and target these are the default ones.
    pub(super) fn limits(&self, budget: &Budget) -> SearchLimits {
        // The length for which a solution is found immediately, then the target and the nodes if no limit is given.
        let (max_length, default_target, default_nodes) = match self.metric {
            Metric::Htm => (22, self.target, None),
            Metric::Qtm => (30, 0, Some(DEFAULT_NODES_QTM)),
        };
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let target = budget.target.unwrap_or(if unlimited { default_target } else { 0 });
        let nodes = if unlimited && budget.target.is_none() { default_nodes } else { budget.nodes };
        // A solution longer than the target is returned only if the search may end before the target is reached.
        let max_length = if unlimited && nodes.is_none() { target } else { max_length };
        let max_length = budget.depth.map_or(max_length, |depth| depth.min(max_length));
        SearchLimits { max_length, target, nodes: nodes.unwrap_or(u64::MAX) }
    }

    /// Searches until the limits are reached.
    pub(super) fn search(
        &self,
        state: Cube3,
        limits: SearchLimits,
        budget: &Budget,
    ) -> Result<Solution<Cube3>, Unsolved> {
        match &self.tables {
            Tables::Small(tables) => self.solve_with(&**tables, state, limits, budget),
            Tables::Large(tables) => self.solve_with(&**tables, state, limits, budget),
        }
    }

    /// Returns the schedule of a search without workers.
    fn schedule<T: TwoPhaseTables>(
        &self,
        tables: &T,
        state: Cube3,
        limits: SearchLimits,
        budget: &Budget,
    ) -> SharedSchedule<T::Root> {
        let root = |View { direction, cube, first }| {
            let (root, distance) = tables.root(cube);
            DirectionRoot { root, distance, direction, first }
        };
        let roots = views(&self.directions, state).into_iter().map(root).collect();
        SharedSchedule::new(TaskSchedule::new(roots, limits), budget.end())
    }

    /// Searches on the threads of the budget until the limits are reached.
    fn solve_with<T: TwoPhaseTables>(
        &self,
        tables: &T,
        state: Cube3,
        limits: SearchLimits,
        budget: &Budget,
    ) -> Result<Solution<Cube3>, Unsolved> {
        let schedule = self.schedule(tables, state, limits, budget);
        let work = || {
            let mut worker = Worker::new(tables);
            while worker.step(&schedule) {}
        };
        run_on_threads(budget.threads.map_or(1, usize::from), work);
        let schedule = schedule.lock();
        match schedule.best() {
            Some(two_phase) => self.solution(state, two_phase, budget),
            None if schedule.is_exhausted() => {
                Err(Unsolved::Impossible { nodes: schedule.nodes(), length: schedule.limit(), metric: self.metric })
            }
            None => Err(Unsolved::Budget { nodes: schedule.nodes() }),
        }
    }

    /// Returns a solution of the state itself. No moves of it cancel; two equal quarter turns are merged into a half
    /// turn.
    fn solution(
        &self,
        state: Cube3,
        two_phase: &TwoPhaseSolution,
        budget: &Budget,
    ) -> Result<Solution<Cube3>, Unsolved> {
        let moves = self.directions[two_phase.direction].moves(&two_phase.moves.iter().copied().collect());
        let moves = moves.simplify();
        let phases = [("phase 1", two_phase.phase1), ("phase 2", two_phase.moves.len() - two_phase.phase1)];
        let parts = phases.map(|(name, turns)| SolutionPart::new(name, vec![turns]));
        Solution::with_parts(state, moves, parts.to_vec(), two_phase.nodes, budget)
    }
}

impl Solver<Cube3> for Kociemba {
    fn name(&self) -> &'static str {
        "kociemba"
    }

    /// Returns true: all other symmetries keep the axis of the domino group, so they search the same paths.
    fn sees_symmetries(&self) -> bool {
        true
    }

    /// Searches until a solution has the target length, or time or nodes run out. Returns the shortest solution found.
    ///
    /// Without any of these limits the target is 20, or 21 with small tables, and in quarter turns the limit is
    /// [`DEFAULT_NODES_QTM`]. The nodes of a solution are those up to the moment when it was found. Its parts are the
    /// phases, with lengths in the metric, in the direction in which it was found, which may be that of the inverse.
    ///
    /// The solution does not depend on the number of threads unless time runs out.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        self.search(state, self.limits(budget), budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Face;

    #[test]
    fn search_directions_make_each_axis_vertical() {
        let verticals = directions().map(|direction| direction.symmetry.face(Face::U));
        assert_eq!(verticals, [Face::U, Face::R, Face::F, Face::U, Face::R, Face::F]);
    }
}
