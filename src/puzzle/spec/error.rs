//! [`SpecError`]: why a description is none of a puzzle.

use std::fmt;

/// A step to a part of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// The value of this key.
    Name(String),
    /// The item of this number of a list, from 0.
    Item(usize),
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<usize> for Key {
    fn from(number: usize) -> Self {
        Self::Item(number)
    }
}

/// Why a description is none of a puzzle: the first reason, in a sentence, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The way to the part that is wrong; empty for the whole.
    pub path: Vec<Key>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SpecError {}

/// An error at the end of a path.
pub(super) fn wrong<T, const N: usize>(path: [Key; N], message: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError { path: path.into(), message: message.into() })
}
