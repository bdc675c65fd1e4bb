//! Statistics against SciPy, statsmodels and scikit-posthocs; quantiles, run times and profiles against NumPy, too. Cases and versions are
//! from `crates/stats/tests/data/generate.py`. Wins are tested in `wins.rs`, exact p-values by enumeration in `enumeration.rs`.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use evocube_stats::Draws;
use evocube_stats::intervals::{bca_interval, rate_interval};
use evocube_stats::rank_tests::{Method, a12, conover_p, friedman, holm, mann_whitney, rank_sum_normal, signed_rank};
use evocube_stats::run_times::{Run, RunSample, RunTimes, performance_profiles, profile_at};
use evocube_stats::samples::{pearson, quantile, spearman};
use serde_json::Value;

/// The cases of a file, at least a hundred per statistic.
fn cases(name: &str) -> Vec<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format!("{name}.json"));
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let cases: Vec<Vec<Value>> =
        file["cases"].as_array().unwrap().iter().map(|case| case.as_array().unwrap().clone()).collect();
    assert!(cases.len() >= 100, "{name} has {} cases", cases.len());
    cases
}

/// A number; infinity is written as null.
fn number(value: &Value) -> f64 {
    if value.is_null() { f64::INFINITY } else { value.as_f64().unwrap() }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

fn index(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

#[track_caller]
fn same(ours: f64, theirs: f64, what: &dyn std::fmt::Debug) {
    assert!(
        ours == theirs || (ours - theirs).abs() <= 1e-12 * theirs.abs() + 1e-16,
        "{ours} is not {theirs}: {what:?}"
    );
}

#[test]
fn correlations_agree_with_the_references() {
    for case in cases("correlations") {
        let pairs: Vec<(f64, f64)> = numbers(&case[0]).into_iter().zip(numbers(&case[1])).collect();
        same(pearson(&pairs).unwrap(), number(&case[2]), &case);
        same(spearman(&pairs).unwrap(), number(&case[3]), &case);
    }
}

#[test]
fn quantiles_agree_with_the_references() {
    for case in cases("quantiles") {
        let sample = numbers(&case[0]);
        for (probability, expected) in [0.25, 0.5, 0.75].into_iter().zip(numbers(&case[1])) {
            same(quantile(&sample, probability).unwrap(), expected, &case);
        }
    }
}

#[test]
fn wilson_intervals_agree_with_the_references() {
    for case in cases("wilson") {
        let interval = rate_interval(index(&case[0]), index(&case[1]), 0.05).unwrap();
        same(interval.low, number(&case[2]), &case);
        same(interval.high, number(&case[3]), &case);
    }
}

#[test]
fn rank_sums_agree_with_the_references() {
    let mut exact = 0;
    for case in cases("rank_sum") {
        let (a, b) = (numbers(&case[0]), numbers(&case[1]));
        let test = mann_whitney(&a, &b).unwrap();
        same(test.u, number(&case[2]), &case);
        assert_eq!(test.method, Method::Exact);
        if number(&case[3]) >= 0.0 {
            exact += 1;
            same(test.p, number(&case[3]), &case);
        }
        same(rank_sum_normal(&[(&a, &b)]).unwrap().p, number(&case[4]), &case);
    }
    assert!(exact >= 100);
}

#[test]
fn signed_ranks_agree_with_the_references() {
    let mut exact = 0;
    for case in cases("signed_rank") {
        let differences = numbers(&case[0]);
        let test = signed_rank(&differences, &vec![0.0; differences.len()]).unwrap();
        same(test.p, number(&case[1]), &case);
        assert_eq!(test.method == Method::Exact, case[2].as_bool().unwrap(), "{case:?}");
        exact += u32::from(test.method == Method::Exact);
    }
    assert!(exact >= 100);
}

#[test]
fn tests_of_solved_counts_agree_with_the_references() {
    for case in cases("stratified") {
        let trials = |solved: &f64| -> Vec<f64> {
            (0..index(&case[0])).map(|trial| f64::from(u8::from(trial as f64 >= *solved))).collect()
        };
        let side = |rates: &Value| -> Vec<Vec<f64>> { numbers(rates).iter().map(trials).collect() };
        let (first, second) = (side(&case[1]), side(&case[2]));
        let strata: Vec<(&[f64], &[f64])> = first.iter().zip(&second).map(|(a, b)| (&a[..], &b[..])).collect();
        same(rank_sum_normal(&strata).unwrap().p, number(&case[3]), &case);
    }
}

#[test]
fn holm_correction_agrees_with_the_references() {
    for case in cases("holm") {
        let raw = numbers(&case[0]);
        for (ours, theirs) in holm(&raw).into_iter().zip(numbers(&case[1])) {
            same(ours, theirs, &case);
        }
    }
}

#[test]
fn effect_sizes_agree_with_the_references() {
    for case in cases("a12") {
        same(a12(&numbers(&case[0]), &numbers(&case[1])).unwrap(), number(&case[2]), &case);
    }
}

#[test]
fn friedman_tests_agree_with_the_references() {
    for case in cases("friedman") {
        let test = friedman(&rows(&case[0])).unwrap();
        for (ours, theirs) in test.mean_ranks.iter().zip(numbers(&case[1])) {
            same(*ours, theirs, &case);
        }
        same(test.chi_squared, number(&case[2]), &case);
        same(test.p_chi_squared, number(&case[3]), &case);
        // No exact p-value is below the probability that all blocks agree by chance.
        let (settings, others) = (test.mean_ranks.len(), test.blocks - 1);
        let agreement = (1..=settings).map(|order| (order as f64).powi(-i32::try_from(others).unwrap())).product();
        same(test.p, number(&case[4]).max(agreement), &case);
    }
}

#[test]
fn conover_tests_agree_with_the_references() {
    for case in cases("conover") {
        for (ours, theirs) in conover_p(&rows(&case[0])).unwrap().into_iter().zip(numbers(&case[1])) {
            same(ours, theirs, &case);
        }
    }
}

/// The mean of a resample, given by the number of draws of each value.
fn weighted_mean(sample: &[f64], counts: &[u32]) -> f64 {
    let sum: f64 = sample.iter().zip(counts).map(|(value, count)| value * f64::from(*count)).sum();
    sum / f64::from(counts.iter().sum::<u32>())
}

#[test]
fn bootstrap_intervals_on_the_same_resamples_agree_with_the_references() {
    let mut cases_seen = 0;
    for case in cases("bca") {
        let sample = numbers(&case[1]);
        let mean_interval = bca_interval(
            &[sample.len()],
            |counts| weighted_mean(&sample, counts),
            0.05,
            400,
            &mut Draws::new(index(&case[0])),
        );
        same(mean_interval.unwrap().low, number(&case[2]), &case);
        same(mean_interval.unwrap().high, number(&case[3]), &case);
        cases_seen += 1;
    }
    assert!(cases_seen >= 100);
}

#[test]
fn bootstrap_intervals_on_other_resamples_are_near_the_references() {
    for (seed, case) in (0..).zip(cases("bca_scipy")) {
        let sample = numbers(&case[0]);
        let ours =
            bca_interval(&[sample.len()], |counts| weighted_mean(&sample, counts), 0.05, 4000, &mut Draws::new(seed))
                .unwrap();
        // An end is a quantile of 4000 values near 2.5 %. Its standard error is about 5 % of that of the mean if values
        // are dense, and several times that if a single outlier determines the tail.
        let error = 0.5 * number(&case[3]);
        assert!((ours.low - number(&case[1])).abs() < error, "{ours:?} {case:?}");
        assert!((ours.high - number(&case[2])).abs() < error, "{ours:?} {case:?}");
    }
}

#[test]
fn expected_evaluations_agree_with_the_references() {
    for case in cases("running_time") {
        let reached = case[2].as_array().unwrap().iter().map(|reached| reached.as_bool().unwrap());
        let run = |(evaluations, reached)| if reached { Run::reached(evaluations) } else { Run::censored(evaluations) };
        let sample = RunSample::new(numbers(&case[1]).into_iter().zip(reached).map(run), None).unwrap();
        same(sample.mean(), number(&case[3]), &case);
    }
}

#[test]
fn run_time_distributions_agree_with_the_references() {
    for case in cases("run_times") {
        let run = |time: f64| if time.is_finite() { Run::reached(time) } else { Run::censored(time) };
        let times = RunTimes::new(numbers(&case[0]).into_iter().map(run));
        for (time, share) in numbers(&case[1]).into_iter().zip(numbers(&case[2])) {
            same(times.share_at(time), share, &case);
        }
        // The reference is a sum over a grid.
        assert!((times.mean_share(1.0, 5000.0) - number(&case[3])).abs() < 1e-5, "{case:?}");
    }
}

#[test]
fn performance_profiles_agree_with_the_references() {
    for case in cases("profiles") {
        for (ratios, shares) in performance_profiles(&rows(&case[0])).iter().zip(rows(&case[2])) {
            for (tau, share) in numbers(&case[1]).into_iter().zip(shares) {
                same(profile_at(ratios, tau), share, &case);
            }
        }
    }
}
