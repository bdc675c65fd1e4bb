//! Iterative-deepening A* (R. E. Korf, "Depth-first iterative-deepening", 1985) on several threads, with reproducible
//! results.
//!
//! Every iteration is split into subtrees by the first moves. Each counts its own nodes, and the first in order with a
//! solution decides the iteration. The subtrees with the most nodes in the iteration before are the first: the bounds pruned
//! less of them, so they are nearer to the goal, and the last iteration ends earlier. These counts are of complete
//! iterations, so solution and nodes do not depend on the number of threads.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::solver::{Budget, Cancellation};
use crate::table::on_threads;

/// An admissible heuristic from pruning tables.
pub(super) trait Heuristic: Sync {
    /// A state with the coordinates of the tables.
    type State: Copy + Send + Sync;
    /// Buffers of a thread.
    type Buffers: Default;

    /// Returns the state to be solved, and a lower bound of its distance.
    fn root(&self, cube: Cube3) -> (Self::State, u8);

    /// Returns whether the state is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Adds the children of these nodes that the bounds do not prune, in an order that depends on the nodes alone.
    /// Returns the number of states looked up.
    fn expand(
        &self,
        nodes: &[SearchNode<Self::State>],
        buffers: &mut Self::Buffers,
        children: &mut Vec<SearchNode<Self::State>>,
    ) -> u64;
}

/// The side of a move: applied to the state, or to its inverse, which extends the solution at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A node of the search tree.
#[derive(Clone, Copy)]
pub(super) struct SearchNode<S> {
    pub(super) state: S,
    /// The remaining cost.
    pub(super) left: u8,
    /// The side of `state`, on which the search continues.
    side: Side,
    /// The side of the last move.
    moved: Side,
    /// The last move on each side.
    last: [Option<Turn>; 2],
    /// The index of the parent among the nodes that were expanded together.
    parent: u32,
}

impl<S> SearchNode<S> {
    fn root(state: S, left: u8) -> Self {
        Self { state, left, side: Side::State, moved: Side::State, last: [None; 2], parent: 0 }
    }

    /// Returns the child after a move, with its state. `parent` is the index of this node among those expanded together.
    #[inline]
    pub(super) fn child<T>(&self, parent: u32, turn: Turn, left: u8, state: T) -> SearchNode<T> {
        let mut last = self.last;
        last[self.side as usize] = Some(turn);
        SearchNode { state, left, side: self.side, moved: self.side, last, parent }
    }

    /// Returns the same node with another state.
    #[inline]
    pub(super) fn with<T>(self, state: T) -> SearchNode<T> {
        let Self { left, side, moved, last, parent, .. } = self;
        SearchNode { state, left, side, moved, last, parent }
    }

    /// Returns the same node with the state of the other side.
    #[inline]
    pub(super) fn on_other_side<T>(self, state: T) -> SearchNode<T> {
        SearchNode { side: self.side.other(), ..self.with(state) }
    }

    /// Returns the moves that may follow, in canonical order.
    #[inline]
    pub(super) fn moves(&self) -> MoveSet {
        self.moves_on(self.side)
    }

    /// Returns the moves that may follow on the other side.
    #[inline]
    pub(super) fn other_moves(&self) -> MoveSet {
        self.moves_on(self.side.other())
    }

    #[inline]
    fn moves_on(&self, side: Side) -> MoveSet {
        FOLLOWING[side as usize][self.last[side as usize].map_or(18, Turn::index)]
    }

    /// Returns the last move.
    fn step(&self) -> Option<(Side, Turn)> {
        self.last[self.moved as usize].map(|turn| (self.moved, turn))
    }
}

/// By side: the moves that may follow each turn; the last entry holds the possible first moves.
static FOLLOWING: LazyLock<[[MoveSet; 19]; 2]> = LazyLock::new(|| {
    [Side::State, Side::Inverse].map(|side| {
        std::array::from_fn(|index| {
            let last = Turn::ALL.get(index).copied();
            // A later move on the side of the inverse comes earlier in the solution.
            let may_follow = |turn: &Turn| match side {
                Side::State => turn.may_follow(last),
                Side::Inverse => last.is_none_or(|last| last.may_follow(Some(*turn))),
            };
            MoveSet::ALL.iter().filter(may_follow).collect()
        })
    })
});

