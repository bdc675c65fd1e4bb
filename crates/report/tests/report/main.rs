//! Reports of made-up results: files, bytes, links, escaped names and sizes; few, very many, failed and missing trials; compared sweeps;
//! some conclusions, and the lengths of solutions. The modules, for which `text` and `files` draw reports here, test what is in pages and
//! figures. Whether claims are true is tested in `tests/statistics` of the root, the playground in its `tests/cli`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)] // in functions that tests share; figures of the documentation

mod browser;
mod budgets;
#[path = "../../../../tests/common/chromium.rs"]
mod chromium;
mod drawing;
mod evidence;
mod factors;
mod figure_files;
mod figure_options;
mod floors;
mod html;
mod outcomes;
mod pages;
mod samples;
mod scope;
mod sentences;
mod significance;
mod single_figure;
mod synthetic;
#[path = "../../../../tests/common/tempdir.rs"]
mod tempdir;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use evocube_experiment::record::{LeaderSummary, Results};
use evocube_report as report;

/// The files of a report by path within the folder.
type Files = BTreeMap<String, Vec<u8>>;

/// Results of one shape, and their report, which is drawn once for all tests.
struct Shape {
    name: &'static str,
    results: Results,
    files: LazyLock<Files, Box<dyn FnOnce() -> Files + Send>>,
}

/// All shapes.
static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let sousa = synthetic::sousa();
    [
        ("unfinished", synthetic::cut(sousa.clone(), 95)),
        ("sousa", sousa),
        ("one", synthetic::one_factor(5)),
        ("one-repetition", synthetic::one_factor(1)),
        ("none", synthetic::no_factor()),
        ("three", synthetic::three_factors()),
        ("many", synthetic::many_levels()),
        ("failed", synthetic::break_some(synthetic::one_factor(5))),
        ("first-trial", synthetic::cut(synthetic::one_factor(5), 1)),
        ("nothing", nothing()),
    ]
    .map(|(name, results)| {
        let drawn = results.clone();
        Shape { name, results, files: LazyLock::new(Box::new(move || files(&drawn))) }
    })
    .into()
});

/// Before the first trial.
fn nothing() -> Results {
    let mut results = synthetic::cut(synthetic::one_factor(5), 1);
    results.trials.clear();
    results.convergence.clear();
    results.solutions.clear();
    results.baselines.clear();
    results
}

/// Draws a report.
fn files(results: &Results) -> Files {
    let dir = tempdir::tempdir().unwrap();
    let written = report::write(results, dir.path()).unwrap();
    let mut files = BTreeMap::new();
    let folders = [dir.path().to_owned(), dir.path().join(report::PLOTS)];
    for folder in folders.into_iter().filter(|folder| folder.exists()) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            assert!(written.contains(&entry.path()), "{:?} was not announced", entry.path());
            let name = entry.path().strip_prefix(dir.path()).unwrap().to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    assert_eq!(written.len(), files.len());
    files
}

/// Returns a file of a report.
fn text(results: &Results, name: &str) -> String {
    let shape = SHAPES.iter().find(|shape| shape.results == *results);
    let bytes = shape.map_or_else(|| files(results).remove(name).unwrap(), |shape| shape.files[name].clone());
    String::from_utf8(bytes).unwrap()
}

#[test]
fn figures_come_as_svg_with_their_data() {
    let names: Vec<&String> = SHAPES.iter().find(|shape| shape.name == "sousa").unwrap().files.keys().collect();
    let mut stems = ["budgets", "best-1-example-1", "best-2-example-2", "2-crossover-mutation-interaction"]
        .map(str::to_owned)
        .to_vec();
    for (stage, has_two_factors) in [
        ("1-population", true),
        ("2-crossover-mutation", true),
        ("3-gene-rate", false),
        ("4-tournament", false),
        ("5-elitism", false),
    ] {
        let figures = ["effects", "convergence", "evaluations", "log", "ecdf", "profile", "diversity", "box"];
        let two_factor_kinds = if has_two_factors { &["heat-map", "importance"][..] } else { &[] };
        // Only tournaments of two and three solve.
        let solving_kinds = if stage == "4-tournament" { &["survival"][..] } else { &[] };
        stems.extend(
            figures.iter().chain(two_factor_kinds).chain(solving_kinds).map(|figure| format!("{stage}-{figure}")),
        );
    }
    for stem in &stems {
        for ending in ["svg", "csv"] {
            assert!(names.contains(&&format!("plots/{stem}.{ending}")), "{stem}.{ending} is missing");
        }
    }
    assert_eq!(names.len(), 2 * stems.len() + 4, "{names:?}");
}

