//! [`KnownRows`]: trials recorded in shards, in damaged tables ([`TrialSource`]) or for a smaller sweep, with its baselines, and which of
//! them a run reuses. `results_folder` copies their rows in the order of the plan. What was drawn for a smaller sweep is deleted here.
//!
//! Shards and copies of damaged tables have the numbers of the plan. A trial of a smaller sweep, which a folder held before its sweep was
//! enlarged, is reused where the larger one has a trial of the same names, seed, instance and configuration. Its rows get the number of
//! that trial. It is also reused under larger limits of generations and evaluations, exactly if neither limit ended it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::checksum::digest_if_there;
use super::corruption::Corruption;
use super::error::StoreError;
use super::listed_files::remove_drawn;
use super::manifest::{Manifest, VERSION};
use super::rows::{self, Rendered};
use super::trial_index::TrialIndex;
use super::{recorded_sweep, tables};
use crate::plan::{Plan, Trial};
use crate::record::{BaselineRow, BaselineTimingRow, TrialOutcome, TrialRow, file};
use crate::run_state::RunState;
use crate::shard::Shard;
use crate::sweep::Sweep;
use evocube_engine::evolve::algorithm::Algorithm;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::StopReason;
use evocube_engine::registered::Registry;

/// Recorded rows of baselines with their times, by instance and solver.
pub(crate) type RecordedBaselines = BTreeMap<(String, String), (BaselineRow, Option<BaselineTimingRow>)>;

/// One kept folder, its trials located and checked against their digests.
#[derive(Debug)]
struct EarlierRun {
    folder: PathBuf,
    manifest: Manifest,
    /// The sweep and the plan after the selections that are known.
    state: RunState<'static>,
    index: TrialIndex,
}

impl EarlierRun {
    fn open(folder: &Path, manifest: Manifest) -> Result<Self, StoreError> {
        let mut state = recorded_sweep::state_of(&manifest, folder, &Registry::new())?;
        let index = TrialIndex::open(folder, &state.sweep, &manifest, &state.plan)?;
        for number in state.selected.len()..state.sweep.stages.len() {
            let Some(scores) = index.scores(state.plan.places(number), &state.sweep) else { break };
            let scores = scores.collect::<Result<Vec<_>, _>>()?;
            state.select(state.sweep.select(number, &state.selected, scores));
        }
        Ok(Self { folder: folder.to_owned(), manifest, state, index })
    }

    fn sweep(&self) -> &Sweep {
        &self.state.sweep
    }

    /// Returns the places of the valid trials of a stage by their seeds.
    fn recorded(&self, stage: &str) -> HashMap<u64, usize> {
        let plan = &self.state.plan;
        let Some(number) = self.sweep().stages.iter().position(|planned| planned.name == stage) else {
            return HashMap::new();
        };
        let all = plan.places(number).zip(plan.stage(number));
        all.filter(|(place, _)| self.index.has(*place)).map(|(place, trial)| (trial.seed, place)).collect()
    }

    fn recorded_trial(&self, place: usize) -> &Trial {
        self.state.plan.at(place).expect("a recorded trial is in the plan of its run")
    }

    /// Returns the configuration of a recorded trial, if the selections before it are known.
    fn configuration(&self, trial: &Trial) -> Option<TrialConfig> {
        let selected = &self.state.selected;
        let is_known = trial.stage <= selected.len();
        is_known.then(|| self.sweep().point(trial.stage, selected, trial.point).ok()).flatten()
    }

    /// Compares the design point of a recorded trial, by what it sets and its configuration, with that of a trial of another sweep.
    fn compare_points(
        &self,
        recorded: &Trial,
        sweep: &Sweep,
        trial: &Trial,
        configuration: &TrialConfig,
    ) -> PointRelation {
        let key = |sweep: &Sweep, trial: &Trial| sweep.stages[trial.stage].seed_key(trial.point);
        match self.configuration(recorded).filter(|_| key(self.sweep(), recorded) == key(sweep, trial)) {
            Some(recorded) if recorded == *configuration => PointRelation::Same,
            Some(recorded) if has_larger_limits(configuration, &recorded) => PointRelation::LargerLimits,
            _ => PointRelation::Other,
        }
    }

    /// Returns whether a recorded trial has the same rows under larger limits.
    fn stands(&self, place: usize, recorded: &Trial) -> Result<bool, StoreError> {
        let row = TrialRow::of_line(&self.index.trial_line(place)?, self.sweep().factor_keys().len());
        let outcome = row.and_then(|row| row.outcome);
        Ok(outcome.zip(self.configuration(recorded)).is_some_and(|(outcome, point)| is_within_limits(&point, &outcome)))
    }

