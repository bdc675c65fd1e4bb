//! Tests of sentences and figures that depend on conditions of factors, on the outcome that is compared and its largest difference without
//! importance, on the reason why trials end, or on objectives. Also complete separation, and the axis with which convergence opens.
//! `with_levels` makes results for other tests, too. Other sentences on factors are tested in `factors`.

use std::collections::BTreeSet;

use evocube_experiment::record::{FactorSummary, Outcome, QuestionSummary, Results, StageSelection};
use evocube_report::{self as report, PlotKind, draw_figure};

use crate::outcomes::{Outcomes, alone, left, solved, sweep};
use crate::sentences::{SEVERAL_OBJECTIVES, answer, has, has_not, penalties};
use crate::single_figure::{data, only, request, svg, texts};
use crate::synthetic::{self, LOWEST_MEAN};
use crate::{files, text};

/// Gives the configurations of the only stage these levels of some factors; an empty one where a factor does not apply.
pub(crate) fn with_levels(mut results: Results, keys: &[&str], points: &[&[&str]]) -> Results {
    let names = |levels: &[&str]| levels.iter().map(|level| (*level).to_owned()).collect::<Vec<_>>();
    let points: Vec<Vec<String>> = points.iter().map(|levels| names(levels)).collect();
    for trial in &mut results.trials {
        trial.levels = points[usize::try_from(trial.point).unwrap() - 1].clone().into();
    }
    let factor = |(place, key): (usize, &&str)| {
        let mut levels: Vec<String> = Vec::new();
        for level in points.iter().map(|point| &point[place]).filter(|level| !level.is_empty()) {
            if !levels.contains(level) {
                levels.push(level.clone());
            }
        }
        FactorSummary::new(key, levels)
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
fn conditional_factors_are_tested_within_their_condition() {
    let results = algorithms(LOWEST_MEAN);
    let text = answer(&results);
    has(
        &text,
        &[
            "`algorithm` **matters**: `genetic-algorithm` wins 98 % of pairs of trials against `random-search` (",
            "; it also beats `hill-climbing`.",
        ],
    );
    has_not(&text, &["No effect"]);
    let page = crate::text(&results, report::SUMMARY);
    has(&page, &["1-main-effects", "1-main-importance"]);
    let inside: &[&[&str]] =
        &[&["tournament", "2", ""], &["tournament", "5", ""], &["rank", "", "1.2"], &["rank", "", "2.0"]];
    let keys = ["selection", "selection.tournament.size", "selection.rank.pressure"];
    let text = answer(&with_levels(algorithms(SEVERAL_OBJECTIVES), &keys, inside));
    has(
        &text,
        &[
            "`selection` **matters**: `tournament` wins ",
            "`rank.pressure` **matters**: `1.2` wins 82 % of pairs of trials against `2.0` (",
        ],
    );
    has_not(&text, &["No effect"]);
    // A question at a level that never occurs together with its factor.
    let mut apart = with_levels(algorithms(LOWEST_MEAN), &keys, inside);
    let at = vec![("selection.tournament.size".to_owned(), "2".to_owned())];
    apart.sweep.question = Some(QuestionSummary { levels: at, ..synthetic::question("selection.rank.pressure", None) });
    let text = answer(&apart);
    has(&text, &["`rank.pressure` **matters**: `1.2` wins 82 % of pairs"]);
    has_not(&text, &["With `tournament.size = 2`"]);
    // The same trials in a design without conditions.
    let all: &[&[&str]] = &[&["a", "100"], &["a", "1500"], &["b", "100"], &["b", "1500"]];
    let text = answer(&with_levels(algorithms(LOWEST_MEAN), &["algorithm", "population"], all));
    has(&text, &["`algorithm` **matters**: `a` wins ", "`population` **matters**: `100` wins "]);
    // Half of the combinations, in no order: a sample, which is too small for a response surface.
    let some: &[&[&str]] = &[&["a", "1", "x"], &["a", "2", "y"], &["b", "1", "y"], &["c", "3", "z"]];
    let text = answer(&with_levels(algorithms(LOWEST_MEAN), &["f", "g", "h"], some));
    has(&text, &["4 configurations are too few to say which factors matter."]);
    has_not(&text, &["**matters", "No effect"]);
}

/// Solved trials among some on one instance.
fn rate(solved_trials: usize, trials: usize) -> Outcomes {
    alone((0..trials).map(|n| if n < solved_trials { solved(500) } else { left(8) }))
}

#[test]
fn complete_separation_is_a_difference() {
    let outcomes = |penalty: u64| -> Outcomes { (0..24).map(|_| vec![left(penalty)]).collect() };
    let all_or_none: Outcomes = (0..24).map(|_| vec![solved(500)]).collect();
    for (selection, outcomes) in [
        (SEVERAL_OBJECTIVES, [rate(24, 24), rate(0, 24)]),
        (SEVERAL_OBJECTIVES, [all_or_none, outcomes(8)]),
        (LOWEST_MEAN, [outcomes(10), outcomes(30)]),
    ] {
        let text = answer(&sweep(selection, &outcomes));
        has(&text, &["`x` **matters**: `1` wins 100 % of pairs of trials against `2` (8", " to 100) on "]);
        has_not(&text, &["No effect", "rule out"]);
    }
    // As far apart, but too few to be significant.
    let few = answer(&sweep(SEVERAL_OBJECTIVES, &[rate(2, 2), rate(0, 2)]));
    has(&few, &["Too few trials: even 2 of 2 wins would not show whether `x` matters."]);
    has_not(&few, &["No effect", "**matters"]);
}

#[test]
fn wins_are_the_outcome_unless_the_sweep_names_another_one() {
    let outcomes = |selection, shares: [usize; 2]| {
        let rows = report::statistics(&sweep(selection, &shares.map(|solving| rate(solving, 50)))).effects;
        rows.into_iter().map(|row| row.outcome).collect::<BTreeSet<_>>()
    };
    for shares in [[4, 5], [5, 6], [40, 49], [45, 46], [50, 0]] {
        assert_eq!(outcomes(LOWEST_MEAN, shares), BTreeSet::from(["wins"]), "{shares:?}");
        assert_eq!(outcomes(SEVERAL_OBJECTIVES, shares), BTreeSet::from(["wins"]), "{shares:?}");
    }
    let mut named = sweep(LOWEST_MEAN, &[rate(20, 50), rate(30, 50)]);
    named.sweep.stages[0].outcomes = vec![Outcome::Solved, Outcome::Moves];
    let rows = report::statistics(&named);
    let of = |outcome: &str| rows.effects.iter().filter(|row| row.outcome == outcome).count();
    // A share of wins for each level and the pair; moves are not compared, since some trials did not solve.
    assert_eq!((of("wins"), of("solved"), rows.effects.len()), (3, 1, 4));
    // They share the level of 5 %.
    let alone = report::statistics(&sweep(LOWEST_MEAN, &[rate(20, 50), rate(30, 50)]));
    let p = |rows: &report::Statistics| rows.effects[0].p_corrected;
    assert!((p(&rows) - (2.0 * p(&alone)).min(1.0)).abs() < 1e-9, "{} {}", p(&rows), p(&alone));
}

#[test]
fn a_sweep_may_name_its_outcome_and_the_largest_difference_without_importance() {
    let made = |outcome: Outcome, equivalence: Option<f64>, outcomes: &[Outcomes]| {
        let mut results = sweep(LOWEST_MEAN, outcomes);
        (results.sweep.stages[0].outcome, results.sweep.stages[0].equivalence) = (outcome, equivalence);
        results
    };
    let rates = [rate(40, 60), rate(40, 60)];
    let rows = |results: &Results| report::statistics(results).effects[0].outcome;
    assert_eq!(rows(&made(Outcome::Penalty, None, &rates)), "penalty");
    assert_eq!(rows(&made(Outcome::RunTime, None, &rates)), "run-time");
    let spread = |shift: u64| penalties((0..60).map(|n| 20 + shift + n % 9));
    let (equal, close) = ([spread(0), spread(0)], [spread(0), spread(1)]);
    let times = [1000, 1020].map(|evaluations: u64| alone((0..60).map(move |n| solved(evaluations + 10 * n))));
    let lengths = [30, 31].map(|moves: u64| alone((0..60).map(move |n| Some((0, 1000, moves + n % 9)))));
    for (outcome, outcomes, (enough, claim), too_small) in [
        (Outcome::Wins, &equal, (40.0, "`x` **makes no difference of more than 40 percentage points of pairs**."), 1.0),
        (Outcome::Moves, &lengths, (3.0, "`x` **makes no difference of more than 3 moves**."), 1.5),
        (Outcome::Penalty, &close, (3.0, "`x` **makes no difference of more than 3**."), 1.5),
        (Outcome::Solved, &rates, (25.0, "`x` **makes no difference of more than 25 percentage points**."), 5.0),
        (Outcome::RunTime, &times, (1.5, "`x` **makes no difference of more than 1.50 times the evaluations**."), 1.01),
    ] {
        let text = answer(&made(outcome, Some(enough), outcomes));
        has(&text, &[claim]);
        has_not(&text, &["No effect", "rule out", "**matters"]);
        has_not(&answer(&made(outcome, Some(too_small), outcomes)), &["makes no difference"]);
        has_not(&answer(&made(outcome, None, outcomes)), &["makes no difference"]);
    }
    let far = answer(&made(Outcome::Penalty, Some(3.0), &[spread(0), spread(30)]));
    has(&far, &["`x` **matters**"]);
}

#[test]
fn an_outcome_that_is_not_compared_has_its_reason() {
    let named_page = |mut results: Results, named: Option<Outcome>, asked: Option<Outcome>| {
        results.sweep.stages[0].outcome = named.unwrap_or_default();
        results.sweep.question = asked.map(|_| QuestionSummary { outcome: asked, ..synthetic::question("x", None) });
        answer(&results)
    };
    let page = |named, asked, outcomes: &[Outcomes]| named_page(sweep(LOWEST_MEAN, outcomes), named, asked);
    let times = [1000, 1020].map(|evaluations: u64| alone((0..60).map(move |n| solved(evaluations + 10 * n))));
    let rates = [rate(40, 60), rate(60, 60)];
    let unsolved = [penalties(10..20), penalties(11..21)];
    for (outcome, outcomes, reason) in [
        (Outcome::Moves, &rates, "Moves are not compared, because 20 of 120 trials did not solve."),
        (Outcome::RunTime, &unsolved, "Run times are not compared, because no trial solved."),
    ] {
        has(&page(Some(outcome), None, outcomes), &[reason]);
        has(&page(None, Some(outcome), outcomes), &[reason]);
        has_not(&page(Some(outcome), None, &times), &["not compared"]);
        has_not(&page(None, None, outcomes), &["not compared"]);
    }
    let mut of_objectives = sweep(LOWEST_MEAN, &rates);
    of_objectives.sweep.stages[0].selection.comparable_penalties = false;
    let mut of_solvers = sweep(LOWEST_MEAN, &rates);
    of_solvers.trials.iter_mut().filter_map(|trial| trial.outcome.as_mut()).for_each(|done| done.evolution = None);
    for (outcome, results, reason) in [
        (
            Outcome::Penalty,
            of_objectives,
            "Penalties are not compared, because they are those of different objectives.",
        ),
        (Outcome::RunTime, of_solvers, "Run times are not compared, because a solver evaluates nothing."),
    ] {
        has(&named_page(results, Some(outcome), None), &[reason]);
        has_not(&page(Some(outcome), None, &rates), &["not compared"]);
    }
    let same = "Trials are not compared, because all are equal.";
    has(&page(None, Some(Outcome::Solved), &times), &[same]);
    has_not(&page(None, Some(Outcome::Solved), &rates), &[same]);
}

/// Trials of three configurations, of which some solve and the others end for a reason.
fn ending(stop: &str) -> Results {
    let trials = |count: u64| alone((0..60).map(move |n| if n < count { solved(200 + 90 * n) } else { left(9) }));
    let mut results = sweep(LOWEST_MEAN, &[trials(12), trials(16), trials(35)]);
    for outcome in
        results.trials.iter_mut().filter_map(|trial| trial.outcome.as_mut()).filter(|outcome| !outcome.solved)
    {
        outcome.stop = stop.into();
    }
    results
}

#[test]
fn trials_that_give_up_are_not_censored() {
    let limits = [("generations", false), ("evaluations", false)];
    for (stop, gave_up) in limits.into_iter().chain(["stagnation", "distinct", "converged"].map(|stop| (stop, true))) {
        let page = text(&ending(stop), report::SUMMARY);
        has(
            &page,
            &["1-main-survival", "Cumulative incidence (Aalen and Johansen)", "Bands of the lines in color: 95 %"],
        );
        let sentence = "117 trials gave up before their budget and count as never solved.";
        assert_eq!(page.contains(sentence), gave_up, "{stop}: {page}");
        let mut ask = request(PlotKind::Survival);
        let highest = |ask: &_| {
            let data = data(&only(&ending(stop), ask));
            let columns = |line: &str| line.rsplit(',').map(|column| column.parse().ok()).collect::<Vec<Option<f64>>>();
            let last = data.lines().skip(1).map(columns).max_by(|a, b| a[2].partial_cmp(&b[2]).unwrap()).unwrap();
            (last[2].unwrap(), last[1].zip(last[0]))
        };
        // The trials of a configuration have one budget, whatever their last evaluations are: 35 of 60 solve.
        let (share, interval) = highest(&ask);
        assert!((share - 35.0 / 60.0).abs() < 1e-9, "{stop}: {share}");
        let exact = evocube_stats::intervals::exact_rate_interval(35, 60, 0.05).unwrap();
        assert_eq!(interval, Some((exact.low, exact.high)), "{stop}");
        // Together 63 of 180 solve, and those with a smaller budget could have solved after it.
        ask.options.color = Some("instance".to_owned());
        let (together, interval) = highest(&ask);
        assert_eq!(interval.is_some(), gave_up, "{stop}: none where some are censored");
        assert!(if gave_up { (together - 0.35).abs() < 1e-9 } else { together > 0.37 }, "{stop}: {together}");
    }
    let mut none = ending("stagnation");
    for outcome in none.trials.iter_mut().filter_map(|trial| trial.outcome.as_mut()) {
        (outcome.solved, outcome.reached) = (false, false);
    }
    has_not(&text(&none, report::SUMMARY), &["1-main-survival"]);
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
    let own_axes = "One panel for each level of penalty edge rule, each with an axis of its own";
    assert!(figure.caption().contains(own_axes), "{}", figure.caption());
    assert!(data(&figure).starts_with("objective.penalty.edge-rule,population,evaluations,"), "{}", data(&figure));
    let texts = texts(&svg(&figure));
    let panels = ["penalty edge rule = any", "penalty edge rule = both"];
    assert!(panels.iter().all(|panel| texts.iter().any(|text| text == panel)), "{texts:?}");
    let numbers = |text: &&String| text.parse::<u64>().is_ok_and(|number| (10..=100).contains(&number));
    assert!(texts.iter().filter(numbers).count() >= 8, "each panel has the numbers of its axis: {texts:?}");
    // Whatever the options ask for, and by whatever label.
    ask.options.color = Some("objective.penalty.edge-rule".to_owned());
    assert!(only(&results, &ask).caption().contains(own_axes));
    ask.options.color = Some("population".to_owned());
    ask.options.facet = Some("instance".to_owned());
    let facets = "One panel for each combination of penalty edge rule and instance, each with an axis";
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
    assert!(refused.contains("several finished trials, all solved or with one objective"), "{refused}");
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
    assert!(has_file("convergence") && !has_file("ecdf") && !has_file("box") && !has_file("instances"));
    let mut comparable = results;
    comparable.sweep.stages[0].selection = LOWEST_MEAN;
    let drawn = files(&comparable);
    assert!(drawn.contains_key("plots/1-main-box.svg"));
    assert!(!text(&comparable, report::SUMMARY).contains("axis of its own"));
}

#[test]
fn convergence_opens_by_evaluations_on_a_logarithmic_axis_where_most_of_the_fall_is_early() {
    let steady = synthetic::Maker::new("one", &["example-1"], 5, 60)
        .stage("main", &[("population", &["100", "200"])], |n| 9.0 + 5.0 * n as f64)
        .done();
    let mut early = steady.clone();
    for trial in early.trials.clone() {
        let is_of_trial = |row: &&mut evocube_experiment::record::ConvergenceRow| row.trial == trial.trial;
        let last = early.convergence.iter().rfind(|row| row.trial == trial.trial).unwrap().best;
        early.convergence.iter_mut().filter(is_of_trial).skip(1).for_each(|row| row.best = last);
    }
    for (results, expected) in
        [(steady, ["evaluations", "log", "convergence"]), (early, ["log", "evaluations", "convergence"])]
    {
        let summary = text(&results, report::SUMMARY);
        let places = expected.map(|name| summary.find(&format!("plots/1-main-{name}.")).unwrap());
        assert!(places.is_sorted(), "{expected:?}: {places:?}");
        let mut ask = request(PlotKind::Convergence);
        let unit = |figure: &report::SingleFigure| data(figure).split(',').nth(1).unwrap().to_owned();
        let drawn = only(&results, &ask);
        assert_eq!(unit(&drawn), "evaluations");
        assert_eq!(texts(&svg(&drawn)).iter().any(|text| text == "0"), expected[0] == "evaluations", "{expected:?}");
        ask.options.x = Some(report::ProgressUnit::Generation);
        assert_eq!(unit(&only(&results, &ask)), "generation");
    }
}
