//! Notes of `evocube plan` on restarts that come before the next lower penalty, in stages that vary crossover or mutation, but not the
//! restart. They are found by trials without restarts, which are run here for at most 20 seconds.

use std::time::{Duration, Instant};

use evocube::evolve::restart::Restart;
use evocube::experiment::sweep::{Factor, LevelWords, Stage, Sweep};
use evocube::experiment::trial::{self, TrialInputs};
use evocube::optimizer::{Generation, Observer, RunContext};
use evocube::solver::Cancelled;
use evocube::stats::samples::median;

use crate::cli::terminal::{counted, grouped};

/// Number of trials for each level of the operator with the most levels.
const TRIALS: usize = 8;
/// Maximum number of trials of a stage, and the minimum of a level on which something is said.
const MAX_TRIALS: usize = 32;
const MIN_TRIALS: usize = 5;
/// Evaluations after which a trial is cut short.
const MAX_EVALUATIONS: u64 = 150_000;
/// Time after which no further stage is noted: the objective is slow.
const MAX_TIME: Duration = Duration::from_secs(20);

/// A level of a crossover or mutation whose trials wait longer for a lower penalty than the restart of its stage does.
struct EarlyRestart {
    stage: String,
    restart: StagnationLimit,
    factor: String,
    level: String,
    /// Trials of the level without restarts.
    trials: usize,
    /// Those that found a lower penalty after the limit or more without one.
    later: usize,
    /// Median of the longest time without a lower penalty before one.
    wait: f64,
}

/// Returns a note for each stage that varies crossover or mutation, and not the restart, if at least three quarters of the trials of one of
/// the levels find lower penalties after the restart.
pub(super) fn early_restarts(sweep: &Sweep) -> Vec<String> {
    let until = Instant::now() + MAX_TIME;
    let notes = (0..sweep.selecting_stages().len()).filter_map(|stage| EarlyRestart::of_stage(sweep, stage, until));
    notes.map(|early| early.as_text()).collect()
}

impl EarlyRestart {
    /// Returns the level whose trials find lower penalties latest; `None` if fewer than three quarters of its trials find them after
    /// the restart.
    fn of_stage(sweep: &Sweep, number: usize, until: Instant) -> Option<Self> {
        let stage = &sweep.stages[number];
        let operators: Vec<usize> = (0..stage.factors.len())
            .filter(|factor| sets(&stage.factors[*factor], &["crossover", "mutation"]))
            .collect();
        let levels = operators.iter().map(|factor| stage.factors[*factor].levels.len()).max()?;
        if stage.factors.iter().any(|factor| sets(factor, &["restart"])) {
            return None;
        }
        let mut waits = Vec::new();
        for trial in 0..MAX_TRIALS.min(TRIALS * levels) {
            let point = spread(trial, stage.points());
            let Some(wait) = longest_wait(sweep, number, point, trial, until)? else { continue };
            waits.push((point, wait));
        }
        let of_level = |factor: usize, level: usize| {
            let is_there = |point: usize| stage.levels_of(point)[factor] == Some(level);
            let waits = waits.iter().filter(|(point, _)| is_there(*point)).map(|(_, wait)| *wait);
            Self::of_level(sweep, stage, (factor, level), &waits.collect::<Vec<_>>())
        };
        let levels = |factor: usize| (0..stage.factors[factor].levels.len()).map(move |level| (factor, level));
        let early = operators.into_iter().flat_map(levels).filter_map(|(factor, level)| of_level(factor, level));
        early.max_by(|a, b| a.wait.total_cmp(&b.wait))
    }

    /// Returns the level of a factor if at least three quarters of its trials, which waited so long, found lower penalties after the
    /// restart.
    fn of_level(sweep: &Sweep, stage: &Stage, (factor, level): (usize, usize), waits: &[Wait]) -> Option<Self> {
        // One sentence names one limit; trials of several have none in common.
        let restart = waits.first()?.restart;
        if waits.iter().any(|wait| wait.restart != restart) {
            return None;
        }
        let (factor, level) = (&stage.factors[factor], &stage.factors[factor].levels[level].text);
        let later = waits.iter().filter(|wait| wait.longest >= wait.restart.limit).count();
        let longest: Vec<f64> = waits.iter().map(|wait| wait.longest as f64).collect();
        (waits.len() >= MIN_TRIALS && 4 * later >= 3 * waits.len()).then(|| Self {
            stage: stage.name.clone(),
            restart,
            factor: factor.key.clone(),
            level: LevelWords::new(sweep).word(&factor.key, level).to_owned(),
            trials: waits.len(),
            later,
            wait: median(&longest).unwrap_or_default(),
        })
    }

