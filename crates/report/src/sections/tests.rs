//! The table on a page of the statistical tests behind the claims on factors, with the shares of variance that the effects explain: at
//! most [`MAX_ROWS`] for each outcome. The tests are made by `model`; this file tests no code.

use crate::document::{Block, Span, Table, code, plain, strong, with_interval};
use crate::model::OutcomeTests;
use crate::stage_view::StageView;
use crate::wording::{self, percent};
use evocube_stats::Estimate;

/// Maximum number of rows in the table of tests for each outcome.
const MAX_ROWS: usize = 60;

/// Returns the first 60 effects by each tested outcome, those of the primary one first; `None` without any.
pub(super) fn table(view: &StageView<'_>) -> Option<Block> {
    let summary = view.stage.summary;
    let mut table = Table::new(format!("Tests of the factors of stage {}", summary.name)).texts(plain("effect"));
    // A single effect explains what noise does not.
    let explained = |tests: &OutcomeTests| tests.factors.explained();
    let has_shares = view.model.tests.iter().any(|tests| explained(tests).len() > 1);
    table = table.texts(plain("outcome")).numbers(if has_shares { &["share of variance"] } else { &[] });
    table = table.numbers(&["p, corrected"]);
    for tests in &view.model.tests {
        for effect in tests.factors.explained().iter().take(MAX_ROWS) {
            let keys: Vec<&str> = effect.factors.iter().map(|factor| &*summary.factors[*factor].key).collect();
            let p = wording::p_value(effect.p_corrected);
            let mut cells: Vec<Span> = vec![code(keys.join(" × ")), plain(tests.sample.outcome.name())];
            cells.extend(has_shares.then(|| effect.share.map_or(plain(""), share)));
            cells.push(if effect.is_shown { strong(p) } else { plain(p) });
            table.row(cells, false);
        }
    }
    (!table.rows.is_empty()).then_some(Block::Table(table))
}

/// Returns a share of variance with its interval: `34 % (20 to 51)`.
fn share(Estimate { value, interval }: Estimate) -> Span {
    let ends = interval.map(|ends| wording::range(ends, |end| format!("{:.0}", 100.0 * end)));
    with_interval(percent(value), ends)
}
