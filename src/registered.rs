//! [`Registered`]: a component outside the crate, by the name that sweep files use.
//!
//! Names are known to the whole process, so that a name in a file means the same wherever the file is read. See
//! [`Registry`](crate::Registry).

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError, RwLock};

use serde::de::{DeserializeOwned, Error};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A kind of component: a trait object with a table of what is registered.
pub trait Kind: Send + Sync + 'static {
    /// The table of the kind.
    fn table() -> &'static Table<Self>;
}

/// Builds a component from its settings.
type Build<T> = Arc<dyn Fn(toml::Value) -> Result<Box<T>, String> + Send + Sync>;

/// The registered components of a kind.
pub struct Table<T: ?Sized>(RwLock<Vec<(&'static str, Build<T>)>>);

impl<T: Kind + ?Sized> Table<T> {
    /// No component.
    #[must_use]
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// Registers a component under a name; a later one of the same name replaces it.
    pub(crate) fn insert<C: DeserializeOwned>(&self, name: &'static str, component: fn(C) -> Box<T>) {
        let build: Build<T> = Arc::new(move |settings| {
            C::deserialize(settings).map(component).map_err(|error| error.to_string().trim_end().to_owned())
        });
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|(known, _)| *known != name);
        entries.push((name, build));
    }

    /// Returns the registered names.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().map(|(name, _)| *name).collect()
    }

    fn find(&self, name: &str) -> Option<(&'static str, Build<T>)> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().find(|(known, _)| *known == name).cloned()
    }
}

/// A component with its settings.
pub struct Registered<T: ?Sized> {
    name: &'static str,
    settings: toml::Value,
    build: Build<T>,
    component: Box<T>,
}

impl<T: Kind + ?Sized> Registered<T> {
    /// Returns whether a component has this name.
    pub(crate) fn is_known(name: &str) -> bool {
        T::table().find(name).is_some()
    }

    /// Builds the component of a name from its settings.
    ///
    /// # Errors
    /// If nothing has this name, or the settings are not those of the component. `known` are the names of the crate.
    pub(crate) fn new<E: Error>(name: &str, settings: toml::Value, known: &[&str]) -> Result<Self, E> {
        let Some((name, build)) = T::table().find(name) else {
            let names = known.iter().copied().chain(T::table().names()).map(|name| format!("`{name}`"));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(E::custom(format!("unknown variant `{name}`, expected one of {names}")));
        };
        let component = build(settings.clone()).map_err(|error| E::custom(format!("{name}: {error}")))?;
        Ok(Self { name, settings, build, component })
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
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
    /// Builds the component again, without what it has learned.
    fn clone(&self) -> Self {
        let component = (self.build)(self.settings.clone()).expect("it was built from these settings before");
        Self { name: self.name, settings: self.settings.clone(), build: self.build.clone(), component }
    }
}

impl<T: ?Sized> PartialEq for Registered<T> {
    /// The same name and settings.
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
    /// A table of the name and its settings.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.name, &self.settings)?;
        map.end()
    }
}
