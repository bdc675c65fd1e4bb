//! Values of the parser, with their places, and checks of single values.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::error_text;
use super::tree::Diagnostic;
use crate::text::quoted;

/// A TOML value with its place in the file.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// Returns an error at a place.
pub(super) fn reject<T>(message: impl Into<String>, span: Range<usize>) -> Result<T, Diagnostic> {
    Err((message.into(), Some(span)))
}

/// Returns a parser's error in plain words, with its place.
pub(super) fn plain(error: &toml::de::Error) -> Diagnostic {
    (error_text::plain(error.message()), error.span())
}

/// Reads a value as a type.
pub(super) fn deserialize<'t, T: Deserialize<'t>>(value: Value<'t>) -> Result<T, Diagnostic> {
    T::deserialize(ValueDeserializer::from(value)).map_err(|error| plain(&error))
}

/// Checks that a number is from 1 to `max`.
pub(super) fn within(what: &str, value: &Spanned<i64>, max: u64) -> Result<u64, Diagnostic> {
    match u64::try_from(*value.get_ref()) {
        Ok(number) if (1..=max).contains(&number) => Ok(number),
        _ => reject(format!("{what} {} is out of range: 1 to {max}", value.get_ref()), value.span()),
    }
}

/// Checks the name of a sweep or a stage.
pub(super) fn checked_name(name: &Spanned<String>) -> Result<String, Diagnostic> {
    let text = name.get_ref();
    let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.is_empty() || text.len() > 100 || text.starts_with(['.', '-']) || !text.chars().all(good) {
        let rule = "must be 1 to 100 letters, digits, - _ or . and begin with a letter, a digit or _";
        return reject(format!("name {} {rule}", quoted(text)), name.span());
    }
    Ok(text.clone())
}