    /// Returns whether this program would give the recorded rows.
    fn is_of_this_program(&self, sweep: &Sweep) -> bool {
        self.manifest.version == VERSION && self.manifest.program_difference(sweep).is_none()
    }

    /// Returns whether a recorded trial has the rows of a trial of another sweep, provided that their design points are equal.
    fn is_same(&self, recorded: &Trial, sweep: &Sweep, trial: &Trial) -> bool {
        (recorded.seed, recorded.repetition) == (trial.seed, trial.repetition)
            && recorded.instance_of(self.sweep()) == trial.instance_of(sweep)
            && self.sweep().log == sweep.log
    }

    /// Returns the rows of a recorded trial as those of a trial of a larger sweep: with its number, its design point and the
    /// columns of its factors.
    fn renumbered(
        &self,
        ReusedTrial { place, trial, .. }: &ReusedTrial,
        sweep: &Sweep,
    ) -> Result<(TrialRow, Rendered, String), StoreError> {
        let recorded = self.recorded_trial(*place);
        let wrong = || {
            let message = format!("the rows of trial {} are not those of its sweep", recorded.id);
            StoreError::corrupt(self.folder.join(file::TRIALS), message, vec![])
        };
        let (rendered, timing) = self.index.trial(*place)?.ok_or_else(wrong)?;
        let row =
            TrialRow::of_line(rendered.lines(file::TRIALS), self.sweep().factor_keys().len()).ok_or_else(wrong)?;
        let renumbered = rows::trial_row(sweep, trial, row.outcome.clone());
        if row != rows::trial_row(self.sweep(), recorded, row.outcome.clone()) || row.seed != renumbered.seed {
            return Err(wrong());
        }
        let rendered = rendered.renumbered(recorded.id, &renumbered).ok_or_else(wrong)?;
        let timing = rows::renumbered(&timing, recorded.id, trial.id).ok_or_else(wrong)?;
        Ok((renumbered, rendered, timing))
    }

    /// Adds the rows of baselines on the same instances with the same objective.
    fn add_baselines(&self, sweep: &Sweep, baselines: &mut RecordedBaselines) -> Result<(), StoreError> {
        let path = self.folder.join(file::BASELINES);
        let Some(expected) = self.manifest.digests.get(file::BASELINES) else { return Ok(()) };
        // A deterministic solver ends when it has solved the instance, whatever `stop` is.
        let is_same = self.sweep().base.objective == sweep.base.objective && self.is_of_this_program(sweep);
        if digest_if_there(&path)?.as_ref() != Some(expected) || !is_same {
            return Ok(());
        }
        let timing: Vec<BaselineTimingRow> = tables::times_of(&self.folder, file::BASELINE_TIMING)?;
        for row in tables::rows_of::<BaselineRow>(&self.folder, file::BASELINES)? {
            let instance_of =
                |sweep: &Sweep| sweep.instances.iter().find(|instance| *instance.name == *row.instance).cloned();
            if instance_of(self.sweep()).is_some_and(|instance| instance_of(sweep) == Some(instance)) {
                let is_own = |time: &&BaselineTimingRow| (&time.instance, &time.solver) == (&row.instance, &row.solver);
                let timing = timing.iter().find(is_own).cloned();
                baselines.insert((row.instance.clone(), row.solver.clone()), (row, timing));
            }
        }
        Ok(())
    }
}

/// Relation of the design point of a recorded trial to that of a planned one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointRelation {
    Same,
    /// The same, except that the planned trial has larger limits of generations or evaluations.
    LargerLimits,
    Other,
}

/// Returns whether a limit is not smaller than another one; `None` is no limit.
pub(super) fn includes_limit(larger: Option<u64>, smaller: Option<u64>) -> bool {
    larger.is_none_or(|larger| smaller.is_some_and(|smaller| smaller <= larger))
}

/// Returns whether two configurations differ only in limits of generations and evaluations, none of which is smaller.
fn has_larger_limits(larger: &TrialConfig, smaller: &TrialConfig) -> bool {
    let mut raised = smaller.clone();
    (raised.stop.generations, raised.stop.evaluations) = (larger.stop.generations, larger.stop.evaluations);
    raised == *larger
        && includes_limit(larger.stop.generations, smaller.stop.generations)
        && includes_limit(larger.stop.evaluations, smaller.stop.evaluations)
}

