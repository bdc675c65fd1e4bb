//! [`Alphabet`] and [`Evaluator`] for Python: the symbols of genes; the evaluation of arrays of genomes by the kernels; and the replay of
//! moves. Their arguments are read by the rules of sweep files, arrays in `genomes`.

use std::collections::HashMap;

use evocube::alphabet;
use evocube::evaluation::objective::Objective;
use evocube::evaluation::{self, EvaluationMode, Fitness, Kernel};
use evocube::evolve::config::TrialConfig;
use evocube::experiment::instance::Instance;
use evocube::experiment::sweep::Sweep;
use evocube::notation::Dialect;
use evocube::optimizer::OptimizerError;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::with_puzzle;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use toml::Value;

use crate::cancellation::exception_of;
use crate::conversion::to_python;
use crate::cube::Cube;
use crate::error::{error, failure, invalid_index, invalid_type};
use crate::extension::fitness_arrays;
use crate::genomes::{as_genomes, evaluate};
use crate::sweep;

/// Reads a configuration and an instance by the rules of sweep files.
pub(crate) fn read_problem(
    instance: &Bound<'_, PyAny>,
    base: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Sweep> {
    let py = instance.py();
    let text = |value: &Bound<'_, PyAny>| match value.cast::<Cube>() {
        Ok(cube) => Ok(cube.get().0.state.to_string()),
        Err(_) => value.extract::<String>(),
    };
    let whole = PyDict::new(py);
    let entry = PyDict::new(py);
    entry.set_item("state", text(instance)?)?;
    whole.set_item("name", "evaluator")?;
    whole.set_item("seed", 1)?;
    whole.set_item("instance", vec![entry])?;
    if let Some(base) = base {
        whole.set_item("base", base)?;
    }
    if let Some(goal) = goal {
        whole.set_item("goal", text(goal)?)?;
    }
    sweep::read(whole.as_any())
}

/// Arguments by name.
type Keywords<'py> = HashMap<&'static str, Bound<'py, PyAny>>;

/// The symbols that a gene can take: the keys of ``[base.alphabet]``.
///
/// >>> len(Alphabet({"expand": "symmetries"}))
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Alphabet {
    pub(crate) puzzle: AnyPuzzle,
    /// Names and moves.
    pub(crate) symbols: Vec<(String, String)>,
    /// The keys of `[base]` that it was built from: `alphabet` and `puzzle`.
    keys: [Option<Value>; 2],
}

impl Alphabet {
    /// Builds the alphabet of a configuration.
    pub(crate) fn from_config(config: &TrialConfig) -> PyResult<Self> {
        let symbols = with_puzzle!(&config.puzzle, |puzzle| {
            let alphabet = alphabet::Alphabet::new(puzzle, &config.alphabet).map_err(failure)?;
            let text = |symbol: alphabet::Symbol<'_, _, _>| (symbol.name.to_owned(), puzzle.write_moves(symbol.moves));
            alphabet.symbols().map(text).collect()
        });
        let mut table = config.to_table();
        let keys = ["alphabet", "puzzle"].map(|key| table.remove(key));
        Ok(Self { puzzle: config.puzzle.clone(), symbols, keys })
    }

    /// Returns the moves of a genome, one symbol after the other.
    pub(crate) fn text(&self, genome: &[u16]) -> PyResult<String> {
        let mut moves = String::new();
        for &gene in genome {
            let (_, more) = self.symbols.get(usize::from(gene)).ok_or_else(|| self.no_symbol(gene))?;
            moves.push_str(more);
            moves.push(' ');
        }
        Ok(moves)
    }

    fn no_symbol(&self, gene: u16) -> PyErr {
        error(format!(
            "gene {gene} is no symbol: the alphabet has {} (0 to {})",
            self.symbols.len(),
            self.symbols.len() - 1
        ))
    }
}

#[pymethods]
impl Alphabet {
    #[staticmethod]
    #[pyo3(name = "_new", signature = (alphabet = None, *, puzzle = None))]
    fn new(py: Python<'_>, alphabet: Option<&Bound<'_, PyAny>>, puzzle: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let base = PyDict::new(py);
        if let Some(puzzle) = puzzle {
            base.set_item("puzzle", puzzle)?;
        }
        if let Some(alphabet) = alphabet {
            base.set_item("alphabet", alphabet)?;
        }
        let whole = PyDict::new(py);
        whole.set_item("name", "alphabet")?;
        whole.set_item("seed", 1)?;
        let instance = PyDict::new(py);
        instance.set_item("random", 1)?;
        whole.set_item("instance", vec![instance])?;
        whole.set_item("base", base)?;
        Self::from_config(&sweep::read(whole.as_any())?.base)
    }

