//! The text of an argument: a file, standard input (`-`) or the argument itself. [`InputText`] reads one text, such as an instance, moves
//! or a goal; [`InputLines`] reads the lists of `--batch`.
//!
//! A text has at most [`MAX_BYTES`]; a list for `--batch` may be longer, of lines up to this size. An argument that can be moves as well
//! as the name of a file is refused.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;

use evocube::files::reason;
use evocube::list::{ListLine, ListReader};
use evocube::notation::{self, Dialect, MAX_BYTES};
use evocube::route::Pattern;

use crate::cli::result::{Failure, failure};

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
