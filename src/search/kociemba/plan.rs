//! [`Plan`]: the order of the search, and what comes of it. The outcome is the same for every number of workers.

use std::collections::BTreeMap;

use super::phase1::{LONGEST, Node};
use crate::puzzle::turn::Turn;

/// A direction to search in: where the ways start, and how far from the domino group that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) root: Node,
    pub(super) distance: usize,
    /// The index of its [`Direction`](super::direction::Direction).
    pub(super) direction: usize,
}

/// A solution of what is seen in a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) direction: usize,
    /// How many of the turns are those of phase 1.
    pub(super) first: usize,
    pub(super) turns: Vec<Turn>,
    /// How many states of its task were expanded when it was found; in the outcome, of all tasks so far.
    pub(super) nodes: u64,
}

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The longest solution that counts.
    pub(super) longest: usize,
    /// A solution of so many turns is good enough.
    pub(super) target: usize,
    /// The most states that may be expanded.
    pub(super) nodes: u64,
}

/// The tasks of a search: all ways of a length in a direction, shorter ones first; and their results.
///
/// The outcome is that of one worker that does a task after the other and looks only for what is shorter than all it
/// has. Several workers are ahead of each other: a task may begin before all earlier ones are done, and then finds more
/// than it should. What it finds is taken up in the order of the tasks, and what one worker would not have found, because
/// it is too long, is left out then. Whatever a task finds that is short enough does not depend on what it looked for
/// besides, nor does the number of states expanded for it.
#[derive(Debug)]
pub(super) struct Plan {
    starts: Vec<Start>,
    limits: Limits,
    /// The next task to be taken.
    next: usize,
    /// The first task that is not done.
    first_open: usize,
    /// What was found and not taken up yet, by task, in order.
    found: BTreeMap<usize, Vec<Found>>,
    /// How many states were expanded for the tasks that are done but not taken up.
    done: BTreeMap<usize, u64>,
    /// How many states were expanded for all tasks before the first open one.
    nodes: u64,
    outcome: Option<Found>,
    finished: bool,
    /// Was it ended before everything was searched?
    stopped: bool,
}

impl Plan {
    pub(super) fn new(starts: Vec<Start>, limits: Limits) -> Self {
        let (found, done) = (BTreeMap::new(), BTreeMap::new());
        Self {
            starts,
            limits,
            next: 0,
            first_open: 0,
            found,
            done,
            nodes: 0,
            outcome: None,
            finished: false,
            stopped: false,
        }
    }

    /// The length of phase 1 in a task.
    fn length(&self, task: usize) -> usize {
        task / self.starts.len()
    }

    /// The next task to do, with its start and its length; none when nothing is left to do.
    pub(super) fn take(&mut self) -> Option<(usize, Start, usize)> {
        let task = self.next;
        if self.finished || self.length(task) > LONGEST {
            return None;
        }
        self.next += 1;
        Some((task, self.starts[task % self.starts.len()], self.length(task)))
    }

    /// The longest solution that a task should look for: shorter than what it and the tasks before it found.
    pub(super) fn longest(&self, task: usize) -> usize {
        let so_far = self.found.range(..=task).flat_map(|(_, found)| found).chain(&self.outcome);
        so_far.map(|found| found.turns.len().saturating_sub(1)).fold(self.limits.longest, usize::min)
    }

    /// A task found a solution.
    pub(super) fn add(&mut self, task: usize, found: Found) {
        self.found.entry(task).or_default().push(found);
        self.take_up();
    }

    /// A task is done, with so many states expanded for it.
    pub(super) fn complete(&mut self, task: usize, nodes: u64) {
        self.done.insert(task, nodes);
        self.take_up();
    }

    /// Would so many states of a task that is not taken up be all that may be expanded?
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.nodes + nodes >= self.limits.nodes
    }

    /// Ends the search, now, after so many states of a task. What was found ahead of its turn counts.
    pub(super) fn stop(&mut self, nodes: u64) {
        if !self.finished {
            (self.finished, self.stopped) = (true, true);
            let before = self.nodes;
            let rest = std::mem::take(&mut self.found).into_values().flatten();
            let rest = rest.map(|found| Found { nodes: before + found.nodes, ..found });
            self.nodes += nodes;
            let best = self.outcome.take().into_iter().chain(rest).min_by_key(|found| found.turns.len());
            self.outcome = best;
        }
    }

    /// Is the search over?
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Is the search over because no way is left that the limit on the length allows?
    pub(super) fn is_exhausted(&self) -> bool {
        self.finished && !self.stopped && self.nodes < self.limits.nodes
    }

    /// The best solution so far.
    pub(super) fn outcome(&self) -> Option<&Found> {
        self.outcome.as_ref()
    }

    /// How many states were expanded.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.min(self.limits.nodes)
    }

    /// Takes up results as long as they are in order.
    fn take_up(&mut self) {
        while !self.finished {
            let task = self.first_open;
            for mut found in self.found.remove(&task).unwrap_or_default() {
                found.nodes += self.nodes;
                let longest = self.outcome.as_ref().map_or(self.limits.longest, |best| best.turns.len() - 1);
                if found.turns.len() <= longest && found.nodes <= self.limits.nodes && !self.finished {
                    self.finished = found.turns.len() <= self.limits.target;
                    self.outcome = Some(found);
                }
            }
            // No way that is longer than the solution leads to a shorter one.
            let nothing_left = self.length(task) > self.longest(task);
            let Some(nodes) = self.done.remove(&task) else {
                self.finished |= nothing_left;
                return;
            };
            self.nodes += nodes;
            self.first_open += 1;
            self.finished |= nothing_left || self.nodes >= self.limits.nodes || self.length(self.first_open) > LONGEST;
        }
    }
}