/// Returns the solution of these steps: the moves on the side of the state in order, then the inverted moves of the other side
/// in reverse order.
fn solution(steps: &[(Side, Turn)]) -> Algorithm {
    let on = |side| steps.iter().filter(move |step| step.0 == side).map(|step| step.1);
    on(Side::State).chain(on(Side::Inverse).rev().map(Turn::inverse)).collect()
}

/// The result of a search.
pub(super) struct IdaResult {
    /// A shortest solution; `None` if the budget ran out.
    pub(super) solution: Option<Algorithm>,
    /// States looked up.
    pub(super) nodes: u64,
    /// A lower bound of the length of every solution.
    pub(super) bound: usize,
}

/// A completed iteration without a solution of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompletedDepth {
    /// The length, in moves of the metric.
    pub depth: usize,
    /// States looked up in this iteration.
    pub nodes: u64,
}

/// Searches for a shortest solution in the metric of the heuristic, within a budget.
pub(super) fn search<H: Heuristic>(
    heuristic: &H,
    metric: Metric,
    cube: Cube3,
    budget: &Budget,
    threads: NonZeroUsize,
    completed: &(dyn Fn(CompletedDepth) + Sync),
) -> IdaResult {
    let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
    let (root, bound) = heuristic.root(cube);
    if heuristic.is_solved(&root) {
        return IdaResult { solution: Some(Algorithm::EMPTY), nodes: 0, bound: 0 };
    }
    let first = first_moves(cube);
    // The parity of the state is that of the number of quarter turns.
    let step = metric.cost(Turn::U2);
    let parity = if step == 2 && (bound % 2 == 1) != cube.is_odd() { 1 } else { 0 };
    let (mut depth, mut nodes, mut before) = (bound + parity, 0, SubtreeNodes::new());
    loop {
        let bound = usize::from(depth);
        if budget.depth.is_some_and(|max| bound > max) {
            return IdaResult { solution: None, nodes, bound };
        }
        let left = budget.nodes.map_or(u64::MAX, |max| max.saturating_sub(nodes));
        let limits = IterationLimits { deadline, nodes: left, cancellation: budget.cancellation };
        let iteration = Iteration { heuristic, limits, first, before: &before };
        // Short iterations run on one thread.
        let threads = if before.values().sum::<u64>() < 50_000 { 1 } else { threads.get() };
        let (solution, searched, subtrees) = match iteration.run(root, depth, threads) {
            Ok(searched) => searched,
            Err(Interruption::Nodes) => {
                return IdaResult { solution: None, nodes: budget.nodes.unwrap_or(nodes), bound };
            }
            // The nodes of this iteration depend on the machine.
            Err(_) => return IdaResult { solution: None, nodes, bound },
        };
        nodes += searched;
        if solution.is_some() {
            return IdaResult { solution, nodes, bound };
        }
        completed(CompletedDepth { depth: bound, nodes: searched });
        before = subtrees;
        depth += step;
    }
}

/// Returns the first moves that suffice for a symmetric state. A symmetry maps solutions to solutions, so the first of several
/// equivalent moves is enough, even before a move of the opposite face.
fn first_moves(cube: Cube3) -> MoveSet {
    let own: Vec<_> = Symmetry::all().filter(|&symmetry| cube.conjugate(symmetry).equals(cube)).collect();
    let is_first = |turn: &Turn| own.iter().all(|symmetry| symmetry.turn(*turn) >= *turn);
    MoveSet::ALL.iter().filter(is_first).collect()
}

/// The limits of an iteration.
struct IterationLimits {
    deadline: Option<Instant>,
    nodes: u64,
    cancellation: Cancellation,
}

impl IterationLimits {
    /// Returns whether the time is over, or the search cancelled.
    fn is_stopped(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

struct Iteration<'a, H> {
    heuristic: &'a H,
    limits: IterationLimits,
    /// The possible first moves of a solution.
    first: MoveSet,
    /// The nodes of the subtrees in the iteration before.
    before: &'a SubtreeNodes,
}

/// The nodes of each subtree of a complete iteration, by its first moves.
type SubtreeNodes = HashMap<Vec<(Side, Turn)>, u64>;

/// A part of an iteration: the subtree after a few first moves.
struct Subtree<S> {
    root: SearchNode<S>,
    path: Vec<(Side, Turn)>,
}

/// Reason why a subtree is not searched completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interruption {
    /// A solution is found.
    Solved,
    /// The limit of nodes is reached.
    Nodes,
    /// The limit of time is reached, or an earlier subtree decided the iteration.
    Stopped,
}

