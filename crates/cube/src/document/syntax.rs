//! [`parse`] and [`parse_value`]: a TOML file, or a single value, read as [`Node`]s, values that keep their places. Of a file all syntax
//! errors are returned, one a line; without any, all numbers that do not fit into 64 bits. Of a value it is the first mistake. Types are
//! read by `reader`.

use std::collections::HashSet;
use std::ops::Range;

use toml::de::{DeTable, DeValue, Error};
use toml::{Spanned, Value};

use super::mistake::{Mistake, ReadError};
use super::{Content, Node};

/// Parses a file.
///
/// # Errors
/// The mistakes of a text that is not TOML, one per line, and numbers that do not fit into 64 bits.
pub fn parse(text: &str) -> Result<Node, Vec<ReadError>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let line = |error: &ReadError| error.line_and_column(text).0;
    let mut lines = HashSet::new();
    let mut mistakes: Vec<ReadError> =
        errors.iter().map(|error| syntax_error(error, text)).filter(|error| lines.insert(line(error))).collect();
    if mistakes.is_empty() {
        let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        let node = node_of(&root, &mut mistakes);
        if mistakes.is_empty() {
            return Ok(node);
        }
    }
    Err(mistakes)
}

/// Parses a value as TOML writes it; places are those in the text.
///
/// # Errors
/// If the text is not a value.
pub fn parse_value(text: &str) -> Result<Node, ReadError> {
    let parsed = DeValue::parse(text).map_err(|error| syntax_error(&error, text))?;
    let mut mistakes = Vec::new();
    let node = node_of(&parsed, &mut mistakes);
    mistakes.into_iter().next().map_or(Ok(node), Err)
}

/// Returns an error of the parser in its own words.
fn syntax_error(error: &Error, text: &str) -> ReadError {
    let place: Range<usize> = error.span().unwrap_or(text.len()..text.len());
    ReadError::new(Mistake::Syntax(error.message().trim().replace('\n', "; ")), Some(place))
}

/// Converts what the parser returns. Numbers that do not fit into 64 bits are mistakes.
fn node_of(value: &Spanned<DeValue<'_>>, mistakes: &mut Vec<ReadError>) -> Node {
    let mut out_of_range = |message: String| {
        mistakes.push(ReadError::new(Mistake::Refused(message), Some(value.span())));
        Value::Integer(0)
    };
    let content = match value.get_ref() {
        DeValue::String(text) => Content::Plain(Value::String(text.to_string())),
        DeValue::Integer(number) => Content::Plain(i64::from_str_radix(number.as_str(), number.radix()).map_or_else(
            |_| {
                let (min, max) = (i64::MIN, i64::MAX);
                out_of_range(format!("{number} is out of range: integers are from {min} to {max}"))
            },
            Value::Integer,
        )),
        DeValue::Float(number) => Content::Plain(match number.as_str().parse::<f64>() {
            Ok(value) if value.is_finite() || number.as_str().contains(['i', 'n']) => Value::Float(value),
            _ => out_of_range(format!("{number} does not fit into 64 bits")),
        }),
        DeValue::Boolean(truth) => Content::Plain(Value::Boolean(*truth)),
        DeValue::Datetime(date) => Content::Plain(Value::Datetime(*date)),
        DeValue::Array(items) => Content::List(items.iter().map(|item| node_of(item, mistakes)).collect()),
        DeValue::Table(table) => Content::Table(
            table
                .iter()
                .map(|(key, value)| (key.get_ref().to_string(), (key.span(), node_of(value, mistakes))))
                .collect(),
        ),
    };
    Node { content, place: value.span() }
}
