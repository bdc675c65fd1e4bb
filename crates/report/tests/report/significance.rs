//! The sentences of the answer on configurations: which may be the best. In the statistics, the set of these agrees with the pairs of
//! levels. Whether these claims are true is tested in `tests/statistics`.

use evocube_report as report;

use crate::factors::{ELITISM, POPULATION, SIZE, factorial};
use crate::outcomes::sweep;
use crate::sentences::{answer, has, has_not, penalties};
use crate::synthetic::LOWEST_MEAN;

#[test]
fn configurations_that_may_be_the_best_are_named() {
    let far = || penalties(50..60);
    let significant = answer(&sweep(LOWEST_MEAN, &[penalties(10..20), penalties(30..40), far()]));
    has(&significant, &["`x = 1` **is the best** of 3 configurations, with 95 % confidence."]);
    has_not(&significant, &["may be the best**"]);
    let two = answer(&sweep(LOWEST_MEAN, &[penalties(10..20), penalties(11..21), far(), far()]));
    has(&two, &["**2 of 4 configurations may be the best**: `x = 1`; `x = 2`."]);
    has_not(&two, &["is the best", "not among"]);
    let close = (0..5).map(|n| penalties(10 + n % 3..20 + n % 3));
    let many = answer(&sweep(LOWEST_MEAN, &close.chain([far()]).collect::<Vec<_>>()));
    has(&many, &["**5 of 6 configurations may be the best**.\n"]);
}

#[test]
fn the_levels_of_one_factor_have_one_answer() {
    // Two levels are compared by the sentence on their factor, and equal ones by what their trials rule out.
    for outcomes in [vec![penalties(10..20), penalties(30..40)], vec![penalties(10..20); 4]] {
        has_not(&answer(&sweep(LOWEST_MEAN, &outcomes)), &["is the best", "may be the best**"]);
    }
    let results = sweep(LOWEST_MEAN, &[penalties(10..20), penalties(12..22), penalties(13..23), penalties(50..60)]);
    let rows = report::statistics(&results);
    for row in &rows.comparisons {
        let is_worse = rows.effects.iter().any(|pair| {
            let level = row.configuration.to_string();
            let share = pair.estimate.unwrap_or(0.5);
            let is_pair = !pair.reference.is_empty();
            let is_worse = (pair.level == level && share < 0.5) || (pair.reference == level && share > 0.5);
            is_pair && is_worse && pair.p_corrected <= 0.05
        });
        assert_eq!(row.in_set, Some(!is_worse), "{row:?}");
    }
}

#[test]
fn configurations_of_several_factors_leave_the_set_where_a_factor_matters() {
    let made = |effect: u64| {
        factorial(&[POPULATION, ELITISM, SIZE], (3, 12), move |levels, instance, repetition| {
            let noise = (7 * instance + 5 * repetition + 3 * levels[0] + 11 * levels[1] + 2 * levels[2]) as u64 % 9;
            40 - effect * levels[0] as u64 + noise
        })
    };
    has(&answer(&made(10)), &["**4 of 12 configurations may be the best**."]);
    has(&answer(&made(0)), &["Each of 12 configurations may be the best."]);
    let rows = report::statistics(&made(0)).comparisons;
    assert!(rows.iter().all(|row| row.in_set == Some(true) && row.p_corrected >= 0.05), "{rows:?}");
}

#[test]
fn a_selected_configuration_that_is_not_among_the_best_is_named() {
    let mut results = sweep(LOWEST_MEAN, &[penalties(10..20), penalties(11..21), penalties(50..60)]);
    let text = "The selected one is not among them.";
    has_not(&answer(&results), &[text]);
    results.sweep.stages[0].selected = Some(3);
    has(&answer(&results), &[text]);
}
