//! One attempt to solve an instance, and its output.

use std::time::Instant;

use evocube::{Algorithm, Budget, Metric, Puzzle, Solution, Solver, Unsolved};
use serde::Serialize;

use super::read::ReadInstance;
use super::{DEFAULT_SEED, SolveArgs};
use crate::cli::terminal::note;

/// The JSON document; inapplicable values are null.
#[derive(Default, Serialize)]
pub(super) struct SolveDocument {
    solver: String,
    solved: bool,
    pub(super) moves: Option<String>,
    htm: Option<usize>,
    qtm: Option<usize>,
    penalty: Option<u32>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    /// The metric in which the solution is proved optimal.
    optimal: Option<&'static str>,
    /// The proved minimum length, in the metric of the solver.
    lower_bound: Option<usize>,
    seconds: Option<f64>,
    seed: Option<u64>,
    /// Moves before `--refine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unrefined_htm: Option<usize>,
    /// The error in a malformed line of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl SolveDocument {
    /// Returns the answer to a malformed line.
    pub(super) fn malformed(solver: &str, error: String) -> Self {
        Self { solver: solver.to_owned(), error: Some(error), ..Self::default() }
    }

    /// Returns the answer without a solution after some seconds in which no state was searched.
    pub(super) fn unsolved(solver: &str, seconds: f64) -> Self {
        Self { solver: solver.to_owned(), seconds: Some(seconds), ..Self::default() }
    }
}

/// A solution, and its moves after cancelling and refining.
type RefinedSolution<S, M> = (Solution<S, M>, Algorithm<M>);

/// The outcome of a solver on one instance.
pub(super) struct SolveAttempt<P: Puzzle> {
    pub(super) outcome: Result<RefinedSolution<P::State, P::Move>, Unsolved>,
    /// The moves before refining.
    unrefined: Option<Algorithm<P::Move>>,
    seconds: f64,
}

impl<P: ReadInstance> SolveAttempt<P> {
    /// Finds moves from a state to a goal, and replays them.
    pub(super) fn new(
        puzzle: &P,
        solver: &dyn Solver<P::State, P::Move>,
        (start, goal): (P::State, P::State),
        budget: &Budget,
        refine: Option<Metric>,
    ) -> Self {
        let clock = Instant::now();
        let mut unrefined = None;
        let outcome = solver.solve(puzzle.between(start, goal), budget).and_then(|solution| {
            let mut moves = puzzle.simplify(solution.moves());
            if let Some(metric) = refine {
                let refined = puzzle.refine(&moves, metric);
                unrefined = Some(std::mem::replace(&mut moves, refined));
            }
            // Cancelling and refining must keep the effect.
            let end = puzzle.between(puzzle.apply_all(start, &moves), goal);
            if puzzle.is_solved(end) { Ok((solution, moves)) } else { Err(Unsolved::Wrong) }
        });
        Self { outcome, unrefined, seconds: clock.elapsed().as_secs_f64() }
    }

    pub(super) fn document(&self, puzzle: &P, solver: &str, args: &SolveArgs) -> SolveDocument {
        let evolves = args.is_evolution();
        let answer = self.outcome.as_ref().ok();
        let moves = answer.map(|(_, moves)| moves);
        let nodes = match &self.outcome {
            Ok((solution, _)) => Some(solution.nodes()),
            Err(Unsolved::Wrong) => None,
            Err(unsolved) => Some(unsolved.nodes()),
        };
        let optimal = answer.and_then(|(solution, _)| solution.optimal());
        let lower_bound = match &self.outcome {
            Ok((_, moves)) => optimal.map(|metric| puzzle.length(moves, metric)),
            Err(unsolved) => unsolved.lower_bound(),
        };
        SolveDocument {
            solver: solver.to_owned(),
            solved: answer.is_some(),
            moves: moves.map(|moves| puzzle.write_moves(moves)),
            htm: moves.map(|moves| puzzle.length(moves, Metric::Htm)),
            qtm: moves.map(|moves| puzzle.length(moves, Metric::Qtm)),
            // Every objective is 0 at the goal.
            penalty: answer.is_some().then_some(0),
            evaluations: nodes.filter(|_| evolves),
            nodes: nodes.filter(|_| !evolves),
            optimal: optimal.map(Metric::name),
            lower_bound,
            seconds: Some(self.seconds),
            seed: evolves.then(|| args.seed.unwrap_or(DEFAULT_SEED)),
            unrefined_htm: self.unrefined.as_ref().map(|moves| moves.len()),
            error: None,
        }
    }

    /// Writes the length of the solution and of its parts to stderr.
    pub(super) fn describe(
        &self,
        puzzle: &P,
        solver: &str,
        metric: Metric,
        solution: &Solution<P::State, P::Move>,
        moves: &Algorithm<P::Move>,
    ) {
        let length = |moves: &[P::Move], metric| puzzle.length(moves, metric);
        let text = |moves: &[P::Move], metric: Metric| metric.length_text(length(moves, metric));
        let (htm, qtm) = (text(moves, Metric::Htm), text(moves, Metric::Qtm));
        let milliseconds = 1e3 * self.seconds;
        let digits = if milliseconds < 0.1 { 3 } else { 1 };
        note(format_args!("{solver}: {htm}, {qtm}, in {milliseconds:.digits$} ms"));
        if let Some(before) = &self.unrefined {
            note(format_args!("  {} before refinement", text(before, metric)));
        }
        if let Some(metric) = solution.optimal() {
            note(format_args!("  proved: no solution has fewer than {}", text(moves, metric)));
        }
        if !solution.parts().is_empty() {
            let name = solution.parts().iter().map(|part| part.name.len()).max().unwrap_or(0);
            for (number, part) in (1..).zip(solution.parts()) {
                note(format_args!("  {number} {:<name$} {:>3}", part.name, part.turns));
            }
            let (before, after) = (solution.moves(), self.unrefined.as_ref().unwrap_or(moves));
            let (before, after) = (length(before, metric), length(after, metric));
            let column = name.saturating_sub(3);
            note(format_args!("  together {before:>column$}, of which {} cancel between steps", before - after));
        }
    }
}
