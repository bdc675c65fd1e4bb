//! [`Registered`]: a component from outside the crate, named as in sweep files.
//!
//! Names are registered for the whole process, so a name has one meaning wherever a file is read. See
//! `evocube::Registry`.

pub(crate) mod word_or_table;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError, RwLock};

use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use word_or_table::word_or_table;

/// A trait whose implementations can be registered, such as `dyn Penalize`.
pub trait ComponentKind: Send + Sync + 'static {
    /// Returns the table of the registered components.
    fn table() -> &'static ComponentTable<Self>;

    /// Returns the names of the crate's own components, which cannot be registered.
    fn own_names() -> Vec<&'static str>;
}

/// The settings of a component, as they are written in a sweep.
pub type Settings = toml::Value;

/// Builds a component from its settings.
pub(crate) type Build<T> = Arc<dyn Fn(Settings) -> Result<Box<T>, String> + Send + Sync>;

/// A registered component: its name, the version of its code, and the function that builds it.
struct Entry<T: ?Sized> {
    name: &'static str,
    version: String,
    build: Build<T>,
}

/// The registered components of one kind, by name.
pub struct ComponentTable<T: ?Sized>(RwLock<Vec<Entry<T>>>);

impl<T: ComponentKind + ?Sized> Default for ComponentTable<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ComponentKind + ?Sized> ComponentTable<T> {
    /// Returns an empty table.
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// Registers a component under a name, in place of an earlier one of that name. Components of one name and one version have
    /// the same code: manifests record the version, and a folder refuses trials of another one.
    pub fn insert(&self, name: &'static str, version: String, build: Build<T>) {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.name != name);
        entries.push(Entry { name, version, build });
    }

    /// Returns the names and the versions of the registered components.
    pub fn versions(&self) -> Vec<(&'static str, String)> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().map(|entry| (entry.name, entry.version.clone())).collect()
    }

    /// Returns the registered names.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().map(|entry| entry.name).collect()
    }

    fn find(&self, name: &str) -> Option<(&'static str, Build<T>)> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|entry| entry.name == name).map(|entry| (entry.name, entry.build.clone()))
    }
}

/// A registered component with its settings.
pub struct Registered<T: ?Sized> {
    name: &'static str,
    settings: toml::Value,
    build: Build<T>,
    component: Box<T>,
}

impl<T: ComponentKind + ?Sized> Registered<T> {
    /// Builds the component of a name from its settings.
    ///
    /// # Errors
    /// If no component has this name, or it rejects the settings. `names` are the names of the crate's own components,
    /// for the message.
    pub(crate) fn new<E: Error>(name: &str, settings: toml::Value, names: &[&str]) -> Result<Self, E> {
        let Some((name, build)) = T::table().find(name) else {
            return Err(Name::<T>(names, PhantomData).unknown(name));
        };
        if settings.is_array() {
            return Err(E::custom(format!("{name}: invalid type: sequence, expected a table")));
        }
        let component = build(settings.clone()).map_err(|error| E::custom(format!("{name}: {error}")))?;
        Ok(Self { name, settings, build, component })
    }

    /// Returns the name.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// Deserializer of a component's name: one of the given names or of a registered component. An error has the position
/// of the name.
pub(crate) struct Name<'k, T: ?Sized>(pub(crate) &'k [&'k str], pub(crate) PhantomData<fn() -> Box<T>>);

impl<T: ComponentKind + ?Sized> Name<'_, T> {
    fn unknown<E: Error>(&self, name: &str) -> E {
        let names = self.0.iter().copied().chain(T::table().names()).map(|name| format!("`{name}`"));
        match names.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => E::custom(format!("nothing is registered under `{name}`")),
            names => E::custom(format!("unknown variant `{name}`, expected one of {names}")),
        }
    }
}

impl<'de, T: ComponentKind + ?Sized> DeserializeSeed<'de> for Name<'_, T> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        let name = String::deserialize(deserializer)?;
        let is_known = self.0.contains(&name.as_str()) || T::table().find(&name).is_some();
        if is_known { Ok(name) } else { Err(self.unknown(&name)) }
    }
}

impl<T: ?Sized> Deref for Registered<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.component
    }
}

impl<T: ?Sized> DerefMut for Registered<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.component
    }
}

impl<T: ?Sized> Clone for Registered<T> {
    /// Builds the component again from its settings; adapted state is not copied.
    fn clone(&self) -> Self {
        let component = (self.build)(self.settings.clone()).expect("it was built from these settings before");
        Self { name: self.name, settings: self.settings.clone(), build: self.build.clone(), component }
    }
}

