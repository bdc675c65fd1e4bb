//! Reading a results folder back: to resume it, to report on it, to verify it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::folder::StoreError;
use super::manifest::{FORMAT, Manifest};
use super::rows;
use super::seal::digest;
use crate::experiment::plan::Plan;
use crate::experiment::record::{
    BaselineRow, EvolutionCounts, FactorFacts, InstanceFacts, LeadFacts, Results, StageFacts, SweepFacts, TrialOutcome,
    TrialRow, file,
};
use crate::experiment::sweep::{Stage, Sweep};
use crate::experiment::winner::winner;

fn damaged(path: &Path, message: impl Into<String>) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), message: message.into() }
}

/// The manifest of a folder.
pub(in crate::experiment) fn manifest(folder: &Path) -> Result<Manifest, StoreError> {
    let path = folder.join(file::MANIFEST);
    let text = fs::read_to_string(&path).map_err(StoreError::file(&path))?;
    let failed = |error: toml::de::Error| {
        let line = error.span().and_then(|span| text.get(..span.start)).map(|before| before.matches('\n').count() + 1);
        damaged(&path, line.map_or(String::new(), |line| format!("line {line}: ")) + error.message())
    };
    // The layout first: that of another version need not have the same fields.
    let table: toml::Table = toml::from_str(&text).map_err(failed)?;
    match table.get("format") {
        Some(toml::Value::Integer(format)) if *format == i64::from(FORMAT) => {}
        Some(format) => {
            return Err(damaged(&path, format!("layout {format} is not the one this version knows, {FORMAT}")));
        }
        None => return Err(damaged(&path, "this is not a manifest of evocube: it has no format")),
    }
    toml::from_str(&text).map_err(failed)
}

/// The sweep that a folder belongs to, from its manifest.
///
/// # Errors
/// If there is no manifest, or it is damaged.
pub fn read_sweep(folder: &Path) -> Result<Sweep, StoreError> {
    sweep_of(&manifest(folder)?, folder)
}

fn sweep_of(manifest: &Manifest, folder: &Path) -> Result<Sweep, StoreError> {
    let path = folder.join(file::MANIFEST);
    let text = toml::to_string(&manifest.sweep).expect("a table prints");
    Sweep::parse(&text, &path).map_err(|error| damaged(&path, error.message))
}

/// The first difference of two resolved sweeps, but for their notes.
pub(super) fn difference(on_disk: &toml::Table, wanted: &toml::Table) -> Option<String> {
    fn compare(key: &str, a: Option<&toml::Value>, b: Option<&toml::Value>) -> Option<String> {
        match (a, b) {
            (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => {
                let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
                names.map(|name| (name, if key.is_empty() { name.clone() } else { format!("{key}.{name}") })).find_map(
                    |(name, path)| if path == "notes" { None } else { compare(&path, a.get(name), b.get(name)) },
                )
            }
            (Some(toml::Value::Array(a)), Some(toml::Value::Array(b))) => (0..a.len().max(b.len()))
                .find_map(|index| compare(&format!("{key}[{}]", index + 1), a.get(index), b.get(index))),
            (a, b) if a == b => None,
            (a, b) => {
                let show = |value: Option<&toml::Value>| value.map_or("nothing".to_owned(), ToString::to_string);
                Some(format!("{key} is {} there, {} here", show(a), show(b)))
            }
        }
    }
    compare("", Some(&toml::Value::Table(on_disk.clone())), Some(&toml::Value::Table(wanted.clone())))
}

/// What of an interrupted run can be kept.
pub(super) struct Kept {
    /// The trials that are complete in every table.
    pub(super) trials: Vec<TrialRow>,
    /// Are the baselines there?
    pub(super) baselines_done: bool,
    /// How many bytes of each table belong to them.
    lengths: Vec<(&'static str, u64)>,
}

/// Walks over the complete lines of a table behind its header while `keep` says so; returns how many bytes that is. A
/// torn header counts as no table at all.
fn walk(path: &Path, header: &str, mut keep: impl FnMut(&str) -> bool) -> Result<u64, StoreError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(StoreError::file(path)(error)),
    };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut kept = 0;
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line).map_err(StoreError::file(path))?;
        let Some(text) = std::str::from_utf8(&line).ok().and_then(|text| text.strip_suffix('\n')) else {
            return Ok(kept);
        };
        if kept == 0 {
            if text != header.trim_end() {
                return Err(damaged(path, "line 1: the columns are not those of this sweep"));
            }
        } else if !keep(text) {
            return Ok(kept);
        }
        kept += count as u64;
    }
}

