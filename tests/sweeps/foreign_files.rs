//! Results folders with foreign content: files of the user, links, pipes, a manifest that names other files, tables changed during a run.
//! Damaged rows are tested in `damaged_folders`, foreign files of sweeps in `tests/cli/unusual_files.rs`.

use std::sync::Mutex;

use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::{RunError, RunObserver};
use evocube::experiment::store::Remedy;

use super::common::without_log;
use super::*;

/// Returns a finished folder with its report.
fn reported() -> tempfile::TempDir {
    let folder = crate::common::tempdir().unwrap();
    run(ONE, folder.path(), Opening::New);
    report::write_claimed(folder.path(), store::read).unwrap();
    folder
}

/// Runs the program, which must not block.
fn at_once(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), without_log(&String::from_utf8(output.stderr).unwrap()))
}

#[test]
fn a_fresh_run_keeps_files_that_the_manifest_does_not_list() {
    let folder = reported();
    let path = |name: &str| folder.path().join(name);
    let users = ["plots/mine.svg", "plots/mine.png", "plots/data.csv", "notes.txt"];
    users.iter().for_each(|name| fs::write(path(name), "the user's").unwrap());
    // A repeated report does not list them either.
    report::write_claimed(folder.path(), store::read).unwrap();
    assert!(path("plots/1-main-convergence.svg").exists());
    run(ONE, folder.path(), Opening::Fresh);
    assert!(!path("plots/1-main-convergence.svg").exists() && !path("report.html").exists());
    for name in users {
        assert_eq!(fs::read(path(name)).unwrap(), b"the user's", "{name}");
    }
}

#[test]
fn attributes_for_git_are_written_and_those_of_the_user_are_kept() {
    let folder = reported();
    let path = folder.path().join(file::ATTRIBUTES);
    let attributes = || fs::read_to_string(&path).unwrap();
    assert_eq!(attributes(), "* -text\n");
    assert!(!store::written_files(folder.path()).unwrap().contains(&file::ATTRIBUTES.to_owned()));
    for opening in [Opening::New, Opening::Resume, Opening::Fresh] {
        fs::remove_file(&path).unwrap();
        run(ONE, folder.path(), opening);
        assert_eq!(attributes(), "* -text\n", "{opening:?}");
        fs::write(&path, "*.csv filter=lfs -text\n").unwrap();
        run(ONE, folder.path(), opening);
        assert_eq!(attributes(), "*.csv filter=lfs -text\n", "{opening:?}");
    }
    // Attributes alone are no results of evocube.
    let other = crate::common::tempdir().unwrap();
    fs::write(other.path().join(file::ATTRIBUTES), "* text\n").unwrap();
    let sweep = Sweep::parse(ONE, Path::new("sweep.toml")).unwrap();
    let error = Store::open(other.path(), &sweep, &Plan::new(&sweep), Opening::New, *EXECUTION).unwrap_err();
    assert!(error.to_string().ends_with("is not empty and holds no results of evocube"), "{error}");
    assert_eq!(error.remedies(), [Remedy::AnotherFolder]);
}

#[test]
fn a_killed_fresh_run_keeps_foreign_files_and_is_resumed() {
    let folder = reported();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plots/mine.svg"), "the user's").unwrap();
    let sweep = Sweep::parse(ONE, Path::new("sweep.toml")).unwrap();
    // Opened and dropped: all files are deleted, no trial has run.
    for _ in 0..2 {
        drop(Store::open(folder.path(), &sweep, &Plan::new(&sweep), Opening::Fresh, *EXECUTION).unwrap());
        assert!(path(file::MANIFEST).exists() && path("plots/mine.svg").exists());
    }
    run(ONE, folder.path(), Opening::Resume);
    assert!(store::read(folder.path()).unwrap().complete);
}

