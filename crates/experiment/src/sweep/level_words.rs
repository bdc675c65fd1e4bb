//! [`LevelWords`]: short words for the levels of factors that a sweep file writes as tables or lists, such as operators with their
//! settings. Pages, figures and exports show them; tables of results have the whole texts, of `level_texts`. Labels that a sweep file gives
//! to levels are read in `labels`.

use std::collections::{HashMap, HashSet};

use toml::{Table, Value};

use super::key_path::is_below;
use super::{Factor, Stage, Sweep};

/// The short word of each level of a sweep that is written as a table or a list. Tables of results keep the text of the level;
/// pages, figures and exports show the word.
///
/// The words of a factor differ from each other, in all its stages; where no words do, the texts stay. Values that all tables share are
/// left out if the words still differ: `{ tournament = { size = 2, replacement = true } }` and the same with `size = 3` become
/// `tournament (size 2)` and `tournament (size 3)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelWords(HashMap<String, HashMap<String, String>>);

impl LevelWords {
    /// Returns the words of a sweep, as far as the stages know their levels.
    pub fn new(sweep: &Sweep) -> Self {
        let mut texts: HashMap<String, Vec<String>> = HashMap::new();
        for stage in &sweep.stages {
            for (place, factor) in stage.factors.iter().enumerate() {
                texts.entry(factor.key.clone()).or_default().extend(stage.shown_levels(place));
            }
        }
        Self(
            texts.into_iter().map(|(key, texts)| (key, words(&texts))).filter(|(_, words)| !words.is_empty()).collect(),
        )
    }

    /// Returns the word of a level of a factor, by the level's text: the text itself unless it is a table or a list.
    pub fn word<'a>(&'a self, key: &str, text: &'a str) -> &'a str {
        self.0.get(key).and_then(|words| words.get(text)).map_or(text, String::as_str)
    }
}

impl Stage {
    /// Returns all texts of a factor's levels at the design points, in the order of the levels.
    pub(crate) fn shown_levels(&self, place: usize) -> Vec<String> {
        let Factor { key, levels, .. } = &self.factors[place];
        if !self.factors.iter().any(|other| is_below(&other.key, key)) {
            return levels.iter().map(|level| level.text.clone()).collect();
        }
        let level_text = |point| {
            let levels = self.levels_of(point);
            let text = self.texts(&levels).swap_remove(place)?.into_owned();
            Some((levels[place]?, text))
        };
        let mut distinct = HashSet::new();
        let mut texts: Vec<_> =
            (0..self.points()).filter_map(level_text).filter(|texts| distinct.insert(texts.clone())).collect();
        texts.sort_by_key(|(level, _)| *level);
        texts.into_iter().map(|(_, text)| text).collect()
    }
}

/// Returns the word of every text that is a table or a list.
fn words(texts: &[String]) -> HashMap<String, String> {
    let mut distinct = HashSet::new();
    let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| distinct.insert(*text)).collect();
    let values: Vec<Option<Value>> = texts.iter().map(|text| parse(text)).collect();
    let tables: Vec<&Table> = values.iter().flatten().filter_map(Value::as_table).collect();
    let brief = |value: &Value| match value {
        Value::Table(table) if tables.len() > 1 => entries(&without_shared(table, &tables), true),
        value => short(value, true),
    };
    let all_words = |word: &dyn Fn(&Value) -> String| -> Vec<String> {
        let level_word = |(text, value): (&&str, &Option<Value>)| value.as_ref().map_or((*text).to_owned(), word);
        texts.iter().zip(&values).map(level_word).collect()
    };
    let differ = |words: &Vec<String>| {
        let mut distinct = HashSet::new();
        words.iter().all(|word| !word.is_empty() && distinct.insert(word))
    };
    let candidates =
        [all_words(&brief), all_words(&|value| short(value, true)), all_words(&|value| short(value, false))];
    let Some(shortest) = candidates.into_iter().find(differ) else { return HashMap::new() };
    let changed = texts.into_iter().zip(shortest).filter(|(text, word)| text != word);
    changed.map(|(text, word)| (text.to_owned(), word)).collect()
}

/// Parses the text of a level; `None` unless it is a table or a list.
fn parse(text: &str) -> Option<Value> {
    let is_nested = text.starts_with(['{', '[']);
    let mut table: Table = is_nested.then(|| toml::from_str(&format!("level = {text}")).ok())??;
    table.remove("level")
}

/// Returns a table without the values that all tables have, if there are several.
fn without_shared(table: &Table, all: &[&Table]) -> Table {
    let mut rest = Table::new();
    for (key, value) in table {
        let is_shared = all.len() > 1 && all.iter().all(|other| other.get(key) == Some(value));
        match value {
            Value::Table(inner) => {
                let others: Vec<&Table> = all.iter().filter_map(|other| other.get(key)?.as_table()).collect();
                rest.insert(key.clone(), Value::Table(without_shared(inner, &others)));
            }
            _ if is_shared => {}
            _ => {
                rest.insert(key.clone(), value.clone());
            }
        }
    }
    rest
}

