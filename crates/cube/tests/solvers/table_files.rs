//! Files of tables: written, read, checked, refused, built again and cleared, also while they are in use. The command `evocube tables` is
//! tested in `tests/cli/tables.rs`, the content of tables beside the code that builds it, in `crates/cube/src`.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use evocube_cube::files::{NewFile, Temporary};
use evocube_cube::search::tables::table;
use evocube_cube::search::{Kociemba, KociembaTables, Macros, Thistlethwaite};
use evocube_cube::solver::Cancelled;
use evocube_cube::table::cache::{CacheDir, Fault};
use evocube_cube::table::{TableError, TableObserver, TableSource, TableSpec};
use evocube_cube::{Budget, Cube3, Metric, Seed, Solver};

/// The bytes before the table, and those before the stamp.
const HEADER: usize = 128;
const STAMP: usize = 120;
/// The bytes of a piece, which has a digest of its own.
const PIECE: usize = 4 << 20;

/// The number of builds of the test table.
static BUILT: AtomicUsize = AtomicUsize::new(0);

/// A table of three pieces, the last one short.
const SPEC: TableSpec = TableSpec {
    name: "squares",
    version: 3,
    about: "squares of small numbers",
    metric: Metric::Htm,
    bytes: 2 * PIECE + 12_345,
    build_seconds: 0,
    build: |_, _| {
        BUILT.fetch_add(1, Ordering::SeqCst);
        Ok(content())
    },
    check: |_, _| Ok(()),
};

fn content() -> Vec<u8> {
    (0..SPEC.bytes).map(|number| u8::try_from(number.wrapping_mul(number) >> 5 & 255).expect("a byte")).collect()
}

const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("two");

/// An observer that records errors.
#[derive(Default)]
struct Troubles(Mutex<Vec<String>>);

impl TableObserver for Troubles {
    fn error(&self, error: &TableError) {
        let cause = std::error::Error::source(error).expect("a cause");
        self.0.lock().unwrap().push(format!("{error}: {cause}"));
    }
}

/// Loads the table. Returns the messages.
fn load(cache: &CacheDir) -> Vec<String> {
    let troubles = Troubles::default();
    let source = TableSource { cache: Some(cache), threads: TWO, observer: &troubles };
    assert!(source.load(&SPEC).unwrap()[..] == content());
    troubles.0.into_inner().unwrap()
}

fn written() -> (tempfile::TempDir, CacheDir) {
    let folder = tempfile::tempdir().unwrap();
    let cache = CacheDir::new(folder.path().join("a/b"));
    cache.write(&SPEC, &content()).unwrap();
    (folder, cache)
}

#[test]
fn a_saved_table_is_loaded_unchanged() {
    let (_folder, cache) = written();
    assert!(cache.look(&SPEC).is_ok());
    for threads in 1..5 {
        assert!(cache.read(&SPEC, NonZeroUsize::new(threads).unwrap()).unwrap() == content());
    }
    assert_eq!(fs::read_dir(cache.folder()).unwrap().count(), 1, "no unfinished file is left");
    assert_eq!((load(&cache), cache.clear(&SPEC).unwrap()), (vec![], 1));
    assert!(matches!(cache.read(&SPEC, TWO), Err(Fault::Absent)));
    assert_eq!(load(&cache), [""; 0]);
    assert!(cache.look(&SPEC).is_ok(), "a built table is kept");
}

#[test]
fn every_flipped_bit_and_missing_byte_is_detected() {
    let (_folder, cache) = written();
    let file = cache.file(&SPEC);
    let good = fs::read(&file).unwrap();
    let places = (0..STAMP).chain([HEADER, HEADER + PIECE - 1, HEADER + PIECE, good.len() - 1]);
    for place in places {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&file, bad).unwrap();
        assert!(cache.read(&SPEC, TWO).is_err(), "byte {place}");
    }
    for length in [0, 1, HEADER - 1, HEADER, HEADER + PIECE, good.len() - 1] {
        fs::write(&file, &good[..length]).unwrap();
        assert!(cache.read(&SPEC, TWO).is_err(), "{length} bytes");
    }
    let longer = [&good[..], b"x"].concat();
    fs::write(&file, longer).unwrap();
    assert!(cache.read(&SPEC, TWO).is_err());
}

