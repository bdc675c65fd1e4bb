//! `evocube solve`: the moves that solve a cube.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use evocube::experiment::design_point::OptimizerKind;
use evocube::notation::{AnyState, NotationError, OtherPuzzle};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::route::{self, SearchBudget};
use evocube::search::AnySolver;
use evocube::search::korf::{CompletedDepth, Korf};
use evocube::{
    Algorithm, Budget, CUBE3, Cube, Cube3, CubeState, Metric, Puzzle, PuzzleKind, Solution, Solver, SolverKind,
    Unsolved, with_solver,
};
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

    /// Returns whether a file-defined puzzle is solved by search from both ends.
    fn searches(&self) -> bool {
        self.instance.reading.spec().is_some() && self.solver.optimizer() != OptimizerKind::Evolution
    }

    /// Returns the name of the solver.
    fn name(&self) -> &'static str {
        if self.searches() { SEARCH } else { self.solver.optimizer().name() }
    }
}

/// The solver of file-defined puzzles.
const SEARCH: &str = "search";

/// The seed of evolution, when no other is given.
const SEED: u64 = 1;

/// The solver that the arguments name.
fn solver(args: &Args) -> Result<AnySolver, Failure> {
    let cache = Cache::new(args.json);
    if args.seed.is_some() && args.solver.optimizer() != OptimizerKind::Evolution {
        return Err(Failure(format!("--seed changes nothing with the solver {}", args.name())));
    }
    if args.prove && !args.solver.is(SolverKind::Korf) {
        return Err(Failure(format!("--prove is for --solver korf, not for {}", args.name())));
    }
    // The threads of a batch work on many cubes at once.
    let threads = if args.batch { None } else { args.threads }.unwrap_or(NonZeroUsize::MIN);
    if args.prove {
        return Ok(AnySolver::cube3(Proving(args.solver.korf(&cache.source(), threads)?)));
    }
    args.solver.build(&cache.source(), threads, (args.seed.unwrap_or(SEED), args.instance.reading.puzzle.as_ref()))
}

/// [`Korf`] that says what it has proved.
struct Proving(Korf);

