//! Who may import whom: dependencies point one way, and this test says so.
//!
//! Every `crate::module` path outside test modules is read from the sources, and every external crate that belongs to
//! one place only.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};

use imports::{Modules, Sources, circles, paths};

/// Each module of the library, and what it may import. What is not named is forbidden.
const MAY_IMPORT: [(&str, &[&str]); 22] = [
    ("settings", &[]),
    ("schema", &[]),
    ("text", &[]),
    ("files", &[]),
    ("rng", &[]),
    ("stats", &[]),
    ("registered", &["schema"]),
    ("puzzle", &["rng", "text"]),
    ("bounded", &["rng"]),
    ("table", &["puzzle", "files"]),
    ("evaluation", &["puzzle", "bounded", "registered"]),
    ("alphabet", &["evaluation::MAX_SYMBOLS", "puzzle", "bounded"]),
    ("solver", &["puzzle"]),
    ("optimizer", &["evaluation", "solver", "puzzle", "rng", "registered"]),
    ("search", &["solver", "table", "puzzle", "evaluation::prefetch"]),
    ("evolve", &["optimizer", "alphabet", "evaluation", "bounded", "solver", "table", "puzzle", "rng", "registered"]),
    ("landscape", &["evolve", "optimizer", "alphabet", "evaluation", "puzzle", "rng", "settings", "stats"]),
    ("route", &["solver", "table", "puzzle", "text"]),
    (
        "experiment",
        &[
            "route",
            "search",
            "evolve",
            "optimizer",
            "alphabet",
            "evaluation",
            "solver",
            "puzzle",
            "stats",
            "rng",
            "files",
            "text",
            "registered",
            "settings",
        ],
    ),
    ("registry", &["experiment", "evolve", "optimizer", "evaluation", "puzzle", "registered"]),
    ("run_sweep", &["experiment", "evaluation", "search", "report"]),
    ("report", &["experiment::record", "landscape", "stats", "files", "text"]),
];

