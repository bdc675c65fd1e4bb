//! The analysis of a textbook on the same trials, with the same correction: analysis of variance of penalties and of logarithms of
//! evaluations, the Cochran–Mantel–Haenszel test of rates, quadratic regression of samples; then Holm.

use std::collections::HashMap;

use evocube::experiment::record::Results;

use crate::design::Stage;
use crate::distributions::{chi_squared_tail, f_tail, holm};
use crate::sweeps::Truth;

/// A main effect: its stage, its factor and its corrected p-value.
pub(crate) type Tested = (usize, usize, f64);

/// The trials of a stage by an outcome: the values of each configuration on each instance.
type Values = Vec<Vec<Vec<f64>>>;

/// Returns the main effects of all stages, each by its primary outcome; interactions of two factors count for the correction.
pub(crate) fn main_effects(results: &Results, truths: &[Truth], outcomes: &[Option<&'static str>]) -> Vec<Tested> {
    let mut tests: Vec<(usize, Vec<usize>, f64)> = vec![];
    for (number, (truth, outcome)) in truths.iter().zip(outcomes).enumerate() {
        let Some(outcome) = outcome else { continue };
        let values = values(results, truth, outcome);
        let effects = if truth.stage.is_sampled {
            regression(&truth.stage, &values)
        } else {
            factorial(&truth.stage, &values, outcome)
        };
        tests.extend(effects.into_iter().map(|(factors, p)| (number, factors, p)));
    }
    let corrected = holm(&tests.iter().map(|test| test.2).collect::<Vec<_>>());
    let corrected = tests.into_iter().zip(corrected);
    corrected
        .filter(|((_, factors, _), _)| factors.len() == 1)
        .map(|((stage, factors, _), p)| (stage, factors[0], p))
        .collect()
}

fn values(results: &Results, truth: &Truth, outcome: &str) -> Values {
    let places: HashMap<&str, usize> =
        results.sweep.instances.iter().enumerate().map(|(place, instance)| (&*instance.name, place)).collect();
    let mut values = vec![vec![vec![]; places.len()]; truth.stage.points.len()];
    for trial in results.trials.iter().filter(|trial| trial.stage == truth.stage.name) {
        let finished = trial.outcome.as_ref().expect("a finished trial");
        let evaluations = finished.evolution.expect("counts").evaluations;
        let value = match outcome {
            "penalty" => finished.best as f64,
            "solved" => f64::from(u8::from(!finished.solved)),
            "moves" => finished.htm as f64,
            _ => (if finished.solved { evaluations } else { 100_000 } as f64).ln(),
        };
        values[usize::try_from(trial.point).expect("a small number") - 1][places[&*trial.instance]].push(value);
    }
    values
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the factors that apply wherever a factor does, and the configurations to which it does.
fn around(stage: &Stage, factor: usize) -> (Vec<usize>, Vec<usize>) {
    let points: Vec<usize> = (0..stage.points.len()).filter(|point| stage.points[*point][factor].is_some()).collect();
    let applies = |other: &usize| points.iter().all(|point| stage.points[*point][*other].is_some());
    let varies =
        |other: &usize| points.iter().any(|point| stage.points[*point][*other] != stage.points[points[0]][*other]);
    ((0..stage.factors.len()).filter(|other| applies(other) && varies(other)).collect(), points)
}

/// The sum of squares of a list of columns after others, of values that are means of configurations; and its degrees of freedom.
fn extra_squares(base: &[Vec<f64>], tested: &[Vec<f64>], values: &[f64]) -> (f64, usize) {
    let mut basis: Vec<Vec<f64>> = vec![];
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut squares = (0.0, 0);
    for (place, column) in base.iter().chain(tested).enumerate() {
        let length = dot(column, column).sqrt();
        let mut rest = column.clone();
        for _ in 0..2 {
            for direction in &basis {
                let shadow = dot(direction, &rest);
                rest.iter_mut().zip(direction).for_each(|(value, other)| *value -= shadow * other);
            }
        }
        let remaining = dot(&rest, &rest).sqrt();
        if remaining <= 1e-8 * length.max(1e-12) {
            continue;
        }
        rest.iter_mut().for_each(|value| *value /= remaining);
        if place >= base.len() {
            squares.0 += dot(&rest, values).powi(2);
            squares.1 += 1;
        }
        basis.push(rest);
    }
    squares
}

/// Columns of ones where a configuration has a level, without the first level.
fn dummies(stage: &Stage, points: &[usize], factor: usize) -> Vec<Vec<f64>> {
    let is = |level: usize| {
        points.iter().map(|point| f64::from(u8::from(stage.points[*point][factor] == Some(level)))).collect()
    };
    (1..stage.factors[factor].1.len()).map(is).collect()
}

fn products(first: &[Vec<f64>], second: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: &Vec<f64>, b: &Vec<f64>| a.iter().zip(b).map(|(a, b)| a * b).collect();
    first.iter().flat_map(|a| second.iter().map(move |b| product(a, b))).collect()
}

/// Analysis of variance with the pooled variance within configurations (and instances, if there are repetitions).
fn factorial(stage: &Stage, values: &Values, outcome: &str) -> Vec<(Vec<usize>, f64)> {
    let trials: usize = values[0].iter().map(Vec::len).sum();
    let means: Vec<f64> =
        values.iter().map(|row| mean(&row.iter().map(|trials| mean(trials)).collect::<Vec<_>>())).collect();
    let (mut squares, mut df) = (0.0, 0.0);
    let instances = values[0].len();
    if trials > instances {
        for trials in values.iter().flatten() {
            let center = mean(trials);
            squares += trials.iter().map(|value| (value - center).powi(2)).sum::<f64>();
            df += trials.len() as f64 - 1.0;
        }
    } else {
        let instance_means: Vec<f64> = (0..instances)
            .map(|instance| mean(&values.iter().map(|row| row[instance][0]).collect::<Vec<_>>()))
            .collect();
        let all = mean(&means);
        for (row, center) in values.iter().zip(&means) {
            squares += row
                .iter()
                .zip(&instance_means)
                .map(|(trials, other)| (trials[0] - center - other + all).powi(2))
                .sum::<f64>();
        }
        df = ((values.len() - 1) * (instances - 1)) as f64;
    }
    let test = |(explained, degrees): (f64, usize)| {
        let f = explained * trials as f64 / degrees as f64 / (squares / df);
        if degrees == 0 || df == 0.0 || f.is_nan() { 1.0 } else { f_tail(f, degrees as f64, df) }
    };
    let mut effects = vec![];
    for factor in 0..stage.factors.len() {
        let (roots, points) = around(stage, factor);
        let own: Vec<f64> = points.iter().map(|point| means[*point]).collect();
        let base = |without: &[usize]| -> Vec<Vec<f64>> {
            let others = roots.iter().filter(|root| !without.contains(root));
            [vec![vec![1.0; points.len()]], others.flat_map(|root| dummies(stage, &points, *root)).collect()].concat()
        };
        let columns = dummies(stage, &points, factor);
        let p = match outcome {
            "solved" => mantel_haenszel(stage, values, (factor, &roots, &points)),
            _ => test(extra_squares(&base(&[factor]), &columns, &own)),
        };
        effects.push((vec![factor], p));
        for other in roots.iter().filter(|other| **other != factor) {
            // Once for each pair: within the condition of the factor that applies to fewer.
            let is_mine = around(stage, *other).1.len() > points.len()
                || (around(stage, *other).1.len() == points.len() && *other > factor);
            if is_mine {
                let interaction = products(&columns, &dummies(stage, &points, *other));
                effects.push((vec![factor, *other], test(extra_squares(&base(&[]), &interaction, &own))));
            }
        }
    }
    effects
}

/// An instance, and the levels of the other factors.
type Stratum = (usize, Vec<Option<usize>>);

/// The generalized Cochran–Mantel–Haenszel test of general association, in strata of instances and combinations of other factors.
fn mantel_haenszel(stage: &Stage, values: &Values, (factor, roots, points): (usize, &[usize], &[usize])) -> f64 {
    let mut strata: HashMap<Stratum, HashMap<usize, (f64, f64)>> = HashMap::new();
    let levels = stage.factors[factor].1.len();
    for point in points {
        let others =
            roots.iter().filter(|root| **root != factor).map(|root| stage.points[*point][*root]).collect::<Vec<_>>();
        let level = stage.points[*point][factor].expect("it applies");
        for (instance, trials) in values[*point].iter().enumerate() {
            let counts = strata.entry((instance, others.clone())).or_default().entry(level).or_default();
            counts.0 += trials.iter().sum::<f64>();
            counts.1 += trials.len() as f64;
        }
    }
    let degrees = levels - 1;
    let (mut apart, mut covariance) = (vec![0.0; degrees], vec![vec![0.0; degrees]; degrees]);
    for stratum in strata.values() {
        let (failed, all) = stratum.values().fold((0.0, 0.0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
        let variance = failed * (all - failed) / (all * all * (all - 1.0));
        let count = |level: usize| stratum.get(&level).copied().unwrap_or_default();
        for row in 0..degrees {
            apart[row] += count(row).0 - count(row).1 * failed / all;
            for column in 0..degrees {
                let diagonal = if row == column { all * count(row).1 } else { 0.0 };
                covariance[row][column] += variance * (diagonal - count(row).1 * count(column).1);
            }
        }
    }
    // The correction for continuity of two levels.
    if let [apart] = &mut apart[..] {
        *apart = (apart.abs() - 0.5).max(0.0);
    }
    solved(covariance, &apart)
        .map_or(1.0, |solution| chi_squared_tail(solution.iter().zip(&apart).map(|(a, b)| a * b).sum(), degrees as f64))
}

/// The solution of a linear system; `None` if it is singular.
fn solved(mut matrix: Vec<Vec<f64>>, right: &[f64]) -> Option<Vec<f64>> {
    let mut right = right.to_vec();
    for pivot in 0..right.len() {
        let row = (pivot..right.len()).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))?;
        matrix.swap(pivot, row);
        right.swap(pivot, row);
        if matrix[pivot][pivot].abs() < 1e-12 {
            return None;
        }
        for row in 0..right.len() {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                for column in 0..right.len() {
                    matrix[row][column] -= factor * matrix[pivot][column];
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    Some((0..right.len()).map(|row| right[row] / matrix[row][row]).collect())
}

/// Quadratic regression on the means of configurations; names have a column for each level but the first.
fn regression(stage: &Stage, values: &Values) -> Vec<(Vec<usize>, f64)> {
    let means: Vec<f64> =
        values.iter().map(|row| mean(&row.iter().map(|trials| mean(trials)).collect::<Vec<_>>())).collect();
    let points: Vec<usize> = (0..stage.points.len()).collect();
    let columns = |factor: usize| -> Vec<Vec<f64>> {
        let numbers: Option<Vec<f64>> = stage.factors[factor].1.iter().map(|name| name.parse().ok()).collect();
        let Some(numbers) = numbers else { return dummies(stage, &points, factor) };
        let point_means: Vec<Option<f64>> =
            stage.points.iter().map(|point| point[factor].map(|level| numbers[level])).collect();
        let center = mean(&point_means.iter().flatten().copied().collect::<Vec<_>>());
        let linear: Vec<f64> = point_means.iter().map(|number| number.map_or(0.0, |number| number - center)).collect();
        let square = mean(&point_means.iter().flatten().map(|number| (number - center).powi(2)).collect::<Vec<_>>());
        let quadratic =
            point_means.iter().map(|number| number.map_or(0.0, |number| (number - center).powi(2) - square)).collect();
        vec![linear, quadratic]
    };
    let columns: Vec<Vec<Vec<f64>>> = (0..stage.factors.len()).map(columns).collect();
    let ones = vec![vec![1.0; points.len()]];
    let used = extra_squares(&ones, &columns.concat(), &means);
    let center = mean(&means);
    let total: f64 = means.iter().map(|value| (value - center).powi(2)).sum();
    let test = |factor: usize| {
        let others = (0..columns.len()).filter(|other| *other != factor).flat_map(|other| columns[other].clone());
        let base: Vec<Vec<f64>> = ones.iter().cloned().chain(others).collect();
        let (explained, degrees) = extra_squares(&base, &columns[factor], &means);
        let df = points.len() as f64 - 1.0 - used.1 as f64;
        let f = explained / degrees as f64 / ((total - used.0) / df);
        (vec![factor], if degrees == 0 || df < 1.0 || f.is_nan() { 1.0 } else { f_tail(f, degrees as f64, df) })
    };
    (0..columns.len()).map(test).collect()
}

#[test]
fn analysis_of_variance_and_mantel_haenszel_are_those_of_r() {
    // R: anova(lm(y ~ x)) with y = 1 2 3, 2 3 4, 6 7 8 gives F = 21 with 2 and 6 degrees of freedom.
    let stage = Stage::factorial("main", &[("x", &["a", "b", "c"])]);
    let values = vec![vec![vec![1.0, 2.0, 3.0]], vec![vec![2.0, 3.0, 4.0]], vec![vec![6.0, 7.0, 8.0]]];
    let effects = factorial(&stage, &values, "penalty");
    assert!((effects[0].1 - f_tail(21.0, 2.0, 6.0)).abs() < 1e-9);
    // One stratum: 4 of 10 against 9 of 10 are 2.5 from their mean, with variance 13 · 7 · 10 · 10 / (20 · 20 · 19).
    let stage = Stage::factorial("main", &[("x", &["a", "b"])]);
    let rates = |count: usize| vec![(0..10).map(|trial| f64::from(u8::from(trial < count))).collect::<Vec<_>>()];
    let p = mantel_haenszel(&stage, &vec![rates(4), rates(9)], (0, &[0], &[0, 1]));
    assert!((p - chi_squared_tail(2.0 * 2.0 / (9100.0 / 7600.0), 1.0)).abs() < 1e-6, "{p}");
}
