//! Tells the library its compiler, its commit with the day if they are known, and the identity of its code. Manifests name them all.
//!
//! The script runs again when the library is compiled again anyway, and not after a commit: the commit that was built is the one
//! below the sources at that time, marked `-modified` if they differed from it. Sources are the crates `stats`, `cube`,
//! `engine`, `rows` and `experiment` and the lock, not `report` and the command line: a changed figure or command is no other program.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files and folders that determine the rows of a sweep.
const SOURCES: [&str; 6] = ["../../Cargo.lock", "../stats", "../cube", "../engine", "../rows", "../experiment"];

fn main() {
    for source in SOURCES.into_iter().filter(|source| is_there(Path::new(source))) {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rerun-if-changed=src");
    let compiler = env::var("RUSTC").ok().and_then(|rustc| output(Command::new(rustc).arg("--version")));
    println!("cargo::rustc-env=EVOCUBE_COMPILER={}", compiler.unwrap_or_default());
    println!("cargo::rerun-if-env-changed=EVOCUBE_SOURCE");
    let commit = told().or_else(packaged).or_else(checked_out).unwrap_or_default();
    let (commit, date) = commit.split_once(' ').unwrap_or((&commit, ""));
    println!("cargo::rustc-env=EVOCUBE_COMMIT={commit}");
    println!("cargo::rustc-env=EVOCUBE_COMMIT_DATE={date}");
    println!("cargo::rustc-env=EVOCUBE_IDENTITY={}", identity());
}

/// Returns the commit and its day that the builder of a copy without git states.
fn told() -> Option<String> {
    env::var("EVOCUBE_SOURCE").ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the commit of a package made by `cargo package`, which does not record the day.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    let (commit, rest) = rest.split_once('"')?;
    Some(marked(commit, rest.contains("\"dirty\": true")))
}

/// Returns the commit of a checkout of this repository, and its day in UTC. A copy within another repository has none.
fn checked_out() -> Option<String> {
    if !is_there(Path::new("../../.git")) {
        return None;
    }
    let log = ["log", "-1", "--format=%H %cd", "--date=short-local"];
    let log = output(Command::new("git").env("TZ", "UTC").args(log))?;
    let (commit, date) = log.split_once(' ')?;
    let changed = output(Command::new("git").args(["status", "--porcelain", "--"]).args(SOURCES))?;
    Some(format!("{} {date}", marked(commit, !changed.is_empty())))
}

fn marked(commit: &str, is_modified: bool) -> String {
    format!("{commit}{}", if is_modified { "-modified" } else { "" })
}

/// Returns what a program prints; `None` if it cannot be run or fails.
fn output(program: &mut Command) -> Option<String> {
    let output = program.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns a digest of the sources of `stats`, `cube`, `engine`, `rows` and `experiment`, and of the versions of their dependencies outside
/// this repository.
///
/// Comments and blank lines are left out, and the ends of lines count as one kind, so that equal code has one identity in every
/// checkout and in the packages.
fn identity() -> String {
    let mut hasher = blake3::Hasher::new();
    let mut dependencies = BTreeSet::new();
    for name in ["stats", "cube", "engine", "rows", "experiment"] {
        hasher.update(format!("evocube-{name}\n").as_bytes());
        let Some(folder) = folder(name) else {
            // The package lies elsewhere; its version is pinned.
            hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
            continue;
        };
        dependencies.extend(direct_dependencies(&folder));
        let mut files = Vec::new();
        for part in ["src", "puzzles"] {
            list(&folder.join(part), &mut files);
        }
        files.sort();
        for path in files {
            // The path has the separators of the platform.
            let parts = path.strip_prefix(&folder).unwrap_or(&path).iter().map(|part| part.to_string_lossy());
            hasher.update(format!("{}\n", parts.collect::<Vec<_>>().join("/")).as_bytes());
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
                hasher.update(format!("{line}\n").as_bytes());
            }
        }
    }
    for package in locked(&lock(), dependencies) {
        hasher.update(format!("{package}\n").as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Returns the folder of a crate of this repository: in a checkout, beside this package in the sources of a registry, or vendored.
fn folder(name: &str) -> Option<PathBuf> {
    if name == "experiment" {
        return Some(PathBuf::from("."));
    }
    let packaged = format!("../evocube-{name}");
    let folders = [format!("../{name}"), format!("{packaged}-{}", env!("CARGO_PKG_VERSION")), packaged];
    folders.map(PathBuf::from).into_iter().find(|folder| is_there(&folder.join("src")))
}

/// Returns the text of the lock that is compiled: the nearest one above the folder of the build that has this package, which is that of
/// the workspace, or else the one that comes with the sources. Cargo does not tell build scripts the folder of the workspace.
fn lock() -> String {
    // The target folder may be anywhere (`CARGO_TARGET_DIR`).
    let is_chosen = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].iter().any(|name| env::var_os(name).is_some());
    let build = PathBuf::from(env::var_os("OUT_DIR").filter(|_| !is_chosen).unwrap_or_default());
    let above = build.ancestors().skip(1).map(|folder| folder.join("Cargo.lock"));
    let with_sources = ["../../Cargo.lock", "Cargo.lock"].map(PathBuf::from);
    let mut locks = above.chain(with_sources).filter_map(|path| Some((fs::read_to_string(&path).ok()?, path)));
    let (text, path) = locks.find(|(text, _)| text.contains("name = \"evocube-experiment\"")).unwrap_or_default();
    println!("cargo::rerun-if-changed={}", path.display());
    text
}

fn is_there(path: &Path) -> bool {
    path.try_exists().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_folder = fs::metadata(&path).is_ok_and(|data| data.is_dir());
        if is_folder { list(&path, files) } else { files.push(path) }
    }
}

/// Returns the names in the tables `[dependencies]` of a manifest, as it is written and as cargo packages it.
fn direct_dependencies(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let (mut names, mut is_within) = (Vec::new(), false);
    for line in text.lines() {
        if let Some(header) = line.strip_prefix('[') {
            is_within = header.trim_end() == "dependencies]";
            names.extend(header.strip_prefix("dependencies.").map(|rest| rest.trim_end_matches(']').to_owned()));
        } else if is_within {
            names.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    names.retain(|name| !name.starts_with(['#', '"']));
    names
}

/// Returns the names and versions of these packages and of those that they depend on, except the crates of this repository.
fn locked(lock: &str, names: BTreeSet<String>) -> BTreeSet<String> {
    let mut packages: BTreeMap<&str, Vec<(&str, Vec<String>)>> = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let value = |key: &str| {
            package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
        };
        let (Some(name), Some(version)) = (value("name"), value("version")) else { continue };
        let (_, list) = package.split_once("dependencies = [").unwrap_or_default();
        let quoted = list.split('"').skip(1).step_by(2);
        packages.entry(name).or_default().push((version, quoted.map(str::to_owned).collect()));
    }
    let (mut reached, mut queue) = (BTreeSet::new(), names.into_iter().collect::<Vec<_>>());
    while let Some(entry) = queue.pop() {
        let mut words = entry.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next());
        for (locked, dependencies) in packages.get(name).into_iter().flatten() {
            if !name.starts_with("evocube-")
                && version.is_none_or(|version| version == *locked)
                && reached.insert(format!("{name} {locked}"))
            {
                queue.extend(dependencies.iter().cloned());
            }
        }
    }
    reached
}
