//! The options that choose a solver, which several commands have.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use evocube::search::{AnySolver, Korf, KorfTables, Pocket, TableSource, Thistlethwaite, thistlethwaite};
use evocube::{Metric, SolverKind};

use super::Failure;

/// Which solver, and what it may be asked for.
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    #[arg(long, default_value_t = SolverKind::Layers, help = format!(
        "How to solve it: {}", SolverKind::ALL.map(SolverKind::name).join(", ")
    ))]
    pub(crate) solver: SolverKind,
    /// What counts one: htm = every turn, qtm = every quarter turn (for solvers of fewest turns: pocket, korf) [default: htm]
    #[arg(long, value_parser = metric_parser())]
    metric: Option<Metric>,
    /// Other tables than the solver's own (pocket: none = search from both ends; korf: source = those of source 000,
    /// small = 71 MB, large = 1.8 GB and the fastest, which is the default)
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

    /// The solver, with its tables; or what it does not know of what was asked for.
    pub(crate) fn build(&self, source: &TableSource<'_>, threads: NonZeroUsize) -> Result<AnySolver, Failure> {
        let solver = self.solver;
        let unknown = |what: String| Err(Failure(format!("the solver {solver} {what}")));
        match (self.metric(), &self.tables) {
            _ if solver == SolverKind::Korf => {}
            (Metric::Qtm, _) if solver != SolverKind::Pocket => {
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
            SolverKind::Layers | SolverKind::Kociemba | SolverKind::Macros => solver.build(source),
        })
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
