//! `evocube route`: moves from one state of a cube to another, with `--refine` the shortest of several. Routes between all pairs of several
//! states are found in `matrix`; given moves are shortened by `evocube refine`.

mod matrix;

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use evocube::notation::{Dialect, FaceletOrder, Format, OtherPuzzle};
use evocube::puzzle::{HeldState, PieceVectors};
use evocube::route::{NoRoute, Route, Router};
use evocube::search::{AnySolver, TableSource};
use evocube::{Budget, Cube2, Cube3, Metric, PuzzleKind, Solver, SolverKind, Symmetry};
use serde_json::json;

use crate::cli::arguments::{BudgetArgs, ReadingArgs, SolverArgs, SolverChoice, choice, default_tables, goal};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, data, note, output, print_json, turned_back};

/// Find moves from one state to another
#[derive(Args)]
#[command(after_help = "FROM and TO are instances, names of shipped patterns or `solved`. Unsolvable \
    cubes (for example with a twisted corner) are accepted if both are in the same orbit. The moves are for FROM as it lies \
    and lead to TO up to a rotation of the whole cube. Exit code 1 if there is no route, or the solver found none.")]
pub(crate) struct RouteArgs {
    /// The start state
    #[arg(value_name = "FROM", required_unless_present = "matrix")]
    start: Option<String>,
    /// The goal state
    #[arg(value_name = "TO", required_unless_present = "matrix")]
    goal: Option<String>,
    #[arg(long, help = format!(
        "The solver: {} [default: kociemba, for one route without --refine with its small tables]",
        SolverKind::NAMES.join(", ")
    ))]
    solver: Option<SolverKind>,
    /// Solve forwards and backwards, through all 48 symmetries, and keep the shortest route (kociemba does so in every
    /// solve; with this option it searches longer)
    #[arg(long)]
    refine: bool,
    /// The metric of lengths: htm = every turn of a face counts 1, qtm = a half turn counts 2 (kociemba, korf, or with
    /// --refine) [default: htm; for a matrix both]
    #[arg(long, value_parser = choice::words(Metric::ALL, Metric::name))]
    metric: Option<Metric>,
    /// The tables of the solver (kociemba: small = 6 MB, large = 207 MB, the default of --solver kociemba; korf: source,
    /// small = 71 MB, large = 2.7 GB)
    #[arg(long)]
    tables: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The format of FROM and TO [default: recognized]
    #[arg(long, value_parser = choice::words(Format::ALL, Format::name))]
    format: Option<Format>,
    /// The order of the facelets of FROM and TO, as in `evocube show`; to give it for one of them, write it in front: `ULFRBD: …`
    #[arg(long)]
    order: Option<FaceletOrder>,
    /// The meaning of a bare 1 after a face: sousa = counter-clockwise, contest = clockwise
    #[arg(long, value_parser = choice::words(Dialect::ALL, Dialect::name), default_value_t)]
    dialect: Dialect,
    /// Find all routes between the patterns of this file (lines of name: moves), before and after refinement; `known` = the
    /// shipped patterns
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "goal", "refine", "format", "order"])]
    matrix: Option<String>,
    /// Also write the matrix into this folder: matrix.csv, and one heat map per metric as SVG
    #[arg(long, value_name = "DIR", requires = "matrix")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl RouteArgs {
    /// Returns the solver that is selected, or the default one.
    fn kind(&self) -> SolverKind {
        self.solver.unwrap_or(SolverKind::default_of(PuzzleKind::Cube3))
    }

    /// Returns the interpretation of FROM and TO.
    fn reading(&self) -> ReadingArgs {
        ReadingArgs { format: self.format, order: self.order, dialect: self.dialect, puzzle: None }
    }

    /// Returns the name of the selected tables. A solver that was not selected has small tables, unless it searches longer.
    fn tables(&self) -> Option<String> {
        let is_one_search = self.solver.is_none() && !self.refine && self.matrix.is_none();
        self.tables.clone().or_else(|| default_tables(self.kind()).filter(|_| is_one_search))
    }
}

/// The default node limits of a refinement by kociemba: of one route, and of each route of a matrix.
const REFINEMENT_NODES: [u64; 2] = [1_000_000, 200_000];

/// Runs the command.
pub(crate) fn run(args: &RouteArgs) -> CommandResult {
    args.budget.check(&SolverChoice::Solver(args.kind()))?;
    let metric = args.metric.unwrap_or_default();
    if metric == Metric::Qtm && !args.refine && args.matrix.is_none() && !minimizes_quarter_turns(args.kind()) {
        return Err(failure!(
            "the solver {} does not minimize quarter turns: add --refine, or use kociemba or korf",
            args.kind()
        ));
    }
    if let Some(file) = &args.matrix {
        return matrix::run(args, file);
    }
    let (Some(start), Some(goal)) = (&args.start, &args.goal) else {
        return Err(failure!("expected FROM and TO"));
    };
    if start == "-" && goal == "-" {
        return Err(failure!("only one of FROM and TO can be standard input"));
    }
    // Errors in the input are reported before tables are built.
    match args.kind().puzzle() {
        PuzzleKind::Cube3 => {
            let reading = args.reading();
            let (start, goal) = (goal::pieces(start, &reading)?, goal::pieces(goal, &reading)?);
            let (lying, goal) = (start.state.conjugate(start.hold), goal.state.conjugate(start.hold));
            route(args, metric, start.hold, |solver, budget| match solver {
                AnySolver::Cube3(solver) => Some(route_cube3(args, metric, &*solver, budget, [&lying, &goal])),
                _ => None,
            })
        }
        PuzzleKind::Cube2 if args.refine => {
            Err(failure!("--refine is for the 3×3×3, not for the solver {}", args.kind()))
        }
        PuzzleKind::Cube2 => {
            let [start, goal] = [start, goal].map(|state| cube2(args, state));
            let (start, goal) = (start?, goal?);
            let (lying, goal) = (start.state.conjugate(start.hold), goal.state.conjugate(start.hold));
            route(args, Metric::Htm, start.hold, |solver, budget| match solver {
                AnySolver::Cube2(solver) => {
                    Some(Router::new(&*solver, budget).route(lying, goal).map_err(NoRoute::from))
                }
                _ => None,
            })
        }
    }
}

