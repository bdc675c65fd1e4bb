//! Messages of the parser in the words of the documentation, with corrections.

use super::diagnostic::{Diagnostic, Repair};
use super::keys;
use evocube_cube::text::{quoted, similar};

/// Converts a message of the parser to a diagnostic without a place.
///
/// `path` leads to the value of the message: keys and numbers of items, outermost first.
pub(super) fn diagnostic(message: &str, path: &[String]) -> Diagnostic {
    let message = with_short_numbers(&message.trim().replace('\n', "; "));
    let is_name = |step: &&String| step.parse::<usize>().is_err();
    let key = path.iter().rev().find(is_name).map(String::as_str);
    let new = |text: String| Diagnostic::new(text, None);
    // Messages of a registered component begin with its name.
    if let Some((name, rest)) = message.split_once(": ").filter(|(name, rest)| !name.contains(' ') && is_of_serde(rest))
    {
        return diagnostic(rest, &[name.to_owned()]);
    }
    if let Some((name, names)) = names(&message, "unknown field `") {
        let parents: Vec<&str> = path.iter().map(String::as_str).filter(|step| *step != name).collect();
        return keys::unknown(name, names, &parents);
    }
    if let Some((name, names)) = names(&message, "unknown variant `") {
        // The name may be a key, with others inside.
        let end = path.iter().position(|step| step == name).unwrap_or(path.len());
        let key = path[..end].iter().rev().find(is_name);
        return unknown_word(name, &names, key.map_or("this key", String::as_str));
    }
    if let Some((name, _)) = names(&message, "missing field `") {
        let text = key.map_or_else(|| format!("{name} is missing"), |key| format!("{key} needs the key {name}"));
        return Diagnostic {
            repair: Repair::Complete(name.to_owned()),
            ..new(text).help(format!("write {name} = … in it"))
        };
    }
    if message == "invalid type: unit variant, expected newtype variant" {
        return new("this word needs a value".to_owned()).help("write { WORD = … } with its value");
    }
    if message.starts_with("wanted exactly 1 element") {
        return new("exactly one alternative is expected here".to_owned()).help("write one name with its settings");
    }
    if let Some((value, expected)) = typed(&message) {
        let text = match key {
            Some(key) => format!("{key} must be {expected}, not {value}"),
            None => format!("expected {expected}, found {value}"),
        };
        return match keys::example(path) {
            Some(example) => new(text).help(format!("write it as in {example}")),
            None => new(text),
        };
    }
    let is_incomplete = message.split_once(" needs ").is_some_and(|(_, rest)| rest.contains(": write { "));
    let repair = if is_incomplete { Repair::Complete(String::new()) } else { Repair::default() };
    let text = match message.as_str() {
        "wanted string or table" => "expected a word or a table".to_owned(),
        other => {
            other.strip_suffix(", expected nothing").map_or(message.clone(), |text| format!("{text}: leave it out"))
        }
    };
    Diagnostic { repair, help: suggested_name(&text), ..new(text) }
}

/// Returns a message in which a number of hundreds of digits has an exponent.
fn with_short_numbers(message: &str) -> String {
    let short = |word: &str| {
        let digits = word.trim_matches(['`', ',']);
        let number = digits.parse::<f64>().ok().filter(|number| digits.len() > 30 && number.is_finite());
        number.map_or(word.to_owned(), |number| word.replace(digits, &format!("{number:e}")))
    };
    message.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

/// Returns "did you mean …?" for a message of the form `unknown set of turns "N", expected …` or `"N" is no orbit of …: it has
/// …`, if a known name is similar.
pub(super) fn suggested_name(message: &str) -> Option<String> {
    let (name, names) = match message.strip_prefix("unknown ") {
        Some(rest) => {
            let (name, names) = rest.split_once("\", expected ")?;
            (name.split_once('"')?.1, names)
        }
        None => {
            let (name, names) = message.strip_prefix('"')?.split_once("\" is no ")?;
            (name, names.split_once(": it has ")?.1)
        }
    };
    // The sentence ends with other kinds of values.
    let names = names.trim_start_matches("one of ").split(" or a ").next()?;
    let words = names.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    // Every letter is similar to the name of a move.
    similar(name, words.filter(|word| word.len() > 2)).map(|word| format!("did you mean \"{word}\"?"))
}

/// Returns whether a message was written by serde.
fn is_of_serde(message: &str) -> bool {
    ["unknown field `", "unknown variant `", "missing field `", "invalid type: ", "invalid value: "]
        .iter()
        .any(|beginning| message.starts_with(beginning))
}

/// Returns the diagnostic of a word that is not a value of its key.
fn unknown_word(name: &str, names: &[&str], key: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("{} is not a value of {key}", quoted(name)), None);
    match similar(name, names.iter().copied()) {
        Some(word) => {
            Diagnostic { repair: Repair::Word(word.to_owned()), ..diagnostic.help(format!("did you mean \"{word}\"?")) }
        }
        None => diagnostic.help(format!("write one of {}", names.join(", "))),
    }
}

