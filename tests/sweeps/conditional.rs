//! Factors that apply to some configurations only: tables, plans, resumed runs, shards, and selections of stages. Also configurations with
//! the same symbols, which count as one. Statistics of such factors are tested in `crates/report/tests`.

use evocube::report::claims::Claim;

use super::*;

/// Crossovers, one of which has a rate that another factor varies.
const EXCLUSIVE: &str = "name = \"exclusive\"\nseed = 3\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\n\
                         stop = { generations = 4 }\n[[factor]]\nkey = \"crossover\"\n\
                         levels = [\"none\", { one-point = { rate = 0.9 } }, { uniform = { rate = 0.9 } }]\n[[factor]]\n\
                         key = \"crossover.one-point.rate\"\nlevels = [0.1, 0.5]\n";

/// A stage that applies only if the stage before selects one-point, and one that does not depend on it.
const STAGES: &str = "name = \"chained\"\nseed = SEED\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\ngenome = { length = 20, evaluate = 'whole' }\nalphabet.expand = 'none'\nobjective.penalty.edge-rule = 'any-sticker'\n\
             selection.tournament.size = 3\nmutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }\nrestart = 'none'\n\
                      stop = { generations = 4 }\n[[stage]]\nname = \"operator\"\n[[stage.factor]]\nkey = \"crossover\"\n\
                      levels = [{ one-point = { rate = 0.9 } }, { uniform = { rate = 0.9 } }]\n[[stage]]\nname = \"rate\"\n\
                      [[stage.factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.1, 0.3, 0.5]\n\
                      when = { key = \"crossover\", is = \"one-point\" }\n[[stage]]\nname = \"elites\"\n[[stage.factor]]\n\
                      key = \"elitism\"\nlevels = [0, 1]\n";

/// Runs a sweep with the program and returns its output.
#[track_caller]
fn done(arguments: &[&str]) -> String {
    let (code, stdout, wrong) = evocube(arguments);
    assert_eq!((code, wrong.as_str()), (Some(0), ""), "{arguments:?}\n{stdout}");
    stdout
}

/// Returns the distinct rows of some columns of `trials.csv`.
fn columns(folder: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join(file::TRIALS)).unwrap();
    let head = reader.headers().unwrap().clone();
    let places: Vec<usize> = names.iter().map(|name| head.iter().position(|other| other == *name).unwrap()).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        let row = places.iter().map(|place| row[*place].to_owned()).collect();
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

#[test]
fn a_factor_that_does_not_apply_has_an_empty_cell_and_no_configuration_of_its_own() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
    fs::write(&sweep, EXCLUSIVE).unwrap();
    let (sweep, shown) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    let stdout = done(&["run", sweep, "--out", shown]);
    assert_eq!(
        columns(&out, &["point", "crossover", "crossover.one-point.rate"]),
        [
            ["1", "none", ""],
            ["2", "one-point", "0.1"],
            ["3", "one-point", "0.5"],
            ["4", "{ uniform = { rate = 0.9 } }", ""]
        ]
    );
    let cells = |begin: &str| {
        let line = stdout.lines().find(|line| line.trim_start().starts_with(begin)).expect(begin);
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cells("configuration")[1..3], ["crossover", "one-point.rate"], "{stdout}");
    assert_eq!(cells("1")[1..3], ["none", "–"], "{stdout}");
    assert_eq!(cells("2")[1..3], ["one-point", "0.1"], "{stdout}");
    let page = fs::read_to_string(out.join("summary.md")).unwrap();
    assert!(page.contains("4 configurations, selected by") && !page.contains("crossover.one-point.rate = `"), "{page}");
    assert!(done(&["verify", shown]).starts_with("identical: 16 trials"));
    // A folder of an earlier version with more configurations is refused.
    let manifest = fs::read_to_string(out.join(file::MANIFEST)).unwrap();
    fs::write(out.join(file::MANIFEST), manifest.replace("\ntrials = 16\n", "\ntrials = 24\n")).unwrap();
    let sentence = "it has 24 trials, but its sweep 16; put back a copy of the file";
    let (code, _, wrong) = evocube(&["report", shown]);
    assert!(code == Some(2) && wrong.contains(sentence), "{wrong}");
    let plan = done(&["plan", sweep]);
    assert!(plan.contains("crossover (3) × crossover.one-point.rate (2 where crossover = \"one-point\")"), "{plan}");
}

