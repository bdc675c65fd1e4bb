//! The names of the manifest, the tables and `.gitattributes` of a results folder, and which of the tables hold results or times. Names of
//! pages, figures and copies are in `store::known_files`.

/// The resolved sweep, versions, kernel, machine, digests of the other tables of results.
pub const MANIFEST: &str = "manifest.toml";
/// One row per trial.
pub const TRIALS: &str = "trials.csv";
/// One row per logged generation of a trial.
pub const CONVERGENCE: &str = "convergence.csv";
/// The best individual of each trial.
pub const SOLUTIONS: &str = "solutions.csv";
/// One row per nondominated individual; present only with `nsga-ii`.
pub const FRONTS: &str = "fronts.csv";
/// One row per adaptive operator and logged generation; present only with such operators.
pub const OPERATORS: &str = "operators.csv";
/// One row per instance and baseline.
pub const BASELINES: &str = "baselines.csv";
/// The wall-clock time of each trial.
pub const TIMING: &str = "timing.csv";
/// The wall-clock time of each deterministic solver on each instance.
pub const BASELINE_TIMING: &str = "baseline_timing.csv";
/// Tables of wall-clock times, the only ones that differ between runs.
pub const WALL_CLOCK: [&str; 2] = [TIMING, BASELINE_TIMING];
/// Reasons of failed trials; present only if a trial failed.
pub const FAILURES: &str = "failures.csv";
/// Digests of each trial's rows in the tables above.
pub const DIGESTS: &str = "digests.csv";
/// Keeps git from changing the ends of lines. It has no digest, and an existing one is kept.
pub const ATTRIBUTES: &str = ".gitattributes";

/// The tables of results: the same bytes from every run.
pub const RESULTS: [&str; 7] = [TRIALS, CONVERGENCE, SOLUTIONS, FRONTS, OPERATORS, BASELINES, FAILURES];
