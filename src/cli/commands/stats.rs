//! `evocube stats`: the distribution of a solver's solution lengths over random states of a cube, at most a million; also as files and a
//! chart. Every solution is replayed. The statistics are computed in `tally`, their text is in `print`, and the files are written by
//! `evocube::report`.
//!
//! The lengths of all solutions, not their moves, are kept in memory until the statistics are printed.

mod print;
mod tally;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use evocube::puzzle::AnyPuzzle;
use evocube::{Metric, Puzzle, PuzzleKind, Seed, Solution, Solver, SolverKind, Unsolved, report, with_puzzle};

use super::scramble::random_moves;
use crate::cli::arguments::{BudgetArgs, SolverArgs, SolverChoice, choice, read_threads, unit};
use crate::cli::parallel;
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, counted, grouped, note, output, print_json};
use print::print;
use tally::{Sample, SolveTimes, SolvedState, StatsDocument};

/// Solve many random states and print the distribution of lengths.
#[derive(clap::Args, Clone)]
#[command(
    after_help = "State number n depends on the seed and n only. Without a time limit the output does not depend on the number \
    of threads, except the seconds of --json. Every solution is replayed before and after \
    cancelling. The time goes to stderr."
)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    solver: SolverArgs,
    /// The puzzle [default: that of the solver; without --solver cube3; for evolution that of --config, or cube3]
    #[arg(long, value_parser = choice::words(PuzzleKind::ALL, PuzzleKind::name))]
    puzzle: Option<PuzzleKind>,
    /// The number of states, drawn uniformly from all reachable ones; at most a million
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Solve states after N random moves instead, as `evocube scramble --turns` draws them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    turns: Option<u32>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON document instead of tables
    #[arg(long)]
    json: bool,
    /// Also write the distribution into this folder: lengths.csv, steps.csv and lengths.svg, a chart
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &StatsArgs) -> CommandResult {
    let args = &StatsArgs { solver: args.solver.or_default(args.puzzle.unwrap_or_default()), ..args.clone() };
    args.budget.check(&args.solver.optimizer())?;
    // Checked before any table is built.
    if let (Some(puzzle), SolverChoice::Solver(solver)) = (args.puzzle, args.solver.optimizer())
        && solver.puzzle() != puzzle
    {
        return Err(failure!("the solver {solver} does not solve {puzzle}"));
    }
    if args.solver.is(SolverKind::Korf) && !args.budget.is_limited() {
        note(format_args!(
            "korf may take minutes of one core per random state, and solves {}: --time limits each solve, and the proved \
             lower bounds of the others are counted",
            grouped(u64::from(args.count))
        ));
    }
    let solver = args.solver.build(
        &TableCache::new(ProgressMode::stderr(false)).source(),
        NonZeroUsize::MIN,
        args.seed,
        args.puzzle.map(AnyPuzzle::from).as_ref(),
    )?;
    with_puzzle!(solver, |puzzle, solver| run_with(args, puzzle, &*solver))
}

fn run_with<P: Puzzle>(args: &StatsArgs, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> CommandResult {
    let (seed, metric) = (Seed::from_number(args.seed).child("stats"), args.solver.metric());
    let (budget, threads) = (args.budget.budget(None), parallel::threads(args.threads));
    let start = Instant::now();
    let attempts = parallel::map_in_order(threads, usize::try_from(args.count)?, |number| {
        let mut stream = seed.numbered_stream(number as u64);
        let state = match args.turns {
            Some(turns) => puzzle.apply_all(puzzle.solved(), &random_moves(puzzle, turns as usize, &mut stream)),
            None => puzzle.random(&mut stream),
        };
        let start = Instant::now();
        let solution = solver.solve(state, &budget);
        let seconds = start.elapsed().as_secs_f64();
        (solution.and_then(|solution| replay(puzzle, state, &solution, metric)), seconds)
    });
    let all_seconds = start.elapsed().as_secs_f64();
    let times = || attempts.iter().map(|attempt| attempt.1);
    let seconds = SolveTimes {
        mean: times().sum::<f64>() / f64::from(args.count),
        max: times().fold(0.0, f64::max),
        all: all_seconds,
        threads: threads.get(),
    };
    let sample = Sample {
        solver: solver.name(),
        puzzle: puzzle.name(),
        metric: metric.name(),
        unit: unit(metric),
        count: args.count,
        turns: args.turns,
        seed: args.seed,
    };
    let (mut runs, mut bounds) = (Vec::<SolvedState>::new(), Vec::new());
    for (attempt, _) in attempts {
        match attempt {
            Ok(run) => runs.push(run),
            Err(unsolved) => bounds.extend(unsolved.lower_bound()),
        }
    }
    let document = StatsDocument::new(sample, seconds, &runs, &bounds);
    if args.json {
        print_json(&document)?;
    } else {
        output(|out| print(&document, out))?;
    }
    if let Some(folder) = &args.out {
        write(&document, folder)?;
    }
    let SolveTimes { mean, max, all, threads } = seconds;
    note(format_args!(
        "{:.3} ms per state on one core, at most {:.1} ms; {all:.2} s for all on {}",
        1e3 * mean,
        1e3 * max,
        counted(threads as u64, "thread")
    ));
    success_if(document.solved == args.count)
}

/// Writes the distribution into a folder, if any state is solved.
fn write(document: &StatsDocument<'_>, folder: &Path) -> Result<(), Failure> {
    let (Some(before), Some(after)) = (&document.before, &document.after) else { return Ok(()) };
    let Sample { solver, puzzle, seed, unit, .. } = document.sample;
    let lengths = report::Lengths {
        title: format!("{solver}: lengths for {} of the {puzzle} (seed {seed})", document.sample.states()),
        unit: unit.to_owned(),
        before: before.distribution.clone(),
        after: after.distribution.clone(),
        steps: document.steps.iter().map(|step| (step.name.to_owned(), step.distribution.clone())).collect(),
    };
    for file in report::write_lengths(&lengths, folder)? {
        note(format_args!("{}", file.display()));
    }
    Ok(())
}

/// Counts the moves of a solution, and replays it after cancelling; the solver has replayed it before.
fn replay<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    solution: &Solution<P::State, P::Move>,
    metric: Metric,
) -> Result<SolvedState, Unsolved> {
    let simplified = Solution::for_puzzle(puzzle, state, puzzle.simplify(solution.moves()), 0)?;
    Ok(SolvedState {
        before: puzzle.length(solution.moves(), metric),
        after: puzzle.length(simplified.moves(), metric),
        parts: solution.parts().to_vec(),
        nodes: solution.nodes(),
    })
}
