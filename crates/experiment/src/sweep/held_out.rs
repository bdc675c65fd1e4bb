//! Held-out instances: [`draw`] has `instance` draw them, checks names and number and sets the goal. Also the stage that runs the selected
//! configurations on them, the stages that select, and the instances and repetitions of any stage. The configurations that a race compares
//! on them are chosen in `crate::race`.

use std::collections::HashSet;
use std::sync::Arc;

use super::points::{Levels, Points};
use super::{HELD_OUT_STAGE, Stage, Sweep};
use crate::instance::{Instance, held_out_instances};
use evocube_cube::puzzle::AnyPuzzle;
use evocube_cube::rng::Seed;
use evocube_cube::text::quoted;

impl Stage {
    /// Returns the stage that runs the selected configurations of these stages on held-out instances.
    pub(super) fn held_out_stage(stages: &[Self]) -> Self {
        // The design points after a race are known when it is complete.
        let selecting = stages.iter().filter(|stage| stage.race_design().is_none());
        let held_out: Vec<String> = selecting.map(|stage| stage.name.clone()).collect();
        Self {
            name: HELD_OUT_STAGE.to_owned(),
            comparison: stages.last().map(|stage| stage.comparison.clone()).unwrap_or_default(),
            points: Points::Listed(Arc::new(vec![Levels::new(); held_out.len()])),
            is_held_out: true,
            held_out,
            ..Self::default()
        }
    }

    /// Returns whether its points are the selected configurations of the other stages, or those that a race compares, on held-out
    /// instances. It selects nothing.
    pub fn is_held_out(&self) -> bool {
        self.is_held_out
    }
}

impl Sweep {
    /// Returns the stages that select a configuration: all except the one on held-out instances.
    pub fn selecting_stages(&self) -> &[Stage] {
        match self.stages.split_last() {
            Some((last, others)) if last.is_held_out() => others,
            _ => &self.stages,
        }
    }

    /// Returns the instances of a stage.
    pub fn instances_of(&self, stage: usize) -> &[Instance] {
        if self.stages[stage].is_held_out() { &self.held_out } else { &self.instances }
    }

    /// Returns the repetitions of each design point of a stage on each instance: one on held-out instances.
    pub fn repetitions_of(&self, stage: usize) -> u64 {
        if self.stages[stage].is_held_out() { 1 } else { self.repetitions }
    }
}

/// Returns held-out instances, at least one, with the goal of the sweep; names and states differ from those of the instances.
///
/// # Errors
/// The key of the sweep that is in the way, and the reason.
pub(super) fn draw(
    count: u64,
    instances: &[Instance],
    stages: &[Stage],
    puzzle: &AnyPuzzle,
    master: Seed,
    goal: Option<&String>,
) -> Result<Vec<Instance>, (String, String)> {
    if let Some(stage) = stages.iter().position(|stage| stage.name == HELD_OUT_STAGE) {
        let message = format!("with holdout, no stage can be called \"{HELD_OUT_STAGE}\": give it another name");
        return Err((format!("stage.{stage}.name"), message));
    }
    let mut held_out = held_out_instances(puzzle, master, count, instances);
    if (held_out.len() as u64) < count {
        let message = format!("{puzzle} has hardly any state that is not an instance: leave holdout out");
        return Err(("instance".to_owned(), message));
    }
    let names: HashSet<&str> = held_out.iter().map(|instance| &*instance.name).collect();
    if let Some(same) = instances.iter().find(|instance| names.contains(&*instance.name)) {
        let name = quoted(&same.name);
        let message = format!("instance {name} has the name of a held-out instance: give it another name");
        return Err(("instance".to_owned(), message));
    }
    held_out.iter_mut().for_each(|instance| instance.goal = goal.cloned());
    Ok(held_out)
}
