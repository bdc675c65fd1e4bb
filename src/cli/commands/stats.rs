//! `evocube stats`: many random states, and how many moves a solver takes for them.

mod print;
mod tally;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use evocube::experiment::design_point::OptimizerKind;
use evocube::puzzle::AnyPuzzle;
use evocube::{Metric, Puzzle, PuzzleKind, Seed, Solution, Solver, SolverKind, Unsolved, report, with_solver};

use crate::cli::arguments::budget::{BudgetArgs, read_threads};
use crate::cli::arguments::instance::puzzle_parser;
use crate::cli::arguments::solver::SolverArgs;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::parallel;
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::{note, output};
use print::print;
use tally::{Question, Report, Run, Seconds};

/// Solve many random states and count the moves.
#[derive(clap::Args)]
#[command(after_help = "State number i of a seed is the same whatever the count and the number of threads, so the \
    output is the same too, but for the seconds of --json, unless a time is given. Every solution is replayed, before and \
    after cancelling. The time goes to stderr.")]
pub(crate) struct Args {
    #[command(flatten)]
    solver: SolverArgs,
    /// Which puzzle [default: the one that the solver solves; for evolution, which solves both, that of --config or cube3]
    #[arg(long, value_parser = puzzle_parser())]
    puzzle: Option<PuzzleKind>,
    /// How many states, drawn uniformly from all reachable ones; at most a million.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// How many cubes are solved at once; as many as there are cores if absent.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// One JSON document instead of tables.
    #[arg(long)]
    json: bool,
    /// Also write the distribution into this folder: lengths.csv, steps.csv, and a chart as SVG and PNG.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    args.budget.check(args.solver.optimizer())?;
    // Before any table is built.
    if let (Some(puzzle), OptimizerKind::Solver(solver)) = (args.puzzle, args.solver.optimizer())
        && solver.puzzle() != puzzle
    {
        return Err(Failure(format!("the solver {solver} does not solve {puzzle}")));
    }
    if args.solver.is(SolverKind::Korf) && !args.budget.has_end() {
        note(format_args!(
            "korf may take minutes of one core for one random state, and there are {}: --time limits each, and what is \
             proved of the others is counted",
            args.count
        ));
    }
    let solver = args.solver.build(
        &Cache::new(args.json).source(),
        NonZeroUsize::MIN,
        (args.seed, args.puzzle.map(AnyPuzzle::from).as_ref()),
    )?;
    with_solver!(solver, |puzzle, solver| run_with(args, puzzle, &*solver))
}

/// The command for one puzzle.
fn run_with<P: Puzzle>(args: &Args, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> Outcome {
    let (seed, metric) = (Seed::from_number(args.seed).child("stats"), args.solver.metric());
    let (budget, threads) = (args.budget.budget(None), args.threads.map_or_else(parallel::threads, usize::from));
    let start = Instant::now();
    let attempts = parallel::in_order(threads, usize::try_from(args.count)?, |number| {
        let state = puzzle.random(&mut seed.numbered_stream(number as u64));
        let start = Instant::now();
        let solution = solver.solve(state, &budget);
        let seconds = start.elapsed().as_secs_f64();
        (solution.and_then(|solution| replay(puzzle, state, &solution, metric)), seconds)
    });
    let all = start.elapsed().as_secs_f64();
    let each = || attempts.iter().map(|attempt| attempt.1);
    let seconds =
        Seconds { mean: each().sum::<f64>() / f64::from(args.count), max: each().fold(0.0, f64::max), all, threads };
    let question = Question {
        solver: solver.name(),
        puzzle: puzzle.name(),
        metric: metric.name(),
        unit: match metric {
            Metric::Htm => "turns",
            Metric::Qtm => "quarter turns",
        },
        count: args.count,
        seed: args.seed,
    };
    let (mut runs, mut bounds) = (Vec::<Run>::new(), Vec::new());
    for (attempt, _) in attempts {
        match attempt {
            Ok(run) => runs.push(run),
            Err(unsolved) => bounds.extend(unsolved.lower_bound()),
        }
    }
    let report = Report::new(question, seconds, &runs, &bounds);
    if args.json {
        let text = serde_json::to_string_pretty(&report)?;
        output(|out| writeln!(out, "{text}"))?;
    } else {
        output(|out| print(&report, out))?;
    }
    if let Some(folder) = &args.out {
        write(&report, folder)?;
    }
    let Seconds { mean, max, all, threads } = seconds;
    note(format_args!(
        "{:.3} ms a cube on one core, {:.1} ms at most; {all:.2} s for all on {threads} threads",
        1e3 * mean,
        1e3 * max
    ));
    Ok(if report.solved == args.count { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// Writes the distribution into a folder, if there is one.
fn write(report: &Report<'_>, folder: &Path) -> Result<(), Failure> {
    let (Some(before), Some(after)) = (&report.before, &report.after) else { return Ok(()) };
    let Question { solver, count, puzzle, seed, unit, .. } = report.question;
    let lengths = report::Lengths {
        title: format!("{solver}: lengths for {count} random states of the {puzzle} (seed {seed})"),
        unit: unit.to_owned(),
        before: before.distribution.clone(),
        after: after.distribution.clone(),
        steps: report.steps.iter().map(|step| (step.name.to_owned(), step.distribution.clone())).collect(),
    };
    for file in report::write_lengths(&lengths, folder)? {
        note(format_args!("{}", file.display()));
    }
    Ok(())
}

/// What is counted of a solution, once it is replayed: before cancelling it was when it was built.
fn replay<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    solution: &Solution<P::State, P::Move>,
    metric: Metric,
) -> Result<Run, Unsolved> {
    let after = Solution::of(puzzle, state, puzzle.simplify(solution.moves()), 0)?;
    Ok(Run {
        before: puzzle.length(solution.moves(), metric),
        after: puzzle.length(after.moves(), metric),
        parts: solution.parts().to_vec(),
        nodes: solution.nodes(),
    })
}
