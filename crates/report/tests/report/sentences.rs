//! The sentences of the answer on selections and their means, held-out instances, stages, questions and single configurations. Those on
//! factors are in `factors`, on the best configurations in `significance`. Here for other tests of reports, too: the answer of a page,
//! checks of its sentences, trials of given [`penalties`], and the rule of selection [`SEVERAL_OBJECTIVES`].

use evocube_experiment::instance::Instance;
use evocube_experiment::record::{HeldOutSummary, Outcome, QuestionSummary, Results, SelectionRule, StageSelection};
use evocube_report as report;

use crate::outcomes::{Outcomes, alone, empty, left, solved, stage, sweep};
use crate::synthetic::{LOWEST_MEAN, question};
use crate::text;

pub(crate) const SEVERAL_OBJECTIVES: StageSelection =
    StageSelection { rule: SelectionRule::MostSolved, outcome: Outcome::Wins, comparable_penalties: false };

/// The part of the summary that answers, with the sections of all stages.
pub(crate) fn answer(results: &Results) -> String {
    let summary = text(results, report::SUMMARY);
    let (_, after) = summary.split_once("## Answer\n").unwrap();
    let sections: Vec<&str> = after.split("\n## ").collect();
    let answers =
        sections.iter().enumerate().take_while(|(place, section)| *place == 0 || section.starts_with("Stage "));
    answers.map(|(_, section)| section.trim()).collect::<Vec<_>>().join("\n## ")
}

#[track_caller]
pub(crate) fn has(text: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert!(text.contains(sentence), "{sentence}\nis not in\n{text}");
    }
}

#[track_caller]
pub(crate) fn has_not(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part}\nis in\n{text}");
    }
}

pub(crate) fn penalties(values: impl IntoIterator<Item = u64>) -> Outcomes {
    alone(values.into_iter().map(left))
}

fn rule(rule: SelectionRule) -> StageSelection {
    StageSelection { rule, outcome: Outcome::Wins, comparable_penalties: true }
}

#[test]
fn reports_quote_the_statistic_that_selects() {
    // Means 40 and 36.5, medians 40 and 45.
    let outcomes = [penalties([40; 10]), penalties([45, 45, 45, 45, 45, 45, 45, 20, 15, 15])];
    let mean_answer = answer(&sweep(LOWEST_MEAN, &outcomes));
    has(
        &mean_answer,
        &[
            "`x = 2` **is selected** by `lowest-mean-best`: mean penalty **36.5**, against 40 of the next best, `x = 1`.",
        ],
    );
    let median_answer = answer(&sweep(rule(SelectionRule::LowestMedianBest), &outcomes));
    has(
        &median_answer,
        &[
            "`x = 1` **is selected** by `lowest-median-best`: median penalty **40**, against 45 of the next best, `x = 2`.",
        ],
    );
    let some_solve = [alone([solved(9), left(90)]), alone([left(1), left(1)])];
    let solved_answer = answer(&sweep(rule(SelectionRule::MostSolved), &some_solve));
    has(
        &solved_answer,
        &[
            "`x = 1` **is selected** by `most-solved`: solved trials **1 of 2**, against 0 of 2 of the next best, `x = 2`.",
        ],
    );
}

#[test]
fn the_next_best_is_the_second_in_the_order_of_selection() {
    // The second by solved trials has the worst mean.
    let outcomes =
        [penalties([2, 2, 2]), alone([solved(9), left(90), left(90)]), alone([solved(9), solved(9), left(50)])];
    has(
        &answer(&sweep(rule(SelectionRule::MostSolved), &outcomes)),
        &["`x = 3` **is selected**", "against 1 of 3 of the next best, `x = 2`."],
    );
}

#[test]
fn more_solved_trials_select_over_lower_penalties_of_another_objective() {
    let outcomes = [penalties([1; 20]), alone((0..20).map(|n| if n < 9 { solved(500) } else { left(200) }))];
    let results = sweep(SEVERAL_OBJECTIVES, &outcomes);
    has(
        &answer(&results),
        &[
            "`x = 2` **is selected** by `most-solved`: solved trials **9 of 20**, against 0 of 20 of the next best, `x = 1`.",
            "Penalties are not compared, because they are those of different objectives.",
            "`x` **matters**: `2` wins 72 % of pairs of trials against `1` (60 to 82) on this cube; expected evaluations 1722 against none \
             solved (more than ",
        ],
    );
    let page = text(&results, report::SUMMARY);
    has_not(&page, &["| mean penalty", "median penalty |", "lowest penalties, resampling"]);
    has(&page, &["| moves of solved, median |"]);
    let one_objective = text(&sweep(LOWEST_MEAN, &outcomes), report::SUMMARY);
    has(&one_objective, &["| median penalty | mean penalty |", "Student's t for the mean penalty"]);
    has_not(&one_objective, &["different objectives", "moves of solved"]);
}