    /// The names of the symbols.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.symbols.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The puzzle's name.
    #[getter]
    fn puzzle(&self) -> &str {
        self.puzzle.name()
    }

    /// Returns the simplified moves of a genome.
    fn moves(&self, genome: PyReadonlyArray1<'_, u16>) -> PyResult<String> {
        let text = self.text(&genome.as_array().to_vec())?;
        with_puzzle!(&self.puzzle, |puzzle| {
            let moves = puzzle.read_moves(&text, Dialect::Wca).map_err(error)?.moves;
            Ok(puzzle.write_moves(&puzzle.simplify(&moves)))
        })
    }

    /// The arguments of a new one, for pickle.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Bound<'py, PyAny>,), Keywords<'py>)> {
        let value = |key: &Option<Value>| key.as_ref().map_or(Ok(py.None().into_bound(py)), |key| to_python(py, key));
        let [alphabet, puzzle] = &self.keys;
        Ok(((value(alphabet)?,), HashMap::from([("puzzle", value(puzzle)?)])))
    }

    fn __len__(&self) -> usize {
        self.symbols.len()
    }

    fn __getitem__(&self, gene: &Bound<'_, PyAny>) -> PyResult<(&str, &str)> {
        let gene: isize = gene.extract().map_err(|_| invalid_type(format!("a gene is a whole number, not {gene}")))?;
        let length = isize::try_from(self.symbols.len()).map_err(error)?;
        let index = usize::try_from(if gene < 0 { gene + length } else { gene }).ok();
        let symbol = index.and_then(|index| self.symbols.get(index));
        symbol.map(|(name, moves)| (&**name, &**moves)).ok_or_else(|| {
            invalid_index(format!("gene {gene} is no symbol: the alphabet has {length} (0 to {})", length - 1))
        })
    }

    fn __repr__(&self) -> String {
        format!("Alphabet of {}: {} symbols", self.puzzle, self.symbols.len())
    }
}

/// The penalties of genomes on an instance, computed by the kernels of evocube.
///
/// ``instance`` is a state in any notation, or a :class:`Cube`. ``base`` has the keys of the ``[base]`` of a sweep file, of
/// which ``puzzle``, ``alphabet``, ``objective`` and ``genome`` matter here; omitted ones take their defaults. ``goal`` is
/// another state than the solved one.
///
/// >>> evaluator = Evaluator("R U F", {"genome.length": 30, "alphabet.expand": "symmetries"})
/// >>> genomes = numpy.random.default_rng(1).integers(evaluator.symbols, size=(1000, 30), dtype=numpy.uint16)
/// >>> evaluator.penalties(genomes).min()
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Evaluator {
    evaluator: evaluation::Evaluator,
    alphabet: Py<Alphabet>,
    instance: Instance,
    objective: Objective,
    config: TrialConfig,
    /// The arguments: instance, base and goal.
    arguments: [Py<PyAny>; 3],
}

impl Evaluator {
    /// Returns a value of the fitness of each genome.
    fn values<T: Send>(
        &self,
        genomes: &Bound<'_, PyAny>,
        value: impl Fn(&Fitness) -> T + Send + Sync,
    ) -> PyResult<Vec<T>> {
        let genomes = as_genomes(genomes, self.symbols())?;
        let (genes, (rows, length)) = (genomes.as_slice().map_err(error)?, genomes.as_array().dim());
        let mut values = Vec::with_capacity(rows);
        let mut write = |_, fitness: &[Fitness]| values.extend(fitness.iter().map(&value));
        let work = || evaluate(&self.evaluator, genes, length, &mut write);
        genomes.py().detach(work).map_err(|failed| match failed {
            OptimizerError::Cancelled(failed) => exception_of(&failed),
            other => error(other),
        })?;
        Ok(values)
    }
}

#[pymethods]
impl Evaluator {
    #[staticmethod]
    #[pyo3(name = "_new", signature = (instance, base = None, *, goal = None))]
    fn new(
        py: Python<'_>,
        instance: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (start, sweep) = (instance, read_problem(instance, base, goal)?);
        let config = sweep.base.clone();
        let instance = sweep.instances[0].clone();
        let (objective, mode) = (config.objective.clone(), config.genome.evaluate);
        let evaluator = with_puzzle!(&config.puzzle, |puzzle| {
            let alphabet = alphabet::Alphabet::new(puzzle, &config.alphabet).map_err(failure)?;
            let penalties = objective.penalty_function(puzzle);
            let start = puzzle.anchor(instance.problem(puzzle)).0;
            evaluation::Evaluator::new(puzzle, start, alphabet.effects(), &penalties, mode, Kernel::best())
                .with_parsimony_tiebreak(config.genome.parsimony_tiebreak == Some(true))
        });
        let alphabet = Py::new(py, Alphabet::from_config(&config)?)?;
        let arguments =
            [Some(start), base, goal].map(|argument| argument.map_or(py.None(), |value| value.clone().unbind()));
        Ok(Self { evaluator, alphabet, instance, objective, config, arguments })
    }

