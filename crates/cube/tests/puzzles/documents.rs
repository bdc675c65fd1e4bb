//! Mistakes that `document` reports, on types made for the test: values that a type cannot be read from, and texts that are no TOML, with
//! their places and messages. Mistakes of puzzle files are tested in `puzzle_files`, those of sweep files in
//! `tests/sweeps/sweep_file_mistakes.rs`.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use evocube_cube::document::{Mistake, ReadError, parse};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)] // read for errors
enum Choice {
    Plain,
    Sized(u8),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // read for errors
struct Inner {
    size: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(dead_code)] // read for errors
struct Outer {
    byte: u8,
    positive: Option<NonZeroU32>,
    signed: i64,
    rate: f64,
    word: String,
    is_on: bool,
    pair: [u32; 2],
    list: Vec<u32>,
    map: BTreeMap<String, u32>,
    inner: Option<Inner>,
    choice: Option<Choice>,
}

fn error(text: &str) -> ReadError {
    parse(text).unwrap().read::<Outer>().unwrap_err()
}

#[test]
fn a_mistake_is_a_value_with_a_place_and_a_message_in_the_words_of_the_documentation() {
    for (text, place, message) in [
        ("byte = 300", "300", "byte must be a whole number from 0 to 255, not 300"),
        ("byte = 3.07", "3.07", "byte must be a whole number from 0 to 255, not 3.07"),
        ("positive = 0", "0", "positive must be a whole number from 1 to 4294967295, not 0"),
        ("signed = 'ten'", "'ten'", "signed must be a whole number, not \"ten\""),
        ("signed = 5e-324", "5e-324", "signed must be a whole number, not 5e-324"),
        ("rate = true", "true", "rate must be a number, not true"),
        ("word = [1]", "[1]", "word must be a text in quotes, not a list"),
        ("is_on = 1", "1", "is_on must be true or false, not 1"),
        ("pair = [1]", "[1]", "pair must be a list of 2, not 1 of them"),
        ("pair = 1", "1", "pair must be a list of 2, not 1"),
        ("list = [1, 'x']", "'x'", "list must be a whole number from 0 to 4294967295, not \"x\""),
        ("map = 1", "1", "map must be a table, not 1"),
        ("inner = [1]", "[1]", "inner must be a table, not a list"),
        ("inner = {}", "{}", "inner needs the key size"),
        ("inner = { sise = 1 }", "sise", "unknown key \"sise\": expected one of size; did you mean \"size\"?"),
        (
            "choice = 'plan'",
            "'plan'",
            "\"plan\" is not a value of choice: expected one of plain, sized; did you mean \"plain\"?",
        ),
        ("choice = 'sized'", "'sized'", "sized needs a value: write { sized = … }"),
        ("choice = { plain = 1 }", "1", "plain must be an empty table, not 1"),
        ("choice = {}", "{}", "exactly one alternative is expected here"),
        ("choice = 1", "1", "choice must be a word or a table, not 1"),
    ] {
        let error = error(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.place.map(|place| &text[place]), Some(place), "{text}");
    }
    let unknown = error("byt = 1").mistake;
    assert!(matches!(unknown, Mistake::UnknownKey { key, keys } if key == "byt" && keys.contains(&"byte")));
    assert_eq!(error("inner = {}").mistake, Mistake::Missing { key: "size", name: None });
}

#[test]
fn texts_that_are_no_toml_have_a_mistake_for_each_line() {
    let text = "a == 1\nb = 2\nc = 99999999999999999999\nd =\n";
    let errors = parse(text).unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|error| error.line_and_column(text).0).collect();
    assert_eq!(lines, [1, 4]);
    assert!(errors.iter().all(|error| matches!(error.mistake, Mistake::Syntax(_))));
    // Numbers are checked in a text that is TOML.
    let error = parse("c = 99999999999999999999").unwrap_err().remove(0);
    assert!(error.to_string().starts_with("99999999999999999999 is out of range: integers are from -"), "{error}");
}
