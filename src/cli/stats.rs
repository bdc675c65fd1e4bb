//! `evocube stats`: many random states, and how many moves a solver takes for them.

mod tally;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use evocube::{Cube3, Metric, Puzzle, Seed, Solution, SolverKind, Unsolved};

use super::budget::{BudgetArgs, read_threads};
use super::cache::Cache;
use super::output::{note, output};
use super::{NEGATIVE, Outcome, parallel};
use tally::{Lengths, Report, Run};

/// The arguments of the command.
#[derive(clap::Args)]
#[command(after_help = "State number i of a seed is the same whatever the count and the number of threads, so the \
    output is the same too, unless a time is given. Moves are counted in the half-turn metric. Every solution is replayed, before and after \
    cancelling. The time goes to stderr.")]
pub(crate) struct Args {
    /// How to solve them.
    #[arg(long, default_value_t = SolverKind::Layers)]
    solver: SolverKind,
    /// How many states, drawn uniformly from all reachable ones.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
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
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let solver = args.solver.build(&Cache::new(args.json).source());
    let seed = Seed::from_number(args.seed).child("stats");
    let (budget, threads) = (args.budget.budget(None), args.threads.map_or_else(parallel::threads, usize::from));
    let start = Instant::now();
    let attempts = parallel::in_order(threads, usize::try_from(args.count)?, |number| {
        let state = Cube3::random(&mut seed.numbered_stream(number as u64));
        let start = Instant::now();
        let solution = solver.solve(state, &budget);
        let seconds = start.elapsed().as_secs_f64();
        (solution.and_then(|solution| replay(state, &solution)), seconds)
    });
    let wall = start.elapsed().as_secs_f64();
    let seconds: f64 = attempts.iter().map(|attempt| attempt.1).sum();
    let runs: Vec<Run> = attempts.into_iter().filter_map(|(attempt, _)| attempt.ok()).collect();
    let report = Report::new(args.solver.name(), args.count, args.seed, &runs);
    if args.json {
        let text = serde_json::to_string_pretty(&report)?;
        output(|out| writeln!(out, "{text}"))?;
    } else {
        output(|out| print(&report, out))?;
    }
    note(format_args!(
        "{:.3} ms a cube on one core; {wall:.2} s for all on {threads} threads",
        1e3 * seconds / f64::from(args.count)
    ));
    Ok(if report.solved == args.count { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// What is counted of a solution, once it is replayed: before cancelling it was when it was built.
fn replay(state: Cube3, solution: &Solution<Cube3>) -> Result<Run, Unsolved> {
    let after = Solution::new(state, solution.moves().simplify(), 0)?;
    Ok(Run {
        before: solution.moves().length(Metric::Htm),
        after: after.moves().length(Metric::Htm),
        parts: solution.parts().to_vec(),
    })
}

/// The report as tables and a chart.
fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Report { solver, count, seed, solved, .. } = report;
    writeln!(out, "{solver}: {solved} of {count} uniform random states solved (seed {seed})\n")?;
    let (Some(before), Some(after)) = (&report.before, &report.after) else { return Ok(()) };
    let mut table = new_table(["turns", "mean", "least", "most"]);
    for (name, lengths) in [("before cancelling", before), ("after", after)] {
        table.add_row([name.into(), format!("{:.2}", lengths.mean), lengths.min.to_string(), lengths.max.to_string()]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    chart(before, after, out)?;
    if !report.steps.is_empty() {
        let mut table = new_table(["step", "what", "ran", "mean turns"]);
        for (number, step) in (1..).zip(&report.steps) {
            table.add_row([format!("{number}"), step.name.into(), step.ran.to_string(), mean(step.mean)]);
        }
        writeln!(out, "\nEach step, over the cubes in which it had something to do:\n{}", table.trim_fmt())?;
        let mut table = new_table(["steps", "cubes", "mean turns"]);
        for row in &report.cubes {
            table.add_row([row.steps.to_string(), row.cubes.to_string(), mean(row.mean)]);
        }
        writeln!(out, "\nCubes by the number of steps that had something to do:\n{}", table.trim_fmt())?;
    }
    Ok(())
}

/// A mean of what may be nothing.
fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(String::new, |mean| format!("{mean:.2}"))
}

/// A table with these heads; all columns but the names to the right.
fn new_table<const N: usize>(heads: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (index, head) in heads.into_iter().enumerate() {
        if let (true, Some(column)) = (["turns", "what"].contains(&head), table.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    table
}

/// The longest bar of the chart, in characters.
const BAR: u32 = 24;
/// The most rows of the chart.
const ROWS: usize = 20;

/// The two distributions, side by side.
fn chart(before: &Lengths, after: &Lengths, out: &mut dyn Write) -> io::Result<()> {
    let (low, high) = (before.min.min(after.min), before.max.max(after.max));
    let width = [1, 2, 5, 10, 20, 50].into_iter().find(|width| high / width - low / width < ROWS).unwrap_or(100);
    let (before, after) = (before.binned(width), after.binned(width));
    let most = before.values().chain(after.values()).copied().max().unwrap_or(1);
    let bar = |count: u32| {
        let eighths = usize::try_from(u64::from(count) * u64::from(BAR) * 8 / u64::from(most)).unwrap_or(0);
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        format!("{}{rest}", "█".repeat(eighths / 8))
    };
    let columns = usize::try_from(BAR).unwrap_or(0) + 8;
    writeln!(out, "{:>9}  {:<columns$}  after", "turns", "before cancelling")?;
    for bin in low / width..=high / width {
        let [before, after] = [&before, &after].map(|bins| bins.get(&bin).copied().unwrap_or(0));
        let range = if width == 1 { bin.to_string() } else { format!("{}–{}", bin * width, (bin + 1) * width - 1) };
        let cell = |count: u32| format!("{count:>6}  {}", bar(count));
        writeln!(out, "{}", format!("{range:>9}  {:<columns$}  {}", cell(before), cell(after)).trim_end())?;
    }
    Ok(())
}
