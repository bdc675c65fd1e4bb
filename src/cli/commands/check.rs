//! `evocube check`: replays moves on a state and judges them.

use std::process::ExitCode;

use clap::Args;
use evocube::puzzle::Puzzle;
use evocube::{Metric, with_puzzle};
use serde::Serialize;

use crate::cli::arguments::instance::{InstanceArgs, Text};
use crate::cli::outcome::{NEGATIVE, Outcome};
use crate::cli::terminal::output::output;

/// Replay moves and say whether they solve the instance (exit code 0) or not (1)
#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// The moves: a file, `-` for standard input, or the moves themselves
    #[arg(value_name = "MOVES")]
    moves: String,
    /// Print one JSON document: solved, moves, htm, qtm, state (the facelets after the moves)
    #[arg(long)]
    json: bool,
}

/// The judgment, for machines.
#[derive(Serialize)]
struct Judgment {
    solved: bool,
    moves: String,
    htm: usize,
    qtm: usize,
    state: String,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let (text, puzzle) = args.instance.text()?;
    with_puzzle!(&puzzle, |puzzle| check(puzzle, args, &text))
}

fn check(puzzle: &impl Puzzle, args: &CheckArgs, text: &Text) -> Outcome {
    let (start, moves) = args.instance.read_both(puzzle, text, &args.moves)?;
    let state = puzzle.apply_all(start, &moves);
    let solved = puzzle.is_solved(state);
    let [htm, qtm] = Metric::ALL.map(|metric| puzzle.length(&moves, metric));
    let text = if args.json {
        let (moves, state) = (puzzle.write_moves(&moves), puzzle.write_state(state));
        serde_json::to_string(&Judgment { solved, moves, htm, qtm, state })?
    } else {
        let solved = if solved { "solved" } else { "not solved" };
        match puzzle.cube() {
            Some(_) => format!("{solved}: {htm} HTM, {qtm} QTM"),
            None => format!("{solved}: {htm} moves, {qtm} counted singly"),
        }
    };
    output(|out| writeln!(out, "{text}"))?;
    Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}
