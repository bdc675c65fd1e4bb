//! Text that comes from files, before it is printed or written into a table.

use std::borrow::Cow;

/// Returns whether a character shows itself and does nothing else. Control characters move the cursor or change the
/// terminal; bidirectional controls change the order of what follows (Unicode Standard Annex 9).
#[must_use]
pub fn is_printable(character: char) -> bool {
    let reorders =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !character.is_control() && !reorders
}

/// Escapes every character that is not printable, except ends of lines and tabs: `\u001b`. Within a JSON string the
/// escape is the same character.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let passes = |c: char| is_printable(c) || c == '\n' || c == '\t';
    if text.chars().all(passes) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if passes(character) {
            shown.push(character);
        } else {
            shown.push_str(&format!("\\u{:04x}", u32::from(character)));
        }
    }
    Cow::Owned(shown)
}

/// Quotes a text for a message: on one line, and only its first 60 characters if it has more.
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}… ({} bytes)", &text[..end], text.len()),
    }
}

/// Returns the known name that a misspelled one probably means: one that differs in a third of its characters at most, counting
/// exchanged neighbors as one and hyphens, underscores, spaces and capitals as nothing.
#[must_use]
pub fn similar<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Long names are rarely misspelled, and distances of long texts take long to compute.
    const LONGEST: usize = 64;
    let letters =
        |text: &str| text.chars().filter(|c| !"-_ ".contains(*c)).flat_map(char::to_lowercase).collect::<String>();
    let name = letters(name);
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let distance = |known: &str| strsim::damerau_levenshtein(&name, &letters(known));
    let near =
        known.into_iter().map(|known| (distance(known), known)).filter(|(distance, _)| *distance <= length.max(3) / 3);
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// Returns whether a spreadsheet takes a cell of a table for a formula: it begins with `=`, `+`, `-` or `@`, and is no
/// number.
#[must_use]
pub fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("two\nlines\tof ünïcödé 🎲"), "two\nlines\tof ünïcödé 🎲");
        assert_eq!(
            printable("\x1b[2Ja\r\u{9b}31m\u{7f}\u{202e}b\u{2066}"),
            "\\u001b[2Ja\\u000d\\u009b31m\\u007f\\u202eb\\u2066"
        );
        let text = "\u{9b}\u{202e}\u{7f}";
        let json = serde_json::to_string(text).unwrap();
        assert_eq!(serde_json::from_str::<String>(&printable(&json)).unwrap(), text);
    }

    #[test]
    fn quotations_are_short_and_on_one_line() {
        assert_eq!(quoted("a\n\"b\"\u{9b}\u{202e}"), "\"a\\n\\\"b\\\"\\u{9b}\\u{202e}\"");
        let long = quoted(&"ü".repeat(1 << 20));
        assert!(long.len() < 200 && long.ends_with("ü\"… (2097152 bytes)"), "{long}");
    }

    #[test]
    fn misspelled_names_are_told_from_other_names() {
        let known = ["one-point", "two-point", "gene-rate", "tournament", "factor", "superflip", "es"];
        for (name, meant) in [
            ("onepoint", Some("one-point")),
            ("gene_rate", Some("gene-rate")),
            ("Gene-Rate", Some("gene-rate")),
            ("turnament", Some("tournament")),
            ("factors", Some("factor")),
            ("superflop", Some("superflip")),
            ("fatcor", Some("factor")),
            ("se", Some("es")),
            ("uniform", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(similar(name, known), meant, "{name}");
        }
        assert_eq!(similar(&"x".repeat(1 << 20), known), None);
    }

    #[test]
    fn formulas_are_told_from_numbers() {
        for formula in ["=1+1", "+x", "-x", "@SUM(A1)", "-", "=", "-1+1", "--1"] {
            assert!(is_formula(formula), "{formula}");
        }
        for cell in ["-1", "-0.5", "+3", "-1e-3", "", "max", "a=b", "R' U"] {
            assert!(!is_formula(cell), "{cell}");
        }
    }
}
