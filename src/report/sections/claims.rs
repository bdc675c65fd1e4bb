//! The claims of a report: which differences are significant, and for which instances they hold.

use crate::report::document::{Span, plain, strong};
use crate::report::result_index::{ResultIndex, StageTrials};
use crate::report::stage_comparison::{Comparisons, Measure, MeasureComparison, StageComparison};
use crate::report::wording::{self, counted};
use crate::stats::magnitude;

/// The significant differences of the selected configuration to others, in a sentence a measure.
pub(super) fn significance(
    stage: &StageTrials<'_>,
    compared: &StageComparison,
    comparisons: &Comparisons,
) -> Vec<Span> {
    if compared.others() == 0 {
        return vec![plain("Nothing else was tried, so nothing is compared.")];
    }
    let mut spans = vec![];
    for (at, comparison) in compared.by_measure.iter().enumerate() {
        if at > 0 {
            spans.push(plain(" "));
        }
        spans.extend(claim(comparison, compared.others()));
        spans.extend(against_next(stage, comparison, comparisons));
        let (_, better) = comparison.significant();
        if !better.is_empty() && comparison.measure != Measure::RunTime {
            let rule = stage.summary.selection.rule;
            spans.push(plain(format!("; the rule {rule} still selects it, since the test compares ranks")));
        }
        spans.push(plain("."));
    }
    spans
}

/// The significant differences by one measure.
fn claim(comparison: &MeasureComparison, others: usize) -> Vec<Span> {
    let (worse, better) = comparison.significant();
    let (before, lower, higher, nothing) = match comparison.measure {
        Measure::Penalty => ("Its penalties are ", "lower than those of", "higher than those of", "penalty"),
        Measure::Solved => ("It solves ", "more trials than", "fewer trials than", "solved trials"),
        Measure::RunTime => ("It solves ", "sooner than", "later than", "evaluations until solved"),
    };
    let whom = |count: usize| match (count, others) {
        (_, 1) => "the other configuration".to_owned(),
        (all, _) if all == others => format!("all {all} other configurations"),
        (some, _) => format!("{some} of the {others} other configurations"),
    };
    let significantly = |words: &str, count: usize| strong(format!("significantly {words} {}", whom(count)));
    match (worse.len(), better.len()) {
        (0, 0) => {
            let all = if others == 1 { "configuration" } else { "configurations" };
            vec![strong(format!("No difference in {nothing} to the other {all} is significant"))]
        }
        (count, 0) => vec![plain(before), significantly(lower, count)],
        (0, count) => vec![plain(before), significantly(higher, count)],
        (some, rest) => {
            vec![plain(before), significantly(lower, some), plain(" and "), significantly(higher, rest)]
        }
    }
}

/// The difference to the next best in the same measure.
fn against_next(stage: &StageTrials<'_>, comparison: &MeasureComparison, comparisons: &Comparisons) -> Vec<Span> {
    let next = stage.next_best().and_then(|(other, _)| comparison.against[other.index()]);
    let Some(nearest) = next else { return vec![] };
    let is_better = match comparison.measure {
        Measure::Penalty => "has the lower penalty",
        Measure::Solved => "is the better one",
        Measure::RunTime => "solves sooner",
    };
    let text = format!(
        "; against the next best {} after {} for {}, and a trial of it {is_better} in {:.0} % of pairs, ties counting half \
         (Â₁₂ = {:.2}, a {} effect)",
        wording::p_is(nearest.p),
        comparisons.correction,
        counted(comparisons.family as u64, "comparison"),
        nearest.a12 * 100.0,
        nearest.a12,
        magnitude(nearest.a12)
    );
    vec![plain(text)]
}

