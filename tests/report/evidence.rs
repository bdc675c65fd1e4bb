//! Sentences and figures that are left out where the trials are no evidence for them, and that stand where they are.

use evocube::experiment::record::{FactorSummary, Results, StageSelection};
use evocube::report::{self, PlotKind, draw_figure};

use crate::outcomes::{Outcomes, Trial, alone, left, solved, sweep};
use crate::sentences::{SEVERAL_OBJECTIVES, answer, has, has_not, penalties};
use crate::single_figure::{data, only, request, svg, texts};
use crate::synthetic::{self, LOWEST_MEAN};
use crate::{files, text};

/// Gives the configurations of the only stage these levels of some factors; an empty one where a factor does not apply.
fn with_levels(mut results: Results, keys: &[&str], points: &[&[&str]]) -> Results {
    let names = |levels: &[&str]| levels.iter().map(|level| (*level).to_owned()).collect::<Vec<_>>();
    let points: Vec<Vec<String>> = points.iter().map(|levels| names(levels)).collect();
    for trial in &mut results.trials {
        trial.levels.clone_from(&points[usize::try_from(trial.point).unwrap() - 1]);
    }
    let factor = |(place, key): (usize, &&str)| {
        let mut levels: Vec<String> = Vec::new();
        for level in points.iter().map(|point| &point[place]).filter(|level| !level.is_empty()) {
            if !levels.contains(level) {
                levels.push(level.clone());
            }
        }
        FactorSummary { key: (*key).to_owned(), levels }
    };
    let stage = &mut results.sweep.stages[0];
    stage.factors = keys.iter().enumerate().map(factor).collect();
    stage.points = points;
    results.sweep.factor_columns = names(keys);
    results
}

/// A number of 31 instances that each have one trial and are solved.
fn solves(count: usize, evaluations: u64) -> Outcomes {
    let trial = |n: usize| if n < count { solved(evaluations + 37 * n as u64) } else { left(6 + n as u64 % 9) };
    (0..31).map(|n| vec![trial(n)]).collect()
}

/// A small sweep like `experiments/reference.toml`: algorithms, and a population that only one of them has.
fn algorithms(selection: StageSelection) -> Results {
    let outcomes = [solves(31, 9000), solves(29, 30_000), solves(20, 50_000), solves(0, 0)];
    let points: &[&[&str]] = &[
        &["genetic-algorithm", "100"],
        &["genetic-algorithm", "1500"],
        &["hill-climbing", ""],
        &["random-search", ""],
    ];
    with_levels(sweep(selection, &outcomes), &["algorithm", "population"], points)
}

#[test]
fn designs_with_conditional_factors_compare_configurations_and_not_factors() {
    let of_factors = ["No factor", "matter", "of the variance", "is better than", "regression forest"];
    let figures = ["-importance.", "-effects.", "-interaction."];
    for selection in [LOWEST_MEAN, SEVERAL_OBJECTIVES] {
        let results = algorithms(selection);
        let summary = text(&results, report::SUMMARY);
        has_not(&summary, &of_factors);
        has(
            &summary,
            &[
                "### Factors\n\n`population` applies to some configurations only. Configurations are compared, and not factors.",
                "`algorithm = genetic-algorithm` and `population = 100` **is selected**",
                "of the 3 others ",
            ],
        );
        assert_eq!(report::factor_sentences(&results), [""]);
        let drawn = files(&results);
        assert!(!drawn.keys().any(|file| figures.iter().any(|name| file.contains(name))));
    }
    let inside: &[&[&str]] =
        &[&["tournament", "2", ""], &["tournament", "5", ""], &["rank", "", "1.2"], &["rank", "", "2.0"]];
    let keys = ["selection", "selection.tournament.size", "selection.rank.pressure"];
    let page = text(&with_levels(algorithms(LOWEST_MEAN), &keys, inside), report::SUMMARY);
    has(&page, &["`selection.tournament.size` and `selection.rank.pressure` apply to some configurations only."]);
    has_not(&page, &of_factors);
    // The same trials in a design without conditions.
    let all: &[&[&str]] = &[&["a", "100"], &["a", "1500"], &["b", "100"], &["b", "1500"]];
    let page = text(&with_levels(algorithms(LOWEST_MEAN), &["algorithm", "population"], all), report::SUMMARY);
    has(&page, &["`algorithm` **matters", "1-main-importance", "1-main-effects"]);
    has_not(&page, &["some configurations only"]);
}

