//! Logged generations of sweeps: improvements, the grid of generations, and those of `log-every` and `log-at-evaluations`; the golden bytes
//! of a sweep with these keys; and the figure of diversity, which has the generations that every trial logs. Columns of observers are
//! tested in `observers`.

use super::*;
use evocube::experiment::record::{ConvergenceRow, is_on_grid};

const LOGGED: &str = include_str!("../data/logged.toml");

/// Number of trials of the sweep.
const TRIALS: usize = 12;

#[test]
fn the_logged_sweep_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("logged", include_str!("../data/logged.digests"), TRIALS);
}

/// Asserts that a sweep logs, of all generations, the improvements, the grid, the last one of each trial and those that `is_logged`
/// names, given the evaluations before, and nothing else. Returns the number of improvements off the grid and of generations that are
/// logged only as `is_logged` names them.
#[track_caller]
fn logged(text: &str, is_logged: impl Fn(u64, &ConvergenceRow) -> bool) -> (usize, usize) {
    let [logged, all] = [text.to_owned(), with_interval(text, Some(1))].map(|text| results(&text));
    assert_eq!(logged.trials, all.trials);
    let (mut best, mut counts, mut expected) = (u64::MAX, (0, 0), Vec::new());
    for (place, row) in all.convergence.iter().enumerate() {
        let is_first = row.generation == 0;
        best = if is_first { u64::MAX } else { best };
        let evaluations = if is_first { 0 } else { all.convergence[place - 1].evaluations };
        let is_last = all.convergence.get(place + 1).is_none_or(|next| next.trial != row.trial);
        let (improves, is_scheduled) = (row.best < best, is_on_grid(row.generation) || is_last);
        let is_named = is_logged(evaluations, row);
        if improves || is_scheduled || is_named {
            expected.push(row.clone());
            counts.0 += usize::from(improves && !is_scheduled);
            counts.1 += usize::from(!improves && !is_scheduled);
        }
        best = best.min(row.best);
    }
    assert_eq!(logged.convergence, expected);
    assert!(counts.0 > 0 && expected.len() < all.convergence.len(), "{counts:?}");
    counts
}

#[test]
fn the_first_generation_after_each_number_of_evaluations_is_logged() {
    let is_reached = |before: u64, row: &ConvergenceRow| {
        [1, 500, 1000, 2000].iter().any(|&evaluations| before < evaluations && evaluations <= row.evaluations)
    };
    let (_, added) = logged(&with_interval(LOGGED, None), is_reached);
    assert!(added > 5, "{added}");
}

#[test]
fn an_interval_adds_its_generations_to_improvements_and_the_grid() {
    let text = include_str!("../data/golden.toml");
    for interval in [4, 7, 1000] {
        let (_, added) = logged(&with_interval(text, Some(interval)), |_, row| row.generation.is_multiple_of(interval));
        assert_eq!(added > 50, interval < 1000, "{interval}: {added}");
    }
}

/// A sweep with another interval of logged generations; `None` for none.
fn with_interval(text: &str, interval: Option<u64>) -> String {
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.starts_with("log-every = ")).map(str::to_owned).collect();
    lines.splice(0..0, interval.map(|interval| format!("log-every = {interval}")));
    lines.join("\n") + "\n"
}

/// Checks that a sweep without `log-every` logs the improvements, the grid and the last generation of each trial, and nothing else.
#[track_caller]
fn logs_improvements_and_the_grid(text: &str) {
    logged(&with_interval(text, None), |_, _| false);
}

#[test]
fn the_genetic_algorithm_logs_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/golden.toml"));
}

#[test]
fn schemes_and_islands_log_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/schemes.toml"));
}

#[test]
fn algorithms_with_populations_log_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/populations.toml"));
}

#[test]
fn walks_log_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/walks.toml"));
}

#[test]
fn strategies_log_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/strategies.toml"));
}

#[test]
fn diversity_is_that_of_generations_which_every_trial_logs() {
    let text = "name = \"x\"\nseed = 2\nrepetitions = 6\n[[instance]]\nscramble = \"R U F2 L\"\n[base]\npopulation = 30\n\
        genome = { length = 8, evaluate = \"best-prefix\" }\nstop = { generations = 120, target = 0 }\n";
    let lines = |interval| {
        let folder = crate::common::tempdir().unwrap();
        let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
        fs::write(&sweep, with_interval(text, interval)).unwrap();
        assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "-q", "--out", out.to_str().unwrap()]).0, Some(0));
        let table = fs::read_to_string(out.join("plots/1-main-diversity.csv")).unwrap();
        table.lines().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let (drawn, every_generation) = (lines(None), lines(Some(1)));
    assert!(drawn.len() > 20 && drawn.is_subset(&every_generation), "{drawn:?}\n{every_generation:?}");
}
