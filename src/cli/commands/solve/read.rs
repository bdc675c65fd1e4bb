//! [`ReadInstance`]: reads the instances of `evocube solve` for the puzzle of its solver, and shortens their solutions. Also the check of
//! `--strict`. Texts are read by [`ReadingArgs`], as in other commands.

use evocube::notation::{AnyState, Dialect, Format, NotationError, OtherPuzzle};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::puzzle::{HeldMoves, HeldState};
use evocube::route::{self, SearchBudget};
use evocube::{Algorithm, Cube, Metric, Puzzle, Turn};

use crate::cli::arguments::ReadingArgs;
use crate::cli::result::{Failure, failure};
use crate::cli::terminal::turned_back;

/// A puzzle with instances that the command can read and solutions that it can shorten.
pub(super) trait ReadInstance: Puzzle {
    /// Reads an instance as it lies, in a batch that of line number `line`.
    ///
    /// # Errors
    /// If it is malformed; if the instance belongs to a puzzle that the solver does not solve, with the name of that puzzle.
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        solver: &str,
    ) -> Result<HeldState<Self::State>, Failure>;

    /// Returns moves with the same effect that are not longer in a metric.
    fn refine(&self, moves: &Algorithm<Self::Move>, metric: Metric) -> Algorithm<Self::Move>;
}

/// Prefixes a failure with the number of its line in a batch.
pub(super) fn locate(line: Option<usize>, failure: Failure) -> Failure {
    match line {
        Some(line) => failure!("line {line}: {}", failure.text),
        None => failure,
    }
}

/// Checks that a text is a state as the program writes it: moves that give it, or one of the formats.
///
/// # Errors
/// The form in which it would be accepted.
pub(super) fn check_strict<P: Puzzle>(puzzle: &P, text: &str, state: HeldState<P::State>) -> Result<(), Failure> {
    let text = text.trim();
    let is_state = |canonical: String| canonical == text;
    if Format::ALL.into_iter().any(|format| puzzle.write(state, format).is_ok_and(is_state)) {
        return Ok(());
    }
    // The same letters may be moves that give another state.
    let moves = puzzle.read_moves(text, Dialect::Wca).ok();
    let moves = moves.filter(|moves| puzzle.go_on(puzzle.solved().into(), moves) == state);
    let written = |HeldMoves { moves, rotation }: HeldMoves<P::Move>| {
        [puzzle.write_moves(&moves), turned_back(rotation).unwrap_or_default()].join(" ").trim().to_owned()
    };
    let canonical = moves.map_or_else(|| puzzle.write_lying(state), written);
    if canonical == text { Ok(()) } else { Err(failure!("--strict: write \"{canonical}\"")) }
}

impl<S: TryFrom<AnyState, Error = OtherPuzzle>> ReadInstance for Cube<S>
where
    Self: Puzzle<State = S, Move = Turn>,
{
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        solver: &str,
    ) -> Result<HeldState<S>, Failure> {
        // In a batch, the line of the error is the line of the instance.
        let kind = self.cube().expect("a cube has a kind");
        let located_error = |error: NotationError| NotationError { line: line.or(error.line), ..error };
        let held = reading.read_for(text, kind).map_err(located_error)?;
        let state = S::try_from(held.state).map_err(|other| {
            let failure = match solver {
                "evolution" => {
                    failure!("evolution solves {kind} here, {other}: name the puzzle with --puzzle or in the --config")
                }
                name => failure!("the solver {name} solves {kind} only, {other}"),
            };
            locate(line, failure)
        })?;
        Ok(held.map(|_| state))
    }

    fn refine(&self, moves: &Algorithm, metric: Metric) -> Algorithm {
        route::refine(moves, &SearchBudget { metric, ..SearchBudget::DEFAULT }).moves
    }
}

impl ReadInstance for PuzzleSpec {
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        _: &str,
    ) -> Result<HeldState<Self::State>, Failure> {
        reading.held(self, text).map_err(|error| locate(line, error.into()))
    }

    /// Returns the moves unchanged: refinement is implemented for the cubes only.
    fn refine(&self, moves: &Algorithm<Self::Move>, _: Metric) -> Algorithm<Self::Move> {
        moves.clone()
    }
}
