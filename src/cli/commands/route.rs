//! `evocube route`: a way from any state to any other, and the matrix of all ways between some states.

mod matrix;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use evocube::experiment::design_point::OptimizerKind;
use evocube::notation::{AnyState, Dialect, Format, OtherPuzzle};
use evocube::puzzle::cube3::PieceVectors;
use evocube::route::{NoRoute, Route, Router};
use evocube::search::{AnySolver, Kociemba, Korf, KorfTables};
use evocube::{Budget, Cube2, CubeState, Metric, PuzzleKind, SolverKind};
use serde::Serialize;

use crate::cli::arguments::budget::BudgetArgs;
use crate::cli::arguments::goal;
use crate::cli::arguments::instance::{ReadingArgs, dialect_parser, format_parser};
use crate::cli::arguments::solver::metric_parser;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::{note, output};

/// Find a way from a state to another, by a solver
#[derive(Args)]
#[command(
    after_help = "FROM and TO are instances, names of shipped patterns (instances/patterns.txt) or `solved`. Cubes \
    that turns cannot solve (with a twisted corner, say) are welcome, as long as both are in one orbit. Exit code 1 if \
    there is no way, or the solver found none."
)]
pub(crate) struct RouteArgs {
    /// Where to begin
    #[arg(required_unless_present = "matrix")]
    from: Option<String>,
    /// Where to go
    #[arg(required_unless_present = "matrix")]
    to: Option<String>,
    #[arg(long, default_value_t = SolverKind::Kociemba, help = format!(
        "What finds ways home: {}", SolverKind::ALL.map(SolverKind::name).join(", ")
    ))]
    solver: SolverKind,
    /// Solve forwards and backwards, through all 48 symmetries, and keep the shortest way (kociemba does so in every solve;
    /// it searches longer)
    #[arg(long)]
    refine: bool,
    /// What is to be short: htm = every turn counts one, qtm = every quarter turn (with kociemba or korf, or refined); a
    /// matrix has both if absent
    #[arg(long, value_parser = metric_parser())]
    metric: Option<Metric>,
    /// Other tables than the solver's own (korf: source, small = 71 MB, large = 2.7 GB)
    #[arg(long)]
    tables: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The format of FROM and TO; recognized if absent
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
    /// What a bare 1 after a face means: sousa = counter-clockwise, contest = clockwise
    #[arg(long, value_parser = dialect_parser(), default_value_t)]
    dialect: Dialect,
    /// All ways between the patterns of this file (name: moves), before and after refinement; `known` = those that are
    /// shipped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "refine", "format"])]
    matrix: Option<String>,
    /// Also write the matrix into this folder: matrix.csv, and a heat map a metric as SVG and PNG
    #[arg(long, value_name = "DIR", requires = "matrix")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The nodes of the solve that is a refinement, if neither time nor length is given.
const NODES: u64 = 200_000;

/// What `--json` prints; what does not apply is null.
#[derive(Serialize)]
struct Answer<'a> {
    solver: &'a str,
    found: bool,
    moves: Option<String>,
    htm: Option<usize>,
    qtm: Option<usize>,
    optimal: Option<&'static str>,
    nodes: Option<u64>,
    seconds: f64,
    error: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &RouteArgs) -> Outcome {
    args.budget.check(OptimizerKind::Solver(args.solver))?;
    let metric = args.metric.unwrap_or_default();
    if metric == Metric::Qtm && !args.refine && args.matrix.is_none() && !counts_quarters(args.solver) {
        return Err(Failure(format!(
            "the solver {} does not look for fewest quarter turns: add --refine, or take kociemba or korf",
            args.solver
        )));
    }
    if let Some(file) = &args.matrix {
        return matrix::run(args, file);
    }
    let (Some(from), Some(to)) = (&args.from, &args.to) else {
        return Err(Failure("FROM and TO are needed".to_owned()));
    };
    if from == "-" && to == "-" {
        return Err(Failure("only one of FROM and TO can be standard input".to_owned()));
    }
    match args.solver.puzzle() {
        PuzzleKind::Cube3 => {
            // What is wrong with the input is said before tables are made.
            let from = goal::pieces(from, args.format, args.dialect)?;
            let to = goal::pieces(to, args.format, args.dialect)?;
            pieces(args, metric, &from, &to)
        }
        PuzzleKind::Cube2 => pocket(args, from, to),
    }
}

/// Can the solver look for fewest quarter turns?
fn counts_quarters(solver: SolverKind) -> bool {
    matches!(solver, SolverKind::Kociemba | SolverKind::Korf)
}

