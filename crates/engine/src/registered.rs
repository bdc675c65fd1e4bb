//! Components, such as objectives and operators, by their names in sweep files. [`Registered`] is one from outside the crate; `components!`
//! declares the enum of a kind, and `delegate!` its methods; `Named` and `read_named` read a name with its settings. The [`Registry`]
//! itself is in `registered::registry`, its methods that register components of one kind are in `registration`.
//!
//! A [`Registry`] gives names their meaning, in the [`scope`](Registry::scope) in which a file is read.

mod registry;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use evocube_cube::document::{Mistake, Node, ReadError};
use evocube_cube::search::SolverKind;
use registry::Build;
pub(crate) use registry::component_kind;
pub use registry::{ComponentKind, InvalidName, InvalidSettings, Kind, Registry, Settings, Word};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A registered component with its settings.
pub struct Registered<T: ?Sized> {
    name: &'static str,
    settings: toml::Value,
    build: Build<T>,
    component: Box<T>,
}

impl<T: ?Sized> Registered<T> {
    /// Returns the name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a component that is in no registry, with a function that makes copies of it. Its settings are a number of its own.
    pub(crate) fn value(name: &'static str, copy: impl Fn() -> Box<T> + Send + Sync + 'static) -> Self {
        static NEXT: AtomicI64 = AtomicI64::new(0);
        let (settings, component) = (NEXT.fetch_add(1, Ordering::Relaxed).into(), copy());
        Self { name, settings, build: Arc::new(move |_| Ok(copy())), component }
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

impl<T: ComponentKind + ?Sized> Named for Registered<T> {
    fn names() -> &'static [&'static str] {
        &Registry::in_force().all_names::<T>()[T::own_names().len()..]
    }

    /// Error if no component has this name, or it rejects the settings.
    fn read<'de, S: SettingsSource<'de>>(name: &str, source: S) -> Result<Self, S::Error> {
        let settings: Settings = source.settings()?;
        let registry = Registry::in_force();
        let (name, build) = registry.find::<T>(name).ok_or_else(|| unknown::<Self, _>(name))?;
        if settings.is_array() {
            return Err(S::Error::invalid_type(Unexpected::Seq, &"a table"));
        }
        // The settings of a component may hold further ones, which are read again for a copy.
        let build: Build<T> = Arc::new(move |settings| registry.scope(|| build(settings)));
        let component = build(settings.clone()).map_err(|error| S::Error::custom(format!("{name}: {error}")))?;
        Ok(Self { name, settings, build, component })
    }
}

impl<'de, T: ComponentKind + ?Sized> Deserialize<'de> for Registered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_named(deserializer)
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

/// A value that sweep files write as a table of a name and its settings, or as the name alone if all settings have defaults.
pub(crate) trait Named: Sized {
    /// Returns all names.
    fn names() -> &'static [&'static str];

    /// Returns the value of one of the names, with settings from a source.
    fn read<'de, S: SettingsSource<'de>>(name: &str, source: S) -> Result<Self, S::Error>;

    /// Returns the schemas of the settings behind the names; none for registered components.
    #[cfg(feature = "schema")]
    fn settings(_: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)> {
        Vec::new()
    }
}

/// A solver has no settings.
impl Named for SolverKind {
    fn names() -> &'static [&'static str] {
        &Self::NAMES
    }

    fn read<'de, S: SettingsSource<'de>>(name: &str, source: S) -> Result<Self, S::Error> {
        let NoSettings {} = source.settings()?;
        name.parse().map_err(S::Error::custom)
    }

    #[cfg(feature = "schema")]
    fn settings(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)> {
        Self::NAMES.map(|name| (name, generator.subschema_for::<NoSettings>())).to_vec()
    }
}

/// The settings behind a name.
pub(crate) trait SettingsSource<'de> {
    /// The error of settings that cannot be read.
    type Error: Error;

    /// Returns the settings.
    fn settings<T: Deserialize<'de>>(self) -> Result<T, Self::Error>;
}

