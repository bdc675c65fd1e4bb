//! The estimates of `plan`: evaluations, memory, disk and time. Also its output of many trials in little memory, and the refusal of a run
//! that exceeds the free disk space. Statistical power is tested in `plan_power.rs`.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use serde_json::Value;

use super::tuning::read;
use crate::common::{done_in as done, sweep_folder as with};

#[test]
fn a_plan_reports_evaluations_memory_and_rows() {
    let folder = with(
        "name = \"huge\"\nseed = 1\nrepetitions = 100\n[[instance]]\nrandom = 100\n[base]\npopulation = 1000\nelitism = 0\n\
         genome.length = 40\nstop = { generations = 1000 }\n[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [LEVELS]\n"
            .replace("LEVELS", &(0..100).map(|level| format!("{}", f64::from(level) / 100.0)).collect::<Vec<_>>().join(", "))
            .as_str(),
    );
    let folder = folder.path();
    let plan = done(folder, &["plan", "sweep.toml"]);
    for sentence in [
        "main   crossover.one-point.rate (100)             100  1,000,000  1,001,000,000,000\n",
        "Resources: 1,000,000 trials, at most 1,001,000,000,000 evaluations.\n",
        "\nTime: ",
        " core-hours, ",
        ", measured on 8 trials of the sweep in at most a second.\n",
        "  On disk: about 44,000,000 rows of tables, about 3.2 GB.\n",
        "  In memory: about 800 MB for all trials and the report on them, and 269 kB for the populations of each trial that runs \
         at the same time.\n",
    ] {
        assert!(plan.contains(sentence), "{sentence}\n{plan}");
    }
    // A sweep with a limit of evaluations, and one without limits.
    let text = read(folder, "sweep.toml");
    let write =
        |stop: &str| fs::write(folder.join("sweep.toml"), text.replace("{ generations = 1000 }", stop)).unwrap();
    write("{ evaluations = 1000000 }");
    let plan = done(folder, &["plan", "sweep.toml"]);
    assert!(plan.contains("at most 1,000,000,000,000 evaluations.") && plan.contains(" core-hours"), "{plan}");
    write("{ stagnation = 1000000, target = \"none\" }");
    let plan = done(folder, &["plan", "sweep.toml"]);
    assert!(plan.contains("Resources: 1,000,000 trials. Their evaluations are not limited."), "{plan}");
    assert!(
        !plan.contains("core-hours")
            && plan.contains("\nTime: not estimated: the number of generations is not limited.\n"),
        "{plan}"
    );
}

#[test]
fn a_plan_takes_the_time_of_the_last_run_of_its_sweep_and_of_no_other() {
    let text = "name = \"x\"\nseed = 1\nrepetitions = 4\n[[instance]]\nrandom = 2\n[base]\npopulation = 300\nstop = { generations = 60 }\n";
    let folder = with(text);
    let folder = folder.path();
    done(folder, &["run", "sweep.toml", "-q"]);
    let plan = done(folder, &["plan", "sweep.toml"]);
    let basis = ", from the last run (8 trials in results/x).\n";
    assert!(plan.contains(basis), "{plan}");
    assert!(!plan.contains("in at most a second"), "{plan}");
    let json: Value = serde_json::from_str(&done(folder, &["plan", "sweep.toml", "--json"])).unwrap();
    let times = read(&folder.join("results/x"), "timing.csv");
    let sum: f64 = times.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<f64>().unwrap()).sum();
    let seconds = json["time"]["core_seconds"].as_f64().unwrap();
    assert!((seconds - sum).abs() < 1e-6, "{seconds} {sum}");
    assert_eq!((&json["time"]["basis"], &json["seconds"]), (&"last-run".into(), &json["time"]["core_seconds"]));
    // Twice the repetitions take twice the time.
    fs::write(folder.join("sweep.toml"), text.replace("repetitions = 4", "repetitions = 8")).unwrap();
    let json: Value = serde_json::from_str(&done(folder, &["plan", "sweep.toml", "--json"])).unwrap();
    assert!((json["time"]["core_seconds"].as_f64().unwrap() - 2.0 * sum).abs() < 1e-6, "{json}");
    // Another configuration is measured.
    fs::write(folder.join("sweep.toml"), text.replace("300", "301")).unwrap();
    let plan = done(folder, &["plan", "sweep.toml"]);
    assert!(plan.contains(" of the sweep in at most a second.\n") && !plan.contains("last run"), "{plan}");
    let plan = done(folder, &["plan", "sweep.toml", "--pilot", "results/x"]);
    assert!(plan.contains(", at the rate of the pilot (8 trials in results/x).\n"), "{plan}");
}

