//! `evocube solve --batch`: solves each line of the input, by one solver or by the default solver of its cube, and prints its answer. Lines
//! are read, and answers ordered, in `cli::batch`; one solve is in `attempt`.

use std::process::ExitCode;
use std::sync::OnceLock;

use evocube::list::ListLine;
use evocube::search::AnySolver;
use evocube::{Puzzle, PuzzleKind, Solver, SolverKind, Unsolved, with_puzzle};
use serde_json::{Value, json};

use super::attempt::{SolveAttempt, unanswered};
use super::read::ReadInstance;
use super::{SolveArgs, goal, solver};
use crate::cli::batch::answer_lines;
use crate::cli::result::{CommandResult, FAILED, Failure, failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, note};

/// The answer to a line.
struct LineAnswer {
    document: Value,
    unsolved: Option<Unsolved>,
}

/// Solves the instance of a line.
fn answer<P: ReadInstance>(
    args: &SolveArgs,
    puzzle: &P,
    solver: &dyn Solver<P::State, P::Move>,
    goal: P::State,
    number: usize,
    line: &str,
) -> Result<LineAnswer, Failure> {
    let state = args.state(puzzle, line, Some(number), solver.name())?;
    let budget = args.budget.budget(None);
    let attempt = SolveAttempt::new(puzzle, solver, state, goal, &budget, args.refine_metric());
    Ok(LineAnswer { document: attempt.document(puzzle, solver.name(), args), unsolved: attempt.outcome.err() })
}

/// Solves all lines by one solver.
pub(super) fn solve_batch<P: ReadInstance>(
    args: &SolveArgs,
    puzzle: &P,
    solver: &dyn Solver<P::State, P::Move>,
) -> CommandResult {
    let goal = goal(args, puzzle, solver.name())?;
    print_answers(args, solver.name(), |number, line| answer(args, puzzle, solver, goal, number, line))
}

/// The default solver of a cube with its arguments, or why there is none; built for the first line that needs it.
type LazySolver = OnceLock<Result<(SolveArgs, AnySolver), Failure>>;

/// Solves each line by the default solver of its cube.
pub(super) fn solve_by_line(args: &SolveArgs) -> CommandResult {
    // Options that one of the solvers has are refused at the lines of the other.
    let [large, small] = PuzzleKind::ALL.map(|cube| args.or_default_solver(cube).check());
    if let (Err(failure), Err(_)) = (large, small) {
        return Err(failure);
    }
    let cache = TableCache::new(ProgressMode::stderr(false));
    let build = |cube: PuzzleKind| {
        let args = args.or_default_solver(cube);
        args.check()?;
        let solver = solver(&args, &cache.source())?;
        Ok((args, solver))
    };
    let (large, small) = (LazySolver::new(), LazySolver::new());
    let name = SolverKind::default_of(PuzzleKind::default()).name();
    print_answers(args, name, |number, line| {
        let cube = args.reading.read_line(number, line)?;
        let solver = match cube {
            PuzzleKind::Cube3 => &large,
            PuzzleKind::Cube2 => &small,
        };
        let solver = solver.get_or_init(|| build(cube));
        let (args, solver) = solver.as_ref().map_err(|failure| failure!("line {number}: {}", failure.text))?;
        with_puzzle!(solver, |puzzle, solver| answer(args, puzzle, &**solver, puzzle.solved(), number, line))
    })
}

/// Prints the answers to all lines. Those that cannot be read name this solver.
fn print_answers(
    args: &SolveArgs,
    solver: &str,
    answer: impl Fn(usize, &str) -> Result<LineAnswer, Failure> + Sync,
) -> CommandResult {
    let mut are_solved = true;
    let answer = |line: &ListLine, text: &str| {
        if args.strict && !line.is_plain {
            Err(failure!("line {}: --strict: write \"{}\"", line.number, line.text))
        } else {
            answer(line.number, text)
        }
    };
    let is_malformed = answer_lines(args.input()?, args.json, args.threads, answer, |out, line, answer| {
        let LineAnswer { mut document, unsolved } = answer.unwrap_or_else(|malformed| {
            let mut document = unanswered(solver);
            document["error"] = json!(malformed.text);
            LineAnswer { document, unsolved: None }
        });
        if let Some(unsolved) = unsolved {
            are_solved = false;
            note(format_args!("line {}: not solved: {unsolved}", line.number));
        }
        if args.json {
            document["line"] = json!(line.number);
            if let Some(name) = &line.name {
                document["name"] = json!(name);
            }
            writeln!(out, "{document}")
        } else {
            writeln!(out, "{}", document["moves"].as_str().unwrap_or_default())
        }
    })?;
    if is_malformed { Ok(ExitCode::from(FAILED)) } else { success_if(are_solved) }
}
