//! Reading a results folder: its sweep, plan and selections, its rows, and summaries of its stages, question and best configuration. Of a
//! log of more than [`MAX_LOGGED`] generations, a part is read. For reports, times of trials and most solutions are left out, and the other
//! solutions replayed. Single tables are read in `tables`; digests of rows are compared by [`check`](super::check).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::checksum::{digest_if_there, exists};
use super::components::with_components;
use super::error::StoreError;
use super::manifest::{Manifest, corrupt_manifest, first_difference, with_overrides};
use super::replay;
use super::selected_point::SelectedPoint;
use super::tables::{all_trials, convergence, rows_of, solutions, times_of, trial_rows};
use super::trial_index::check_headers;
use crate::plan::Plan;
use crate::race;
use crate::record::{
    ConvergenceRow, Effort, FactorSummary, FailureRow, HeldOutRole, HeldOutSummary, LeaderSummary, QuestionSummary,
    Results, SameConfigurations, Score, StageSummary, SweepSummary, TrialRow, file,
};
use crate::run_state::RunState;
use crate::shard::Shard;
use crate::sweep::{HELD_OUT_STAGE, LevelWords, Origin, Overrides, Question, Stage, Sweep};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::registered::Registry;

/// Reads the sweep of a folder from its manifest. Registered components that it names are words, which do not run.
///
/// # Errors
/// If there is no manifest, or it is corrupt.
pub fn read_sweep(folder: &Path) -> Result<Sweep, StoreError> {
    read_sweep_with(folder, &Registry::new())
}

/// Reads the sweep of a folder from its manifest, with the components of a registry.
///
/// # Errors
/// As [`read_sweep`].
pub fn read_sweep_with(folder: &Path, registry: &Registry) -> Result<Sweep, StoreError> {
    sweep_of(&Manifest::read(folder)?, folder, registry)
}

/// Returns the plan of a folder: that of the whole sweep, or of a shard.
///
/// # Errors
/// If there is no manifest, or it is corrupt.
pub fn plan_of(folder: &Path) -> Result<Plan, StoreError> {
    let manifest = Manifest::read(folder)?;
    plan_for(&sweep_of(&manifest, folder, &Registry::new())?, manifest.shard, folder)
}

/// Reads from a merged folder the configurations that the stages of a sweep have selected so far; none if the folder is
/// missing.
///
/// # Errors
/// If the folder is of another sweep, or its manifest is corrupt.
pub fn read_selected(folder: &Path, sweep: &Sweep) -> Result<Vec<SelectedPoint>, StoreError> {
    if !exists(&folder.join(file::MANIFEST))? {
        return Ok(Vec::new());
    }
    let manifest = Manifest::read(folder)?;
    if let Some(difference) = first_difference(&manifest.sweep, &sweep.to_table()) {
        let difference = with_overrides(difference.to_string(), &manifest.overrides, &sweep.origin.overrides);
        let path = folder.to_owned();
        return Err(StoreError::OtherSweep { path, difference, can_extend: false });
    }
    manifest.selected_in(sweep, folder)?;
    Ok(manifest.selected)
}

/// Returns the sweep, the plan and the recorded selections of a manifest.
pub(crate) fn state_of(
    manifest: &Manifest,
    folder: &Path,
    registry: &Registry,
) -> Result<RunState<'static>, StoreError> {
    let sweep = sweep_of(manifest, folder, registry)?;
    let plan = plan_for(&sweep, manifest.shard, folder)?;
    let selected = manifest.selected_in(&sweep, folder)?;
    Ok(RunState { sweep: Cow::Owned(sweep), plan: Cow::Owned(plan), selected })
}

/// Returns the plan of a sweep, or the part that the shard in a folder runs.
pub(super) fn plan_for(sweep: &Sweep, shard: Option<Shard>, folder: &Path) -> Result<Plan, StoreError> {
    // A selection may leave fewer trials than there are shards.
    let is_fixed = !sweep.stages.iter().any(Stage::is_open);
    match shard.filter(|_| is_fixed) {
        Some(shard) => Plan::of_shard(sweep, shard).map_err(|error| corrupt_manifest(folder, error.to_string())),
        None => Ok(Plan::dealt(sweep, shard)),
    }
}

/// Returns the first line of a table; nothing if there is none.
fn header_of(path: &Path) -> Result<String, StoreError> {
    let mut header = Vec::new();
    if exists(path)? {
        let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut header));
        read.map_err(|cause| StoreError::File { path: path.to_owned(), cause })?;
    }
    Ok(String::from_utf8_lossy(&header).into_owned())
}

