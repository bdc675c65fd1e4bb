//! [`TimeEstimate`]: the processor time that the trials of a sweep take, without its baselines, extrapolated from measured trials or from
//! the times in an earlier run's folder. Measured solvers count as no time. The rows and the disk space are estimated in `tables`; memory
//! and evaluations are not estimated here.

mod tables;

use std::path::Path;
use std::time::{Duration, Instant};

pub use tables::{TableSizes, measure_tables, planned_rows};

use super::execution::Execution;
use super::optimizers::Optimizers;
use super::plan::{Trial, count_of};
use super::store;
use super::sweep::Sweep;
use super::trial::{TrialError, TrialInputs};
use evocube_cube::solver::Cancelled;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{Generation, Observer, RunContext};

/// Number of trials that a measurement runs.
const SAMPLES: u64 = 8;

/// The estimated time of all trials of a sweep, without its baselines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeEstimate {
    /// Total processor time, in seconds.
    pub core_seconds: f64,
    /// Whether the estimate is an upper bound, because all measured trials were cut short and may end earlier than planned.
    pub is_bound: bool,
    /// The number of measured trials.
    pub trials: u64,
}

/// Observer that counts the individuals of a trial.
#[derive(Default)]
struct Counter {
    offspring: u64,
    evaluations: u64,
}

impl Observer for Counter {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        self.offspring = generation.offspring;
        self.evaluations = generation.progress.evaluations;
        Ok(())
    }
}

/// Estimates the time from the mean wall-clock time of each stage's trials in a results folder of the same sweep. The run may be
/// unfinished and may have other repetitions and instances. A trial that several threads shared counts as one of a single thread, so
/// the estimate is then too low. Returns `None` if the folder holds no such run, or no trial of a stage.
pub fn from_run(sweep: &Sweep, folder: &Path) -> Option<TimeEstimate> {
    let recorded = store::read_sweep(folder).ok()?;
    let keys = |sweep: &Sweep| {
        let names = |stage: &super::sweep::Stage| {
            (stage.name.clone(), stage.factors.iter().map(|factor| factor.key.clone()).collect::<Vec<_>>())
        };
        sweep.stages.iter().map(names).collect::<Vec<_>>()
    };
    if recorded.base != sweep.base || keys(&recorded) != keys(sweep) {
        return None;
    }
    let results = store::read(folder).ok()?;
    let seconds: std::collections::HashMap<u64, f64> =
        results.timing.iter().map(|row| (row.trial, row.seconds)).collect();
    let (mut core_seconds, mut trials) = (0.0, 0);
    for (number, stage) in sweep.stages.iter().enumerate() {
        let times = results.trials.iter().filter(|row| *row.stage == *stage.name);
        let times: Vec<f64> = times.filter_map(|row| seconds.get(&row.trial).copied()).collect();
        core_seconds += evocube_stats::samples::mean(&times)? * count_of(sweep, number) as f64;
        trials += times.len() as u64;
    }
    Some(TimeEstimate { core_seconds, is_bound: false, trials })
}

/// Estimates the time by running trials from all parts of the plan on one thread, for at most `time` in all.
///
/// A trial that exceeds its share of the time is cut. If others end, the mean time of a trial is at most the time of all divided by the
/// number of those that end; otherwise the trials that are cut are extrapolated to their planned numbers of individuals, a bound. Returns
/// `None` if that number is unknown, if a trial fails, or if there are only deterministic solvers, whose trials count as no time.
pub fn measure(sweep: &Sweep, execution: Execution<'_>, time: Duration) -> Option<TimeEstimate> {
    let all = all_trials(sweep);
    let samples = SAMPLES.min(all);
    let optimizers = Optimizers::new(execution.tables);
    let (mut seconds, mut longest, mut ended, mut measured) = (0.0, 0.0, 0, 0);
    let share = time / u32::try_from(samples).ok().filter(|samples| *samples > 0)?;
    for sample in sampled_trials(sweep) {
        let (trial, point) = sample?;
        if point.algorithm.solver().is_some() {
            continue;
        }
        let (duration, bound) = time_trial(sweep, &optimizers, execution, &trial, &point, share)?;
        seconds += duration;
        longest += bound.unwrap_or(duration);
        ended += u64::from(bound.is_none());
        measured += 1;
    }
    // If run times are exponential, this is their most likely mean.
    let most = longest / measured.max(1) as f64;
    let mean = if ended > 0 { (seconds / ended as f64).min(most) } else { most };
    // Trials of deterministic solvers count as zero seconds.
    let core_seconds = mean * measured as f64 / samples as f64 * all as f64;
    (measured > 0).then_some(TimeEstimate { core_seconds, is_bound: ended == 0, trials: measured })
}

