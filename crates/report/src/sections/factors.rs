//! The effects of a stage's factors in sentences.

mod answer;
mod trend;

use crate::document::{Block, Span, code, listed, plain, strong, subheading};
use crate::factor_analysis::{CompleteDesign, FactorAnalysis, Kind, SampledDesign, TestedEffect};
use crate::figures::StageView;
use crate::result_index::StageTrials;
use crate::stage_comparison::Measure;
use crate::wording::{self, counted, number, percent};
pub(crate) use answer::answer;
use answer::matters;
use evocube_stats::{Interval, LEVEL};
use trend::{Trend, trend};

/// Returns the sentences of a stage below their heading: the factor that matters most first. Empty without an analysis, unless
/// that is for the reason that some factors are conditional.
pub(super) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let Some(analysis) = &view.factors else { return conditional(view.stage) };
    let items = match &analysis.kind {
        Kind::Complete(design) => of_complete(view.stage, analysis, design),
        Kind::Sampled(design) => of_sampled(view.stage, design),
    };
    vec![subheading("Factors"), Block::List(items)]
}

/// Returns a sentence on factors that apply to some configurations only; empty without any.
fn conditional(stage: &StageTrials<'_>) -> Vec<Block> {
    let factors = stage.conditional_factors();
    if factors.is_empty() {
        return vec![];
    }
    let verb = if factors.len() == 1 { "applies" } else { "apply" };
    let mut spans = listed(factors.iter().map(|factor| vec![code(&factor.key)]).collect());
    spans.push(plain(format!(" {verb} to some configurations only. Configurations are compared, and not factors.")));
    vec![subheading("Factors"), Block::Paragraph(spans)]
}

fn key(stage: &StageTrials<'_>, factors: &[usize], factor: usize) -> Span {
    code(&stage.summary.factors[factors[factor]].key)
}

/// Returns the name and the unit of a measure.
fn quantity(measure: Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::Penalty => ("mean penalty", ""),
        Measure::Solved | Measure::RunTime => ("share of unsolved trials", " %"),
    }
}

fn of_complete(stage: &StageTrials<'_>, analysis: &FactorAnalysis, design: &CompleteDesign) -> Vec<Vec<Span>> {
    let (main, pairs) = design.effects.split_at(design.factors.len());
    let mut order: Vec<usize> = (0..main.len()).collect();
    order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
    let significant: Vec<usize> = order.iter().copied().filter(|factor| main[*factor].p < LEVEL).collect();
    let mut items = Vec::new();
    for &factor in &order {
        let effect = &main[factor];
        let mut spans = vec![key(stage, &design.factors, factor), plain(" ")];
        if effect.p < LEVEL {
            spans.push(matters(factor, &significant, |first, second| design.exceeds(first, second)));
            let explains = format!(
                ": it explains {} of the variance between configurations ({}).",
                percent(effect.share),
                wording::p_is(effect.p)
            );
            spans.push(plain(explains));
            spans.extend(best_level(stage, analysis, design, factor));
        } else if let Some(bound) = design.bound(analysis.measure, factor, 1) {
            spans.push(strong("makes no significant difference"));
            spans.push(plain(format!(
                " ({}): its levels differ by less than {} on average (95 % bound).",
                wording::p_is(effect.p),
                number(bound),
            )));
        } else {
            spans.push(plain(format!("is not shown to matter ({}).", wording::p_is(effect.p))));
        }
        items.push(spans);
    }
    items.extend(interactions(stage, design, pairs));
    items.push(vec![plain(scope(design, analysis.measure))]);
    items
}

