//! Rows at numbers of evaluations, snapshots and halls of fame, from file to folder.

use super::*;
use evocube::experiment::record::is_on_grid;

const LOGGED: &str = include_str!("../data/logged.toml");

/// Number of trials of the sweep.
const TRIALS: usize = 12;

/// The fields of each row of a table, by its columns.
fn rows(folder: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    // No name of this sweep has a comma.
    let row =
        |line: &str| header.iter().map(|&column| column.to_owned()).zip(line.split(',').map(str::to_owned)).collect();
    lines.map(row).collect()
}

#[test]
fn the_logged_sweep_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("logged", include_str!("../data/logged.digests"), TRIALS);
}

#[test]
fn the_first_generation_after_each_number_of_evaluations_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    run(LOGGED, folder.path(), Opening::New);
    let every = tempfile::tempdir().unwrap();
    run(&LOGGED.replace("log-every = 20\n", "log-every = 1\n"), every.path(), Opening::New);
    let [logged, all] = [&folder, &every].map(|folder| store::read(folder.path()).unwrap().convergence);
    let mut beside = 0;
    for (place, row) in all.iter().enumerate() {
        let before = if row.generation == 0 { 0 } else { all[place - 1].evaluations };
        let is_last = all.get(place + 1).is_none_or(|next| next.trial != row.trial);
        let is_reached = [1, 500, 1000, 2000].iter().any(|&at| before < at && at <= row.evaluations);
        let is_logged = row.generation.is_multiple_of(20) || is_last || is_reached;
        assert_eq!(logged.contains(row), is_logged, "{row:?}");
        beside += usize::from(is_reached && !row.generation.is_multiple_of(20));
    }
    assert!(beside > 10, "{beside}");
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
        let folder = tempfile::tempdir().unwrap();
        let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
        fs::write(&sweep, with_interval(text, interval)).unwrap();
        let (code, _, said) = evocube(&["run", sweep.to_str().unwrap(), "-q", "--out", out.to_str().unwrap()]);
        assert_eq!((code, said.as_str()), (Some(0), ""));
        let page = fs::read_to_string(out.join("summary.md")).unwrap();
        let drawn = [page.contains("median best by generation"), out.join("plots/1-main-curves.svg").exists()];
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
        let folder = tempfile::tempdir().unwrap();
        let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
        fs::write(&sweep, with_interval(text, interval)).unwrap();
        assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "-q", "--out", out.to_str().unwrap()]).0, Some(0));
        let table = fs::read_to_string(out.join("plots/1-main-diversity.csv")).unwrap();
        table.lines().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let (drawn, every_generation) = (lines(None), lines(Some(1)));
    assert!(drawn.len() > 20 && drawn.is_subset(&every_generation), "{drawn:?}\n{every_generation:?}");
}

#[test]
fn snapshots_and_halls_of_fame_are_those_of_the_trials() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(LOGGED, folder, Opening::New);
    let results = store::read(folder).unwrap();
    let (snapshots, hall) = (rows(folder, file::SNAPSHOTS), rows(folder, file::HALL_OF_FAME));
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<u64>().unwrap();
    for row in &results.trials {
        let of = |rows: &[BTreeMap<String, String>]| -> Vec<BTreeMap<String, String>> {
            rows.iter().filter(|other| number(other, "trial") == row.trial).cloned().collect()
        };
        let (snapshots, hall) = (of(&snapshots), of(&hall));
        if row.levels[0] == "layers" {
            assert!(snapshots.is_empty() && hall.is_empty(), "a solver has no individuals");
            continue;
        }
        let outcome = row.outcome.as_ref().unwrap();
        let last = outcome.evolution.unwrap().generations;
        let mut generations: Vec<u64> = (0..=last).filter(|generation| generation % 25 == 0).collect();
        generations.extend((last % 25 > 0).then_some(last));
        let found: BTreeSet<u64> = snapshots.iter().map(|each| number(each, "generation")).collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), generations, "{row:?}");
        for convergence in results.convergence.iter().filter(|other| other.trial == row.trial) {
            let of_it = || snapshots.iter().filter(|each| number(each, "generation") == convergence.generation);
            if of_it().next().is_none() {
                continue;
            }
            let penalties = || of_it().map(|each| number(each, "penalty"));
            assert_eq!(penalties().min(), Some(convergence.best));
            assert_eq!(penalties().max(), Some(convergence.worst));
            let genomes: BTreeSet<_> = of_it().map(|each| each["genome"].clone()).collect();
            assert_eq!(genomes.len() as u64, convergence.distinct);
            assert!(genomes.iter().all(|genome| genome.split(';').count() == 14));
        }
        let islands: BTreeSet<u64> = snapshots.iter().map(|each| number(each, "island")).collect();
        assert_eq!(islands.len(), row.levels[1].parse().unwrap_or(1));

        assert_eq!(hall.len(), 7, "{row:?}");
        assert_eq!(number(&hall[0], "penalty"), outcome.best);
        assert!(hall.is_sorted_by_key(|each| number(each, "penalty")));
        let genomes: BTreeSet<_> = hall.iter().map(|each| &each["genome"]).collect();
        assert_eq!(genomes.len(), 7, "they are different");
        let state = &results.sweep.instances.iter().find(|instance| instance.name == row.instance).unwrap().state;
        let start: evocube::Cube3 = read_as(state, Some(Format::Facelets), Dialect::Wca).unwrap();
        for (famous, place) in hall.iter().zip(1..) {
            assert_eq!(number(famous, "place"), place);
            let moves = read_moves(&famous["moves"], Dialect::Wca).unwrap();
            assert_eq!(number(famous, "htm"), moves.len() as u64);
            assert_eq!(number(famous, "penalty") == 0, start.apply_all(&moves).is_solved());
            // An individual of the hall is in the snapshot of its generation, if there is one.
            let at = snapshots.iter().filter(|each| each["generation"] == famous["generation"]);
            let mut at = at.peekable();
            let is_there = |each: &BTreeMap<String, String>| {
                each["penalty"] == famous["penalty"] && each["genome"].starts_with(&famous["genome"])
            };
            assert!(at.peek().is_none() || at.any(is_there));
        }
    }
}

#[test]
fn snapshots_that_are_cut_at_any_place_are_completed_and_changes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(LOGGED, folder, Opening::New);
    let whole = bytes(folder);
    let manifest = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let unfinished = manifest.replace("complete = true", "complete = false");
    for name in [file::SNAPSHOTS, file::HALL_OF_FAME] {
        let length = whole[name].len();
        for cut in [0, 1, length / 3, length / 2, length - 1] {
            fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
            fs::write(folder.join(name), &whole[name][..cut]).unwrap();
            run(LOGGED, folder, Opening::Resume);
            assert_same(&bytes(folder), &whole, &format!("after {name} was cut to {cut} bytes"));
        }
        let text = String::from_utf8(whole[name].clone()).unwrap();
        let row = text.lines().nth(3).unwrap();
        fs::write(folder.join(name), text.replacen(row, &format!("{row}x"), 1)).unwrap();
        let (code, said, _) = evocube(&["verify", folder.to_str().unwrap()]);
        assert!(code == Some(1) && said.contains(&format!("not identical: trial 1 in {name}\n")), "{said}");
        fs::write(folder.join(name), &whole[name]).unwrap();
    }
}
