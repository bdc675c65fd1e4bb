//! Figures drawn alone, by kind: every kind but those of races on every page; what its panels, lines, bands and rows are; levels and labels
//! that are chosen; refused names; logarithmic axes; long keys. `request`, `only` and others serve further tests. How the same figures
//! depend on their data (ends of axes, heights, titles, names in labels, many instances, panels left out) is tested in `figure_options.rs`,
//! PDF and PNG in `figure_files.rs`.

use evocube_experiment::record::{FrontRow, Results};
use evocube_report::{
    BandKind, Center, FigureFormat, FigureOptions, FigureRequest, Page, PlotKind, ProgressUnit, SingleFigure, Theme,
    draw_figure,
};

use crate::drawing;
use crate::synthetic;

fn page(width: f64, titled: bool, theme: Theme) -> Page {
    Page::new(width, 8.0, titled, theme).unwrap()
}

fn options() -> FigureOptions {
    FigureOptions {
        page: page(85.0, true, Theme::Light),
        x: None,
        log_x: false,
        log_y: false,
        center: Center::Median,
        band: BandKind::Quartiles,
        facet: None,
        color: None,
        by_instance: false,
        x_limits: None,
        y_limits: None,
        names_stage: false,
        labels: vec![],
    }
}

pub(crate) fn request(kind: PlotKind) -> FigureRequest {
    FigureRequest { kind, options: options(), only: vec![], labels: vec![] }
}

pub(crate) fn svg(figure: &SingleFigure) -> String {
    String::from_utf8(figure.file(FigureFormat::Svg).unwrap()).unwrap()
}

/// The numbers of a figure.
pub(crate) fn data(figure: &SingleFigure) -> String {
    let dir = crate::tempdir::tempdir().unwrap();
    let [_, data] = figure.write(&dir.path().join("x.svg"), b"").unwrap();
    std::fs::read_to_string(data).unwrap()
}

/// The only figure of a request.
#[track_caller]
pub(crate) fn only(results: &Results, request: &FigureRequest) -> SingleFigure {
    let mut figures = draw_figure(results, request).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(figures.len(), 1);
    figures.remove(0)
}

/// The texts of a drawing.
pub(crate) fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    texts.map(|node| node.text().unwrap_or("").to_owned()).collect()
}

/// Results of three factors in all combinations and two instances.
pub(crate) fn three() -> Results {
    synthetic::Maker::new("three", &["example-1", "example-2"], 4, 60)
        .stage(
            "main",
            &[("population", &["100", "500"]), ("elitism", &["0", "1", "5"]), ("gene-rate", &["0.05", "0.1"])],
            |point| 20.0 + 3.0 * point as f64,
        )
        .done()
}

#[test]
fn every_kind_fits_every_page() {
    let shapes = [("three", three()), ("sousa", synthetic::sousa()), ("one", synthetic::one_factor(5))];
    let pages = [
        (85.0, true, Theme::Light),
        (85.0, false, Theme::Print),
        (170.0, true, Theme::Dark),
        (60.0, false, Theme::Light),
    ];
    // Each kind has all shapes and pages, each shape every kind and page, in turn.
    for (turn, kind) in PlotKind::ALL.into_iter().filter(|kind| !kind.is_of_race()).enumerate() {
        for (number, (name, results)) in shapes.iter().enumerate() {
            for (width, titled, theme) in pages.into_iter().skip((turn + number) % 3).step_by(3) {
                let mut request = request(kind);
                request.options.page = page(width, titled, theme);
                let Ok(figures) = draw_figure(results, &request) else {
                    use PlotKind::{Contours, HeatMap, Importance, Interaction, Response, Survival};
                    let needs_more = [Contours, HeatMap, Importance, Interaction, Response, Survival];
                    assert!(needs_more.contains(&kind), "{kind} of {name}");
                    continue;
                };
                for figure in figures {
                    let (svg, what) = (svg(&figure), format!("{kind} of {name}, {width} mm"));
                    let units = drawing::check_any(&what, &svg);
                    assert!((units - width / 25.4 * 72.0 * 1.5).abs() < 0.1, "{what}: {units}");
                    assert!(svg.contains(&format!("width=\"{width}mm\"")), "{what}");
                    assert_eq!(texts(&svg).join(" ").starts_with(figure.title()), titled, "{what}");
                    let paper = match theme {
                        Theme::Dark => "#16181b",
                        Theme::Light | Theme::Print => "#ffffff",
                    };
                    assert!(svg.contains(&format!("fill=\"{paper}\"/>")), "{what}");
                    // The grid of the light theme alone has its color.
                    assert_eq!(svg.contains("#e2e2e2"), theme == Theme::Light && kind != PlotKind::HeatMap, "{what}");
                    assert!(data(&figure).lines().count() > 2, "{what}");
                }
            }
        }
    }
}