/// A table whose next value is the settings.
impl<'de, A: MapAccess<'de>> SettingsSource<'de> for &mut A {
    type Error = A::Error;

    fn settings<T: Deserialize<'de>>(self) -> Result<T, A::Error> {
        self.next_value()
    }
}

/// No settings: all have their defaults.
pub(crate) struct Defaults<E>(pub(crate) PhantomData<E>);

impl<'de, E: Error> SettingsSource<'de> for Defaults<E> {
    type Error = E;

    fn settings<T: Deserialize<'de>>(self) -> Result<T, E> {
        // Read by the deserializer of files, for which the code is there already.
        static NONE: Node = Node::table();
        NONE.read().map_err(without_default)
    }
}

/// Returns the error of a name that stands alone and whose settings have no default.
#[cold]
fn without_default<E: Error>(error: ReadError) -> E {
    match error.mistake {
        Mistake::Missing { key, .. } if error.path.is_empty() => E::missing_field(key),
        _ => E::invalid_type(Unexpected::UnitVariant, &"a value"),
    }
}

/// Returns the error that no value has this name.
pub(crate) fn unknown<C: Named, E: Error>(name: &str) -> E {
    match C::names() {
        [] => E::custom(format!("nothing is registered under \"{name}\"")),
        names => E::unknown_variant(name, names),
    }
}

/// Deserializer of a name. An error has the position of the name.
struct Name<C>(PhantomData<C>);

impl<'de, C: Named> DeserializeSeed<'de> for Name<C> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        let name = String::deserialize(deserializer)?;
        if C::names().contains(&name.as_str()) { Ok(name) } else { Err(unknown::<C, _>(&name)) }
    }
}

/// Reads a table of a name and its settings, or a name alone.
pub(crate) fn read_named<'de, C: Named, D: Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
    struct NamedVisitor<C>(PhantomData<C>);

    impl<'de, C: Named> Visitor<'de> for NamedVisitor<C> {
        type Value = C;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a name, or a table of a name and its settings")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<C, E> {
            let name = Name::<C>(PhantomData).deserialize(name.into_deserializer())?;
            C::read(&name, Defaults::<E>(PhantomData))
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<C, A::Error> {
            let name = map.next_key_seed(Name::<C>(PhantomData))?;
            let name =
                name.ok_or_else(|| A::Error::custom("this table is empty: write a name and its settings in it"))?;
            let value = C::read(&name, &mut map)?;
            match map.next_key::<String>()? {
                None => Ok(value),
                Some(other) => Err(A::Error::custom(format!("expected one name, not both {name} and {other}"))),
            }
        }
    }

    deserializer.deserialize_any(NamedVisitor(PhantomData))
}

