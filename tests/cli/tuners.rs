//! The example scripts for other tuners, run with the real tuners. The tests are ignored, since they need irace, SMAC and Optuna; the
//! interfaces are tested in `tuning.rs`.

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a script of `examples/tuners` with the built program. Returns its output.
fn run(script: &str, arguments: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tuners").join(script);
    let output = Command::new(script)
        .arg(assert_cmd::cargo::cargo_bin!("evocube"))
        .args(arguments)
        .env_remove("EVOCUBE_KERNEL")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[test]
#[ignore = "needs R with irace (Debian: r-cran-irace)"]
fn irace_finds_a_better_configuration() {
    let folder = crate::common::tempdir().unwrap();
    let out = run("run-irace.sh", &[folder.path().join("irace").to_str().unwrap()]);
    assert!(out.contains("Check successful."), "{out}");
    assert!(out.contains("# Best configurations as commandlines"), "{out}");
    let best = out.lines().rev().find(|line| line.contains("--set=population=")).unwrap();
    assert!(best.contains("--set=crossover=") && best.contains("--set=mutation.uniform.gene-rate="), "{best}");
}

#[test]
#[ignore = "needs Python with smac (PYTHON names the interpreter)"]
fn smac_finds_a_better_configuration() {
    let folder = crate::common::tempdir().unwrap();
    let out = run("run-smac.sh", &[folder.path().to_str().unwrap()]);
    let counts = out.lines().find(|line| line.ends_with(" of them without a fault")).unwrap();
    let numbers: Vec<u32> = counts.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 2 && numbers[0] == numbers[1] && numbers[0] >= 50, "{out}");
}

#[test]
#[ignore = "needs Python with optuna (PYTHON names the interpreter)"]
fn optuna_finds_a_better_configuration() {
    let out = run("run-optuna.sh", &[]);
    assert!(out.contains("30 settings, the best costs "), "{out}");
}
