//! Iterated racing: configurations run one test after another, clearly worse ones are eliminated, and new ones are drawn around
//! the best.
//!
//! Iterated F-race with elites: M. López-Ibáñez, J. Dubois-Lacoste, L. Pérez Cáceres, M. Birattari and T. Stützle, "The
//! irace package: iterated racing for automatic algorithm configuration", Operations Research Perspectives 3 (2016),
//! 43–58, with its default parameters. Two differences: Friedman's test uses Iman and Davenport's F, and normal numbers are
//! sums of twelve uniform ones.
//!
//! A test is an instance with a seed, the same for all configurations. A race is a pure function of the sweep, the budget and
//! the cost: trials run on all cores, but each choice depends on the trials before it only.

mod elimination;
mod held_out;
mod iteration;
mod model;
mod parameter_space;
mod trial_log;

use std::path::Path;

use serde::Serialize;

pub use held_out::HeldOut;
use iteration::Race;
pub(super) use parameter_space::ParameterSpace;
use trial_log::{COLUMNS, TrialLog};

use super::cost::Cost;
use super::execution::Execution;
use super::record::race_file;
use super::store::{Opening, RaceFolder, RaceManifest, StoreError, csv_line};
use super::sweep::Sweep;
use evocube_cube::solver::Cancellation;

/// Extent and cost of a race.
#[derive(Clone, Copy, Debug)]
pub struct RaceOptions {
    /// Maximum number of trials, those on held-out instances not included.
    pub budget: u64,
    /// The minimized quantity.
    pub cost: Cost,
    /// Number of held-out instances on which the selected configuration is compared with the base; 0 for none.
    pub held_out: u32,
}

/// Number of tests before the first comparison.
const FIRST_TESTS: usize = 5;
/// Number of new tests with which an iteration with elites begins.
const NEW_TESTS: usize = 1;
/// Number of comparisons in a row without an elimination that ends an iteration.
const PATIENCE: usize = 2;
/// Probability that a comparison eliminates a configuration when all are equal.
const LEVEL: f64 = 0.05;

/// Observer of a race, called from several threads.
pub trait RaceObserver: Sync {
    /// Called when iteration `number` of `planned` begins.
    fn iteration(&self, number: u32, planned: u32, configurations: usize) {
        let _ = (number, planned, configurations);
    }

    /// Called when the race is over and `trials` trials on held-out instances follow.
    fn held_out(&self, trials: usize) {
        let _ = trials;
    }

    /// Called when a trial is written.
    fn trial(&self) {}

    /// Called for a trial that was on disk before.
    fn recorded(&self) {}

    /// Returns whether to end the race: running trials are finished and written, and no other begins.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns the request to cancel running trials, as [`RunObserver::cancellation`](super::runner::RunObserver::cancellation).
    fn cancellation(&self) -> Cancellation {
        Cancellation::NEVER
    }
}

impl RaceObserver for () {}

/// Returns the noun of a number of factors.
fn factor_noun(count: usize) -> &'static str {
    if count == 1 { "factor" } else { "factors" }
}

/// Error of a race. Results on disk stay and can be resumed.
#[derive(Debug, thiserror::Error)]
pub enum RaceError {
    /// Error of the results folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The sweep has no factor.
    #[error("a race needs a [[factor]]: a key that varies, with its levels or its range")]
    NoFactors,
    /// The sweep has several stages.
    #[error("a race has one stage: put all factors into it")]
    Stages,
    /// All initial configurations have conflicting values.
    #[error("no configuration is valid: {message}")]
    Settings {
        /// The conflict of the last configuration.
        message: String,
    },
    /// The budget is too small for a comparison.
    #[error("a budget of {budget} trials is too small for {factors} {}: write at least {least}", factor_noun(*factors))]
    Budget {
        /// The budget, in trials.
        budget: u64,
        /// Number of factors.
        factors: usize,
        /// The minimum budget, in trials.
        least: u64,
    },
    /// A recorded row belongs to another race.
    #[error("trial {trial} on disk belongs to another race: --fresh starts over")]
    Recorded {
        /// Number of the row in its table.
        trial: u64,
    },
    /// The observer ended the race.
    #[error("stopped after {trials} trials")]
    Stopped {
        /// Trials on disk.
        trials: u64,
    },
}

/// Result of a race.
#[derive(Clone, Debug)]
pub struct RaceReport {
    /// True if the race was complete when the folder was opened.
    pub was_complete: bool,
    /// Number of trials, those on held-out instances not included.
    pub trials: u64,
    /// Number of configurations.
    pub configurations: usize,
    /// The rows of `iterations.csv`.
    pub iterations: Vec<IterationRow>,
    /// The keys of the factors.
    pub keys: Vec<String>,
    /// Values of `[base]`, if they are levels or within the ranges of the factors.
    pub base: Option<Vec<String>>,
    /// Surviving configurations, best first.
    pub elites: Vec<Elite>,
    /// The selected configuration, as a `[base]` for a sweep file.
    pub toml: String,
    /// Comparison with the base on held-out instances; `None` without such instances, or if the base is selected.
    pub held_out: Option<HeldOut>,
}

/// A row of `iterations.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationRow {
    /// Number of the iteration, from 1.
    pub iteration: u32,
    /// Number of participants.
    pub configurations: usize,
    /// Number of elites among them.
    pub elites: usize,
    /// Number of tests that all survivors have run.
    pub tests: usize,
    /// Number of trials so far.
    pub trials: u64,
    /// Number of survivors.
    pub survivors: usize,
    /// Number of the best configuration.
    pub best: usize,
    /// Its mean cost over all its trials.
    pub mean_cost: f64,
}