#[test]
fn medians_have_quartiles_and_means_have_intervals() {
    let mut request = request(PlotKind::Convergence);
    request.options.color = Some("elitism".to_owned());
    let median = only(&three(), &request);
    assert_eq!(median.title(), "Best penalty so far, median of 32 trials");
    assert!(
        median.caption().contains(", median over the trials") && median.caption().contains("Bands: the middle half")
    );
    assert!(
        median.caption().contains("Lines take the levels of population and gene rate together."),
        "{}",
        median.caption()
    );
    (request.options.center, request.options.band) = (Center::Mean, BandKind::Interval);
    let mean = only(&three(), &request);
    assert_eq!(mean.title(), "Best penalty so far, mean of 32 trials");
    assert!(mean.caption().contains("Bands: the 95 % interval of the mean by Student's t"));
    request.options.band = BandKind::None;
    let bare = only(&three(), &request);
    assert!(!bare.caption().contains("Band"));
    let bands = |figure: &SingleFigure| svg(figure).matches("fill-opacity=\"0.18\"").count();
    assert_eq!((bands(&median), bands(&mean), bands(&bare)), (3, 3, 0));
    // Lines, bands and columns are the same numbers.
    let text = data(&mean);
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let columns: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let expected =
        "elitism,evaluations,trials,mean,mean_low_95,mean_high_95,min,lower_quartile,median,upper_quartile,max";
    assert_eq!(columns.join(","), expected);
    for row in rows.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        assert_eq!(number(2), 32.0, "four repetitions, two instances, four other configurations");
        // Skewed penalties have no interval.
        let is_within = row[4].is_empty() || number(4) <= number(3) && number(3) <= number(5);
        assert!(is_within && number(6) <= number(8) && number(8) <= number(10));
    }
}

#[test]
fn all_lines_in_color_have_bands() {
    let fills = |levels: usize, opacity: &str| {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let factor = ("crossover", &names[..levels]);
        let results =
            synthetic::Maker::new("many", &["example-1"], 6, 300).stage("main", &[factor], |point| 20.0 + point as f64);
        let figure = only(&results.done(), &request(PlotKind::Convergence));
        let in_color = figure.caption().contains("Bands of the lines in color: the middle half");
        (svg(&figure).matches(&format!("fill-opacity=\"{opacity}\"")).count(), in_color)
    };
    // Bands of more than three lines are paler; of more than eight levels the first eight have colors.
    assert_eq!([fills(3, "0.18"), fills(5, "0.1"), fills(5, "0.18")], [(3, false), (5, false), (0, false)]);
    assert_eq!(fills(12, "0.1"), (8, true));
}

