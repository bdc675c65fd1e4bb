//! Bad sweeps and options: the exact sentence, also as JSON, exit code 2, and nothing written. Also notes on parts without effect. Most
//! cases are in `tests/data/bad_sweeps.txt`; files that cannot be read as a sweep are tested in `unusual_files`, refused results folders in
//! `bad_folders`. `refused`, `names` and `GOOD` serve other tests, too.

use std::path::Path;
use std::{env, fs};

use crate::common::{evocube_in as evocube, sweep_folder as with};

/// Returns whether the test writes the messages in place of comparing them, so that their changes are a diff.
fn updates() -> bool {
    env::var_os("EVOCUBE_UPDATE").is_some()
}

/// Checks that a command is refused with this message, and writes nothing.
#[track_caller]
pub(super) fn refused(folder: &Path, arguments: &[&str], sentence: &str) {
    let before = names(folder);
    assert_eq!(evocube(folder, arguments), (Some(2), String::new(), format!("error: {sentence}\n")));
    assert_eq!(names(folder), before, "nothing is written");
}

/// Returns the paths of all files and folders in a folder.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        names.push(path.display().to_string());
        if path.is_dir() {
            names.extend(self::names(&path));
        }
    }
    names.sort();
    names
}

pub(super) const GOOD: &str =
    "name = \"x\"\nseed = 1\n[[instance]]\nscramble = \"R U\"\n[base]\npopulation = 10\nstop = { generations = 3 }\n";

#[test]
fn every_bad_sweep_is_refused_with_its_sentence() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bad.txt"), "3\nFront\nG G G\nG G G\nG G G\nLeft\nO O X\n").unwrap();
    let corpus = include_str!("../data/bad_sweeps.txt");
    let mut cases = corpus.split("\n#### ");
    let mut written = cases.next().expect("a beginning").to_owned();
    let mut count = 0;
    for case in cases {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (sweep, sentence) = rest.split_once("----\n").unwrap_or_else(|| panic!("{title}: no sentence"));
        fs::write(folder.join("sweep.toml"), sweep).unwrap();
        let before = names(folder);
        // All commands read a sweep by the same function, so each sweep is given to one of them.
        let commands = [&["run", "sweep.toml", "--out", "out"][..], &["run", "sweep.toml"], &["plan", "sweep.toml"]];
        let (code, out, stderr) = evocube(folder, commands[count % commands.len()]);
        let stderr = stderr.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let message = stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{title}: {stderr}"));
        if !updates() {
            assert_eq!(message, sentence.trim_end(), "{title}; EVOCUBE_UPDATE=1 rewrites tests/data/bad_sweeps.txt");
        }
        assert_eq!((code, out.as_str()), (Some(2), ""), "{title}");
        assert_eq!(names(folder), before, "{title}: nothing is written");
        written += &format!("\n#### {title}\n{sweep}----\n{message}");
        count += 1;
    }
    assert!(count > 80, "{count} cases were read");
    if updates() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bad_sweeps.txt"), written + "\n").unwrap();
    }
}

#[test]
fn every_command_refuses_a_stop_that_the_algorithm_does_not_honor() {
    let strategy = GOOD.replace("population = 10\n", "").replace("generations", "stagnation")
        + "[base.algorithm.evolution-strategy]\n";
    let folder = with(&strategy);
    let sentence = "sweep.toml:6:23: the evolution strategy does not stop by stagnation: an attempt ends after its max-generations; limit \
        generations or evaluations\n  |\n6 | stop = { stagnation = 3 }\n  |                       ^";
    let commands: [&[&str]; 6] = [
        &["run", "sweep.toml"],
        &["plan", "sweep.toml"],
        &["race", "sweep.toml", "--budget", "100"],
        &["trial", "sweep.toml", "--seed", "1"],
        &["landscape", "sweep.toml"],
        &["solve", "R U", "--solver", "evolution", "--config", "sweep.toml"],
    ];
    for arguments in commands {
        refused(folder.path(), arguments, sentence);
    }
    // Overrides are checked in the same way.
    let folder = with(GOOD);
    let sets = |settings: &[&str], sentence: &str| {
        let arguments = [&["trial", "sweep.toml", "--seed", "1"], settings].concat();
        refused(folder.path(), &arguments, sentence);
    };
    sets(
        &["--set", "algorithm=layers", "--set", "stop.generations=9"],
        "--set stop.generations=9: stop.generations has no effect on the solver layers, which ends when it has solved the state: vary it where only \
         the evolution runs",
    );
    // An override with a solver ignores the stop criterion of the evolution.
    assert_eq!(evocube(folder.path(), &["trial", "sweep.toml", "--seed", "1", "--set", "algorithm=layers"]).1, "0\n");
}

