//! The reference run in `results/reference/quickstart` belongs to the shipped quickstart and is reproduced; all shipped sweeps are valid.
//! Digests of other sweeps are tested in `golden`.

use std::path::{Path, PathBuf};

use evocube::experiment::store;
use evocube::experiment::sweep::Sweep;

use crate::common::{program, result_files};

fn path_of(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn the_reference_folder_belongs_to_the_quickstart_sweep() {
    let shipped = Sweep::read(&path_of("experiments/quickstart.toml")).unwrap();
    let recorded = store::read_sweep(&path_of("results/reference/quickstart")).unwrap();
    assert_eq!(recorded.to_table(), shipped.to_table());
}

#[test]
fn the_reference_folder_is_reproduced_byte_by_byte() {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("quickstart");
    let run =
        [Path::new("run"), &path_of("experiments/quickstart.toml"), Path::new("--quiet"), Path::new("--out"), &out];
    program().args(run).assert().success();
    let made = result_files(&out);
    let recorded = result_files(&path_of("results/reference/quickstart"));
    assert_eq!(made.keys().collect::<Vec<_>>(), recorded.keys().collect::<Vec<_>>());
    let identity = |folder: &Path| store::read(folder).unwrap().programs[0].identity.clone();
    let (here, there) = (identity(&out), identity(&path_of("results/reference/quickstart")));
    for (name, bytes) in &made {
        // The pages name the code that made the folder, and a change that moves no row leaves the folder as it is. The manifest has their
        // digests, and the last line of `digests.csv` that of the manifest.
        // Another commit of the same code is no other program.
        let digests = ["\"report.html\" = ", "\"summary.md\" = ", "manifest,", "commit = ", "commit_date = "];
        let is_page = |line: &&str| digests.iter().any(|beginning| line.starts_with(beginning));
        let lines = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).replace(&here, &there);
            text.lines().filter(|line| !is_page(line)).map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(
            lines(bytes) == lines(&recorded[name]),
            "{name} is stale: run the quickstart again and commit its folder"
        );
    }
}

#[test]
fn every_shipped_sweep_is_valid() {
    let mut count = 0;
    for entry in std::fs::read_dir(path_of("experiments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            Sweep::read(&path).unwrap_or_else(|error| panic!("{error}"));
            count += 1;
        }
    }
    assert_eq!(count, 23);
}
