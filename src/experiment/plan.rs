//! [`Plan`]: every trial of a sweep, named and seeded, before anything runs.

use super::instance::Instance;
use super::shard::{Shard, ShardError};
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
    shard: Option<Shard>,
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
        Self { stages, shard: None }
    }

    /// The part of a whole plan that a shard runs.
    ///
    /// # Errors
    /// If the sweep has fewer trials than there are shards.
    pub fn of_shard(mut self, shard: Shard) -> Result<Self, ShardError> {
        if shard.count() > self.len() {
            return Err(ShardError::Empty { count: shard.count(), trials: self.len() });
        }
        let mut before = 0;
        for trials in &mut self.stages {
            let count = trials.len();
            let own = (before..).zip(trials.iter()).filter(|(place, _)| shard.has(*place));
            *trials = own.map(|(_, trial)| *trial).collect();
            before += count;
        }
        self.shard = Some(shard);
        Ok(self)
    }

    /// The shard whose plan this is; `None` for that of a whole sweep.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// The instances that baselines solve here.
    pub fn baseline_instances<'a>(&self, sweep: &'a Sweep) -> impl Iterator<Item = &'a Instance> + use<'a> {
        let shard = self.shard;
        let own = move |place: usize| shard.is_none_or(|shard| shard.has(place));
        sweep.instances.iter().enumerate().filter(move |(place, _)| own(*place)).map(|(_, instance)| instance)
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

    /// The place of a trial in the plan, from 0; `None` if it is not of the plan.
    #[must_use]
    pub fn place(&self, id: u64) -> Option<usize> {
        let mut before = 0;
        for trials in &self.stages {
            match trials.binary_search_by_key(&id, |trial| trial.id) {
                Ok(place) => return Some(before + place),
                Err(_) => before += trials.len(),
            }
        }
        None
    }

    /// The places of a stage's trials.
    #[must_use]
    pub fn places(&self, stage: usize) -> std::ops::Range<usize> {
        let start = self.stages[..stage].iter().map(Vec::len).sum();
        start..start + self.stages[stage].len()
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
