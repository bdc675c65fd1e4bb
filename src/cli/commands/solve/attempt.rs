//! [`SolveAttempt`]: one attempt of `evocube solve` on one instance, whose moves are cancelled, refined on request and replayed; its JSON
//! document, and notes about its solution for stderr. [`unanswered`] is the document where none was made. The moves alone are printed by
//! `solve`, those of a batch by `batch`.

use std::time::Instant;

use evocube::puzzle::HeldState;
use evocube::search::DefaultSolver;
use evocube::{Algorithm, Budget, Metric, Puzzle, Solution, Solver, Unsolved};
use serde_json::{Value, json};

use super::read::ReadInstance;
use super::{DEFAULT_SEED, SolveArgs};
use crate::cli::terminal::{grouped, lengths, note, turned_back};

/// Returns the JSON document without an answer: all values are null but the name of the solver and that nothing is solved.
pub(super) fn unanswered(solver: &str) -> Value {
    json!({
        "solver": solver, "solved": false, "moves": null, "htm": null, "qtm": null, "penalty": null, "evaluations": null,
        "nodes": null, "optimal": null, "lower_bound": null, "seconds": null, "seed": null,
    })
}

/// A solution, and its moves after cancelling and refining.
type RefinedSolution<S, M> = (Solution<S, M>, Algorithm<M>);

/// The outcome of a solver on one instance.
pub(super) struct SolveAttempt<P: Puzzle> {
    pub(super) outcome: Result<RefinedSolution<P::State, P::Move>, Unsolved>,
    /// The moves before refining.
    unrefined: Option<Algorithm<P::Move>>,
    /// The instance as it lies.
    pub(super) start: HeldState<P::State>,
    /// Time to solve, cancel, refine and replay.
    seconds: f64,
}

impl<P: ReadInstance> SolveAttempt<P> {
    /// Finds moves from a state as it lies to a goal in any rotation, and replays them.
    pub(super) fn new(
        puzzle: &P,
        solver: &dyn Solver<P::State, P::Move>,
        held: HeldState<P::State>,
        goal: P::State,
        budget: &Budget,
        refine: Option<Metric>,
    ) -> Self {
        let clock = Instant::now();
        let mut unrefined = None;
        let (start, goal) = (puzzle.rotate(held.state, held.hold), puzzle.rotate(goal, held.hold));
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
        Self { outcome, unrefined, start: held, seconds: clock.elapsed().as_secs_f64() }
    }

    /// Returns the JSON document; inapplicable values are null.
    pub(super) fn document(&self, puzzle: &P, solver: &str, args: &SolveArgs) -> Value {
        let evolves = args.is_evolution();
        let answer = self.outcome.as_ref().ok();
        let moves = answer.map(|(_, moves)| moves);
        let nodes = match &self.outcome {
            Ok((solution, _)) => Some(solution.nodes()),
            Err(Unsolved::Wrong | Unsolved::Failed(_)) => None,
            Err(unsolved) => Some(unsolved.nodes()),
        };
        let optimal = answer.and_then(|(solution, _)| solution.optimal());
        let lower_bound = match &self.outcome {
            Ok((_, moves)) => optimal.map(|metric| puzzle.length(moves, metric)),
            Err(unsolved) => unsolved.lower_bound(),
        };
        let [htm, qtm] = Metric::ALL.map(|metric| moves.map(|moves| puzzle.length(moves, metric)));
        let solver = answer.and_then(|(solution, _)| solution.substitute()).unwrap_or(solver);
        let mut document = json!({
            "solver": solver, "solved": answer.is_some(), "moves": moves.map(|moves| puzzle.write_moves(moves)),
            // Every objective is 0 at the goal.
            "htm": htm, "qtm": qtm, "penalty": answer.map(|_| 0),
            "evaluations": nodes.filter(|_| evolves), "nodes": nodes.filter(|_| !evolves),
            // The metric in which the solution is proved optimal, and the proved minimum length in the metric of the solver.
            "optimal": optimal.map(Metric::name), "lower_bound": lower_bound,
            "seconds": self.seconds, "seed": evolves.then(|| args.seed.unwrap_or(DEFAULT_SEED)),
        });
        if let Some(moves) = &self.unrefined {
            document["unrefined_htm"] = json!(moves.len());
        }
        if let Some(rotation) = turned_back(self.start.hold) {
            document["turned_back"] = json!(rotation);
        }
        document
    }

    /// Writes the length of the solution and of its parts to stderr.
    pub(super) fn describe(
        &self,
        puzzle: &P,
        solver: &str,
        args: &SolveArgs,
        (solution, moves): &RefinedSolution<P::State, P::Move>,
    ) {
        let metric = args.solver.metric();
        let text = |moves: &[P::Move], metric: Metric| metric.length_text(puzzle.length(moves, metric));
        let milliseconds = 1e3 * self.seconds;
        let digits = if milliseconds < 0.1 { 3 } else { 1 };
        let name = solution.substitute().unwrap_or(solver);
        note(format_args!("{name}: {}, in {milliseconds:.digits$} ms", lengths(puzzle, moves)));
        if let Some(rotation) = turned_back(self.start.hold) {
            note(format_args!("  the cube lies turned by {rotation}: the moves are for it as it lies"));
        }
        if solution.substitute().is_some() {
            note(format_args!("  the time limit ended before {solver} had a solution"));
        }
        if args.searches_longer(solution.nodes()) {
            let shorter = metric.length_text(puzzle.length(solution.moves(), metric) - 1);
            let nodes = grouped(DefaultSolver::nodes(metric));
            note(format_args!("  no solution of at most {shorter} was found in {nodes} nodes"));
        }
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
            let (before, after) = (puzzle.length(before, metric), puzzle.length(after, metric));
            let column = name.saturating_sub(3);
            note(format_args!("  together {before:>column$}, of which {} cancel between steps", before - after));
        }
    }
}
