//! Reading a results folder back: to resume it, to report on it, to verify it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::DeTable;

use super::checksum::{digest, is_known};
use super::error::StoreError;
use super::manifest::{FORMAT, Manifest, SelectedPoint};
use super::rows;
use crate::experiment::plan::Plan;
use crate::experiment::record::Score;
use crate::experiment::record::{
    BaselineRow, ConvergenceRow, EvolutionCounts, FactorSummary, FailureRow, InstanceSummary, LeaderSummary, Results,
    StageSummary, SweepSummary, TrialOutcome, TrialRow, file,
};
use crate::experiment::shard::Shard;
use crate::experiment::sweep::{Stage, Sweep, read_text};
use crate::files;
use crate::text::quoted;

fn corrupt(path: &Path, message: impl Into<String>) -> StoreError {
    StoreError::Corrupt { path: path.to_owned(), message: message.into() }
}

/// The largest manifest that is read: that of a sweep with a million instances is half as long.
pub(super) const MAX_BYTES: u64 = 1 << 28;

/// The manifest of a folder.
pub(in crate::experiment) fn manifest(folder: &Path) -> Result<Manifest, StoreError> {
    let path = folder.join(file::MANIFEST);
    let text = files::open(&path).and_then(|file| read_text(file, MAX_BYTES)).map_err(StoreError::file(&path))?;
    let text = text.ok_or_else(|| corrupt(&path, format!("a manifest has at most {MAX_BYTES} bytes")))?;
    let at = |span: Option<Range<usize>>, message: &str| {
        let line = span.and_then(|span| text.get(..span.start)).map(|before| before.matches('\n').count() + 1);
        corrupt(&path, line.map_or(String::new(), |line| format!("line {line}: ")) + message)
    };
    let failed = |error: toml::de::Error| at(error.span(), error.message());
    // The layout first: that of another version need not have the same fields.
    let table: toml::Table = toml::from_str(&text).map_err(failed)?;
    match table.get("format") {
        Some(toml::Value::Integer(format)) if *format == i64::from(FORMAT) => {}
        Some(format) => {
            return Err(corrupt(&path, format!("layout {format} is not the one this version knows, {FORMAT}")));
        }
        None => return Err(corrupt(&path, "this is not a manifest of evocube: it has no format")),
    }
    let manifest: Manifest = toml::from_str(&text).map_err(failed)?;
    if let Some(name) = manifest.digests.keys().find(|name| !is_known(name)) {
        let root = DeTable::parse(&text).ok();
        let digests = root.as_ref().and_then(|root| root.get_ref().get("digests")?.get_ref().as_table());
        let span = digests.and_then(|digests| Some(digests.get_key_value(name.as_str())?.0.span()));
        return Err(at(span, &format!("[digests] names {}, which is no file of a results folder", quoted(name))));
    }
    Ok(manifest)
}

/// The sweep that a folder belongs to, from its manifest.
///
/// # Errors
/// If there is no manifest, or it is damaged.
pub fn read_sweep(folder: &Path) -> Result<Sweep, StoreError> {
    sweep_of(&manifest(folder)?, folder)
}

/// What a folder holds of its sweep when it is complete: all, or a shard.
///
/// # Errors
/// If there is no manifest, or it is damaged.
pub fn plan_of(folder: &Path, sweep: &Sweep) -> Result<Plan, StoreError> {
    plan_for(sweep, manifest(folder)?.shard, folder)
}

/// Who has won the stages of a sweep so far, as the folder of all shards says; nobody if it is not there yet.
///
/// # Errors
/// If the folder is of another sweep, or its manifest damaged.
pub fn read_selected(folder: &Path, sweep: &Sweep) -> Result<Vec<SelectedPoint>, StoreError> {
    let path = folder.join(file::MANIFEST);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let found = manifest(folder)?;
    if let Some(difference) = difference(&found.sweep, &sweep.to_table()) {
        return Err(StoreError::OtherSweep { path: folder.to_owned(), difference });
    }
    found.selected_in(sweep).map_err(|message| corrupt(&path, message))?;
    Ok(found.winner)
}

/// The winners that a folder notes, by the index of their points.
pub(in crate::experiment) fn recorded_selected(folder: &Path, sweep: &Sweep) -> Result<Vec<usize>, StoreError> {
    manifest(folder)?.selected_in(sweep).map_err(|message| corrupt(&folder.join(file::MANIFEST), message))
}

