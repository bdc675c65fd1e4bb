//! [`RunState`]: a sweep and its plan during a run, stage by stage, with the design points and trials that follow from selections and races
//! so far.

use std::borrow::Cow;

use super::plan::Plan;
use super::sweep::{RaceState, Stage, Sweep};

/// A sweep and its plan with the design points and the trials that follow from the selections of the first stages, or from the trials
/// of a race. A [`Sweep`] is what its file says; what a run adds is here.
#[derive(Clone, Debug)]
pub(super) struct RunState<'a> {
    /// The sweep. Stages that await a selection have the points of the selection with the most points.
    pub(super) sweep: Cow<'a, Sweep>,
    pub(super) plan: Cow<'a, Plan>,
    /// The indices of the points that the first stages selected.
    pub(super) selected: Vec<usize>,
}

impl<'a> RunState<'a> {
    /// Returns the state before the first stage.
    pub(super) fn new(sweep: &'a Sweep, plan: &'a Plan) -> Self {
        Self { sweep: Cow::Borrowed(sweep), plan: Cow::Borrowed(plan), selected: Vec::new() }
    }

    /// Sets the index of the point that the next stage selects, and the points that depend on it.
    pub(super) fn select(&mut self, point: usize) {
        self.selected.push(point);
        if self.sweep.stages.get(self.selected.len()).is_some_and(Stage::is_open) {
            self.sweep = Cow::Owned(self.sweep.settled(&self.selected).into_owned());
            self.plan = Cow::Owned(self.plan.settled(&self.sweep).into_owned());
        }
    }

    /// Goes through the stages that have not selected a point. `run` receives the index of each and returns the point that it selects;
    /// `None` ends the run there. Returns the number of stages up to that one.
    pub(super) fn run_stages<E>(
        &mut self,
        mut run: impl FnMut(&mut Self, usize) -> Result<Option<usize>, E>,
    ) -> Result<usize, E> {
        for number in self.selected.len()..self.sweep.stages.len() {
            match run(self, number)? {
                Some(point) => self.select(point),
                None => return Ok(number + 1),
            }
        }
        Ok(self.sweep.stages.len())
    }

    /// Sets the design points and the trials that the race has planned.
    pub(super) fn set_race(&mut self, race: RaceState) {
        self.sweep.to_mut().set_race(race);
        self.plan = Cow::Owned(Plan::new(&self.sweep));
    }
}