#[test]
fn where_every_trial_solves_the_faster_one_is_selected_and_found() {
    let slow = alone((0..10).map(|n| solved(220_000 + 5000 * n)));
    let fast = alone((0..10).map(|n| solved(20_000 + 500 * n)));
    let results = sweep(LOWEST_MEAN, &[slow.clone(), fast]);
    let text = answer(&results);
    has(
        &text,
        &[
            "`x = 2` **is selected** by `lowest-mean-best`: mean penalty **0**, as the next best, `x = 1`, and **fewer evaluations per trial**: 22,250 against \
             242,500 on average.",
            "`x` **matters**: `2` wins 100 % of pairs of trials against `1` (71 to 100) on this cube; expected evaluations 22.2k against \
             242k.",
        ],
    );
    has_not(&text, &["tie**", "No effect"]);
    let same = answer(&sweep(LOWEST_MEAN, &[slow.clone(), slow]));
    has(
        &same,
        &[
            "`x = 1` **is selected** by `lowest-mean-best`: mean penalty **0**, as the next best, `x = 2`: \
             a **tie** in everything that selection compares, which goes to the configuration listed first.",
            "No effect of `x` is shown; 20 trials rule out that a level wins more than ",
        ],
    );
}

#[test]
fn ties_may_be_decided_by_moves_or_by_solved_trials() {
    let moves = |moves| alone([Some((0, 100, moves)); 3]);
    let shorter = answer(&sweep(LOWEST_MEAN, &[moves(30), moves(21)]));
    has(
        &shorter,
        &["`x = 2` **is selected**", "as the next best, `x = 1`, and **fewer moves**: 21 against 30 on average."],
    );
    let more = answer(&sweep(LOWEST_MEAN, &[penalties([5, 5]), alone([solved(9), left(10)])]));
    has(&more, &["`x = 2` **is selected**", "and **more solved trials**: 1 of 2 against 0 of 2."]);
    let mean = answer(&sweep(rule(SelectionRule::LowestMedianBest), &[penalties([5, 5, 9]), penalties([5, 5, 6])]));
    has(
        &mean,
        &[
            "`x = 2` **is selected**",
            "median penalty **5**, as the next best, `x = 1`, and **a lower mean penalty**: 5.3 against 6.3.",
        ],
    );
}

#[test]
fn failed_trials_are_named_where_they_are_left_out_of_what_is_quoted() {
    let fails = [penalties([5, 5]), alone([left(4), None])];
    let note = "Failed trials, which selection counts as worse than all others, are left out of these numbers.";
    has(&answer(&sweep(LOWEST_MEAN, &fails)), &["`x = 1` **is selected**", "**5**, against 4 of the next best", note]);
    has_not(&answer(&sweep(LOWEST_MEAN, &[penalties([5, 5]), penalties([4, 9])])), &[note]);
}

#[test]
fn the_interval_of_the_selected_configuration_allows_for_its_selection() {
    let three = |trials: u64| {
        answer(&sweep(
            LOWEST_MEAN,
            &[penalties(10..10 + trials), penalties(11..11 + trials), penalties(12..12 + trials)],
        ))
    };
    // The standard error of 31 whole numbers is 1.633; t with 30 degrees of freedom is 2.536 at a tail of 5 % / 3.
    has(&three(31), &["mean penalty **25** (95 % interval 20.9 to 29.1)"]);
    // Ten are too few for an interval of a mean.
    has_not(&three(10), &["95 % interval"]);
    let median = sweep(rule(SelectionRule::LowestMedianBest), &[penalties(10..41), penalties(11..42)]);
    has_not(&answer(&median), &["95 % interval"]);
}

