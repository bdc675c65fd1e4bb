//! [`Worker`]: does the tasks of a plan.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Kociemba;
use super::phase1::{Node, Ways};
use super::plan::{Found, Plan, Start};
use crate::solver::Cancellation;

/// A plan that several workers share.
#[derive(Debug)]
pub(super) struct Shared {
    plan: Mutex<Plan>,
    /// When the search must end.
    deadline: Option<Instant>,
    cancellation: Cancellation,
}

impl Shared {
    pub(super) fn new(plan: Plan, deadline: Option<Instant>, cancellation: Cancellation) -> Self {
        Self { plan: Mutex::new(plan), deadline, cancellation }
    }

    /// Is the time over, or the search cancelled?
    fn is_late(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub(super) fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that is being done.
struct Task {
    number: usize,
    start: Start,
    nodes: u64,
}

/// Does one task after the other, a batch of states at a time.
pub(super) struct Worker<'a> {
    solver: &'a Kociemba,
    task: Option<Task>,
    ways: Ways,
    /// Ends of ways that may be worth a search, and the fewest turns that they may need.
    promising: Vec<(Node, usize)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(solver: &'a Kociemba) -> Self {
        Self { solver, task: None, ways: Ways::default(), promising: Vec::new() }
    }

    /// Does one batch, or takes a task; says whether there may be more to do.
    pub(super) fn step(&mut self, shared: &Shared) -> bool {
        let Some(mut task) = self.task.take() else {
            let Some((number, start, length)) = shared.plan().take() else { return false };
            self.ways.start(start.root, start.distance, length);
            self.task = Some(Task { number, start, nodes: 0 });
            return true;
        };
        let (limit, spent) = {
            let mut plan = shared.plan();
            if shared.is_late() {
                plan.stop(task.nodes);
            }
            if plan.is_finished() {
                return false;
            }
            (plan.longest(task.number).checked_sub(self.ways.length()), plan.is_spent(task.nodes))
        };
        let Some(limit) = limit.filter(|_| !spent) else {
            shared.plan().complete(task.number, task.nodes);
            return true;
        };
        let expanded = self.ways.advance(&self.solver.phase1, &self.solver.phase2);
        if expanded == 0 {
            shared.plan().complete(task.number, task.nodes);
            return true;
        }
        task.nodes += expanded as u64;
        if let Some(found) = self.finish_ways(&task, limit) {
            shared.plan().add(task.number, found);
        }
        self.task = Some(task);
        true
    }

    /// The shortest solution with one of the ways that were just found, if its phase 2 takes at most so many turns.
    fn finish_ways(&mut self, task: &Task, limit: usize) -> Option<Found> {
        let (phase2, length) = (&self.solver.phase2, self.ways.length());
        let near = self.ways.ends().iter().map(|end| (*end, phase2.near_bound(end.pieces)));
        self.promising.clear();
        self.promising.extend(near.filter(|&(_, bound)| bound <= limit));
        self.promising.retain_mut(|(end, bound)| {
            *bound = phase2.bound(end.pieces, *bound);
            *bound <= limit
        });
        let least = self.promising.iter().map(|&(_, bound)| bound).min()?;
        // Short second phases of all ends before long ones of any.
        (least..=limit).step_by(phase2.step()).find_map(|second| {
            self.promising.iter().filter(|&&(_, bound)| bound <= second).find_map(|(end, _)| {
                let second = phase2.solve(end.pieces, end.path.last_faces(length), second)?;
                let turns = end.path.turns(length).chain(second).collect();
                Some(Found { direction: task.start.direction, first: length, turns, nodes: task.nodes })
            })
        })
    }
}
