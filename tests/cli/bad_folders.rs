//! Results folders that a command refuses or cannot write: the exact sentence and the exit code. Refused folders stay as they are, and a
//! run that a full disk ended is resumed. Damaged rows are tested in `tests/sweeps/damaged_folders.rs`.

use std::fs;
use std::path::Path;

use evocube::shipped::ShippedSweep;

use super::bad_sweeps::{GOOD, names, refused};
#[cfg(target_os = "linux")]
use crate::common::SmallDisk;
use crate::common::{evocube_in as evocube, program, sweep_folder as with};

#[test]
fn a_folder_of_another_sweep_is_not_touched() {
    let folder = with(GOOD);
    let folder = folder.path();
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "out"]).0, Some(0));
    fs::write(folder.join("other.toml"), GOOD.replace("seed = 1", "seed = 2")).unwrap();
    let sentence = "out holds the results of another sweep (seed is 1 there, 2 here): choose another folder with \
                    --out, or start over with --fresh";
    refused(folder, &["run", "other.toml", "--out", "out"], sentence);
    refused(folder, &["run", "other.toml", "--out", "out", "--resume"], sentence);
    fs::write(folder.join("other.toml"), GOOD.replace("population = 10", "population = 11")).unwrap();
    let sentence = sentence.replace("seed is 1 there, 2 here", "base.population is 10 there, 11 here");
    refused(folder, &["run", "other.toml", "--out", "out"], &sentence);
    assert_eq!(evocube(folder, &["run", "other.toml", "--out", "out", "--fresh"]).0, Some(0));
    refused(folder, &["verify", "nowhere"], "nowhere/manifest.toml: no such file");
    refused(folder, &["report", "nowhere"], "nowhere/manifest.toml: no such file");
    for command in ["verify", "plot"] {
        let sentence = ".: a folder of results folders: name those that you mean, ./out for example";
        refused(folder, &[command, "."], sentence);
    }
    refused(folder, &["verify", "out", "--trial", "2"], "out: the sweep has no trial 2");
    for again in ["out", "./out", "out/../out"] {
        refused(folder, &["report", "out", again, "--out", "both"], &format!("{again} is named twice"));
    }
}

#[test]
fn a_folder_with_foreign_files_is_not_touched() {
    let folder = with(GOOD);
    let folder = folder.path();
    fs::create_dir(folder.join("mine")).unwrap();
    fs::write(folder.join("mine/letter.txt"), "dear reader").unwrap();
    let sentence = "mine is not empty and holds no results of evocube: choose another folder with --out";
    for more in [&[][..], &["--resume"], &["--fresh"]] {
        refused(folder, &[&["run", "sweep.toml", "--out", "mine"], more].concat(), sentence);
    }
    let sentence = |path: &str| format!("{path}: a file stands where a folder is expected");
    refused(folder, &["run", "sweep.toml", "--out", "sweep.toml"], &sentence("sweep.toml"));
    refused(folder, &["run", "sweep.toml", "--out", "sweep.toml/out"], &sentence("sweep.toml/out"));
    refused(folder, &["report", "mine/letter.txt"], &sentence("mine/letter.txt/manifest.toml"));
    refused(folder, &["plan", "mine"], "mine: this is a folder, expected a file");
    refused(
        folder,
        &["plan", "yours"],
        &format!("yours: no such file, and {}", ShippedSweep::named("yours").unwrap_err()),
    );
    refused(folder, &["man", "--out", "sweep.toml"], "sweep.toml: file exists");
    // No line of the log precedes the error.
    let verified = program().current_dir(folder).args(["verify", "mine"]).output().unwrap();
    assert_eq!(String::from_utf8(verified.stderr).unwrap(), "error: mine/manifest.toml: no such file\n");
}

#[test]
fn an_unfinished_run_is_continued_only_with_resume() {
    let folder = with(&format!("repetitions = 3\n{GOOD}"));
    let folder = folder.path();
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "out"]).0, Some(0));
    let manifest = fs::read_to_string(folder.join("out/manifest.toml")).unwrap();
    fs::write(folder.join("out/manifest.toml"), manifest.replace("complete = true", "complete = false")).unwrap();
    let trials = fs::read_to_string(folder.join("out/trials.csv")).unwrap();
    let two: String = trials.split_inclusive('\n').take(3).collect();
    fs::write(folder.join("out/trials.csv"), &two).unwrap();
    let sentence = "out holds 2 of 3 trials of this sweep: add --resume to continue, or start over with --fresh";
    refused(folder, &["run", "sweep.toml", "--out", "out"], sentence);
    assert_eq!(fs::read_to_string(folder.join("out/trials.csv")).unwrap(), two);
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = with(GOOD);
    let folder = folder.path();
    fs::create_dir(folder.join("out")).unwrap();
    let lock = fs::File::create(folder.join("out/.lock")).unwrap();
    lock.try_lock().unwrap();
    let refusal = (Some(3), String::new(), "error: out is in use by another run\n".to_owned());
    let run = ["run", "sweep.toml", "--out", "out"];
    for more in [&[][..], &["--resume"], &["--fresh"], &["--shard", "1/1", "--resume", "--quiet"]] {
        assert_eq!(evocube(folder, &[&run, more].concat()), refusal);
    }
    assert_eq!(names(&folder.join("out")).len(), 1, "nothing is written");
    let shard = ["run", "sweep.toml", "--shard", "1/1", "--out", "part", "--resume", "--quiet"];
    assert_eq!(evocube(folder, &shard), (Some(0), String::new(), String::new()));
    assert_eq!(evocube(folder, &["merge", "part", "--out", "out", "--quiet"]), refusal);
    drop(lock);
    // A finished shard returns at once.
    assert_eq!(evocube(folder, &shard), (Some(0), String::new(), String::new()));
    let merge = ["merge", "part", "--out", "out", "--quiet"];
    assert_eq!(evocube(folder, &merge), (Some(0), String::new(), String::new()));
    assert_eq!(evocube(folder, &run).0, Some(0));
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = with(GOOD);
    let folder = folder.path();
    fs::create_dir(folder.join("locked")).unwrap();
    fs::set_permissions(folder.join("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(folder.join("locked/probe"), "").is_ok() {
        // Root may write into a read-only folder, so the test ends here for root.
        return;
    }
    refused(folder, &["run", "sweep.toml", "--out", "locked/out"], "locked/out: permission denied");
    refused(folder, &["run", "sweep.toml", "--out", "locked"], "locked/.lock: permission denied");
}

