//! Who may import whom: dependencies point one way, and this test says so.
//!
//! Every `crate::module` path outside test modules is read from the sources, and every external crate that belongs to
//! one place only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the library, and what it may import. What is not named is forbidden.
const MAY_IMPORT: [(&str, &[&str]); 16] = [
    ("text", &[]),
    ("files", &[]),
    ("rng", &[]),
    ("stats", &[]),
    ("puzzle", &["rng", "text"]),
    ("bounded", &["rng"]),
    ("table", &["puzzle", "files"]),
    ("evaluation", &["puzzle", "bounded"]),
    ("alphabet", &["evaluation::MAX_SYMBOLS", "puzzle", "bounded"]),
    ("solver", &["puzzle"]),
    ("search", &["solver", "table", "puzzle", "evaluation::prefetch"]),
    ("evolve", &["alphabet", "evaluation", "bounded", "solver", "table", "puzzle", "rng"]),
    ("landscape", &["evolve", "alphabet", "evaluation", "puzzle", "rng", "stats"]),
    ("route", &["solver", "table", "puzzle"]),
    (
        "experiment",
        &["route", "search", "evolve", "alphabet", "evaluation", "solver", "puzzle", "stats", "rng", "files", "text"],
    ),
    ("report", &["experiment::record", "landscape", "stats", "files"]),
];

/// External crates and the only places that may name them.
const BELONGS_TO: [(&str, &[&str]); 17] = [
    ("plotters", &["report"]),
    ("plotters_backend", &["report"]),
    ("tiny_skia", &["report"]),
    ("ttf_parser", &["report"]),
    ("dejavu", &["report"]),
    ("statrs", &["stats"]),
    ("csv", &["experiment/export", "experiment/store", "report"]),
    ("toml", &["experiment", "landscape", "puzzle/spec"]),
    ("rand", &["rng.rs"]),
    ("rand_chacha", &["rng.rs"]),
    ("clap", &["cli", "main.rs"]),
    ("indicatif", &["cli"]),
    ("comfy_table", &["cli"]),
    ("ctrlc", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("rustix", &["cli", "files.rs"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file by its path below `src`, without comments and without test modules (which end a file, or are a file
/// `tests.rs`).
fn files() -> BTreeMap<String, String> {
    fn collect(folder: &Path, files: &mut BTreeMap<String, String>) {
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
    let mut files = BTreeMap::new();
    collect(&source(), &mut files);
    files
}

/// The module that a file belongs to.
fn module(name: &str) -> &str {
    name.split(['/', '.']).next().unwrap_or_default()
}

/// What follows `crate::` everywhere in a text; a group in braces gives one path an item.
fn imports(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let group = group.split('}').next().unwrap_or_default();
            let item = |item: &str| {
                if item.trim().starts_with("with_") { "puzzle".to_owned() } else { item.trim().to_owned() }
            };
            paths.extend(group.split(',').map(item));
        } else {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
            // The switches from run time to compile time are macros, which live at the root.
            paths.push(rest[..end].replace("with_puzzle", "puzzle").replace("with_cube", "puzzle"));
        }
    }
    paths
}

#[test]
fn imports_point_one_way() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let Some((own, allowed)) = MAY_IMPORT.iter().find(|(own, _)| *own == module(&name)) else {
            continue;
        };
        for path in imports(&text) {
            let within = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}::"));
            if !within(own) && !allowed.iter().any(|allowed| within(allowed)) {
                wrong.push(format!("{name} imports crate::{path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "forbidden imports:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_has_its_rule() {
    let modules: Vec<String> = files().keys().map(|name| module(name).to_owned()).collect();
    for name in modules {
        let known = MAY_IMPORT.iter().any(|(own, _)| *own == name) || ["lib", "main", "cli"].contains(&name.as_str());
        assert!(known, "module {name} has no rule in tests/architecture.rs");
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
    let mut wrong = Vec::new();
    for (name, text) in files().into_iter().filter(|(name, _)| !name.starts_with("cli") && name != "main.rs") {
        for forbidden in
            ["println!", "eprintln!", "print!(", "dbg!", "env::var", "set_hook", "process::exit", "SystemTime"]
        {
            if text.contains(forbidden) {
                wrong.push(format!("{name} has {forbidden}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_lives_in_the_kernel_alone() {
    for (name, text) in files() {
        let unsafe_code = text.split_whitespace().any(|word| word == "unsafe");
        assert!(!unsafe_code || name.starts_with("evaluation/"), "{name} has unsafe code");
    }
}

#[test]
fn the_reader_of_imports_sees_what_it_should() {
    let text = "use crate::a::b; use crate::{c::D, e}; let x = crate::f::g(1);";
    assert_eq!(imports(text), ["a::b", "c::D", "e", "f::g"]);
}
