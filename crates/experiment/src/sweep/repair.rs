//! The diagnostics of mistakes that reading finds, with help and repairs, also of a text that is not TOML. After a repair a value is read
//! again, so that up to [`MAX_FOUND`] mistakes of a file are found. Repairs are made in memory; the file stays as it is.

use serde::de::DeserializeOwned;

use super::diagnostic::{Diagnostic, Repair};
use super::keys;
use evocube_cube::document::{Mistake, Node, ReadError};
use evocube_cube::text::{quoted, similar};

/// Maximum number of mistakes that are looked for: the value is read again after each.
const MAX_FOUND: usize = 200;

impl From<ReadError> for Diagnostic {
    fn from(error: ReadError) -> Self {
        let diagnostic = Self::new(error.mistake.message(error.key()), error.place.clone());
        match &error.mistake {
            Mistake::UnknownKey { key, keys } => {
                let parents: Vec<&str> = error.path.iter().map(String::as_str).filter(|step| step != key).collect();
                keys::unknown(key, keys, &parents).or_at(error.place.clone())
            }
            Mistake::UnknownWord { word, words } => match similar(word, words.iter().copied()) {
                Some(word) => diagnostic.help(format!("did you mean \"{word}\"?")).repaired(Repair::Word(word)),
                None => diagnostic.help(format!("write one of {}", words.join(", "))),
            },
            Mistake::Missing { key, name: None } => {
                diagnostic.help(format!("write {key} = … in it")).repaired(Repair::Complete)
            }
            Mistake::Missing { .. } | Mistake::NeedsValue { .. } => diagnostic.repaired(Repair::Complete),
            Mistake::Float { number, .. } => {
                diagnostic.help(format!("write {number}, without a fraction or an exponent"))
            }
            Mistake::WrongType { .. } => match keys::example(&error.path) {
                Some(example) => diagnostic.help(format!("write it as in {example}")),
                None => diagnostic,
            },
            Mistake::WithoutKeys { list, keys } => {
                let are_moves =
                    keys.contains(&"turns") && list.as_array().is_some_and(|list| list.iter().all(toml::Value::is_str));
                diagnostic.help(match keys {
                    _ if are_moves => format!("write {{ turns = {list} }} for the single moves"),
                    [key] => format!("write {{ {key} = … }}"),
                    keys => format!("write {{ … }} with the keys {}", keys.join(", ")),
                })
            }
            Mistake::NotOne => diagnostic.help("write one name with its settings"),
            Mistake::Refused(_) | Mistake::Syntax(_) => diagnostic,
        }
    }
}

/// Returns the diagnostic of a text that is not TOML. Two frequent mistakes are seen in the text: a word without quotes, and a list of
/// tables whose headers have single brackets.
pub(super) fn in_text(text: &str, wrong: ReadError) -> Diagnostic {
    let place = wrong.place.clone().unwrap_or_default();
    let (Some(before), Some(rest)) = (text.get(..place.start), text.get(place.start..)) else { return wrong.into() };
    let name = text.get(place).filter(|name| ["factor", "instance", "stage"].contains(name));
    let word = rest.split([',', ']', '}', '#', '"', '\n']).next().unwrap_or_default().trim_end();
    let help = if before.ends_with('[') && name.is_some() {
        name.map(|name| format!("write [[{name}]] for each"))
    } else if before.trim_end().ends_with(['=', '[', ',']) && word.starts_with(char::is_alphabetic) {
        Some(format!("write {}", quoted(word)))
    } else {
        None
    };
    Diagnostic { help, ..wrong.into() }
}

/// Reads a value as a type. Mistakes are recorded and repaired, so that all are found, up to [`MAX_FOUND`]. Returns `None` if one cannot
/// be repaired.
pub(super) fn read_repaired<T: DeserializeOwned>(node: &mut Node, errors: &mut Vec<Diagnostic>) -> Option<T> {
    read_repaired_with(node, errors, |node| node.read().map_err(|wrong| without_second(node, wrong.into())))
}

/// Reads a value as [`read_repaired`] does, with a function.
pub(super) fn read_repaired_with<T>(
    node: &mut Node,
    errors: &mut Vec<Diagnostic>,
    read: impl Fn(&Node) -> Result<T, Diagnostic>,
) -> Option<T> {
    let mut is_whole = true;
    loop {
        match read(node) {
            Ok(value) => return Some(value),
            Err(diagnostic) => {
                let is_repaired = repair(node, &diagnostic);
                // A missing key at the top may be one that was removed as a mistake.
                if is_repaired || is_whole || diagnostic.repair != Repair::Complete {
                    errors.push(diagnostic);
                }
                if !is_repaired || errors.len() >= MAX_FOUND {
                    return None;
                }
                is_whole = false;
            }
        }
    }
}

/// Changes the help of an unknown key of a table if the key that it is similar to is written, too. Tables and lists of them may be written
/// in several parts.
pub(super) fn without_second(table: &Node, wrong: Diagnostic) -> Diagnostic {
    let is_here = || table.entries().any(|(_, place, _)| wrong.place.as_ref() == Some(place));
    let has_value = |name: &str| table.get(name).is_some_and(|value| !value.is_table() && value.items().is_none());
    match &wrong.repair {
        Repair::Rename(name) if has_value(name) && is_here() => {
            let help = format!("leave it out: {name} is written already");
            wrong.help(help)
        }
        _ => wrong,
    }
}

/// Applies the repair of a diagnostic. Returns whether something has changed.
pub(super) fn repair(node: &mut Node, diagnostic: &Diagnostic) -> bool {
    let place = diagnostic.place.as_ref().filter(|place| !place.is_empty());
    let Some(path) = place.and_then(|place| node.path_of(place)) else { return false };
    match diagnostic.repair {
        Repair::Rename(name) => node.rename(&path, name),
        Repair::Word(word) => node.set_word(&path, word),
        Repair::Remove | Repair::Complete => node.remove(&path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::document::parse;

    #[test]
    fn all_mistakes_are_found_by_repairs() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        struct Inner {
            rate: Option<u32>,
            size: Option<u32>,
        }
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Outer {
            inner: Option<Inner>,
            list: Option<Vec<u32>>,
            count: u32,
        }
        let text = "inner = { rate = 'x', sise = 3 }\nlist = [1, 'two', 3, 'four']\ncount = 7\nother = 1\n";
        let mut node = parse(text).unwrap();
        let mut errors = Vec::new();
        let read: Outer = read_repaired(&mut node, &mut errors).unwrap();
        let inner = read.inner.unwrap();
        assert_eq!((inner.rate, inner.size, read.list, read.count), (None, Some(3), Some(vec![1, 3]), 7));
        let mut places: Vec<&str> = errors.iter().map(|error| &text[error.place.clone().unwrap()]).collect();
        places.sort_unstable();
        assert_eq!(places, ["'four'", "'two'", "'x'", "other", "sise"]);
        // A removed key is not reported as missing.
        let mut node = parse("count = 'x'").unwrap();
        let mut errors = Vec::new();
        assert!(read_repaired::<Outer>(&mut node, &mut errors).is_none());
        assert_eq!(errors.len(), 1, "{errors:?}");
        // Of very many mistakes the first are enough.
        let mut node = parse(&(0..300).map(|key| format!("other-{key} = 1\n")).collect::<String>()).unwrap();
        let mut errors = Vec::new();
        assert!(read_repaired::<Outer>(&mut node, &mut errors).is_none());
        assert_eq!(errors.len(), MAX_FOUND);
    }
}
