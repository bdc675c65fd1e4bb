//! Random mistakes in sweep files: the message is at the place of the mistake and names the probable intention. Settings of registered
//! components are tested with chosen mistakes. Chosen mistakes in the format, with their exact sentences, are in `tests/cli/bad_sweeps.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use evocube::experiment::sweep::{Located, Sweep};
use evocube::prelude::{Bernoulli, Cancelled, Context, CounterStream, Gene, Mutate, Registry};
use evocube::registered::InvalidSettings;
use evocube::rng::{ChaCha8, Seed, Stream};
use serde::Deserialize;

/// A change of a file.
struct Mistake {
    text: String,
    /// The line that is changed, from 1.
    line: usize,
    kind: &'static str,
    /// The name before it was misspelled.
    name: Option<String>,
}

/// A name in a file: a key, a part of a key, or a word that is a value.
struct Name {
    start: usize,
    line: usize,
    name: String,
}

/// Returns the names of a file that are keys and words of the format.
fn names(text: &str) -> Vec<Name> {
    let mut names = Vec::new();
    let (mut offset, mut is_free) = (0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let code = line.split('#').next().unwrap_or_default();
        let quotes = line.matches("\"\"\"").count();
        let is_text = ["name =", "notes =", "file =", "scramble =", "state ="]
            .iter()
            .any(|key| code.trim_start().starts_with(key));
        if !is_free && quotes == 0 && !is_text && !code.contains("moves =") {
            let mut start = 0;
            for part in code.split(|c: char| !(c.is_ascii_lowercase() || c == '-')) {
                let is_name = part.len() >= 4
                    && part.starts_with(|c: char| c.is_ascii_lowercase())
                    && part.ends_with(|c: char| c.is_ascii_lowercase());
                if is_name && !["true", "false"].contains(&part) {
                    names.push(Name { start: offset + start, line: number, name: part.to_owned() });
                }
                start += part.len() + 1;
            }
        }
        is_free ^= quotes == 1;
        offset += line.len();
    }
    names
}

/// Misspells a name: omits, doubles or replaces a letter, or exchanges it with the next.
fn misspelled(name: &str, stream: &mut Stream<ChaCha8>) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = stream.index(letters.len() - 1);
    match stream.index(4) {
        0 => drop(letters.remove(place)),
        1 => letters.insert(place, letters[place]),
        2 => letters[place] = if letters[place] == 'z' { 'y' } else { 'z' },
        _ => letters.swap(place, place + 1),
    }
    letters.into_iter().collect()
}

/// Makes a mistake in a file; `None` if this one has no place for it.
fn mistake(text: &str, stream: &mut Stream<ChaCha8>) -> Option<Mistake> {
    let line_of = |byte: usize| text[..byte].matches('\n').count() + 1;
    let replaced =
        |start: usize, length: usize, new: &str| format!("{}{new}{}", &text[..start], &text[start + length..]);
    let notes = text.find("\"\"\"").map(|begin| (begin, begin + 3 + text[begin + 3..].find("\"\"\"").unwrap_or(0) + 3));
    let is_code = |byte: usize| {
        let line = text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
        !notes.is_some_and(|(begin, end)| (begin..end).contains(&byte)) && !text[line..byte].contains('#')
    };
    let one_of = |places: Vec<usize>, stream: &mut Stream<ChaCha8>| {
        let places: Vec<usize> = places.into_iter().filter(|byte| is_code(*byte)).collect();
        (!places.is_empty()).then(|| places[stream.index(places.len())])
    };
    match stream.index(10) {
        0..4 => {
            let mut names = names(text);
            let Name { start, line, name } = names.swap_remove(stream.index(names.len()));
            let wrong = misspelled(&name, stream);
            Some(Mistake { text: replaced(start, name.len(), &wrong), line, kind: "misspelled", name: Some(name) })
        }
        4..6 => {
            let marks = text.char_indices().filter(|(_, c)| "=[]{}\",.".contains(*c)).map(|(byte, _)| byte).collect();
            let start = one_of(marks, stream)?;
            Some(Mistake { text: replaced(start, 1, ""), line: line_of(start), kind: "mark left out", name: None })
        }
        6 => {
            let marks = text.char_indices().filter(|(_, c)| "=[]{}\",.".contains(*c)).map(|(byte, _)| byte).collect();
            let start = one_of(marks, stream)?;
            let mark = ["=", "[", "]", "{", "}", "\"", ",", "?"][stream.index(8)];
            Some(Mistake { text: replaced(start, 1, mark), line: line_of(start), kind: "other mark", name: None })
        }
        7 => {
            let values = text.match_indices("= ").map(|(byte, _)| byte + 2).collect();
            let start = one_of(values, stream)?;
            let end = start + text[start..].find(['\n', ',', '}', ']', ' ']).unwrap_or(text.len() - start);
            let value = ["-1", "99999999999", "\"zzz\"", "[]", "{}", "true", "1.5", "inf"][stream.index(8)];
            Some(Mistake {
                text: replaced(start, end - start, value),
                line: line_of(start),
                kind: "other value",
                name: None,
            })
        }
        8 => {
            let lines: Vec<usize> =
                text.match_indices('\n').map(|(byte, _)| byte + 1).filter(|byte| *byte < text.len()).collect();
            let start = one_of(lines, stream)?;
            let length = text[start..].find('\n').map_or(text.len() - start, |length| length + 1);
            Some(Mistake { text: replaced(start, length, ""), line: line_of(start), kind: "line left out", name: None })
        }
        _ => {
            let names = names(text);
            let Name { start, line, name } = &names[stream.index(names.len())];
            Some(Mistake { text: replaced(*start, name.len(), "weather"), line: *line, kind: "other name", name: None })
        }
    }
}