    /// Returns the penalty of each row of an array of genes, as ``uint32``.
    ///
    /// Arrays of ``uint16`` in C order are read where they are, without the lock of the interpreter, so that threads evaluate
    /// side by side.
    fn penalties<'py>(&self, genomes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_vec(genomes.py(), self.values(genomes, |fitness| fitness.penalty())?))
    }

    /// Returns the penalty of each genome, and the number of its genes that count: all of them, or those of its best prefix
    /// if ``genome.evaluate`` is ``best-prefix``.
    #[allow(clippy::type_complexity)] // a pair of arrays
    fn fitness<'py>(
        &self,
        genomes: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>)> {
        Ok(fitness_arrays(genomes.py(), &self.values(genomes, |fitness| *fitness)?))
    }

    /// Returns the simplified moves of a genome; those of its best prefix, if that is evaluated.
    fn moves(&self, genome: &Bound<'_, PyAny>) -> PyResult<String> {
        let row = PyList::new(genome.py(), [genome])?;
        let genes = as_genomes(&row, self.symbols())?.as_slice().map_err(error)?.to_vec();
        let mut count = genes.len();
        if self.config.genome.evaluate == EvaluationMode::BestPrefix {
            count = self.values(&row, |fitness| fitness.genes())?[0];
        }
        let text = self.alphabet.get().text(&genes[..count])?;
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(&text, Dialect::Wca).map_err(error)?.moves;
            // Genomes apply to the state with its anchor piece at home.
            let held = puzzle.anchor(self.instance.problem(puzzle)).1;
            Ok(puzzle.write_moves(&puzzle.simplify(&puzzle.conjugate(&moves, held))))
        })
    }

    /// Returns the state after some moves, as facelets; that of a file-defined puzzle as pieces.
    fn state_after(&self, moves: &str) -> PyResult<String> {
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(moves, Dialect::Wca).map_err(error)?.moves;
            Ok(puzzle.write_state(puzzle.apply_all(self.instance.start(puzzle), &moves)))
        })
    }

    /// Returns the penalty of the state after some moves.
    fn replay(&self, moves: &str) -> PyResult<u32> {
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(moves, Dialect::Wca).map_err(error)?.moves;
            let end = puzzle.apply_all(self.instance.problem(puzzle), &moves);
            self.objective.penalty(puzzle, end).map_err(|failed| exception_of(&failed))
        })
    }

    /// The symbols that a gene can take.
    #[getter]
    fn alphabet(&self, py: Python<'_>) -> Py<Alphabet> {
        self.alphabet.clone_ref(py)
    }

    /// The number of symbols: genes are from 0 to ``symbols - 1``.
    #[getter]
    fn symbols(&self) -> usize {
        self.evaluator.symbol_count()
    }

    /// The key ``genome.length``. Genomes of other lengths are evaluated, too.
    #[getter]
    fn length(&self) -> usize {
        self.config.genome.length.get()
    }

    /// The symbol without moves, if the alphabet has it.
    #[getter]
    fn no_op(&self) -> Option<u16> {
        self.evaluator.no_op().map(|gene| gene.0)
    }

    /// The instructions of the machine that are used; they change no result.
    #[getter]
    fn kernel(&self) -> &'static str {
        self.evaluator.kernel().name()
    }

    /// The start state.
    #[getter]
    fn state(&self) -> &str {
        &self.instance.state
    }

    /// The configuration with every default.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Table(self.config.to_table()))
    }

    /// The arguments of a new one, for pickle.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> ((Bound<'py, PyAny>, Bound<'py, PyAny>), Keywords<'py>) {
        let [start, base, goal] = self.arguments.each_ref().map(|argument| argument.bind(py).clone());
        ((start, base), HashMap::from([("goal", goal)]))
    }

    fn __repr__(&self) -> String {
        let config = &self.config;
        format!(
            "Evaluator of {}: {} symbols, {} genes, objective {}, kernel {}",
            config.puzzle,
            self.symbols(),
            self.length(),
            self.objective.name(),
            self.kernel()
        )
    }
}
