//! The alphabet of genes, and the evaluation of genomes by the kernels.

use evocube::alphabet;
use evocube::evaluation::objective::Objective;
use evocube::evaluation::{self, EvaluationMode, Fitness, Genomes, Kernel, MAX_GENES};
use evocube::evolve::config::TrialConfig;
use evocube::experiment::instance::Instance;
use evocube::experiment::sweep::Sweep;
use evocube::notation::Dialect;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::with_puzzle;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use toml::Value;

use crate::conversion::{sweep, to_python};
use crate::cube::Cube;
use crate::error::{error, failure, invalid_index};
use crate::extension::guarded;

/// Reads a configuration and an instance by the rules of sweep files.
pub(crate) fn read_problem(
    instance: &Bound<'_, PyAny>,
    base: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<Sweep> {
    let py = instance.py();
    let text = |value: &Bound<'_, PyAny>| match value.cast::<Cube>() {
        Ok(cube) => Ok(cube.get().0.to_string()),
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
    sweep(whole.as_any())
}

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
            let text = |symbol: &alphabet::Symbol<_, _>| (symbol.name.clone(), puzzle.write_moves(&symbol.moves));
            alphabet.symbols().iter().map(text).collect()
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
    #[new]
    #[pyo3(signature = (alphabet = None, *, puzzle = None))]
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
        Self::from_config(&sweep(whole.as_any())?.base)
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
            let moves = puzzle.read_moves(&text, Dialect::Wca).map_err(error)?;
            Ok(puzzle.write_moves(&puzzle.simplify(&moves)))
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyAny>))> {
        let value = |key: &Option<Value>| key.as_ref().map_or(Ok(py.None().into_bound(py)), |key| to_python(py, key));
        let [alphabet, puzzle] = &self.keys;
        let build = py.import("evocube._problem")?.getattr("alphabet_of")?;
        Ok((build, (value(alphabet)?, value(puzzle)?)))
    }

    fn __len__(&self) -> usize {
        self.symbols.len()
    }

    fn __getitem__(&self, gene: isize) -> PyResult<(&str, &str)> {
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

/// Genomes that are copied and evaluated together: few enough to stay in the second cache.
const BLOCK: usize = 512;

/// The penalties of genomes on an instance.
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Evaluator {
    evaluator: evaluation::Evaluator,
    alphabet: Py<Alphabet>,
    instance: Instance,
    objective: Objective,
    config: TrialConfig,
}

impl Evaluator {
    /// Evaluates the rows of an array; `write` receives the number of the first row of a block, and the fitness of its rows.
    pub(crate) fn evaluate(
        evaluator: &evaluation::Evaluator,
        genes: &[u16],
        length: usize,
        mut write: impl FnMut(usize, &[Fitness]),
    ) -> Result<(), String> {
        let symbols = evaluator.symbol_count();
        let last = u16::try_from(symbols - 1).map_err(|cause| cause.to_string())?;
        if !(1..=MAX_GENES).contains(&length) {
            return Err(format!("a genome has 1 to {MAX_GENES} genes, not {length}"));
        }
        let count = genes.len() / length;
        let size = BLOCK.min(count);
        let mut genomes = Genomes::new(size, length).map_err(|cause| cause.to_string())?;
        let mut fitness = vec![Fitness::WORST; size];
        let which: Vec<u32> = (0..).take(size).collect();
        for first in (0..count).step_by(BLOCK) {
            let rows = size.min(count - first);
            let block = &genes[first * length..(first + rows) * length];
            if genomes.rows_mut().copy_genes(block) > last {
                let place = block.iter().position(|&gene| gene > last).unwrap_or(0);
                let (row, gene, symbol) = (first + place / length, place % length, block[place]);
                return Err(format!(
                    "genome {row}, gene {gene}: {symbol} is no symbol: the alphabet has {symbols} (0 to {})",
                    symbols - 1
                ));
            }
            evaluator.evaluate(genomes.rows(), &which[..rows], &mut fitness);
            write(first, &fitness[..rows]);
        }
        Ok(())
    }

    /// Returns the genes of an array, row after row, and the length of a row.
    fn genes<'a>(genomes: &'a PyReadonlyArray2<'_, u16>) -> PyResult<(&'a [u16], usize)> {
        if !genomes.is_c_contiguous() {
            return Err(error("the genomes are not in rows: pass numpy.ascontiguousarray(genomes)"));
        }
        let genes = genomes
            .as_slice()
            .map_err(|_| error("the genomes are not in rows: pass numpy.ascontiguousarray(genomes)"))?;
        Ok((genes, genomes.as_array().ncols()))
    }
}

