//! Verification: recorded trials and baselines are run again and compared row by row, also the selections and the digests of files.
//! [`accept_program`] does so with the rows of a sample, and then records this program. Reports are compared by `evocube verify`;
//! `store::check` compares digests without a run.

use std::collections::BTreeSet;
use std::path::Path;

use super::execution::Execution;
use super::optimizers::Optimizers;
use super::plan::Plan;
use super::record::{BaselineRow, ProgramBlock, Results, file};
use super::run_state::RunState;
use super::runner::{RunError, RunObserver, StageBegin, StageRun, baselines, points};
use super::store::{
    self, FinishedTrial, FolderLock, Manifest, RecordedBaselines, RecordedTexts, SelectedPoint, StoreError,
    changed_since,
};
use evocube_engine::registered::Registry;

/// Result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Number of trials that were run again.
    pub trials: usize,
    /// Whether the run is complete, so that all trials of the sweep are recorded.
    pub complete: bool,
    /// Number of trials of the sweep.
    pub planned: u64,
    /// True if that is an upper bound.
    pub planned_is_bound: bool,
    /// Files whose digest differs from the manifest's, and the manifest if its own digest differs or is missing.
    pub changed_files: Vec<String>,
    /// The first value of the manifest that differs from the one that follows from the rows, as a sentence. It is looked for only if all
    /// trials of a complete run that is no shard are as recorded.
    pub manifest: Option<String>,
    /// The digests of the programs that made the trials, the last one that of the latest run.
    pub recorded_by: Vec<String>,
    /// The digest of the program that has run the trials again.
    pub run_by: String,
    /// The first different row.
    pub difference: Option<RowDifference>,
}

/// A row that differs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDifference {
    /// The table.
    pub file: &'static str,
    /// The trial; `None` for a baseline.
    pub trial: Option<u64>,
    /// The recorded line; empty if there is none.
    pub recorded: String,
    /// The new line; empty if there is none.
    pub current: String,
}

impl Verification {
    /// Returns whether all files and rows are as recorded.
    pub fn is_identical(&self) -> bool {
        self.difference.is_none() && self.manifest.is_none() && self.changed_files.is_empty()
    }
}

