//! The INSTANCE argument, its options and its reading: a puzzle's state, from an [`InputText`]. [`parse_puzzle`] reads the value of
//! `--puzzle`.

use std::error::Error;
use std::path::Path;

use clap::Args;
use evocube::experiment::sweep::read_puzzle;
use evocube::notation::{self, AnyState, Dialect, FaceletOrder, Format, Notation, NotationError};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::puzzle::{AnyPuzzle, HeldState, PieceVectors, Puzzle};
use evocube::{Algorithm, PuzzleKind};

use super::choice;
use super::input_text::InputText;
use crate::cli::result::{Failure, failure};

/// A state, in any notation.
#[derive(Args)]
pub(crate) struct InstanceArgs {
    /// A file, `-` for standard input, or the text itself: moves, faces, facelets, pieces or JSON
    #[arg(value_name = "INSTANCE")]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The interpretation of an instance's text.
#[derive(Args, Clone)]
pub(crate) struct ReadingArgs {
    /// The format of the instance [default: recognized]
    #[arg(long, value_parser = choice::words(Format::ALL, Format::name))]
    pub(crate) format: Option<Format>,
    /// The order of the instance's facelets: six faces, as in ULFRBD, or rows = the rows of an unfolded cube [default: URFDLB]
    #[arg(long)]
    pub(crate) order: Option<FaceletOrder>,
    /// The meaning of a bare 1 after a face: sousa = counter-clockwise, contest = clockwise; niss = moves in parentheses are on the
    /// inverse
    #[arg(long, value_parser = choice::words(Dialect::ALL, Dialect::name), default_value_t)]
    pub(crate) dialect: Dialect,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one [default: the cube of the instance; for moves
    /// the puzzle that the command expects, else cube3]
    #[arg(long, value_parser = parse_puzzle)]
    pub(crate) puzzle: Option<AnyPuzzle>,
}

/// Moves, and the state after them as it lies.
type MovesAndEnd<P> = (Algorithm<<P as Puzzle>::Move>, HeldState<<P as Puzzle>::State>);

impl InstanceArgs {
    /// Returns the text of the instance, and its puzzle: `--puzzle`, else the cube that the text describes.
    pub(crate) fn text(&self) -> Result<(InputText, AnyPuzzle), Failure> {
        let text = InputText::read(&self.instance)?;
        let puzzle = match &self.reading.puzzle {
            Some(puzzle) => puzzle.clone(),
            None => self.reading.read(&text)?.kind().into(),
        };
        Ok((text, puzzle))
    }

    /// Reads a state, and the moves to apply to it as it lies, a file, `-`, or the moves themselves. Returns the moves, and the state
    /// after them.
    pub(crate) fn read_and_go_on<P: Puzzle>(
        &self,
        puzzle: &P,
        text: &InputText,
        moves: &str,
    ) -> Result<MovesAndEnd<P>, Failure> {
        if self.instance == "-" && moves == "-" {
            return Err(failure!("only one of INSTANCE and MOVES can be standard input"));
        }
        let start = self.reading.held(puzzle, &text.content).map_err(|error| text.refused(error))?;
        let dialect = self.reading.dialect;
        let text = InputText::read(moves)?;
        let moves = puzzle.read_moves(&text.content, dialect).map_err(|error| text.refused(error))?;
        let end = puzzle.go_on(start, &moves);
        Ok((moves.moves, end))
    }
}

impl ReadingArgs {
    /// Returns the cube that `--puzzle` names, if it names one.
    pub(crate) fn cube(&self) -> Option<PuzzleKind> {
        self.puzzle.as_ref().and_then(AnyPuzzle::cube)
    }

    /// Returns the file-defined puzzle that `--puzzle` names, if it names one.
    pub(crate) fn spec(&self) -> Option<&PuzzleSpec> {
        match &self.puzzle {
            Some(AnyPuzzle::Spec(puzzle, ())) => Some(puzzle),
            _ => None,
        }
    }

    /// Reads and validates the state that a text describes.
    pub(crate) fn read(&self, text: &InputText) -> Result<AnyState, Failure> {
        self.state(&text.content).map_err(|error| text.refused(error))
    }

    /// Returns the kind of cube of a line of a batch.
    pub(crate) fn read_line(&self, number: usize, line: &str) -> Result<PuzzleKind, NotationError> {
        self.state(line).map(AnyState::kind).map_err(|error| NotationError { line: Some(number), ..error })
    }

    fn state(&self, text: &str) -> Result<AnyState, NotationError> {
        self.in_order(text, |text, format| {
            Notation { format, puzzle: self.cube(), dialect: self.dialect }.read::<AnyState>(text)
        })
    }

    /// Reads and validates the state that a text describes, as it lies; moves without `--puzzle` apply to `puzzle`.
    pub(crate) fn read_for(&self, text: &str, puzzle: PuzzleKind) -> Result<HeldState<AnyState>, NotationError> {
        self.in_order(text, |text, format| {
            let moves = format.unwrap_or_else(|| notation::recognize(text, self.cube())) == Format::Moves;
            Notation { format, puzzle: self.cube().or(moves.then_some(puzzle)), dialect: self.dialect }
                .read::<HeldState<AnyState>>(text)
        })
    }

    /// Reads a state of a puzzle as it lies.
    pub(crate) fn held<P: Puzzle>(&self, puzzle: &P, text: &str) -> Result<HeldState<P::State>, NotationError> {
        self.in_order(text, |text, format| {
            puzzle.read(text, Notation { format, dialect: self.dialect, ..Notation::default() })
        })
    }

    /// Reads an assembled 3×3×3, which need not be solvable, as it lies.
    pub(crate) fn assembled(&self, text: &str) -> Result<HeldState<PieceVectors>, NotationError> {
        self.in_order(text, |text, format| {
            Notation { format, dialect: self.dialect, ..Notation::default() }.read::<HeldState<PieceVectors>>(text)
        })
    }

    /// Reads a text with the order of its facelets in front, if there is one.
    fn in_order<T>(
        &self,
        text: &str,
        read: impl FnOnce(&str, Option<Format>) -> Result<T, NotationError>,
    ) -> Result<T, NotationError> {
        let Some(order) = self.order else { return read(text, self.format) };
        if let Some(format) = self.format.filter(|format| *format != Format::Facelets) {
            return Err(NotationError::whole(format!("--order is for facelets, not for the format {format}")));
        }
        let start = format!("{order}: ");
        read(&format!("{start}{text}"), Some(Format::Facelets)).map_err(|error| {
            let column = error.column.map(|column| column - if error.line == Some(1) { start.len() } else { 0 });
            NotationError { column, ..error }
        })
    }
}

/// Reads a puzzle's name, or the file that defines it.
pub(crate) fn parse_puzzle(text: &str) -> Result<AnyPuzzle, Box<dyn Error + Send + Sync>> {
    if text.ends_with(".toml") { Ok(read_puzzle(Path::new(text))?) } else { Ok(text.parse::<AnyPuzzle>()?) }
}