impl<T: ?Sized> PartialEq for Registered<T> {
    /// Compares names and settings.
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.settings) == (other.name, &other.settings)
    }
}

impl<T: ?Sized> fmt::Debug for Registered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.name).field(&self.settings).finish()
    }
}

impl<T: ?Sized> Serialize for Registered<T> {
    /// Writes a table of the name and its settings.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.name, &self.settings)?;
        map.end()
    }
}

impl<'de, T: ComponentKind + ?Sized> Deserialize<'de> for Registered<T> {
    /// Reads a table of a name and its settings, or a name alone if all settings have defaults.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ComponentVisitor<T: ?Sized>(PhantomData<fn() -> Box<T>>);

        impl<'de, T: ComponentKind + ?Sized> Visitor<'de> for ComponentVisitor<T> {
            type Value = Registered<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or a table of a name and its settings")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Registered<T>, E> {
                Registered::new(name, toml::Value::Table(toml::Table::new()), &[])
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Registered<T>, A::Error> {
                let name = map.next_key_seed(Name::<T>(&[], PhantomData))?;
                let name =
                    name.ok_or_else(|| A::Error::custom("this table is empty: write a name and its settings in it"))?;
                let settings = map.next_value()?;
                match map.next_key::<String>()? {
                    None => Registered::new(&name, settings, &[]),
                    Some(other) => Err(A::Error::custom(format!("expected one name, not both {name} and {other}"))),
                }
            }
        }

        deserializer.deserialize_any(ComponentVisitor(PhantomData))
    }
}

/// No value: the names are added when the schema is printed.
#[cfg(feature = "schema")]
impl<T: ComponentKind + ?Sized> schemars::JsonSchema for Registered<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Registered".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        false.into()
    }
}

