//! Several processes in one folder: runs, merges and reports that begin at once or wait for each other, and the lock by which they do. Many
//! processes of more commands are tested in `company`.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader};

use super::*;

/// A sweep of 24 trials of about a millisecond.
const SHORT: &str = "name = \"short\"\nseed = 5\nrepetitions = 6\n[[instance]]\nrandom = 2\n[base]\npopulation = 20\n\
                     alphabet.conjugate = 0\nmutation.mixture.of = [{ mutation = \"uniform\" }, { mutation = \"tail\" }, \
                     { mutation = \"insert\" }, { mutation = \"swap\" }]\nstop = { generations = 5 }\n[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.3, 0.9]\n";

/// A place for folders of the sweep [`SHORT`].
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = crate::common::tempdir().unwrap();
        fs::write(folder.path().join("short.toml"), SHORT).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Starts the program in this place, with its standard error kept.
    fn start(&self, arguments: &[&str]) -> std::process::Child {
        Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
            .current_dir(self.0.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the program in this place, which must succeed.
    #[track_caller]
    fn done(&self, arguments: &[&str]) {
        let (code, stderr) = ended(self.start(arguments));
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    }

    /// Makes the folder `whole` of a finished run.
    fn finish(&self) -> BTreeMap<String, Vec<u8>> {
        self.done(&["run", "short.toml", "--out", "whole", "-q"]);
        bytes(&self.path("whole"))
    }

    /// Copies files of the folder `whole` to the folder `out`.
    fn copy(&self) {
        fs::create_dir_all(self.path("out/plots")).unwrap();
        for (name, bytes) in common::files(&self.path("whole")) {
            fs::write(self.path("out").join(name), bytes).unwrap();
        }
    }

    /// Makes the folder `out`, as a run of the folder `whole` leaves it after nine trials.
    fn interrupt(&self) {
        self.copy();
        fs::remove_file(self.path("out/report.html")).unwrap();
        let change = |name: &str, change: &dyn Fn(&str) -> String| {
            let path = self.path("out").join(name);
            fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
        };
        change(file::MANIFEST, &|text| text.replacen("complete = true", "complete = false", 1));
        change(file::TRIALS, &|text| text.split_inclusive('\n').take(1 + 9).collect());
    }

    /// Opens the lock of the folder `out`.
    fn lock(&self) -> File {
        File::options().append(true).create(true).open(self.path("out/.lock")).unwrap()
    }

    /// Starts a command twice at once, which writes the new folder `out`, several times. Each time the folder has the bytes of
    /// `whole`, and a process that fails says that another one writes the folder.
    fn check_pairs(&self, tries: usize, arguments: &[&str]) {
        let whole = self.finish();
        for number in 0..tries {
            let pair = [self.start(arguments), self.start(arguments)].map(ended);
            for (code, stderr) in &pair {
                let is_refused = stderr.contains("out is in use by another run");
                assert!(*code == Some(0) || (*code == Some(3) && is_refused), "try {number}: {pair:?}");
            }
            assert!(pair.iter().any(|(code, _)| *code == Some(0)), "try {number}: {pair:?}");
            assert_same(&bytes(&self.path("out")), &whole, &format!("in try {number}"));
            fs::remove_dir_all(self.path("out")).unwrap();
        }
    }
}

/// Waits for a process. Returns its exit code and its standard error without the log.
fn ended(child: std::process::Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), common::without_log(&String::from_utf8(output.stderr).unwrap()))
}

fn check_pairs_of_runs(tries: usize) {
    let place = Place::new();
    place.check_pairs(tries, &["run", "short.toml", "--out", "out", "-q", "--threads", "1"]);
}

fn check_pairs_of_merges(tries: usize) {
    let place = Place::new();
    for (shard, out) in [("1/2", "first"), ("2/2", "second")] {
        place.done(&["run", "short.toml", "--shard", shard, "--out", out, "-q"]);
    }
    place.check_pairs(tries, &["merge", "first", "second", "--out", "out", "--json"]);
}

#[test]
fn two_runs_that_start_at_once_in_a_new_folder_write_each_row_once() {
    check_pairs_of_runs(4);
}

#[test]
#[ignore = "half a minute"]
fn two_runs_that_start_at_once_in_many_new_folders_write_each_row_once() {
    check_pairs_of_runs(150);
}

#[test]
fn two_merges_that_start_at_once_into_a_new_folder_write_each_row_once() {
    check_pairs_of_merges(4);
}

#[test]
#[ignore = "half a minute"]
fn two_merges_that_start_at_once_into_many_new_folders_write_each_row_once() {
    check_pairs_of_merges(150);
}

#[test]
fn a_run_waits_for_a_report_and_says_so() {
    let place = Place::new();
    let whole = place.finish();
    place.copy();
    let lock = place.lock();
    lock.lock_shared().unwrap();
    let mut run = place.start(&["run", "short.toml", "--out", "out", "--fresh"]);
    let mut stderr = BufReader::new(run.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "note: waits for a report that is drawn into out\n");
    assert!(run.try_wait().unwrap().is_none());
    assert_same(&bytes(&place.path("out")), &whole, "while the run waits");
    lock.unlock().unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(0));
    assert_same(&bytes(&place.path("out")), &whole, "after the run");
    // Without a report there is nothing to say.
    let (code, stderr) = ended(place.start(&["run", "short.toml", "--out", "out", "--fresh"]));
    assert!(code == Some(0) && !stderr.contains("waits for"), "{stderr}");
}