    /// Writes it as a sentence.
    fn as_text(&self) -> String {
        let Self { stage, restart: StagnationLimit { limit, is_of_evaluations }, factor, level, trials, later, wait } =
            self;
        let (key, unit) =
            if *is_of_evaluations { ("stagnation-evaluations", "evaluations") } else { ("stagnation", "generations") };
        format!(
            "early restarts: stage {stage} keeps restart.{key} = {limit}, but without restarts {later} of {} with {factor} = \
             {level} found a lower penalty after {} {unit} or more without one (the longest such time: median {wait:.0}); vary \
             restart with {factor}, and compare best with best",
            counted(*trials as u64, "trial"),
            grouped(*limit),
        )
    }
}

/// Returns whether a factor sets keys of these tables.
fn sets(factor: &Factor, tables: &[&str]) -> bool {
    factor.keys().iter().any(|key| tables.contains(&key.split('.').next().unwrap_or(key)))
}

/// Returns the design point of a trial, so that few trials have all levels of each factor.
fn spread(trial: usize, points: usize) -> usize {
    // The fractional parts of multiples of the golden ratio fill an interval evenly.
    let place = (trial as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    usize::try_from((place * points as u64) >> 32).unwrap_or(0)
}

/// The time without a lower penalty after which a trial is restarted.
#[derive(Clone, Copy, PartialEq)]
struct StagnationLimit {
    limit: u64,
    /// Whether it counts evaluations, not generations.
    is_of_evaluations: bool,
}

/// The restart of a trial, and the longest time without a lower penalty before one.
#[derive(Clone, Copy)]
struct Wait {
    restart: StagnationLimit,
    longest: u64,
}

/// Observer of the time between lower penalties.
struct WaitObserver {
    /// Whether it counts evaluations, not generations.
    is_of_evaluations: bool,
    best: u32,
    /// The time of the latest lower penalty, and of the latest generation.
    improved: u64,
    latest: u64,
    longest: u64,
}

impl Observer for WaitObserver {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let progress = generation.progress;
        let now = if self.is_of_evaluations { progress.evaluations } else { progress.generations };
        if progress.best < self.best {
            self.longest = self.longest.max(self.latest - self.improved);
            (self.best, self.improved) = (progress.best, now);
        }
        self.latest = now;
        Ok(())
    }
}

/// Runs a trial of a design point without its restarts. Returns its longest wait; `Some(None)` if it has no restart after a stagnation
/// or several islands, and `None` if the time is up or it fails.
fn longest_wait(sweep: &Sweep, stage: usize, point: usize, trial: usize, until: Instant) -> Option<Option<Wait>> {
    let mut config = sweep.point(stage, &[], point).ok()?;
    let restart = match config.restart() {
        Restart::Stagnation(limit) => StagnationLimit { limit: limit.get().into(), is_of_evaluations: false },
        Restart::StagnationEvaluations(limit) => StagnationLimit { limit: limit.get(), is_of_evaluations: true },
        _ => return Some(None),
    };
    // The populations of islands restart alone.
    if config.islands.count.get() > 1 {
        return Some(None);
    }
    config.restart = Some(Restart::None);
    config.stop.evaluations = Some(config.stop.evaluations.map_or(MAX_EVALUATIONS, |limit| limit.min(MAX_EVALUATIONS)));
    let instances = sweep.instances_of(stage);
    let inputs = TrialInputs {
        number: 1,
        instance: &instances[trial % instances.len()],
        objective: &config.objective,
        stop: &config.stop,
        seed: trial as u64,
        log: &sweep.log,
        alphabet: &config.alphabet,
        context: RunContext { deadline: Some(until), ..RunContext::sequential() },
    };
    let mut observer = WaitObserver {
        is_of_evaluations: restart.is_of_evaluations,
        best: u32::MAX,
        improved: 0,
        latest: 0,
        longest: 0,
    };
    trial::run(&config.build().ok()?, &inputs, &mut observer).ok()?;
    Some(Some(Wait { restart, longest: observer.longest }))
}
