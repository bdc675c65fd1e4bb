//! [`Manifest`]: the file `manifest.toml` of a results folder, with its sweep, selections, programs, digests and machine. It is read,
//! checked, made into text, and compared without the keys that only reports read. Digests are compared in `checksum`;
//! `seal` writes the file with its digest.

use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use super::error::StoreError;
use super::known_files::is_known;
use super::machine::Machine;
use super::remedy::Remedy;
use super::selected_point::SelectedPoint;

use crate::execution::Execution;
use crate::plan::Plan;
use crate::record::{ProgramBlock, SelectionRule, file};
use crate::shard::Shard;
use crate::sweep::Sweep;
use evocube_cube::files;
use evocube_cube::files::read_text;
use evocube_cube::text::quoted;

/// The manifest of a results folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the folder's layout.
    pub format: u32,
    /// True if all trials are on disk.
    pub complete: bool,
    /// Number of trials of the sweep.
    pub trials: u64,
    /// Version of the program that wrote the folder.
    pub version: String,
    /// Shard of the sweep; `None` for the whole sweep.
    pub shard: Option<Shard>,
    /// Arguments that override the sweep file, as they are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The programs that made the trials, in the order of their first ones. The last one is that of the latest run.
    #[serde(rename = "program")]
    pub programs: Vec<ProgramBlock>,
    /// Selected configurations of the stages that are done.
    #[serde(default)]
    pub selected: Vec<SelectedPoint>,
    /// BLAKE3 of every file except this one and the tables of wall-clock times.
    #[serde(default)]
    pub digests: BTreeMap<String, String>,
    /// BLAKE3 of the sweep file and the file that it includes, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
    /// The resolved sweep: a sweep file of its own.
    pub sweep: toml::Table,
    /// Compiler, machine and date: the only section that may differ between runs of one program.
    pub machine: Machine,
}

/// The version of the folder's layout.
pub(super) const FORMAT: u32 = 1;
/// The version of this program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Maximum size of a manifest in bytes, twice that of a sweep with a million instances.
const MAX_BYTES: u64 = 1 << 28;

/// The heading of the last section, which alone may differ between runs.
pub(super) const MACHINE: &str = "\n[machine]\n";

/// Reads the text and the value of a manifest of this layout.
///
/// # Errors
/// If the file cannot be read, has another layout, or a field is wrong: the line is named.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<(String, T), StoreError> {
    let text = files::open(path).and_then(|file| read_text(file, MAX_BYTES)).map_err(StoreError::file(path))?;
    let too_long = || StoreError::corrupt(path, format!("a manifest has at most {MAX_BYTES} bytes"), vec![]);
    let text = text.ok_or_else(too_long)?;
    let manifest = parse(path, &text)?;
    Ok((text, manifest))
}

/// Returns the value of a manifest of this layout.
///
/// # Errors
/// As [`read`].
pub(super) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, StoreError> {
    let corrupt = |message| StoreError::corrupt(path, message, vec![]);
    let failed = |error: toml::de::Error| damaged(path, with_line(text, error.span(), error.message()));
    let table = DeTable::parse(text).map_err(failed)?;
    // The layout is checked first, since another layout may have other fields.
    let format = table.get_ref().get("format").map(|format| text[format.span()].to_owned());
    match format {
        Some(format) if format == FORMAT.to_string() => {}
        Some(format) => return Err(corrupt(format!("layout {format} is not the one this version knows, {FORMAT}"))),
        None => return Err(corrupt("this is not a manifest of evocube: it has no format".to_owned())),
    }
    if text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) {
        return Err(StoreError::LineEnds { path: path.to_owned() });
    }
    T::deserialize(toml::Deserializer::from(table)).map_err(failed)
}

/// Returns the end of the run of a folder, or its beginning if it is not complete, as in RFC 3339; `None` if it cannot be read.
pub fn date_of(folder: &Path) -> Option<String> {
    Manifest::read(folder).ok()?.machine.date
}

/// Names a results folder inside a folder without a manifest.
fn with_folders_inside(error: StoreError, folder: &Path) -> StoreError {
    let is_missing = matches!(&error, StoreError::File { cause, .. } if cause.kind() == ErrorKind::NotFound);
    let entries = folder.read_dir().ok().filter(|_| is_missing).into_iter().flatten().flatten();
    let folders = entries
        .map(|entry| entry.path())
        .filter(|path| path.join(file::MANIFEST).try_exists().is_ok_and(|is_there| is_there));
    let Some(first) = folders.min() else { return error };
    let message = format!("a folder of results folders: name those that you mean, {} for example", first.display());
    StoreError::corrupt(folder, message, vec![])
}

