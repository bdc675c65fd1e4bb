//! The conditions under which the configurations of a stage are compared, where they are not those that its sentences assume.

use crate::document::{Span, code, listed, plain, strong};
use crate::result_index::{PointTrials, StageTrials};
use crate::wording::grouped;
use evocube_experiment::record::{differing, equal_effort};
use evocube_experiment::sweep::changes_resources;
use evocube_stats::median;

/// Maximum number of levels by which a configuration is named.
const MAX_LEVELS: usize = 3;

/// Returns the sentences on the conditions of a stage; none if each trial that counts as solved has solved its instance, and all
/// configurations may spend as many evaluations and do.
pub(super) fn sentences(stage: &StageTrials<'_>) -> Vec<Vec<Span>> {
    let by_target = stage.outcomes().any(|outcome| outcome.reached && !outcome.solved);
    let target = || vec![plain("Trials that reached their "), code("stop.target"), plain(" count as solved.")];
    by_target.then(target).into_iter().chain(unequal_effort(stage)).collect()
}

/// Returns the sentence on configurations whose limits allow, or whose median trials spend until a limit ends them, numbers of
/// evaluations that differ by a fifth or more, with the line that makes them equal.
fn unequal_effort(stage: &StageTrials<'_>) -> Option<Vec<Span>> {
    let effort = &stage.summary.effort;
    let limits = effort.unequal();
    let is_relevant = |key: &str| limits.is_none() || changes_resources(key);
    let (verb, [least, most]) = match limits {
        Some(ends) => ("the limits allow", ends),
        None => ("the median trial that a limit ended spent", spent(stage)?),
    };
    let count = grouped(least.1);
    let mut spans = vec![strong("Unequal effort"), plain(format!(": {verb} {count} evaluations with "))];
    spans.extend(name(stage, (least.0, most.0), is_relevant));
    spans.push(plain(format!(" and {} with ", grouped(most.1))));
    spans.extend(name(stage, (most.0, least.0), is_relevant));
    spans.extend([plain("; write "), code(equal_effort(least.1)), plain(" to compare at equal effort.")]);
    Some(spans)
}

/// Returns the index and the median evaluations of the configurations whose trials spend least and most until a limit of the sweep
/// ends them; `None` unless they differ by a fifth or more.
fn spent(stage: &StageTrials<'_>) -> Option<[(usize, u64); 2]> {
    let is_limited =
        |point: &&PointTrials<'_>| matches!(stage.summary.effort.allowances.get(point.index()), Some(Some(_)));
    let medians = stage.points.iter().filter(is_limited).filter_map(|point| {
        let ended = point.outcomes().filter(|outcome| outcome.is_at_limit()).filter_map(|outcome| outcome.evolution);
        let evaluations: Vec<f64> = ended.map(|counts| counts.evaluations as f64).collect();
        // Medians of counts are far below 2^53.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        median(&evaluations).map(|median| (point.index(), median as u64))
    });
    differing(medians)
}

/// Returns a configuration by its levels of relevant factors that differ from those of another one, or by its number if they are
/// many.
fn name(stage: &StageTrials<'_>, (point, other): (usize, usize), is_relevant: impl Fn(&str) -> bool) -> Vec<Span> {
    let [levels, others] = [point, other].map(|point| stage.points[point].levels);
    let differs = |factor: &usize| levels[*factor] != others[*factor] && !levels[*factor].is_empty();
    let factors = &stage.summary.factors;
    let differing = (0..factors.len()).filter(differs).filter(|factor| is_relevant(&factors[*factor].key));
    let keys = stage.summary.short_keys();
    let named: Vec<Vec<Span>> =
        differing.map(|factor| vec![code(format!("{} = {}", keys[factor], levels[factor]))]).collect();
    match named.len() {
        1..=MAX_LEVELS => listed(named),
        _ => vec![plain(format!("configuration {}", stage.points[point].number))],
    }
}