#[test]
fn a_manifest_of_another_layout_is_refused_by_its_number() {
    let folder = with(GOOD);
    let folder = folder.path();
    fs::create_dir(folder.join("out")).unwrap();
    for (manifest, sentence) in [
        ("format = 2\nnothing = \"else is known\"\n", "layout 2 is not the one this version knows, 1"),
        ("title = \"a letter\"\n", "this is not a manifest of evocube: it has no format"),
    ] {
        fs::write(folder.join("out/manifest.toml"), manifest).unwrap();
        for arguments in
            [&["run", "sweep.toml", "--out", "out", "--resume"][..], &["report", "out"], &["verify", "out"]]
        {
            let (code, out, stderr) = evocube(folder, arguments);
            assert_eq!((code, out.as_str(), stderr), (Some(2), "", format!("error: out/manifest.toml: {sentence}\n")));
        }
    }
}

#[test]
fn a_folder_without_its_manifest_is_not_extended() {
    let folder = with(GOOD);
    let folder = folder.path();
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "out"]).0, Some(0));
    fs::remove_file(folder.join("out/manifest.toml")).unwrap();
    let trials = fs::read(folder.join("out/trials.csv")).unwrap();
    let (code, _, stderr) = evocube(folder, &["run", "sweep.toml", "--out", "out", "--extend"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("holds trials, but its manifest.toml is lost: put back a copy of the file"), "{stderr}");
    assert_eq!(fs::read(folder.join("out/trials.csv")).unwrap(), trials);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "mounts a small tmpfs, needs root"]
fn a_full_disk_is_named_and_the_run_is_resumed_later() {
    let sweep = GOOD
        .replace("generations = 3", "generations = 400")
        .replace("seed = 1", "seed = 1\nlog-every = 1\nrepetitions = 10");
    let folder = with(&sweep);
    let folder = folder.path();
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "whole", "--threads", "2"]).0, Some(0));
    // The disk is too small for the tables, then it fills up with them, then with the report of complete tables.
    let tables = fs::metadata(folder.join("whole/convergence.csv")).unwrap().len() / 1024;
    let tables = u32::try_from(tables).unwrap();
    let disk = SmallDisk::with_kibibytes(64, &folder.join("disk"));
    let mut full = Vec::new();
    for kibibytes in [64, tables / 2, tables + 24, tables + 48, tables + 64, tables + 80] {
        disk.resize(kibibytes);
        let (code, out, stderr) = evocube(folder, &["run", "sweep.toml", "--out", "disk/out", "--resume"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{kibibytes} KiB: {stderr}");
        full.push(stderr.lines().next().unwrap_or_default().to_owned());
    }
    let (refused, begun) = full.split_at(2);
    assert!(refused.iter().all(|sentence| sentence.contains("the tables of this run need about")), "{full:?}");
    assert!(begun.iter().all(|sentence| sentence.ends_with(": no space left on the disk")), "{full:?}");
    assert!(begun[0].contains("disk/out/convergence.csv"), "{full:?}");
    assert!(begun[1..].iter().any(|sentence| sentence.contains("cannot write disk/out/report.html")), "{full:?}");
    disk.resize(16 * 1024);
    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "disk/out", "--resume"]).0, Some(0));
    let relative = |folder: &Path| -> Vec<String> {
        names(folder).iter().map(|name| name.replace(&folder.display().to_string(), "")).collect()
    };
    assert_eq!(relative(&folder.join("disk/out")), relative(&folder.join("whole")));
    for name in ["trials.csv", "convergence.csv", "solutions.csv", "baselines.csv", "report.html", "summary.md"] {
        let read = |place: &str| fs::read(folder.join(place).join(name)).unwrap();
        assert!(read("disk/out") == read("whole"), "{name}");
    }
}
