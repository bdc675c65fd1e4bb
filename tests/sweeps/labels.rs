//! Levels with labels: seeds and rows that do not depend on the labels, and the commands that know factors.

use super::*;

/// A sweep of three levels with labels, and of a factor that applies to one of them.
const LABELED: &str = "name = 'labeled'\nseed = 5\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\n\
                       stop = { generations = 4 }\n[[factor]]\nname = 'variant'\nlevels = [{ label = 'plain', set = {} }, \
                       { label = 'paper', set = { 'crossover.one-point.rate' = 0.3, 'alphabet.expand' = 'none' } }, \
                       { label = 'large', set = { 'population' = 20 } }]\n[[factor]]\nkey = 'elitism'\nlevels = [1, 2]\n\
                       when = { key = 'variant', is = 'paper' }\n";

/// The same configurations by factors of keys and conditions.
const UNLABELED: &str = "name = 'labeled'\nseed = 5\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 12\n\
                         stop = { generations = 4 }\n[[factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.3]\n\
                         [[factor]]\nkey = 'alphabet.expand'\nlevels = ['none']\n[[factor]]\nkey = 'elitism'\nlevels = [1, 2]\n";

fn parse(text: &str) -> Sweep {
    Sweep::parse(text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the seeds of all trials.
fn seeds(text: &str) -> Vec<u64> {
    let sweep = parse(text);
    let plan = Plan::new(&sweep);
    (0..sweep.stages.len()).flat_map(|stage| plan.stage(stage).to_vec()).map(|trial| trial.seed).collect()
}

/// Returns the tables of results, without the columns of levels.
fn outcomes(folder: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join(file::TRIALS)).unwrap();
    let head = reader.headers().unwrap().clone();
    let first = head.iter().position(|column| column == "instance").unwrap();
    reader.records().map(|row| row.unwrap().iter().skip(first).map(str::to_owned).collect()).collect()
}

#[test]
fn seeds_depend_on_what_is_set_and_not_on_labels() {
    let relabeled =
        LABELED.replace("label = 'paper'", "label = 'as published'").replace("is = 'paper'", "is = 'as published'");
    assert_eq!(seeds(LABELED), seeds(&relabeled));
    assert_eq!(seeds(LABELED), seeds(&LABELED.replace("= 0.3,", "= 0.30,")));
    assert_eq!(
        seeds(LABELED),
        seeds(&LABELED.replace("name = 'variant'", "name = 'setting'").replace("key = 'variant'", "key = 'setting'"))
    );
    // The level paper has the seeds of the same values as factors of keys.
    let count = 2 * 2;
    assert_eq!(seeds(LABELED)[count..3 * count], seeds(UNLABELED));
    assert_ne!(seeds(LABELED), seeds(&LABELED.replace("= 0.3,", "= 0.4,")));
}

#[test]
fn a_label_is_the_cell_and_its_set_the_configuration() {
    let [labeled, unlabeled] = [LABELED, UNLABELED].map(|text| {
        let folder = common::tempdir().unwrap();
        run(text, folder.path(), Opening::New);
        folder
    });
    let rows = outcomes(labeled.path());
    assert_eq!(rows[4..12], outcomes(unlabeled.path()));
    let sweep = parse(LABELED);
    let cells = |point| sweep.stages[0].texts_of(point).into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>();
    let expected = [["plain", ""], ["paper", "1"], ["paper", "2"], ["large", ""]];
    assert_eq!((0..4).map(cells).collect::<Vec<_>>(), expected.map(Vec::from));
    let paper = sweep.point(0, &[], 1).unwrap();
    assert_eq!(paper.to_table()["alphabet"]["expand"].as_str(), Some("none"));
    assert_eq!(sweep.point(0, &[], 0).unwrap(), sweep.base);
    // The manifest gives the same sweep.
    let again = parse(&toml::to_string(&sweep.to_table()).unwrap());
    assert_eq!(again.to_table(), sweep.to_table());
    let results = store::read(labeled.path()).unwrap();
    let factor = &results.sweep.stages[0].factors[0];
    assert_eq!(
        (factor.key.as_str(), factor.keys.as_slice()),
        ("variant", &["alphabet.expand", "crossover.one-point.rate", "population"].map(str::to_owned)[..])
    );
    assert_eq!(factor.levels, ["plain", "paper", "large"]);
}

#[test]
fn a_relabeled_folder_keeps_its_trials() {
    let folder = common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
    let (sweep_text, out_text) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    fs::write(&sweep, LABELED).unwrap();
    assert_eq!(evocube(&["run", sweep_text, "--out", out_text, "-q"]).0, Some(0));
    let before = outcomes(&out);
    let relabeled =
        LABELED.replace("label = 'paper'", "label = 'as published'").replace("is = 'paper'", "is = 'as published'");
    fs::write(&sweep, &relabeled).unwrap();
    let (code, _, stderr) = evocube(&["run", sweep_text, "--out", out_text, "-q"]);
    assert_eq!(code, Some(2), "{stderr}");
    let (code, stdout, stderr) = evocube(&["run", sweep_text, "--out", out_text, "--extend", "--json"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("as published"), "{stdout}");
    assert_eq!(outcomes(&out), before);
    let fresh = common::tempdir().unwrap();
    run(&relabeled, fresh.path(), Opening::New);
    assert_eq!(bytes(&out)[file::TRIALS], bytes(fresh.path())[file::TRIALS]);
    // Another value is another trial.
    fs::write(&sweep, relabeled.replace("= 0.3,", "= 0.4,")).unwrap();
    let (code, _, stderr) = evocube(&["run", sweep_text, "--out", out_text, "--extend", "-q"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("level \"as published\" of factor \"variant\" is there, not here"), "{stderr}");
}

#[test]
fn commands_name_labels() {
    let folder = common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("sweep.toml"), folder.path().join("out"));
    let (sweep_text, out_text) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    let asked = "question = { factor = 'variant', at = { elitism = 1 }, better = 'paper' }\n".to_owned() + LABELED;
    fs::write(&sweep, asked.replace("stop = { generations = 4 }", "stop = { generations = 4 }\nrestart = 'none'"))
        .unwrap();
    let done = |arguments: &[&str]| {
        let (code, stdout, stderr) = evocube(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        stdout
    };
    let plan = done(&["plan", sweep_text]);
    assert!(plan.contains("variant"), "{plan}");
    let stdout = done(&["run", sweep_text, "--out", out_text]);
    assert!(stdout.contains("paper"), "{stdout}");
    let figure = folder.path().join("a.svg");
    let plot = ["plot", out_text, "convergence", "--out", figure.to_str().unwrap()];
    done(&[&plot[..], &["--facet", "variant", "--only", "variant=paper"]].concat());
    done(&[&plot[..], &["--color", "variant", "--label", "paper=Sousa"]].concat());
    assert!(fs::read_to_string(folder.path().join("a.svg")).unwrap().contains("Sousa"));
    assert!(done(&["verify", out_text]).contains("identical"));
    // One trial of a label is one of its values.
    let cost = |settings: &[&str]| {
        let set = settings.iter().flat_map(|setting| ["--set", setting]);
        done(&["trial", sweep_text, "--seed", "3"].into_iter().chain(set).collect::<Vec<_>>())
    };
    let expected = cost(&["crossover.one-point.rate=0.3", "alphabet.expand=none"]);
    assert_eq!(cost(&["variant=paper"]), expected);
    assert_eq!(cost(&["variant=@2"]), expected);
    let (code, _, stderr) = evocube(&["trial", sweep_text, "--seed", "3", "--set", "variant=papr"]);
    assert_eq!(
        (code, stderr.as_str()),
        (
            Some(2),
            "error: --set variant=papr: \"papr\" is no label of variant: its labels are \"plain\", \"paper\", \"large\"\n"
        )
    );
    let tuned = folder.path().join("irace");
    done(&["export", sweep_text, "--to", "irace", "--out", tuned.to_str().unwrap()]);
    let parameters = fs::read_to_string(tuned.join("parameters.txt")).unwrap();
    assert_eq!(parameters.lines().next(), Some("variant \"--set=variant=\" c (\"plain\", \"paper\", \"large\")"));
    let ioh = folder.path().join("ioh");
    done(&["export", out_text, "--to", "ioh", "--out", ioh.to_str().unwrap()]);
    let race = folder.path().join("race");
    let answer = done(&["race", sweep_text, "--budget", "72", "--out", race.to_str().unwrap()]);
    assert!(answer.contains("variant"), "{answer}");
}
