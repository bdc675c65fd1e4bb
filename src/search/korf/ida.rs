//! Iterative-deepening A* (R. E. Korf, "Depth-first iterative-deepening", 1985), on several threads, with one answer.
//!
//! Every iteration is split into tasks by the first turns. Tasks are numbered in the order in which one thread would
//! do them, each counts its own nodes, and the first task with a solution wins, whoever is done first: solution and
//! nodes are the same for every number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{Face, MoveSet, Turn};
use crate::solver::{Budget, Cancellation};

/// What guides the search: bounds from tables.
pub(super) trait Guide: Sync {
    /// A state with what the tables need to know of it.
    type Node: Copy + Send + Sync;
    /// Room to work in.
    type Room: Default;

    /// The state to be solved, and a bound: it takes at least so many turns.
    fn root(&self, state: Cube3) -> (Self::Node, u8);

    /// The metric of the bounds.
    fn metric(&self) -> Metric;

    /// Is nothing left to do?
    fn is_solved(&self, node: &Self::Node) -> bool;

    /// Adds what may be solved of that to which these places lead, in one order whatever else is done; says how many
    /// states were looked up. All are looked up at once, so that memory answers at the same time.
    fn expand(&self, places: &[Place<Self::Node>], room: &mut Self::Room, next: &mut Vec<Place<Self::Node>>) -> u64;
}

/// Where turns are made: after the state, or after its inverse, which makes a solution longer at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    State,
    Inverse,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::State => Self::Inverse,
            Self::Inverse => Self::State,
        }
    }
}

/// A place in the tree of turns.
#[derive(Clone, Copy)]
pub(super) struct Place<N> {
    pub(super) node: N,
    /// What is left to spend.
    pub(super) left: u8,
    /// The side that the node shows and on which to go on.
    side: Side,
    /// The side on which the turn was made that led here.
    made: Side,
    /// The last turn on each side.
    last: [Option<Turn>; 2],
    /// The place before, by its number among those that were expanded with it.
    parent: u32,
}

impl<N> Place<N> {
    fn root(node: N, left: u8) -> Self {
        Self { node, left, side: Side::State, made: Side::State, last: [None; 2], parent: 0 }
    }

    /// Where a turn leads from this place, which is the `parent`th, with what the node shall be.
    #[inline]
    pub(super) fn after<M>(&self, parent: u32, turn: Turn, left: u8, node: M) -> Place<M> {
        let mut last = self.last;
        last[self.side as usize] = Some(turn);
        Place { node, left, side: self.side, made: self.side, last, parent }
    }

    /// The same place with another node.
    #[inline]
    pub(super) fn with<M>(self, node: M) -> Place<M> {
        let Self { left, side, made, last, parent, .. } = self;
        Place { node, left, side, made, last, parent }
    }

    /// The same place, of which a node shows the other side.
    #[inline]
    pub(super) fn turned<M>(self, node: M) -> Place<M> {
        Place { side: self.side.other(), ..self.with(node) }
    }

    /// The turns to go on with: not those of the face turned last, and of two opposite faces in one order only.
    #[inline]
    pub(super) fn turns(&self) -> MoveSet {
        self.turns_on(self.side)
    }

    /// The same on the other side.
    #[inline]
    pub(super) fn other_turns(&self) -> MoveSet {
        self.turns_on(self.side.other())
    }

    #[inline]
    fn turns_on(&self, side: Side) -> MoveSet {
        FOLLOWING[side as usize][self.last[side as usize].map_or(18, Turn::index)]
    }

    /// The turn that led here.
    fn step(&self) -> Option<(Side, Turn)> {
        self.last[self.made as usize].map(|turn| (self.made, turn))
    }
}

/// The solution that steps are: those of the state in order, then those of the inverse, back.
fn solution(steps: &[(Side, Turn)]) -> Algorithm {
    let on = |side| steps.iter().filter(move |step| step.0 == side).map(|step| step.1);
    on(Side::State).chain(on(Side::Inverse).rev().map(Turn::inverse)).collect()
}