fn first_number(line: &str) -> Option<u64> {
    line.split(',').next()?.parse().ok()
}

/// What of a folder can be kept to go on.
pub(super) fn recorded(folder: &Path, sweep: &Sweep, plan: &Plan) -> Result<Kept, StoreError> {
    let keys = sweep.factor_keys();
    let path = folder.join(file::TRIALS);
    let mut planned = plan.trials();
    let mut trials: Vec<TrialRow> = Vec::new();
    walk(&path, &rows::trials_header(keys), |line| match (planned.next(), trial_of(line, keys.len())) {
        (Some(trial), Some(row)) if row.trial == trial.id && row.seed == trial.seed => {
            trials.push(row);
            true
        }
        _ => false,
    })?;

    // A trial counts when its last generation and its solution are there too. After a kill they always are; after a
    // power cut the tables may end anywhere.
    let mut last = vec![None; trials.len()];
    walk(&folder.join(file::CONVERGENCE), &rows::header(rows::CONVERGENCE), |line| {
        let mut fields = line.split(',').map(str::parse::<u64>);
        match (fields.next(), fields.next()) {
            (Some(Ok(trial)), Some(Ok(generation))) if columns(line) == columns(rows::CONVERGENCE) => {
                index_of(trial, trials.len()).map(|index| last[index] = Some(generation)).is_some()
            }
            _ => false,
        }
    })?;
    let mut solved = vec![false; trials.len()];
    walk(&folder.join(file::SOLUTIONS), &rows::header(rows::SOLUTIONS), |line| {
        let index = first_number(line).and_then(|trial| index_of(trial, trials.len()));
        index.filter(|_| columns(line) == columns(rows::SOLUTIONS)).map(|index| solved[index] = true).is_some()
    })?;
    // The last row of a front has the trial's best penalty.
    let mut last_of_front = vec![None; trials.len()];
    walk(&folder.join(file::FRONTS), &rows::header(rows::FRONTS), |line| {
        let mut fields = line.split(',').map(str::parse::<u64>);
        match (fields.next(), fields.next()) {
            (Some(Ok(trial)), Some(Ok(penalty))) if columns(line) == columns(rows::FRONTS) => {
                index_of(trial, trials.len()).map(|index| last_of_front[index] = Some(penalty)).is_some()
            }
            _ => false,
        }
    })?;
    let has_front = trials_with_fronts(sweep, plan, &trials);
    let mut explained = vec![false; trials.len()];
    walk(&folder.join(file::FAILURES), &rows::header(rows::FAILURES), |line| {
        let index = first_number(line).and_then(|trial| index_of(trial, trials.len()));
        index.map(|index| explained[index] = true).is_some()
    })?;
    let whole = |index: usize| match &trials[index].outcome {
        None => explained[index],
        Some(outcome) => {
            let front = !has_front[index] || last_of_front[index] == Some(outcome.best);
            last[index] == outcome.evolution.map(|counts| counts.generations) && solved[index] && front
        }
    };
    let count = (0..trials.len()).take_while(|&index| whole(index)).count();
    trials.truncate(count);

    let baselines = rows_of::<BaselineRow>(folder, file::BASELINES);
    let baselines_done = folder.join(file::BASELINES).exists()
        && baselines.is_ok_and(|rows| rows.len() == sweep.instances.len() * sweep.baselines.len());
    let within = |line: &str| first_number(line).is_some_and(|trial| index_of(trial, count).is_some());
    let mut lengths = Vec::new();
    for (name, header) in [
        (file::TRIALS, rows::trials_header(keys)),
        (file::CONVERGENCE, rows::header(rows::CONVERGENCE)),
        (file::SOLUTIONS, rows::header(rows::SOLUTIONS)),
        (file::FRONTS, rows::header(rows::FRONTS)),
        (file::FAILURES, rows::header(rows::FAILURES)),
    ] {
        let wanted = columns(header.trim_end());
        lengths.push((name, walk(&folder.join(name), &header, |line| within(line) && columns(line) == wanted)?));
    }
    let timing = |line: &str| {
        columns(line) == columns(rows::TIMING) && (within(line) || (baselines_done && first_number(line).is_none()))
    };
    lengths.push((file::TIMING, walk(&folder.join(file::TIMING), &rows::header(rows::TIMING), timing)?));
    Ok(Kept { trials, baselines_done, lengths })
}

