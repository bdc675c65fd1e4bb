//! Checking the design points of a sweep before anything runs.

use super::error_text::grouped;
use super::overrides::{self, Base, Override, place_of};
use super::tree::Diagnostic;
use super::{MAX_TRIALS, Stage};
use crate::alphabet::{Alphabet, AlphabetConfig};
use crate::evolve::config::TrialConfig;
use crate::experiment::design::Design;
use crate::experiment::design_point::{DesignPoint, OptimizerKind};
use crate::experiment::recorder::{MAX_ROWS, default_log_every};
use crate::optimizer::Unsupported;
use crate::with_puzzle;

/// Largest number of pairs of an earlier and a later stage's points that are checked.
const MAX_PAIRS: usize = 20_000;

/// Checks the number of trials of a sweep.
pub(super) fn check_size(stages: &[Stage], instances: usize, repetitions: u64) -> Result<(), Diagnostic> {
    let points = stages.iter().map(Stage::points).fold(0, usize::saturating_add);
    let repetitions = usize::try_from(repetitions).unwrap_or(usize::MAX);
    let trials = points.saturating_mul(instances).saturating_mul(repetitions);
    if trials > MAX_TRIALS {
        let trials = if trials == usize::MAX { "far too many".to_owned() } else { grouped(trials as u64) };
        return Err((format!("the sweep has {trials} trials: {} are allowed", grouped(MAX_TRIALS as u64)), None));
    }
    Ok(())
}

/// Checks every design point, alone and over the points of each earlier stage: over all of them, or over a regular choice if
/// there are more than [`MAX_PAIRS`]. A conflict that this misses is found when the stage begins.
pub(super) fn check_points(base: &Base, stages: &[Stage], log_every: Option<u64>) -> Result<(), Diagnostic> {
    let (mut alphabet, mut stop) = (None, StopUse::default());
    for (number, stage) in stages.iter().enumerate() {
        let mut check = |earlier: Vec<Override<'_>>, levels: &[Option<usize>]| -> Result<(), Diagnostic> {
            let own = stage.overrides(levels);
            let all: Vec<_> = earlier.into_iter().chain(own.iter().cloned()).collect();
            let at_point = |diagnostic| at_point(diagnostic, stage, levels);
            let point = overrides::point(base, &all).map_err(at_point)?;
            check_config(&point.config, log_every, &mut alphabet)
                .map_err(|(key, message)| at_point((message, place_of(&base.tree, &all, key))))?;
            stop.add(&point, &own)
        };
        if let Some(open) = &stage.open {
            // The points are known together with what was selected, as far as they depend on it.
            for (selection, points) in open.all() {
                for levels in points.iter() {
                    let earlier = stages.iter().zip(selection).flat_map(|(stage, levels)| stage.overrides(levels));
                    check(earlier.collect(), levels)?;
                }
            }
            continue;
        }
        for point in 0..stage.points() {
            let levels = stage.levels_of(point);
            check(Vec::new(), &levels)?;
            for earlier in &stages[..number] {
                let pairs = earlier.points().saturating_mul(stage.points());
                let step = pairs.div_ceil(MAX_PAIRS).max(1);
                // Neighboring points begin elsewhere, so that all of the earlier ones have their turn.
                for selected in (point % step..earlier.points()).step_by(step) {
                    check(earlier.overrides(&earlier.levels_of(selected)), &levels)?;
                }
            }
        }
    }
    stop.check(base)
}

/// Adds the point to a diagnostic of a design whose points are not written.
fn at_point((message, place): Diagnostic, stage: &Stage, levels: &[Option<usize>]) -> Diagnostic {
    let point = (0..stage.points()).find(|point| stage.levels_of(*point) == levels);
    match point.filter(|_| stage.design != Design::Factorial) {
        None => (message, place),
        Some(point) => (format!("{message} (point {} of the design: {})", point + 1, stage.point_name(point)), place),
    }
}

/// Checks what a configuration cannot check by itself; the error names the key. `good` is the last valid alphabet.
fn check_config(
    config: &TrialConfig,
    log_every: Option<u64>,
    good: &mut Option<AlphabetConfig>,
) -> Result<(), (&'static str, String)> {
    let log_every = log_every.unwrap_or_else(|| default_log_every(config));
    if config.stop.generations.is_some_and(|generations| generations / log_every + 2 > MAX_ROWS as u64) {
        return Err(("stop", format!("more than {MAX_ROWS} rows of convergence a trial: set log-every higher")));
    }
    if good.as_ref() != Some(&config.alphabet) {
        with_puzzle!(&config.puzzle, |puzzle| Alphabet::new(puzzle, &config.alphabet).map(|_| ()))
            .map_err(|error| ("alphabet", error.to_string()))?;
        *good = Some(config.alphabet.clone());
    }
    Ok(())
}

/// Whether any trial of a sweep ends by the criterion `stop`.
#[derive(Default)]
struct StopUse {
    /// True if a point is one of the evolution, which uses it.
    evolves: bool,
    /// Reason why a solver does not.
    unsupported: Option<Unsupported>,
}

impl StopUse {
    /// Adds a point.
    ///
    /// # Errors
    /// If its stage varies a key that its solver ignores: points that differ in it would be the same.
    fn add(&mut self, point: &DesignPoint, own: &[Override<'_>]) -> Result<(), Diagnostic> {
        self.evolves |= point.optimizer.solver().is_none();
        if let OptimizerKind::Custom(custom) = &point.optimizer {
            let place = || own.iter().find(|varied| varied.key.starts_with("stop")).map(|varied| varied.place.clone());
            custom.supports(&point.config.stop).map_err(|Unsupported { message, .. }| (message, place()))?;
        }
        for varied in own {
            point.heeds(varied.key).map_err(|message| (message, Some(varied.place.clone())))?;
        }
        self.unsupported = self.unsupported.take().or(point.optimizer.supports(&point.config.stop).err());
        Ok(())
    }

    /// Checks that some trial uses the base's criterion, unless it is the default.
    fn check(self, base: &Base) -> Result<(), Diagnostic> {
        match self.unsupported.filter(|_| !self.evolves) {
            Some(Unsupported { key, message }) => Err((message, place_of(&base.tree, &[], key))),
            None => Ok(()),
        }
    }
}
