//! The checks of a whole sweep before anything runs: its size, varied keys without effect, and its design points. Points are checked alone
//! and in pairs with those of earlier stages; of many pairs and of races, a part. Single keys and factors are checked where they are read.

use std::ops::Range;

use super::base::Base;
use super::conflicts::{conflicts, place_of};
use super::diagnostic::Diagnostic;
use super::key_path::{ALGORITHM, head, place_in};
use super::overrides::{self, Override};
use super::points::most_levels;
use super::{Factor, MAX_TRIALS, Stage};
use crate::design::Design;
use crate::logging::LogKeys;
use crate::record::{Cost, Outcome, varies_objective};
use crate::recorder::MAX_ROWS;
use evocube_cube::search::SolverKind;
use evocube_engine::alphabet::AlphabetConfig;
use evocube_engine::evolve::algorithm::Algorithm;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::selection::{Selection, Tournament};
use evocube_engine::optimizer::Unsupported;
use evocube_stats::numbers::grouped;

/// Maximum number of checked pairs of points of an earlier and a later stage; beyond it, each pair of stages has one at least.
const MAX_PAIRS: usize = 20_000;

/// Checks the number of trials of a sweep; `repetitions` is where they are written.
pub(super) fn check_size(
    stages: &[Stage],
    instances: usize,
    held_out: usize,
    repetitions: u64,
    place: Range<usize>,
) -> Result<(), Diagnostic> {
    let points = stages.iter().map(Stage::points).fold(0, usize::saturating_add);
    let count = usize::try_from(repetitions).unwrap_or(usize::MAX);
    let held_out = stages.len().saturating_mul(held_out);
    let trials = points.saturating_mul(instances).saturating_mul(count).saturating_add(held_out);
    if trials > MAX_TRIALS {
        let trials = if trials == usize::MAX { "far too many".to_owned() } else { grouped(trials as u64) };
        let message = format!("the sweep has {trials} trials: at most {} are allowed", grouped(MAX_TRIALS as u64));
        let is_written = repetitions > 1 && !place.is_empty();
        let longest = || most_levels(stages.iter().flat_map(|stage| &stage.factors));
        let place = if is_written { Some(place) } else { longest() };
        return Err(Diagnostic::new(message, place).help("write fewer repetitions, levels or instances"));
    }
    Ok(())
}

/// Maximum number of mistakes of design points; the check ends with the last.
const MAX_ERRORS: usize = 20;

/// Checks every design point, alone and, with `has_pairs`, after the points of each earlier stage. If there are more than [`MAX_PAIRS`]
/// pairs, a regular subset is checked; a conflict of another pair is found when the stage begins. Returns mistakes and remarks, at most
/// one of each per place. `base` is as written, `complete` has every default. Of a race only a sample is checked, and conflicts are no
/// mistakes, since it leaves such configurations out.
pub(super) fn check_points(
    base: &Base,
    complete: &Base,
    stages: &[Stage],
    log: &LogKeys,
    has_pairs: bool,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let stop = StopUse::default();
    let (alphabets, errors, remarks) = (Vec::new(), Vec::new(), Vec::new());
    let mut checked = Checked { base, complete, log, alphabets, stop, errors, remarks };
    let stage_pairs = stages.len() * stages.len().saturating_sub(1) / 2;
    let max_pairs = (MAX_PAIRS / stage_pairs.max(1)).max(1);
    for (number, stage) in stages.iter().enumerate() {
        let sampled = stage.race_design().map(|_| stage.sampled(complete));
        let stage = sampled.as_ref().unwrap_or(stage);
        if let Some(open) = &stage.open {
            // The points of an open stage are known for each selection on which they depend.
            for (selection, points) in open.all() {
                for levels in points.iter() {
                    if checked.errors.len() >= MAX_ERRORS {
                        return (checked.errors, checked.remarks);
                    }
                    let earlier = stages.iter().zip(selection).flat_map(|(stage, levels)| stage.overrides(levels));
                    checked.add(stage, earlier.collect(), levels);
                }
            }
            continue;
        }
        let alone = (0..stage.points()).map(|point| (Vec::new(), point));
        let earlier = if has_pairs { &stages[..number] } else { &[] };
        let after_earlier = earlier.iter().flat_map(|earlier| {
            let pairs = pairs(earlier.points(), stage.points(), max_pairs);
            pairs.map(|(selected, point)| (earlier.overrides(&earlier.levels_of(selected)), point))
        });
        for (earlier, point) in alone.chain(after_earlier) {
            if checked.errors.len() >= MAX_ERRORS {
                return (checked.errors, checked.remarks);
            }
            checked.add(stage, earlier, &stage.levels_of(point));
        }
    }
    if checked.errors.is_empty() {
        checked.errors.extend(checked.stop.check(base).err());
    }
    (checked.errors, checked.remarks)
}

/// Returns about `max` of the pairs of numbers below two bounds, spread over both ranges.
fn pairs(first: usize, second: usize, max: usize) -> impl Iterator<Item = (usize, usize)> {
    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let count = first.saturating_mul(second);
    // A step without a common divisor visits all numbers of the first range in turn.
    let step = (count.div_ceil(max).max(1)..).find(|step| gcd(*step, first) == 1).unwrap_or(1);
    (0..count).step_by(step).map(move |pair| (pair % first, pair / first))
}

