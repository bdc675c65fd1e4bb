//! [`Reader`]: the deserializer of a `Node` or a key as a type of settings. Its errors have places. An enum is a word or a table of one
//! key, and a struct is no list. One type stands for values, keys and the bounds of places that Serde asks for, and one for tables, so that
//! serde's code for each setting is compiled once; the rest is in functions without parameters of types. `mistake` has the words.

use std::borrow::Cow;
use std::iter::Enumerate;
use std::ops::Range;
use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde_spanned::de::is_spanned;
use toml::Value;

use super::mistake::{Mistake, ReadError, whole_number};
use super::{Content, Node, TableEntries};

/// Deserializer of a part of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'de> {
    Value(&'de Node),
    /// A key and its place.
    Key(&'de str, &'de Range<usize>),
    /// A bound of a place.
    Bound(usize),
}

impl<'de> Reader<'de> {
    fn place(&self) -> Range<usize> {
        match self {
            Self::Value(node) => node.span(),
            Self::Key(_, place) => (*place).clone(),
            Self::Bound(_) => 0..0,
        }
    }

    /// Returns the text of a word or a key; empty for any other value.
    fn as_text(&self) -> &'de str {
        match *self {
            Self::Value(node) => node.as_text().unwrap_or_default(),
            Self::Key(text, _) => text,
            Self::Bound(_) => "",
        }
    }

    /// Adds the place to an error that has none.
    #[cold]
    fn placed(&self, error: ReadError) -> ReadError {
        ReadError { place: Some(error.place.unwrap_or_else(|| self.place())), ..error }
    }

    /// Returns the error of a value that is not of the expected kind.
    fn other_than(&self, expected: &dyn Expected) -> ReadError {
        let date;
        let unexpected = match *self {
            Self::Key(text, _) => Unexpected::Str(text),
            Self::Bound(bound) => Unexpected::Unsigned(bound as u64),
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
                        _ => Err(ReadError::new(Mistake::NotOne, Some(node.span()))),
                    }
                }
                _ => Err(self.other_than(&"a word or a table")),
            },
            _ => Ok(Variant { name: *self, settings: None }),
        }
    }
}

/// Matches a reader of a plain value.
macro_rules! plain {
    ($value:pat) => {
        Self::Value(Node { content: Content::Plain($value), .. })
    };
}

/// Values of one kind and the errors of others, and one method a kind of value, so that a visitor is compiled for what it can receive.
impl<'de> Reader<'de> {
    fn as_integer(&self, min: Option<i64>, max: Option<i64>) -> Result<i64, ReadError> {
        match self {
            plain!(Value::Integer(number)) => Ok(*number),
            plain!(Value::Float(number)) if number.fract() == 0.0 => {
                let mistake = Mistake::Float { number: *number, expected: whole_number(min, max) };
                Err(ReadError::new(mistake, Some(self.place())))
            }
            Self::Bound(bound) => Ok(i64::try_from(*bound).expect("a text is in memory")),
            _ => Err(self.other_than(&&*whole_number(min, max))),
        }
    }

    #[cold]
    fn wrong_integer(&self, error: ReadError, min: Option<i64>, max: Option<i64>) -> ReadError {
        // A type that refuses zero is one of positive numbers.
        let is_zero = matches!(self, plain!(Value::Integer(0)));
        let min = min.map(|min| if is_zero { 1 } else { min });
        self.placed(error.expecting(|| whole_number(min, max)))
    }

