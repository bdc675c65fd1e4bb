//! `evocube solve`: moves that solve an instance.

mod attempt;
mod read;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use evocube::experiment::design_point::OptimizerKind;
use evocube::experiment::sweep::grouped;
use evocube::search::AnySolver;
use evocube::search::korf::{CompletedDepth, Korf};
use evocube::{Budget, CUBE3, Cube3, Metric, Puzzle, PuzzleKind, Solution, Solver, SolverKind, Unsolved, with_solver};

use crate::cli::arguments::budget::BudgetArgs;
use crate::cli::arguments::execution::read_threads;
use crate::cli::arguments::goal;
use crate::cli::arguments::instance::{InputText, InstanceArgs};
use crate::cli::arguments::solver::SolverArgs;
use crate::cli::batch::answer_lines;
use crate::cli::result::{CommandResult, FAILED, Failure, success_if};
use crate::cli::terminal::cache::TableCache;
use crate::cli::terminal::output::{note, output, print_json};
use crate::cli::terminal::progress::ProgressMode;
use crate::cli::terminal::width::data;
use attempt::{SolveAttempt, SolveDocument};
use read::ReadInstance;

/// Solve an instance.
#[derive(clap::Args)]
#[command(
    after_help = "The moves go to stdout, their number and the steps of the solver to stderr. With --batch every line \
    of the input is an instance in any format (empty lines are skipped). The answers are one line each, in the same \
    order; the answer to a malformed line is empty, or with --json a document with an error."
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// The goal: the name of a pattern (instances/patterns.txt), or an instance [default: the solved state]
    #[arg(long, value_name = "PATTERN")]
    goal: Option<String>,
    #[command(flatten)]
    solver: SolverArgs,
    /// The seed of the random numbers (evolution) [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Shorten the solution, as `evocube refine` does
    #[arg(long)]
    refine: bool,
    /// Print every depth that is proved to have no solution (korf)
    #[arg(long)]
    prove: bool,
    /// Print one JSON document instead of the moves
    #[arg(long)]
    json: bool,
    /// Read one instance per line, and print one answer per line
    #[arg(long)]
    batch: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The number of threads [default: 1, with --batch the number of cores]. With --batch each thread solves other instances.
    /// Else kociemba, korf and evolution divide one instance among the threads: evolution its attempts, and populations of at
    /// least 512. Threads do not change the result, unless the time is limited
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

impl SolveArgs {
    /// Returns the metric that `--refine` minimizes.
    fn refine_metric(&self) -> Option<Metric> {
        self.refine.then(|| self.solver.metric())
    }

    /// Returns whether a file-defined puzzle is solved by bidirectional search.
    fn is_bidirectional(&self) -> bool {
        self.instance.reading.spec().is_some() && !self.is_evolution()
    }

    fn is_evolution(&self) -> bool {
        self.solver.optimizer() == OptimizerKind::Evolution
    }

    /// Returns the name of the solver.
    fn solver_name(&self) -> &'static str {
        if self.is_bidirectional() { BIDIRECTIONAL } else { self.solver.optimizer().name() }
    }
}

/// The name of the solver of file-defined puzzles.
const BIDIRECTIONAL: &str = "search";

/// The default seed of evolution.
const DEFAULT_SEED: u64 = 1;

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> CommandResult {
    if args.is_bidirectional() {
        args.budget.check_search(BIDIRECTIONAL)?;
    } else {
        args.budget.check(args.solver.optimizer())?;
    }
    if let (true, Some(puzzle)) = (args.refine, args.instance.reading.spec()) {
        return Err(Failure::new(format!("--refine is for the cubes, not for {}", puzzle.name())));
    }
    with_solver!(solver(args)?, |puzzle, solver| run_with(args, puzzle, solver))
}

/// Builds the solver that the arguments select.
fn solver(args: &SolveArgs) -> Result<AnySolver, Failure> {
    let cache = TableCache::new(ProgressMode::of_messages(args.json));
    if args.seed.is_some() && !args.is_evolution() {
        return Err(Failure::new(format!("--seed has no effect with the solver {}", args.solver_name())));
    }
    if args.prove && !args.solver.is(SolverKind::Korf) {
        return Err(Failure::new(format!("--prove is for --solver korf, not for {}", args.solver_name())));
    }
    // The threads of a batch share the instances.
    let threads = if args.batch { None } else { args.threads }.unwrap_or(NonZeroUsize::MIN);
    if args.prove {
        return Ok(AnySolver::cube3(Proving(args.solver.korf(&cache.source(), threads)?)));
    }
    let seed = args.seed.unwrap_or(DEFAULT_SEED);
    args.solver.build(&cache.source(), threads, (seed, args.instance.reading.puzzle.as_ref()))
}