#[test]
fn content_is_checked_unless_the_file_has_the_time_of_its_stamp() {
    let (_folder, cache) = written();
    let file = cache.file(&SPEC);
    let time = || fs::metadata(&file).unwrap().modified().unwrap();
    let stamp = time();
    // A byte is changed and the time kept: the program that starts reads the header only.
    let mut bytes = fs::read(&file).unwrap();
    bytes[HEADER + 100] ^= 1;
    fs::write(&file, &bytes).unwrap();
    fs::File::options().write(true).open(&file).unwrap().set_modified(stamp).unwrap();
    let source = TableSource { cache: Some(&cache), threads: TWO, observer: &() };
    assert!(source.load(&SPEC).unwrap()[..] == bytes[HEADER..]);
    assert!(matches!(cache.read(&SPEC, TWO), Err(Fault::Damaged)), "the content is checked where it is asked for");
    // The right bytes with another time are checked, and the file gets its time again.
    bytes[HEADER + 100] ^= 1;
    fs::write(&file, &bytes).unwrap();
    assert_ne!(time(), stamp);
    assert_eq!((load(&cache), time()), (vec![], stamp));
    // A changed stamp is not the time of the file.
    bytes[STAMP] ^= 2;
    fs::write(&file, &bytes).unwrap();
    assert_eq!(load(&cache), [""; 0]);
}

#[test]
fn a_table_in_use_is_replaced_and_stays_what_it_was() {
    let (_folder, cache) = written();
    let source = TableSource { cache: Some(&cache), threads: TWO, observer: &() };
    let used = source.load(&SPEC).unwrap();
    let other: Vec<u8> = content().iter().map(|byte| !byte).collect();
    cache.write(&SPEC, &other).unwrap();
    assert!(used[..] == content() && source.load(&SPEC).unwrap()[..] == other);
    cache.clear(&SPEC).unwrap();
    assert!(used[..] == content());
}

#[test]
fn an_unusable_file_is_reported_and_replaced() {
    let (_folder, cache) = written();
    let file = cache.file(&SPEC);
    let good = fs::read(&file).unwrap();
    let mut damaged = good.clone();
    damaged[HEADER + 100] ^= 1;
    let mut older = good.clone();
    older[12] = 2;
    let named = |reason: &str| [format!("\"{}\" is not used, the table is built again: {reason}", file.display())];
    // The header states another size, and the file has the right one.
    let mut misstated = good.clone();
    misstated[80..88].fill(255);
    for (bytes, reason) in [
        (&damaged[..], "its checksum is wrong"),
        (&misstated, "it is not a file of this table"),
        (&older[..], "it was written by another version of evocube"),
        (b"something else", "it is not a file of this table"),
        (&good[..1000], "it has 1000 bytes instead of 8401081"),
    ] {
        fs::write(&file, bytes).unwrap();
        assert_eq!(load(&cache), named(reason));
        // The new file may have a later stamp.
        let built = fs::read(&file).unwrap();
        assert!(built[..STAMP] == good[..STAMP] && built[HEADER..] == good[HEADER..]);
        assert_eq!(load(&cache), [""; 0]);
    }
}

/// The file has a hole of a terabyte: reading it, or allocating its size, would end the test.
#[cfg(target_os = "linux")]
#[test]
fn a_table_is_read_only_if_its_file_has_the_expected_size() {
    let (_folder, cache) = written();
    let file = fs::File::options().write(true).open(cache.file(&SPEC)).unwrap();
    file.set_len(1 << 40).unwrap();
    let expected = (HEADER + SPEC.bytes) as u64;
    for result in [cache.look(&SPEC), cache.read(&SPEC, TWO).map(|_| ())] {
        assert!(matches!(result, Err(Fault::Size { length, expected: size }) if (length, size) == (1 << 40, expected)));
    }
}

