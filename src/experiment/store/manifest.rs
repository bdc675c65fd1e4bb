//! `manifest.toml`: what the folder is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::experiment::execution::Execution;
use crate::experiment::plan::Plan;
use crate::experiment::record::Provenance;
use crate::experiment::shard::Shard;
use crate::experiment::sweep::{Stage, Sweep};

/// What a results folder is: the sweep it belongs to, with what it was made, and the digest of every file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the folder's layout.
    pub format: u32,
    /// Are all trials there?
    pub complete: bool,
    /// How many trials the sweep has.
    pub trials: u64,
    /// The program that made it.
    pub version: String,
    /// Which shard of the sweep it holds, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The winners of the stages that are done.
    #[serde(default)]
    pub winner: Vec<SelectedPoint>,
    /// BLAKE3 of every file but this one and those named below.
    #[serde(default)]
    pub digests: BTreeMap<String, String>,
    /// The resolved sweep: a sweep file of its own.
    pub sweep: toml::Table,
    /// What may differ from machine to machine and run to run, while everything else does not.
    pub machine: Machine,
}

/// Who won a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectedPoint {
    /// The stage's name.
    pub stage: String,
    /// The design point's number, from 1.
    pub point: u64,
    /// Its levels, `key=level,key=level`.
    pub levels: String,
}

impl SelectedPoint {
    /// This design point (its index) of a stage.
    #[must_use]
    pub fn of(stage: &Stage, point: usize) -> Self {
        Self { stage: stage.name.clone(), point: point as u64 + 1, levels: stage.point_name(point) }
    }

    /// Its index among the points of its stage; `None` if it is none of them.
    pub(super) fn point_in(&self, stage: &Stage) -> Option<usize> {
        let point = usize::try_from(self.point).ok()?.checked_sub(1).filter(|point| *point < stage.points())?;
        (*self == Self::of(stage, point)).then_some(point)
    }
}

/// The machine of the run that finished the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The evaluation kernel.
    pub kernel: String,
    /// Operating system and processor architecture.
    pub platform: String,
    /// Threads.
    pub threads: u64,
    /// BLAKE3 of `timing.csv`, the only table with wall-clock figures.
    pub timing: Option<String>,
}

/// The version of the folder's layout.
pub(super) const FORMAT: u32 = 1;
/// The version of this program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Manifest {
    /// The manifest of a folder in which nothing has run.
    pub(super) fn new(sweep: &Sweep, plan: &Plan, execution: Execution<'_>) -> Self {
        Self {
            format: FORMAT,
            complete: false,
            trials: plan.len() as u64,
            version: VERSION.to_owned(),
            shard: plan.shard(),
            winner: Vec::new(),
            digests: BTreeMap::new(),
            sweep: sweep.to_table(),
            machine: Machine::here(execution),
        }
    }

    /// What of this folder is not of the sweep, program and shard of another: the first difference.
    pub(super) fn difference(&self, wanted: &Self) -> Option<String> {
        let share = |shard: Option<Shard>| shard.map_or("the whole sweep".to_owned(), |shard| format!("shard {shard}"));
        if let Some(difference) = super::read::difference(&self.sweep, &wanted.sweep) {
            Some(difference)
        } else if self.version != wanted.version {
            Some(format!("written by evocube {}, this is {}", self.version, wanted.version))
        } else if self.shard != wanted.shard {
            Some(format!("it is {} there, {} here", share(self.shard), share(wanted.shard)))
        } else {
            None
        }
    }

    /// The winners that are noted, by the index of their points; an error names the first that is none of the sweep's.
    pub(super) fn selected_in(&self, sweep: &Sweep) -> Result<Vec<usize>, String> {
        let mut known = Vec::new();
        for (number, winner) in self.winner.iter().enumerate() {
            let sweep = sweep.settled(&known);
            let point = sweep.stages.get(number).and_then(|stage| winner.point_in(stage));
            known.push(point.ok_or_else(|| {
                format!(
                    "the selected configuration of stage {:?}, point {}, is not of this sweep",
                    winner.stage, winner.point
                )
            })?);
        }
        Ok(known)
    }

    /// The part of the manifest that a report shows.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        Provenance {
            version: self.version.clone(),
            kernel: self.machine.kernel.clone(),
            platform: self.machine.platform.clone(),
            threads: self.machine.threads,
        }
    }

    /// The text of the file.
    pub(super) fn to_text(&self) -> String {
        let head =
            "# Written by evocube. The sections but [machine] are the same for every machine and number of threads.\n";
        format!("{head}{}", toml::to_string(self).expect("plain fields make a table"))
    }
}

impl Machine {
    /// This machine.
    pub(super) fn here(execution: Execution<'_>) -> Self {
        Self {
            kernel: execution.kernel.name().to_owned(),
            platform: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
            threads: execution.threads.get() as u64,
            timing: None,
        }
    }
}
