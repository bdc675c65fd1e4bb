//! [`Registry`]: the components of a program by [`Kind`] and name, and each [`Word`], one of another program, which is read and not run.
//! [`Registry::component`] registers any kind; the methods for one kind each are in `registration`. [`Registry::scope`] sets the registry
//! with which a thread reads names. [`ComponentKind`]: the interface of kinds. [`InvalidName`] and [`InvalidSettings`]: refusals.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A trait whose implementations can be registered, such as `dyn Penalize`.
pub trait ComponentKind: Send + Sync + 'static {
    /// The kind of its implementations.
    const KIND: Kind;

    /// Returns the names of the crate's own components, which cannot be registered.
    fn own_names() -> &'static [&'static str];

    /// Returns a component that stands for one of another program.
    fn word(word: Word) -> Box<Self>;
}

/// Implements [`ComponentKind`] for a trait, with its kind and the names of the crate's own components.
macro_rules! component_kind {
    ($Trait:ty, $Kind:ident, $names:expr) => {
        impl $crate::registered::ComponentKind for $Trait {
            const KIND: $crate::registered::Kind = $crate::registered::Kind::$Kind;

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

/// A kind of components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Penalties of states.
    Objective,
    /// Crossovers.
    Crossover,
    /// Mutations.
    Mutation,
    /// Parent selections.
    Selection,
    /// Survivor selections.
    SurvivorSelection,
    /// Stop criteria.
    StopRule,
    /// Observers.
    Observer,
    /// Algorithms.
    Algorithm,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Objective,
        Self::Crossover,
        Self::Mutation,
        Self::Selection,
        Self::SurvivorSelection,
        Self::StopRule,
        Self::Observer,
        Self::Algorithm,
    ];
}

impl fmt::Display for Kind {
    /// As manifests name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Objective => "objective",
            Self::Crossover => "crossover",
            Self::Mutation => "mutation",
            Self::Selection => "selection",
            Self::SurvivorSelection => "survivor selection",
            Self::StopRule => "stop rule",
            Self::Observer => "observer",
            Self::Algorithm => "algorithm",
        })
    }
}

/// A component of another program, which this program reads without its code: a name with any settings.
#[derive(Clone, Debug)]
pub struct Word {
    /// The columns, if it is an observer.
    pub(crate) columns: Vec<String>,
}