impl Solver<Cube3> for Proving {
    fn name(&self) -> &str {
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
    solver: String,
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

/// A solved or unsolved instance, with the moves after cancelling.
struct Attempt<P: Puzzle> {
    outcome: Result<(Solution<P::State, P::Move>, Algorithm<P::Move>), Unsolved>,
    /// The moves before they were refined, if they were.
    unrefined: Option<Algorithm<P::Move>>,
    seconds: f64,
}

impl<P: Readable> Attempt<P> {
    /// Finds moves from a state to a goal, and replays them.
    fn new(
        puzzle: &P,
        solver: &dyn Solver<P::State, P::Move>,
        (from, goal): (P::State, P::State),
        budget: &Budget,
        refine: Option<Metric>,
    ) -> Self {
        let start = Instant::now();
        let mut unrefined = None;
        let outcome = solver.solve(puzzle.between(from, goal), budget).and_then(|solution| {
            let mut moves = puzzle.simplify(solution.moves());
            if let Some(metric) = refine {
                let refined = puzzle.refine(&moves, metric);
                unrefined = Some(std::mem::replace(&mut moves, refined));
            }
            // Neither cancelling nor refining may change the effect.
            let end = puzzle.between(puzzle.apply_all(from, &moves), goal);
            if puzzle.is_solved(end) { Ok((solution, moves)) } else { Err(Unsolved::Wrong) }
        });
        Self { outcome, unrefined, seconds: start.elapsed().as_secs_f64() }
    }

    fn answer(&self, puzzle: &P, solver: &str, args: &Args) -> Answer {
        let evolves = args.solver.optimizer() == OptimizerKind::Evolution;
        let found = self.outcome.as_ref().ok();
        let moves = found.map(|(_, moves)| moves);
        let nodes = match &self.outcome {
            Ok((solution, _)) => Some(solution.nodes()),
            Err(Unsolved::Wrong) => None,
            Err(unsolved) => Some(unsolved.nodes()),
        };
        let optimal = found.and_then(|(solution, _)| solution.optimal());
        let lower_bound = match &self.outcome {
            Ok((_, moves)) => optimal.map(|metric| puzzle.length(moves, metric)),
            Err(unsolved) => unsolved.lower_bound(),
        };
        Answer {
            solver: solver.to_owned(),
            solved: found.is_some(),
            moves: moves.map(|moves| puzzle.write_moves(moves)),
            htm: moves.map(|moves| puzzle.length(moves, Metric::Htm)),
            qtm: moves.map(|moves| puzzle.length(moves, Metric::Qtm)),
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
    if args.searches() {
        args.budget.check_search(SEARCH)?;
    } else {
        args.budget.check(args.solver.optimizer())?;
    }
    if let (true, Some(puzzle)) = (args.refine, args.instance.reading.spec()) {
        return Err(Failure(format!("--refine is for the cubes, not for {}", puzzle.name())));
    }
    with_solver!(solver(args)?, |puzzle, solver| run_with(args, puzzle, &*solver))
}

/// Runs the command for one puzzle.
fn run_with<P: Readable>(args: &Args, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> Outcome {
    if args.batch { batch(args, puzzle, solver) } else { one(args, puzzle, solver) }
}

fn one<P: Readable>(args: &Args, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> Outcome {
    let text = Text::of(&args.instance.instance)?;
    let state = puzzle.read_instance(&text.content, &args.instance.reading, None, solver.name());
    let state = state.map_err(|sentence| text.refused(&sentence))?;
    let goal = goal(args, puzzle, solver.name())?;
    let attempt = Attempt::new(puzzle, solver, (state, goal), &args.budget.budget(args.threads), args.refines());
    if args.json {
        let answer = serde_json::to_string_pretty(&attempt.answer(puzzle, solver.name(), args))?;
        output(|out| writeln!(out, "{answer}"))?;
    }
    match &attempt.outcome {
        Ok((solution, moves)) => {
            if !args.json {
                output(|out| writeln!(out, "{}", puzzle.write_moves(moves)))?;
                describe(puzzle, solver.name(), args.solver.metric(), solution, moves, &attempt);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(unsolved) => {
            note(format_args!("not solved: {unsolved}"));
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}

/// The state to arrive at: the solved one unless another is asked for.
fn goal<P: Readable>(args: &Args, puzzle: &P, solver: &str) -> Result<P::State, Failure> {
    let Some(argument) = &args.goal else { return Ok(puzzle.solved()) };
    if argument == "-" && args.instance.instance == "-" {
        return Err(Failure("only one of INSTANCE and --goal can be standard input".to_owned()));
    }
    if puzzle.cube() == Some(PuzzleKind::Cube3)
        && let Some(state) = goal::named(argument)
    {
        return puzzle.read_state(&CUBE3.write_state(state)).map_err(Failure);
    }
    let text = Text::of(argument)?;
    puzzle
        .read_instance(&text.content, &args.instance.reading, None, solver)
        .map_err(|sentence| Failure(format!("goal: {sentence}")))
}

/// A puzzle whose instances the command reads.
trait Readable: Puzzle {
    /// Reads an instance, in a batch with the number of its line.
    ///
    /// # Errors
    /// In a sentence; if the instance is of a puzzle that the solver does not solve, with its name.
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        solver: &str,
    ) -> Result<Self::State, String>;

    /// Returns shorter moves with the same effect.
    fn refine(&self, moves: &Algorithm<Self::Move>, metric: Metric) -> Algorithm<Self::Move>;
}

impl<S: CubeState + TryFrom<AnyState, Error = OtherPuzzle>> Readable for Cube<S> {
    fn read_instance(&self, text: &str, reading: &ReadingArgs, line: Option<usize>, solver: &str) -> Result<S, String> {
        // The place is that in the batch: every instance is a line of its own.
        let placed = |error: NotationError| NotationError { line: line.or(error.line), ..error };
        let state = reading.read_for(text, S::KIND).map_err(|error| placed(error).to_string())?;
        S::try_from(state).map_err(|other| {
            let place = line.map_or(String::new(), |line| format!("line {line}: "));
            let kind = S::KIND;
            match solver {
                // Evolution solves any puzzle, but one at a time.
                "evolution" => {
                    format!("{place}evolution is for {kind} here, {other}: say so with --puzzle, or in the --config")
                }
                name => format!("{place}the solver {name} solves {kind} only, {other}"),
            }
        })
    }

    fn refine(&self, moves: &Algorithm, metric: Metric) -> Algorithm {
        route::refine(moves, &SearchBudget { metric, ..SearchBudget::DEFAULT }).moves
    }
}

impl Readable for PuzzleSpec {
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        _: &str,
    ) -> Result<Self::State, String> {
        let placed = |sentence: String| match line {
            Some(line) => format!("line {line}: {sentence}"),
            None => sentence,
        };
        self.read(text, reading.format, reading.dialect).map_err(placed)
    }

    /// Returns the moves as they are: no search shortens those of file-defined puzzles.
    fn refine(&self, moves: &Algorithm<Self::Move>, _: Metric) -> Algorithm<Self::Move> {
        moves.clone()
    }
}

/// Writes the length of the solution and of its parts to stderr.
fn describe<P: Puzzle>(
    puzzle: &P,
    solver: &str,
    metric: Metric,
    solution: &Solution<P::State, P::Move>,
    moves: &Algorithm<P::Move>,
    attempt: &Attempt<P>,
) {
    let seconds = attempt.seconds;
    let length = |moves: &[P::Move], metric| puzzle.length(moves, metric);
    let (htm, qtm) = (length(moves, Metric::Htm), length(moves, Metric::Qtm));
    let milliseconds = 1e3 * seconds;
    let digits = if milliseconds < 0.1 { 3 } else { 1 };
    note(format_args!("{solver}: {htm} turns, {qtm} quarter turns, in {milliseconds:.digits$} ms"));
    let unit = if metric == Metric::Htm { "turns" } else { "quarter turns" };
    if let Some(before) = &attempt.unrefined {
        note(format_args!("  {} {unit} before they were refined", length(before, metric)));
    }
    if let Some(metric) = solution.optimal() {
        let turns = if metric == Metric::Htm { "turns" } else { "quarter turns" };
        note(format_args!("  proved: no solution has fewer than {} {turns}", length(moves, metric)));
    }
    if !solution.parts().is_empty() {
        let name = solution.parts().iter().map(|part| part.name.len()).max().unwrap_or(0);
        for (number, part) in (1..).zip(solution.parts()) {
            note(format_args!("  {number} {:<name$} {:>3}", part.name, part.turns));
        }
        let (before, after) = (solution.moves(), attempt.unrefined.as_ref().unwrap_or(moves));
        let (before, after) = (length(before, metric), length(after, metric));
        let column = name.saturating_sub(3);
        note(format_args!("  together {before:>column$}, of which {} cancel between steps", before - after));
    }
}

fn batch<P: Readable>(args: &Args, puzzle: &P, solver: &dyn Solver<P::State, P::Move>) -> Outcome {
    let mut lines = Lines::of(&args.instance.instance)?;
    let (mut unsolved, mut malformed) = (false, false);
    let mut broken = None;
    let goal = goal(args, puzzle, solver.name())?;
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
                let state = puzzle.read_instance(line, &args.instance.reading, Some(*number), solver.name())?;
                Ok(Attempt::new(puzzle, solver, (state, goal), &budget, args.refines()))
            });
            for ((number, _), attempt) in block.iter().zip(attempts) {
                let answer = match attempt {
                    Ok(attempt) => {
                        if let Err(error) = &attempt.outcome {
                            unsolved = true;
                            note(format_args!("line {number}: not solved: {error}"));
                        }
                        attempt.answer(puzzle, solver.name(), args)
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
    fn malformed(solver: &str, error: String) -> Self {
        Self {
            solver: solver.to_owned(),
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
