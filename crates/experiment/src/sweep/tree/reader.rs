//! [`Reader`]: the deserializer of settings. One type stands for values and keys, so that serde's code for each setting is
//! compiled once.

use std::fmt::Display;
use std::ops::Range;
use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Value;

use super::{Content, Node, TableEntries};

/// A value that a type cannot be read from.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct ReadError {
    pub(super) message: String,
    /// Bytes of the innermost value that is wrong.
    pub(super) place: Option<Range<usize>>,
    /// Advice that depends on the value.
    pub(super) help: Option<String>,
}

impl ReadError {
    pub(super) fn new(message: &str, place: Range<usize>) -> Self {
        Self { message: message.to_owned(), place: Some(place), help: None }
    }
}

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
}

impl<'de> Reader<'de> {
    fn place(&self) -> Range<usize> {
        match self {
            Self::Value(node) => node.span(),
            Self::Key(_, place) => (*place).clone(),
        }
    }

    /// Adds the place to an error that has none.
    fn placed<T>(&self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        result.map_err(|error| ReadError { place: Some(error.place.unwrap_or_else(|| self.place())), ..error })
    }

    /// Returns the error of a value that is not of the expected kind.
    fn other_than(&self, expected: &dyn Expected) -> ReadError {
        let date;
        let unexpected = match *self {
            Self::Key(text, _) => Unexpected::Str(text),
            Self::Value(node) => match &node.content {
                Content::List(_) => Unexpected::Seq,
                Content::Table(_) => Unexpected::Map,
                Content::Plain(Value::Boolean(truth)) => Unexpected::Bool(*truth),
                Content::Plain(Value::Integer(number)) => Unexpected::Signed(*number),
                Content::Plain(Value::Float(number)) => Unexpected::Float(*number),
                Content::Plain(Value::String(text)) => Unexpected::Str(text),
                Content::Plain(other) => {
                    date = other.to_string();
                    Unexpected::Str(&date)
                }
            },
        };
        ReadError { place: Some(self.place()), ..ReadError::invalid_type(unexpected, expected) }
    }

    /// Checks that the settings with these names are no list, which would be read by position.
    fn check_names(&self, names: &[&str]) -> Result<(), ReadError> {
        let Self::Value(Node { content: Content::List(items), place }) = *self else { return Ok(()) };
        let help = if names.contains(&"turns") && items.iter().all(|item| item.as_text().is_some()) {
            format!(
                "write {{ turns = {} }} for the single moves",
                Value::Array(items.iter().map(Node::value).collect())
            )
        } else if let [name] = names {
            format!("write {{ {name} = … }}")
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
                Content::Plain(Value::String(_)) => Ok(Variant { name: *self, settings: None }),
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
        }
    }
}

/// Matches a reader of a plain value.
macro_rules! plain {
    ($value:pat) => {
        Self::Value(Node { content: Content::Plain($value), .. })
    };
}

/// One method a kind of value, so that a visitor is compiled for what it can receive.
impl<'de> Reader<'de> {
    fn truth<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            plain!(Value::Boolean(truth)) => self.placed(visitor.visit_bool(*truth)),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            plain!(Value::Integer(number)) => self.placed(visitor.visit_i64(*number)),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            plain!(Value::Float(number)) => self.placed(visitor.visit_f64(*number)),
            _ => self.integer(visitor),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Key(text, _) => self.placed(visitor.visit_borrowed_str(text)),
            plain!(Value::String(text)) => self.placed(visitor.visit_borrowed_str(text)),
            // No setting is a date.
            plain!(Value::Datetime(date)) => self.placed(visitor.visit_string(date.to_string())),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Value(Node { content: Content::List(items), .. }) => {
                self.placed(visitor.visit_seq(Items(items.iter())))
            }
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn table<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Value(Node { content: Content::Table(table), .. }) => {
                self.placed(visitor.visit_map(Entries { table: table.iter(), value: None }))
            }
            _ => Err(self.other_than(&visitor)),
        }
    }
}

/// Forwards methods of a deserializer to one that reads a kind of value.
macro_rules! read_as {
    ($($kind:ident: $($method:ident)+;)+) => {$($(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.$kind(visitor)
        }
    )+)+};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Value(Node { content: Content::List(_), .. }) => self.list(visitor),
            Self::Value(Node { content: Content::Table(_), .. }) => self.table(visitor),
            plain!(Value::Boolean(_)) => self.truth(visitor),
            plain!(Value::String(_) | Value::Datetime(_)) | Self::Key(..) => self.text(visitor),
            _ => self.number(visitor),
        }
    }

    read_as! {
        truth: deserialize_bool;
        integer: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
            deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128;
        number: deserialize_f32 deserialize_f64;
        text: deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
            deserialize_identifier;
        list: deserialize_seq;
        table: deserialize_map;
    }

    serde::forward_to_deserialize_any! { unit unit_struct tuple tuple_struct }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.placed(visitor.visit_some(self))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReadError> {
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
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if is_spanned(name) {
            return self.placed(visitor.visit_map(SpannedDeserializer::new(self, self.place())));
        }
        self.check_names(names)?;
        self.table(visitor)
    }
}

impl<'de> IntoDeserializer<'de, ReadError> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The items of a list.
struct Items<'de>(slice::Iter<'de, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        self.0.next().map(Reader::Value).map(|reader| reader.placed(seed.deserialize(reader))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
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
                Err(ReadError::new("expected empty table", place))
            }
            Some((Content::List(items), place)) if !items.is_empty() => {
                Err(ReadError::new("expected empty array", place))
            }
            Some((Content::Plain(_), place)) => Err(ReadError::new("expected empty table", place)),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.settings("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.settings("tuple variant")?.list(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.settings("struct variant")?.deserialize_struct("", names, visitor)
    }
}
