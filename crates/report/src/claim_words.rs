//! The sentences of claims: those on answers, effects of factors, best configurations and unequal effort are here, others in two
//! submodules. No other module writes one. `model` decides what is claimed, and captions of figures are written in `figures`.

mod explains;
mod validity;

use validity::{differences, exaggerates, not_tested};

use crate::claims::{
    Answer, BestSet, Claim, Comparison, Depends, EffortKind, Equivalent, FactorLevel, Matters, Measure, RulesOut,
    Scope, Size, Slice, TooFew, Trend, UnequalEffort, Verdict,
};
use crate::document::{Span, code, listed, plain, strong};
use crate::stage_view::StageView;
use crate::wording::{self, counted, grouped, number, ratio, share_range, short};
use evocube_experiment::record::{Outcome, equal_effort};
use evocube_stats::Interval;

/// Maximum number of levels or configurations that are named.
const MAX_NAMED: usize = 3;
/// Maximum number of factors all of which are named.
const MAX_KEYS: usize = 6;

/// Returns a claim on a stage as a sentence.
pub(crate) fn words(claim: &Claim, view: &StageView<'_>) -> Vec<Span> {
    let writer = Writer { view };
    match claim {
        Claim::Differ(differ) => differences(differ),
        Claim::Answer(answer) => writer.answer(answer),
        Claim::OnAverage(average) => writer.on_average(average),
        Claim::Matters(matters) => writer.matters(matters, false),
        Claim::Explains(explains) => writer.explains(explains),
        Claim::Depends(depends) => writer.depends(depends),
        Claim::Equivalent(equivalent) => writer.equivalent(equivalent),
        Claim::RulesOut(rules_out) => writer.rules_out(rules_out),
        Claim::TooFew(too_few) => writer.too_few(too_few),
        Claim::BestSet(set) => writer.best_set(set),
        Claim::UnequalEffort(effort) => writer.unequal_effort(effort),
        Claim::Same(same) => writer.same(same),
        Claim::LeftOut(left_out) => writer.left_out(left_out),
        Claim::NotCompared(gap) => writer.not_compared(gap),
        Claim::NotTested(gap) => not_tested(gap),
        Claim::HeldOut(held_out) => writer.held_out(held_out),
        Claim::Exaggerates(claim) => exaggerates(claim),
        Claim::Race(race) => writer.race(race),
    }
}

struct Writer<'a> {
    view: &'a StageView<'a>,
}