/// [`Korf`], which reports every completed depth on stderr.
struct Proving(Korf);

impl Solver<Cube3> for Proving {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let start = Instant::now();
        self.0.prove(state, budget, &|CompletedDepth { depth, nodes }| {
            let seconds = start.elapsed().as_secs_f64();
            let length = self.0.metric().length_text(depth);
            let nodes = grouped(nodes);
            note(format_args!("no solution has {length} ({nodes} nodes, {seconds:.2} s so far)"));
        })
    }
}

fn run_with<P: ReadInstance>(args: &SolveArgs, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> CommandResult {
    if args.batch { solve_batch(args, puzzle, solver) } else { solve_one(args, puzzle, solver) }
}

fn solve_one<P: ReadInstance>(args: &SolveArgs, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> CommandResult {
    let text = InputText::of(&args.instance.instance)?;
    let state = puzzle.read_instance(&text.content, &args.instance.reading, None, solver.name());
    let state = state.map_err(|message| text.refused(&message))?;
    let goal = goal(args, puzzle, solver.name())?;
    let attempt =
        SolveAttempt::new(puzzle, solver, (state, goal), &args.budget.budget(args.threads), args.refine_metric());
    if args.json {
        print_json(&attempt.document(puzzle, solver.name(), args))?;
    }
    match &attempt.outcome {
        Ok((solution, moves)) if !args.json => {
            output(|out| writeln!(out, "{}", data(&puzzle.write_moves(moves))))?;
            attempt.describe(puzzle, solver.name(), args.solver.metric(), solution, moves);
        }
        Ok(_) => {}
        Err(unsolved) => note(format_args!("not solved: {unsolved}")),
    }
    success_if(attempt.outcome.is_ok())
}

fn solve_batch<P: ReadInstance>(args: &SolveArgs, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> CommandResult {
    let goal = goal(args, puzzle, solver.name())?;
    let budget = args.budget.budget(None);
    let mut are_solved = true;
    let solve = |number: usize, line: &str| {
        let state = puzzle.read_instance(line, &args.instance.reading, Some(number), solver.name())?;
        Ok(SolveAttempt::new(puzzle, solver, (state, goal), &budget, args.refine_metric()))
    };
    let is_malformed = answer_lines(&args.instance.instance, args.threads, solve, |out, number, attempt| {
        let document = match attempt {
            Ok(attempt) => {
                if let Err(unsolved) = &attempt.outcome {
                    are_solved = false;
                    note(format_args!("line {number}: not solved: {unsolved}"));
                }
                attempt.document(puzzle, solver.name(), args)
            }
            Err(error) => SolveDocument::malformed(solver.name(), error),
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&document)?)
        } else {
            writeln!(out, "{}", document.moves.unwrap_or_default())
        }
    })?;
    if is_malformed { Ok(ExitCode::from(FAILED)) } else { success_if(are_solved) }
}

/// Returns the goal: the solved state, or that of `--goal`.
fn goal<P: ReadInstance>(args: &SolveArgs, puzzle: &P, solver: &str) -> Result<P::State, Failure> {
    let Some(argument) = &args.goal else { return Ok(puzzle.solved()) };
    if argument == "-" && args.instance.instance == "-" {
        return Err(Failure::new("only one of INSTANCE and --goal can be standard input".to_owned()));
    }
    if puzzle.cube() == Some(PuzzleKind::Cube3)
        && let Some(state) = goal::named(argument)
    {
        return puzzle.read_state(&CUBE3.write_state(state)).map_err(Failure::new);
    }
    let text = InputText::of(argument)?;
    puzzle
        .read_instance(&text.content, &args.instance.reading, None, solver)
        .map_err(|message| goal::misspelled(argument).unwrap_or_else(|| Failure::new(format!("goal: {message}"))))
}