/// Solved trials among some on one instance.
fn rate(solved_trials: usize, trials: usize) -> Outcomes {
    alone((0..trials).map(|n| if n < solved_trials { solved(500) } else { left(8) }))
}

#[test]
fn trials_that_do_not_vary_are_no_evidence_of_a_small_difference() {
    let about_factors = ["differ by less", "no difference", "matter", "No factor", "of the variance", "no significant"];
    let on_instances = |penalty: u64| -> Outcomes { (0..24).map(|_| vec![left(penalty)]).collect() };
    let all_or_none: Outcomes = (0..24).map(|_| vec![solved(500)]).collect();
    for (selection, outcomes, sentence) in [
        (SEVERAL_OBJECTIVES, [rate(24, 24), rate(0, 24)], "It solves **significantly more trials"),
        (SEVERAL_OBJECTIVES, [all_or_none, on_instances(8)], "It solves **significantly more trials"),
        (LOWEST_MEAN, [on_instances(10), on_instances(30)], "Its penalties are **significantly lower"),
    ] {
        let page = text(&sweep(selection, &outcomes), report::SUMMARY);
        has(&page, &[sentence]);
        has_not(&page, &about_factors);
    }
    // Levels without variation beside one with: neither a trend nor a better level follows from Student's t.
    let three = text(&sweep(SEVERAL_OBJECTIVES, &[rate(0, 24), rate(24, 24), rate(12, 24)]), report::SUMMARY);
    has_not(&three, &about_factors);
    has(
        &text(&sweep(SEVERAL_OBJECTIVES, &[rate(22, 24), rate(2, 24)]), report::SUMMARY),
        &["`x` **matters**: `1` is better"],
    );
}

#[test]
fn differences_of_rates_have_no_bounds() {
    let equal = sweep(SEVERAL_OBJECTIVES, &[rate(40, 90), rate(41, 90)]);
    has(&text(&equal, report::SUMMARY), &["`x` is not shown to matter (p = "]);
    has_not(&text(&equal, report::SUMMARY), &["differ by less", "makes no"]);
    has_not(&answer(&equal), &["matter"]);
    let four = [rate(0, 15), rate(0, 15), rate(1, 15), rate(14, 15)];
    let points: &[&[&str]] = &[&["none", "any"], &["none", "both"], &["all", "any"], &["all", "both"]];
    let results = with_levels(sweep(SEVERAL_OBJECTIVES, &four), &["expand", "rule"], points);
    has(
        &answer(&results),
        &["`expand` **matters**: `all` is better than `none`", "`expand` and `rule` **interact**: the effect"],
    );
    has_not(&answer(&results), &["matters most", "% of the variance"]);
    has(
        &text(&results, report::SUMMARY),
        &["Its share of unsolved trials is lowest with `all`: 50 %, significantly lower than with `none` (100 %)."],
    );
    has_not(&text(&results, report::SUMMARY), &["% more"]);
}

#[test]
fn a_bound_above_a_tenth_of_the_mean_is_no_evidence_of_a_small_difference() {
    let spread = |base: u64, trials: u64| penalties((0..trials).map(|n| base + 7 * n % 20));
    let small = text(&sweep(LOWEST_MEAN, &[spread(90, 30), spread(90, 30)]), report::SUMMARY);
    has(&small, &["`x` **makes no difference to the mean penalty", "`x` **makes no significant difference** (p = 1)"]);
    let wide = sweep(LOWEST_MEAN, &[spread(5, 30), spread(5, 30)]);
    has(&text(&wide, report::SUMMARY), &["`x` is not shown to matter (p = 1)."]);
    has_not(&text(&wide, report::SUMMARY), &["differ by less", "makes no"]);
    has_not(&answer(&wide), &["matter"]);
    // Beside a factor that matters, the other is named without a bound.
    let four = [spread(5, 10), spread(5, 10), spread(25, 10), spread(25, 10)];
    let points: &[&[&str]] = &[&["0", "2"], &["0", "3"], &["1", "2"], &["1", "3"]];
    let two = with_levels(sweep(LOWEST_MEAN, &four), &["elitism", "size"], points);
    has(&answer(&two), &["`elitism` **matters", "`size` is not shown to matter."]);
    has_not(&answer(&two), &["differ by less"]);
}

