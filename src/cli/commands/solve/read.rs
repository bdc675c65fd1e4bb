//! Instances of the puzzle that a solver solves.

use evocube::notation::{AnyState, NotationError, OtherPuzzle};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::route::{self, SearchBudget};
use evocube::{Algorithm, Cube, CubeState, Metric, Puzzle};

use crate::cli::arguments::instance::ReadingArgs;

/// A puzzle with instances that the command can read and solutions that it can shorten.
pub(super) trait ReadInstance: Puzzle {
    /// Reads an instance, in a batch that of line number `line`.
    ///
    /// # Errors
    /// A message; if the instance belongs to a puzzle that the solver does not solve, with the name of that puzzle.
    fn read_instance(
        &self,
        text: &str,
        reading: &ReadingArgs,
        line: Option<usize>,
        solver: &str,
    ) -> Result<Self::State, String>;

    /// Returns moves with the same effect that are not longer.
    fn refine(&self, moves: &Algorithm<Self::Move>, metric: Metric) -> Algorithm<Self::Move>;
}

/// Prefixes a message with the number of its line in a batch.
fn located(line: Option<usize>, message: String) -> String {
    match line {
        Some(line) => format!("line {line}: {message}"),
        None => message,
    }
}

impl<S: CubeState + TryFrom<AnyState, Error = OtherPuzzle>> ReadInstance for Cube<S> {
    fn read_instance(&self, text: &str, reading: &ReadingArgs, line: Option<usize>, solver: &str) -> Result<S, String> {
        // In a batch, the line of the error is the line of the instance.
        let located_error = |error: NotationError| NotationError { line: line.or(error.line), ..error };
        let state = reading.read_for(text, S::KIND).map_err(|error| located_error(error).to_string())?;
        S::try_from(state).map_err(|other| {
            let kind = S::KIND;
            let message = match solver {
                "evolution" => {
                    format!("evolution solves {kind} here, {other}: name the puzzle with --puzzle or in the --config")
                }
                name => format!("the solver {name} solves {kind} only, {other}"),
            };
            located(line, message)
        })
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
    ) -> Result<Self::State, String> {
        self.read(text, reading.format, reading.dialect).map_err(|error| located(line, error.to_string()))
    }

    /// Returns the moves unchanged: refinement is implemented for the cubes only.
    fn refine(&self, moves: &Algorithm<Self::Move>, _: Metric) -> Algorithm<Self::Move> {
        moves.clone()
    }
}