#[test]
fn a_table_is_built_in_memory_if_the_folder_is_not_writable() {
    let folder = tempfile::tempdir().unwrap();
    // A file in place of the folder: not even an administrator can create files in it.
    let place = folder.path().join("file");
    fs::write(&place, "").unwrap();
    for below in [place.clone(), place.join("below")] {
        let messages = load(&CacheDir::new(&below));
        let sentence = format!("the table squares cannot be kept in \"{}\" and is in memory only: ", below.display());
        assert!(messages.iter().any(|line| line.starts_with(&sentence)), "{messages:?}");
    }
    assert_eq!(fs::read(&place).unwrap(), b"");
}

#[test]
fn two_processes_may_build_a_table_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let cache = CacheDir::new(folder.path());
    let before = BUILT.load(Ordering::SeqCst);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(load(&cache), [""; 0]));
        }
    });
    assert!(BUILT.load(Ordering::SeqCst) > before);
    assert!(cache.read(&SPEC, TWO).unwrap() == content());
    assert_eq!(fs::read_dir(cache.folder()).unwrap().count(), 1);
}

/// The temporary files of killed builds of these tables.
const STALE: &str = ".squares.table.0123456789abcdef.part";
const STALE_OF_ANOTHER: &str = ".cubes.table.fedcba9876543210.part";

#[test]
fn clearing_deletes_tables_of_evocube_only() {
    let (_folder, cache) = written();
    let path = |name: &str| cache.folder().join(name);
    let kept = [".squares.table.x.part", "squares.txt", "squares-2.table", STALE_OF_ANOTHER, ".other.part"];
    for name in kept.iter().chain([&STALE]) {
        fs::write(path(name), "").unwrap();
    }
    let mut running = NewFile::create(&cache.file(&SPEC)).unwrap();
    assert_eq!(cache.clear(&SPEC).unwrap(), 2);
    assert!(!cache.file(&SPEC).exists() && !path(STALE).exists());
    assert!(kept.iter().all(|name| path(name).exists()));
    running.file().write_all(b"a build that is running is not robbed").unwrap();
    running.publish().unwrap();
    assert_eq!(CacheDir::new(path("nowhere")).clear(&SPEC).unwrap(), 0);
}

