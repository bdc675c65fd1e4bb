//! [`RaceFolder`]: the results folder of a race.
//!
//! The tables of trials on disk are always a prefix of the final ones: rows are appended in the order in which the race requests
//! trials. A resumed race runs again from the beginning and reads the recorded trials.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::append_log::AppendLog;
use super::checksum::write_whole;
use super::error::StoreError;
use super::folder_lock::claim;
use super::machine::Machine;
use super::manifest::{self, FORMAT, first_difference, with_overrides};
use super::program::ProgramBlock;
use super::results_folder::Opening;
use super::rows::lines;
use super::tables::{cut, fields};
use crate::cost::Cost;
use crate::execution::Execution;
use crate::record::race_file;
use crate::sweep::Sweep;
use evocube_cube::files;
use evocube_engine::settings;

/// The manifest of a race's folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceManifest {
    /// The version of the folder's layout.
    pub format: u32,
    /// True if the race is complete.
    pub complete: bool,
    /// Version of the program that wrote the folder.
    pub version: String,
    /// Maximum number of trials.
    pub budget: u64,
    /// The minimized quantity.
    pub cost: Cost,
    /// Number of held-out instances on which the selected configuration is compared with the base.
    pub held_out: u64,
    /// Arguments that override the sweep file, as they are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// BLAKE3 of the sweep file and the file that it includes, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
    /// The program that made the trials.
    pub program: ProgramBlock,
    /// The resolved sweep: a sweep file of its own.
    pub sweep: toml::Table,
    /// Program, machine and date: the only section that may differ between runs.
    pub machine: Machine,
}

impl RaceManifest {
    /// Returns the manifest of a race that begins.
    pub(crate) fn new(sweep: &Sweep, (budget, cost, held_out): (u64, Cost, u64), execution: Execution<'_>) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self {
            format: FORMAT,
            complete: false,
            version,
            budget,
            cost,
            held_out,
            overrides: sweep.origin.overrides.clone(),
            sources: sweep.origin.files.clone(),
            program: ProgramBlock::here(sweep),
            sweep: sweep.to_table(),
            machine: Machine::here(execution),
        }
    }

    fn to_text(&self) -> String {
        manifest::to_text("All but [machine] is", self)
    }

    /// Returns the first difference to the manifest of another race.
    fn difference(&self, expected: &Self) -> Option<String> {
        let comparable = |manifest: &Self| {
            let (overrides, sources, machine) = Default::default();
            let program = expected.program.clone();
            settings::to_table(&Self { complete: false, overrides, sources, machine, program, ..manifest.clone() })
        };
        let difference = first_difference(&comparable(self), &comparable(expected))?;
        Some(with_overrides(difference.to_string(), &self.overrides, &expected.overrides))
    }
}

/// A race's folder, open to append trials.
#[derive(Debug)]
pub(crate) struct RaceFolder {
    folder: PathBuf,
    manifest: RaceManifest,
    was_complete: bool,
    _lock: File,
}

impl RaceFolder {
    /// Opens a folder for a race and creates it if it is missing.
    pub(crate) fn open(folder: &Path, manifest: RaceManifest, opening: Opening) -> Result<Self, StoreError> {
        let path = folder.join(race_file::MANIFEST);
        let there = path.exists();
        let lock = claim(folder, there)?;
        let mut race = Self { folder: folder.to_owned(), manifest, was_complete: false, _lock: lock };
        if there && opening == Opening::Fresh {
            // The manifest is written first, since it marks the folder as one of evocube.
            write_whole(&path, race.manifest.to_text().as_bytes())?;
            race.remove_tables()?;
        } else if there {
            let (_, recorded): (_, RaceManifest) = manifest::read(&path)?;
            if let Some(difference) = recorded.difference(&race.manifest) {
                return Err(StoreError::OtherSweep { path: folder.to_owned(), difference, can_extend: false });
            }
            if let Some(difference) = recorded.program.difference(&race.manifest.program) {
                return Err(StoreError::OtherProgram { path: folder.to_owned(), difference, can_accept: false });
            }
            race.was_complete = recorded.complete;
            if !recorded.complete && opening == Opening::New {
                let done = race.recorded(race_file::COSTS, "")?.0.len();
                let all = usize::try_from(recorded.budget).unwrap_or(usize::MAX);
                return Err(StoreError::Unfinished { path: folder.to_owned(), done, all, is_bound: false });
            }
        }
        if !race.was_complete {
            write_whole(&path, race.manifest.to_text().as_bytes())?;
        }
        Ok(race)
    }

    /// Returns whether the race was complete when the folder was opened.
    pub(crate) fn was_complete(&self) -> bool {
        self.was_complete
    }

    /// Returns the whole rows of a table, and their length in bytes with the header.
    fn recorded(&self, name: &str, header: &str) -> Result<(Vec<Vec<String>>, u64), StoreError> {
        let path = self.folder.join(name);
        let text = files::read_text_if_there(&path).map_err(StoreError::file(&path))?;
        let Some(first) = text.split_inclusive('\n').next().filter(|line| line.ends_with('\n')) else {
            return Ok((Vec::new(), 0));
        };
        let corrupt = |line: usize| StoreError::Corrupt {
            path: path.clone(),
            message: format!("line {line}: not a row of a race; --fresh starts over"),
        };
        if !header.is_empty() && first.trim_end() != header {
            return Err(corrupt(1));
        }
        let columns = first.split(',').count();
        let (mut rows, mut length) = (Vec::new(), first.len());
        for (number, line) in text.split_inclusive('\n').enumerate().skip(1).filter(|(_, line)| line.ends_with('\n')) {
            let row = fields(line).filter(|row| row.len() == columns).ok_or_else(|| corrupt(number + 1))?;
            rows.push(row.iter().map(str::to_owned).collect());
            length += line.len();
        }
        Ok((rows, length as u64))
    }

    /// Opens a table of trials and cuts its torn end. Returns the recorded rows and the table to append to.
    pub(crate) fn log(&self, name: &str, header: &str) -> Result<(Vec<Vec<String>>, AppendLog), StoreError> {
        let (rows, length) = self.recorded(name, header)?;
        cut(&self.folder, name, length)?;
        Ok((rows, AppendLog::open(&self.folder, name, &format!("{header}\n"))?))
    }

    /// Writes a whole file.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_whole(&self.folder.join(name), text.as_bytes())
    }

    /// Marks the race as complete.
    pub(crate) fn finish<'a>(
        &mut self,
        logs: impl IntoIterator<Item = &'a mut AppendLog>,
        execution: Execution<'_>,
    ) -> Result<(), StoreError> {
        if self.was_complete {
            return Ok(());
        }
        logs.into_iter().try_for_each(AppendLog::sync)?;
        self.manifest.complete = true;
        self.manifest.machine = Machine::here(execution);
        self.write(race_file::MANIFEST, &self.manifest.to_text())
    }

    /// Deletes every file of evocube except the manifest.
    fn remove_tables(&self) -> Result<(), StoreError> {
        for name in race_file::TABLES {
            let path = self.folder.join(name);
            files::remove(&path).map_err(StoreError::file(&path))?;
        }
        Ok(())
    }
}

/// Renders a row as a line of a table.
pub(crate) fn csv_line(row: &[String]) -> String {
    lines(|writer| writer.write_record(row))
}
