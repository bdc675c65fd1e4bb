//! [`Mistake`]: why a value cannot be read, with the message. [`ReadError`]: a mistake with its place in the text, also as line and column,
//! and its path of keys. It is the error of the deserializer in `reader` and of the parser in `syntax`, and its message has the names that
//! are known in place of a wrong one.

use std::fmt::{self, Display};
use std::ops::Range;

use serde::de::{Error, Expected, Unexpected};
use toml::Value;

use crate::text::{quoted, suggestion};

/// Reason for which a value cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// A key that its table does not have.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys of the table.
        keys: &'static [&'static str],
    },
    /// A word, or the name of an alternative, that is not a value of its key.
    UnknownWord {
        /// The word.
        word: String,
        /// The values of the key.
        words: &'static [&'static str],
    },
    /// A table without a key, or a name alone whose settings have no default for a key.
    Missing {
        /// The key.
        key: &'static str,
        /// The name that stands alone; `None` for a table.
        name: Option<String>,
    },
    /// A name alone that needs a value.
    NeedsValue {
        /// The name.
        name: String,
    },
    /// A value of another type, or a number outside the range of the type.
    WrongType {
        /// The value in words.
        value: String,
        /// The type in words.
        expected: String,
    },
    /// A number such as `1e1` or `2.0`, which may have a fraction, in place of a whole one.
    Float {
        /// The number, without a fraction.
        number: f64,
        /// The type in words.
        expected: String,
    },
    /// A list in place of a table.
    WithoutKeys {
        /// The list.
        list: Value,
        /// The keys of the table.
        keys: &'static [&'static str],
    },
    /// A table of no or of several alternatives where one is expected.
    NotOne,
    /// A value that its type refuses with this sentence.
    Refused(String),
    /// A text that is not TOML, in the words of its parser.
    Syntax(String),
}

impl Mistake {
    /// Returns the message about the value of a key; `None` for the value of a whole file.
    pub fn message(&self, key: Option<&str>) -> String {
        match (self, key) {
            (Self::UnknownKey { key, .. }, _) => format!("unknown key {}", quoted(key)),
            (Self::UnknownWord { word, .. }, key) => {
                format!("{} is not a value of {}", quoted(word), key.unwrap_or("this key"))
            }
            (Self::Missing { key, name: Some(name) }, _) => {
                format!("{name} needs the key {key}: write {{ {name} = {{ {key} = … }} }}")
            }
            (Self::Missing { key, name: None }, Some(table)) => format!("{table} needs the key {key}"),
            (Self::Missing { key, name: None }, None) => format!("the key {key} is missing"),
            (Self::NeedsValue { name }, _) => format!("{name} needs a value: write {{ {name} = … }}"),
            (Self::WrongType { value, expected }, Some(key)) => format!("{key} must be {expected}, not {value}"),
            (Self::WrongType { value, expected }, None) => format!("expected {expected}, found {value}"),
            (Self::Float { number, expected }, Some(key)) => format!("{key} must be {expected}, not {number:?}"),
            (Self::Float { number, expected }, None) => format!("expected {expected}, found {number:?}"),
            (Self::WithoutKeys { .. }, Some(key)) => format!("{key} must be a table, not a list"),
            (Self::WithoutKeys { .. }, None) => "expected a table, found a list".to_owned(),
            (Self::NotOne, _) => "exactly one alternative is expected here".to_owned(),
            (Self::Refused(message) | Self::Syntax(message), _) => message.clone(),
        }
    }

    /// Returns the names that are expected in place of an unknown one.
    fn names(&self) -> Option<(&str, &'static [&'static str])> {
        match self {
            Self::UnknownKey { key, keys } => Some((key, keys)),
            Self::UnknownWord { word, words } => Some((word, words)),
            _ => None,
        }
    }
}

/// Error: a value cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    /// The mistake.
    pub mistake: Mistake,
    /// Byte range of the innermost wrong value; `None` if it has no place.
    pub place: Option<Range<usize>>,
    /// Path to this value: keys and numbers of items, outermost first.
    pub path: Vec<String>,
}

impl ReadError {
    /// Returns a mistake at a place.
    pub fn new(mistake: Mistake, place: Option<Range<usize>>) -> Self {
        Self { mistake, place, path: Vec::new() }
    }

    /// Returns the key of the wrong value: the last one of the path, before a word that is no value of it.
    pub fn key(&self) -> Option<&str> {
        let is_word = |step: &String| matches!(&self.mistake, Mistake::UnknownWord { word, .. } if word == step);
        let end = self.path.iter().position(is_word).unwrap_or(self.path.len());
        // The other steps are numbers of items.
        self.path[..end].iter().rev().find(|step| step.parse::<usize>().is_err()).map(String::as_str)
    }

    /// Returns line and column of the mistake in a text, from 1, in characters; the beginning of the text if it has no place.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let begin = self.place.as_ref().map_or(0, |place| place.start.min(text.len()));
        let before = String::from_utf8_lossy(&text.as_bytes()[..begin]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, last.chars().count() + 1)
    }

    /// Puts a key, or the number of an item, before the path.
    pub(super) fn within(mut self, step: impl Display) -> Self {
        self.path.insert(0, step.to_string());
        self
    }

    /// Names the word that stands alone where its settings are missing.
    pub(super) fn of_name(mut self, word: &str) -> Self {
        match &mut self.mistake {
            Mistake::Missing { name, .. } => *name = Some(word.to_owned()),
            Mistake::NeedsValue { name } => word.clone_into(name),
            _ => {}
        }
        self
    }

    /// Sets the type that a wrong value without a place should have.
    pub(super) fn expecting(mut self, kind: impl FnOnce() -> String) -> Self {
        if let (Mistake::WrongType { expected, .. }, None) = (&mut self.mistake, &self.place) {
            *expected = kind();
        }
        self
    }
}

impl Display for ReadError {
    /// The message without the place, and the names that are known in place of an unknown one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mistake.message(self.key()))?;
        match self.mistake.names() {
            Some((_, [])) => f.write_str(": leave it out"),
            Some((name, names)) => write!(f, ": expected one of {}{}", names.join(", "), suggestion(name, names)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Mistake::Refused(message.to_string()), None)
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let mistake = match unexpected {
            Unexpected::UnitVariant => Mistake::NeedsValue { name: "this word".to_owned() },
            unexpected => Mistake::WrongType { value: words_of(unexpected), expected: expected.to_string() },
        };
        Self::new(mistake, None)
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(Mistake::WrongType { value: format!("{length} of them"), expected: expected.to_string() }, None)
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        Self::new(Mistake::UnknownWord { word: word.to_owned(), words }, None)
    }

    fn unknown_field(key: &str, keys: &'static [&'static str]) -> Self {
        Self::new(Mistake::UnknownKey { key: key.to_owned(), keys }, None)
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(Mistake::Missing { key, name: None }, None)
    }
}

/// Returns a value in words.
fn words_of(value: Unexpected<'_>) -> String {
    match value {
        Unexpected::Bool(truth) => truth.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        // Numbers of hundreds of digits have an exponent.
        Unexpected::Float(number) => format!("{number:?}"),
        Unexpected::Str(text) => quoted(text),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Returns an integer type in words, by its limits.
pub(super) fn whole_number(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
        (Some(min), None) => format!("a whole number from {min}"),
        _ => "a whole number".to_owned(),
    }
}
