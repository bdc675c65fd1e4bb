//! Output for other tools and shells: completions, manual pages, the playground, exports for IOHprofiler, the description of the machine in
//! `doctor` and manifests. Interfaces of tuners are tested in `tuning`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{evocube, execute, program};

#[test]
fn doctor_reports_kernels_cores_cache_and_disk() {
    let doctor = |more: &[&str]| execute(program().env("EVOCUBE_CACHE", "no-such-folder").arg("doctor").args(more));
    let (code, text, stderr) = doctor(&[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let cache = "cache      no-such-folder: 0 bytes of tables, ";
    for name in ["evocube ", "commit ", "compiler   rustc ", "processor ", "kernel ", "cores ", cache, "here "] {
        assert!(text.contains(name), "{text}");
    }
    let (code, text, _) = doctor(&["--json"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &document["cache_bytes"]), (Some(0), &0.into()));
    assert!(document["cores"].as_u64().unwrap() > 0);
    assert!(document["kernels"].as_array().unwrap().contains(&"scalar".into()));
}

#[test]
fn the_playground_is_written_once_and_names_its_commit() {
    let folder = crate::common::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let out = file.to_str().unwrap();
    let written = evocube(&["playground", "--out", out]);
    let page = fs::read_to_string(&file).unwrap();
    let (_, named) = page.rsplit_once("built from commit <code>").unwrap();
    let (commit, _) = named.split_once("</code>").unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && commit.len() == 12);
    assert!(commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "the page is of sources that were not committed");
    let sentence = format!("Wrote {out}, the page of commit {commit}. Open it in a browser.\n");
    assert_eq!((written.0, written.1), (Some(0), sentence));
    let (code, _, stderr) = evocube(&["playground", "--out", out]);
    assert_eq!((code, stderr), (Some(2), format!("error: {out} already exists: choose another name, or delete it\n")));
    assert!(evocube(&["playground", "--out", "-"]).1 == page);
}

#[test]
fn completions_are_generated_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, text, stderr) = evocube(&["completions", shell]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        assert!(text.contains("evocube") && text.contains("doctor") && text.contains("shard"), "{shell}");
    }
    assert_eq!(evocube(&["completions", "tcsh"]).0, Some(2));
}

#[test]
fn every_command_has_its_manual_page() {
    let (code, text, stderr) = evocube(&["man"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(text.contains(".TH evocube 1") && text.contains("merge"), "{text}");
    let (_, page, _) = evocube(&["man", "run"]);
    assert!(page.contains(".TH evocube-run 1") && page.contains("\\-\\-shard"), "{page}");
    let folder = crate::common::tempdir().unwrap();
    assert_eq!(evocube(&["man", "--out", folder.path().to_str().unwrap()]).0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("evocube-run.1")).unwrap(), page);
    assert!(folder.path().join("evocube.1").exists());
    let (code, _, stderr) = evocube(&["man", "walk"]);
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: there is no command \"walk\": expected new, "), "{stderr}");
}

/// Two stages: a genetic algorithm against a solver, and two genome lengths. Trials on held-out instances are no part of the export.
const SWEEP: &str = "name = \"out\"\nseed = 8\nrepetitions = 2\nholdout = 3\n[[instance]]\nrandom = 2\n[base]\npopulation = 30\n\
                     stop = { generations = 12 }\n[[stage]]\nname = \"length\"\n[[stage.factor]]\nkey = \"genome.length\"\n\
                     levels = [12, 20]\n[[stage]]\nname = \"who\"\n[[stage.factor]]\nkey = \"algorithm\"\n\
                     levels = [\"genetic-algorithm\", \"layers\"]\n[[stage.factor]]\nkey = \"selection\"\n\
                     levels = [{ tournament = { size = 3 } }, { roulette = {} }]\n";

/// Runs the sweep and exports it. Returns the folder of `results` and `ioh`.
fn exported() -> tempfile::TempDir {
    let folder = crate::common::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("out.toml"), SWEEP).unwrap();
    assert_eq!(evocube(&["run", &path("out.toml"), "--out", &path("results"), "-q"]).0, Some(0));
    let (code, text, stderr) = evocube(&["export", &path("results"), "--to", "ioh", "--out", &path("ioh")]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let left = "8 trials without evaluations are omitted: those of solvers, and failed ones\n";
    assert_eq!(text, format!("16 runs in {}\n{left}", path("ioh")));
    folder
}

