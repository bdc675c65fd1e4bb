//! Tables of the guide that compare landscapes, made from the commands in the comment above each table, which the ignored test of [`super`]
//! runs. Tables of sweeps are in the parent module, printed ones in `printed`, which measures a landscape by `page` from here.
//!
//! A comment above a table names the landscapes, one on each line:
//!
//! ```text
//! <!-- landscapes
//! 30 symbols: evocube landscape
//! 234 symbols: evocube landscape --alphabet "expand='symmetries',conjugate=0"
//! -->
//! ```

use std::fs;
use std::path::Path;

use evocube::stats::samples::{correlation_length, mean, median, pearson};
use serde_json::Value;

use super::{with_tables, words};
use crate::common::program;
use crate::guide::root;

const COLUMNS: [&str; 7] = [
    "correlation with the distance",
    "within a tenth of random from (moves)",
    "steepest move is right, last distance",
    "neutral symbols, random states",
    "correlation length, one gene",
    "descent by symbols: steps, median end",
    "solved",
];

/// Measures a landscape with the program that is tested, and reads its folder.
pub(super) fn page<T>(arguments: &str, read: impl FnOnce(&Path) -> T) -> T {
    let folder = crate::common::tempdir().unwrap();
    let output =
        program().current_dir(root()).args(words(arguments)).args(["--json", "--out"]).arg(folder.path()).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{arguments}\n{}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.path().join("landscape.json"), output.stdout).unwrap();
    read(folder.path())
}

/// Returns the rows of a table by the names of its columns.
fn read_csv(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Returns the cells of a landscape, computed from its tables of states and descents.
fn cells(folder: &Path) -> Vec<String> {
    let states = read_csv(&folder.join("states.csv"));
    let number = |text: &String| text.parse::<f64>().ok();
    let values = |origin: &str, key: &str, distance: Option<f64>| -> Vec<f64> {
        let rows = states.iter().filter(|row| row["origin"] == origin);
        let rows = rows.filter(|row| distance.is_none() || number(&row["distance"]) == distance);
        rows.filter_map(|row| number(&row[key])).collect()
    };
    let pairs: Vec<(f64, f64)> =
        values("near", "distance", None).into_iter().zip(values("near", "penalty", None)).collect();
    let distances = states.iter().filter(|row| row["origin"] == "near").map(|row| row["distance"].parse::<u32>());
    let last = distances.map(Result::unwrap).max().unwrap();
    let random = median(&values("random", "penalty", None)).unwrap();
    let from = (1..=last)
        .find(|distance| median(&values("near", "penalty", Some(f64::from(*distance)))).unwrap() >= 0.9 * random);
    let shares = |same: &str, all: &str| {
        let counts = values("random", same, None).into_iter().zip(values("random", all, None));
        mean(&counts.map(|(same, all)| same / all).collect::<Vec<_>>()).unwrap()
    };
    let right = values("near", "greedy_and_shortest", Some(f64::from(last))).into_iter();
    let right = right.zip(values("near", "greedy", Some(f64::from(last)))).map(|(both, greedy)| both / greedy);
    let document: Value = serde_json::from_slice(&fs::read(folder.join("landscape.json")).unwrap()).unwrap();
    let walk = document["walks"].as_array().unwrap().iter().find(|walk| walk["step"] == "one gene").unwrap();
    let descents = read_csv(&folder.join("descents.csv"));
    let of_symbols = |key: &str| -> Vec<f64> {
        descents.iter().filter(|row| row["steps_are"] == "genes").filter_map(|row| number(&row[key])).collect()
    };
    let ends = of_symbols("end");
    let solved = ends.iter().filter(|end| **end == 0.0).count();
    vec![
        format!("{:.2}", pearson(&pairs).unwrap()),
        from.map_or("–".to_owned(), |distance| distance.to_string()),
        format!("{:.0} %", 100.0 * mean(&right.collect::<Vec<_>>()).unwrap()),
        format!("{:.0} %", 100.0 * shares("genes_same", "genes")),
        format!("{:.1}", correlation_length(walk["correlations"][1].as_f64().unwrap())),
        format!("{:.1}, {}", mean(&of_symbols("steps")).unwrap(), median(&ends).unwrap()),
        format!("{solved} of {}", ends.len()),
    ]
}

/// Returns a page with the tables of its landscapes, of those with this text.
pub(super) fn replaced(page_text: &str, only: &str) -> String {
    with_tables(page_text, "<!-- landscapes", only, |runs| {
        let head = [format!("| | {} |", COLUMNS.join(" | ")), format!("|---|{}", "---:|".repeat(COLUMNS.len()))];
        let row = |(label, arguments): &(&str, &str)| format!("| {label} | {} |", page(arguments, cells).join(" | "));
        head.into_iter().chain(runs.iter().map(row)).collect()
    })
}

#[test]
fn a_table_of_landscapes_has_the_values_of_their_pages() {
    let small = "landscape --walks 5 --steps 60 --states 6 --distance 4";
    let comment = format!("<!-- landscapes\nsmall: evocube {small}\n-->");
    let made = replaced(&format!("{comment}\n| old |\n\nText.\n"), "");
    let answer = page(small, |folder| fs::read_to_string(folder.join("landscape.md")).unwrap());
    let row = made.lines().nth(5).unwrap();
    let cells: Vec<&str> = row.split(" | ").skip(1).collect();
    let [correlation, from, right, _, length, descent, solved] = cells[..] else { panic!("{row}") };
    let (steps, end) = descent.split_once(", ").unwrap();
    for sentence in [
        format!("its correlation with the distance is {correlation} over 0 to 4 moves"),
        format!("begins a shortest solution with a probability of {right}"),
        format!("correlation length {length} steps) and leaves"),
        format!("by the 30 symbols at a median penalty of {end} ("),
        format!("after {steps} steps, {} solved", solved.trim_end_matches(" |")),
    ] {
        assert!(answer.contains(&sentence), "{sentence}: {answer}");
    }
    let is_said = answer.contains(&format!("But from a distance of {from} moves on"));
    assert!(is_said || from == "–", "{from}: {answer}");
    assert!(made.starts_with(&comment) && made.ends_with("|\n\nText.\n"), "{made}");
}
