//! [`Cube`] and its solvers for Python: states of the 3×3×3 and the 2×2×2, moves, notations, solutions, and their pictures in notebooks.
//! File-defined puzzles have no such class: see `evaluator` and `run`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use evocube::evolve::config::TrialConfig;
use evocube::notation::{self, AnyState, Dialect, Format, Notation};
use evocube::optimizer::into_solver;
use evocube::puzzle::{AnyPuzzle, CUBE2, CUBE3, HeldMoves, HeldState, Puzzle};
use evocube::report::{cube_net, solution_link, solution_page};
use evocube::search::{
    AnySolver, DefaultSolver, Kociemba, KociembaTables, Korf, KorfTables, Pocket, TableSource, Thistlethwaite,
};
use evocube::table::cache::CacheDir;
use evocube::{Algorithm, Budget, Metric, PuzzleKind, Seed, SolverKind, Unsolved};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyIterator, PyList};

use crate::error::{failure, invalid_type, invalid_value, notation_error, unsolved};
use crate::interrupter::Interrupter;
use crate::supervise::supervise_to_the_end;

/// Parses a name of a format, a dialect, a metric or a puzzle.
pub(crate) fn parse_name<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str) -> PyResult<T> {
    name.parse().map_err(invalid_value)
}

/// A state of the 3×3×3 or of the 2×2×2, as it lies in the hand.
///
/// ``Cube("R U2 F'")`` is the solved state after some moves; facelets, faces, pieces and JSON are recognized, or named by
/// ``format``. ``dialect`` is the meaning of a bare digit 1 in moves: ``sousa`` or ``contest``. Moves name positions of the cube as it
/// lies: after a rotation, a wide move or a slice as ``turned_back`` says. Cubes that differ by a rotation of the whole cube are equal.
/// Raises :class:`NotationError` with the place in the text, or with all reasons why a state is unreachable.
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Cube(pub(crate) HeldState<AnyState>);

#[pymethods]
impl Cube {
    #[staticmethod]
    #[pyo3(name = "_new", signature = (text = "", *, format = None, puzzle = None, dialect = "wca"))]
    fn new(text: &str, format: Option<&str>, puzzle: Option<&str>, dialect: &str) -> PyResult<Self> {
        let format: Option<Format> = format.map(parse_name).transpose()?;
        let puzzle: Option<PuzzleKind> = puzzle.map(parse_name).transpose()?;
        if text.trim().is_empty() && format.is_none_or(|format| format == Format::Moves) {
            return Ok(Self(AnyState::after(puzzle.unwrap_or_default(), &Algorithm::EMPTY).into()));
        }
        Notation { format, puzzle, dialect: parse_name::<Dialect>(dialect)? }
            .read::<HeldState<AnyState>>(text)
            .map(Self)
            .map_err(|cause| notation_error(&cause))
    }

    /// Returns a uniformly random state: that of line ``index`` (from 0) of ``evocube scramble --seed SEED --to facelets``.
    #[staticmethod]
    #[pyo3(signature = (seed, *, puzzle = "cube3", index = 0))]
    fn random(seed: u64, puzzle: &str, index: u32) -> PyResult<Self> {
        let kind: PuzzleKind = parse_name(puzzle)?;
        let mut stream =
            Seed::from_number(seed).child("scramble").child(kind.name()).child(&index.to_string()).stream();
        Ok(Self(match kind {
            PuzzleKind::Cube3 => CUBE3.random(&mut stream).into(),
            PuzzleKind::Cube2 => CUBE2.random(&mut stream).into(),
        }))
    }

    /// Returns the state after some moves.
    #[pyo3(signature = (moves, *, dialect = "wca"))]
    fn apply(&self, moves: &str, dialect: &str) -> PyResult<Self> {
        Ok(Self(self.0.go_on(&read(moves, dialect)?)))
    }

    /// Writes the state in a format: facelets, faces, pieces (of the cube turned home) or json.
    fn to(&self, format: &str) -> PyResult<String> {
        parse_name::<Format>(format)?.write(self.0).map_err(failure)
    }

    /// The colors of all facelets as the cube lies, faces in the order U R F D L B.
    #[getter]
    fn facelets(&self) -> String {
        self.0.to_string()
    }

    /// The rotation in which the cube lies, as ``x`` or ``y2 z``; its inverse turns the cube home. None if it lies at home.
    #[getter]
    fn turned_back(&self) -> Option<String> {
        self.0.hold.rotation_moves().filter(|moves| !moves.is_empty())
    }

