//! `evocube solve`: the moves that solve a cube.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use evocube::notation::{AnyState, NotationError};
use evocube::search::korf::{Completed, Korf, KorfTables};
use evocube::{Algorithm, Budget, Cube3, Metric, Puzzle, Solution, Solver, SolverKind, Unsolved};
use serde::Serialize;

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
    #[command(flatten)]
    korf: KorfArgs,
    /// One JSON document instead of the moves.
    #[arg(long)]
    json: bool,
    /// Read many instances, one a line, and answer one a line.
    #[arg(long)]
    batch: bool,
}

/// What only the optimal solver takes.
#[derive(clap::Args)]
struct KorfArgs {
    /// korf: the metric in which the solution is to be as short as possible, htm or qtm.
    #[arg(long, value_parser = metric)]
    metric: Option<Metric>,
    /// korf: the tables, source (87 MB, those of the source), small (71 MB) or large (1.8 GB, the fastest).
    #[arg(long, value_name = "WHICH")]
    tables: Option<KorfTables>,
    /// korf: say every depth at which there is no solution.
    #[arg(long)]
    prove: bool,
    /// korf: give up after so many seconds, with the lower bound that is proved by then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// korf: how many threads search for one cube; all cores unless it is said (with --batch: one).
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Reads the name of a metric.
fn metric(text: &str) -> Result<Metric, String> {
    match text {
        "htm" => Ok(Metric::Htm),
        "qtm" => Ok(Metric::Qtm),
        _ => Err("the metrics are htm (half turns) and qtm (quarter turns)".to_owned()),
    }
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "a time is a number of seconds above 0".to_owned())
}

/// The solver that the arguments name, and what it may spend.
struct Chosen {
    solver: Box<dyn Solver<Cube3>>,
    budget: Budget,
}

impl Chosen {
    fn new(args: &Args) -> Result<Self, Failure> {
        let cache = Cache::new(args.json);
        let KorfArgs { metric, tables, prove, time, threads } = &args.korf;
        let budget = Budget { time: *time, ..Budget::default() };
        if args.solver == SolverKind::Korf {
            let all = if args.batch { 1 } else { parallel::threads() };
            let threads = threads.or(NonZeroUsize::new(all)).unwrap_or(NonZeroUsize::MIN);
            let (tables, metric) = (tables.unwrap_or_default(), metric.unwrap_or(Metric::Htm));
            let korf = Korf::new(tables, metric, threads, &cache.source());
            let solver: Box<dyn Solver<Cube3>> = if *prove { Box::new(Proving(korf)) } else { Box::new(korf) };
            return Ok(Self { solver, budget });
        }
        if metric.is_some() || tables.is_some() || *prove || time.is_some() || threads.is_some() {
            let options = "--metric, --tables, --prove, --time and --threads";
            return Err(Failure(format!("{options} are for --solver korf, not for {}", args.solver)));
        }
        Ok(Self { solver: args.solver.build(&cache.source()), budget })
    }
}

/// [`Korf`] that says what it has proved.
struct Proving(Korf);

impl Solver<Cube3> for Proving {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let start = Instant::now();
        let turns = if self.0.metric() == Metric::Htm { "turns" } else { "quarter turns" };
        self.0.prove(state, budget, &|Completed { depth, nodes }| {
            let seconds = start.elapsed().as_secs_f64();
            note(format_args!("no solution has {depth} {turns} ({nodes} nodes, {seconds:.2} s so far)"));
        })
    }
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
    /// `htm` or `qtm`, if it is proved that no solution is shorter.
    optimal: Option<&'static str>,
    /// No solution has fewer turns, in the solver's metric.
    lower_bound: Option<usize>,
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
    fn new(Chosen { solver, budget }: &Chosen, state: Cube3) -> Self {
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
            Err(Unsolved::Budget { nodes } | Unsolved::Bounded { nodes, .. }) => Some(*nodes),
            Err(Unsolved::Wrong) => None,
        };
        let optimal = found.and_then(|(solution, _)| solution.optimal());
        let lower_bound = match &self.outcome {
            Ok((_, moves)) => optimal.map(|metric| moves.length(metric)),
            Err(Unsolved::Bounded { bound, .. }) => Some(*bound),
            Err(_) => None,
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
            optimal: optimal.map(|metric| if metric == Metric::Htm { "htm" } else { "qtm" }),
            lower_bound,
            seconds: Some(self.seconds),
            seed: None,
            error: None,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let chosen = Chosen::new(args)?;
    if args.batch { batch(args, &chosen) } else { one(args, &chosen) }
}

fn one(args: &Args, chosen: &Chosen) -> Outcome {
    let solver = &*chosen.solver;
    let text = Text::of(&args.instance.instance)?;
    let state =
        cube3(args.instance.reading.read(&text)?, solver).map_err(|Failure(sentence)| text.refused(&sentence))?;
    let attempt = Attempt::new(chosen, state);
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
    if let Some(metric) = solution.optimal() {
        let turns = if metric == Metric::Htm { "turns" } else { "quarter turns" };
        note(format_args!("  proved: no solution has fewer than {} {turns}", moves.length(metric)));
    }
    if !solution.parts().is_empty() {
        for (number, part) in (1..).zip(solution.parts()) {
            note(format_args!("  {number} {:<14} {:>3}", part.name, part.turns));
        }
        let (before, after) = (solution.moves().len(), moves.len());
        note(format_args!("  together {before:>12}, of which {} cancel between steps and macros", before - after));
    }
}

fn batch(args: &Args, chosen: &Chosen) -> Outcome {
    let solver = &*chosen.solver;
    let mut lines = Lines::of(&args.instance.instance)?;
    let (mut unsolved, mut malformed) = (false, false);
    let mut broken = None;
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
            let attempts = parallel::in_order(block.len(), |index| {
                let (number, line) = &block[index];
                // The place is that in the batch: every instance is a line of its own.
                let placed = |error| NotationError { line: Some(*number), ..error };
                let state = args.instance.reading.read_text(line).map_err(|error| placed(error).to_string())?;
                match cube3(state, solver) {
                    Ok(state) => Ok(Attempt::new(chosen, state)),
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
            optimal: None,
            lower_bound: None,
            seconds: None,
            seed: None,
            error: Some(error),
        }
    }
}