/// A surviving configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Elite {
    /// The configuration's number, from 1.
    pub configuration: usize,
    /// Its values in the order of the keys.
    pub settings: Vec<String>,
    /// Number of tests that it has run.
    pub tests: usize,
    /// Its mean cost over them.
    pub mean_cost: f64,
    /// The median of its costs.
    pub median_cost: f64,
}

/// Races the configurations of a sweep's only stage.
///
/// # Errors
/// If the sweep or the budget does not suit a race, the folder cannot be written, or the observer ends the race.
pub fn run(
    sweep: &Sweep,
    settings: RaceOptions,
    folder: &Path,
    opening: Opening,
    execution: Execution<'_>,
    observer: &dyn RaceObserver,
) -> Result<RaceReport, RaceError> {
    let space = ParameterSpace::new(sweep)?;
    check_budget(settings.budget, space.factors().len())?;
    let RaceOptions { budget, cost, held_out } = settings;
    let manifest = RaceManifest::new(sweep, (budget, cost, u64::from(held_out)), execution);
    let mut disk = RaceFolder::open(folder, manifest, opening)?;
    let costs = TrialLog::new(sweep, cost, disk.log(race_file::COSTS, COLUMNS)?, execution, observer);
    let mut race = Race::new(sweep, space, costs);
    let (elites, iterations) = iterate(&mut race, &disk, budget, observer)?;
    let best = elites[0];
    let point = race.configurations[best].point.clone();
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(point.to_table()))]);
    let text = toml::to_string(&table).expect("settings print");
    disk.write(race_file::BEST, &text)?;
    let is_base = point == sweep.base;
    let (mut held_out_log, comparison) = if held_out == 0 || is_base {
        (None, None)
    } else {
        let (log, comparison) = held_out::compare(sweep, (best + 1, point), settings, &disk, execution, observer)?;
        (Some(log), Some(comparison))
    };
    disk.finish([&mut race.log.log].into_iter().chain(&mut held_out_log), execution)?;
    Ok(RaceReport {
        was_complete: disk.was_complete(),
        trials: race.used,
        configurations: race.configurations.len(),
        iterations,
        keys: race.space.factors().iter().map(|factor| factor.key.clone()).collect(),
        base: race.space.of_base().map(|settings| race.space.texts(&settings)),
        elites: elites.iter().map(|&place| race.elite(place)).collect(),
        toml: text,
        held_out: comparison,
    })
}

/// Runs iterations while the budget is enough for new configurations. Returns the survivors, best first, and the iterations.
fn iterate(
    race: &mut Race<'_>,
    disk: &RaceFolder,
    budget: u64,
    observer: &dyn RaceObserver,
) -> Result<(Vec<usize>, Vec<IterationRow>), RaceError> {
    let least = max_elites(race.space.factors().len());
    let mut planned = u32::try_from(least).expect("a logarithm");
    let (mut elites, mut iterations) = (Vec::new(), Vec::new());
    for iteration in 1.. {
        planned = planned.max(iteration);
        let share = (budget - race.used) / u64::from(planned - iteration + 1);
        let count = race.affordable(share, iteration, &elites);
        if count <= least {
            break;
        }
        let participants = race.participants(count, &elites, (iteration, planned))?;
        if participants.all.len() <= elites.len() {
            break;
        }
        observer.iteration(iteration, planned, participants.all.len());
        let outcome = race.run(&participants, iteration, share)?;
        elites = outcome.ranked;
        let (best, survivors) = (elites[0], elites.len());
        for &place in &elites[survivors.min(least)..] {
            race.configurations[place].elimination = Some((iteration, outcome.tests));
        }
        elites.truncate(least);
        iterations.push(IterationRow {
            iteration,
            configurations: participants.all.len(),
            elites: participants.elites,
            tests: outcome.tests,
            trials: race.used,
            survivors,
            best: best + 1,
            mean_cost: race.elite(best).mean_cost,
        });
        write_tables(disk, race, &iterations)?;
    }
    Ok((elites, iterations))
}

/// Returns the maximum number of elites, also the planned number of iterations.
fn max_elites(factors: usize) -> usize {
    2 + usize::try_from(factors.ilog2()).expect("a logarithm")
}

fn check_budget(budget: u64, factors: usize) -> Result<(), RaceError> {
    let elites = max_elites(factors) as u64;
    // The first iteration must have one configuration more than there will be elites.
    let least = elites * (elites + 1) * (FIRST_TESTS as u64 + 1);
    if budget < least { Err(RaceError::Budget { budget, factors, least }) } else { Ok(()) }
}

/// Writes `configurations.csv` and `iterations.csv`.
fn write_tables(disk: &RaceFolder, race: &Race<'_>, iterations: &[IterationRow]) -> Result<(), RaceError> {
    let mut text = csv_line(&race.header());
    (0..race.configurations.len()).for_each(|place| text.push_str(&csv_line(&race.row(place))));
    disk.write(race_file::CONFIGURATIONS, &text)?;
    let mut text = "iteration,configurations,elites,tests,trials,survivors,best,mean_cost\n".to_owned();
    for row in iterations {
        let IterationRow { iteration, configurations, elites, tests, trials, survivors, best, mean_cost } = row;
        text.push_str(&format!(
            "{iteration},{configurations},{elites},{tests},{trials},{survivors},{best},{mean_cost:.4}\n"
        ));
    }
    Ok(disk.write(race_file::ITERATIONS, &text)?)
}