/// The scores of the first trials of a folder, which are known to be whole.
pub(super) fn scores(folder: &Path, factors: usize, count: usize) -> Result<Vec<Score>, StoreError> {
    let path = folder.join(file::TRIALS);
    let failed = |error: csv::Error| csv_failure(&path, &error);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(open(&path)?);
    let row = |record: csv::Result<csv::StringRecord>| {
        let row = row_of(&record.map_err(failed)?, factors).ok_or_else(|| corrupt(&path, "not a row of trials"))?;
        Ok(Score::of(&row))
    };
    reader.records().take(count).map(row).collect()
}

pub(super) fn plan_for(sweep: &Sweep, shard: Option<Shard>, folder: &Path) -> Result<Plan, StoreError> {
    let plan = Plan::new(sweep);
    let Some(shard) = shard else { return Ok(plan) };
    if sweep.stages.iter().any(Stage::is_open) {
        // A selection may leave fewer trials than there are shards.
        return Ok(plan.dealt_to(shard));
    }
    plan.of_shard(shard).map_err(|error| corrupt(&folder.join(file::MANIFEST), error.to_string()))
}

pub(super) fn sweep_of(manifest: &Manifest, folder: &Path) -> Result<Sweep, StoreError> {
    let path = folder.join(file::MANIFEST);
    let text = toml::to_string(&manifest.sweep).expect("a table prints");
    let sweep = Sweep::parse(&text, &path).map_err(|error| corrupt(&path, error.message))?;
    if !sweep.stages.iter().any(Stage::is_open) {
        return Ok(sweep);
    }
    let known = manifest.selected_in(&sweep).map_err(|message| corrupt(&path, message))?;
    Ok(sweep.settled(&known).into_owned())
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

/// Reads a table of wall-clock figures as far as its lines are such; returns how many bytes that is.
pub(super) fn timing_length(folder: &Path, mut is_kept: impl FnMut(Option<u64>) -> bool) -> Result<u64, StoreError> {
    let path = folder.join(file::TIMING);
    let Some(file) = files::open_if_there(&path).map_err(StoreError::file(&path))? else { return Ok(0) };
    let mut reader = BufReader::new(file);
    let (mut line, mut kept) = (Vec::new(), 0);
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line).map_err(StoreError::file(&path))?;
        let Some(text) = std::str::from_utf8(&line).ok().and_then(|text| text.strip_suffix('\n')) else {
            return Ok(kept);
        };
        let right = if kept == 0 {
            text == rows::TIMING
        } else {
            columns(text) == columns(rows::TIMING) && is_kept(first_number(text))
        };
        if !right {
            return Ok(kept);
        }
        kept += count as u64;
    }
}

fn first_number(line: &str) -> Option<u64> {
    line.split(',').next()?.parse().ok()
}

/// Has `baselines.csv` a row for each of so many, and the digest that was written for it, if one was?
pub(super) fn has_baselines(folder: &Path, count: usize, expected: Option<&String>) -> Result<bool, StoreError> {
    let path = folder.join(file::BASELINES);
    if !path.exists() {
        return Ok(false);
    }
    let rows = rows_of::<BaselineRow>(folder, file::BASELINES);
    let same = match expected {
        Some(expected) => super::checksum::digest(&path)? == *expected,
        None => true,
    };
    Ok(same && rows.is_ok_and(|rows| rows.len() == count))
}

/// Cuts a table to so many bytes; one that may be absent is removed when it has no rows.
pub(super) fn cut(folder: &Path, name: &str, length: u64) -> Result<(), StoreError> {
    let path = folder.join(name);
    if !path.exists() {
        return Ok(());
    }
    let header = match name {
        file::FAILURES => rows::FAILURES.len() + 1,
        file::FRONTS => rows::FRONTS.len() + 1,
        file::OPERATORS => rows::OPERATORS.len() + 1,
        _ => 0,
    };
    if header > 0 && length <= header as u64 {
        return files::remove(&path).map(|_| ()).map_err(StoreError::file(&path));
    }
    files::append(&path).and_then(|file| file.set_len(length)).map_err(StoreError::file(&path))
}

/// The fields of a line.
pub(super) fn fields(line: &str) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// How many fields a line has.
fn columns(line: &str) -> usize {
    if line.contains('"') { fields(line).map_or(0, |fields| fields.len()) } else { line.split(',').count() }
}

