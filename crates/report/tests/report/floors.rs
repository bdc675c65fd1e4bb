//! Answers where no trial of a level solves, or all do: the pairs of trials still show what differs there. Other sentences on factors are
//! tested in `factors`.

use evocube_experiment::record::{Outcome, QuestionSummary, Results};

use crate::evidence::with_levels;
use crate::outcomes::{Outcomes, alone, left, solved, sweep};
use crate::sentences::{answer, has, has_not};
use crate::synthetic::{LOWEST_MEAN, question};

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
fn a_level_in_which_no_trial_solves_has_the_difference_of_its_penalties() {
    // Without expansion nothing solves, and penalties are 58 and 6.
    let text = answer(&macros([0, 0, 0, 38], 58));
    has(&text, &["`macros` **matters**: `some` wins ", "`expand` **matters**: `all` wins "]);
    has_not(&text, &["No effect", "no difference is shown"]);
    let mut asked = macros([0, 0, 0, 38], 58);
    let levels = vec![("expand".to_owned(), "none".to_owned())];
    asked.sweep.question = Some(QuestionSummary { levels, ..question("macros", Some("some")) });
    has(&answer(&asked), &["**Yes.** With `expand = none`, `some` wins 100 % of pairs of trials against `none` ("]);
}

#[test]
fn levels_that_all_solve_are_told_apart_by_their_evaluations() {
    let trials = |evaluations: u64| alone((0..TRIALS as u64).map(move |n| solved(evaluations + 7 * n)));
    let results = sweep(LOWEST_MEAN, &[trials(500), trials(2_000)]);
    has(&answer(&results), &["`x` **matters**: `1` wins 100 % of pairs of trials against `2` ("]);
    // Not by another outcome than wins, unless the sweep names it.
    let page = |outcome| {
        let mut results = results.clone();
        results.sweep.stages[0].outcome = outcome;
        answer(&results)
    };
    has_not(&page(Outcome::Solved), &["**matters**"]);
    has(&page(Outcome::RunTime), &["`x` **matters**: `2` takes "]);
}
