//! [`Items`], [`Entries`] and [`Variant`]: what a list, a table and an alternative hold, for the deserializer of `reader`.

use std::iter::Enumerate;
use std::slice;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::Reader;
use crate::document::mistake::{Mistake, ReadError};
use crate::document::{Content, Node, TableEntries};

/// The items of a list.
pub(super) struct Items<'de>(pub(super) Enumerate<slice::Iter<'de, Node>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let Some((number, item)) = self.0.next() else { return Ok(None) };
        let item = Reader::Value(item);
        seed.deserialize(item).map(Some).map_err(|error| item.placed(error).within(number))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The keys of a table and their values.
pub(super) enum Entries<'de> {
    /// A table, with the last key and its value.
    Table(TableEntries<'de>, Option<(&'de str, &'de Node)>),
    /// Any value, with the keys that are left of begin, end and value.
    Spanned(Reader<'de>, slice::Iter<'static, &'static str>),
}

impl<'de> Entries<'de> {
    fn next_key(&mut self) -> Option<Reader<'de>> {
        match self {
            Self::Table(table, entry) => table.next().map(|(key, (place, value))| {
                *entry = Some((key, value));
                Reader::Key(key, place)
            }),
            Self::Spanned(_, names) => names.next().map(|name| Reader::Key(name, &(0..0))),
        }
    }

    /// Returns the value of the last key, and this key, if the file has it.
    fn next_value(&mut self) -> (Option<&'de str>, Reader<'de>) {
        match self {
            Self::Table(_, entry) => {
                let (key, value) = entry.take().expect("a key comes before its value");
                (Some(key), Reader::Value(value))
            }
            Self::Spanned(value, names) => {
                let place = value.place();
                (None, [*value, Reader::Bound(place.end), Reader::Bound(place.start)][names.len()])
            }
        }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some(key) = self.next_key() else { return Ok(None) };
        seed.deserialize(key).map(Some).map_err(|error| key.wrong_entry(error, Some(key.as_text())))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let (key, value) = self.next_value();
        seed.deserialize(value).map_err(|error| value.wrong_entry(error, key))
    }

    fn size_hint(&self) -> Option<usize> {
        let Self::Table(table, _) = self else { return None };
        Some(table.len())
    }
}

/// An alternative: its name, and its settings unless it is a word.
pub(super) struct Variant<'de> {
    pub(super) name: Reader<'de>,
    pub(super) settings: Option<&'de Node>,
}

impl<'de> Variant<'de> {
    fn settings(&self) -> Result<Reader<'de>, ReadError> {
        let needs_value = || ReadError::new(Mistake::NeedsValue { name: self.name.as_text().to_owned() }, None);
        self.settings.map(Reader::Value).ok_or_else(needs_value)
    }

    /// Puts the name before the path of an error, if it has settings.
    #[cold]
    fn within_name(&self, error: ReadError) -> ReadError {
        if self.settings.is_some() { error.within(self.name.as_text()) } else { error }
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        match seed.deserialize(self.name) {
            Ok(name) => Ok((name, self)),
            Err(error) => Err(self.within_name(self.name.placed(error))),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        let Some(node) = self.settings else { return Ok(()) };
        match &node.content {
            Content::Table(table) if table.is_empty() => Ok(()),
            _ => Err(self.within_name(Reader::Value(node).other_than(&"an empty table"))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.settings()?).map_err(|error| self.within_name(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.settings()?.deserialize_tuple(length, visitor).map_err(|error| self.within_name(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.settings()?.deserialize_struct("", names, visitor).map_err(|error| self.within_name(error))
    }
}