#[test]
fn three_factors_are_panels_of_two_and_lines_of_the_third() {
    let figure = only(&three(), &request(PlotKind::Convergence));
    let svg = svg(&figure);
    let texts = texts(&svg);
    // Three panels stand side by side in a column of a journal, which has no room for the names of the factors above each.
    for text in ["panels: population · elitism", "100 · 0", "500 · 1"] {
        assert!(texts.contains(&text.to_owned()), "{text:?}: {texts:?}");
    }
    assert!(texts.contains(&"band: quartiles".to_owned()), "{texts:?}");
    let legend: Vec<&String> = texts.iter().filter(|text| ["0.05", "0.1"].contains(&&text[..])).collect();
    assert_eq!(legend.len(), 2, "one entry for each level: {texts:?}");
    assert!(texts.contains(&"gene rate:".to_owned()), "{texts:?}");
    assert!(
        figure.caption().contains("One panel for each combination of population and elitism"),
        "{}",
        figure.caption()
    );
}

#[test]
fn panels_and_lines_follow_the_options() {
    let titles = |facet: Option<&str>, color: Option<&str>, by_instance: bool| {
        let mut request = request(PlotKind::Ecdf);
        request.options.page = page(170.0, false, Theme::Light);
        (request.options.facet, request.options.color) = (facet.map(str::to_owned), color.map(str::to_owned));
        request.options.by_instance = by_instance;
        let figure = only(&three(), &request);
        let header = data(&figure).lines().next().unwrap().to_owned();
        let mut panels = texts(&svg(&figure));
        panels.retain(|text| text.contains(" = "));
        (panels, header)
    };
    let (panels, header) = titles(Some("elitism"), Some("population"), false);
    assert_eq!(panels, ["elitism = 0", "elitism = 1", "elitism = 5"]);
    assert_eq!(header, "elitism,population,evaluations,share,low_95,high_95");
    let (panels, header) = titles(None, Some("gene-rate"), true);
    assert_eq!(panels, ["instance = example-1", "instance = example-2"]);
    assert_eq!(header, "instance,gene-rate,evaluations,share,low_95,high_95");
    let (panels, header) = titles(Some("population"), None, false);
    assert_eq!(panels, ["population = 100", "population = 500"]);
    assert_eq!(header, "population,elitism,gene-rate,evaluations,share,low_95,high_95");
    let (panels, header) = titles(None, Some("instance"), false);
    assert_eq!((panels.len(), &header[..]), (0, "instance,evaluations,share,low_95,high_95"));
}

#[test]
fn selected_levels_alone_are_drawn_and_a_fixed_factor_is_none() {
    let mut request = request(PlotKind::HeatMap);
    let needs = "heat-map needs two factors in all combinations (name a level, KEY=LEVEL, of each further factor) and a finished \
                 trial; stage main lacks it";
    assert_eq!(draw_figure(&three(), &request).err().unwrap().to_string(), needs);
    request.only = vec!["gene-rate=0.10".to_owned()];
    let figure = only(&three(), &request);
    assert!(figure.caption().contains("rows: population, columns: elitism."), "{}", figure.caption());
    assert_eq!(data(&figure).lines().count(), 7);
    request.only.extend(["0".to_owned(), "5".to_owned(), "example-2".to_owned()]);
    let text = data(&only(&three(), &request));
    assert_eq!(text.lines().count(), 5);
    assert!(text.lines().skip(1).all(|row| row.ends_with(",4")), "four trials on one instance: {text}");
}

#[test]
fn stages_without_the_names_are_left_out() {
    let mut request = request(PlotKind::Convergence);
    assert_eq!(draw_figure(&synthetic::sousa(), &request).unwrap().len(), 5);
    request.only = vec!["elitism".to_owned()];
    assert_eq!(only(&synthetic::sousa(), &request).stage, "elitism");
    request.only = vec![];
    let factor = synthetic::sousa().sweep.stages[3].factors[0].key.clone();
    request.options.color = Some(factor);
    assert_eq!(only(&synthetic::sousa(), &request).stage, "tournament");
}

