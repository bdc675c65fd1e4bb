//! `evocube scramble`: random states, written as moves that lead to them or in another notation; or random moves. The search for moves to a
//! state of a file-defined puzzle is bounded. `random_moves` serves `evocube stats`, too.

use std::hash::{BuildHasher, Hasher, RandomState};

use clap::Args;
use evocube::notation::Format;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::search::{AnySolver, Pocket, Thistlethwaite};
use evocube::{Algorithm, Budget, Metric, Seed, Solver, Stream, Unsolved, with_puzzle};

use crate::cli::arguments::{choice, parse_puzzle};
use crate::cli::result::{CommandResult, Failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, data, note, output};

/// Draw uniformly random states, or random moves
///
/// Without --turns every reachable state is equally likely, and is written as moves that lead to it: about 23 on the 3×3×3. With
/// --turns no move merges with an earlier one: on a cube, two turns of a face are never consecutive, nor separated by turns of the
/// opposite face only. Scramble number n is the same for every --count.
#[derive(Args)]
pub(crate) struct ScrambleArgs {
    /// The number of scrambles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The seed of the random numbers; a seed draws the same scrambles on every machine [default: a new one, written to
    /// standard error]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one
    #[arg(long, value_parser = parse_puzzle, default_value_t)]
    puzzle: AnyPuzzle,
    /// Draw N random moves instead of a random state
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    turns: Option<u32>,
    /// The format [default: moves]
    #[arg(long = "to", value_name = "FORMAT", value_parser = choice::words(Format::ALL, Format::name))]
    format: Option<Format>,
}

/// The maximum number of moves that the search for a state of a file-defined puzzle tries, which takes some seconds: twice the number
/// of states that it may keep.
const MAX_TRIED: usize = 8_000_000;

/// Runs the command.
pub(crate) fn run(args: &ScrambleArgs) -> CommandResult {
    with_puzzle!(solver(&args.puzzle)?, |puzzle, solver| scramble(puzzle, &*solver, args))
}

/// Returns the solver that finds the moves to a state: one without large tables.
fn solver(puzzle: &AnyPuzzle) -> Result<AnySolver, Failure> {
    Ok(match puzzle {
        AnyPuzzle::Cube3(()) => AnySolver::cube3(Thistlethwaite::new(&TableCache::new(ProgressMode::Silent).source())?),
        AnyPuzzle::Cube2(()) => AnySolver::cube2(Pocket::new(Metric::Htm)),
        AnyPuzzle::Spec(puzzle, ()) => AnySolver::spec(puzzle),
    })
}

/// Draws a seed that is short enough to type, from the random keys of the standard library.
fn new_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

fn scramble<P: Puzzle>(puzzle: &P, solver: &dyn Solver<P::State, P::Move>, args: &ScrambleArgs) -> CommandResult {
    let format = args.format.unwrap_or(Format::Moves);
    if format != Format::Moves {
        puzzle.write(puzzle.solved(), format).map_err(|error| Failure::new(error.to_string()))?;
    }
    let number = args.seed.unwrap_or_else(new_seed);
    note(format_args!("seed {number}"));
    let seed = Seed::from_number(number).child("scramble").child(puzzle.name());
    let write = |state| puzzle.write(state, format).map_err(|error| error.to_string());
    let text = |index: u32| {
        let mut stream = seed.child(&index.to_string()).stream();
        match (args.turns, format) {
            (Some(count), Format::Moves) => Ok(puzzle.write_moves(&random_moves(puzzle, count as usize, &mut stream))),
            (Some(count), _) => {
                let moves = random_moves(puzzle, count as usize, &mut stream);
                write(puzzle.apply_all(puzzle.solved(), &moves))
            }
            (None, Format::Moves) => match moves_to(puzzle, solver, puzzle.random(&mut stream)) {
                Ok(moves) => Ok(puzzle.write_moves(&moves)),
                Err(unsolved) => Err(format!(
                    "no moves to state {} of seed {number}: {unsolved}; --to pieces writes states, --turns N draws moves",
                    index + 1
                )),
            },
            (None, _) => write(puzzle.random(&mut stream)),
        }
    };
    let mut failure = None;
    output(|out| {
        for index in 0..args.count {
            let text = match text(index) {
                Ok(text) => text,
                Err(message) => {
                    failure = Some(message);
                    break;
                }
            };
            if format == Format::Faces && index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", data(&text))?;
        }
        Ok(())
    })?;
    failure.map_or(success_if(true), |message| Err(Failure::new(message)))
}

/// Returns moves from the solved state to one that looks like `state`: the inverse of a solution. For the solved state they are a move
/// and its inverse, since a scramble has at least one move.
fn moves_to<P: Puzzle>(
    puzzle: &P,
    solver: &dyn Solver<P::State, P::Move>,
    state: P::State,
) -> Result<Algorithm<P::Move>, Unsolved> {
    if puzzle.is_solved(state) {
        return Ok(puzzle.moves().into_iter().take(1).flat_map(|turn| [turn, puzzle.inverse_move(turn)]).collect());
    }
    // The solvers of the cubes find every state.
    let nodes = puzzle.cube().is_none().then(|| (MAX_TRIED / puzzle.moves().len()) as u64);
    let solution = solver.solve(state, &Budget { nodes, ..Budget::default() })?;
    let moves = puzzle.simplify(solution.moves());
    if puzzle.is_solved(puzzle.apply_all(state, &moves)) { Ok(puzzle.undo(&moves)) } else { Err(Unsolved::Wrong) }
}

/// Draws `count` moves, each from those that do not merge with earlier ones; fewer if all merge.
pub(super) fn random_moves<P: Puzzle>(puzzle: &P, count: usize, stream: &mut Stream) -> Algorithm<P::Move> {
    let all = puzzle.moves();
    let mut moves = Algorithm::EMPTY;
    while moves.len() < count {
        let allowed: Vec<P::Move> = all.iter().copied().filter(|&turn| puzzle.merges(&moves, turn).is_none()).collect();
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
            assert!(moves.iter().all(|turn| puzzle.moves().contains(turn)));
        }
        check(&CUBE3, 10_000);
        check(&CUBE2, 10_000);
        check(&*Shipped::Pyraminx.spec(), 200);
    }

    #[test]
    fn the_moves_to_a_state_lead_to_it() {
        fn check<P: Puzzle>(puzzle: &P, solver: &dyn Solver<P::State, P::Move>) {
            let mut stream = Seed::from_number(6).stream();
            for _ in 0..20 {
                let state = puzzle.random(&mut stream);
                let moves = moves_to(puzzle, solver, state).unwrap();
                assert!(puzzle.is_solved(puzzle.between(puzzle.apply_all(puzzle.solved(), &moves), state)));
                assert!((1..=45).contains(&moves.len()), "{}", moves.len());
            }
            let identity = moves_to(puzzle, solver, puzzle.solved()).unwrap();
            assert_eq!((identity.len(), puzzle.simplify(&identity).len()), (2, 0));
        }
        let puzzles = [AnyPuzzle::Cube3(()), AnyPuzzle::Cube2(()), AnyPuzzle::Spec(Shipped::Pyraminx.spec(), ())];
        for puzzle in &puzzles {
            with_puzzle!(solver(puzzle).unwrap(), |puzzle, solver| check(puzzle, &*solver));
        }
    }
}
