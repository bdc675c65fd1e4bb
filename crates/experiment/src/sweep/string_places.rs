//! [`character_at`]: the place in a file of a wrong character of a state or of moves (a scramble, those of an alphabet or a phase), which
//! are a string of a TOML file or a line of a file of instances.

use std::ops::Range;

/// Returns the place in the file of the character at a line and a column of the text at a place, both from 1.
pub(super) fn character_at(text: &str, place: &Range<usize>, (line, column): (usize, usize)) -> Option<Range<usize>> {
    let literal = text.get(place.clone())?;
    let range = if literal.starts_with(['"', '\'']) {
        range_at(literal, line, column)?
    } else {
        // A state without quotes is a line of a file of instances.
        let (start, character) = literal.char_indices().filter(|_| line == 1).nth(column.checked_sub(1)?)?;
        start..start + character.len_utf8()
    };
    Some(place.start + range.start..place.start + range.end)
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
    fn characters_of_a_line_without_quotes_are_found() {
        assert_eq!(character_at("file = \"bad.txt\"", &(7..16), (1, 2)), Some(9..10));
        assert_eq!(character_at("R\nU é\n", &(2..6), (1, 3)), Some(4..6));
        assert_eq!(character_at("R\nU é\n", &(2..6), (1, 9)), None);
    }
}
