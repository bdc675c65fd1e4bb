//! The time that a sweep takes, as a sentence and as JSON: estimated here from the folder of `--pilot`, or in `experiment::estimate` from
//! its last run or from trials that run for a second. Solvers are not measured.

use std::path::{Path, PathBuf};
use std::time::Duration;

use evocube::experiment::estimate::{self, TimeEstimate};
use evocube::experiment::execution::Execution;
use evocube::experiment::store;
use evocube::experiment::sweep::Sweep;
use serde_json::{Value, json};

use super::resources::{MAX_POPULATION, Resources};
use crate::cli::arguments::sweep::results_folder;
use crate::cli::parallel;
use crate::cli::result::{Failure, failure};
use crate::cli::terminal::{bytes, core_time, counted, duration_text};

/// The time of a measurement.
const MEASURED: Duration = Duration::from_secs(1);

/// The basis of an estimate.
#[derive(Clone, Debug, PartialEq)]
enum Basis {
    /// The folder of `--pilot`.
    Pilot(PathBuf),
    /// The results of the sweep.
    LastRun(PathBuf),
    /// Trials that are run for the estimate.
    Measurement,
}

/// Reason why no time is estimated.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Unestimated {
    #[error("the number of generations is not limited")]
    Unlimited,
    #[error("solvers are not measured")]
    Solvers,
    #[error("the populations of a trial take {}; --pilot takes the rate of a smaller run", bytes(*.0))]
    Population(u64),
}

/// The estimated time of a sweep, or the reason why there is none.
pub(super) struct Time {
    estimate: Result<(TimeEstimate, Basis), Unestimated>,
    /// Trials that can run at the same time.
    cores: u64,
}

impl Time {
    /// Estimates the time: from the pilot, else from the last run of the sweep, else by a measurement.
    ///
    /// # Errors
    /// If the pilot cannot be read, or has no finished trial.
    pub(super) fn new(
        sweep: &Sweep,
        all: &Resources,
        pilot: Option<&Path>,
        execution: Execution<'_>,
    ) -> Result<Self, Failure> {
        let cores = (parallel::threads(None).get() as u64).min(all.trials.max(1));
        let folder = results_folder(None, &sweep.name, "");
        let estimate = if let Some(pilot) = pilot {
            estimate_from_pilot(pilot, all)?
                .map(|estimate| (estimate, Basis::Pilot(pilot.to_owned())))
                .ok_or(Unestimated::Unlimited)
        } else if let Some(estimate) = estimate::from_run(sweep, &folder) {
            Ok((estimate, Basis::LastRun(folder)))
        } else if all.population > MAX_POPULATION {
            Err(Unestimated::Population(all.population))
        } else {
            let measured = estimate::measure(sweep, execution, MEASURED);
            let reason = if all.evaluations == Some(0) { Unestimated::Solvers } else { Unestimated::Unlimited };
            measured.map(|estimate| (estimate, Basis::Measurement)).ok_or(reason)
        };
        Ok(Self { estimate, cores })
    }

    fn seconds(&self, estimate: &TimeEstimate) -> f64 {
        estimate.core_seconds / self.cores as f64
    }

    /// Writes the estimate as a sentence.
    pub(super) fn as_text(&self) -> String {
        let (estimate, basis) = match &self.estimate {
            Ok(estimate) => estimate,
            Err(reason) => return format!("Time: not estimated: {reason}.\n"),
        };
        let time = core_time(estimate.core_seconds, if estimate.is_bound { "at most about" } else { "about" });
        let here = match self.cores {
            // A duration is written in whole seconds.
            cores if cores == 1 || self.seconds(estimate) < 1.0 => String::new(),
            cores => format!(", {} on {cores} cores", duration_text(self.seconds(estimate))),
        };
        let trials = counted(estimate.trials, "trial");
        let basis = match basis {
            Basis::Pilot(folder) => format!("at the rate of the pilot ({trials} in {})", folder.display()),
            Basis::LastRun(folder) => format!("from the last run ({trials} in {})", folder.display()),
            Basis::Measurement => format!("measured on {trials} of the sweep in at most a second"),
        };
        format!("Time: {time}{here}, {basis}.\n")
    }

    /// Returns the estimate as JSON; null without one.
    pub(super) fn as_json(&self) -> Value {
        let Ok((estimate, basis)) = &self.estimate else { return Value::Null };
        let (basis, folder) = match basis {
            Basis::Pilot(folder) => ("pilot", Some(folder)),
            Basis::LastRun(folder) => ("last-run", Some(folder)),
            Basis::Measurement => ("measurement", None),
        };
        json!({
            "core_seconds": estimate.core_seconds, "cores": self.cores, "seconds": self.seconds(estimate),
            "is_bound": estimate.is_bound, "basis": basis, "trials": estimate.trials,
            "folder": folder.map(|folder| folder.display().to_string()),
        })
    }

    /// Returns the seconds of one core.
    pub(super) fn core_seconds(&self) -> Option<f64> {
        self.estimate.as_ref().ok().map(|(estimate, _)| estimate.core_seconds)
    }
}

/// Estimates the time from the mean seconds per individual, over all trials of a results folder.
fn estimate_from_pilot(folder: &Path, all: &Resources) -> Result<Option<TimeEstimate>, Failure> {
    let results = store::read(folder)?;
    let seconds: f64 = results.timing.iter().map(|row| row.seconds).sum();
    let evolved = || results.trials.iter().filter_map(|row| row.outcome.as_ref()?.evolution);
    let made: u64 = evolved().map(|counts| counts.offspring).sum();
    if made == 0 {
        return Err(failure!(
            "{} has no finished trial of an evolutionary algorithm to estimate the time from",
            folder.display()
        ));
    }
    Ok(all.offspring.map(|offspring| TimeEstimate {
        core_seconds: seconds / made as f64 * offspring as f64,
        is_bound: true,
        trials: evolved().count() as u64,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_on_several_cores_is_written_from_a_second_on() {
        let estimated = |core_seconds, is_bound| {
            let estimate = TimeEstimate { core_seconds, is_bound, trials: 8 };
            Time { estimate: Ok((estimate, Basis::Measurement)), cores: 2 }.as_text()
        };
        let text = |core_seconds| estimated(core_seconds, false);
        assert!(estimated(0.01, true).starts_with("Time: less than 0.1 s of one core, measured"));
        assert!(estimated(0.5, true).starts_with("Time: at most about 0.5 s of one core, measured"));
        assert!(text(0.01).starts_with("Time: less than 0.1 s of one core, measured on 8 trials "));
        assert!(text(0.5).starts_with("Time: about 0.5 s of one core, measured on 8 trials "));
        assert!(text(3.0).starts_with("Time: about 3.0 s of one core, 2 s on 2 cores, measured on 8 trials "));
    }
}
