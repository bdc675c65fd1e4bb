//! `evocube check`: replays moves on a state and judges them.

use std::process::ExitCode;

use clap::Args;
use evocube::Metric;
use serde::Serialize;

use super::instance::InstanceArgs;
use super::output::output;
use super::{NEGATIVE, Outcome, defined};

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

/// The judgement, for machines.
#[derive(Serialize)]
pub(super) struct Judgement {
    pub(super) solved: bool,
    pub(super) moves: String,
    pub(super) htm: usize,
    pub(super) qtm: usize,
    pub(super) state: String,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if let Some(puzzle) = args.instance.reading.defined() {
        return defined::check(puzzle, &args.instance, &args.moves, args.json);
    }
    let start = args.instance.read()?;
    let moves = args.instance.read_moves(&args.moves)?;
    let state = start.apply_all(&moves);
    let (solved, htm, qtm) = (state.is_solved(), moves.length(Metric::Htm), moves.length(Metric::Qtm));
    let text = if args.json {
        let judgement = Judgement { solved, moves: moves.to_string(), htm, qtm, state: state.to_string() };
        serde_json::to_string(&judgement)?
    } else {
        format!("{}: {htm} HTM, {qtm} QTM", if solved { "solved" } else { "not solved" })
    };
    output(|out| writeln!(out, "{text}"))?;
    Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}