#[test]
fn selected_configurations_have_their_result_on_held_out_instances() {
    let held_out = |results: &mut Results, outcomes: &[Outcomes]| {
        let (stages, instances) = (results.sweep.stages.len(), results.sweep.instances.clone());
        let held_out = (1..=outcomes[0].len()).map(|number| Instance {
            name: format!("held-out-{number}"),
            state: instances[0].state.clone(),
            goal: None,
        });
        results.sweep.instances = held_out.collect();
        stage(results, "held-out", LOWEST_MEAN, outcomes);
        results.sweep.instances = instances;
        let mut held_out = results.sweep.stages.pop().unwrap();
        (held_out.factors, held_out.points) = (vec![], vec![vec![]; stages]);
        let instances = outcomes[0].len() as u64;
        results.sweep.held_out = Some(HeldOutSummary { instances, stage: held_out, roles: Vec::new() });
    };
    let each = |penalties: &[u64]| penalties.iter().map(|penalty| vec![left(*penalty)]).collect::<Outcomes>();
    let made = |selection, outcomes: Outcomes| {
        let mut results = sweep(selection, &[penalties(10..20), penalties(30..40)]);
        held_out(&mut results, &[outcomes]);
        answer(&results)
    };
    let nothing = "held-out";
    has_not(&answer(&sweep(LOWEST_MEAN, &[penalties(10..20), penalties(30..40)])), &[nothing]);
    let text = made(LOWEST_MEAN, each(&[20, 22, 24, 26, 0, 30]));
    has(
        &text,
        &[
            "The selected configuration **solved 1 of 6** held-out cubes (0 to 64 %); expected evaluations 6000.",
            "It solved **0 of 10 trials** (0 to 35 % with 95 % confidence); all configurations together 0 of 20.",
        ],
    );
    // Too few for an interval of the mean.
    has(
        &made(LOWEST_MEAN, each(&[20, 22])),
        &["The selected configuration **solved 0 of 2** held-out cubes (0 to 84 %); mean penalty 21."],
    );
    has(
        &made(rule(SelectionRule::LowestMedianBest), each(&[20, 22, 24])),
        &["**solved 0 of 3** held-out cubes (0 to 71 %); mean penalty 22."],
    );
    has(&made(rule(SelectionRule::MostSolved), each(&[0, 22, 0])), &["**solved 2 of 3** held-out cubes ("]);
    let mut some = each(&[20, 22, 24]);
    some[1][0] = None;
    has(&made(LOWEST_MEAN, some), &["**solved 0 of 2** held-out cubes (0 to 84 %); 1 trial failed; mean penalty"]);
    has(&made(LOWEST_MEAN, vec![vec![None], vec![None]]), &["All trials on 2 held-out cubes failed."]);
    // Several stages, each with its own.
    let mut results = empty(1, 10);
    stage(&mut results, "a", LOWEST_MEAN, &[penalties(10..20), penalties(30..40)]);
    stage(&mut results, "b", LOWEST_MEAN, &[penalties(10..20), penalties(30..40)]);
    held_out(&mut results, &[each(&[20, 22, 24]), each(&[10, 11, 12])]);
    let text = answer(&results);
    let (first, second) = text.split_once("Stage 2: b").unwrap();
    has(first.split_once("Stage 1: a").unwrap().1, &["**solved 0 of 3** held-out cubes", "; mean penalty 22."]);
    has(second, &["; mean penalty 11."]);
    has(first.split_once("Stage 1: a").unwrap().0, &["; mean penalty 11."]);
}

#[test]
fn means_have_an_interval_where_trials_are_enough() {
    let outcomes = |instances: usize, trials: usize| -> Outcomes {
        (0..instances).map(|n| (0..trials).map(|trial| left((10 + 3 * n + 2 * trial) as u64)).collect()).collect()
    };
    for (instances, trials, is_stated) in
        [(1, 3, false), (5, 3, false), (7, 3, true), (12, 3, true), (7, 1, false), (21, 1, true)]
    {
        let all = outcomes(instances, trials);
        let page = text(&sweep(LOWEST_MEAN, &[all.clone(), all]), report::SUMMARY);
        assert_eq!(page.contains("** (95 % interval "), is_stated, "{instances} × {trials}: {page}");
        let few = "There are too few trials for an interval of the mean.";
        assert_eq!(page.contains(few), !is_stated, "{instances} × {trials}: {page}");
    }
    let page = text(&sweep(LOWEST_MEAN, &[penalties(10..15), penalties(30..35)]), report::SUMMARY);
    has(&page, &["| median penalty, quartiles |", "| **12, 11 to 13** |", "mean penalty **12**, against 32"]);
}

