//! [`Worker`]: one thread of Kociemba's search, which completes tasks of a [`SharedSchedule`] by a search of both phases with
//! [`TwoPhaseTables`].

use super::phase2::DominoBounds;
use super::schedule::{SharedSchedule, TwoPhaseSolution};
use super::two_phase_tables::TwoPhaseTables;

/// A task in progress.
struct OpenTask {
    number: usize,
    direction: usize,
    /// The length of phase 1.
    length: usize,
    nodes: u64,
}

/// A worker, which completes tasks one after another, one batch of nodes per step.
pub(super) struct Worker<'a, T: TwoPhaseTables> {
    tables: &'a T,
    task: Option<OpenTask>,
    search: T::Search,
    /// Ends of paths for phase 2, with the lower bounds of its length.
    promising: Vec<(T::End, usize)>,
}

impl<'a, T: TwoPhaseTables> Worker<'a, T> {
    pub(super) fn new(tables: &'a T) -> Self {
        Self { tables, task: None, search: T::Search::default(), promising: Vec::new() }
    }

    /// Expands one batch, or takes a task. Returns whether work may remain.
    pub(super) fn step(&mut self, shared: &SharedSchedule<T::Root>) -> bool {
        let Some(mut task) = self.task.take() else {
            let Some((number, root, length)) = shared.lock().take() else { return false };
            self.tables.start(&mut self.search, &root, length);
            self.task = Some(OpenTask { number, direction: root.direction, length, nodes: 0 });
            return true;
        };
        let limit = {
            let mut schedule = shared.lock();
            if shared.end.is_reached() {
                schedule.stop(task.nodes);
            }
            if schedule.is_finished() {
                return false;
            }
            schedule.max_length(task.number).checked_sub(task.length).filter(|_| !schedule.is_spent(task.nodes))
        };
        let expanded = limit.map_or(0, |_| self.tables.advance(&mut self.search));
        let Some(limit) = limit.filter(|_| expanded > 0) else {
            shared.lock().complete(task.number, task.nodes);
            return true;
        };
        task.nodes += expanded as u64;
        if let Some(solution) = self.phase2(&task, limit) {
            shared.lock().add(task.number, solution);
        }
        self.task = Some(task);
        true
    }

    /// Returns the shortest solution through one of the last ends whose phase 2 has at most `limit` moves.
    fn phase2(&mut self, task: &OpenTask, limit: usize) -> Option<TwoPhaseSolution> {
        let (tables, phase2, phase1) = (self.tables, self.tables.phase2(), task.length);
        let quick_bound = |end: &T::End| {
            let (corners, slice) = T::corners_and_slice(end);
            (*end, phase2.bounds.corner_distance(corners, slice))
        };
        self.promising.clear();
        self.promising.extend(T::ends(&self.search).iter().map(quick_bound).filter(|&(_, bound)| bound <= limit));
        self.promising.retain_mut(|(end, bound)| {
            *bound = tables.bound(end, *bound);
            *bound <= limit
        });
        let min = self.promising.iter().map(|&(_, bound)| bound).min()?;
        // All ends are tried at one length of phase 2 before the next length.
        (min..=limit).step_by(phase2.step()).find_map(|length| {
            self.promising.iter().filter(|&&(_, bound)| bound <= length).find_map(|(end, _)| {
                let (path, pre_moves) = (T::path(end), T::pre_moves(end));
                let first = phase1 - pre_moves.len();
                let second = phase2.solve(tables.domino(end), path.last_faces(first), length)?;
                let moves = phase2.simplify(path.turns(first).chain(second).chain(pre_moves.turns()));
                Some(TwoPhaseSolution { direction: task.direction, phase1, moves, nodes: task.nodes })
            })
        })
    }
}
