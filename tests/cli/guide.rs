//! The pages of the guide: keys, lists of pages and commands, contents, links, citations. The help of the commands: its groups, and which
//! commands have each of four options. Printed commands are run in `printed_commands.rs`. The functions that read pages and helps serve
//! other tests, too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use evocube::experiment::sweep::Sweep;

use crate::common::evocube;

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the words that the refusal of an unknown key lists.
fn offered(keys: &str) -> Vec<String> {
    let head = "name = \"x\"\nseed = 1\n";
    let sweep = format!("{head}{keys}\n");
    let Err(error) = Sweep::parse(&sweep, Path::new("x.toml")) else { return Vec::new() };
    let unknown = error.diagnostics.iter().find(|located| located.diagnostic.message.contains("\"zzz\""));
    let help = unknown.and_then(|located| located.diagnostic.help.as_deref()).unwrap_or_default();
    let words = help.strip_prefix("the keys here are ").or_else(|| help.strip_prefix("write one of "));
    words.map_or_else(Vec::new, |words| words.split(", ").map(str::to_owned).collect())
}

/// Collects every key and word below a key, from the refusals of an unknown key in its table.
fn below(path: &str, depth: usize, all: &mut BTreeSet<String>) {
    if depth == 0 {
        return;
    }
    let mut words = BTreeSet::new();
    words.extend(offered(&format!("[{path}]\nzzz = {{}}")));
    words.extend(offered(&format!("[[{path}]]\nzzz = {{}}")));
    if let Some((list, key)) = path.rsplit_once('.') {
        words.extend(offered(&format!("[[{list}]]\n{key}.zzz = {{}}")));
    }
    for word in words {
        all.insert(word.clone());
        below(&format!("{path}.{word}"), depth - 1, all);
    }
}

/// The pages that have every key of a sweep file.
const REFERENCE: [&str; 4] = ["docs/sweep-file.md", "docs/configuration.md", "docs/operators.md", "docs/algorithms.md"];

#[test]
fn the_reference_names_every_key_of_a_sweep_file() {
    let mut keys = BTreeSet::new();
    keys.extend(offered("zzz = 1"));
    for path in ["base", "instance", "stage", "factor"] {
        below(path, 5, &mut keys);
    }
    for key in ["log-every", "tournament", "replacement", "quality-rate", "max-pieces", "migrants", "luby", "coset"] {
        assert!(keys.contains(key), "the search is not deep enough: {key} is not in {keys:?}");
    }
    assert!(keys.len() > 110, "{keys:?}");
    let reference: String = REFERENCE.iter().map(|page| text(&root().join(page))).collect();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let written: BTreeSet<&str> = reference.split(|c| !is_letter(c)).collect();
    let missing: Vec<&String> = keys.iter().filter(|key| !written.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "on no page of the reference: {missing:?}");
    let operators = text(&root().join("docs/operators.md"));
    for family in ["selection", "crossover", "mutation", "replacement", "restart"] {
        let mut names = BTreeSet::new();
        below(&format!("base.{family}"), 1, &mut names);
        for name in names.iter().filter(|name| !["none", "every"].contains(&name.as_str())) {
            assert!(operators.contains(&format!("`{name}`")), "docs/operators.md does not name {family}.{name}");
        }
    }
}

/// The pages of the guide.
pub(crate) fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("there is a guide");
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// The pages outside the guide.
const OTHER_PAGES: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "python/README.md",
    "results/reference/quickstart/summary.md",
];

/// Returns the targets of a page's links, except those on other hosts: a file, an anchor, or both.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// Anchors of a page's headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let texts = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    texts.map(|text| text.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()).collect()
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = links(&text(&root().join("docs/SUMMARY.md")));
    let pages: Vec<PathBuf> = pages().into_iter().filter(|page| !page.ends_with("SUMMARY.md")).collect();
    for page in &pages {
        let name = page.file_name().expect("a name").to_string_lossy();
        assert_eq!(summary.iter().filter(|link| **link == name).count(), 1, "{name} in docs/SUMMARY.md");
    }
    assert_eq!(summary.len(), pages.len(), "{summary:?}");
}

#[test]
fn all_citations_have_the_authors_the_title_the_version_and_the_year_of_the_release() {
    let read = |name: &str| text(&root().join(name));
    let value = |line: &str| line.trim_matches(['"', '{', '}', ',', ' ']).replace("{Rubik's}", "Rubik's");
    let (file, page, meta) = (read("CITATION.cff"), read("docs/method-and-limits.md"), read("codemeta.json"));
    let in_file = |key: &str| file.lines().find_map(|line| line.trim_start().strip_prefix(key)).map(value).expect(key);
    let in_entry = |key: &str| {
        let lines = page.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(" = "));
        lines.filter(|(name, _)| name.trim() == key).map(|(_, line)| value(line)).next().expect(key)
    };
    assert_eq!(in_file("version:"), env!("CARGO_PKG_VERSION"));
    assert!(meta.contains(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))), "{meta}");
    assert_eq!(in_file("- name:"), env!("CARGO_PKG_AUTHORS"));
    assert!(meta.contains(env!("CARGO_PKG_AUTHORS")), "{meta}");
    let package = read("python/pyproject.toml");
    assert!(package.contains(&format!("name = \"{}\"", env!("CARGO_PKG_AUTHORS"))), "{package}");
    for (key, in_cff) in [("title", "title:"), ("version", "version:"), ("author", "- name:")] {
        assert_eq!(in_entry(key), in_file(in_cff));
    }
    assert_eq!(in_entry("year"), in_file("date-released:")[..4]);
}