/// What a turn costs in a metric.
pub(super) fn cost(metric: Metric, turn: Turn) -> u8 {
    if metric == Metric::Qtm && turn.quarters() == 2 { 2 } else { 1 }
}

/// What came out of a search.
pub(super) struct Outcome {
    /// The shortest solution, if the budget allowed to find it.
    pub(super) solution: Option<Algorithm>,
    /// States looked up.
    pub(super) nodes: u64,
    /// No solution is shorter than this.
    pub(super) bound: usize,
}

/// An iteration that found nothing: no solution has so many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// How many.
    pub depth: usize,
    /// States looked up in this iteration.
    pub nodes: u64,
}

/// A shortest solution, or what the budget allows to know.
pub(super) fn search<G: Guide>(
    guide: &G,
    state: Cube3,
    budget: &Budget,
    threads: NonZeroUsize,
    completed: &(dyn Fn(Completed) + Sync),
) -> Outcome {
    let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
    let (root, bound) = guide.root(state);
    if guide.is_solved(&root) {
        return Outcome { solution: Some(Algorithm::EMPTY), nodes: 0, bound: 0 };
    }
    let first = first_turns(state);
    // An odd state needs an odd number of quarter turns.
    let step = if guide.metric() == Metric::Qtm { 2 } else { 1 };
    let parity = if step == 2 && (bound % 2 == 1) != state.is_odd() { 1 } else { 0 };
    let (mut depth, mut nodes, mut last) = (bound + parity, 0, 0);
    loop {
        let bound = usize::from(depth);
        if budget.depth.is_some_and(|most| bound > most) {
            return Outcome { solution: None, nodes, bound };
        }
        let left = budget.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes));
        let iteration =
            Iteration { guide, limits: Limits { deadline, nodes: left, cancellation: budget.cancellation }, first };
        // Threads are not worth starting for a few nodes.
        let threads = if last < 50_000 { 1 } else { threads.get() };
        let (solution, searched) = match iteration.run(root, depth, threads) {
            Ok(searched) => searched,
            Err(Cut::Nodes) => return Outcome { solution: None, nodes: budget.nodes.unwrap_or(nodes), bound },
            // How far the iteration came depends on the machine.
            Err(_) => return Outcome { solution: None, nodes, bound },
        };
        nodes += searched;
        if solution.is_some() {
            return Outcome { solution, nodes, bound };
        }
        completed(Completed { depth: bound, nodes: searched });
        last = searched;
        depth += step;
    }
}

/// The turns that some shortest solution begins with, if the state is symmetric: a symmetry of the state makes a solution
/// of a solution, so that of all turns which they make of each other the first is enough. It is the first also when it
/// comes before a turn of the opposite face.
fn first_turns(state: Cube3) -> MoveSet {
    let own: Vec<_> = Symmetry::all().filter(|&symmetry| state.conjugate(symmetry).equals(state)).collect();
    let is_first = |turn: &Turn| own.iter().all(|symmetry| symmetry.turn(*turn) >= *turn);
    MoveSet::ALL.iter().filter(is_first).collect()
}

/// When to give up.
struct Limits {
    deadline: Option<Instant>,
    nodes: u64,
    cancellation: Cancellation,
}

impl Limits {
    /// Is the time over, or the search cancelled?
    fn is_late(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

struct Iteration<'a, G> {
    guide: &'a G,
    limits: Limits,
    /// The turns that a solution may begin with.
    first: MoveSet,
}

/// A part of an iteration: everything behind a few first turns.
struct Task<N> {
    place: Place<N>,
    path: Vec<(Side, Turn)>,
}

/// Why a task is over before all of it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// A solution is found.
    Solved,
    /// The limit of nodes is reached.
    Nodes,
    /// The limit of time is reached, or the iteration was decided before this task.
    Stopped,
}

/// How a task ended.
struct End {
    number: usize,
    cut: Result<(), Cut>,
    path: Vec<(Side, Turn)>,
    nodes: u64,
}

/// How many first turns a task has.
const SPLIT: usize = 2;
/// Where less than this is left, nothing is split.
const LEAST: u8 = 8;

