//! Faults of the file system while commands use a results folder or a solver's table. A library that is loaded before the program lets one
//! call after another fail, ends or interrupts each early, or kills the process after it. Only runs are disturbed in tests that are not
//! ignored.
//!
//! Whatever fails, the command says so, no folder is complete with other rows, no recorded row is lost, and the command that continues
//! gives the bytes of an undisturbed one.

use std::path::PathBuf;

use super::preload::{LIBRARY, compile};
use super::*;

const TINY: &str = "name = \"tiny\"\nseed = 5\nrepetitions = 4\nbaselines = [\"layers\"]\n[[instance]]\nrandom = 1\n[base]\n\
                    population = 10\nstop.generations = 3\n";

/// Returns the library of faults, built for this machine; `None` without a C compiler.
fn library() -> Option<&'static Path> {
    static FAULTS: LazyLock<Option<PathBuf>> = LazyLock::new(|| compile("faults/shim.c", "faults.so", &LIBRARY));
    FAULTS.as_deref()
}

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A call returns an error.
    Fail,
    /// The process is killed after a call.
    Die,
    /// Each call is interrupted once.
    Interrupt,
    /// Reads and writes end after half of the bytes.
    Short,
    /// Nothing fails.
    Count,
}

/// The end of a disturbed command.
struct Ended {
    code: Option<i32>,
    stderr: String,
    /// The failed call and its file; of a command that is only counted, every call.
    log: Vec<String>,
    /// Number of calls, if the process was not killed.
    calls: Option<u64>,
}

/// Runs a command in a folder, where it has its tables, with a fault at the call of this number. Returns its output without the folder's path.
fn disturb(place: &Path, arguments: &[String], except: &str, kind: Kind, number: u64) -> (Ended, String) {
    let log =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{}", place.file_name().unwrap().to_str().unwrap()));
    drop(fs::remove_file(&log));
    let output = program()
        .current_dir(place)
        .args(arguments)
        .env("EVOCUBE_CACHE", place.join("tables"))
        .env("LD_PRELOAD", library().unwrap())
        .env("FAULT_FOLDER", place)
        .env("FAULT_KIND", format!("{kind:?}").to_lowercase())
        .env("FAULT_AT", number.to_string())
        .env("FAULT_EXCEPT", except)
        .env("FAULT_LOG", &log)
        .output()
        .unwrap();
    let text = fs::read_to_string(&log).unwrap_or_default();
    drop(fs::remove_file(&log));
    let calls = text.lines().find_map(|line| line.strip_prefix("calls ")?.parse().ok());
    let log = text.lines().filter(|line| !line.starts_with("calls ")).map(str::to_owned).collect();
    let stderr = common::without_log(&String::from_utf8(output.stderr).unwrap());
    let shown = String::from_utf8(output.stdout).unwrap().replace(&format!("{}/", place.display()), "");
    (Ended { code: output.status.code(), stderr, log, calls }, shown)
}

/// A folder with `sweep.toml`, in which one command is disturbed again and again.
struct Attack {
    place: tempfile::TempDir,
    /// The arguments of the command.
    arguments: Vec<&'static str>,
    /// The arguments of the command that continues it.
    again: Vec<&'static str>,
    /// The files before the command.
    before: BTreeMap<String, Vec<u8>>,
    /// The files of the folder `out` after the undisturbed command.
    whole: BTreeMap<String, Vec<u8>>,
    /// Standard output of the undisturbed command.
    output: String,
    /// Calls on paths with this part are not counted.
    except: &'static str,
    outcomes: Outcomes,
}

/// Numbers of disturbed commands by their end.
#[derive(Clone, Debug, Default)]
struct Outcomes {
    /// Commands without a failed call, or that did without its result.
    right: usize,
    /// Commands that ended with an error.
    refused: usize,
    killed: usize,
}

impl Outcomes {
    fn add(&mut self, code: Option<i32>) {
        let count = match code {
            Some(0) => &mut self.right,
            Some(_) => &mut self.refused,
            None => &mut self.killed,
        };
        *count += 1;
    }
}

