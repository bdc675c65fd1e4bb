//! Rules that the compiler does not check: imports between the rooms (modules at the top) of `cube` and `engine`, circles between files,
//! and the length of files. Also the places of unsafe code, printing and the environment, and words and options that a crate or room does
//! not have. The reading of code, here and in `imports`, is tested, too. Every build checks the order of the crates.
#![allow(clippy::disallowed_methods)]

mod imports;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use imports::{Kin, Modules, Sources, circles, paths};

/// The crates, with the folders of their sources.
const CRATES: [(&str, &str); 8] = [
    ("stats", "crates/stats/src"),
    ("cube", "crates/cube/src"),
    ("engine", "crates/engine/src"),
    ("plot", "crates/plot/src"),
    ("rows", "crates/rows/src"),
    ("experiment", "crates/experiment/src"),
    ("report", "crates/report/src"),
    ("evocube", "src"),
];

/// Rooms of `cube` and `engine`, and the rooms of the same crate that each may import.
const MAY_IMPORT: [(&str, &[&str]); 20] = [
    ("rng", &[]),
    ("text", &[]),
    ("files", &[]),
    ("list", &[]),
    ("schema", &[]),
    ("document", &["text"]),
    ("puzzle", &["document", "rng", "text"]),
    ("solver", &["puzzle"]),
    ("table", &["puzzle", "files", "solver::Cancelled"]),
    ("search", &["solver", "table", "puzzle"]),
    ("route", &["solver", "table", "puzzle", "list", "text"]),
    ("bounded", &[]),
    ("registered", &[]),
    ("settings", &[]),
    ("state_map", &[]),
    ("evaluation", &["bounded", "registered", "settings"]),
    ("alphabet", &["evaluation::MAX_SYMBOLS", "bounded", "settings", "state_map"]),
    ("optimizer", &["alphabet::AlphabetError", "evaluation", "registered"]),
    ("evolve", &["optimizer", "alphabet", "evaluation", "bounded", "registered", "settings"]),
    ("registration", &["registered", "evaluation", "evolve", "optimizer", "settings"]),
];

/// Files that import each other without being parent and child.
const MUTUAL: [(&str, &str); 1] = [
    // A configuration holds its algorithm, which is built from the rest of the configuration.
    ("evolve/config.rs", "evolve/algorithm.rs"),
];

/// The words that the code of a crate, or of a room of it, does not have, because it knows nothing of their things.
const ABSENT: [(&str, &str, &[&str]); 8] = [
    ("stats", "", &["cube", "puzzle", "genome", "sweep"]),
    ("cube", "", &["genome", "population", "sweep"]),
    ("engine", "", &["sweep"]),
    ("plot", "", &["puzzle", "genome", "sweep"]),
    // It makes no page.
    ("experiment", "", &["html", "svg", "plot", "figure"]),
    // It runs nothing.
    ("report", "", &["runner", "RunObserver", "Execution", "Optimizer", "Solver"]),
    // It makes no sentence.
    ("report", "model/", &["claim_words", "document", "sections", "wording"]),
    ("report", "claims", &["claim_words", "document", "sections", "wording"]),
];

