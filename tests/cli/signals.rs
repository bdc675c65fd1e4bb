//! SIGTERM (on Unix): the end of trials of each algorithm, which then continue from their checkpoints, of races, of the building of tables
//! and of commands that write nothing before. Short trials are finished first, unless a second signal comes later. `terminal`, which uses
//! `pass_grace`, and `watch` have tests that run beside these. Bytes of resumed runs are compared in `tests/sweeps/interruption.rs`.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{terminal, watch};

/// How long trials that have begun may take to finish.
const GRACE: Duration = Duration::from_secs(5);
/// Text on standard error at the beginning of this time.
const GRACE_BEGINS: &str = "stopping: running trials have 5 s to finish";
/// Ends a program at once.
const SIGTERM: i32 = 15;
/// How long a program may take to begin on a machine with other work.
const START: Duration = Duration::from_secs(600);

/// Starts a command, which has its tables in a folder of its own.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .current_dir(folder)
        .env("EVOCUBE_CACHE", folder.join("cache"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal to programs.
fn send<'a>(signal: &str, children: impl IntoIterator<Item = &'a Child>) {
    let ids: Vec<String> = children.into_iter().map(|child| child.id().to_string()).collect();
    let killed = Command::new("kill").arg(signal).args(ids).status().unwrap();
    assert!(killed.success(), "there is something to end");
}

fn terminate(child: &Child) {
    send("-TERM", [child]);
}

/// Lets the time pass in which trials may finish after a first signal, without work. Returns the end of what each program writes to standard
/// error.
pub(super) fn pass_grace(children: &mut [Child]) -> Vec<BufReader<ChildStderr>> {
    let errors = children.iter_mut().map(|child| wait_for_line(child.stderr.take().unwrap(), GRACE_BEGINS).1).collect();
    // The time begins just after the line.
    std::thread::sleep(Duration::from_millis(100));
    send("-STOP", &*children);
    std::thread::sleep(GRACE);
    send("-CONT", &*children);
    errors
}

/// Reads the rest of an output.
fn rest(mut output: impl Read) -> String {
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    text
}

/// Waits until a program writes a line that contains `words`, and returns this line and what the program writes it to.
#[track_caller]
fn wait_for_line<R: Read + Send + 'static>(output: R, words: &'static str) -> (String, BufReader<R>) {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            if output.read_line(&mut line).unwrap() == 0 {
                return;
            }
        }
        sender.send((line, output)).unwrap();
    });
    receiver.recv_timeout(START).unwrap_or_else(|error| panic!("no line contains `{words}`: {error}"))
}

/// Starts a command that runs a sweep, and waits until it runs trials.
#[track_caller]
fn start_running(folder: &Path, arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = start(folder, &[arguments, &["--json-events"]].concat());
    let (_, output) = wait_for_line(child.stdout.take().unwrap(), "\"progress\"");
    (child, output)
}