#[test]
fn temporary_files_of_killed_builds_are_listed_and_removed_by_the_next_build() {
    let (_folder, cache) = written();
    let path = |name: &str| cache.folder().join(name);
    for name in [STALE, STALE_OF_ANOTHER, ".notes.part"] {
        fs::write(path(name), "half").unwrap();
    }
    let running = NewFile::create(&cache.file(&SPEC)).unwrap();
    let mut temporaries = cache.unfinished().unwrap();
    let stale = |name: &str| Temporary { path: path(name), bytes: 4, is_stale: true };
    let place = temporaries.iter().position(|temporary| !temporary.is_stale).expect("a file that is being written");
    temporaries.remove(place);
    assert_eq!(temporaries, [stale(STALE_OF_ANOTHER), stale(STALE)]);
    cache.write(&SPEC, &content()).unwrap();
    assert!(!path(STALE).exists() && !path(STALE_OF_ANOTHER).exists() && path(".notes.part").exists());
    running.publish().unwrap();
    assert_eq!(cache.unfinished().unwrap(), []);
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_folder_in_the_place_of_a_table_is_refused_at_once() {
    let (_folder, cache) = written();
    let file = cache.file(&SPEC);
    fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    for result in [cache.look(&SPEC), cache.read(&SPEC, TWO).map(|_| ())] {
        let Err(Fault::Unreadable(error)) = result else { panic!("it is no table") };
        assert_eq!(error.to_string(), "this is a device or a pipe, expected a file");
    }
    assert_eq!(load(&cache).len(), 1, "it is reported and replaced");
    assert!(cache.look(&SPEC).is_ok());
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(matches!(cache.look(&SPEC), Err(Fault::Unreadable(error)) if error.kind() == io::ErrorKind::IsADirectory));
    assert_eq!(load(&cache).len(), 2, "it is not used and not replaced");
    assert!(file.is_dir() && fs::read_dir(cache.folder()).unwrap().count() == 1);
}

/// An observer that ends a construction after a number of steps.
struct EndsAfter(AtomicUsize);

impl TableObserver for EndsAfter {
    fn step(&self) -> Result<(), Cancelled> {
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map(drop).map_err(|_| Cancelled::default())
    }

    fn error(&self, error: &TableError) {
        panic!("the end is no error of a file: {error}");
    }
}

#[test]
fn a_construction_that_its_observer_ends_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let cache = CacheDir::new(folder.path());
    let load = |spec: &TableSpec, steps| {
        let observer = EndsAfter(AtomicUsize::new(steps));
        TableSource { cache: Some(&cache), threads: TWO, observer: &observer }.load(spec)
    };
    let files = || fs::read_dir(cache.folder()).unwrap().count();
    // The table of three pieces has a step for the digest of each, and then for each that is written.
    for steps in 0..6 {
        assert!(load(&TableSpec { build: |_, _| Ok(content()), ..SPEC }, steps).is_err());
        assert_eq!(files(), 0, "after {steps} steps");
    }
    for spec in ["thistlethwaite", "kociemba-small", "kociemba-coordinates-qtm"].map(|name| table(name).unwrap()) {
        for steps in [0, 1, 20] {
            assert!(load(spec, steps).is_err());
            assert_eq!(files(), 0, "{} after {steps} steps", spec.name);
        }
    }
    assert!(load(&TableSpec { build: |_, _| Ok(content()), ..SPEC }, 6).unwrap()[..] == content());
    assert_eq!(files(), 1);
}

/// Tables that are built in less than a second.
const QUICK: [&str; 4] = ["macros", "thistlethwaite", "kociemba-small", "kociemba-small-qtm"];

#[test]
fn two_hundred_tables_of_other_content_and_right_checksum_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let cache = CacheDir::new(folder.path());
    let mut stream = Seed::from_number(200).stream();
    for spec in QUICK.map(|name| table(name).unwrap()) {
        let right = TableSource::IN_MEMORY.build(spec).unwrap();
        cache.write(spec, &right).unwrap();
        assert!(cache.read(spec, TWO).unwrap() == right, "the known digest of {} is that of its content", spec.name);
        for number in 0..50 {
            let mut content = right.clone();
            let place = stream.index(content.len());
            match number % 5 {
                0 => content.fill([0, 1, 127, 255, 3][number / 5 % 5]),
                1 => content.iter_mut().for_each(|byte| *byte = stream.index(256).try_into().unwrap()),
                2 => content[place..].fill(255),
                3 => content[place] ^= 1 << stream.index(8),
                _ => content[..8].fill(255),
            }
            cache.write(spec, &content).unwrap();
            assert!(
                content == right || matches!(cache.read(spec, TWO), Err(Fault::OtherContent)),
                "{} {number}",
                spec.name
            );
        }
    }
    // Solvers build their tables again.
    let troubles = Troubles::default();
    let source = TableSource { cache: Some(&cache), threads: TWO, observer: &troubles };
    let cube = Cube3::random(&mut stream);
    let solvers: [&dyn Solver<Cube3>; 3] = [
        &Macros::new(&source).unwrap(),
        &Thistlethwaite::new(&source).unwrap(),
        &Kociemba::with_metric(KociembaTables::Small, Metric::Htm, &source).unwrap(),
    ];
    for solver in solvers {
        assert!(solver.solve(cube, &Budget::default()).is_ok());
    }
    let messages = troubles.0.into_inner().unwrap();
    assert!(
        messages.len() == 3 && messages.iter().all(|line| line.ends_with(": its content is not that of this table")),
        "{messages:?}"
    );
}
