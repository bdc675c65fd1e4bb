//! The page as HTML: links and addresses, drawings for telephones, and numbers as JSON; its scripts are tested in `browser.rs`. Also the
//! tables of configurations and instances, read in the summary.

use std::collections::BTreeSet;

use evocube_experiment::record::Results;
use evocube_report as report;

use crate::{SHAPES, Shape, synthetic, text};

#[test]
fn pages_load_no_external_resources() {
    for Shape { name, files, .. } in &*SHAPES {
        let page =
            std::str::from_utf8(&files[report::PAGE]).unwrap().replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        let (before, after) = page.split_once("<script type=\"application/json\"").unwrap();
        let page = format!("{before}{}", after.split_once("</script>").unwrap().1);
        // Links are followed by people only: to the player, to files of figures and within the page. The one script is the
        // page's own.
        let page = page
            .replace("<a href=\"https://alpha.twizzle.net/edit/?", "")
            .replace("<a href=\"plots/", "")
            .replace("<a href=\"#", "")
            .replace("(\"http://www.w3.org/2000/svg\"", "")
            .replace("\n<script>\n\"use strict\";", "");
        for foreign in ["http:", "https:", "<script", "src=", "href=", "url(", "@import", "fetch(", "NaN"] {
            // The script asks whether something is no number.
            let allowed = if foreign == "NaN" { page.matches("Number.isNaN").count() } else { 0 };
            assert_eq!(page.matches(foreign).count(), allowed, "{foreign:?} in {name}");
        }
        let shown = page.split("<script").next().unwrap().split("</main>").next().unwrap();
        let shown = shown.split("</style>").nth(1).unwrap();
        assert_eq!(shown.matches("inf").count(), shown.matches("info").count(), "{name}");
    }
}

#[test]
fn links_within_pages_and_to_files_have_targets() {
    for Shape { name, files, .. } in &*SHAPES {
        let page = std::str::from_utf8(&files[report::PAGE]).unwrap().split("<script>").next().unwrap();
        let after = |mark| page.split(mark).skip(1).map(|rest| rest.split('"').next().unwrap());
        let ids: Vec<&str> = after(" id=\"").collect();
        let different: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), different.len(), "an id twice in {name}: {ids:?}");
        let links: Vec<&str> = after("href=\"#").collect();
        assert!(links.iter().all(|link| different.contains(link)), "{name}: {links:?}");
        let headings = page.matches("<h2 ").count();
        let listed = page.split("</nav>").next().unwrap().matches("href=\"#").count();
        // A page of one section has no list of them.
        assert!(headings > 0 && (headings == 1 || listed >= headings), "{name}");
        let plots: Vec<&str> = after("href=\"plots/").collect();
        for file in &plots {
            assert!(files.contains_key(&format!("plots/{file}")), "{name}: {file}");
        }
        assert_eq!(plots.len(), files.len() - 4, "{name}: each file of a figure has a link");
    }
    // A page without files has no links to them.
    let folder = crate::tempdir::tempdir().unwrap();
    let alone = report::write_page(&synthetic::three_factors(), folder.path(), None).unwrap();
    assert!(!std::fs::read_to_string(alone).unwrap().contains("href=\"plots/"));
}

#[test]
fn figures_have_drawings_for_telephones_as_far_as_the_page_has_room() {
    let narrow = |results: &Results| -> Vec<usize> {
        let page = text(results, report::PAGE);
        let drawings = page.split("<div class=\"drawing narrow\"").skip(1);
        drawings.map(|rest| rest.split_once("<svg ").unwrap().1.split_once("</svg>").unwrap().0.len()).collect()
    };
    let few = narrow(&synthetic::one_factor(5));
    assert!(few.len() > 8 && few.iter().sum::<usize>() < 300_000, "{few:?}");
    let stages = narrow(&synthetic::sousa());
    assert!(stages.len() > 8 && stages.iter().sum::<usize>() <= 300_000, "{stages:?}");
    // Those of the stage would double its part of the page.
    assert!(narrow(&synthetic::large(120, 2)).len() < few.len());
}

