//! The output on terminals of several widths, in files, in logs, as events, with `-q`, and to a reader that closes early. Also the columns
//! and rows of tables, events of interrupted runs, and `solve` without an instance. `signals` calls the test of the interrupted run.

use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::signals::pass_grace;
use crate::common::{evocube_in, sweep_folder};

/// A sweep with two stages and long names.
const SWEEP: &str = "name = \"terminal\"\nseed = 1\nrepetitions = 3\nbaselines = [\"layers\"]\nnotes = \"A sweep whose notes are \
longer than a narrow terminal is wide, so that they have to be wrapped between their words.\"\n[[instance]]\nrandom = 2\n[base]\n\
population = 20\nstop = { generations = 5 }\n[[stage]]\nname = \"crossover-and-mutation\"\n[[stage.factor]]\nkey = \
\"crossover.one-point.rate\"\nlevels = [0.1, 0.9]\n[[stage.factor]]\nkey = \"mutation.uniform.individual-rate\"\nlevels = [0.2, \
0.4]\n[[stage]]\nname = \"size\"\n[[stage.factor]]\nkey = \"selection.tournament.size\"\nlevels = [2, 3]\n";

/// Trials of [`SWEEP`]: 2 instances, 3 repetitions, 4 and 2 configurations.
const TRIALS: usize = 2 * 3 * (4 + 2);

/// Runs the program without a terminal and without the variables `COLUMNS` and `NO_COLOR`.
fn plainly(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_evocube"));
    program
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("it starts")
}

/// Returns the columns of a line, all of whose characters are one column wide.
fn columns(line: &str) -> usize {
    line.chars().count()
}

/// Runs the program on a terminal with this number of columns. Returns its output without color codes.
#[cfg(target_os = "linux")]
fn run_on_terminal(folder: &Path, columns: usize, arguments: &[&str]) -> String {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
    let command = format!("stty cols {columns} rows 40; {} {}", env!("CARGO_BIN_EXE_evocube"), quoted.join(" "));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).env_remove("COLUMNS").env("NO_COLOR", "1").current_dir(folder);
    let output = script.stdin(std::process::Stdio::null()).output().expect("script of util-linux is there");
    String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
}

#[test]
fn the_tables_have_a_column_for_each_factor_and_all_rows_on_request() {
    let folder = sweep_folder(
        "name = \"rows\"\nseed = 1\n[[instance]]\nrandom = 1\n[base]\nstop = { generations = 2 }\n[[factor]]\nkey = \
         \"selection.tournament.size\"\nlevels = [2, 3, 4]\n[[factor]]\nkey = \"population\"\nlevels = [20, 22, 24]\n",
    );
    let folder = folder.path();
    let run = plainly(folder, &["run", "sweep.toml", "--out", "out"]);
    let text = String::from_utf8(run.stdout).unwrap();
    let header: Vec<&str> = text.lines().nth(2).unwrap().split("  ").filter(|cell| !cell.is_empty()).collect();
    let header: Vec<&str> = header.into_iter().map(str::trim).collect();
    assert_eq!(header, ["configuration", "tournament.size", "population", "wins", "solved", "mean penalty"], "{text}");
    assert!(text.contains("… and 1 more configuration with --all\n"), "{text}");
    let rows = |text: &str| text.lines().filter(|line| line.contains(" 0/1 ")).count();
    assert_eq!(rows(&text), 8, "{text}");
    let report = plainly(folder, &["report", "out", "--all"]);
    let all = String::from_utf8(report.stdout).unwrap();
    assert_eq!(rows(&all), 9, "{all}");
    assert!(!all.contains("--all") && all.ends_with("\nOpen out/report.html in a browser.\n"), "{all}");
}

