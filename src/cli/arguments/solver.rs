//! Options that select and configure a solver, the refusal of those that it lacks, the making of the solver, and the unit of its lengths.
//! The limits of its work are in `budget`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use evocube::evolve::algorithm::Algorithm;
use evocube::evolve::config::TrialConfig;
use evocube::optimizer::{StopCriterion, Unsupported, into_solver};
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::search::{
    AnySolver, DefaultSolver, Kociemba, KociembaTables, Korf, Pocket, TableSource, Thistlethwaite, thistlethwaite,
};
use evocube::{Metric, PuzzleKind, SolverKind};

use super::solver_choice::SolverChoice;
use super::{choice, sweep};
use crate::cli::result::{Failure, failure};

/// A solver and its options.
#[derive(clap::Args, Clone)]
pub(crate) struct SolverArgs {
    #[arg(long, help = format!(
        "The solver: {} [default: kociemba with its small tables; pocket for the 2×2×2; for a file-defined puzzle a bidirectional \
         search]",
        SolverChoice::names().join(", ")
    ))]
    solver: Option<SolverChoice>,
    /// A sweep file whose [base] configures evolution [default: a niche archive, which solves any cube]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The metric of lengths: htm = every turn of a face counts 1, qtm = a half turn counts 2 (kociemba, korf, pocket)
    /// [default: htm]
    #[arg(long, value_parser = choice::words(Metric::ALL, Metric::name))]
    metric: Option<Metric>,
    /// The tables of the solver (pocket: none = bidirectional search; kociemba: small = 6 MB, for solutions of 21 moves,
    /// large = 207 MB, the default of --solver kociemba; korf: source = those of R. Korf, small = 71 MB, large = 2.7 GB,
    /// the fastest and the default)
    #[arg(long)]
    tables: Option<String>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6), help = format!(
        "Number of subgroup chains that are tried (thistlethwaite) [default: {}]", thistlethwaite::CHAINS
    ))]
    chains: Option<u8>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=200), help = format!(
        "Number of states that are kept after each phase (thistlethwaite) [default: {}]", thistlethwaite::WIDTH
    ))]
    width: Option<u8>,
    /// Whether the default solver of the 3×3×3, which always ends with a solution, has a time limit. `None` if another solver runs.
    #[arg(skip)]
    timed_default: Option<bool>,
}

impl SolverArgs {
    /// Returns the options of a deterministic solver.
    pub(crate) fn new(solver: SolverKind, metric: Option<Metric>, tables: Option<String>) -> Self {
        let solver = Some(SolverChoice::Solver(solver));
        Self { solver, config: None, metric, tables, chains: None, width: None, timed_default: None }
    }

