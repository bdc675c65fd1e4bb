//! JSON Schemas of types with hand-written deserialization. All other types derive theirs.

use std::collections::BTreeMap;

use schemars::{Schema, json_schema};

/// Returns the schema of a component: a name, or a table of one name and its settings. Registered components accept any
/// settings.
pub fn component_schema(
    mut words: Vec<&str>,
    mut settings: Vec<(&'static str, Schema)>,
    registered: Vec<&'static str>,
) -> Schema {
    words.extend(&registered);
    settings.extend(registered.into_iter().map(|name| (name, Schema::default())));
    if settings.is_empty() {
        return false.into();
    }
    let properties: BTreeMap<_, _> = settings.into_iter().collect();
    json_schema!({ "anyOf": [
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
