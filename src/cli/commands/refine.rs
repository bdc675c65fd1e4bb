//! `evocube refine`: shortens moves of the 3×3×3, or with `--batch` each line of them, without changing their effect; the result need not
//! be the shortest. The search is `route::refine` of `evocube-cube`; routes between states have `evocube route`.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use evocube::list::ListLine;
use evocube::notation::{self, Dialect, NotationError};
use evocube::route::{self, Refined, SearchBudget};
use evocube::{Algorithm, Metric};
use serde_json::{Value, json};

use crate::cli::arguments::{InputText, choice, read_threads, read_time};
use crate::cli::batch::answer_lines;
use crate::cli::result::{CommandResult, FAILED, Failure, success_if};
use crate::cli::terminal::{data, grouped, note, output, print_json};

/// Shorten moves without changing their effect
#[derive(Args)]
#[command(
    after_help = "The moves go to stdout, the lengths after each step to stderr. The result is replayed, and never longer. \
    It depends on the nodes alone, unless a time is given. With --batch every line of the input is a sequence. The \
    answers are one line each, in the same order; the answer to a malformed line is empty, or with --json a document with an \
    error. Blank lines and comments (// or # first) have an empty answer, and with --json no document."
)]
pub(crate) struct RefineArgs {
    /// The moves: a file, `-` for standard input, or the moves themselves
    #[arg(value_name = "MOVES")]
    moves: String,
    #[command(flatten)]
    budget: RefineBudgetArgs,
    /// The meaning of a bare 1 after a face: sousa = counter-clockwise, contest = clockwise
    #[arg(long, value_parser = choice::words(Dialect::ALL, Dialect::name), default_value_t)]
    dialect: Dialect,
    /// Print one JSON document: moves, htm, qtm, lengths, nodes, seconds; with --batch one a line, with the number of the line
    #[arg(long)]
    json: bool,
    /// Read one sequence per line, and print one answer per line
    #[arg(long)]
    batch: bool,
    /// The number of threads of a batch [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = read_threads, requires = "batch")]
    threads: Option<NonZeroUsize>,
}

/// The metric and the limits of a refinement.
#[derive(Args)]
struct RefineBudgetArgs {
    /// The metric of lengths: htm = every turn of a face counts 1, qtm = a half turn counts 2
    #[arg(long, value_parser = choice::words(Metric::ALL, Metric::name), default_value_t)]
    metric: Metric,
    /// The maximum length of the replacement of a window, in the metric
    #[arg(long, value_name = "N", default_value_t = SearchBudget::DEFAULT.depth, value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// Limit of search nodes per sequence
    #[arg(long, default_value_t = SearchBudget::DEFAULT.nodes)]
    nodes: u64,
    /// Time limit per sequence, such as 50ms or 2s; the result then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// Slide windows only, without the search through the domino group
    #[arg(long)]
    windows_only: bool,
}

impl RefineBudgetArgs {
    fn budget(&self) -> SearchBudget {
        let Self { metric, depth, nodes, time, windows_only } = *self;
        SearchBudget { metric, nodes, time, depth, intermediate: !windows_only }
    }
}

/// Returns the JSON document. Its lengths are those before, merged, after the intermediate state, and after the windows.
fn document(Refined { moves, lengths, nodes }: &Refined, seconds: f64) -> Value {
    let [htm, qtm] = Metric::ALL.map(|metric| moves.length(metric));
    let text = moves.to_string();
    json!({"moves": text, "htm": htm, "qtm": qtm, "lengths": lengths, "nodes": nodes, "seconds": seconds})
}

/// Runs the command.
pub(crate) fn run(args: &RefineArgs) -> CommandResult {
    if args.batch { refine_batch(args) } else { refine_one(args) }
}

fn refine_one(args: &RefineArgs) -> CommandResult {
    let text = InputText::read(&args.moves)?;
    let moves = notation::read_moves(&text.content, args.dialect).map_err(|error| text.refused(error))?.moves;
    let (refined, seconds) = refine(&moves, &args.budget.budget());
    if args.json {
        print_json(&document(&refined, seconds))?;
    } else {
        output(|out| writeln!(out, "{}", data(&refined.moves.to_string())))?;
        let [length, merged, cut, slid] = refined.lengths;
        let length = args.budget.metric.length_text(length);
        let intermediate =
            if args.budget.windows_only { String::new() } else { format!(", {cut} through the domino group") };
        note(format_args!(
            "{length}: {merged} merged{intermediate}, {slid} after windows, in {:.0} ms ({} nodes)",
            1e3 * seconds,
            grouped(refined.nodes)
        ));
    }
    success_if(true)
}

fn refine_batch(args: &RefineArgs) -> CommandResult {
    let budget = args.budget.budget();
    let refine_line = |line: &ListLine, text: &str| -> Result<_, Failure> {
        let located = |error| NotationError { line: Some(line.number), ..error };
        let moves = notation::read_moves(text, args.dialect).map_err(located)?.moves;
        Ok(refine(&moves, &budget))
    };
    let is_malformed = answer_lines(&args.moves, args.json, args.threads, refine_line, |out, line, answer| {
        if !args.json {
            return writeln!(out, "{}", answer.map(|(refined, _)| refined.moves).unwrap_or_default());
        }
        let document = answer.map(|(refined, seconds)| document(&refined, seconds));
        let mut document = document.unwrap_or_else(|error| json!({ "error": error.text }));
        document["line"] = json!(line.number);
        if let Some(name) = &line.name {
            document["name"] = json!(name);
        }
        writeln!(out, "{document}")
    })?;
    Ok(if is_malformed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

/// Returns the refined moves, and the seconds it took.
fn refine(moves: &Algorithm, budget: &SearchBudget) -> (Refined, f64) {
    let start = Instant::now();
    let refined = route::refine(moves, budget);
    (refined, start.elapsed().as_secs_f64())
}