    /// Returns the metric of lengths.
    pub(crate) fn metric(&self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// Returns the algorithm that `--solver` selects.
    pub(crate) fn selected(&self) -> Option<&SolverChoice> {
        self.solver.as_ref()
    }

    /// Returns the options with the default solver of a cube, if none is selected: `kociemba` with its small tables, or `pocket`.
    pub(crate) fn or_default(&self, cube: PuzzleKind) -> Self {
        let mut options = self.clone();
        if options.solver.is_none() {
            let solver = SolverKind::default_of(cube);
            options.tables = options.tables.or(default_tables(solver));
            options.solver = Some(SolverChoice::Solver(solver));
        }
        options
    }

    /// Returns the options with the default solver of single states of a cube, if none is selected. That of the 3×3×3 is a
    /// [`DefaultSolver`].
    pub(crate) fn or_default_of_states(&self, cube: PuzzleKind, is_timed: bool) -> Self {
        let timed_default = (self.solver.is_none() && cube == PuzzleKind::Cube3).then_some(is_timed);
        Self { timed_default, ..self.or_default(cube) }
    }

    /// Returns whether the solver is a [`DefaultSolver`].
    pub(crate) fn is_default_solver(&self) -> bool {
        self.timed_default.is_some()
    }

    /// Returns the selected algorithm, by default `kociemba`.
    pub(crate) fn optimizer(&self) -> SolverChoice {
        self.solver.clone().unwrap_or(SolverChoice::Solver(SolverKind::Kociemba))
    }

    /// Returns whether the selected algorithm is the solver `kind`.
    pub(crate) fn is(&self, kind: SolverKind) -> bool {
        self.optimizer() == SolverChoice::Solver(kind)
    }

    /// Builds the solver with its tables. The seed is for evolution; a named puzzle is for evolution and file-defined
    /// puzzles.
    ///
    /// # Errors
    /// If the solver lacks a given option, or the observer of the tables ends their construction.
    pub(crate) fn build(
        &self,
        source: &TableSource<'_>,
        threads: NonZeroUsize,
        seed: u64,
        puzzle: Option<&AnyPuzzle>,
    ) -> Result<AnySolver, Failure> {
        if let Some(AnyPuzzle::Spec(puzzle, ())) = puzzle
            && self.solver != Some(SolverChoice::Evolution)
        {
            let Self { solver, config, metric, tables, chains, width, timed_default: _ } = self;
            let options =
                config.is_some() || metric.is_some() || tables.is_some() || chains.is_some() || width.is_some();
            if solver.is_some() || options {
                let name = puzzle.name();
                return Err(failure!(
                    "{name} is solved by bidirectional search, without --solver and its options, or by --solver evolution with \
                     a --config"
                ));
            }
            return Ok(AnySolver::spec(puzzle));
        }
        let unsupported = |reason: &str| Err(failure!("the solver {} {reason}", self.optimizer()));
        let solver = match self.optimizer() {
            SolverChoice::Evolution if self.metric() == Metric::Qtm => return unsupported(NO_QTM),
            SolverChoice::Evolution if self.tables.is_some() => return unsupported("has no --tables"),
            SolverChoice::Evolution if self.chains.is_some() || self.width.is_some() => return unsupported(NO_CHAINS),
            SolverChoice::Evolution => return self.evolution(seed, puzzle),
            SolverChoice::Solver(kind) => kind,
            SolverChoice::Registered(algorithm) => {
                let puzzle = puzzle.cloned().unwrap_or_default();
                let config = TrialConfig { puzzle, ..TrialConfig::default() };
                return Ok(into_solver(algorithm.build(&config)?, &config.objective, &config.stop, seed));
            }
        };
        self.check(solver)?;
        let number = |option: Option<u8>, usual| option.map_or(usual, usize::from);
        Ok(match solver {
            SolverKind::Pocket if self.tables.is_some() => AnySolver::cube2(Pocket::without_table(self.metric())),
            SolverKind::Pocket => AnySolver::cube2(Pocket::new(self.metric())),
            SolverKind::Thistlethwaite => AnySolver::cube3(Thistlethwaite::with(
                number(self.chains, thistlethwaite::CHAINS),
                number(self.width, thistlethwaite::WIDTH),
                source,
            )?),
            SolverKind::Korf => AnySolver::cube3(self.korf(source, threads)?),
            SolverKind::Kociemba => {
                let two_phase = Kociemba::with_metric(set_of_tables(self.tables.as_deref())?, self.metric(), source)?;
                match self.timed_default {
                    None => AnySolver::cube3(two_phase),
                    Some(is_timed) => {
                        // The tables of the substitute take some milliseconds, which do not count towards the time limit; the others do.
                        let uncounted = TableSource { observer: &(), ..*source };
                        let substitute = is_timed.then(|| Thistlethwaite::new(&uncounted)).transpose()?;
                        AnySolver::cube3(DefaultSolver::new(two_phase, substitute))
                    }
                }
            }
            SolverKind::Layers | SolverKind::Macros => solver.build(source)?,
        })
    }

    /// Refuses options that a deterministic solver does not have.
    pub(crate) fn check(&self, solver: SolverKind) -> Result<(), Failure> {
        let unsupported = |reason: &str| Err(failure!("the solver {solver} {reason}"));
        if self.config.is_some() {
            return unsupported("has no --config: only evolution has one");
        }
        match (self.metric(), &self.tables) {
            _ if matches!(solver, SolverKind::Korf | SolverKind::Kociemba) => {}
            (Metric::Qtm, _) if solver != SolverKind::Pocket => {
                return unsupported(NO_QTM);
            }
            (_, Some(tables)) if (solver, tables.as_str()) != (SolverKind::Pocket, "none") => {
                return unsupported(&format!("has no tables called \"{tables}\""));
            }
            _ => {}
        }
        if solver != SolverKind::Thistlethwaite && (self.chains.is_some() || self.width.is_some()) {
            return unsupported(NO_CHAINS);
        }
        Ok(())
    }

    /// Builds evolution with the `[base]` of a sweep file, or with the default configuration of a cube.
    fn evolution(&self, seed: u64, puzzle: Option<&AnyPuzzle>) -> Result<AnySolver, Failure> {
        let config = match &self.config {
            None => match puzzle.map_or(Some(PuzzleKind::default()), AnyPuzzle::cube) {
                Some(cube) => TrialConfig::solving(cube),
                None => {
                    let message =
                        "evolution of a file-defined puzzle needs a --config: a sweep file whose [base] names it";
                    return Err(Failure::new(message.to_owned()));
                }
            },
            Some(file) => {
                let sweep = sweep::read(file)?;
                let config = sweep.base.clone();
                let refused =
                    |key: &str, message: String| Failure::from_sweep(&sweep.error_at(&format!("base.{key}"), message));
                let name = config.algorithm.name();
                if matches!(config.algorithm, Algorithm::Solver(_) | Algorithm::Custom(_)) {
                    let message = format!(
                        "expected a configuration of evolution, found the solver {name}: write --solver {name}"
                    );
                    return Err(refused("algorithm", message));
                }
                stops_when_solved(&config.stop).map_err(|Unsupported { key, message }| refused(key, message))?;
                config
            }
        };
        if let (Some(puzzle), Some(file)) = (puzzle.filter(|puzzle| config.puzzle != **puzzle), &self.config) {
            return Err(failure!("{} is for {}, not for {puzzle}", file.display(), config.puzzle));
        }
        Ok(into_solver(config.build()?, &config.objective, &config.stop, seed))
    }

    /// Builds the optimal solver, which searches on `threads` threads.
    pub(crate) fn korf(&self, source: &TableSource<'_>, threads: NonZeroUsize) -> Result<Korf, Failure> {
        Ok(Korf::new(set_of_tables(self.tables.as_deref())?, self.metric(), threads, source)?)
    }
}

const NO_QTM: &str = "does not minimize quarter turns";
const NO_CHAINS: &str = "has no --chains and no --width";

/// Checks that a trial stops when the puzzle is solved.
fn stops_when_solved(stop: &StopCriterion) -> Result<(), Unsupported> {
    match stop.target {
        Some(0) => Ok(()),
        _ => Err(Unsupported::new("stop.target", "a solver has to reach a penalty of 0: write target = 0")),
    }
}

/// Returns the unit of lengths in a metric.
pub(crate) fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Htm => "moves",
        Metric::Qtm => "quarter turns",
    }
}

/// Returns the tables of a solver that was not selected: those of `kociemba` that are built in a moment.
pub(crate) fn default_tables(solver: SolverKind) -> Option<String> {
    (solver == SolverKind::Kociemba).then(|| KociembaTables::Small.name().to_owned())
}

/// Returns the set of tables with this name, or the default one.
fn set_of_tables<T: Default + FromStr>(name: Option<&str>) -> Result<T, T::Err> {
    name.map_or_else(|| Ok(T::default()), str::parse)
}