    /// Whether every face has one color.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.state.is_solved()
    }

    /// ``cube3`` or ``cube2``.
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.0.state.kind().name()
    }

    /// Finds moves of the cube as it lies to the solved state, or to ``goal``, in any rotation of the whole cube.
    ///
    /// ``solver`` is layers, macros, thistlethwaite, kociemba, korf (optimal), pocket (2×2×2, optimal) or evolution; without it
    /// kociemba runs with its small tables, and always ends with a solution, or pocket. ``tables`` are those of kociemba (small, large) and korf (source, small,
    /// large). ``time`` is in seconds; the other limits are those of ``evocube solve``. A
    /// solver is built once and keeps its tables. Raises :class:`Unsolved` if a limit is reached. Ctrl-C ends the search: the best
    /// solution so far is returned, and without one ``KeyboardInterrupt`` is raised.
    #[pyo3(signature = (solver = None, *, goal = None, metric = "htm", tables = None, seed = 1, time = None, nodes = None, depth = None, target = None, threads = 1))]
    #[allow(clippy::too_many_arguments)] // keywords of Python
    fn solve(
        &self,
        py: Python<'_>,
        solver: Option<&str>,
        goal: Option<PyRef<'_, Self>>,
        metric: &str,
        tables: Option<&str>,
        seed: u64,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<usize>,
        target: Option<usize>,
        threads: usize,
    ) -> PyResult<Solution> {
        let metric: Metric = parse_name(metric)?;
        let threads = NonZeroUsize::new(threads).ok_or_else(|| invalid_value("threads: write a number from 1"))?;
        let time = time
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(|_| invalid_value("time: write seconds from 0"))?;
        let observer = Interrupter::new(None);
        let cancellation = observer.cancellation();
        let budget = Budget { time, nodes, depth, target, threads: Some(threads), cancellation };
        let goal = goal.map(|goal| goal.0.state.conjugate(self.0.hold));
        let state = self.0.lying();
        let default = SolverKind::default_of(state.kind());
        let is_default_solver = solver.is_none() && default == SolverKind::Kociemba;
        let tables = tables.or_else(|| is_default_solver.then_some(KociembaTables::Small.name()));
        let choice = Choice {
            name: solver.unwrap_or(default.name()).to_owned(),
            metric,
            tables: tables.map(str::to_owned),
            timed_default: is_default_solver.then_some(budget.time.is_some()),
            seed,
            puzzle: state.kind(),
            threads: threads.get(),
        };
        let (solution, raised) = supervise_to_the_end(py, &observer, || {
            let solver = choice.solver(&observer)?;
            match (&*solver, state, goal) {
                (AnySolver::Cube3(solver), AnyState::Cube3(state), None) => {
                    Solution::find(&CUBE3, &**solver, state, CUBE3.solved(), &budget)
                }
                (AnySolver::Cube3(solver), AnyState::Cube3(state), Some(AnyState::Cube3(goal))) => {
                    Solution::find(&CUBE3, &**solver, state, goal, &budget)
                }
                (AnySolver::Cube2(solver), AnyState::Cube2(state), None) => {
                    Solution::find(&CUBE2, &**solver, state, CUBE2.solved(), &budget)
                }
                (AnySolver::Cube2(solver), AnyState::Cube2(state), Some(AnyState::Cube2(goal))) => {
                    Solution::find(&CUBE2, &**solver, state, goal, &budget)
                }
                (solver, state, goal) => {
                    let (name, puzzle) = (solver.name(), solver.puzzle());
                    let is_of = |state: AnyState| puzzle == AnyPuzzle::from(state.kind());
                    let other = [Some(state), goal].into_iter().flatten().find(|state| !is_of(*state));
                    let kind = other.unwrap_or(state).kind();
                    Err(invalid_value(format!("the solver {name} is for {puzzle}, not for {kind}")))
                }
            }
        });
        // An interrupted search returns the best solution that it has.
        let solution = solution.map_err(|failure| raised.unwrap_or(failure))?;
        Ok(Solution { state: self.facelets(), ..solution })
    }

    /// The net of the cube as it lies, which notebooks show.
    fn _repr_svg_(&self) -> String {
        cube_net(&self.facelets())
    }

    /// The state after the moves of this one and then those of the other.
    fn __mul__(&self, other: PyRef<'_, Self>) -> PyResult<Self> {
        let HeldState { state: moves, hold: rotation } = other.0;
        let kinds = (self.0.state.kind(), moves.kind());
        if kinds.0 != kinds.1 {
            return Err(invalid_type(format!("a {} is not multiplied by a {}", kinds.0, kinds.1)));
        }
        let product = |first| match (first, moves) {
            (AnyState::Cube3(first), AnyState::Cube3(second)) => CUBE3.then(first, second).into(),
            (AnyState::Cube2(first), AnyState::Cube2(second)) => CUBE2.then(first, second).into(),
            (first, _) => first,
        };
        Ok(Self(self.0.after(rotation, AnyState::conjugate, product)))
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, operation: CompareOp) -> PyResult<bool> {
        match operation {
            CompareOp::Eq => Ok(self.0.state == other.0.state),
            CompareOp::Ne => Ok(self.0.state != other.0.state),
            _ => Err(invalid_type("states have no order")),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Cube('{}')", self.0)
    }

    /// The arguments of a new one, for pickle.
    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A solver and its settings.
#[derive(Clone, PartialEq, Eq)]
struct Choice {
    name: String,
    metric: Metric,
    tables: Option<String>,
    /// Whether the default solver of the 3×3×3 has a time limit; `None` if another solver runs.
    timed_default: Option<bool>,
    seed: u64,
    puzzle: PuzzleKind,
    threads: usize,
}

/// Solvers that were built before, with their tables.
static BUILT: Mutex<Vec<(Choice, Arc<AnySolver>)>> = Mutex::new(Vec::new());

impl Choice {
    /// Returns the solver, which is built once.
    fn solver(mut self, observer: &Interrupter) -> PyResult<Arc<AnySolver>> {
        // Only evolution draws numbers, only korf is built for a number of threads.
        if self.name != "evolution" {
            (self.seed, self.puzzle) = (0, PuzzleKind::Cube3);
        }
        if self.name != SolverKind::Korf.name() {
            self.threads = 1;
        }
        let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, solver)) = built.iter().find(|(choice, _)| *choice == self) {
            return Ok(solver.clone());
        }
        let solver = Arc::new(self.build(observer)?);
        built.push((self, solver.clone()));
        Ok(solver)
    }

    fn build(&self, observer: &Interrupter) -> PyResult<AnySolver> {
        let refuse = |what: &str| Err(invalid_value(format!("the solver {} {what}", self.name)));
        if self.name == "evolution" {
            if self.tables.is_some() || self.metric == Metric::Qtm {
                return refuse("has no tables, and does not minimize quarter turns");
            }
            let config = TrialConfig::solving(self.puzzle);
            return Ok(into_solver(config.build().map_err(failure)?, &config.objective, &config.stop, self.seed));
        }
        let kind = self.name.parse::<SolverKind>().map_err(|mut error: <SolverKind as FromStr>::Err| {
            error.expected.push("evolution");
            invalid_value(error)
        })?;
        let cache = CacheDir::user();
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let source = TableSource { cache: cache.as_ref(), threads, observer };
        match (kind, self.metric, &self.tables) {
            (SolverKind::Korf, metric, tables) => {
                let tables = tables.as_deref().map_or(Ok(KorfTables::default()), str::parse::<KorfTables>);
                let threads = NonZeroUsize::new(self.threads).unwrap_or(NonZeroUsize::MIN);
                Ok(AnySolver::cube3(
                    Korf::new(tables.map_err(invalid_value)?, metric, threads, &source).map_err(failure)?,
                ))
            }
            (SolverKind::Kociemba, metric, tables) => {
                let tables = tables.as_deref().map_or(Ok(KociembaTables::default()), str::parse::<KociembaTables>);
                let two_phase = Kociemba::with_metric(tables.map_err(invalid_value)?, metric, &source);
                let two_phase = two_phase.map_err(failure)?;
                Ok(match self.timed_default {
                    None => AnySolver::cube3(two_phase),
                    Some(is_timed) => {
                        let substitute = is_timed.then(|| Thistlethwaite::new(&source)).transpose().map_err(failure)?;
                        AnySolver::cube3(DefaultSolver::new(two_phase, substitute))
                    }
                })
            }
            (_, _, Some(tables)) => refuse(&format!("has no tables called \"{tables}\"")),
            (SolverKind::Pocket, metric, None) => Ok(AnySolver::cube2(Pocket::new(metric))),
            (_, Metric::Qtm, None) => refuse("does not minimize quarter turns"),
            (kind, Metric::Htm, None) => kind.build(&source).map_err(failure),
        }
    }
}

