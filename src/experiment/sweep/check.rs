//! Checking the design points of a sweep before anything runs.

use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::error_text::grouped;
use super::overrides::{self, Base, Override, place_of};
use super::{MAX_TRIALS, Stage, remarks};
use crate::alphabet::{Alphabet, AlphabetConfig};
use crate::evolve::config::TrialConfig;
use crate::experiment::design::Design;
use crate::experiment::design_point::{DesignPoint, OptimizerKind};
use crate::experiment::recorder::{MAX_ROWS, default_log_every};
use crate::optimizer::Unsupported;
use crate::with_puzzle;

/// Largest number of pairs of an earlier and a later stage's points that are checked.
const MAX_PAIRS: usize = 20_000;

/// Checks the number of trials of a sweep; `repetitions` is where they are written.
pub(super) fn check_size(
    stages: &[Stage],
    instances: usize,
    repetitions: u64,
    place: Range<usize>,
) -> Result<(), Diagnostic> {
    let points = stages.iter().map(Stage::points).fold(0, usize::saturating_add);
    let count = usize::try_from(repetitions).unwrap_or(usize::MAX);
    let trials = points.saturating_mul(instances).saturating_mul(count);
    if trials > MAX_TRIALS {
        let trials = if trials == usize::MAX { "far too many".to_owned() } else { grouped(trials as u64) };
        let message = format!("the sweep has {trials} trials: {} are allowed", grouped(MAX_TRIALS as u64));
        let factors = stages.iter().flat_map(|stage| &stage.factors);
        let most_levels = factors.max_by_key(|factor| factor.levels.len()).map(|factor| factor.places.levels.clone());
        let is_written = repetitions > 1 && !place.is_empty();
        let place = if is_written { Some(place) } else { most_levels };
        return Err(Diagnostic::new(message, place).help("write fewer repetitions, levels or instances"));
    }
    Ok(())
}

/// Largest number of mistakes of design points that are looked for.
const MAX_FOUND: usize = 20;

/// Checks every design point, alone and over the points of each earlier stage: over all of them, or over a regular choice if
/// there are more than [`MAX_PAIRS`]. A conflict that this misses is found when the stage begins. Returns a mistake and a remark
/// for each place.
pub(super) fn check_points(
    base: &Base,
    stages: &[Stage],
    log_every: Option<u64>,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let stop = StopUse::default();
    let mut checked = Checked { base, log_every, alphabet: None, stop, found: Vec::new(), remarks: Vec::new() };
    for (number, stage) in stages.iter().enumerate() {
        if let Some(open) = &stage.open {
            // The points are known together with what was selected, as far as they depend on it.
            for (selection, points) in open.all() {
                for levels in points.iter() {
                    if checked.found.len() >= MAX_FOUND {
                        return (checked.found, checked.remarks);
                    }
                    let earlier = stages.iter().zip(selection).flat_map(|(stage, levels)| stage.overrides(levels));
                    checked.add(stage, earlier.collect(), levels);
                }
            }
            continue;
        }
        for point in 0..stage.points() {
            if checked.found.len() >= MAX_FOUND {
                return (checked.found, checked.remarks);
            }
            let levels = stage.levels_of(point);
            checked.add(stage, Vec::new(), &levels);
            for earlier in &stages[..number] {
                let pairs = earlier.points().saturating_mul(stage.points());
                let step = pairs.div_ceil(MAX_PAIRS).max(1);
                // Neighboring points begin elsewhere, so that all of the earlier ones have their turn.
                for selected in (point % step..earlier.points()).step_by(step) {
                    checked.add(stage, earlier.overrides(&earlier.levels_of(selected)), &levels);
                }
            }
        }
    }
    if checked.found.is_empty() {
        checked.found.extend(checked.stop.check(base).err());
    }
    (checked.found, checked.remarks)
}

/// The mistakes of design points, and what is known of those that were checked.
struct Checked<'a> {
    base: &'a Base,
    log_every: Option<u64>,
    /// The last valid alphabet.
    alphabet: Option<AlphabetConfig>,
    stop: StopUse,
    found: Vec<Diagnostic>,
    remarks: Vec<Diagnostic>,
}

impl Checked<'_> {
    /// Checks a design point of a stage after overrides by earlier stages.
    fn add(&mut self, stage: &Stage, earlier: Vec<Override<'_>>, levels: &[Option<usize>]) {
        let own = stage.overrides(levels);
        let all: Vec<_> = earlier.into_iter().chain(own.iter().cloned()).collect();
        let mut wrong = match overrides::read(self.base, &all) {
            Err(diagnostic) => vec![diagnostic],
            Ok(point) => {
                let mut wrong = overrides::conflicts(&point, self.base, &all);
                if wrong.is_empty() {
                    let of_config = check_config(&point.config, self.log_every, &mut self.alphabet);
                    let at =
                        |(key, message): (&str, String)| Diagnostic::new(message, place_of(&self.base.tree, &all, key));
                    wrong.extend(of_config.map_err(at).and_then(|()| self.stop.add(&point, &own)).err());
                }
                let remark = remarks::of_point(&point, self.base, &all);
                let is_new = |remark: &Diagnostic| !self.remarks.iter().any(|known| known.place == remark.place);
                self.remarks.extend(remark.filter(is_new));
                wrong
            }
        };
        // Each place is told once: the points that share a level share its mistake.
        wrong.retain(|new| !self.found.iter().any(|known| known.place == new.place));
        let place = own.last().map(|one| one.place.clone());
        self.found.extend(wrong.into_iter().map(|wrong| at_point(wrong, stage, levels).or_at(place.clone())));
    }
}

/// Adds the point to a diagnostic of a design whose points are not written.
fn at_point(diagnostic: Diagnostic, stage: &Stage, levels: &[Option<usize>]) -> Diagnostic {
    if stage.design == Design::Factorial {
        return diagnostic;
    }
    match (0..stage.points()).find(|point| stage.levels_of(*point) == levels) {
        None => diagnostic,
        Some(point) => {
            let name = stage.point_name(point);
            let message = format!("{} (point {} of the design: {name})", diagnostic.message, point + 1);
            Diagnostic { message, ..diagnostic }
        }
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
            let wrong = |Unsupported { message, .. }| Diagnostic::new(message, place());
            custom.supports(&point.config.stop).map_err(wrong)?;
        }
        for varied in own {
            let wrong = |message| Diagnostic::new(message, Some(varied.place.clone()));
            point.heeds(varied.key).map_err(wrong)?;
        }
        self.unsupported = self.unsupported.take().or(point.optimizer.supports(&point.config.stop).err());
        Ok(())
    }

    /// Checks that some trial uses the base's criterion, unless it is the default.
    fn check(self, base: &Base) -> Result<(), Diagnostic> {
        match self.unsupported.filter(|_| !self.evolves) {
            Some(Unsupported { key, message }) => Err(Diagnostic::new(message, place_of(&base.tree, &[], key))),
            None => Ok(()),
        }
    }
}
