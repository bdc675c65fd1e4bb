//! The INSTANCE argument, its options and its reading: a puzzle's state, in a file, on standard input (`-`) or as text. [`InputText`] reads
//! other such arguments (moves, goals), [`InputLines`] the lists of `--batch`, [`parse_puzzle`] the value of `--puzzle`. Also
//! [`turned_back`], for outputs: the rotation in which a cube lies, as moves.
//!
//! A text has at most [`MAX_BYTES`]; a list for `--batch` may be longer, of lines up to this size. An argument that can be moves as well
//! as the name of a file is refused.

use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;

use clap::Args;
use evocube::experiment::sweep::read_puzzle;
use evocube::files::reason;
use evocube::list::{ListLine, ListReader};
use evocube::notation::{self, AnyState, Dialect, FaceletOrder, Format, MAX_BYTES, Notation, NotationError};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::puzzle::{AnyPuzzle, HeldState, PieceVectors, Puzzle};
use evocube::route::Pattern;
use evocube::{Algorithm, PuzzleKind, Symmetry};

use super::choice;
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

/// Returns the rotation in which an instance lies, as it is written; `None` if it lies at home.
pub(crate) fn turned_back(hold: Symmetry) -> Option<String> {
    hold.rotation_moves().filter(|moves| !moves.is_empty())
}

/// A text and its source.
pub(crate) struct InputText {
    /// The file's name, or `standard input`; `None` for a text that was an argument.
    pub(crate) name: Option<String>,
    /// The text.
    pub(crate) content: String,
}

impl InputText {
    /// Reads the text that an argument names or contains.
    pub(crate) fn read(argument: &str) -> Result<Self, Failure> {
        let mut source = InputSource::open(argument)?;
        let limit = u64::try_from(MAX_BYTES).expect("a mebibyte") + 1;
        let mut content = Vec::new();
        let read = (&mut source.bytes).take(limit).read_to_end(&mut content);
        let refused = |reason: &str| source.failure(reason);
        read.map_err(|error| refused(&reason(&error)))?;
        if content.len() > MAX_BYTES {
            return Err(refused(&too_large()));
        }
        let content = String::from_utf8(content).map_err(|_| refused("not a text in UTF-8"))?;
        Ok(Self { content, name: source.name })
    }

    /// Returns an error in this text, after the name of the file.
    pub(crate) fn refused(&self, error: impl Display) -> Failure {
        if let Some(Pattern { name, .. }) = Pattern::named(self.content.trim()) {
            return failure!("{name} is a pattern: `evocube route solved {name}` gives its moves");
        }
        Failure::new(prefix(self.name.as_deref(), &error.to_string()))
    }
}

/// Prefixes a message with the name of its source.
fn prefix(name: Option<&str>, sentence: &str) -> String {
    name.map_or_else(|| sentence.to_owned(), |name| format!("{name}: {sentence}"))
}

/// The source of an argument's text.
struct InputSource {
    /// The file's name, or `standard input`; `None` for a text that was an argument.
    name: Option<String>,
    bytes: Box<dyn Read>,
}

impl InputSource {
    /// Returns a failure of the whole file, after its quoted name.
    fn failure(&self, sentence: &str) -> Failure {
        let quoted = self.name.as_ref().map(|name| match name.as_str() {
            "standard input" => name.clone(),
            _ => format!("\"{name}\""),
        });
        Failure::new(prefix(quoted.as_deref(), sentence))
    }

    fn open(argument: &str) -> Result<Self, Failure> {
        if argument == "-" {
            return Ok(Self { name: Some("standard input".to_owned()), bytes: Box::new(std::io::stdin().lock()) });
        }
        let path = Path::new(argument);
        // A text that is too long for a file name, or contains a NUL, is not a file.
        let is_there = path.try_exists().unwrap_or(false);
        let is_folder = fs::metadata(path).is_ok_and(|data| data.is_dir());
        if !looks_like_a_path(argument) {
            if argument == "solved" && !is_there {
                return Err(failure!("\"solved\" is no instance: write moves that cancel, as in \"U U'\""));
            }
            if !is_there {
                return Ok(Self { name: None, bytes: Box::new(Cursor::new(argument.to_owned())) });
            }
            if notation::read_moves(argument, Dialect::Contest).is_ok() {
                if is_folder {
                    // An instance is no folder.
                    return Ok(Self { name: None, bytes: Box::new(Cursor::new(argument.to_owned())) });
                }
                return Err(failure!(
                    "\"{argument}\" can be moves or the file of this name: write \"({argument})\" for the moves, or \
                     \"./{argument}\" for the file"
                ));
            }
        }
        if is_folder {
            return Err(failure!("\"{argument}\": this is a folder, expected a file"));
        }
        if let Some(message) = no_moves(argument).filter(|_| !is_there) {
            return Err(Failure::new(message));
        }
        let file = File::open(path).map_err(|error| failure!("\"{argument}\": {}", reason(&error)))?;
        Ok(Self { name: Some(argument.to_owned()), bytes: Box::new(file) })
    }
}

