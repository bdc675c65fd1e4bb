//! The sentence on the factors of a stage at the top of the report.

use super::key;
use super::trend::{Trend, trend};
use crate::document::{Span, code, listed, plain, strong};
use crate::factor_analysis::{CompleteDesign, FactorAnalysis, Kind, SampledDesign, TestedEffect};
use crate::result_index::StageTrials;
use crate::stage_comparison::Measure;
use crate::wording::{counted, number, percent, percent_range};
use evocube_stats::LEVEL;

/// Minimum share of draws in which a factor explains more than the next one, for the claim that it matters most.
const CONFIDENCE: f64 = 0.975;

/// Largest distance of a share from the ends of its interval with which the share is stated, so that stated shares are
/// on average within 0.05 of the true ones. Of others only the interval is stated.
const KNOWN_WITHIN: f64 = 0.08;

/// Returns the sentences on the factors that matter, their directions, and the factors whose differences are bounded. Empty
/// without an analysis, and if no effect and no bound is shown.
pub(crate) fn answer(stage: &StageTrials<'_>, factors: Option<&FactorAnalysis>) -> Vec<Span> {
    match factors {
        Some(FactorAnalysis { measure, kind: Kind::Complete(design) }) => {
            Complete { stage, design, measure: *measure }.sentences()
        }
        Some(FactorAnalysis { kind: Kind::Sampled(design), .. }) => of_sampled(stage, design),
        None => vec![],
    }
}

/// Returns “matters most” for the first of several factors that matter, in order, if it explains more than the next one in nearly
/// all draws; else “matters”. `exceeds` returns the share of draws in which one factor explains more than another.
pub(super) fn matters(factor: usize, order: &[usize], exceeds: impl Fn(usize, usize) -> f64) -> Span {
    let is_ahead = matches!(order, [first, next, ..] if *first == factor && exceeds(factor, *next) >= CONFIDENCE);
    strong(if is_ahead { "matters most" } else { "matters" })
}

/// A complete design, and the quantity that its factors change.
struct Complete<'a> {
    stage: &'a StageTrials<'a>,
    design: &'a CompleteDesign,
    measure: Measure,
}

