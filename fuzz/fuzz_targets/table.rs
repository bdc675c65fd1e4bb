//! Fuzz target of files of cached tables: in place of a small table's file, only the bytes that were written are read as the table. Its
//! header alone, without the checksum of the content, refuses files of another length.
#![no_main]

use std::fs;
use std::num::NonZeroUsize;
use std::sync::LazyLock;

use evocube::Metric;
use evocube::table::TableSpec;
use evocube::table::cache::CacheDir;
use libfuzzer_sys::fuzz_target;

const SPEC: TableSpec = TableSpec {
    name: "fuzz",
    version: 3,
    about: "five bytes",
    metric: Metric::Htm,
    bytes: 5,
    build_seconds: 0,
    build: |_, _| b"evolu".to_vec(),
    check: |_, _| Ok(()),
};

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));
static WRITTEN: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let cache = CacheDir::new(FOLDER.path());
    cache.write(&SPEC, b"evolu").expect("it is written");
    fs::read(cache.file(&SPEC)).expect("it is there")
});

fuzz_target!(|bytes: &[u8]| {
    let is_written = *WRITTEN == bytes;
    let cache = CacheDir::new(FOLDER.path());
    fs::write(cache.file(&SPEC), bytes).expect("it is written");
    let table = cache.read(&SPEC, NonZeroUsize::MIN);
    assert_eq!(table.is_ok(), is_written, "{table:?}");
    // A file of the right form with another content is for the checksum to find; all else is for the header.
    assert!(cache.look(&SPEC).is_err() || bytes.len() == WRITTEN.len());
});