#[cfg(target_os = "linux")]
#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = sweep_folder(SWEEP);
    let folder = folder.path();
    fs::write(
        folder.join("race.toml"),
        SWEEP.split("[[stage]]").next().unwrap().to_owned()
            + "[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.1, 0.9]\n[[factor]]\nkey = \
           \"mutation.uniform.individual-rate\"\nlevels = [0.2, 0.4]\n",
    )
    .unwrap();
    let scramble = "U L B' D F' L' U2 F2 D L' U D' L2 U2 F2 R' F2 R U2 F2 D2 L2 B2 D2";
    let commands: &[&[&str]] = &[
        &["--help"],
        &["run", "--help"],
        &["solve", "--help"],
        &["plan", "sweep.toml"],
        &["run", "sweep.toml", "--out", "out", "--fresh"],
        &["verify", "out"],
        &["report", "out"],
        &["race", "race.toml", "--budget", "60", "--holdout", "3", "--out", "race", "--fresh"],
        &["solve", scramble],
        &["solve", scramble, "--solver", "thistlethwaite"],
        &["scramble", "--turns", "80"],
        &["stats", "--solver", "thistlethwaite", "--count", "20"],
        &["doctor"],
        &["tables"],
        &["alphabet"],
        &["check", scramble, "R"],
        &["show", scramble],
        &["run", "sweep.toml", "--shard", "1/2", "--out", "shard", "--fresh"],
        &["merge", "shard", "--out", "merged"],
        &["run", "no-such-file.toml"],
    ];
    for width in [60, 80, 100, 200] {
        for arguments in commands {
            let text = run_on_terminal(folder, width, arguments);
            assert!(!text.trim().is_empty(), "{arguments:?}");
            // A progress bar is redrawn on its line.
            for line in text.split(['\n', '\r']) {
                assert!(columns(line) <= width, "{arguments:?} on {width} columns, {}: {line}", columns(line));
                assert!(!line.contains('\u{1b}'), "{arguments:?}: {line:?}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn solve_on_a_terminal_without_an_instance_says_what_to_write() {
    let folder = crate::common::tempdir().unwrap();
    let sentence = "error: expected an INSTANCE: write moves, as in `evocube solve \"R U2 F'\"`, the name of a file, or - to type it\n";
    assert_eq!(
        run_on_terminal(folder.path(), 80, &["solve"]).replace(['\n', ' '], ""),
        sentence.replace(['\n', ' '], "")
    );
}

#[test]
fn redirected_text_has_100_columns_and_columns_sets_another_width() {
    let folder = sweep_folder(SWEEP);
    let longest = |output: Output| {
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Statistical power: "), "{text}");
        text.lines().map(columns).max().unwrap()
    };
    let plan = longest(plainly(folder.path(), &["plan", "sweep.toml"]));
    assert!((81..=100).contains(&plan), "{plan}");
    let mut program = Command::new(env!("CARGO_BIN_EXE_evocube"));
    let narrow = program.env("COLUMNS", "64").current_dir(folder.path()).args(["plan", "sweep.toml"]);
    let narrow = longest(narrow.output().unwrap());
    assert!((50..=64).contains(&narrow), "{narrow}");
}

#[test]
fn a_log_has_the_beginning_the_folder_and_the_end() {
    let folder = sweep_folder(SWEEP);
    let log = |arguments: &[&str]| {
        let output = plainly(folder.path(), arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(!text.contains(['\u{1b}', '\r', '█']), "{text:?}");
        // Each line has the time since the beginning, which depends on the machine.
        let line = |line: &str| line.strip_prefix("[0:").unwrap().split_once("] ").unwrap().1.to_owned() + "\n";
        text.lines().map(line).collect::<String>()
    };
    assert_eq!(
        log(&["run", "sweep.toml"]),
        "sweep terminal: 36 trials; results in results/terminal\nstage crossover-and-mutation: 24 trials\n\
         stage size: 12 trials\nall trials are done\n"
    );
    let verified = log(&["verify", "results/terminal"]);
    assert!(verified.starts_with("the trials in results/terminal run again\n"), "{verified}");
    // A resumed run prints the number of recorded trials.
    let folder = folder.path().join("results/terminal");
    let manifest = fs::read_to_string(folder.join("manifest.toml")).unwrap();
    fs::write(folder.join("manifest.toml"), manifest.replace("complete = true", "complete = false")).unwrap();
    let trials = fs::read_to_string(folder.join("trials.csv")).unwrap();
    let cut: String = trials.split_inclusive('\n').take(1 + 5).collect();
    fs::write(folder.join("trials.csv"), cut).unwrap();
    let resumed = log(&["run", "sweep.toml", "--resume"]);
    assert!(resumed.contains("stage crossover-and-mutation: 24 trials, 5 done before\n"), "{resumed}");
}

#[test]
fn quiet_commands_print_nothing_but_errors() {
    let folder = sweep_folder(SWEEP);
    let folder = folder.path();
    let race = SWEEP.split("[[stage]]").next().unwrap().to_owned()
        + "[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.1, 0.9]\n";
    fs::write(folder.join("race.toml"), race).unwrap();
    let race = ["race", "race.toml", "--budget", "40", "--holdout", "2", "-q"];
    for arguments in [&["run", "sweep.toml", "--out", "out", "-q"][..], &["verify", "out", "-q"], &race] {
        let output = plainly(folder, arguments);
        let [out, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!((output.status.code(), out.as_str(), stderr.as_str()), (Some(0), "", ""), "{arguments:?}");
    }
    let trials = fs::read_to_string(folder.join("out/trials.csv")).unwrap();
    fs::write(folder.join("out/trials.csv"), trials.replacen(",1,0.1", ",1,0.2", 1)).unwrap();
    let output = plainly(folder, &["verify", "out", "-q"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("not identical: trial "), "{stderr}");
    assert_eq!(evocube_in(folder, &["verify", "out", "-q", "--json"]).0, Some(2));
}

/// Returns the events of a command.
fn events(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let (code, out, stderr) = evocube_in(folder, arguments);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn events_are_lines_of_json_whose_counts_agree() {
    let folder = sweep_folder(SWEEP);
    let all = events(folder.path(), &["run", "sweep.toml", "--json-events"]);
    let with_name = |name: &str| all.iter().filter(|event| event["event"] == name).collect::<Vec<_>>();
    let begin = all.first().unwrap();
    assert_eq!((&begin["event"], &begin["sweep"]), (&"run-begins".into(), &"terminal".into()));
    assert_eq!(
        (&begin["folder"], &begin["trials"], &begin["done"]),
        (&"results/terminal".into(), &TRIALS.into(), &0.into())
    );
    let end = all.last().unwrap();
    assert_eq!((&end["event"], &end["status"]), (&"run-ends".into(), &"complete".into()));
    assert_eq!((&end["trials"], &end["failed"]), (&TRIALS.into(), &0.into()));
    assert!(folder.path().join(end["report"].as_str().unwrap()).exists());
    let trials = with_name("trial-ends");
    let ids: Vec<u64> = trials.iter().map(|event| event["trial"].as_u64().unwrap()).collect();
    assert_eq!(ids, (1..=TRIALS as u64).collect::<Vec<_>>());
    assert_eq!((with_name("stage-begins").len(), with_name("stage-ends").len()), (2, 2));
    for stage in with_name("stage-ends") {
        let trials_of_stage = trials.iter().filter(|trial| trial["stage"] == stage["stage"]);
        assert_eq!(stage["trials"], trials_of_stage.clone().count());
        assert_eq!(stage["solved"], trials_of_stage.filter(|trial| trial["solved"] == true).count());
        assert!(stage["seconds"].as_f64().unwrap() >= 0.0);
    }
    let solved = trials.iter().filter(|trial| trial["solved"] == true).count();
    assert_eq!(end["solved"], solved);
    // A finished run has no trials to report.
    let again = events(folder.path(), &["run", "sweep.toml", "--json-events"]);
    assert_eq!((again.len(), &again[0]["done"], &again[1]["status"]), (2, &TRIALS.into(), &"complete".into()));
}

/// Starts a run of an endless first trial, reads this many `progress` events, ends the run with SIGTERM, and returns all events.
fn interrupted_run(events: usize) -> Vec<Value> {
    let folder = sweep_folder(&SWEEP.replace("generations = 5", "generations = 1_000_000_000, target = \"none\""));
    let mut child = Command::new(env!("CARGO_BIN_EXE_evocube"));
    let child = child.current_dir(folder.path()).args(["run", "sweep.toml", "--json-events"]);
    let mut child = child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let mut all: Vec<Value> = Vec::new();
    let mut errors = Vec::new();
    for line in lines {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let is_progress = event["event"] == "progress";
        all.push(event);
        if is_progress && all.iter().filter(|event| event["event"] == "progress").count() == events {
            assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
            errors = pass_grace(std::slice::from_mut(&mut child));
        }
    }
    drop(errors);
    child.wait().unwrap();
    all
}

pub(super) fn an_interrupted_run_reports_its_progress_each_second_and_then_the_command_that_resumes_it() {
    let all = interrupted_run(2);
    let progress: Vec<&Value> = all.iter().filter(|event| event["event"] == "progress").collect();
    assert!(progress.len() >= 2, "{} events", all.len());
    for event in progress {
        let share = event["share"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share), "{event}");
        assert!(event["done"].as_u64() <= event["trials"].as_u64(), "{event}");
        assert_eq!(event["unit"], "offspring");
        assert!(event["per_second"].as_f64().is_none_or(|rate| rate > 0.0), "{event}");
    }
    let end = all.last().unwrap();
    assert_eq!((&end["event"], &end["status"]), (&"run-ends".into(), &"interrupted".into()));
    assert_eq!(end["resume"], "evocube run sweep.toml --resume");
    assert_eq!(end["error"], "stopped after 0 of 36 trials");
}

#[test]
fn a_reader_that_closes_early_is_not_an_error() {
    let folder = sweep_folder(SWEEP);
    for arguments in [&["--help"][..], &["race", "--help"], &["--version"], &["tables"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut program = Command::new(env!("CARGO_BIN_EXE_evocube"));
        let no_tables = folder.path().join("tables");
        program.args(arguments).current_dir(&folder).env("EVOCUBE_CACHE", no_tables).stdout(writer);
        let output = program.output().expect("it starts");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}
