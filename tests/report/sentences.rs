//! The sentences of the answer: each is printed where it holds, and nowhere else.

use evocube::experiment::record::{Results, SelectionRule, StageSelection};
use evocube::report;

use crate::outcomes::{Outcomes, alone, empty, left, solved, stage, sweep};
use crate::synthetic::LOWEST_MEAN;
use crate::text;

pub(crate) const SEVERAL_OBJECTIVES: StageSelection =
    StageSelection { rule: SelectionRule::MostSolved, comparable_penalties: false };

/// The part of the summary that answers.
pub(crate) fn answer(results: &Results) -> String {
    let summary = text(results, report::SUMMARY);
    let (_, after) = summary.split_once("## Answer\n").unwrap();
    after.split("\n## ").next().unwrap().trim().to_owned()
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

fn penalties(values: impl IntoIterator<Item = u64>) -> Outcomes {
    alone(values.into_iter().map(left))
}

fn rule(rule: SelectionRule) -> StageSelection {
    StageSelection { rule, comparable_penalties: true }
}

#[test]
fn reports_quote_the_statistic_that_selects() {
    // Means 40 and 36.5, medians 40 and 45.
    let outcomes = [penalties([40; 10]), penalties([45, 45, 45, 45, 45, 45, 45, 20, 15, 15])];
    let by_mean = answer(&sweep(LOWEST_MEAN, &outcomes));
    has(
        &by_mean,
        &[
            "`x = 2` **is selected** by `lowest-mean-best`: mean penalty **36.5** (95 % interval ",
            "), against 40 of the next best, `x = 1`.",
        ],
    );
    let by_median = answer(&sweep(rule(SelectionRule::LowestMedianBest), &outcomes));
    has(
        &by_median,
        &[
            "`x = 1` **is selected** by `lowest-median-best`: median penalty **40** (95 % interval 40 to 40), against 45 of the next best, `x = 2`.",
        ],
    );
    let some_solve = [alone([solved(9), left(90)]), alone([left(1), left(1)])];
    let by_solved = answer(&sweep(rule(SelectionRule::MostSolved), &some_solve));
    has(
        &by_solved,
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
    let outcomes = [penalties([1; 20]), alone((0..20).map(|at| if at < 9 { solved(500) } else { left(200) }))];
    let results = sweep(SEVERAL_OBJECTIVES, &outcomes);
    has(
        &answer(&results),
        &[
            "`x = 2` **is selected** by `most-solved`: solved trials **9 of 20**, against 0 of 20 of the next best, `x = 1`. \
             Penalties are not compared, since they are those of different objectives.",
            "It solves **significantly more trials than the other configuration**; against the next best p = 0.002 after \
             Holm's correction for 2 comparisons, and a trial of it is the better one in 72 % of pairs, ties counting half \
             (Â₁₂ = 0.72, 95 % interval 0.54 to 0.85, a large effect).",
        ],
    );
    let page = text(&results, report::SUMMARY);
    has_not(&page, &["| mean penalty", "median penalty |", "lowest penalties, resampling", "Its penalties"]);
    has(&page, &["| moves of solved, median |", "those of one configuration do not compare with those of another"]);
    let one_objective = text(&sweep(LOWEST_MEAN, &outcomes), report::SUMMARY);
    has(&one_objective, &["| median penalty | mean penalty |", "BCa bootstrap of the lowest penalties"]);
    has_not(&one_objective, &["different objectives", "moves of solved"]);
}

#[test]
fn where_every_trial_solves_the_faster_one_is_selected_and_found() {
    let slow = alone((0..10).map(|at| solved(220_000 + 5000 * at)));
    let fast = alone((0..10).map(|at| solved(20_000 + 500 * at)));
    let results = sweep(LOWEST_MEAN, &[slow.clone(), fast]);
    let found = answer(&results);
    has(
        &found,
        &[
            "`x = 2` **is selected** by `lowest-mean-best`: mean penalty **0**, as the next best, `x = 1`, and **fewer evaluations a trial**: 22\u{202f}250 against \
             242\u{202f}500 on average.",
            "It solves **significantly sooner than the other configuration**; against the next best p = 1·10⁻⁵ after Holm's \
             correction for 1 comparison, and a trial of it solves sooner in 100 % of pairs",
        ],
    );
    has_not(&found, &["tie**", "Its penalties", "No difference"]);
    let same = answer(&sweep(LOWEST_MEAN, &[slow.clone(), slow]));
    has(
        &same,
        &[
            "`x = 1` **is selected** by `lowest-mean-best`: mean penalty **0**, as the next best, `x = 2`: \
             a **tie** in everything that selection compares, which goes to the configuration listed first.",
            "**No difference in evaluations until solved to the other configuration is significant**; against the next best p = 1",
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
fn three_cases_of_significance_have_three_sentences() {
    // Better than both, than one.
    let none = "**No difference in penalty to the other configurations is significant**";
    let far = [penalties(10..20), penalties(30..40), penalties(50..60)];
    let both = answer(&sweep(LOWEST_MEAN, &far));
    has(
        &both,
        &[
            "Its penalties are **significantly lower than those of all 2 other configurations**; against the next best p = 2·10⁻⁵",
        ],
    );
    has_not(&both, &[none, "higher"]);
    let near = [penalties(10..20), penalties(11..21), penalties(50..60)];
    let one = answer(&sweep(LOWEST_MEAN, &near));
    has(
        &one,
        &[
            "By penalty **it or one other is the best** (`x = 2`), with 95 % confidence: 1 of the 2 others is ruled out; against the \
             next best p = 0.",
        ],
    );
    // None.
    let equal = answer(&sweep(LOWEST_MEAN, &[penalties(10..20), penalties(11..21), penalties(12..22)]));
    has(&equal, &[none]);
    has_not(&equal, &["significantly", "This holds"]);
    // A low mean that one lucky trial makes: by ranks it is worse.
    let lucky =
        [penalties([0, 90, 90, 90, 90, 90, 90, 90, 90, 90].map(|p| p + 1)), penalties((0..10).map(|at| 84 + at % 3))];
    let worse = answer(&sweep(LOWEST_MEAN, &lucky));
    has(
        &worse,
        &[
            "`x = 1` **is selected**",
            "Its penalties are **significantly higher than those of the other configuration**; against the next best p = 0.0",
            "; the rule lowest-mean-best still selects it, since the test compares ranks.",
        ],
    );
    has_not(&worse, &["No difference", "lower than"]);
    let [lucky, low] = lucky;
    let mixed = answer(&sweep(LOWEST_MEAN, &[lucky, low, penalties(200..210)]));
    has(
        &mixed,
        &[
            "Its penalties are **significantly lower than those of 1 of the 2 other configurations** and **significantly higher \
           than those of 1 of the 2 other configurations**",
        ],
    );
}

#[test]
fn configurations_that_may_be_the_best_are_named() {
    let far = || penalties(50..60);
    let two = answer(&sweep(LOWEST_MEAN, &[penalties(10..20), penalties(11..21), far(), penalties(12..22), far()]));
    has(
        &two,
        &[
            "By penalty **it or one of 2 others is the best** (`x = 2`; `x = 4`), with 95 % confidence: 2 of the 4 others are ruled out",
        ],
    );
    has_not(&two, &["significantly", "No difference"]);
    let near = (0..5).map(|at| penalties(10 + at % 3..20 + at % 3));
    let many = answer(&sweep(LOWEST_MEAN, &near.chain([far()]).collect::<Vec<_>>()));
    has(&many, &["**it or one of 4 others is the best**, with 95 % confidence: 1 of the 5 others is ruled out"]);
    let rest = alone((0..10).map(|at| solved(9000 + at)));
    let soon = |shift: u64| alone((0..10).map(move |at| solved(100 + shift + 2 * at)));
    let times = answer(&sweep(LOWEST_MEAN, &[soon(0), soon(1), rest]));
    has(&times, &["By evaluations until solved **it or one other is the best** (`x = 2`), with 95 % confidence"]);
}

#[test]
fn the_interval_of_the_selected_configuration_allows_for_its_selection() {
    let three = |trials: u64| {
        answer(&sweep(
            LOWEST_MEAN,
            &[penalties(10..10 + trials), penalties(11..11 + trials), penalties(12..12 + trials)],
        ))
    };
    // Ten whole numbers have a standard error of 0.957; t with 27 degrees of freedom is 2.052 at 97.5 % and 2.552 at 1 − 2.5 %/3.
    has(
        &three(10),
        &[
            "The same trials selected it among 3 configurations; allowing for that, the 95 % interval of its mean penalty is **12.5 to \
             16.9**.",
        ],
    );
    let nothing = "allowing for that";
    has_not(&three(1), &[nothing]);
    has_not(
        &answer(&sweep(rule(SelectionRule::LowestMedianBest), &[penalties(10..20), penalties(11..21)])),
        &[nothing],
    );
    let few = alone((0..10).map(|at| if at < 2 { solved(100) } else { left(1) }));
    let many = alone((0..10).map(|at| if at < 9 { solved(100) } else { left(1) }));
    has(
        &answer(&sweep(rule(SelectionRule::MostSolved), &[few, many])),
        &["among 2 configurations; allowing for that, the 95 % interval of its rate of solved trials is **"],
    );
    let mut alone = sweep(LOWEST_MEAN, &[penalties(10..20)]);
    alone.sweep.stages[0].factors.clear();
    has_not(&answer(&alone), &[nothing]);
}

#[test]
fn survival_curves_have_a_test_where_enough_trials_solve() {
    let page = |outcomes: &[Outcomes]| text(&sweep(LOWEST_MEAN, outcomes), report::SUMMARY);
    let solving =
        |trials: u64, step: u64| alone((0..10).map(|at| if at < trials { solved(100 + step * at) } else { left(3) }));
    let both = page(&[solving(9, 5), solving(8, 90)]);
    has(&both, &["1-main-survival", "Kaplan and Meier's estimate", "Log-rank test of all 2 configurations: p = "]);
    has_not(&both, &["stratified by instance: p"]);
    let few = page(&[solving(3, 5), solving(1, 90)]);
    has(&few, &["1-main-survival"]);
    has_not(&few, &["Log-rank"]);
    has_not(&page(&[solving(0, 5), solving(0, 90)]), &["1-main-survival", "Log-rank"]);
    let on_two = |step| [solving(9, step), solving(7, step)].concat();
    has(&page(&[on_two(5), on_two(90)]), &["Log-rank test of all 2 configurations, stratified by instance: p = "]);
}

#[test]
fn equivalence_is_claimed_where_many_trials_show_it() {
    let of = |trials: usize, shift: usize| penalties((0..trials).map(|at| 10 + ((7 * at + shift) % 40) as u64));
    let many = answer(&sweep(LOWEST_MEAN, &[of(400, 0), of(400, 3)]));
    has(&many, &["Two one-sided tests show this difference to be **negligible** (Â₁₂ between 0.44 and 0.56)."]);
    has_not(&many, &["at most small"]);
    let some = answer(&sweep(LOWEST_MEAN, &[of(80, 0), of(80, 3)]));
    has(&some, &["Two one-sided tests show this difference to be **at most small** (Â₁₂ between 0.36 and 0.64)."]);
    has_not(&some, &["negligible** ("]);
    let several = answer(&sweep(LOWEST_MEAN, &[of(400, 0), of(400, 3), penalties((0..400).map(|at| 90 + at % 9))]));
    has(&several, &["show 1 of the 2 differences to be **negligible**"]);
    // Few trials show nothing, and neither does a large difference.
    for (first, second) in [(of(20, 0), of(20, 3)), (of(400, 0), penalties((0..400).map(|at| 90 + at % 9)))] {
        has_not(&answer(&sweep(LOWEST_MEAN, &[first, second])), &["one-sided tests show"]);
    }
}

#[test]
fn intervals_do_not_depend_on_a_number_of_instances() {
    let on = |instances: usize| -> Outcomes {
        (0..instances).map(|at| (0..3).map(|trial| left((10 + 3 * at + 2 * trial) as u64)).collect()).collect()
    };
    for (instances, given) in [(1, false), (2, true), (5, true), (6, true), (12, true)] {
        let page = text(&sweep(LOWEST_MEAN, &[on(instances), on(instances)]), report::SUMMARY);
        assert_eq!(page.contains("(95 % interval"), given, "{instances}: {page}");
        let unit = "resampling the trials of each instance";
        assert_eq!(page.contains(unit), instances > 1, "{instances}: {page}");
    }
    let paired: Outcomes = (0..7).map(|at| vec![left(10 + 3 * at)]).collect();
    let page = text(&sweep(LOWEST_MEAN, &[paired.clone(), paired]), report::SUMMARY);
    has(&page, &["resampling instances, if there are 5", "(95 % interval"]);
}

#[test]
fn reports_state_where_the_selected_configuration_is_worse() {
    // Fewer solved trials, but a lower mean; and more solved trials, but later.
    let few = alone((0..20).map(|at| if at < 2 { solved(100) } else { left(1) }));
    let many = alone((0..20).map(|at| if at < 16 { solved(100) } else { left(90) }));
    has(
        &answer(&sweep(LOWEST_MEAN, &[few, many])),
        &["`x = 1` **is selected**", "It solves **significantly later than the other configuration**"],
    );
    let late = alone((0..10).map(|at| solved(9000 + at)));
    let soon = alone((0..10).map(|at| if at == 0 { left(3) } else { solved(100 + at) }));
    let found = answer(&sweep(LOWEST_MEAN, &[soon, late]));
    has(
        &found,
        &[
            "`x = 2` **is selected**",
            "**No difference in penalty to the other configuration is significant**",
            "It solves **significantly later than",
        ],
    );
    // The selected one by all shards together need not be the first here.
    let mut told = sweep(SEVERAL_OBJECTIVES, &[alone([left(1); 12]), alone([solved(9); 12])]);
    told.sweep.stages[0].selected = Some(1);
    has(
        &answer(&told),
        &[
            "`x = 1` **is selected** by `most-solved`: solved trials **0 of 12** here; the trials of all shards together select it.",
            "It solves **significantly fewer trials than the other configuration**",
        ],
    );
}

#[test]
fn counts_of_solved_trials_are_evidence_where_medians_are_all_the_same() {
    // 126 against 147 of 180 on twelve instances, each median being 0.
    let count =
        |instance: u64, all: u64| (0..15).map(move |at| if at < all + instance % 2 { solved(100) } else { left(3) });
    let of = |all: u64| -> Outcomes { (0..12).map(|instance| count(instance, all).collect()).collect() };
    let (few, many) = (of(10), of(12));
    let counted = |outcomes: &Outcomes| outcomes.iter().flatten().filter(|trial| **trial == solved(100)).count();
    assert_eq!((counted(&few), counted(&many)), (126, 150));
    let many: Outcomes = many
        .into_iter()
        .enumerate()
        .map(|(at, mut trials)| {
            if at < 3 {
                let last = trials.iter().rposition(|trial| *trial == solved(100)).unwrap();
                trials[last] = left(3);
            }
            trials
        })
        .collect();
    assert_eq!(counted(&many), 147);
    let found = answer(&sweep(SEVERAL_OBJECTIVES, &[few, many]));
    // The sum of twelve hypergeometric distributions of SciPy gives p = 0.0146 (Cochran, Mantel and Haenszel's statistic
    // 0.0107), which Holm's correction for solved trials and run times doubles.
    has(
        &found,
        &["It solves **significantly more trials than the other configuration**; against the next best p = 0.029"],
    );
}

#[test]
fn differences_hold_for_the_instances_tried_and_for_others_only_where_the_instances_agree() {
    let one = [penalties(10..20), penalties(30..40)];
    has(&answer(&sweep(LOWEST_MEAN, &one)), &["This holds for the one instance that was tried."]);
    let on = |instances: usize, base: fn(usize) -> u64| -> Outcomes {
        (0..instances).map(|at| (0..10).map(|trial| left(base(at) + trial % 3)).collect()).collect()
    };
    // Twelve instances that agree, and three that cannot agree significantly.
    let many = answer(&sweep(LOWEST_MEAN, &[on(12, |at| 10 + at as u64), on(12, |at| 30 + at as u64)]));
    has(
        &many,
        &[
            "This holds for instances like these: it is significant, too, by Wilcoxon's signed ranks of the 12 instances.",
        ],
    );
    let few = answer(&sweep(LOWEST_MEAN, &[on(3, |_| 10), on(3, |_| 30)]));
    has(&few, &["This holds for the 3 instances that were tried; they do not show whether it holds for others."]);
    // Better by far on seven of twelve, worse on five.
    let mixed = |at: usize| if at < 7 { 40 } else { 12 };
    let disagree = answer(&sweep(LOWEST_MEAN, &[on(12, |_| 20), on(12, mixed)]));
    has(&disagree, &["This holds for the 12 instances that were tried; they do not show"]);
    let both = answer(&sweep(LOWEST_MEAN, &[on(12, |_| 20), on(12, mixed), on(12, |_| 60)]));
    has(
        &both,
        &[
            "This holds for the 12 instances that were tried; by Wilcoxon's signed ranks of the instances 1 of the 2 significant differences holds for instances like these.",
        ],
    );
    // One trial on each of many instances: the test itself has the instance as its unit.
    let paired = |base: u64| -> Outcomes { (0..12).map(|at| vec![left(base + at)]).collect() };
    has(
        &answer(&sweep(LOWEST_MEAN, &[paired(10), paired(30)])),
        &["p = 5·10⁻⁴", "This holds for instances like these"],
    );
}

#[test]
fn intervals_are_the_same_wherever_a_number_stands() {
    let outcomes = [penalties([40, 41, 47, 52, 60, 33, 38]), penalties([41, 44, 49, 58, 61, 30, 44])];
    let summary = text(&sweep(LOWEST_MEAN, &outcomes), report::SUMMARY);
    let (_, after) = summary.split_once("mean penalty **44.4** (95 % interval ").unwrap();
    let interval = after.split(')').next().unwrap();
    has(&summary, &[&format!("44.4 ({interval})")]);
}

#[test]
fn reports_give_no_interval_for_few_trials() {
    let of = |trials: u64| {
        text(&sweep(LOWEST_MEAN, &[penalties(10..10 + trials), penalties(30..30 + trials)]), report::SUMMARY)
    };
    has(&of(4), &["mean penalty **11.5**, against 31.5", "if there are 5"]);
    has_not(&of(4), &["(95 % interval"]);
    has(&of(5), &["mean penalty **12** (95 % interval "]);
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
    let worse = vec![
        penalties([0, 90, 90, 90, 90, 90, 90, 90, 90, 90].map(|p| p + 1)),
        penalties((0..10).map(|at| 84 + at % 3)),
    ];
    let found = made(&[("all", all), ("some", some), ("none", none.clone()), ("worse", worse)]);
    has(
        &found,
        &[
            "Of 9 configurations in 4 stages **these are selected**: `x = 1`, `x = 1`, `x = 1`, `x = 1`. With them the mean penalty \
             of a trial is **82** (95 % interval ",
            "Of 4 stages with several configurations the selected one, after Holm's correction within each stage (penalties), \
             in 1 **is significantly better than all others** (all), in 1 **rules out some of the others as the best, not \
             all** (some), in 1 **differs significantly from none** (none) and in 1 **is significantly worse than another by \
             ranks** (worse).",
            "This holds for the one instance that was tried.",
            "* **all**: `x = 1` is selected with a mean penalty of 14.5, 0 of 10 trials solved; significantly better than 1 of 1 other.",
            "* **none**: `x = 1` is selected with a mean penalty of 14.5, 0 of 10 trials solved; no significant difference to 1 other.",
            "* **worse**: `x = 1` is selected with a mean penalty of 82, 0 of 10 trials solved; significantly worse than 1 of 1 other.",
        ],
    );
    let nothing = made(&[("a", none.clone()), ("b", none)]);
    has(
        &nothing,
        &[
            "**In no stage is any difference significant** between the selected configuration and the others, after Holm's correction within each stage (penalties). Another seed might select others.",
        ],
    );
    has_not(&nothing, &["significantly better", "This holds", "tie**"]);
    let short = vec![penalties([1, 2]), penalties([50, 60])];
    let mut results = empty(1, 2);
    stage(&mut results, "a", LOWEST_MEAN, &short);
    stage(&mut results, "b", LOWEST_MEAN, &[penalties([3, 3]), penalties([3, 3])]);
    has(
        &answer(&results),
        &[
            "With 2 repetitions on 1 instance no difference can be significant, however large it is.",
            "**b**: `x = 1` is selected with a mean penalty of 3, 0 of 2 trials solved, a **tie** with the next best;",
        ],
    );
}

#[test]
fn one_configuration_has_no_comparison() {
    let mut results = sweep(LOWEST_MEAN, &[penalties(10..20)]);
    results.sweep.stages[0].factors.clear();
    let found = answer(&results);
    has(
        &found,
        &[
            "There is one configuration: mean penalty **14.5** (95 % interval ",
            "Nothing else was tried, so nothing is compared.",
        ],
    );
    has_not(&found, &["selected", "next best", "This holds"]);
}