impl Word {
    /// Whoever runs trials refuses words before.
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
pub(super) type Build<T> = Arc<dyn Fn(Settings) -> Result<Box<T>, InvalidSettings> + Send + Sync>;

/// A registered component, or one of another program.
#[derive(Clone)]
enum Entry {
    /// The version of its code, and the [`Build`] of its kind.
    Code {
        version: String,
        build: Arc<dyn Any + Send + Sync>,
    },
    Word(Word),
}

/// Components under names for sweep files, each with its own settings: an argument of whatever reads or runs a sweep that names them. A
/// name that is registered again stands for the later component. Copies share their components.
///
/// `version` stands for the code of a component: change it whenever the code computes other results. The manifest of a results folder
/// records it, and trials of another version are not mixed with those in a folder.
///
/// Settings are deserialized from the table after the name, so a component without settings is a struct with braces,
/// `struct Mine {}`.
///
/// # Panics
/// Every method that registers a component, if [`Registry::check_name`] refuses the name.
#[derive(Clone, Default)]
#[must_use = "hand it to whatever reads configurations"]
pub struct Registry(Arc<BTreeMap<(Kind, &'static str), Entry>>);

thread_local! {
    /// The registry with which this thread reads configurations, since serde hands none on.
    static IN_FORCE: RefCell<Registry> = RefCell::default();
}

impl Registry {
    /// Returns a registry to which components are added.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a component of any kind that a function builds from its settings, for programs that know their components at
    /// run time only.
    pub fn component<T: ComponentKind + ?Sized>(
        self,
        name: &str,
        version: &str,
        build: impl Fn(Settings) -> Result<Box<T>, InvalidSettings> + Send + Sync + 'static,
    ) -> Self {
        Self::check_name::<T>(name).unwrap_or_else(|invalid| panic!("{invalid}"));
        let build: Build<T> = Arc::new(build);
        self.with_entry(T::KIND, name, Entry::Code { version: version.to_owned(), build: Arc::new(build) })
    }

    /// Returns the registry with a component of another program, unless it has one of this kind and name. Configurations that name it are
    /// read, and not run. `columns` are those of an observer.
    pub fn with_word(self, kind: Kind, name: &str, columns: Vec<String>) -> Self {
        let is_known = self.0.contains_key(&(kind, name));
        if is_known { self } else { self.with_entry(kind, name, Entry::Word(Word { columns })) }
    }

    fn with_entry(mut self, kind: Kind, name: &str, entry: Entry) -> Self {
        Arc::make_mut(&mut self.0).insert((kind, interned(name)), entry);
        self
    }

    /// Checks that a component can have a name: a letter, then letters, digits and hyphens, and no name of the crate's own
    /// components of this kind.
    ///
    /// # Errors
    /// Why it cannot, and what to write.
    pub fn check_name<T: ComponentKind + ?Sized>(name: &str) -> Result<(), InvalidName> {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.chars().all(is_plain) {
            return Err(InvalidName::Characters(name.to_owned()));
        }
        if T::own_names().contains(&name) {
            return Err(InvalidName::Taken(name.to_owned()));
        }
        Ok(())
    }

    /// Returns the kind, the name and the version of each component, in the order of kinds and names; the version is `None` for one of
    /// another program.
    pub fn components(&self) -> impl Iterator<Item = (Kind, &'static str, Option<&str>)> {
        self.0.iter().map(|(&(kind, name), entry)| match entry {
            Entry::Code { version, .. } => (kind, name, Some(&**version)),
            Entry::Word(_) => (kind, name, None),
        })
    }

    /// Returns the registered names of a kind, in alphabetical order.
    pub fn names(&self, kind: Kind) -> Vec<&'static str> {
        let is_registered = |&(other, _, version): &(Kind, _, Option<&str>)| other == kind && version.is_some();
        self.components().filter(is_registered).map(|(_, name, _)| name).collect()
    }

    /// Does work on this thread with these components: configurations that it deserializes may name them.
    pub fn scope<R>(&self, work: impl FnOnce() -> R) -> R {
        struct Restore(Registry);

        impl Drop for Restore {
            fn drop(&mut self) {
                IN_FORCE.set(std::mem::take(&mut self.0));
            }
        }

        let _restore = Restore(IN_FORCE.replace(self.clone()));
        work()
    }

    /// Returns the registry of the innermost [`scope`](Self::scope) of this thread, without one an empty registry.
    pub(crate) fn in_force() -> Self {
        IN_FORCE.with_borrow(Clone::clone)
    }

    /// Returns the names of the crate's own components of a kind, then all others, as errors of serde hold them.
    pub(crate) fn all_names<T: ComponentKind + ?Sized>(&self) -> &'static [&'static str] {
        let others: Vec<&str> = self.0.keys().filter(|(kind, _)| *kind == T::KIND).map(|(_, name)| *name).collect();
        if others.is_empty() { T::own_names() } else { interned_list([T::own_names(), &others].concat()) }
    }

    pub(super) fn find<T: ComponentKind + ?Sized>(&self, name: &str) -> Option<(&'static str, Build<T>)> {
        let (&(_, name), entry) = self.0.iter().find(|(key, _)| **key == (T::KIND, name))?;
        let build = match entry {
            Entry::Code { build, .. } => build.downcast_ref::<Build<T>>().expect("it is of this kind").clone(),
            Entry::Word(word) => {
                let word = word.clone();
                Arc::new(move |_| Ok(T::word(word.clone())))
            }
        };
        Some((name, build))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.components()).finish()
    }
}

/// Error for a name that no component can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    /// It has other characters than those of a name.
    #[error(
        "{0:?} cannot be the name of a component: write a letter, then letters, digits and hyphens, as in one-point"
    )]
    Characters(String),
    /// A component of the crate has it.
    #[error("{0} is the name of a component of evocube: choose another one")]
    Taken(String),
}

/// Returns a name as errors of serde hold it, as long as the process. Each is kept once.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = names.get(name) {
        return name;
    }
    let name = &*name.to_owned().leak();
    names.insert(name);
    name
}

/// Returns a list of names as errors of serde hold it, as long as the process. Each is kept once.
fn interned_list(names: Vec<&'static str>) -> &'static [&'static str] {
    static LISTS: Mutex<BTreeSet<&[&str]>> = Mutex::new(BTreeSet::new());
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(list) = lists.get(&*names) {
        return list;
    }
    let list = &*names.leak();
    lists.insert(list);
    list
}