#[test]
fn configurations_with_the_same_symbols_are_counted_once_with_all_their_trials() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
    let text = "name = \"macros\"\nseed = 3\nrepetitions = 5\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\n\
                stop = { generations = 4 }\n[[factor]]\nkey = \"alphabet.macros\"\nlevels = [\"none\", \"herdy-patone\"]\n\
                [[factor]]\nkey = \"alphabet.expand\"\nlevels = [\"none\", \"rotations\", \"symmetries\"]\n";
    fs::write(&sweep, text).unwrap();
    let (sweep_path, shown) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    let note =
        "with alphabet.macros = none, alphabet.expand changes nothing: 3 of the 6 configurations of stage main are one";
    let once = "when = { key = \"alphabet.macros\", is = \"herdy-patone\" }";
    for arguments in [&["plan", sweep_path][..], &["run", sweep_path, "--out", shown]] {
        let (code, stdout, notes) = evocube(arguments);
        assert_eq!(code, Some(0), "{notes}");
        assert!(notes.contains(note) && notes.contains(once), "{notes}\n{stdout}");
    }
    // All rows stay; the tests compare four configurations, the first of them with the trials of three.
    assert_eq!(columns(&out, &["point", "alphabet.expand"]).len(), 6);
    let mut comparisons = csv::Reader::from_path(out.join("comparisons.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = comparisons.records().map(Result::unwrap).collect();
    let numbers = |row: &csv::StringRecord| (row[1].to_owned(), row[2].to_owned());
    let compared: BTreeSet<String> = rows.iter().map(numbers).flat_map(|(one, other)| [one, other]).collect();
    assert_eq!(compared, ["1", "4", "5", "6"].map(str::to_owned).into());
    let with_first = rows.iter().filter(|row| &row[1] == "1" || &row[2] == "1");
    assert!(with_first.clone().count() > 0 && with_first.clone().all(|row| &row[10] == "40"), "{rows:?}");
    let claims = store::read(&out).map(|results| report::statistics(&results).claims).unwrap();
    let same = claims.iter().flatten().find_map(|stated| match &stated.claim {
        Claim::Same(same) => Some((same, &stated.words)),
        _ => None,
    });
    let (same, words) = same.expect("the claim that configurations are the same");
    assert_eq!((&same.configurations[..], same.distinct), (&[vec![1, 2, 3]][..], 4));
    assert!(words.ends_with("changes nothing: 3 are one configuration, counted once with all trials."), "{words}");
    // Written once, the factor has the same configurations.
    fs::write(&sweep, format!("{text}{once}\n")).unwrap();
    let (_, plan, notes) = evocube(&["plan", sweep_path]);
    assert!(plan.contains("           4") && !notes.contains("changes nothing"), "{plan}{notes}");
}

/// Returns a seed with which the stage `operator` selects this point.
fn seed_for(point: u64) -> String {
    for seed in 1.. {
        let text = STAGES.replace("SEED", &seed.to_string());
        let folder = crate::common::tempdir().unwrap();
        run(&text, folder.path(), Opening::New);
        if store::read(folder.path()).unwrap().sweep.stages[0].selected == Some(point) {
            return text;
        }
    }
    unreachable!("seeds do not end")
}

#[test]
fn a_stage_that_does_not_apply_runs_the_selected_configuration() {
    for (point, trials, rates) in [(1, 28, vec!["0.1", "0.3", "0.5"]), (2, 20, vec![""])] {
        let text = seed_for(point);
        let folder = crate::common::tempdir().unwrap();
        let whole = folder.path().join("whole");
        fs::write(folder.path().join("sweep.toml"), &text).unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let stdout = done(&["run", &path("sweep.toml"), "--out", &path("whole"), "--threads", "1"]);
        assert!(stdout.contains(&format!("\n{trials} trials in ")), "{stdout}");
        assert_eq!(stdout.contains("1 ←            –"), point == 2, "{stdout}");
        let stage_rates: Vec<String> = columns(&whole, &["stage", "crossover.one-point.rate"])
            .into_iter()
            .filter(|row| row[0] == "rate")
            .map(|row| row[1].clone())
            .collect();
        assert_eq!(stage_rates, rates);
        let manifest = fs::read_to_string(whole.join(file::MANIFEST)).unwrap();
        assert!(manifest.contains(&format!("\ntrials = {trials}\n")), "{manifest}");
        let results = store::read(&whole).unwrap();
        assert_eq!((results.planned_trials, results.planned_is_bound), (trials, false));
        // The stage fixes the selected configuration, which is part of the final one.
        let base = results.sweep.leader.unwrap().toml;
        assert_eq!(base.contains("[base.crossover.uniform]"), point == 2, "{base}");
        let page = fs::read_to_string(whole.join("summary.md")).unwrap();
        let nothing = "Varies nothing: no factor of the stage applies to the configuration that was selected before.";
        assert_eq!(page.contains(nothing), point == 2, "{page}");
        assert!(done(&["verify", &path("whole")]).starts_with(&format!("identical: {trials} trials")));
        assert!(done(&["run", &path("sweep.toml"), "--out", &path("whole")]).contains("All trials were complete"));

        // A run that is killed at any trial is resumed to the same bytes.
        let expected = bytes(&whole);
        for kept in [0, 3, 9, usize::try_from(trials).unwrap() - 1] {
            let cut = folder.path().join(format!("cut-{kept}"));
            copy_unfinished(&whole, &cut, kept);
            let shown = cut.to_str().unwrap();
            let (code, _, stderr) = evocube(&["run", &path("sweep.toml"), "--out", shown, "-q"]);
            assert_eq!(code, Some(2), "{stderr}");
            assert!(stderr.contains(&format!("holds {kept} of at most 28 trials of this sweep")), "{stderr}");
            done(&["run", &path("sweep.toml"), "--out", shown, "-q", "--resume"]);
            assert_same(&bytes(&cut), &expected, &format!("after {kept} trials"));
        }

        // Shards that import the selection merge to the same bytes.
        let shard = |number: u32| {
            let out = path(&format!("shard-{number}"));
            let shard = format!("{number}/3");
            let words = ["run", &path("sweep.toml"), "--shard", &shard, "--out", &out, "--resume", "--selected"];
            (done(&[&words[..], &[&path("merged")]].concat()), out)
        };
        for _ in 0..3 {
            let parts: Vec<String> = (1..=3).map(|number| shard(number).1).collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            done(&[&["merge"], &parts[..], &["--out", &path("merged")]].concat());
        }
        assert_same(&bytes(&folder.path().join("merged")), &expected, "of shards");
        let stderr = shard(1).0;
        assert!(stderr.contains(&format!("Shard 1/3: {} trials in", trials.div_ceil(3))), "{stderr}");
    }
}

/// Copies the first trials of a finished folder, as a killed run leaves them.
fn copy_unfinished(source: &Path, copy: &Path, trials: usize) {
    fs::create_dir(copy).unwrap();
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS, file::TIMING, file::BASELINES] {
        let text = fs::read_to_string(source.join(name)).unwrap();
        let is_kept =
            |line: &&str| line.split(',').next().and_then(|id| id.parse::<usize>().ok()).is_none_or(|id| id <= trials);
        fs::write(copy.join(name), text.split_inclusive('\n').filter(is_kept).collect::<String>()).unwrap();
    }
    // The manifest is that of a new run: without selections, and with the digest of the baselines only.
    let text = fs::read_to_string(source.join(file::MANIFEST)).unwrap();
    let mut manifest: toml::Table = text.parse().unwrap();
    manifest.insert("complete".to_owned(), toml::Value::Boolean(false));
    manifest.insert("trials".to_owned(), toml::Value::Integer(28));
    manifest.remove("selected");
    if let Some(toml::Value::Table(digests)) = manifest.get_mut("digests") {
        digests.retain(|name, _| name == file::BASELINES);
    }
    fs::write(copy.join(file::MANIFEST), toml::to_string(&manifest).unwrap()).unwrap();
}

#[test]
fn a_plan_marks_stages_whose_trials_depend_on_a_selection() {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("sweep.toml");
    fs::write(&path, STAGES.replace("SEED", "1")).unwrap();
    let plan = done(&["plan", path.to_str().unwrap()]);
    let sentence = "The active factors of stage rate depend on the configuration selected before: it has at most the configurations shown.";
    assert!(
        plan.replace('\n', " ").contains(sentence) && plan.contains("Resources: at most 28 trials, at most "),
        "{plan}"
    );
    fs::write(&path, EXCLUSIVE).unwrap();
    let plan = done(&["plan", path.to_str().unwrap()]);
    assert!(
        !plan.contains("depend on the configuration selected before") && plan.contains("Resources: 16 trials,"),
        "{plan}"
    );
}