/// Declares the enum of a kind of components, one per line: its name in sweep files and its variant.
///
/// A variant with settings is `"name": Variant(Settings)`. One without is `"name": Variant = component`. A sweep file
/// has a table of the name and the settings, or the name alone if all settings have defaults. The additional variant
/// `Custom` holds a [`Registered`] component. The macro `with!(value, operator => expression)`, also declared,
/// evaluates an expression with the component of a value.
macro_rules! components {
    (
        $d:tt $(#[$meta:meta])*
        $Kind:ident of $Trait:ty, $with:ident: $($(#[$attribute:meta])* $name:literal: $Variant:ident $(($Settings:ty))? $(= $operator:expr)?,)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $Kind {
            $(
                #[doc = concat!("`", $name, "` in a sweep file.")]
                $(#[$attribute])*
                $Variant $(($Settings))?,
            )*
            /// A registered component, by its own name in a sweep file.
            Custom($crate::registered::Registered<$Trait>),
        }

        impl $Kind {
            /// The names in a sweep file, without those of registered components.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Returns the name in a sweep file.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $name,)*
                    Self::Custom(custom) => custom.name(),
                }
            }
        }

        impl $crate::registered::ComponentKind for $Trait {
            fn table() -> &'static $crate::registered::ComponentTable<Self> {
                static TABLE: $crate::registered::ComponentTable<$Trait> = $crate::registered::ComponentTable::new();
                &TABLE
            }

            fn own_names() -> Vec<&'static str> {
                $Kind::NAMES.to_vec()
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $Kind {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Kind).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                use serde::Deserialize;
                use serde::de::IntoDeserializer;

                let settings = vec![$(($name, $crate::registered::components!(@schema generator $($Settings)?))),*];
                let is_word = |name: &&str| {
                    let word: serde::de::value::StrDeserializer<'_, serde::de::value::Error> = name.into_deserializer();
                    $Kind::deserialize(word).is_ok()
                };
                let words = $Kind::NAMES.iter().copied().filter(is_word).collect();
                evocube_cube::schema::component_schema(words, settings)
            }
        }

        impl serde::Serialize for $Kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($crate::registered::components!(@variant value $Variant $($Settings)?) => {
                        $crate::registered::components!(@write value serializer $Kind $name $($Settings)?)
                    })*
                    Self::Custom(custom) => custom.serialize(serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $Kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct ComponentVisitor;

                impl<'de> serde::de::Visitor<'de> for ComponentVisitor {
                    type Value = $Kind;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("a name, or a table of a name and its settings")
                    }

                    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<$Kind, E> {
                        match name {
                            $($name => $crate::registered::components!(@word E $Kind $Variant $name $($Settings)?),)*
                            _ => {
                                let none = toml::Value::Table(toml::Table::new());
                                $crate::registered::Registered::new(name, none, $Kind::NAMES).map($Kind::Custom)
                            }
                        }
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$Kind, A::Error> {
                        use serde::de::Error;

                        let seed = $crate::registered::Name::<$Trait>($Kind::NAMES, std::marker::PhantomData);
                        let name = map.next_key_seed(seed)?.ok_or_else(|| A::Error::custom("this table is empty: write a name and its settings in it"))?;
                        let kind = match name.as_str() {
                            $($name => $crate::registered::components!(@table map $Kind $Variant $($Settings)?),)*
                            name => {
                                let settings = map.next_value()?;
                                $crate::registered::Registered::new(name, settings, $Kind::NAMES).map($Kind::Custom)?
                            }
                        };
                        match map.next_key::<String>()? {
                            None => Ok(kind),
                            Some(other) => Err(A::Error::custom(format!("expected one name, not both {name} and {other}"))),
                        }
                    }
                }

                deserializer.deserialize_any(ComponentVisitor)
            }
        }

        #[allow(unused_macros)] // not every kind of component needs it
        macro_rules! $with {
            ($d value:expr, $d operator:ident => $d result:expr) => {
                match $d value {
                    $($Kind::$Variant $({ 0: $crate::registered::components!(@ $d operator $Settings) })? => {
                        $(let $d operator = &mut $operator;)?
                        $d result
                    })*
                    $Kind::Custom($d operator) => $d result,
                }
            };
        }
    };
    // These rules come first, since the next rule would also match the second of them.
    (@schema $generator:ident $Settings:ty) => { $generator.subschema_for::<$Settings>() };
    (@schema $generator:ident) => { $generator.subschema_for::<$crate::registered::NoSettings>() };
    (@ $operator:ident $Settings:ty) => { $operator };
    (@variant $value:ident $Variant:ident $Settings:ty) => { Self::$Variant($value) };
    (@variant $value:ident $Variant:ident) => { Self::$Variant };
    (@write $value:ident $serializer:ident $Kind:ident $name:literal $Settings:ty) => {
        $serializer.serialize_newtype_variant(stringify!($Kind), 0, $name, $value)
    };
    (@write $value:ident $serializer:ident $Kind:ident $name:literal) => {
        $serializer.serialize_unit_variant(stringify!($Kind), 0, $name)
    };
    (@word $Error:ident $Kind:ident $Variant:ident $name:literal $Settings:ty) => {
        <$Settings as serde::Deserialize>::deserialize(serde::de::value::MapDeserializer::<_, $Error>::new(
            std::iter::empty::<(&str, &str)>(),
        ))
        .map($Kind::$Variant)
        .map_err(|error: $Error| {
            $Error::custom($crate::registered::without_settings($name, error.to_string().trim_end()))
        })
    };
    (@word $Error:ident $Kind:ident $Variant:ident $name:literal) => { Ok($Kind::$Variant) };
    (@table $map:ident $Kind:ident $Variant:ident $Settings:ty) => { $Kind::$Variant($map.next_value::<$Settings>()?) };
    (@table $map:ident $Kind:ident $Variant:ident) => {{
        $map.next_value::<$crate::registered::NoSettings>()?;
        $Kind::$Variant
    }};
}

pub(crate) use components;

/// Implements methods of a trait for the enum of a kind of components: each calls that of the component.
macro_rules! delegate {
    ($this:ident, $with:ident: $(
        $(#[$attribute:meta])*
        fn $method:ident(&$($receiver:ident)+ $(, $argument:ident: $Type:ty)*) $(-> $Output:ty)?;
    )*) => {$(
        $(#[$attribute])*
        fn $method(&$($receiver)+ $(, $argument: $Type)*) $(-> $Output)? {
            $with!($this, component => component.$method($($argument),*))
        }
    )*};
}

pub(crate) use delegate;

/// Returns the message for a name without settings if some setting has no default; `error` is the message of the
/// deserializer.
pub(crate) fn without_settings(name: &str, error: &str) -> String {
    match error.strip_prefix("missing field `").and_then(|key| key.strip_suffix('`')) {
        Some(key) => format!("{name} needs the key {key}: write {{ {name} = {{ {key} = … }} }}"),
        None => format!("{name} needs a value: write {{ {name} = … }}"),
    }
}

/// The table of a component without settings.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct NoSettings {}
