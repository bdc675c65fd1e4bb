//! [`Schedule`]: the order of the search and its result, which is the same for every number of workers.

use std::collections::BTreeMap;

use super::phase1::{MAX_LENGTH, Phase1Node};
use crate::puzzle::turn::Turn;

/// The root of the paths in one direction, and its distance from the domino group.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionRoot {
    pub(super) root: Phase1Node,
    pub(super) distance: usize,
    /// The index of the direction.
    pub(super) direction: usize,
}

/// A solution of the state as seen in a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TwoPhaseSolution {
    pub(super) direction: usize,
    /// The number of moves of phase 1.
    pub(super) phase1: usize,
    pub(super) moves: Vec<Turn>,
    /// The nodes of its task before it was found; in the result, of all tasks before.
    pub(super) nodes: u64,
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    /// The maximum length of a solution.
    pub(super) max_length: usize,
    /// The length at which the search ends.
    pub(super) target: usize,
    /// The maximum number of expanded nodes.
    pub(super) nodes: u64,
}

/// The tasks of a search, each with all paths of one length in one direction, shorter ones first; and their results.
///
/// The result is that of one worker that completes the tasks in order and looks only for shorter solutions than it has.
/// Several workers run ahead of each other: a task may begin before all earlier ones are complete, and then finds
/// longer solutions, too. Solutions are merged in the order of the tasks, and those that one worker would not have
/// found are dropped. A task's short solutions do not depend on the longer ones it looks for, nor does its number of
/// nodes.
#[derive(Debug)]
pub(super) struct Schedule {
    roots: Vec<DirectionRoot>,
    limits: SearchLimits,
    /// The next task to be taken.
    next: usize,
    /// The first task that is not complete.
    first_open: usize,
    /// The solutions that are not merged yet, by task, in order.
    found: BTreeMap<usize, Vec<TwoPhaseSolution>>,
    /// The nodes of the tasks that are complete but not merged.
    complete: BTreeMap<usize, u64>,
    /// The nodes of all tasks before the first open one.
    nodes: u64,
    best: Option<TwoPhaseSolution>,
    finished: bool,
    /// Whether the search was ended before everything was searched.
    stopped: bool,
}

impl Schedule {
    pub(super) fn new(roots: Vec<DirectionRoot>, limits: SearchLimits) -> Self {
        let (found, complete) = (BTreeMap::new(), BTreeMap::new());
        Self {
            roots,
            limits,
            next: 0,
            first_open: 0,
            found,
            complete,
            nodes: 0,
            best: None,
            finished: false,
            stopped: false,
        }
    }

    /// The length of phase 1 in a task.
    fn length(&self, task: usize) -> usize {
        task / self.roots.len()
    }

    /// Takes the next task: its number, its root and its length; `None` when no task is left.
    pub(super) fn take(&mut self) -> Option<(usize, DirectionRoot, usize)> {
        let task = self.next;
        if self.finished || self.length(task) > MAX_LENGTH {
            return None;
        }
        self.next += 1;
        Some((task, self.roots[task % self.roots.len()], self.length(task)))
    }

    /// The maximum length of solutions that a task looks for: less than those of this task and the ones before it.
    pub(super) fn max_length(&self, task: usize) -> usize {
        let so_far = self.found.range(..=task).flat_map(|(_, found)| found).chain(&self.best);
        so_far.map(|found| found.moves.len().saturating_sub(1)).fold(self.limits.max_length, usize::min)
    }

    /// Records a solution of a task.
    pub(super) fn add(&mut self, task: usize, found: TwoPhaseSolution) {
        self.found.entry(task).or_default().push(found);
        self.merge();
    }

    /// Records that a task is complete, and its number of nodes.
    pub(super) fn complete(&mut self, task: usize, nodes: u64) {
        self.complete.insert(task, nodes);
        self.merge();
    }

    /// Returns whether the nodes of an unmerged task exceed the limit.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.nodes + nodes >= self.limits.nodes
    }

    /// Ends the search, given the nodes of an unfinished task. Solutions that are not merged count.
    pub(super) fn stop(&mut self, nodes: u64) {
        if !self.finished {
            (self.finished, self.stopped) = (true, true);
            let before = self.nodes;
            let rest = std::mem::take(&mut self.found).into_values().flatten();
            let rest = rest.map(|found| TwoPhaseSolution { nodes: before + found.nodes, ..found });
            self.nodes += nodes;
            self.best = self.best.take().into_iter().chain(rest).min_by_key(|found| found.moves.len());
        }
    }

    /// Returns whether the search has ended.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns whether the search is over because no path is left that the limit of length allows.
    pub(super) fn is_exhausted(&self) -> bool {
        self.finished && !self.stopped && self.nodes < self.limits.nodes
    }

    /// The maximum length of a solution.
    pub(super) fn limit(&self) -> usize {
        self.limits.max_length
    }

    /// The best solution so far.
    pub(super) fn best(&self) -> Option<&TwoPhaseSolution> {
        self.best.as_ref()
    }

    /// The number of expanded nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.min(self.limits.nodes)
    }

    /// Merges results as long as they are in order.
    fn merge(&mut self) {
        while !self.finished {
            let task = self.first_open;
            for mut found in self.found.remove(&task).unwrap_or_default() {
                found.nodes += self.nodes;
                let longest = self.best.as_ref().map_or(self.limits.max_length, |best| best.moves.len() - 1);
                if found.moves.len() <= longest && found.nodes <= self.limits.nodes && !self.finished {
                    self.finished = found.moves.len() <= self.limits.target;
                    self.best = Some(found);
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