/// Returns the message of a text of more than [`MAX_BYTES`].
fn too_large() -> String {
    format!("larger than {} MiB", MAX_BYTES >> 20)
}

/// The lines of a list of any length; each line has at most [`MAX_BYTES`].
pub(crate) struct InputLines {
    name: Option<String>,
    lines: ListReader<Box<dyn Read>>,
}

impl InputLines {
    /// Opens the text that an argument names or contains.
    pub(crate) fn open(argument: &str) -> Result<Self, Failure> {
        InputSource::open(argument).map(|source| Self { name: source.name, lines: ListReader::new(source.bytes) })
    }

    /// Returns the next line, for which it may have to wait.
    pub(crate) fn next_line(&mut self) -> Result<Option<ListLine>, Failure> {
        self.lines.next_line(MAX_BYTES).map_err(|error| {
            let reason = if error.kind() == ErrorKind::FileTooLarge { too_large() } else { reason(&error) };
            self.failure(&format!("line {}: {reason}", self.lines.next_number()))
        })
    }

    /// Returns whether a further line is there.
    pub(crate) fn is_waiting(&self) -> bool {
        self.lines.is_waiting()
    }

    /// Returns an error in these lines, after the name of the file.
    pub(crate) fn failure(&self, sentence: &str) -> Failure {
        Failure::new(prefix(self.name.as_deref(), sentence))
    }
}

/// Returns whether an argument is probably a path: instances have no dots and slashes, except in JSON and comments, and a dot
/// between moves, which is a pause.
fn looks_like_a_path(argument: &str) -> bool {
    let beginning = argument.split("//").next().unwrap_or_default().trim();
    let mut words = beginning.split_whitespace().filter(|word| *word != ".");
    !beginning.starts_with('{') && !beginning.contains('\n') && words.any(|word| word.contains(['/', '\\', '.']))
}

/// Returns the error of an argument that is probably moves, but has a character of paths.
fn no_moves(argument: &str) -> Option<String> {
    let is_of_moves = |c: char| c.is_whitespace() || "URFDLBurfdlbMESxyzw0123456789'()[],:/\\._-+^".contains(c);
    let has_moves = argument.contains(|c: char| c.is_ascii_alphabetic() || "()[]".contains(c));
    let character = argument.chars().find(|c| "/\\.".contains(*c))?;
    let help =
        if character == '.' { "a pause stands between spaces, as in \"R . U\"" } else { "\"//\" begins a comment" };
    (has_moves && argument.chars().all(is_of_moves))
        .then(|| format!("\"{argument}\" is no file, and moves have no \"{character}\": {help}"))
}

/// Reads a puzzle's name, or the file that defines it.
pub(crate) fn parse_puzzle(text: &str) -> Result<AnyPuzzle, Box<dyn Error + Send + Sync>> {
    if text.ends_with(".toml") { Ok(read_puzzle(Path::new(text))?) } else { Ok(text.parse::<AnyPuzzle>()?) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_is_named_that_makes_moves_a_path() {
        for (text, character) in [("[U'/R' D' R]", '/'), ("(1,0)/", '/'), ("R.U", '.'), ("R\\U", '\\')] {
            let message = no_moves(text).expect(text);
            assert!(
                message.starts_with(&format!("\"{text}\" is no file, and moves have no \"{character}\": ")),
                "{message}"
            );
        }
        for path in ["x/y.txt", "cube.txt", "../..", "2026/1", "RU"] {
            assert_eq!(no_moves(path), None, "{path}");
        }
    }

    #[test]
    fn paths_are_distinguished_from_instances() {
        for path in ["x/y.txt", "example.txt", "a b/c", "C:\\cubes\\one"] {
            assert!(looks_like_a_path(path), "{path}");
        }
        for text in
            ["R U R' U'", "R U // a comment. It ends/here", "{\"moves\": \"R // 1.\"}", "[R, U]", "", "3\nFront"]
        {
            assert!(!looks_like_a_path(text), "{text}");
        }
    }
}
