//! The committed reference run belongs to the shipped quickstart and comes out again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use evocube::experiment::record::file;
use evocube::experiment::store;
use evocube::experiment::sweep::Sweep;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn it_is_that_of_the_quickstart() {
    let shipped = Sweep::read(&at("experiments/quickstart.toml")).unwrap();
    let recorded = store::read_sweep(&at("results/reference/quickstart")).unwrap();
    assert_eq!(recorded.to_table(), shipped.to_table());
}

/// The files of a folder by their names, but for the lock.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != ".lock" {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn all_of_it_but_the_clock_and_the_machine_comes_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("quickstart");
    let status = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .args([Path::new("run"), &at("experiments/quickstart.toml"), Path::new("--quiet"), Path::new("--out"), &out])
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let mut made = files(&out);
    let mut recorded = files(&at("results/reference/quickstart"));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&recorded));
    for files in [&mut made, &mut recorded] {
        files.remove(file::TIMING).expect("the clock is there");
        let manifest = String::from_utf8(files[file::MANIFEST].clone()).unwrap();
        let (common, machine) = manifest.split_once("\n[machine]\n").expect("the machine is named");
        assert!(!machine.contains("\n["), "it is the last section");
        files.insert(file::MANIFEST.to_owned(), common.as_bytes().to_owned());
    }
    for (name, bytes) in &made {
        assert!(*bytes == recorded[name], "{name} is stale: run the quickstart again and commit its folder");
    }
}

#[test]
fn every_shipped_sweep_is_sound() {
    let mut count = 0;
    for entry in std::fs::read_dir(at("experiments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            Sweep::read(&path).unwrap_or_else(|error| panic!("{error}"));
            count += 1;
        }
    }
    assert_eq!(count, 16);
}
