//! [`Node`]: a TOML value with its place in the file, to be read as a type or changed, by key or by path. Computed values have no place.
//! Texts are parsed in `syntax`, types are read by `reader`, and [`Mistake`], what is wrong with a value, is in `mistake`. Comments and the
//! order of keys are lost, so no file can be written back.

mod mistake;
mod reader;
mod syntax;

pub use mistake::{Mistake, ReadError};
pub use syntax::{parse, parse_value};

use std::collections::{BTreeMap, btree_map};
use std::ops::Range;

use serde::Deserialize;
use toml::Value;

use self::reader::Reader;

/// A value of TOML, without comments and with the keys of each table sorted; the place of a computed value is empty.
#[derive(Clone, Debug)]
pub struct Node {
    content: Content,
    place: Range<usize>,
}

/// The keys of a table, each with its place and its value.
type TableEntries<'n> = btree_map::Iter<'n, String, (Range<usize>, Node)>;

#[derive(Clone, Debug)]
enum Content {
    /// A text, a number, a truth value or a date.
    Plain(Value),
    List(Vec<Node>),
    /// Each key with its place and its value.
    Table(BTreeMap<String, (Range<usize>, Node)>),
}

impl From<&Value> for Node {
    fn from(value: &Value) -> Self {
        let content = match value {
            Value::Array(items) => Content::List(items.iter().map(Self::from).collect()),
            Value::Table(table) => {
                Content::Table(table.iter().map(|(key, value)| (key.clone(), (0..0, value.into()))).collect())
            }
            plain => Content::Plain(plain.clone()),
        };
        Self { content, place: 0..0 }
    }
}

impl Node {
    /// Returns an empty table.
    pub const fn table() -> Self {
        Self { content: Content::Table(BTreeMap::new()), place: 0..0 }
    }

    /// Returns a computed text.
    pub fn text(text: &str) -> Self {
        Self { content: Content::Plain(Value::String(text.to_owned())), place: 0..0 }
    }

    /// Returns a computed list.
    pub fn list(items: Vec<Self>) -> Self {
        Self { content: Content::List(items), place: 0..0 }
    }

    /// Returns the value with all places shifted by `offset` bytes.
    pub fn moved(self, offset: usize) -> Self {
        let later =
            |place: Range<usize>| if place.is_empty() { place } else { place.start + offset..place.end + offset };
        let content = match self.content {
            Content::List(items) => Content::List(items.into_iter().map(|item| item.moved(offset)).collect()),
            Content::Table(table) => {
                let entry = |(key, (place, value)): (String, (_, Self))| (key, (later(place), value.moved(offset)));
                Content::Table(table.into_iter().map(entry).collect())
            }
            plain @ Content::Plain(_) => plain,
        };
        Self { content, place: later(self.place) }
    }

    /// Returns the same value at another place.
    pub fn with_place(self, place: Range<usize>) -> Self {
        Self { place, ..self }
    }

    /// Returns the place in the file; `None` for a computed value.
    pub fn place(&self) -> Option<Range<usize>> {
        Some(self.place.clone()).filter(|place| !place.is_empty())
    }

