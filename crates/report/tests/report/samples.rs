//! The sentences on factors of sampled designs, the values that may be the best, corrected p-values, and figures, from constructed results.
//! The regression is tested in `evocube-stats`.

use std::sync::Arc;

use evocube_experiment::record::{FactorSummary, Results};
use evocube_report as report;
use evocube_report::claims::{BestValues, Claim};

use crate::factors::{noise, summary};
use crate::outcomes::{left, sweep};
use crate::sentences::{answer, has, has_not};
use crate::synthetic::LOWEST_MEAN;

/// 120 sampled configurations of two factors with two trials each, and the slopes of the penalty over both.
pub(crate) fn sampled(first: u64, second: u64) -> Results {
    sampled_configurations((120, 2), |rate, size| 20 + (first * rate + second * size) / 2)
}

/// Sampled configurations of two factors, with some trials each.
fn sampled_configurations((points, trials): (usize, usize), penalty: impl Fn(u64, u64) -> u64) -> Results {
    let (rate, size) = (|point: usize| point * 37 % points, |point: usize| point * 107 % points);
    let rates: Vec<String> = (0..points).map(|point| format!("{:.3}", rate(point) as f64 / points as f64)).collect();
    let sizes: Vec<String> = (0..points).map(|point| (2 + size(point)).to_string()).collect();
    let outcomes = |point: usize| {
        let penalty = penalty(rate(point) as u64, size(point) as u64);
        vec![(0..trials).map(|trial| left(penalty + noise(&[point, trial]))).collect()]
    };
    let mut results = sweep(LOWEST_MEAN, &(0..points).map(outcomes).collect::<Vec<_>>());
    let points: Vec<Vec<String>> =
        rates.iter().zip(&sizes).map(|(rate, size)| vec![rate.clone(), size.clone()]).collect();
    for trial in &mut results.trials {
        trial.levels = points[usize::try_from(trial.point).unwrap() - 1].clone().into();
    }
    let stage = &mut results.sweep.stages[0];
    stage.points = points;
    stage.factors = [("rate", rates), ("size", sizes)].map(|(key, levels)| FactorSummary::new(key, levels)).to_vec();
    results
}

#[test]
fn factors_of_sampled_designs_are_those_of_a_response_surface() {
    let text = answer(&sampled(2, 0));
    has(&text, &["`rate` **matters**: it is best near `0`.", "No effect of `size` is shown in 120 configurations."]);
    let both = answer(&sampled(5, 3));
    has(&both, &["`rate` **matters**", "`size` **matters**"]);
    assert!(both.find("`rate`") < both.find("`size`"));
    // No corrected p-value is below the raw one, however many interactions share the level.
    let mut many = sampled(2, 0);
    for factor in 0..5 {
        let level = |point: usize| (point * (7 + 6 * factor) % 120).to_string();
        let stage = &mut many.sweep.stages[0];
        stage.points.iter_mut().enumerate().for_each(|(place, point)| point.push(level(place)));
        stage
            .factors
            .push(FactorSummary::new(&format!("f{factor}"), (0..120).map(|place| place.to_string()).collect()));
        for trial in &mut many.trials {
            let added = level(usize::try_from(trial.point).unwrap() - 1);
            trial.levels = trial.levels.iter().cloned().chain([added]).collect();
        }
    }
    let rows = report::statistics(&many).effects;
    assert!(rows.len() > 20 && rows.iter().all(|row| row.p_corrected >= row.p), "{rows:?}");
    let none = answer(&sampled(0, 0));
    has(&none, &["No effect of `rate` and `size` is shown in 120 configurations."]);
    has_not(&none, &["matters"]);
    let page = summary(&sampled(5, 3));
    let figures = ["plots/1-main-response.", "plots/1-main-contours.", "plots/1-main-importance."];
    has(&page, &figures);
    has(&page, &["Not told apart from the best: rate "]);
    let rows = crate::text(&sampled(5, 3), "plots/1-main-response.csv");
    has(&rows, &["\nrate,configuration,", "\nrate,response,", ",false\n", ",true\n"]);
    for name in ["response", "contours", "importance"] {
        crate::drawing::check_any(name, &crate::text(&sampled(5, 3), &format!("plots/1-main-{name}.svg")));
    }
    // Shares of variance have intervals, in the table and in the figure.
    has(&page, &["Lines: 95 % intervals, each for itself."]);
    let shares = crate::text(&sampled(5, 3), "plots/1-main-importance.csv");
    has(&shares, &["effect,share,low_95,high_95,p\n"]);
    for row in shares.lines().skip(1).take(2) {
        let numbers: Vec<f64> = row.split(',').skip(1).map(|number| number.parse().unwrap()).collect();
        assert!(numbers[1] < numbers[0] && numbers[0] < numbers[2], "{row}");
        let text = format!("({:.0} to {:.0})", 100.0 * numbers[1], 100.0 * numbers[2]);
        has(&page, &[&text]);
    }
    let page = summary(&sampled(0, 0));
    has(&page, &figures[..1]);
    has_not(&page, &figures[1..]);
    has_not(&page, &["Not told apart"]);
    // A configuration leaves the set of those that may be the best although no factor of few configurations is shown to matter.
    let few = |better: u64| sampled_configurations((8, 12), |rate, _| if rate == 3 { 60 - better } else { 60 });
    let best = answer(&few(20));
    has(
        &best,
        &[
            "`rate = 0.375` and `size = 7` **is the best** of 8 configurations",
            "No effect of `rate` and `size` is shown",
        ],
    );
    let equal = answer(&few(0));
    has(&equal, &["Each of 8 configurations may be the best."]);
    has_not(&equal, &["is the best", "none is excluded"]);
}

