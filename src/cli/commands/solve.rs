//! `evocube solve`: the moves that solve a cube.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use evocube::experiment::contender::Contender;
use evocube::notation::{AnyState, NotationError, OtherPuzzle};
use evocube::puzzle::Puzzle;
use evocube::puzzle::spec::PuzzleSpec;
use evocube::route::auxiliary;
use evocube::route::{self, SearchBudget};
use evocube::search::AnySolver;
use evocube::search::bidirectional::bidirectional;
use evocube::search::korf::{CompletedDepth, Korf};
use evocube::{Algorithm, Budget, Cube3, CubeState, Metric, Solution, Solver, SolverKind, Unsolved};
use serde::Serialize;

use crate::cli::arguments::budget::{BudgetArgs, read_threads};
use crate::cli::arguments::goal;
use crate::cli::arguments::instance::{InstanceArgs, Lines, ReadingArgs, Text};
use crate::cli::arguments::solver::SolverArgs;
use crate::cli::outcome::{Failure, NEGATIVE, Outcome};
use crate::cli::parallel;
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::{note, output};

/// Solve a cube.
#[derive(clap::Args)]
#[command(
    after_help = "The moves go to stdout, their number and the solver's steps to stderr. With --batch each line \
    of the input is an instance in any format (empty lines are passed over), and each is answered by one line, in \
    order: an empty one, or with --json one with an error, where a line is no cube."
)]
pub(crate) struct Args {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Where to go instead of the solved state: a pattern's name (instances/patterns.txt), or an instance
    #[arg(long, value_name = "PATTERN")]
    goal: Option<String>,
    #[command(flatten)]
    solver: SolverArgs,
    /// Where the random numbers start (evolution) [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Then shorten the moves, as `evocube refine` does
    #[arg(long)]
    refine: bool,
    /// Say every depth at which there is no solution (korf)
    #[arg(long)]
    prove: bool,
    /// One JSON document instead of the moves.
    #[arg(long)]
    json: bool,
    /// Read many instances, one a line, and answer one a line.
    #[arg(long)]
    batch: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Threads for one cube (1 if absent; for kociemba, korf, and evolution: its attempts, of which there are several with
    /// --time, --length or a --config that says so, and populations of 16384 or more), or with --batch for many at once (as
    /// many as there are cores if absent). They change the time, not the answer, unless the time is limited.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

impl Args {
    /// What is to become short, if anything.
    fn refines(&self) -> Option<Metric> {
        self.refine.then(|| self.solver.metric())
    }
}

/// The seed of evolution, when no other is given.
const SEED: u64 = 1;

/// The solver that the arguments name.
fn solver(args: &Args) -> Result<AnySolver, Failure> {
    let cache = Cache::new(args.json);
    if args.seed.is_some() && args.solver.contender() != Contender::Evolution {
        return Err(Failure(format!("--seed changes nothing with the solver {}", args.solver.contender())));
    }
    if args.prove && !args.solver.is(SolverKind::Korf) {
        return Err(Failure(format!("--prove is for --solver korf, not for {}", args.solver.contender())));
    }
    // The threads of a batch work on many cubes at once.
    let threads = if args.batch { None } else { args.threads }.unwrap_or(NonZeroUsize::MIN);
    if args.prove {
        return Ok(AnySolver::cube3(Proving(args.solver.korf(&cache.source(), threads)?)));
    }
    args.solver.build(&cache.source(), threads, (args.seed.unwrap_or(SEED), args.instance.reading.cube()))
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
        self.0.prove(state, budget, &|CompletedDepth { depth, nodes }| {
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
    /// The turns before `--refine`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unrefined_htm: Option<usize>,
    /// Only where there was something wrong with a line of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A try to solve, with the moves after cancelling.
struct Attempt<P> {
    outcome: Result<(Solution<P>, Algorithm), Unsolved>,
    /// The moves before they were refined, if they were.
    unrefined: Option<Algorithm>,
    seconds: f64,
}

impl<P: CubeState> Attempt<P> {
    /// Leads from a state to a goal, and replays the way from there.
    fn new(solver: &dyn Solver<P>, from: P, goal: P, budget: &Budget, refine: Option<Metric>) -> Self {
        let start = Instant::now();
        let state = auxiliary(from, goal);
        let mut unrefined = None;
        let outcome = solver.solve(state, budget).and_then(|solution| {
            let mut moves = solution.moves().simplify();
            if let Some(metric) = refine {
                let refined = route::refine(&moves, &SearchBudget { metric, ..SearchBudget::DEFAULT }).moves;
                unrefined = Some(std::mem::replace(&mut moves, refined));
            }
            // Neither cancelling nor refining may change the effect.
            if from.apply_all(&moves) == goal { Ok((solution, moves)) } else { Err(Unsolved::Wrong) }
        });
        Self { outcome, unrefined, seconds: start.elapsed().as_secs_f64() }
    }

    fn answer(&self, args: &Args) -> Answer {
        let solver = args.solver.contender();
        let evolves = solver == Contender::Evolution;
        let found = self.outcome.as_ref().ok();
        let moves = found.map(|(_, moves)| moves);
        let nodes = match &self.outcome {
            Ok((solution, _)) => Some(solution.nodes()),
            Err(Unsolved::Budget { nodes } | Unsolved::Bounded { nodes, .. } | Unsolved::Impossible { nodes, .. }) => {
                Some(*nodes)
            }
            Err(Unsolved::Wrong) => None,
        };
        let optimal = found.and_then(|(solution, _)| solution.optimal());
        let lower_bound = match &self.outcome {
            Ok((_, moves)) => optimal.map(|metric| moves.length(metric)),
            Err(Unsolved::Bounded { bound, .. }) => Some(*bound),
            Err(Unsolved::Impossible { length, .. }) => Some(length + 1),
            Err(_) => None,
        };
        Answer {
            solver: solver.name(),
            solved: found.is_some(),
            moves: moves.map(ToString::to_string),
            htm: moves.map(|moves| moves.length(Metric::Htm)),
            qtm: moves.map(|moves| moves.length(Metric::Qtm)),
            // At the goal nothing is left to pay under any objective.
            penalty: found.is_some().then_some(0),
            evaluations: nodes.filter(|_| evolves),
            nodes: nodes.filter(|_| !evolves),
            optimal: optimal.map(|metric| if metric == Metric::Htm { "htm" } else { "qtm" }),
            lower_bound,
            seconds: Some(self.seconds),
            seed: evolves.then(|| args.seed.unwrap_or(SEED)),
            unrefined_htm: self.unrefined.as_ref().map(|moves| moves.len()),
            error: None,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    if let Some(puzzle) = args.instance.reading.spec() {
        return search(args, puzzle);
    }
    args.budget.check(args.solver.contender())?;
    match solver(args)? {
        AnySolver::Cube3(solver) => run_with(args, &*solver),
        AnySolver::Cube2(solver) => run_with(args, &*solver),
    }
}

/// The command for a file-defined puzzle.
fn search(args: &Args, puzzle: &PuzzleSpec) -> Outcome {
    let name = puzzle.name();
    if !args.solver.is_usual() || args.seed.is_some() || args.refine || args.prove {
        let only = "without --solver and its options, --seed, --refine and --prove";
        return Err(Failure(format!("{name} is solved by search from both ends, {only}; evolution runs as a sweep")));
    }
    if args.batch || args.goal.is_some() {
        return Err(Failure(format!("--batch and --goal are for the cubes, not for {name}")));
    }
    let text = Text::of(&args.instance.instance)?;
    let ReadingArgs { format, dialect, .. } = args.instance.reading;
    let state = puzzle.read(&text.content, format, dialect).map_err(|sentence| text.refused(&sentence))?;
    let start = Instant::now();
    let found = bidirectional(puzzle, state, &puzzle.moves(), &args.budget.budget(None));
    let seconds = start.elapsed().as_secs_f64();
    let moves = found.as_ref().ok().map(|found| &found.moves);
    if args.json {
        let nodes = match &found {
            Ok(found) => found.expanded,
            Err(stopped) => stopped.expanded,
        };
        let answer = Answer {
            solved: moves.is_some(),
            moves: moves.map(|word| puzzle.write_moves(word)),
            htm: moves.map(|word| word.len()),
            qtm: moves.map(|word| puzzle.length(word, Metric::Qtm)),
            penalty: moves.map(|_| 0),
            nodes: Some(nodes),
            optimal: moves.map(|_| "htm"),
            lower_bound: moves.map(|word| word.len()),
            seconds: Some(seconds),
            error: None,
            ..Answer::malformed("search", String::new())
        };
        let answer = serde_json::to_string_pretty(&answer)?;
        output(|out| writeln!(out, "{answer}"))?;
    } else if let Some(word) = moves {
        output(|out| writeln!(out, "{}", puzzle.write_moves(word)))?;
        note(format_args!("search: {} moves, and none are fewer, in {:.1} ms", word.len(), 1e3 * seconds));
    }
    match found {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(stopped) => {
            note(format_args!("not solved: {stopped}"));
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}

/// The command for one puzzle.
fn run_with<P: Readable>(args: &Args, solver: &dyn Solver<P>) -> Outcome {
    if args.batch { batch(args, solver) } else { one(args, solver) }
}

fn one<P: Readable>(args: &Args, solver: &dyn Solver<P>) -> Outcome {
    let text = Text::of(&args.instance.instance)?;
    let state = args.instance.reading.read_for(&text.content, P::KIND).map_err(|error| text.failure(&error))?;
    let state = expected(state, solver).map_err(|sentence| text.refused(&sentence))?;
    let goal = goal(args, solver)?;
    let attempt = Attempt::new(solver, state, goal, &args.budget.budget(args.threads), args.refines());
    if args.json {
        let answer = serde_json::to_string_pretty(&attempt.answer(args))?;
        output(|out| writeln!(out, "{answer}"))?;
    }
    match &attempt.outcome {
        Ok((solution, moves)) => {
            if !args.json {
                output(|out| writeln!(out, "{moves}"))?;
                describe(solver.name(), args.solver.metric(), solution, moves, &attempt);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(unsolved) => {
            note(format_args!("not solved: {unsolved}"));
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}

/// Where to go: the solved state unless another is asked for.
fn goal<P: Readable>(args: &Args, solver: &dyn Solver<P>) -> Result<P, Failure> {
    let Some(argument) = &args.goal else { return Ok(P::SOLVED) };
    if argument == "-" && args.instance.instance == "-" {
        return Err(Failure("only one of INSTANCE and --goal can be standard input".to_owned()));
    }
    expected(goal::state(argument, &args.instance.reading, P::KIND)?, solver)
        .map_err(|text| Failure(format!("goal: {text}")))
}

/// A puzzle whose states are told from others at run time.
trait Readable: CubeState + TryFrom<AnyState, Error = OtherPuzzle> {}

impl<P: CubeState + TryFrom<AnyState, Error = OtherPuzzle>> Readable for P {}

/// The state, if it is of the puzzle that the solver knows; otherwise a sentence.
fn expected<P: Readable>(state: AnyState, solver: &dyn Solver<P>) -> Result<P, String> {
    P::try_from(state).map_err(|other| match solver.name() {
        // Evolution solves any puzzle, but one at a time.
        "evolution" => format!("evolution is for {} here, {other}: say so with --puzzle, or in the --config", P::KIND),
        name => format!("the solver {name} solves {} only, {other}", P::KIND),
    })
}

/// How long the solution is and what its steps took, on stderr.
fn describe<P: CubeState>(
    solver: &str,
    metric: Metric,
    solution: &Solution<P>,
    moves: &Algorithm,
    attempt: &Attempt<P>,
) {
    let seconds = attempt.seconds;
    let (htm, qtm) = (moves.length(Metric::Htm), moves.length(Metric::Qtm));
    let milliseconds = 1e3 * seconds;
    let digits = if milliseconds < 0.1 { 3 } else { 1 };
    note(format_args!("{solver}: {htm} turns, {qtm} quarter turns, in {milliseconds:.digits$} ms"));
    let unit = if metric == Metric::Htm { "turns" } else { "quarter turns" };
    if let Some(before) = &attempt.unrefined {
        note(format_args!("  {} {unit} before they were refined", before.length(metric)));
    }
    if let Some(metric) = solution.optimal() {
        let turns = if metric == Metric::Htm { "turns" } else { "quarter turns" };
        note(format_args!("  proved: no solution has fewer than {} {turns}", moves.length(metric)));
    }
    if !solution.parts().is_empty() {
        let name = solution.parts().iter().map(|part| part.name.len()).max().unwrap_or(0);
        for (number, part) in (1..).zip(solution.parts()) {
            note(format_args!("  {number} {:<name$} {:>3}", part.name, part.turns));
        }
        let (before, after) = (solution.moves(), attempt.unrefined.as_ref().unwrap_or(moves));
        let (before, after) = (before.length(metric), after.length(metric));
        let column = name.saturating_sub(3);
        note(format_args!("  together {before:>column$}, of which {} cancel between steps", before - after));
    }
}

fn batch<P: Readable>(args: &Args, solver: &dyn Solver<P>) -> Outcome {
    let mut lines = Lines::of(&args.instance.instance)?;
    let (mut unsolved, mut malformed) = (false, false);
    let mut broken = None;
    let goal = goal(args, solver)?;
    let (budget, threads) = (args.budget.budget(None), args.threads.map_or_else(parallel::threads, usize::from));
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
            let attempts = parallel::in_order(threads, block.len(), |index| -> Result<_, String> {
                let (number, line) = &block[index];
                // The place is that in the batch: every instance is a line of its own.
                let placed = |error| NotationError { line: Some(*number), ..error };
                let state = args.instance.reading.read_for(line, P::KIND).map_err(|error| placed(error).to_string())?;
                let state = expected(state, solver).map_err(|sentence| format!("line {number}: {sentence}"))?;
                Ok(Attempt::new(solver, state, goal, &budget, args.refines()))
            });
            for ((number, _), attempt) in block.iter().zip(attempts) {
                let answer = match attempt {
                    Ok(attempt) => {
                        if let Err(error) = &attempt.outcome {
                            unsolved = true;
                            note(format_args!("line {number}: not solved: {error}"));
                        }
                        attempt.answer(args)
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
            unrefined_htm: None,
            error: Some(error),
        }
    }
}
