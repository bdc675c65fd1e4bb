//! The sentence on the factors of a stage at the top of the report.

use super::trend::{Trend, trend};
use super::{key, percent, quantity};
use crate::report::document::{Span, code, listed, plain, strong};
use crate::report::factor_analysis::{CompleteDesign, FactorAnalysis, Kind, SampledDesign};
use crate::report::result_index::StageTrials;
use crate::report::wording::{self, counted, number};
use crate::stats::{Effect, LEVEL};

/// Minimum share of draws in which a factor explains more than the next one, for the claim that it matters most.
const CONFIDENCE: f64 = 0.975;

/// Largest distance of a share from the ends of its interval with which the share is stated, so that stated shares are
/// on average within 0.05 of the true ones. Of others only the interval is stated.
const KNOWN_WITHIN: f64 = 0.08;

/// Returns the sentences on the factors that matter, their directions, and the factors without a difference that the trials can
/// show. Empty without an analysis.
pub(in crate::report) fn answer(stage: &StageTrials<'_>, factors: Option<&FactorAnalysis>) -> Vec<Span> {
    match factors {
        Some(FactorAnalysis { measure, kind: Kind::Complete(found) }) => {
            let (quantity, unit) = quantity(*measure);
            Complete { stage, found, quantity, unit }.sentences()
        }
        Some(FactorAnalysis { kind: Kind::Sampled(found), .. }) => of_sampled(stage, found),
        None => vec![],
    }
}

/// Returns “matters most” for the first of several factors that matter, in order, if it explains more than the next one in nearly
/// all draws; else “matters”. `exceeds` returns the share of draws in which one factor explains more than another.
pub(super) fn matters(at: usize, order: &[usize], exceeds: impl Fn(usize, usize) -> f64) -> Span {
    let is_ahead = matches!(order, [first, next, ..] if *first == at && exceeds(at, *next) >= CONFIDENCE);
    strong(if is_ahead { "matters most" } else { "matters" })
}

/// A complete design, the quantity that its factors change, and its unit.
struct Complete<'a> {
    stage: &'a StageTrials<'a>,
    found: &'a CompleteDesign,
    quantity: &'static str,
    unit: &'static str,
}