#[test]
fn labels_are_drawn_and_data_keep_their_names() {
    let mut request = request(PlotKind::Convergence);
    request.options.color = Some("population".to_owned());
    request.labels =
        ["population=Größe", "500=fünf=hundert", "penalty=Strafe", "evaluations=Auswertungen", "main=Versuch"]
            .map(str::to_owned)
            .to_vec();
    let figure = only(&three(), &request);
    let texts = texts(&svg(&figure));
    for text in ["Größe:", "fünf=hundert", "Strafe", "Auswertungen", "100"] {
        assert!(texts.iter().any(|drawn| drawn == text), "{text}: {texts:?}");
    }
    assert_eq!(figure.title(), "Best Strafe so far, median of 48 trials");
    assert!(!texts.iter().any(|text| text.contains("population") || text.contains("penalty")), "{texts:?}");
    let text = data(&figure);
    assert!(text.starts_with("population,evaluations,") && text.contains("\n500,"), "{text}");
}

#[test]
fn names_that_are_not_there_are_refused_with_what_is_meant() {
    let refused = |change: fn(&mut FigureRequest)| {
        let mut request = request(PlotKind::Convergence);
        change(&mut request);
        draw_figure(&three(), &request).err().unwrap().to_string()
    };
    for (sentence, change) in [
        (
            "there is no factor \"populaton\"; did you mean \"population\"?",
            (|request| request.options.facet = Some("populaton".to_owned())) as fn(&mut FigureRequest),
        ),
        ("there is no factor \"x\"; there are population, elitism, gene-rate, instance", |request| {
            request.options.color = Some("x".to_owned());
        }),
        ("there is no level, instance or stage \"exmple-1\"; did you mean \"example-1\"?", |request| {
            request.only = vec!["exmple-1".to_owned()];
        }),
        ("there is no factor, level, instance, stage or axis \"elitsm\"; did you mean \"elitism\"?", |request| {
            request.labels = vec!["elitsm=Elite".to_owned()];
        }),
        ("the label \"elitism\" names nothing: write KEY=TEXT, for example \"population=…\"", |request| {
            request.labels = vec!["elitism".to_owned()];
        }),
    ] {
        assert_eq!(refused(change), sentence);
    }
    let twice = synthetic::Maker::new("twice", &["example-1"], 2, 5)
        .stage("main", &[("a", &["1", "2"]), ("b", &["1", "3"])], |_| 9.0)
        .done();
    let mut request = request(PlotKind::Convergence);
    request.only = vec!["1".to_owned()];
    let sentence = draw_figure(&twice, &request).err().unwrap().to_string();
    assert_eq!(sentence, "\"1\" is a level of a and of b: write \"a=1\" for the first");
    request.only = vec!["b=1".to_owned()];
    assert_eq!(only(&twice, &request).stage, "main");
}

#[test]
fn logarithmic_axes_have_minor_ticks_and_one_notation() {
    let mut request = request(PlotKind::Convergence);
    (request.options.x, request.options.log_x, request.options.log_y) = (Some(ProgressUnit::Evaluations), true, true);
    let figure = only(&synthetic::one_factor(5), &request);
    let svg = svg(&figure);
    let texts = texts(&svg);
    assert!(texts.contains(&"evaluations".to_owned()) && texts.contains(&"penalty (0 = solved), log".to_owned()));
    assert!(texts.contains(&"10k".to_owned()) && !texts.contains(&"10000".to_owned()), "{texts:?}");
    assert!(svg.matches("stroke-width=\"0.8\"").count() >= 8, "minor ticks");
    assert!(figure.caption().contains("Penalties below 1 are drawn at 1."));
}

#[test]
fn diversity_has_a_row_of_panels_for_each_quantity() {
    let mut request = request(PlotKind::Diversity);
    request.options.facet = Some("population".to_owned());
    request.options.color = Some("elitism".to_owned());
    let figure = only(&three(), &request);
    let text = data(&figure);
    assert!(text.starts_with("quantity,population,elitism,generation,trials,mean,"), "{text}");
    // The generations on the grid that are logged, and the last one.
    for quantity in ["distinct", "std", "mean"] {
        assert_eq!(text.lines().filter(|row| row.starts_with(&format!("{quantity},"))).count(), 6 * 12, "{quantity}");
    }
    let texts = texts(&svg(&figure));
    assert!(texts.iter().any(|text| text.starts_with("penalty, std.")), "{texts:?}");
}