impl Complete<'_> {
    fn sentences(&self) -> Vec<Span> {
        let (main, pairs) = self.design.effects.split_at(self.design.factors.len());
        let mut order: Vec<usize> = (0..main.len()).collect();
        order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
        let significant: Vec<usize> = order.iter().copied().filter(|factor| main[*factor].p < LEVEL).collect();
        let mut pairs: Vec<&TestedEffect> = pairs.iter().filter(|effect| effect.p < LEVEL).collect();
        pairs.sort_by(|a, b| b.share.total_cmp(&a.share));
        let mut spans = Vec::new();
        for (rank, &factor) in significant.iter().enumerate() {
            spans.extend((rank > 0).then(|| plain(" ")));
            spans.extend(self.factor(rank, factor, &significant, &pairs));
        }
        if !pairs.is_empty() {
            spans.extend((!spans.is_empty()).then(|| plain(" ")));
            let both = |effect: &&TestedEffect| {
                let [first, second] = [0, 1].map(|place| key(self.stage, &self.design.factors, effect.factors[place]));
                let mut spans = vec![first, plain(" and "), second, plain(" "), strong("interact")];
                let share = || plain(format!(" ({} of the variance)", percent(effect.share)));
                spans.extend(self.design.share_draws.is_some().then(share));
                spans
            };
            spans.extend(listed(pairs.iter().map(both).collect()));
            spans.push(plain(": the effect of each depends on the level of the other"));
            spans.push(plain("."));
        }
        let others: Vec<usize> = order.into_iter().filter(|factor| !significant.contains(factor)).collect();
        if !others.is_empty() {
            let separator = (!spans.is_empty()).then(|| plain(" "));
            let sentences = self.without_effect(&others, &significant, &pairs);
            spans.extend(separator.filter(|_| !sentences.is_empty()));
            spans.extend(sentences);
        }
        spans
    }

    /// Returns a factor with a significant effect.
    fn factor(&self, rank: usize, factor: usize, significant: &[usize], pairs: &[&TestedEffect]) -> Vec<Span> {
        let design = self.design;
        let mut spans = vec![key(self.stage, &design.factors, factor), plain(" ")];
        spans.push(matters(factor, significant, |first, second| design.exceeds(first, second)));
        if let Some(draws) = design.share_draws.as_ref().filter(|_| design.factors.len() > 1) {
            let (share, interval) = (design.effects[factor].share, draws.interval(factor));
            let ends = percent_range(interval);
            let variance = if rank == 0 { "of the variance between configurations" } else { "of the variance" };
            let is_known = interval.high - share <= KNOWN_WITHIN && share - interval.low <= KNOWN_WITHIN;
            spans.push(plain(if is_known {
                format!(" ({} {variance}, 95 % interval {ends})", percent(share))
            } else {
                format!(" ({ends} {variance}, 95 % interval)")
            }));
        }
        let average = if pairs.iter().any(|effect| effect.factors.contains(&factor)) {
            ", on average over the others"
        } else {
            ""
        };
        spans.push(plain(": "));
        spans.extend(self.direction(factor));
        spans.push(plain(format!("{average}.")));
        spans
    }

    /// Returns the direction of a factor's effect, or its better levels if it has no direction.
    fn direction(&self, factor: usize) -> Vec<Span> {
        let levels = &self.stage.summary.factors[self.design.factors[factor]].levels;
        let name = |level: usize| code(&levels[level]);
        match trend(self.design, factor, levels) {
            Some(Trend::Whole { larger }) => {
                return vec![plain(format!("{} is better over its whole range", direction(larger)))];
            }
            Some(Trend::UpTo { larger, level }) => {
                let text = format!("{} is better {} to ", direction(larger), if larger { "up" } else { "down" });
                return vec![plain(text), name(level), plain(", and no difference is shown beyond it")];
            }
            None => {}
        }
        let ranking = self.design.ranking(factor, levels.len());
        let better: Vec<usize> = ranking[1..]
            .iter()
            .copied()
            .filter(|level| self.design.excess(factor, ranking[0], *level).is_some())
            .collect();
        let mut spans = vec![name(ranking[0])];
        if better.is_empty() {
            spans.push(plain(" comes first, but no single level is shown to be better than another"));
        } else {
            spans.push(plain(" is better than "));
            spans.extend(listed(better.into_iter().map(|level| vec![name(level)]).collect()));
        }
        spans
    }

    /// Returns the factors without a significant effect: those with a bound on their differences, all of which hold together, and,
    /// beside other sentences, those that are not shown to matter.
    fn without_effect(&self, others: &[usize], significant: &[usize], pairs: &[&TestedEffect]) -> Vec<Span> {
        let design = self.design;
        let bound = |factor: &usize| Some((*factor, design.bound(self.measure, *factor, others.len())?));
        let bounded: Vec<(usize, f64)> = others.iter().filter_map(bound).collect();
        let mut spans = if bounded.is_empty() { vec![] } else { self.bounded(&bounded, !pairs.is_empty()) };
        let interacts = |factor: &usize| pairs.iter().any(|effect| effect.factors.contains(factor));
        let is_bounded = |factor: &usize| bounded.iter().any(|(other, _)| other == factor);
        let open: Vec<usize> =
            others.iter().copied().filter(|factor| !is_bounded(factor) && !interacts(factor)).collect();
        let has_others = !(bounded.is_empty() && significant.is_empty() && pairs.is_empty());
        if has_others && !open.is_empty() {
            spans.extend((!spans.is_empty()).then(|| plain(" ")));
            spans.extend(self.keys(&open));
            spans.push(plain(format!(" {} not shown to matter.", if open.len() == 1 { "is" } else { "are" })));
        }
        spans
    }

    fn keys(&self, factors: &[usize]) -> Vec<Span> {
        listed(factors.iter().map(|factor| vec![key(self.stage, &self.design.factors, *factor)]).collect())
    }

    /// Returns the factors with a bound on their differences.
    fn bounded(&self, bounded: &[(usize, f64)], any_pair: bool) -> Vec<Span> {
        let factors: Vec<usize> = bounded.iter().map(|(factor, _)| *factor).collect();
        let average = if any_pair { ", on average over the others," } else { "" };
        // Penalties with equal means may differ otherwise, and comparisons of configurations are by ranks.
        let shown = format!("to the mean penalty that {} can show", self.units());
        let are_all = bounded.len() == self.design.factors.len();
        let mut spans = if !are_all || any_pair || bounded.len() == 1 {
            let verb = if bounded.len() == 1 { "makes" } else { "make" };
            let mut spans = self.keys(&factors);
            spans.extend([plain(format!("{average} ")), strong(format!("{verb} no difference {shown}"))]);
            spans
        } else {
            vec![strong(format!("No factor makes a difference {shown}"))]
        };
        if let [(_, bound)] = bounded {
            spans.push(plain(format!(": its levels differ by less than {}", number(*bound))));
        } else {
            let each = |(factor, bound): &(usize, f64)| {
                let factor = key(self.stage, &self.design.factors, *factor);
                vec![plain(format!("{} for ", number(*bound))), factor]
            };
            spans.push(plain(": levels differ by less than "));
            spans.extend(listed(bounded.iter().map(each).collect()));
        }
        let together = if bounded.len() == 1 { "" } else { " for all of them together" };
        spans.push(plain(format!(" (two one-sided tests, 95 % confidence{together}).")));
        spans
    }

    /// Returns the trials that a configuration has.
    fn units(&self) -> String {
        let instances = self.stage.points.iter().flat_map(|point| &point.trials).map(|trial| trial.instance.as_str());
        let instances = instances.collect::<std::collections::BTreeSet<_>>().len() as u64;
        let trials = self.stage.points.iter().map(|point| point.outcomes().count()).min().unwrap_or(0) as u64;
        if self.design.generalizes() {
            format!("one trial on each of {}", counted(instances, "instance"))
        } else {
            format!("{} of each configuration", counted(trials, "trial"))
        }
    }
}

