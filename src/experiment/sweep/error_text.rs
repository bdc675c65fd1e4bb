//! Plain words for the messages of the TOML parser.

/// Phrases within a message, or a whole message.
const PHRASES: [(&str, &str); 7] = [
    ("invalid type: unit variant, expected newtype variant", "this word needs settings: write { word = { … } }"),
    ("wanted exactly 1 element, more than 1 element", "only one of these can be chosen"),
    ("wanted exactly 1 element, found 0 elements", "one of the alternatives must be chosen"),
    ("wanted string or table", "invalid type: expected a word or a table"),
    ("invalid type: map", "invalid type: table"),
    ("invalid type: sequence", "invalid type: list"),
    ("expected a sequence", "expected a list"),
];

/// Expectations at the end of a message.
const ENDINGS: [(&str, &str); 5] = [
    ("expected i64", "expected a whole number"),
    ("expected u64", "expected a whole number from 0"),
    ("expected u32", "expected a whole number from 0"),
    ("expected a nonzero u32", "expected a whole number from 1"),
    ("expected f64", "expected a number"),
];

/// Returns a parser's message in plain words.
pub(super) fn plain(message: &str) -> String {
    let mut text = message.trim().replace('\n', "; ");
    if let Some((number, _)) = text.split_once(" as i128, expected ").or(text.split_once(" as u128, expected ")) {
        return format!("{} does not fit into 64 bits", number.replace("invalid type", "invalid value"));
    }
    for (technical, words) in PHRASES {
        text = text.replace(technical, words);
    }
    for (technical, words) in ENDINGS {
        if let Some(beginning) = text.strip_suffix(technical) {
            return format!("{beginning}{words}");
        }
    }
    match text.rfind("expected struct ") {
        Some(place) => format!("{}expected a table", &text[..place]),
        None => text,
    }
}

/// Returns a whole number with commas between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn messages_of_the_toml_parser_become_plain_words() {
        for (technical, words) in [
            ("invalid type: string \"ten\", expected i64", "invalid type: string \"ten\", expected a whole number"),
            ("invalid type: map, expected struct GenomeConfig", "invalid type: table, expected a table"),
            (
                "invalid value: integer `0`, expected a nonzero u32",
                "invalid value: integer `0`, expected a whole number from 1",
            ),
            (
                "invalid type: integer `99` as i128, expected f64",
                "invalid value: integer `99` does not fit into 64 bits",
            ),
            ("rate 1.5 is out of range: 0 to 1", "rate 1.5 is out of range: 0 to 1"),
        ] {
            assert_eq!(plain(technical), words);
        }
    }
}