#[test]
fn solved_trials_are_counted_by_their_moves() {
    let mut results = synthetic::one_factor(5);
    for (n, trial) in (0..).zip(&mut results.trials) {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.htm) = (0, n % 2 == 0, n % 2 == 0, 20 + n);
    }
    let mut request = request(PlotKind::Ecdf);
    request.options.x = Some(ProgressUnit::Moves);
    let figure = only(&results, &request);
    assert_eq!(figure.title(), "Share of trials solved within a number of moves");
    // Three of five trials of the first level solve, within 20, 22 and 24 moves.
    let level = results.sweep.stages[0].points[0][0].clone();
    let text = data(&figure);
    let last = text.lines().rfind(|row| row.starts_with(&format!("{level},"))).unwrap();
    assert!(last.contains(",0.6,0.1466") && last.contains(",0.9472"), "with Clopper and Pearson's interval: {last}");
    results.trials.iter_mut().for_each(|trial| trial.outcome.as_mut().unwrap().solved = false);
    assert!(draw_figure(&results, &request).is_err());
}

#[test]
fn fronts_are_the_convergence_by_moves() {
    let mut results = synthetic::one_factor(2);
    let mut request = request(PlotKind::Convergence);
    request.options.x = Some(ProgressUnit::Moves);
    let error = draw_figure(&results, &request).err().unwrap().to_string();
    assert!(error.contains("over moves, trials that minimize penalty and length"), "{error}");
    for trial in &results.trials {
        for (penalty, htm) in [(40, 3), (8, 12)] {
            let moves = "U ".repeat(usize::try_from(htm).unwrap());
            results.fronts.push(FrontRow { trial: trial.trial, penalty, htm, qtm: htm, moves });
        }
    }
    let figure = only(&results, &request);
    assert_eq!(figure.title(), "Lowest penalty within a number of moves, median of 2 trials");
    assert!(figure.caption().contains("median over the trials of each line") && figure.caption().contains(" Bands"));
    // Both trials of a level have a penalty of 40 within 3 moves, and of 8 within 12.
    let rows: Vec<String> = data(&figure).lines().map(str::to_owned).collect();
    let key = results.sweep.stages[0].factors[0].key.clone();
    assert!(rows[0].starts_with(&format!("{key},moves,trials,mean,mean_low_95,")), "{}", rows[0]);
    let levels = results.sweep.stages[0].points.len();
    assert_eq!(rows.len(), 1 + 10 * levels, "within 3 to 12 moves");
    assert!(rows[1].contains(",3,2,40,") && rows[10].contains(",12,2,8,"), "{rows:?}");
    (request.options.center, request.options.band) = (Center::Mean, BandKind::None);
    let mean = only(&results, &request);
    assert_eq!(mean.title(), "Lowest penalty within a number of moves, mean of 2 trials");
    assert!(!mean.caption().contains("Bands"), "{}", mean.caption());
    (request.options.facet, request.options.color) = (Some(key.clone()), Some("instance".to_owned()));
    let panels = only(&results, &request);
    assert!(panels.caption().contains("One panel for each level of tournament size"), "{}", panels.caption());
    assert!(data(&panels).starts_with(&format!("{key},instance,moves,")), "{}", data(&panels));
}

