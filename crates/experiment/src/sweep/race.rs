//! The stage of a race: a sweep turned into one, its design points and trials as far as planned, and the points on held-out instances. Also
//! a sample of its space, for the check of the sweep. The rules of a race are in `crate::race`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::base::Base;
use super::check::check_points;
use super::condition::PartialConfiguration;
use super::diagnostic::SweepError;
use super::factor::Values;
use super::points::{Points, list_levels};
use super::{Factor, SelectionRule, Stage, Sweep, held_out};
use crate::design::{Design, MAX_DIMENSIONS, RaceDesign};
use crate::planned_trial::Trial;
use crate::record::{HeldOutRole, RaceSummary, varies_objective};
use evocube_cube::rng::Seed;

/// Plan of a race so far.
#[derive(Clone, Debug)]
pub(crate) struct RaceState {
    pub(crate) trials: Vec<Trial>,
    /// The values of the configurations, in the order of the design points.
    pub(crate) configurations: Vec<Values>,
    pub(crate) summary: RaceSummary,
    /// The design points on held-out instances; empty until the race is complete. `[base]` has no values if one is not in the range
    /// of its factor.
    pub(crate) held_out: Vec<(HeldOutRole, Values)>,
}

/// The planned part of a race, as a stage has it.
#[derive(Clone, Debug)]
pub(super) struct PlannedRace {
    trials: Vec<Trial>,
    summary: RaceSummary,
}

impl Stage {
    /// Returns the settings of its race; `None` for another design.
    pub fn race_design(&self) -> Option<RaceDesign> {
        match self.design {
            Design::Race(design) => Some(design),
            _ => None,
        }
    }

    /// Returns the race as far as it is planned; `None` before it begins, and for another design.
    pub fn race(&self) -> Option<&RaceSummary> {
        self.race.as_ref().map(|race| &race.summary)
    }

    /// Returns the planned trials of a race.
    pub fn race_trials(&self) -> &[Trial] {
        self.race.as_ref().map_or(&[], |race| &race.trials)
    }

    /// Returns whether it is a race that has not planned all of its trials.
    pub fn is_racing(&self) -> bool {
        self.race_design().is_some() && !self.race().is_some_and(|race| race.is_complete)
    }
}

impl Sweep {
    /// Returns the settings of the race, if the sweep is one.
    pub fn race_design(&self) -> Option<RaceDesign> {
        self.stages.first()?.race_design()
    }

    /// Returns the largest number of trials that a race has not planned yet, with those on held-out instances.
    pub(crate) fn unplanned_trials(&self) -> u64 {
        let Some(stage) = self.stages.first().filter(|stage| stage.is_racing()) else { return 0 };
        let budget = stage.race_design().map_or(0, |design| design.budget);
        let factors = stage.factors.len();
        let points = 1 + RaceDesign::max_elites(factors) + factors;
        budget.saturating_sub(stage.race_trials().len() as u64) + (points * self.held_out.len()) as u64
    }

    /// Makes the only stage a race, in place of its design and its rule of selection, with this number of held-out instances, or none
    /// for 0. A race compares no levels, so its question expects none.
    ///
    /// # Errors
    /// If the sweep does not suit a race.
    pub fn to_race(&mut self, design: RaceDesign, held_out: u32) -> Result<(), SweepError> {
        let [stage] = self.selecting_stages() else {
            return Err(self.error_at("stage.1", SEVERAL_STAGES));
        };
        let varied = stage.factors.iter().find(|factor| factor.keys().into_iter().any(varies_objective));
        let checked = design.check(stage.factors.len(), varied.map(|factor| factor.key.as_str()));
        checked.map_err(|message| self.error_at("design", message))?;
        let mut stage = stage.clone();
        stage.design = Design::Race(design);
        (stage.requested, stage.points, stage.rule) = (None, Points::Listed(Arc::default()), SelectionRule::default());
        let mut stages = vec![stage];
        let (errors, _) = check_points(&self.complete, &self.complete, &stages, &self.log, true);
        if !errors.is_empty() {
            return Err(self.written.sources.error(errors));
        }
        let count = u64::from(held_out);
        if count == 0 {
            self.held_out = Vec::new();
        } else if self.held_out.len() as u64 != count {
            let drawn =
                held_out::draw(count, &self.instances, &stages, self.puzzle(), self.master(), self.goal.as_ref());
            self.held_out = drawn.map_err(|(key, message)| self.error_at(&key, message))?;
        }
        if count > 0 {
            stages.push(Stage::held_out_stage(&stages));
        }
        self.stages = stages;
        if let Some(question) = &mut self.question {
            (question.better, question.at) = (None, BTreeMap::new());
        }
        Ok(())
    }

    /// Sets the design points and the trials that the race has planned.
    pub(crate) fn set_race(&mut self, state: RaceState) {
        let RaceState { trials, configurations, summary, held_out } = state;
        let count = configurations.len();
        let values = configurations.into_iter().chain(held_out.iter().map(|(_, values)| values.clone())).collect();
        let stage = &mut self.stages[0];
        let mut points = list_levels(&mut stage.factors, vec![values]).pop().unwrap_or_default();
        let held_out_points = points.split_off(count);
        stage.points = Points::Listed(Arc::new(points));
        stage.race = Some(PlannedRace { trials, summary });
        let (factors, order) = (stage.factors.clone(), stage.order.clone());
        if let Some(last) = self.stages.last_mut().filter(|stage| stage.is_held_out()) {
            last.set_roles(held_out.iter().map(|(role, _)| *role).collect(), &factors);
            (last.factors, last.order, last.points) = (factors, order, Points::Listed(Arc::new(held_out_points)));
        }
    }
}

/// The error of a race with several stages.
pub(super) const SEVERAL_STAGES: &str = "a race has one stage: put all factors into it";

impl Stage {
    /// Returns the stage of a race with points that fill its space, as it may sample them while it runs. The first one has the lower
    /// end of every range and the first of all other levels.
    pub(super) fn sampled(&self, base: &Base) -> Self {
        /// Number of points, unless the space has fewer.
        const POINTS: usize = 128;
        let keys: Vec<&str> = self.factors.iter().map(|factor| factor.key.as_str()).collect();
        let design = if keys.len() <= MAX_DIMENSIONS { Design::Sobol } else { Design::Random };
        let start = PartialConfiguration::new(base);
        let values = |place: &[f64], strata| {
            let value = |factor: usize| Some(self.factors[factor].stratified(place[factor], strata));
            self.ordered_factors().choose(&start, value)
        };
        let mut points = design.distinct(POINTS, &keys, Seed::from_number(1), false, values);
        points.retain(|values| self.ordered_factors().allows(&self.forbidden, &start, values));
        let mut stage = self.clone();
        let points = list_levels(&mut stage.factors, vec![points]).pop().unwrap_or_default();
        stage.points = Points::Listed(Arc::new(points));
        stage
    }

    /// Sets the design points on held-out instances after a race.
    fn set_roles(&mut self, roles: Vec<HeldOutRole>, factors: &[Factor]) {
        let name = |role: &HeldOutRole| match role {
            HeldOutRole::Base => "[base]".to_owned(),
            HeldOutRole::Elite(point) => format!("point {}", point + 1),
            HeldOutRole::Without(factor) => format!("without {}", factors[*factor].key),
        };
        self.held_out = roles.iter().map(name).collect();
        self.roles = roles;
    }

    /// Returns the design points on held-out instances after a race; empty for another stage.
    pub fn roles(&self) -> &[HeldOutRole] {
        &self.roles
    }
}
