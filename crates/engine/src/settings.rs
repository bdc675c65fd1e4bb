//! The macro `settings!`, which declares settings of a configuration with their defaults; [`to_value`] and [`to_table`], which make TOML of
//! settings; and `read` and `read_value`, with which the tests of this crate read settings.

use serde::Serialize;

/// Declares structs of settings, and enums of the words that are values of settings. Each key of a struct may be omitted and then
/// takes the value behind its type, or without one the default of the type.
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $Name:ident {
        $($(#[$attribute:meta])* $visibility:vis $field:ident: $Type:ty $(= $default:expr)?,)*
    } $($others:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct $Name {
            $($(#[$attribute])* $visibility $field: $Type,)*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $crate::settings::settings!(@ $($default)?),)* }
            }
        }

        $crate::settings::settings! { $($others)* }
    };
    ($(#[$meta:meta])* pub enum $Name:ident { $($words:tt)* } $($others:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $Name { $($words)* }

        $crate::settings::settings! { $($others)* }
    };
    (@ $default:expr) => { $default };
    (@) => { Default::default() };
    () => {};
}

pub(crate) use settings;

/// Converts settings to a TOML value. Fields without a value, or with a number that is not finite, are left out.
///
/// They go through JSON: the code that is compiled for each type is then a third of what toml's own serializer needs.
///
/// # Panics
/// If a number is above `i64::MAX`, or if the settings as a whole or an item of a list have no value or a number that is not finite.
pub fn to_value(settings: &impl Serialize) -> toml::Value {
    let json = serde_json::to_value(settings).expect("settings have names as keys");
    from_json(json).expect("settings have a value")
}

/// Converts settings with names to a TOML table. Panics as [`to_value`] does.
pub fn to_table(settings: &impl Serialize) -> toml::Table {
    match to_value(settings) {
        toml::Value::Table(table) => table,
        other => panic!("{other} has no keys"),
    }
}

/// Reads settings as a sweep file has them.
#[cfg(test)]
pub(crate) fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    let document = evocube_cube::document::parse(text).expect("the text is TOML");
    document.read().map_err(|error| error.to_string())
}

/// Reads the value of a key.
#[cfg(test)]
pub(crate) fn read_value<T: serde::de::DeserializeOwned>(value: &str) -> Result<T, String> {
    let value = evocube_cube::document::parse_value(value).expect("the text is TOML");
    value.read().map_err(|error| error.to_string())
}

fn from_json(json: serde_json::Value) -> Option<toml::Value> {
    use serde_json::Value as Json;
    Some(match json {
        Json::Null => return None,
        Json::Bool(truth) => toml::Value::Boolean(truth),
        Json::String(text) => toml::Value::String(text),
        Json::Array(items) => {
            toml::Value::Array(items.into_iter().map(|item| from_json(item).expect("items have a value")).collect())
        }
        Json::Object(fields) => {
            toml::Value::Table(fields.into_iter().filter_map(|(name, value)| Some((name, from_json(value)?))).collect())
        }
        Json::Number(number) => match number.as_i64() {
            Some(integer) => toml::Value::Integer(integer),
            None => toml::Value::Float(number.as_f64().filter(|_| number.is_f64()).expect("integers fit i64")),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_become_the_table_that_toml_makes_of_them() {
        #[derive(Serialize)]
        struct Settings {
            whole: f64,
            count: u64,
            absent: Option<u8>,
            nested: Vec<Choice>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        enum Choice {
            PlainWord,
            WithSettings { rate: f64 },
            Pair(i8, bool),
        }
        let nested = vec![Choice::PlainWord];
        let settings = Settings { whole: 2.0, count: 7, absent: None, nested };
        assert_eq!(to_table(&settings), toml::Table::try_from(&settings).unwrap());
        for choice in [Choice::PlainWord, Choice::WithSettings { rate: 1e-300 }, Choice::Pair(-3, true)] {
            assert_eq!(to_value(&choice), toml::Value::try_from(&choice).unwrap());
        }
    }

    #[test]
    #[should_panic(expected = "items have a value")]
    fn a_number_that_is_not_finite_is_refused() {
        to_value(&[f64::NAN]);
    }
}
