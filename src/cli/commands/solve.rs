//! `evocube solve`: its options, the making of its solver, and the answer to one instance, which may have a goal. If the time limit ends
//! before the tables of the default solver are built, the solver of Thistlethwaite takes its place. One attempt is in `attempt`, the lines
//! of `--batch` in `batch`, the reading of instances in `read`, the steps of `--trace` in `trace`.

mod attempt;
mod batch;
mod read;
mod trace;

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use evocube::list::{ListLine, lines};
use evocube::notation::Dialect;
use evocube::puzzle::HeldState;
use evocube::search::korf::{CompletedDepth, Korf};
use evocube::search::{AnySolver, DefaultSolver, TableSource, Thistlethwaite};
use evocube::{
    Algorithm, Budget, CUBE3, Cube3, Metric, Puzzle, PuzzleKind, Solution, Solver, SolverKind, Unsolved, with_puzzle,
};
use serde_json::json;

use crate::cli::arguments::{BudgetArgs, InputText, ReadingArgs, SolverArgs, SolverChoice, goal, read_threads};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, data, grouped, note, output, painted_output, print_json};
use attempt::{SolveAttempt, unanswered};
use read::ReadInstance;

/// Solve an instance.
#[derive(clap::Args, Clone)]
#[command(
    after_help = "The moves go to stdout, their number and the steps of the solver to stderr. They are for the cube as it lies after \
    rotations, slices and wide moves. With --batch every line of the input is an instance in any format, and has the default solver of \
    its cube if none is selected. The answers are one line each, in the same order, as soon as no further line is waiting; the answer to \
    a malformed line is empty, or with --json a document with an error. Blank lines and comments (// or # first) have an empty answer, \
    and with --json no document."
)]
pub(crate) struct SolveArgs {
    /// A file, `-` for standard input, or the text itself: moves, faces, facelets, pieces or JSON [default: standard input,
    /// unless it is a terminal]
    #[arg(value_name = "INSTANCE")]
    instance: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// The goal: the name of a shipped pattern, or an instance [default: the solved state]
    #[arg(long, value_name = "PATTERN")]
    goal: Option<String>,
    #[command(flatten)]
    solver: SolverArgs,
    /// The seed of the random numbers (evolution) [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Refuse instances that are not written as evocube writes them: moves as `R U2 F'`, or a state as `evocube show --to` gives it
    #[arg(long)]
    strict: bool,
    /// Shorten the solution, as `evocube refine` does
    #[arg(long)]
    refine: bool,
    /// Print every depth that is proved to have no solution (korf)
    #[arg(long)]
    prove: bool,
    /// Also print every macro of every step, and the net after it (layers); the moves are those before cancelling
    #[arg(long, conflicts_with = "batch")]
    trace: bool,
    /// Print one JSON document instead of the moves; with --batch one a line, with the number of the line
    #[arg(long)]
    json: bool,
    /// Read one instance per line, and print one answer per line
    #[arg(long)]
    batch: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The number of threads [default: 1, with --batch the number of cores]. With --batch each thread solves other instances.
    /// Else kociemba, korf and evolution divide one instance among the threads: evolution its attempts, its search and populations
    /// of at least 512. Threads do not change the result, unless the time is limited
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
        self.reading.spec().is_some() && !self.is_evolution()
    }

    fn is_evolution(&self) -> bool {
        self.solver.optimizer() == SolverChoice::Evolution
    }

    /// Returns the argument of the instance, or that of standard input.
    fn input(&self) -> Result<&str, Failure> {
        match &self.instance {
            Some(instance) => Ok(instance),
            None if std::io::stdin().is_terminal() => Err(failure!(
                "expected an INSTANCE: write moves, as in `evocube solve \"R U2 F'\"`, the name of a file, or - to type it"
            )),
            None => Ok("-"),
        }
    }

    /// Returns the arguments with the default solver of a cube, if none is selected.
    fn or_default_solver(&self, cube: PuzzleKind) -> Self {
        let solver = self.solver.or_default_of_states(cube, self.budget.time().is_some());
        Self { solver, ..self.clone() }
    }

    /// Returns the arguments with the default solver, if none is selected, of the cube of a single instance, or in a batch of
    /// `--puzzle` or of the goal.
    ///
    /// # Errors
    /// If the instance of a deterministic solver cannot be read: no table is built for it then.
    fn with_solver(&self, instance: Option<&InputText>) -> Result<Self, Failure> {
        let is_deterministic = matches!(self.solver.selected(), None | Some(SolverChoice::Solver(_)));
        if self.reading.spec().is_some() || !is_deterministic {
            return Ok(self.clone());
        }
        let cube = match (instance, self.reading.cube()) {
            (Some(text), _) => self.reading.read(text)?.kind(),
            (None, Some(cube)) => cube,
            (None, None) => self.goal.as_ref().and_then(|goal| goal::kind(goal, &self.reading)).unwrap_or_default(),
        };
        Ok(self.or_default_solver(cube))
    }

    /// Returns whether each line of a batch has the default solver of its cube.
    fn has_solver_by_line(&self) -> bool {
        self.batch && self.solver.selected().is_none() && self.reading.puzzle.is_none() && self.goal.is_none()
    }

    /// Refuses options that the solver or the puzzle does not have.
    fn check(&self) -> Result<(), Failure> {
        if self.is_bidirectional() {
            self.budget.check_search(BIDIRECTIONAL)?;
        } else {
            self.budget.check(&self.solver.optimizer())?;
        }
        if let (Some(_), Some(puzzle)) = (&self.goal, self.reading.spec().filter(|puzzle| puzzle.has_alike())) {
            return Err(failure!("--goal needs a puzzle whose pieces all look different, not {}", puzzle.name()));
        }
        if let (true, Some(puzzle)) = (self.refine, self.reading.spec()) {
            return Err(failure!("--refine is for the cubes, not for {}", puzzle.name()));
        }
        if let (SolverChoice::Solver(solver), None) = (self.solver.optimizer(), self.reading.spec()) {
            self.solver.check(solver)?;
        }
        if self.seed.is_some() && !self.is_evolution() {
            return Err(failure!("--seed has no effect with the solver {}", self.solver_name()));
        }
        if self.trace && !self.solver.is(SolverKind::Layers) {
            return Err(failure!("--trace is for --solver layers, not for {}", self.solver_name()));
        }
        if self.prove && !self.solver.is(SolverKind::Korf) {
            return Err(failure!("--prove is for --solver korf, not for {}", self.solver_name()));
        }
        Ok(())
    }

    /// Reads an instance as it lies, in a batch that of a line.
    fn state<P: ReadInstance>(
        &self,
        puzzle: &P,
        text: &str,
        line: Option<usize>,
        solver: &str,
    ) -> Result<HeldState<P::State>, Failure> {
        let state = puzzle.read_instance(text, &self.reading, line, solver)?;
        if self.strict {
            read::check_strict(puzzle, text, state).map_err(|failure| read::locate(line, failure))?;
        }
        Ok(state)
    }

    /// Returns whether the default solver has searched for longer solutions than at first, given its nodes.
    fn searches_longer(&self, nodes: u64) -> bool {
        self.solver.is_default_solver() && self.budget.is_absent() && nodes > DefaultSolver::nodes(self.solver.metric())
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
    let input = args.input()?;
    let text = if args.batch { None } else { Some(InputText::read(input)?) };
    if args.has_solver_by_line() {
        return batch::solve_by_line(args);
    }
    let args = &args.with_solver(text.as_ref())?;
    args.check()?;
    // The instances of a batch share the tables, so their construction counts for none of them.
    let limit = args.budget.time().filter(|_| !args.batch);
    let cache = TableCache::with_limit(limit, ProgressMode::stderr(false));
    let (solver, rest) = match cache.build(|source| solver(args, source)) {
        Ok((solver, rest)) => (solver?, rest),
        Err(unbuilt) if args.solver.is_default_solver() => {
            note(format_args!("{unbuilt}"));
            let substitute = Thistlethwaite::new(&TableCache::new(ProgressMode::stderr(false)).source())?;
            (AnySolver::cube3(substitute), None)
        }
        Err(unbuilt) => {
            if args.json {
                let mut document = unanswered(args.solver_name());
                document["seconds"] = json!(unbuilt.seconds);
                print_json(&document)?;
            }
            note(format_args!("not solved: {unbuilt}"));
            return success_if(false);
        }
    };
    with_puzzle!(solver, |puzzle, solver| match &text {
        Some(text) => solve_one(args, puzzle, &*solver, text, rest),
        None => batch::solve_batch(args, puzzle, &*solver),
    })
}