/// Returns the sweep of a manifest, which may name the components of a registry, with the design points that follow from the recorded
/// selections, or from the trials of a race.
pub(super) fn sweep_of(manifest: &Manifest, folder: &Path, registry: &Registry) -> Result<Sweep, StoreError> {
    let text = toml::to_string(&manifest.sweep).expect("a table prints");
    let header = header_of(&folder.join(file::CONVERGENCE))?;
    let registry = with_components(registry, &manifest.programs, &header);
    let mut sweep = Sweep::parse_with(&text, &folder.join(file::MANIFEST), &registry, &Overrides::default())
        .map_err(|error| corrupt_manifest(folder, error.messages()))?;
    sweep.origin = Origin { overrides: manifest.overrides.clone(), files: manifest.sources.clone() };
    if sweep.race_design().is_some() && exists(&folder.join(file::TRIALS))? {
        // The rows up to the first that is no trial.
        let rows = trial_rows(folder, sweep.factor_keys().len())?.map_while(Result::ok);
        let scores: Vec<Score> = rows.map(|row| Score::new(&row)).collect();
        race::settle(&mut sweep, &scores);
    }
    if !sweep.stages.iter().any(Stage::is_open) {
        return Ok(sweep);
    }
    let selected = manifest.selected_in(&sweep, folder)?;
    Ok(sweep.settled(&selected).into_owned())
}

/// Returns the number of failed trials of a folder.
///
/// # Errors
/// If `failures.csv` exists and cannot be read.
pub fn failed(folder: &Path) -> Result<usize, StoreError> {
    rows_of::<FailureRow>(folder, file::FAILURES).map(|rows| rows.len())
}

/// Number of logged generations from which on a report reads a part of them: see [`convergence`]. A row takes 120 bytes in memory, and
/// 16 more for each value of an observer. What is read stays near this number only where trials log many generations: the first and the
/// last of each trial and its improvements are always read.
pub(super) const MAX_LOGGED: usize = 1_000_000;

/// Reads a whole folder, complete or not. Of more than a million logged generations, the first and the last of each trial, its
/// improvements and every n-th are read.
///
/// # Errors
/// If the folder is not a results folder, or is corrupt. The message names file and line.
pub fn read(folder: &Path) -> Result<Results, StoreError> {
    read_with(folder, MAX_LOGGED)
}

/// Reads a whole folder as [`read`] does, except for what a report does not show and what would be much of the memory: the times of
/// trials, and of each configuration's trials on each instance all solutions but the best one. These solutions are replayed.
///
/// # Errors
/// As [`read`], or if the moves of a solution are not those of its row.
pub fn read_for_report(folder: &Path) -> Result<Results, StoreError> {
    read_tables(folder, Manifest::read(folder)?, MAX_LOGGED, Reading::Report)
}

/// Returns the number of the best finished trial of each configuration on each instance.
fn best_trials(trials: &[TrialRow]) -> HashSet<u64> {
    let mut best = HashMap::new();
    for row in trials {
        let Some(outcome) = &row.outcome else { continue };
        let rank = (!outcome.solved, outcome.best, outcome.htm, row.trial);
        best.entry((&row.stage, row.point, &row.instance)).and_modify(|best| *best = rank.min(*best)).or_insert(rank);
    }
    best.into_values().map(|(.., trial)| trial).collect()
}

/// Reads a whole folder as [`read`] does, with at most about `max_logged` logged generations.
pub(super) fn read_with(folder: &Path, max_logged: usize) -> Result<Results, StoreError> {
    read_tables(folder, Manifest::read(folder)?, max_logged, Reading::Whole)
}

/// The tables that are read, and whether the recorded solutions are replayed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// All tables; nothing is replayed.
    Whole,
    /// All tables; all solutions are replayed, those of the baselines, too.
    Replayed,
    /// All tables but the times of trials, and of the solutions the best of each configuration on each instance; these and those of the
    /// baselines are replayed.
    Report,
}