/// A row of `trials.csv`; `None` if it is none.
pub(super) fn trial_of(line: &str, factors: usize) -> Option<TrialRow> {
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
pub(super) fn rows_of<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>, StoreError> {
    let path = folder.join(name);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let failed = |error: csv::Error| csv_failure(&path, &error);
    // A list that grows holds its rows twice for a while.
    let mut rows = Vec::with_capacity(lines(&path)?);
    for row in csv::Reader::from_reader(open(&path)?).into_deserialize() {
        rows.push(row.map_err(failed)?);
    }
    Ok(rows)
}

fn open(path: &Path) -> Result<File, StoreError> {
    files::open(path).map_err(StoreError::file(path))
}

/// How many lines a file has: at least as many as rows.
fn lines(path: &Path) -> Result<usize, StoreError> {
    let mut reader = BufReader::with_capacity(1 << 16, open(path)?);
    let mut count = 0;
    loop {
        let bytes = reader.fill_buf().map_err(StoreError::file(path))?;
        if bytes.is_empty() {
            return Ok(count);
        }
        count += bytes.iter().filter(|&&byte| byte == b'\n').count();
        let length = bytes.len();
        reader.consume(length);
    }
}

/// The logged generations, at most about so many: of more, each trial keeps its first and last one and every n-th between.
fn convergence(folder: &Path, most: usize) -> Result<Vec<ConvergenceRow>, StoreError> {
    let path = folder.join(file::CONVERGENCE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let step = lines(&path)?.div_ceil(most).max(1);
    if step == 1 {
        return rows_of(folder, file::CONVERGENCE);
    }
    let failed = |error: csv::Error| csv_failure(&path, &error);
    let mut rows: Vec<ConvergenceRow> = Vec::with_capacity(most);
    let (mut place, mut last) = (0, None);
    for row in csv::Reader::from_reader(open(&path)?).into_deserialize() {
        let row: ConvergenceRow = row.map_err(failed)?;
        if let Some(end) = last.take_if(|last: &mut ConvergenceRow| last.trial != row.trial) {
            rows.push(end);
        }
        place = if rows.last().is_some_and(|before| before.trial == row.trial) { place + 1 } else { 0 };
        if place % step == 0 {
            last = None;
            rows.push(row);
        } else {
            last = Some(row);
        }
    }
    rows.extend(last);
    Ok(rows)
}

fn csv_failure(path: &Path, error: &csv::Error) -> StoreError {
    let line = error.position().map_or(String::new(), |position| format!("line {}: ", position.line()));
    let message = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} columns instead of {expected_len}"),
        _ => return corrupt(path, error.to_string()),
    };
    corrupt(path, format!("{line}{message}"))
}

/// How many trials of a folder failed.
///
/// # Errors
/// If `failures.csv` is there and cannot be read.
pub fn failed(folder: &Path) -> Result<usize, StoreError> {
    rows_of::<FailureRow>(folder, file::FAILURES).map(|rows| rows.len())
}

/// The most rows of convergence that are held for a report: some 100 MB.
const MAX_LOGGED: usize = 1_000_000;

/// Reads a whole folder, finished or not. Of more than a million logged generations those are left out that the others
/// stand for: every n-th of each trial is read, and its last.
///
/// # Errors
/// If it is none, or damaged: the file and line are named.
pub fn read(folder: &Path) -> Result<Results, StoreError> {
    read_with(folder, MAX_LOGGED)
}

/// Reads a whole folder as [`read`] does, and fills [`Results::corruption`].
///
/// # Errors
/// As [`read`].
pub fn read_checked(folder: &Path) -> Result<Results, StoreError> {
    Ok(Results { corruption: super::inspect::corruption(folder)?.to_string(), ..read(folder)? })
}