/// The result of a subtree.
struct SubtreeResult {
    number: usize,
    result: Result<(), Interruption>,
    path: Vec<(Side, Turn)>,
    nodes: u64,
}

/// The number of first moves that define a subtree.
const SPLIT_DEPTH: usize = 3;
/// Nodes with less remaining cost are not split.
const MIN_SPLIT: u8 = 8;

impl<H: Heuristic> Iteration<'_, H> {
    /// Returns the first solution of this length, if there is one, the nodes before it, and those of each subtree before it. The
    /// error is the limit that was reached.
    #[allow(clippy::type_complexity)] // used once
    fn run(
        &self,
        root: H::State,
        depth: u8,
        threads: usize,
    ) -> Result<(Option<Algorithm>, u64, SubtreeNodes), Interruption> {
        let (mut subtrees, mut nodes) = self.split(SearchNode::root(root, depth));
        // Of equal subtrees the first in canonical order is the first.
        subtrees.sort_by_cached_key(|subtree| Reverse(self.before.get(&subtree.path).copied().unwrap_or(0)));
        let mut of_subtrees = SubtreeNodes::with_capacity(subtrees.len());
        let results = self.search_all(&subtrees, threads);
        for number in 0..subtrees.len() {
            // A subtree after the deciding one, or after the time limit, has no result.
            let end = results.get(number).filter(|end| end.number == number).ok_or(Interruption::Stopped)?;
            nodes += end.nodes;
            if nodes > self.limits.nodes {
                return Err(Interruption::Nodes);
            }
            match end.result {
                Ok(()) => _ = of_subtrees.insert(subtrees[number].path.clone(), end.nodes),
                Err(Interruption::Solved) => return Ok((Some(solution(&end.path)), nodes, of_subtrees)),
                Err(interruption) => return Err(interruption),
            }
        }
        Ok((None, nodes, of_subtrees))
    }

    /// Returns the subtrees of an iteration, and the number of states looked up to find them.
    fn split(&self, root: SearchNode<H::State>) -> (Vec<Subtree<H::State>>, u64) {
        let (mut subtrees, mut nodes) = (vec![Subtree { root, path: Vec::new() }], 0);
        let (mut buffers, mut children) = (H::Buffers::default(), Vec::new());
        for depth in 0..SPLIT_DEPTH {
            if subtrees.iter().any(|subtree| subtree.root.left < MIN_SPLIT) {
                break;
            }
            let roots: Vec<_> = subtrees.iter().map(|subtree| subtree.root).collect();
            children.clear();
            nodes += self.heuristic.expand(&roots, &mut buffers, &mut children);
            children.retain(|child| depth > 0 || child.step().is_none_or(|(_, turn)| self.first.contains(turn)));
            let subtree = |root: &SearchNode<H::State>| {
                let path = subtrees[root.parent as usize].path.iter().copied().chain(root.step()).collect();
                Subtree { root: *root, path }
            };
            subtrees = children.iter().map(subtree).collect();
        }
        (subtrees, nodes)
    }

    /// Returns the results of the subtrees that were begun, in order: at least all up to the first deciding one.
    fn search_all(&self, subtrees: &[Subtree<H::State>], threads: usize) -> Vec<SubtreeResult> {
        let results = Mutex::new(Vec::with_capacity(subtrees.len()));
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (decided, stopped) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        let work = || {
            while done.load(Ordering::Relaxed) <= self.limits.nodes {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let over = || decided.load(Ordering::Relaxed) < number || stopped.load(Ordering::Relaxed);
                let Some(subtree) = subtrees.get(number).filter(|_| !over()) else { return };
                let mut search = DepthFirstSearch {
                    heuristic: self.heuristic,
                    limits: &self.limits,
                    over: &over,
                    path: Vec::new(),
                    nodes: 0,
                    next_check: 0,
                    levels: Vec::new(),
                    buffers: H::Buffers::default(),
                };
                let result = search.descend(&[subtree.root], 0).map_err(|(interruption, _)| interruption);
                let path = subtree.path.iter().copied().chain(search.path.into_iter().rev()).collect();
                match result {
                    Ok(()) => {}
                    Err(Interruption::Solved | Interruption::Nodes) => _ = decided.fetch_min(number, Ordering::Relaxed),
                    // Unless an earlier subtree decided, the time is up.
                    Err(Interruption::Stopped) => _ = stopped.fetch_or(!over(), Ordering::Relaxed),
                }
                done.fetch_add(search.nodes, Ordering::Relaxed);
                if let Ok(mut results) = results.lock() {
                    results.push(SubtreeResult { number, result, path, nodes: search.nodes });
                }
            }
        };
        on_threads(threads.min(subtrees.len()), work);
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_unstable_by_key(|end: &SubtreeResult| end.number);
        results
    }
}

