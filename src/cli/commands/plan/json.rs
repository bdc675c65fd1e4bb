//! The plan as one JSON document, serialized trial by trial in constant memory.

use evocube::experiment::estimate::TableSizes;
use evocube::experiment::plan::{Trial, count_of, trials_of};
use evocube::experiment::sweep::Sweep;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::power;
use super::resources::Resources;
use super::time::Time;

/// The document. Its keys are in alphabetical order.
pub(super) struct PlanDocument<'a> {
    pub(super) sweep: &'a Sweep,
    pub(super) stages: &'a [Resources],
    /// The estimated time.
    pub(super) time: &'a Time,
    /// The measured sizes of tables.
    pub(super) sizes: Option<TableSizes>,
}

struct Stages<'a>(&'a PlanDocument<'a>);

struct StageDocument<'a>(&'a PlanDocument<'a>, usize);

struct Trials<'a>(&'a Sweep, usize);

struct TrialDocument<'a>(&'a Sweep, Trial, &'a str);

impl Serialize for PlanDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { sweep, stages, time, sizes } = self;
        let trials: u64 = (0..sweep.stages.len()).map(|stage| count_of(sweep, stage)).sum();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &sweep.name)?;
        map.serialize_entry("notes", &sweep.notes)?;
        map.serialize_entry("power", &power::as_json(sweep))?;
        map.serialize_entry("seconds", &time.core_seconds())?;
        map.serialize_entry("seed", &sweep.seed)?;
        map.serialize_entry("stages", &Stages(self))?;
        map.serialize_entry("takes", &Resources::from_stages(stages).as_json(*sizes))?;
        map.serialize_entry("time", &time.as_json())?;
        map.serialize_entry("trials", &trials)?;
        map.end()
    }
}

impl Serialize for Stages<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.stages.len()).map(|stage| StageDocument(self.0, stage)))
    }
}

impl Serialize for StageDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(document, number) = self;
        let stage = &document.sweep.stages[*number];
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("depends_on_selection", &stage.is_open())?;
        map.serialize_entry("design", stage.design.name())?;
        map.serialize_entry("offspring", &document.stages[*number].offspring)?;
        map.serialize_entry("points", &stage.points())?;
        map.serialize_entry("select", stage.rule.name())?;
        map.serialize_entry("stage", &stage.name)?;
        map.serialize_entry("trials", &Trials(document.sweep, *number))?;
        map.end()
    }
}

impl Serialize for Trials<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(sweep, number) = *self;
        // Each point is named once.
        let (mut point, mut name) = (usize::MAX, String::new());
        let mut list = serializer.serialize_seq(None)?;
        for trial in trials_of(sweep, number) {
            if point != trial.point {
                (point, name) = (trial.point, sweep.stages[number].point_name(trial.point));
            }
            list.serialize_element(&TrialDocument(sweep, trial, &name))?;
        }
        list.end()
    }
}

impl Serialize for TrialDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(sweep, trial, levels) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("instance", &trial.instance_of(sweep).name)?;
        map.serialize_entry("point", &(trial.point + 1))?;
        map.serialize_entry("repetition", &trial.repetition)?;
        map.serialize_entry("seed", &trial.seed)?;
        map.serialize_entry("levels", levels)?;
        map.serialize_entry("trial", &trial.id)?;
        map.end()
    }
}
