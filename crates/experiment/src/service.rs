//! [`TrialService`]: the interface to a place outside of this process where trials run, and the [`TrialRequest`]s and [`TrialAnswer`]s that
//! are exchanged with it. Requests are made from the trials of a sweep here. Another process answers them by `answer`. Python implements
//! the interface in `python/src/executor.rs`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Trial;
use super::record::ProgramBlock;
use super::sweep::Sweep;
use super::trial::{TrialError, TrialRecord};
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;

/// A place outside of this process where trials run, such as a pool of processes or a cluster. Each thread of a run waits for one
/// of its trials. Trials of deterministic solvers and baselines run where the run is, since their tables are there. A trial elsewhere
/// has no checkpoint and shows no progress before its end.
pub trait TrialService: Sync {
    /// Runs the trial of a request and returns its answer. `None` if the run is over, after `is_over` returns true: the trial leaves no
    /// row.
    fn run(&self, request: TrialRequest, is_over: &dyn Fn() -> bool) -> Option<TrialAnswer>;
}

/// A trial with everything that determines its rows. [`encode`](evocube_engine::optimizer::encode) makes bytes of it and of its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialRequest {
    /// A sweep file of one instance, whose `[base]` is the configuration.
    pub(super) sweep: String,
    /// The trial's number.
    pub(super) trial: u64,
    /// Seed of its random stream.
    pub(super) seed: u64,
    /// Its levels, by the keys of their factors.
    pub(super) levels: BTreeMap<String, String>,
    /// Evaluations after which a race stops it.
    pub(super) limit: Option<u64>,
    /// Identity of the program that asks.
    pub(super) identity: String,
    /// Versions of the registered components that the sweep names.
    pub(super) components: BTreeMap<String, String>,
}

/// The rows of a trial that ran elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialAnswer {
    /// The rows, or the reason why the trial failed.
    pub(super) result: Result<TrialRecord, String>,
    /// Wall-clock seconds of the trial.
    pub(super) seconds: f64,
}

/// Requests of the trials of a sweep.
pub(super) struct Requests<'a> {
    service: &'a dyn TrialService,
    sweep: &'a Sweep,
    /// The keys of the sweep that determine the rows of every trial.
    keys: toml::Table,
    program: ProgramBlock,
}

impl<'a> Requests<'a> {
    /// Returns the requests to a service.
    pub(super) fn new(service: &'a dyn TrialService, sweep: &'a Sweep) -> Self {
        let mut keys = sweep.to_table();
        keys.retain(|key, _| ["name", "seed", "log-every", "log-at-evaluations", "observers", "goal"].contains(&key));
        Self { service, sweep, keys, program: ProgramBlock::here(sweep) }
    }

    /// Runs a trial of a design point, until the run is over. Returns its result and its seconds.
    pub(super) fn run(
        &self,
        trial: &Trial,
        point: &TrialConfig,
        is_over: &dyn Fn() -> bool,
    ) -> (Result<TrialRecord, TrialError>, f64) {
        match self.service.run(self.request(trial, point), is_over) {
            Some(TrialAnswer { result, seconds }) => (result.map_err(TrialError::Elsewhere), seconds),
            None => (Err(TrialError::Cancelled(Cancelled::default())), 0.0),
        }
    }

    fn request(&self, trial: &Trial, point: &TrialConfig) -> TrialRequest {
        let instance = trial.instance_of(self.sweep);
        let mut sweep = self.keys.clone();
        let instance = [("name", &instance.name), ("state", &instance.state)]
            .map(|(key, text)| (key.to_owned(), toml::Value::String(text.clone())));
        let instance = toml::Table::from_iter(instance);
        sweep.insert("instance".to_owned(), toml::Value::Array(vec![toml::Value::Table(instance)]));
        sweep.insert("base".to_owned(), toml::Value::Table(point.to_table()));
        let ProgramBlock { identity, components, .. } = self.program.clone();
        let sweep = toml::to_string(&sweep).expect("plain fields make a table");
        let levels = self.sweep.stages[trial.stage].levels_by_key(trial.point);
        TrialRequest { sweep, trial: trial.id, seed: trial.seed, levels, limit: trial.limit, identity, components }
    }
}