impl Complete<'_> {
    fn sentences(&self) -> Vec<Span> {
        let (main, pairs) = self.found.effects.split_at(self.found.factors.len());
        let mut order: Vec<usize> = (0..main.len()).collect();
        order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
        let significant: Vec<usize> = order.iter().copied().filter(|at| main[*at].p < LEVEL).collect();
        let mut pairs: Vec<&Effect> = pairs.iter().filter(|effect| effect.p < LEVEL).collect();
        pairs.sort_by(|a, b| b.share.total_cmp(&a.share));
        let mut spans = Vec::new();
        for (rank, &at) in significant.iter().enumerate() {
            spans.extend((rank > 0).then(|| plain(" ")));
            spans.extend(self.factor(rank, at, &significant, &pairs));
        }
        if !pairs.is_empty() {
            spans.extend((!spans.is_empty()).then(|| plain(" ")));
            let both = |effect: &&Effect| {
                let [first, second] = [0, 1].map(|at| key(self.stage, &self.found.factors, effect.factors[at]));
                let share = plain(format!(" ({} of the variance)", percent(effect.share)));
                vec![first, plain(" and "), second, plain(" "), strong("interact"), share]
            };
            spans.extend(listed(pairs.iter().map(both).collect()));
            spans.push(plain(": the effect of each depends on the level of the other"));
            spans.push(plain("."));
        }
        let others: Vec<usize> = order.into_iter().filter(|at| !significant.contains(at)).collect();
        if !others.is_empty() {
            spans.extend((!spans.is_empty()).then(|| plain(" ")));
            spans.extend(self.without_effect(&others, !significant.is_empty() || !pairs.is_empty(), !pairs.is_empty()));
        }
        spans
    }

    /// Returns a factor with a significant effect.
    fn factor(&self, rank: usize, at: usize, significant: &[usize], pairs: &[&Effect]) -> Vec<Span> {
        let found = self.found;
        let mut spans = vec![key(self.stage, &found.factors, at), plain(" ")];
        spans.push(matters(at, significant, |one, other| found.share_draws.exceeds(one, other)));
        if found.factors.len() > 1 {
            let (share, interval) = (found.effects[at].share, found.share_draws.interval(at));
            let ends = wording::range(interval, |share| format!("{:.0}", 100.0 * share));
            let variance = if rank == 0 { "of the variance between configurations" } else { "of the variance" };
            let is_known = interval.high - share <= KNOWN_WITHIN && share - interval.low <= KNOWN_WITHIN;
            spans.push(plain(if is_known {
                format!(" ({} {variance}, 95 % interval {ends} %)", percent(share))
            } else {
                format!(" ({ends} % {variance}, 95 % interval)")
            }));
        }
        let average =
            if pairs.iter().any(|effect| effect.factors.contains(&at)) { ", on average over the others" } else { "" };
        spans.push(plain(": "));
        spans.extend(self.direction(at));
        spans.push(plain(format!("{average}.")));
        spans
    }

    /// Returns the direction of a factor's effect, or its better levels if it has no direction.
    fn direction(&self, at: usize) -> Vec<Span> {
        let levels = &self.stage.summary.factors[self.found.factors[at]].levels;
        let name = |level: usize| code(&levels[level]);
        match trend(self.found, at, levels) {
            Some(Trend::Whole { larger }) => {
                return vec![plain(format!("{} is better over its whole range", direction(larger)))];
            }
            Some(Trend::UpTo { larger, level }) => {
                let text = format!("{} is better {} to ", direction(larger), if larger { "up" } else { "down" });
                return vec![plain(text), name(level), plain(", and no difference is shown beyond it")];
            }
            None => {}
        }
        let ranking = self.found.ranking(at, levels.len());
        let better: Vec<usize> =
            ranking[1..].iter().copied().filter(|level| self.found.excess(at, ranking[0], *level).is_some()).collect();
        let mut spans = vec![name(ranking[0])];
        if better.is_empty() {
            spans.push(plain(" comes first, but no single level is shown to be better than another"));
        } else {
            spans.push(plain(" is better than "));
            spans.extend(listed(better.into_iter().map(|level| vec![name(level)]).collect()));
        }
        spans
    }

    /// Returns the factors without a significant effect, with bounds that hold together.
    fn without_effect(&self, others: &[usize], any_effect: bool, any_pair: bool) -> Vec<Span> {
        let found = self.found;
        let bound = |at: usize| format!("{}{}", number(found.design.largest_difference(at, others.len())), self.unit);
        let keys = listed(others.iter().map(|at| vec![key(self.stage, &found.factors, *at)]).collect());
        let average = if any_pair { ", on average over the others," } else { "" };
        // Penalties with equal means may differ otherwise, and comparisons of configurations are by ranks.
        let shown = format!("to the {} that {} can show", self.quantity, self.units());
        let mut spans = if any_effect || found.factors.len() == 1 {
            let verb = if others.len() == 1 { "makes" } else { "make" };
            let mut spans = keys;
            spans.extend([plain(format!("{average} ")), strong(format!("{verb} no difference {shown}"))]);
            spans
        } else {
            vec![strong(format!("No factor makes a difference {shown}"))]
        };
        if let [only] = others {
            spans.push(plain(format!(": its levels differ by less than {}", bound(*only))));
        } else {
            let each = |at: &usize| vec![plain(format!("{} for ", bound(*at))), key(self.stage, &found.factors, *at)];
            spans.push(plain(": levels differ by less than "));
            spans.extend(listed(others.iter().map(each).collect()));
        }
        let together = if others.len() == 1 { "" } else { " for all of them together" };
        spans.push(plain(format!(" (two one-sided tests, 95 % confidence{together}).")));
        spans
    }

    /// Returns the trials that a configuration has.
    fn units(&self) -> String {
        let instances = self.stage.points.iter().flat_map(|point| &point.trials).map(|trial| trial.instance.as_str());
        let instances = instances.collect::<std::collections::BTreeSet<_>>().len() as u64;
        let trials = self.stage.points.iter().map(|point| point.outcomes().count()).min().unwrap_or(0) as u64;
        if self.found.generalizes() {
            format!("one trial on each of {}", counted(instances, "instance"))
        } else {
            format!("{} of each configuration", counted(trials, "trial"))
        }
    }
}

fn direction(larger: bool) -> &'static str {
    if larger { "larger" } else { "smaller" }
}

fn of_sampled(stage: &StageTrials<'_>, found: &SampledDesign) -> Vec<Span> {
    let (main, _) = found.importances.split_at(found.factors.len());
    let mut order: Vec<usize> = (0..main.len()).filter(|at| main[*at].p < LEVEL).collect();
    order.sort_by(|a, b| main[*b].share.total_cmp(&main[*a].share));
    let others = main.len() - order.len();
    let configurations = counted(stage.points.len() as u64, "sampled configuration");
    if order.is_empty() {
        let factor = if main.len() == 1 { "The factor" } else { "No factor" };
        let verb = if main.len() == 1 { "is not shown" } else { "is shown" };
        return vec![
            strong(format!("{factor} {verb} to matter")),
            plain(format!(": over {configurations}, none is shown to explain more of the variance than chance does.")),
        ];
    }
    let mut spans = Vec::new();
    for (rank, &at) in order.iter().enumerate() {
        spans.extend((rank > 0).then(|| plain(" ")));
        let matters = matters(at, &order, |one, other| found.forest.exceeds(one, other));
        spans.extend([key(stage, &found.factors, at), plain(" "), matters]);
        let over = if rank == 0 { format!(" that a forest predicts over {configurations}") } else { String::new() };
        spans.push(plain(format!(
            " ({} of the variance{over}), with the best prediction near ",
            percent(main[at].share)
        )));
        spans.extend([code(found.best(at)), plain(".")]);
    }
    match others {
        0 => {}
        1 => spans.push(plain(" The other factor is not shown to matter.")),
        several => spans.push(plain(format!(" The {several} other factors are not shown to matter."))),
    }
    spans
}
