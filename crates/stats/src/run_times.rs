//! Run times. A [`Run`] is the evaluations of a trial until it reaches its target or has another [`End`]; of runs there are distributions,
//! incidences, expectations and performance profiles.

mod distribution;
mod expected_evaluations;
mod incidence;
mod profile;

pub use distribution::RunTimes;
pub use expected_evaluations::RunSample;
pub use incidence::cumulative_incidence;
pub use profile::{performance_profiles, profile_at};

/// The end of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It reached its target.
    Reached,
    /// A criterion such as stagnation stopped it before its budget was spent: it never reaches its target.
    GaveUp,
    /// Its budget was spent: it could have reached its target later.
    Censored,
}

/// A trial as a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The evaluations, or another time, until the end.
    pub evaluations: f64,
    /// The end.
    pub end: End,
}

impl Run {
    /// Returns the run of a trial that reached its target after so many evaluations.
    pub fn reached(evaluations: f64) -> Self {
        Self { evaluations, end: End::Reached }
    }

    /// Returns the run of a trial whose budget of evaluations was spent before it reached its target.
    pub fn censored(evaluations: f64) -> Self {
        Self { evaluations, end: End::Censored }
    }

    /// Returns whether the trial reached its target.
    pub fn is_reached(&self) -> bool {
        self.end == End::Reached
    }
}