/// Returns the number of trials of all stages.
fn all_trials(sweep: &Sweep) -> u64 {
    (0..sweep.stages.len()).fold(0, |sum: u64, stage| sum.saturating_add(count_of(sweep, stage)))
}

/// Returns trials from the middles of equal parts of the plan, with their configurations; `None` for one that is invalid.
fn sampled_trials(sweep: &Sweep) -> impl Iterator<Item = Option<(Trial, TrialConfig)>> {
    let all = all_trials(sweep);
    let samples = SAMPLES.min(all);
    (0..samples).map(move |sample| {
        let place = (all / samples).saturating_mul(sample).saturating_add(all / samples / 2);
        let (mut stage, mut offset) = (0, place);
        while offset >= count_of(sweep, stage) {
            offset -= count_of(sweep, stage);
            stage += 1;
        }
        let repetitions = sweep.repetitions_of(stage);
        let each = sweep.instances_of(stage).len() as u64 * repetitions;
        let index = usize::try_from(offset / each).ok()?;
        let instance = usize::try_from(offset % each / repetitions).ok()?;
        let point = sweep.point(stage, &[], index).ok()?;
        let (id, repetition) = (place + 1, offset % repetitions + 1);
        Some((Trial { id, stage, point: index, instance, repetition, seed: place, limit: None }, point))
    })
}

/// Returns the seconds of a trial, and those that it takes at most if it is cut.
fn time_trial(
    sweep: &Sweep,
    optimizers: &Optimizers<'_>,
    execution: Execution<'_>,
    trial: &Trial,
    point: &TrialConfig,
    time: Duration,
) -> Option<(f64, Option<f64>)> {
    let begin = Instant::now();
    let (kernel, deadline) = (execution.kernel, Some(begin + time));
    let context = RunContext { kernel, deadline, ..RunContext::sequential() };
    let inputs = TrialInputs::new(sweep, trial, point, context);
    let mut counter = Counter::default();
    let ended = optimizers.trial(point, &inputs, &mut counter);
    let seconds = begin.elapsed().as_secs_f64();
    match ended {
        Ok(_) => Some((seconds, None)),
        Err(TrialError::Cancelled(Cancelled(None))) if begin.elapsed() >= time => {
            let part = |done: u64, planned: Option<u64>| {
                planned.filter(|_| done > 0).map(|planned| planned as f64 / done as f64)
            };
            let factors = [
                part(counter.offspring, point.planned_offspring()),
                part(counter.evaluations, point.planned_evaluations()),
            ];
            // A trial ends at the first of its limits.
            let times = factors.into_iter().flatten().reduce(f64::min)?;
            Some((seconds, Some(seconds * times.max(1.0))))
        }
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::search::TableSource;

    /// Measures trials for at most these seconds.
    fn estimate(stop: &str, seconds: f64) -> Option<TimeEstimate> {
        let text = format!(
            "name = 'x'\nseed = 1\nrepetitions = 5\n[[instance]]\nrandom = 4\n[base]\npopulation = 200\n{stop}"
        );
        let sweep = Sweep::parse(&text, Path::new("x.toml")).unwrap();
        let execution = Execution::new(std::num::NonZeroUsize::MIN, TableSource::IN_MEMORY);
        measure(&sweep, execution, Duration::from_secs_f64(seconds))
    }

    #[test]
    fn long_trials_are_extrapolated_and_short_ones_counted() {
        // Short trials end by themselves, long before the time is over.
        let short = estimate("stop = { generations = 2, target = 'none' }", 1e6).unwrap();
        assert!(!short.is_bound && short.trials == 8 && short.core_seconds > 0.0, "{short:?}");
        let long = estimate("stop = { generations = 1_000_000, target = 'none' }", 0.4).unwrap();
        assert!(long.is_bound && long.core_seconds > short.core_seconds, "{long:?}");
        // Where some end, those that are cut count with the time that they took.
        let factor = "stop = { target = 'none' }\n[[factor]]\nkey = 'stop.generations'\nlevels = [2, 1_000_000]";
        let mixed = estimate(factor, 0.4).unwrap();
        assert!(!mixed.is_bound && mixed.core_seconds < long.core_seconds, "{mixed:?} {long:?}");
        assert_eq!(estimate("stop = { stagnation = 1_000_000, target = 'none' }", 0.4), None);
        assert_eq!(estimate("algorithm = 'layers'", 0.4), None);
    }
}
