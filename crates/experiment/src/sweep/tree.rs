//! [`Node`]: a TOML value with its place in the sweep file.

mod reader;

use std::collections::{BTreeMap, btree_map};
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::de::DeValue;
use toml::{Spanned, Value};

use self::reader::Reader;
use super::diagnostic::{Diagnostic, Repair};
use super::error_text;

/// A value of a sweep file; the place of a computed value is empty.
#[derive(Clone, Debug)]
pub(crate) struct Node {
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

/// Maximum number of mistakes that are looked for: the value is read again after each.
const MAX_FOUND: usize = 200;

impl Node {
    /// Parses a value as TOML writes it; places are those in the text.
    ///
    /// # Errors
    /// If the text is not a value.
    pub(super) fn parse(text: &str) -> Result<Self, Diagnostic> {
        let parsed = DeValue::parse(text);
        let wrong = |error: toml::de::Error| error_text::diagnostic(error.message(), &[]).or_at(error.span());
        let mut out_of_range = Vec::new();
        let node = Self::from_parsed(&parsed.map_err(wrong)?, &mut out_of_range);
        out_of_range.into_iter().next().map_or(Ok(node), Err)
    }

    /// Converts what the parser returns. Numbers that do not fit into 64 bits are mistakes.
    pub(super) fn from_parsed(value: &Spanned<DeValue<'_>>, mistakes: &mut Vec<Diagnostic>) -> Self {
        let mut out_of_range = |message: String| {
            mistakes.push(Diagnostic::new(message, Some(value.span())));
            Value::Integer(0)
        };
        let content = match value.get_ref() {
            DeValue::String(text) => Content::Plain(Value::String(text.to_string())),
            DeValue::Integer(number) => {
                Content::Plain(i64::from_str_radix(number.as_str(), number.radix()).map_or_else(
                    |_| {
                        out_of_range(format!(
                            "{number} is out of range: integers are from {} to {}",
                            i64::MIN,
                            i64::MAX
                        ))
                    },
                    Value::Integer,
                ))
            }
            DeValue::Float(number) => Content::Plain(match number.as_str().parse::<f64>() {
                Ok(value) if value.is_finite() || number.as_str().contains(['i', 'n']) => Value::Float(value),
                _ => out_of_range(format!("{number} does not fit into 64 bits")),
            }),
            DeValue::Boolean(truth) => Content::Plain(Value::Boolean(*truth)),
            DeValue::Datetime(date) => Content::Plain(Value::Datetime(*date)),
            DeValue::Array(items) => {
                Content::List(items.iter().map(|item| Self::from_parsed(item, mistakes)).collect())
            }
            DeValue::Table(table) => Content::Table(
                table
                    .iter()
                    .map(|(key, value)| (key.get_ref().to_string(), (key.span(), Self::from_parsed(value, mistakes))))
                    .collect(),
            ),
        };
        Self { content, place: value.span() }
    }

    /// Returns an empty table.
    pub(super) fn table() -> Self {
        Self { content: Content::Table(BTreeMap::new()), place: 0..0 }
    }

    /// Returns a computed text.
    pub(crate) fn text(text: &str) -> Self {
        Self { content: Content::Plain(Value::String(text.to_owned())), place: 0..0 }
    }

    /// Returns a computed list.
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self { content: Content::List(items), place: 0..0 }
    }

