//! Places within the strings of a TOML file and the lines of a file of instances.

use std::ops::Range;

/// Splits a message that begins with `line L, column C: `, possibly after the name of the key. Returns the rest of the message,
/// and the place of that character in the file.
pub(super) fn pinpoint(message: &str, place: &Range<usize>, text: &str) -> Option<(String, Range<usize>)> {
    let literal = text.get(place.clone())?;
    let keys = ["scramble: ", "state: ", "goal: "];
    let sentence = keys.into_iter().find_map(|key| message.strip_prefix(key)).unwrap_or(message);
    let (line, column, rest) = split_place(sentence)?;
    let range = if literal.starts_with(['"', '\'']) {
        range_at(literal, line, column)?
    } else {
        // A state without quotes is a line of a file of instances.
        let mut characters = literal.char_indices().filter(|_| message.starts_with("state: ") && line == 1);
        let (start, character) = characters.nth(column.checked_sub(1)?)?;
        start..start + character.len_utf8()
    };
    Some((rest.to_owned(), place.start + range.start..place.start + range.end))
}

/// Splits `line L, column C: message`.
fn split_place(message: &str) -> Option<(usize, usize, &str)> {
    let (line, rest) = message.strip_prefix("line ")?.split_once(", column ")?;
    let (column, rest) = rest.split_once(": ")?;
    Some((line.parse().ok()?, column.parse().ok()?, rest))
}

/// Returns the byte range in a string literal of the character at a line and a column of its value, both from 1. The end of the
/// value is the closing quotes.
fn range_at(literal: &str, line: usize, column: usize) -> Option<Range<usize>> {
    let quote = &literal[..1];
    let quotes = if literal.starts_with(&quote.repeat(3)) && literal.len() >= 6 { 3 } else { 1 };
    let content = literal.get(quotes..literal.len().checked_sub(quotes)?)?;
    let mut byte = 0;
    if quotes == 3 {
        // A line break directly after the quotes is not part of the value.
        byte = if content.starts_with("\r\n") { 2 } else { usize::from(content.starts_with('\n')) };
    }
    let mut position = (1, 1);
    loop {
        let rest = &content[byte..];
        let (length, value) = match rest.chars().next() {
            None => (0, None),
            Some('\\') if quote == "\"" => escape(rest)?,
            Some(character) => (character.len_utf8(), Some(character)),
        };
        if position == (line, column) && (value.is_some() || length == 0) {
            return Some(quotes + byte..quotes + byte + length.max(1));
        }
        if length == 0 {
            return None;
        }
        byte += length;
        position = match value {
            Some('\n') => (position.0 + 1, 1),
            Some(_) => (position.0, position.1 + 1),
            None => position,
        };
    }
}

/// Returns the length of an escape sequence and a character for its value; `None` for a line continuation.
fn escape(text: &str) -> Option<(usize, Option<char>)> {
    let digits = match text.chars().nth(1)? {
        'n' => return Some((2, Some('\n'))),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        blank if blank.is_whitespace() => {
            return Some((1 + text[1..].len() - text[1..].trim_start().len(), None));
        }
        _ => 0,
    };
    Some((2 + digits, Some(' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_a_value_are_found_in_its_literal() {
        for (literal, (line, column), expected) in [
            ("\"R Q\"", (1, 3), "Q"),
            ("'R Q'", (1, 3), "Q"),
            ("\"R\\tQ\"", (1, 3), "Q"),
            ("\"R \\u0051\"", (1, 3), "\\u0051"),
            ("\"\"\"\nR U\nF Q\"\"\"", (2, 3), "Q"),
            ("\"\"\"R \\\n   Q\"\"\"", (1, 3), "Q"),
            ("'''R U\nF Q'''", (2, 3), "Q"),
            ("\"R\\nQ\"", (2, 1), "Q"),
            ("\"ü Q\"", (1, 3), "Q"),
            ("\"R U\"", (1, 4), "\""),
        ] {
            assert_eq!(range_at(literal, line, column).map(|place| &literal[place]), Some(expected), "{literal}");
        }
        assert_eq!(range_at("\"R\"", 2, 1), None);
        assert_eq!(range_at("\"R\"", 1, 3), None);
    }

    #[test]
    fn a_place_in_a_file_is_no_place_in_its_name() {
        let text = "file = \"bad.txt\"";
        assert_eq!(pinpoint("bad.txt: line 1, column 2: found \"X\"", &(7..16), text), None);
        assert_eq!(
            pinpoint("scramble: line 1, column 2: found \"X\"", &(7..16), text),
            Some(("found \"X\"".to_owned(), 9..10))
        );
        let (message, place) = pinpoint("state: line 1, column 3: found \"é\"", &(2..7), "R\nU é\n").unwrap();
        assert_eq!((message.as_str(), place), ("found \"é\"", 4..6));
        assert_eq!(pinpoint("state: line 1, column 9: the end", &(2..7), "R\nU é\n"), None);
    }
}