/// The solver, for a metric if it knows any.
fn solver(args: &RouteArgs, metric: Metric, quiet: bool) -> Result<AnySolver, Failure> {
    let cache = Cache::new(quiet);
    match (args.solver, &args.tables) {
        (SolverKind::Korf, tables) => {
            let tables: KorfTables = tables.as_deref().map_or(Ok(KorfTables::default()), str::parse)?;
            Ok(AnySolver::cube3(Korf::new(tables, metric, NonZeroUsize::MIN, &cache.source())))
        }
        (solver, Some(tables)) => Err(Failure(format!("the solver {solver} has no tables called \"{tables}\""))),
        (SolverKind::Kociemba, None) => Ok(AnySolver::cube3(Kociemba::in_metric(metric, &cache.source()))),
        (solver, None) => Ok(solver.build(&cache.source())),
    }
}

/// What each solve of a refinement may spend: as was asked for, else what makes short ways in little time.
fn many(args: &RouteArgs) -> Budget {
    let given = args.budget.budget(None);
    match args.solver {
        SolverKind::Kociemba if given == Budget::default() => Budget { nodes: Some(NODES), ..given },
        _ => given,
    }
}

fn pieces(args: &RouteArgs, metric: Metric, from: &PieceVectors, to: &PieceVectors) -> Outcome {
    let AnySolver::Cube3(solver) = solver(args, metric, args.json)? else {
        return Err(Failure(format!("the solver {} does not solve cube3", args.solver)));
    };
    let start = Instant::now();
    let plain = Router::new(&*solver, args.budget.budget(None)).route_pieces(from, to);
    let route = match plain {
        // What is found already stays if the smaller budget of a refinement finds nothing.
        Ok(plain) if args.refine => Ok(match Router::new(&*solver, many(args)).refined(from, to) {
            Ok(routes) => {
                let nodes = plain.nodes + routes[0].nodes;
                let best = routes.into_iter().chain([plain]).min_by_key(|route| route.moves.length(metric));
                Route { nodes, ..best.expect("there are three") }
            }
            Err(_) => plain,
        }),
        plain => plain,
    };
    print(args, solver.name(), route.as_ref(), start.elapsed().as_secs_f64())
}

fn pocket(args: &RouteArgs, from: &str, to: &str) -> Outcome {
    if args.refine {
        return Err(Failure(format!("--refine is for the 3×3×3, not for the solver {}", args.solver)));
    }
    let reading = ReadingArgs { format: args.format, dialect: args.dialect, puzzle: None };
    let state = |argument: &str| -> Result<Cube2, Failure> {
        let state: AnyState = goal::state(argument, &reading, PuzzleKind::Cube2)?;
        Cube2::try_from(state).map_err(|OtherPuzzle(kind)| {
            Failure(format!("the solver {} is for {}, not {kind}", args.solver, Cube2::KIND))
        })
    };
    let (from, to) = (state(from)?, state(to)?);
    let AnySolver::Cube2(solver) = solver(args, Metric::Htm, args.json)? else {
        return Err(Failure(format!("the solver {} does not solve cube2", args.solver)));
    };
    let start = Instant::now();
    let route = Router::new(&*solver, args.budget.budget(None)).route(from, to).map_err(NoRoute::from);
    print(args, solver.name(), route.as_ref(), start.elapsed().as_secs_f64())
}

fn print(args: &RouteArgs, solver: &str, route: Result<&Route, &NoRoute>, seconds: f64) -> Outcome {
    let found = route.ok();
    let moves = found.map(|route| &route.moves);
    let length = |metric| moves.map(|moves| moves.length(metric));
    if args.json {
        let answer = Answer {
            solver,
            found: found.is_some(),
            moves: moves.map(ToString::to_string),
            htm: length(Metric::Htm),
            qtm: length(Metric::Qtm),
            optimal: found.and_then(|route| route.optimal).map(Metric::name),
            nodes: found.map(|route| route.nodes),
            seconds,
            error: route.err().map(ToString::to_string),
        };
        let text = serde_json::to_string_pretty(&answer)?;
        output(|out| writeln!(out, "{text}"))?;
    }
    match route {
        Ok(Route { moves, optimal, .. }) => {
            if !args.json {
                output(|out| writeln!(out, "{moves}"))?;
                let (htm, qtm) = (moves.length(Metric::Htm), moves.length(Metric::Qtm));
                let proved = optimal.map_or_else(String::new, |metric| format!(", proved shortest in {metric}"));
                let milliseconds = 1e3 * seconds;
                note(format_args!("{solver}: {htm} turns, {qtm} quarter turns{proved}, in {milliseconds:.1} ms"));
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            note(format_args!("no way: {error}"));
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}
