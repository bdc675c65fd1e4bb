//! The plan of a sweep as one JSON document, serialized trial by trial in constant memory. Its power, time and resources are those of the
//! neighboring files. The document of a race, whose trials are not known, is written in the parent module; notes are not part of either.

use std::collections::BTreeMap;

use evocube::experiment::estimate::TableSizes;
use evocube::experiment::plan::{count_of, trials_of};
use evocube::experiment::sweep::Sweep;
use serde::ser::{Serialize, Serializer};
use serde_json::{Value, json};

use super::power;
use super::resources::Resources;
use super::time::Time;

/// The document of a sweep.
#[derive(serde::Serialize)]
pub(super) struct PlanDocument<'a> {
    #[serde(flatten)]
    whole: Value,
    stages: Vec<StageDocument<'a>>,
    trials: u64,
}

#[derive(serde::Serialize)]
struct StageDocument<'a> {
    #[serde(flatten)]
    whole: Value,
    trials: Trials<'a>,
}

/// The trials of the stage with this index.
struct Trials<'a>(&'a Sweep, usize);

impl<'a> PlanDocument<'a> {
    /// Returns the document of a sweep, with the estimated time and the measured sizes of tables.
    pub(super) fn new(sweep: &'a Sweep, stages: &[Resources], time: &Time, sizes: Option<TableSizes>) -> Self {
        let stage = |(number, resources): (usize, &Resources)| {
            let stage = &sweep.stages[number];
            let whole = json!({
                "stage": stage.name, "design": stage.design.name(), "points": stage.points(), "select": stage.rule.name(),
                "offspring": resources.offspring, "depends_on_selection": stage.is_open(),
            });
            StageDocument { whole, trials: Trials(sweep, number) }
        };
        let whole = json!({
            "name": sweep.name, "notes": sweep.notes, "seed": sweep.seed, "power": power::as_json(sweep),
            "seconds": time.core_seconds(), "time": time.as_json(), "takes": Resources::from_stages(stages).as_json(sizes),
        });
        let trials = (0..sweep.stages.len()).map(|stage| count_of(sweep, stage)).sum();
        Self { whole, stages: stages.iter().enumerate().map(stage).collect(), trials }
    }
}

impl Serialize for Trials<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(sweep, number) = *self;
        // Each point is named once.
        let (mut point, mut levels) = (usize::MAX, BTreeMap::new());
        serializer.collect_seq(trials_of(sweep, number).map(|trial| {
            if point != trial.point {
                (point, levels) = (trial.point, sweep.stages[number].levels_by_key(trial.point));
            }
            let (instance, repetition) = (&trial.instance_of(sweep).name, trial.repetition);
            json!({"trial": trial.id, "point": point + 1, "levels": levels, "instance": instance, "repetition": repetition, "seed": trial.seed})
        }))
    }
}
