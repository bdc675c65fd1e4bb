//! The tables of expected evaluations for targets and of penalties within budgets. Computed again from the log are the ratios of the first
//! table, and in the second the median penalties within the last budget. Limits of evaluations are tested in `tests/sweeps/budgets.rs`.

use evocube_report::SUMMARY;

use crate::sentences::{has, has_not};
use crate::{synthetic, text};

const TITLE: &str = "**Evaluations for targets, penalties within budgets**";

/// Returns the head and the rows of a table of a page, whose head begins with words.
fn table(page: &str, words: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace('*', "")).skip(1).collect::<Vec<_>>();
    let mut lines = page.lines().skip_while(|line| !line.starts_with(words));
    let head = cells(lines.next().expect(words));
    (head, lines.skip(1).take_while(|line| line.starts_with('|')).map(cells).collect())
}

#[test]
fn targets_and_budgets_are_described_beside_each_configuration() {
    let results = synthetic::one_factor(5);
    let page = text(&results, SUMMARY);
    has(&page, &[TITLE, "in parentheses their ratio to the lowest of a column"]);
    let log = |trial: u64| results.convergence.iter().filter(move |row| row.trial == trial);
    let trials = |level: &str| {
        let level = level.to_owned();
        results.trials.iter().filter(move |trial| trial.levels[0] == level).map(|trial| trial.trial)
    };
    let (head, rows) = table(&page, "| configuration | penalty");
    assert_eq!(rows.len(), 3);
    for (column, name) in head.iter().enumerate().filter(|(_, name)| name.starts_with("penalty ")) {
        let target: u64 = name["penalty ".len()..].parse().unwrap();
        let expected = |level: &str| {
            let first = |trial| log(trial).find(|row| row.best <= target);
            let spent = |trial| first(trial).or(log(trial).next_back()).map_or(0, |row| row.evaluations);
            let hits = trials(level).filter(|trial| first(*trial).is_some()).count();
            trials(level).map(spent).sum::<u64>() as f64 / hits as f64
        };
        let least = rows.iter().map(|row| expected(&row[0])).fold(f64::INFINITY, f64::min);
        for row in &rows {
            match row[column].split_once(" (") {
                Some((_, ratio)) => {
                    let ratio: f64 = ratio.trim_end_matches(')').parse().unwrap();
                    assert!((ratio - expected(&row[0]) / least).abs() < 0.051, "{name}: {row:?}");
                }
                None => assert!(row[column] == "–" && expected(&row[0]).is_infinite(), "{name}: {row:?}"),
            }
        }
    }
    let (head, rows) = table(&page, "| configuration | at ");
    let last = head.iter().rposition(|name| name.starts_with("at ")).unwrap();
    for row in &rows {
        let mut lowest: Vec<u64> = trials(&row[0]).filter_map(|trial| log(trial).map(|row| row.best).min()).collect();
        lowest.sort_unstable();
        assert_eq!(row[last].parse::<u64>().unwrap(), lowest[lowest.len() / 2], "{row:?}");
    }
    has_not(&text(&synthetic::no_factor(), SUMMARY), &[TITLE]);
}
