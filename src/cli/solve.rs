//! `evocube solve`: the moves that solve a cube.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use evocube::notation::{AnyState, NotationError};
use evocube::{Algorithm, Budget, Cube3, Metric, Puzzle, Solution, Solver, SolverKind, Unsolved};
use serde::Serialize;

use super::budget::{BudgetArgs, read_threads};
use super::cache::Cache;
use super::instance::{InstanceArgs, Lines, Text};
use super::output::{note, output};
use super::{Failure, NEGATIVE, Outcome, parallel};

/// The arguments of the command.
#[derive(clap::Args)]
#[command(
    after_help = "The moves go to stdout, their number and the solver's steps to stderr. With --batch each line \
    of the input is an instance in any format (empty lines are passed over), and each is answered by one line, in \
    order: an empty one, or with --json one with an error, where a line is no cube."
)]
pub(crate) struct Args {
    #[command(flatten)]
    instance: InstanceArgs,
    /// How to solve it.
    #[arg(long, default_value_t = SolverKind::Layers)]
    solver: SolverKind,
    /// One JSON document instead of the moves.
    #[arg(long)]
    json: bool,
    /// Read many instances, one a line, and answer one a line.
    #[arg(long)]
    batch: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Threads for one cube (1 if absent), or with --batch for many at once (as many as there are cores if absent). They
    /// change the time, not the answer.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// How many lines of a batch are read before they are answered.
const BLOCK: usize = 4096;

/// What `--json` prints; what does not apply is null.
#[derive(Serialize)]
struct Answer {
    solver: &'static str,
    solved: bool,
    moves: Option<String>,
    htm: Option<usize>,
    qtm: Option<usize>,
    penalty: Option<u32>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    seed: Option<u64>,
    /// Only where there was something wrong with a line of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A try to solve, with the moves after cancelling.
struct Attempt {
    outcome: Result<(Solution<Cube3>, Algorithm), Unsolved>,
    seconds: f64,
}

impl Attempt {
    fn new(solver: &dyn Solver<Cube3>, state: Cube3, budget: &Budget) -> Self {
        let start = Instant::now();
        let outcome = solver.solve(state, budget).and_then(|solution| {
            let moves = solution.moves().simplify();
            // Cancelling may not change the effect either.
            Solution::new(state, moves.clone(), 0)?;
            Ok((solution, moves))
        });
        Self { outcome, seconds: start.elapsed().as_secs_f64() }
    }