/// Moves that lead to the goal, replayed by a check: ``for move in solution``.
#[pyclass(frozen, get_all, module = "evocube")]
pub(crate) struct Solution {
    /// The solver's name.
    solver: String,
    /// The moves, separated by spaces.
    moves: String,
    /// The facelets before the first move, of the cube as it lies.
    state: String,
    /// Length in the half-turn metric.
    htm: usize,
    /// Length in the quarter-turn metric.
    qtm: usize,
    /// Search nodes, or evaluations.
    nodes: u64,
    /// The metric in which no shorter solution exists, if that is proved.
    optimal: Option<String>,
    /// The steps of the solver, each with its number of moves before simplification.
    parts: Vec<(String, usize)>,
}

impl Solution {
    /// Solves a state, and replays the simplified moves.
    fn find<P: Puzzle>(
        puzzle: &P,
        solver: &dyn evocube::Solver<P::State, P::Move>,
        state: P::State,
        goal: P::State,
        budget: &Budget,
    ) -> PyResult<Self> {
        let solution = solver.solve(puzzle.between(state, goal), budget).map_err(|cause| unsolved(&cause))?;
        let moves = puzzle.simplify(solution.moves());
        if !puzzle.is_solved(puzzle.between(puzzle.apply_all(state, &moves), goal)) {
            return Err(unsolved(&Unsolved::Wrong));
        }
        Ok(Self {
            solver: solution.substitute().unwrap_or(solver.name()).to_owned(),
            htm: puzzle.length(&moves, Metric::Htm),
            qtm: puzzle.length(&moves, Metric::Qtm),
            nodes: solution.nodes(),
            optimal: solution.optimal().map(|metric| metric.name().to_owned()),
            parts: solution.parts().iter().map(|part| (part.name.to_owned(), part.turns)).collect(),
            moves: puzzle.write_moves(&moves),
            state: String::new(),
        })
    }
}

