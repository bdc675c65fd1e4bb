//! [`Node`]: a TOML value that knows its place in the sweep file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error_text;
use super::former_names::other_name;

/// A message and the bytes of the file that it is about, if they are known.
pub(super) type Diagnostic = (String, Option<Range<usize>>);

/// A value of a sweep file; the place of a computed value is empty.
#[derive(Clone, Debug)]
pub(in crate::experiment) struct Node {
    content: Content,
    place: Range<usize>,
}

#[derive(Clone, Debug)]
enum Content {
    Text(String),
    /// A number, a truth value or a date, as TOML writes it.
    Literal(String),
    List(Vec<Node>),
    /// Each key with its place and its value.
    Table(BTreeMap<String, (Range<usize>, Node)>),
}

impl From<&Spanned<DeValue<'_>>> for Node {
    fn from(value: &Spanned<DeValue<'_>>) -> Self {
        let content = match value.get_ref() {
            DeValue::String(text) => Content::Text(text.to_string()),
            DeValue::Integer(number) => Content::Literal(number.to_string()),
            DeValue::Float(number) => Content::Literal(number.to_string()),
            DeValue::Boolean(truth) => Content::Literal(truth.to_string()),
            DeValue::Datetime(date) => Content::Literal(date.to_string()),
            DeValue::Array(items) => Content::List(items.iter().map(Self::from).collect()),
            DeValue::Table(table) => Content::Table(
                table.iter().map(|(key, value)| (key.get_ref().to_string(), (key.span(), value.into()))).collect(),
            ),
        };
        Self { content, place: value.span() }
    }
}

impl From<&toml::Value> for Node {
    fn from(value: &toml::Value) -> Self {
        let content = match value {
            toml::Value::String(text) => Content::Text(text.clone()),
            toml::Value::Array(items) => Content::List(items.iter().map(Self::from).collect()),
            toml::Value::Table(table) => {
                Content::Table(table.iter().map(|(key, value)| (key.clone(), (0..0, value.into()))).collect())
            }
            literal => Content::Literal(literal.to_string()),
        };
        Self { content, place: 0..0 }
    }
}

impl Node {
    /// Parses a value as TOML writes it; places are those in the text.
    ///
    /// # Errors
    /// In a sentence, if the text is no value.
    pub(super) fn parse(text: &str) -> Result<Self, Diagnostic> {
        let parsed = DeValue::parse(text);
        parsed.map(|value| Self::from(&value)).map_err(|error| (error_text::plain(error.message()), error.span()))
    }

    /// Returns an empty table.
    pub(super) fn table() -> Self {
        Self { content: Content::Table(BTreeMap::new()), place: 0..0 }
    }

    /// Returns a computed text.
    pub(in crate::experiment) fn text(text: &str) -> Self {
        Self { content: Content::Text(text.to_owned()), place: 0..0 }
    }

    /// Returns a computed list.
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self { content: Content::List(items), place: 0..0 }
    }

    /// Returns the same value with all places that many bytes later.
    pub(super) fn moved(self, by: usize) -> Self {
        let later = |place: Range<usize>| if place.is_empty() { place } else { place.start + by..place.end + by };
        let content = match self.content {
            Content::List(items) => Content::List(items.into_iter().map(|item| item.moved(by)).collect()),
            Content::Table(table) => {
                let entry = |(key, (place, value)): (String, (_, Self))| (key, (later(place), value.moved(by)));
                Content::Table(table.into_iter().map(entry).collect())
            }
            literal => literal,
        };
        Self { content, place: later(self.place) }
    }

    /// Returns the same value at another place.
    pub(super) fn at_place(self, place: Range<usize>) -> Self {
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
        if let Content::Text(text) = &self.content { Some(text) } else { None }
    }

    /// Returns the keys of a table; none of any other value.
    pub(super) fn keys(&self) -> Vec<&str> {
        if let Content::Table(table) = &self.content { table.keys().map(String::as_str).collect() } else { Vec::new() }
    }

    /// Returns a table with other names of the keys for which there are some.
    pub(super) fn with_keys_renamed(mut self, name: impl Fn(&str) -> Option<&'static str>) -> Self {
        if let Content::Table(table) = &mut self.content {
            let keys = std::mem::take(table).into_iter();
            table.extend(keys.map(|(key, value)| (name(&key).map_or(key, str::to_owned), value)));
        }
        self
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
    pub(super) fn at(&self, path: &str) -> Option<&Self> {
        let mut above = "";
        path.split('.').try_fold(self, |node, name| {
            let found = node.get(name).or_else(|| node.get(other_name(above, name)?));
            above = name;
            found
        })
    }

    /// Returns the value of a key of a table, to change it.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        if let Content::Table(table) = &mut self.content { table.get_mut(name).map(|(_, value)| value) } else { None }
    }

    /// Sets a key, written at `place`, of a table.
    pub(super) fn insert(&mut self, name: &str, place: Range<usize>, value: Self) {
        if let Content::Table(table) = &mut self.content {
            table.insert(name.to_owned(), (place, value));
        }
    }

    /// Sets the keys of another table.
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
    /// In a sentence, with the place of the innermost value that is wrong.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Diagnostic> {
        T::deserialize(ValueDeserializer::from(self.spanned()))
            .map_err(|error| (error_text::plain(error.message()), error.span()))
    }

    /// Returns the value without places.
    pub(in crate::experiment) fn value(&self) -> toml::Value {
        self.read().expect("a node is a TOML value")
    }

    /// Returns the value as the parser gives it.
    pub(super) fn spanned(&self) -> Spanned<DeValue<'_>> {
        let value = match &self.content {
            Content::Text(text) => DeValue::String(Cow::Borrowed(text)),
            Content::Literal(text) => DeValue::parse(text).expect("a literal is read as it is written").into_inner(),
            Content::List(items) => DeValue::Array(items.iter().map(Self::spanned).collect()),
            Content::Table(table) => {
                let mut spanned = DeTable::new();
                for (name, (place, value)) in table {
                    spanned.insert(Spanned::new(place.clone(), Cow::Borrowed(name.as_str())), value.spanned());
                }
                DeValue::Table(spanned)
            }
        };
        Spanned::new(self.place.clone(), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_keep_toml_values_and_their_places() {
        let text = "a = 0x1F\nb = [1.5, inf, true, 'x', 1979-05-27]\nc = { d = -3, e = 1_000 }\n";
        let table = DeTable::parse(text).unwrap();
        let node = Node::from(&Spanned::new(table.span(), DeValue::Table(table.into_inner())));
        assert_eq!(node.value(), toml::Value::Table(text.parse().unwrap()));
        assert_eq!(Node::from(&node.value()).value(), node.value());
        assert_eq!(node.at("c.d").and_then(Node::place).map(|place| &text[place]), Some("-3"));
        assert_eq!(Node::from(&node.value()).at("c.d").and_then(Node::place), None);
        let wrong = node.at("c").unwrap().read::<std::collections::BTreeMap<String, bool>>().unwrap_err();
        assert_eq!(wrong.1.map(|place| &text[place]), Some("-3"));
    }
}