impl Writer<'_> {
    /// Returns the short key of a factor.
    fn key(&self, factor: &str) -> Span {
        let summary = self.view.stage.summary;
        let place = summary.factors.iter().position(|other| other.key == factor);
        code(place.map_or(factor, |place| summary.short_keys()[place]))
    }

    /// Returns the short keys of factors; of more than a few the first, and the number of the others.
    fn keys(&self, factors: &[String]) -> Vec<Span> {
        let named = if factors.len() > MAX_KEYS { MAX_NAMED } else { factors.len() };
        let mut keys: Vec<Vec<Span>> = factors[..named].iter().map(|factor| vec![self.key(factor)]).collect();
        if named < factors.len() {
            keys.push(vec![plain(counted((factors.len() - named) as u64, "other factor"))]);
        }
        listed(keys)
    }

    fn level(&self, level: &FactorLevel) -> Span {
        code(format!("{} = {}", self.key(&level.factor).text(), level.level))
    }

    fn levels(&self, levels: &[FactorLevel]) -> Vec<Span> {
        listed(levels.iter().map(|level| vec![self.level(level)]).collect())
    }

    /// Returns `With key = level, `; nothing without levels.
    fn within(&self, levels: &[FactorLevel]) -> Vec<Span> {
        match levels {
            [] => vec![],
            levels => [vec![plain("With ")], self.levels(levels), vec![plain(", ")]].concat(),
        }
    }

    fn answer(&self, answer: &Answer) -> Vec<Span> {
        let (verdict, is_short) = match &answer.verdict {
            Verdict::Yes => (vec![strong("Yes."), plain(" ")], true),
            Verdict::No => (vec![strong("No."), plain(" ")], true),
            Verdict::UpTo { level, beyond } => {
                let better = answer.better.as_deref().unwrap_or_default();
                // Without levels beyond it only the last is shown to be better than the first.
                let place = if beyond.is_some() { "up to" } else { "at" };
                let text = format!(" is better, shown {place} ");
                let mut spans = vec![strong(capitalized(better)), plain(text), code(level.clone())];
                if let Some(beyond) = beyond {
                    spans.push(plain("; beyond it nothing is shown: "));
                    spans.extend(self.comparison(beyond));
                }
                spans.push(plain(". "));
                (spans, true)
            }
            Verdict::NotThroughout { best } => {
                (vec![strong("Not throughout"), plain(": best near "), code(best.clone()), plain(". ")], true)
            }
            Verdict::OnTheWhole { best } => {
                let better = answer.better.as_deref().unwrap_or_default();
                let (mut begin, mut further, mut trend) = (vec![], capitalized(better), answer.trend);
                if let Some(opposite) = trend.filter(|trend| trend.share < 0.5) {
                    begin = vec![strong("Not on the whole"), plain(": ")];
                    further = if better == "smaller" { "larger" } else { "smaller" }.to_owned();
                    trend = Some(opposite.mirrored());
                }
                let share = trend.as_ref().map_or(String::new(), pairs_won);
                let end = if begin.is_empty() { " on the whole" } else { "" };
                let text = format!(" levels win {share}{end}; the best seen is ");
                let further = if begin.is_empty() { strong(further) } else { plain(further) };
                ([begin, vec![further, plain(text), code(best.clone()), plain(". ")]].concat(), false)
            }
            Verdict::BetterThan { beaten: 0, .. } => {
                let text = " is not shown to beat another level, nor another one to beat it. ";
                let level = code(answer.better.clone().unwrap_or_default());
                (vec![strong("Not shown."), plain(" "), level, plain(text)], false)
            }
            Verdict::BetterThan { beaten, others } => {
                let text = format!(" is shown to beat {beaten} of {others} others, and none to beat it. ");
                let level = code(answer.better.clone().unwrap_or_default());
                (vec![strong("In part."), plain(" "), level, plain(text)], true)
            }
            Verdict::Open => (vec![strong("No direction is shown."), plain(" ")], false),
            Verdict::Unasked => (vec![], false),
        };
        let evidence = match answer.evidence.as_deref() {
            Some(Claim::Matters(matters)) => self.matters(matters, is_short),
            Some(claim) => words(claim, self.view),
            None => match (&answer.trend, &answer.verdict) {
                (Some(trend), Verdict::Yes | Verdict::No | Verdict::UpTo { .. }) => {
                    let further = if answer.better.as_deref() == Some("smaller") { "smaller" } else { "larger" };
                    let text = format!("The {further} of two levels wins {}", pairs_won(trend));
                    vec![plain(format!("{text}{}.", self.scope(trend.scope)))]
                }
                _ => vec![],
            },
        };
        let independent = match &answer.independent_of[..] {
            [] => vec![],
            factors => {
                [vec![plain(" That it depends on ")], self.keys(factors), vec![plain(" is not shown.")]].concat()
            }
        };
        [verdict, evidence, independent].concat()
    }

    /// Returns the effect of a factor; without its name behind an answer.
    fn matters(&self, matters: &Matters, is_answer: bool) -> Vec<Span> {
        let mut spans = self.within(&matters.within);
        if !is_answer {
            spans.extend([self.key(&matters.factor), plain(" "), strong("matters"), plain(": ")]);
        }
        spans.extend(self.comparison(&matters.lead));
        spans.push(plain(self.scope(matters.scope)));
        if let Some(limit) = matters.limit {
            spans.push(plain(format!(", with at most {} evaluations each", grouped(limit))));
        }
        spans.extend(self.size(&matters.lead));
        if !matters.better_than.is_empty() {
            spans.push(plain("; it also beats "));
            let names = matters.better_than.iter().map(|level| vec![code(level.clone())]).collect::<Vec<_>>();
            spans.extend(if names.len() > MAX_NAMED {
                vec![plain(format!("{} of the other {}", names.len(), matters.levels - 2))]
            } else {
                listed(names)
            });
        }
        spans.push(plain("."));
        spans
    }

    fn scope(&self, scope: Scope) -> String {
        let noun = self.instance();
        match scope.instances {
            1 => format!(" on this {noun}"),
            _ if scope.others => format!(" on {noun}s like these"),
            count => format!(" on these {} {noun}s", grouped(count)),
        }
    }

    /// Returns the noun of an instance.
    fn instance(&self) -> &'static str {
        match self.view.index.results.sweep.puzzle.as_str() {
            "cube2" | "cube3" => "cube",
            _ => "instance",
        }
    }

    /// Returns a level with those of other factors that it fixes: `0.3` (with `expand = none`).
    fn bundle(&self, level: &str, fixes: &[FactorLevel]) -> Vec<Span> {
        let named = match fixes {
            [] => return vec![code(level)],
            few if few.len() <= MAX_NAMED => self.levels(few),
            many => {
                let first = many[..MAX_NAMED - 1].iter().map(|level| vec![self.level(level)]);
                let others = vec![plain(format!("{} other factors", many.len() + 1 - MAX_NAMED))];
                listed(first.chain([others]).collect())
            }
        };
        [vec![code(level), plain(" (with ")], named, vec![plain(")")]].concat()
    }

    /// Returns a comparison without its size: `5` wins 81 % of pairs of trials against `3` (72 to 88).
    fn comparison(&self, comparison: &Comparison) -> Vec<Span> {
        let level = self.bundle(&comparison.level, &comparison.level_fixes);
        let other = comparison
            .other
            .as_ref()
            .map_or_else(|| vec![plain("the others")], |other| self.bundle(other, &comparison.other_fixes));
        let interval = comparison.low.zip(comparison.high).map(|(low, high)| Interval { low, high });
        let ends = |show: &dyn Fn(f64) -> String, interval: Option<Interval>| {
            interval.map_or(String::new(), |interval| format!(" ({})", wording::range(interval, show)))
        };
        let negated = interval.map(|Interval { low, high }| Interval { low: -high, high: -low });
        match comparison.outcome {
            Outcome::Wins => {
                let range = interval.map_or(String::new(), |interval| format!(" ({})", share_range(interval)));
                let share = format!(" wins {} % of pairs of trials against ", points(100.0 * comparison.estimate));
                [level, vec![plain(share)], other, vec![plain(range)]].concat()
            }
            Outcome::Solved => {
                let verb = if self.view.stage.reaches_targets() { "reaches its target in" } else { "solves" };
                let text = format!(" {verb} {} percentage points more trials than ", points(comparison.estimate));
                [level, vec![plain(text)], other, vec![plain(ends(&points, interval))]].concat()
            }
            Outcome::RunTime => {
                let inverse = interval.map(|Interval { low, high }| Interval { low: high.recip(), high: low.recip() });
                let text = format!(" takes {} times the evaluations of ", ratio(comparison.estimate.recip()));
                [other, vec![plain(text)], level, vec![plain(ends(&ratio, inverse))]].concat()
            }
            Outcome::Penalty => {
                let text = format!(" has a mean penalty {} lower than ", number(-comparison.estimate));
                [level, vec![plain(text)], other, vec![plain(ends(&number, negated))]].concat()
            }
            Outcome::Moves => {
                let text = format!(" solves in {} fewer moves on average than ", number(-comparison.estimate));
                [level, vec![plain(text)], other, vec![plain(ends(&number, negated))]].concat()
            }
        }
    }

    /// Returns how large a difference is: `; expected evaluations 18k against 49k`.
    fn size(&self, comparison: &Comparison) -> Vec<Span> {
        let mut text = String::new();
        if let Some(Size { measure, level, other, level_above, other_above }) = comparison.size {
            let reached = if self.view.stage.reaches_targets() { "reached" } else { "solved" };
            let never = || format!("none {reached}");
            let (name, show): (&str, &dyn Fn(f64) -> String) = match measure {
                Measure::ExpectedEvaluations => ("expected evaluations", &short),
                Measure::MeanPenalty => ("mean penalty", &number),
                Measure::MeanMoves => ("mean moves", &number),
                Measure::Reached => (reached, &percent),
            };
            let above = |value: f64| format!("none {reached} (more than {})", show(value));
            let side =
                |value: Option<f64>, bound: Option<f64>| value.map(show).or(bound.map(above)).unwrap_or_else(never);
            let [level, other] = [side(level, level_above), side(other, other_above)];
            text.push_str(&format!("; {name} {level} against {other}"));
        }
        if let Some(spent) = comparison.spent {
            text.push_str(&format!(", spending {} times the evaluations", ratio(spent)));
        }
        vec![plain(text)]
    }

    fn depends(&self, depends: &Depends) -> Vec<Span> {
        let verb = if depends.reverses { "reverses with" } else { "depends on" };
        let (factor, on) = (self.key(&depends.factor), self.key(&depends.on));
        let mut spans = vec![plain("The effect of "), factor, plain(" "), strong(verb), plain(" "), on, plain(".")];
        let level = |slice: &Slice| self.level(&FactorLevel { factor: depends.on.clone(), level: slice.level.clone() });
        for slice in &depends.slices {
            let Some(effect) = &slice.effect else { continue };
            spans.extend([plain(" With "), level(slice), plain(", ")]);
            spans.extend(self.comparison(effect));
            spans.extend(self.size(effect));
            spans.push(plain("."));
        }
        let open: Vec<Vec<Span>> =
            depends.slices.iter().filter(|slice| slice.effect.is_none()).map(|slice| vec![level(slice)]).collect();
        if !open.is_empty() {
            spans.push(plain(" With "));
            spans.extend(if open.len() > MAX_NAMED {
                vec![plain(format!("{} other levels", open.len()))]
            } else {
                listed(open)
            });
            spans.push(plain(" no difference is shown."));
        }
        if depends.omitted > 0 {
            spans.push(plain(" The figure shows all levels."));
        }
        spans
    }

    /// Returns a difference with its unit.
    fn amount(&self, outcome: Outcome, size: f64) -> String {
        match outcome {
            Outcome::Wins => format!("{} percentage points of pairs", points(size)),
            Outcome::Penalty => number(size),
            Outcome::Moves => format!("{} moves", number(size)),
            Outcome::Solved => format!("{} percentage points", points(size)),
            Outcome::RunTime => format!("{} times the evaluations", ratio(size)),
        }
    }

    fn equivalent(&self, equivalent: &Equivalent) -> Vec<Span> {
        let verb = if equivalent.factors.len() == 1 { "makes" } else { "make" };
        let margin = self.amount(equivalent.outcome, equivalent.margin);
        let claim = strong(format!("{verb} no difference of more than {margin}"));
        [self.keys(&equivalent.factors), vec![plain(" "), claim, plain(".")]].concat()
    }

    fn rules_out(&self, rules_out: &RulesOut) -> Vec<Span> {
        let within = self.within(&rules_out.within);
        let no = if within.is_empty() { "No effect of " } else { "no effect of " };
        let unit = if rules_out.sampled { "configuration" } else { "trial" };
        let trials = counted(rules_out.trials, unit);
        let end = match (rules_out.bound, rules_out.outcome) {
            (Some(bound), Outcome::Wins) => {
                format!(
                    " is shown; {trials} rule out that a level wins more than {} % of pairs against another.",
                    points(100.0 * bound)
                )
            }
            (Some(bound), outcome) => {
                format!(" is shown; {trials} rule out only differences above {}.", self.amount(outcome, bound))
            }
            (None, _) => format!(" is shown in {trials}."),
        };
        [within, vec![plain(no)], self.keys(&rules_out.factors), vec![plain(end)]].concat()
    }

    fn too_few(&self, too_few: &TooFew) -> Vec<Span> {
        let verb = if too_few.factors.len() == 1 { " matters." } else { " matter." };
        let within = self.within(&too_few.within);
        let beginning = match (too_few.sampled, too_few.outcome) {
            (true, _) => format!("{} are too few to say whether ", counted(too_few.trials, "configuration")),
            (false, Outcome::Penalty | Outcome::Moves) => {
                let few = if within.is_empty() { "Too few" } else { "too few" };
                format!("{few} trials for an interval of the mean, so nothing shows whether ")
            }
            (false, _) => {
                let count = grouped(too_few.trials);
                let few = if within.is_empty() { "Too few" } else { "too few" };
                format!("{few} trials: even {count} of {count} wins would not show whether ")
            }
        };
        [within, vec![plain(beginning)], self.keys(&too_few.factors), vec![plain(verb)]].concat()
    }

    fn best_set(&self, set: &BestSet) -> Vec<Span> {
        let total = counted(set.of as u64, "configuration");
        let name = |levels: &Vec<FactorLevel>| self.levels(levels);
        let mut spans = match (&set.configurations[..], &set.levels[..]) {
            ([], _) => return vec![plain("No order of the configurations is shown.")],
            ([_], [levels]) => {
                let claim = format!(" of {total}, with 95 % confidence.");
                [name(levels), vec![plain(" "), strong("is the best"), plain(claim)]].concat()
            }
            (members, _) if members.len() == set.of => {
                return vec![plain(format!("Each of {total} may be the best."))];
            }
            (members, levels) => {
                let mut spans = vec![strong(format!("{} of {total} may be the best", grouped(members.len() as u64)))];
                for (place, levels) in levels.iter().enumerate() {
                    spans.push(plain(if place == 0 { ": " } else { "; " }));
                    spans.extend(name(levels));
                }
                spans.push(plain("."));
                spans
            }
        };
        if !set.has_selected {
            spans.push(plain(" The selected one is not among them."));
        }
        spans
    }

    fn unequal_effort(&self, effort: &UnequalEffort) -> Vec<Span> {
        let name = |levels: &[FactorLevel], number: u64| match levels.len() {
            1..=MAX_NAMED => self.levels(levels),
            _ => vec![plain(format!("configuration {number}"))],
        };
        let (least, most) =
            (name(&effort.least, effort.least_configuration), name(&effort.most, effort.most_configuration));
        let verb = match effort.kind {
            EffortKind::Allowed => "the limits allow",
            EffortKind::Spent => "the median trial that a limit ended spent",
        };
        let mut spans =
            vec![strong("Unequal effort"), plain(format!(": {verb} {} evaluations with ", grouped(effort.fewest)))];
        spans.extend(least);
        spans.push(plain(format!(" and {} with ", grouped(effort.largest))));
        spans.extend(most);
        if let (EffortKind::Allowed, Some(limit)) = (effort.kind, effort.limit) {
            let text = format!("; trials are compared within {} evaluations, which ", grouped(limit));
            spans.extend([plain(text), code("effort"), plain(" changes")]);
        } else if effort.kind == EffortKind::Spent {
            spans
                .push(plain(format!(", {} times as many", ratio(effort.largest as f64 / effort.fewest.max(1) as f64))));
        }
        spans.extend([plain("; write "), code(equal_effort(effort.fewest)), plain(" to let all spend as many.")]);
        spans
    }
}

/// Returns the share of pairs that the further level wins: `60 % of pairs of trials (53 to 67)`.
fn pairs_won(trend: &Trend) -> String {
    let range = share_range(Interval { low: trend.low, high: trend.high });
    format!("{} % of pairs of trials ({range})", points(100.0 * trend.share))
}

/// Returns percentage points.
fn points(value: f64) -> String {
    let text = format!("{value:.0}");
    if text == "-0" { "0".to_owned() } else { text }
}

/// Returns a percentage.
fn percent(value: f64) -> String {
    format!("{} %", points(value))
}

/// Returns `Larger` for `larger`.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