    fn answer(&self, solver: &'static str) -> Answer {
        let found = self.outcome.as_ref().ok();
        let moves = found.map(|(_, moves)| moves);
        let nodes = match &self.outcome {
            Ok((solution, _)) => Some(solution.nodes()),
            Err(Unsolved::Budget { nodes }) => Some(*nodes),
            Err(Unsolved::Wrong) => None,
        };
        Answer {
            solver,
            solved: found.is_some(),
            moves: moves.map(ToString::to_string),
            htm: moves.map(|moves| moves.length(Metric::Htm)),
            qtm: moves.map(|moves| moves.length(Metric::Qtm)),
            // A solved cube costs nothing under every objective.
            penalty: found.is_some().then_some(0),
            evaluations: None,
            nodes,
            seconds: Some(self.seconds),
            seed: None,
            error: None,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let solver = args.solver.build(&Cache::new(args.json).source());
    if args.batch { batch(args, &*solver) } else { one(args, &*solver) }
}

fn one(args: &Args, solver: &dyn Solver<Cube3>) -> Outcome {
    let text = Text::of(&args.instance.instance)?;
    let state =
        cube3(args.instance.reading.read(&text)?, solver).map_err(|Failure(sentence)| text.refused(&sentence))?;
    let attempt = Attempt::new(solver, state, &args.budget.budget(args.threads));
    if args.json {
        let answer = serde_json::to_string_pretty(&attempt.answer(solver.name()))?;
        output(|out| writeln!(out, "{answer}"))?;
    }
    match &attempt.outcome {
        Ok((solution, moves)) => {
            if !args.json {
                output(|out| writeln!(out, "{moves}"))?;
                describe(solver.name(), solution, moves, attempt.seconds);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(unsolved) => {
            note(format_args!("not solved: {unsolved}"));
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}

/// The state, if it is of the puzzle that the solvers know.
fn cube3(state: AnyState, solver: &dyn Solver<Cube3>) -> Result<Cube3, Failure> {
    match state {
        AnyState::Cube3(cube) => Ok(cube),
        other => Err(Failure(format!(
            "the solver {} solves {} only, this is a {}",
            solver.name(),
            Cube3::KIND,
            other.kind()
        ))),
    }
}

/// How long the solution is and what its steps took, on stderr.
fn describe(solver: &str, solution: &Solution<Cube3>, moves: &Algorithm, seconds: f64) {
    let (htm, qtm) = (moves.length(Metric::Htm), moves.length(Metric::Qtm));
    note(format_args!("{solver}: {htm} turns, {qtm} quarter turns, in {:.1} ms", 1e3 * seconds));
    if !solution.parts().is_empty() {
        for (number, part) in (1..).zip(solution.parts()) {
            note(format_args!("  {number} {:<14} {:>3}", part.name, part.turns));
        }
        let (before, after) = (solution.moves().len(), moves.len());
        note(format_args!("  together {before:>12}, of which {} cancel between steps and macros", before - after));
    }
}

fn batch(args: &Args, solver: &dyn Solver<Cube3>) -> Outcome {
    let mut lines = Lines::of(&args.instance.instance)?;
    let (mut unsolved, mut malformed) = (false, false);
    let mut broken = None;
    let (budget, threads) = (args.budget.budget(None), args.threads.map_or_else(parallel::threads, usize::from));
    output(|out| {
        while broken.is_none() {
            let mut block = Vec::with_capacity(BLOCK);
            while broken.is_none() && block.len() < BLOCK {
                match lines.next_line() {
                    Ok(Some(line)) => block.push(line),
                    Ok(None) => break,
                    Err(failure) => broken = Some(failure),
                }
            }
            if block.is_empty() {
                break;
            }
            let attempts = parallel::in_order(threads, block.len(), |index| {
                let (number, line) = &block[index];
                // The place is that in the batch: every instance is a line of its own.
                let placed = |error| NotationError { line: Some(*number), ..error };
                let state = args.instance.reading.read_text(line).map_err(|error| placed(error).to_string())?;
                match cube3(state, solver) {
                    Ok(state) => Ok(Attempt::new(solver, state, &budget)),
                    Err(Failure(text)) => Err(format!("line {number}: {text}")),
                }
            });
            for ((number, _), attempt) in block.iter().zip(attempts) {
                let answer = match attempt {
                    Ok(attempt) => {
                        if let Err(error) = &attempt.outcome {
                            unsolved = true;
                            note(format_args!("line {number}: not solved: {error}"));
                        }
                        attempt.answer(solver.name())
                    }
                    Err(text) => {
                        malformed = true;
                        let Failure(sentence) = lines.failure(&text);
                        note(format_args!("error: {sentence}"));
                        Answer::malformed(solver.name(), text)
                    }
                };
                if args.json {
                    writeln!(out, "{}", serde_json::to_string(&answer)?)?;
                } else {
                    writeln!(out, "{}", answer.moves.unwrap_or_default())?;
                }
            }
            out.flush()?;
        }
        Ok(())
    })?;
    match broken {
        Some(failure) => Err(failure),
        None => Ok(ExitCode::from(if malformed { 2 } else { u8::from(unsolved) * NEGATIVE })),
    }
}

impl Answer {
    /// The answer to a line that is no cube.
    fn malformed(solver: &'static str, error: String) -> Self {
        Self {
            solver,
            solved: false,
            moves: None,
            htm: None,
            qtm: None,
            penalty: None,
            evaluations: None,
            nodes: None,
            seconds: None,
            seed: None,
            error: Some(error),
        }
    }
}