/// Reads the tables of a folder with this manifest.
pub(super) fn read_tables(
    folder: &Path,
    manifest: Manifest,
    max_logged: usize,
    reading: Reading,
) -> Result<Results, StoreError> {
    let sweep = sweep_of(&manifest, folder, &Registry::new())?;
    check_headers(folder, &sweep)?;
    let keys = sweep.factor_keys().to_vec();
    let trials = all_trials(folder, keys.len())?;
    let plan = plan_for(&sweep, manifest.shard, folder)?;
    let log = convergence(folder, max_logged)?;
    // All trials of a stage are in the merged folder only; a shard has imported the selected configurations.
    let imported = manifest.shard.map(|_| manifest.selected_in(&sweep, folder)).transpose()?;
    let (state, selections) = select(RunState::new(&sweep, &plan), imported.as_deref(), &trials, &log);
    let RunState { sweep, plan, selected: points } = &state;
    let is_report = reading == Reading::Report;
    let solutions =
        if is_report { solutions(folder, &best_trials(&trials)) } else { rows_of(folder, file::SOLUTIONS) }?;
    let baselines = rows_of(folder, file::BASELINES)?;
    if reading != Reading::Whole {
        replay::check_solutions(folder, sweep, points, &trials, &solutions)?;
        replay::check_baselines(folder, sweep, &baselines)?;
    }
    let words = LevelWords::new(sweep);
    let summary = |(number, selected): (usize, Option<usize>)| {
        let stage = &sweep.stages[number];
        let racing = sweep.race_design().filter(|_| stage.is_racing()).map(|design| design.budget);
        let planned = racing.unwrap_or(plan.stage(number).len() as u64);
        let effort = sweep.effort(number, points);
        let same = sweep.same_configurations(number, points);
        StageSummary { effort, ..summarize(stage, planned, selected, &words) }.with_same(same)
    };
    let mut stages: Vec<StageSummary> = selections.iter().copied().enumerate().map(summary).collect();
    let held_out = stages.pop_if(|stage| stage.name == HELD_OUT_STAGE && !sweep.held_out.is_empty());
    let held_out = held_out.map(|stage| held_out_summary(sweep, stage, selections[0]));
    if manifest.complete && manifest.trials != plan.len() as u64 {
        let (there, planned) = (manifest.trials, plan.len());
        let message = format!("it has {there} trials, but its sweep {planned}");
        return Err(corrupt_manifest(folder, message));
    }
    let points = stages.iter().map_while(|stage| usize::try_from(stage.selected? - 1).ok());
    let selected: Vec<usize> = points.collect();
    let question = sweep.question.as_ref().map(|question| summarize_question(question, sweep, &words));
    let leader = leader(sweep, &trials, &log, imported.as_deref().unwrap_or_default());
    Ok(Results {
        version: manifest.version,
        programs: manifest.programs,
        shard: manifest.shard,
        complete: manifest.complete,
        planned_trials: plan.len() as u64,
        planned_is_bound: plan.is_bound(),
        convergence: log,
        solutions,
        fronts: rows_of(folder, file::FRONTS)?,
        operators: rows_of(folder, file::OPERATORS)?,
        baselines,
        timing: if is_report { Vec::new() } else { times_of(folder, file::TIMING)? },
        baseline_timing: times_of(folder, file::BASELINE_TIMING)?,
        failures: rows_of(folder, file::FAILURES)?,
        digests: digests(folder)?,
        sweep: SweepSummary {
            leader,
            puzzle: sweep.puzzle().to_string(),
            factor_columns: keys,
            base_toml: sweep.fixed_toml(&selected),
            baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
            instances: sweep.instances.clone(),
            stages,
            held_out,
            name: sweep.name.clone(),
            notes: sweep.notes.clone(),
            question,
            seed: sweep.seed,
            repetitions: sweep.repetitions,
            log_every: sweep.log.every,
            choices: 0,
            differences: None,
        },
        trials,
    })
}

/// Returns the state of a run with the configuration that each stage has selected, `None` for a stage that is not done. A shard has
/// imported them.
fn select<'a>(
    mut state: RunState<'a>,
    imported: Option<&[usize]>,
    trials: &[TrialRow],
    log: &[ConvergenceRow],
) -> (RunState<'a>, Vec<Option<usize>>) {
    let mut selections = Vec::new();
    for number in 0..state.sweep.stages.len() {
        let RunState { sweep, plan, selected: points } = &state;
        let stage = &sweep.stages[number];
        let rows = || trials.iter().filter(|row| *row.stage == *stage.name);
        let selected = match imported {
            Some(imported) => imported.get(number).copied(),
            None => {
                let is_done = !stage.is_racing() && rows().count() == plan.stage(number).len();
                is_done.then(|| sweep.select_among(number, points, rows(), log))
            }
        };
        selected.into_iter().for_each(|point| state.select(point));
        selections.push(selected);
    }
    (state, selections)
}

/// Returns the digests of the tables of a folder.
fn digests(folder: &Path) -> Result<Vec<(String, String)>, StoreError> {
    let mut digests = Vec::new();
    for name in file::RESULTS {
        digests.extend(digest_if_there(&folder.join(name))?.map(|digest| (name.to_owned(), digest)));
    }
    Ok(digests)
}

/// Returns the summary of the trials on held-out instances, after a race with the roles of its configurations.
fn held_out_summary(sweep: &Sweep, mut stage: StageSummary, winner: Option<usize>) -> HeldOutSummary {
    let roles = sweep.stages.last().map_or(Vec::new(), |stage| stage.roles().to_vec());
    if !roles.is_empty() {
        let is_selected = |role: &HeldOutRole| Some(*role) == winner.map(HeldOutRole::Elite);
        stage.selected = roles.iter().position(is_selected).map(|place| place as u64 + 1);
    }
    HeldOutSummary { instances: sweep.held_out.len() as u64, stage, roles }
}