/// Returns the error of a damaged manifest, which no other file replaces.
fn damaged(path: &Path, message: String) -> StoreError {
    StoreError::corrupt(path, message, vec![Remedy::PutBack, Remedy::StartOver])
}

/// Returns the error of a folder whose manifest is damaged.
pub(super) fn corrupt_manifest(folder: &Path, message: String) -> StoreError {
    damaged(&folder.join(file::MANIFEST), message)
}

fn with_line(text: &str, span: Option<Range<usize>>, message: &str) -> String {
    let prefix = span.and_then(|span| text.get(..span.start));
    prefix.map_or(String::new(), |prefix| format!("line {}: ", prefix.matches('\n').count() + 1)) + message
}

/// Returns the text of a manifest. Its first line names the parts that do not depend on the machine.
pub(super) fn to_text(machine_independent: &str, manifest: &impl Serialize) -> String {
    let head = "the same for every machine and number of threads.";
    let body = toml::to_string(manifest).expect("plain fields make a table");
    format!("# Written by evocube. {machine_independent} {head}\n{body}")
}

/// A value that differs between two manifests or resolved sweeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyDifference {
    /// The key, with dots; the items of a list are numbered from 1, as in `instance[2].name`.
    pub(super) key: String,
    there: String,
    here: String,
}

impl fmt::Display for KeyDifference {
    /// `seed is 1 there, 2 here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {} there, {} here", self.key, self.there, self.here)
    }
}

/// Keys at the top of a resolved sweep that only reports read.
pub(super) const OF_THE_PAGE: [&str; 2] = ["notes", "question"];

/// Keys of a stage of a resolved sweep that only reports read, so that they may be changed at any time, unless another stage depends on
/// the configuration that the stage selects by them.
pub(super) const REPORT_KEYS: [&str; 4] = ["outcome", "outcomes", "effort", "equivalence"];