#[test]
fn a_report_of_one_trial_has_curves_and_no_comparison() {
    let results = synthetic::cut(synthetic::one_factor(5), 1);
    let has =
        |results: &Results, figure: &str| files(results).keys().any(|file| file.ends_with(&format!("{figure}.svg")));
    assert!(has(&results, "-convergence") && !has(&results, "budgets"));
    assert!(!has(&results, "-box") && !has(&results, "-ecdf"));
}

#[test]
fn lengths_of_solutions_are_drawn() {
    let counts = |lengths: std::ops::Range<u32>| -> report::Counts {
        lengths.map(|length| (usize::try_from(length).unwrap(), 7 * length % 31 + 1)).collect()
    };
    let lengths = |title: &str, before: report::Counts, after: report::Counts| report::Lengths {
        title: title.to_owned(),
        unit: "turns".to_owned(),
        before,
        after,
        steps: Vec::new(),
    };
    let single = lengths("one length", counts(0..1), counts(0..1));
    let mut many = lengths("many lengths", counts(40..120), counts(38..117));
    many.steps = vec![("first".to_owned(), counts(0..9)), ("second".to_owned(), counts(3..5))];
    let one_files = ["lengths.csv", "lengths.svg"];
    let many_files = ["lengths.csv", "steps.csv", "lengths.svg"];
    for (lengths, files, bars, rows) in [(single, &one_files[..], 1, 1), (many, &many_files, 80 + 79, 82)] {
        let dir = tempdir::tempdir().unwrap();
        let folder = dir.path().join("new");
        let written = report::write_lengths(&lengths, &folder).unwrap();
        assert_eq!(written, files.iter().map(|file| folder.join(file)).collect::<Vec<_>>());
        let svg = fs::read_to_string(folder.join("lengths.svg")).unwrap();
        drawing::check(&lengths.title, &svg);
        // Entries of the legend have words beside their sample.
        let groups = svg.split("<g><title>").skip(1).map(|rest| rest.split("</g>").next().unwrap());
        assert_eq!(groups.filter(|group| !group.contains("<text")).count(), bars);
        assert_eq!(fs::read_to_string(folder.join("lengths.csv")).unwrap().lines().count(), 1 + rows);
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(report::write_lengths(&report::Lengths::default(), &file.path().join("below")).is_err());
}

#[test]
fn the_same_results_give_the_same_bytes() {
    // Of `sousa`, whose report takes longest, the unfinished one serves.
    for Shape { name, results, files: drawn } in SHAPES.iter().filter(|shape| shape.name != "sousa") {
        assert!(files(results) == **drawn, "{name}");
    }
}

#[test]
fn figures_are_well_formed_svg() {
    for Shape { name, files, .. } in &*SHAPES {
        for (file, bytes) in &**files {
            if file.ends_with(".svg") {
                drawing::check(&format!("{name}/{file}"), std::str::from_utf8(bytes).unwrap());
                assert!(bytes.len() < 200_000, "{name}/{file} has {} bytes", bytes.len());
            }
        }
    }
}

#[test]
fn names_in_pages_are_escaped() {
    let page = text(&synthetic::three_factors(), report::PAGE);
    assert!(page.contains("Does &lt;script&gt;alert('this')&lt;/script&gt; run?"));
    assert!(page.contains("<h1>three | &lt;b&gt;factors&lt;/b&gt; &amp; more</h1>"));
    assert!(text(&synthetic::no_factor(), report::PAGE).contains("<td>Tom &amp; &lt;Jerry&gt;</td>"));
    let summary = text(&synthetic::three_factors(), report::SUMMARY);
    assert!(summary.starts_with("# three \\| &lt;b>factors&lt;/b> &amp; more\n"));
    assert!(!summary.contains("<script>"));
}

#[test]
fn links_of_the_summary_have_existing_targets() {
    for Shape { name, files, .. } in &*SHAPES {
        let summary = std::str::from_utf8(&files[report::SUMMARY]).unwrap();
        let links: Vec<&str> = summary.split("](plots/").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
        for link in &links {
            assert!(files.contains_key(&format!("plots/{link}")), "{name}: {link}");
        }
        assert_eq!(links.len(), files.keys().filter(|file| file.ends_with(".svg")).count(), "{name}");
    }
}

#[test]
fn conclusions_name_the_configurations_that_solve() {
    let mut results = synthetic::one_factor(5);
    // Fixed outcomes: 2 solves always, 3 twice, 5 never.
    for (index, trial) in results.trials.iter_mut().enumerate() {
        let outcome = trial.outcome.as_mut().unwrap();
        outcome.best = [0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 20, 21, 22, 23, 24][index];
        outcome.solved = outcome.best == 0;
        outcome.reached = outcome.solved;
    }
    results.sweep.stages[0].selected = Some(1);
    let summary = text(&results, report::SUMMARY);
    for sentence in [
        "`tournament.size = 2` **is selected** by `lowest-mean-best`: mean penalty **0**, against 3 of the next best, \
         `tournament.size = 3`.",
        "`tournament.size` **matters**: `2` wins 90 % of pairs of trials against the others (54 to 99) on this cube; expected \
         evaluations 332k against 1.66M.",
        "It solved **5 of 5 trials** (38 to 100 % with 95 % confidence) in 20 moves on average; all configurations together 7 of 15. The solvers \
         beside it: layers 1 of 1 in 78 moves; kociemba 1 of 1 in 21 moves.",
        "| 3 | 5 | 22 | 22 | 0/5 | 0 to 62 % | none solved (more than ",
    ] {
        assert!(summary.contains(sentence), "{sentence}\nis not in\n{summary}");
    }
}

#[test]
fn a_thousand_configurations_are_compared_with_the_leading_one() {
    let levels: Vec<String> = (1..=1415).map(|size| size.to_string()).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let results = synthetic::Maker::new("many", &["example-1"], 2, 1)
        .stage("main", &[("population", &levels)], |point| if point == 7 { 3.0 } else { 80.0 })
        .done();
    let summary = text(&results, report::SUMMARY);
    assert!(summary.contains("No effect of `population` is shown in 1,415 configurations."), "{}", &summary[..3000]);
    assert!(summary.contains("Each of 1,415 configurations may be the best."), "{}", &summary[..3000]);
}

#[test]
fn reports_of_unfinished_folders_say_that_they_are_unfinished() {
    let summary = text(&synthetic::cut(synthetic::sousa(), 95), report::SUMMARY);
    assert!(summary.contains("> **Note:** **Unfinished.** 95 of 450 trials are on disk;"));
    assert!(summary.contains("**leads so far** by `lowest-mean-best`") && summary.contains("**Leading so far** of "));
    assert!(summary.contains("## Stage 3: gene-rate\n\nNo trial has finished yet."), "{summary}");
    assert!(text(&nothing(), report::SUMMARY).contains("No trial has finished yet."));
}

#[test]
fn failed_trials_are_listed() {
    let summary = text(&synthetic::break_some(synthetic::one_factor(5)), report::SUMMARY);
    assert!(summary.contains("> **Note:** **2 trials failed.**"));
    assert!(summary.contains("| 3 | main | 1 | example-1 | 3 | 1003 | the kernel said no |"));
    assert!(summary.contains("| 10 | main | 2 | example-1 | 5 | 1010 | the kernel said no |"));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let dir = tempdir::tempdir().unwrap();
    let taken = dir.path().join("taken");
    fs::write(&taken, "").unwrap();
    let error = report::write(&synthetic::one_factor(1), &taken).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write {}", taken.display()));
}

#[test]
fn a_comparison_report_has_all_sweeps() {
    let with_lead = |mut results: Results, toml: &str| {
        results.sweep.leader = Some(LeaderSummary {
            stage: results.sweep.stages[0].name.clone(),
            point: 1,
            toml: toml.to_owned(),
            objective: "edge = 4".to_owned(),
            target: 0,
        });
        results
    };
    let results = with_lead(synthetic::one_factor(8), "population = 100\n");
    let mut other = with_lead(synthetic::one_factor(6), "population = 200\n");
    other.sweep.instances[0].name = "the same by another name".to_owned();
    other.trials.iter_mut().for_each(|trial| trial.instance = "the same by another name".into());
    let folders = vec![("a".to_owned(), results.clone()), ("b".to_owned(), other.clone())];
    let compared = report::compare(&folders).unwrap();
    assert_eq!((compared.trials.len(), compared.sweep.stages[0].points.len()), (14, 2));
    assert!(compared.trials.iter().all(|trial| *trial.instance == *"example-1"));
    let summary = text(&compared, report::SUMMARY);
    assert!(
        summary.starts_with("# a against b\n") && summary.contains("`sweep`") && !summary.contains("counted once"),
        "{summary}"
    );
    // Folders of the same configuration are one, and their equal trials count once.
    let same = ("c".to_owned(), with_lead(synthetic::one_factor(9), "population = 100\n"));
    let pooled = report::compare(&[folders[0].clone(), folders[1].clone(), same.clone()]).unwrap();
    let levels: Vec<&str> = pooled.sweep.stages[0].points.iter().map(|levels| &*levels[0]).collect();
    assert_eq!((levels, pooled.trials.len()), (vec!["a and c", "b"], 9 + 6));
    let sentence =
        "a and c lead with the same configuration, which is one here. 8 trials of equal seeds are counted once.";
    assert!(text(&pooled, report::SUMMARY).contains(sentence), "{}", text(&pooled, report::SUMMARY));
    let alone = text(&report::compare(&[folders[0].clone(), same]).unwrap(), report::SUMMARY);
    assert!(alone.contains("\n\nThe mean penalty is **") && !alone.contains("**is selected**"), "{alone}");
    assert!(alone.contains("\n\nThe configuration solved **") && !alone.contains("It solved"), "{alone}");
    // The leading configurations were chosen, one of three and one of three, or there was no choice.
    let choices = "except those of figures, allow for the selection of one of 3 configurations";
    assert!(summary.contains(choices) && !alone.contains("allow for the selection"), "{summary}");
    let lone = |(name, results): &(String, Results)| {
        let mut results = results.clone();
        results.sweep.stages[0].points.truncate(1);
        results.trials.retain(|trial| trial.point == 1);
        (name.clone(), results)
    };
    let chosen = text(&report::compare(&folders.iter().map(lone).collect::<Vec<_>>()).unwrap(), report::SUMMARY);
    assert!(chosen.starts_with("# a against b\n") && !chosen.contains("allow for the selection"), "{chosen}");
    // A comparison has no sweep file to run, and verify reads the folders that it is of.
    assert!(summary.contains("each of the folders that are compared:\n\n```\nevocube verify DIR\n```"), "{summary}");

    let refused =
        |other: Results| report::compare(&[folders[0].clone(), ("b".to_owned(), other)]).unwrap_err().to_string();
    let mut small = other.clone();
    small.sweep.puzzle = "cube2".to_owned();
    assert_eq!(refused(small), "a is about cube3, b about cube2: they cannot be compared");
    let mut elsewhere = other.clone();
    elsewhere.sweep.instances[0].state = "another".to_owned();
    assert!(refused(elsewhere).starts_with("b has no instance in common"));
    let mut nothing = other;
    nothing.sweep.leader = None;
    assert_eq!(refused(nothing), "b has no trial yet, so there is nothing to compare");
}

#[test]
#[ignore = "ten thousand trials: half a minute without optimization"]
fn reports_of_many_trials_have_a_bounded_size() {
    for (points, repetitions, limit) in [(100, 31, 2_000_000), (500, 20, 3_000_000)] {
        let results = synthetic::large(points, repetitions);
        assert_eq!(results.sweep.stages[0].points.len(), points);
        let begin = Instant::now();
        let page = files(&results).remove(report::PAGE).unwrap();
        println!("{points} configurations: {} bytes in {:.1} s", page.len(), begin.elapsed().as_secs_f64());
        assert!(page.len() <= limit, "{} bytes", page.len());
    }
}

/// Not a test: draws all shapes into the build's folder for temporary files, to be looked at.
#[test]
#[ignore = "draws a gallery for people"]
fn gallery() {
    for Shape { name, results, .. } in &*SHAPES {
        report::write(results, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery").join(name)).unwrap();
    }
}
