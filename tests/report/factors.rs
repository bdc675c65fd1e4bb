//! The sentences on factors: each is printed where it holds, and nowhere else.

use evocube::experiment::record::{FactorSummary, Results};
use evocube::report;

use crate::outcomes::{left, sweep};
use crate::sentences::{answer, has, has_not};
use crate::synthetic::LOWEST_MEAN;
use crate::text;

/// A sweep of all combinations of the levels of some factors, with a penalty for each choice of levels, instance and
/// repetition.
pub(crate) fn factorial(
    factors: &[(&str, &[&str])],
    (instances, repetitions): (usize, usize),
    penalty: impl Fn(&[usize], usize, usize) -> u64,
) -> Results {
    let mut points: Vec<Vec<usize>> = vec![vec![]];
    for (_, levels) in factors {
        points =
            points.iter().flat_map(|point| (0..levels.len()).map(|level| [&point[..], &[level]].concat())).collect();
    }
    let outcomes: Vec<_> = points
        .iter()
        .map(|point| {
            let on = |instance| (0..repetitions).map(|repetition| left(penalty(point, instance, repetition))).collect();
            (0..instances).map(on).collect()
        })
        .collect();
    let mut results = sweep(LOWEST_MEAN, &outcomes);
    let names: Vec<Vec<String>> = points
        .iter()
        .map(|point| point.iter().zip(factors).map(|(level, (_, levels))| levels[*level].to_owned()).collect())
        .collect();
    for trial in &mut results.trials {
        trial.levels.clone_from(&names[usize::try_from(trial.point).unwrap() - 1]);
    }
    let stage = &mut results.sweep.stages[0];
    stage.points = names;
    stage.factors = factors
        .iter()
        .map(|(key, levels)| FactorSummary {
            key: (*key).to_owned(),
            levels: levels.iter().map(|level| (*level).to_owned()).collect(),
        })
        .collect();
    results.sweep.factor_columns = factors.iter().map(|(key, _)| (*key).to_owned()).collect();
    results
}