#[test]
fn solving_by_evolution_refuses_a_config_that_stops_elsewhere() {
    for (target, column) in [("7", 36), ("\"none\"", 36)] {
        let folder = with(&GOOD.replace("generations = 3", &format!("generations = 3, target = {target}")));
        let line = format!("stop = {{ generations = 3, target = {target} }}");
        let mark = " ".repeat(column - 1) + &"^".repeat(target.len());
        for command in ["solve", "stats"] {
            let what = if command == "solve" { &["R U"][..] } else { &["--count", "2"] };
            let arguments = [&[command], what, &["--solver", "evolution", "--config", "sweep.toml"]].concat();
            let sentence = format!(
                "sweep.toml:7:{column}: a solver has to reach a penalty of 0: write target = 0\n  |\n7 | {line}\n  | {mark}"
            );
            refused(folder.path(), &arguments, &sentence);
        }
    }
    let folder = with(&GOOD.replace("population = 10\nstop = { generations = 3 }", "algorithm = \"layers\""));
    refused(
        folder.path(),
        &["solve", "R U", "--solver", "evolution", "--config", "sweep.toml"],
        "sweep.toml:6:13: expected a configuration of evolution, found the solver layers: write --solver layers\n  |\n6 | algorithm = \
         \"layers\"\n  |             ^^^^^^^^",
    );
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once() {
    let folder = with(
        "name = \"x\"\nseed = 1\nrepetitons = 3\nbaselines = [\"layer\"]\ngoal = \"superflop\"\n[[instance]]\nscramble = \"R U Q\"\n\
         [base]\npopulation = \"many\"\nbase.elitism = 3\ncrossover = \"onepoint\"\nselection.turnament.size = 0\nmutation.uniform = { gene_rate = 0.1 }\n\
         [[factors]]\nkey = \"base.genome.length\"\nlevels = [10, 0, 20, 5000]\n",
    );
    let (code, out, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let places: Vec<&str> = stderr.lines().filter_map(|line| line.strip_prefix("error: sweep.toml:")).collect();
    let expected = [
        "3:1: unknown key \"repetitons\"",
        "4:14: \"layer\" is not a solver: expected one of layers, kociemba, korf, macros, pocket, thistlethwaite; did you mean \"layers\"?",
        "5:8: \"superflop\" is not a pattern: did you mean \"superflip\"?",
        "7:17: found \"Q\", expected a face U R F D L B, a wide turn like Rw or r, a middle layer M E S, a rotation x y z, a group ( … ) or a bracket [ … ]",
        "9:14: population must be a whole number, not \"many\"",
        "10:1: unknown key \"base\"",
        "11:13: \"onepoint\" is not a value of crossover",
        "12:11: \"turnament\" is not a value of selection",
        "12:28: tournament size 0 is out of range: 1 to 1000",
        "13:22: unknown key \"gene_rate\"",
        "14:3: unknown key \"factors\"",
        "15:7: \"base.genome.length\" is written without base",
        "16:15: genome length 0 is out of range: 1 to 1000",
        "16:22: genome length 5000 is out of range: 1 to 1000",
    ];
    assert_eq!(places, expected, "{stderr}");
    let helps: Vec<&str> =
        stderr.lines().filter_map(|line| line.split_once("= help: ")).map(|(_, help)| help).collect();
    let expected = [
        "did you mean repetitions?",
        "write it as in population = 100",
        "keys inside [base] are written without base, as in population = 100",
        "did you mean \"one-point\"?",
        "did you mean \"tournament\"?",
        "did you mean gene-rate?",
        "did you mean [[factor]]?",
        "write key = \"genome.length\"",
    ];
    assert_eq!(helps, expected, "{stderr}");
}

#[test]
fn errors_are_json_with_the_option_json() {
    let folder =
        with("name = \"x\"\nseed = 1\n[[instance]]\nscramble = \"R U\"\n[base]\npopulaton = 3\nelitism = -1\n");
    let commands: [&[&str]; 6] = [
        &["run", "sweep.toml"],
        &["plan", "sweep.toml"],
        &["race", "sweep.toml", "--budget", "100"],
        &["trial", "sweep.toml", "--seed", "1"],
        &["alphabet", "sweep.toml"],
        &["landscape", "sweep.toml"],
    ];
    for arguments in commands {
        let (code, out, stderr) = evocube(folder.path(), &[arguments, &["--json"]].concat());
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(stderr.starts_with("error: sweep.toml:6:1: unknown key \"populaton\"\n"), "{stderr}");
        let document: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
        let expected = serde_json::json!({ "errors": [
            { "message": "unknown key \"populaton\"", "file": "sweep.toml", "line": 6, "column": 1, "help": "did you mean population?" },
            { "message": "elitism -1 is out of range: 0 to 1000000", "file": "sweep.toml", "line": 7, "column": 11, "help": null },
        ]});
        assert_eq!(document, expected, "{arguments:?}");
        assert_eq!(evocube(folder.path(), arguments).1, "", "without --json nothing is on standard output");
    }
    for arguments in [&["verify", "nowhere", "--json"][..], &["solve", "R Q", "--json"], &["plan", "--json"]] {
        let (code, out, stderr) = evocube(folder.path(), arguments);
        let document: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
        let message = document["errors"][0]["message"].as_str().unwrap();
        assert!(code == Some(2) && stderr.starts_with(&format!("error: {message}")), "{stderr}: {out}");
        assert!(document["errors"][0]["file"].is_null());
    }
}

#[test]
fn parts_of_a_sweep_without_effect_are_noted() {
    let notes = |base: &str, factor: &str| -> Vec<String> {
        let folder = with(&format!(
            "name = \"x\"\nseed = 1\n[[instance]]\nscramble = \"R U\"\n[base]\nstop = {{ generations = 2 }}\n{base}\n[[factor]]\n{factor}\n"
        ));
        let printed = |arguments: &[&str]| {
            let (code, _, stderr) = evocube(folder.path(), arguments);
            assert_eq!(code, Some(0), "{stderr}");
            stderr
        };
        let stderr = printed(&["plan", "sweep.toml"]);
        assert_eq!(stderr, printed(&["run", "sweep.toml"]), "run notes what plan notes");
        stderr.lines().filter_map(|line| line.strip_prefix("note: ")).map(str::to_owned).collect()
    };
    let (sizes, small) = ("key = \"selection.tournament.size\"\nlevels = [2, 3]", "population = 10");
    let no_effect = "sweep.toml:8:13: selection \"roulette\" has no effect: factor \"selection.tournament.size\" selects \"tournament\" in every trial";
    assert_eq!(notes(&format!("{small}\nselection = \"roulette\""), sizes), [no_effect]);
    assert_eq!(notes(&format!("{small}\nselection = \"tournament\""), sizes), [""; 0]);
    assert_eq!(notes(&format!("{small}\nselection.tournament.replacement = false"), sizes), [""; 0]);
    let both = "key = \"selection\"\nlevels = [\"roulette\", \"tournament\"]\n[[factor]]\nkey = \"selection.tournament.size\"\nlevels = [2, 3]";
    assert_eq!(notes(&format!("{small}\nselection = \"roulette\""), both), [""; 0]);

    let larger = "sweep.toml:10:14: tournament size 11 is larger than the population of 10: a tournament draws some individuals twice";
    assert_eq!(
        notes(small, "key = \"selection.tournament.size\"\nlevels = [10, 11]"),
        [larger.replace("10:14", "10:15")]
    );
    assert_eq!(notes(small, "key = \"selection.tournament.size\"\nlevels = [9, 10]"), [""; 0]);
    let crowding = "replacement = \"deterministic-crowding\"\nselection.tournament.size = 11";
    assert_eq!(notes(&format!("{small}\n{crowding}"), "key = \"elitism\"\nlevels = [0, 1]"), [""; 0]);

    let note = "sweep.toml:10:10: factor \"elitism\" has one level and varies nothing";
    assert_eq!(notes(small, "key = \"elitism\"\nlevels = [2]"), [note]);
    assert_eq!(notes(small, "key = \"elitism\"\nlevels = [2, 3]"), [""; 0]);
}

#[test]
fn an_instance_that_is_solved_at_the_start_is_noted() {
    let notes = |goal: &str, instance: &str| {
        let folder = with(&format!(
            "name = \"x\"\nseed = 1\n{goal}[[instance]]\nname = \"a\"\nscramble = \"{instance}\"\n[base]\nstop.generations = 2\n"
        ));
        evocube(folder.path(), &["plan", "sweep.toml"]).2
    };
    let note = "instance a is solved at the start: its trials end with no moves";
    // At its entry.
    assert!(notes("", "R R' x").contains(&format!("sweep.toml:3:1: {note}")), "{}", notes("", "R R' x"));
    assert!(notes("goal = \"R U\"\n", "R U").contains(&format!("sweep.toml:4:1: {note}")));
    assert!(!notes("", "R U").contains(note) && !notes("goal = \"R U\"\n", "R R'").contains(note));
}

#[test]
fn a_number_of_points_that_overflows_is_refused() {
    let keys = [
        "population",
        "genome.length",
        "selection.tournament.size",
        "stop.generations",
        "stop.evaluations",
        "restart.every",
        "restart.stagnation",
        "mutation.uniform.gene-rate",
    ];
    let factor = |key: &str| {
        let levels: Vec<String> =
            (2..1000).map(|n| if key.ends_with("rate") { format!("0.{n:03}") } else { n.to_string() }).collect();
        format!("[[factor]]\nkey = \"{key}\"\nlevels = [{}]\n", levels.join(", "))
    };
    let folder = with(&format!("{GOOD}{}", keys.map(factor).concat()));
    let (code, out, stderr) = evocube(folder.path(), &["run", "sweep.toml"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        stderr
            .starts_with("error: sweep.toml:31:10: the sweep has far too many trials: at most 1,000,000 are allowed\n"),
        "{stderr}"
    );
}

#[test]
fn a_sweep_has_at_most_200_stages() {
    let stage =
        |number: usize| format!("[[stage]]\nname = 's{number}'\n[[stage.factor]]\nkey = 'elitism'\nlevels = [1, 2]\n");
    let folder = with(&(GOOD.to_owned() + &(0..201).map(stage).collect::<String>()));
    let (code, _, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
    let sentence = "error: sweep.toml:8:1: the sweep has 201 stages, more than the 200 allowed\n";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
}

#[test]
fn zero_threads_are_refused() {
    let folder = with(GOOD);
    let (code, out, stderr) = evocube(folder.path(), &["run", "sweep.toml", "--threads", "0"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(stderr.starts_with("error: invalid value '0' for '--threads <N>'"), "{stderr}");
    let (code, _, stderr) = evocube(folder.path(), &["run", "sweep.toml", "--threads", "1000000"]);
    let sentence = "error: invalid value '1000000' for '--threads <N>': expected a number from 1 to 4096\n";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
}

#[test]
fn no_flag_that_deletes_is_suggested_for_a_misspelled_one() {
    let folder = with(GOOD);
    for arguments in [
        &["run", "sweep.toml", "--fres"][..],
        &["run", "--fersh", "sweep.toml"],
        &["race", "sweep.toml", "--budget", "100", "--fresch"],
        &["--fres", "run", "sweep.toml"],
        &["tables", "claer"],
    ] {
        let (code, out, stderr) = evocube(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{stderr}");
        assert!(!stderr.contains("--fresh") && !stderr.contains("'clear'"), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: unexpected argument '--f") || arguments[0] == "tables", "{stderr}");
    }
    let (_, _, stderr) = evocube(folder.path(), &["run", "sweep.toml", "--resum"]);
    assert!(stderr.contains("tip: a similar argument exists: '--resume'"), "{stderr}");
    let (_, _, stderr) = evocube(folder.path(), &["tables", "verfy"]);
    assert!(stderr.contains("'verify'"), "{stderr}");
}
