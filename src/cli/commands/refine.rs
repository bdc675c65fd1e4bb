//! `evocube refine`: the same effect in fewer turns.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use evocube::notation::{self, Dialect, NotationError};
use evocube::route::{self, Refined, SearchBudget};
use evocube::{Algorithm, Metric};
use serde::Serialize;

use crate::cli::arguments::budget::{read_threads, read_time};
use crate::cli::arguments::instance::{Lines, Text, dialect_parser};
use crate::cli::arguments::solver::metric_parser;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::parallel;
use crate::cli::terminal::output::{note, output};

/// Shorten moves without changing what they do
#[derive(Args)]
#[command(
    after_help = "The moves go to stdout, how they became shorter to stderr. The outcome is replayed, and never \
    longer. It depends on the nodes alone, unless a time is given. With --batch each line of the input is a sequence, \
    answered by one line, in order: an empty one, or with --json one with an error, where a line is none."
)]
pub(crate) struct RefineArgs {
    /// The moves: a file, `-` for standard input, or the moves themselves
    #[arg(value_name = "MOVES")]
    moves: String,
    #[command(flatten)]
    budget: RefineBudgetArgs,
    /// What a bare 1 after a face means: sousa = counter-clockwise, contest = clockwise
    #[arg(long, value_parser = dialect_parser(), default_value_t)]
    dialect: Dialect,
    /// Print one JSON document: moves, htm, qtm, lengths, nodes, seconds
    #[arg(long)]
    json: bool,
    /// Read many sequences, one a line, and answer one a line
    #[arg(long)]
    batch: bool,
    /// How many sequences of a batch are refined at once; as many as there are cores if absent
    #[arg(long, value_name = "N", value_parser = read_threads, requires = "batch")]
    threads: Option<NonZeroUsize>,
}

/// The metric and the limits of a refinement.
#[derive(Args)]
struct RefineBudgetArgs {
    /// What counts one: htm = every turn, qtm = every quarter turn
    #[arg(long, value_parser = metric_parser(), default_value_t)]
    metric: Metric,
    /// The maximum length of the replacement of a window, in moves of the metric
    #[arg(long, value_name = "TURNS", default_value_t = SearchBudget::DEFAULT.depth, value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// Search nodes for each sequence
    #[arg(long, default_value_t = SearchBudget::DEFAULT.nodes)]
    nodes: u64,
    /// Time for each sequence, like 50ms or 2s: what is found then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// Only slide windows; search no sequence through the domino group
    #[arg(long)]
    windows_only: bool,
}

impl RefineBudgetArgs {
    fn budget(&self) -> SearchBudget {
        let Self { metric, depth, nodes, time, windows_only } = *self;
        SearchBudget { metric, nodes, time, depth, intermediate: !windows_only }
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer {
    moves: String,
    htm: usize,
    qtm: usize,
    /// In moves of the metric: as given, merged, after the intermediate state, after the windows.
    lengths: [usize; 4],
    nodes: u64,
    seconds: f64,
}

impl Answer {
    fn new(refined: &Refined, seconds: f64) -> Self {
        let Refined { moves, lengths, nodes } = refined;
        let (htm, qtm) = (moves.length(Metric::Htm), moves.length(Metric::Qtm));
        Self { moves: moves.to_string(), htm, qtm, lengths: *lengths, nodes: *nodes, seconds }
    }
}

/// Runs the command.
pub(crate) fn run(args: &RefineArgs) -> Outcome {
    if args.batch { batch(args) } else { one(args) }
}

fn one(args: &RefineArgs) -> Outcome {
    let text = Text::of(&args.moves)?;
    let moves = notation::read_moves(&text.content, args.dialect).map_err(|error| text.failure(&error))?;
    let (refined, seconds) = refine(&moves, &args.budget.budget());
    if args.json {
        let answer = serde_json::to_string_pretty(&Answer::new(&refined, seconds))?;
        output(|out| writeln!(out, "{answer}"))?;
    } else {
        output(|out| writeln!(out, "{}", refined.moves))?;
        let [given, merged, cut, slid] = refined.lengths;
        let unit = if args.budget.metric == Metric::Htm { "turns" } else { "quarter turns" };
        let intermediate =
            if args.budget.windows_only { String::new() } else { format!(", {cut} through the domino group") };
        note(format_args!(
            "{given} {unit}: {merged} merged{intermediate}, {slid} after windows, in {:.0} ms ({} nodes)",
            1e3 * seconds,
            refined.nodes
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// How many lines of a batch are read before they are answered.
const BLOCK: usize = 1024;

fn batch(args: &RefineArgs) -> Outcome {
    let mut lines = Lines::of(&args.moves)?;
    let budget = args.budget.budget();
    let threads = args.threads.map_or_else(parallel::threads, usize::from);
    let (mut malformed, mut broken) = (false, None);
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
            let answers = parallel::in_order(threads, block.len(), |index| -> Result<_, String> {
                let (number, line) = &block[index];
                let placed = |error| NotationError { line: Some(*number), ..error };
                let moves = notation::read_moves(line, args.dialect).map_err(|error| placed(error).to_string())?;
                Ok(refine(&moves, &budget))
            });
            for answer in answers {
                match answer {
                    Ok((refined, seconds)) if args.json => {
                        writeln!(out, "{}", serde_json::to_string(&Answer::new(&refined, seconds))?)?;
                    }
                    Ok((refined, _)) => writeln!(out, "{}", refined.moves)?,
                    Err(text) => {
                        malformed = true;
                        let Failure(sentence) = lines.failure(&text);
                        note(format_args!("error: {sentence}"));
                        let line =
                            if args.json { serde_json::json!({ "error": text }).to_string() } else { String::new() };
                        writeln!(out, "{line}")?;
                    }
                }
            }
            out.flush()?;
        }
        Ok(())
    })?;
    match broken {
        Some(failure) => Err(failure),
        None => Ok(ExitCode::from(if malformed { 2 } else { 0 })),
    }
}

/// The refinement, and the seconds it took.
fn refine(moves: &Algorithm, budget: &SearchBudget) -> (Refined, f64) {
    let start = Instant::now();
    let refined = route::refine(moves, budget);
    (refined, start.elapsed().as_secs_f64())
}
