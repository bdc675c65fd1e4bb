//! The methods of [`Registry`] that register components which are their own settings, one for each kind. The tests of its names and scopes
//! are here, too, since they need a kind. Interfaces, such as `Mutate`, are with the kinds; the registry is in `registered`.

use serde::de::DeserializeOwned;

use crate::evaluation::Penalize;
use crate::evolve::algorithm::BuildOptimizer;
use crate::evolve::config::TrialConfig;
use crate::evolve::crossover::Cross;
use crate::evolve::mutation::Mutate;
use crate::evolve::selection::Select;
use crate::evolve::survivor::Survive;
use crate::optimizer::{AnyOptimizer, Observe, Optimizer, OptimizerError, StopCriterion, StopRule, Unsupported};
use crate::registered::{ComponentKind, InvalidSettings, Registry};
use evocube_cube::document::Node;
use evocube_cube::map_puzzle;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_cube::puzzle::{Cube, Cube2, Cube3};

/// Defines the methods for components that are their own settings.
macro_rules! registrations {
    ($($(#[$doc:meta])* $method:ident: $Trait:ident,)+) => {$(
        $(#[$doc])*
        pub fn $method<C: $Trait + DeserializeOwned + 'static>(self, name: &str, version: &str) -> Self {
            self.insert::<C, dyn $Trait>(name, version, |component| Box::new(component))
        }
    )+};
}

impl Registry {
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
    pub fn optimizer<C>(self, name: &str, version: &str) -> Self
    where
        C: Optimizer<Cube<Cube3>> + Optimizer<Cube<Cube2>> + Optimizer<PuzzleSpec> + Clone + DeserializeOwned + 'static,
    {
        self.insert::<C, dyn BuildOptimizer>(name, version, |component| Box::new(ForAnyPuzzle(component)))
    }

    fn insert<C: DeserializeOwned + 'static, T: ComponentKind + ?Sized>(
        self,
        name: &str,
        version: &str,
        component: fn(C) -> Box<T>,
    ) -> Self {
        self.component::<T>(name, version, move |settings| {
            Node::from(&settings).read().map(component).map_err(|error| InvalidSettings(error.to_string()))
        })
    }
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
    use crate::evolve::crossover::Crossover;
    use crate::registered::{InvalidName, Kind};
    use crate::settings;

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

    #[test]
    fn names_are_known_within_the_scope_of_their_registry_alone() {
        #[derive(Debug, serde::Deserialize)]
        struct Written {
            crossover: Crossover,
        }
        let read = |name: &str| {
            settings::read(&format!("crossover = \"{name}\"")).map(|Written { crossover }| crossover.name())
        };
        let outer = Registry::new().with_word(Kind::Crossover, "outer", Vec::new());
        let inner = outer.clone().with_word(Kind::Crossover, "inner", Vec::new());
        let names = || ["outer", "inner"].map(|name| read(name).is_ok());
        assert_eq!(names(), [false, false]);
        outer.scope(|| {
            assert_eq!(names(), [true, false], "the copy has a further component");
            inner.scope(|| assert_eq!(names(), [true, true]));
            let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                inner.scope(|| std::panic::resume_unwind(Box::new(())))
            }));
            assert!(unwound.is_err());
            assert_eq!(names(), [true, false]);
            let error = read("inner").unwrap_err();
            assert!(error.ends_with("mixture, outer"), "{error}");
        });
        assert_eq!(names(), [false, false]);
    }
}
