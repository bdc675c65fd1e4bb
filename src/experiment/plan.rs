//! [`Plan`]: every trial of a sweep, named and seeded, before anything runs.

use super::sweep::{Stage, Sweep};

/// One trial: a design point on an instance, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// 1, 2, 3 … in the order of the plan.
    pub id: u64,
    /// The stage's index.
    pub stage: usize,
    /// The design point's index within the stage.
    pub point: usize,
    /// The instance's index.
    pub instance: usize,
    /// From 1.
    pub repetition: u64,
    /// The number that its random stream starts from.
    pub seed: u64,
}

/// All trials of a sweep in order: by stage, design point, instance, repetition.
#[derive(Clone, Debug)]
pub struct Plan {
    stages: Vec<Vec<Trial>>,
}

impl Plan {
    /// The plan of a sweep.
    #[must_use]
    pub fn new(sweep: &Sweep) -> Self {
        let mut id = 0;
        let stages = (0..sweep.stages.len())
            .map(|stage| {
                let mut trials = Vec::new();
                for point in 0..sweep.stages[stage].points() {
                    for instance in 0..sweep.instances.len() {
                        for repetition in 1..=sweep.repetitions {
                            id += 1;
                            let seed = seed(sweep, &sweep.stages[stage], point, instance, repetition);
                            trials.push(Trial { id, stage, point, instance, repetition, seed });
                        }
                    }
                }
                trials
            })
            .collect();
        Self { stages }
    }

    /// The trials of a stage.
    #[must_use]
    pub fn stage(&self, stage: usize) -> &[Trial] {
        &self.stages[stage]
    }

    /// All trials in order.
    pub fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.stages.iter().flatten()
    }

    /// How many trials there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stages.iter().map(Vec::len).sum()
    }

    /// Is there no trial? Never, for a checked sweep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A trial's seed, derived by names, so that another level, instance or repetition more moves nobody else's numbers.
fn seed(sweep: &Sweep, stage: &Stage, point: usize, instance: usize, repetition: u64) -> u64 {
    let root = sweep.master().child(&sweep.name).child(&stage.name).child(&stage.point_name(point));
    root.child(&sweep.instances[instance].name).child(&repetition.to_string()).number()
}
