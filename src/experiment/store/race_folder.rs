//! [`RaceFolder`]: the results folder of a race.
//!
//! What is on disk is always a beginning of the final tables of trials: rows are appended in the order in which the race asks for
//! trials. To resume is to run the same race again, which takes the trials that are on disk from there.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::checksum::{remove_stale, write_whole};
use super::corruption::Corruption;
use super::error::StoreError;
use super::folder::{Opening, is_empty, lock};
use super::manifest::Machine;
use super::read::{MAX_BYTES, difference, fields};
use super::rows::lines;
use crate::experiment::cost::Cost;
use crate::experiment::execution::Execution;
use crate::experiment::record::race_file;
use crate::experiment::sweep::read_text;
use crate::files;

/// What a folder is the race of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceManifest {
    /// The version of the folder's layout.
    pub format: u32,
    /// Is the race over?
    pub complete: bool,
    /// The program that made it.
    pub version: String,
    /// The most trials.
    pub budget: u64,
    /// What is minimized.
    pub cost: Cost,
    /// HeldOut cubes on which the winner meets the base.
    #[serde(rename = "fresh")]
    pub held_out: u64,
    /// The resolved sweep: a sweep file of its own.
    pub sweep: toml::Table,
    /// What may differ from machine to machine.
    pub machine: Machine,
}

/// The version of the folder's layout.
const FORMAT: u32 = 1;

impl RaceManifest {
    /// Of a race that begins.
    pub(in crate::experiment) fn new(
        sweep: toml::Table,
        (budget, cost, held_out): (u64, Cost, u64),
        execution: Execution<'_>,
    ) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self {
            format: FORMAT,
            complete: false,
            version,
            budget,
            cost,
            held_out,
            sweep,
            machine: Machine::here(execution),
        }
    }

    fn to_text(&self) -> String {
        let head = "# Written by evocube. All but [machine] is the same for every machine and number of threads.\n";
        format!("{head}{}", toml::to_string(self).expect("plain fields make a table"))
    }

    /// What of this folder is not of the race of another: the first difference.
    fn difference(&self, wanted: &Self) -> Option<String> {
        let comparable = |manifest: &Self| {
            let same = Self { complete: false, machine: Machine::default(), ..manifest.clone() };
            toml::Table::try_from(same).expect("plain fields make a table")
        };
        difference(&comparable(self), &comparable(wanted))
    }
}

/// The folder, open to append trials.
#[derive(Debug)]
pub(in crate::experiment) struct RaceFolder {
    folder: PathBuf,
    manifest: RaceManifest,
    was_complete: bool,
    synced: Instant,
    _lock: File,
}

/// A table of trials, open to append.
#[derive(Debug)]
pub(in crate::experiment) struct RaceLog {
    path: PathBuf,
    file: File,
    length: u64,
}

impl RaceLog {
    fn append(&mut self, line: &str) -> Result<(), StoreError> {
        self.file.write_all(line.as_bytes()).map_err(StoreError::file(&self.path))?;
        self.length += line.len() as u64;
        Ok(())
    }

    /// Flushes the appended rows to the disk. Error if another program has removed or changed the table.
    fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(StoreError::file(&self.path))?;
        if files::is_still(&self.file, &self.path, self.length) {
            Ok(())
        } else {
            Err(StoreError::Disturbed { path: self.path.clone() })
        }
    }
}