/// Returns the level with the lowest mean, and those that are significantly worse.
fn best_level(stage: &StageTrials<'_>, analysis: &FactorAnalysis, design: &CompleteDesign, factor: usize) -> Vec<Span> {
    let levels = &stage.summary.factors[design.factors[factor]].levels;
    let ranking = design.ranking(factor, levels.len());
    let (quantity, unit) = quantity(analysis.measure);
    let mean = |level: usize| format!("{}{unit}", number(design.factorial.mean(&[(factor, level)])));
    let best = ranking[0];
    let mut spans = vec![
        plain(format!(" Its {quantity} is lowest with ")),
        code(&levels[best]),
        plain(format!(": {}", mean(best))),
    ];
    let worse: Vec<_> =
        ranking[1..].iter().filter_map(|level| Some((*level, design.excess(factor, best, *level)?))).collect();
    if !worse.is_empty() {
        spans.push(plain(", significantly lower than with "));
        let each = |(level, excess): (usize, Interval)| {
            // Student's t describes no rates: the ends of its interval can be beyond 100 %.
            let more = match analysis.measure {
                Measure::Penalty => format!(", {} more", wording::range(excess, number)),
                Measure::Solved | Measure::RunTime => String::new(),
            };
            vec![code(&levels[level]), plain(format!(" ({}{more})", mean(level)))]
        };
        spans.extend(listed(worse.into_iter().map(each).collect()));
    }
    spans.push(plain("."));
    match trend(design, factor, levels) {
        Some(Trend::Whole { larger: true }) => spans.push(plain(" Larger is better over its whole range.")),
        Some(Trend::Whole { larger: false }) => spans.push(plain(" Smaller is better over its whole range.")),
        Some(Trend::UpTo { .. }) | None => {}
    }
    spans
}

/// Returns a sentence for each significant interaction, or one that there is none.
fn interactions(stage: &StageTrials<'_>, design: &CompleteDesign, pairs: &[TestedEffect]) -> Vec<Vec<Span>> {
    let mut significant: Vec<_> = pairs.iter().filter(|effect| effect.p < LEVEL).collect();
    if significant.is_empty() {
        let text = match pairs.len() {
            0 => return vec![],
            1 => "Their interaction is not significant".to_owned(),
            several => format!("None of {several} interactions of two factors is significant"),
        };
        return vec![vec![plain(format!("{text}: no factor's effect is shown to depend on another's level."))]];
    }
    significant.sort_by(|a, b| b.share.total_cmp(&a.share));
    let sentence = |effect: &TestedEffect| {
        vec![
            plain("The effect of "),
            key(stage, &design.factors, effect.factors[0]),
            plain(" "),
            strong("depends on"),
            plain(" "),
            key(stage, &design.factors, effect.factors[1]),
            plain(format!(
                ": their interaction explains {} of the variance ({}).",
                percent(effect.share),
                wording::p_is(effect.p)
            )),
        ]
    };
    significant.into_iter().map(sentence).collect()
}

/// Returns the sentence on the method and on the scope of the results.
fn scope(design: &CompleteDesign, measure: Measure) -> String {
    let tests = counted(design.family as u64, "test");
    let noise = if design.generalizes() {
        "the instance is the unit, so this holds for instances like these"
    } else {
        "the trial is the unit, so this holds for these instances"
    };
    let means = match measure {
        Measure::Penalty => "Means with the 95 % interval of differences",
        Measure::Solved | Measure::RunTime => "Means",
    };
    format!("{means}; p after Holm's correction for {tests} of the stage; {noise}.")
}

fn of_sampled(stage: &StageTrials<'_>, design: &SampledDesign) -> Vec<Vec<Span>> {
    let (main, _) = design.importances.split_at(design.factors.len());
    let mut order: Vec<usize> = (0..main.len()).collect();
    order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
    let (shown, others): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|factor| main[*factor].p < LEVEL);
    let mut items: Vec<Vec<Span>> = Vec::new();
    for &factor in &shown {
        items.push(vec![
            key(stage, &design.factors, factor),
            plain(" "),
            matters(factor, &shown, |first, second| design.forest.exceeds(first, second)),
            plain(format!(
                ": it explains {} of the variance that a regression forest predicts ({}). The lowest prediction is near ",
                percent(main[factor].share),
                wording::p_is(main[factor].p)
            )),
            code(design.best(factor)),
            plain("."),
        ]);
    }
    if !others.is_empty() {
        let text = match (shown.is_empty(), others.len()) {
            (true, _) => "No factor is shown to explain more of the variance than chance does.".to_owned(),
            (false, 1) => "The other factor is not shown to matter.".to_owned(),
            (false, several) => format!("The {several} other factors are not shown to matter."),
        };
        items.push(vec![plain(text)]);
    }
    let fit = design.forest.r_squared;
    let predicts = if fit > 0.0 {
        format!("The forest predicts {} of the variance of configurations that it was not built from.", percent(fit))
    } else {
        "The forest predicts configurations that it was not built from no better than the mean.".to_owned()
    };
    items.push(vec![plain(format!(
        "{predicts} p-values are those of permutations, for all factors of the stage together."
    ))]);
    items
}