/// External crates and the only places that may name them.
const BELONGS_TO: [(&str, &[&str]); 23] = [
    ("flate2", &["experiment/export", "report/plot/compression.rs"]),
    ("memmap2", &["report/plot/raster.rs", "table"]),
    ("pdf_writer", &["report/plot/pdf.rs"]),
    ("subsetter", &["report/plot/pdf.rs"]),
    ("plotters", &["report"]),
    ("plotters_backend", &["report"]),
    ("tiny_skia", &["report"]),
    ("ttf_parser", &["report"]),
    ("dejavu", &["report"]),
    ("statrs", &["stats"]),
    ("csv", &["experiment/export", "experiment/store", "report"]),
    ("toml", &["experiment", "landscape", "puzzle/spec", "registered.rs", "settings.rs"]),
    ("postcard", &["optimizer/checkpoint.rs"]),
    ("strsim", &["text.rs"]),
    ("rand", &["rng.rs"]),
    ("rand_chacha", &["rng.rs"]),
    ("clap", &["cli"]),
    ("terminal_size", &["cli"]),
    ("unicode_width", &["cli"]),
    ("ctrlc", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("rustix", &["cli", "files.rs"]),
];

/// Files that import each other without being parent and child.
const MUTUAL: [(&str, &str); 2] = [
    // The requirements of a configuration are checked against the whole of it, by the configuration's own check.
    ("evolve/config.rs", "evolve/requirements.rs"),
    // A configuration holds the settings of a strategy, which are prepared from the rest of the configuration.
    ("evolve/config.rs", "evolve/strategy/mod.rs"),
];

/// Rooms with files that still import each other in circles, and how many files at most.
const KNOTTED: [(&str, usize); 0] = [];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file by its path below `src`, without comments and without test modules (which end a file, or are a file
/// `tests.rs`).
fn files() -> Sources {
    fn collect(folder: &Path, files: &mut Sources) {
        for entry in fs::read_dir(folder).expect("src is readable") {
            let path = entry.expect("src is readable").path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                let name = path.strip_prefix(source()).expect("below src").to_string_lossy().replace('\\', "/");
                files.insert(name, lines.join("\n"));
            }
        }
    }
    let mut files = Sources::new();
    collect(&source(), &mut files);
    files
}

/// The room of a file: its first folder, or its name.
fn room(name: &str) -> &str {
    name.split(['/', '.']).next().unwrap_or_default()
}

/// The paths within the crate that a file writes, without `crate::`.
fn crate_paths(text: &str) -> Vec<String> {
    let paths = paths(text).into_iter().filter(|(path, _)| path.first().is_some_and(|first| first == "crate"));
    // The macros that switch from run time to compile time are exported at the root.
    paths
        .map(|(path, _)| path[1..].join("::").replace("with_puzzle", "puzzle").replace("with_cube", "puzzle"))
        .collect()
}

#[test]
fn rooms_import_only_the_rooms_they_may_import() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let Some((own, allowed)) = MAY_IMPORT.iter().find(|(own, _)| *own == room(&name)) else {
            continue;
        };
        for path in crate_paths(&text) {
            let within = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}::"));
            if !within(own) && !allowed.iter().any(|allowed| within(allowed)) {
                wrong.push(format!("{name} imports crate::{path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "forbidden imports:\n{}", wrong.join("\n"));
}

#[test]
fn files_import_each_other_only_as_parent_and_child() {
    let files = files();
    let mut edges = Modules::new(&files).edges();
    for (a, b) in MUTUAL {
        assert!(edges[a].contains(b) && edges[b].contains(a), "{a} and {b} no longer import each other");
        edges.entry(a).or_default().remove(b);
    }
    let mut circles = circles(&edges);
    for (own, most) in KNOTTED {
        let files = circles.iter().flatten().filter(|file| room(file) == own).count();
        assert!(files <= most, "{files} files of {own} import each other in circles, {most} did");
    }
    circles.retain(|circle| circle.iter().any(|file| KNOTTED.iter().all(|(knotted, _)| room(file) != *knotted)));
    let shown = circles.iter().flat_map(|circle| {
        circle.iter().map(|&file| {
            let targets: Vec<&str> = edges[file].intersection(circle).copied().collect();
            format!("{file} imports {}", targets.join(", "))
        })
    });
    assert!(circles.is_empty(), "files import each other:\n{}", shown.collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_room_has_its_rule() {
    let rooms: Vec<String> = files().keys().map(|name| room(name).to_owned()).collect();
    for name in rooms {
        let known = MAY_IMPORT.iter().any(|(own, _)| *own == name)
            || ["lib", "main", "cli", "prelude"].contains(&name.as_str());
        assert!(known, "room {name} has no rule in tests/architecture/main.rs");
    }
}

#[test]
fn external_crates_stay_in_their_places() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        for (krate, places) in BELONGS_TO {
            let named = text.match_indices(&format!("{krate}::")).any(|(at, _)| {
                let before = text[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if named && !places.iter().any(|place| name.starts_with(place)) {
                wrong.push(format!("{name} names {krate}"));
            }
        }
    }
    assert!(wrong.is_empty(), "crates out of place:\n{}", wrong.join("\n"));
}

#[test]
fn the_library_never_prints_reads_no_environment_or_date_and_installs_no_handler() {
    // A library user asks for the first by name; the second dates manifests.
    let allowed = [("env::var", "table/cache/user.rs"), ("SystemTime", "experiment/store/machine.rs")];
    let mut wrong = Vec::new();
    for (name, text) in files().into_iter().filter(|(name, _)| !name.starts_with("cli") && name != "main.rs") {
        for forbidden in
            ["println!", "eprintln!", "print!(", "dbg!", "env::var", "set_hook", "process::exit", "SystemTime"]
        {
            if text.contains(forbidden) && !allowed.contains(&(forbidden, &*name)) {
                wrong.push(format!("{name} has {forbidden}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_in_evaluation_only() {
    for (name, text) in files() {
        let unsafe_code = text.split_whitespace().any(|word| word == "unsafe");
        assert!(!unsafe_code || name.starts_with("evaluation/"), "{name} has unsafe code");
    }
}

#[test]
fn imports_are_read_from_groups_aliases_and_paths() {
    let text =
        "use crate::a::b; use crate::{c::D, e::{self, F as G}}; let x = crate::f::g(1); $crate::h!(); use super::i;";
    assert_eq!(crate_paths(text), ["a::b", "c::D", "e", "e::F", "a::b", "f::g"]);
    assert_eq!(paths(text)[3].1, "G");
}

#[test]
fn circles_are_found_through_reexports_and_not_between_parent_and_child() {
    let source = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let sources = Sources::from([
        source("lib.rs", "pub use a::one::One;"),
        source("a/mod.rs", "pub use two::Two; use two::helper;"),
        source("a/one.rs", "use super::Two;"),
        source("a/two.rs", "use super::Parent; use crate::One;"),
        source("b.rs", "use crate::a::Two;"),
    ]);
    let edges = Modules::new(&sources).edges();
    assert_eq!(circles(&edges), [["a/one.rs", "a/two.rs"].into()]);
}
