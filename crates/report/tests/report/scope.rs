//! Sentences on few trials, on levels that fix other factors, on questions that name no factor, on compared folders and on several budgets.
//! Each stands where it holds, and nowhere else. Other sentences are tested in `sentences`, which names the files for those on factors and
//! on the best configurations.

use evocube_experiment::record::{Differences, EffortRule, Results};
use evocube_report as report;
use evocube_report::claims::Claim;

use crate::evidence::with_levels;
use crate::factors::{ELITISM, POPULATION, factorial};
use crate::outcomes::{alone, left, sweep};
use crate::sentences::{answer, has, has_not};
use crate::synthetic::{LOWEST_MEAN, question};

/// Two levels on two instances with some repetitions, the second one worse in every trial by as much.
fn separated(repetitions: usize, difference: u64) -> Results {
    let penalty = move |levels: &[usize], instance: usize, repetition: usize| {
        20 + difference * levels[0] as u64 + (7 * instance + 3 * repetition) as u64 % 5
    };
    factorial(&[ELITISM], (2, repetitions), penalty)
}

fn claims(results: &Results) -> Vec<Claim> {
    report::statistics(results).claims.concat().into_iter().map(|stated| stated.claim).collect()
}

#[test]
fn few_trials_exaggerate_what_they_show() {
    let few = separated(5, 2);
    has(
        &answer(&few),
        &["`elitism` **matters**", "**Few trials exaggerate**: a level that wins 60 % of pairs is found in "],
    );
    let claim = claims(&few).into_iter().find_map(|claim| match claim {
        Claim::Exaggerates(claim) => Some(claim),
        _ => None,
    });
    let claim = claim.unwrap();
    assert!(claim.power < 0.15 && claim.times > 2.0 && claim.times < 5.0, "{claim:?}");
    // An effect that cannot be as small, one that many trials show, and one that is not shown.
    has(&answer(&separated(5, 20)), &["`elitism` **matters**"]);
    has_not(&answer(&separated(5, 20)), &["exaggerate"]);
    has_not(&answer(&separated(200, 2)), &["exaggerate"]);
    has_not(&answer(&separated(5, 0)), &["exaggerate"]);
}

#[test]
fn a_level_is_named_with_the_levels_that_it_fixes() {
    let penalties = |base: u64| alone((0..30).map(move |n| left(base + n % 7)));
    let outcomes = [penalties(10), penalties(40), penalties(60)];
    let keys = ["crossover", "alphabet.expand", "restart", "genome.length"];
    let fixed: &[&[&str]] = &[&["0.9", "", "", ""], &["none", "", "", ""], &["0.3", "none", "never", "20"]];
    let text = answer(&with_levels(sweep(LOWEST_MEAN, &outcomes), &keys, fixed));
    has(
        &text,
        &[
            "`0.9` wins 100 % of pairs of trials against `0.3` (with `alphabet.expand = none`, `restart = never` and `genome.length = 20`) (",
        ],
    );
    // Where the other factor has the same level beside others, it is none that the level fixes.
    let crossed: &[&[&str]] = &[&["0.9", "none"], &["none", "none"], &["0.3", "none"]];
    let text = answer(&with_levels(sweep(LOWEST_MEAN, &outcomes), &keys[..2], crossed));
    has(&text, &["against `0.3` ("]);
    has_not(&text, &["(with "]);
}

#[test]
fn a_question_that_names_no_factor_is_answered_on_average() {
    let made = || {
        factorial(&[POPULATION, ELITISM], (2, 10), |levels, instance, repetition| {
            20 + 5 * levels[0] as u64 + (7 * instance + 3 * repetition + levels[1]) as u64 % 5
        })
    };
    let sentence = "The question names none of the factors, or several; this is the answer on average for each of `population` and `elitism`.";
    has_not(&answer(&made()), &[sentence]);
    let mut asked = made();
    asked.sweep.question = Some(question("population", None));
    has_not(&answer(&asked), &[sentence]);
    asked.sweep.question.as_mut().unwrap().factor = None;
    has(&answer(&asked), &[sentence]);
}

#[test]
fn folders_that_are_compared_begin_with_what_differs() {
    let mut results = separated(10, 5);
    has_not(&answer(&results), &["differ in"]);
    let settings = vec![("population".to_owned(), vec![Some("100".to_owned()), Some("200".to_owned())])];
    results.sweep.differences = Some(Differences { settings, configurations: vec![3, 3] });
    let text = answer(&results);
    assert!(
        text.contains(
            "**They differ in** `population` 100 / 200; 3 configurations each, the best of each is compared."
        ),
        "{text}"
    );
    assert!(matches!(claims(&results)[0], Claim::Differ(_)));
}

#[test]
fn no_mean_is_taken_over_several_budgets() {
    let budgets: (&str, &[&str]) = ("stop.evaluations", &["5000", "60000"]);
    let mut results = factorial(&[ELITISM, budgets], (1, 20), |_, _, _| 1);
    for trial in &mut results.trials {
        let evaluations = match (&*trial.levels[0], &*trial.levels[1]) {
            ("0", _) => 2000,
            (_, "60000") => 20_000,
            _ => 5000,
        };
        let outcome = trial.outcome.as_mut().unwrap();
        let solves = evaluations != 5000;
        (outcome.best, outcome.solved, outcome.reached) = (u64::from(!solves), solves, solves);
        outcome.evolution.as_mut().unwrap().evaluations = evaluations + trial.trial;
        outcome.evaluations_to_reach = solves.then_some(evaluations + trial.trial);
    }
    let stage = &mut results.sweep.stages[0];
    stage.effort.allowances = vec![Some(5000), Some(60_000), Some(5000), Some(60_000)];
    stage.effort.rule = EffortRule::Own;
    has(&answer(&results), &["; solved 100 % against 50 %, spending "]);
    results.sweep.stages[0].effort.allowances = vec![Some(60_000); 4];
    has(&answer(&results), &["; expected evaluations 2"]);
}