/// Returns the first difference of two manifests or resolved sweeps, except in keys that only reports read.
pub(super) fn first_difference(stored: &toml::Table, expected: &toml::Table) -> Option<KeyDifference> {
    let stages = stored.get("stage").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_of_reports = |path: &str| match path.split_once("].") {
        Some((stage, key)) if REPORT_KEYS.contains(&key) => {
            // The rule of the last stage changes no trial, unless its selected configuration is tested on held-out instances.
            let number = stage.strip_prefix("stage[").and_then(|number| number.parse::<usize>().ok());
            number.is_some_and(|number| {
                let rule = stages.get(number - 1).and_then(|stage| stage.get("select")?.as_str());
                let is_last = number == stages.len() && !stored.contains_key("holdout");
                is_last || rule != Some(SelectionRule::Outcome.name())
            })
        }
        _ => OF_THE_PAGE.contains(&path),
    };
    fn compare(
        key: &str,
        a: Option<&toml::Value>,
        b: Option<&toml::Value>,
        is_of_reports: &dyn Fn(&str) -> bool,
    ) -> Option<KeyDifference> {
        match (a, b) {
            (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => {
                let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
                names.map(|name| (name, if key.is_empty() { name.clone() } else { format!("{key}.{name}") })).find_map(
                    |(name, path)| {
                        if is_of_reports(&path) {
                            None
                        } else {
                            compare(&path, a.get(name), b.get(name), is_of_reports)
                        }
                    },
                )
            }
            (Some(toml::Value::Array(a)), Some(toml::Value::Array(b))) => (0..a.len().max(b.len()))
                .find_map(|index| compare(&format!("{key}[{}]", index + 1), a.get(index), b.get(index), is_of_reports)),
            (a, b) if a == b => None,
            (a, b) => {
                let show = |value: Option<&toml::Value>| value.map_or("nothing".to_owned(), ToString::to_string);
                Some(KeyDifference { key: key.to_owned(), there: show(a), here: show(b) })
            }
        }
    }
    let (stored_value, expected) = (toml::Value::Table(stored.clone()), toml::Value::Table(expected.clone()));
    compare("", Some(&stored_value), Some(&expected), &is_of_reports)
}

/// Adds the overrides to a difference of two sweeps, if the overrides differ.
pub(super) fn with_overrides(difference: String, there: &[String], here: &[String]) -> String {
    let told = |overrides: &[String]| match overrides {
        [] => "without overrides".to_owned(),
        overrides => format!("with {}", overrides.join(" ")),
    };
    if there == here { difference } else { format!("{difference}; {} there, {} here", told(there), told(here)) }
}

impl Manifest {
    /// Returns the manifest of a folder in which nothing has run.
    pub(super) fn new(sweep: &Sweep, plan: &Plan, execution: Execution<'_>) -> Self {
        Self {
            format: FORMAT,
            complete: false,
            trials: plan.len() as u64,
            version: VERSION.to_owned(),
            shard: plan.shard(),
            overrides: sweep.origin.overrides.clone(),
            selected: Vec::new(),
            programs: vec![ProgramBlock::of_execution(sweep, execution)],
            digests: BTreeMap::new(),
            sources: sweep.origin.files.clone(),
            sweep: sweep.to_table(),
            machine: Machine::here(execution.of_sweep(sweep)),
        }
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, StoreError> {
        Ok(Self::read_with_text(folder)?.1)
    }

    /// Reads the text and the manifest of a folder.
    pub(crate) fn read_with_text(folder: &Path) -> Result<(String, Self), StoreError> {
        let path = folder.join(file::MANIFEST);
        let (text, manifest): (_, Self) = read(&path).map_err(|error| with_folders_inside(error, folder))?;
        let Some(name) = manifest.digests.keys().find(|name| !is_known(name)) else { return Ok((text, manifest)) };
        let root = DeTable::parse(&text).ok();
        let digests = root.as_ref().and_then(|root| root.get_ref().get("digests")?.get_ref().as_table());
        let span = digests.and_then(|digests| Some(digests.get_key_value(name.as_str())?.0.span()));
        let message = format!("[digests] names {}, which is no file of a results folder", quoted(name));
        Err(damaged(&path, with_line(&text, span, &message)))
    }

    /// Returns the first difference to the manifest of another sweep, program or shard.
    pub(super) fn difference(&self, expected: &Self) -> Option<String> {
        let share = |shard: Option<Shard>| shard.map_or("the whole sweep".to_owned(), |shard| format!("shard {shard}"));
        if let Some(difference) = first_difference(&self.sweep, &expected.sweep) {
            Some(with_overrides(difference.to_string(), &self.overrides, &expected.overrides))
        } else if self.version != expected.version {
            Some(format!("written by evocube {}, this is {}", self.version, expected.version))
        } else if self.shard != expected.shard {
            Some(format!("it is {} there, {} here", share(self.shard), share(expected.shard)))
        } else {
            None
        }
    }

    /// Returns the first difference of the program of the latest run to this one.
    pub(super) fn program_difference(&self, sweep: &Sweep) -> Option<String> {
        let recorded = self.programs.last();
        recorded.map_or(Some("no program there".to_owned()), |block| block.difference(&ProgramBlock::here(sweep)))
    }

    /// Error if the latest run of a folder was that of another program.
    pub(super) fn check_program(&self, sweep: &Sweep, folder: &Path) -> Result<(), StoreError> {
        let other = |difference| Err(StoreError::OtherProgram { path: folder.to_owned(), difference });
        self.program_difference(sweep).map_or(Ok(()), other)
    }

    /// Returns the indices of the selected configurations.
    ///
    /// # Errors
    /// If one is no point of the sweep: the manifest in `folder` is corrupt.
    pub(super) fn selected_in(&self, sweep: &Sweep, folder: &Path) -> Result<Vec<usize>, StoreError> {
        let mut points = Vec::new();
        for (number, selected) in self.selected.iter().enumerate() {
            let sweep = sweep.settled(&points);
            let point = sweep.stages.get(number).and_then(|stage| match stage.race_design() {
                // The points of a race follow from its trials.
                Some(_) if stage.race().is_none() => selected.index(),
                _ => selected.index_in(stage),
            });
            points.push(point.ok_or_else(|| {
                let SelectedPoint { stage, point, .. } = selected;
                let message =
                    format!("the selected configuration of stage {stage:?}, point {point}, is not of this sweep");
                corrupt_manifest(folder, message)
            })?);
        }
        Ok(points)
    }

    /// Returns the numbers of the trials that the folder may have: of a complete one, all are recorded.
    pub(super) fn ids(&self, plan: &Plan) -> impl Iterator<Item = u64> {
        plan.ids(self.complete.then_some(self.trials))
    }

    /// Returns the text of the file.
    pub(super) fn to_text(&self) -> String {
        to_text("The sections but [machine] are", self)
    }
}

#[cfg(test)]
mod tests {
    use super::with_overrides;

    #[test]
    fn overrides_that_differ_are_told_beside_the_difference_of_sweeps() {
        let overrides = ["a=1", "b=2"].map(str::to_owned);
        let text = |there: usize| with_overrides("seed".to_owned(), &overrides[..there], &overrides);
        assert_eq!([text(2), text(0)], ["seed", "seed; without overrides there, with a=1 b=2 here"]);
    }
}