impl Attack {
    /// Makes the folder by these commands, and runs the command once.
    fn new(sweep: &str, prepare: &[&[&str]], arguments: &[&'static str], again: &[&'static str]) -> Self {
        let place = common::sweep_folder(sweep);
        for arguments in prepare {
            assert_eq!(common::evocube_in(place.path(), arguments).0, Some(0), "{arguments:?}");
        }
        Self::begin(place, arguments, again)
    }

    fn begin(place: tempfile::TempDir, arguments: &[&'static str], again: &[&'static str]) -> Self {
        let before = all_files(place.path());
        let (arguments, again) = (arguments.to_vec(), again.to_vec());
        let (code, output, stderr) = common::evocube_in(place.path(), &arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        let whole = bytes(&place.path().join("out"));
        Self { place, arguments, again, before, whole, output, except: "", outcomes: Outcomes::default() }
    }

    /// Restores the files before the command.
    fn restore(&self) {
        for entry in fs::read_dir(self.place.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }.unwrap();
        }
        for (name, content) in &self.before {
            let path = self.place.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }

    /// Runs the command with a fault at the call of this number.
    fn disturb(&self, kind: Kind, number: u64) -> (Ended, String) {
        self.restore();
        // Paths are compared from their beginning.
        let place = self.place.path();
        let absolute = |argument: &&str| match *argument {
            "sweep.toml" => "sweep.toml".to_owned(),
            name if self.before.keys().any(|file| file.starts_with(&format!("{name}/"))) || name == "out" => {
                format!("{}/{name}", place.display())
            }
            other => other.to_owned(),
        };
        let arguments: Vec<String> = self.arguments.iter().map(absolute).collect();
        disturb(place, &arguments, self.except, kind, number)
    }

    /// Checks the folder after a disturbed command, and that of the command that continues it.
    fn check(&mut self, kind: Kind, number: u64) -> Ended {
        let (ended, output) = self.disturb(kind, number);
        self.outcomes.add(ended.code);
        let when = format!("{:?}, {kind:?} of call {number}: {:?} {}", self.arguments, ended.log.first(), ended.stderr);
        let out = self.place.path().join("out");
        assert!(!ended.stderr.contains("panicked") && !ended.stderr.contains("defect"), "{when}");
        match ended.code {
            Some(0) => {
                assert_same(&bytes(&out), &self.whole, &when);
                assert_eq!(output, self.output, "{when}");
            }
            Some(2) => {
                assert!(matches!(kind, Kind::Fail) && ended.stderr.contains("error: "), "{when}");
                assert!(self.place.path().join("sweep.toml").exists(), "{when}");
            }
            None => assert_eq!(kind, Kind::Die, "{when}"),
            code => panic!("{code:?}: {when}"),
        }
        self.check_rows(&out, &when);
        if ended.code != Some(0) {
            let (code, _, stderr) = common::evocube_in(self.place.path(), &self.again);
            assert_eq!(code, Some(0), "{when}: {:?}: {stderr}", self.again);
            assert_same(&bytes(&out), &self.whole, &format!("after {when}"));
        }
        ended
    }

    /// Checks that a complete folder has the right rows, and that those of before the command are there.
    fn check_rows(&self, out: &Path, when: &str) {
        let manifest = fs::read_to_string(out.join(file::MANIFEST)).unwrap_or_default();
        let is_complete = manifest.contains("\ncomplete = true\n");
        for name in file::RESULTS {
            let content = fs::read(out.join(name)).unwrap_or_default();
            let whole = self.whole.get(name).cloned().unwrap_or_default();
            assert!(!is_complete || content == whole || self.is_before(name, &content), "{when}: {name} is complete");
            // The rows of an enlarged sweep are in a folder of their own until all are copied.
            let kept = |folder: &str| self.before.get(&format!("{folder}/{name}")).cloned().unwrap_or_default();
            let copied = fs::read(out.join(".earlier/1").join(name)).unwrap_or_default();
            let rows = kept("out");
            // `--fresh` removes them first.
            let is_removed = self.arguments.contains(&"--fresh");
            assert!(is_removed || content.starts_with(&rows) || copied == rows, "{when}: rows of {name} are lost");
        }
    }

    /// Returns whether a table of `out` is as it was before the command.
    fn is_before(&self, name: &str, content: &[u8]) -> bool {
        self.before.get(&format!("out/{name}")).is_some_and(|before| before == content)
    }

    /// Lets each call fail, or the process die after it; unless `repeated`, of equal calls the first and the last alone.
    fn check_each(&mut self, kind: Kind, repeated: bool) {
        let calls = self.check(Kind::Count, 0).log;
        assert!(calls.len() > 20, "{calls:?}");
        // Rows are written together or apart, as time has it, so there may be more calls than were counted.
        for number in 1..=2 * calls.len() {
            let is_between = |call| calls[..number - 1].contains(call) && calls[number..].contains(call);
            if !repeated && calls.get(number - 1).is_some_and(is_between) {
                continue;
            }
            let ended = self.check(kind, number as u64);
            if number > calls.len() && ended.calls.is_some() {
                return;
            }
        }
        panic!("the command has twice as many calls as were counted");
    }
}

/// The files of a folder, with the hidden ones.
fn all_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    common::files(folder)
}

