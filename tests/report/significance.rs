//! The sentences of the answer on significance: which configurations may be the best, equivalence, and the instances for which
//! a difference holds.

use crate::outcomes::{Outcomes, alone, left, solved, sweep};
use crate::sentences::{SEVERAL_OBJECTIVES, answer, has, has_not, penalties};
use crate::synthetic::LOWEST_MEAN;

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
    let text = answer(&sweep(LOWEST_MEAN, &near));
    has(
        &text,
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
        [penalties([0, 90, 90, 90, 90, 90, 90, 90, 90, 90].map(|p| p + 1)), penalties((0..10).map(|n| 84 + n % 3))];
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
    let near = (0..5).map(|n| penalties(10 + n % 3..20 + n % 3));
    let many = answer(&sweep(LOWEST_MEAN, &near.chain([far()]).collect::<Vec<_>>()));
    has(&many, &["**it or one of 4 others is the best**, with 95 % confidence: 1 of the 5 others is ruled out"]);
    let rest = alone((0..10).map(|n| solved(9000 + n)));
    let soon = |shift: u64| alone((0..10).map(move |n| solved(100 + shift + 2 * n)));
    let times = answer(&sweep(LOWEST_MEAN, &[soon(0), soon(1), rest]));
    has(&times, &["By evaluations until solved **it or one other is the best** (`x = 2`), with 95 % confidence"]);
}

#[test]
fn equivalence_is_claimed_where_many_trials_show_it() {
    let spread = |trials: usize, shift: usize| penalties((0..trials).map(|n| 10 + ((7 * n + shift) % 40) as u64));
    let many = answer(&sweep(LOWEST_MEAN, &[spread(400, 0), spread(400, 3)]));
    has(&many, &["Two one-sided tests show this difference to be **negligible** (Â₁₂ between 0.44 and 0.56)."]);
    has_not(&many, &["at most small"]);
    let some = answer(&sweep(LOWEST_MEAN, &[spread(120, 0), spread(120, 3)]));
    has(&some, &["Two one-sided tests show this difference to be **at most small** (Â₁₂ between 0.36 and 0.64)."]);
    has_not(&some, &["negligible** ("]);
    let several =
        answer(&sweep(LOWEST_MEAN, &[spread(400, 0), spread(400, 3), penalties((0..400).map(|n| 90 + n % 9))]));
    has(&several, &["show 1 of the 2 differences to be **negligible**"]);
    // Few trials show nothing, and neither does a large difference.
    for (first, second) in [(spread(20, 0), spread(20, 3)), (spread(400, 0), penalties((0..400).map(|n| 90 + n % 9)))] {
        has_not(&answer(&sweep(LOWEST_MEAN, &[first, second])), &["one-sided tests show"]);
    }
}

#[test]
fn reports_state_where_the_selected_configuration_is_worse() {
    // Fewer solved trials, but a lower mean; and more solved trials, but later.
    let few = alone((0..20).map(|n| if n < 10 { solved(9000) } else { left(1) }));
    let many = alone((0..20).map(|n| if n < 16 { solved(100) } else { left(90) }));
    has(
        &answer(&sweep(LOWEST_MEAN, &[few, many])),
        &["`x = 1` **is selected**", "It solves **significantly later than the other configuration**"],
    );
    let late = alone((0..12).map(|n| solved(9000 + n)));
    let soon = alone((0..12).map(|n| if n == 0 { left(3) } else { solved(100 + n) }));
    let text = answer(&sweep(LOWEST_MEAN, &[soon, late]));
    has(
        &text,
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
        |instance: u64, all: u64| (0..15).map(move |n| if n < all + instance % 2 { solved(100) } else { left(3) });
    let outcomes = |all: u64| -> Outcomes { (0..12).map(|instance| count(instance, all).collect()).collect() };
    let (few, many) = (outcomes(10), outcomes(12));
    let counted = |outcomes: &Outcomes| outcomes.iter().flatten().filter(|trial| **trial == solved(100)).count();
    assert_eq!((counted(&few), counted(&many)), (126, 150));
    let many: Outcomes = many
        .into_iter()
        .enumerate()
        .map(|(n, mut trials)| {
            if n < 3 {
                let last = trials.iter().rposition(|trial| *trial == solved(100)).unwrap();
                trials[last] = left(3);
            }
            trials
        })
        .collect();
    assert_eq!(counted(&many), 147);
    let text = answer(&sweep(SEVERAL_OBJECTIVES, &[few, many]));
    // The sum of twelve hypergeometric distributions of SciPy gives p = 0.0146 (Cochran, Mantel and Haenszel's statistic
    // 0.0107), which Holm's correction for solved trials and run times doubles.
    has(
        &text,
        &["It solves **significantly more trials than the other configuration**; against the next best p = 0.029"],
    );
}

#[test]
fn differences_hold_for_the_instances_tried_and_for_others_only_where_the_instances_agree() {
    let outcomes = [penalties(10..20), penalties(30..40)];
    has(&answer(&sweep(LOWEST_MEAN, &outcomes)), &["This holds for the one instance that was tried."]);
    let on = |instances: usize, base: fn(usize) -> u64| -> Outcomes {
        (0..instances).map(|n| (0..10).map(|trial| left(base(n) + trial % 3)).collect()).collect()
    };
    // Twelve instances that agree, and three that cannot agree significantly.
    let many = answer(&sweep(LOWEST_MEAN, &[on(12, |n| 10 + n as u64), on(12, |n| 30 + n as u64)]));
    has(
        &many,
        &[
            "This holds for instances like these: it is significant, too, by Wilcoxon's signed ranks of the 12 instances.",
        ],
    );
    let few = answer(&sweep(LOWEST_MEAN, &[on(3, |_| 10), on(3, |_| 30)]));
    has(&few, &["This holds for the 3 instances that were tried; they do not show whether it holds for others."]);
    // Better by far on seven of twelve, worse on five.
    let mixed = |n: usize| if n < 7 { 40 } else { 12 };
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
    let paired = |base: u64| -> Outcomes { (0..12).map(|n| vec![left(base + n)]).collect() };
    has(
        &answer(&sweep(LOWEST_MEAN, &[paired(10), paired(30)])),
        &["p = 5·10⁻⁴", "This holds for instances like these"],
    );
}
