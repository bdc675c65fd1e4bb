//! Figures drawn alone, and what they hold by the data and the options: axes, heights, titles, labels, groups, lines and numbers. Also
//! tested: the first figure of a page. Kinds of figures are tested in `single_figure.rs`, PDF and PNG in `figure_files.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;

use evocube_experiment::record::{ConvergenceRow, Outcome, Results};
use evocube_report::{self as report, BandKind, FigureRequest, Page, PlotKind, ProgressUnit, Theme, draw_figure};

use crate::drawing;
use crate::single_figure::{data, only, request, svg, texts, three};
use crate::{synthetic, text};

/// The whole numbers at the axes of a figure.
fn numbers(texts: &[String]) -> Vec<u64> {
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

/// Two factors with long keys.
fn two(floor: impl Fn(usize) -> f64) -> Results {
    let keys =
        [("selection.tournament.size", &["2", "5"][..]), ("mutation.uniform.gene-rate", &["0.01", "0.1", "0.3"])];
    synthetic::Maker::new("two", &["example-1", "example-2"], 4, 60).stage("main", &keys, floor).done()
}

/// Lets each trial solve its instance after a number of evaluations that its configuration multiplies.
fn solve(results: &mut Results, factor: u64) {
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.stop) = (0, true, true, "target".into());
        let evaluations = 1000 * trial.repetition * factor.pow(u32::try_from(trial.point).unwrap());
        outcome.evolution.as_mut().unwrap().evaluations = evaluations;
        outcome.evaluations_to_reach = Some(evaluations);
    }
}

#[test]
fn axes_begin_and_end_with_the_data_or_where_the_options_say() {
    let mut request = request(PlotKind::Convergence);
    request.options.color = Some("selection.tournament.size".to_owned());
    let results = two(|_| 70.0);
    let drawn_texts = texts(&svg(&only(&results, &request)));
    assert!(
        drawn_texts.contains(&"90".to_owned())
            && numbers(&drawn_texts).iter().filter(|number| **number == 0).count() == 1,
        "{drawn_texts:?}"
    );
    (request.options.y_limits, request.options.x_limits) = (Some((0.0, 50.0)), Some((0.0, 10.0)));
    request.options.x = Some(ProgressUnit::Generation);
    let figure = only(&results, &request);
    let drawn = svg(&figure);
    drawing::check_any("a figure with limits", &drawn);
    assert!(numbers(&texts(&drawn)).iter().all(|number| *number <= 50), "{:?}", texts(&drawn));
    // Bands above the axis are cut away, and the numbers end with the horizontal axis.
    assert!(svg(&only(&results, &crate::single_figure::request(PlotKind::Convergence))).contains("fill-opacity"));
    assert!(!drawn.contains("fill-opacity"), "{drawn}");
    assert!(data(&figure).lines().skip(1).all(|row| row.split(',').nth(1).unwrap().parse::<u64>().unwrap() <= 10));
}

#[test]
fn axes_end_where_lines_in_color_and_their_bands_do() {
    let mut results = two(|_| 70.0);
    // One trial of one configuration goes on a hundred times as long, without an improvement.
    let trial = results.convergence[0].trial;
    let mut last = results.convergence.iter().rfind(|row| row.trial == trial).unwrap().clone();
    (last.generation, last.evaluations) = (6000, 9_000_000);
    let place = results.convergence.iter().rposition(|row| row.trial == trial).unwrap() + 1;
    results.convergence.insert(place, last);
    let drawn = texts(&svg(&only(&results, &request(PlotKind::Convergence))));
    assert!(numbers(&drawn).iter().all(|number| *number <= 100), "{drawn:?}");
}

#[test]
fn heights_are_those_asked_for_or_refused_with_the_lowest() {
    for kind in [PlotKind::Convergence, PlotKind::Box, PlotKind::Effects, PlotKind::HeatMap, PlotKind::Interaction] {
        let mut request = request(kind);
        request.options.page = request.options.page.with_height(Some(120.0));
        let drawn = svg(&only(&two(|point| 40.0 + 8.0 * point as f64), &request));
        drawing::check_any(kind.name(), &drawn);
        let high: f64 = drawn.split(" height=\"").nth(1).unwrap().split("mm").next().unwrap().parse().unwrap();
        assert!((high - 120.0).abs() < 0.5, "{kind}: {high}");
        request.options.page = request.options.page.with_height(Some(21.0));
        let refused = draw_figure(&two(|point| 40.0 + 8.0 * point as f64), &request).err().unwrap().to_string();
        assert!(refused.starts_with(&format!("{kind} needs a height of ")), "{refused}");
    }
}