#[test]
fn a_report_beside_a_run_is_drawn_without_the_lock_and_changes_no_manifest() {
    let place = Place::new();
    place.finish();
    place.interrupt();
    let lock = place.lock();
    lock.lock().unwrap();
    let manifest = fs::read(place.path("out/manifest.toml")).unwrap();
    let (code, stderr) = ended(place.start(&["report", "out"]));
    assert_eq!((code, stderr.as_str()), (Some(0), "note: the sweep is unfinished; missing: 15 trials of stage main\n"));
    assert!(place.path("out/report.html").exists());
    assert_eq!(fs::read(place.path("out/manifest.toml")).unwrap(), manifest);
}

#[test]
fn a_report_waits_for_a_run_that_is_complete_and_draws_its_page_and_says_so() {
    let place = Place::new();
    let whole = place.finish();
    place.copy();
    let lock = place.lock();
    lock.lock().unwrap();
    fs::write(place.path("out/report.html"), "of another version").unwrap();
    let mut report = place.start(&["report", "out"]);
    let mut line = String::new();
    BufReader::new(report.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "note: waits for the run that writes out\n");
    assert!(report.try_wait().unwrap().is_none());
    assert_eq!(fs::read(place.path("out/report.html")).unwrap(), b"of another version");
    lock.unlock().unwrap();
    assert_eq!(report.wait().unwrap().code(), Some(0));
    assert_same(&bytes(&place.path("out")), &whole, "after the report");
}

#[test]
fn a_report_waits_for_a_run_that_begins_and_says_so() {
    let place = Place::new();
    let whole = place.finish();
    fs::create_dir(place.path("out")).unwrap();
    let lock = place.lock();
    lock.lock().unwrap();
    let mut report = place.start(&["report", "out"]);
    let mut line = String::new();
    BufReader::new(report.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "note: waits for the run that begins in out\n");
    assert!(report.try_wait().unwrap().is_none());
    place.copy();
    lock.unlock().unwrap();
    assert_eq!(report.wait().unwrap().code(), Some(0));
    assert_same(&bytes(&place.path("out")), &whole, "after the report");
}

#[test]
fn a_report_that_was_read_before_a_run_ended_is_drawn_again() {
    let place = Place::new();
    let whole = place.finish();
    let out = place.path("out");
    // The run ends before the report is written, or is still drawing its own.
    for ends_at_once in [true, false] {
        place.interrupt();
        let lock = place.lock();
        lock.lock().unwrap();
        let (reads, sentences) = (Cell::new(0), Cell::new(0));
        let say = |sentence: &str| {
            assert_eq!(sentence, format!("waits for the run that writes {}", out.display()));
            sentences.set(sentences.get() + 1);
            lock.unlock().unwrap();
        };
        let (results, files) = report::write_in_place(&out, &say, |folder| {
            let results = store::read_for_report(folder)?;
            if reads.replace(reads.get() + 1) == 0 {
                assert_eq!(results.trials.len(), 9);
                place.copy();
                if ends_at_once {
                    lock.unlock().unwrap();
                }
            }
            Ok(results)
        })
        .unwrap();
        assert_eq!((reads.get(), sentences.get()), (2, usize::from(!ends_at_once)));
        assert!(results.complete && files.contains(&out.join("report.html")));
        assert_same(&bytes(&out), &whole, "after the report");
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_report_of_a_folder_without_results_leaves_no_lock() {
    let place = Place::new();
    fs::create_dir(place.path("out")).unwrap();
    let refusal = "error: out/manifest.toml: no such file\n";
    assert_eq!(ended(place.start(&["report", "out"])), (Some(2), refusal.to_owned()));
    assert_eq!(fs::read_dir(place.path("out")).unwrap().count(), 0);
}

/// Draws reports of a folder, one after another, while a run writes it, several times. The folder is the same as without them.
fn check_reports_beside_a_run(tries: usize) {
    let place = Place::new();
    let whole = place.finish();
    for number in 0..tries {
        let mut run = place.start(&["run", "short.toml", "--out", "out", "-q", "--threads", "1"]);
        while run.try_wait().unwrap().is_none() {
            let (code, stderr) = ended(place.start(&["report", "out"]));
            let has_begun = !stderr.contains("manifest.toml: no such file");
            assert!(code == Some(0) || !has_begun, "try {number}: {stderr}");
        }
        assert_eq!(ended(run).0, Some(0), "try {number}");
        // A report of few trials may have figures of its own.
        let mut files = bytes(&place.path("out"));
        files.retain(|name, _| whole.contains_key(name));
        assert_same(&files, &whole, &format!("in try {number}"));
        fs::remove_dir_all(place.path("out")).unwrap();
    }
}

#[test]
fn the_page_of_a_run_is_the_last_one_beside_reports() {
    check_reports_beside_a_run(2);
}

#[test]
#[ignore = "a minute"]
fn the_page_of_a_run_is_the_last_one_beside_many_reports() {
    check_reports_beside_a_run(60);
}