fn direction(larger: bool) -> &'static str {
    if larger { "larger" } else { "smaller" }
}

fn of_sampled(stage: &StageTrials<'_>, design: &SampledDesign) -> Vec<Span> {
    let (main, _) = design.importances.split_at(design.factors.len());
    let mut order: Vec<usize> = (0..main.len()).filter(|factor| main[*factor].p < LEVEL).collect();
    order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
    let others = main.len() - order.len();
    let configurations = counted(stage.points.len() as u64, "configuration");
    if order.is_empty() {
        let factor = if main.len() == 1 { "The factor" } else { "No factor" };
        let verb = if main.len() == 1 { "is not shown" } else { "is shown" };
        return vec![
            strong(format!("{factor} {verb} to matter")),
            plain(format!(": over {configurations}, none is shown to explain more of the variance than chance does.")),
        ];
    }
    let mut spans = Vec::new();
    for (rank, &factor) in order.iter().enumerate() {
        spans.extend((rank > 0).then(|| plain(" ")));
        let matters = matters(factor, &order, |first, second| design.forest.exceeds(first, second));
        spans.extend([key(stage, &design.factors, factor), plain(" "), matters]);
        let over = if rank == 0 { format!(" that a forest predicts over {configurations}") } else { String::new() };
        spans.push(plain(format!(
            " ({} of the variance{over}), with the best prediction near ",
            percent(main[factor].share)
        )));
        spans.extend([code(design.best(factor)), plain(".")]);
    }
    match others {
        0 => {}
        1 => spans.push(plain(" The other factor is not shown to matter.")),
        several => spans.push(plain(format!(" The {several} other factors are not shown to matter."))),
    }
    spans
}