/// The instances for which the significant differences hold; empty without any.
pub(super) fn scope(comparisons: &[&MeasureComparison], instances: u64) -> Vec<Span> {
    let each = comparisons.iter().flat_map(|comparison| comparison.against.iter().flatten());
    let found: Vec<_> = each.filter(|difference| difference.is_significant()).collect();
    let general = found.iter().filter(|difference| difference.generalizes).count();
    let tried = format!("This holds for the {instances} instances that were tried");
    let text = match (found.len(), general, instances) {
        (0, ..) => return vec![],
        (.., 1) => "This holds for the one instance that was tried.".to_owned(),
        (_, 0, _) => format!("{tried}; they do not show whether it holds for others."),
        (all, agree, _) if all == agree => format!(
            "This holds for instances like these: it is significant, too, by Wilcoxon's signed ranks of the {instances} \
             instances."
        ),
        (all, agree, _) => format!(
            "{tried}; by Wilcoxon's signed ranks of the instances {agree} of the {all} significant differences {} for \
             instances like these.",
            if agree == 1 { "holds" } else { "hold" }
        ),
    };
    vec![plain(text)]
}

/// The number of stages whose selected configuration differs significantly from others.
pub(super) fn matters(index: &ResultIndex<'_>, comparisons: &Comparisons) -> Vec<Span> {
    let (mut all, mut some, mut none, mut worse) = (vec![], vec![], vec![], vec![]);
    for (stage, compared) in index.stages.iter().zip(&comparisons.stages) {
        let group = match (compared.worse_and_better(), compared.others()) {
            (_, 0) => continue,
            ((_, better), _) if better > 0 => &mut worse,
            ((0, _), _) => &mut none,
            ((beaten, _), others) if beaten == others => &mut all,
            _ => &mut some,
        };
        group.push(stage.summary.name.as_str());
    }
    let stages = all.len() + some.len() + none.len() + worse.len();
    if stages == 0 {
        return vec![plain("Nothing is compared yet.")];
    }
    let corrected = format!(
        "after {} for {} ({})",
        comparisons.correction,
        counted(comparisons.family as u64, "comparison"),
        measures(comparisons)
    );
    if none.len() == stages {
        let design = comparisons.design;
        let why = if design.can_show() {
            "Another seed might select others.".to_owned()
        } else {
            format!(
                "With {} on {} no difference can be significant, however large it is.",
                counted(design.repetitions, "repetition"),
                counted(design.instances, "instance")
            )
        };
        return vec![
            strong("In no stage is any difference significant"),
            plain(format!(" between the selected configuration and the others, {corrected}. {why}")),
        ];
    }
    let groups = [
        (all, "is significantly better than all others"),
        (some, "is significantly better than some of the others, not all"),
        (none, "differs significantly from none"),
        (worse, "is significantly worse than another by ranks"),
    ];
    let groups: Vec<_> = groups.into_iter().filter(|(names, _)| !names.is_empty()).collect();
    let mut spans = vec![plain(format!(
        "Of {} with several configurations the selected one, {corrected}, ",
        counted(stages as u64, "stage")
    ))];
    for (at, (names, words)) in groups.iter().enumerate() {
        spans.push(plain(match at {
            0 => "",
            at if at + 1 == groups.len() => " and ",
            _ => ", ",
        }));
        spans.push(plain(format!("in {} ", names.len())));
        spans.push(strong(*words));
        spans.push(plain(format!(" ({})", names.join(", "))));
    }
    spans.push(plain("."));
    spans
}

/// The measures that any stage compares.
fn measures(comparisons: &Comparisons) -> String {
    let has = |measure| {
        let mut all = comparisons.stages.iter().flat_map(|compared| &compared.by_measure);
        all.any(|comparison| comparison.measure == measure)
    };
    let named = [
        (Measure::Penalty, "penalties"),
        (Measure::Solved, "solved trials"),
        (Measure::RunTime, "evaluations until solved"),
    ];
    let words: Vec<&str> = named.into_iter().filter(|(measure, _)| has(*measure)).map(|(_, word)| word).collect();
    words.join(", ")
}
