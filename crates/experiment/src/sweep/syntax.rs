//! Parsing a file of TOML.

use std::collections::HashSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::diagnostic::Diagnostic;
use super::error_text;
use super::tree::Node;
use evocube_cube::text::quoted;

/// Parses a file.
///
/// # Errors
/// The mistakes of a text that is not TOML, one per line.
pub(super) fn parse(text: &str) -> Result<Node, Vec<Diagnostic>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let mut out_of_range = Vec::new();
        let root = Node::from_parsed(&Spanned::new(root.span(), DeValue::Table(root.into_inner())), &mut out_of_range);
        return if out_of_range.is_empty() { Ok(root) } else { Err(out_of_range) };
    }
    let line_of = |byte: usize| text.as_bytes()[..byte.min(text.len())].iter().filter(|byte| **byte == b'\n').count();
    let diagnostic = |error: &Error| {
        let place = error.span().unwrap_or(text.len()..text.len());
        let wrong = plain_sentence(error.message(), text, &place);
        wrong.unwrap_or_else(|| error_text::diagnostic(error.message(), &[])).or_at(Some(place))
    };
    let place = |wrong: &Diagnostic| wrong.place.as_ref().map_or(0, |place| place.start);
    let mut lines = HashSet::new();
    let mut errors: Vec<Diagnostic> =
        errors.iter().map(diagnostic).filter(|wrong| lines.insert(line_of(place(wrong)))).collect();
    if let Some((opener, end)) = unclosed(text) {
        let last = text[..end].trim_end().len().saturating_sub(1);
        // The parser reads all later lines as part of the value.
        errors.retain(|wrong| line_of(place(wrong)) < line_of(last));
        let (open, close) = if text[opener..].starts_with('[') { ('[', ']') } else { ('{', '}') };
        let message = format!("the {open} of line {} is not closed", line_of(opener) + 1);
        errors.push(Diagnostic::new(message, Some(last..last + 1)).help(format!("write {close} at its end")));
    }
    Err(errors)
}

/// Returns the message and the correction of a frequent mistake at a place; without a place of its own, it is there.
fn plain_sentence(message: &str, text: &str, place: &Range<usize>) -> Option<Diagnostic> {
    let new = |message: String, help: String| Some(Diagnostic::new(message, None).help(help));
    let line_start = text[..place.start.min(text.len())].rfind('\n').map_or(0, |end| end + 1);
    if message == "duplicate key" {
        let key = text.get(place.clone())?;
        let is_header_of_list = text[line_start..].starts_with('[') && ["factor", "instance", "stage"].contains(&key);
        let help =
            if is_header_of_list { format!("write [[{key}]] for each") } else { "leave one of them out".to_owned() };
        return new(format!("key {} is written twice", quoted(key)), help);
    }
    if let Some((number, help)) = decimal_comma(text, line_start, place.start) {
        return Some(Diagnostic::new("a number has no comma", Some(number)).help(help));
    }
    if message.starts_with("cannot extend value of type ") {
        let key = text.get(place.start..)?.split(['=', '\n']).next()?.trim();
        let table = key.split('.').next()?;
        return new(
            format!("{table} has a value already, so that {key} cannot be set, too"),
            format!("write one of them, or a table of all keys, as in {table} = {{ … }}"),
        );
    }
    let rest = text.get(place.start..)?.lines().next().unwrap_or_default();
    if message.starts_with("invalid basic string") && rest.is_empty() {
        return new("the text is not closed".to_owned(), "write \" at its end".to_owned());
    }
    let is_of_a_word = ["string values must be quoted", "invalid float", "invalid boolean"]
        .iter()
        .any(|beginning| message.starts_with(beginning));
    let word = rest.split([',', ']', '}', '#', '"']).next().unwrap_or_default().trim_end();
    match word.chars().next() {
        None if is_of_a_word => {
            new("a value is missing here".to_owned(), "write a number, \"…\", true, false, [ … ] or { … }".to_owned())
        }
        Some('0'..='9') if message.starts_with("string values") => {
            let share = word.strip_suffix('%').and_then(|percent| percent.trim_end().parse::<f64>().ok());
            let help = match share {
                Some(percent) => format!("write {}", percent / 100.0),
                None => format!("write a number, as in 100 or 0.5, or {}", quoted(word)),
            };
            new("this is neither a number nor a text in quotes".to_owned(), help)
        }
        Some(first) if first.is_alphabetic() && is_of_a_word || message.starts_with("string values") => {
            let text = word.trim_matches(|c| "“”„‘’«»´`".contains(c));
            let quotes = if text == word { "quotes" } else { "straight quotes" };
            new(format!("a text needs {quotes}"), format!("write {}", quoted(text)))
        }
        _ => None,
    }
}

