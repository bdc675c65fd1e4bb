//! Sentences that say nothing where the outcome may hide a difference: at its floor, at its ceiling, and behind a gate.

use evocube::experiment::record::{Outcome, QuestionSummary, Results};
use evocube::report;

use crate::evidence::with_levels;
use crate::outcomes::{Outcomes, Trial, alone, left, solved, sweep};
use crate::sentences::{answer, has, has_not};
use crate::synthetic::{LOWEST_MEAN, question};
use crate::text;

/// Number of trials of a configuration.
const TRIALS: usize = 40;

/// The trials of a configuration of which so many solve, and the lowest penalty of the others.
fn rate(solving: usize, penalty: u64) -> Outcomes {
    alone((0..TRIALS).map(|n| if n < solving { solved(500 + 7 * n as u64) } else { left(penalty + n as u64 % 3) }))
}

/// The four combinations of macros and their expansion, with numbers of solved trials.
fn macros(solving: [usize; 4], penalty: u64) -> Results {
    let points: &[&[&str]] = &[&["none", "none"], &["none", "all"], &["some", "none"], &["some", "all"]];
    let penalties = [penalty, penalty, 6, 6];
    let outcomes: Vec<Outcomes> =
        solving.iter().zip(penalties).map(|(solving, penalty)| rate(*solving, penalty)).collect();
    with_levels(sweep(LOWEST_MEAN, &outcomes), &["macros", "expand"], points)
}

#[test]
fn a_level_in_which_no_trial_solves_is_not_said_to_have_no_difference() {
    let interaction = "The effect of `macros` **depends on** `expand`. With `expand = all`, `some` solves ";
    let no_difference = " With `expand = none` no difference is found.";
    // With no expansion nothing solves, though penalties are 58 and 6.
    for (solving, is_said) in
        [([0, 0, 0, 38], false), ([2, 2, 4, 38], false), ([38, 0, 36, 38], false), ([10, 0, 12, 38], true)]
    {
        let text = answer(&macros(solving, 58));
        has(&text, &[interaction]);
        assert_eq!(text.contains(no_difference), is_said, "{solving:?}: {text}");
        assert_eq!(text.contains("no difference"), is_said, "{solving:?}: {text}");
    }
}

#[test]
fn a_factor_is_not_said_to_have_no_effect_where_its_levels_all_solve_or_none_does() {
    // Of the first factor an effect is shown, of the second none.
    for (solving, is_said) in
        [([0, 0, 38, 38], false), ([1, 2, 20, 22], false), ([18, 20, 38, 39], false), ([8, 9, 26, 28], true)]
    {
        let text = answer(&macros(solving, 58));
        has(&text, &["`macros` **matters**: `some` solves "]);
        assert_eq!(text.contains("No effect of `expand` is found; 160 trials rule out only"), is_said, "{text}");
        assert_eq!(text.contains("No effect"), is_said, "{solving:?}: {text}");
    }
    // Nor the reason why no configuration is excluded.
    let each = "Each of 4 configurations may be the best";
    let reason = ": no effect is found, so none is excluded";
    for (solving, is_said) in [([5, 8, 2, 4], false), ([14, 16, 15, 13], true)] {
        let text = answer(&macros(solving, 6));
        has(&text, &[each]);
        assert_eq!(text.contains(&format!("{each}{reason}.")), is_said, "{text}");
        assert_eq!(text.contains("No effect"), is_said, "{text}");
    }
}

#[test]
fn questions_at_a_level_in_which_no_trial_solves_are_not_answered_by_no_effect() {
    for (solving, is_said) in [([0, 0, 0, 38], false), ([10, 0, 12, 38], true)] {
        let mut results = macros(solving, 58);
        let levels = vec![("expand".to_owned(), "none".to_owned())];
        results.sweep.question = Some(QuestionSummary { levels, ..question("macros", None) });
        let text = answer(&results);
        let sentence = "With `expand = none`, no effect of `macros` is found in 80 trials.";
        assert_eq!(text.contains(sentence), is_said, "{text}");
        assert_eq!(text.contains("no effect"), is_said, "{text}");
    }
}

#[test]
fn penalties_are_at_their_floor_where_nearly_all_trials_solve() {
    for (solving, is_said) in [([38, 38, 39, 39], false), ([30, 29, 30, 31], true)] {
        let mut results = macros(solving, 6);
        results.sweep.stages[0].outcome = Some(Outcome::Penalty);
        assert_eq!(answer(&results).contains("No effect of `"), is_said, "{solving:?}: {}", answer(&results));
    }
}

/// A single factor whose configurations have these trials.
fn levels(trials: [Vec<Trial>; 2]) -> Results {
    sweep(LOWEST_MEAN, &trials.map(alone))
}

#[test]
fn run_times_whose_expected_value_and_geometric_mean_disagree_have_no_bound() {
    // The same geometric mean, of six times and a sixth of as many evaluations: three times as many are expected.
    fn typical(n: u64) -> u64 {
        1_000 + 211 * (n % 7)
    }
    let widely = |n: u64| if n % 14 < 7 { 6 * typical(n) } else { typical(n) / 6 };
    let both = |slow: fn(u64) -> u64| {
        levels([(0..42).map(|n| solved(typical(n))).collect(), (0..42).map(|n| solved(slow(n))).collect()])
    };
    let equal = answer(&both(typical));
    has(&equal, &["No effect of `x` is found; 84 trials rule out only differences above ", " times the evaluations."]);
    let disagreeing = answer(&both(widely));
    has(&disagreeing, &["42/42"]);
    has_not(&disagreeing, &["No effect", "rule out", "matters"]);
}

#[test]
fn an_outcome_behind_a_gate_is_not_tested() {
    // Solved trials decide, and are alike; penalties of the others differ by a factor of nine.
    let trials = |penalty: u64| (0..40).map(|n| if n % 2 == 0 { solved(500) } else { left(penalty + n % 3) }).collect();
    let mut results = levels([trials(5), trials(50)]);
    let page = text(&results, report::SUMMARY);
    let row = page.lines().find(|line| line.starts_with("| `x` | penalty |")).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!((cells[5], cells[6]), ("not tested", "anova-type"), "{row}");
    assert!(cells[4].parse::<f64>().is_ok_and(|p| p < 0.05) || cells[4].contains('⁻'), "{row}");
    let primary = page.lines().find(|line| line.starts_with("| `x` | solved |")).unwrap();
    assert!(!primary.contains("not tested"), "{primary}");
    // A question about penalties is not answered by the test that was not made.
    results.sweep.question = Some(QuestionSummary { outcome: Some(Outcome::Penalty), ..question("x", None) });
    has_not(&answer(&results), &["No effect of `x` is found; 80 trials rule out only differences above 4"]);
    // Behind an open gate it is.
    let rarely = (0..40).map(|n| if n % 5 == 0 { solved(500) } else { left(50 + n % 3) }).collect();
    let page = text(&levels([trials(5), rarely]), report::SUMMARY);
    has(&page, &["| `x` | penalty |"]);
    has_not(&page, &["not tested"]);
}
