//! Components written in Python: functions that receive a batch as arrays, registered by names for sweeps. Their versions and settings are
//! checked by `evocube._extension`.

mod algorithm;
mod draws;
mod objective;
mod observer;
mod operators;
mod stop_rule;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
use numpy::PyArrayDyn;
use numpy::prelude::*;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use toml::Value;

use crate::cancellation::cancel;
use crate::conversion::to_python;
use crate::error::error;
use crate::interpreter::watching;
use algorithm::Algorithm;
pub(crate) use draws::Draws;
use objective::Objective;
use observer::Observer;
pub(crate) use operators::fitness_arrays;
use operators::{Crossover, Mutation, Selection, SurvivorSelection};
use stop_rule::Rule;

/// A function of Python with its settings.
#[derive(Clone)]
struct Function {
    name: &'static str,
    /// Called as `function(*arguments, **settings)`.
    function: Arc<Py<PyAny>>,
    settings: Arc<Py<PyDict>>,
    /// The kind of a component that has no need of the generators which all code shares, and the number of its calls.
    watched: Option<(&'static str, Arc<AtomicU64>)>,
}

impl Function {
    /// Calls the function. An exception cancels the trial. Saving the generators takes as long as a small component does, so calls are
    /// watched whose number is a power of two.
    fn call<'py, T>(
        &self,
        py: Python<'py>,
        arguments: impl pyo3::call::PyCallArgs<'py>,
        read: impl FnOnce(Bound<'py, PyAny>) -> PyResult<T>,
    ) -> T {
        let settings = self.settings.bind(py);
        let call = || self.function.bind(py).call(arguments, Some(settings));
        let number = self.watched.as_ref().map(|(kind, calls)| (kind, calls.fetch_add(1, Ordering::Relaxed) + 1));
        let called = match number.filter(|(_, number)| number.is_power_of_two()) {
            Some((kind, _)) => watching(py, (kind, self.name), call),
            None => call(),
        };
        called.and_then(read).unwrap_or_else(|error| self.cancel(py, error))
    }

    /// Ends the work with an exception, which names the component in a note from Python 3.11 on.
    fn cancel(&self, py: Python<'_>, error: PyErr) -> ! {
        let note = format!("in the component \"{}\" of a sweep", self.name);
        drop(error.value(py).call_method1("add_note", (note,)));
        cancel(error)
    }
}

/// Reads an array of numbers from 0 to `most`, with this number of rows and of numbers in each.
fn read_array(value: &Bound<'_, PyAny>, shape: [usize; 2], most: u64, what: &str) -> PyResult<Vec<u64>> {
    let [rows, length] = shape;
    let wrong = |array: String| {
        let count = if length == 1 { format!("{rows}") } else { format!("{rows} rows of {length}") };
        error(format!("expected {count} {what} from 0 to {most}, found {array}"))
    };
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"iub".contains(&kind) {
        return Err(wrong(format!("an array of {}", array.getattr("dtype")?)));
    }
    let array = array.call_method1("astype", ("int64",))?;
    let array = array.cast::<PyArrayDyn<i64>>()?.readonly();
    let values = array.as_array();
    if values.shape().first() != Some(&rows) || values.len() != rows * length {
        return Err(wrong(format!("an array of shape {:?}", values.shape())));
    }
    let read = |&number: &i64| {
        u64::try_from(number).ok().filter(|number| *number <= most).ok_or_else(|| wrong(number.to_string()))
    };
    values.iter().map(read).collect()
}

/// Registers a function under a name. `check` receives the settings of a sweep and returns those of the function, or raises
/// `ValueError`. `version` stands for the code of the function. The key `rate` is the probability of a crossover or a mutation. `columns` are those of an observer.
#[pyfunction]
#[pyo3(signature = (kind, name, version, function, check, columns = Vec::new()))]
pub(crate) fn register(
    kind: &str,
    name: String,
    version: String,
    function: Py<PyAny>,
    check: Py<PyAny>,
    columns: Vec<String>,
) -> PyResult<()> {
    // Names live as long as the process, as those of Rust do.
    let name: &'static str = name.leak();
    let registered = Registered {
        name,
        version,
        function: Arc::new(function),
        check,
        has_rate: ["crossover", "mutation"].contains(&kind),
        watched: WATCHED.into_iter().find(|watched| *watched == kind),
    };
    match kind {
        "objective" => registered.insert::<dyn Penalize>(|function, _| Box::new(Objective(function))),
        "crossover" => registered.insert::<dyn Cross>(|function, rate| Box::new(Crossover { function, rate })),
        "mutation" => registered.insert::<dyn Mutate>(|function, rate| Box::new(Mutation { function, rate })),
        "selection" => registered.insert::<dyn Select>(|function, _| Box::new(Selection(function))),
        "survivor_selection" => registered.insert::<dyn Survive>(|function, _| Box::new(SurvivorSelection(function))),
        "stop_rule" => registered.insert::<dyn StopRule>(|function, _| Box::new(Rule(function))),
        "observer" => registered.insert::<dyn Observe>(move |function, _| {
            let columns = columns.clone();
            Box::new(Observer { function, columns })
        }),
        "algorithm" => registered.insert::<dyn BuildOptimizer>(|function, _| Box::new(Algorithm(function))),
        _ => Err(error(format!("there are no components of the kind {kind}"))),
    }
}

/// The kinds of components that draw from streams of evocube, or draw nothing. Libraries of algorithms draw from the generators that all
/// code shares; those are set back after an observer.
const WATCHED: [&str; 6] = ["objective", "crossover", "mutation", "selection", "survivor_selection", "stop_rule"];

/// A registration.
struct Registered {
    name: &'static str,
    version: String,
    function: Arc<Py<PyAny>>,
    check: Py<PyAny>,
    /// Whether the key `rate` is a probability.
    has_rate: bool,
    watched: Option<&'static str>,
}

impl Registered {
    fn insert<T: ComponentKind + ?Sized>(
        self,
        build: impl Fn(Function, Bernoulli) -> Box<T> + Send + Sync + 'static,
    ) -> PyResult<()> {
        let Self { name, version, function, check, has_rate, watched } = self;
        Registry::check_name::<T>(name).map_err(error)?;
        let registry = Registry::new().component::<T>(name, &version, move |mut settings: Value| {
            let rate = settings.as_table_mut().filter(|_| has_rate).and_then(|table| table.remove("rate"));
            let rate = match rate {
                None => 1.0,
                Some(Value::Integer(rate @ 0..=1)) => f64::from(u8::from(rate == 1)),
                Some(Value::Float(rate)) if (0.0..=1.0).contains(&rate) => rate,
                Some(rate) => return Err(InvalidSettings(format!("rate {rate} is out of range: 0 to 1"))),
            };
            Python::attach(|py| {
                let settings = to_python(py, &settings).and_then(|settings| check.bind(py).call1((settings,)));
                let settings = settings.and_then(|settings| Ok(settings.cast_into::<PyDict>()?.unbind()));
                let settings = settings.map_err(|error| InvalidSettings(error.value(py).to_string()))?;
                let watched = watched.map(|kind| (kind, Arc::default()));
                let function = Function { name, function: function.clone(), settings: Arc::new(settings), watched };
                Ok(build(function, Bernoulli::new(rate)))
            })
        });
        drop(registry);
        Ok(())
    }
}