#[test]
fn sweeps_of_several_stages_say_in_how_many_it_matters() {
    let made = |stages: &[(&str, Vec<Outcomes>)]| {
        let mut results = empty(1, 10);
        stages.iter().for_each(|(name, outcomes)| stage(&mut results, name, LOWEST_MEAN, outcomes));
        answer(&results)
    };
    let all = vec![penalties(10..20), penalties(30..40)];
    let some = vec![penalties(10..20), penalties(11..21), penalties(50..60)];
    let none = vec![penalties(10..20), penalties(11..21)];
    let text = made(&[("all", all), ("some", some), ("none", none.clone())]);
    has(
        &text,
        &[
            "**Selected** of 7 configurations: `x = 1`; `x = 1`; `x = 1`; mean penalty **14.5**",
            "Later stages depend on one of 2 configurations that may be the best.",
            "**Factors matter in 2 of 3 stages**: all, some.",
            "Stage 1: all\n\n`x` **matters**: `1` wins 100 % of pairs of trials against `2` (",
            "**2 of 3 configurations may be the best**: `x = 1`; `x = 2`.",
            "Stage 3: none\n\nNo effect of `x` is shown;",
        ],
    );
    let lengths = |moves: u64| alone((0..10).map(move |n| Some((0, 1000, moves + n % 3))));
    let selected_by = |rule: SelectionRule| {
        let mut results = empty(1, 10);
        for name in ["a", "b"] {
            stage(&mut results, name, self::rule(rule), &[lengths(30), lengths(20)]);
        }
        answer(&results)
    };
    has(
        &selected_by(SelectionRule::FewestMoves),
        &[
            "**Selected** of 4 configurations: `x = 2`; `x = 2`; they solve **10 of 10** trials in 20.9 moves on average.",
            "`x = 2` **is selected** by `fewest-moves`: solved trials **10 of 10**, as the next best, `x = 1`, and **fewer \
             moves**: 20.9 against 30.9 on average.",
        ],
    );
    has(&selected_by(SelectionRule::MostSolved), &["; they solve **10 of 10** trials."]);
    let nothing = made(&[("a", none.clone()), ("b", none)]);
    has(&nothing, &["No factor is shown to matter in 2 stages."]);
    has_not(&nothing, &["**matters", "**Factors"]);
    let mut results = empty(1, 2);
    stage(&mut results, "a", LOWEST_MEAN, &[penalties([1, 2]), penalties([50, 60])]);
    stage(&mut results, "b", LOWEST_MEAN, &[penalties([3, 3]), penalties([3, 3])]);
    has(
        &answer(&results),
        &["mean penalty **3**, as the next best, `x = 2`: a **tie** in everything that selection compares"],
    );
}

#[test]
fn a_level_that_neither_beats_another_nor_is_beaten_is_not_shown_to_be_the_best() {
    let either = alone((0..20).map(|trial| left(if trial % 2 == 0 { 1 } else { 100 })));
    let mut results = sweep(LOWEST_MEAN, &[penalties(60..80), penalties(30..50), either]);
    results.sweep.question = Some(question("x", Some("3")));
    let text = answer(&results);
    let begin =
        "**Not shown.** `3` is not shown to beat another level, nor another one to beat it. `x` **matters**: `2` wins ";
    has(&text, &[begin]);
    has_not(&text, &["0 of 2 others"]);
}

