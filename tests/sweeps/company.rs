//! Many processes of `run`, `race`, `merge`, `report`, `verify` and `tables build` at once, all but the last in one results folder. Each
//! ends with a result or an error; the folder is that of one sweep, whole or to be resumed. Pairs of processes and what they say are tested
//! in `several_processes`.

use super::*;

/// A sweep of 12 trials of about a millisecond.
const SMALL: &str = "name = \"small\"\nseed = 5\nrepetitions = 6\nbaselines = [\"layers\"]\n[[instance]]\nrandom = 2\n[base]\npopulation = 20\n\
                     stop.generations = 15\n";
/// A race of few trials.
const RACE: &str = "name = \"race\"\nseed = 5\ndesign.race = { budget = 200 }\n[[instance]]\nrandom = 3\n[base]\npopulation = 10\nstop = { evaluations = 100 }\n\
                    [[factor]]\nkey = \"elitism\"\nrange = [0, 5]\n";

/// The sweeps whose results the folder may hold, by their names and repetitions.
const SWEEPS: [&str; 3] = ["small.toml", "larger.toml", "race.toml"];

/// The commands. The names of sweeps and folders are those in [`Company`].
const COMMANDS: [&[&str]; 12] = [
    &["run", "small.toml", "--out", "out", "-q"],
    &["run", "small.toml", "--out", "out", "-q", "--fresh"],
    &["run", "small.toml", "--out", "out", "-q", "--resume"],
    &["run", "small.toml", "--out", "out", "-q", "--threads=1", "--resume"],
    &["run", "larger.toml", "--out", "out", "-q", "--extend"],
    &["run", "larger.toml", "--out", "out", "-q", "--fresh"],
    &["merge", "first", "second", "--out", "out", "--json"],
    &["race", "race.toml", "--out", "out", "-q"],
    &["report", "out", "--json"],
    &["report", "out", "--json"],
    &["verify", "out", "-q"],
    &["tables", "build", "macros"],
];

/// A folder with the sweeps, their shards, and the whole results of each.
struct Company {
    place: tempfile::TempDir,
    whole: Vec<BTreeMap<String, Vec<u8>>>,
}

impl Company {
    fn new() -> Self {
        let place = crate::common::tempdir().unwrap();
        let texts = [SMALL.to_owned(), SMALL.replace("repetitions = 6", "repetitions = 8"), RACE.to_owned()];
        for (name, text) in SWEEPS.iter().zip(&texts) {
            fs::write(place.path().join(name), text).unwrap();
        }
        for (shard, out) in [("1/2", "first"), ("2/2", "second")] {
            common::done_in(place.path(), &["run", "small.toml", "--shard", shard, "--out", out, "-q"]);
        }
        let whole = SWEEPS.map(|name| {
            let (code, _, stderr) =
                common::evocube_in(place.path(), &[Self::command(name), name, "--out", "whole", "-q"]);
            assert_eq!(code, Some(0), "{name}: {stderr}");
            let files = bytes(&place.path().join("whole"));
            fs::remove_dir_all(place.path().join("whole")).unwrap();
            files
        });
        Self { place, whole: whole.into() }
    }

    /// Returns the command that runs a sweep.
    fn command(name: &str) -> &'static str {
        if name == "race.toml" { "race" } else { "run" }
    }

    /// Starts commands at once, and waits for all of them.
    fn meet(&self, commands: &[&[&str]], when: &str) {
        let start = |arguments: &&[&str]| {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("evocube"));
            command
                .current_dir(self.place.path())
                .env("EVOCUBE_CACHE", self.place.path().join("tables"))
                .args(*arguments);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let started: Vec<_> = commands.iter().map(start).collect();
        for (child, arguments) in started.into_iter().zip(commands) {
            let output = child.wait_with_output().unwrap();
            let stderr = common::without_log(&String::from_utf8(output.stderr).unwrap());
            let code = output.status.code();
            let is_right = match code {
                Some(0) => true,
                Some(1) => arguments[0] == "verify",
                Some(2 | 3) => stderr.contains("error: "),
                _ => false,
            };
            let is_defect = stderr.contains("panicked") || stderr.contains("defect");
            assert!(is_right && !is_defect, "{when}: {arguments:?}: {code:?} {stderr}");
        }
    }

    /// Checks that the folder is that of one of the sweeps, which is completed.
    fn check(&self, when: &str) {
        let out = self.place.path().join("out");
        if !out.join(file::MANIFEST).exists() {
            return;
        }
        store::check(&out).unwrap_or_else(|error| panic!("{when}: {error}"));
        let sweep = store::read_sweep(&out).unwrap();
        let number = if sweep.name == "race" { 2 } else { usize::from(sweep.repetitions == 8) };
        let name = SWEEPS[number];
        let is_complete = store::read(&out).unwrap().complete;
        if !is_complete {
            let arguments = [Self::command(name), name, "--out", "out", "-q", "--resume"];
            let (code, _, stderr) = common::evocube_in(self.place.path(), &arguments);
            assert_eq!(code, Some(0), "{when}: {stderr}");
        }
        // A report of few trials may have figures of its own.
        let whole = &self.whole[number];
        let mut files = bytes(&out);
        files.retain(|name, _| whole.contains_key(name));
        assert_same(&files, whole, when);
        assert_eq!(store::changed_files(&out).unwrap(), [""; 0], "{when}");
    }

    /// Lets this many processes meet in a new folder, in one that is complete, and in one that a killed run has left.
    fn check_meetings(&self, processes: usize, tries: u64) {
        for number in 0..tries {
            let mut stream = Seed::from_number(number).child(&processes.to_string()).stream();
            for before in ["new", "complete", "killed"] {
                let out = self.place.path().join("out");
                if out.exists() {
                    fs::remove_dir_all(&out).unwrap();
                }
                if before != "new" {
                    common::done_in(self.place.path(), COMMANDS[0]);
                }
                if before == "killed" {
                    let path = out.join(file::MANIFEST);
                    let text = fs::read_to_string(&path).unwrap();
                    fs::write(&path, text.replacen("complete = true", "complete = false", 1)).unwrap();
                    let rows = fs::read_to_string(out.join(file::TRIALS)).unwrap();
                    let kept: String = rows.split_inclusive('\n').take(6).collect();
                    fs::write(out.join(file::TRIALS), kept).unwrap();
                }
                let commands: Vec<&[&str]> = (0..processes).map(|_| COMMANDS[stream.index(COMMANDS.len())]).collect();
                let when = format!("{processes} processes in a {before} folder, try {number}: {commands:?}");
                self.meet(&commands, &when);
                self.check(&when);
            }
        }
    }
}

#[test]
fn two_processes_in_one_folder_leave_the_results_of_one_sweep() {
    Company::new().check_meetings(2, 2);
}

#[test]
fn twenty_processes_in_one_folder_leave_the_results_of_one_sweep() {
    Company::new().check_meetings(20, 1);
}

#[test]
#[ignore = "five minutes"]
#[allow(clippy::print_stderr)] // the numbers of processes
fn many_processes_in_one_folder_leave_the_results_of_one_sweep() {
    let company = Company::new();
    company.check_meetings(2, 60);
    company.check_meetings(20, 15);
    eprintln!("{} processes in {} folders, each of one sweep at the end", 3 * (2 * 60 + 20 * 15), 3 * (60 + 15));
}
