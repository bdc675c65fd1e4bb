//! [`Worker`]: one thread of Kociemba's search, which completes tasks of a [`SharedSchedule`] by a search of both phases.
//! [`TwoPhaseTables`]: the interface that large and small tables have in common.

use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::path::MovePath;
use super::phase2::{DominoBounds, DominoState, Phase2};
use super::pre_moves::PreMoves;
use super::schedule::{DirectionRoot, TaskSchedule, TwoPhaseSolution};
use crate::puzzle::Cube3;
use crate::solver::SearchEnd;

/// The maximum number of nodes of a batch.
pub(super) const BATCH: usize = 128;

/// A set of tables, and the searches of both phases with it.
pub(super) trait TwoPhaseTables: Sync {
    /// The root of the paths of phase 1 in a direction.
    type Root: Copy + Debug + Send;
    /// A search of phase 1 in progress.
    type Search: Default;
    /// The end of a path of phase 1.
    type End: Copy;
    /// The lower bounds of phase 2.
    type Bounds: DominoBounds;

    /// Returns the root of the paths from a state, and a lower bound of its distance from the domino group.
    fn root(&self, view: Cube3) -> (Self::Root, usize);

    /// Starts the search for the paths of a length from a root into the domino group whose last move is not of that
    /// group. A path that ends with a move of the group is found as a shorter path with a longer phase 2.
    fn start(&self, search: &mut Self::Search, root: &DirectionRoot<Self::Root>, length: usize);

    /// Expands the next batch of nodes. Returns their number, 0 at the end of the search.
    fn advance(&self, search: &mut Self::Search) -> usize;

    /// Returns the ends of the paths that the last batch found.
    fn ends(search: &Self::Search) -> &[Self::End];

    /// Returns the path to an end.
    fn path(end: &Self::End) -> MovePath;

    /// Returns the moves before the root of the path, whose number is a part of the length.
    fn pre_moves(_end: &Self::End) -> PreMoves {
        PreMoves::default()
    }

    /// Returns the corners and the slice at an end, as coordinates of phase 2.
    fn corners_and_slice(end: &Self::End) -> (u16, u16);

    /// Returns the state at an end, as coordinates of phase 2.
    fn domino(&self, end: &Self::End) -> DominoState;

    /// Returns a lower bound of the length of phase 2, given that of corners and slice.
    fn bound(&self, end: &Self::End, corner_distance: usize) -> usize {
        self.phase2().bound(self.domino(end), corner_distance)
    }

    /// Returns the tables of phase 2.
    fn phase2(&self) -> &Phase2<Self::Bounds>;
}

/// A schedule that several workers share.
#[derive(Debug)]
pub(super) struct SharedSchedule<R> {
    schedule: Mutex<TaskSchedule<R>>,
    end: SearchEnd,
}

impl<R> SharedSchedule<R> {
    pub(super) fn new(schedule: TaskSchedule<R>, end: SearchEnd) -> Self {
        Self { schedule: Mutex::new(schedule), end }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, TaskSchedule<R>> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