    /// Returns the value with all places shifted by `offset` bytes.
    pub(super) fn moved(self, offset: usize) -> Self {
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
    pub(super) fn with_place(self, place: Range<usize>) -> Self {
        Self { place, ..self }
    }

    /// Returns the place in the file; `None` for a computed value.
    pub(super) fn place(&self) -> Option<Range<usize>> {
        Some(self.place.clone()).filter(|place| !place.is_empty())
    }

    pub(super) fn is_table(&self) -> bool {
        matches!(self.content, Content::Table(_))
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        if let Content::Plain(Value::String(text)) = &self.content { Some(text) } else { None }
    }

    /// Returns the keys of a table; empty for any other value.
    pub(super) fn keys(&self) -> Vec<&str> {
        if let Content::Table(table) = &self.content { table.keys().map(String::as_str).collect() } else { Vec::new() }
    }

    /// Returns the value of a key of a table, or the item of a list with this index.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match &self.content {
            Content::Table(table) => table.get(name).map(|(_, value)| value),
            Content::List(items) => items.get(name.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Returns the keys of a table, each with its place and its value.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Range<usize>, &Self)> {
        let table = if let Content::Table(table) = &self.content { Some(table) } else { None };
        table.into_iter().flatten().map(|(key, (place, value))| (key.as_str(), place, value))
    }

    /// Returns the value at a path with dots.
    pub(super) fn descend(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |node, name| node.get(name))
    }

