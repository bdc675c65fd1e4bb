//! Iterative-deepening A* (R. E. Korf, "Depth-first iterative-deepening", 1985), with the same solution on any number of threads. Of first
//! moves that are equivalent by symmetry it tries one. Each iteration without a solution is reported as a [`CompletedDepth`]. It is divided
//! in `subtrees`; a thread's part of it is in `depth_first`, the bounds are in `heuristic`.
//!
//! Every iteration is split into subtrees by the first moves. The subtrees with the smallest distances in the tables are the first:
//! they are most likely to contain a solution, so the last iteration ends earlier. Groups of subtrees, in this order, are
//! searched one by one on each thread. The first group in order with a solution decides the iteration, so solution and
//! nodes do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::depth_first::{DepthFirstSearch, Interruption, IterationLimits};
use super::heuristic::Heuristic;
use super::node::{SearchNode, solution};
use super::subtrees::split;
use crate::puzzle::{Algorithm, Cube3, Metric, MoveSet, Symmetry, Turn};
use crate::solver::Budget;
use crate::table::run_on_threads;

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
    let end = budget.end();
    let (root, bound) = heuristic.root(cube);
    if heuristic.is_solved(&root) {
        return IdaResult { solution: Some(Algorithm::EMPTY), nodes: 0, bound: 0 };
    }
    let first = first_moves(cube);
    // The parity of the state is that of the number of quarter turns.
    let step = metric.cost(Turn::U2);
    let parity = if step == 2 && (bound % 2 == 1) != cube.is_odd() { 1 } else { 0 };
    let (mut depth, mut nodes, mut before, mut lasted) = (bound + parity, 0, 0, Duration::ZERO);
    loop {
        let bound = usize::from(depth);
        if budget.depth.is_some_and(|max| bound > max) {
            return IdaResult { solution: None, nodes, bound };
        }
        let left = budget.nodes.map_or(u64::MAX, |max| max.saturating_sub(nodes));
        let limits = IterationLimits { end: end.clone(), nodes: left };
        if before > LONG {
            let rest = end.deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
            heuristic.settle(settling_gain(lasted, before, nodes), rest / 2);
        }
        let begin = Instant::now();
        let iteration = Iteration { heuristic, limits, first, before };
        // Short iterations run on one thread.
        let threads = if before < 50_000 { 1 } else { threads.get() };
        let (solution, searched) = match iteration.run(root, depth, threads) {
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
        (before, lasted) = (searched, begin.elapsed());
        depth += step;
    }
}

/// The number of nodes of an iteration, a fraction of a second, after which the next one takes seconds.
const LONG: u64 = 500_000;

/// About the number of nodes of a search for a random cube.
const TYPICAL: u64 = 50_000_000;

/// Returns the gain that a search expects of settled tables: half of the time that the rest of a typical search takes, at least that of
/// another iteration such as the last one.
fn settling_gain(lasted: Duration, before: u64, nodes: u64) -> Duration {
    lasted.mul_f64(TYPICAL.saturating_sub(nodes).max(before) as f64 / before as f64 / 2.0)
}

/// Returns the first moves that suffice for a symmetric state. A symmetry maps solutions to solutions, so the first of several
/// equivalent moves is enough, even before a move of the opposite face.
fn first_moves(cube: Cube3) -> MoveSet {
    let stabilizer: Vec<_> = Symmetry::all().filter(|&symmetry| cube.conjugate(symmetry).equals(cube)).collect();
    let is_first = |turn: &Turn| stabilizer.iter().all(|symmetry| symmetry.turn(*turn) >= *turn);
    MoveSet::ALL.iter().filter(is_first).collect()
}

struct Iteration<'a, H> {
    heuristic: &'a H,
    limits: IterationLimits,
    /// The possible first moves of a solution.
    first: MoveSet,
    /// The nodes of the iteration before.
    before: u64,
}

/// The result of subtrees that were searched together.
struct GroupResult {
    number: usize,
    result: Result<(), Interruption>,
    nodes: u64,
}

/// The number of subtrees that are searched together.
const GROUP: usize = 256;

impl<H: Heuristic> Iteration<'_, H> {
    /// Returns the first solution of this length, if there is one, and the nodes before it. The error is the limit that was
    /// reached.
    fn run(&self, root: H::State, depth: u8, threads: usize) -> Result<(Option<Algorithm>, u64), Interruption> {
        let (roots, mut nodes) = split(self.heuristic, SearchNode::root(root, depth), self.first, self.before);
        let groups: Vec<_> = roots.chunks(GROUP).collect();
        let results = self.search_all(&groups, threads);
        for (number, group) in groups.into_iter().enumerate() {
            // A group after the deciding one, or after the time limit, has no result.
            let end = results.get(number).filter(|end| end.number == number).ok_or(Interruption::Stopped)?;
            nodes += end.nodes;
            if nodes > self.limits.nodes {
                return Err(Interruption::Nodes);
            }
            match end.result {
                Ok(()) => {}
                Err(Interruption::Solved(subtree, path)) => {
                    let solution = solution([group[usize::from(subtree)].path, path]);
                    return Ok((Some(solution), nodes));
                }
                Err(interruption) => return Err(interruption),
            }
        }
        Ok((None, nodes))
    }

    /// Returns the results of the groups that were begun, in order: at least all up to the first deciding one.
    fn search_all(&self, groups: &[&[SearchNode<H::State>]], threads: usize) -> Vec<GroupResult> {
        let results = Mutex::new(Vec::with_capacity(groups.len()));
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let (decided, stopped) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        let work = || {
            let mut search = DepthFirstSearch::new(self.heuristic, &self.limits);
            while done.load(Ordering::Relaxed) <= self.limits.nodes {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let is_over = || decided.load(Ordering::Relaxed) < number || stopped.load(Ordering::Relaxed);
                let Some(group) = groups.get(number).filter(|_| !is_over()) else { return };
                let roots = (0..).zip(*group).map(|(subtree, root)| root.subtree_root(subtree));
                let (nodes, result) = search.search(roots, is_over);
                match result {
                    Ok(()) => {}
                    Err(Interruption::Solved(..) | Interruption::Nodes) => {
                        decided.fetch_min(number, Ordering::Relaxed);
                    }
                    // Unless an earlier group decided, the time is up.
                    Err(Interruption::Stopped) => _ = stopped.fetch_or(!is_over(), Ordering::Relaxed),
                }
                done.fetch_add(nodes, Ordering::Relaxed);
                if let Ok(mut results) = results.lock() {
                    results.push(GroupResult { number, result, nodes });
                }
            }
        };
        run_on_threads(threads.min(groups.len()), work);
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_unstable_by_key(|end: &GroupResult| end.number);
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_state_has_few_first_moves() {
        let mut flipped = Cube3::SOLVED.vectors();
        flipped.edge_orientation = [1; 12];
        let superflip = Cube3::from_vectors(&flipped).expect("it can be reached");
        assert_eq!(first_moves(superflip).iter().collect::<Vec<_>>(), [Turn::U, Turn::U2]);
        assert_eq!(first_moves(superflip.apply(Turn::R).apply(Turn::U)), MoveSet::ALL);
        assert_eq!(first_moves(Cube3::after(&[Turn::R, Turn::L])).len(), 6);
    }
}
