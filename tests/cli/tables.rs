//! `evocube tables` as a user runs it: listing, building, verifying and clearing cached tables; and solvers whose tables cannot be written
//! or are cut. Their files as such are tested in `crates/cube/tests/solvers/table_files.rs`.

use std::path::Path;

#[cfg(target_os = "linux")]
use crate::common::SmallDisk;
use crate::common::{Streams, execute, program};

fn evocube(cache: &Path, args: &[&str]) -> Streams {
    execute(program().env("EVOCUBE_CACHE", cache).arg("tables").args(args))
}

fn json(cache: &Path, args: &[&str]) -> (Option<i32>, serde_json::Value) {
    let (code, out, _) = evocube(cache, args);
    (code, serde_json::from_str(&out).expect("JSON"))
}

#[test]
fn an_empty_folder_has_no_tables() {
    let folder = crate::common::tempdir().unwrap();
    let cache = folder.path().join("not there yet");
    let (code, report) = json(&cache, &["info", "--json"]);
    assert_eq!((code, report["folder"].as_str()), (Some(0), cache.to_str()));
    let tables = report["tables"].as_array().unwrap();
    assert!(tables.len() >= 5 && tables.iter().all(|table| table["state"] == "absent"), "{report}");
    let (code, out, _) = evocube(&cache, &[]);
    assert_eq!(code, Some(0));
    assert!(out.contains("to-domino") && out.contains("absent"), "{out}");
    let (code, _, notes) = evocube(&cache, &["clear"]);
    assert_eq!((code, notes), (Some(0), format!("0 files deleted in {}\n", cache.display())));
    assert!(!cache.exists(), "looking makes no folder");
}

#[test]
fn tables_lists_a_foreign_file() {
    let folder = crate::common::tempdir().unwrap();
    std::fs::write(folder.path().join("corners.table"), "a recipe").unwrap();
    for action in ["info", "verify"] {
        let (code, report) = json(folder.path(), &[action, "corners", "--json"]);
        let row = &report["tables"][0];
        let reason = row["reason"].as_str();
        assert_eq!((code, row["state"].as_str()), (Some(1), Some("unusable")));
        assert_eq!(reason, Some("it is not a file of this table"));
    }
    let (code, _, notes) = evocube(folder.path(), &["info", "pyramid"]);
    assert_eq!(code, Some(2));
    assert!(notes.contains("to-domino"), "{notes}");
}

