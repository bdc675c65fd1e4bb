//! [`RaceFolder`]: the results folder of a race.
//!
//! What is on disk is always a beginning of the final tables of trials: rows are appended in the order in which the race asks for
//! trials. To resume is to run the same race again, which takes the trials that are on disk from there.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::damage::Damage;
use super::error::StoreError;
use super::folder::{Opening, is_empty, lock};
use super::manifest::Machine;
use super::read::{difference, fields};
use super::rows::lines;
use super::seal::{remove_leftovers, write_whole};
use crate::experiment::cost::Cost;
use crate::experiment::execution::Execution;
use crate::experiment::record::race_file;

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
    /// What is minimised.
    pub cost: Cost,
    /// Fresh cubes on which the winner meets the base.
    pub fresh: u64,
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
        (budget, cost, fresh): (u64, Cost, u64),
        execution: Execution<'_>,
    ) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, complete: false, version, budget, cost, fresh, sweep, machine: Machine::here(execution) }
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
        remove_leftovers(folder)?;
        let mut race =
            Self { folder: folder.to_owned(), manifest, was_complete: false, synced: Instant::now(), _lock: lock };
        if there && opening == Opening::Fresh {
            race.remove()?;
        } else if there {
            let found = race_manifest(folder)?;
            if let Some(difference) = found.difference(&race.manifest) {
                return Err(StoreError::OtherSweep { path: folder.to_owned(), difference });
            }
            race.was_complete = found.complete;
            if !found.complete && opening == Opening::New {
                let done = race.recorded(race_file::COSTS, "")?.0.len();
                let all = usize::try_from(found.budget).unwrap_or(usize::MAX);
                return Err(StoreError::Unfinished { path: folder.to_owned(), done, all, damage: Damage::default() });
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
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
            Err(error) => return Err(StoreError::file(&path)(error)),
        };
        let Some(first) = text.split_inclusive('\n').next().filter(|line| line.ends_with('\n')) else {
            return Ok((Vec::new(), 0));
        };
        let damaged = |line: usize| StoreError::Damaged {
            path: path.clone(),
            message: format!("line {line}: not a row of a race; --fresh begins again"),
        };
        if !header.is_empty() && first.trim_end() != header {
            return Err(damaged(1));
        }
        let columns = first.split(',').count();
        let (mut rows, mut length) = (Vec::new(), first.len());
        for (number, line) in text.split_inclusive('\n').enumerate().skip(1).filter(|(_, line)| line.ends_with('\n')) {
            let row = fields(line).filter(|row| row.len() == columns).ok_or_else(|| damaged(number + 1))?;
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
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(length)?;
            if length == 0 {
                file.write_all(format!("{header}\n").as_bytes())?;
            }
            Ok(file)
        };
        let file = open().map_err(StoreError::file(&path))?;
        Ok((rows, RaceLog { path, file }))
    }

    /// Appends a row; it is safe on the disk within a second of the next one.
    pub(in crate::experiment) fn append(&mut self, log: &mut RaceLog, row: &[String]) -> Result<(), StoreError> {
        log.file.write_all(csv_line(row).as_bytes()).map_err(StoreError::file(&log.path))?;
        if self.synced.elapsed() > Duration::from_secs(1) {
            log.file.sync_data().map_err(StoreError::file(&log.path))?;
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
        for log in logs {
            log.file.sync_data().map_err(StoreError::file(&log.path))?;
        }
        self.manifest.complete = true;
        self.manifest.machine = Machine::here(execution);
        self.write(race_file::MANIFEST, &self.manifest.to_text())
    }

    /// Deletes what evocube wrote, the manifest last: as long as it is there, the folder is known to be ours.
    fn remove(&self) -> Result<(), StoreError> {
        for name in race_file::TABLES.into_iter().chain([race_file::MANIFEST]) {
            let path = self.folder.join(name);
            if path.exists() {
                fs::remove_file(&path).map_err(StoreError::file(&path))?;
            }
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
    let text = fs::read_to_string(&path).map_err(StoreError::file(&path))?;
    let manifest: RaceManifest = toml::from_str(&text)
        .map_err(|error| StoreError::Damaged { path: path.clone(), message: error.message().to_owned() })?;
    match manifest.format {
        FORMAT => Ok(manifest),
        format => {
            let message = format!("layout {format} is not the one this version knows, {FORMAT}");
            Err(StoreError::Damaged { path, message })
        }
    }
}