/// A process may have 300 MB of address space, where a document in memory took 1.9 kB a trial.
#[cfg(target_os = "linux")]
#[test]
fn a_plan_of_many_trials_is_written_while_it_is_made() {
    let folder = with("name = \"many\"\nseed = 1\nrepetitions = 2500\n[[instance]]\nrandom = 100\n");
    let program = assert_cmd::cargo::cargo_bin!("evocube").display().to_string();
    let script = format!(
        "ulimit -v 300000; '{program}' plan sweep.toml --json | tail -n 32; '{program}' plan sweep.toml --trials | tail -n 1"
    );
    let output = Command::new("sh").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(stderr, "");
    assert!(stdout.contains("\"repetition\": 2500,") && stdout.contains("\"trial\": 250000\n"), "{stdout}");
    assert!(stdout.contains("\"trials\": 250000\n}\n250000,main,1,\"\",random-100,2500,"), "{stdout}");
}

/// Every table of a run, with rows of operators and of an interval of generations, is within a tenth of the estimate.
#[test]
fn the_estimated_size_of_tables_is_that_of_the_run() {
    let folder = with(
        "name = \"x\"\nseed = 1\nrepetitions = 4\nlog-every = 5\n[[instance]]\nrandom = 2\n[base]\npopulation = 100\n\
         stop = { generations = 1500, target = \"none\" }\n\
         mutation.mixture = { of = [{ mutation = \"tail\" }, { mutation = \"insert\" }], adapt = \"probability-matching\" }\n",
    );
    let folder = folder.path();
    let plan: Value = serde_json::from_str(&done(folder, &["plan", "sweep.toml", "--json"])).unwrap();
    done(folder, &["run", "sweep.toml", "-q"]);
    let tables = ["trials", "convergence", "solutions", "operators", "timing", "digests"];
    let texts = tables.map(|table| read(folder, &format!("results/x/{table}.csv")));
    let (rows, size) = (plan["takes"]["rows"].as_f64().unwrap(), plan["takes"]["disk_bytes"].as_f64().unwrap());
    let number = |count: usize| f64::from(u32::try_from(count).unwrap());
    let actual_rows = number(texts.iter().map(|text| text.lines().count() - 1).sum());
    let actual_size = number(texts.iter().map(String::len).sum());
    assert!((rows / actual_rows - 1.0).abs() < 0.05, "{rows} rows are planned, {actual_rows} are written");
    assert!((size / actual_size - 1.0).abs() < 0.1, "{size} bytes are planned, {actual_size} are written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_whose_tables_exceed_the_free_disk_space_is_refused_before_it_begins() {
    use crate::common::{SmallDisk, evocube_in};

    let text = "name = \"x\"\nseed = 1\nrepetitions = 20\nlog-every = 1\n[[instance]]\nrandom = 10\n[base]\npopulation = 100\n\
                alphabet.macros = \"none\"\nstop = { generations = 1000, target = \"none\" }\n";
    let folder = with(text);
    let folder = folder.path();
    let disk = SmallDisk::with_kibibytes(1000, &folder.join("results"));
    let (code, _, stderr) = evocube_in(folder, &["run", "sweep.toml"]);
    let sentence = "error: the tables of this run need about 9.7 MB, and 1.0 MB are free at results/x: run fewer trials, set \
                    log-every higher, or choose another disk with --out\n";
    assert_eq!((code, &*stderr), (Some(2), sentence));
    assert!(!folder.join("results/x").exists());
    // Trials that may end early are only noted.
    disk.resize(300);
    fs::write(folder.join("sweep.toml"), text.replace(", target = \"none\"", "")).unwrap();
    let (_, _, stderr) = evocube_in(folder, &["run", "sweep.toml", "--repetitions", "1", "--fresh"]);
    let sentence = "note: the tables of this run may need up to about 4";
    assert!(stderr.starts_with(sentence) && stderr.contains(" free at results/x\n"), "{stderr}");
    // Nothing is said where the tables fit.
    disk.resize(20_000);
    let (_, _, stderr) = evocube_in(folder, &["run", "sweep.toml", "--repetitions", "1", "--fresh"]);
    assert!(!stderr.contains("free at"), "{stderr}");
}