/// As [`read`], with at most so many logged generations.
pub(in crate::experiment) fn read_with(folder: &Path, most_logged: usize) -> Result<Results, StoreError> {
    let manifest = manifest(folder)?;
    let mut sweep = sweep_of(&manifest, folder)?;
    let keys = sweep.factor_keys().to_vec();
    let path = folder.join(file::TRIALS);
    let mut trials = Vec::new();
    if path.exists() {
        let failed = |error: csv::Error| csv_failure(&path, &error);
        trials.reserve_exact(lines(&path)?);
        for record in csv::Reader::from_reader(open(&path)?).into_records() {
            let record = record.map_err(failed)?;
            let line = record.position().map_or(0, csv::Position::line);
            let row = row_of(&record, keys.len())
                .ok_or_else(|| corrupt(&path, format!("line {line}: not a row of trials")))?;
            trials.push(row);
        }
    }
    let mut plan = plan_for(&sweep, manifest.shard, folder)?;
    // Who wins is known over all shards only; a shard has been told.
    let told = match manifest.shard {
        Some(_) => {
            Some(manifest.selected_in(&sweep).map_err(|message| corrupt(&folder.join(file::MANIFEST), message))?)
        }
        None => None,
    };
    let (mut stages, mut known) = (Vec::new(), Vec::new());
    for number in 0..sweep.stages.len() {
        if sweep.stages[number].is_open() {
            sweep.settle(&known);
            plan = plan.settled(&sweep).into_owned();
        }
        let stage = &sweep.stages[number];
        let own = || trials.iter().filter(|row| row.stage == stage.name);
        let winner = match &told {
            Some(told) => told.get(number).copied(),
            None => (own().count() == plan.stage(number).len()).then(|| stage.select_among(own())),
        };
        known.extend(winner);
        stages.push(stage_facts(stage, winner));
    }
    if manifest.complete && manifest.trials != plan.len() as u64 {
        let (there, own) = (manifest.trials, plan.len());
        let message = format!(
            "it has {there} trials, but its sweep {own}: an earlier version ran factors where they do not apply; run the sweep again"
        );
        return Err(corrupt(&folder.join(file::MANIFEST), message));
    }
    let points = stages.iter().map_while(|stage: &StageSummary| usize::try_from(stage.selected? - 1).ok());
    let selected: Vec<usize> = points.collect();
    let mut digests = Vec::new();
    for name in file::RESULTS {
        let path = folder.join(name);
        if path.exists() {
            digests.push((name.to_owned(), digest(&path)?));
        }
    }
    Ok(Results {
        provenance: manifest.provenance(),
        complete: manifest.complete,
        planned_trials: plan.len() as u64,
        planned_is_bound: plan.is_bound(),
        convergence: convergence(folder, most_logged)?,
        solutions: rows_of(folder, file::SOLUTIONS)?,
        fronts: rows_of(folder, file::FRONTS)?,
        operators: rows_of(folder, file::OPERATORS)?,
        baselines: rows_of(folder, file::BASELINES)?,
        timing: rows_of(folder, file::TIMING)?,
        failures: rows_of(folder, file::FAILURES)?,
        digests,
        corruption: String::new(),
        sweep: SweepSummary {
            leader: leader(&sweep, &trials, told.as_deref().unwrap_or_default()),
            puzzle: sweep.puzzle().to_string(),
            factor_columns: keys,
            base_toml: sweep.fixed_toml(&selected),
            baselines: sweep.baselines.iter().map(ToString::to_string).collect(),
            instances: sweep
                .instances
                .iter()
                .map(|i| InstanceSummary { name: i.name.clone(), state: i.state.clone() })
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

fn stage_facts(stage: &Stage, winner: Option<usize>) -> StageSummary {
    let cell = |text: Option<std::borrow::Cow<'_, str>>| text.unwrap_or_default().into_owned();
    StageSummary {
        name: stage.name.clone(),
        selection: stage.selection(),
        factors: stage
            .factors
            .iter()
            .enumerate()
            .map(|(place, factor)| FactorSummary { key: factor.key.clone(), levels: stage.shown_levels(place) })
            .collect(),
        selected: winner.map(|point| point as u64 + 1),
        points: (0..stage.points()).map(|point| stage.texts_of(point).into_iter().map(cell).collect()).collect(),
    }
}

/// Who leads the last stage that has any trial: its settings over those of the winners before, as far as they were told.
fn leader(sweep: &Sweep, trials: &[TrialRow], told: &[usize]) -> Option<LeaderSummary> {
    let of = |stage: &Stage| trials.iter().any(|row| row.stage == stage.name);
    let last = sweep.stages.iter().rposition(of)?;
    let own =
        |(number, stage): (usize, &Stage)| told.get(number).copied().unwrap_or_else(|| stage.select_among(trials));
    let winners: Vec<usize> = sweep.stages[..=last].iter().enumerate().map(own).collect();
    let point = sweep.point(last, &winners, winners[last]).ok()?;
    let base = point.to_stored_table();
    let objective = toml::Table::from_iter([("objective".to_owned(), base.get("objective")?.clone())]);
    let table = toml::Table::from_iter([("base".to_owned(), toml::Value::Table(base))]);
    Some(LeaderSummary {
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
        let text = files::read_text_if_there(&path).map_err(StoreError::file(&path))?;
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