    /// Returns the value of a key of a table, or the item of a list with this index, for changes.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        match &mut self.content {
            Content::Table(table) => table.get_mut(name).map(|(_, value)| value),
            Content::List(items) => items.get_mut(name.parse::<usize>().ok()?),
            Content::Plain(_) => None,
        }
    }

    /// Sets a key of a table; `place` is where the key is written.
    pub(super) fn insert(&mut self, name: &str, place: Range<usize>, value: Self) {
        if let Content::Table(table) = &mut self.content {
            table.insert(name.to_owned(), (place, value));
        }
    }

    /// Sets all keys of another table.
    pub(super) fn extend(&mut self, other: &Self) {
        if let (Content::Table(table), Content::Table(other)) = (&mut self.content, &other.content) {
            table.extend(other.clone());
        }
    }

    /// Removes all keys of a table but one.
    pub(super) fn keep_only(&mut self, name: &str) {
        if let Content::Table(table) = &mut self.content {
            table.retain(|key, _| key == name);
        }
    }

    /// Removes a key of a table and returns its value.
    pub(super) fn take(&mut self, name: &str) -> Option<Self> {
        if let Content::Table(table) = &mut self.content { table.remove(name).map(|(_, value)| value) } else { None }
    }

    /// Reads the value as a type.
    ///
    /// # Errors
    /// A mistake, with the place of the innermost wrong value.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Diagnostic> {
        T::deserialize(Reader::Value(self)).map_err(|error| {
            let path = error.place.as_ref().and_then(|place| self.path_of(place)).unwrap_or_default();
            let wrong = error_text::diagnostic(&error.message, &path);
            Diagnostic { help: error.help.or(wrong.help), ..wrong }.or_at(error.place)
        })
    }

    /// Changes the help of an unknown key of this table if the key that it is similar to is written, too. Tables and lists of them
    /// may be written in several parts.
    pub(super) fn without_second(&self, wrong: Diagnostic) -> Diagnostic {
        let is_here = || self.entries().any(|(_, place, _)| wrong.place.as_ref() == Some(place));
        let has_value = |name| matches!(self.get(name), Some(Self { content: Content::Plain(_), .. }));
        match &wrong.repair {
            Repair::Rename(name) if has_value(name) && is_here() => {
                let help = format!("leave it out: {name} is written already");
                wrong.help(help)
            }
            _ => wrong,
        }
    }

    /// Reads the value as a type. Mistakes are recorded and repaired, so that all are found, up to [`MAX_FOUND`]. Returns `None` if
    /// one cannot be repaired.
    pub(super) fn read_repaired<T: DeserializeOwned>(&mut self, errors: &mut Vec<Diagnostic>) -> Option<T> {
        self.read_repaired_with(errors, |node| node.read().map_err(|wrong| node.without_second(wrong)))
    }

    /// Reads the value as [`Node::read_repaired`] does, with a function.
    pub(super) fn read_repaired_with<T>(
        &mut self,
        errors: &mut Vec<Diagnostic>,
        read: impl Fn(&Self) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let mut is_whole = true;
        loop {
            match read(self) {
                Ok(value) => return Some(value),
                Err(diagnostic) => {
                    let is_repaired = self.repair(&diagnostic);
                    // A missing key at the top may be one that was removed as a mistake.
                    if is_repaired || is_whole || !matches!(diagnostic.repair, Repair::Complete(_)) {
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

    /// Applies the repair of a diagnostic. Returns whether something has changed.
    pub(super) fn repair(&mut self, diagnostic: &Diagnostic) -> bool {
        let place = diagnostic.place.as_ref().filter(|place| !place.is_empty());
        let Some(path) = place.and_then(|place| self.path_of(place)) else { return false };
        match &diagnostic.repair {
            Repair::Rename(name) => self.rename(&path, name),
            Repair::Word(word) => self.set_word(&path, word),
            Repair::Remove | Repair::Complete(_) => self.remove(&path),
        }
    }

    /// Returns the path of the innermost key or value at a place: keys and numbers of items.
    pub(super) fn path_of(&self, place: &Range<usize>) -> Option<Vec<String>> {
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

    /// Removes the value at a path, and tables and lists that become empty.
    fn remove(&mut self, path: &[String]) -> bool {
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

    /// Renames the key at the end of a path; a key whose new name is taken is removed.
    fn rename(&mut self, path: &[String], name: &str) -> bool {
        let (Some(last), Some(parent_table)) = (path.last(), self.parent_table(path)) else { return false };
        let Content::Table(table) = &mut parent_table.content else { return false };
        if table.contains_key(name) {
            return self.remove(path);
        }
        table.remove(last).is_some_and(|entry| table.insert(name.to_owned(), entry).is_none())
    }

    /// Sets the word at the end of a path, which is a value or a key.
    fn set_word(&mut self, path: &[String], word: &str) -> bool {
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
    pub(super) fn items(&self) -> Option<&[Self]> {
        if let Content::List(items) = &self.content { Some(items) } else { None }
    }

    /// Returns the byte range of the value, for a table of its header or beginning; empty for a computed value.
    pub(super) fn span(&self) -> Range<usize> {
        self.place.clone()
    }

    /// Returns the value without places.
    pub(crate) fn value(&self) -> Value {
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
    use crate::sweep::syntax;

    #[test]
    fn nodes_keep_toml_values_and_their_places() {
        let text = "a = 0x1F\nb = [1.5, inf, true, 'x', 1979-05-27]\nc = { d = -3, e = 1_000 }\n";
        let node = syntax::parse(text).unwrap();
        assert_eq!(node.value(), Value::Table(text.parse().unwrap()));
        assert_eq!(Node::from(&node.value()).value(), node.value());
        assert_eq!(node.descend("c.d").and_then(Node::place).map(|place| &text[place]), Some("-3"));
        assert_eq!(Node::from(&node.value()).descend("c.d").and_then(Node::place), None);
        let wrong = node.descend("c").unwrap().read::<std::collections::BTreeMap<String, bool>>().unwrap_err();
        assert_eq!(wrong.place.map(|place| &text[place]), Some("-3"));
    }

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
        let mut node = syntax::parse(text).unwrap();
        let mut errors = Vec::new();
        let read: Outer = node.read_repaired(&mut errors).unwrap();
        let inner = read.inner.unwrap();
        assert_eq!((inner.rate, inner.size, read.list, read.count), (None, Some(3), Some(vec![1, 3]), 7));
        let mut places: Vec<&str> = errors.iter().map(|error| &text[error.place.clone().unwrap()]).collect();
        places.sort_unstable();
        assert_eq!(places, ["'four'", "'two'", "'x'", "other", "sise"]);
        // A removed key is not reported as missing.
        let mut node = syntax::parse("count = 'x'").unwrap();
        let mut errors = Vec::new();
        assert!(node.read_repaired::<Outer>(&mut errors).is_none());
        assert_eq!(errors.len(), 1, "{errors:?}");
        // Of very many mistakes the first are enough.
        let mut node = syntax::parse(&(0..300).map(|key| format!("other-{key} = 1\n")).collect::<String>()).unwrap();
        let mut errors = Vec::new();
        assert!(node.read_repaired::<Outer>(&mut errors).is_none());
        assert_eq!(errors.len(), MAX_FOUND);
    }
}