#[test]
fn questions_with_an_expectation_are_answered_by_yes_or_no() {
    let answer_to = |better: &str, levels: &[std::ops::Range<u64>]| {
        let mut results = sweep(LOWEST_MEAN, &levels.iter().cloned().map(penalties).collect::<Vec<_>>());
        results.sweep.question = Some(question("x", Some(better)));
        text(&results, report::SUMMARY)
    };
    let falls = [60..70, 30..40, 10..20];
    let two_of_three = "**In part.** `2` is shown to beat 1 of 2 others, and none to beat it. `2` wins 100 % of pairs of trials against `1` (";
    for (better, levels, begin) in [
        ("larger", &falls[..], "**Yes.** `3` wins 100 % of pairs of trials against `1` ("),
        ("smaller", &falls, "**No.** `3` wins 100 % of pairs of trials against `1` ("),
        (
            "larger",
            &[60..70, 30..40, 30..40],
            "**Larger** is better, shown up to `2`; beyond it nothing is shown: `3` wins 50 % of pairs of trials against `2` (",
        ),
        (
            "larger",
            &[60..70, 10..20, 30..40],
            "**Not throughout**: best near `2`. `2` wins 100 % of pairs of trials against `1` (",
        ),
        // The smallest is the best.
        ("larger", &[10..20, 60..70], "**No.** `1` wins 100 % of pairs of trials against `2` ("),
        ("3", &falls, "**Yes.** `3` wins 100 % of pairs of trials against `1` ("),
        ("2", &falls, "**No.** `3` wins 100 % of pairs of trials against `1` ("),
        // It is better than one, and not told from the other.
        ("2", &[60..70, 30..40, 31..41], two_of_three),
        (
            "larger",
            &[10..20, 11..21],
            "**No direction is shown.** No effect of `x` is shown; 20 trials rule out that a level wins more than ",
        ),
    ] {
        let page = answer_to(better, levels);
        assert!(page.contains(&format!("Is it?\n\n{begin}")), "{better}, {levels:?}: {page}");
        // The answer has it, and it is not said again.
        assert!(!page.contains("`x` **matters**"), "{page}");
    }
}

#[test]
fn an_opposite_direction_with_a_better_level_inside_is_denied_on_the_whole() {
    let answer_to = |better: &str, levels: [std::ops::Range<u64>; 3]| {
        let mut results = sweep(LOWEST_MEAN, &levels.map(penalties));
        results.sweep.question = Some(question("x", Some(better)));
        answer(&results)
    };
    let rises = || [11..21, 10..20, 60..70];
    let text = answer_to("larger", rises());
    has(
        &text,
        &[
            "**Not on the whole**: smaller levels win 8",
            "; the best seen is `2`. `x` **matters**: `2` wins 100 % of pairs",
        ],
    );
    has_not(&text, &["**Larger**"]);
    let text = answer_to("smaller", rises());
    has(&text, &["**Smaller** levels win 8", " on the whole; the best seen is `2`."]);
    has_not(&text, &["**Not on the whole**"]);
    has(&answer_to("smaller", [60..70, 10..20, 11..21]), &["**Not on the whole**: larger levels win 8"]);
}

#[test]
fn questions_by_another_outcome_than_the_first_are_answered_by_yes_or_no_too() {
    let half_solved = (0..20).map(|n| if n < 10 { 0 } else { 10 + n });
    let mut results = sweep(LOWEST_MEAN, &[penalties(60..80), penalties(half_solved)]);
    for (outcome, measure) in [
        (Outcome::Solved, "`2` solves 50 percentage points more trials than `1` ("),
        (Outcome::Penalty, "`2` has a mean penalty 57.2 lower than `1` ("),
    ] {
        results.sweep.question = Some(QuestionSummary { outcome: Some(outcome), ..question("x", Some("2")) });
        let page = text(&results, report::SUMMARY);
        let begin = page.split("Is it?\n\n").nth(1).unwrap_or_default();
        assert!(begin.starts_with("**Yes.** "), "{page}");
        assert!(begin.lines().next().is_some_and(|line| line.contains(measure)), "{page}");
    }
}

#[test]
fn one_configuration_has_no_comparison() {
    let mut results = sweep(LOWEST_MEAN, &[penalties(10..31)]);
    results.sweep.stages[0].factors.clear();
    let text = answer(&results);
    let penalty = "The mean penalty is **20** (95 % interval ";
    has(&text, &[penalty]);
    has_not(&text, &["selected", "next best"]);
    // Where few trials solve, it is above the figures, and only there.
    assert!(text.matches(penalty).count() == 1 && !text.contains("How this was tested"), "{text}");
    let single = answer(&sweep(LOWEST_MEAN, &[penalties([7])]));
    has(&single, &["The configuration solved **0 of 1 trial** (", "Varies nothing: each factor has one level."]);
    has_not(&answer(&sweep(LOWEST_MEAN, &[penalties([7]), penalties([8])])), &["Varies nothing"]);
    let mut solving = sweep(LOWEST_MEAN, &[alone((0..20).map(|n| solved(500 + n)))]);
    solving.sweep.stages[0].factors.clear();
    let solving = answer(&solving);
    has(&solving, &["The expected evaluations are **510** (95 % interval "]);
    has_not(&solving, &["The mean penalty"]);
}
