//! Rows of logged generations, from file to folder.

use super::*;
use evocube::experiment::record::is_on_grid;

const LOGGED: &str = include_str!("../data/logged.toml");

/// Number of trials of the sweep.
const TRIALS: usize = 12;

#[test]
fn the_logged_sweep_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("logged", include_str!("../data/logged.digests"), TRIALS);
}

#[test]
fn the_first_generation_after_each_number_of_evaluations_is_logged() {
    let folder = crate::common::tempdir().unwrap();
    run(LOGGED, folder.path(), Opening::New);
    let every = crate::common::tempdir().unwrap();
    run(&LOGGED.replace("log-every = 20\n", "log-every = 1\n"), every.path(), Opening::New);
    let [logged, all] = [&folder, &every].map(|folder| store::read(folder.path()).unwrap().convergence);
    let mut extra = 0;
    for (place, row) in all.iter().enumerate() {
        let before = if row.generation == 0 { 0 } else { all[place - 1].evaluations };
        let is_last = all.get(place + 1).is_none_or(|next| next.trial != row.trial);
        let is_reached =
            [1, 500, 1000, 2000].iter().any(|&evaluations| before < evaluations && evaluations <= row.evaluations);
        let is_logged = row.generation.is_multiple_of(20) || is_last || is_reached;
        assert_eq!(logged.contains(row), is_logged, "{row:?}");
        extra += usize::from(is_reached && !row.generation.is_multiple_of(20));
    }
    assert!(extra > 10, "{extra}");
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
    let [logged, all] = [None, Some(1)].map(|interval| results(&with_interval(text, interval)));
    assert_eq!(logged.trials, all.trials);
    let (mut best, mut improvements) = (u64::MAX, 0);
    let mut expected = Vec::new();
    for (place, row) in all.convergence.iter().enumerate() {
        best = if row.generation == 0 { u64::MAX } else { best };
        let is_last = all.convergence.get(place + 1).is_none_or(|next| next.trial != row.trial);
        if row.best < best || is_on_grid(row.generation) || is_last {
            improvements += usize::from(row.best < best && !is_on_grid(row.generation) && !is_last);
            expected.push(row.clone());
        }
        best = best.min(row.best);
    }
    assert_eq!(logged.convergence, expected);
    assert!(improvements > 0 && expected.len() < all.convergence.len(), "{improvements}");
}

#[test]
fn the_genetic_algorithm_logs_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/golden.toml"));
}

#[test]
fn schemes_and_islands_log_improvements_and_the_grid() {
    logs_improvements_and_the_grid(include_str!("../data/schemes.toml"));
    logs_improvements_and_the_grid(include_str!("../data/heterogeneous.toml"));
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
fn convergence_of_too_few_logged_generations_is_not_drawn() {
    let text = "name = \"x\"\nseed = 1\nrepetitions = 3\n[[instance]]\nrandom = 1\n[base]\npopulation = 20\n\
        genome.length = 10\nstop = { generations = 90 }\n";
    let sentence = "Convergence is not drawn, because the median trial has fewer than ten logged generations";
    for (interval, is_drawn) in [(Some(45), false), (Some(12), false), (Some(10), true), (None, true)] {
        let folder = crate::common::tempdir().unwrap();
        let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
        fs::write(&sweep, with_interval(text, interval)).unwrap();
        let (code, _, stderr) = evocube(&["run", sweep.to_str().unwrap(), "-q", "--out", out.to_str().unwrap()]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let page = fs::read_to_string(out.join("summary.md")).unwrap();
        let drawn = [page.contains("Best penalty so far, median"), out.join("plots/1-main-curves.svg").exists()];
        assert_eq!(drawn, [is_drawn; 2], "{interval:?}");
        assert_eq!(page.matches(sentence).count(), usize::from(!is_drawn), "{interval:?}");
        assert_eq!(
            evocube(&[
                "plot",
                out.to_str().unwrap(),
                "convergence",
                "--out",
                sweep.with_extension("svg").to_str().unwrap()
            ])
            .0,
            Some(if is_drawn { 0 } else { 2 })
        );
    }
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
