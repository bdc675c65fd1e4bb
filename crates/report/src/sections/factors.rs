//! The effects of a stage's factors in sentences.

mod question;
mod tests;
mod trend;
mod verdict;

use super::levels::level_of;
use crate::document::{Span, code, listed, plain, strong, word_count};
use crate::figures::StageView;
use crate::model::{Difference, Effect, Factors, OutcomeTests, Pair, TestedDesign, family_shares};
use crate::wording::{self, count, counted, grouped, number, percent, ratio};
use evocube_experiment::record::Outcome;
use evocube_stats::{Interval, LEVEL};
pub(super) use question::answer;
pub(super) use tests::{blocks, scope};
use trend::{Trend, trend};

/// Maximum number of levels that are named as worse than another one.
const MAX_NAMED: usize = 3;

/// Returns the sentences on the factors of a stage: those that matter, by how much they explain, those that depend on
/// another one, and those of which no effect is shown. Empty without factors, and before all trials are there. An interaction
/// with more than `max_words` has the first levels alone.
pub(super) fn sentences(view: &StageView<'_>, max_words: usize) -> Vec<Vec<Span>> {
    let Some(tests) = view.model.primary() else { return vec![] };
    let mut order: Vec<&Effect> = tests.factors.effects().filter(|effect| effect.within.is_none()).collect();
    order.sort_by(|a, b| b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0)));
    let (shown, others): (Vec<&Effect>, Vec<&Effect>) =
        order.iter().copied().partition(|effect| effect.test.is_significant());
    let interacting: Vec<usize> =
        shown.iter().filter(|effect| effect.factors.len() == 2).flat_map(|effect| effect.factors.clone()).collect();
    let writer = Writer { view, tests, max_words };
    let is_average = |effect: &&&Effect| effect.factors.len() == 1 && !interacting.contains(&effect.factors[0]);
    let main = shown.iter().filter(is_average);
    let mut sentences: Vec<Vec<Span>> = main.map(|effect| writer.factor(effect)).collect();
    sentences.extend(shown.iter().filter(|effect| effect.factors.len() == 2).map(|effect| writer.interaction(effect)));
    let mut others: Vec<&Effect> = others.into_iter().filter(|effect| is_average(&effect)).collect();
    // The answer says it of the factor of the question.
    if let Some((answered, [])) = view.question().as_ref().map(|(factor, levels)| (*factor, &levels[..])) {
        others.retain(|effect| effect.factors != [answered]);
    }
    sentences.extend(writer.without_effect(&others));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// A stage and its tests by an outcome.
struct Writer<'a> {
    view: &'a StageView<'a>,
    tests: &'a OutcomeTests,
    /// Number of words from which on an interaction leaves levels out.
    max_words: usize,
}