#[test]
fn titles_name_the_stage_only_if_there_are_several() {
    let request = request(PlotKind::Convergence);
    assert_eq!(only(&two(|_| 70.0), &request).title(), "Best penalty so far, median of 8 trials");
    for figure in draw_figure(&synthetic::sousa(), &request).unwrap() {
        assert!(
            figure.title().starts_with(&format!("{}: Best penalty so far, median of ", figure.stage)),
            "{}",
            figure.title()
        );
    }
}

#[test]
fn names_of_factors_are_short_where_they_differ() {
    let drawn = texts(&svg(&only(&two(|_| 70.0), &request(PlotKind::Convergence))));
    assert!(
        drawn.contains(&"gene mutation rate:".to_owned()) && drawn.contains(&"panels: tournament size".to_owned()),
        "{drawn:?}"
    );
    let keys = [("crossover.one-point.rate", &["0.1", "0.9"][..]), ("mutation.one-point.rate", &["0.1", "0.3"])];
    let same = synthetic::Maker::new("same", &["example-1"], 4, 20).stage("main", &keys, |_| 9.0).done();
    let drawn = texts(&svg(&only(&same, &request(PlotKind::Convergence)))).join(" ");
    assert!(drawn.contains("one point rate:") && drawn.contains("panels: crossover rate"), "{drawn}");
}

#[test]
fn labels_have_what_tells_configurations_apart() {
    let keys =
        [("algorithm", &["genetic-algorithm", "one-plus-one", "random-search"][..]), ("population", &["100", "500"])];
    let mut results = synthetic::Maker::new("some", &["example-1"], 4, 20).stage("main", &keys, |_| 30.0).done();
    // The population applies to the genetic algorithm, and a level that follows from it to one of its configurations.
    let stage = &mut results.sweep.stages[0];
    stage.factors.push(evocube_experiment::record::FactorSummary::new(
        "restart",
        vec!["a level with words that no row has room for, however often it breaks them between its lines".to_owned()],
    ));
    let restart = stage.factors[2].levels[0].clone();
    for point in &mut stage.points {
        point.push(if point[1] == "500" { restart.clone() } else { String::new() });
    }
    stage.points.truncate(3);
    stage.points[2][1].clear();
    stage.selected = Some(1);
    results.trials.retain(|trial| trial.point <= 3);
    let kept: Vec<u64> = results.trials.iter().map(|trial| trial.trial).collect();
    results.convergence.retain(|row| kept.contains(&row.trial));
    let drawn = texts(&svg(&only(&results, &request(PlotKind::Box))));
    for text in ["algorithm · population", "one-plus-one"] {
        assert!(drawn.contains(&text.to_owned()), "{text}: {drawn:?}");
    }
    assert!(!drawn.join(" ").contains("words"), "{drawn:?}");
    // Levels that have no room are replaced by the numbers of the configurations.
    results.sweep.stages[0].points[2][0] = restart;
    let drawn = texts(&svg(&only(&results, &request(PlotKind::Box))));
    assert!(drawn.contains(&"configuration".to_owned()) && drawn.contains(&"3".to_owned()), "{drawn:?}");
    let text = data(&only(&results, &request(PlotKind::Box)));
    assert!(text.contains("\ngenetic-algorithm · 100,"), "{text}");
}

