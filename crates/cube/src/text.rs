//! Text from files and users. It is normalized when it is read; checked for unprintable characters and formulas, escaped or quoted when it
//! is written. Also the names nearest to a word.

use std::borrow::Cow;

/// Returns whether a character is safe to print. Control characters can move the cursor or change the terminal;
/// bidirectional controls reorder the text after them (Unicode Standard Annex 9). Zero-width spaces and tag characters
/// are invisible, so that two names may look the same.
pub fn is_printable(character: char) -> bool {
    let reorders =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_invisible = matches!(character, '\u{200b}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    !character.is_control() && !reorders && !is_invisible
}

/// Escapes every character that is not [printable](is_printable), except line feeds and tabs, as `\u001b`. In a JSON
/// string the escape has the same meaning.
pub fn printable(text: &str) -> Cow<'_, str> {
    let passes = |c: char| is_printable(c) || c == '\n' || c == '\t';
    if is_each(text, passes) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if passes(character) {
            escaped.push(character);
        } else {
            // A tag character takes two units, as in JSON.
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    Cow::Owned(escaped)
}

/// Returns whether each character of a text passes; printable ASCII and white space do. Nearly all bytes of a text are of these.
fn is_each(text: &str, passes: impl Fn(char) -> bool) -> bool {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let mut rest = text;
    while let Some(begin) = rest.bytes().position(|byte| !is_plain(byte)) {
        let mut characters = rest[begin..].chars();
        if !characters.next().is_none_or(&passes) {
            return false;
        }
        rest = characters.as_str();
    }
    true
}

/// Returns a text in the characters that the readers know: LF at the end of each line, where CR LF or CR ends it; `'` for other
/// apostrophes and primes; `-` for the minus sign; ASCII for full-width forms; nothing for invisible characters, such as zero-width
/// spaces and byte order marks.
pub fn normalized(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(['\r', '`']) {
        return text.into();
    }
    let is_invisible = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let character = |c: char| match c {
        '\r' => '\n',
        '`' | '´' | 'ʹ' | 'ʼ' | '՚' | 'ߴ' | '‘' | '’' | '′' => '\'',
        '−' => '-',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).expect("printable ASCII"),
        _ => c,
    };
    text.replace("\r\n", "\n").chars().filter(|c| !is_invisible(*c)).map(character).collect()
}

/// Quotes a text for a message: on one line, cut after 60 characters.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}… ({} bytes)", &text[..end], text.len()),
    }
}

/// Returns the known name that is closest to a misspelled one; `None` if all differ in more than a third of its
/// characters (in more than one, if it has fewer than three), or if it has more than 64. The Damerau–Levenshtein distance
/// is used; hyphens, underscores, spaces and case are ignored.
pub fn similar<'k>(name: &str, candidates: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // The time for a distance grows with the square of the length.
    const LONGEST: usize = 64;
    let letters =
        |text: &str| text.chars().filter(|c| !"-_ ".contains(*c)).flat_map(char::to_lowercase).collect::<String>();
    let name = letters(name);
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let distance = |candidate: &str| strsim::damerau_levenshtein(&name, &letters(candidate));
    let similar = candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, _)| *distance <= length.max(3) / 3);
    similar.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Returns the end of a message that suggests a known name; empty if none is similar.
pub fn suggestion(word: &str, names: &[&str]) -> String {
    similar(word, names.iter().copied()).map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

/// Returns whether a spreadsheet would run a cell as a formula: it begins with `=`, `+`, `-` or `@`, after white space or as the
/// full-width character, and is not a number.
pub fn is_formula(cell: &str) -> bool {
    let cell = cell.trim();
    cell.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && cell.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_line_feeds_and_characters_are_those_of_the_notations() {
        assert_eq!(normalized("a\r\nb\rc\n\rd\r"), "a\nb\nc\n\nd\n");
        assert_eq!(normalized("a\nb"), "a\nb");
        assert_eq!(normalized("R`U´FʹDʼL՚BߴR‘U’F′D＇"), "R'U'F'D'L'B'R'U'F'D'");
        assert_eq!(normalized("\u{feff}R\u{200b}2 U\u{2060}− （Ｒ２）×3"), "R2 U- (R2)×3");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("two\nlines\tof ünïcödé 🎲"), "two\nlines\tof ünïcödé 🎲");
        assert_eq!(
            printable("\x1b[2Ja\r\u{9b}31m\u{7f}\u{202e}b\u{2066}\u{200b}\u{feff}"),
            "\\u001b[2Ja\\u000d\\u009b31m\\u007f\\u202eb\\u2066\\u200b\\ufeff"
        );
        let text = "\u{9b}\u{202e}\u{7f}\u{e0041}";
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
    fn misspelled_names_are_matched_and_other_names_are_not() {
        let candidates = ["one-point", "two-point", "gene-rate", "tournament", "factor", "superflip", "es"];
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
            assert_eq!(similar(name, candidates), meant, "{name}");
        }
        assert_eq!(similar(&"x".repeat(1 << 20), candidates), None);
    }

    #[test]
    fn formulas_are_distinguished_from_numbers() {
        for formula in ["=1+1", "+x", "-x", "@SUM(A1)", "-", "=", "-1+1", "--1", " =1", "\t@x", "＝1", "－A1"] {
            assert!(is_formula(formula), "{formula}");
        }
        for cell in ["-1", "-0.5", "+3", "-1e-3", "", "max", "a=b", "R' U"] {
            assert!(!is_formula(cell), "{cell}");
        }
    }
}