impl Writer<'_> {
    fn key(&self, factor: usize) -> Span {
        code(self.view.stage.summary.short_keys()[factor])
    }

    /// Returns the design in which an effect was tested; `None` for a response surface.
    fn design(&self, effect: &Effect) -> Option<&TestedDesign> {
        let is_here = |design: &&TestedDesign| design.effects.iter().any(|other| std::ptr::eq(other, effect));
        self.tests.factors.designs().iter().find(is_here)
    }

    /// Returns a factor that matters, the direction of its effect, and its largest difference.
    fn factor(&self, effect: &Effect) -> Vec<Span> {
        if let Some(bound) = self.equivalence(effect) {
            return vec![
                self.key(effect.factors[0]),
                plain(" "),
                strong(format!("makes no difference of more than {bound}")),
                plain("."),
            ];
        }
        let mut spans = vec![self.key(effect.factors[0]), plain(" "), strong("matters")];
        let Some(design) = self.design(effect) else {
            let share = percent(effect.share.unwrap_or(0.0));
            spans.push(plain(format!(": it explains {share} of the variance between configurations")));
            if let Factors::Surface(surface) = &self.tests.factors
                && let Some(best) = surface.best(effect.factors[0])
            {
                spans.extend([plain(", and is best near "), code(best)]);
            }
            spans.push(plain("."));
            return spans;
        };
        spans.extend(match self.direction(design, effect) {
            Some(direction) => [vec![plain(": ")], direction, vec![plain(".")]].concat(),
            None => vec![plain(", but no level is shown to be better than another.")],
        });
        spans
    }

    /// Returns the direction of an effect and its largest difference; `None` if no two levels differ.
    fn direction(&self, design: &TestedDesign, effect: &Effect) -> Option<Vec<Span>> {
        let place = design.place(effect.factors[0]);
        let levels = &design.design.levels[place];
        let name = |level: usize| code(&self.view.stage.summary.factors[effect.factors[0]].levels[levels[level]]);
        let significant: Vec<&Pair> = effect.pairs.iter().filter(|pair| pair.test.is_significant()).collect();
        let sides = |pair: &Pair| {
            if pair.difference.is_better { (pair.level, pair.reference) } else { (pair.reference, pair.level) }
        };
        // The number of better levels.
        let rank = |level: usize| effect.pairs.iter().filter(|pair| sides(pair).1 == level).count();
        let best = significant.iter().map(|pair| sides(pair).0).min_by_key(|level| rank(*level))?;
        let best_pairs: Vec<&Pair> = significant.iter().copied().filter(|pair| sides(pair).0 == best).collect();
        let largest = best_pairs.iter().max_by_key(|pair| rank(sides(pair).1))?;
        let mut is_named = false;
        let mut spans = match trend(effect, levels, &self.view.stage.summary.factors[effect.factors[0]].levels) {
            Some(Trend::Whole { larger }) => {
                vec![plain(format!("{} is better over its whole range; ", direction(larger)))]
            }
            Some(Trend::UpTo { larger, level }) => {
                let text = format!("{} is better {} to ", direction(larger), if larger { "up" } else { "down" });
                vec![plain(text), name(level), plain("; ")]
            }
            None if levels.len() > 2 => {
                is_named = true;
                let mut worse: Vec<usize> = best_pairs.iter().map(|pair| sides(pair).1).collect();
                worse.sort_by_key(|level| rank(*level));
                let mut spans = vec![name(best), plain(" is better than ")];
                spans.extend(if worse.len() > MAX_NAMED {
                    vec![plain(format!("{} of {} others", worse.len(), levels.len() - 1))]
                } else {
                    listed(worse.into_iter().map(|level| vec![name(level)]).collect())
                });
                spans.push(plain(": "));
                spans
            }
            None => vec![],
        };
        let (better, worse) = sides(largest);
        let first = if is_named { plain("it") } else { name(better) };
        spans.extend(self.difference(design, place, (better, first), (worse, name(worse)), &largest.difference));
        Some(spans)
    }

    /// Returns two levels, the better one first, and their difference in the unit of the outcome.
    fn difference(
        &self,
        design: &TestedDesign,
        place: usize,
        (better, first): (usize, Span),
        (worse, second): (usize, Span),
        difference: &Difference,
    ) -> Vec<Span> {
        let sample = &self.tests.sample;
        let cells = |level: usize| design.design.cells_with(place, level);
        let mean = |level, is_expected| sample.mean(&design.design, (place, level), is_expected);
        let is_first = difference.is_better;
        match sample.outcome {
            Outcome::Penalty => {
                let [low, high] = [better, worse].map(|level| number(mean(level, false)));
                let size = sized(signed(difference, !is_first), " less", number);
                vec![
                    plain("mean penalty "),
                    plain(low),
                    plain(" with "),
                    first,
                    plain(format!(", {high} with ")),
                    second,
                    plain(format!(": {size}")),
                ]
            }
            Outcome::Moves => {
                let [low, high] = [better, worse].map(|level| number(mean(level, false)));
                let size = sized(signed(difference, !is_first), " fewer", number);
                vec![
                    first,
                    plain(format!(" solves in {low} moves on average, ")),
                    second,
                    plain(format!(" in {high}: {size}")),
                ]
            }
            Outcome::Solved => {
                let text = |level: usize| {
                    let (solved, all) = sample.solved(cells(level));
                    format!(" {} of {}", grouped(solved), grouped(all))
                };
                let size = sized(signed(difference, is_first), " percentage points more", points);
                vec![
                    first,
                    plain(" solves"),
                    plain(text(better)),
                    plain(" trials, "),
                    second,
                    plain(format!("{}: {size}", text(worse))),
                ]
            }
            Outcome::RunTime => {
                let solves = if difference.is_expected { "solves" } else { "typically solves" };
                let [low, high] = [better, worse].map(|level| count(mean(level, difference.is_expected)));
                let size = sized(inverted(difference, is_first), " times as many", ratio);
                vec![
                    first,
                    plain(format!(" {solves} in {low} evaluations, ")),
                    second,
                    plain(format!(" in {high}: {size}")),
                ]
            }
        }
    }

    /// Returns an interaction with the effect of one factor within the levels of the other.
    fn interaction(&self, effect: &Effect) -> Vec<Span> {
        let dependence = |focus: usize, around: usize| {
            let (focus, around) = (self.key(focus), self.key(around));
            vec![plain("The effect of "), focus, plain(" "), strong("depends on"), plain(" "), around, plain(".")]
        };
        let Some(design) = self.design(effect) else { return dependence(effect.factors[0], effect.factors[1]) };
        let simple: Vec<(&Effect, usize, usize)> = design
            .effects
            .iter()
            .filter_map(|simple| {
                let (around, level) = simple.within?;
                let both = [simple.factors[0], around];
                effect.factors.iter().all(|factor| both.contains(factor)).then_some((simple, around, level))
            })
            .collect();
        let Some((first, around, _)) = simple.first() else { return vec![] };
        let around = *around;
        let mut spans = dependence(first.factors[0], around);
        let mut open = vec![];
        let mut named = 0;
        for (simple, _, level) in simple {
            let within = level_of(self.view.stage.summary, around, level);
            let place = design.place(around);
            let number = design.design.levels[place].iter().position(|other| *other == level).unwrap_or(0);
            let inner = TestedDesign { design: design.design.within(place, number), factorial: None, effects: vec![] };
            let shown = Some(simple).filter(|simple| simple.test.is_significant());
            let Some(direction) = shown.and_then(|simple| self.direction(&inner, simple)) else {
                open.extend((!self.is_silent(Some(&inner), simple)).then(|| vec![within]));
                continue;
            };
            let clause = [vec![plain(" With "), within, plain(", ")], direction, vec![plain(".")]].concat();
            if named > 0 && word_count(&[&spans[..], &clause].concat()) > self.max_words {
                spans.push(plain(" The figure has the other levels."));
                return spans;
            }
            spans.extend(clause);
            named += 1;
        }
        if !open.is_empty() {
            spans.push(plain(" With "));
            spans.extend(if open.len() > MAX_NAMED {
                vec![plain(format!("{} other levels", open.len()))]
            } else {
                listed(open)
            });
            spans.push(plain(" no difference is found."));
        }
        spans
    }

    /// Returns the bound that the sweep calls no difference, if the levels of a factor are shown to differ by less.
    fn equivalence(&self, effect: &Effect) -> Option<String> {
        let margin = self.view.stage.summary.equivalence?;
        let bound = effect.bound.filter(|bound| *bound < margin)?;
        debug_assert!(bound >= 0.0);
        Some(self.amount(margin))
    }

    /// Returns a difference with its unit.
    fn amount(&self, size: f64) -> String {
        match self.tests.sample.outcome {
            Outcome::Penalty => number(size),
            Outcome::Moves => format!("{} moves", number(size)),
            Outcome::Solved => format!("{} percentage points", points(size)),
            Outcome::RunTime => format!("{} times the evaluations", ratio(size)),
        }
    }

    /// Returns the factors without an effect that is shown: those whose differences are within the margin of the sweep, those
    /// that the design cannot test, and others with what their trials rule out.
    fn without_effect(&self, others: &[&Effect]) -> Vec<Vec<Span>> {
        let is_testable = self.testable();
        let (mut equal, mut untested, mut open) = (vec![], vec![], vec![]);
        for &effect in others {
            match self.equivalence(effect) {
                Some(bound) => equal.push((effect, bound)),
                None if !is_testable(effect) => untested.push(effect),
                None if self.is_silent(self.design(effect), effect) => {}
                None => open.push(effect),
            }
        }
        let keys =
            |effects: &[&Effect]| listed(effects.iter().map(|effect| vec![self.key(effect.factors[0])]).collect());
        let mut sentences = vec![];
        if let Some((_, bound)) = equal.first() {
            let effects: Vec<&Effect> = equal.iter().map(|(effect, _)| *effect).collect();
            let verb = if effects.len() == 1 { "makes" } else { "make" };
            let claim = strong(format!("{verb} no difference of more than {bound}"));
            sentences.push([keys(&effects), vec![plain(" "), claim, plain(".")]].concat());
        }
        if !untested.is_empty() {
            let reason = plain(format!("{} are too few to say whether ", self.units(&untested)));
            let verb = plain(if untested.len() == 1 { " matters." } else { " matter." });
            sentences.push([vec![reason], keys(&untested), vec![verb]].concat());
        }
        if !open.is_empty() {
            let mut spans = vec![plain("No effect of ")];
            spans.extend(keys(&open));
            spans.push(plain(" is found"));
            let bounds = open.iter().map(|effect| effect.bound).collect::<Option<Vec<f64>>>();
            let largest =
                bounds.and_then(|bounds| bounds.into_iter().reduce(f64::max)).filter(|bound| bound.is_finite());
            spans.push(plain(match largest {
                Some(bound) => {
                    format!("; {} rule out only differences above {}.", self.units(&open), self.amount(bound))
                }
                None => format!(" in {}.", self.units(&open)),
            }));
            sentences.push(spans);
        }
        sentences
    }

    /// Returns whether an effect that is not shown may be there, since the outcome is at its floor or ceiling, expected run times and
    /// geometric means disagree, or nothing is tested.
    fn is_silent(&self, design: Option<&TestedDesign>, effect: &Effect) -> bool {
        let OutcomeTests { sample, is_tested, .. } = self.tests;
        let disagree = |pair: &Pair| pair.difference.interval.is_some() && !pair.difference.is_expected;
        !is_tested
            || (sample.outcome == Outcome::RunTime && effect.pairs.iter().any(disagree))
            || design.is_some_and(|design| design.is_at_bound(sample, effect.factors[0]))
    }

    /// Returns the trials behind some effects, or the configurations of a response surface.
    fn units(&self, effects: &[&Effect]) -> String {
        match self.tests.factors {
            Factors::Surface(_) => counted(self.view.stage.points.len() as u64, "configuration"),
            _ => counted(effects.iter().map(|effect| effect.trials).min().unwrap_or(0) as u64, "trial"),
        }
    }

    /// Returns whether an effect of the stage could be significant in this design, whatever the trials.
    fn testable(&self) -> impl Fn(&Effect) -> bool {
        let effects: Vec<&Effect> = self.tests.factors.effects().filter(|effect| effect.within.is_none()).collect();
        let smallest: Vec<f64> = effects.iter().map(|effect| effect.test.smallest).collect();
        let others = usize::from(self.view.model.has_free_set());
        let shares = family_shares(&effects, &smallest, others, 1.0);
        move |effect: &Effect| {
            let place = effects.iter().position(|other| std::ptr::eq(*other, effect));
            place.is_none_or(|place| shares[place].p < LEVEL)
        }
    }
}

