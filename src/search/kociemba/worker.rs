//! [`Worker`]: completes the tasks of a schedule.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::phase1::{Phase1, Phase1Node, Phase1Search};
use super::phase2::Phase2;
use super::schedule::{DirectionRoot, TaskSchedule, TwoPhaseSolution};
use crate::solver::Cancellation;

/// A schedule that several workers share.
#[derive(Debug)]
pub(super) struct SharedSchedule {
    schedule: Mutex<TaskSchedule>,
    deadline: Option<Instant>,
    cancellation: Cancellation,
}

impl SharedSchedule {
    pub(super) fn new(schedule: TaskSchedule, deadline: Option<Instant>, cancellation: Cancellation) -> Self {
        Self { schedule: Mutex::new(schedule), deadline, cancellation }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, TaskSchedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the time is up or the search is cancelled.
    fn is_late(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A task in progress.
struct OpenTask {
    number: usize,
    root: DirectionRoot,
    nodes: u64,
}

/// A worker, which completes tasks one after another, one batch of nodes per step.
pub(super) struct Worker<'a> {
    phase1: &'a Phase1,
    phase2: &'a Phase2,
    task: Option<OpenTask>,
    search: Phase1Search,
    /// Ends of paths for phase 2, with the lower bounds of its length.
    promising: Vec<(Phase1Node, usize)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(phase1: &'a Phase1, phase2: &'a Phase2) -> Self {
        Self { phase1, phase2, task: None, search: Phase1Search::default(), promising: Vec::new() }
    }

    /// Expands one batch, or takes a task. Returns whether work may remain.
    pub(super) fn step(&mut self, shared: &SharedSchedule) -> bool {
        let Some(mut task) = self.task.take() else {
            let Some((number, root, length)) = shared.lock().take() else { return false };
            self.search.start(root.root, root.distance, length);
            self.task = Some(OpenTask { number, root, nodes: 0 });
            return true;
        };
        let (limit, spent) = {
            let mut schedule = shared.lock();
            if shared.is_late() {
                schedule.stop(task.nodes);
            }
            if schedule.is_finished() {
                return false;
            }
            let limit = schedule.max_length(task.number).checked_sub(self.search.length());
            (limit, schedule.is_spent(task.nodes))
        };
        let Some(limit) = limit.filter(|_| !spent) else {
            shared.lock().complete(task.number, task.nodes);
            return true;
        };
        let expanded = self.search.advance(self.phase1, self.phase2);
        if expanded == 0 {
            shared.lock().complete(task.number, task.nodes);
            return true;
        }
        task.nodes += expanded as u64;
        if let Some(found) = self.phase2(&task, limit) {
            shared.lock().add(task.number, found);
        }
        self.task = Some(task);
        true
    }

    /// Returns the shortest solution through one of the last ends whose phase 2 has at most `limit` moves.
    fn phase2(&mut self, task: &OpenTask, limit: usize) -> Option<TwoPhaseSolution> {
        let (phase2, phase1) = (self.phase2, self.search.length());
        let near = self.search.ends().iter().map(|end| (*end, phase2.slice_bound(end.pieces)));
        self.promising.clear();
        self.promising.extend(near.filter(|&(_, bound)| bound <= limit));
        self.promising.retain_mut(|(end, bound)| {
            *bound = phase2.bound(end.pieces, *bound);
            *bound <= limit
        });
        let min = self.promising.iter().map(|&(_, bound)| bound).min()?;
        // All ends are tried at one length of phase 2 before the next length.
        (min..=limit).step_by(phase2.step()).find_map(|length| {
            self.promising.iter().filter(|&&(_, bound)| bound <= length).find_map(|(end, _)| {
                let second = phase2.solve(end.pieces, end.path.last_faces(phase1), length)?;
                let moves = end.path.turns(phase1).chain(second).collect();
                Some(TwoPhaseSolution { direction: task.root.direction, phase1, moves, nodes: task.nodes })
            })
        })
    }
}
