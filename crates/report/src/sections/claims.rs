//! The claims of a report: which differences are significant, and for which instances they hold.

use super::levels::levels;
use crate::document::{Span, listed, plain, strong};
use crate::result_index::{PointTrials, ResultIndex, StageTrials};
use crate::stage_comparison::{Comparisons, Equivalence, Measure, MeasureComparison, StageComparison};
use crate::wording::{self, counted, percent};
use evocube_stats::{MIN_SOLVED, magnitude};

/// Maximum number of configurations that are named as candidates for the best.
const MAX_NAMED: usize = 3;

/// Returns the significant differences of the selected configuration from the others, in a sentence for each measure.
pub(super) fn significance(stage: &StageTrials<'_>, compared: &StageComparison) -> Vec<Span> {
    if compared.others() == 0 {
        return vec![plain("Nothing else was tried, so nothing is compared.")];
    }
    let mut spans = vec![];
    for (index, comparison) in compared.by_measure.iter().enumerate() {
        if index > 0 {
            spans.push(plain(" "));
        }
        spans.extend(claim(stage, comparison, Others::new(stage, comparison)));
        spans.extend(against_next(stage, comparison, compared.family));
        let (_, better) = comparison.significant();
        if !better.is_empty() && comparison.measure != Measure::RunTime {
            let rule = stage.summary.selection.rule;
            spans.push(plain(format!("; the rule {rule} still selects it, since the test compares ranks")));
        }
        spans.push(plain("."));
        spans.extend(equivalent(comparison));
    }
    spans
}

/// The configurations that the leading one is compared with by a measure.
#[derive(Clone, Copy)]
struct Others {
    count: usize,
    /// Whether they are all others. Otherwise they are those of which enough trials solve for a comparison of run times.
    are_all: bool,
}

impl Others {
    fn new(stage: &StageTrials<'_>, comparison: &MeasureComparison) -> Self {
        let count = comparison.compared();
        let with_trials = stage.points.iter().filter(|point| !point.trials.is_empty()).count();
        Self { count, are_all: comparison.measure != Measure::RunTime || count + 1 >= with_trials }
    }

    /// Returns the words for some of them: `all 3 other configurations`.
    fn words(self, some: usize) -> String {
        let which = self.which();
        match (some, self.count) {
            (_, 1) => format!("the other configuration{which}"),
            (all, count) if all == count => format!("all {all} other configurations{which}"),
            (some, count) => format!("{some} of the {count} other configurations{which}"),
        }
    }

    fn which(self) -> String {
        if self.are_all { String::new() } else { format!(" with at least {MIN_SOLVED} solved trials") }
    }
}

/// Returns the significant differences by one measure. If only some of the others differ, they are ruled out as the best (Hsu
/// 1981). That the leading configuration is better than each of them is not claimed, because the same trials made it the leading
/// one.
fn claim(stage: &StageTrials<'_>, comparison: &MeasureComparison, others: Others) -> Vec<Span> {
    let (worse, better) = comparison.significant();
    let (before, lower, higher) = match comparison.measure {
        Measure::Penalty => ("Its penalties are ", "lower than those of", "higher than those of"),
        Measure::Solved => ("It solves ", "more trials than", "fewer trials than"),
        Measure::RunTime => ("It solves ", "sooner than", "later than"),
    };
    let significantly = |words: &str, count: usize| strong(format!("significantly {words} {}", others.words(count)));
    match (worse.len(), better.len()) {
        (0, 0) => {
            let (plural, which) = (if others.count == 1 { "" } else { "s" }, others.which());
            let measure = comparison.measure.name();
            vec![strong(format!("No difference in {measure} to the other configuration{plural}{which} is significant"))]
        }
        (count, 0) if count < others.count => candidates(stage, comparison, (count, others)),
        (count, 0) => vec![plain(before), significantly(lower, count)],
        (0, count) => vec![plain(before), significantly(higher, count)],
        (some, rest) => {
            vec![plain(before), significantly(lower, some), plain(" and "), significantly(higher, rest)]
        }
    }
}

/// Returns the configurations that may be the best, if some of the others are ruled out.
fn candidates(stage: &StageTrials<'_>, comparison: &MeasureComparison, (out, others): (usize, Others)) -> Vec<Span> {
    let measure = comparison.measure.name();
    let may = |point: &&PointTrials<'_>| {
        comparison.against[point.index()].is_some_and(|difference| !difference.is_significant())
    };
    let left: Vec<&PointTrials<'_>> = stage.points.iter().filter(may).collect();
    let whom = if left.len() == 1 { "one other".to_owned() } else { format!("one of {} others", left.len()) };
    let among = if others.are_all { String::new() } else { format!(", among the configurations{},", others.which()) };
    let mut spans = vec![plain(format!("By {measure}{among} ")), strong(format!("it or {whom} is the best"))];
    if left.len() <= MAX_NAMED {
        for (index, point) in left.iter().enumerate() {
            spans.push(plain(if index == 0 { " (" } else { "; " }));
            spans.extend(levels(stage, point));
        }
        spans.push(plain(")"));
    }
    let verb = if out == 1 { "is" } else { "are" };
    spans.push(plain(format!(", with 95 % confidence: {out} of the {} others {verb} ruled out", others.count)));
    spans
}

