//! The options that choose a solver, which several commands have.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use evocube::evaluation::Kernel;
use evocube::evolve::solver::{self, Evolution};
use evocube::evolve::stop::Unsupported;
use evocube::experiment::contender::{Contender, DesignPoint};
use evocube::experiment::sweep::{Sweep, SweepError};
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::search::{AnySolver, Kociemba, Korf, KorfTables, Pocket, TableSource, Thistlethwaite, thistlethwaite};
use evocube::{Cube2, Cube3, Metric, PuzzleKind, SolverKind};

use crate::cli::outcome::Failure;

/// Which solver, and what it may be asked for.
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    #[arg(long, help = format!(
        "How to solve it: {} [default: layers; for a puzzle that is no cube a search from both ends, which is its only solver]",
        Contender::names().join(", ")
    ))]
    solver: Option<Contender>,
    /// A sweep file whose [base] says how to evolve (evolution) [default: an archive of niches, which solves any cube]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// What counts one: htm = every turn, qtm = every quarter turn (kociemba, korf, pocket) [default: htm]
    #[arg(long, value_parser = metric_parser())]
    metric: Option<Metric>,
    /// Other tables than the solver's own (pocket: none = search from both ends; korf: source = those of source 000,
    /// small = 71 MB, large = 2.7 GB and the fastest, which is the default)
    #[arg(long)]
    tables: Option<String>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6), help = format!(
        "How many chains of subgroups are tried (thistlethwaite) [default: {}]", thistlethwaite::CHAINS
    ))]
    chains: Option<u8>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=200), help = format!(
        "How many ways are kept after each phase (thistlethwaite) [default: {}]", thistlethwaite::WIDTH
    ))]
    width: Option<u8>,
}

impl SolverArgs {
    /// The metric that lengths are counted in.
    pub(crate) fn metric(&self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// The solver.
    pub(crate) fn contender(&self) -> Contender {
        self.solver.unwrap_or(Contender::Solver(SolverKind::Layers))
    }

    /// Is nothing asked for?
    pub(crate) fn is_usual(&self) -> bool {
        let Self { solver, config, metric, tables, chains, width } = self;
        solver.is_none()
            && config.is_none()
            && metric.is_none()
            && tables.is_none()
            && chains.is_none()
            && width.is_none()
    }

    /// Is it this one?
    pub(crate) fn is(&self, kind: SolverKind) -> bool {
        self.contender() == Contender::Solver(kind)
    }

    /// The solver, with its tables; or what it does not know of what was asked for. Evolution begins from the seed, and
    /// is for the puzzle that is named, if one is.
    pub(crate) fn build(
        &self,
        source: &TableSource<'_>,
        threads: NonZeroUsize,
        (seed, puzzle): (u64, Option<PuzzleKind>),
    ) -> Result<AnySolver, Failure> {
        let unknown = |what: String| Err(Failure(format!("the solver {} {what}", self.contender())));
        let solver = match self.contender() {
            Contender::Evolution if self.metric() == Metric::Qtm => {
                return unknown("does not look for fewest quarter turns".to_owned());
            }
            Contender::Evolution if self.tables.is_some() => return unknown("has no tables".to_owned()),
            Contender::Evolution if self.chains.is_some() || self.width.is_some() => {
                return unknown("has neither chains nor a width".to_owned());
            }
            Contender::Evolution => return self.evolution(seed, puzzle),
            Contender::Solver(_) if self.config.is_some() => {
                return unknown("has no --config: evolution has".to_owned());
            }
            Contender::Solver(kind) => kind,
        };
        match (self.metric(), &self.tables) {
            _ if solver == SolverKind::Korf => {}
            (Metric::Qtm, _) if !matches!(solver, SolverKind::Pocket | SolverKind::Kociemba) => {
                return unknown("does not look for fewest quarter turns".to_owned());
            }
            (_, Some(tables)) if (solver, tables.as_str()) != (SolverKind::Pocket, "none") => {
                return unknown(format!("has no tables called \"{tables}\""));
            }
            _ => {}
        }
        if solver != SolverKind::Thistlethwaite && (self.chains.is_some() || self.width.is_some()) {
            return unknown("has neither chains nor a width".to_owned());
        }
        let number = |given: Option<u8>, usual| given.map_or(usual, usize::from);
        Ok(match solver {
            SolverKind::Pocket if self.tables.is_some() => AnySolver::cube2(Pocket::without_table(self.metric())),
            SolverKind::Pocket => AnySolver::cube2(Pocket::new(self.metric())),
            SolverKind::Thistlethwaite => AnySolver::cube3(Thistlethwaite::with(
                number(self.chains, thistlethwaite::CHAINS),
                number(self.width, thistlethwaite::WIDTH),
            )),
            SolverKind::Korf => AnySolver::cube3(self.korf(source, threads)?),
            SolverKind::Kociemba => AnySolver::cube3(Kociemba::in_metric(self.metric(), source)),
            SolverKind::Layers | SolverKind::Macros => solver.build(source),
        })
    }

    /// Evolution, as a sweep file says it, or as usual.
    fn evolution(&self, seed: u64, puzzle: Option<PuzzleKind>) -> Result<AnySolver, Failure> {
        let config = match &self.config {
            None => solver::usual(puzzle.unwrap_or_default()),
            Some(file) => {
                let DesignPoint { contender, config } =
                    Sweep::read(file).map_err(|error| Failure::in_sweep(&error))?.base;
                let refused = |key: &str, message: String| Failure::in_sweep(&SweepError::at_key(file, key, message));
                if contender != Contender::Evolution {
                    let message =
                        format!("this is the solver {contender}, not an evolution: write --solver {contender}");
                    return Err(refused("solver", message));
                }
                solver::supports(&config.stop).map_err(|Unsupported { key, message }| refused(key, message))?;
                config
            }
        };
        if let (Some(puzzle), Some(file)) = (puzzle.filter(|puzzle| config.puzzle != (*puzzle).into()), &self.config) {
            return Err(Failure(format!("{} is for {}, not for {puzzle}", file.display(), config.puzzle)));
        }
        let kernel = Kernel::best();
        match &config.puzzle {
            AnyPuzzle::Cube(PuzzleKind::Cube3) => Ok(AnySolver::cube3(Evolution::<Cube3>::new(config, seed, kernel)?)),
            AnyPuzzle::Cube(PuzzleKind::Cube2) => Ok(AnySolver::cube2(Evolution::<Cube2>::new(config, seed, kernel)?)),
            AnyPuzzle::Spec(puzzle) => Err(Failure(format!(
                "--config is for the cubes; on {} evolution runs as a sweep: evocube run",
                puzzle.name()
            ))),
        }
    }

    /// The optimal solver, searching on so many threads.
    pub(crate) fn korf(&self, source: &TableSource<'_>, threads: NonZeroUsize) -> Result<Korf, Failure> {
        let tables: KorfTables = self.tables.as_deref().map_or(Ok(KorfTables::default()), str::parse)?;
        Ok(Korf::new(tables, self.metric(), threads, source))
    }
}

/// Reads a [`Metric`]'s name.
pub(crate) fn metric_parser() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::name)).try_map(|name| name.parse::<Metric>())
}