/// The files and folders that are not in the packaged crate.
fn left_out_of_the_package() -> Vec<PathBuf> {
    let manifest: toml::Table = text(&root().join("Cargo.toml")).parse().expect("TOML");
    let names = manifest["package"]["exclude"].as_array().expect("a list");
    names.iter().map(|name| root().join(name.as_str().expect("a name").trim_start_matches('/'))).collect()
}

/// Returns a path without `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            whole.pop()
        } else {
            whole.push(part);
            true
        };
    }
    whole
}

#[test]
fn links_have_existing_targets_in_the_repository_the_package_and_the_built_guide() {
    let mut texts = pages();
    texts.extend(OTHER_PAGES.map(|name| root().join(name)));
    let left_out = left_out_of_the_package();
    let is_packaged = |path: &Path| !left_out.iter().any(|left_out| path.starts_with(left_out));
    let mut count = 0;
    for page in texts {
        let folder = page.parent().expect("it is in a folder");
        for link in links(&text(&page)) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { normalized(&folder.join(file)) };
            assert!(target.exists(), "{}: {link} is not there", page.display());
            let is_there = anchor.is_empty() || anchors(&text(&target)).contains(anchor);
            assert!(is_there, "{}: {link} has no heading", page.display());
            assert!(!is_packaged(&page) || is_packaged(&target), "{}: {link} is not in the package", page.display());
            // A page outside the guide would have no page in the built guide; other files are copied by `.ci/guide`.
            let leaves = folder.ends_with("docs") && !target.starts_with(folder);
            assert!(
                !leaves || !file.ends_with(".md") && target.is_file(),
                "{}: {link} leaves the guide",
                page.display()
            );
            count += 1;
        }
    }
    assert!(count > 150, "only {count} links");
}

#[test]
fn long_pages_have_contents() {
    for page in pages() {
        let text = text(&page);
        let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        if headings.len() < 4 || page.ends_with("README.md") {
            continue;
        }
        let before = text.split("\n## ").next().expect("a beginning");
        let named: BTreeSet<String> =
            links(before).into_iter().filter_map(|link| link.strip_prefix('#').map(str::to_owned)).collect();
        for heading in headings {
            let anchor = anchors(&format!("## {heading}")).pop_first().expect("one");
            assert!(named.contains(&anchor), "{}: {heading} is not in the contents", page.display());
        }
    }
}

/// The help of a command.
pub(crate) fn help(command: &[&str]) -> String {
    evocube(&[command, &["--help"]].concat()).1
}

/// The groups of commands in the help of the program.
const GROUPS: [&str; 5] = ["Experiments:", "Analysis:", "Cubes:", "Tables:", "Shell:"];

/// The subcommands that a help lists.
pub(crate) fn listed(help: &str) -> Vec<String> {
    let mut is_list = false;
    let mut names = Vec::new();
    for line in help.lines() {
        is_list = line == "Commands:" || GROUPS.contains(&line) || is_list && !line.is_empty();
        if is_list && line.starts_with("  ") && !line.starts_with("   ") {
            names.extend(line.split_whitespace().next().map(str::to_owned));
        }
    }
    names.retain(|name| name != "help");
    names
}

#[test]
fn the_help_lists_every_command_once_in_groups() {
    let help = help(&[]);
    let places: Vec<usize> = GROUPS.iter().map(|group| help.find(&format!("\n{group}\n")).expect(group)).collect();
    assert!(places.is_sorted() && help[places[4]..].contains("\nOptions:\n"), "{help}");
    let mut names = listed(&help);
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    let commands = evocube(&["man", "no-such-command"]).2;
    let commands: BTreeSet<&str> = commands.rsplit("expected ").next().unwrap().trim().split(", ").collect();
    assert_eq!(commands, names.iter().map(String::as_str).collect());
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

/// The names of the options that the help of a command lists.
fn options(command: &[&str]) -> BTreeSet<String> {
    let help = help(command);
    let words = help.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn an_option_means_one_thing_in_every_command() {
    // `--nodes` are search nodes, `--length` is that of a solution, `--turns` are random moves, in every command.
    for (option, commands) in [
        ("--nodes", &["solve", "stats", "route", "refine"][..]),
        ("--length", &["solve", "stats", "route"]),
        ("--turns", &["scramble", "stats"]),
        ("--to", &["scramble", "show", "export"]),
    ] {
        let with: Vec<String> =
            listed(&help(&[])).into_iter().filter(|name| options(&[name]).contains(option)).collect();
        let commands: BTreeSet<&str> = commands.iter().copied().collect();
        assert_eq!(with.iter().map(String::as_str).collect::<BTreeSet<_>>(), commands, "{option}");
    }
}

#[test]
fn the_page_of_commands_names_every_command_without_json() {
    let page = text(&root().join("docs/commands.md")).replace('\n', " ");
    let (_, claim) = page.split_once("These commands lack it: ").expect("the claim");
    let (claim, _) = claim.split_once(". ").expect("its end");
    let named: BTreeSet<&str> = claim.split('`').skip(1).step_by(2).collect();
    let commands = listed(&help(&[]));
    assert!(commands.len() > 20, "{commands:?}");
    for command in &commands {
        let has = help(&[command]).contains("--json");
        assert_eq!(!has, named.contains(command.as_str()), "{command}");
        for inner in listed(&help(&[command])) {
            let has = help(&[command, &inner]).contains("--json");
            assert_eq!(has, named.contains(format!("{command} {inner}").as_str()), "{command} {inner}");
        }
        assert!(page.contains(&format!("`evocube {command}")) || page.contains(&format!("`{command}")), "{command}");
    }
}
