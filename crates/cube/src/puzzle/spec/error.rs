//! [`SpecError`]: an error in the description of a file-defined puzzle, with the path to the wrong part. Only the first error is reported;
//! `file` finds its line and column.

/// A step of the path to a part of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The value of this key.
    Name(String),
    /// The item with this index of a list, from 0.
    Item(usize),
}

impl From<&str> for PathStep {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(number: usize) -> Self {
        Self::Item(number)
    }
}

/// The first error in the description of a puzzle, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    /// The path to the wrong part; empty for the whole description.
    pub path: Vec<PathStep>,
    /// The message.
    pub message: String,
}

/// Returns an error at the end of a path.
pub(super) fn wrong<T, const N: usize>(path: [PathStep; N], message: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError { path: path.into(), message: message.into() })
}