/// State of the check of design points: mistakes, remarks and caches.
struct Checked<'a> {
    /// The base as it is written, with the places of its keys.
    base: &'a Base,
    /// The base of all trials, with every default.
    complete: &'a Base,
    log: &'a LogKeys,
    /// The alphabets that are valid.
    alphabets: Vec<AlphabetConfig>,
    stop: StopUse,
    errors: Vec<Diagnostic>,
    remarks: Vec<Diagnostic>,
}

impl Checked<'_> {
    /// Checks a design point of a stage after overrides by earlier stages.
    fn add(&mut self, stage: &Stage, earlier: Vec<Override<'_>>, levels: &[Option<usize>]) {
        let overrides = stage.overrides(levels);
        let all: Vec<_> = earlier.into_iter().chain(overrides.iter().cloned()).collect();
        // A race leaves out configurations with conflicting values.
        let is_race = stage.race_design().is_some();
        let mut wrong = match overrides::read(self.complete, &all) {
            Err(_) if is_race => Vec::new(),
            Err(diagnostic) => vec![diagnostic],
            Ok(point) => {
                let mut wrong = if is_race { Vec::new() } else { conflicts(&point, self.base, &all) };
                if wrong.is_empty() {
                    let outcome = check_config(&point, self.log, &mut self.alphabets);
                    let placed =
                        |(key, message): (&str, String)| Diagnostic::new(message, place_of(&self.base.tree, &all, key));
                    let outcome = outcome.and_then(|()| check_outcome(&point, stage));
                    wrong.extend(outcome.map_err(placed).and_then(|()| self.stop.add(&point, &overrides)).err());
                }
                let remark = point_remark(&point, self.base, &all).filter(|_| !is_race);
                let is_new = |remark: &Diagnostic| !self.remarks.iter().any(|other| other.place == remark.place);
                self.remarks.extend(remark.filter(is_new));
                wrong
            }
        };
        // One mistake per place, since points that share a level share its mistake.
        wrong.retain(|new| !self.errors.iter().any(|error| error.place == new.place));
        let place = overrides.last().map(|change| change.place.clone());
        self.errors.extend(wrong.into_iter().map(|wrong| name_point(wrong, stage, levels).or_at(place.clone())));
    }
}