/// Returns whether the limits of generations and evaluations had no part in a trial: neither ended it, cut its last generation or its
/// initial population. A registered algorithm may read the limits in other ways.
fn is_within_limits(configuration: &TrialConfig, outcome: &TrialOutcome) -> bool {
    let TrialConfig { population, islands, stop, algorithm, .. } = configuration;
    let initial = population.get() as u64 * islands.count.get() as u64;
    let is_uncut = |limit: u64| initial <= limit && outcome.evolution.is_none_or(|counts| counts.evaluations < limit);
    let limits = [StopReason::Generations, StopReason::Evaluations];
    !limits.iter().any(|reason| *outcome.stop == *reason.to_string())
        && stop.evaluations.is_none_or(is_uncut)
        && !matches!(algorithm, Algorithm::Custom(_))
}

/// A recorded trial: its run, its place in the plan of that run, and the trial of the larger sweep that reuses its rows.
#[derive(Clone, Copy, Debug)]
struct ReusedTrial {
    run: usize,
    place: usize,
    trial: Trial,
}

/// The recorded trials of one stage.
#[derive(Debug, Default)]
pub(super) struct StageReuse {
    /// By place in the plan, in order.
    trials: Vec<(usize, ReusedTrial)>,
    /// Trials that the stage has now.
    pub(super) planned: usize,
    /// Recorded trials that the stage does not have, since its design has other points.
    pub(super) absent: usize,
    /// Recorded trials that the stage has with other configurations, since earlier stages select other ones.
    pub(super) changed: usize,
    /// Recorded trials that a smaller limit of generations or evaluations ended.
    pub(super) ended: usize,
}

impl StageReuse {
    /// Returns the number of recorded trials that the stage keeps.
    pub(super) fn count(&self) -> usize {
        self.trials.len()
    }
}

/// Recorded trials of another folder of the same sweep.
#[derive(Debug)]
pub(super) struct TrialSource {
    pub(super) index: TrialIndex,
    pub(super) shard: Shard,
    /// End of the places in the plan whose trials are copied.
    pub(super) end: usize,
}

impl TrialSource {
    /// Returns the place in its own plan of the valid trial at a place of the whole plan, if it has the trial.
    pub(super) fn place(&self, place: usize) -> Option<usize> {
        let own = place / self.shard.count();
        (place < self.end && self.shard.has(place) && self.index.has(own)).then_some(own)
    }
}

/// The rows of recorded trials, to be copied in the order of the plan.
#[derive(Debug, Default)]
pub(super) struct KnownRows {
    /// Shards and copies of damaged tables.
    pub(super) sources: Vec<TrialSource>,
    /// Smaller sweeps.
    runs: Vec<EarlierRun>,
    /// The trials of smaller sweeps in the present stage, by place in the plan, in order.
    trials: Vec<(usize, ReusedTrial)>,
    /// The larger sweep.
    sweep: Option<Sweep>,
    /// Trials of each stage that are not reused, because other configurations are selected before.
    changed: Vec<(String, usize)>,
}

impl KnownRows {
    /// Opens these folders of smaller sweeps, or of the sweep with this manifest and plan.
    pub(super) fn open(folders: &[PathBuf], own: Option<(&Manifest, &Sweep, &Plan)>) -> Result<Self, StoreError> {
        let mut known = Self::default();
        for folder in folders {
            let manifest = Manifest::read(folder)?;
            let is_own = |(own, sweep, _): &(&Manifest, &Sweep, &Plan)| {
                manifest.difference(own).is_none() && manifest.program_difference(sweep).is_none()
            };
            if let Some((_, sweep, plan)) = own.filter(is_own) {
                let sweep = sweep.settled(&manifest.selected_in(sweep, folder)?);
                let index = TrialIndex::open(folder, &sweep, &manifest, &plan.settled(&sweep))?;
                known.sources.push(TrialSource { index, shard: Shard::WHOLE, end: usize::MAX });
            } else {
                known.runs.push(EarlierRun::open(folder, manifest)?);
            }
        }
        Ok(known)
    }

    /// Deletes the pages and figures of a folder that were drawn for the smaller sweeps.
    pub(super) fn remove_drawn(&self, folder: &Path) -> Result<(), StoreError> {
        self.runs.iter().try_for_each(|run| remove_drawn(folder, &run.manifest))
    }

    /// Returns the corruption of the folders.
    pub(super) fn corruption(&self) -> impl Iterator<Item = &Corruption> {
        let sources = self.sources.iter().map(|source| &source.index);
        sources.chain(self.runs.iter().map(|run| &run.index)).filter_map(|index| index.corruption.as_ref())
    }