fn summarize(stage: &Stage, planned_trials: u64, selected: Option<usize>, words: &LevelWords) -> StageSummary {
    let word = |key: &str, text: &str| words.word(key, text).to_owned();
    let cells = |point| {
        let texts = stage.factors.iter().zip(stage.texts_of(point));
        texts.map(|(factor, text)| word(&factor.key, &text.unwrap_or_default())).collect()
    };
    StageSummary {
        name: stage.name.clone(),
        planned_trials,
        planned_is_bound: stage.awaits_selection() || stage.is_racing(),
        selection: stage.selection(),
        factors: stage
            .factors
            .iter()
            .enumerate()
            .map(|(place, factor)| {
                let (key, texts) = (factor.key.clone(), stage.shown_levels(place));
                let levels = texts.iter().map(|text| word(&key, text)).collect::<Vec<_>>();
                let keys = factor.keys().into_iter().map(str::to_owned).collect();
                let written = levels.iter().cloned().zip(texts).filter(|(word, text)| word != text).collect();
                FactorSummary { key, keys, levels, written }
            })
            .collect(),
        selected: selected.map(|point| point as u64 + 1),
        points: (0..stage.points()).map(cells).collect(),
        outcome: stage.comparison.outcome,
        outcomes: stage.comparison.outcomes.clone(),
        equivalence: stage.comparison.equivalence,
        effort: Effort::default(),
        same: SameConfigurations::default(),
        race: stage.race().cloned(),
    }
}

fn summarize_question(question: &Question, sweep: &Sweep, words: &LevelWords) -> QuestionSummary {
    let level = |(key, value): (&String, &toml::Value)| {
        let mut factors = sweep.stages.iter().flat_map(|stage| &stage.factors).filter(|factor| factor.key == *key);
        let text = factors.find_map(|factor| factor.levels.iter().find(|level| level.is(value)))?.text.clone();
        Some((key.clone(), words.word(key, &text).to_owned()))
    };
    QuestionSummary {
        text: question.text.clone(),
        factor: question.factor.clone(),
        outcome: question.outcome,
        better: question.better.as_ref().zip(question.factor.as_ref()).map(|(better, factor)| {
            level((factor, better)).map_or_else(|| better.as_str().unwrap_or_default().to_owned(), |(_, word)| word)
        }),
        levels: question.at.iter().filter_map(level).collect(),
    }
}

/// Returns the best configuration so far: the best of the last stage with a trial, with the selections of the earlier stages.
fn leader(sweep: &Sweep, trials: &[TrialRow], log: &[ConvergenceRow], imported: &[usize]) -> Option<LeaderSummary> {
    let has_trials = |stage: &Stage| trials.iter().any(|row| *row.stage == *stage.name);
    let last = sweep.selecting_stages().iter().rposition(has_trials)?;
    let mut selected = vec![];
    for number in 0..=last {
        let point = || sweep.select_among(number, &selected, trials, log);
        let point = imported.get(number).copied().unwrap_or_else(point);
        selected.push(point);
    }
    let point = sweep.point(last, &selected, selected[last]).ok()?;
    let mut base = point.to_printed_table();
    let objective = toml::Table::from_iter([("objective".to_owned(), base.get("objective")?.clone())]);
    let mut differing = base.clone();
    remove_defaults(&mut differing, &TrialConfig::default().to_printed_table());
    // A default may depend on another key.
    let read = sweep.registry().scope(|| Node::from(&toml::Value::Table(differing.clone())).read::<TrialConfig>());
    if read.is_ok_and(|read| read.to_printed_table() == base) {
        base = differing;
    }
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(base))]);
    Some(LeaderSummary {
        stage: sweep.stages[last].name.clone(),
        point: selected[last] as u64 + 1,
        toml: toml::to_string(&table).ok()?,
        objective: toml::to_string(&objective).ok()?,
        target: point.stop.target.unwrap_or(0).into(),
    })
}

/// Removes the keys of a table that have their default.
fn remove_defaults(table: &mut toml::Table, defaults: &toml::Table) {
    table.retain(|key, value| match (value, defaults.get(key)) {
        (toml::Value::Table(inner), Some(toml::Value::Table(default))) => {
            // A component of another name has other keys.
            let is_same = inner.keys().eq(default.keys());
            if is_same {
                remove_defaults(inner, default);
            }
            !inner.is_empty()
        }
        (value, default) => default != Some(value),
    });
}