#[cfg(unix)]
#[test]
fn nothing_is_deleted_or_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let elsewhere = crate::common::tempdir().unwrap();
    let precious = |name: &str| elsewhere.path().join(name);
    let folder = reported();
    let path = |name: &str| folder.path().join(name);
    let names: Vec<_> = fs::read_dir(path("plots")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    for name in &names {
        fs::write(elsewhere.path().join(name), "precious").unwrap();
    }
    fs::remove_dir_all(path("plots")).unwrap();
    symlink(elsewhere.path(), path("plots")).unwrap();
    run(ONE, folder.path(), Opening::Fresh);
    assert!(names.iter().all(|name| fs::read(elsewhere.path().join(name)).unwrap() == b"precious"));

    // A report is not drawn through it either.
    fs::remove_file(path("plots")).unwrap();
    let (sweep, out) = (precious("one.toml"), folder.path().to_str().unwrap());
    fs::write(&sweep, ONE).unwrap();
    for name in TABLES.into_iter().chain([".lock"]) {
        fs::write(precious("text"), "precious\n").unwrap();
        fs::remove_file(path(name)).unwrap();
        symlink(precious("text"), path(name)).unwrap();
        let arguments = ["run", sweep.to_str().unwrap(), "--out", out, "-q"];
        let (code, stderr) = at_once(&[&arguments[..], &["--resume"]].concat());
        let refused = format!("error: {}: this is a symbolic link, expected a file", path(name).display());
        // A file that is written whole replaces the link.
        let is_refused = stderr.contains(&refused) || stderr.contains("line 1: this is not the header of the table; ");
        assert!(code == Some(0) || (code == Some(2) && is_refused), "{name}: {stderr}");
        assert_eq!(fs::read(precious("text")).unwrap(), b"precious\n", "{name}");
        if path(name).is_symlink() {
            fs::remove_file(path(name)).unwrap();
        }
        assert_eq!(at_once(&[&arguments[..], &["--fresh"]].concat()).0, Some(0), "{name}");
        assert_eq!(fs::read(precious("text")).unwrap(), b"precious\n", "{name}");
    }
}