const OF_RUN_TIMES: [&str; 5] =
    ["until solved **", "evaluations until solved to", "sooner", "later than", "run time |"];

#[test]
fn run_times_are_compared_where_ten_trials_of_both_sides_solve() {
    // One of 1,080 trials solves.
    let mut rarely: Vec<Outcomes> =
        (0..12).map(|n| penalties((0..90).map(|trial| 20 + n % 2 + 7 * trial % 30))).collect();
    rarely[3][0][5] = solved(800);
    let page = text(&sweep(LOWEST_MEAN, &rarely), report::SUMMARY);
    has(&page, &["after Holm's correction for 11 comparisons"]);
    has_not(&page, &OF_RUN_TIMES);
    let trials = |count: u64, evaluations: u64, all: u64| {
        alone((0..all).map(move |n| if n < count { solved(evaluations + 10 * n) } else { left(9) }))
    };
    let (fast, slow) = (|count| trials(count, 100, 12), |count| trials(count, 9000, 12));
    for (first, second, is_compared) in [(12, 12, true), (10, 10, true), (12, 9, false), (9, 12, false)] {
        let page = text(&sweep(LOWEST_MEAN, &[fast(first), slow(second)]), report::SUMMARY);
        assert_eq!(page.contains("sooner than"), is_compared, "{first} {second}: {page}");
    }
    // Nine of nine, nine times: enough solved trials, but of no configuration.
    let nine: Vec<Outcomes> = (0..9).map(|n| trials(9, 100 * (n + 1), 9)).collect();
    let page = text(&sweep(LOWEST_MEAN, &nine), report::SUMMARY);
    has(
        &page,
        &["**No difference in penalty to the other configurations is significant**", "correction for 8 comparisons"],
    );
    has_not(&page, &OF_RUN_TIMES);
}

#[test]
fn configurations_that_solve_few_trials_stay_out_of_the_comparison_of_run_times() {
    let trials = |count: u64, evaluations: u64| -> Vec<Trial> {
        (0..20).map(|n| if n < count { solved(evaluations + 10 * n) } else { left(9) }).collect()
    };
    let made = |outcomes: &[(u64, u64)]| {
        let outcomes: Vec<Outcomes> = outcomes.iter().map(|(count, time)| alone(trials(*count, *time))).collect();
        answer(&sweep(LOWEST_MEAN, &outcomes))
    };
    let which = "with at least 10 solved trials";
    let alone_left = made(&[(20, 100), (20, 9000), (3, 100)]);
    has(&alone_left, &[&format!("It solves **significantly sooner than the other configuration {which}**")]);
    let both = made(&[(20, 100), (20, 9000), (20, 8000), (3, 100)]);
    has(&both, &[&format!("It solves **significantly sooner than all 2 other configurations {which}**")]);
    let results = made(&[(20, 100), (20, 9000), (20, 103), (3, 100)]);
    has(
        &results,
        &[&format!(
            "By evaluations until solved, among the configurations {which}, **it or one other is the best** (`x = 3`), with 95 % \
             confidence: 1 of the 2 others is ruled out"
        )],
    );
    let none = made(&[(20, 100), (20, 103), (20, 106), (3, 100)]);
    has(
        &none,
        &[&format!("**No difference in evaluations until solved to the other configurations {which} is significant**")],
    );
    has_not(&made(&[(20, 100), (20, 9000), (20, 8000)]), &[which]);
}

/// Trials of three configurations, of which some solve and the others end for a reason.
fn ending(stop: &str) -> Results {
    let trials = |count: u64| alone((0..60).map(move |n| if n < count { solved(200 + 90 * n) } else { left(9) }));
    let mut results = sweep(LOWEST_MEAN, &[trials(12), trials(16), trials(35)]);
    for outcome in
        results.trials.iter_mut().filter_map(|trial| trial.outcome.as_mut()).filter(|outcome| !outcome.solved)
    {
        stop.clone_into(&mut outcome.stop);
    }
    results
}

