//! The texts of the levels at a design point, without what other factors set there, and its name. They are the columns of factors in
//! tables; [`LevelWords`](super::LevelWords) are shorter. The text of a whole level is made in `factor`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Stage;
use super::factor::{Level, text_of};
use super::key_path::{has_alternatives, is_below};

impl Stage {
    /// Returns the text of each factor's level at a design point, without values inside it that other factors set; `None` where
    /// the factor does not apply.
    pub fn texts_of(&self, point: usize) -> Vec<Option<Cow<'_, str>>> {
        self.texts(&self.levels_of(point))
    }

    /// Returns the texts of the levels at a design point, by the keys of the factors that apply.
    pub fn levels_by_key(&self, point: usize) -> BTreeMap<String, String> {
        let texts = self.factors.iter().zip(self.texts_of(point));
        texts.filter_map(|(factor, text)| Some((factor.key.clone(), text?.into_owned()))).collect()
    }

    pub(super) fn texts(&self, levels: &[Option<usize>]) -> Vec<Option<Cow<'_, str>>> {
        let text = |place: usize, level: usize| {
            let key = &self.factors[place].key;
            let applying =
                self.factors.iter().zip(levels).filter(|(other, level)| level.is_some() && is_below(&other.key, key));
            self.factors[place].levels[level].text_without(key, applying.map(|(other, _)| &other.key[key.len() + 1..]))
        };
        levels.iter().enumerate().map(|(place, level)| level.map(|level| text(place, level))).collect()
    }

    /// Returns the name of a design point, `key=level,key=level` with the keys in alphabetical order. It is
    /// empty if no factor applies. On held-out instances it is the stage that selected the configuration, or after a race
    /// its role.
    pub fn point_name(&self, point: usize) -> String {
        if let Some(stage) = self.held_out.get(point) {
            return stage.clone();
        }
        let texts = self.factors.iter().zip(self.texts_of(point));
        let mut parts: Vec<String> =
            texts.filter_map(|(factor, text)| Some(format!("{}={}", factor.key, text?))).collect();
        parts.sort();
        parts.join(",")
    }
}

impl Level {
    /// Returns the text of the level without the values at some paths inside it, which other factors set. An alternative without
    /// remaining values is written as its name.
    fn text_without<'a>(&self, key: &str, inner_keys: impl Iterator<Item = &'a str>) -> Cow<'_, str> {
        let mut inner_keys = inner_keys.peekable();
        if inner_keys.peek().is_none() {
            return Cow::Borrowed(&self.text);
        }
        let (mut value, mut is_less) = (self.value.clone(), false);
        for path in inner_keys {
            is_less |= remove(&mut value, key, path);
        }
        if is_less { Cow::Owned(text_of(&value)) } else { Cow::Borrowed(&self.text) }
    }
}

/// Removes the value at a path of the value of a key. Returns whether there was one.
fn remove(value: &mut toml::Value, key: &str, path: &str) -> bool {
    let Some(table) = value.as_table_mut() else { return false };
    let Some((name, rest)) = path.split_once('.') else { return table.remove(path).is_some() };
    let Some(inner) = table.get_mut(name) else { return false };
    let is_removed = remove(inner, name, rest);
    let is_left_empty = inner.as_table().is_some_and(toml::Table::is_empty);
    if is_removed && is_left_empty && table.len() == 1 && has_alternatives(key) {
        *value = toml::Value::String(name.to_owned());
    }
    is_removed
}