/// Waits for a program that was asked to end: what it left, and how long that took.
#[track_caller]
fn ended(mut child: Child, within: Duration, what: &str) -> (Output, Duration) {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > within {
            child.kill().unwrap();
            panic!("{what} goes on for more than {within:?} after it was asked to end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    (child.wait_with_output().unwrap(), begin.elapsed())
}

/// A sweep of one trial that takes days.
fn endless(puzzle: &str, base: &str) -> String {
    format!(
        "name = \"endless\"\nseed = 1\nlog-every = 1_000_000_000\n[[instance]]\nrandom = 1\n[base]\npuzzle = \"{puzzle}\"\n\
         {base}\n"
    )
}

const GENERATIONS: &str = "stop = { generations = 1_000_000_000, target = \"none\" }\npopulation = 200";

/// Returns sweeps that never end by themselves, by the name of their algorithm.
fn families() -> Vec<(&'static str, String)> {
    let genetic = |more: &str| endless("cube3", &format!("{GENERATIONS}\n{more}"));
    let strategy = |puzzle: &str, strategy: &str| {
        endless(puzzle, &format!("stop = {{ generations = 1_000_000_000 }}\n[base.algorithm.{strategy}"))
    };
    let hopeless = "evolution-strategy]\nparents = 1\noffspring = 2\nmax-generations = 100_000_000";
    vec![
        ("genetic", genetic("")),
        ("islands", genetic("islands = { count = 4 }")),
        ("steady-state", genetic("replacement.steady-state = {}")),
        ("crowding", genetic("replacement = \"deterministic-crowding\"")),
        ("nsga-ii", genetic("replacement = \"nsga-ii\"")),
        ("restarts", genetic("restart.stagnation = 5")),
        ("defined", endless("pyraminx", GENERATIONS)),
        ("es", strategy("cube3", hopeless)),
        ("es-of-cube2", strategy("cube2", "evolution-strategy]\nattempts = 1_000_000")),
        ("niches", strategy("cube3", "niche-archive]\nattempts = 1_000_000")),
        ("niches-of-cube2", strategy("cube2", "niche-archive]\nattempts = 1_000_000")),
    ]
}

/// A program that is killed at the latest when it is dropped.
struct Dropped(Child);

impl Drop for Dropped {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn sigterm_ends_a_trial_of_every_algorithm() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let start_all = |option: &str| -> Vec<(&'static str, Child)> {
        let start = |(name, sweep): (&'static str, String)| {
            let file = format!("{name}.toml");
            fs::write(folder.join(&file), sweep).unwrap();
            (name, start(folder, &["run", &file, "--out", name, "--threads", "1", option]))
        };
        families().into_iter().map(start).collect()
    };
    let (names, mut children): (Vec<&str>, Vec<Child>) = start_all("--json-events").into_iter().unzip();
    let running = |child: &mut Child| wait_for_line(child.stdout.take().unwrap(), "\"progress\"");
    let _outputs: Vec<_> = children.iter_mut().map(running).collect();
    send("-TERM", &children);
    let errors = pass_grace(&mut children);
    for ((name, child), stderr) in names.into_iter().zip(children).zip(errors) {
        let (output, _) = ended(child, START, name);
        let stderr = rest(stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
        assert!(stderr.starts_with("error: stopped after 0 "), "{name}: {stderr}");
        let command = format!("evocube run {name}.toml --out {name} --resume");
        let advice = format!("\nall written results are kept: `{command}` continues\n");
        assert!(stderr.ends_with(&advice), "{name}: {stderr}");
        let trials = fs::read_to_string(folder.join(name).join("trials.csv")).unwrap();
        assert_eq!(trials.lines().count(), 1, "a cancelled trial has no row: {trials}");
        let checkpoint = folder.join(name).join("checkpoints/1.checkpoint");
        assert!(checkpoint.exists(), "{name}: the state of the trial is saved");
    }
    let resumed = start_all("--resume").into_iter().map(|(name, child)| (name, Dropped(child)));
    for (name, mut child) in resumed.collect::<Vec<_>>() {
        let (stderr, _) = wait_for_line(child.0.stderr.take().unwrap(), "checkpoint");
        assert_eq!(stderr, "note: trial 1 continues from its checkpoint\n", "{name}");
    }
}

/// Runs tests that mostly wait side by side.
#[test]
fn signals_and_the_ends_of_runs_are_noticed() {
    let tests = [
        sigterm_ends_a_trial_of_every_algorithm,
        a_second_sigterm_ends_a_run_at_once,
        two_signals_at_once_are_one_request,
        sigterm_ends_every_other_command_at_once,
        terminal::an_interrupted_run_reports_its_progress_each_second_and_then_the_command_that_resumes_it,
        watch::a_watched_page_follows_the_run_until_it_is_complete,
        watch::a_watch_waits_for_the_folder_of_a_run,
    ];
    std::thread::scope(|scope| {
        for test in tests {
            scope.spawn(test);
        }
    });
}

#[test]
fn sigterm_ends_a_race() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let sweep = endless("cube3", "stop = { generations = 1_000_000_000, target = \"none\" }")
        + "[[factor]]\nkey = \"population\"\nlevels = [10, 20, 30, 40]\n";
    fs::write(folder.join("race.toml"), sweep).unwrap();
    let mut child = start(folder, &["race", "race.toml", "--budget", "100", "--threads", "1"]);
    let (_, stderr) = wait_for_line(child.stderr.take().unwrap(), "sweep endless: at most ");
    terminate(&child);
    let (output, _) = ended(child, START, "a race");
    let lines = stderr.lines().map(Result::unwrap).collect::<Vec<_>>().join("\n");
    assert_eq!(output.status.code(), Some(2), "{lines}");
    assert!(lines.contains("\nerror: stopped after 0 "), "{lines}");
    let advice = "\nall written results are kept: `evocube race race.toml --budget 100 --resume` continues";
    assert!(lines.ends_with(advice), "{lines}");
}

#[test]
fn short_trials_that_have_begun_are_finished_and_written() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "name = \"short\"\nseed = 1\nrepetitions = 500\n[[instance]]\nrandom = 1\n[base]\npopulation = 2000\n\
                 stop = { generations = 300, target = \"none\" }\n";
    fs::write(folder.join("short.toml"), sweep).unwrap();
    let child = start(folder, &["run", "short.toml", "--out", "out", "-q", "--threads", "2"]);
    let rows = || fs::read_to_string(folder.join("out/trials.csv")).map_or(0, |text| text.lines().count());
    let begin = Instant::now();
    while rows() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(60), "the run makes progress");
        std::thread::sleep(Duration::from_millis(5));
    }
    terminate(&child);
    let (output, _) = ended(child, START, "a run of short trials");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(&format!("error: stopped after {} of 500 trials", rows() - 1)), "{stderr}");
}

