//! [`TableSizes`]: rows and bytes of the tables of a sweep, measured on short trials; and [`planned_rows`], the rows of a trial that follow
//! from its configuration.

use std::time::{Duration, Instant};

use super::sampled_trials;
use crate::execution::Execution;
use crate::optimizers::Optimizers;
use crate::record::file;
use crate::store::render;
use crate::sweep::Sweep;
use crate::trial::TrialInputs;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::RunContext;

/// Rows of a trial in trials.csv, solutions.csv, timing.csv and digests.csv.
const ROWS_PER_TRIAL: u64 = 4;
/// Bytes of these rows of a deterministic solver, measured on 1,000 trials of kociemba.
const BYTES_PER_SOLVER_TRIAL: usize = 255;
/// Bytes of a row of timing.csv, measured on the same trials.
const BYTES_PER_TIMING: usize = 45;
/// Bytes of a digest in digests.csv, with its comma.
const BYTES_PER_DIGEST: usize = 17;
/// Evaluations after which a measured trial is cut short. The measurement must not depend on the time, or plans would differ.
const MAX_EVALUATIONS: u64 = 10_000;
/// Time after which a measurement is given up: the objective is slow.
const MAX_TIME: Duration = Duration::from_secs(5);

/// Rows and bytes of all tables of a sweep for each [planned row](planned_rows).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableSizes {
    /// Rows: 1 if no trial ends early or has rows of fronts or operators.
    pub rows: f64,
    /// Bytes.
    pub bytes: f64,
    /// Whether these are upper bounds, because measured trials were cut short and may end earlier than planned, or because a
    /// registered rule may end others.
    pub is_bound: bool,
}

/// Returns the rows that a trial is planned to have in all tables but those of fronts and operators; `None` if its generations are not
/// limited.
pub fn planned_rows(sweep: &Sweep, point: &TrialConfig) -> Option<u64> {
    let logged = match point.algorithm.solver() {
        Some(_) => 0,
        None => sweep.log.rows(point.planned_generations()?),
    };
    Some(logged + ROWS_PER_TRIAL)
}

/// Measures the tables on trials from all parts of the plan, cut short after 10,000 evaluations. Returns `None` if a trial fails, if its
/// generations are not limited, or if all take more than 5 s together.
pub fn measure_tables(sweep: &Sweep, execution: Execution<'_>) -> Option<TableSizes> {
    let optimizers = Optimizers::new(execution.tables);
    let context =
        RunContext { kernel: execution.kernel, deadline: Some(Instant::now() + MAX_TIME), ..RunContext::sequential() };
    let (mut planned, mut rows, mut bytes, mut is_bound) = (0, 0.0, 0.0, false);
    for sample in sampled_trials(sweep) {
        let (trial, mut point) = sample?;
        let planned_logged = planned_rows(sweep, &point)? - ROWS_PER_TRIAL;
        planned += planned_logged + ROWS_PER_TRIAL;
        if point.algorithm.solver().is_some() {
            rows += ROWS_PER_TRIAL as f64;
            bytes += BYTES_PER_SOLVER_TRIAL as f64;
            continue;
        }
        let stop = point.stop.clone();
        point.stop.evaluations = Some(stop.evaluations.map_or(MAX_EVALUATIONS, |limit| limit.min(MAX_EVALUATIONS)));
        let record = optimizers.trial(&point, &TrialInputs::new(sweep, &trial, &point, context), ()).ok()?;
        let logged = record.convergence.len() as f64;
        let is_cut = *record.outcome.stop == *"evaluations" && point.stop.evaluations != stop.evaluations;
        is_bound |= is_cut
            && (stop.target, stop.stagnation, stop.penalty_range, stop.distinct) != (None, None, None, None)
            || stop.rule.is_some();
        let times = if is_cut { planned_logged as f64 / logged } else { 1.0 };
        let (_, text) = render(sweep, &trial, &Ok(record));
        let lines = |table: &str| text.lines(table).lines().count() as f64;
        rows += ROWS_PER_TRIAL as f64 + lines(file::FRONTS) + times * (logged + lines(file::OPERATORS));
        let digests = text.tables().filter(|(_, text)| !text.is_empty()).count();
        let length = |tables: &[&str]| tables.iter().map(|table| text.lines(table).len()).sum::<usize>();
        let fixed = length(&[file::TRIALS, file::SOLUTIONS, file::FRONTS]);
        let fixed = fixed + BYTES_PER_TIMING + BYTES_PER_DIGEST * digests + 8;
        bytes += fixed as f64 + times * length(&[file::CONVERGENCE, file::OPERATORS]) as f64;
    }
    let each = |sum: f64| sum / planned as f64;
    (planned > 0).then(|| TableSizes { rows: each(rows), bytes: each(bytes), is_bound })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use evocube_cube::search::TableSource;
    use evocube_engine::evaluation::Kernel;

    fn measured_sizes(base: &str) -> (TableSizes, u64) {
        let text = format!("name = 'x'\nseed = 1\nrepetitions = 5\n[[instance]]\nrandom = 4\n[base]\n{base}");
        let sweep = Sweep::parse(&text, Path::new("x.toml")).unwrap();
        let threads = std::num::NonZeroUsize::MIN;
        let execution = Execution {
            threads,
            kernel: Kernel::best(),
            tables: TableSource::IN_MEMORY,
            checkpoint: None,
            service: None,
            interpreter: None,
        };
        let sizes = measure_tables(&sweep, execution).unwrap();
        assert_eq!(measure_tables(&sweep, execution), Some(sizes), "a measurement repeats");
        (sizes, planned_rows(&sweep, &sweep.base).unwrap())
    }

    #[test]
    fn trials_with_a_fixed_number_of_generations_have_the_planned_rows() {
        let plain = "population = 100\nstop = { generations = 50_000, target = 'none' }\n";
        let (sizes, planned) = measured_sizes(plain);
        assert!(!sizes.is_bound && (sizes.rows - 1.0).abs() < 1e-9 && planned > 50, "{sizes:?}");
        assert!(measured_sizes(&plain.replace(", target = 'none'", "")).0.is_bound, "it may end when it is solved");
        // Every table counts.
        let (operators, _) = measured_sizes(&format!(
            "{plain}mutation.mixture = {{ of = [{{ mutation = 'tail' }}, {{ mutation = 'insert' }}], adapt = 'probability-matching' }}\n"
        ));
        assert!(operators.rows > 2.0 && operators.bytes > 1.4 * sizes.bytes, "{operators:?}, {sizes:?}");
        let (fronts, _) =
            measured_sizes(&format!("{plain}replacement = 'nsga-ii'\nselection.tournament = {{ size = 2 }}\n"));
        assert!(fronts.rows > 1.0, "{fronts:?}");
        let (solver, planned) = measured_sizes("algorithm = 'layers'\n");
        assert_eq!((solver.rows, solver.bytes, planned), (1.0, 255.0 / 4.0, 4));
    }
}