#[test]
fn boxes_have_groups_of_rows() {
    let mut request = request(PlotKind::Box);
    request.options.facet = Some("elitism".to_owned());
    let figure = only(&three(), &request);
    let drawn = texts(&svg(&figure));
    for (text, count) in [("elitism 0", 1), ("elitism 5", 1), ("population · gene rate", 1), ("500 · 0.1", 3)] {
        assert_eq!(drawn.iter().filter(|other| *other == text).count(), count, "{text}: {drawn:?}");
    }
    assert!(figure.caption().contains(" Rows and colors: population · gene rate."), "{}", figure.caption());
    let text = data(&figure);
    assert!(text.starts_with("elitism,row,penalty\n0,100 · 0.05,"), "{text}");
    assert_eq!(text.lines().count(), 1 + 12 * 8);
    (request.options.facet, request.options.by_instance) = (None, true);
    let figure = only(&three(), &request);
    // Twelve configurations have no looks of their own.
    assert!(texts(&svg(&figure)).contains(&"instance = example-2".to_owned()));
    let text = data(&figure);
    assert!(text.starts_with("instance,row,penalty\nexample-1,100 · 0 · 0.05,"), "{text}");
    assert_eq!(text.lines().count(), 1 + 12 * 8);
}

#[test]
fn heads_of_rows_are_whole_in_a_column_of_a_journal() {
    let keys =
        [("crossover.one-point.rate", &["0.1", "0.9"][..]), ("mutation.uniform.individual-rate", &["0.1", "0.5"])];
    let results =
        synthetic::Maker::new("long", &["example-1"], 4, 20).stage("main", &keys, |point| 9.0 + point as f64).done();
    let figure = only(&results, &request(PlotKind::Box));
    let svg = svg(&figure);
    drawing::check_any("a box with long keys", &svg);
    let texts = texts(&svg).join(" ");
    assert!(texts.contains("dots: trials mutation rate") && texts.contains("crossover rate 0.9"), "{texts}");
}

#[test]
fn long_keys_are_broken_and_not_cut_in_a_column_of_a_journal() {
    let keys = [
        ("crossover.one-point.rate", &["0.1", "0.9"][..]),
        ("mutation.uniform.individual-rate", &["0.1", "0.5"]),
        ("selection.tournament.size", &["2", "5"]),
    ];
    let results =
        synthetic::Maker::new("long", &["example-1"], 4, 1000).stage("main", &keys, |point| 9.0 + point as f64).done();
    for kind in [PlotKind::Convergence, PlotKind::Effects, PlotKind::Interaction, PlotKind::Ecdf, PlotKind::Diversity] {
        let texts = texts(&svg(&only(&results, &request(kind))));
        assert!(texts.iter().all(|text| !text.contains('…')), "{kind}: {texts:?}");
        let has = |text: &str| texts.iter().any(|other| other == text);
        let is_grid = ["mutation rate 0.1", "mutation rate 0.5", "crossover rate 0.1", "crossover rate 0.9"].map(has);
        assert_eq!(is_grid, [matches!(kind, PlotKind::Convergence | PlotKind::Ecdf); 4], "{kind}: {texts:?}");
        let levels = texts.iter().filter(|text| text.starts_with("mutation rate, p ") || *text == "0.5").count();
        assert!(kind != PlotKind::Effects || levels == 2, "{texts:?}");
    }
}

#[test]
fn survival_curves_have_panels_and_lines() {
    let mut results = three();
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.stop) = (0, true, true, "target".into());
    }
    let mut request = request(PlotKind::Survival);
    (request.options.facet, request.options.color) = (Some("population".to_owned()), Some("elitism".to_owned()));
    request.options.page = page(170.0, true, Theme::Light);
    let figure = only(&results, &request);
    let panels: Vec<String> = texts(&svg(&figure)).into_iter().filter(|text| text.contains(" = ")).collect();
    assert_eq!(panels, ["population = 100", "population = 500"]);
    assert!(figure.caption().contains("Lines take the levels of gene rate together."), "{}", figure.caption());
    let text = data(&figure);
    assert!(text.starts_with("population,elitism,evaluations,solved,low_95,high_95\n100,0,"), "{text}");
    assert_eq!(text.lines().filter(|row| row.contains(",1,0.79")).count(), 2 * 6, "every line rises to 1 at its end");
    request.labels = vec!["share=Anteil".to_owned()];
    assert!(texts(&svg(&only(&results, &request))).contains(&"Anteil, %".to_owned()));
}
