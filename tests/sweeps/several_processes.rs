//! Several processes in one folder: runs, merges and reports that begin at once or meet each other.

use super::*;

/// A sweep of 24 trials of about a millisecond.
const SHORT: &str = "name = \"short\"\nseed = 5\nrepetitions = 6\n[[instance]]\nrandom = 2\n[base]\npopulation = 20\n\
                     stop = { generations = 5 }\n[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.3, 0.9]\n";

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

    /// Starts a command twice at once, which writes the new folder `out`, several times. Each time the folder has the bytes of
    /// `whole`, and a process that fails says that another one writes the folder.
    fn check_pairs(&self, tries: usize, arguments: &[&str]) {
        let whole = bytes(&self.path("whole"));
        for number in 0..tries {
            let pair = [self.start(arguments), self.start(arguments)].map(ended);
            for (code, stderr) in &pair {
                let is_refused = stderr.contains("out is in use by another run");
                assert!(*code == Some(0) || (*code == Some(2) && is_refused), "try {number}: {pair:?}");
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
    place.done(&["run", "short.toml", "--out", "whole", "-q"]);
    place.check_pairs(tries, &["run", "short.toml", "--out", "out", "-q", "--threads", "1"]);
}

fn check_pairs_of_merges(tries: usize) {
    let place = Place::new();
    place.done(&["run", "short.toml", "--out", "whole", "-q"]);
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