/// Which of these trials, the first of the plan, have rows in `fronts.csv`.
fn trials_with_fronts(sweep: &Sweep, plan: &Plan, trials: &[TrialRow]) -> Vec<bool> {
    let varied = sweep.factor_keys().iter().any(|key| key.split('.').next() == Some("replacement"));
    if !varied && !sweep.base.has_front() {
        return vec![false; trials.len()];
    }
    let mut winners = Vec::new();
    let mut has_front = Vec::new();
    for (number, stage) in sweep.stages.iter().enumerate() {
        let has = |point| sweep.point(number, &winners, point).is_ok_and(|point| point.has_front());
        let points: Vec<bool> = (0..stage.points()).map(has).collect();
        has_front.extend(plan.stage(number).iter().map(|trial| points[trial.point]));
        if has_front.len() >= trials.len() {
            break;
        }
        winners.push(winner(stage, trials));
    }
    has_front
}

fn index_of(trial: u64, count: usize) -> Option<usize> {
    usize::try_from(trial).ok()?.checked_sub(1).filter(|&index| index < count)
}

/// Cuts every table to what is kept.
pub(super) fn cut(folder: &Path, kept: &Kept) -> Result<(), StoreError> {
    for (name, length) in &kept.lengths {
        let path = folder.join(name);
        if !path.exists() {
            continue;
        }
        // These are there only when they have a row.
        let empty = match *name {
            file::FAILURES => kept.trials.iter().all(|row| row.outcome.is_some()),
            file::FRONTS => *length <= rows::header(rows::FRONTS).len() as u64,
            _ => false,
        };
        if empty {
            fs::remove_file(&path).map_err(StoreError::file(&path))?;
            continue;
        }
        let file = OpenOptions::new().write(true).open(&path).map_err(StoreError::file(&path))?;
        file.set_len(*length).map_err(StoreError::file(&path))?;
    }
    Ok(())
}

/// The fields of a line.
fn fields(line: &str) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// How many fields a line has.
fn columns(line: &str) -> usize {
    if line.contains('"') { fields(line).map_or(0, |fields| fields.len()) } else { line.split(',').count() }
}

/// A row of `trials.csv`; `None` if it is none.
fn trial_of(line: &str, factors: usize) -> Option<TrialRow> {
    row_of(&fields(line)?, factors)
}

fn row_of(record: &csv::StringRecord, factors: usize) -> Option<TrialRow> {
    if record.len() != factors + 15 {
        return None;
    }
    let text = |index: usize| record[index].to_owned();
    let number = |index: usize| record[index].parse::<u64>().ok();
    let after = 3 + factors;
    let outcome = if &record[after + 5] == "failed" {
        None
    } else {
        // A solver leaves all four empty.
        let evolution = if (after + 6..after + 10).all(|index| record[index].is_empty()) {
            None
        } else {
            Some(EvolutionCounts {
                restarts: number(after + 6)?,
                generations: number(after + 7)?,
                offspring: number(after + 8)?,
                evaluations: number(after + 9)?,
            })
        };
        Some(TrialOutcome {
            best: number(after + 3)?,
            solved: number(after + 4)? == 1,
            stop: text(after + 5),
            evolution,
            htm: number(after + 10)?,
            qtm: number(after + 11)?,
        })
    };
    Some(TrialRow {
        trial: number(0)?,
        stage: text(1),
        point: number(2)?,
        levels: (3..after).map(text).collect(),
        instance: text(after),
        repetition: number(after + 1)?,
        seed: number(after + 2)?,
        outcome,
    })
}

/// All rows of a table; none if there is no such table.
fn rows_of<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>, StoreError> {
    let path = folder.join(name);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let failed = |error: csv::Error| csv_failure(&path, &error);
    csv::Reader::from_path(&path).map_err(failed)?.into_deserialize().map(|row| row.map_err(failed)).collect()
}

fn csv_failure(path: &Path, error: &csv::Error) -> StoreError {
    let line = error.position().map_or(String::new(), |position| format!("line {}: ", position.line()));
    let message = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} columns instead of {expected_len}"),
        _ => return damaged(path, error.to_string()),
    };
    damaged(path, format!("{line}{message}"))
}

