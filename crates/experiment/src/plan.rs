//! [`Plan`]: every trial of a sweep, or of a shard of it, numbered and seeded, before anything runs. Trials that a race has not planned yet
//! are only counted, and points that await a selection are not final.

use std::borrow::Cow;

use super::instance::{Instance, seed_keys};
pub use super::planned_trial::Trial;
use super::shard::{Shard, ShardError};
use super::sweep::{Stage, Sweep};

impl Trial {
    /// Returns the trial's instance.
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
    /// Maximum number of trials that follow those of the stages, since a race has not planned them yet.
    unplanned: u64,
}

impl Plan {
    /// Returns the plan of a sweep. Where a stage's points depend on earlier selections (see
    /// [`Sweep::settled`]), it has the maximum number of trials; the trials of earlier stages are final.
    pub fn new(sweep: &Sweep) -> Self {
        Self::dealt(sweep, None)
    }

    /// Returns the part of the plan that a shard runs.
    ///
    /// # Errors
    /// If the sweep has fewer trials than there are shards, or is a race.
    pub fn of_shard(sweep: &Sweep, shard: Shard) -> Result<Self, ShardError> {
        if sweep.unplanned_trials() > 0 {
            return Err(ShardError::Race);
        }
        let trials: u64 = (0..sweep.stages.len()).map(|stage| count_of(sweep, stage)).sum();
        let trials = usize::try_from(trials).unwrap_or(usize::MAX);
        if shard.count() > trials {
            return Err(ShardError::Empty { count: shard.count(), trials });
        }
        Ok(Self::dealt(sweep, Some(shard)))
    }

    /// Returns the plan, or the part of a shard, which may be empty.
    pub(super) fn dealt(sweep: &Sweep, shard: Option<Shard>) -> Self {
        let stages = (0..sweep.stages.len()).map(|stage| dealt_trials(sweep, stage, shard).collect()).collect();
        let unplanned = sweep.unplanned_trials();
        let is_bound = unplanned > 0 || sweep.stages.iter().any(Stage::awaits_selection);
        Self { stages, shard, is_bound, unplanned }
    }

    /// Returns the plan of the same shard with the design points that the [settled](Sweep::settled) sweep has.
    pub(super) fn settled(&self, sweep: &Sweep) -> Cow<'_, Self> {
        let is_open = sweep.stages.iter().any(Stage::is_open);
        if is_open { Cow::Owned(Self::dealt(sweep, self.shard)) } else { Cow::Borrowed(self) }
    }

    /// Returns the shard of the plan; `None` for the whole sweep.
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Returns the instances that the baselines of this plan solve.
    pub fn baseline_instances<'a>(&self, sweep: &'a Sweep) -> impl Iterator<Item = &'a Instance> + use<'a> {
        let shard = self.shard;
        let instances = sweep.instances.iter().enumerate();
        instances.filter(move |(place, _)| shard.is_none_or(|shard| shard.has(*place))).map(|(_, instance)| instance)
    }

    /// Returns the trials of a stage.
    pub fn stage(&self, stage: usize) -> &[Trial] {
        &self.stages[stage]
    }

    /// Returns all trials in order.
    pub fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.stages.iter().flatten()
    }

    /// Returns the place of a trial in the plan, from 0; `None` if the plan does not have it.
    pub fn place(&self, id: u64) -> Option<usize> {
        let mut offset = 0;
        for trials in &self.stages {
            match trials.binary_search_by_key(&id, |trial| trial.id) {
                Ok(place) => return Some(offset + place),
                Err(_) => offset += trials.len(),
            }
        }
        None
    }

    /// Returns the trial at a place of the plan; `None` if a race has not planned it.
    pub(super) fn at(&self, place: usize) -> Option<&Trial> {
        let mut rest = place;
        self.stages.iter().find_map(|trials| {
            let trial = trials.get(rest);
            rest = rest.saturating_sub(trials.len());
            trial
        })
    }

    /// Returns the places of a stage's trials.
    pub fn places(&self, stage: usize) -> std::ops::Range<usize> {
        let start = self.stages[..stage].iter().map(Vec::len).sum();
        start..start + self.stages[stage].len()
    }

    /// Returns the numbers of all trials in order, and of those that a race has not planned yet: at most this number of trials in all.
    pub(super) fn ids(&self, max: Option<u64>) -> impl Iterator<Item = u64> {
        let planned = self.trials().last().map_or(0, |trial| trial.id);
        let unplanned = max.map_or(self.unplanned, |max| max.saturating_sub(planned).min(self.unplanned));
        self.trials().map(|trial| trial.id).chain((planned..planned + unplanned).map(|id| id + 1))
    }

    /// Returns whether the number of trials is an upper bound, because some depend on earlier selections or on a race.
    pub fn is_bound(&self) -> bool {
        self.is_bound
    }

    /// Returns the number of trials.
    pub fn len(&self) -> usize {
        self.stages.iter().map(Vec::len).sum::<usize>() + usize::try_from(self.unplanned).unwrap_or(usize::MAX)
    }

    /// Returns whether there is no trial; false for a checked sweep as a whole, while a shard may be left without one by a selection.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the number of trials of a stage.
