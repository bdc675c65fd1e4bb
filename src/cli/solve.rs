//! `evocube solve`: the moves that solve a cube.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use evocube::{Algorithm, Budget, Cube3, Face, Metric, Setup, Solution, Solver, SolverKind, Unsolved};
use serde::Serialize;

use super::{Failure, NEGATIVE, Outcome, parallel};

/// The arguments of the command.
#[derive(clap::Args)]
#[command(
    after_help = "The moves go to stdout, their number and the solver's steps to stderr. With --batch each line \
    of the input is an instance (empty lines are passed over), and each is answered by one line, in order: an empty \
    one, or with --json one with an error, where a line is no cube."
)]
pub(crate) struct Args {
    /// The cube: a file, - for stdin, or the text itself.
    instance: String,
    /// How to solve it.
    #[arg(long, default_value_t = SolverKind::Layers)]
    solver: SolverKind,
    /// One JSON document instead of the moves.
    #[arg(long)]
    json: bool,
    /// Read many instances, one a line, and answer one a line.
    #[arg(long)]
    batch: bool,
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
    fn new(solver: &dyn Solver<Cube3>, state: Cube3) -> Self {
        let start = Instant::now();
        let outcome = solver.solve(state, &Budget::default()).and_then(|solution| {
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
            Err(Unsolved::Budget { nodes }) => Some(*nodes),
            Err(Unsolved::Wrong) => None,
        };
        Answer {
            solver,
            solved: found.is_some(),
            moves: moves.map(ToString::to_string),
            htm: moves.map(|moves| moves.length(Metric::Htm)),
            qtm: moves.map(|moves| moves.length(Metric::Qtm)),
            penalty: None,
            evaluations: None,
            nodes,
            seconds: Some(self.seconds),
            seed: None,
            error: None,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let solver = args.solver.build();
    if args.batch { batch(args, &*solver) } else { one(args, &*solver) }
}

fn one(args: &Args, solver: &dyn Solver<Cube3>) -> Outcome {
    let mut text = String::new();
    open(&args.instance)?.read_to_string(&mut text)?;
    let attempt = Attempt::new(solver, read_instance(&text)?);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&attempt.answer(solver.name()))?);
    }
    match &attempt.outcome {
        Ok((solution, moves)) => {
            if !args.json {
                println!("{moves}");
                describe(solver.name(), solution, moves, attempt.seconds);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(unsolved) => {
            eprintln!("not solved: {unsolved}");
            Ok(ExitCode::from(NEGATIVE))
        }
    }
}

/// How long the solution is and what its steps took, on stderr.
fn describe(solver: &str, solution: &Solution<Cube3>, moves: &Algorithm, seconds: f64) {
    let (htm, qtm) = (moves.length(Metric::Htm), moves.length(Metric::Qtm));
    eprintln!("{solver}: {htm} turns, {qtm} quarter turns, in {:.1} ms", 1e3 * seconds);
    if !solution.parts().is_empty() {
        for (number, part) in (1..).zip(solution.parts()) {
            eprintln!("  {number} {:<14} {:>3}", part.name, part.turns);
        }
        let (before, after) = (solution.moves().len(), moves.len());
        eprintln!("  together {before:>12}, of which {} cancel between steps and macros", before - after);
    }
}

fn batch(args: &Args, solver: &dyn Solver<Cube3>) -> Outcome {
    let mut lines = BufReader::new(open(&args.instance)?).lines().enumerate();
    let mut out = io::stdout().lock();
    let (mut unsolved, mut malformed) = (false, false);
    loop {
        let mut block = Vec::with_capacity(BLOCK);
        for (number, line) in lines.by_ref() {
            let line = line?;
            if !line.trim().is_empty() {
                block.push((number + 1, line));
            }
            if block.len() == BLOCK {
                break;
            }
        }
        if block.is_empty() {
            break;
        }
        let attempts = parallel::in_order(block.len(), |index| {
            read_instance(&block[index].1).map(|state| Attempt::new(solver, state))
        });
        for ((number, _), attempt) in block.iter().zip(attempts) {
            let (answer, trouble) = match attempt {
                Ok(attempt) => {
                    unsolved |= attempt.outcome.is_err();
                    (attempt.answer(solver.name()), attempt.outcome.err().map(|error| format!("not solved: {error}")))
                }
                Err(Failure(text)) => {
                    malformed = true;
                    (Answer::malformed(solver.name(), text.clone()), Some(format!("error: {text}")))
                }
            };
            if let Some(trouble) = trouble {
                eprintln!("line {number}: {trouble}");
            }
            if args.json {
                writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            } else {
                writeln!(out, "{}", answer.moves.unwrap_or_default())?;
            }
        }
        out.flush()?;
    }
    Ok(ExitCode::from(if malformed { 2 } else { u8::from(unsolved) * NEGATIVE }))
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
            seconds: None,
            seed: None,
            error: Some(error),
        }
    }
}

/// The bytes of an instance argument: a file, stdin, or the text itself.
fn open(instance: &str) -> Result<Box<dyn Read>, Failure> {
    if instance == "-" {
        Ok(Box::new(io::stdin()))
    } else if Path::new(instance).is_file() {
        let file = fs::File::open(instance).map_err(|error| Failure(format!("{instance}: {error}")))?;
        Ok(Box::new(file))
    } else {
        Ok(Box::new(io::Cursor::new(instance.to_owned())))
    }
}

/// The cube that a text describes: 54 facelets in the order U R F D L B, white space anywhere.
fn read_instance(text: &str) -> Result<Cube3, Failure> {
    let letters: Vec<_> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let colors: Vec<_> = letters.iter().filter_map(|&letter| Face::from_letter(letter)).collect();
    match <[Face; 54]>::try_from(colors) {
        Ok(colors) if letters.len() == 54 => Ok(Setup::from_colors(colors).check()?),
        _ => Err(Failure(format!("\"{}\" is not 54 letters U R F D L B", text.trim()))),
    }
}