/// Returns the remark on a design point whose tournament is larger than its population.
fn point_remark(point: &TrialConfig, base: &Base, overrides: &[Override<'_>]) -> Option<Diagnostic> {
    let selects = point.algorithm == Algorithm::Genetic && point.replacement.uses_selection();
    let population = point.population.get();
    let Selection::Tournament(Tournament { size, replacement: true }) = point.selection else { return None };
    if !selects || size.get() <= population {
        return None;
    }
    let size = size.get();
    let message = format!(
        "tournament size {size} is larger than the population of {population}: a tournament draws some individuals twice"
    );
    let place_of = |key| place_of(&base.tree, overrides, key);
    let place = place_of("selection.tournament.size").or_else(|| place_of("population"));
    Some(Diagnostic::new(message, place).help("write a smaller size, or a larger population"))
}

/// Adds the design point to a diagnostic of a design that fills ranges, whose points are not in the file.
fn name_point(diagnostic: Diagnostic, stage: &Stage, levels: &[Option<usize>]) -> Diagnostic {
    if matches!(stage.design, Design::Factorial | Design::Race(_)) {
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

/// Checks the number of logged rows and the alphabet of a configuration. The error names the key. `good` are the valid
/// alphabets so far.
fn check_config(
    point: &TrialConfig,
    log: &LogKeys,
    good: &mut Vec<AlphabetConfig>,
) -> Result<(), (&'static str, String)> {
    if point.stop.generations.is_some_and(|generations| log.rows(generations) > MAX_ROWS as u64) {
        return Err(("stop", format!("more than {MAX_ROWS} rows of convergence a trial: set log-every higher")));
    }
    if !good.contains(&point.alphabet) {
        point.alphabet.check_symbols(&point.puzzle).map_err(|error| ("alphabet", error.to_string()))?;
        good.push(point.alphabet.clone());
    }
    Ok(())
}

/// Checks that the trials of a configuration have the outcome of their stage, and the cost of their race. The error names the key.
fn check_outcome(point: &TrialConfig, stage: &Stage) -> Result<(), (&'static str, String)> {
    // A stage that varies the target, too, asks what it changes.
    let sets = |factor: &Factor, is_one: fn(&str) -> bool| factor.keys().into_iter().any(is_one);
    let varies_target = stage.factors.iter().any(|factor| sets(factor, |key| head(key) == "stop"));
    let varied = stage.factors.iter().find(|factor| sets(factor, varies_objective)).filter(|_| !varies_target);
    if let (Some(factor), Some(target)) = (varied, point.stop.target.filter(|target| *target > 0)) {
        let message = format!(
            "stop.target = {target} is another result with each {}: write target = 0, or vary no objective",
            factor.key
        );
        return Err(("stop.target", message));
    }
    let Some(solver) = point.algorithm.solver() else { return Ok(()) };
    let (written, instead) = if stage.comparison.outcome == Outcome::RunTime {
        ("outcome = \"run-time\"", "outcome = \"solved\"")
    } else if stage.race_design().is_some_and(|race| race.cost == Cost::Evaluations) {
        ("cost = \"evaluations\"", "cost = \"penalty\"")
    } else {
        return Ok(());
    };
    let message = format!(
        "{written} compares evaluations, and the solver {solver} evaluates nothing: write {instead}, or leave the solver out"
    );
    Err((ALGORITHM, message))
}

/// Tracks whether any trial of a sweep uses the stop criterion of `[base]`.
#[derive(Default)]
struct StopUse {
    /// True if a point is not a deterministic solver, so that it uses the criterion.
    evolves: bool,
    /// Reason why a solver does not use it.
    unsupported: Option<Unsupported>,
}

impl StopUse {
    /// Adds a point.
    ///
    /// # Errors
    /// If its stage varies a key that its algorithm ignores, since points that differ in it only would be equal.
    fn add(&mut self, point: &TrialConfig, overrides: &[Override<'_>]) -> Result<(), Diagnostic> {
        self.evolves |= point.algorithm.solver().is_none();
        if let Algorithm::Custom(custom) = &point.algorithm {
            let place =
                || overrides.iter().find(|varied| varied.key.starts_with("stop")).map(|varied| varied.place.clone());
            let wrong = |Unsupported { message, .. }| Diagnostic::new(message, place());
            custom.supports(&point.stop).map_err(wrong)?;
        }
        for varied in overrides {
            let wrong = |unused: Unused| Diagnostic::new(unused.to_string(), Some(varied.place.clone()));
            check_uses(point, varied.key).map_err(wrong)?;
        }
        self.unsupported = self.unsupported.take().or(point.algorithm.supports(&point.stop).err());
        Ok(())
    }

    /// Checks that a trial uses the criterion of the base, unless that is the default.
    fn check(self, base: &Base) -> Result<(), Diagnostic> {
        match self.unsupported.filter(|_| !self.evolves) {
            Some(Unsupported { key, message }) => Err(Diagnostic::new(message, place_in(&base.tree, key))),
            None => Ok(()),
        }
    }
}

/// Error for a varied key that the algorithm of a trial does not use.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unused {
    #[error(
        "{key} has no effect on the solver {solver}, which ends when it has solved the state: vary it where only the evolution runs"
    )]
    BySolver { key: String, solver: SolverKind },
    #[error("{key} has no effect on {title}: vary it with when = {{ key = \"{ALGORITHM}\", is = \"{}\" }}", Algorithm::Genetic.name())]
    ByAlgorithm { key: String, title: String },
}

/// Checks that the algorithm uses a varied key of `[base]`, as far as the name of the key shows.
pub(super) fn check_uses(point: &TrialConfig, key: &str) -> Result<(), Unused> {
    let (algorithm, key) = (&point.algorithm, key.to_owned());
    match algorithm.solver() {
        Some(solver) if head(&key) == "stop" => Err(Unused::BySolver { key, solver }),
        None if !algorithm.has_key(head(&key)) && *algorithm != Algorithm::Genetic => {
            Err(Unused::ByAlgorithm { key, title: algorithm.title() })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::sweep::Sweep;

    #[test]
    fn points_are_checked_with_the_defaults_that_their_trials_have() {
        let sweep = |factor: &str| {
            let text = format!("name = 'x'\n[[instance]]\nrandom = 1\n[base]\npopulation = 20\n[[factor]]\n{factor}");
            Sweep::parse(&text, std::path::Path::new("x.toml")).map_err(|error| error.to_string())
        };
        // A stop criterion without limits is none, but [base] has one by default.
        assert!(sweep("key = 'stop.target'\nlevels = [0, 20]").is_ok());
        let rates = sweep("key = 'crossover.one-point.rate.from'\nlevels = [0.1, 0.2]");
        assert!(rates.as_ref().is_err_and(|error| error.contains("x.toml:7:")), "{rates:?}");
    }

    #[test]
    fn pairs_are_all_or_a_subset_that_covers_both_ranges() {
        let all: HashSet<_> = pairs(7, 9, 63).collect();
        assert_eq!(all.len(), 63);
        for (first, second, max) in [(2, 2, 1), (6, 9, 20), (1000, 300, 20_000), (1, 40, 7), (0, 3, 5)] {
            let pairs: Vec<_> = pairs(first, second, max).collect();
            assert!(pairs.len() <= max && pairs.iter().all(|pair| pair.0 < first && pair.1 < second));
            let covered = |values: HashSet<usize>, bound: usize| assert_eq!(values.len(), bound.min(pairs.len()));
            covered(pairs.iter().map(|pair| pair.0).collect(), first);
            covered(pairs.iter().map(|pair| pair.1).collect(), second);
        }
    }
}