/// Splits a message with a name after its beginning, and the known names in backticks.
fn names<'m>(message: &'m str, beginning: &str) -> Option<(&'m str, Vec<&'m str>)> {
    // The name may hold any character, so the last quotation that the parser writes ends it.
    let rest = message.strip_prefix(beginning)?;
    let end = rest.rfind("`, expected ").or_else(|| rest.rfind("`, there are no ")).or_else(|| rest.rfind('`'))?;
    Some((&rest[..end], rest[end + 1..].split('`').skip(1).step_by(2).collect()))
}

/// Splits a message about a type into what was found and what is expected.
fn typed(message: &str) -> Option<(String, String)> {
    let rest = ["invalid type: ", "invalid value: ", "invalid length "]
        .into_iter()
        .find_map(|begin| message.strip_prefix(begin))?;
    let (value, expected) = rest.rsplit_once(", expected ")?;
    let inner = |prefix: &str| value.strip_prefix(prefix).and_then(|rest| rest.split('`').next());
    let value = if let Some(text) = value.strip_prefix("string ") {
        // In quotes already, unless it is cut.
        if text.chars().count() > 62 { quoted(text.trim_matches('"')) } else { text.to_owned() }
    } else if let Some(value) = inner("integer `").or(inner("floating point `")).or(inner("boolean `")) {
        value.to_owned()
    } else if message.starts_with("invalid length ") {
        format!("{value} of them")
    } else {
        match value {
            "map" => "a table".to_owned(),
            "sequence" => "a list".to_owned(),
            other => other.to_owned(),
        }
    };
    Some((value, words_of(expected)))
}

/// Returns an expected type in plain words.
fn words_of(expected: &str) -> String {
    // The settings of a registered component are read by the parser itself, which appends the place.
    if let Some((kind, place)) = expected.split_once("; in ") {
        return format!("{} in {place}", words_of(kind));
    }
    let array = expected.strip_prefix("an array of length ");
    match expected {
        "i64" | "an integer" => "a whole number",
        "u64" | "usize" => "a whole number from 0",
        "u32" => "a whole number from 0 to 4294967295",
        "a nonzero u64" => "a whole number from 1",
        "a nonzero u32" => "a whole number from 1 to 4294967295",
        "f64" | "f32" => "a number",
        "a string" | "path string" => "a text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ => return array.map_or(expected.to_owned(), |count| format!("a list of {count}")),
    }
    .to_owned()
}

/// Returns a whole number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
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
    fn parser_messages_are_converted_to_plain_words() {
        let path = |path: &str| path.split('.').filter(|step| !step.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        for (technical, keys, words, help) in [
            (
                "invalid type: string \"ten\", expected i64",
                "population",
                "population must be a whole number, not \"ten\"",
                Some("write it as in population = 100"),
            ),
            ("invalid type: map, expected struct GenomeConfig", "genome", "genome must be a table, not a table", None),
            (
                "invalid value: integer `0`, expected a nonzero u32",
                "",
                "expected a whole number from 1 to 4294967295, found 0",
                None,
            ),
            (
                "invalid value: integer `-8`, expected usize; in `length`",
                "crossover.segment",
                "segment must be a whole number from 0 in `length`, not -8",
                None,
            ),
            ("rate 1.5 is out of range: 0 to 1", "crossover", "rate 1.5 is out of range: 0 to 1", None),
            ("missing field `name`", "question", "question needs the key name", Some("write name = … in it")),
            (
                "unknown variant `onepoint`, expected one of `none`, `one-point`",
                "crossover.onepoint",
                "\"onepoint\" is not a value of crossover",
                Some("did you mean \"one-point\"?"),
            ),
            (
                "unknown variant `star`, expected `ring` or `full`",
                "islands.topology",
                "\"star\" is not a value of topology",
                Some("write one of ring, full"),
            ),
            (
                "unknown field `rat`, expected `rate`",
                "crossover.one-point.rat",
                "unknown key \"rat\"",
                Some("did you mean rate?"),
            ),
            ("extra `=`, expected nothing", "", "extra `=`: leave it out", None),
            (&format!("rate {:.1} is out of range: 0 to 1", 1e308), "", "rate 1e308 is out of range: 0 to 1", None),
            (
                &format!("invalid type: floating point `{:.324}`, expected i64", 5e-324),
                "holdout",
                "holdout must be a whole number, not 5e-324",
                None,
            ),
            (
                "unknown puzzle \"none\", expected one of cube3, cube2 or a file like my.toml",
                "puzzle",
                "unknown puzzle \"none\", expected one of cube3, cube2 or a file like my.toml",
                None,
            ),
            (
                "unknown puzzle \"ube3\", expected one of cube3, cube2 or a file like my.toml",
                "puzzle",
                "unknown puzzle \"ube3\", expected one of cube3, cube2 or a file like my.toml",
                Some("did you mean \"cube3\"?"),
            ),
            (
                "\"axiaals\" is no orbit of pyraminx: it has axials, edges, tips",
                "",
                "\"axiaals\" is no orbit of pyraminx: it has axials, edges, tips",
                Some("did you mean \"axials\"?"),
            ),
        ] {
            let diagnostic = diagnostic(technical, &path(keys));
            assert_eq!((diagnostic.message.as_str(), diagnostic.help.as_deref()), (words, help));
        }
    }
}
