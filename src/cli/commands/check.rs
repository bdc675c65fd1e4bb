//! `evocube check`: replays moves on an instance, and prints whether they solve it, and their length. Sweep files are checked by `evocube
//! plan`, results folders by `evocube verify`.

use clap::Args;
use evocube::puzzle::Puzzle;
use evocube::{Metric, with_puzzle};
use serde_json::json;

use crate::cli::arguments::{InputText, InstanceArgs};
use crate::cli::result::{CommandResult, success_if};
use crate::cli::terminal::{lengths, output, turned_back};

/// Replay moves and print whether they solve the instance (exit code 0) or not (1)
#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// The moves: a file, `-` for standard input, or the moves themselves
    #[arg(value_name = "MOVES")]
    moves: String,
    /// Print one JSON document: solved, moves, htm, qtm, state (the facelets after the moves, as the cube lies), turned_back
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> CommandResult {
    let (text, puzzle) = args.instance.text()?;
    with_puzzle!(&puzzle, |puzzle| check(puzzle, args, &text))
}

fn check(puzzle: &impl Puzzle, args: &CheckArgs, text: &InputText) -> CommandResult {
    let (moves, end) = args.instance.read_and_go_on(puzzle, text, &args.moves)?;
    let is_solved = puzzle.is_solved(end.state);
    let [htm, qtm] = Metric::ALL.map(|metric| puzzle.length(&moves, metric));
    let text = if args.json {
        let (moves, state) = (puzzle.write_moves(&moves), puzzle.write_lying(end));
        let mut document = json!({"solved": is_solved, "moves": moves, "htm": htm, "qtm": qtm, "state": state});
        if let Some(rotation) = turned_back(end.hold) {
            document["turned_back"] = json!(rotation);
        }
        document.to_string()
    } else {
        let solved = if is_solved { "solved" } else { "not solved" };
        match puzzle.cube() {
            Some(_) => format!("{solved}: {htm} HTM, {qtm} QTM"),
            None => format!("{solved}: {}", lengths(puzzle, &moves)),
        }
    };
    output(|out| writeln!(out, "{text}"))?;
    success_if(is_solved)
}
