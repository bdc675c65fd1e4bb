//! The INSTANCE argument, which several commands have: a file, `-` (standard input), or the text itself.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use evocube::experiment::sweep::read_puzzle;
use evocube::notation::{self, AnyState, Dialect, Format, MAX_BYTES, NotationError};
use evocube::puzzle::spec::PuzzleSpec;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::{Algorithm, PuzzleKind};

use crate::cli::outcome::Failure;

/// A state, as users give it.
#[derive(Args)]
pub(crate) struct InstanceArgs {
    /// A file (if there is one of that name), `-` for standard input, or the text itself: moves, faces, facelets,
    /// pieces or JSON
    #[arg(value_name = "INSTANCE")]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// How the text of an instance is to be read.
#[derive(Args)]
pub(crate) struct ReadingArgs {
    /// The format of the instance; recognized if absent
    #[arg(long, value_parser = format_parser())]
    pub(crate) format: Option<Format>,
    /// What a bare 1 after a face means: sousa = counter-clockwise, contest = clockwise
    #[arg(long, value_parser = dialect_parser(), default_value_t)]
    pub(crate) dialect: Dialect,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one; if absent, the cube of the instance (for moves:
    /// what the command expects, else cube3)
    #[arg(long, value_parser = parse_puzzle)]
    pub(crate) puzzle: Option<AnyPuzzle>,
}

impl InstanceArgs {
    /// The text of the instance, and its puzzle: the one that is asked for, else the cube that the text describes.
    pub(crate) fn text(&self) -> Result<(Text, AnyPuzzle), Failure> {
        let text = Text::of(&self.instance)?;
        let puzzle = match &self.reading.puzzle {
            Some(puzzle) => puzzle.clone(),
            None => self.reading.read(&text)?.kind().into(),
        };
        Ok((text, puzzle))
    }

    /// Reads a state and moves that are to be performed on it: a file, `-`, or the moves themselves.
    pub(crate) fn read_both<P: Puzzle>(
        &self,
        puzzle: &P,
        text: &Text,
        moves: &str,
    ) -> Result<(P::State, Algorithm<P::Move>), Failure> {
        if self.instance == "-" && moves == "-" {
            return Err(Failure("only one of INSTANCE and MOVES can be standard input".to_owned()));
        }
        let ReadingArgs { format, dialect, .. } = self.reading;
        let state = puzzle.read(&text.content, format, dialect).map_err(|sentence| text.refused(&sentence))?;
        let text = Text::of(moves)?;
        let moves = puzzle.read_moves(&text.content, dialect).map_err(|sentence| text.refused(&sentence))?;
        Ok((state, moves))
    }
}

impl ReadingArgs {
    /// The cube that is asked for, if one is.
    pub(crate) fn cube(&self) -> Option<PuzzleKind> {
        self.puzzle.as_ref().and_then(AnyPuzzle::cube)
    }

    /// The file-defined puzzle, if one is asked for.
    pub(crate) fn spec(&self) -> Option<&PuzzleSpec> {
        match &self.puzzle {
            Some(AnyPuzzle::Spec(puzzle)) => Some(puzzle),
            _ => None,
        }
    }

    /// Reads and checks the state that a text describes.
    pub(crate) fn read(&self, text: &Text) -> Result<AnyState, Failure> {
        notation::read(&text.content, self.format, self.cube(), self.dialect).map_err(|error| text.failure(&error))
    }

    /// Reads and checks the state that a text describes, where a puzzle is expected: moves, which do not say what they
    /// turn, turn that one.
    pub(crate) fn read_for(&self, text: &str, puzzle: PuzzleKind) -> Result<AnyState, NotationError> {
        let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
        let moves = self.format.unwrap_or_else(|| notation::recognize(bare, self.cube())) == Format::Moves;
        notation::read(text, self.format, self.cube().or(moves.then_some(puzzle)), self.dialect)
    }
}

/// A text and where it comes from.
pub(crate) struct Text {
    /// The file's name, or `standard input`; `None` for a text that was an argument.
    pub(crate) name: Option<String>,
    /// The text.
    pub(crate) content: String,
}

impl Text {
    /// The text that an argument names or is.
    pub(crate) fn of(argument: &str) -> Result<Self, Failure> {
        let mut source = Source::of(argument)?;
        let limit = u64::try_from(MAX_BYTES).expect("a mebibyte") + 1;
        let mut content = Vec::new();
        let read = (&mut source.bytes).take(limit).read_to_end(&mut content);
        read.map_err(|error| source.failure(&error.to_string()))?;
        if content.len() > MAX_BYTES {
            return Err(source.failure(&format!("larger than {} MiB", MAX_BYTES >> 20)));
        }
        let content = String::from_utf8(content).map_err(|_| source.failure("not a text in UTF-8"))?;
        Ok(Self { content, name: source.name })
    }

