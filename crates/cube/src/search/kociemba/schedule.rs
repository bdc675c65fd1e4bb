//! [`TaskSchedule`]: the tasks of Kociemba's search in their order, its [`SearchLimits`], and its result. A task has all paths of phase 1
//! of one length in one direction, and a `worker` completes it. Several workers have a [`SharedSchedule`]. The result does not depend on
//! their number, unless a time limit or a cancellation ends the search.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::path::MAX_LENGTH;
use crate::puzzle::{MoveSet, Turn};
use crate::solver::SearchEnd;

/// The root of the paths in one direction, and its distance from the domino group.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionRoot<R> {
    pub(super) root: R,
    pub(super) distance: usize,
    /// The index of the direction.
    pub(super) direction: usize,
    /// The first moves of paths that are needed.
    pub(super) first: MoveSet,
}

/// A solution of the state's view in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TwoPhaseSolution {
    pub(super) direction: usize,
    /// The number of moves of phase 1.
    pub(super) phase1: usize,
    pub(super) moves: Vec<Turn>,
    /// The nodes of its task before it was found; in the final result, including all earlier tasks.
    pub(super) nodes: u64,
}

/// The conditions that end a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct SearchLimits {
    /// The maximum length of a solution.
    pub(in crate::search) max_length: usize,
    /// The length at which the search ends.
    pub(in crate::search) target: usize,
    /// The maximum number of expanded nodes.
    pub(in crate::search) nodes: u64,
}

/// The tasks of a search and their results. A task has all paths of one length in one direction; tasks with shorter
/// paths come first.
///
/// The result equals that of a single worker that completes the tasks in order and searches only for solutions shorter
/// than its best. With several workers, a task may begin before all earlier ones are complete and then also finds
/// longer solutions. Solutions are merged in the order of the tasks, and those that a single worker would not have
/// found are dropped. Neither the short solutions of a task nor its number of nodes depend on the longer solutions that
/// it searches for.
#[derive(Debug)]
pub(super) struct TaskSchedule<R> {
    roots: Vec<DirectionRoot<R>>,
    limits: SearchLimits,
    /// The next task to be taken.
    next: usize,
    /// The first task that is not complete.
    first_open: usize,
    /// The solutions that are not merged yet, by task, in order.
    solutions: BTreeMap<usize, Vec<TwoPhaseSolution>>,
    /// The nodes of the tasks that are complete but not merged.
    complete: BTreeMap<usize, u64>,
    /// The nodes of all tasks before the first open one.
    nodes: u64,
    best: Option<TwoPhaseSolution>,
    finished: bool,
    /// Whether the search was stopped before it was complete.
    stopped: bool,
}

impl<R: Copy> TaskSchedule<R> {
    pub(super) fn new(roots: Vec<DirectionRoot<R>>, limits: SearchLimits) -> Self {
        let (solutions, complete) = (BTreeMap::new(), BTreeMap::new());
        Self {
            roots,
            limits,
            next: 0,
            first_open: 0,
            solutions,
            complete,
            nodes: 0,
            best: None,
            finished: false,
            stopped: false,
        }
    }

    /// Returns the length of phase 1 in a task.
    fn length(&self, task: usize) -> usize {
        task / self.roots.len()
    }

    /// Takes the next task: its number, its root and its length; `None` if no task remains.
    pub(super) fn take(&mut self) -> Option<(usize, DirectionRoot<R>, usize)> {
        let task = self.next;
        if self.finished || self.length(task) > MAX_LENGTH {
            return None;
        }
        self.next += 1;
        Some((task, self.roots[task % self.roots.len()], self.length(task)))
    }

    /// Returns the maximum length of solutions that a task searches for: less than the best of this task and the earlier ones.
    pub(super) fn max_length(&self, task: usize) -> usize {
        let so_far = self.solutions.range(..=task).flat_map(|(_, solution)| solution).chain(&self.best);
        so_far.map(|solution| solution.moves.len().saturating_sub(1)).fold(self.limits.max_length, usize::min)
    }

    /// Records a solution of a task.
    pub(super) fn add(&mut self, task: usize, solution: TwoPhaseSolution) {
        self.solutions.entry(task).or_default().push(solution);
        self.merge();
    }

    /// Records that a task is complete, and its number of nodes.
    pub(super) fn complete(&mut self, task: usize, nodes: u64) {
        self.complete.insert(task, nodes);
        self.merge();
    }

    /// Returns whether the nodes of an unmerged task and of all merged ones together reach the limit.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.nodes + nodes >= self.limits.nodes
    }

    /// Ends the search, given the nodes of an unfinished task. Unmerged solutions are included.
    pub(super) fn stop(&mut self, nodes: u64) {
        if !self.finished {
            (self.finished, self.stopped) = (true, true);
            let merged_nodes = self.nodes;
            let rest = std::mem::take(&mut self.solutions).into_values().flatten();
            let rest = rest.map(|solution| TwoPhaseSolution { nodes: merged_nodes + solution.nodes, ..solution });
            self.nodes += nodes;
            self.best = self.best.take().into_iter().chain(rest).min_by_key(|solution| solution.moves.len());
        }
    }

    /// Returns whether the search has ended.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns whether the search has ended because no path within the limit of length remains.
    pub(super) fn is_exhausted(&self) -> bool {
        self.finished && !self.stopped && self.nodes < self.limits.nodes
    }

    /// Returns the maximum length of a solution.
    pub(super) fn limit(&self) -> usize {
        self.limits.max_length
    }

    /// Returns the best solution so far.
    pub(super) fn best(&self) -> Option<&TwoPhaseSolution> {
        self.best.as_ref()
    }

    /// Returns the number of expanded nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.min(self.limits.nodes)
    }

    /// Merges the results of the tasks that are next in order.
    fn merge(&mut self) {
        while !self.finished {
            let task = self.first_open;
            for mut solution in self.solutions.remove(&task).unwrap_or_default() {
                solution.nodes += self.nodes;
                let longest = self.best.as_ref().map_or(self.limits.max_length, |best| best.moves.len() - 1);
                if solution.moves.len() <= longest && solution.nodes <= self.limits.nodes && !self.finished {
                    self.finished = solution.moves.len() <= self.limits.target;
                    self.best = Some(solution);
                }
            }
            // A path that is longer than the solution does not lead to a shorter one.
            let nothing_left = self.length(task) > self.max_length(task);
            let Some(nodes) = self.complete.remove(&task) else {
                self.finished |= nothing_left;
                return;
            };
            self.nodes += nodes;
            self.first_open += 1;
            self.finished |=
                nothing_left || self.nodes >= self.limits.nodes || self.length(self.first_open) > MAX_LENGTH;
        }
    }
}

/// A schedule that several workers share.
#[derive(Debug)]
pub(super) struct SharedSchedule<R> {
    schedule: Mutex<TaskSchedule<R>>,
    pub(super) end: SearchEnd,
}

impl<R> SharedSchedule<R> {
    pub(super) fn new(schedule: TaskSchedule<R>, end: SearchEnd) -> Self {
        Self { schedule: Mutex::new(schedule), end }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, TaskSchedule<R>> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