#[pymethods]
impl Solution {
    #[staticmethod]
    #[pyo3(name = "_new")]
    #[allow(clippy::too_many_arguments)] // the fields of a pickle
    fn new(
        solver: String,
        moves: String,
        state: String,
        htm: usize,
        qtm: usize,
        nodes: u64,
        optimal: Option<String>,
        parts: Vec<(String, usize)>,
    ) -> Self {
        Self { solver, moves, state, htm, qtm, nodes, optimal, parts }
    }

    /// The arguments of a new one, for pickle.
    #[allow(clippy::type_complexity)] // the arguments of `new`
    fn __getnewargs__(&self) -> (&str, &str, &str, usize, usize, u64, Option<&str>, Vec<(String, usize)>) {
        let Self { solver, moves, state, htm, qtm, nodes, optimal, parts } = self;
        (solver, moves, state, *htm, *qtm, *nodes, optimal.as_deref(), parts.clone())
    }

    /// The cube after the moves.
    fn end(&self) -> PyResult<Cube> {
        Cube::new(&self.state, Some(Format::Facelets.name()), None, Dialect::Wca.name())?
            .apply(&self.moves, Dialect::Wca.name())
    }

    /// The address of the viewer of cubing.net that shows the moves. None if they lead to another goal than the solved cube.
    #[getter]
    fn link(&self) -> PyResult<Option<String>> {
        Ok(if self.end()?.is_solved() { solution_link(&self.moves, self.state.len() == 24) } else { None })
    }

    /// A viewer of the moves, which notebooks show: that of pages, in a frame of its own.
    fn _repr_html_(&self) -> PyResult<String> {
        let page = solution_page(&self.solver, &self.state, &self.moves, &self.end()?.facelets());
        let page = page.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe title=\"{} moves\" sandbox=\"allow-scripts\" style=\"width: 100%; height: 30rem; border: 0\" srcdoc=\"{page}\"></iframe>",
            self.htm
        ))
    }

    /// The moves, one after the other.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves.split_whitespace().collect::<Vec<_>>())?.try_iter()
    }

    fn __str__(&self) -> &str {
        &self.moves
    }

    fn __len__(&self) -> usize {
        self.htm
    }

    fn __repr__(&self) -> String {
        format!("Solution({:?}, solver='{}', htm={}, qtm={})", self.moves, self.solver, self.htm, self.qtm)
    }
}

/// Reads moves of a cube, and the rotation that they leave.
fn read(moves: &str, dialect: &str) -> PyResult<HeldMoves> {
    notation::read_moves(moves, parse_name(dialect)?).map_err(|cause| notation_error(&cause))
}

/// Merges moves of one face, also across moves that commute with them. A rotation that the moves leave stands at the end.
#[pyfunction]
#[pyo3(signature = (moves, *, dialect = "wca"))]
pub(crate) fn simplify(moves: &str, dialect: &str) -> PyResult<String> {
    let held = read(moves, dialect)?;
    Ok(HeldMoves { moves: held.moves.simplify(), ..held }.to_string())
}

/// Returns the moves that undo others, from the rotation that these leave.
#[pyfunction]
#[pyo3(signature = (moves, *, dialect = "wca"))]
pub(crate) fn invert(moves: &str, dialect: &str) -> PyResult<String> {
    let HeldMoves { moves, rotation } = read(moves, dialect)?;
    Ok(HeldMoves { moves: moves.inverse().conjugate(rotation), rotation: rotation.inverse() }.to_string())
}

/// Returns the number of moves in a metric, htm or qtm. Rotations of the whole cube do not count.
#[pyfunction]
#[pyo3(signature = (moves, metric = "htm", *, dialect = "wca"))]
pub(crate) fn length(moves: &str, metric: &str, dialect: &str) -> PyResult<usize> {
    Ok(read(moves, dialect)?.moves.length(parse_name(metric)?))
}
