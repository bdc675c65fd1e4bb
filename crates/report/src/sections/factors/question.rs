//! The answer to the question of a sweep about one of its factors.

use super::super::best;
use super::super::levels::level_of;
use super::Writer;
use super::verdict::verdict;
use crate::document::{Span, listed, plain, strong};
use crate::figures::StageView;
use crate::model::{Effect, Factors};
use crate::wording::counted;
use evocube_stats::LEVEL;

/// Returns the sentence that answers the question of the sweep; empty without a question about a factor of this stage, and before
/// it is tested. An interaction with more than `max_words` has the first levels alone.
pub(in crate::sections) fn answer(view: &StageView<'_>, max_words: usize) -> Vec<Span> {
    let Some(question) = &view.index.results.sweep.question else { return vec![] };
    let keys: Vec<&str> = view.stage.summary.factors.iter().map(|factor| factor.key.as_str()).collect();
    let place = |key: &str| keys.iter().position(|other| *other == key);
    let Some(factor) = question.factor.as_deref().and_then(place) else { return vec![] };
    let tests =
        view.model.tests.iter().find(|tests| question.outcome.is_none_or(|asked| asked == tests.sample.outcome));
    let Some(tests) = tests else {
        let asked = question.outcome.filter(|_| view.model.primary().is_some_and(|tests| tests.sample.varies()));
        return asked.map_or(vec![], |asked| best::unmeasured(view, asked));
    };
    let writer = Writer { view, tests, max_words };
    let level = |(key, level): &(String, String)| {
        let factor = place(key)?;
        Some((factor, view.stage.summary.factors[factor].levels.iter().position(|other| other == level)?))
    };
    let levels: Option<Vec<(usize, usize)>> = question.levels.iter().map(level).collect();
    match levels.as_deref() {
        Some([]) => average(&writer, factor, question.better.as_deref()),
        Some(levels) => level_sentence(&writer, factor, levels, question.better.as_deref()),
        None => vec![],
    }
}

/// Returns the effect of a factor on average over the others, or what it depends on.
fn average(writer: &Writer<'_>, factor: usize, better: Option<&str>) -> Vec<Span> {
    let effects = || writer.tests.factors.effects().filter(|effect| effect.within.is_none());
    let is_shown = |effect: &&Effect| effect.factors.contains(&factor) && effect.test.is_significant();
    if let Some(interaction) = effects().filter(is_shown).find(|effect| effect.factors.len() == 2) {
        return writer.interaction(interaction);
    }
    match effects().find(|effect| effect.factors == [factor]) {
        Some(effect) if effect.test.is_significant() => {
            let verdict = writer.design(effect).zip(better).map_or(vec![], |(design, better)| {
                let names = &writer.view.stage.summary.factors[factor].levels;
                verdict(effect, &design.design.levels[design.place(factor)], names, better)
            });
            [verdict, writer.factor(effect)].concat()
        }
        Some(effect) => writer.without_effect(&[effect]).into_iter().next().unwrap_or_default(),
        None => vec![],
    }
}

/// Returns the effect of a factor at levels of others.
fn level_sentence(writer: &Writer<'_>, factor: usize, levels: &[(usize, usize)], better: Option<&str>) -> Vec<Span> {
    let Factors::Designs(designs) = &writer.tests.factors else { return vec![] };
    let family = writer.tests.factors.effects().count() + 1;
    let sample = &writer.tests.sample;
    let seed = (family, writer.view.stage.number as u64);
    let Some((design, effect)) = designs.iter().find_map(|design| design.simple_effect(sample, factor, levels, seed))
    else {
        return vec![];
    };
    let summary = writer.view.stage.summary;
    let places = levels.iter().map(|(around, level)| vec![level_of(summary, *around, *level)]);
    let mut spans = [vec![plain("With ")], listed(places.collect()), vec![plain(", ")]].concat();
    let trials = counted(effect.trials as u64, "trial");
    let shown = Some(&effect).filter(|effect| effect.test.is_significant());
    if let Some(direction) = shown.and_then(|effect| writer.direction(&design, effect)) {
        let tested = &design.design.levels[design.place(factor)];
        let verdict = better.map(|better| verdict(&effect, tested, &summary.factors[factor].levels, better));
        spans.splice(0..0, verdict.unwrap_or_default());
        spans.extend([writer.key(factor), plain(" "), strong("matters"), plain(": ")]);
        spans.extend(direction);
        spans.push(plain("."));
    } else if effect.test.smallest >= LEVEL {
        spans.extend([plain(format!("{trials} are too few to say whether ")), writer.key(factor), plain(" matters.")]);
    } else if writer.is_silent(Some(&design), &effect) {
        return vec![];
    } else {
        spans.extend([plain("no effect of "), writer.key(factor), plain(format!(" is found in {trials}."))]);
    }
    spans
}