#[test]
fn factors_of_samples_have_the_values_that_nothing_distinguishes_from_the_best() {
    let values = |results: &Results, key: &str| {
        let claims = report::statistics(results).claims.concat();
        let values = claims.into_iter().find_map(|stated| match stated.claim {
            Claim::Explains(explains) if explains.factor == key => Some(explains.may_be_best),
            _ => None,
        });
        values.flatten()
    };
    let range = |results: &Results| match values(results, "rate") {
        Some(BestValues::Ranges(ranges)) => ranges[0],
        other => panic!("{other:?}"),
    };
    // Steep: few values at the lower end. Flat below 0.8: many.
    let (steep, flat) = (sampled(9, 0), sampled_configurations((120, 2), |rate, _| 40 + rate.max(96)));
    let [steep_range, flat_range] = [&steep, &flat].map(range);
    assert!(steep_range[0] == 0.0 && steep_range[1] < 0.3, "{steep_range:?}");
    assert!(flat_range[1] - flat_range[0] > 0.3 && flat_range[1] < 0.9, "{flat_range:?}");
    let [low, high] = flat_range.map(|end| format!("{end:.3}").trim_end_matches('0').trim_end_matches('.').to_owned());
    let sentence = format!("`rate` **matters**: nothing distinguishes `{low} to {high}` from the best.");
    has(&answer(&flat), &[&sentence]);
    has(&summary(&flat), &[&format!("Not told apart from the best: rate {low} to {high}.")]);
    has_not(&answer(&flat), &["it is best", "best prediction"]);
    // Levels: two of three are alike, or one is better.
    let of_kinds = |penalties: [u64; 3]| {
        let mut results =
            sampled_configurations((120, 2), |_, size| 20 + penalties[usize::try_from(size % 3).unwrap()]);
        let name = |level: &mut String| *level = ["x", "y", "z"][(level.parse::<usize>().unwrap() - 2) % 3].to_owned();
        results.trials.iter_mut().for_each(|trial| name(&mut Arc::make_mut(&mut trial.levels)[1]));
        let stage = &mut results.sweep.stages[0];
        stage.points.iter_mut().for_each(|point| name(&mut point[1]));
        stage.factors[1] = FactorSummary::new("kind", ["x", "y", "z"].map(str::to_owned).to_vec());
        results
    };
    let two = of_kinds([0, 0, 30]);
    assert_eq!(values(&two, "kind"), Some(BestValues::Levels(vec!["x".to_owned(), "y".to_owned()])));
    has(&answer(&two), &["`kind` **matters**: nothing distinguishes `x` and `y` from the best."]);
    let one = of_kinds([20, 0, 30]);
    assert_eq!(values(&one, "kind"), Some(BestValues::Levels(vec!["y".to_owned()])));
    has(&answer(&one), &["`kind` **matters**: it is best with `y`."]);
    has_not(&answer(&one), &["nothing distinguishes"]);
    // Too few configurations for intervals.
    let mut few = sampled_configurations((7, 9), |rate, _| 20 + 6 * rate);
    let size = |point: usize| ["5", "2", "8", "3", "4", "7", "6"][point].to_owned();
    few.trials
        .iter_mut()
        .for_each(|trial| Arc::make_mut(&mut trial.levels)[1] = size(usize::try_from(trial.point).unwrap() - 1));
    few.sweep.stages[0].points.iter_mut().enumerate().for_each(|(point, levels)| levels[1] = size(point));
    assert_eq!(values(&few, "rate"), None);
    has(&answer(&few), &["`rate` **matters**: the best prediction is near `0`."]);
    has_not(&answer(&few), &["nothing distinguishes", "it is best"]);
}
