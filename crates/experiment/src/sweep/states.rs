//! Reading the instances and the goal of a sweep, with their mistakes, and the names of its baseline solvers. The forms in which a state
//! can be written are read by `instance`, which also draws random states. Held-out instances are checked in `held_out`.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;

use super::diagnostic::{Diagnostic, keep, reject};
use super::list_of_tables::tables;
use super::repair::read_repaired;
use super::sources::Sources;
use super::{MAX_TRIALS, Stage, held_out};
use crate::instance::{Instance, InstanceEntry, read_goal, shorten_digests};
use evocube_cube::document::Node;
use evocube_cube::puzzle::AnyPuzzle;
use evocube_cube::rng::Seed;
use evocube_cube::search::SolverKind;

/// What the states of a sweep depend on.
pub(super) struct StateContext<'a> {
    pub(super) puzzle: &'a AnyPuzzle,
    pub(super) is_puzzle_known: bool,
    pub(super) master: Seed,
    pub(super) sources: &'a Sources,
}

impl StateContext<'_> {
    /// Reads the goal of all instances.
    pub(super) fn goal(&self, goal: Option<&Spanned<String>>, errors: &mut Vec<Diagnostic>) -> Option<String> {
        let goal = goal.filter(|_| self.is_puzzle_known)?;
        let wrong = |(message, position)| Diagnostic::new(message, Some(goal.span())).in_text(position);
        keep(read_goal(goal.get_ref(), self.puzzle).map_err(wrong), errors)
    }

    /// Draws the held-out instances, given their number and its place.
    pub(super) fn held_out(
        &self,
        holdout: Option<(u64, Range<usize>)>,
        instances: &[Instance],
        stages: &[Stage],
        goal: Option<&String>,
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<Instance> {
        let Some((count, place)) = holdout.filter(|_| self.is_puzzle_known) else { return Vec::new() };
        let drawn = held_out::draw(count, instances, stages, self.puzzle, self.master, goal);
        keep(drawn.or_else(|(_, message)| reject(message, place)), errors).unwrap_or_default()
    }

    /// Reads the instances, each with the place of its entry. If the puzzle is unknown, only their keys are checked.
    pub(super) fn instances(
        &self,
        value: Option<Node>,
        errors: &mut Vec<Diagnostic>,
    ) -> (Vec<Instance>, Vec<Range<usize>>) {
        let Self { puzzle, is_puzzle_known, master, sources } = *self;
        let entries = value.map_or(Vec::new(), |value| tables(value, "instance", errors));
        let (mut groups, mut count) = (Vec::new(), 0);
        for mut entry in entries {
            let span = entry.span();
            let errors_before = errors.len();
            let Some(read) = read_repaired::<InstanceEntry>(&mut entry, errors) else { continue };
            if !is_puzzle_known || errors.len() > errors_before {
                continue;
            }
            match read.instances(puzzle, master, sources.path_at(&span)) {
                Err(wrong) => {
                    let place = wrong.place.or(Some(span.clone()));
                    errors.push(Diagnostic::new(wrong.message, place).in_text(wrong.position));
                }
                Ok(instances) => {
                    count += instances.len();
                    groups.push((span.clone(), read.is_named_by_state(), instances));
                }
            }
            if count > MAX_TRIALS {
                let message = format!("the sweep has more than the {MAX_TRIALS} instances allowed");
                errors.push(Diagnostic::new(message, Some(span)));
                break;
            }
        }
        let named_by_state = groups.iter_mut().filter(|(_, is_named_by_state, _)| *is_named_by_state);
        shorten_digests(
            named_by_state.flat_map(|(.., instances)| instances.iter_mut().map(|instance| &mut instance.name)),
        );
        let mut names: HashMap<&str, &Range<usize>> = HashMap::new();
        for (span, is_named_by_state, instances) in &groups {
            for instance in instances {
                let Some(first) = names.insert(&instance.name, span) else { continue };
                let place = Some(span.clone());
                errors.push(match sources.line(first).filter(|_| *is_named_by_state) {
                    // A help stands below a line of the file, which is not shown of a file outside the sweep's folder.
                    Some(line) => Diagnostic::new(
                        format!(
                            "this is the same cube as that of {line}: leave one of them out, or give it another name"
                        ),
                        place,
                    ),
                    None => Diagnostic::new(format!("two instances are called \"{}\"", instance.name), place)
                        .help("write name = \"…\" to tell them apart"),
                });
            }
        }
        let placed = |(span, _, instances): (Range<usize>, bool, Vec<Instance>)| {
            instances.into_iter().map(move |instance| (instance, span.clone()))
        };
        groups.into_iter().flat_map(placed).unzip()
    }

    /// Reads the names of the solvers that also solve each instance.
    pub(super) fn baselines(&self, names: &[Spanned<String>], errors: &mut Vec<Diagnostic>) -> Vec<SolverKind> {
        let Self { puzzle, is_puzzle_known, .. } = *self;
        let mut baselines = Vec::new();
        for name in names {
            let mut wrong = |message: String| errors.push(Diagnostic::new(message, Some(name.span())));
            match name.get_ref().parse::<SolverKind>() {
                Err(error) => wrong(error.to_string()),
                Ok(solver) if is_puzzle_known && puzzle.cube() != Some(solver.puzzle()) => {
                    wrong(format!("the solver {solver} does not solve {puzzle}: leave it out"));
                }
                Ok(solver) if baselines.contains(&solver) => {
                    wrong(format!("baseline {solver} is named twice: leave one out"));
                }
                Ok(solver) => baselines.push(solver),
            }
        }
        baselines
    }
}
