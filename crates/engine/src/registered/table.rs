//! [`ComponentTable`]: the components of one kind, a trait, by their names: registered ones and, as a [`Word`], those of other programs,
//! which are read but never run. Settings, and the error of those that are refused, are here, too.

use std::sync::{Arc, PoisonError, RwLock};

/// A trait whose implementations can be registered, such as `dyn Penalize`.
pub trait ComponentKind: Send + Sync + 'static {
    /// Returns the table of the registered components.
    fn table() -> &'static ComponentTable<Self>;

    /// Returns the names of the crate's own components, which cannot be registered.
    fn own_names() -> &'static [&'static str];

    /// Returns a component that stands for one of another program.
    fn word(word: Word) -> Box<Self>;
}

/// Implements [`ComponentKind`] for a trait, with the names of the crate's own components.
macro_rules! component_kind {
    ($Trait:ty, $names:expr) => {
        impl $crate::registered::ComponentKind for $Trait {
            fn table() -> &'static $crate::registered::ComponentTable<Self> {
                static TABLE: $crate::registered::ComponentTable<$Trait> = $crate::registered::ComponentTable::new();
                &TABLE
            }

            fn own_names() -> &'static [&'static str] {
                $names
            }

            fn word(word: $crate::registered::Word) -> Box<Self> {
                Box::new(word)
            }
        }
    };
}

pub(crate) use component_kind;

/// A component of another program, which this program reads without its code: a name with any settings.
#[derive(Debug)]
pub struct Word {
    /// The columns, if it is an observer.
    pub(crate) columns: Vec<String>,
}

impl Word {
    /// Panics: trials with words are refused before they run.
    pub(crate) fn run(&self) -> ! {
        unreachable!("a component of another program runs")
    }
}

/// The settings of a component, as they are written in a sweep.
pub type Settings = toml::Value;

/// Error for settings that a component refuses, in its own words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSettings(pub String);

/// Function that builds a component from its settings.
pub(crate) type Build<T> = Arc<dyn Fn(Settings) -> Result<Box<T>, InvalidSettings> + Send + Sync>;

/// A component: its name, the version of its code, `None` for a [`Word`], and the function that builds it.
struct Entry<T: ?Sized> {
    name: &'static str,
    version: Option<String>,
    build: Build<T>,
}

/// The registered components of one kind, by name.
pub struct ComponentTable<T: ?Sized>(RwLock<Entries<T>>);

/// The entries of a table.
struct Entries<T: ?Sized> {
    list: Vec<Entry<T>>,
    /// The names that cannot be registered, then the registered ones, as errors of unknown names hold them; `None` before a registration.
    names: Option<&'static [&'static str]>,
}

impl<T: ComponentKind + ?Sized> Default for ComponentTable<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ComponentKind + ?Sized> ComponentTable<T> {
    /// Returns an empty table.
    pub const fn new() -> Self {
        Self(RwLock::new(Entries { list: Vec::new(), names: None }))
    }

    /// Registers a component under a name, in place of an earlier one of that name. Components of one name and one version have
    /// the same code: manifests record the version, and a folder refuses trials of another one. The caller has checked the name: it is
    /// none of [`own_names`](ComponentKind::own_names).
    pub fn insert(&self, name: &'static str, version: String, build: Build<T>) {
        self.insert_entry(Entry { name, version: Some(version), build });
    }

    /// Lets this program read a component of another one, unless its name is registered or one of the crate's own: as a
    /// [`Word`] that has these columns.
    pub fn insert_word(&self, name: &str, columns: Vec<String>) {
        let known = self.find(name).map(|(name, _)| name);
        if !T::own_names().contains(&name) && !self.names().contains(&name) {
            // As long as the process, as those of registered components.
            let name = known.unwrap_or_else(|| name.to_owned().leak());
            let build = move |_| Ok(T::word(Word { columns: columns.clone() }));
            self.insert_entry(Entry { name, version: None, build: Arc::new(build) });
        }
    }

    fn insert_entry(&self, entry: Entry<T>) {
        let name = entry.name;
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let count = entries.list.len();
        entries.list.retain(|entry| entry.name != name);
        if entries.list.len() == count {
            // Names live as long as the process.
            entries.names = Some([entries.all_names(), &[name]].concat().leak());
        }
        entries.list.push(entry);
    }

    /// Returns the names and the versions of the registered components.
    pub fn versions(&self) -> Vec<(&'static str, String)> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.list.iter().filter_map(|entry| Some((entry.name, entry.version.clone()?))).collect()
    }

    /// Returns the registered names.
    pub fn names(&self) -> Vec<&'static str> {
        self.versions().into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the names of components of other programs.
    pub fn words(&self) -> Vec<&'static str> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.list.iter().filter(|entry| entry.version.is_none()).map(|entry| entry.name).collect()
    }

    /// Returns the names of the crate's own components of this kind, then the registered ones.
    pub(crate) fn all_names(&self) -> &'static [&'static str] {
        self.0.read().unwrap_or_else(PoisonError::into_inner).all_names()
    }

    pub(crate) fn find(&self, name: &str) -> Option<(&'static str, Build<T>)> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries.list.iter().find(|entry| entry.name == name).map(|entry| (entry.name, entry.build.clone()))
    }
}

impl<T: ComponentKind + ?Sized> Entries<T> {
    fn all_names(&self) -> &'static [&'static str] {
        self.names.unwrap_or_else(T::own_names)
    }
}
