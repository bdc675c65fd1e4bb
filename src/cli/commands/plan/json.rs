//! The plan as one JSON document, serialized trial by trial in constant memory.

use evocube::experiment::estimate::TableSizes;
use evocube::experiment::plan::{count_of, trials_of};
use evocube::experiment::sweep::Sweep;
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::power;
use super::resources::Resources;
use super::time::Time;

/// The document. Its keys are in alphabetical order.
#[derive(serde::Serialize)]
pub(super) struct PlanDocument<'a> {
    name: &'a str,
    notes: &'a str,
    power: Value,
    seconds: Option<f64>,
    seed: u64,
    stages: Vec<StageDocument<'a>>,
    takes: Value,
    time: Value,
    trials: u64,
}

#[derive(serde::Serialize)]
struct StageDocument<'a> {
    depends_on_selection: bool,
    design: &'static str,
    offspring: Option<u64>,
    points: usize,
    select: &'static str,
    stage: &'a str,
    trials: Trials<'a>,
}

/// The trials of the stage with this index.
struct Trials<'a>(&'a Sweep, usize);

#[derive(serde::Serialize)]
struct TrialDocument<'a> {
    instance: &'a str,
    point: usize,
    repetition: u64,
    seed: u64,
    levels: String,
    trial: u64,
}

impl<'a> PlanDocument<'a> {
    /// Returns the document of a sweep, with the estimated time and the measured sizes of tables.
    pub(super) fn new(sweep: &'a Sweep, stages: &[Resources], time: &Time, sizes: Option<TableSizes>) -> Self {
        let stage = |(number, resources): (usize, &Resources)| {
            let stage = &sweep.stages[number];
            StageDocument {
                depends_on_selection: stage.is_open(),
                design: stage.design.name(),
                offspring: resources.offspring,
                points: stage.points(),
                select: stage.rule.name(),
                stage: &stage.name,
                trials: Trials(sweep, number),
            }
        };
        Self {
            name: &sweep.name,
            notes: &sweep.notes,
            power: power::as_json(sweep),
            seconds: time.core_seconds(),
            seed: sweep.seed,
            stages: stages.iter().enumerate().map(stage).collect(),
            takes: Resources::from_stages(stages).as_json(sizes),
            time: time.as_json(),
            trials: (0..sweep.stages.len()).map(|stage| count_of(sweep, stage)).sum(),
        }
    }
}

impl Serialize for Trials<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(sweep, number) = *self;
        // Each point is named once.
        let (mut point, mut name) = (usize::MAX, String::new());
        serializer.collect_seq(trials_of(sweep, number).map(|trial| {
            if point != trial.point {
                (point, name) = (trial.point, sweep.stages[number].point_name(trial.point));
            }
            let (instance, levels) = (&*trial.instance_of(sweep).name, name.clone());
            let (point, repetition, seed, trial) = (point + 1, trial.repetition, trial.seed, trial.id);
            TrialDocument { instance, point, repetition, seed, levels, trial }
        }))
    }
}
