//! `evocube scramble`: random states, or random moves.

use std::process::ExitCode;

use clap::Args;
use evocube::notation::Format;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::{Algorithm, Seed, Stream, with_puzzle};

use crate::cli::arguments::instance::{format_parser, parse_puzzle};
use crate::cli::result::{CommandResult, Failure};
use crate::cli::terminal::output::{self, output};

/// Draw uniformly random states, or random moves
///
/// Without --turns every reachable state is equally likely. With --turns no move merges with one before it: on a cube no two
/// consecutive turns of one face, also not with a turn of the opposite face between them. Scramble number n is the same for
/// every --count.
#[derive(Args)]
pub(crate) struct ScrambleArgs {
    /// The number of scrambles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) count: u32,
    /// The seed of the random numbers; a seed draws the same scrambles on every machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one
    #[arg(long, value_parser = parse_puzzle, default_value_t)]
    pub(super) puzzle: AnyPuzzle,
    /// Draw N random moves instead of a random state
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) turns: Option<u32>,
    /// The format [default: facelets, for other puzzles than cubes pieces; with --turns moves]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(super) to: Option<Format>,
}

/// Runs the command.
pub(crate) fn run(args: &ScrambleArgs) -> CommandResult {
    with_puzzle!(&args.puzzle, |puzzle| scramble(puzzle, args))
}

fn scramble<P: Puzzle>(puzzle: &P, args: &ScrambleArgs) -> CommandResult {
    let of_states = if puzzle.cube().is_some() { Format::Facelets } else { Format::Pieces };
    let format = args.to.unwrap_or(if args.turns.is_some() { Format::Moves } else { of_states });
    if args.turns.is_none() && format == Format::Moves {
        return Err(Failure::new("a random state has no moves: add --turns N for random moves".to_owned()));
    }
    if format != Format::Moves {
        puzzle.write(puzzle.solved(), format).map_err(Failure::new)?;
    }
    output::note(format_args!("seed {}", args.seed));
    let seed = Seed::from_number(args.seed).child("scramble").child(puzzle.name());
    output(|out| {
        for index in 0..args.count {
            let mut stream = seed.child(&index.to_string()).stream();
            let (state, moves) = match args.turns {
                None => (puzzle.random(&mut stream), Algorithm::EMPTY),
                Some(count) => {
                    let moves = random_moves(puzzle, count as usize, &mut stream);
                    (puzzle.apply_all(puzzle.solved(), &moves), moves)
                }
            };
            if format == Format::Faces && index > 0 {
                writeln!(out)?;
            }
            // Moves are the only format that is no state.
            let text = puzzle.write(state, format).unwrap_or_else(|_| puzzle.write_moves(&moves));
            writeln!(out, "{text}")?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Draws `count` moves, each from those that do not merge with earlier ones; fewer if all merge.
fn random_moves<P: Puzzle>(puzzle: &P, count: usize, stream: &mut Stream) -> Algorithm<P::Move> {
    let all = puzzle.moves();
    let mut moves = Algorithm::EMPTY;
    while moves.len() < count {
        let allowed: Vec<P::Move> = all.iter().copied().filter(|&one| puzzle.merges(&moves, one).is_none()).collect();
        if allowed.is_empty() {
            break;
        }
        moves.push(allowed[stream.index(allowed.len())]);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::puzzle::spec::Shipped;
    use evocube::puzzle::{CUBE2, CUBE3};

    #[test]
    fn random_moves_do_not_merge() {
        fn check(puzzle: &impl Puzzle, count: usize) {
            let moves = random_moves(puzzle, count, &mut Seed::from_number(5).stream());
            assert_eq!((moves.len(), puzzle.simplify(&moves).len()), (count, count));
            assert!(moves.iter().all(|one| puzzle.moves().contains(one)));
        }
        check(&CUBE3, 10_000);
        check(&CUBE2, 10_000);
        check(&*Shipped::Pyraminx.spec(), 200);
    }
}
