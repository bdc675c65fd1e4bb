//! Tables of effects, as in the report of a sweep.
//!
//! A comment above a table names the runs, one on each line, which give columns of their own:
//!
//! ```text
//! <!-- effects
//! seed 2016: evocube run sousa-31
//! seed 7: evocube run sousa-31 --seed 7
//! -->
//! ```

use std::collections::BTreeMap;

use evocube::experiment::numbers::p_value;

use super::with_tables;

/// The rows of `effects.csv` by the names of its columns.
pub(super) type Effects = Vec<BTreeMap<String, String>>;

/// Returns the effects over all levels of the others on the primary outcome of their stage, which has the first row: stage and factor,
/// then share of the variance and p.
fn cells(effects: &Effects) -> Vec<([String; 2], [String; 2])> {
    let primary = |stage: &str| &effects.iter().find(|row| row["stage"] == stage).expect("itself")["outcome"];
    let is_shown = |row: &&BTreeMap<String, String>| {
        row["level"].is_empty() && row["within"].is_empty() && row["outcome"] == *primary(&row["stage"])
    };
    let percent = |text: &String| text.parse::<f64>().map(|share| format!("{:.0}", 100.0 * share));
    let cells = |row: &BTreeMap<String, String>| {
        let share = match (percent(&row["estimate"]), percent(&row["low"]), percent(&row["high"])) {
            (Ok(share), Ok(low), Ok(high)) => format!("{share} % ({low}–{high} %)"),
            _ => "–".to_owned(),
        };
        let p = p_value(row["p_corrected"].parse().expect("a number"));
        ([row["stage"].clone(), row["factor"].replace("mutation.", "")], [share, p])
    };
    effects.iter().filter(is_shown).map(cells).collect()
}

/// Returns the lines of a table.
fn table(runs: &[(&str, Effects)]) -> Vec<String> {
    let head = runs.iter().map(|(label, _)| format!("share of the variance, {label} | p, {label}"));
    let mut lines = vec![
        format!("| stage | factor | {} |", head.collect::<Vec<_>>().join(" | ")),
        format!("|---|---|{}", "---:|".repeat(2 * runs.len())),
    ];
    let cells: Vec<_> = runs.iter().map(|(_, effects)| cells(effects)).collect();
    for (row, ([stage, factor], _)) in cells[0].iter().enumerate() {
        let values = cells.iter().flat_map(|rows| {
            assert_eq!(rows[row].0, cells[0][row].0, "runs have the same effects");
            rows[row].1.clone()
        });
        lines.push(format!("| {stage} | {factor} | {} |", values.collect::<Vec<_>>().join(" | ")));
    }
    lines
}

/// Returns a page with the tables of its effects, of those with a run of this text. `effects` makes the run of some arguments.
pub(super) fn replaced(page: &str, mut effects: impl FnMut(&str) -> Effects, only: &str) -> String {
    with_tables(page, "<!-- effects", only, |runs| {
        table(&runs.iter().map(|(label, arguments)| (*label, effects(arguments))).collect::<Vec<_>>())
    })
}

#[test]
fn a_table_of_effects_has_the_main_rows_of_the_primary_outcome() {
    let read = |text: &str| -> Effects {
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
    };
    let head = "stage,factor,level,outcome,estimate,low,high,p_corrected,within";
    let text = format!(
        "{head}\na,elitism,,penalty,0.104,0.05,0.2,0.0123,\na,elitism,1,penalty,5,4,6,0.01,\na,elitism,,solved,1,,,0.5,\n\
         a,elitism,,penalty,,,,0.3,size=2\nb,mutation.rate,,solved,1,,,0.2,\n"
    );
    let comment = "<!-- effects\nfirst: evocube run x\nsecond: evocube run x --seed 2\n-->";
    let run = |arguments: &str| read(&if arguments == "run x" { text.clone() } else { text.replace("0.104", "0.5") });
    let page = replaced(&format!("{comment}\n| old |\n\nText.\n"), run, "");
    let expected =
        "| stage | factor | share of the variance, first | p, first | share of the variance, second | p, second |
|---|---|---:|---:|---:|---:|
| a | elitism | 10 % (5–20 %) | 0.012 | 50 % (5–20 %) | 0.012 |
| b | rate | – | 0.20 | – | 0.20 |

Text.\n";
    assert_eq!(page, format!("{comment}\n{expected}"));
    let kept = format!("{comment}\n| old |\n");
    assert_eq!(replaced(&kept, run, "run y"), kept);
}
