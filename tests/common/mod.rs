//! Helpers of several test programs: running the program, folders of sweeps and results and their comparison, small disks.
#![allow(dead_code)] // each test program uses some of them

pub(crate) mod chromium;
mod tempdir;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use evocube::experiment::record::file;

pub(crate) use tempdir::tempdir;

/// Exit code, standard output, standard error without the log of progress.
pub(crate) type Streams = (Option<i32>, String, String);

/// The folder of solvers' tables, below `target`, where the tests of the solvers keep theirs, so that no test reads or writes those of
/// the user, which another version may have written.
pub(crate) const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");

/// The program, whatever kernel and tables the environment names. Its lines are not wrapped.
pub(crate) fn program() -> Command {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("evocube"));
    program.env_remove("EVOCUBE_KERNEL").env("EVOCUBE_CACHE", TABLES).env("COLUMNS", "100000");
    program
}

/// Runs a command to its end.
pub(crate) fn execute(command: &mut Command) -> Streams {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), without_log(&text(output.stderr)))
}

/// Returns standard error without the lines of a log of progress.
pub(crate) fn without_log(text: &str) -> String {
    let is_logged = |line: &str| {
        let time = line.strip_prefix('[').and_then(|line| line.split_once("] ")).map(|(time, _)| time);
        time.is_some_and(|time| time.split(':').count() == 3 && time.chars().all(|c| c.is_ascii_digit() || c == ':'))
    };
    text.split_inclusive('\n').filter(|line| !is_logged(line)).collect()
}

/// Returns the streams without the notes on unequal effort, which many a small sweep has.
pub(crate) fn without_effort((code, out, errors): Streams) -> Streams {
    let is_note = |line: &str| line.starts_with("note: unequal effort: ");
    (code, out, errors.split_inclusive('\n').filter(|line| !is_note(line)).collect())
}

/// Runs the program with these arguments.
pub(crate) fn evocube(arguments: &[&str]) -> Streams {
    execute(program().args(arguments))
}

/// Runs the program in a folder.
pub(crate) fn evocube_in(folder: &Path, arguments: &[&str]) -> Streams {
    execute(program().current_dir(folder).args(arguments))
}

/// Runs the program with this standard input.
pub(crate) fn evocube_reading(arguments: &[&str], input: &str) -> Streams {
    execute(program().args(arguments).write_stdin(input))
}

/// Returns the standard output of a command that succeeds and says nothing else.
#[track_caller]
pub(crate) fn done_in(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, stderr) = evocube_in(folder, arguments);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

/// Returns the text of a plan without the estimated time, which differs from call to call.
pub(crate) fn without_time(plan: &str) -> String {
    assert_eq!(plan.lines().filter(|line| line.starts_with("Time: ")).count(), 1, "{plan}");
    plan.split_inclusive('\n').filter(|line| !line.starts_with("Time: ")).collect()
}

/// Returns what [`done_in`] does, a plan [`without_time`].
#[track_caller]
pub(crate) fn done_without_time(folder: &Path, arguments: &[&str]) -> String {
    let text = done_in(folder, arguments);
    if arguments[0] == "plan" && !arguments.contains(&"--json") { without_time(&text) } else { text }
}

/// A folder that holds `sweep.toml`.
pub(crate) fn sweep_folder(sweep: &str) -> tempfile::TempDir {
    let folder = tempdir().expect("a temporary folder");
    fs::write(folder.path().join("sweep.toml"), sweep).expect("it can be written");
    folder
}

/// The files below a folder but for the lock, by their paths.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != ".lock" {
            files.insert(name, fs::read(&path).expect("it can be read"));
        }
    }
    files
}

/// The files of a results folder that are the same on every machine: all but wall-clock times, and of manifests all but the
/// last section.
pub(crate) fn result_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    let is = |path: &str, name: &str| path.rsplit('/').next() == Some(name);
    files.retain(|path, _| !file::WALL_CLOCK.iter().any(|name| is(path, name)));
    for (_, content) in files.iter_mut().filter(|(path, _)| is(path, file::MANIFEST)) {
        let machine = b"\n[machine]\n";
        let end = content.windows(machine.len()).position(|window| window == machine);
        content.truncate(end.unwrap_or(content.len()));
    }
    files
}

/// Two folders hold the same files with the same bytes.
#[track_caller]
pub(crate) fn assert_same(actual: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>, when: &str) {
    assert_eq!(actual.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{when}");
    for (name, content) in actual {
        assert!(*content == expected[name], "{name} differs {when}");
    }
}

/// A file system in memory of a limited size, which goes away with the test.
#[cfg(target_os = "linux")]
pub(crate) struct SmallDisk(std::path::PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    pub(crate) fn with_kibibytes(size: u32, place: &Path) -> Self {
        fs::create_dir_all(place).expect("a folder for the disk");
        mount(&["-t", "tmpfs", "-o", &format!("size={size}k"), "tmpfs"], place);
        Self(place.to_owned())
    }

    pub(crate) fn resize(&self, kibibytes: u32) {
        mount(&["-o", &format!("remount,size={kibibytes}k")], &self.0);
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A test that fails already has its own message.
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[cfg(target_os = "linux")]
fn mount(options: &[&str], place: &Path) {
    let status = std::process::Command::new("mount").args(options).arg(place).status().expect("mount is there");
    assert!(status.success(), "mount {options:?}");
}
