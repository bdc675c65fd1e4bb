//! JSON Schemas of types with hand-written deserialization. All other types derive theirs. The feature `schema` compiles both.

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