/// Reads a whole folder, finished or not.
///
/// # Errors
/// If it is none, or damaged: the file and line are named.
pub fn read(folder: &Path) -> Result<Results, StoreError> {
    let manifest = manifest(folder)?;
    let sweep = sweep_of(&manifest, folder)?;
    let keys = sweep.factor_keys();
    let path = folder.join(file::TRIALS);
    let mut trials = Vec::new();
    if path.exists() {
        let failed = |error: csv::Error| csv_failure(&path, &error);
        for record in csv::Reader::from_path(&path).map_err(failed)?.into_records() {
            let record = record.map_err(failed)?;
            let line = record.position().map_or(0, csv::Position::line);
            let row = row_of(&record, keys.len())
                .ok_or_else(|| damaged(&path, format!("line {line}: not a row of trials")))?;
            trials.push(row);
        }
    }
    let plan = Plan::new(&sweep);
    let stages = sweep
        .stages
        .iter()
        .enumerate()
        .map(|(number, stage)| stage_facts(stage, plan.stage(number).len(), &trials))
        .collect();
    let mut digests = Vec::new();
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::BASELINES, file::FAILURES] {
        let path = folder.join(name);
        if path.exists() {
            digests.push((name.to_owned(), digest(&path)?));
        }
    }
    Ok(Results {
        provenance: manifest.provenance(),
        complete: manifest.complete,
        planned_trials: plan.len() as u64,
        convergence: rows_of(folder, file::CONVERGENCE)?,
        solutions: rows_of(folder, file::SOLUTIONS)?,
        fronts: rows_of(folder, file::FRONTS)?,
        baselines: rows_of(folder, file::BASELINES)?,
        timing: rows_of(folder, file::TIMING)?,
        failures: rows_of(folder, file::FAILURES)?,
        digests,
        sweep: SweepFacts {
            lead: lead(&sweep, &trials),
            puzzle: sweep.puzzle().to_string(),
            factor_columns: keys.to_vec(),
            base_toml: sweep.base.to_toml(),
            baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
            instances: sweep
                .instances
                .iter()
                .map(|i| InstanceFacts { name: i.name.clone(), state: i.state.clone() })
                .collect(),
            stages,
            name: sweep.name,
            notes: sweep.notes,
            seed: sweep.seed,
            repetitions: sweep.repetitions,
        },
        trials,
    })
}

fn stage_facts(stage: &Stage, planned: usize, trials: &[TrialRow]) -> StageFacts {
    let own = trials.iter().filter(|row| row.stage == stage.name);
    let text = |factor: usize, level: usize| stage.factors[factor].levels[level].text.clone();
    StageFacts {
        name: stage.name.clone(),
        choose: stage.choose.to_string(),
        factors: stage
            .factors
            .iter()
            .map(|f| FactorFacts {
                key: f.key.clone(),
                levels: f.levels.iter().map(|level| level.text.clone()).collect(),
            })
            .collect(),
        winner: (own.clone().count() == planned).then(|| winner(stage, own) as u64 + 1),
        points: (0..stage.points())
            .map(|point| {
                stage.levels_of(point).into_iter().enumerate().map(|(factor, level)| text(factor, level)).collect()
            })
            .collect(),
    }
}

/// Who leads the last stage that has any trial: its settings over those of the winners before.
fn lead(sweep: &Sweep, trials: &[TrialRow]) -> Option<LeadFacts> {
    let of = |stage: &Stage| trials.iter().any(|row| row.stage == stage.name);
    let last = sweep.stages.iter().rposition(of)?;
    let winners: Vec<usize> = sweep.stages[..=last].iter().map(|stage| winner(stage, trials)).collect();
    let point = sweep.point(last, &winners, winners[last]).ok()?;
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(point.to_stored_table()))]);
    let objective = toml::Value::try_from(point.config.objective).ok()?;
    let objective = toml::Table::from_iter([("objective".to_owned(), objective)]);
    Some(LeadFacts {
        stage: sweep.stages[last].name.clone(),
        point: winners[last] as u64 + 1,
        toml: toml::to_string(&table).ok()?,
        objective: toml::to_string(&objective).ok()?,
    })
}

/// A table as text, with the lines of each trial.
pub(in crate::experiment) struct TableText {
    text: String,
    /// The bytes of each trial's lines, by number.
    ranges: std::collections::BTreeMap<u64, std::ops::Range<usize>>,
}

impl TableText {
    /// Reads a table whose lines begin with a trial's number.
    pub(in crate::experiment) fn read(folder: &Path, name: &str) -> Result<Self, StoreError> {
        let path = folder.join(name);
        let text =
            if path.exists() { fs::read_to_string(&path).map_err(StoreError::file(&path))? } else { String::new() };
        let mut ranges: std::collections::BTreeMap<u64, std::ops::Range<usize>> = std::collections::BTreeMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            if let Some(trial) = first_number(line) {
                ranges.entry(trial).and_modify(|range| range.end = end).or_insert(start..end);
            }
            start = end;
        }
        Ok(Self { text, ranges })
    }

    /// The lines of a trial; empty if there are none.
    pub(in crate::experiment) fn of(&self, trial: u64) -> &str {
        self.ranges.get(&trial).map_or("", |range| &self.text[range.clone()])
    }
}