/// Returns whether a solver can minimize quarter turns.
fn minimizes_quarter_turns(solver: SolverKind) -> bool {
    matches!(solver, SolverKind::Kociemba | SolverKind::Korf)
}

/// Builds the solver, for the metric if it supports several.
fn solver(args: &RouteArgs, metric: Metric, source: &TableSource<'_>) -> Result<AnySolver, Failure> {
    let metric = Some(metric).filter(|_| minimizes_quarter_turns(args.kind()));
    SolverArgs::new(args.kind(), metric, args.tables()).build(source, NonZeroUsize::MIN, 0, None)
}

/// Returns the budget of each solve of a refinement: that of a plain solve; for kociemba without any limit, [`REFINEMENT_NODES`].
fn refinement_budget(args: &RouteArgs, plain: Budget) -> Budget {
    match args.kind() {
        SolverKind::Kociemba if plain == Budget::default() => {
            Budget { nodes: Some(REFINEMENT_NODES[usize::from(args.matrix.is_some())]), ..plain }
        }
        _ => plain,
    }
}

/// Builds the solver within the time limit, and prints the route that it finds from a state that lies in some rotation.
fn route(
    args: &RouteArgs,
    metric: Metric,
    hold: Symmetry,
    find: impl FnOnce(AnySolver, Budget) -> Option<Result<Route, NoRoute>>,
) -> CommandResult {
    let name = args.kind().name();
    let cache = TableCache::with_limit(args.budget.time(), ProgressMode::stderr(false));
    let (solver, time) = match cache.build(|source| solver(args, metric, source)) {
        Ok((solver, time)) => (solver?, time),
        Err(unbuilt) => return print(args, name, hold, Err(&unbuilt), unbuilt.seconds),
    };
    let clock = Instant::now();
    let route = find(solver, Budget { time, ..args.budget.budget(None) });
    let route = route.expect("a solver is one of its puzzle");
    let answer = route.as_ref().map_err(|error| error as &dyn Display);
    print(args, name, hold, answer, clock.elapsed().as_secs_f64())
}

/// Returns a route, with `--refine` the shortest of a plain one and refined ones.
fn route_cube3(
    args: &RouteArgs,
    metric: Metric,
    solver: &dyn Solver<Cube3>,
    budget: Budget,
    [start, goal]: [&PieceVectors; 2],
) -> Result<Route, NoRoute> {
    let plain = Router::new(solver, budget.clone()).route_pieces(start, goal)?;
    if !args.refine {
        return Ok(plain);
    }
    // The plain route stays if the smaller budget of the refinement finds none.
    let Ok(routes) = Router::new(solver, refinement_budget(args, budget)).refined(start, goal) else {
        return Ok(plain);
    };
    let nodes = plain.nodes + routes[0].nodes;
    let best = routes.into_iter().chain([plain]).min_by_key(|route| route.moves.length(metric));
    Ok(Route { nodes, ..best.expect("one plain and two refined routes") })
}

/// Reads a state of the 2×2×2 as it lies.
fn cube2(args: &RouteArgs, argument: &str) -> Result<HeldState<Cube2>, Failure> {
    let held = goal::state(argument, &args.reading(), PuzzleKind::Cube2)?;
    let state = Cube2::try_from(held.state)
        .map_err(|OtherPuzzle(kind)| failure!("the solver {} is for {}, not {kind}", args.kind(), PuzzleKind::Cube2))?;
    Ok(held.map(|_| state))
}

fn print(
    args: &RouteArgs,
    solver: &str,
    hold: Symmetry,
    answer: Result<&Route, &dyn Display>,
    seconds: f64,
) -> CommandResult {
    let route = answer.ok();
    let moves = route.map(|route| &route.moves);
    let length = |metric| moves.map(|moves| moves.length(metric));
    if args.json {
        // Inapplicable values are null.
        let mut document = json!({
            "solver": solver, "found": route.is_some(), "moves": moves.map(ToString::to_string),
            "htm": length(Metric::Htm), "qtm": length(Metric::Qtm),
            "optimal": route.and_then(|route| route.optimal).map(Metric::name),
            "nodes": route.map(|route| route.nodes), "seconds": seconds, "error": answer.err().map(ToString::to_string),
        });
        if let Some(rotation) = turned_back(hold) {
            document["turned_back"] = json!(rotation);
        }
        print_json(&document)?;
    }
    match answer {
        Ok(Route { moves, optimal, .. }) => {
            if !args.json {
                output(|out| writeln!(out, "{}", data(&moves.to_string())))?;
                let [htm, qtm] = Metric::ALL.map(|metric| metric.length_text(moves.length(metric)));
                let proved = optimal.map_or_else(String::new, |metric| format!(", proved optimal in {metric}"));
                let milliseconds = 1e3 * seconds;
                note(format_args!("{solver}: {htm}, {qtm}{proved}, in {milliseconds:.1} ms"));
                if let Some(rotation) = turned_back(hold) {
                    note(format_args!("  the cube lies turned by {rotation}: the moves are for it as it lies"));
                }
            }
        }
        Err(error) => note(format_args!("no route: {error}")),
    }
    success_if(answer.is_ok())
}
