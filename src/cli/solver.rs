//! The options that choose a solver, which several commands have.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use evocube::search::{AnySolver, Pocket};
use evocube::{Metric, SolverKind};

use super::Failure;

/// Which solver, and what it may be asked for.
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    /// How to solve it.
    #[arg(long, default_value_t = SolverKind::Layers)]
    pub(crate) solver: SolverKind,
    /// What counts one: htm = every turn, qtm = every quarter turn (for solvers of fewest turns: pocket) [default: htm]
    #[arg(long, value_parser = metric_parser())]
    metric: Option<Metric>,
    /// Other tables than the solver's own (pocket: none = search from both ends)
    #[arg(long)]
    tables: Option<String>,
}

impl SolverArgs {
    /// The metric that lengths are counted in.
    pub(crate) fn metric(&self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// The solver, with its tables.
    pub(crate) fn build(&self) -> Result<AnySolver, Failure> {
        let (solver, metric) = (self.solver, self.metric());
        match (solver, self.tables.as_deref()) {
            (SolverKind::Pocket, None) => Ok(AnySolver::cube2(Pocket::new(metric))),
            (SolverKind::Pocket, Some("none")) => Ok(AnySolver::cube2(Pocket::without_table(metric))),
            (_, Some(tables)) => Err(Failure(format!("the solver {solver} has no tables called \"{tables}\""))),
            (_, None) if metric == Metric::Htm => Ok(solver.build()),
            (_, None) => Err(Failure(format!("the solver {solver} does not look for fewest turns in {metric}"))),
        }
    }
}

/// Reads a [`Metric`]'s name.
fn metric_parser() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::name)).try_map(|name| name.parse::<Metric>())
}
