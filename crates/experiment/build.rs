//! Tells the library its compiler and, when it is built from git or from a package, its commit. Manifests name both.
//!
//! The script runs again when the library is compiled again anyway, and not after a commit: the commit that was built is the one
//! below the sources at that time, marked `-modified` if they differed from it. Sources are those that determine rows: a changed figure
//! or command is no other program.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Files and folders that determine the rows of a sweep.
const SOURCES: [&str; 4] = ["../../Cargo.lock", "../cube", "../engine", "../experiment"];

fn main() {
    for source in SOURCES.into_iter().filter(|source| Path::new(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rerun-if-changed=src");
    let compiler = env::var("RUSTC").ok().and_then(|rustc| output(Command::new(rustc).arg("--version")));
    println!("cargo::rustc-env=EVOCUBE_COMPILER={}", compiler.unwrap_or_default());
    println!("cargo::rustc-env=EVOCUBE_COMMIT={}", packaged().or_else(checked_out).unwrap_or_default());
}

/// Returns the commit of a package made by `cargo package`.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    let (commit, rest) = rest.split_once('"')?;
    Some(marked(commit, rest.contains("\"dirty\": true")))
}

/// Returns the commit of a checkout of this repository. A copy within another repository has none.
fn checked_out() -> Option<String> {
    if !Path::new("../../.git").exists() {
        return None;
    }
    let commit = output(Command::new("git").args(["rev-parse", "HEAD"]))?;
    let changed = output(Command::new("git").args(["status", "--porcelain", "--"]).args(SOURCES))?;
    Some(marked(&commit, !changed.is_empty()))
}

fn marked(commit: &str, is_modified: bool) -> String {
    format!("{commit}{}", if is_modified { "-modified" } else { "" })
}

/// Returns what a program prints; `None` if it cannot be run or fails.
fn output(program: &mut Command) -> Option<String> {
    let output = program.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