    fn as_text_or_date(&self) -> Result<Cow<'de, str>, ReadError> {
        match self {
            // No setting is a date.
            plain!(Value::Datetime(date)) => Ok(date.to_string().into()),
            Self::Key(..) | plain!(Value::String(_)) => Ok(self.as_text().into()),
            _ => Err(self.other_than(&"a text in quotes")),
        }
    }

    #[cold]
    fn wrong_text(&self, error: ReadError) -> ReadError {
        let error = self.placed(error);
        if let plain!(Value::String(name)) = self { error.of_name(name) } else { error }
    }

    fn as_list(&self, expected: &str) -> Result<Items<'de>, ReadError> {
        match self {
            Self::Value(Node { content: Content::List(items), .. }) => Ok(Items(items.iter().enumerate())),
            _ => Err(self.other_than(&expected)),
        }
    }

    #[cold]
    fn wrong_list(&self, error: ReadError, expected: &str) -> ReadError {
        self.placed(error.expecting(|| expected.to_owned()))
    }

    fn as_table(&self) -> Result<Entries<'de>, ReadError> {
        match self {
            Self::Value(Node { content: Content::Table(table), .. }) => Ok(Entries::Table(table.iter(), None)),
            _ => Err(self.other_than(&"a table")),
        }
    }

    #[cold]
    fn wrong_entry(&self, error: ReadError, key: Option<&str>) -> ReadError {
        let error = self.placed(error);
        if let Some(key) = key { error.within(key) } else { error }
    }

    /// Returns the keys of a struct; those of a place, if its name asks for one.
    fn as_struct(&self, name: &'static str, names: &'static [&'static str]) -> Result<Entries<'de>, ReadError> {
        match self {
            _ if is_spanned(name) => Ok(Entries::Spanned(*self, names.iter())),
            // Settings are not read by position.
            Self::Value(node @ Node { content: Content::List(_), .. }) => {
                Err(ReadError::new(Mistake::WithoutKeys { list: node.value(), keys: names }, Some(node.span())))
            }
            _ => self.as_table(),
        }
    }

    fn truth<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            plain!(Value::Boolean(truth)) => visitor.visit_bool(*truth).map_err(|error| self.placed(error)),
            _ => Err(self.other_than(&"true or false")),
        }
    }

    fn integer<V: Visitor<'de>>(self, visitor: V, min: Option<i64>, max: Option<i64>) -> Result<V::Value, ReadError> {
        let number = self.as_integer(min, max)?;
        visitor.visit_i64(number).map_err(|error| self.wrong_integer(error, min, max))
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            plain!(Value::Float(number)) => visitor.visit_f64(*number).map_err(|error| self.placed(error)),
            plain!(Value::Integer(number)) => visitor.visit_i64(*number).map_err(|error| self.placed(error)),
            _ => Err(self.other_than(&"a number")),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let read = match self.as_text_or_date()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(date) => visitor.visit_str(&date),
        };
        read.map_err(|error| self.wrong_text(error))
    }

    fn list<V: Visitor<'de>>(self, visitor: V, expected: &str) -> Result<V::Value, ReadError> {
        let items = self.as_list(expected)?;
        visitor.visit_seq(items).map_err(|error| self.wrong_list(error, expected))
    }

    fn table<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let entries = self.as_table()?;
        visitor.visit_map(entries).map_err(|error| self.placed(error))
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

/// Forwards the methods of integer types, each with its limits.
macro_rules! read_integers {
    ($($method:ident $min:expr, $max:expr;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.integer(visitor, $min, $max)
        }
    )+};
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Value(Node { content: Content::List(items), .. }) => {
                visitor.visit_seq(Items(items.iter().enumerate())).map_err(|error| self.placed(error))
            }
            Self::Value(Node { content: Content::Table(_), .. }) => self.table(visitor),
            plain!(Value::Boolean(_)) => self.truth(visitor),
            plain!(Value::Float(_) | Value::Integer(_)) => self.number(visitor),
            _ => self.text(visitor),
        }
    }

    read_as! {
        truth: deserialize_bool;
        number: deserialize_f32 deserialize_f64;
        text: deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
            deserialize_identifier;
        table: deserialize_map;
    }

    read_integers! {
        deserialize_i8 Some(i8::MIN.into()), Some(i8::MAX.into());
        deserialize_i16 Some(i16::MIN.into()), Some(i16::MAX.into());
        deserialize_i32 Some(i32::MIN.into()), Some(i32::MAX.into());
        deserialize_i64 None, None;
        deserialize_i128 None, None;
        deserialize_u8 Some(0), Some(u8::MAX.into());
        deserialize_u16 Some(0), Some(u16::MAX.into());
        deserialize_u32 Some(0), Some(u32::MAX.into());
        deserialize_u64 Some(0), None;
        deserialize_u128 Some(0), None;
    }

    serde::forward_to_deserialize_any! { unit unit_struct }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.list(visitor, "a list")
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.list(visitor, &format!("a list of {length}"))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self).map_err(|error| self.placed(error))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self).map_err(|error| self.placed(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let variant = self.variant()?;
        visitor.visit_enum(variant).map_err(|error| self.placed(error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let entries = self.as_struct(name, names)?;
        visitor.visit_map(entries).map_err(|error| self.placed(error))
    }
}

/// The items of a list.
struct Items<'de>(Enumerate<slice::Iter<'de, Node>>);

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
enum Entries<'de> {
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
struct Variant<'de> {
    name: Reader<'de>,
    settings: Option<&'de Node>,
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