impl<G: Guide> Iteration<'_, G> {
    /// The first solution of this many turns, if there is one, and the nodes up to it, or the limit
    /// that was reached.
    fn run(&self, root: G::Node, depth: u8, threads: usize) -> Result<(Option<Algorithm>, u64), Cut> {
        let (tasks, mut nodes) = self.split(Place::root(root, depth));
        let ends = self.ends(&tasks, threads);
        for number in 0..tasks.len() {
            // Nobody begins a task after one that decided, or too late.
            let end = ends.get(number).filter(|end| end.number == number).ok_or(Cut::Stopped)?;
            nodes += end.nodes;
            if nodes > self.limits.nodes {
                return Err(Cut::Nodes);
            }
            match end.cut {
                Ok(()) => {}
                Err(Cut::Solved) => return Ok((Some(solution(&end.path)), nodes)),
                Err(cut) => return Err(cut),
            }
        }
        Ok((None, nodes))
    }

    /// The tasks of an iteration, and the nodes looked up to find them.
    fn split(&self, root: Place<G::Node>) -> (Vec<Task<G::Node>>, u64) {
        let (mut tasks, mut nodes) = (vec![Task { place: root, path: Vec::new() }], 0);
        let (mut room, mut next) = (G::Room::default(), Vec::new());
        for turns in 0..SPLIT {
            if tasks.iter().any(|task| task.place.left < LEAST) {
                break;
            }
            let places: Vec<_> = tasks.iter().map(|task| task.place).collect();
            next.clear();
            nodes += self.guide.expand(&places, &mut room, &mut next);
            let longer = |place: &Place<G::Node>| {
                let path: Vec<_> = tasks[place.parent as usize].path.iter().copied().chain(place.step()).collect();
                Task { place: *place, path }
            };
            let begins =
                |place: &&Place<G::Node>| turns > 0 || place.step().is_none_or(|(_, turn)| self.first.contains(turn));
            tasks = next.iter().filter(begins).map(longer).collect();
        }
        (tasks, nodes)
    }

    /// How each task ended that somebody began, in order: at least all up to the first one that decided.
    fn ends(&self, tasks: &[Task<G::Node>], threads: usize) -> Vec<End> {
        let ends = Mutex::new(Vec::with_capacity(tasks.len()));
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (decided, late) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        let work = || {
            while done.load(Ordering::Relaxed) <= self.limits.nodes {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let over = || decided.load(Ordering::Relaxed) < number || late.load(Ordering::Relaxed);
                let Some(task) = tasks.get(number).filter(|_| !over()) else { return };
                let mut descent = Descent {
                    guide: self.guide,
                    limits: &self.limits,
                    over: &over,
                    path: Vec::new(),
                    nodes: 0,
                    next_look: 0,
                    rows: Vec::new(),
                    room: G::Room::default(),
                };
                let cut = descent.down(&[task.place], 0).map_err(|(cut, _)| cut);
                let path = task.path.iter().copied().chain(descent.path.into_iter().rev()).collect();
                match cut {
                    Ok(()) => {}
                    Err(Cut::Solved | Cut::Nodes) => _ = decided.fetch_min(number, Ordering::Relaxed),
                    // If nothing before it decided, it is late.
                    Err(Cut::Stopped) => _ = late.fetch_or(!over(), Ordering::Relaxed),
                }
                done.fetch_add(descent.nodes, Ordering::Relaxed);
                if let Ok(mut ends) = ends.lock() {
                    ends.push(End { number, cut, path, nodes: descent.nodes });
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(tasks.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut ends = ends.into_inner().unwrap_or_default();
        ends.sort_unstable_by_key(|end: &End| end.number);
        ends
    }
}

/// A task that is being searched.
struct Descent<'a, G: Guide> {
    guide: &'a G,
    limits: &'a Limits,
    over: &'a (dyn Fn() -> bool + 'a),
    /// The way to the solution, from its end.
    path: Vec<(Side, Turn)>,
    nodes: u64,
    /// The number of nodes at which the limits are looked at again.
    next_look: u64,
    /// Room for the places at each depth.
    rows: Vec<Vec<Place<G::Node>>>,
    room: G::Room,
}

/// So many nodes are between two looks at the limits.
const LOOK: u64 = 1 << 14;
/// How many places are expanded at once.
const BATCH: usize = 64;

impl<G: Guide> Descent<'_, G> {
    /// Searches behind a few places; says the number of the one that led to a solution.
    fn down(&mut self, places: &[Place<G::Node>], depth: usize) -> Result<(), (Cut, usize)> {
        if self.rows.len() == depth {
            self.rows.push(Vec::new());
        }
        let mut next = std::mem::take(&mut self.rows[depth]);
        next.clear();
        self.nodes += self.guide.expand(places, &mut self.room, &mut next);
        if self.nodes > self.limits.nodes {
            return Err((Cut::Nodes, 0));
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK;
            if (self.over)() || self.limits.is_late() {
                return Err((Cut::Stopped, 0));
            }
        }
        for batch in next.chunks(BATCH) {
            let solved = batch.iter().position(|place| place.left == 0 && self.guide.is_solved(&place.node));
            let found = match solved {
                Some(number) => Err((Cut::Solved, number)),
                None => self.down(batch, depth + 1),
            };
            if let Err((cut, number)) = found {
                if cut == Cut::Solved {
                    self.path.extend(batch[number].step());
                }
                return Err((cut, batch.get(number).map_or(0, |place| place.parent as usize)));
            }
        }
        self.rows[depth] = next;
        Ok(())
    }
}