#[test]
fn messages_have_the_place_of_the_mistake_and_its_correction() {
    let mut files: Vec<PathBuf> = fs::read_dir("experiments").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut stream = Seed::from_number(400).stream();
    let (mut refused, mut near, mut names, mut meant) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    while refused < 400 {
        let number = stream.index(files.len());
        let Some(mistake) = mistake(&texts[number], &mut stream) else { continue };
        let Err(error) = Sweep::parse(&mistake.text, Path::new(&files[number])) else { continue };
        refused += 1;
        let is_near =
            |located: &Located| located.line_and_column().is_some_and(|(line, _)| line.abs_diff(mistake.line) <= 1);
        let is_first_near = error.diagnostics.first().is_some_and(is_near);
        near += usize::from(is_first_near);
        let mut is_meant = true;
        if let Some(name) = &mistake.name {
            names += 1;
            is_meant = error.diagnostics.iter().any(|located| {
                let names_correction =
                    format!("{} {}", located.diagnostic.message, located.diagnostic.help.as_deref().unwrap_or(""));
                names_correction.contains("did you mean") && names_correction.contains(name.as_str())
            });
            meant += usize::from(is_meant);
        }
        if !is_first_near || !is_meant {
            missed.push(format!("{} ({:?}, line {}):\n{error}", mistake.kind, mistake.name, mistake.line));
        }
        for words in
            ["unknown field", "unknown variant", "invalid type", "invalid value", "missing field", "expected struct"]
        {
            assert!(!error.to_string().contains(words), "{error}");
        }
    }

    let missed = missed.join("\n");
    assert!(near * 100 >= refused * 98, "{near} of {refused} near\n{missed}");
    assert!(names > 100 && meant * 100 >= names * 95, "{meant} of {names} names\n{missed}");
}

/// A mutation with settings of several types.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    #[serde(default)]
    #[allow(dead_code)] // read from sweeps only
    distinct: u8,
    #[serde(default)]
    #[allow(dead_code)]
    share: f64,
}

impl Mutate for Typed {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, _: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        Ok(false)
    }
}

#[test]
fn settings_that_a_component_refuses_have_its_words_and_their_place() {
    let registry = Registry::new().component::<dyn Mutate>("bare", "1", |settings| {
        let is_empty = settings.as_table().is_some_and(|table| table.is_empty());
        let refused = || InvalidSettings("it has no settings".to_owned());
        if is_empty { Ok(Box::new(Typed { distinct: 0, share: 0.0 })) } else { Err(refused()) }
    });
    let head = "name = \"x\"\nseed = 1\ninstance = [{ scramble = \"R U\" }]\n[base]\n";
    let wrong = super::parsed(&format!("{head}mutation.bare.now = true\n"), &registry).unwrap_err().to_string();
    assert!(wrong.contains("sweep.toml:5:") && wrong.contains("bare: it has no settings"), "{wrong}");
    assert!(super::parsed(&format!("{head}mutation = \"bare\"\n"), &registry).is_ok());
}

#[test]
fn settings_of_registered_components_have_the_messages_and_the_ranges_of_their_types() {
    let registry = Registry::new().mutation::<Typed>("typed", "1");
    let read = |rest: &str| {
        super::parsed(&format!("name = \"x\"\ninstance = [{{ scramble = \"R U\" }}]\n{rest}\n"), &registry)
    };
    let levels = |key: &str, range: &str| {
        let factor = format!("[[factor]]\nkey = \"mutation.typed.{key}\"\nrange = {range}");
        let sweep = read(&format!("design = \"latin-hypercube\"\npoints = 3\n{factor}")).unwrap();
        sweep.stages[0].factors[0].levels.iter().map(|level| level.text.clone()).collect::<Vec<_>>()
    };
    assert!(levels("distinct", "[1, 200]").iter().all(|level| level.parse::<u8>().is_ok()));
    assert!(levels("share", "[1, 2]").iter().all(|level| level.contains('.')));
    for (settings, sentence) in [
        ("distinct = 300", "typed: distinct must be a whole number from 0 to 255, not 300"),
        ("distinct = 1.5", "typed: distinct must be a whole number from 0 to 255, not 1.5"),
        ("share = \"half\"", "typed: share must be a number, not \"half\""),
        ("shares = 1", "typed: unknown key \"shares\": expected one of distinct, share; did you mean \"share\"?"),
    ] {
        let error = read(&format!("[base]\nmutation.typed = {{ {settings} }}")).unwrap_err();
        assert_eq!(error.messages(), sentence);
    }
}
