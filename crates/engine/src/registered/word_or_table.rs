//! [`WordOrTable`]: a name alone in place of a table of this name without settings.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads one of several alternatives: a table of its name and settings, or the name alone for default settings.
pub(crate) fn word_or_table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(WordOrTable(input)).map(Some)
}

/// A deserializer of enums that reads a word as a table with this name and no settings.
pub(crate) struct WordOrTable<D>(D);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for WordOrTable<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let table = T::json_schema(generator);
        let alternatives = table.get("oneOf").and_then(|tables| tables.as_array()).into_iter().flatten();
        let words: Vec<_> = alternatives.map(|table| table["required"][0].clone()).collect();
        schemars::json_schema!({ "anyOf": [{ "enum": words }, table] })
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for WordOrTable<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(Alternative(visitor))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The visitor of an enum for a word or a table.
struct Alternative<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Alternative<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or a table of a name and its settings")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<V::Value, E> {
        let none = BTreeMap::<String, String>::new();
        let table = MapDeserializer::new(std::iter::once((name.to_owned(), none)));
        self.0.visit_enum(MapAccessDeserializer::new(table))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(MapAccessDeserializer::new(map))
    }
}