/// Returns a value in words. Brief words name the tables of a list without their values.
fn short(value: &Value, is_brief: bool) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Table(table) => entries(table, is_brief),
        Value::Array(values) => {
            let part = |value: &Value| match value {
                Value::Table(table) if is_brief && table.len() == 1 => head(table),
                value => short(value, is_brief),
            };
            let parts: Vec<String> = values.iter().map(part).collect();
            if is_of_tables(value) { parts.join(" + ") } else { format!("[{}]", parts.join(", ")) }
        }
        other => other.to_string(),
    }
}

fn is_of_tables(value: &Value) -> bool {
    value.as_array().is_some_and(|values| values.iter().any(Value::is_table))
}

/// Returns the name of a table with one entry: `mutation.uniform` of `{ mutation = { uniform = { … } } }`, and of
/// `{ mutation = "uniform" }`.
fn head(table: &Table) -> String {
    match table.iter().next() {
        Some((key, Value::Table(inner))) if inner.len() == 1 && inner.values().all(Value::is_table) => {
            format!("{key}.{}", head(inner))
        }
        Some((key, Value::String(word))) => format!("{key}.{word}"),
        Some((key, _)) => key.clone(),
        None => String::new(),
    }
}

fn entries(table: &Table, is_brief: bool) -> String {
    let entry = |(key, value): (&String, &Value)| match value {
        Value::Boolean(true) => key.clone(),
        Value::Boolean(false) => format!("no {key}"),
        Value::Table(inner) if inner.is_empty() => key.clone(),
        Value::Table(inner) => match inner.values().next() {
            // A list of tables is named by the outer key.
            Some(only) if inner.len() == 1 && is_of_tables(only) => format!("{key} ({})", short(only, is_brief)),
            _ => format!("{key} ({})", entries(inner, is_brief)),
        },
        list if is_of_tables(list) => format!("{key} ({})", short(list, is_brief)),
        value => format!("{key} {}", short(value, is_brief)),
    };
    table.iter().map(entry).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_words<const N: usize>(pairs: [(&str, &str); N]) {
        let texts = pairs.map(|(text, _)| text.to_owned());
        let shown_words = words(&texts);
        let actual_words = texts.each_ref().map(|text| shown_words.get(text).unwrap_or(text).as_str());
        assert_eq!(actual_words, pairs.map(|(_, word)| word));
    }

    #[test]
    fn words_of_tables_name_what_differs() {
        assert_words([
            ("{ tournament = { replacement = true, size = 2 } }", "tournament (size 2)"),
            ("{ tournament = { replacement = true, size = 3 } }", "tournament (size 3)"),
            ("{ roulette = {} }", "roulette"),
        ]);
        assert_words([("{ one-point = { rate = 0.3 } }", "one-point (rate 0.3)"), ("none", "none")]);
        assert_words([("{ length = 30, size = 2 }", "length 30"), ("{ length = 33, size = 2 }", "length 33")]);
        assert_words([
            ("{ es = { parents = 20 } }", "es"),
            ("{ es = { parents = 20, truncate = [0, 7] } }", "es (truncate [0, 7])"),
            ("{ es = { distinct = true, parents = 20, truncate = [0, 7] } }", "es (distinct, truncate [0, 7])"),
        ]);
        assert_words([("{ distinct = true }", "distinct"), ("{ distinct = false }", "no distinct")]);
    }

    #[test]
    fn words_name_the_parts_of_a_list_and_their_values_where_names_are_not_enough() {
        let mixture = |rate: &str| {
            format!(
                "{{ mixture = {{ of = [{{ mutation = {{ tail = {{}} }} }}, {{ insert = {{ rate = {rate} }} }}] }} }}"
            )
        };
        assert_words([(&mixture("0.5"), "mixture (mutation.tail + insert)"), ("none", "none")]);
        assert_words([
            (&mixture("0.5"), "mixture (mutation (tail) + insert (rate 0.5))"),
            (&mixture("0.7"), "mixture (mutation (tail) + insert (rate 0.7))"),
        ]);
        let parts = |names: [&str; 2]| {
            let [first, second] = names.map(|name| format!("{{ mutation = \"{name}\" }}"));
            format!("{{ mixture = {{ of = [{first}, {second}] }} }}")
        };
        assert_words([
            (&parts(["tail", "insert"]), "mixture (mutation.tail + mutation.insert)"),
            (&parts(["tail", "swap"]), "mixture (mutation.tail + mutation.swap)"),
        ]);
        assert_words([("[1, 2]", "[1, 2]"), ("[1, 3]", "[1, 3]")]);
    }

    #[test]
    fn other_levels_and_those_without_different_words_keep_their_text() {
        assert_words([("0.30", "0.30"), ("{ not = TOML", "{ not = TOML"), ("one-point", "one-point")]);
        assert_words([("{ a = true }", "{ a = true }"), ("a", "a")]);
        // The difference is an absent value, so all values are named.
        assert_words([("{ length = 33 }", "length 33"), ("{ length = 33, shorter = true }", "length 33, shorter")]);
    }
}