/// Returns the folder of a run of `TINY` that was interrupted after two of its four trials.
fn interrupted() -> tempfile::TempDir {
    let place = common::sweep_folder(TINY);
    assert_eq!(
        common::evocube_in(place.path(), &["run", "sweep.toml", "--shard", "1/1", "--out", "out", "-q"]).0,
        Some(0)
    );
    let change = |name: &str, change: &dyn Fn(&str) -> String| {
        let path = place.path().join("out").join(name);
        fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    };
    change(file::MANIFEST, &|text| text.replacen("complete = true", "complete = false", 1));
    for name in TABLES {
        let is_kept = |line: &&str| line.starts_with("trial,") || line.starts_with("1,") || line.starts_with("2,");
        change(name, &|text| text.split_inclusive('\n').filter(is_kept).collect());
    }
    place
}

const RUN: [&str; 6] = ["run", "sweep.toml", "--out", "out", "-q", "--threads=1"];
const RESUME: [&str; 9] = ["run", "sweep.toml", "--out", "out", "-q", "--threads=1", "--shard", "1/1", "--resume"];

#[test]
fn a_run_whose_calls_fail_says_so_and_is_resumed() {
    if library().is_none() {
        return;
    }
    let again = ["run", "sweep.toml", "--out", "out", "-q", "--resume"];
    let mut attack = Attack { except: "/plots/", ..Attack::new(TINY, &[], &RUN, &again) };
    attack.check_each(Kind::Fail, false);
    attack.check(Kind::Interrupt, 0);
    attack.check(Kind::Short, 0);
}

#[test]
fn a_resumed_run_whose_calls_fail_says_so_and_keeps_its_rows() {
    if library().is_none() {
        return;
    }
    let mut attack = Attack::begin(interrupted(), &RESUME, &RESUME);
    attack.check_each(Kind::Fail, false);
    attack.check(Kind::Interrupt, 0);
    attack.check(Kind::Short, 0);
}

/// A sweep of two points, which enlarges [`TINY`].
const LARGER: &str = "name = \"tiny\"\nseed = 5\nrepetitions = 6\nbaselines = [\"layers\"]\n[[instance]]\nrandom = 2\n[base]\n\
                      population = 10\nstop.generations = 3\n";