/// By side: which turns may follow each turn, and at last all turns, for the first.
static FOLLOWING: LazyLock<[[MoveSet; 19]; 2]> = LazyLock::new(|| {
    // What follows on the side of the inverse comes before it in the solution.
    let follows = |face: Face, next: Face, side: Side| {
        next != face && (next != face.opposite() || (face < next) == (side == Side::State))
    };
    [Side::State, Side::Inverse].map(|side| {
        std::array::from_fn(|index| {
            let last = Turn::ALL.get(index).map(|turn| turn.face());
            MoveSet::ALL.iter().filter(|turn| last.is_none_or(|last| follows(last, turn.face(), side))).collect()
        })
    })
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;

    #[test]
    fn steps_on_the_inverse_are_the_end_of_the_solution() {
        let steps = [
            (Side::State, Turn::R),
            (Side::Inverse, Turn::U),
            (Side::Inverse, Turn::F2),
            (Side::State, Turn::B3),
            (Side::Inverse, Turn::L3),
        ];
        let whole: Vec<_> = solution(&steps).iter().copied().collect();
        assert_eq!(whole, [Turn::R, Turn::B3, Turn::L, Turn::F2, Turn::U3]);
    }

    #[test]
    fn opposite_faces_are_turned_in_one_order_on_both_sides() {
        let place = |side, last| Place { side, ..Place::root((), 9) }.after(0, last, 8, ());
        for side in [Side::State, Side::Inverse] {
            for (first, second) in [(Turn::U, Turn::D2), (Turn::R2, Turn::L), (Turn::F3, Turn::B)] {
                let forward = place(side, first).turns().contains(second);
                let backward = place(side, second).turns().contains(first);
                assert_eq!((forward, backward), (side == Side::State, side == Side::Inverse), "{first} {second}");
                assert!(!place(side, first).turns().contains(first));
                assert_eq!(place(side, first).other_turns(), MoveSet::ALL);
            }
        }
    }

    #[test]
    fn symmetries_leave_few_first_turns() {
        let mut flipped = Cube3::SOLVED.vectors();
        flipped.edge_orientation = [1; 12];
        let superflip = Cube3::from_vectors(&flipped).expect("it can be reached");
        assert_eq!(first_turns(superflip).iter().collect::<Vec<_>>(), [Turn::U, Turn::U2]);
        assert_eq!(first_turns(superflip.apply(Turn::R).apply(Turn::U)), MoveSet::ALL);
        assert_eq!(first_turns(Cube3::of(&[Turn::R, Turn::L])).len(), 6);
    }
}