/// Runs the recorded trials of a folder again, or `only` one of them, with the components of a registry, and compares every row up to
/// the first difference. `results` is what [`store::read`] returns for the folder. With `only`, baselines and selections are not compared.
/// Nothing is written.
///
/// # Errors
/// If the folder cannot be read, it is of a sweep or a shard without this trial, a component fails, or the observer ends the construction
/// of tables.
pub fn verify(
    folder: &Path,
    results: &Results,
    only: Option<u64>,
    registry: &Registry,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<Verification, RunError> {
    let only = only.map(|id| BTreeSet::from([id]));
    verify_trials(folder, results, only.as_ref(), registry, execution, observer)
}

/// Maximum number of trials that run again before another program is accepted.
const MAX_SAMPLE: usize = 20;

/// Accepts the recorded trials of a folder as those of this program with the components of a registry, if it is not the program of the
/// latest run and the rows of a sample are identical: the first recorded trial of each design point, at most 20 of these. Does the same
/// for the smaller sweeps whose extension is not complete.
///
/// # Errors
/// If a row differs: the manifest is unchanged then. If another process holds the folder, it cannot be read or its manifest not
/// written.
pub fn accept_program(
    folder: &Path,
    registry: &Registry,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<(), RunError> {
    if !store::exists(&folder.join(file::MANIFEST))? {
        return Ok(());
    }
    let _lock = FolderLock::claim(folder, observer)?;
    for folder in store::kept_folders(folder)?.into_iter().chain([folder.to_owned()]) {
        if store::is_of_this_program(&folder, registry)? {
            continue;
        }
        let results = store::read(&folder)?;
        let mut points = BTreeSet::new();
        let first = results.trials.iter().filter(|row| points.insert((row.stage.clone(), row.point)));
        let first: Vec<u64> = first.map(|row| row.trial).collect();
        let step = first.len().div_ceil(MAX_SAMPLE).max(1);
        let sample: BTreeSet<u64> = first.into_iter().step_by(step).collect();
        let verification = verify_trials(&folder, &results, Some(&sample), registry, execution, observer)?;
        if observer.is_over() {
            return Err(RunError::Stopped { done: verification.trials, all: sample.len(), is_bound: false });
        }
        if let Some(RowDifference { file: table, trial, .. }) = verification.difference {
            let trial = trial.unwrap_or_default();
            return Err(StoreError::NotAccepted { path: folder, trial, table }.into());
        }
        store::add_this_program(&folder, results.trials.len() as u64, registry, execution)?;
    }
    Ok(())
}

fn verify_trials(
    folder: &Path,
    results: &Results,
    only: Option<&BTreeSet<u64>>,
    registry: &Registry,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<Verification, RunError> {
    let (text, manifest) = Manifest::read_with_text(folder)?;
    let RunState { sweep, plan, selected: imported } = &store::state_of(&manifest, folder, registry)?;
    let has = |plan: &Plan, id: u64| plan.trials().any(|trial| trial.id == id);
    if let Some(id) = only.into_iter().flatten().copied().find(|id| !has(plan, *id)) {
        let shard = results.shard.filter(|_| has(&Plan::new(sweep), id));
        return Err(StoreError::NoTrial { path: folder.to_owned(), id, shard }.into());
    }
    store::check_components(sweep, folder)?;
    let here = ProgramBlock::of_execution(sweep, execution);
    name_other_libraries(&here, results, observer);
    let execution = execution.of_sweep(sweep);
    let texts = RecordedTexts::read(folder, sweep, &manifest)?;
    let mut verdict = Verification {
        trials: 0,
        complete: results.complete,
        planned: results.planned_trials,
        planned_is_bound: results.planned_is_bound,
        changed_files: changed_since(folder, &text, &manifest)?,
        manifest: None,
        recorded_by: results.programs.iter().map(|program| program.identity.clone()).collect(),
        run_by: here.identity,
        difference: None,
    };
    let mut optimizers = Optimizers::new(execution.tables);
    let all = only.map_or(results.trials.len(), BTreeSet::len);
    let stopped = |done| RunError::Stopped { done, all, is_bound: false };
    if only.is_none() {
        let solved = baselines(sweep, plan, &RecordedBaselines::new(), &mut optimizers, execution, observer);
        let (rows, _) = solved.map_err(|_| stopped(0))?;
        verdict.difference = compare_baselines(&results.baselines, &rows);
    }
    let mut state = RunState::new(sweep, plan);
    let mut stage_run = StageRun { checkpoints: None, optimizers, execution, observer };
    state.run_stages(|state, number| -> Result<Option<usize>, RunError> {
        if verdict.difference.is_some() {
            return Ok(None);
        }
        let (RunState { sweep, plan, selected }, points) = (&*state, points(state, number, 0)?);
        let recorded = plan.places(number).zip(plan.stage(number)).filter(|(place, _)| *place < results.trials.len());
        let trials = recorded.map(|(_, trial)| *trial).filter(|trial| only.is_none_or(|ids| ids.contains(&trial.id)));
        let (stage, trials) = (&sweep.stages[number], trials.collect::<Vec<_>>());
        observer.stage(&StageBegin { name: &stage.name, trials: trials.len(), ..StageBegin::default() });
        stage_run.optimizers.build_for(&trials, &points).map_err(|_| stopped(verdict.trials))?;
        let through = verdict.trials + trials.len();
        let compared = stage_run.run(state, &points, &trials, |finished| {
            finished.iter().try_for_each(|FinishedTrial { row, rendered, .. }| {
                verdict.trials += 1;
                compare(&texts, row.trial, rendered).map_or(Ok(()), Err)
            })
        });
        verdict.difference = compared.err();
        if verdict.difference.is_none() && verdict.trials < through && !observer.is_over() {
            return Err(stopped(verdict.trials));
        }
        let rows = results.trials.iter().filter(|row| *row.stage == *stage.name);
        Ok(match plan.shard() {
            _ if stage.is_held_out() || rows.clone().count() < plan.stage(number).len() => None,
            // A shard has imported its selected configurations.
            Some(_) => imported.get(number).copied(),
            None => Some(sweep.select_among(number, selected, rows, &results.convergence)),
        })
    })?;
    if only.is_none() && results.complete && plan.shard().is_none() && verdict.difference.is_none() {
        verdict.manifest = difference_in_selected(&manifest.selected, &SelectedPoint::all(&state));
    }
    Ok(verdict)
}

/// Says which libraries of components have other versions here than where the trials were made.
fn name_other_libraries(here: &ProgramBlock, results: &Results, observer: &dyn RunObserver) {
    let libraries = results.programs.iter().flat_map(|program| here.other_libraries(program));
    for library in libraries.collect::<BTreeSet<_>>() {
        observer.notice(&format!("the recorded trials ran with another version of a library: {library}"));
    }
}

/// Returns the first selected configuration that is not the one that the trials select.
fn difference_in_selected(recorded: &[SelectedPoint], selected: &[SelectedPoint]) -> Option<String> {
    let longest = recorded.len().max(selected.len());
    let mut pairs = (0..longest).map(|number| (recorded.get(number), selected.get(number)));
    let (recorded, selected) = pairs.find(|(recorded, selected)| recorded != selected)?;
    let text = |point: Option<&SelectedPoint>| {
        point.map_or("nothing".to_owned(), |SelectedPoint { stage, point, levels }| {
            format!("point {point} of stage {stage} ({levels})")
        })
    };
    Some(format!("[[selected]] has {}, the trials select {}", text(recorded), text(selected)))
}

fn compare(recorded: &RecordedTexts, trial: u64, rendered: &store::Rendered) -> Option<RowDifference> {
    let digests = recorded.digests(trial, rendered);
    let mut pairs = recorded.lines(trial).zip(rendered.tables().chain([(file::DIGESTS, &*digests)]));
    pairs.find_map(|((file, recorded), (_, current))| first_difference(file, Some(trial), recorded, current))
}

fn first_difference(file: &'static str, trial: Option<u64>, recorded: &str, current: &str) -> Option<RowDifference> {
    if recorded == current {
        return None;
    }
    let (mut a, mut b) = (recorded.lines(), current.lines());
    loop {
        let (recorded, current) = (a.next(), b.next());
        if recorded != current || recorded.is_none() {
            let text = |line: Option<&str>| line.unwrap_or_default().to_owned();
            return Some(RowDifference { file, trial, recorded: text(recorded), current: text(current) });
        }
    }
}

fn compare_baselines(recorded: &[BaselineRow], current: &[BaselineRow]) -> Option<RowDifference> {
    let longest = recorded.len().max(current.len());
    (0..longest).map(|index| (recorded.get(index), current.get(index))).find(|(a, b)| a != b).map(|(a, b)| {
        let text = |row: Option<&BaselineRow>| row.map_or(String::new(), |row| format!("{row:?}"));
        RowDifference { file: file::BASELINES, trial: None, recorded: text(a), current: text(b) }
    })
}