/// Returns the attacks on every command that reads or writes a results folder.
fn attacks() -> Vec<Attack> {
    let run: &[&str] = &["run", "sweep.toml", "--out", "out", "-q"];
    let shard = |number: &'static str, out: &'static str| -> Vec<&'static str> {
        vec!["run", "sweep.toml", "--shard", number, "--out", out, "-q"]
    };
    let (first, second) = (shard("1/2", "first"), shard("2/2", "second"));
    let enlarged = common::sweep_folder(TINY);
    assert_eq!(common::evocube_in(enlarged.path(), run).0, Some(0));
    fs::write(enlarged.path().join("sweep.toml"), LARGER).unwrap();
    let extend = ["run", "sweep.toml", "--out", "out", "-q", "--threads=1", "--extend"];
    let merge = ["merge", "first", "second", "--out", "out", "--json"];
    vec![
        Attack::new(TINY, &[], &RUN, &["run", "sweep.toml", "--out", "out", "-q", "--resume"]),
        Attack::begin(interrupted(), &RESUME, &RESUME),
        Attack::new(
            TINY,
            &[run],
            &["run", "sweep.toml", "--out", "out", "-q", "--threads=1", "--fresh"],
            &["run", "sweep.toml", "--out", "out", "-q", "--resume"],
        ),
        Attack::begin(enlarged, &extend, &extend),
        Attack::new(TINY, &[&first, &second], &merge, &merge),
        Attack::new(TINY, &[run], &["report", "out", "--json"], &["report", "out", "--json"]),
        Attack::new(TINY, &[run], &["verify", "out", "--threads=1"], &["report", "out", "--json"]),
    ]
}

/// Lets each call on a solver's table fail, or the process die after it: while it is built, and while it is used.
#[test]
#[ignore = "minutes"]
#[allow(clippy::print_stderr)] // the outcomes
fn a_table_whose_calls_fail_is_built_again() {
    if library().is_none() {
        return;
    }
    let mut outcomes = Outcomes::default();
    let place = crate::common::tempdir().unwrap();
    let table = place.path().join("tables/thistlethwaite.table");
    let owned = |arguments: &[&str]| arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<String>>();
    let build = owned(&["tables", "build", "thistlethwaite"]);
    let solve = owned(&["solve", "--solver", "thistlethwaite", "R U F2 L' D B'"]);
    let undisturbed = |arguments: &[String]| disturb(place.path(), arguments, "", Kind::Count, 0);
    assert_eq!(undisturbed(&build).0.code, Some(0));
    let (whole, answer) = (fs::read(&table).unwrap(), undisturbed(&solve).1);
    for (arguments, is_built) in [(&build, false), (&solve, false), (&solve, true)] {
        let prepare = || {
            drop(fs::remove_dir_all(place.path().join("tables")));
            if is_built {
                assert_eq!(undisturbed(&build).0.code, Some(0));
            }
        };
        prepare();
        let calls = undisturbed(arguments).0.calls.unwrap();
        for (kind, number) in
            [Kind::Fail, Kind::Die].into_iter().flat_map(|kind| (1..=calls).map(move |call| (kind, call)))
        {
            prepare();
            let (ended, output) = disturb(place.path(), arguments, "", kind, number);
            outcomes.add(ended.code);
            let when = format!("{arguments:?}, {kind:?} of call {number}: {:?} {}", ended.log.first(), ended.stderr);
            assert!(!ended.stderr.contains("panicked") && !ended.stderr.contains("defect"), "{when}");
            match ended.code {
                Some(0) => assert!(arguments[0] == "tables" || output == answer, "{when}: {output}"),
                Some(2) => assert!(kind == Kind::Fail && ended.stderr.contains("error: "), "{when}"),
                code => assert!(code.is_none() && kind == Kind::Die, "{when}"),
            }
            // The next command has the answer and the table, whose header alone has the time at which it was written.
            assert_eq!(undisturbed(&solve).1, answer, "after {when}");
            assert_eq!(fs::read(&table).unwrap()[128..], whole[128..], "after {when}");
        }
    }
    eprintln!("tables: {outcomes:?}");
}

#[test]
#[ignore = "half an hour"]
#[allow(clippy::print_stderr)] // the outcomes
fn every_command_whose_calls_fail_or_that_is_killed_is_repeated() {
    if library().is_none() {
        return;
    }
    let mut all = 0;
    for mut attack in attacks() {
        for kind in [Kind::Fail, Kind::Die] {
            attack.check_each(kind, true);
        }
        attack.check(Kind::Interrupt, 0);
        attack.check(Kind::Short, 0);
        let Outcomes { right, refused, killed } = attack.outcomes;
        all += right + refused + killed;
        eprintln!("{}: {:?}", attack.arguments.join(" "), attack.outcomes);
    }
    eprintln!("{all} faults: no folder is complete with other rows, no row is lost, nothing panics");
}