#[test]
fn temporary_files_of_killed_builds_are_listed_and_cleared() {
    let folder = crate::common::tempdir().unwrap();
    let stale = folder.path().join(".corners.table.0123456789abcdef.part");
    let (foreign, other) =
        (folder.path().join(".notes.part"), folder.path().join(".to-domino.table.00112233445566aa.part"));
    for file in [&stale, &foreign, &other] {
        std::fs::write(file, vec![0; 2_600_000]).unwrap();
    }
    let running = folder.path().join(".corners.table.ffffffffffffffff.part");
    let lock = std::fs::File::create(&running).unwrap();
    lock.try_lock().unwrap();
    let (code, out, _) = evocube(folder.path(), &[]);
    assert_eq!(code, Some(0));
    let line = format!("{}: 2.6 MB, left by a killed build: `evocube tables clear` deletes it\n", stale.display());
    assert!(out.contains(&line) && out.contains(&format!("{}: 0.0 MB, being written\n", running.display())), "{out}");
    assert!(!out.contains(".notes.part"), "{out}");
    let unfinished = json(folder.path(), &["info", "--json"]).1["unfinished"].clone();
    let stale_ones = unfinished.as_array().unwrap().iter().map(|file| (&file["bytes"], &file["stale"]));
    assert_eq!(
        stale_ones.collect::<Vec<_>>(),
        [(&2_600_000.into(), &true.into()), (&0.into(), &false.into()), (&2_600_000.into(), &true.into())]
    );
    let (code, _, notes) = evocube(folder.path(), &["clear", "corners"]);
    assert_eq!((code, notes), (Some(0), format!("1 file deleted in {}\n", folder.path().display())));
    assert!(!stale.exists() && running.exists() && foreign.exists() && other.exists());
    assert!(evocube(folder.path(), &["clear"]).2.starts_with("1 file deleted in "));
    assert!(running.exists() && foreign.exists() && !other.exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_tables_is_named_at_once() {
    let folder = crate::common::tempdir().unwrap();
    let pipe = folder.path().join("corners.table");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for action in ["info", "verify"] {
        let mut command = program();
        let arguments = ["tables", action, "corners", "--json"];
        let output =
            command.env("EVOCUBE_CACHE", folder.path()).args(arguments).timeout(std::time::Duration::from_secs(60));
        let output = output.output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it does not hang");
        let reason = "it cannot be read: this is a device or a pipe, expected a file";
        assert_eq!((output.status.code(), report["tables"][0]["reason"].as_str()), (Some(1), Some(reason)));
    }
}

#[test]
fn tables_without_a_cache_folder_is_an_error() {
    // A relative home would be another folder in each folder.
    for home in [None, Some("home"), Some("")] {
        let mut command = program();
        let output = command.env_clear().envs(home.map(|home| ("HOME", home))).arg("tables").output().unwrap();
        let notes = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(notes, "error: no folder for tables: set EVOCUBE_CACHE to one\n", "{home:?}");
    }
}

#[test]
#[ignore = "builds a table of 21 MB in two seconds"]
fn a_table_is_built_verified_and_cleared() {
    let folder = crate::common::tempdir().unwrap();
    let name = "first-six-edges";
    let (code, _, notes) = evocube(folder.path(), &["build", name]);
    assert_eq!(code, Some(0));
    let announcement = "building the table first-six-edges: 21 MB, about ";
    assert!(notes.starts_with(announcement) && notes.contains("\nfirst-six-edges is built in "), "{notes}");
    assert_eq!(evocube(folder.path(), &["build", name]).2, "first-six-edges is built already\n");
    assert_eq!(json(folder.path(), &["info", name, "--json"]).1["tables"][0]["state"], "ready");
    let (code, report) = json(folder.path(), &["verify", name, "--json"]);
    assert_eq!((code, report["tables"][0]["state"].as_str()), (Some(0), Some("right")));
    let file = folder.path().join("first-six-edges.table");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[12_345_678] ^= 2;
    std::fs::write(&file, bytes).unwrap();
    let (code, report) = json(folder.path(), &["verify", name, "--json"]);
    assert_eq!((code, report["tables"][0]["reason"].as_str()), (Some(1), Some("its checksum is wrong")));
    let (code, _, notes) = evocube(folder.path(), &["build", name]);
    assert!(code == Some(0) && notes.contains("is not used, the table is built again: its checksum"), "{notes}");
    let (code, _, notes) = evocube(folder.path(), &["clear", name]);
    assert_eq!((code, notes), (Some(0), format!("1 file deleted in {}\n", folder.path().display())));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "mounts a small tmpfs, needs root"]
fn a_full_disk_is_named_and_solvers_work_without_files() {
    let place = crate::common::tempdir().unwrap();
    let folder = place.path();
    let _disk = SmallDisk::with_kibibytes(10 << 10, folder);
    let place = folder.display();
    let (code, out, notes) = evocube(folder, &["build", "first-six-edges"]);
    let sentence = format!("cannot be kept in \"{place}\" and is in memory only: no space left on the disk\n");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(notes.ends_with(&format!("\nerror: the table first-six-edges {sentence}")), "{notes}");
    let mut command = program();
    let output = command.env("EVOCUBE_CACHE", folder).args(["solve", "R U", "--solver", "kociemba"]).output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"U' R'\n".to_vec()));
    for table in ["kociemba-guide", "in-domino"] {
        assert!(notes.contains(&format!("note: the table {table} {sentence}")), "{notes}");
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0, "nothing half-written is left");
}

/// A mapped file that is cut below a page in use sends a signal to the process.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_is_cut_during_a_search_ends_it_with_a_sentence() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = crate::common::tempdir().unwrap();
    assert_eq!(evocube(folder.path(), &["build", "thistlethwaite"]).0, Some(0));
    let table = folder.path().join("thistlethwaite.table");
    let whole = std::fs::read(&table).unwrap();
    let search = std::process::Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .env("EVOCUBE_CACHE", folder.path())
        .args(["stats", "--solver", "thistlethwaite", "--count", "1000000", "--seed", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let maps = format!("/proc/{}/maps", search.id());
    let begin = Instant::now();
    while !std::fs::read_to_string(&maps).unwrap().contains("thistlethwaite.table") {
        assert!(begin.elapsed() < Duration::from_secs(60), "the table is mapped");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::OpenOptions::new().write(true).open(&table).unwrap().set_len(100).unwrap();
    let output = search.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let sentence = "error: the file of a solver's table was cut, or cannot be read, while it was in use: run the command again, which \
                    checks the table and builds it if it must\n";
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.ends_with(sentence), "{stderr}");
    // The next command has the table again.
    let solve = ["solve", "--solver", "thistlethwaite", "R U F"];
    assert_eq!(execute(program().env("EVOCUBE_CACHE", folder.path()).args(solve)).0, Some(0));
    assert_eq!(std::fs::read(&table).unwrap()[128..], whole[128..]);
}