/// Returns an estimate with its unit and interval, `15.8 less (13.2 to 18.4)`.
fn sized((estimate, interval): (f64, Option<Interval>), words: &str, show: impl Fn(f64) -> String) -> String {
    let value = show(estimate);
    let ends = interval.map(|interval| format!(" ({})", wording::range(interval, show)));
    format!("{value}{words}{}", ends.unwrap_or_default())
}

/// Returns a difference with its interval, negated unless it `is_as_said`.
fn signed(difference: &Difference, is_as_said: bool) -> (f64, Option<Interval>) {
    let negated = |Interval { low, high }| Interval { low: -high, high: -low };
    match is_as_said {
        true => (difference.estimate, difference.interval),
        false => (-difference.estimate, difference.interval.map(negated)),
    }
}

/// Returns a ratio of the worse to the better: inverted if the first is the better one.
fn inverted(difference: &Difference, is_better: bool) -> (f64, Option<Interval>) {
    let inverse = |Interval { low, high }: Interval| Interval { low: high.recip(), high: low.recip() };
    match is_better {
        true => (difference.estimate.recip(), difference.interval.map(inverse)),
        false => (difference.estimate, difference.interval),
    }
}

/// Returns percentage points.
fn points(value: f64) -> String {
    let text = format!("{value:.0}");
    if text == "-0" { "0".to_owned() } else { text }
}

fn direction(larger: bool) -> &'static str {
    if larger { "larger" } else { "smaller" }
}