#[test]
fn boxes_of_two_factors_have_headings_and_show_outliers_alone_where_trials_are_many() {
    let figure = only(&two(|point| 40.0 + 8.0 * point as f64), &request(PlotKind::Box));
    let drawn = texts(&svg(&figure));
    assert!(
        drawn.contains(&"gene mutation rate".to_owned()) && drawn.contains(&"tournament size 2".to_owned()),
        "{drawn:?}"
    );
    assert!(figure.caption().contains("Rows and colors: gene mutation rate."), "{}", figure.caption());
    assert!(data(&figure).contains("\n2 · 0.01,"), "{}", data(&figure));
    let circles = |trials| {
        let single =
            synthetic::Maker::new("many", &["example-1"], trials, 20).stage("main", &[("a", &["1", "2"])], |_| 40.0);
        svg(&only(&single.done(), &request(PlotKind::Box))).matches("<circle").count()
    };
    assert_eq!(circles(200), 2 * (200 + 2), "all trials, and the ring of the mean");
    assert!(circles(201) < 2 * 20, "{}", circles(201));
}

/// Results of one configuration on many instances.
fn instances(count: usize) -> Results {
    let names: Vec<String> = (1..=count).map(|number| format!("random-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    synthetic::Maker::new("many", &names, 1, 400).stage("main", &[], |_| 0.5).done()
}

/// The different first fields of the rows of a table.
fn first_column(table: &str) -> BTreeSet<&str> {
    table.lines().skip(1).filter_map(|line| line.split(',').next()).collect()
}

#[test]
fn boxes_of_many_instances_are_one() {
    for (count, rows, sentence) in [(8, 8, " One row per instance."), (9, 1, " One row for all instances.")] {
        let figure = only(&instances(count), &request(PlotKind::Box));
        assert!(figure.caption().contains(sentence), "{}", figure.caption());
        let text = data(&figure);
        let labels = first_column(&text);
        assert_eq!((labels.len(), text.lines().count()), (rows, 1 + count));
        assert!(count == 8 || labels.contains("all 9 instances"), "{labels:?}");
    }
}

#[test]
fn lines_of_many_instances_are_one() {
    for kind in [PlotKind::Convergence, PlotKind::Ecdf, PlotKind::Survival, PlotKind::Diversity] {
        for (count, is_one) in [(8, false), (9, true)] {
            let mut results = instances(count);
            solve(&mut results, 1);
            let figure = only(&results, &request(kind));
            assert_eq!(data(&figure).contains("instance"), !is_one, "{}", data(&figure));
            assert_eq!(svg(&figure).contains("all 9 instances"), is_one, "{kind}");
        }
    }
}

#[test]
fn figures_have_lines_of_the_first_thousand_configurations() {
    let levels: Vec<String> = (1..=1001).map(|level| level.to_string()).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let sentence = " Without a line: 1 configuration, the last in the order of selection.";
    for (count, lines) in [(1000, 1000), (1001, 1000)] {
        let maker = synthetic::Maker::new("many", &["example-1"], 1, 40);
        let results = maker.stage("main", &[("population", &levels[..count])], |point| 0.01 * point as f64).done();
        for kind in [PlotKind::Convergence, PlotKind::Ecdf, PlotKind::Profile] {
            let figure = only(&results, &request(kind));
            assert_eq!(figure.caption().ends_with(sentence), count > lines, "{}", figure.caption());
            assert_eq!(first_column(&data(&figure)).len(), lines);
            assert!(svg(&figure).contains("992 others"), "{kind}");
        }
    }
}

#[test]
fn boxes_of_trials_that_all_solved_show_their_evaluations() {
    let mut results = synthetic::one_factor(5);
    solve(&mut results, 3);
    let figure = only(&results, &request(PlotKind::Box));
    assert_eq!(figure.title(), "Evaluations until solved, each trial");
    assert!(data(&figure).starts_with("row,evaluations\n") && data(&figure).contains(",15000\n"), "{}", data(&figure));
    assert!(texts(&svg(&figure)).contains(&"evaluations".to_owned()));
}

#[test]
fn maps_of_trials_that_all_solved_show_their_evaluations_and_have_long_names_beside_rows() {
    let mut results = two(|_| 40.0);
    assert_eq!(only(&results, &request(PlotKind::HeatMap)).title(), "Mean penalty");
    solve(&mut results, 3);
    let figure = only(&results, &request(PlotKind::HeatMap));
    assert_eq!(figure.title(), "Mean evaluations");
    let text = data(&figure);
    let columns = "selection.tournament.size,mutation.uniform.gene-rate,mean_evaluations,solved,trials\n";
    assert!(text.starts_with(&format!("{columns}2,0.01,7500,8,8\n")), "{text}");
    assert!(texts(&svg(&figure)).contains(&"7500".to_owned()) && figure.caption().contains("rows: tournament size"));
    let name = "a name that is too long".to_owned();
    for level in results
        .trials
        .iter_mut()
        .map(|trial| &mut Arc::make_mut(&mut trial.levels)[1])
        .chain(results.sweep.stages[0].points.iter_mut().map(|point| &mut point[1]))
    {
        *level = level.replace("0.3", &name);
    }
    results.sweep.stages[0].factors[1].levels[2] = name;
    let figure = only(&results, &request(PlotKind::HeatMap));
    assert!(figure.caption().contains("rows: gene mutation rate, columns: tournament size"), "{}", figure.caption());
    assert!(data(&figure).starts_with(columns));
}

#[test]
fn means_of_an_interaction_have_intervals() {
    let figure = only(&two(|point| [40.0, 50.0, 60.0, 70.0, 50.0, 30.0][point]), &request(PlotKind::Interaction));
    let text = data(&figure);
    assert!(text.starts_with("mutation.uniform.gene-rate,selection.tournament.size,mean,low_95,high_95\n"), "{text}");
    for row in text.lines().skip(1) {
        let numbers: Vec<f64> = row.split(',').skip(2).map(|number| number.parse().unwrap()).collect();
        assert!(numbers[1] < numbers[0] && numbers[0] < numbers[2], "{row}");
    }
}

#[test]
fn curves_of_targets_rise_at_the_exact_times() {
    let mut results = synthetic::one_factor(2);
    solve(&mut results, 1);
    for trial in &results.trials {
        let evaluations = trial.outcome.as_ref().unwrap().evolution.unwrap().evaluations;
        let row = results.convergence.iter_mut().rfind(|row| row.trial == trial.trial).unwrap();
        (row.best, row.evaluations) = (0, evaluations + 7);
    }
    let text = data(&only(&results, &request(PlotKind::Ecdf)));
    assert!(text.contains(",1007,") && text.contains(",2007,"), "{text}");
}

#[test]
fn areas_under_curves_begin_where_all_lines_have_begun() {
    let mut results = synthetic::one_factor(2);
    // All trials have the log of the first one.
    let log: Vec<_> = results.convergence.iter().filter(|row| row.trial == 1).cloned().collect();
    let rows = |trial: u64| log.iter().map(move |row| ConvergenceRow { trial, ..row.clone() });
    results.convergence = results.trials.iter().flat_map(|trial| rows(trial.trial)).collect();
    let areas = |results: &Results| {
        let caption = only(results, &request(PlotKind::Ecdf)).caption().to_owned();
        let list = caption.split(", at most 1): ").nth(1).unwrap().split(". Trials").next().unwrap();
        let areas: BTreeSet<String> =
            list.split(", ").map(|area| area.rsplit(": ").next().unwrap().to_owned()).collect();
        (caption, areas)
    };
    let (caption, equal) = areas(&results);
    assert!(caption.contains("the penalties 0, 16, 32, 63 as targets"), "{caption}");
    assert!(caption.contains("the logarithm of evaluations (higher") && equal.len() == 1, "{caption}");
    // The first generations of one configuration count as one, as those of a larger population.
    let late = log.iter().find(|row| row.best <= 60).unwrap().clone();
    let is_late: BTreeSet<u64> =
        results.trials.iter().filter(|trial| trial.point == 2).map(|trial| trial.trial).collect();
    results.convergence.retain(|row| row.generation >= late.generation || !is_late.contains(&row.trial));
    let (caption, equal) = areas(&results);
    let sentence = "evaluations from 80,700 on, where all have begun (higher";
    assert!(caption.contains("the penalties 0, 16, 32 as targets"), "all have reached 63: {caption}");
    assert!(caption.contains(sentence) && equal.len() == 1, "{caption}");
    let mut ask = request(PlotKind::Ecdf);
    (ask.options.x, ask.options.log_x) = (Some(ProgressUnit::Generation), true);
    assert!(!only(&results, &ask).caption().contains("Normalized areas"), "they are of evaluations");
}

#[test]
fn panels_of_level_lines_are_left_out() {
    let mut results = two(|_| 70.0);
    let mut ask = request(PlotKind::Survival);
    let solves = |point: u64| point > 3;
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        let solved = solves(trial.point);
        (outcome.solved, outcome.reached, outcome.best) = (solved, solved, if solved { 0 } else { 50 });
        outcome.stop = if solved { "target" } else { "generations" }.into();
    }
    let figure = only(&results, &ask);
    assert!(!texts(&svg(&figure)).contains(&"tournament size = 2".to_owned()), "{:?}", texts(&svg(&figure)));
    assert!(figure.caption().contains(" Left out, because no line rises or falls: 2."), "{}", figure.caption());
    assert!(data(&figure).contains("\n2,0.01,"), "the numbers are complete");
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.solved, outcome.reached) = (false, false);
    }
    results.sweep.stages[0].selection = crate::sentences::SEVERAL_OBJECTIVES;
    results.convergence.iter_mut().for_each(|row| row.best = row.best.max(1));
    ask.kind = PlotKind::Ecdf;
    assert!(draw_figure(&results, &ask).is_err(), "no trial reached the only target");
}