pub fn count_of(sweep: &Sweep, stage: usize) -> u64 {
    if sweep.stages[stage].race_design().is_some() {
        return sweep.stages[stage].race_trials().len() as u64;
    }
    let points = sweep.stages[stage].points() as u64;
    points.saturating_mul(sweep.instances_of(stage).len() as u64).saturating_mul(sweep.repetitions_of(stage))
}

/// Returns the trials of a stage in order: by design point, instance and repetition. Of a race they are those that it has planned so far;
/// of a stage that awaits the selections of earlier ones, the maximum number, with points that are not final: see [`Sweep::settled`].
///
/// The seed of a trial depends on the master seed, the name of its stage, the keys and canonical values that the levels of its design point
/// set (on held-out instances, the name of the stage that selected its configuration), the start and the goal of its instance, the number
/// of this instance among those with the same start and goal, and its repetition. Another level, instance or repetition leaves the seeds of
/// all other trials unchanged, unless it is an equal instance in front; so do other names of the sweep and of instances. In a race the
/// seeds are the same for all configurations.
pub fn trials_of(sweep: &Sweep, stage: usize) -> impl Iterator<Item = Trial> {
    dealt_trials(sweep, stage, None)
}

/// Returns the trials of a stage that a shard runs, or all, without drawing the seeds of others.
fn dealt_trials(sweep: &Sweep, stage: usize, shard: Option<Shard>) -> impl Iterator<Item = Trial> {
    let is_race = sweep.stages[stage].race_design().is_some();
    let offset: u64 = (0..stage).map(|stage| count_of(sweep, stage)).sum();
    // Trials have their places in the plan, from 0, in turn.
    let end = offset + if is_race { 0 } else { count_of(sweep, stage) };
    let places = match shard {
        Some(shard) => (shard.first_from(offset)..end).step_by(shard.count()),
        None => (offset..end).step_by(1),
    };
    let (instances, repetitions) = (sweep.instances_of(stage), sweep.repetitions_of(stage));
    let keys = seed_keys(sweep.puzzle(), instances);
    let root = sweep.master().child("trial").child(&sweep.stages[stage].name);
    let (mut point_seed, mut instance_seed) = ((None, root), (None, root));
    let planned = places.map(move |place| {
        let (cell, repetition) = ((place - offset) / repetitions, (place - offset) % repetitions + 1);
        let cell = usize::try_from(cell).expect("a checked sweep has few trials");
        let (point, instance) = (cell / instances.len(), cell % instances.len());
        if point_seed.0 != Some(point) {
            point_seed = (Some(point), root.child(&sweep.stages[stage].seed_key(point)));
        }
        if instance_seed.0 != Some(cell) {
            instance_seed = (Some(cell), point_seed.1.child(&keys[instance]));
        }
        let seed = instance_seed.1.child(&repetition.to_string()).number();
        Trial { id: place + 1, stage, point, instance, repetition, seed, limit: None }
    });
    sweep.stages[stage].race_trials().iter().copied().chain(planned)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;

    fn sweep(text: &str) -> Sweep {
        Sweep::parse(text, Path::new("x.toml")).unwrap_or_else(|error| panic!("{text}\n{error}"))
    }

    fn seeds(text: &str) -> Vec<u64> {
        Plan::new(&sweep(text)).trials().map(|trial| trial.seed).collect()
    }

    /// Two stages on two instances: a factor that is a whole operator, and one that is a number.
    const TEXT: &str = "name = 'x'\nseed = 1\nrepetitions = 2\n\
         [[instance]]\nname = 'a'\nscramble = 'R U'\n[[instance]]\nname = 'b'\nscramble = 'F2'\n[base]\npopulation = 50\n\
         [[stage]]\nname = 's'\n[[stage.factor]]\nkey = 'crossover'\n\
         levels = [{ one-point = { rate = 0.3 } }, { uniform = { rate = 0.9, swap = 0.5 } }]\n\
         [[stage]]\nname = 't'\n[[stage.factor]]\nkey = 'population'\nlevels = [1000, 2000]\n";

    #[test]
    fn names_and_spellings_leave_all_seeds_unchanged() {
        let (first, second) = ("{ one-point = { rate = 0.3 } }", "{ uniform = { rate = 0.9, swap = 0.5 } }");
        for (value, other) in [
            ("name = 'x'", "name = 'y'"),
            ("name = 'a'\n", "name = 'c'\n"),
            ("name = 'a'\n", ""),
            ("scramble = 'R U'", "scramble = \"R U F F'\""),
            ("name = 'x'", "name = 'x'\ngoal = 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'"),
            (first, "{ one-point = { rate = 0.30 } }"),
            (first, "{ one-point.rate = 3e-1 }"),
            ("'crossover'", "\"cross\\u006fver\""),
            (second, "{ uniform = { swap = 0.5, rate = 0.9 } }"),
            (second, "{ uniform = { rate = 0.9 } }"),
            (second, "'uniform'"),
            ("[1000, 2000]", "[1_000, 0x7D0]"),
            ("population = 50", "elitism = 0"),
        ] {
            let respelled = TEXT.replacen(value, other, 1);
            assert!(TEXT.contains(value) && respelled != TEXT, "{value}");
            assert_eq!(seeds(&respelled), seeds(TEXT), "{other}");
        }
    }

    #[test]
    fn other_values_instances_and_repetitions_have_other_seeds() {
        let seeds_before = seeds(TEXT);
        assert_eq!((seeds_before.len(), seeds_before.iter().collect::<HashSet<_>>().len()), (16, 16));
        let shared = |text: &str| seeds(text).iter().filter(|seed| seeds_before.contains(seed)).count();
        for (value, other, count) in [
            ("seed = 1", "seed = 2", 0),
            ("name = 's'", "name = 'r'", 8),
            ("rate = 0.3", "rate = 0.4", 12),
            ("swap = 0.5", "swap = 0.4", 12),
            ("1000", "1001", 12),
            ("key = 'population'", "key = 'stop.generations'", 8),
            ("scramble = 'F2'", "scramble = 'F'", 8),
            ("name = 'x'", "name = 'x'\ngoal = 'superflip'", 0),
            // All seeds stay, and there are more.
            ("repetitions = 2", "repetitions = 3", 16),
            ("[1000, 2000]", "[500, 1000, 2000]", 16),
            ("[[stage]]\nname = 't'", "[[instance]]\nscramble = 'D'\n[[stage]]\nname = 't'", 16),
        ] {
            assert!(TEXT.contains(value), "{value}");
            assert_eq!(shared(&TEXT.replacen(value, other, 1)), count, "{other}");
        }
    }

    #[test]
    fn shards_have_every_trial_of_the_plan_once_and_in_turn() {
        let sweep = sweep(TEXT);
        let all: Vec<Trial> = Plan::new(&sweep).trials().copied().collect();
        for count in 1..=all.len() {
            for index in 1..=count {
                let shard = Shard::new(index, count).unwrap();
                let expected: Vec<Trial> = all.iter().skip(index - 1).step_by(count).copied().collect();
                let plan = Plan::of_shard(&sweep, shard).unwrap();
                assert_eq!(plan.trials().copied().collect::<Vec<_>>(), expected, "{shard}");
            }
        }
        let shard = Shard::new(1, all.len() + 1).unwrap();
        assert_eq!(Plan::of_shard(&sweep, shard).unwrap_err(), ShardError::Empty { count: 17, trials: 16 });
    }

    #[test]
    fn seeds_omit_what_other_factors_set() {
        let text = |level: &str| {
            format!(
                "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n[[factor]]\nkey = 'crossover'\nlevels = ['none', {level}]\n\
                 [[factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.1, 0.2]\n"
            )
        };
        let expected = seeds(&text("'one-point'"));
        assert_eq!(expected.len(), 3);
        assert_eq!(seeds(&text("{ one-point = { rate = 0.5 } }")), expected);
    }

    #[test]
    fn equal_instances_have_seeds_of_their_own() {
        let text = "name = 'x'\nseed = 1\n[[instance]]\nname = 'a'\nscramble = 'R'\n[[instance]]\nname = 'b'\nscramble = 'R'\n";
        let expected = seeds(text);
        assert_ne!(expected[0], expected[1]);
        assert_eq!(seeds(&text.replace("'a'", "'c'")), expected);
    }

    #[test]
    fn sampled_designs_and_random_instances_do_not_depend_on_the_name_of_the_sweep() {
        for design in ["latin-hypercube", "random", "shifted-sobol"] {
            let text = |name: &str| {
                format!(
                    "name = '{name}'\nseed = 1\nholdout = 2\ndesign = '{design}'\npoints = 5\n[[instance]]\nrandom = 3\n\
                     [[factor]]\nkey = 'crossover.one-point.rate'\nrange = [0.0, 1.0]\n"
                )
            };
            let [first, second] = ["x", "y"].map(|name| sweep(&text(name)));
            assert_eq!(first.instances, second.instances);
            assert_eq!(first.held_out, second.held_out);
            let points = |sweep: &Sweep| (0..5).map(|point| sweep.point(0, &[], point).unwrap()).collect::<Vec<_>>();
            assert_eq!(points(&first), points(&second));
            assert_eq!(seeds(&text("x")), seeds(&text("y")));
        }
    }
}