#[pymethods]
impl Evaluator {
    #[new]
    #[pyo3(signature = (instance, base = None, *, goal = None))]
    fn new(
        py: Python<'_>,
        instance: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let sweep = read_problem(instance, base, goal)?;
        let config = sweep.base.clone();
        let instance = sweep.instances[0].clone();
        let (objective, mode) = (config.objective.clone(), config.genome.evaluate);
        let evaluator = with_puzzle!(&config.puzzle, |puzzle| {
            let alphabet = alphabet::Alphabet::new(puzzle, &config.alphabet).map_err(failure)?;
            let penalties = objective.penalty_function(puzzle);
            let start = puzzle.anchor(instance.problem(puzzle)).0;
            evaluation::Evaluator::new(puzzle, start, &alphabet.effects(), &penalties, mode, Kernel::best())
                .with_parsimony_tiebreak(config.genome.parsimony_tiebreak == Some(true))
        });
        let alphabet = Py::new(py, Alphabet::from_config(&config)?)?;
        Ok(Self { evaluator, alphabet, instance, objective, config })
    }

    /// The penalty of each genome.
    fn penalties<'py>(
        &self,
        py: Python<'py>,
        genomes: PyReadonlyArray2<'py, u16>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (genes, length) = Self::genes(&genomes)?;
        let mut penalties = Vec::with_capacity(genes.len() / length.max(1));
        guarded(|| {
            py.detach(|| {
                Self::evaluate(&self.evaluator, genes, length, |_, fitness| {
                    penalties.extend(fitness.iter().map(|fitness| fitness.penalty()));
                })
            })
        })?
        .map_err(error)?;
        Ok(PyArray1::from_vec(py, penalties))
    }

    /// The penalty of each genome, and its number of genes that count.
    #[allow(clippy::type_complexity)] // a pair of arrays
    fn fitness<'py>(
        &self,
        py: Python<'py>,
        genomes: PyReadonlyArray2<'py, u16>,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>)> {
        let (genes, length) = Self::genes(&genomes)?;
        let mut all = Vec::new();
        guarded(|| {
            py.detach(|| Self::evaluate(&self.evaluator, genes, length, |_, fitness| all.extend_from_slice(fitness)))
        })?
        .map_err(error)?;
        let penalties = all.iter().map(|fitness| fitness.penalty()).collect();
        let counts = all.iter().map(|fitness| u32::try_from(fitness.genes()).unwrap_or(u32::MAX)).collect();
        Ok((PyArray1::from_vec(py, penalties), PyArray1::from_vec(py, counts)))
    }

    /// The moves of a genome: of its best prefix, if that is evaluated.
    fn moves(&self, py: Python<'_>, genome: PyReadonlyArray1<'_, u16>) -> PyResult<String> {
        let genome = genome.as_array().to_vec();
        let mut count = genome.len();
        if self.config.genome.evaluate == EvaluationMode::BestPrefix {
            guarded(|| {
                Self::evaluate(&self.evaluator, &genome, genome.len(), |_, fitness| count = fitness[0].genes())
            })?
            .map_err(error)?;
        }
        let text = self.alphabet.bind(py).get().text(&genome[..count])?;
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(&text, Dialect::Wca).map_err(error)?;
            // Genomes apply to the state with its anchor piece at home.
            let held = puzzle.anchor(self.instance.problem(puzzle)).1;
            Ok(puzzle.write_moves(&puzzle.simplify(&puzzle.conjugate(&moves, held))))
        })
    }

    /// The state after the moves of a text, from the instance.
    fn state_after(&self, moves: &str) -> PyResult<String> {
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(moves, Dialect::Wca).map_err(error)?;
            Ok(puzzle.write_state(puzzle.apply_all(self.instance.start(puzzle), &moves)))
        })
    }

    /// The penalty of the state after the moves of a text, replayed move by move.
    fn replay(&self, moves: &str) -> PyResult<u32> {
        with_puzzle!(&self.config.puzzle, |puzzle| {
            let moves = puzzle.read_moves(moves, Dialect::Wca).map_err(error)?;
            guarded(|| self.objective.penalty(puzzle, puzzle.apply_all(self.instance.problem(puzzle), &moves)))
        })
    }

    #[getter]
    fn alphabet(&self, py: Python<'_>) -> Py<Alphabet> {
        self.alphabet.clone_ref(py)
    }

    #[getter]
    fn symbols(&self) -> usize {
        self.evaluator.symbol_count()
    }

    #[getter]
    fn length(&self) -> usize {
        self.config.genome.length.get()
    }

    #[getter]
    fn no_op(&self) -> Option<u16> {
        self.evaluator.no_op().map(|gene| gene.0)
    }

    #[getter]
    fn kernel(&self) -> &'static str {
        self.evaluator.kernel().name()
    }

    #[getter]
    fn state(&self) -> &str {
        &self.instance.state
    }

    /// The configuration with every default.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Table(self.config.to_table()))
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