/// Returns the differences that are shown to be small, whether they are significant or not.
fn equivalent(comparison: &MeasureComparison) -> Vec<Span> {
    let others = comparison.compared();
    let count = |size| comparison.against.iter().flatten().filter(|difference| difference.equivalence == size).count();
    let (negligible, small) = (count(Equivalence::Negligible), count(Equivalence::Small));
    if negligible + small == 0 {
        return vec![];
    }
    let whose = |count: usize| match (count, others) {
        (_, 1) => "this difference".to_owned(),
        (1, _) => format!("1 of the {others} differences"),
        (count, _) => format!("{count} of the {others} differences"),
    };
    let mut spans = vec![plain(" Two one-sided tests show ")];
    let grades = [
        (negligible, "negligible", "Â₁₂ between 0.44 and 0.56"),
        (small, "at most small", "Â₁₂ between 0.36 and 0.64"),
    ];
    for (index, (count, size, range)) in grades.into_iter().filter(|(count, ..)| *count > 0).enumerate() {
        spans.extend((index > 0).then(|| plain(", and ")));
        spans.extend([plain(format!("{} to be ", whose(count))), strong(size), plain(format!(" ({range})"))]);
    }
    spans.push(plain("."));
    spans
}

/// Returns the difference to the next best in the same measure.
fn against_next(stage: &StageTrials<'_>, comparison: &MeasureComparison, family: usize) -> Vec<Span> {
    let next = stage.next_best().and_then(|(other, _)| comparison.against[other.index()]);
    let Some(nearest) = next else { return vec![] };
    let is_better = match comparison.measure {
        Measure::Penalty => "has the lower penalty",
        Measure::Solved => "is the better one",
        Measure::RunTime => "solves sooner",
    };
    let (a12, interval) = (nearest.effect.a12, nearest.effect.interval(0.95));
    let size = magnitude(interval).map_or(String::new(), |size| format!(", a {size} effect"));
    let text = format!(
        "; against the next best {} after Holm's correction for {}, and a trial of it {is_better} in {} of pairs, ties \
         counting half (Â₁₂ = {a12:.2}, 95 % interval {}{size})",
        wording::p_is(nearest.p),
        counted(family as u64, "comparison"),
        percent(a12),
        wording::range(interval, |end| format!("{end:.2}")),
    );
    vec![plain(text)]
}

/// Returns the instances for which the significant differences hold; empty without any.
pub(super) fn scope(comparisons: &[&MeasureComparison], instances: u64) -> Vec<Span> {
    let each = comparisons.iter().flat_map(|comparison| comparison.against.iter().flatten());
    let significant: Vec<_> = each.filter(|difference| difference.is_significant()).collect();
    let general = significant.iter().filter(|difference| difference.generalizes).count();
    let tried = format!("This holds for the {instances} instances that were tried");
    let text = match (significant.len(), general, instances) {
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

/// Returns the number of stages whose selected configuration differs significantly from others.
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
    let corrected = format!("after Holm's correction within each stage ({})", measures(comparisons));
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
        (some, "rules out some of the others as the best, not all"),
        (none, "differs significantly from none"),
        (worse, "is significantly worse than another by ranks"),
    ];
    let mut spans = vec![plain(format!(
        "Of {} with several configurations the selected one, {corrected}, ",
        counted(stages as u64, "stage")
    ))];
    let group = |(names, words): (Vec<&str>, &str)| {
        vec![plain(format!("in {} ", names.len())), strong(words), plain(format!(" ({})", names.join(", ")))]
    };
    spans.extend(listed(groups.into_iter().filter(|(names, _)| !names.is_empty()).map(group).collect()));
    spans.push(plain("."));
    spans
}

/// Returns the measures that any stage compares.
fn measures(comparisons: &Comparisons) -> String {
    let has = |measure: &Measure| {
        let mut all = comparisons.stages.iter().flat_map(|compared| &compared.by_measure);
        all.any(|comparison| comparison.measure == *measure)
    };
    let name = |measure: Measure| if measure == Measure::Penalty { "penalties" } else { measure.name() };
    let measures = [Measure::Penalty, Measure::Solved, Measure::RunTime].into_iter().filter(has);
    measures.map(name).collect::<Vec<_>>().join(", ")
}