/// Builds the solver that the arguments select.
fn solver(args: &SolveArgs, source: &TableSource<'_>) -> Result<AnySolver, Failure> {
    // The threads of a batch share the instances.
    let threads = if args.batch { None } else { args.threads }.unwrap_or(NonZeroUsize::MIN);
    if args.prove {
        return Ok(AnySolver::cube3(Proving(args.solver.korf(source, threads)?)));
    }
    let seed = args.seed.unwrap_or(DEFAULT_SEED);
    args.solver.build(source, threads, seed, args.reading.puzzle.as_ref())
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

/// Solves the instance of a text within the rest of the time limit.
fn solve_one<P: ReadInstance>(
    args: &SolveArgs,
    puzzle: &P,
    solver: &dyn Solver<P::State, P::Move>,
    text: &InputText,
    time: Option<Duration>,
) -> CommandResult {
    let state = args.state(puzzle, &text.content, None, solver.name());
    let state = state.map_err(|failure| text.refused(failure.text))?;
    if let Some(lines) = lines_of_moves(puzzle, &text.content, state.state) {
        note(format_args!("{lines} lines were read as one sequence of moves: --batch solves each line on its own"));
    }
    let goal = goal(args, puzzle, solver.name())?;
    let budget = Budget { time, ..args.budget.budget(args.threads) };
    let attempt = SolveAttempt::new(puzzle, solver, state, goal, &budget, args.refine_metric());
    let trace = if args.trace { attempt.trace(puzzle) } else { Vec::new() };
    if args.json {
        let mut document = attempt.document(puzzle, solver.name(), args);
        if args.trace {
            document["trace"] = trace.iter().map(|step| step.document(puzzle)).collect();
        }
        print_json(&document)?;
    }
    match &attempt.outcome {
        Ok(answer) if !args.json => {
            output(|out| writeln!(out, "{}", data(&puzzle.write_moves(&answer.1))))?;
            painted_output(|out| trace.iter().try_for_each(|step| step.print(puzzle, out)))?;
            attempt.describe(puzzle, solver.name(), args, answer);
        }
        Ok(_) => {}
        Err(unsolved) => note(format_args!("not solved: {unsolved}")),
    }
    success_if(attempt.outcome.is_ok())
}

/// Returns the number of entries of a list if there are several, each of which is moves, and all of them together give the state.
fn lines_of_moves<P: Puzzle>(puzzle: &P, text: &str, state: P::State) -> Option<usize> {
    let moves = |text: &str| Some(puzzle.read_moves(text, Dialect::Wca).ok()?.moves);
    let lines: Vec<ListLine> = lines(text).into_iter().filter(ListLine::is_entry).collect();
    let are_moves = lines.len() > 1 && lines.iter().all(|line| moves(&line.text).is_some());
    let is_state = |moves: &Algorithm<P::Move>| puzzle.apply_all(puzzle.solved(), moves) == state;
    (are_moves && moves(text).as_ref().is_some_and(is_state)).then_some(lines.len())
}

/// Returns the goal: the solved state, or that of `--goal` turned home.
fn goal<P: ReadInstance>(args: &SolveArgs, puzzle: &P, solver: &str) -> Result<P::State, Failure> {
    let Some(argument) = &args.goal else { return Ok(puzzle.solved()) };
    if argument == "-" && args.instance.as_deref().unwrap_or("-") == "-" {
        return Err(failure!("only one of INSTANCE and --goal can be standard input"));
    }
    if puzzle.cube() == Some(PuzzleKind::Cube3)
        && let Some(state) = goal::pattern(argument)
    {
        return Ok(puzzle.read_state(&CUBE3.write_state(state))?);
    }
    let text = InputText::read(argument)?;
    puzzle
        .read_instance(&text.content, &args.reading, None, solver)
        .map(|held| held.state)
        .map_err(|failure| goal::misspelled(argument).unwrap_or_else(|| failure!("goal: {}", failure.text)))
}