    /// An error in this text, with the file's name in front.
    pub(crate) fn failure(&self, error: &NotationError) -> Failure {
        self.refused(&error.to_string())
    }

    /// A sentence about this text, with the file's name in front.
    pub(crate) fn refused(&self, sentence: &str) -> Failure {
        Failure(named(self.name.as_deref(), sentence))
    }
}

/// A sentence with the name of its source in front.
fn named(name: Option<&str>, sentence: &str) -> String {
    name.map_or_else(|| sentence.to_owned(), |name| format!("{name}: {sentence}"))
}

/// Where an argument's text comes from.
struct Source {
    /// The file's name, or `standard input`; `None` for a text that was an argument.
    name: Option<String>,
    bytes: Box<dyn BufRead>,
}

impl Source {
    /// A failure of the file as a whole, its name in quotes.
    fn failure(&self, sentence: &str) -> Failure {
        let quoted = self.name.as_ref().map(|name| match name.as_str() {
            "standard input" => name.clone(),
            _ => format!("\"{name}\""),
        });
        Failure(named(quoted.as_deref(), sentence))
    }

    fn of(argument: &str) -> Result<Self, Failure> {
        if argument == "-" {
            return Ok(Self { name: Some("standard input".to_owned()), bytes: Box::new(std::io::stdin().lock()) });
        }
        let path = Path::new(argument);
        // A text that is too long for a name, or has a NUL in it, is no file either.
        let is_file = path.try_exists().unwrap_or(false);
        if !is_file && !looks_like_a_path(argument) {
            return Ok(Self { name: None, bytes: Box::new(Cursor::new(argument.to_owned())) });
        }
        if path.is_dir() {
            return Err(Failure(format!("\"{argument}\": this is a folder, expected a file")));
        }
        let file = File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure(format!("\"{argument}\": no such file")),
            _ => Failure(format!("\"{argument}\": {error}")),
        })?;
        Ok(Self { name: Some(argument.to_owned()), bytes: Box::new(BufReader::new(file)) })
    }
}

/// The lines of a text that may be longer than memory, each no longer than an instance may be.
pub(crate) struct Lines {
    source: Source,
    number: usize,
}

impl Lines {
    /// The lines of the text that an argument names or is.
    pub(crate) fn of(argument: &str) -> Result<Self, Failure> {
        Source::of(argument).map(|source| Self { source, number: 0 })
    }

    /// The next line that is not empty, and its number, from 1.
    pub(crate) fn next_line(&mut self) -> Result<Option<(usize, String)>, Failure> {
        let limit = u64::try_from(MAX_BYTES).expect("a mebibyte") + 1;
        loop {
            let mut bytes = Vec::new();
            self.number += 1;
            let read = (&mut self.source.bytes).take(limit).read_until(b'\n', &mut bytes);
            let failed = |reason: &str| self.failure(&format!("line {}: {reason}", self.number));
            if read.map_err(|error| failed(&error.to_string()))? == 0 {
                return Ok(None);
            }
            if bytes.len() > MAX_BYTES {
                return Err(failed(&format!("larger than {} MiB", MAX_BYTES >> 20)));
            }
            let line = String::from_utf8(bytes).map_err(|_| failed("not a text in UTF-8"))?;
            if !line.trim().is_empty() {
                return Ok(Some((self.number, line)));
            }
        }
    }

    /// An error in these lines, with the file's name in front.
    pub(crate) fn failure(&self, sentence: &str) -> Failure {
        Failure(named(self.source.name.as_deref(), sentence))
    }
}

/// Is this more likely the name of a file than an instance? Instances have no dots and no slashes, except in JSON and
/// in comments.
fn looks_like_a_path(argument: &str) -> bool {
    let beginning = argument.split("//").next().unwrap_or_default().trim();
    !beginning.starts_with('{') && !beginning.contains('\n') && beginning.contains(['/', '\\', '.'])
}

/// Reads a [`Format`]'s name.
pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

/// Reads a [`Dialect`]'s name.
pub(crate) fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).try_map(|name| name.parse::<Dialect>())
}

/// Reads a [`PuzzleKind`]'s name.
pub(crate) fn puzzle_parser() -> impl TypedValueParser<Value = PuzzleKind> {
    PossibleValuesParser::new(PuzzleKind::ALL.map(PuzzleKind::name)).try_map(|name| name.parse::<PuzzleKind>())
}

/// A puzzle by its name, or the file that defines it.
pub(crate) fn parse_puzzle(text: &str) -> Result<AnyPuzzle, String> {
    if text.ends_with(".toml") {
        read_puzzle(Path::new(text))
    } else {
        text.parse().map_err(|error| format!("{error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_instances() {
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