#[test]
fn the_figure_with_the_answer_is_the_first_of_a_page() {
    let first = |results: &Results| {
        let page = text(results, report::PAGE);
        page.split("<figure id=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    assert_eq!(first(&two(|point| 40.0 + 8.0 * point as f64)), "1-main-effects");
    // Of trials that are all equal no effect is tested.
    let mut results = synthetic::one_factor(5);
    solve(&mut results, 1);
    for trial in &mut results.trials {
        trial.outcome.as_mut().unwrap().evaluations_to_reach = Some(1000);
    }
    assert_eq!(first(&results), "1-main-box");
}

#[test]
fn bands_are_cut_at_the_ends_of_axes() {
    let mut request = request(PlotKind::Convergence);
    (request.options.band, request.options.y_limits) = (BandKind::Range, Some((60.0, 90.0)));
    let drawn = svg(&only(&synthetic::one_factor(5), &request));
    drawing::check_any("a figure with bands beyond its axis", &drawn);
}

#[test]
fn figures_hold_their_numbers_of_trials_spreads_tests_and_medians() {
    let drawn = |results: &Results, kind| texts(&svg(&only(results, &request(kind)))).join("|");
    let mut results = two(|point| [40.0, 50.0, 60.0, 70.0, 50.0, 30.0][point]);
    let map = drawn(&results, PlotKind::HeatMap);
    assert!(
        map.contains("|± SD of 8 trials|frame: lowest mean|darker: better|") && map.contains("|89.6|± 3.2|"),
        "{map}"
    );
    assert!(map.contains("|5|2|0.01|0.1|0.3|"), "the rows of numbers rise upward: {map}");
    let interaction = drawn(&results, PlotKind::Interaction);
    assert!(interaction.contains("|bars: 95 % interval|n = 8|interaction: p = "), "{interaction}");
    let effects = drawn(&results, PlotKind::Effects);
    assert!(effects.contains("|bars: 95 % interval|dashed: no difference|p = 1|"), "{effects}");
    assert!(effects.contains("|0.01|0.1|0.3|gene mutation rate|p = 1|2|5|tournament size|"), "{effects}");
    let together = "Intervals of 95 % hold together for all levels and pairs of levels of a factor.";
    assert!(only(&results, &request(PlotKind::Effects)).caption().contains(together));
    let boxes = drawn(&results, PlotKind::Box);
    assert!(boxes.contains("|box: quartiles|bar: median|ring: mean|dots: trials|gene mutation rate|"), "{boxes}");
    solve(&mut results, 3);
    let mut ask = request(PlotKind::Survival);
    ask.options.color = Some("mutation.uniform.gene-rate".to_owned());
    let survival = texts(&svg(&only(&results, &ask))).join("|");
    assert!(survival.contains("|marks: half solved|") && survival.ends_with("|share solved, %"), "{survival}");
    assert!(survival.contains("|100|") && !survival.contains("|0.5|"), "{survival}");
    for trial in &results.trials {
        results.convergence.iter_mut().rfind(|row| row.trial == trial.trial).unwrap().best = 0;
    }
    let convergence = drawn(&results, PlotKind::Convergence);
    assert!(convergence.contains("|marks: half solved|"), "{convergence}");
}

#[test]
fn lines_are_levels_of_the_factor_of_the_question() {
    let mut results = three();
    results.sweep.question = Some(synthetic::question("elitism", None));
    let mut request = request(PlotKind::Convergence);
    for (labels, legend) in [(vec![], "elitism:"), (vec!["elitism=Elite".to_owned()], "Elite:")] {
        request.labels = labels;
        let texts = texts(&svg(&only(&results, &request)));
        assert!(texts.contains(&legend.to_owned()) && !texts.contains(&"gene rate:".to_owned()), "{texts:?}");
    }
}

#[test]
fn levels_that_do_not_apply_have_no_panel() {
    let points: &[&[&str]] = &[&["tournament", "2"], &["tournament", "5"], &["rank", ""]];
    let keys = ["selection", "selection.tournament.size"];
    let maker = synthetic::Maker::new("conditional", &["example-1"], 4, 60);
    let results = maker.stage("main", &[("x", &["1", "2", "3"])], |_| 40.0).done();
    let results = crate::evidence::with_levels(results, &keys, points);
    for kind in [PlotKind::Convergence, PlotKind::Box] {
        let mut ask = request(kind);
        ask.options.page = Page::new(170.0, 8.0, true, Theme::Light).unwrap();
        ask.options.facet = Some("selection.tournament.size".to_owned());
        let figure = only(&results, &ask);
        let texts = texts(&svg(&figure)).join("|");
        assert!(texts.contains("tournament size = 2|") && texts.contains("tournament size = 5|"), "{texts}");
        assert!(!texts.contains("apply"), "{texts}");
        // A factor that applies everywhere has a panel for each level.
        ask.options.facet = Some("selection".to_owned());
        let texts = crate::single_figure::texts(&svg(&only(&results, &ask))).join("|");
        assert!(texts.contains("tournament|") && texts.contains("rank|"), "{texts}");
    }
    // Of different objectives, a panel has the levels that apply.
    let objectives: &[&[&str]] = &[&["penalty", "any"], &["penalty", "both"], &["pieces", ""]];
    let mut results = crate::evidence::with_levels(results, &["objective", "objective.penalty.edge-rule"], objectives);
    results.sweep.stages[0].selection = crate::sentences::SEVERAL_OBJECTIVES;
    let texts = texts(&svg(&only(&results, &request(PlotKind::Convergence)))).join("|");
    assert!(texts.contains("|objective = penalty|penalty edge rule = both|"), "{texts}");
    assert!(texts.contains("|objective = pieces|") && !texts.contains("apply"), "{texts}");
}

#[test]
fn a_label_of_the_penalty_replaces_no_part_of_a_name() {
    let keys = [("objective.penalty.edge-rule", &["any", "both"][..]), ("elitism", &["0", "1"])];
    let results = synthetic::Maker::new("two", &["example-1"], 5, 60)
        .stage("main", &keys, |point| [30.0, 60.0, 60.0, 30.0][point])
        .done();
    let title = |kind, labels: &[&str]| {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        only(&results, &FigureRequest { labels, ..request(kind) }).title().to_owned()
    };
    let cost = &["penalty=cost"];
    let interaction = title(PlotKind::Interaction, cost);
    assert!(interaction.contains("enalty edge rule") && !interaction.contains("ost"), "{interaction}");
    let labeled = title(PlotKind::Interaction, &["penalty=cost", "objective.penalty.edge-rule=Rule"]);
    assert!(labeled.contains("Rule") && !labeled.contains("ost"), "{labeled}");
    // It replaces the penalty itself.
    assert_eq!(title(PlotKind::Box, cost), "Cost of each trial");
    let mut results = results.clone();
    results.sweep.stages[0].outcome = Outcome::Penalty;
    let labels = vec![cost[0].to_owned()];
    assert_eq!(only(&results, &FigureRequest { labels, ..request(PlotKind::Effects) }).title(), "Mean cost by level");
}
