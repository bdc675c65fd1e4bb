//! Sweeps from several sources: overrides on the command line, standard input, included files. They give the bytes of one file with these
//! values, and a folder is continued with the same overrides alone. Mistakes are refused with their place, and overrides without effect
//! are noted.

use std::fs;
use std::path::Path;

use crate::common::{
    done_in as done, evocube_in as evocube, execute, program, result_files, sweep_folder as with, without_time,
};

const SWEEP: &str = "name = \"x\"\nseed = 1\nrepetitions = 2\n[[instance]]\nscramble = \"R U F2\"\n[base]\npopulation = 20\n\
                     crossover.one-point = { rate = 0.5 }\nstop = { generations = 3 }\n[[factor]]\nkey = \"elitism\"\nlevels = [0, 1]\n";

/// Returns the files of a results folder; of the manifest only the resolved sweep, and no digest of the others.
fn results(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = result_files(folder);
    let manifest = String::from_utf8(files.remove("manifest.toml").unwrap()).unwrap();
    let (_, sweep) = manifest.split_once("\n[sweep]\n").expect("the resolved sweep");
    files.insert("sweep".to_owned(), sweep.as_bytes().to_vec());
    let digests = String::from_utf8(files.remove("digests.csv").unwrap()).unwrap();
    let (rows, seal) = digests.rsplit_once("manifest,").expect("a seal of the manifest");
    assert!(rows.ends_with('\n') && seal.ends_with('\n'), "{digests}");
    files.insert("digests".to_owned(), rows.into());
    files
}

fn same(folder: &Path, other: &Path) {
    let (folder, other) = (results(folder), results(other));
    assert_eq!(folder.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    assert!(
        folder.len() > 5 && folder == other,
        "{:?}",
        folder.iter().find(|(name, bytes)| **bytes != other[*name]).unwrap().0
    );
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], sentence: &str) {
    let (code, out, stderr) = evocube(folder, arguments);
    assert_eq!((code, out.as_str(), stderr.as_str()), (Some(2), "", format!("error: {sentence}\n").as_str()));
}