impl RaceFolder {
    /// Opens a folder for a race, making it if need be.
    pub(in crate::experiment) fn open(
        folder: &Path,
        manifest: RaceManifest,
        opening: Opening,
    ) -> Result<Self, StoreError> {
        let path = folder.join(race_file::MANIFEST);
        let there = path.exists();
        if !there && folder.exists() && !is_empty(folder)? {
            return Err(StoreError::Foreign { path: folder.to_owned() });
        }
        fs::create_dir_all(folder).map_err(StoreError::file(folder))?;
        let lock = lock(folder)?;
        remove_stale(folder)?;
        let mut race =
            Self { folder: folder.to_owned(), manifest, was_complete: false, synced: Instant::now(), _lock: lock };
        if there && opening == Opening::Fresh {
            // The manifest first, since it marks the folder as evocube's.
            write_whole(&path, race.manifest.to_text().as_bytes())?;
            race.remove_tables()?;
        } else if there {
            let found = race_manifest(folder)?;
            if let Some(difference) = found.difference(&race.manifest) {
                return Err(StoreError::OtherSweep { path: folder.to_owned(), difference });
            }
            race.was_complete = found.complete;
            if !found.complete && opening == Opening::New {
                let done = race.recorded(race_file::COSTS, "")?.0.len();
                let all = usize::try_from(found.budget).unwrap_or(usize::MAX);
                let (path, corruption) = (folder.to_owned(), Corruption::default());
                return Err(StoreError::Unfinished { path, done, all, is_bound: false, corruption });
            }
        }
        if !race.was_complete {
            write_whole(&path, race.manifest.to_text().as_bytes())?;
        }
        Ok(race)
    }

    /// Was everything there already?
    pub(in crate::experiment) fn was_complete(&self) -> bool {
        self.was_complete
    }

    /// The rows of a table that are whole, and how many bytes they have with their header.
    fn recorded(&self, name: &str, header: &str) -> Result<(Vec<Vec<String>>, u64), StoreError> {
        let path = self.folder.join(name);
        let text = files::read_text_if_there(&path).map_err(StoreError::file(&path))?;
        let Some(first) = text.split_inclusive('\n').next().filter(|line| line.ends_with('\n')) else {
            return Ok((Vec::new(), 0));
        };
        let corrupt = |line: usize| StoreError::Corrupt {
            path: path.clone(),
            message: format!("line {line}: not a row of a race; --fresh begins again"),
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

    /// Opens a table of trials: what is recorded, cut to whole rows, and the table to append to.
    pub(in crate::experiment) fn log(
        &self,
        name: &str,
        header: &str,
    ) -> Result<(Vec<Vec<String>>, RaceLog), StoreError> {
        let (rows, length) = self.recorded(name, header)?;
        let path = self.folder.join(name);
        let open = || {
            let file = files::append(&path)?;
            file.set_len(length)?;
            Ok(file)
        };
        let file = open().map_err(StoreError::file(&path))?;
        let mut log = RaceLog { path, file, length };
        if length == 0 {
            log.append(&format!("{header}\n"))?;
        }
        Ok((rows, log))
    }

    /// Appends a row; it is safe on the disk within a second of the next one.
    pub(in crate::experiment) fn append(&mut self, log: &mut RaceLog, row: &[String]) -> Result<(), StoreError> {
        log.append(&csv_line(row))?;
        if self.synced.elapsed() > Duration::from_secs(1) {
            log.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Writes a table, or another file, whole.
    pub(in crate::experiment) fn write(&self, name: &str, text: &str) -> Result<(), StoreError> {
        write_whole(&self.folder.join(name), text.as_bytes())
    }

    /// Marks the race as over.
    pub(in crate::experiment) fn finish(
        &mut self,
        logs: &[&RaceLog],
        execution: Execution<'_>,
    ) -> Result<(), StoreError> {
        if self.was_complete {
            return Ok(());
        }
        logs.iter().try_for_each(|log| log.sync())?;
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

/// A row as a line of a table.
pub(in crate::experiment) fn csv_line(row: &[String]) -> String {
    lines(|to| to.write_record(row))
}

fn race_manifest(folder: &Path) -> Result<RaceManifest, StoreError> {
    let path = folder.join(race_file::MANIFEST);
    let corrupt = |message: String| StoreError::Corrupt { path: path.clone(), message };
    let text = files::open(&path).and_then(|file| read_text(file, MAX_BYTES)).map_err(StoreError::file(&path))?;
    let text = text.ok_or_else(|| corrupt(format!("a manifest has at most {MAX_BYTES} bytes")))?;
    let manifest: RaceManifest = toml::from_str(&text).map_err(|error| corrupt(error.message().to_owned()))?;
    match manifest.format {
        FORMAT => Ok(manifest),
        format => Err(corrupt(format!("layout {format} is not the one this version knows, {FORMAT}"))),
    }
}
