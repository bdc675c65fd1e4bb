//! Remarks on parts of a valid sweep without effect, or with an unexpected one: factors of one level, parts of `[base]` that factors
//! replace, and instances that are solved at the start. Remarks on design points are in `check`, notes on restarts in
//! `src/cli/commands/plan`.

use std::ops::Range;

use super::base::Base;
use super::diagnostic::Diagnostic;
use super::key_path::alternatives;
use super::{Factor, Stage};
use crate::instance::Instance;
use evocube_cube::puzzle::{AnyPuzzle, Puzzle};
use evocube_cube::with_puzzle;

/// Returns the remarks on the factors of a sweep.
pub(super) fn factor_remarks(base: &Base, stages: &[Stage]) -> Vec<Diagnostic> {
    let factors = stages.iter().flat_map(|stage| &stage.factors);
    let constant = factors.filter_map(single_level_remark);
    // Only the first stage is checked: before later stages, earlier ones use the base.
    let first = stages.first().into_iter().flat_map(|stage| &stage.factors);
    constant.chain(first.flat_map(|factor| replaced_by(factor, base))).collect()
}

/// Returns the remarks on instances, at the places of their entries, that are solved before the first move. Random states hardly ever
/// are: of many instances, the first are looked at.
pub(super) fn solved_instances(puzzle: &AnyPuzzle, instances: &[Instance], places: &[Range<usize>]) -> Vec<Diagnostic> {
    /// Number of instances that are looked at.
    const MAX: usize = 1000;
    let solved = with_puzzle!(puzzle, |puzzle| puzzle.write_state(puzzle.solved()));
    let is_solved = |instance: &Instance| match puzzle.cube() {
        // No other state of a cube looks solved, and a state has one text.
        Some(_) => instance.state == *instance.goal.as_ref().unwrap_or(&solved),
        None => with_puzzle!(puzzle, |puzzle| puzzle.is_solved(instance.problem(puzzle))),
    };
    let remark = |(instance, place): (&Instance, &Range<usize>)| {
        let message = format!("instance {} is solved at the start: its trials end with no moves", instance.name);
        Diagnostic::new(message, Some(place.clone())).help("leave it out, or write another goal")
    };
    instances.iter().zip(places).take(MAX).filter(|(instance, _)| is_solved(instance)).map(remark).collect()
}

/// Returns the remark on a factor that has one level wherever it applies, and applies everywhere.
fn single_level_remark(factor: &Factor) -> Option<Diagnostic> {
    let [level] = &factor.levels[..] else { return None };
    if factor.range.is_some() || !factor.conditions.is_empty() {
        return None;
    }
    let message = format!("factor \"{}\" has one level and varies nothing", factor.key);
    let help = if factor.is_labeled {
        "add a level, or write what it sets in [base]".to_owned()
    } else {
        format!("add a level, or write {} = {} in [base]", factor.key, level.value())
    };
    Some(Diagnostic::new(message, Some(factor.places.levels.clone())).help(help))
}

/// Returns the remarks on alternatives of the base that a factor inside another alternative replaces in every trial.
fn replaced_by(factor: &Factor, base: &Base) -> Vec<Diagnostic> {
    if !factor.conditions.is_empty() || factor.is_labeled {
        return Vec::new();
    }
    let remark = |(outer, name): (&str, &str)| {
        let value = base.tree.descend(outer).filter(|value| value.get(name).is_none())?;
        let other = match value.as_text() {
            Some(word) => word.to_owned(),
            None => value.entries().next()?.0.to_owned(),
        };
        if other == name {
            return None;
        }
        let message =
            format!("{outer} \"{other}\" has no effect: factor \"{}\" selects \"{name}\" in every trial", factor.key);
        Some(
            Diagnostic::new(message, value.place())
                .help(format!("leave {other} out, or compare both by a factor \"{outer}\"")),
        )
    };
    alternatives(&factor.key).filter_map(remark).collect()
}