#[test]
fn trials_that_give_up_are_not_censored() {
    let left_out =
        "Survival curves and the log-rank test are left out: 117 trials gave up before the end of the budget";
    for budget in ["generations", "evaluations"] {
        let page = text(&ending(budget), report::SUMMARY);
        has(&page, &["1-main-survival", "Kaplan and Meier's estimate", "Log-rank test of all 3 configurations: p "]);
        has_not(&page, &["are left out", "giving up"]);
    }
    for stop in ["stagnation", "penalty-range", "distinct", "target", "a-rule-of-another-program"] {
        let page = text(&ending(stop), report::SUMMARY);
        has(&page, &[&format!("{left_out} ({stop}), and giving up is not censoring.")]);
        has_not(&page, &["1-main-survival", "Kaplan", "Log-rank test of"]);
        let refused = draw_figure(&ending(stop), &request(PlotKind::Survival)).err().unwrap().to_string();
        assert!(refused.contains("none has given up before the end of its budget"), "{refused}");
    }
    // Without a solved trial there is nothing to leave out.
    let mut none = ending("stagnation");
    none.trials.iter_mut().filter_map(|trial| trial.outcome.as_mut()).for_each(|outcome| outcome.solved = false);
    has_not(&text(&none, report::SUMMARY), &["are left out"]);
}

#[test]
fn an_effect_has_a_size_where_its_interval_is_within_that_size() {
    let against = |outcomes: &[Outcomes]| {
        let text = answer(&sweep(LOWEST_MEAN, outcomes));
        text.split_once("(Â₁₂ = ").unwrap().1.split(')').next().unwrap().to_owned()
    };
    let wide = |trials: usize, shift: u64| penalties((0..trials).map(|n| shift + (7 * n % 40) as u64));
    let large = against(&[penalties(10..30), penalties(50..70)]);
    assert!(large.starts_with("1.00, 95 % interval 0.8") && large.ends_with(", a large effect"), "{large}");
    let open = against(&[wide(20, 10), wide(20, 20)]);
    assert!(open.starts_with("0.7") && !open.contains("effect"), "{open}");
    let equal = against(&[wide(20, 10), wide(20, 10)]);
    assert!(equal.starts_with("0.50") && !equal.contains("effect"), "{equal}");
    let many = against(&[wide(2000, 10), wide(2000, 10)]);
    assert!(many.ends_with(", a negligible effect"), "{many}");
}

#[test]
fn a_difference_is_called_small_where_its_interval_of_95_percent_is_small() {
    let trials = |count: usize, shift: usize| penalties((0..count).map(|n| 10 + ((7 * n + shift) % 40) as u64));
    let mut is_shown = vec![];
    for count in (20..=200).step_by(20) {
        let text = answer(&sweep(LOWEST_MEAN, &[trials(count, 0), trials(count, 3)]));
        let interval = text.split_once("95 % interval 0.").unwrap().1;
        let low: f64 = format!("0.{}", interval.split(' ').next().unwrap()).parse().unwrap();
        let high: f64 = interval.split_once(" to ").unwrap().1.split([')', ',']).next().unwrap().parse().unwrap();
        for (words, ends) in [("to be **at most small**", (0.36, 0.64)), ("to be **negligible**", (0.44, 0.56))] {
            assert!(!text.contains(words) || (low >= ends.0 && high <= ends.1), "{count}: {text}");
        }
        is_shown.push(text.contains("one-sided tests show"));
    }
    assert!(is_shown.is_sorted() && !is_shown[0] && is_shown[9], "{is_shown:?}");
}

/// Two objectives and two populations in all combinations, with logged generations.
fn objectives() -> Results {
    let keys: [(&str, &[&str]); 2] = [("objective.penalty.edge-rule", &["any", "both"]), ("population", &["50", "90"])];
    let mut results =
        synthetic::Maker::new("two", &["example-1"], 5, 100).stage("main", &keys, |n| [6.0, 9.0, 60.0, 66.0][n]).done();
    results.sweep.stages[0].selection = SEVERAL_OBJECTIVES;
    results
}