#[test]
fn exported_runs_obey_the_rules_of_the_readers_of_iohprofiler() {
    let folder = exported();
    let trials = fs::read_to_string(folder.path().join("results/trials.csv")).unwrap();
    let mut lines = trials.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let trials: Vec<Vec<String>> = lines.collect();
    // Split from the right, since levels may contain commas.
    let field = |row: &[String], name: &str| {
        let from_end = header.len() - header.iter().position(|column| column == name).unwrap();
        row[row.len() - from_end].parse::<u64>().unwrap()
    };
    let (mut runs, mut settings) = (0, 0);
    let mut entries: Vec<_> =
        fs::read_dir(folder.path().join("ioh")).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for algorithm in entries {
        settings += 1;
        let name = algorithm.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(algorithm.join("IOHprofiler_f1_cube3_out.json")).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["algorithm"]["name"], name.as_str());
        for key in ["version", "suite", "function_id", "function_name", "maximization", "attributes", "scenarios"] {
            assert!(!document[key].is_null(), "{key}");
        }
        let attributes = document["experiment_attributes"].as_array().unwrap();
        for attribute in attributes.iter().flat_map(|attribute| attribute.as_object().unwrap().values()) {
            let value = attribute.as_str().unwrap();
            assert!(value.parse::<f64>().is_ok() || value.starts_with("level: "), "{value}");
        }
        for scenario in document["scenarios"].as_array().unwrap() {
            runs += 1;
            let run = &scenario["runs"][0];
            assert_eq!(scenario["runs"].as_array().unwrap().len(), 1);
            assert!((1..=2).contains(&run["instance"].as_u64().unwrap()));
            assert_eq!(run["best"].as_object().unwrap().len(), 3);
            if name.contains("length") {
                assert_eq!(scenario["dimension"], if name.ends_with('1') { 12 } else { 20 });
            }
            let data = fs::read_to_string(algorithm.join(scenario["path"].as_str().unwrap())).unwrap();
            let mut lines = data.lines();
            assert_eq!(lines.next(), Some("evaluations raw_y trial"));
            let rows: Vec<Vec<u64>> =
                lines.map(|line| line.split(' ').map(|cell| cell.parse().unwrap()).collect()).collect();
            assert_eq!(rows[0][0], 1);
            assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]), "{data}");
            let trial = trials.iter().find(|row| row[0] == rows[0][2].to_string()).unwrap();
            assert_eq!(rows.last().unwrap()[0], field(trial, "evaluations"));
            assert_eq!(run["evals"], field(trial, "evaluations"));
            let best = rows.iter().map(|row| row[1]).min().unwrap();
            assert_eq!((best, &run["best"]["y"]), (field(trial, "best"), &Value::from(best)));
            assert_eq!(run["seed"].as_u64(), Some(field(trial, "seed")));
        }
    }
    assert_eq!((settings, runs), (4, 16));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (code, _, stderr) = evocube(&["export", &path("results"), "--to", "ioh", "--out", &path("ioh")]);
    assert_eq!(
        (code, stderr),
        (Some(2), format!("error: {} is not empty: choose another folder with --out\n", path("ioh")))
    );
}

#[test]
fn a_manifest_names_program_processor_and_date() {
    let folder = exported();
    let manifest = fs::read_to_string(folder.path().join("results/manifest.toml")).unwrap();
    let manifest = manifest.parse::<toml::Table>().unwrap();
    let (program, machine) = (&manifest["program"][0], &manifest["machine"]);
    let (_, doctor, _) = evocube(&["doctor", "--json"]);
    let doctor: Value = serde_json::from_str(&doctor).unwrap();
    let of = |section: &toml::Value, key: &str| {
        let text = section.get(key).and_then(toml::Value::as_str).map(str::to_owned);
        assert_eq!(text.as_deref(), doctor[key].as_str(), "{key}");
        text
    };
    for key in ["compiler", "platform", "processor", "kernel"] {
        of(machine, key);
    }
    let form = |date: &str| date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
    let identity = of(program, "identity").unwrap();
    let mut named = format!("identity {identity}");
    if let Some(commit) = of(program, "commit") {
        let hash = commit.strip_suffix("-modified").unwrap_or(&commit);
        assert!(hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
        let date = of(program, "commit_date").map_or_else(String::new, |date| {
            assert_eq!(form(&date), "0000-00-00");
            format!(" of {date}")
        });
        named = format!("commit {commit}{date}, {named}");
    }
    let version = of(program, "version").unwrap();
    assert_eq!(evocube(&["--version"]).1, format!("evocube {version} ({named})\n"));
    let date = machine["date"].as_str().unwrap();
    assert_eq!(form(date), "0000-00-00T00:00:00+00:00", "{date}");
}

/// A limit of the file size interrupts the export, as a kill does.
#[cfg(unix)]
#[test]
fn an_interrupted_export_can_be_repeated() {
    let folder = exported();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Small enough that only the marker fits.
    let program = assert_cmd::cargo::cargo_bin!("evocube").to_str().unwrap();
    let words = ["export", &path("results"), "--to", "ioh", "--out", &path("cut")];
    let cut = "ulimit -f 1; exec \"$@\"";
    let output = Command::new("sh").args(["-c", cut, "sh", program]).args(words).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with(&format!("error: {}", path("cut"))), "{stderr}");
    assert!(fs::read_dir(path("cut")).unwrap().count() > 1, "some of it is there");
    let sentence = format!("error: {} is not empty: choose another folder with --out\n", path("cut"));
    assert_eq!(evocube(&words).0, Some(0));
    let whole = path("whole");
    assert_eq!(evocube(&[&words[..5], &[&*whole]].concat()).0, Some(0));
    assert!(Command::new("diff").args(["-r", &path("cut"), &whole]).status().unwrap().success());
    let (code, _, stderr) = evocube(&words);
    assert_eq!((code, stderr), (Some(2), sentence), "what is finished is not written over");
}

/// `EVOCUBE_PYTHON` names a Python with `iohinspector==0.0.8` and `polars<2`.
#[test]
#[ignore = "needs iohinspector, a package of Python"]
fn iohinspector_reads_every_row() {
    let folder = exported();
    let python = std::env::var("EVOCUBE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/read_ioh.py");
    let output = Command::new(python).arg(script).arg(folder.path().join("ioh")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "16 runs read as they are written\n");
}
