//! Fuzz target of results folders in which a file is anything: reading and resuming never panic. A damaged table is an error, except
//! failures and times; a resumed run has the same bytes or refuses a header. Of a damaged manifest only panics are noticed.
//!
//! The first byte of the input says which file, the others are its content.
#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;

use evocube::evaluation::Kernel;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::file;
use evocube::experiment::runner;
use evocube::experiment::store::{self, Opening, Store};
use evocube::experiment::sweep::Sweep;
use evocube::search::TableSource;
use libfuzzer_sys::fuzz_target;

const EXECUTION: Execution<'_> = Execution {
    threads: NonZeroUsize::MIN,
    kernel: Kernel::SCALAR,
    tables: TableSource::IN_MEMORY,
    checkpoint: None,
    service: None,
    interpreter: None,
};

const SWEEP: &str = "name = \"fuzz\"\nseed = 1\n[[instance]]\nscramble = \"R U\"\n[base]\npopulation = 4\nelitism = 0\n\
                     genome.length = 3\nalphabet.macros = \"none\"\nstop = { generations = 2, target = \"none\" }\n\
                     [[factor]]\nkey = \"replacement\"\nlevels = [\"generational\", \"nsga-ii\"]\n";

const FILES: [&str; 8] = [
    file::MANIFEST,
    file::TRIALS,
    file::CONVERGENCE,
    file::SOLUTIONS,
    file::FRONTS,
    file::DIGESTS,
    file::FAILURES,
    file::TIMING,
];

struct Whole {
    folder: tempfile::TempDir,
    sweep: Sweep,
    plan: Plan,
    /// Every file of the finished folder.
    files: BTreeMap<String, Vec<u8>>,
}

static WHOLE: LazyLock<Whole> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let sweep = Sweep::parse(SWEEP, Path::new("fuzz.toml")).unwrap_or_else(|error| panic!("{error}"));
    let plan = Plan::new(&sweep);
    run(folder.path(), &sweep, &plan).unwrap_or_else(|error| panic!("{error}"));
    store::write_checksums(folder.path(), &[]).expect("the checksums are written");
    let files = files(folder.path());
    Whole { folder, sweep, plan, files }
});

fn run(folder: &Path, sweep: &Sweep, plan: &Plan) -> Result<(), String> {
    let mut store = Store::open(folder, sweep, plan, Opening::Resume, EXECUTION).map_err(|error| error.to_string())?;
    runner::run(sweep, plan, &mut store, EXECUTION, &()).map_err(|error| error.to_string())?;
    Ok(())
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("bytes")))
        .collect()
}

fuzz_target!(|input: &[u8]| {
    let Some((&which, content)) = input.split_first() else { return };
    let whole = &*WHOLE;
    let folder = whole.folder.path();
    let name = FILES[usize::from(which) % FILES.len()];
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("an entry").path();
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    whole.files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).expect("it is written"));
    fs::write(folder.join(name), content).expect("it is written");
    let same = whole.files.get(name).is_some_and(|bytes| bytes == content);
    let _ = store::read(folder);
    let checked = store::check(folder);
    if !matches!(name, file::MANIFEST | file::TIMING | file::FAILURES) && !same {
        assert!(checked.is_err_and(|error| error.to_string().contains(name)), "{name}");
    }
    match run(folder, &whole.sweep, &whole.plan) {
        Ok(()) if name != file::MANIFEST => {}
        Err(error) if name != file::MANIFEST && !error.contains("not the header") => panic!("{name}: {error}"),
        _ => return,
    }
    let written = files(folder);
    for (table, bytes) in &whole.files {
        if table != file::MANIFEST && table != file::TIMING {
            assert!(written.get(table) == Some(bytes), "{table} after {name} was damaged");
        }
    }
});