#[test]
fn a_manifest_that_names_files_elsewhere_opens_none_of_them() {
    let folder = reported();
    let (path, out) = (folder.path().join(file::MANIFEST), folder.path().to_str().unwrap());
    let sweep = folder.path().join("one.toml");
    fs::write(&sweep, ONE).unwrap();
    let manifest = fs::read_to_string(&path).unwrap();
    let line = manifest.lines().position(|line| line == "[digests]").unwrap() + 2;
    for name in [
        "../../../../../../dev/zero",
        "/dev/zero",
        "plots/../../../../../../dev/zero",
        "plots/../trials.csv",
        "plots/a/b.svg",
        "plots/.a.svg",
        "plots/a.html",
        "plots\\\\a.svg",
        "manifest.toml",
        "one.toml",
        "\\u001b[31m",
    ] {
        let written = manifest.replacen("[digests]\n", &format!("[digests]\n\"{name}\" = \"00\"\n"), 1);
        fs::write(&path, &written).unwrap();
        let run = ["run", sweep.to_str().unwrap(), "--out", out, "-q"];
        let export = ["export", out, "--to", "ioh"];
        for arguments in [&["report", out][..], &["verify", out, "-q"], &export, &run] {
            let (code, stderr) = at_once(arguments);
            assert_eq!(code, Some(2), "{arguments:?}: {stderr}");
            let beginning = format!("error: {}: line {line}: [digests] names \"", path.display());
            assert!(
                stderr.starts_with(&beginning) && stderr.contains("which is no file of a results folder"),
                "{stderr}"
            );
            assert!(stderr.contains("or start over with --fresh") && !stderr.contains('\u{1b}'), "{stderr}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), written);
    }
    fs::write(&path, &manifest).unwrap();
    assert_eq!(at_once(&["report", out]), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn pipes_and_folders_in_the_place_of_tables_are_refused_at_once() {
    let folder = reported();
    let out = folder.path().to_str().unwrap();
    let sweep = folder.path().join("one.toml");
    fs::write(&sweep, ONE).unwrap();
    for name in [file::TRIALS, file::DIGESTS, file::TIMING, file::BASELINES, file::MANIFEST, ".lock"] {
        let path = folder.path().join(name);
        let content = fs::read(&path).unwrap();
        for (is_pipe, what) in
            [(true, "this is a device or a pipe, expected a file"), (false, "this is a folder, expected a file")]
        {
            fs::remove_file(&path).unwrap();
            if is_pipe {
                assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
            } else {
                fs::create_dir(&path).unwrap();
            }
            let run = ["run", sweep.to_str().unwrap(), "--out", out, "-q"];
            let read_alone = [&["report", out][..], &["verify", out, "-q"], &["export", out, "--to", "ioh"]];
            // Only a run and a report take the lock.
            let reading = read_alone.into_iter().filter(|arguments| name != ".lock" || arguments[0] == "report");
            for arguments in reading.chain([&run[..]]) {
                let (code, stderr) = at_once(arguments);
                assert_eq!(code, Some(2), "{name}, {arguments:?}: {stderr}");
                let beginning = format!("error: {}: {what}\n", path.display());
                assert!(stderr.starts_with(&beginning), "{name}, {arguments:?}: {stderr}");
            }
            if is_pipe {
                fs::remove_file(&path).unwrap();
            } else {
                fs::remove_dir(&path).unwrap();
            }
            fs::write(&path, &content).unwrap();
        }
    }
}

/// Observer that changes the folder after a written trial.
struct Meddler<'a>(u64, Mutex<Option<&'a (dyn Fn() + Sync)>>);

impl RunObserver for Meddler<'_> {
    fn trial(&self, row: &TrialRow, _: u64) {
        if row.trial == self.0
            && let Some(meddle) = self.1.lock().unwrap().take()
        {
            meddle();
        }
    }
}

#[test]
fn a_table_that_is_removed_replaced_or_changed_while_it_is_written_ends_the_run() {
    let whole = crate::common::tempdir().unwrap();
    run(ONE, whole.path(), Opening::New);
    let sweep = Sweep::parse(ONE, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    for name in TABLES.into_iter().chain([file::BASELINES]) {
        let folder = crate::common::tempdir().unwrap();
        let path = folder.path().join(name);
        let remove = || fs::remove_file(&path).unwrap();
        let replace = || {
            let content = fs::read(&path).unwrap();
            fs::remove_file(&path).unwrap();
            fs::write(&path, [&content[..], b"1"].concat()).unwrap();
        };
        let empty = || fs::write(&path, "").unwrap();
        for (what, meddle) in [("removed", &remove as &(dyn Fn() + Sync)), ("replaced", &replace), ("emptied", &empty)]
        {
            let mut store = Store::open(folder.path(), &sweep, &plan, Opening::Resume, *EXECUTION).unwrap();
            let meddler = Meddler(plan.len() as u64, Mutex::new(Some(meddle)));
            let error = runner::run(&sweep, &plan, &mut store, *EXECUTION, &meddler).unwrap_err();
            let sentence = "another program has removed, replaced or changed it meanwhile";
            assert_eq!(error.to_string(), format!("{}: {sentence}", path.display()), "{name} was {what}");
            assert!(matches!(error, RunError::Store(_)));
            drop(store);
            // A table without a header is not resumed.
            run(ONE, folder.path(), if what == "emptied" { Opening::Fresh } else { Opening::Resume });
            assert_same(&bytes(folder.path()), &bytes(whole.path()), &format!("after {name} was {what}"));
            fs::remove_dir_all(folder.path()).unwrap();
        }
    }
}

#[test]
fn a_table_of_baselines_that_cannot_be_read_at_the_end_has_the_cause_in_its_message() {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join(file::BASELINES);
    let sweep = Sweep::parse(ONE, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    let meddle = || {
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
    };
    let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, *EXECUTION).unwrap();
    let meddler = Meddler(plan.len() as u64, Mutex::new(Some(&meddle)));
    let error = runner::run(&sweep, &plan, &mut store, *EXECUTION, &meddler).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: this is a folder, expected a file", path.display()));
}

#[cfg(unix)]
#[test]
fn a_report_is_not_written_through_a_linked_folder_of_figures() {
    let (folder, other) = (reported(), crate::common::tempdir().unwrap());
    let plots = folder.path().join("plots");
    fs::remove_dir_all(&plots).unwrap();
    std::os::unix::fs::symlink(other.path(), &plots).unwrap();
    let (code, error) = at_once(&["report", folder.path().to_str().unwrap()]);
    let sentence = "this is a link: delete it, or write into another folder";
    assert!(code == Some(2) && error.trim_end().ends_with(sentence), "{error}");
    assert_eq!(fs::read_dir(other.path()).unwrap().count(), 0);
}