#[test]
fn curves_of_different_objectives_have_panels_with_axes_of_their_own() {
    let results = objectives();
    let mut ask = request(PlotKind::Convergence);
    let figure = only(&results, &ask);
    let own_axes = "One panel for each level of objective.penalty.edge-rule, each with an axis of its own";
    assert!(figure.caption().contains(own_axes), "{}", figure.caption());
    assert!(data(&figure).starts_with("objective.penalty.edge-rule,population,generation,"), "{}", data(&figure));
    let texts = texts(&svg(&figure));
    let panels = ["objective.penalty.edge-rule = any", "objective.penalty.edge-rule = both"];
    assert!(panels.iter().all(|panel| texts.iter().any(|text| text == panel)), "{texts:?}");
    let zeros = texts.iter().filter(|text| *text == "0").count();
    assert!(zeros >= 3, "each panel has the numbers of its axis, beside those below: {texts:?}");
    // Whatever the options ask for, and by whatever label.
    ask.options.color = Some("objective.penalty.edge-rule".to_owned());
    assert!(only(&results, &ask).caption().contains(own_axes));
    ask.options.color = Some("population".to_owned());
    ask.options.facet = Some("instance".to_owned());
    let facets = "One panel for each combination of objective.penalty.edge-rule and instance, each with an axis";
    assert!(only(&results, &ask).caption().contains(facets), "{}", only(&results, &ask).caption());
    ask = request(PlotKind::Convergence);
    ask.labels = vec!["objective.penalty.edge-rule=rule".to_owned()];
    let labeled = only(&results, &ask);
    assert!(labeled.caption().contains("One panel for each level of rule, each with an axis"), "{}", labeled.caption());
    // One objective is left: the usual axes.
    ask = request(PlotKind::Convergence);
    ask.only = vec!["objective.penalty.edge-rule=any".to_owned()];
    assert!(!only(&results, &ask).caption().contains("axis of its own"));
}

#[test]
fn penalties_of_different_objectives_are_in_no_other_figure() {
    let (results, mut ask) = (objectives(), request(PlotKind::Box));
    let refused = draw_figure(&results, &ask).err().unwrap().to_string();
    assert!(refused.contains("several finished trials with one objective"), "{refused}");
    ask.only = vec!["objective.penalty.edge-rule=any".to_owned()];
    assert_eq!(data(&only(&results, &ask)).lines().count(), 1 + 10);
    let diversity = only(&results, &request(PlotKind::Diversity));
    assert!(
        diversity.caption().contains("Penalties are left out: those of different objectives"),
        "{}",
        diversity.caption()
    );
    let shown = texts(&svg(&diversity)).join(" ");
    assert!(
        shown.contains("different genomes") && !shown.contains("std. dev.") && !shown.contains("mean penalty"),
        "{shown}"
    );
    let drawn = files(&results);
    let has_file = |name: &str| drawn.contains_key(&format!("plots/1-main-{name}.svg"));
    assert!(has_file("curves") && has_file("ecdf") && !has_file("boxes") && !has_file("instances"));
    let mut comparable = results;
    comparable.sweep.stages[0].selection = LOWEST_MEAN;
    let drawn = files(&comparable);
    assert!(drawn.contains_key("plots/1-main-boxes.svg"));
    assert!(!text(&comparable, report::SUMMARY).contains("axis of its own"));
}

#[test]
fn convergence_opens_by_evaluations_where_algorithms_differ_in_what_a_generation_is() {
    let made = |key: &str, levels: &[&str]| {
        synthetic::Maker::new("one", &["example-1"], 5, 60)
            .stage("main", &[(key, levels)], |n| 9.0 + 5.0 * n as f64)
            .done()
    };
    for (key, levels, by_evaluations) in [
        ("algorithm", ["genetic-algorithm", "hill-climbing"], true),
        ("population", ["100", "200"], false),
        ("algorithm.hill-climbing.pivot", ["steepest", "first-improvement"], false),
    ] {
        let results = made(key, &levels);
        let summary = text(&results, report::SUMMARY);
        let place = |name: &str| summary.find(&format!("plots/1-main-{name}.")).unwrap();
        assert_eq!(place("evaluations") < place("curves"), by_evaluations, "{key}");
        let mut ask = request(PlotKind::Convergence);
        let unit = |figure: &report::SingleFigure| data(figure).split(',').nth(1).unwrap().to_owned();
        let expected = if by_evaluations { "evaluations" } else { "generation" };
        assert_eq!(unit(&only(&results, &ask)), expected);
        ask.labels = vec![format!("{key}=the factor")];
        assert!(texts(&svg(&only(&results, &ask))).iter().any(|text| text == expected), "{key}");
        (ask.labels, ask.options.x) = (vec![], Some(report::ProgressUnit::Generation));
        assert_eq!(unit(&only(&results, &ask)), "generation");
    }
}
