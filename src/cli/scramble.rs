//! `evocube scramble`: random states, or random turns.

use std::process::ExitCode;

use clap::Args;
use evocube::notation::{AnyState, Format, write};
use evocube::puzzle::AnyPuzzle;
use evocube::puzzle::PuzzleTask;
use evocube::{Algorithm, Face, Puzzle, Seed, Stream, Turn};

use super::instance::{format_parser, parse_puzzle};
use super::output::{self, output};
use super::{Failure, Outcome, defined};

/// Draw random states, all with the same probability, or random turns
///
/// Without --turns every reachable state is equally likely. With --turns no two turns in a row are of one face, nor
/// of opposite faces with the first one again after them. Scramble number n is the same for every --count.
#[derive(Args)]
pub(crate) struct ScrambleArgs {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) count: u32,
    /// The seed; the same seed draws the same scrambles everywhere, and so does a call without one
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one
    #[arg(long, value_parser = parse_puzzle, default_value_t)]
    pub(super) puzzle: AnyPuzzle,
    /// Random turns, so many, instead of a random state
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) turns: Option<u32>,
    /// The format: facelets if absent (pieces for a puzzle that is no cube), with --turns moves
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(super) to: Option<Format>,
}

/// Runs the command.
pub(crate) fn run(args: &ScrambleArgs) -> Outcome {
    match &args.puzzle {
        AnyPuzzle::Cube(kind) => kind.run(Task(args)),
        AnyPuzzle::Defined(puzzle) => defined::scramble(puzzle, args),
    }
}

struct Task<'a>(&'a ScrambleArgs);

impl PuzzleTask for Task<'_> {
    type Output = Outcome;

    fn run<P: Puzzle>(self) -> Outcome {
        let args = self.0;
        let format = args.to.unwrap_or(if args.turns.is_some() { Format::Moves } else { Format::Facelets });
        if args.turns.is_none() && format == Format::Moves {
            return Err(Failure("a random state has no moves: give --turns N for random turns".to_owned()));
        }
        output::note(format_args!("seed {}", args.seed));
        let seed = Seed::from_number(args.seed).child("scramble").child(P::KIND.name());
        output(|out| {
            for index in 0..args.count {
                let mut stream = seed.child(&index.to_string()).stream();
                let (state, moves) = match args.turns {
                    None => (P::random(&mut stream), Algorithm::EMPTY),
                    Some(count) => {
                        let moves = random_turns::<P>(count, &mut stream);
                        (P::SOLVED.apply_all(&moves), moves)
                    }
                };
                if format == Format::Faces && index > 0 {
                    writeln!(out)?;
                }
                // What cannot be written as a state is the one format that is known here.
                let text = write(AnyState::of(state), format).unwrap_or_else(|_| moves.to_string());
                writeln!(out, "{text}")?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// So many turns, each drawn from those that do not continue what the ones before it did.
fn random_turns<P: Puzzle>(count: u32, stream: &mut Stream) -> Algorithm {
    let mut moves = Algorithm::EMPTY;
    for _ in 0..count {
        let allowed: Vec<Turn> = P::turns().iter().filter(|turn| may_follow(&moves, turn.face())).collect();
        moves.push(allowed[stream.index(allowed.len())]);
    }
    moves
}

/// May a turn of this face come after these moves?
fn may_follow(moves: &[Turn], face: Face) -> bool {
    match moves {
        [.., before, last] if last.face() == face.opposite() => before.face() != face,
        [.., last] => last.face() != face,
        [] => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::{Cube2, Cube3};

    #[test]
    fn no_turn_continues_another() {
        let mut stream = Seed::from_number(5).stream();
        let moves = random_turns::<Cube3>(10_000, &mut stream);
        assert_eq!(moves.simplify().len(), 10_000);
        let moves = random_turns::<Cube2>(10_000, &mut stream);
        assert_eq!(moves.simplify().len(), 10_000);
        assert!(moves.iter().all(|turn| Cube2::turns().contains(*turn)));
    }
}