    /// Returns whether the value is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.content, Content::Table(_))
    }

    /// Returns a text; `None` for any other value.
    pub fn as_text(&self) -> Option<&str> {
        if let Content::Plain(Value::String(text)) = &self.content { Some(text) } else { None }
    }

    /// Returns the keys of a table; empty for any other value.
    pub fn keys(&self) -> Vec<&str> {
        if let Content::Table(table) = &self.content { table.keys().map(String::as_str).collect() } else { Vec::new() }
    }

    /// Returns the value of a key of a table, or the item of a list with this index.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match &self.content {
            Content::Table(table) => table.get(name).map(|(_, value)| value),
            Content::List(items) => items.get(name.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Returns the keys of a table, each with its place and its value; none of any other value.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Range<usize>, &Self)> {
        let table = if let Content::Table(table) = &self.content { Some(table) } else { None };
        table.into_iter().flatten().map(|(key, (place, value))| (key.as_str(), place, value))
    }

    /// Returns the value at a path with dots.
    pub fn descend(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |node, name| node.get(name))
    }

    /// Returns the value of a key of a table, or the item of a list with this index, for changes.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        match &mut self.content {
            Content::Table(table) => table.get_mut(name).map(|(_, value)| value),
            Content::List(items) => items.get_mut(name.parse::<usize>().ok()?),
            Content::Plain(_) => None,
        }
    }

    /// Sets a key of a table; `place` is where the key is written. Any other value stays as it is.
    pub fn insert(&mut self, name: &str, place: Range<usize>, value: Self) {
        if let Content::Table(table) = &mut self.content {
            table.insert(name.to_owned(), (place, value));
        }
    }

    /// Sets all keys of another table. Nothing changes unless both are tables.
    pub fn extend(&mut self, other: &Self) {
        if let (Content::Table(table), Content::Table(other)) = (&mut self.content, &other.content) {
            table.extend(other.clone());
        }
    }

    /// Removes all keys of a table but one. Any other value stays as it is.
    pub fn keep_only(&mut self, name: &str) {
        if let Content::Table(table) = &mut self.content {
            table.retain(|key, _| key == name);
        }
    }

    /// Removes a key of a table and returns its value.
    pub fn take(&mut self, name: &str) -> Option<Self> {
        if let Content::Table(table) = &mut self.content { table.remove(name).map(|(_, value)| value) } else { None }
    }

    /// Reads the value as a type.
    ///
    /// # Errors
    /// The first mistake, with the place and the path of the innermost wrong value.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, ReadError> {
        T::deserialize(Reader::Value(self))
    }

    /// Returns the path of the innermost key or value at a place: keys and numbers of items.
    pub fn path_of(&self, place: &Range<usize>) -> Option<Vec<String>> {
        let child = |name: String, key: Option<&Range<usize>>, value: &Self| {
            let deeper = value.path_of(place);
            let path = deeper.or_else(|| (key == Some(place) || value.place == *place).then(Vec::new))?;
            Some(std::iter::once(name).chain(path).collect())
        };
        match &self.content {
            Content::Table(table) => {
                table.iter().find_map(|(name, (key, value))| child(name.clone(), Some(key), value))
            }
            Content::List(items) => {
                items.iter().enumerate().find_map(|(number, item)| child(number.to_string(), None, item))
            }
            _ => None,
        }
    }

    /// Returns the parent of the value at a path, for changes.
    fn parent_table(&mut self, path: &[String]) -> Option<&mut Self> {
        path[..path.len().checked_sub(1)?].iter().try_fold(self, |node, step| node.get_mut(step))
    }

    /// Removes the value at a path, and tables and lists that become empty. Returns whether it was there.
    pub fn remove(&mut self, path: &[String]) -> bool {
        let (Some(last), Some(parent_table)) = (path.last(), self.parent_table(path)) else { return false };
        let is_empty = match &mut parent_table.content {
            Content::Table(table) => table.remove(last).is_some() && table.is_empty(),
            Content::List(items) => {
                let number = last.parse::<usize>().ok().filter(|number| *number < items.len());
                number.map(|number| items.remove(number)).is_some() && items.is_empty()
            }
            _ => return false,
        };
        if is_empty && path.len() > 1 {
            self.remove(&path[..path.len() - 1]);
        }
        true
    }

    /// Renames the key at the end of a path; a key whose new name is taken is removed. Returns whether it was there.
    pub fn rename(&mut self, path: &[String], name: &str) -> bool {
        let (Some(last), Some(parent_table)) = (path.last(), self.parent_table(path)) else { return false };
        let Content::Table(table) = &mut parent_table.content else { return false };
        if table.contains_key(name) {
            return self.remove(path);
        }
        table.remove(last).is_some_and(|entry| table.insert(name.to_owned(), entry).is_none())
    }

    /// Sets the word at the end of a path, which is a value or a key; a value that is this word already is removed. Returns whether
    /// something has changed.
    pub fn set_word(&mut self, path: &[String], word: &str) -> bool {
        let (Some(last), Some(parent_table)) = (path.last(), self.parent_table(path)) else { return false };
        match parent_table.get_mut(last).map(|value| &mut value.content) {
            Some(Content::Plain(Value::String(text))) => {
                // A word that was repaired before without success is removed.
                if text == word { self.remove(path) } else { std::mem::replace(text, word.to_owned()) != word }
            }
            Some(_) => self.rename(path, word),
            None => false,
        }
    }

    /// Returns the items of a list; `None` of another value.
    pub fn items(&self) -> Option<&[Self]> {
        if let Content::List(items) = &self.content { Some(items) } else { None }
    }

    /// Returns the byte range of the value, for a table of its header or beginning; empty for a computed value.
    pub fn span(&self) -> Range<usize> {
        self.place.clone()
    }

    /// Returns the value without places.
    pub fn value(&self) -> Value {
        match &self.content {
            Content::Plain(value) => value.clone(),
            Content::List(items) => Value::Array(items.iter().map(Self::value).collect()),
            Content::Table(table) => {
                Value::Table(table.iter().map(|(key, (_, value))| (key.clone(), value.value())).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_keep_toml_values_and_their_places() {
        let text = "a = 0x1F\nb = [1.5, inf, true, 'x', 1979-05-27]\nc = { d = -3, e = 1_000 }\n";
        let node = parse(text).unwrap();
        assert_eq!(node.value(), Value::Table(text.parse().unwrap()));
        assert_eq!(Node::from(&node.value()).value(), node.value());
        assert_eq!(node.descend("c.d").and_then(Node::place).map(|place| &text[place]), Some("-3"));
        assert_eq!(Node::from(&node.value()).descend("c.d").and_then(Node::place), None);
        let wrong = node.descend("c").unwrap().read::<std::collections::BTreeMap<String, bool>>().unwrap_err();
        assert_eq!(wrong.place.map(|place| &text[place]), Some("-3"));
    }

    #[test]
    fn mistakes_name_the_path_of_the_wrong_value_with_and_without_places() {
        type Tables = BTreeMap<String, Vec<BTreeMap<String, u8>>>;
        for (text, path) in [
            ("a = [{ b = 1 }]\nc = [{ d = 1, e = -1 }]", "c 0 e"),
            ("a = []\nc = [{ e = 1 }, { a = 'x', e = 1 }]", "c 1 a"),
            ("a = []\nc = [{}, 3]", "c 1"),
        ] {
            let node = parse(text).unwrap();
            for node in [Node::from(&node.value()), node] {
                assert_eq!(node.read::<Tables>().unwrap_err().path.join(" "), path, "{text}");
            }
        }
    }
}