/// Returns the place of a number with a comma before its decimals, after which the line has a mistake, and how to write it.
fn decimal_comma(text: &str, line_start: usize, mistake: usize) -> Option<(Range<usize>, String)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_').len();
    let line = text[line_start..].lines().next()?;
    line.match_indices('=').find_map(|(equals, _)| {
        let value = line[equals + 1..].trim_start();
        let whole = digits(value);
        let decimals = digits(value[whole..].strip_prefix(',')?);
        let (whole, decimals, start) =
            (&value[..whole], &value[whole + 1..][..decimals], line_start + line.len() - value.len());
        let number = start..start + whole.len() + 1 + decimals.len();
        let point = if decimals.len() == 3 && whole != "0" { "" } else { "." };
        let can_be_list = whole != "0" && !decimals.starts_with('0');
        let list = if can_be_list { format!(", or [{whole}, {decimals}] for a list") } else { String::new() };
        let help = format!("write {whole}{point}{decimals}{list}");
        let is_before =
            start + whole.len() <= mistake && text.get(number.end..mistake).unwrap_or_default().trim().is_empty();
        (!whole.is_empty() && !decimals.is_empty() && is_before).then_some((number, help))
    })
}

/// Returns the place of a bracket that is open where a line begins with a key or a header, and the place of that line.
fn unclosed(text: &str) -> Option<(usize, usize)> {
    let (mut open, mut start): (Vec<usize>, _) = (Vec::new(), 0);
    let mut quotes: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let begins_with_name = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_key = begins_with_name(line) && line.contains('=');
        // A list within a list begins with a bracket or a quote, or with a number.
        let is_header = line.starts_with('[') && begins_with_name(line.trim_start_matches('['));
        if let (true, None, Some(opener)) = (is_header || is_key, quotes, open.first()) {
            return Some((*opener, start));
        }
        let mut byte = 0;
        while let Some(character) = line[byte..].chars().next() {
            let rest = &line[byte..];
            let mut length = character.len_utf8();
            match quotes {
                Some(end) if rest.starts_with(end) => (quotes, length) = (None, end.len()),
                Some(end) if end.starts_with('"') && character == '\\' => {
                    length += rest[1..].chars().next().map_or(0, char::len_utf8);
                }
                Some(_) => {}
                None => match character {
                    '#' => break,
                    '"' | '\'' => {
                        let begin = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes));
                        (quotes, length) = (begin, begin.map_or(1, str::len));
                    }
                    '[' | '{' if !is_header => open.push(start + byte),
                    ']' | '}' if !is_header => drop(open.pop()),
                    _ => {}
                },
            }
            byte += length;
        }
        // A one-line string ends with its line.
        quotes = quotes.filter(|quotes| quotes.len() == 3);
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of the mistakes, from 1.
    fn lines(text: &str) -> Vec<usize> {
        let line = |wrong: &Diagnostic| text[..wrong.place.clone().unwrap().start].matches('\n').count() + 1;
        let mut lines: Vec<usize> = parse(text).unwrap_err().iter().map(line).collect();
        lines.sort_unstable();
        lines
    }

    #[test]
    fn a_bracket_that_is_not_closed_is_one_mistake_at_its_end() {
        assert_eq!(lines("a = [1, 2\nb = 3\n[c]\nd = 4\n"), [1]);
        assert_eq!(lines("a = { b = [1, 2 }\n\n[[c]]\nd = 4\n"), [1]);
        assert_eq!(lines("a = [\n    1, # ]\n    \"]\",\n\nb = 3\n"), [3]);
        assert_eq!(lines("a == 1\nb = [1, 2\nc = 3\n"), [1, 2]);
        assert_eq!(lines("a = [\n[1],\n['b'],\n]\n[c]\nd = = 4\n"), [6]);
        assert_eq!(unclosed("a = [\n  '[', \"\\\"[\", # [\n]\nb = \"\"\"\n[\nc = [\"\"\"\n[d]\n"), None);
    }
}