#[test]
fn pages_have_their_numbers_as_json() {
    for Shape { name, results, files } in &*SHAPES {
        let page = std::str::from_utf8(&files[report::PAGE]).unwrap();
        let text = page.split("<script type=\"application/json\" id=\"evocube-data\">").nth(1).unwrap();
        let data: serde_json::Value = serde_json::from_str(text.split("</script>").next().unwrap()).unwrap();
        assert_eq!(data["title"], results.sweep.name.as_str(), "{name}");
        let rows = data["trials"]["rows"].as_array().unwrap();
        let best = data["trials"]["columns"].as_array().unwrap().iter().position(|column| column == "best").unwrap();
        assert_eq!(rows.len(), results.trials.len(), "{name}");
        for (row, trial) in rows.iter().zip(&results.trials) {
            assert_eq!(row[0], trial.trial);
            assert_eq!(row[best].as_u64(), trial.outcome.as_ref().map(|outcome| outcome.best), "{name}");
        }
        for (stage, summary) in data["stages"].as_array().unwrap().iter().zip(&results.sweep.stages) {
            let configurations = stage["configurations"].as_array().unwrap();
            assert_eq!(configurations.len(), summary.points.len());
            let trials: u64 = configurations.iter().map(|entry| entry["trials"].as_u64().unwrap()).sum();
            let finished = results.trials.iter().filter(|row| *row.stage == *summary.name && row.outcome.is_some());
            assert_eq!(trials, finished.count() as u64, "{name}");
        }
        let figures = data["figures"].as_object().unwrap();
        let csv = files.keys().filter(|file| file.starts_with("plots/") && file.ends_with(".csv")).count();
        assert_eq!(figures.len(), csv, "{name}");
        for figure in figures.values().filter(|figure| !figure["rows"].is_null()) {
            let file = std::str::from_utf8(&files[figure["file"].as_str().unwrap()]).unwrap();
            assert_eq!(figure["rows"].as_array().unwrap().len() + 1, file.lines().count(), "{name}: {figure}");
        }
        // Only the largest pages leave tables to their files.
        assert!(page.len() > 500_000 || figures.values().all(|figure| !figure["rows"].is_null()), "{name}");
    }
}

#[test]
fn tables_of_configurations_begin_with_the_first_in_rank() {
    let mut results = synthetic::one_factor(5);
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        outcome.best = [40, 7, 20][usize::try_from(trial.point).unwrap() - 1];
        (outcome.solved, outcome.reached) = (false, false);
    }
    results.sweep.stages[0].selected = Some(2);
    let summary = text(&results, report::SUMMARY);
    let table = summary.split("**All 3 configurations**").nth(1).unwrap();
    let first: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()).collect();
    assert_eq!(first[2..5], ["**2,", "3", "1"], "{table}");
}

#[test]
fn instances_have_a_table_each_if_there_are_several() {
    let several = text(&synthetic::sousa(), report::SUMMARY);
    assert!(
        several.contains(
            "**By instance**\n\nThe selected configuration on each instance, beside the solved trials of all"
        )
    );
    assert!(several.contains("example-1: ") && several.contains("example-2: "));
    assert!(!text(&synthetic::one_factor(5), report::SUMMARY).contains("By instance"));
    let mut two =
        synthetic::Maker::new("two", &["a", "b"], 2, 1).stage("main", &[("population", &["1", "2"])], |_| 30.0).done();
    for trial in &mut two.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        // The first configuration is the best on one instance, the second on the other.
        let is_good = (trial.point == 1) == (*trial.instance == *"a");
        outcome.best = if is_good { 10 + trial.repetition } else { 50 };
        (outcome.solved, outcome.reached, outcome.htm) = (false, false, 30);
    }
    let summary = text(&two, report::SUMMARY);
    for table in [
        "**a: 2 configurations**\n\n| configuration | levels | solved | median penalty | lowest penalty | moves of solved, median |\n\
         | ---: | --- | ---: | ---: | ---: | ---: |\n",
        "\n| 2 | 2 | 0 of 2 | 50 | 50 |  |\n\n**b: 2 configurations**",
    ] {
        assert!(summary.contains(table), "{summary}");
    }
    let rows = |instance: &str| {
        let table = summary.split(&format!("**{instance}: 2 configurations**")).nth(1).unwrap();
        table.lines().nth(4).unwrap().replace('*', "")
    };
    assert_eq!(rows("a"), "| 1 | 1 | 0 of 2 | 11.5 | 11 |  |");
    assert_eq!(rows("b"), "| 2 | 2 | 0 of 2 | 11.5 | 11 |  |");
}
