//! Verification: running recorded trials again and comparing their rows byte for byte.

use std::collections::BTreeSet;
use std::path::Path;

use super::execution::Execution;
use super::optimizers::Optimizers;
use super::plan::{Plan, Trial};
use super::record::{BaselineRow, ProgramBlock, Results, file};
use super::runner::{RunError, RunObserver, StageBegin, TrialBatch, baselines, execute, points};
use super::store::{
    self, FolderLock, RecordedBaselines, RecordedTexts, SelectedPoint, StoreError, changed_files, render,
};
use super::sweep::Sweep;

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
    /// The first value of the manifest that differs from the one that follows from the rows, as a sentence.
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

/// Runs the recorded trials of a folder again, or `only` one of them, and compares every row.
///
/// # Errors
/// If the folder cannot be read.
pub fn verify(
    folder: &Path,
    only: Option<u64>,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<Verification, RunError> {
    store::restore_line_ends(folder)?;
    verify_trials(folder, &store::read(folder)?, only.map(|id| BTreeSet::from([id])).as_ref(), execution, observer)
}

/// Maximum number of trials that run again before another program is accepted.
const MAX_SAMPLE: usize = 20;

/// Accepts the recorded trials of a folder as those of this program, if it is not the program of the latest run and the rows of a
/// sample are identical: the first recorded trial of each design point, at most 20 of these. Does the same for the smaller sweeps
/// whose extension is not complete.
///
/// # Errors
/// If a row differs: the manifest is unchanged then. If another process holds the folder, it cannot be read or its manifest not
/// written.
pub fn accept_program(folder: &Path, execution: Execution<'_>, observer: &dyn RunObserver) -> Result<(), RunError> {
    if !store::exists(&folder.join(file::MANIFEST))? {
        return Ok(());
    }
    let _lock = FolderLock::claim(folder, observer)?;
    for folder in store::kept_folders(folder)?.into_iter().chain([folder.to_owned()]) {
        if store::is_of_this_program(&folder)? {
            continue;
        }
        let results = store::read(&folder)?;
        let mut points = BTreeSet::new();
        let first = results.trials.iter().filter(|row| points.insert((row.stage.clone(), row.point)));
        let first: Vec<u64> = first.map(|row| row.trial).collect();
        let step = first.len().div_ceil(MAX_SAMPLE).max(1);
        let sample: BTreeSet<u64> = first.into_iter().step_by(step).collect();
        let verification = verify_trials(&folder, &results, Some(&sample), execution, observer)?;
        if observer.is_over() {
            return Err(RunError::Stopped { done: verification.trials, all: sample.len(), is_bound: false });
        }
        if let Some(RowDifference { file: table, trial, .. }) = verification.difference {
            let trial = trial.unwrap_or_default();
            return Err(StoreError::NotAccepted { path: folder, trial, table }.into());
        }
        store::add_this_program(&folder, results.trials.len() as u64)?;
    }
    Ok(())
}

fn verify_trials(
    folder: &Path,
    results: &Results,
    only: Option<&BTreeSet<u64>>,
    execution: Execution<'_>,
    observer: &dyn RunObserver,
) -> Result<Verification, RunError> {
    let mut sweep = store::read_sweep(folder)?;
    let execution = execution.of_sweep(&sweep);
    let mut plan = store::plan_of(folder, &sweep)?;
    let texts = RecordedTexts::read(folder, &sweep)?;
    let mut verdict = Verification {
        trials: 0,
        complete: results.complete,
        planned: results.planned_trials,
        planned_is_bound: results.planned_is_bound,
        changed_files: changed_files(folder)?,
        manifest: None,
        recorded_by: results.programs.iter().map(|program| program.identity.clone()).collect(),
        run_by: ProgramBlock::here(&sweep).identity,
        difference: None,
    };
    let mut optimizers = Optimizers::new(execution.tables);
    if only.is_none() {
        let (rows, _) = baselines(&sweep, &plan, &RecordedBaselines::new(), &mut optimizers, execution, observer);
        verdict.difference = compare_baselines(&results.baselines, &rows);
    }
    let recorded = results.trials.len();
    let recorded_points = store::recorded_selected(folder, &sweep)?;
    let (mut selected_points, mut selected) = (Vec::new(), Vec::new());
    for number in 0..sweep.stages.len() {
        if verdict.difference.is_some() {
            break;
        }
        if sweep.stages[number].is_open() {
            sweep.settle(&selected_points);
            plan = plan.settled(&sweep);
        }
        let stage = &sweep.stages[number];
        let there = |trial: &&Trial| plan.place(trial.id).is_some_and(|place| place < recorded);
        let is_selected = |trial: &&Trial| only.is_none_or(|ids| ids.contains(&trial.id));
        let trials: Vec<Trial> = plan.stage(number).iter().filter(there).filter(is_selected).copied().collect();
        let points = points(&sweep, number, &selected_points)?;
        optimizers.build_for(&trials, &points);
        let (name, all) = (stage.name.as_str(), trials.len());
        observer.stage(&StageBegin { name, trials: all, done: 0, solved: 0, offspring: None, offspring_done: 0 });
        let (sweep, optimizers) = (&sweep, &optimizers);
        let (trials, points, checkpoints) = (&trials[..], &points[..], None);
        let batch = TrialBatch { sweep, trials, points, optimizers, checkpoints, execution, observer };
        let result = execute(batch, |trial, result, _| {
            let rendered = render(sweep, trial, &result);
            verdict.trials += 1;
            let row = store::trial_row(sweep, trial, result.ok().map(|record| record.outcome));
            observer.trial(&row, 0);
            compare(&texts, trial.id, &rendered).map_or(Ok(()), Err)
        });
        verdict.difference = result.err();
        let rows = results.trials.iter().filter(|row| row.stage == stage.name);
        if rows.clone().count() < plan.stage(number).len() {
            break;
        }
        // A shard has imported its selected configurations.
        match recorded_points.get(number).filter(|_| plan.shard().is_some()) {
            Some(&point) => selected_points.push(point),
            None if plan.shard().is_some() => break,
            None => {
                let point = sweep.select_among(number, &selected_points, rows, &results.convergence);
                selected_points.push(point);
                selected.extend((!stage.is_held_out()).then(|| SelectedPoint::new(stage, point)));
            }
        }
    }
    if only.is_none() && results.complete && plan.shard().is_none() && verdict.difference.is_none() {
        verdict.manifest = difference_in_selected(&store::selected(folder)?, &selected);
    }
    Ok(verdict)
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

/// Returns the trial with this number; `None` if the sweep does not have it.
pub fn trial_of(sweep: &Sweep, id: u64) -> Option<Trial> {
    Plan::new(sweep).trials().find(|trial| trial.id == id).copied()
}
