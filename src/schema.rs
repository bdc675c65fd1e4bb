//! JSON Schema of types that are read in their own way. All others derive theirs.

/// Implements `JsonSchema` for a type: its schema is a JSON document, for which `$generator` finds the schemas of other types.
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