/// Declares the enum of a kind of components, one per line: its name in sweep files and its variant.
///
/// A variant with settings is `"name": Variant(Settings)`. One without is `"name": Variant = component`. A sweep file
/// has a table of the name and the settings, or the name alone if all settings have defaults. The macro
/// `with!(value, operator => expression)`, also declared, evaluates an expression with the component of a value.
///
/// With `of dyn Trait`, the additional variant `Custom` holds a [`Registered`] component. Further variants, each `and Variant(Kind)`,
/// hold a component of another kind, whose names come after those of the lines.
macro_rules! components {
    (
        $d:tt $(#[$meta:meta])* $Kind:ident of dyn $Trait:ident $(and $Group:ident($Type:ident))*, $with:ident: $($lines:tt)*
    ) => {
        $crate::registered::components! {
            @kind $d [$(#[$meta])*] $Kind, $with,
            names $crate::registered::Registry::in_force().all_names::<dyn $Trait>(),
            groups
                $(#[doc = concat!("See [`", stringify!($Type), "`].")] $Group($Type))*
                /// A registered component, by its own name in a sweep file.
                Custom($crate::registered::Registered<dyn $Trait>):
            $($lines)*
        }

        $crate::registered::component_kind!(dyn $Trait, $Kind, {
            static NAMES: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| {
                [$Kind::NAMES $(, <$Type as $crate::registered::Named>::names())*].concat()
            });
            &NAMES
        });

        impl $Kind {
            /// Returns a component of a program as a value, which no sweep file names. Values are equal if one is a copy of the other.
            pub fn custom(component: impl $Trait + Clone + 'static) -> Self {
                let name = std::any::type_name_of_val(&component);
                let copy = move || -> Box<dyn $Trait> { Box::new(component.clone()) };
                Self::Custom($crate::registered::Registered::value(name, copy))
            }
        }

        impl<'de> serde::Deserialize<'de> for $Kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::registered::read_named(deserializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $Kind {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Kind).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::registered::schema::<Self, dyn $Trait>(generator)
            }
        }
    };
    ($d:tt $(#[$meta:meta])* $Kind:ident, $with:ident: $($lines:tt)*) => {
        $crate::registered::components! { @kind $d [$(#[$meta])*] $Kind, $with, names Self::NAMES, groups: $($lines)* }
    };
    (
        @kind $d:tt [$($meta:tt)*] $Kind:ident, $with:ident, names $names:expr,
        groups $($(#[$doc:meta])* $Group:ident($Type:ty))*:
        $($(#[$attribute:meta])* $name:literal: $Variant:ident $(($Settings:ty))? $(= $operator:expr)?,)*
    ) => {
        $($meta)*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[non_exhaustive]
        pub enum $Kind {
            $(
                #[doc = concat!("`", $name, "` in a configuration.")]
                $(#[$attribute])*
                #[serde(rename = $name)]
                $Variant $(($Settings))?,
            )*
            $($(#[$doc])* #[serde(untagged)] $Group($Type),)*
        }

        impl $Kind {
            /// The names in a sweep file, without those of other kinds and of registered components.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Returns the name in a sweep file.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Variant { .. } => $name,)*
                    $(Self::$Group(component) => component.name(),)*
                }
            }
        }

        impl $crate::registered::Named for $Kind {
            fn names() -> &'static [&'static str] {
                $names
            }

            fn read<'de, S: $crate::registered::SettingsSource<'de>>(name: &str, source: S) -> Result<Self, S::Error> {
                #[allow(unused_imports)] // for components of another kind
                use $crate::registered::Named;
                match name {
                    $($name => $crate::registered::components!(@read source $Variant $($Settings)?),)*
                    $(_ if <$Type>::names().contains(&name) => <$Type>::read(name, source).map(Self::$Group),)*
                    _ => Err($crate::registered::unknown::<Self, _>(name)),
                }
            }

            #[cfg(feature = "schema")]
            fn settings(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)> {
                let own = vec![$(($name, $crate::registered::components!(@schema generator $($Settings)?))),*];
                [own $(, <$Type as $crate::registered::Named>::settings(generator))*].concat()
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
                    $($Kind::$Group($d operator) => $d result,)*
                }
            };
        }
    };
    // These rules come first, since the next rule would also match the second of them.
    (@schema $generator:ident $Settings:ty) => { $generator.subschema_for::<$Settings>() };
    (@schema $generator:ident) => { $generator.subschema_for::<$crate::registered::NoSettings>() };
    (@ $operator:ident $Settings:ty) => { $operator };
    (@read $source:ident $Variant:ident $Settings:ty) => { $source.settings().map(Self::$Variant) };
    (@read $source:ident $Variant:ident) => {
        $source.settings().map(|$crate::registered::NoSettings {}| Self::$Variant)
    };
}

pub(crate) use components;

/// Returns the schema of a kind of components: the names of the crate's own, and the settings of each.
#[cfg(feature = "schema")]
pub(crate) fn schema<C: Named, T: ComponentKind + ?Sized>(
    generator: &mut schemars::SchemaGenerator,
) -> schemars::Schema {
    let is_word = |name: &&str| C::read(name, Defaults::<serde::de::value::Error>(PhantomData)).is_ok();
    let words = T::own_names().iter().copied().filter(is_word).collect();
    evocube_cube::schema::component_schema(words, C::settings(generator))
}

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

/// The table of a component without settings.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct NoSettings {}