/// Maximum number of lines of a file.
const MAX_LINES: usize = 450;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("sources are readable") {
            let path = entry.expect("sources are readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Returns the code of a file: without comments, and without the test modules, wherever they stand.
fn code(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut is_test = false;
    for line in text.lines() {
        if line == "#[cfg(test)]" {
            is_test = true;
        } else if is_test {
            // A test module or item at the top level ends with the first line that closes it, or is one line.
            is_test = !(line == "}" || (!line.starts_with(' ') && line.ends_with(';')));
        } else if !line.trim_start().starts_with("//") {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Returns the sources of a folder, by their path below it.
fn sources_of(folder: &str) -> Sources {
    let base = root().join(folder);
    let named = rust_files(&base).into_iter().map(|path| {
        let name = path.strip_prefix(&base).expect("below src").to_string_lossy().replace('\\', "/");
        (name, code(&fs::read_to_string(path).expect("sources are text")))
    });
    named.collect()
}

/// Returns the sources of each crate, by crate and by path below its `src`.
fn sources() -> BTreeMap<&'static str, Sources> {
    CRATES.map(|(name, folder)| (name, sources_of(folder))).into()
}

/// Returns the room of a file: its first folder, or its name.
fn room(name: &str) -> &str {
    name.split(['/', '.']).next().unwrap_or_default()
}

/// Returns the paths within the crate that a file writes, without `crate::`.
fn crate_paths(text: &str) -> Vec<String> {
    let paths = paths(text).into_iter().filter(|(path, _)| path.first().is_some_and(|first| first == "crate"));
    paths.map(|(path, _)| path[1..].join("::")).collect()
}

#[test]
fn rooms_import_only_the_rooms_they_may_import() {
    let mut wrong = Vec::new();
    for (name, text) in ["cube", "engine"].into_iter().flat_map(|name| sources().remove(name).unwrap()) {
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(importer, _)| *importer == room(&name)) else {
            assert!(["lib", "landscape"].contains(&room(&name)), "{name} is in a room without a rule");
            continue;
        };
        for path in crate_paths(&text) {
            let is_within = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}::"));
            let is_room = MAY_IMPORT.iter().any(|(other, _)| is_within(other));
            if is_room && !is_within(room(&name)) && !allowed.iter().any(|allowed| is_within(allowed)) {
                wrong.push(format!("{name} imports crate::{path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "forbidden imports:\n{}", wrong.join("\n"));
}

#[test]
fn files_import_each_other_only_as_parent_and_child() {
    let others = ["python", "web"].map(|name| (name, sources_of(&format!("{name}/src"))));
    for (name, files) in sources().into_iter().chain(others) {
        let modules = Modules::new(&files);
        // A circle through a module and one of its submodules has one of the edges between them.
        for mut edges in [Kin::Parent, Kin::Child].map(|without| modules.edges(without)) {
            for (a, b) in MUTUAL.into_iter().filter(|_| name == "engine") {
                assert!(edges[a].contains(b) && edges[b].contains(a), "{a} and {b} no longer import each other");
                edges.entry(a).or_default().remove(b);
            }
            let circles = circles(&edges);
            let shown = circles.iter().flat_map(|circle| {
                circle.iter().map(|&file| {
                    let targets: Vec<&str> = edges[file].intersection(circle).copied().collect();
                    format!("{file} imports {}", targets.join(", "))
                })
            });
            assert!(circles.is_empty(), "{name}: files import each other:\n{}", shown.collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn libraries_never_print_read_no_environment_or_date_and_install_no_handler() {
    // A library user asks for the first by name; the second dates manifests.
    let allowed = [("env::var", "table/cache/user.rs"), ("SystemTime", "store/machine.rs")];
    let forbidden = ["println!", "eprintln!", "print!(", "dbg!", "env::var", "set_hook", "process::exit", "SystemTime"];
    let mut wrong = Vec::new();
    for (krate, files) in sources() {
        let is_program = |name: &str| krate == "evocube" && (name.starts_with("cli") || name == "main.rs");
        for (name, text) in files.into_iter().filter(|(name, _)| !is_program(name)) {
            let uses = forbidden.iter().filter(|&&word| text.contains(word) && !allowed.contains(&(word, &*name)));
            wrong.extend(uses.map(|word| format!("{krate}: {name} has {word}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_room_knows_what_is_absent_from_it() {
    let sources = sources();
    for (krate, room, absent) in ABSENT {
        let files: Vec<_> = sources[krate].iter().filter(|(name, _)| name.starts_with(room)).collect();
        assert!(!files.is_empty(), "{krate} has no {room}");
        // The names of the files that a report writes into a folder.
        for (name, text) in files.into_iter().filter(|(name, _)| *name != "store/known_files.rs") {
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let word = words.find(|word| absent.contains(word));
            assert_eq!(word, None, "{krate}: {name}");
        }
    }
}

/// Returns whether a text has an option of a command line.
fn names_option(text: &str) -> bool {
    text.match_indices("--").any(|(start, _)| {
        let is_inside = text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '-');
        !is_inside && text[start + 2..].starts_with(|c: char| c.is_ascii_lowercase())
    })
}

#[test]
fn no_library_names_an_option_of_the_command_line() {
    for (krate, files) in sources().into_iter().filter(|(krate, _)| *krate != "evocube") {
        for (name, text) in files {
            let line = text.lines().find(|line| names_option(line));
            assert_eq!(line, None, "{krate}: {name}");
        }
    }
    assert!(names_option("choose another folder with --out") && !names_option("a --> b, a--b"));
}

#[test]
fn unsafe_code_is_in_the_kernels_and_in_one_file_of_cube() {
    for (krate, files) in sources() {
        for (name, text) in files {
            let has_unsafe = text.split_whitespace().any(|word| word == "unsafe");
            let is_allowed = match krate {
                "engine" => name.starts_with("evaluation/"),
                "cube" => name == "table/memory.rs",
                _ => false,
            };
            assert!(!has_unsafe || is_allowed, "{krate}: {name} has unsafe code");
        }
    }
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let files = CRATES.iter().flat_map(|(_, folder)| rust_files(&root().join(folder)));
    let long = files.filter_map(|path| {
        let lines = fs::read_to_string(&path).expect("sources are text").lines().count();
        (lines > MAX_LINES).then(|| format!("{}: {lines} lines", path.display()))
    });
    let long: Vec<String> = long.collect();
    assert!(long.is_empty(), "files of more than {MAX_LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn test_modules_are_no_code_wherever_they_stand() {
    let text = "mod a;\n#[cfg(test)]\nmod tests;\nuse crate::b;\n#[cfg(test)]\nmod laws {\n    use crate::c;\n}\n// use crate::d;\nfn e() {}";
    assert_eq!(code(text), "mod a;\nuse crate::b;\nfn e() {}");
}

#[test]
fn imports_are_read_from_groups_aliases_and_paths() {
    let text = "use crate::a::b; use crate::{c::D, e::{self, F as G}}; let x = crate::f::g(1); $crate::h!(); pub(in crate::j) k: u8; \
         use super::i;";
    assert_eq!(crate_paths(text), ["a::b", "c::D", "e", "e::F", "a::b", "f::g"]);
    assert_eq!(paths(text)[3].1, "G");
}

#[test]
fn circles_are_found_through_reexports_and_not_between_parent_and_child() {
    let source = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let sources = Sources::from([
        source("lib.rs", "pub use a::one::One;"),
        source("a/mod.rs", "pub use two::Two; use two::helper; use crate::c::D;"),
        source("a/one.rs", "use super::Two;"),
        source("a/two.rs", "use super::Parent; use crate::One;"),
        source("b.rs", "use crate::a::Two;"),
        source("c.rs", "use crate::a::one::One;"),
    ]);
    let found = |without| circles(&Modules::new(&sources).edges(without));
    assert_eq!(found(Kin::Parent), [["a/one.rs", "a/two.rs"].into()]);
    assert_eq!(found(Kin::Child), [["a/mod.rs", "a/one.rs", "a/two.rs", "c.rs"].into()]);
}
