//! [`Plan`]: every trial of a sweep, named and seeded, before anything runs.

use std::borrow::Cow;

use super::instance::Instance;
use super::shard::{Shard, ShardError};
use super::sweep::{Stage, Sweep};

/// One trial: a design point on an instance, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Number in the order of the plan, from 1.
    pub id: u64,
    /// The stage's index.
    pub stage: usize,
    /// The design point's index within the stage.
    pub point: usize,
    /// The instance's index among those of its stage.
    pub instance: usize,
    /// Number of the repetition, from 1.
    pub repetition: u64,
    /// Seed of its random stream.
    pub seed: u64,
}

impl Trial {
    /// Returns the trial's instance.
    #[must_use]
    pub fn instance_of<'a>(&self, sweep: &'a Sweep) -> &'a Instance {
        &sweep.instances_of(self.stage)[self.instance]
    }
}

/// All trials of a sweep in order: by stage, design point, instance, repetition.
#[derive(Clone, Debug)]
pub struct Plan {
    stages: Vec<Vec<Trial>>,
    shard: Option<Shard>,
    is_bound: bool,
}

impl Plan {
    /// Returns the plan of a sweep. Where a stage's points depend on earlier selections (see
    /// [`Sweep::settle`]), it has the maximum number of trials; the trials of earlier stages are final.
    #[must_use]
    pub fn new(sweep: &Sweep) -> Self {
        let stages = (0..sweep.stages.len()).map(|stage| trials_of(sweep, stage).collect()).collect();
        Self { stages, shard: None, is_bound: sweep.stages.iter().any(Stage::awaits_selection) }
    }

    /// Returns the plan of the same shard with the design points that the [settled](Sweep::settle) sweep has.
    #[must_use]
    pub fn settled(&self, sweep: &Sweep) -> Cow<'_, Self> {
        if !sweep.stages.iter().any(Stage::is_open) {
            return Cow::Borrowed(self);
        }
        let whole = Self::new(sweep);
        Cow::Owned(match self.shard {
            Some(shard) => whole.dealt_to(shard),
            None => whole,
        })
    }

    /// Returns the part of a whole plan that a shard runs.
    ///
    /// # Errors
    /// If the sweep has fewer trials than there are shards.
    pub fn of_shard(self, shard: Shard) -> Result<Self, ShardError> {
        if shard.count() > self.len() {
            return Err(ShardError::Empty { count: shard.count(), trials: self.len() });
        }
        Ok(self.dealt_to(shard))
    }

    pub(super) fn dealt_to(mut self, shard: Shard) -> Self {
        let mut before = 0;
        for trials in &mut self.stages {
            let count = trials.len();
            let own = (before..).zip(trials.iter()).filter(|(place, _)| shard.has(*place));
            *trials = own.map(|(_, trial)| *trial).collect();
            before += count;
        }
        self.shard = Some(shard);
        self
    }

    /// Returns the shard of the plan; `None` for the whole sweep.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Returns the instances that the baselines of this plan solve.
    pub fn baseline_instances<'a>(&self, sweep: &'a Sweep) -> impl Iterator<Item = &'a Instance> + use<'a> {
        let shard = self.shard;
        let own = move |place: usize| shard.is_none_or(|shard| shard.has(place));
        sweep.instances.iter().enumerate().filter(move |(place, _)| own(*place)).map(|(_, instance)| instance)
    }

    /// Returns the trials of a stage.
    #[must_use]
    pub fn stage(&self, stage: usize) -> &[Trial] {
        &self.stages[stage]
    }

    /// Returns all trials in order.
    pub fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.stages.iter().flatten()
    }

    /// Returns the place of a trial in the plan, from 0; `None` if the plan does not have it.
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

    /// Returns the places of a stage's trials.
    #[must_use]
    pub fn places(&self, stage: usize) -> std::ops::Range<usize> {
        let start = self.stages[..stage].iter().map(Vec::len).sum();
        start..start + self.stages[stage].len()
    }

    /// Returns whether the number of trials is an upper bound, because some depend on earlier selections.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.is_bound
    }

    /// Returns the number of trials.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stages.iter().map(Vec::len).sum()
    }

    /// Returns whether there is no trial; false for a checked sweep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the number of trials of a stage.
#[must_use]
pub fn count_of(sweep: &Sweep, stage: usize) -> u64 {
    let points = sweep.stages[stage].points() as u64;
    points.saturating_mul(sweep.instances_of(stage).len() as u64).saturating_mul(sweep.repetitions_of(stage))
}

/// Returns the trials of a stage in order. Their seeds are derived from names, so another level, instance or repetition leaves
/// the seeds of all other trials unchanged.
pub fn trials_of(sweep: &Sweep, stage: usize) -> impl Iterator<Item = Trial> {
    let root = sweep.master().child(&sweep.name).child(&sweep.stages[stage].name);
    let before: u64 = (0..stage).map(|stage| count_of(sweep, stage)).sum();
    let (all, repetitions) = (sweep.instances_of(stage), sweep.repetitions_of(stage));
    let instances = all.len();
    let of_point = move |point: usize| {
        let root = root.child(&sweep.stages[stage].point_name(point));
        let of_instance = move |instance: usize| {
            let root = root.child(&all[instance].name);
            let first = before + ((point * instances + instance) as u64) * repetitions;
            (1..=repetitions).map(move |repetition| {
                let seed = root.child(&repetition.to_string()).number();
                Trial { id: first + repetition, stage, point, instance, repetition, seed }
            })
        };
        (0..instances).flat_map(of_instance)
    };
    (0..sweep.stages[stage].points()).flat_map(of_point)
}