#[test]
fn a_sweep_with_overrides_has_the_bytes_of_a_file_with_these_values() {
    let folder = with(SWEEP);
    let folder = folder.path();
    fs::write(folder.join("cubes.txt"), "R U\n\n// a comment\nF2 D B  // another\n").unwrap();
    let written = SWEEP
        .replace("seed = 1", "seed = 7")
        .replace("repetitions = 2", "repetitions = 3")
        .replace("scramble = \"R U F2\"", "state = \"R U\"\n[[instance]]\nname = \"another\"\nstate = \"F2 D B\"")
        .replace("population = 20", "population = 30\nselection = \"roulette\"")
        .replace("generations = 3", "generations = 4, target = \"none\"")
        .replace("one-point = { rate = 0.5 }", "uniform = { rate = 0.9, swap = 0.25 }");
    fs::write(folder.join("written.toml"), written).unwrap();
    done(folder, &["run", "written.toml", "--out", "written", "-q"]);
    let overrides = [
        "--set",
        "crossover.uniform.swap=0.25",
        "--set",
        "crossover={ uniform = { rate = 0.9 } }",
        "--set",
        "population=30",
        "--set",
        "selection=roulette",
        "--set",
        "stop.target=none",
        "--set",
        "stop.generations=4",
        "--seed",
        "7",
        "--repetitions",
        "3",
        "--instances",
        "cubes.txt",
    ];
    let run = [&["run", "sweep.toml", "--out", "set", "-q"][..], &overrides].concat();
    done(folder, &run);
    same(&folder.join("set"), &folder.join("written"));
    let manifest = fs::read_to_string(folder.join("set/manifest.toml")).unwrap();
    for argument in
        ["--set population=30", "--set selection=roulette", "--seed 7", "--repetitions 3", "--instances cubes.txt"]
    {
        assert!(manifest.contains(&format!("\"{argument}\"")), "{argument}: {manifest}");
    }
    let digest = blake3::hash(SWEEP.as_bytes()).to_hex();
    assert!(manifest.contains(&format!("[sources]\n\"sweep.toml\" = \"{digest}\"\n")), "{manifest}");

    // Other commands need the folder alone, and the plan equals that of the file.
    assert!(done(folder, &["verify", "set"]).contains("identical"));
    done(folder, &["report", "set"]);
    same(&folder.join("set"), &folder.join("written"));
    assert_eq!(
        without_time(&done(folder, &[&["plan", "sweep.toml", "--trials"][..], &overrides].concat())),
        without_time(&done(folder, &["plan", "written.toml", "--trials"]))
    );
    // Shards with the same overrides merge to the same folder, including the manifest.
    let mut merge = vec!["merge".to_owned()];
    for shard in ["1/2", "2/2"] {
        let out = format!("shard-{}", &shard[..1]);
        done(folder, &[&["run", "sweep.toml", "--shard", shard, "--out", &out, "-q"][..], &overrides].concat());
        merge.push(out);
    }
    merge.extend(["--out", "merged"].map(str::to_owned));
    done(folder, &merge.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(result_files(&folder.join("merged")) == result_files(&folder.join("set")));
}

#[test]
fn a_race_with_overrides_equals_that_of_a_file_with_these_values() {
    let folder = with(SWEEP);
    let folder = folder.path();
    fs::write(folder.join("written.toml"), SWEEP.replace("scramble = \"R U F2\"", "random = 5")).unwrap();
    let race = |sweep: &str, more: &[&str]| {
        evocube(folder, &[&["race", sweep, "--budget", "40", "--holdout", "2", "-q"], more].concat())
    };
    assert_eq!(race("written.toml", &["--out", "written"]).0, Some(0));
    assert_eq!(race("sweep.toml", &["--out", "set", "--instances", "random:5"]).0, Some(0));
    for name in ["trials.csv", "convergence.csv", "solutions.csv"] {
        let read = |out: &str| fs::read(folder.join(out).join(name));
        assert!(read("set").unwrap() == read("written").unwrap(), "{name}");
    }
    let (code, _, stderr) = race("sweep.toml", &["--out", "set"]);
    assert!(code == Some(2) && stderr.contains("with --instances random:5 there, without overrides here"), "{stderr}");
}

#[test]
fn another_override_is_another_sweep() {
    let folder = with(SWEEP);
    let folder = folder.path();
    done(folder, &["run", "sweep.toml", "--set", "population=30", "-q"]);
    done(folder, &["run", "sweep.toml", "--set", "population=30", "-q", "--resume"]);
    let before = result_files(&folder.join("results/x"));
    refused(
        folder,
        &["run", "sweep.toml", "--set", "population=40", "--resume", "-q"],
        "results/x holds the results of another sweep (base.population is 30 there, 40 here; with --set population=30 there, with \
         --set population=40 here): choose another folder with --out, or start over with --fresh",
    );
    refused(
        folder,
        &["run", "sweep.toml", "-q"],
        "results/x holds the results of another sweep (base.population is 30 there, 20 here; with --set population=30 there, \
         without overrides here): choose another folder with --out, or start over with --fresh",
    );
    assert!(result_files(&folder.join("results/x")) == before);
}

#[test]
fn an_invalid_override_is_refused_with_its_argument() {
    let folder = with(SWEEP);
    let folder = folder.path();
    fs::write(folder.join("bad.txt"), "R U\nF2 Q\n").unwrap();
    fs::write(folder.join("empty.txt"), "\n").unwrap();
    for (arguments, sentence) in [
        (
            &["--set", "population=abc"][..],
            "--set population=abc: population must be a whole number, not \"abc\": write it as in population = 100",
        ),
        (
            &["--set", "population=9223372036854775808"],
            "--set population=9223372036854775808: 9223372036854775808 is out of range: integers are from \
             -9223372036854775808 to 9223372036854775807",
        ),
        (&["--set", "population=010"], "--set population=010: unexpected leading zero, expected nothing"),
        (
            &["--seed", "9223372036854775808"],
            "--seed 9223372036854775808: 9223372036854775808 is out of range: integers are from \
             -9223372036854775808 to 9223372036854775807",
        ),
        (
            &["--repetitions", "18446744073709551615"],
            "--repetitions 18446744073709551615: 18446744073709551615 is out of range: integers are from \
             -9223372036854775808 to 9223372036854775807",
        ),
        (&["--set", "population=1"], "--set population=1: population 1 is out of range: 2 to 10000000"),
        (&["--set", "population"], "--set population: expected KEY=VALUE with a key of [base], as in population=500"),
        (&["--set", "=3"], "--set =3: expected KEY=VALUE with a key of [base], as in population=500"),
        (&["--set", "elitism="], "--set elitism=: expected KEY=VALUE with a key of [base], as in population=500"),
        (&["--set", "stop={ generations = 5"], "--set stop={ generations = 5: unclosed inline table, expected `}`"),
        (
            &["--set", "crossover.one-point.rate=1.5"],
            "--set crossover.one-point.rate=1.5: rate 1.5 is out of range: 0 to 1",
        ),
        (
            &["--set", "seed=3"],
            "--set seed=3: seed is a key at the top of the sweep file, not of [base]: write --seed 3",
        ),
        (
            &["--set", "name=y"],
            "--set name=y: name is a key at the top of the sweep file, not of [base]: change it in the file",
        ),
        (
            &["--set", "elitism=20", "--set", "population=1"],
            "--set population=1: population 1 is out of range: 2 to 10000000",
        ),
        (&["--repetitions", "0"], "--repetitions 0: repetitions 0 is out of range: 1 to 1000000"),
        (&["--instances", "random:0"], "--instances random:0: random 0 is out of range: 1 to 100000"),
        (&["--instances", "random:x"], "--instances random:x: expected random:N, as in random:10"),
        (&["--instances", "none.txt"], "--instances none.txt: no such file"),
        (&["--instances", "empty.txt"], "--instances empty.txt: the file is empty: expected a cube on each line"),
    ] {
        for command in ["run", "plan"] {
            refused(folder, &[&[command, "sweep.toml"], arguments].concat(), sentence);
        }
    }
    let (code, _, stderr) = evocube(folder, &["run", "sweep.toml", "--instances", "bad.txt"]);
    assert!(code == Some(2) && stderr.starts_with("error: bad.txt:2:4: found \"Q\""), "{stderr}");
    let (code, _, stderr) = evocube(folder, &["run", "sweep.toml", "--set", "populaton=3"]);
    assert!(
        code == Some(2) && stderr == "error: --set populaton=3: unknown key \"populaton\": did you mean population?\n",
        "{stderr}"
    );
    assert!(!folder.join("results").exists(), "nothing is written");
}

#[test]
fn an_interrupted_run_is_continued_with_its_overrides() {
    let folder = with(SWEEP);
    let folder = folder.path();
    let run = ["run", "sweep.toml", "--set", "crossover={ uniform = { rate = 0.9 } }", "--repetitions", "1", "-q"];
    done(folder, &run);
    let path = folder.join("results/x/manifest.toml");
    let manifest = fs::read_to_string(&path).unwrap();
    fs::write(&path, manifest.replace("complete = true", "complete = false")).unwrap();
    assert_eq!(evocube(folder, &[&run[..], &["--resume"]].concat()).0, Some(0));
    assert!(fs::read_to_string(&path).unwrap().contains("\"--repetitions 1\""));
}

#[test]
fn a_sweep_is_read_from_standard_input() {
    let folder = with(SWEEP);
    let folder = folder.path();
    fs::write(folder.join("cube.txt"), "R U F2").unwrap();
    let text = SWEEP.replace("scramble = \"R U F2\"", "file = \"cube.txt\"");
    let reading =
        |arguments: &[&str], text: &str| execute(program().current_dir(folder).args(arguments).write_stdin(text));
    assert_eq!(reading(&["run", "-", "-q", "--set", "population=30"], &text).0, Some(0));
    fs::write(folder.join("sweep.toml"), &text).unwrap();
    done(folder, &["run", "sweep.toml", "-q", "--set", "population=30", "--out", "file"]);
    same(&folder.join("results/x"), &folder.join("file"));
    let read = without_time(&reading(&["plan", "-"], &text).1);
    assert_eq!(read, without_time(&done(folder, &["plan", "sweep.toml"])));
    let (code, _, stderr) = reading(&["plan", "-"], &text.replace("population = 20", "population = \"many\""));
    assert!(code == Some(2) && stderr.contains("<stdin>:7:14") && stderr.contains("population = \"many\""), "{stderr}");
    for command in [&["slurm", "--shards", "2"][..], &["export", "--to", "irace"]] {
        let shipped = "a shipped sweep; `evocube new race --from race` writes race.toml";
        for (sweep, source) in [("-", "standard input"), ("race", shipped)] {
            let (code, _, stderr) = reading(&[command, &[sweep]].concat(), &text);
            let sentence = format!("error: the script runs the sweep again: expected a file, not {source}\n");
            assert_eq!((code, stderr), (Some(2), sentence), "{command:?}");
        }
    }
}

#[test]
fn a_file_with_an_include_has_the_bytes_of_the_merged_file() {
    let folder = with(SWEEP);
    let folder = folder.path();
    fs::create_dir(folder.join("shared")).unwrap();
    fs::write(folder.join("shared/cube.txt"), "R U F2").unwrap();
    let base = SWEEP.replace("scramble = \"R U F2\"", "file = \"cube.txt\"");
    fs::write(folder.join("shared/base.toml"), &base).unwrap();
    let main = "include = \"shared/base.toml\"\nname = \"y\"\n[base]\nstop.generations = 5\nstop.target = \"none\"\n\
               crossover.uniform = { rate = 0.9 }\n[[stage]]\nname = \"one\"\n[[stage.factor]]\nkey = \"population\"\nlevels = [20, 30]\n";
    fs::write(folder.join("own.toml"), main).unwrap();
    let merged = "name = \"y\"\nseed = 1\nrepetitions = 2\n[[instance]]\nname = \"cube\"\nstate = \"R U F2\"\n[base]\npopulation = 20\n\
                  crossover.uniform = { rate = 0.9 }\nstop = { generations = 5, target = \"none\" }\n[[stage]]\nname = \"one\"\n\
                  [[stage.factor]]\nkey = \"population\"\nlevels = [20, 30]\n";
    fs::write(folder.join("merged.toml"), merged).unwrap();
    done(folder, &["run", "own.toml", "--out", "own", "-q"]);
    done(folder, &["run", "merged.toml", "--out", "merged", "-q"]);
    same(&folder.join("own"), &folder.join("merged"));
    let manifest = fs::read_to_string(folder.join("own/manifest.toml")).unwrap();
    for (name, text) in [("own.toml", main), ("shared/base.toml", base.as_str())] {
        assert!(
            manifest.contains(&format!("\"{name}\" = \"{}\"", blake3::hash(text.as_bytes()).to_hex())),
            "{manifest}"
        );
    }
}

#[test]
fn a_mistake_in_an_included_file_has_its_name_and_place() {
    let folder = with("include = \"base.toml\"\nname = \"y\"\n");
    let folder = folder.path();
    let refuses = |base: &str, place: &str, sentence: &str| {
        fs::write(folder.join("base.toml"), base).unwrap();
        let (code, _, stderr) = evocube(folder, &["run", "sweep.toml"]);
        assert!(code == Some(2) && stderr.contains(place) && stderr.contains(sentence), "{stderr}");
    };
    refuses(&SWEEP.replace("= 20", "= \"many\""), "base.toml:7:14", "population = \"many\"");
    refuses(&SWEEP.replace("\"elitism\"", "\"elitsm\""), "base.toml:11:7", "elitsm");
    refuses("seed = 1\nseeds == 1\n", "base.toml:2:8", "seeds == 1");
    refuses("include = \"sweep.toml\"\n", "base.toml:1:1", "an included file cannot include another one");
    for (include, place, sentence) in [
        ("\"sweep.toml\"", "sweep.toml:1:1", "an included file cannot include another one"),
        ("\"none.toml\"", "sweep.toml:1:11", "none.toml: no such file"),
        ("3", "sweep.toml:1:11", "include is the name of a file"),
        (
            "\"/proc/self/environ\"",
            "sweep.toml:1:11",
            "\"/proc/self/environ\" does not end in .toml: write the name of a sweep file, as in include = \"base.toml\"",
        ),
    ] {
        fs::write(folder.join("sweep.toml"), format!("include = {include}\nname = \"y\"\n")).unwrap();
        let (code, _, stderr) = evocube(folder, &["run", "sweep.toml"]);
        assert!(code == Some(2) && stderr.contains(place) && stderr.contains(sentence), "{stderr}");
    }
    assert!(!folder.join("results").exists());
}

#[cfg(unix)]
#[test]
fn an_included_file_that_is_no_toml_file_is_not_shown() {
    let folder = with("include = \"secret.toml\"\nname = \"y\"\n");
    let folder = folder.path();
    fs::write(folder.join("secret"), "password of the user\n").unwrap();
    std::os::unix::fs::symlink("secret", folder.join("secret.toml")).unwrap();
    let (code, _, stderr) = evocube(folder, &["run", "sweep.toml"]);
    let sentence = "error: sweep.toml:1:11: \"secret.toml\" is a link to a file whose name does not end in .toml: write the name of a \
                    sweep file, as in include = \"base.toml\"\n";
    assert!(code == Some(2) && stderr.starts_with(sentence) && !stderr.contains("password"), "{stderr}");
}

#[test]
fn an_override_of_a_varied_key_is_noted() {
    let folder = with(SWEEP);
    let folder = folder.path();
    let note = "note: --set elitism=3 has no effect: the factor elitism varies this key\n";
    for command in [&["plan", "sweep.toml"][..], &["run", "sweep.toml"]] {
        assert_eq!(evocube(folder, &[command, &["--set", "elitism=3"]].concat()).2, note);
    }
    // `run --strict` refuses the sweep.
    let (code, _, stderr) = evocube(folder, &["run", "sweep.toml", "--fresh", "--strict", "--set", "elitism=3"]);
    assert_eq!((code, stderr), (Some(2), note.replace("note:", "error: --strict:")));
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--fresh", "--strict"]).0, Some(0));
    let staged = SWEEP.replace("[[factor]]", "[[stage]]\nname = \"one\"\n[[stage]]\nname = \"two\"\n[[stage.factor]]");
    let conditional = SWEEP.to_owned() + "when = { key = \"crossover\", is = \"one-point\" }\n";
    for sweep in [&staged, &conditional] {
        fs::write(folder.join("sweep.toml"), sweep).unwrap();
        done(folder, &["plan", "sweep.toml", "--set", "elitism=3"]);
    }
    fs::write(folder.join("sweep.toml"), SWEEP).unwrap();
    done(folder, &["plan", "sweep.toml", "--set", "genome.length=10", "--set", "population=30", "--seed", "3"]);
}
