//! [`Registry`]: registers components from outside the crate, for the whole process, under the names by which sweep files use them. Their
//! interfaces, such as `Mutate`, are in the engine.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::evaluation::Penalize;
use crate::evolve::algorithm::BuildOptimizer;
use crate::evolve::config::TrialConfig;
use crate::evolve::crossover::Cross;
use crate::evolve::mutation::Mutate;
use crate::evolve::selection::Select;
use crate::evolve::survivor::Survive;
use crate::map_puzzle;
use crate::optimizer::{AnyOptimizer, Observe, Optimizer, OptimizerError, StopCriterion, StopRule, Unsupported};
use crate::puzzle::spec::PuzzleSpec;
use crate::puzzle::{Cube, Cube2, Cube3};
use crate::registered::{ComponentKind, InvalidSettings, Settings};
use evocube_cube::document::Node;

/// Registers components under names for sweep files, each with its own settings. A name that is registered again stands
/// for the later component.
///
/// `version` stands for the code of a component: change it whenever the code computes other results. The manifest of a results folder
/// records it, and trials of another version are not mixed with those in a folder.
///
/// Registration holds for the whole process: sweeps, races, reports and `verify` accept the names from then on.
/// Settings are deserialized from the table after the name, so a component without settings is a struct with braces,
/// `struct Mine {}`.
///
/// # Panics
/// Every method that registers a component, if [`Registry::check_name`] refuses the name.
#[derive(Debug, Default)]
#[must_use = "hand it to main_with"]
pub struct Registry(());

/// Defines the methods for components that are their own settings.
macro_rules! registrations {
    ($($(#[$doc:meta])* $method:ident: $Trait:ident,)+) => {$(
        $(#[$doc])*
        pub fn $method<C: $Trait + DeserializeOwned + 'static>(self, name: &'static str, version: &str) -> Self {
            self.insert::<C, dyn $Trait>(name, version, |component| Box::new(component))
        }
    )+};
}

impl Registry {
    /// Returns a registry to which components are added.
    pub fn new() -> Self {
        Self::default()
    }

    registrations! {
        /// Registers a parent selection: `[base.selection.NAME]`.
        selection: Select,
        /// Registers a crossover: `[base.crossover.NAME]`.
        crossover: Cross,
        /// Registers a mutation: `[base.mutation.NAME]`, also as a part of a mixture or a sequence.
        mutation: Mutate,
        /// Registers a survivor selection: `[base.replacement.NAME]`.
        survivor_selection: Survive,
        /// Registers an objective: `[base.objective.NAME]`.
        objective: Penalize,
        /// Registers a stop criterion: `[base.stop.rule.NAME]`.
        stop_rule: StopRule,
        /// Registers an observer: `observers = ["NAME"]`, or `[[observers]]` with a table of the name and its settings.
        observer: Observe,
    }

    /// Registers an algorithm: `[base.algorithm.NAME]`, or `algorithm = "NAME"` if all its settings have defaults.
    /// The stop criteria that it supports on the 3×3×3 are taken for those of every puzzle.
    pub fn optimizer<C>(self, name: &'static str, version: &str) -> Self
    where
        C: Optimizer<Cube<Cube3>> + Optimizer<Cube<Cube2>> + Optimizer<PuzzleSpec> + Clone + DeserializeOwned + 'static,
    {
        self.insert::<C, dyn BuildOptimizer>(name, version, |component| Box::new(ForAnyPuzzle(component)))
    }

    fn insert<C: DeserializeOwned + 'static, T: ComponentKind + ?Sized>(
        self,
        name: &'static str,
        version: &str,
        component: fn(C) -> Box<T>,
    ) -> Self {
        self.component::<T>(name, version, move |settings| {
            Node::from(&settings).read().map(component).map_err(|error| InvalidSettings(error.to_string()))
        })
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

    /// Registers a component of any kind that a function builds from its settings, for programs that know their components at
    /// run time only.
    pub fn component<T: ComponentKind + ?Sized>(
        self,
        name: &'static str,
        version: &str,
        build: impl Fn(Settings) -> Result<Box<T>, InvalidSettings> + Send + Sync + 'static,
    ) -> Self {
        Self::check_name::<T>(name).unwrap_or_else(|invalid| panic!("{invalid}"));
        T::table().insert(name, version.to_owned(), Arc::new(build));
        self
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

/// An algorithm that works on every puzzle.
struct ForAnyPuzzle<C>(C);

impl<C> BuildOptimizer for ForAnyPuzzle<C>
where
    C: Optimizer<Cube<Cube3>> + Optimizer<Cube<Cube2>> + Optimizer<PuzzleSpec> + Clone + 'static,
{
    fn build(&self, config: &TrialConfig) -> Result<AnyOptimizer, OptimizerError> {
        let component = Box::new(self.0.clone());
        Ok(map_puzzle!(&config.puzzle, |_, ()| component))
    }

    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        Optimizer::<Cube<Cube3>>::supports(&self.0, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_plain_names() {
        for name in ["alternate", "py-uniform", "nsga-3", "A"] {
            assert_eq!(Registry::check_name::<dyn Cross>(name), Ok(()));
        }
        for name in ["../x", "", "a.b", "two words", "x_y", "-x", "3", "é", "a\nb"] {
            assert_eq!(Registry::check_name::<dyn Cross>(name), Err(InvalidName::Characters(name.to_owned())));
        }
        let taken = InvalidName::Taken("one-point".to_owned());
        assert_eq!(Registry::check_name::<dyn Cross>("one-point"), Err(taken));
    }

    #[test]
    #[should_panic(expected = "\"../x\" cannot be the name of a component")]
    fn a_component_with_a_path_as_its_name_is_not_registered() {
        drop(Registry::new().component::<dyn Cross>("../x", "1", |_| unreachable!("the name is refused")));
    }
}
