//! The program `examples/own_components.rs`, which registers components: its runs, a kill, refused settings, and its parts in
//! `docs/extending.md`. Also what the plain `evocube` does with its results and its sweep. Components in Python are tested in
//! `python/tests`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::without_log;

/// The program, which `cargo test` builds like all examples.
fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_evocube")).parent().expect("the program is in a folder");
    let program = folder.join("examples").join(format!("own_components{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: cargo build --release --examples", program.display());
    program
}

#[test]
fn the_parts_of_the_page_are_those_of_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [page, program] =
        ["docs/extending.md", "examples/own_components.rs"].map(|name| fs::read_to_string(root.join(name)).unwrap());
    let parts: Vec<&str> =
        page.split("```rust,ignore\n").skip(1).map(|part| part.split("```").next().unwrap()).collect();
    assert_eq!(parts.len(), 7);
    parts.iter().for_each(|part| assert!(program.contains(part), "{part}"));
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(program()).args(arguments).current_dir(folder).output().expect("it starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), without_log(&String::from_utf8(text).expect("UTF-8")))
}

fn sweep() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own_components.toml")).expect("it is there")
}

#[test]
fn registered_components_run_in_sweeps_with_the_same_bytes_for_any_number_of_threads() {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("sweep.toml"), sweep()).unwrap();
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let (code, text) = run(folder.path(), &["run", "sweep.toml", "--out", out, "-q", "--threads", threads]);
        assert_eq!(code, Some(0), "{text}");
    }
    let read = |out: &str, file: &str| fs::read_to_string(folder.path().join(out).join(file)).unwrap();
    for file in ["trials.csv", "convergence.csv", "solutions.csv"] {
        assert_eq!(read("one", file), read("two", file), "{file}");
    }
    let trials = read("one", "trials.csv");
    let rows = |what: &str| trials.lines().filter(|line| line.contains(what)).count();
    assert_eq!([rows("alternate"), rows("random-sequences"), rows(",few-genomes,")], [6, 6, 6], "{trials}");
    let convergence = read("one", "convergence.csv");
    let mut diversity = convergence.lines().map(|line| line.split(',').next_back().unwrap());
    assert_eq!(diversity.next(), Some("gene-diversity.mean"));
    assert!(diversity.all(|value| (0.0..1.0).contains(&value.parse().unwrap())), "{convergence}");
    assert_eq!(run(folder.path(), &["verify", "one"]), (Some(0), "identical: 48 trials run again\n".to_owned()));
    assert_eq!(run(folder.path(), &["report", "one"]).0, Some(0));
    // A program without the components reads the folder, and runs nothing of it.
    let plain = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_evocube")).args(arguments).current_dir(folder.path()).output().unwrap()
    };
    let page = read("one", "report.html");
    assert_eq!(plain(&["report", "one"]).status.code(), Some(0));
    assert!(read("one", "report.html") == page);
    assert_eq!(plain(&["export", "one", "--to", "ioh"]).status.code(), Some(0));
    let text = String::from_utf8(plain(&["verify", "one"]).stderr).unwrap();
    let end = "one: only the program that has the code of the objective pairs, crossover alternate, stop rule few-genomes, \
               observer gene-diversity, algorithm random-sequences can run its trials\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_killed_sweep_with_registered_components_resumes_to_the_same_bytes() {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("sweep.toml"), sweep()).unwrap();
    let arguments = |out: &'static str| ["run", "sweep.toml", "--out", out, "-q", "--threads", "1"];
    assert_eq!(run(folder.path(), &arguments("whole")).0, Some(0));
    let mut child = Command::new(program()).args(arguments("out")).current_dir(folder.path()).spawn().unwrap();
    let rows = || fs::read_to_string(folder.path().join("out/trials.csv")).map_or(0, |text| text.lines().count());
    while rows() < 5 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, text) = run(folder.path(), &[&arguments("out")[..], &["--resume"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let read = |out: &str| fs::read_to_string(folder.path().join(out).join("trials.csv")).unwrap();
    assert_eq!(read("out"), read("whole"));
}

#[test]
fn wrong_settings_of_registered_components_are_refused_with_their_place() {
    let folder = crate::common::tempdir().unwrap();
    let refused = |old: &str, new: &str, sentence: &str, place: &str| {
        let text = sweep();
        assert!(text.contains(old), "{old}");
        fs::write(folder.path().join("wrong.toml"), text.replace(old, new)).unwrap();
        let (code, text) = run(folder.path(), &["plan", "wrong.toml"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(sentence) && text.contains(place), "{text}");
    };
    refused("alternate = { rate = 0.9 }", "alternate = { rate = 1.5 }", "alternate: ", "wrong.toml:25:43");
    refused("alternate = ", "alternating = ", "\"alternating\" is not a value of crossover", "wrong.toml:25:45");
    refused(", evaluations = 2400 }", " }", "random sequences need a limit of evaluations", "wrong.toml:");
    let sentence = "\"gene-divers\" is not a value of observers\n";
    refused("[\"gene-diversity\"]", "[\"gene-divers\"]", sentence, "wrong.toml:5:14");
    fs::write(folder.path().join("sweep.toml"), sweep()).unwrap();
    let mut plain = Command::new(env!("CARGO_BIN_EXE_evocube"));
    let output = plain.args(["plan", "sweep.toml"]).current_dir(folder.path()).output().unwrap();
    let (code, text) = (output.status.code(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(code, Some(2));
    assert!(
        text.contains("\"alternate\" is not a value of crossover")
            && text.contains("help: write one of none, one-point, "),
        "{text}"
    );
}
