//! The configurations that may be the best.

use super::levels::levels;
use crate::document::{Span, plain, strong};
use crate::figures::StageView;
use crate::model::outcome_description;
use crate::wording::{counted, grouped};
use evocube_experiment::record::Outcome;

/// Maximum number of configurations that are named.
const MAX_NAMED: usize = 3;

/// Returns the configurations that may be the best. Empty with one configuration or two levels of a factor, which the sentence on
/// the factor compares, and while nothing is tested.
pub(super) fn sentence(view: &StageView<'_>) -> Vec<Span> {
    let stage = view.stage;
    let Some(set) = &view.model.set else { return vec![] };
    let (members, all) = (set.members(), stage.points.len());
    let is_of_one_factor = view.model.is_of_one_factor();
    if is_of_one_factor && (all == 2 || members.len() == all) {
        return vec![];
    }
    let total = counted(all as u64, "configuration");
    let mut spans = match members[..] {
        [] => return vec![],
        [only] => {
            let mut spans = levels(stage, &stage.points[only]);
            spans.extend([plain(" "), strong("is the best"), plain(format!(" of {total}, with 95 % confidence."))]);
            spans
        }
        _ if members.len() == all => return vec![plain(format!("Each of {total} may be the best{}.", set.kept_by))],
        _ => {
            let mut spans = vec![strong(format!("{} of {total} may be the best", grouped(members.len() as u64)))];
            if members.len() <= MAX_NAMED {
                for (place, member) in members.iter().enumerate() {
                    spans.push(plain(if place == 0 { ": " } else { "; " }));
                    spans.extend(levels(stage, &stage.points[*member]));
                }
            }
            spans.push(plain("."));
            spans
        }
    };
    if view.model.leader.is_some_and(|leader| !set.contains(leader)) {
        spans.push(plain(" The selected one is not among them."));
    }
    spans
}

/// Returns the reason why the trials of a stage are not compared by an outcome that the sweep names.
pub(super) fn unmeasured(view: &StageView<'_>, outcome: Outcome) -> Vec<Span> {
    let solved = view.stage.solved();
    let unsolved = view.stage.outcomes().filter(|outcome| !outcome.solved).count() as u64;
    let has_evaluations = view.stage.outcomes().all(|outcome| outcome.evolution.is_some());
    vec![plain(match outcome {
        Outcome::Moves if unsolved > 0 => format!(
            "Moves are not compared, because {} of {} did not solve.",
            grouped(unsolved),
            counted(solved.trials, "trial")
        ),
        Outcome::RunTime if solved.count == 0 => "Run times are not compared, because no trial solved.".to_owned(),
        Outcome::RunTime if !has_evaluations => {
            "Run times are not compared, because a solver evaluates nothing.".to_owned()
        }
        Outcome::Penalty if !view.stage.summary.selection.comparable_penalties => {
            "Penalties are not compared, because they are those of different objectives.".to_owned()
        }
        _ => format!("All trials have the same {}.", outcome_description(outcome)),
    })]
}

/// Returns the reason why nothing is tested; empty if something is, or with a single configuration.
pub(super) fn untested(view: &StageView<'_>) -> Vec<Span> {
    let several = view.stage.points.len() > 1 && view.model.leader.is_some();
    match view.model.primary() {
        None if several => {
            vec![plain("Nothing is tested, because some configuration has no finished trial on some instance.")]
        }
        Some(tests) if several && !tests.sample.varies() => vec![plain("All trials are equal, so nothing differs.")],
        Some(tests) if several && tests.factors.effects().next().is_none() => {
            let configurations = counted(view.stage.points.len() as u64, "configuration");
            vec![plain(format!("{configurations} are too few to say which factors matter."))]
        }
        _ => vec![],
    }
}
