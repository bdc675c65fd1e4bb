//! Components written in Python, by kind in the submodules: functions of arrays, registered by names for sweeps in `evocube._extension`,
//! which also checks their settings; `evocube._version` and `evocube._components` make their versions. Here their names are checked, the registered ones become a [`Registry`], with
//! the key `rate`. They are called in `function`.

mod algorithm;
mod draws;
mod function;
mod objective;
mod observer;
mod operators;
mod stop_rule;

use std::sync::Arc;

use evocube::Registry;
use evocube::evaluation::Penalize;
use evocube::evolve::algorithm::BuildOptimizer;
use evocube::evolve::crossover::Cross;
use evocube::evolve::mutation::Mutate;
use evocube::evolve::selection::Select;
use evocube::evolve::survivor::Survive;
use evocube::optimizer::{Observe, StopRule};
use evocube::registered::{ComponentKind, InvalidSettings};
use evocube::rng::Bernoulli;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use toml::Value;

use crate::conversion::to_python;
use crate::error::error;
use algorithm::Algorithm;
pub(crate) use draws::Draws;
use function::Function;
use objective::Objective;
use observer::Observer;
pub(crate) use operators::fitness_arrays;
use operators::{Crossover, Mutation, Selection, SurvivorSelection};
use stop_rule::Rule;

/// Checks that a component of a kind can have a name, and the types of its version and its columns.
#[pyfunction]
pub(crate) fn check_component(kind: &str, name: &str, version: String, columns: Vec<String>) -> PyResult<()> {
    drop((version, columns));
    let checked = match kind {
        "objective" => Registry::check_name::<dyn Penalize>(name),
        "crossover" => Registry::check_name::<dyn Cross>(name),
        "mutation" => Registry::check_name::<dyn Mutate>(name),
        "selection" => Registry::check_name::<dyn Select>(name),
        "survivor_selection" => Registry::check_name::<dyn Survive>(name),
        "stop_rule" => Registry::check_name::<dyn StopRule>(name),
        "observer" => Registry::check_name::<dyn Observe>(name),
        _ => Registry::check_name::<dyn BuildOptimizer>(name),
    };
    checked.map_err(error)
}

/// Returns the components that are registered in Python now, whose table is `REGISTERED` of `evocube._extension`.
pub(crate) fn registry(py: Python<'_>) -> PyResult<Registry> {
    let table = py.import("evocube._extension")?.getattr("REGISTERED")?.cast_into::<PyDict>()?;
    table.iter().try_fold(Registry::new(), |registry, (key, component)| {
        let (kind, name): (String, String) = key.extract()?;
        Ok(component.extract::<Component>()?.register(registry, &kind, &name))
    })
}

/// The kinds of components that draw from streams of evocube, or draw nothing. Libraries of algorithms draw from the generators that all
/// code shares; those are set back after an observer.
const WATCHED: [&str; 6] = ["objective", "crossover", "mutation", "selection", "survivor_selection", "stop_rule"];

/// A function that is registered in Python.
#[derive(FromPyObject)]
struct Component {
    /// Stands for the code of the function.
    version: String,
    /// The columns of an observer.
    columns: Vec<String>,
    /// The function as it is called.
    call: Py<PyAny>,
    /// Receives the settings of a sweep and returns those of the function, or raises `ValueError`.
    check: Py<PyAny>,
}

impl Component {
    /// Adds the component to a registry; its name was checked.
    fn register(self, registry: Registry, kind: &str, name: &str) -> Registry {
        let (added, columns) = ((registry, kind, name), self.columns.clone());
        match kind {
            "objective" => self.insert::<dyn Penalize>(added, |function, _| Box::new(Objective(function))),
            "crossover" => self.insert::<dyn Cross>(added, |function, rate| Box::new(Crossover { function, rate })),
            "mutation" => self.insert::<dyn Mutate>(added, |function, rate| Box::new(Mutation { function, rate })),
            "selection" => self.insert::<dyn Select>(added, |function, _| Box::new(Selection(function))),
            "survivor_selection" => {
                self.insert::<dyn Survive>(added, |function, _| Box::new(SurvivorSelection(function)))
            }
            "stop_rule" => self.insert::<dyn StopRule>(added, |function, _| Box::new(Rule(function))),
            "observer" => self.insert::<dyn Observe>(added, move |function, _| {
                Box::new(Observer { function, columns: columns.clone() })
            }),
            _ => self.insert::<dyn BuildOptimizer>(added, |function, _| Box::new(Algorithm(function))),
        }
    }

    fn insert<T: ComponentKind + ?Sized>(
        self,
        (registry, kind, name): (Registry, &str, &str),
        build: impl Fn(Function, Bernoulli) -> Box<T> + Send + Sync + 'static,
    ) -> Registry {
        let (has_rate, watched) =
            (["crossover", "mutation"].contains(&kind), WATCHED.into_iter().find(|it| *it == kind));
        let (called, function): (Arc<str>, _) = (name.into(), Arc::new(self.call));
        registry.component::<T>(name, &self.version, move |mut settings: Value| {
            let rate = settings.as_table_mut().filter(|_| has_rate).and_then(|table| table.remove("rate"));
            let rate = match rate {
                None => 1.0,
                Some(Value::Integer(rate @ 0..=1)) => f64::from(u8::from(rate == 1)),
                Some(Value::Float(rate)) if (0.0..=1.0).contains(&rate) => rate,
                Some(rate) => return Err(InvalidSettings(format!("rate {rate} is out of range: 0 to 1"))),
            };
            Python::attach(|py| {
                let settings = to_python(py, &settings).and_then(|settings| self.check.bind(py).call1((settings,)));
                let settings = settings.and_then(|settings| Ok(settings.cast_into::<PyDict>()?.unbind()));
                let settings = settings.map_err(|error| InvalidSettings(error.value(py).to_string()))?;
                let (name, function, settings) = (called.clone(), function.clone(), Arc::new(settings));
                let watched = watched.map(|kind| (kind, Arc::default()));
                Ok(build(Function { name, function, settings, watched }, Bernoulli::new(rate)))
            })
        })
    }
}