    /// Returns the recorded trials that have the rows of trials of a stage whose design points are known. Each sets the same, and has the
    /// same seed, instance and configuration.
    pub(super) fn stage_reuse(
        &self,
        state: &RunState<'_>,
        number: usize,
        points: &[TrialConfig],
    ) -> Result<StageReuse, StoreError> {
        let (sweep, trials) = (&*state.sweep, state.plan.stage(number));
        let stage = &sweep.stages[number];
        let mut reuse = StageReuse { planned: trials.len(), ..StageReuse::default() };
        let recorded = |run: &EarlierRun| {
            if run.is_of_this_program(sweep) { run.recorded(&stage.name) } else { HashMap::new() }
        };
        let mut recorded: Vec<_> = self.runs.iter().map(recorded).collect();
        let mut relations: HashMap<(usize, usize, usize), PointRelation> = HashMap::new();
        for (planned_place, trial) in state.plan.places(number).zip(trials) {
            let (mut reused, mut is_changed, mut is_ended) = (None, false, false);
            for (number, run) in self.runs.iter().enumerate() {
                let Some(place) = recorded[number].remove(&trial.seed) else { continue };
                let recorded = run.recorded_trial(place);
                let relation = *relations
                    .entry((number, recorded.point, trial.point))
                    .or_insert_with(|| run.compare_points(recorded, sweep, trial, &points[trial.point]));
                if relation == PointRelation::Other || !run.is_same(recorded, sweep, trial) {
                    is_changed = true;
                } else if relation == PointRelation::Same || run.stands(place, recorded)? {
                    reused.get_or_insert(ReusedTrial { run: number, place, trial: *trial });
                } else {
                    is_ended = true;
                }
            }
            match reused {
                Some(reused) => reuse.trials.push((planned_place, reused)),
                None if is_ended => reuse.ended += 1,
                None => reuse.changed += usize::from(is_changed),
            }
        }
        let absent: HashSet<u64> = recorded.iter().flat_map(|rest| rest.keys().copied()).collect();
        // The points of an open stage are those after the selection.
        *(if stage.is_open() { &mut reuse.changed } else { &mut reuse.absent }) += absent.len();
        Ok(reuse)
    }

    /// Finds the recorded trials of a stage.
    pub(super) fn enter_stage(
        &mut self,
        state: &RunState<'_>,
        stage: usize,
        points: &[TrialConfig],
    ) -> Result<(), StoreError> {
        if self.runs.is_empty() {
            return Ok(());
        }
        let reuse = self.stage_reuse(state, stage, points)?;
        if reuse.changed > 0 && stage > 0 {
            self.changed.push((state.sweep.stages[stage].name.clone(), reuse.changed));
        }
        // Those of the stages before are copied.
        self.trials = reuse.trials;
        self.sweep = Some(state.sweep.clone().into_owned());
        Ok(())
    }

    fn reused(&self, place: usize) -> Option<&ReusedTrial> {
        let index = self.trials.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(&self.trials[index].1)
    }

    /// Returns whether the trial at a place of the plan is recorded.
    pub(super) fn has(&self, place: usize) -> bool {
        self.reused(place).is_some() || self.sources.iter().any(|source| source.place(place).is_some())
    }

    /// Returns the row of `trials.csv`, all rows, and the line of `timing.csv`, if any, of the trial at a place of the plan; `None` if it
    /// is not recorded. `factors` is the number of factors of the sweep.
    pub(super) fn trial(
        &self,
        place: usize,
        factors: usize,
    ) -> Result<Option<(TrialRow, Rendered, String)>, StoreError> {
        if let Some((source, own)) = self.sources.iter().find_map(|source| Some((source, source.place(place)?))) {
            let Some((rendered, timing)) = source.index.trial(own)? else { return Ok(None) };
            let row = TrialRow::of_line(rendered.lines(file::TRIALS), factors);
            return Ok(Some((row.ok_or_else(|| source.index.disturbed())?, rendered, timing)));
        }
        let (Some(reused), Some(sweep)) = (self.reused(place), &self.sweep) else { return Ok(None) };
        self.runs[reused.run].renumbered(reused, sweep).map(Some)
    }

    /// Returns the recorded rows of the baselines.
    pub(super) fn baselines(&self, sweep: &Sweep) -> Result<RecordedBaselines, StoreError> {
        let mut baselines = RecordedBaselines::new();
        self.runs.iter().try_for_each(|run| run.add_baselines(sweep, &mut baselines))?;
        Ok(baselines)
    }

    /// Returns the names of the stages whose recorded trials are not reused, because other configurations are selected before,
    /// and the number of these trials.
    pub(super) fn changed(&self) -> &[(String, usize)] {
        &self.changed
    }

    /// Returns the key for seeds of the design point that a recorded run selects in a stage; `None` if none has run the stage.
    pub(super) fn selected(&self, stage: &str) -> Option<String> {
        self.runs.iter().find_map(|run| {
            let number = run.sweep().stages.iter().position(|planned| planned.name == stage)?;
            Some(run.sweep().stages[number].seed_key(*run.state.selected.get(number)?))
        })
    }
}
