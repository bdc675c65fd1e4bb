//! States as arguments of `route`, and patterns as goals of `solve`: the name of a shipped pattern of the 3×3×3, `solved`, or an instance.
//! A misspelled name gets a suggestion. [`kind`] is the cube of any goal of `solve`, whose states but patterns `solve` itself reads.
//! INSTANCE arguments, which name no pattern, are read in `instance`.

use evocube::notation::AnyState;
use evocube::puzzle::{HeldState, PieceVectors};
use evocube::route::Pattern;
use evocube::text::quoted;
use evocube::{Cube3, PuzzleKind};

use super::input_text::InputText;
use super::instance::ReadingArgs;
use crate::cli::result::{Failure, failure};

/// Returns the state of a shipped pattern, or of `solved`.
pub(crate) fn pattern(argument: &str) -> Option<Cube3> {
    if argument == "solved" { Some(Cube3::SOLVED) } else { Pattern::named(argument).map(|pattern| pattern.state()) }
}

/// Returns the failure of an argument that is probably the misspelled name of a pattern.
pub(crate) fn misspelled(argument: &str) -> Option<Failure> {
    let name = Pattern::similar(argument)?;
    Some(failure!("{} is not a pattern: did you mean \"{name}\"?", quoted(argument)))
}

/// Returns the kind of cube of a goal: that of an instance, or the 3×3×3 for a pattern and for standard input, which is not read here.
/// `None` if it cannot be read.
pub(crate) fn kind(argument: &str, reading: &ReadingArgs) -> Option<PuzzleKind> {
    if argument == "-" || pattern(argument).is_some() {
        return Some(PuzzleKind::Cube3);
    }
    InputText::read(argument).and_then(|text| reading.read(&text)).ok().map(AnyState::kind)
}

/// Reads an assembled 3×3×3, which need not be solvable, as it lies: the name of a pattern, or an instance.
pub(crate) fn pieces(argument: &str, reading: &ReadingArgs) -> Result<HeldState<PieceVectors>, Failure> {
    if let Some(state) = pattern(argument) {
        return Ok(state.vectors().into());
    }
    let text = InputText::read(argument)?;
    let read = reading.assembled(&text.content);
    read.map_err(|error| misspelled(argument).unwrap_or_else(|| text.refused(error)))
}

/// Reads a state of a puzzle as it lies: an instance, or the name of a pattern if the puzzle is the 3×3×3.
pub(crate) fn state(argument: &str, reading: &ReadingArgs, puzzle: PuzzleKind) -> Result<HeldState<AnyState>, Failure> {
    if let Some(state) = pattern(argument).filter(|_| puzzle == PuzzleKind::Cube3) {
        return Ok(state.into());
    }
    let text = InputText::read(argument)?;
    let read = reading.read_for(&text.content, puzzle);
    read.map_err(|error| misspelled(argument).unwrap_or_else(|| text.refused(error)))
}
