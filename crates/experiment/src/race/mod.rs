//! Iterated racing: configurations run one test, an instance with a seed, after another; clearly worse ones are eliminated, and new ones
//! are drawn around the best. The configurations for held-out instances follow at the end. Recorded trials give the state of a race again.
//! `runner` runs the trials.
//!
//! Iterated F-race with elites: M. López-Ibáñez, J. Dubois-Lacoste, L. Pérez Cáceres, M. Birattari and T. Stützle, "The
//! irace package: iterated racing for automatic algorithm configuration", Operations Research Perspectives 3 (2016),
//! 43–58, with its default parameters. Differences: Friedman's test uses Iman and Davenport's F, normal numbers are sums of twelve
//! uniform ones, values beyond the end of a range become the end instead of being drawn again, and a trial is stopped only when its
//! configuration would cost more than twice the worst elite.
//!
//! A test is an instance with a seed, the same for all configurations. A race is a pure function of the sweep and the costs of its
//! trials: trials run on all cores, but each choice depends on the trials before it only. So the state of a race follows from the
//! recorded trials, and no other file has it.

mod elimination;
mod iteration;
mod model;
mod parameter_space;

use iteration::Race;
pub(super) use parameter_space::ParameterSpace;

use super::design::RaceDesign;
use super::record::{HeldOutRole, RaceIteration, Score};
use super::sweep::{RaceState, Sweep, Values};

/// Number of new tests with which an iteration with elites begins.
const NEW_TESTS: usize = 1;
/// Number of comparisons in a row without an elimination that ends an iteration.
const PATIENCE: usize = 2;
/// Probability that a comparison eliminates a configuration when all are equal.
const LEVEL: f64 = 0.05;

/// Error of a race.
#[derive(Debug, thiserror::Error)]
pub enum RaceError {
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
}

/// Runs the race of a sweep. `measure` receives everything that is planned so far, and the number of trials whose costs it has
/// returned before; it returns the costs of the others.
///
/// # Errors
/// If no configuration is valid, or that of `measure`.
pub(super) fn run<E: From<RaceError>>(
    sweep: &Sweep,
    mut measure: impl FnMut(RaceState, usize) -> Result<Vec<f64>, E>,
) -> Result<RaceState, E> {
    let design = sweep.race_design().unwrap_or_default();
    let mut race = Race::new(sweep, ParameterSpace::new(sweep)?, design);
    let max_elites = RaceDesign::max_elites(race.space.factors().len());
    let mut planned = max_elites;
    for iteration in 1.. {
        planned = planned.max(iteration);
        let share = (design.budget - race.used()) / (planned - iteration + 1) as u64;
        let count = race.affordable(share, iteration);
        if count <= max_elites {
            break;
        }
        let participants = race.participants(count, iteration, planned)?;
        let elites = race.elites.len();
        if participants.len() <= elites {
            break;
        }
        let outcome = race.run(&participants, iteration, share, &mut measure)?;
        let survivors = outcome.ranked.len();
        for &point in &outcome.ranked[survivors.min(max_elites)..] {
            race.eliminate(point);
        }
        race.iterations.push(RaceIteration {
            configurations: participants.len(),
            elites,
            tests: outcome.tests,
            trials: race.trials.len(),
            survivors,
            best: outcome.ranked[0],
        });
        race.elites = outcome.ranked;
        race.elites.truncate(max_elites);
    }
    let mut state = race.state();
    state.summary.is_complete = true;
    state.held_out = held_out_configurations(&race);
    Ok(state)
}

/// Sets the design points and the trials of a race that follow from the scores of its recorded trials. A sweep without a race
/// is left as it is.
pub(super) fn settle(sweep: &mut Sweep, scores: &[Score]) {
    struct Unfinished(Option<Box<RaceState>>);
    impl From<RaceError> for Unfinished {
        fn from(_: RaceError) -> Self {
            Self(None)
        }
    }
    let Some(design) = sweep.race_design() else { return };
    let result = run(sweep, |state, first| {
        let recorded = scores.get(first..state.trials.len());
        let costs = recorded.map(|scores| scores.iter().map(|score| design.cost.cost(score)).collect());
        costs.ok_or_else(|| Unfinished(Some(Box::new(state))))
    });
    let state = match result {
        Ok(state) => Some(state),
        Err(Unfinished(state)) => state.map(|state| *state),
    };
    state.into_iter().for_each(|state| sweep.set_race(state));
}

/// Returns the design points on held-out instances: `[base]`, the elites, and the selected configuration without each of its
/// differences to `[base]`.
fn held_out_configurations(race: &Race<'_>) -> Vec<(HeldOutRole, Values)> {
    let elites = race.elites.iter().map(|&point| (HeldOutRole::Elite(point), race.values(point).clone()));
    let base = race.base();
    let mut points = Vec::new();
    if base.is_none_or(|base| !race.elites.contains(&base)) {
        let values = race.space.base_values().unwrap_or_else(|| vec![None; race.space.factors().len()]);
        points.push((HeldOutRole::Base, values));
    }
    points.extend(elites);
    let (Some(base), Some(&selected)) = (race.space.base_values(), race.elites.first()) else { return points };
    let selected = race.values(selected);
    let differing = (0..base.len()).filter(|factor| base[*factor].is_some() && base[*factor] != selected[*factor]);
    let reverted = differing.filter_map(|factor| {
        let mut values: Values = selected.iter().zip(&base).map(|(selected, base)| selected.or(*base)).collect();
        values[factor] = base[factor];
        let values = race.space.applying(&values);
        let is_other = values != *selected && race.space.configuration(values.clone()).is_ok();
        is_other.then_some((HeldOutRole::Without(factor), values))
    });
    points.extend(reverted);
    points
}
