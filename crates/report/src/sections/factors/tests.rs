//! The tests behind the sentences on factors: their scope, the variation of trials, and a table.

use crate::document::{Block, Span, Table, code, plain, strong};
use crate::figures::StageView;
use crate::model::{Effect, OutcomeTests, Variation};
use crate::wording::{self, grouped, percent};
use evocube_experiment::record::Outcome;
use evocube_stats::LEVEL;

/// Maximum number of rows in the table of tests for each outcome.
const MAX_ROWS: usize = 60;

/// Returns the tests of a stage below their heading: a sentence on their scope, the variation of trials, and a table.
pub(in crate::sections) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let Some(tests) = view.model.primary() else { return vec![] };
    if tests.factors.effects().next().is_none() {
        return vec![];
    }
    let variation = variation(tests).map(|sentence| Block::Paragraph(vec![plain(sentence)]));
    variation.into_iter().chain([Block::Table(table(view))]).collect()
}

/// Returns the variation of the trials, and how many more halve an interval; `None` for rates and without variation.
fn variation(tests: &OutcomeTests) -> Option<String> {
    let unit = match tests.sample.outcome {
        Outcome::Penalty => "penalty",
        Outcome::Moves => "number of moves",
        Outcome::RunTime => "logarithm of evaluations",
        Outcome::Solved => return None,
    };
    let Variation { repetitions, instances } = Variation::new(&tests.sample);
    let show = |deviation: f64| format!("{deviation:.2}");
    let trials = tests.sample.trials(&[0]) / tests.sample.instances().max(1);
    match (repetitions.filter(|deviation| *deviation > 0.0), instances) {
        (Some(within), Some(between)) => Some(format!(
            "Standard deviations of the {unit}: {} between repetitions, {} of differences between instances. {} repetitions \
             halve an interval for these instances, {} instances one for others like them.",
            show(within),
            show(between),
            grouped(4 * trials as u64),
            grouped(4 * tests.sample.instances() as u64)
        )),
        (Some(within), None) => Some(format!(
            "Standard deviation of the {unit} between repetitions: {}. {} repetitions halve an interval.",
            show(within),
            grouped(4 * trials as u64)
        )),
        (None, Some(between)) => Some(format!(
            "Standard deviation of differences of the {unit} between instances: {}. {} instances halve an interval.",
            show(between),
            grouped(4 * tests.sample.instances() as u64)
        )),
        (None, None) => None,
    }
}

/// Returns the effects by all outcomes, those of the primary one first.
fn table(view: &StageView<'_>) -> Table {
    let summary = view.stage.summary;
    let mut table = Table::new(format!("Tests of the factors of stage {}", summary.name)).texts(plain("effect"));
    table = table.texts(plain("outcome")).numbers(&["share of variance", "p", "p, corrected"]).texts(plain("test"));
    for tests in &view.model.tests {
        for effect in tests.factors.effects().take(MAX_ROWS) {
            let keys: Vec<&str> = effect.factors.iter().map(|factor| &*summary.factors[*factor].key).collect();
            let within = effect.within.map(|(factor, level)| {
                format!(", {} = {}", summary.factors[factor].key, summary.factors[factor].levels[level])
            });
            let is_tested = !effect.test.method.name().is_empty();
            let p = match is_tested {
                true if !tests.is_tested => "not tested".to_owned(),
                true => wording::p_value(effect.test.p_corrected),
                false => String::new(),
            };
            let cells = vec![
                code(format!("{}{}", keys.join(" × "), within.unwrap_or_default())),
                plain(tests.sample.outcome.name()),
                plain(effect.share.map_or(String::new(), percent)),
                plain(if is_tested { wording::p_value(effect.test.p) } else { String::new() }),
                if effect.test.is_significant() { strong(p) } else { plain(p) },
                plain(effect.test.method.name()),
            ];
            table.row(cells, false);
        }
    }
    table
}

/// Returns the instances for which the effects of some stages hold; empty if none is significant.
pub(in crate::sections) fn scope<'a>(effects: impl Iterator<Item = &'a Effect>, instances: usize) -> Vec<Span> {
    let significant: Vec<&Effect> =
        effects.filter(|effect| effect.within.is_none() && effect.test.is_significant()).collect();
    let general = significant.iter().filter(|effect| effect.p_instances.is_some_and(|p| p < LEVEL)).count();
    let text = match (significant.len(), general) {
        (0, _) => return vec![],
        _ if instances == 1 => "This holds for the one instance that was tried.".to_owned(),
        (all, general) if all == general => "This holds for instances like these.".to_owned(),
        (_, 0) => format!("This holds for the {instances} instances that were tried, not necessarily for others."),
        (all, general) => {
            let verb = if general == 1 { "holds" } else { "hold" };
            let others = if all - general == 1 { "other" } else { "others" };
            format!(
                "{general} of these {all} effects {verb} for instances like these, the {others} for the {instances} that were tried."
            )
        }
    };
    vec![plain(text)]
}
