//! [`Reader`]: the deserializer of settings. One type stands for values, keys and places, so that serde's code for each setting
//! is compiled once.

use std::fmt::{self, Display};
use std::ops::Range;
use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::de::DeValue;

use super::{Content, Node, TableEntries};
use crate::spanned::SPANNED;

/// A value that a type cannot be read from.
#[derive(Debug)]
pub(super) struct ReadError {
    pub(super) message: String,
    /// Bytes of the innermost value that is wrong.
    pub(super) place: Option<Range<usize>>,
    /// Advice that depends on the value.
    pub(super) help: Option<String>,
}

impl ReadError {
    pub(super) fn at(message: &str, place: Range<usize>) -> Self {
        Self { message: message.to_owned(), place: Some(place), help: None }
    }
}

impl Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), place: None, help: None }
    }
}

/// Deserializer of a part of a sweep file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'de> {
    Value(&'de Node),
    /// A key and its place.
    Key(&'de str, &'de Range<usize>),
    /// An end of a place.
    Byte(usize),
}

/// A value by its kind.
enum Plain<'de> {
    Boolean(bool),
    Integer(i64),
    /// An integer that `i64` does not hold, and the one nearest to it that it holds.
    BeyondIntegers(&'de str, i64),
    Byte(u64),
    Float(f64),
    Text(&'de str),
    List(Items<'static, 'de>),
    Table(Entries<'de>),
}

impl<'de> Reader<'de> {
    fn place(&self) -> Range<usize> {
        match self {
            Self::Value(node) => node.span(),
            Self::Key(_, place) => (*place).clone(),
            Self::Byte(_) => 0..0,
        }
    }

    /// Adds the place to an error that has none.
    fn placed<T>(&self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        result.map_err(|error| if error.place.is_some() { error } else { self.place_error(error) })
    }

    /// Adds the place. An integer beyond `i64` was read as the nearest one, which the message names.
    fn place_error(&self, error: ReadError) -> ReadError {
        let beyond = if let Self::Value(node) = *self { node.beyond_integers() } else { None };
        let message = match beyond {
            Some((_, text, nearest)) => error.message.replace(&nearest.to_string(), text),
            None => error.message,
        };
        ReadError { message, place: Some(self.place()), ..error }
    }

    /// Returns an integer beyond `i64`, as it is written, and the nearest one.
    pub(super) fn beyond_integers(&self) -> Option<(&'de str, i64)> {
        if let Ok(Plain::BeyondIntegers(text, nearest)) = self.plain() { Some((text, nearest)) } else { None }
    }

    /// Returns the kind of value that this is. Visitors are many, so what does not depend on them is compiled once, here.
    fn plain(&self) -> Result<Plain<'de>, ReadError> {
        let node = match *self {
            Self::Byte(byte) => return Ok(Plain::Byte(byte as u64)),
            Self::Key(text, _) => return Ok(Plain::Text(text)),
            Self::Value(node) => node,
        };
        let text = match &node.content {
            Content::Text(text) => return Ok(Plain::Text(text)),
            Content::List(items) => return Ok(Plain::List(Items { place: &[], items: items.iter() })),
            Content::Table(table) => return Ok(Plain::Table(Entries { table: table.iter(), value: None })),
            Content::Literal(text) => text,
        };
        match DeValue::parse(text).map(toml::Spanned::into_inner) {
            Ok(DeValue::Boolean(truth)) => Ok(Plain::Boolean(truth)),
            Ok(DeValue::Integer(number)) => Ok(match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(integer) => Plain::Integer(integer),
                Err(_) => {
                    Plain::BeyondIntegers(text, if number.as_str().starts_with('-') { i64::MIN } else { i64::MAX })
                }
            }),
            Ok(DeValue::Float(number)) => match number.as_str().parse::<f64>() {
                Ok(value) if value.is_finite() || number.as_str().contains(['i', 'n']) => Ok(Plain::Float(value)),
                _ => Err(ReadError::custom(format!("{text} does not fit into 64 bits"))),
            },
            // No setting is a date.
            _ => Ok(Plain::Text(text)),
        }
    }

    fn visit<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, ReadError> {
        match self.plain()? {
            Plain::Boolean(truth) => visitor.visit_bool(truth),
            Plain::Integer(number) => visitor.visit_i64(number),
            // [`Node::read`] refuses it if its type does not.
            Plain::BeyondIntegers(_, nearest) => visitor.visit_i64(nearest),
            Plain::Byte(number) => visitor.visit_u64(number),
            Plain::Float(number) => visitor.visit_f64(number),
            Plain::Text(text) => visitor.visit_borrowed_str(text),
            Plain::List(items) => visitor.visit_seq(items),
            Plain::Table(entries) => visitor.visit_map(entries),
        }
    }

    /// Checks that the settings with these names are no list, which would be read by position.
    fn check_names(&self, names: &[&str]) -> Result<(), ReadError> {
        let Self::Value(Node { content: Content::List(items), place }) = *self else { return Ok(()) };
        let named = || names.iter().zip(items).map(|(name, item)| format!("{name} = {}", item.value()));
        let help = if (1..=names.len()).contains(&items.len()) {
            format!("write {{ {} }}", named().collect::<Vec<_>>().join(", "))
        } else {
            format!("write {{ … }} with the keys {}", names.join(", "))
        };
        let wrong = ReadError::invalid_type(Unexpected::Seq, &"a table");
        Err(ReadError { place: Some(place.clone()), help: Some(help), ..wrong })
    }

    /// Returns an alternative: a word, or a table of one key.
    fn variant(&self) -> Result<Variant<'de>, ReadError> {
        match *self {
            Self::Value(node) => match &node.content {
                Content::Text(_) => Ok(Variant { name: *self, settings: None }),
                Content::Table(table) => {
                    let mut entries = table.iter();
                    match (entries.next(), entries.next()) {
                        (Some((name, (place, settings))), None) => {
                            Ok(Variant { name: Self::Key(name, place), settings: Some(settings) })
                        }
                        (None, _) => Err(ReadError::custom("wanted exactly 1 element, found 0 elements")),
                        _ => Err(ReadError::custom("wanted exactly 1 element, more than 1 element")),
                    }
                }
                _ => Err(ReadError::custom("wanted string or table")),
            },
            Self::Key(..) => Ok(Variant { name: *self, settings: None }),
            Self::Byte(_) => Err(ReadError::custom("wanted string or table")),
        }
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.placed(self.visit(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.placed(visitor.visit_some(self))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if let (SPANNED, Self::Value(node)) = (name, &self) {
            let place = node.span();
            let ends = [place.start, place.end];
            return self.placed(visitor.visit_seq(Items { place: &ends, items: slice::from_ref(*node).iter() }));
        }
        self.placed(visitor.visit_newtype_struct(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.placed(self.variant().and_then(|variant| visitor.visit_enum(variant)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.check_names(names)?;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string seq bytes byte_buf map unit ignored_any
        unit_struct tuple_struct tuple identifier
    }
}

/// The ends of a place, then the items of a list.
struct Items<'p, 'de> {
    place: &'p [usize],
    items: slice::Iter<'de, Node>,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let reader = match self.place.split_first() {
            Some((byte, rest)) => {
                self.place = rest;
                Some(Reader::Byte(*byte))
            }
            None => self.items.next().map(Reader::Value),
        };
        reader.map(|reader| reader.placed(seed.deserialize(reader))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The keys of a table and their values.
struct Entries<'de> {
    table: TableEntries<'de>,
    /// The value of the last key.
    value: Option<&'de Node>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((key, (place, value))) = self.table.next() else { return Ok(None) };
        self.value = Some(value);
        let key = Reader::Key(key, place);
        key.placed(seed.deserialize(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let value = Reader::Value(self.value.take().expect("a key comes before its value"));
        value.placed(seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.table.len())
    }
}

/// An alternative: its name, and its settings unless it is a word.
struct Variant<'de> {
    name: Reader<'de>,
    settings: Option<&'de Node>,
}

impl<'de> Variant<'de> {
    fn settings(&self, expected: &str) -> Result<Reader<'de>, ReadError> {
        self.settings.map(Reader::Value).ok_or_else(|| ReadError::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        Ok((self.name.placed(seed.deserialize(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        match self.settings.map(|node| (&node.content, node.span())) {
            Some((Content::Table(table), place)) if !table.is_empty() => {
                Err(ReadError::at("expected empty table", place))
            }
            Some((Content::List(items), place)) if !items.is_empty() => {
                Err(ReadError::at("expected empty array", place))
            }
            Some((Content::Text(_) | Content::Literal(_), place)) => Err(ReadError::at("expected empty table", place)),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.settings("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.settings("tuple variant")?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.settings("struct variant")?.deserialize_struct("", names, visitor)
    }
}
