//! Macros for types whose `Deserialize` or `JsonSchema` is written by hand, and the schema of a component: a name, or a name with settings.
//! Most types derive both. Schemas are compiled with the feature `schema` only.

/// Returns the schema of a component: a name, or a table of one name and its settings.
#[cfg(feature = "schema")]
pub fn component_schema(words: Vec<&str>, settings: Vec<(&'static str, schemars::Schema)>) -> schemars::Schema {
    let properties: std::collections::BTreeMap<_, _> = settings.into_iter().collect();
    schemars::json_schema!({ "anyOf": [
        { "enum": words },
        {
            "type": "object", "properties": properties, "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1,
        },
    ] })
}

/// Implements `JsonSchema` for a type by a JSON document. In it, `$generator` provides the schemas of other types.
#[doc(hidden)]
#[macro_export]
macro_rules! schema {
    ($Type:ty, $generator:ident => $($document:tt)+) => {
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $Type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($($document)+)
            }
        }
    };
}

/// Implements `Deserialize` for a type that is written in several ways: by methods of a visitor, of which the kind of the value
/// chooses one.
#[doc(hidden)]
#[macro_export]
macro_rules! deserialize_by_kind {
    ($Type:ty, $expected:expr; $($methods:tt)+) => {
        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct ByKind;
                impl<'de> serde::de::Visitor<'de> for ByKind {
                    type Value = $Type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    $($methods)+
                }
                deserializer.deserialize_any(ByKind)
            }
        }
    };
}