/// The search of a subtree.
struct DepthFirstSearch<'a, H: Heuristic> {
    heuristic: &'a H,
    limits: &'a IterationLimits,
    over: &'a (dyn Fn() -> bool + 'a),
    /// The path to the solution, in reverse order.
    path: Vec<(Side, Turn)>,
    nodes: u64,
    /// The number of nodes at the next check of time.
    next_check: u64,
    /// Buffers for the nodes at each depth.
    levels: Vec<Vec<SearchNode<H::State>>>,
    buffers: H::Buffers,
}

/// Nodes between two checks of time.
const CHECK_INTERVAL: u64 = 1 << 14;
/// The number of nodes that are expanded together.
const BATCH: usize = 64;

impl<H: Heuristic> DepthFirstSearch<'_, H> {
    /// Searches the subtrees of a few nodes. An error holds the index of the node that caused it.
    fn descend(&mut self, nodes: &[SearchNode<H::State>], depth: usize) -> Result<(), (Interruption, usize)> {
        if self.levels.len() == depth {
            self.levels.push(Vec::new());
        }
        let mut children = std::mem::take(&mut self.levels[depth]);
        children.clear();
        self.nodes += self.heuristic.expand(nodes, &mut self.buffers, &mut children);
        if self.nodes > self.limits.nodes {
            return Err((Interruption::Nodes, 0));
        }
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK_INTERVAL;
            if (self.over)() || self.limits.is_stopped() {
                return Err((Interruption::Stopped, 0));
            }
        }
        for batch in children.chunks(BATCH) {
            let solved = batch.iter().position(|node| node.left == 0 && self.heuristic.is_solved(&node.state));
            let found = match solved {
                Some(number) => Err((Interruption::Solved, number)),
                None => self.descend(batch, depth + 1),
            };
            if let Err((interruption, number)) = found {
                if interruption == Interruption::Solved {
                    self.path.extend(batch[number].step());
                }
                return Err((interruption, batch.get(number).map_or(0, |node| node.parent as usize)));
            }
        }
        self.levels[depth] = children;
        Ok(())
    }
}

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
    fn opposite_faces_turn_in_one_order_on_both_sides() {
        let node = |side, last| SearchNode { side, ..SearchNode::root((), 9) }.child(0, last, 8, ());
        for side in [Side::State, Side::Inverse] {
            for (first, second) in [(Turn::U, Turn::D2), (Turn::R2, Turn::L), (Turn::F3, Turn::B)] {
                let forward = node(side, first).moves().contains(second);
                let backward = node(side, second).moves().contains(first);
                assert_eq!((forward, backward), (side == Side::State, side == Side::Inverse), "{first} {second}");
                assert!(!node(side, first).moves().contains(first));
                assert_eq!(node(side, first).other_moves(), MoveSet::ALL);
            }
        }
    }

    #[test]
    fn a_symmetric_state_has_few_first_moves() {
        let mut flipped = Cube3::SOLVED.vectors();
        flipped.edge_orientation = [1; 12];
        let superflip = Cube3::from_vectors(&flipped).expect("it can be reached");
        assert_eq!(first_moves(superflip).iter().collect::<Vec<_>>(), [Turn::U, Turn::U2]);
        assert_eq!(first_moves(superflip.apply(Turn::R).apply(Turn::U)), MoveSet::ALL);
        assert_eq!(first_moves(Cube3::of(&[Turn::R, Turn::L])).len(), 6);
    }
}
