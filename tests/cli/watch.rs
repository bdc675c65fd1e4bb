//! `report --watch` (on Unix): a page of a sweep that runs, drawn again until the run is complete or the command is ended. Also what it
//! waits for, refused arguments, and a single report of an unfinished folder. Single reports beside a run are tested in
//! `tests/sweeps/several_processes.rs`; `signals` calls two of these tests.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{evocube, without_log};

const SWEEP: &str = "name = \"live\"\nseed = 3\nrepetitions = 2\n[[instance]]\nrandom = 1\n[base]\npopulation = 20\n\
                     stop = { generations = 5 }\n[[stage]]\nname = \"length\"\n[[stage.factor]]\nkey = \"genome.length\"\n\
                     levels = [12, 20]\n[[stage]]\nname = \"rate\"\n[[stage.factor]]\nkey = \"crossover.one-point.rate\"\n\
                     levels = [0.3, 0.5]\n";
const RELOADS: &str = "<meta http-equiv=\"refresh\"";

/// A folder with three of eight trials, and the page of all eight.
struct Unfinished {
    folder: tempfile::TempDir,
    whole: String,
}

impl Unfinished {
    fn new() -> Self {
        let folder = crate::common::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("live.toml"), SWEEP).unwrap();
        let (sweep, out) = (path("live.toml"), path("out"));
        let run = ["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"];
        assert_eq!(evocube(&run).0, Some(0));
        let whole = fs::read_to_string(out.join("report.html")).unwrap();
        fs::remove_dir_all(out.join("plots")).unwrap();
        fs::remove_file(out.join("report.html")).unwrap();
        let change = |name: &str, change: &dyn Fn(&str) -> String| {
            let text = fs::read_to_string(out.join(name)).unwrap();
            fs::write(out.join(name), change(&text)).unwrap();
        };
        change("manifest.toml", &|text| text.replacen("complete = true", "complete = false", 1));
        change("trials.csv", &|text| text.split_inclusive('\n').take(1 + 3).collect());
        Self { folder, whole }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn path(&self) -> String {
        self.out().to_str().unwrap().to_owned()
    }

    fn page(&self) -> String {
        fs::read_to_string(self.out().join("report.html")).unwrap_or_default()
    }

    fn watch(&self) -> Child {
        Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
            .args([Path::new("report"), &self.out(), Path::new("--watch")])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(60) {
            let page = self.page();
            if page.contains(text) {
                return page;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no {text:?} on the page: {}", self.page());
    }
}

#[test]
fn a_report_of_an_unfinished_folder_says_what_is_missing() {
    let unfinished = Unfinished::new();
    let (code, _, stderr) = evocube(&["report", &unfinished.path()]);
    let note = "note: the sweep is unfinished; missing: 1 trial of stage length, 4 trials of stage rate\n";
    assert_eq!((code, stderr.as_str()), (Some(0), note));
    let page = unfinished.page();
    for row in [
        "<td>length</td><td>begun</td><td class=\"number\">3</td><td class=\"number\">1</td><td class=\"number\">4</td>",
        "<td>rate</td><td>not begun</td><td class=\"number\">0</td><td class=\"number\">4</td><td class=\"number\">4</td>",
    ] {
        assert!(page.contains(row), "{page}");
    }
    assert!(!page.contains(RELOADS) && !page.contains("reloads itself every"), "a page that stays");
    let (_, text, _) = evocube(&["report", &unfinished.path(), "--json"]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["missing"], serde_json::json!({"length": 1, "rate": 4}));
    assert!(!unfinished.whole.contains("Progress"), "nothing is missing of a complete folder");
}

pub(super) fn a_watched_page_follows_the_run_until_it_is_complete() {
    let unfinished = Unfinished::new();
    let lock = File::options().append(true).open(unfinished.out().join(".lock")).unwrap();
    lock.lock().unwrap();
    let mut watch = unfinished.watch();
    let page = unfinished.wait_for("until the run ends");
    assert!(page.contains(RELOADS) && page.contains("<td>length</td><td>running</td>"), "{page}");
    assert!(page.contains("<td>rate</td><td>not begun</td>"), "{page}");
    lock.unlock().unwrap();
    let page = unfinished.wait_for("No run writes this folder now.");
    assert!(page.contains(RELOADS) && page.contains("<td>length</td><td>begun</td>"), "{page}");
    assert!(!unfinished.out().join("plots").exists(), "figures are written once, at the end");
    let sweep = unfinished.folder.path().join("live.toml");
    let run = ["run", sweep.to_str().unwrap(), "--out", &unfinished.path(), "-q", "--resume"];
    assert_eq!(evocube(&run).0, Some(0));
    let begin = Instant::now();
    while watch.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it ends with the run");
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = watch.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let stderr = without_log(&String::from_utf8(output.stderr).unwrap());
    let page = unfinished.out().join("report.html");
    assert_eq!(
        stderr,
        format!(
            "Open {} in a browser; the page reloads itself. Ctrl-C ends the command.\nno run writes {} now: `evocube run SWEEP \
             --resume` continues it\n",
            page.display(),
            unfinished.out().display()
        )
    );
    assert!(String::from_utf8(output.stdout).unwrap().contains("Stage length"), "the tables of the report");
    assert_eq!(unfinished.page(), unfinished.whole);
}

#[test]
fn a_watch_that_is_ended_leaves_a_page_that_stays() {
    let unfinished = Unfinished::new();
    let watch = unfinished.watch();
    unfinished.wait_for(RELOADS);
    let killed = Command::new("kill").args(["-TERM", &watch.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.wait_with_output().unwrap().status.code(), Some(0));
    let page = unfinished.page();
    assert!(page.contains("<td>length</td><td>begun</td>") && !page.contains(RELOADS), "{page}");
    assert!(!page.contains("reloads itself every"), "{page}");
}

#[test]
fn a_watch_that_is_ended_after_the_run_leaves_the_page_of_all_trials() {
    let unfinished = Unfinished::new();
    let watch = unfinished.watch();
    unfinished.wait_for(RELOADS);
    let sweep = unfinished.folder.path().join("live.toml");
    let run = ["run", sweep.to_str().unwrap(), "--out", &unfinished.path(), "-q", "--resume"];
    assert_eq!(evocube(&run).0, Some(0));
    let killed = Command::new("kill").args(["-TERM", &watch.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(unfinished.page(), unfinished.whole);
    let verdict = (Some(0), "identical: 8 trials run again\n".to_owned(), String::new());
    assert_eq!(evocube(&["verify", &unfinished.path()]), verdict);
}

#[test]
fn one_results_folder_is_watched() {
    let unfinished = Unfinished::new();
    let path = unfinished.path();
    let (code, _, stderr) = evocube(&["report", &path, &path, "--watch"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: --watch draws one results folder\n"));
    let (code, _, stderr) = evocube(&["report", &path, "--watch", "--out", &path]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("is a results folder: choose another one with --out"), "{stderr}");
}

pub(super) fn a_watch_waits_for_the_folder_of_a_run() {
    let parent = crate::common::tempdir().unwrap();
    let out = parent.path().join("later");
    let mut watch = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .args([Path::new("report"), &out, Path::new("--watch")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(watch.try_wait().unwrap().is_none(), "it waits");
    fs::write(
        parent.path().join("x.toml"),
        "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n[base]\npopulation = 10\nstop.generations = 2\n",
    )
    .unwrap();
    let (code, _, stderr) =
        evocube(&["run", parent.path().join("x.toml").to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let output = watch.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.starts_with("waiting for a run that writes "), "{stderr}");
}
