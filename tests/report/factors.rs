//! The sentences on factors: each is printed where it holds, and nowhere else.

use evocube::experiment::record::{FactorSummary, Results};
use evocube::report;

use crate::outcomes::{left, sweep};
use crate::sentences::{has, has_not};
use crate::synthetic::LOWEST_MEAN;
use crate::text;

/// A sweep of all combinations of the levels of some factors, with a penalty for each choice of levels, instance and
/// repetition.
fn factorial(
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

const POPULATION: (&str, &[&str]) = ("population", &["100", "200", "400"]);
const ELITISM: (&str, &[&str]) = ("elitism", &["0", "1"]);
const SIZE: (&str, &[&str]) = ("selection.tournament.size", &["2", "3"]);

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
    has_not(&page, &["matters most", "depends on", "Smaller is better"]);
}

#[test]
fn factors_without_effect_have_a_bound_on_their_differences() {
    let results = factorial(&[ELITISM, SIZE], (1, 20), |levels, instance, repetition| {
        30 + noise(&[levels[0], levels[1], instance, repetition])
    });
    let page = summary(&results);
    has(&page, &["`elitism` **makes no significant difference**", "on average (95 % bound)."]);
    has_not(&page, &["matters", "depends on", "is better over its whole range"]);
    // Noise is uniform on nine values, sd 2.6; 40 trials a level: the bound is at most some 3 points.
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
fn sampled_designs_are_analyzed_by_a_forest() {
    let sampled = |slope: u64| {
        let rates: Vec<String> = (0..60).map(|at| format!("{:.3}", f64::from(at * 37 % 60) / 60.0)).collect();
        let sizes: Vec<String> = (0..60).map(|at| (2 + at * 23 % 60).to_string()).collect();
        let of = |at: usize| {
            vec![(0..2).map(|trial| left(20 + slope * (at as u64 * 37 % 60) / 2 + noise(&[at, trial]))).collect()]
        };
        let mut results = sweep(LOWEST_MEAN, &(0..60).map(of).collect::<Vec<_>>());
        let points: Vec<Vec<String>> =
            rates.iter().zip(&sizes).map(|(rate, size)| vec![rate.clone(), size.clone()]).collect();
        for trial in &mut results.trials {
            trial.levels.clone_from(&points[usize::try_from(trial.point).unwrap() - 1]);
        }
        let stage = &mut results.sweep.stages[0];
        stage.points = points;
        stage.factors = [("rate", rates), ("size", sizes)]
            .map(|(key, levels)| FactorSummary { key: key.to_owned(), levels })
            .to_vec();
        results
    };
    let page = summary(&sampled(1));
    has(
        &page,
        &[
            "`rate` **matters**: it explains ",
            "of the variance that a regression forest predicts (p = 0.005). The lowest prediction is near `0.0",
            "The other factor explains no more than chance does.",
            "The forest predicts ",
        ],
    );
    has_not(&page, &["matters most", "No factor explains"]);
    let page = summary(&sampled(0));
    has(&page, &["No factor explains more of the variance than chance does."]);
    has_not(&page, &["matters", "The other factor"]);
}