fn a_second_sigterm_ends_a_run_at_once() {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("x.toml"), endless("cube3", GENERATIONS)).unwrap();
    let (mut child, _output) = start_running(folder.path(), &["run", "x.toml"]);
    terminate(&child);
    let (_, stderr) = wait_for_line(child.stderr.take().unwrap(), GRACE_BEGINS);
    // Signals within 0.3 s are one request.
    std::thread::sleep(Duration::from_millis(400));
    terminate(&child);
    let (output, _) = ended(child, START, "a run that was asked twice");
    assert_eq!(output.status.code(), Some(130));
    let stderr = rest(stderr);
    let kept = "all written results are kept: `evocube run x.toml --resume` continues";
    assert!(stderr.ends_with(&format!("error: stopped at once; {kept}\n")), "{stderr}");
}

fn two_signals_at_once_are_one_request() {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("x.toml"), endless("cube3", GENERATIONS)).unwrap();
    let (mut child, _output) = start_running(folder.path(), &["run", "x.toml"]);
    // A program that is stopped receives both when it continues.
    for signal in ["-STOP", "-TERM", "-HUP", "-CONT"] {
        send(signal, [&child]);
    }
    let stderr = pass_grace(std::slice::from_mut(&mut child)).remove(0);
    let (output, _) = ended(child, START, "a run that was asked twice at once");
    let stderr = rest(stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(!stderr.contains("at once;") && stderr.contains("error: stopped after 0 of 1 trials\n"), "{stderr}");
}

/// Nobody asks the building of a table to end.
#[test]
#[ignore = "2.7 GB of memory, for ten seconds"]
fn sigterm_ends_a_run_that_builds_a_table() {
    // The table is larger than a folder in memory should be.
    let folder = tempfile::tempdir().unwrap();
    let sweep = "name = \"x\"\nseed = 1\n[[instance]]\nrandom = 1\n[base]\nalgorithm = \"korf\"\n";
    fs::write(folder.path().join("x.toml"), sweep).unwrap();
    let child = start(folder.path(), &["run", "x.toml", "-q"]);
    std::thread::sleep(Duration::from_secs(5));
    terminate(&child);
    let (output, _) = ended(child, 2 * GRACE + Duration::from_secs(3), "a run that builds a table");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.ends_with("error: stopped; all written results are kept: `evocube run x.toml --resume` continues\n"),
        "{stderr}"
    );
}

/// Commands that write nothing until they are done are ended by the signal itself.
fn sigterm_ends_every_other_command_at_once() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("long.toml"), endless("cube3", GENERATIONS)).unwrap();
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let commands: [&[&str]; 6] = [
        &["solve", superflip, "--solver", "korf", "--tables", "source"],
        &["route", "solved", superflip, "--solver", "kociemba", "--length", "12"],
        &["stats", "--solver", "macros", "--count", "1000000"],
        &["landscape", "--walks", "10000", "--steps", "1000000"],
        &["trial", "long.toml", "--seed", "1"],
        &["solve", superflip, "--solver", "evolution", "--time", "1h"],
    ];
    let children: Vec<_> = commands.map(|arguments| (arguments, start(folder, arguments))).into();
    // They begin; a command that has not begun is ended by the signal, too.
    std::thread::sleep(Duration::from_millis(500));
    children.iter().for_each(|(_, child)| terminate(child));
    for (arguments, child) in children {
        let (output, _) = ended(child, START, arguments[0]);
        assert_eq!(output.status.signal(), Some(SIGTERM), "{arguments:?}");
    }
}
