//! A race beyond its page: its figures for print, and its rows in the tables of statistics. Races themselves are tested in `race.rs`. The
//! sweep `RACE` serves `data_dictionary`, too.

use std::fs;

use serde_json::Value;

use crate::common::{done_in as done, evocube_in as evocube, sweep_folder as with};
use crate::tuning::read;

/// A race that finds a better configuration with two changes.
pub(super) const RACE: &str = r#"name = "small"
seed = 3
question = "Which population?"
holdout = 20
design.race = { budget = 300 }
[[instance]]
random = 6
[base]
population = 40
genome.length = 12
mutation.uniform = { individual-rate = 0.05, gene-rate = 0.05 }
stop = { evaluations = 2000 }
[[factor]]
key = "population"
range = [10, 200]
scale = "log"
[[factor]]
key = "mutation.uniform.individual-rate"
range = [0.0, 1.0]
"#;

/// The cells of the rows of a table.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn races_have_figures_for_print_and_rows_of_statistics() {
    let folder = with(RACE);
    let folder = folder.path();
    let document: Value =
        serde_json::from_str(&done(folder, &["race", "sweep.toml", "--out", "one", "--json"])).unwrap();
    assert!(read(folder, "one/summary.md").contains("## Answer\n\nWhich population?\n\n"));
    let kinds = ["held-out", "ablation", "elites", "eliminations"];
    let list: Value = serde_json::from_str(&done(folder, &["plot", "one", "--json"])).unwrap();
    let listed: Vec<&str> = list["kinds"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(listed[listed.len() - 4..], kinds);
    assert!(listed.contains(&"convergence") && !listed.contains(&"effects"), "{list}");
    for kind in kinds {
        done(folder, &["plot", "one", kind, "--json", "--out", &format!("{kind}.svg")]);
        // The numbers are those of the figure of the page.
        assert_eq!(read(folder, &format!("{kind}.csv")), read(&folder.join("one/plots"), &format!("race-{kind}.csv")));
        assert!(read(folder, &format!("{kind}.svg")).contains("width=\"85mm\""));
    }
    // Other figures have the trials on held-out instances: the elites, [base] and the changes.
    done(folder, &["plot", "one", "box", "--json", "--out", "box.svg"]);
    let held_out = document["held_out"].as_array().unwrap();
    assert_eq!(rows(&read(folder, "box.csv")).len(), 20 * held_out.len());
    for (arguments, sentence) in [
        (&["elites", "--only", "population=40"][..], "error: elites shows the whole race, and no part of it alone\n"),
        (&["effects"], "; there are convergence, ecdf, box, diversity"),
        (&["elites", "--log", "x"], "error: --log x does not shape elites: it is an option of convergence"),
    ] {
        let (code, _, stderr) = evocube(folder, &[&["plot", "one"], arguments].concat());
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(stderr.contains(sentence), "{arguments:?}: {stderr}");
    }

    // The tables have the comparisons of the page: a change as the selected value against that of [base].
    let differences = |role: &str| -> Vec<(f64, f64)> {
        let entries = held_out.iter().filter(|entry| entry["role"] == role && !entry["difference"].is_null());
        entries
            .map(|entry| &entry["difference"])
            .map(|difference| (difference["mean"].as_f64().unwrap(), difference["p"].as_f64().unwrap()))
            .collect()
    };
    let number = |cell: &String| cell.parse::<f64>().unwrap();
    let effects = rows(&read(&folder.join("one"), "effects.csv"));
    let changes = differences("without");
    assert!(!changes.is_empty() && effects.len() == changes.len(), "{effects:?}");
    for (row, (mean, p)) in effects.iter().zip(changes) {
        assert!((number(&row[5]) + mean).abs() < 1e-9 && (number(&row[9]) - p).abs() < 1e-9, "{row:?}");
        assert!(row[0] == "held-out" && row[3] != row[2] && row[4] == "penalty" && row[10] == "signed-rank", "{row:?}");
    }
    let comparisons = rows(&read(&folder.join("one"), "comparisons.csv"));
    let elites = differences("elite");
    assert!(!elites.is_empty() && comparisons.len() == elites.len(), "{comparisons:?}");
    let trials = rows(&read(&folder.join("one"), "trials.csv"));
    for (row, (mean, _)) in comparisons.iter().zip(elites) {
        assert!((number(&row[4]) - mean).abs() < 1e-9 && row[11].is_empty(), "{row:?}");
        // The difference is that of the trials with these numbers.
        let costs = |point: &String| -> Vec<f64> {
            trials
                .iter()
                .filter(|trial| trial[1] == "held-out" && trial[2] == *point)
                .map(|trial| number(&trial[8]))
                .collect()
        };
        let (reference, other) = (costs(&row[1]), costs(&row[2]));
        let sum: f64 = reference.iter().zip(&other).map(|(a, b)| a - b).sum();
        assert!(reference.len() == 20 && (sum / 20.0 - mean).abs() < 1e-9, "{row:?}");
    }
    assert!(fs::read_to_string(folder.join("one/report.html")).unwrap().contains("More figures"));
}
