//! Races: settings are tried on one cube after the other, those that are clearly worse leave early, and new ones are drawn
//! around the best.
//!
//! Iterated F-race with elites: M. López-Ibáñez, J. Dubois-Lacoste, L. Pérez Cáceres, M. Birattari and T. Stützle, "The
//! irace package: iterated racing for automatic algorithm configuration", Operations Research Perspectives 3 (2016),
//! 43–58, with its usual numbers. Where we differ: Friedman's test is judged by Iman and Davenport's F, and normal numbers
//! are sums of twelve uniform ones.
//!
//! A test is a cube with a seed, the same for all settings. A race is a pure function of the sweep, the budget and the cost: trials
//! run on all cores, but what is asked for next depends on all that was asked for before, and on nothing else.

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
use crate::solver::Cancellation;

/// How long a race is, and what decides it.
#[derive(Clone, Copy, Debug)]
pub struct RaceOptions {
    /// The most trials of the race itself.
    pub budget: u64,
    /// What is minimized.
    pub cost: Cost,
    /// On how many fresh cubes the winner meets the base; 0 is none.
    pub held_out: u32,
}

/// Tests before the first comparison.
const FIRST_TESTS: usize = 5;
/// Tests that nobody has seen, with which a race that has elites begins.
const NEW_TESTS: usize = 1;
/// A race ends when so many comparisons in a row let nobody go.
const PATIENCE: usize = 2;
/// The chance that a comparison lets somebody go when all are equal.
const LEVEL: f64 = 0.05;

/// Somebody who watches a race; called from several threads.
pub trait RaceObserver: Sync {
    /// An iteration begins: which, of how many that are planned, and with how many configurations.
    fn iteration(&self, number: u32, planned: u32, configurations: usize) {
        let _ = (number, planned, configurations);
    }

    /// The race is over: so many trials on fresh cubes follow.
    fn held_out(&self, trials: usize) {
        let _ = trials;
    }

    /// A trial is over and written.
    fn trial(&self) {}

    /// Shall the race come to an end? Trials that have begun are finished and written, no other begins.
    fn is_over(&self) -> bool {
        false
    }

    /// A request to end the trials that have begun, too, as [`RunObserver::cancellation`](super::runner::RunObserver::cancellation).
    fn cancellation(&self) -> Cancellation {
        Cancellation::NEVER
    }
}

impl RaceObserver for () {}

/// Why a race cannot be run to its end. What is on disk stays and can be resumed.
#[derive(Debug, thiserror::Error)]
pub enum RaceError {
    /// The results folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing to race.
    #[error("a race needs a factor: what may vary, and between which values")]
    NoFactors,
    /// Later stages depend on earlier ones.
    #[error("a race has one stage: put all factors into it")]
    Stages,
    /// None of the first configurations can be run.
    #[error("no settings go together: {message}")]
    Settings {
        /// What is wrong with the last that were tried.
        message: String,
    },
    /// Hardly anything could be compared.
    #[error("a budget of {budget} trials is too small for {factors} factors: {least} at least")]
    Budget {
        /// Trials.
        budget: u64,
        /// Of the stage.
        factors: usize,
        /// Trials.
        least: u64,
    },
    /// A row on disk is not of this race.
    #[error("trial {trial} on disk is not that of this race: --fresh begins again")]
    Recorded {
        /// Its number in its table.
        trial: u64,
    },
    /// The observer ended the race.
    #[error("stopped after {done} trials")]
    Stopped {
        /// Trials on disk.
        done: u64,
    },
}

/// What came out.
#[derive(Clone, Debug)]
pub struct RaceReport {
    /// Was everything on disk already?
    pub was_complete: bool,
    /// Trials of the race.
    pub trials: u64,
    /// Configurations that took part.
    pub configurations: usize,
    /// Its iterations.
    pub iterations: Vec<IterationRow>,
    /// The keys of the factors.
    pub keys: Vec<String>,
    /// What `[base]` says of them, where its values lie within the factors'.
    pub base: Option<Vec<String>>,
    /// Who is left, the best first.
    pub elites: Vec<Elite>,
    /// All settings of the best, as a `[base]` to paste into a sweep file.
    pub toml: String,
    /// The best against the base on fresh cubes; `None` if there are none, or if the best is the base.
    pub held_out: Option<HeldOut>,
}

/// An iteration of a race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IterationRow {
    /// From 1.
    pub iteration: u32,
    /// How many configurations took part.
    pub configurations: usize,
    /// How many of them were elites of the iteration before.
    pub elites: usize,
    /// Tests, each a cube with a seed.
    pub tests: usize,
    /// Trials run so far.
    pub trials: u64,
    /// How many configurations did not have to leave.
    pub survivors: usize,
    /// The best of them, by its number.
    pub best: usize,
    /// Its mean cost over all its trials.
    pub mean_cost: f64,
}

/// Settings that are left.
#[derive(Clone, Debug, PartialEq)]
pub struct Elite {
    /// The configuration's number, from 1.
    pub configuration: usize,
    /// Its settings in the order of the keys.
    pub settings: Vec<String>,
    /// How many tests it has seen.
    pub tests: usize,
    /// Its mean cost over them.
    pub mean_cost: f64,
    /// The median of its costs.
    pub median_cost: f64,
}

/// Races the settings of a sweep's only stage, and says what is left.
///
/// # Errors
/// If the sweep or the budget is not made for a race, or the folder cannot be written, or the observer ends it.
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
    let manifest = RaceManifest::new(sweep.to_table(), (budget, cost, u64::from(held_out)), execution);
    let mut disk = RaceFolder::open(folder, manifest, opening)?;
    let costs = TrialLog::new(sweep, cost, disk.log(race_file::COSTS, COLUMNS)?, execution, observer);
    let mut race = Race::new(sweep, space, costs);
    let (elites, iterations) = iterate(&mut race, &disk, budget, observer)?;
    let best = elites[0];
    let point = race.configurations[best].point.clone();
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(point.to_stored_table()))]);
    let text = toml::to_string(&table).expect("settings print");
    disk.write(race_file::BEST, &text)?;
    let is_base = point == sweep.base;
    let (mut held_out_log, found) = if held_out == 0 || is_base {
        (None, None)
    } else {
        let (log, found) = held_out::meet(sweep, (best + 1, point), settings, &disk, execution, observer)?;
        (Some(log), Some(found))
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
        held_out: found,
    })
}

/// Iterations as long as the budget is enough for new settings: who is left, the best first, and how it went.
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
            race.configurations[place].left = Some((iteration, outcome.tests));
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

/// How many elites there are at most, and how many iterations are planned.
fn max_elites(factors: usize) -> usize {
    2 + usize::try_from(factors.ilog2()).expect("a logarithm")
}

fn check_budget(budget: u64, factors: usize) -> Result<(), RaceError> {
    let elites = max_elites(factors) as u64;
    // The first iteration must have one configuration more than there will be elites.
    let least = elites * (elites + 1) * (FIRST_TESTS as u64 + 1);
    if budget < least { Err(RaceError::Budget { budget, factors, least }) } else { Ok(()) }
}

/// Writes the tables that are not of trials.
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