/// Noise of up to ±4 that looks random and is always the same.
fn noise(parts: &[usize]) -> u64 {
    let mixed = parts
        .iter()
        .fold(17_u64, |sum, part| (sum ^ (*part as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    mixed % 9
}

pub(crate) const POPULATION: (&str, &[&str]) = ("population", &["100", "200", "400"]);
pub(crate) const ELITISM: (&str, &[&str]) = ("elitism", &["0", "1"]);
pub(crate) const SIZE: (&str, &[&str]) = ("selection.tournament.size", &["2", "3"]);

fn summary(results: &Results) -> String {
    text(results, report::SUMMARY)
}

#[test]
fn the_factor_that_matters_is_told_from_those_that_do_not() {
    let results = factorial(&[POPULATION, ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64 + noise(&[levels[0], levels[1], levels[2], instance, repetition])
    });
    let page = summary(&results);
    has(
        &page,
        &[
            "`population` **matters**: it explains ",
            " Its mean penalty is lowest with `400`: ",
            "significantly lower than with `200` (",
            " and `100` (",
            "Larger is better over its whole range.",
            "`elitism` **makes no significant difference** (p = ",
            "`selection.tournament.size` **makes no significant difference**",
            "None of 3 interactions of two factors is significant: no factor's effect is shown to depend on another's level.",
            "of the stage; the trial is the unit, so this holds for these instances.",
        ],
    );
    has_not(&page, &["matters most", "depends on", "**interact**", "Smaller is better"]);
}

#[test]
fn factors_without_effect_have_a_bound_on_their_differences() {
    let results = factorial(&[ELITISM, SIZE], (1, 20), |levels, instance, repetition| {
        30 + noise(&[levels[0], levels[1], instance, repetition])
    });
    let page = summary(&results);
    has(&page, &["`elitism` **makes no significant difference**", "on average (95 % bound)."]);
    has_not(&page, &["matters", "depends on", "is better over its whole range"]);
    // Noise is uniform on nine values, sd 2.6; 40 trials per level: the bound is at most 3 points or so.
    let bound = page.split("differ by less than ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(bound.parse::<f64>().unwrap() < 3.0, "{bound}");
}

#[test]
fn interactions_are_named_and_drawn() {
    let crossed = factorial(&[ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        let worse = u64::from(levels[0] != levels[1]);
        30 + 10 * worse + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(
        &summary(&crossed),
        &[
            "The effect of `elitism` **depends on** `selection.tournament.size`: their interaction explains ",
            "plots/1-main-interaction",
        ],
    );
    let parallel = factorial(&[ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        30 + 10 * levels[0] as u64 + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(
        &summary(&parallel),
        &["Their interaction is not significant", "plots/1-main-effects", "plots/1-main-importance"],
    );
    has_not(&summary(&parallel), &["depends on", "1-main-interaction"]);
}

#[test]
fn the_most_important_of_several_factors_comes_first() {
    let results = factorial(&[ELITISM, POPULATION], (1, 10), |levels, instance, repetition| {
        40 + 5 * levels[0] as u64 + 12 * levels[1] as u64 + noise(&[levels[0], levels[1], instance, repetition])
    });
    let page = summary(&results);
    has(
        &page,
        &[
            "`population` **matters most**: it explains ",
            "`elitism` **matters**: it explains ",
            "Smaller is better over its whole range.",
        ],
    );
    assert!(page.find("`population` **matters most**") < page.find("`elitism` **matters**"));
    has_not(&page, &["Larger is better"]);
}

#[test]
fn one_trial_on_each_instance_speaks_of_instances_like_these() {
    let results = factorial(&[POPULATION], (12, 1), |levels, instance, repetition| {
        40 + instance as u64 - 8 * levels[0] as u64 + noise(&[levels[0], instance, repetition])
    });
    let page = summary(&results);
    has(&page, &["`population` **matters**", "the instance is the unit, so this holds for instances like these."]);
    has_not(&page, &["the trial is the unit", "1-main-importance", "interaction"]);
}

#[test]
fn a_single_trial_a_configuration_says_nothing_of_factors() {
    let results = factorial(&[POPULATION, ELITISM], (1, 1), |levels, _, _| 40 - 8 * levels[0] as u64);
    has_not(&summary(&results), &["matters", "makes no significant", "variance", "1-main-effects"]);
}

#[test]
fn equal_trials_say_nothing_of_factors() {
    let equal = factorial(&[POPULATION, ELITISM], (2, 3), |_, _, _| 20);
    has_not(&summary(&equal), &["makes a difference", "makes no difference", "less than", "1-main-effects"]);
    let noisy = factorial(&[POPULATION, ELITISM], (2, 12), |levels, instance, repetition| {
        30 + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(&summary(&noisy), &["No factor makes a difference", "levels differ by less than"]);
}

/// 120 sampled configurations of two factors with two trials each, and the slopes of the penalty over both.
pub(crate) fn sampled(first: u64, second: u64) -> Results {
    let (rate, size) = (|point: usize| point * 37 % 120, |point: usize| point * 107 % 120);
    let rates: Vec<String> = (0..120).map(|point| format!("{:.3}", rate(point) as f64 / 120.0)).collect();
    let sizes: Vec<String> = (0..120).map(|point| (2 + size(point)).to_string()).collect();
    let outcomes = |point: usize| {
        let penalty = 20 + (first * rate(point) as u64 + second * size(point) as u64) / 2;
        vec![(0..2).map(|trial| left(penalty + noise(&[point, trial]))).collect()]
    };
    let mut results = sweep(LOWEST_MEAN, &(0..120).map(outcomes).collect::<Vec<_>>());
    let points: Vec<Vec<String>> =
        rates.iter().zip(&sizes).map(|(rate, size)| vec![rate.clone(), size.clone()]).collect();
    for trial in &mut results.trials {
        trial.levels.clone_from(&points[usize::try_from(trial.point).unwrap() - 1]);
    }
    let stage = &mut results.sweep.stages[0];
    stage.points = points;
    stage.factors =
        [("rate", rates), ("size", sizes)].map(|(key, levels)| FactorSummary { key: key.to_owned(), levels }).to_vec();
    results
}

#[test]
fn the_answer_begins_with_the_factors() {
    let results = factorial(&[POPULATION, ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64
            + 3 * levels[1] as u64
            + noise(&[levels[0], levels[1], levels[2], instance, repetition])
    });
    let text = answer(&results);
    has(
        &text,
        &[
            "`population` **matters most** (",
            " % of the variance between configurations, 95 % interval ",
            " %): larger is better over its whole range. `elitism` **matters** (",
            " %): `0` is better than `1`. `selection.tournament.size` **makes no difference to the mean penalty that 10 trials of each configuration \
             can show**: its levels differ by less than ",
            " (two one-sided tests, 95 % confidence).",
        ],
    );
    has_not(&text, &["interact", "on average", "No factor", "up to", "beyond", "for all of"]);
    assert!(text.find("`population`") < text.find("**is selected**"), "{text}");
}

#[test]
fn a_share_is_stated_where_its_interval_is_narrow() {
    let text = |repetitions| {
        let results = factorial(&[POPULATION, SIZE], (1, repetitions), |levels, instance, repetition| {
            let noise = noise(&[levels[0], levels[1], instance, repetition]);
            40 - 5 * levels[0] as u64 + 4 * levels[1] as u64 + noise
        });
        report::factor_sentences(&results).concat()
    };
    let (few, many) = (text(5), text(200));
    has(
        &few,
        &["`population` **matters most** (", " % of the variance between configurations, 95 % interval): larger"],
    );
    has_not(&few, &["95 % interval "]);
    has(
        &many,
        &[
            "`population` **matters most** (",
            " % of the variance between configurations, 95 % interval ",
            " %): larger",
        ],
    );
    has_not(&many, &["95 % interval)"]);
}

#[test]
fn factors_of_equal_effects_are_not_ranked() {
    let results = factorial(&[ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        30 + 9 * (levels[0] + levels[1]) as u64 + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(&answer(&results), &["`elitism` **matters** (", "`selection.tournament.size` **matters** ("]);
    has_not(&answer(&results), &["no difference"]);
    // Neither in the answer nor in the section of the stage.
    has_not(&summary(&results), &["matters most"]);
}

#[test]
fn a_level_from_which_on_nothing_changes_is_named() {
    let sizes: (&str, &[&str]) = ("population", &["1000", "100", "200", "500", "2000"]);
    let falls = [0, 20, 10, 0, 0];
    let results = |falls: [u64; 5]| {
        factorial(&[sizes], (1, 12), move |levels, instance, repetition| {
            30 + falls[levels[0]] + noise(&[levels[0], instance, repetition])
        })
    };
    has(
        &answer(&results(falls)),
        &["`population` **matters**: larger is better up to `500`, and no difference is shown beyond it."],
    );
    has_not(&answer(&results(falls)), &["whole range", "% of the variance", "smaller"]);
    let rises = falls.map(|fall| 20 - fall);
    let mirrored = answer(&results(rises));
    has(&mirrored, &["`population` **matters**: `100` is better than "]);
    has_not(&mirrored, &["up to", "down to", "whole range"]);
    // Smaller is better from 2000 down to 500.
    let down = answer(&results([10, 0, 0, 0, 20]));
    has(&down, &["`population` **matters**: smaller is better down to `500`, and no difference is shown beyond it."]);
    // Best in the middle: neither direction.
    let middle = answer(&results([10, 20, 10, 0, 20]));
    has(&middle, &["`population` **matters**: `500` is better than "]);
    has_not(&middle, &["larger is", "smaller is"]);
}

#[test]
fn interacting_factors_have_averages() {
    let crossed = factorial(&[ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        let worse = u64::from(levels[0] == 1 && levels[1] == 1);
        30 + 12 * worse + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(
        &answer(&crossed),
        &[
            "`elitism` **matters** (",
            "`0` is better than `1`, on average over the others.",
            "`elitism` and `selection.tournament.size` **interact** (",
            " % of the variance): the effect of each depends on the level of the other.",
        ],
    );
    let only = factorial(&[ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        30 + 12 * u64::from(levels[0] == levels[1]) + noise(&[levels[0], levels[1], instance, repetition])
    });
    has(
        &answer(&only),
        &[
            "**interact** (",
            "on average over the others, **make no difference to the mean penalty that 10 trials of each configuration can show**: levels differ by \
             less than ",
            " (two one-sided tests, 95 % confidence for all of them together).",
        ],
    );
    has_not(&answer(&only), &["matters", "No factor"]);
}

#[test]
fn sweeps_without_any_effect_say_so_with_bounds() {
    let none = |factors: &[(&str, &[&str])], design| {
        answer(&factorial(factors, design, |levels, instance, repetition| {
            let levels = levels.iter().fold(7, |sum, level| 3 * sum + level);
            30 + noise(&[levels, instance, repetition])
        }))
    };
    let two = none(&[ELITISM, SIZE], (1, 20));
    has(
        &two,
        &[
            "**No factor makes a difference to the mean penalty that 20 trials of each configuration can show**: levels differ by less than ",
        ],
    );
    has_not(&two, &["matters", "interact", "makes no difference"]);
    let paired = none(&[ELITISM], (12, 1));
    has(
        &paired,
        &[
            "`elitism` **makes no difference to the mean penalty that one trial on each of 12 instances can show**: its levels differ by less",
        ],
    );
    has_not(&paired, &["No factor", "for all of them"]);
}

#[test]
fn stages_have_their_factors_in_the_list() {
    let mut results = factorial(&[POPULATION], (1, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64 + noise(&[levels[0], instance, repetition])
    });
    let mut second = results.sweep.stages[0].clone();
    second.name = "again".to_owned();
    let trials: Vec<_> = results.trials.clone();
    results.trials.extend(trials.into_iter().map(|trial| evocube::experiment::record::TrialRow {
        stage: "again".to_owned(),
        trial: trial.trial + 30,
        ..trial
    }));
    results.sweep.stages.push(second);
    let sentence = "`population` **matters**: larger is better over its whole range.";
    assert_eq!(answer(&results).matches(sentence).count(), 2, "{}", answer(&results));
}

#[test]
fn the_answer_on_a_sampled_design_names_the_values_that_are_best() {
    let text = answer(&sampled(2, 0));
    has(
        &text,
        &[
            "`rate` **matters** (",
            " % of the variance that a forest predicts over 120 configurations), with the best prediction near `0.0",
            "The other factor is not shown to matter.",
        ],
    );
    has_not(&text, &["matters most", "is shown to matter"]);
    let both = answer(&sampled(5, 3));
    has(&both, &["`rate` **matters most** (", "`size` **matters** ("]);
    has_not(&both, &["The other factor"]);
    has_not(&answer(&sampled(2, 2)), &["matters most"]);
    let none = answer(&sampled(0, 0));
    has(
        &none,
        &[
            "**No factor is shown to matter**: over 120 configurations, none is shown to explain more of the variance than chance does.",
        ],
    );
    has_not(&none, &["matters", "best prediction"]);
}

#[test]
fn sampled_designs_are_analyzed_by_a_forest() {
    let page = summary(&sampled(1, 0));
    has(
        &page,
        &[
            "`rate` **matters**: it explains ",
            "of the variance that a regression forest predicts (p = 0.0050). The lowest prediction is near `0.0",
            "The other factor is not shown to matter.",
            "The forest predicts ",
        ],
    );
    has_not(&page, &["matters most", "No factor explains"]);
    let page = summary(&sampled(0, 0));
    has(&page, &["No factor is shown to explain more of the variance than chance does."]);
    has_not(&page, &["matters", "The other factor"]);
}
