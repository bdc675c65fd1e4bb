//! The commands of README and guide: those in fences run as they are printed unless marked, those in sentences have the options that they
//! name. Outputs and sentences of reports that the pages quote are compared. Keys and links are tested in `guide.rs`, measured tables in
//! `measured_tables`.
//!
//! Every fence of the language `sh` or `console` runs in a folder that looks like the repository with `mine.toml` and `results/mine`, which
//! the quickstart makes. `no-run` after the language excepts a fence, `long` leaves it to an ignored test; a comment above it has the
//! reason. A sweep or puzzle of the page is a file there. Fences `text,printed` have lines of the output of the page, and quotations
//! sentences of its reports.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::guide::{help, listed, pages, root, text};

/// A fenced text of a page.
struct Fence {
    /// Number of its first line.
    line: usize,
    language: String,
    mark: String,
    /// The line above it.
    above: String,
    text: String,
}

fn fences(page: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<Fence> = None;
    let mut above = String::new();
    for (number, line) in (1..).zip(page.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => fences.extend(open.take()),
            (Some(info), None) => {
                let (language, mark) = info.split_once(',').unwrap_or((info, ""));
                let [language, mark] = [language, mark].map(str::to_owned);
                open = Some(Fence { line: number, language, mark, above: above.clone(), text: String::new() });
            }
            (None, Some(fence)) => writeln!(fence.text, "{line}").unwrap(),
            (None, None) => line.clone_into(&mut above),
        }
    }
    assert!(open.is_none(), "the last fence is not closed");
    fences
}

/// The paths of README and guide, with their texts.
fn texts() -> Vec<(String, String)> {
    let mut paths = pages();
    paths.push(root().join("README.md"));
    let name = |path: &Path| path.strip_prefix(root()).unwrap().display().to_string();
    paths.iter().map(|path| (name(path), text(path))).collect()
}

/// Makes a folder that looks like the repository, with the sweep and the results of another folder.
fn working_folder(first: Option<&Path>) -> tempfile::TempDir {
    let folder = crate::common::tempdir().unwrap();
    let link = |target: &Path, link: &str| std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
    for name in ["examples", "experiments", "instances", "puzzles", "tests"] {
        link(&root().join(name), name);
    }
    fs::create_dir(folder.path().join("results")).unwrap();
    link(&root().join("results/reference"), "results/reference");
    if let Some(first) = first {
        fs::copy(first.join("mine.toml"), folder.path().join("mine.toml")).unwrap();
        let copied =
            Command::new("cp").arg("-r").args([first.join("results/mine"), folder.path().join("results")]).status();
        assert!(copied.unwrap().success());
    }
    folder
}

/// Runs commands in a folder. Returns whether they succeed, and their output with that on standard error.
fn run(folder: &Path, commands: &str) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_evocube"));
    let build = program.parent().unwrap();
    // The program stands for cargo, which would build it again.
    let script = format!(
        "exec 2>&1\nset -euo pipefail\ncargo() {{ case \"$1 $2 $3\" in \"run --release --\") shift 3; evocube \"$@\" ;;
         \"run --release --example\") program=$4; shift 5; '{}'/examples/\"$program\" \"$@\" ;; *) false ;; esac; }}\n{commands}",
        build.display()
    );
    let path = format!("{}:{}", build.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env("EVOCUBE_CACHE", folder.join(".tables"))
        .env_remove("EVOCUBE_KERNEL")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Replaces times, which differ from run to run.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let is_time = |index: usize| {
        let unit = words.get(index + 1).is_some_and(|unit| ["ms", "s", "ms,", "s,"].contains(unit));
        unit && words[index].parse::<f64>().is_ok()
    };
    (0..words.len()).map(|index| if is_time(index) { "some" } else { words[index] }).collect::<Vec<_>>().join(" ")
}

/// Runs the fences of a page in a folder. Returns the mistakes.
fn mistakes(name: &str, page: &str, folder: &Path, is_long: bool) -> Vec<String> {
    let mut mistakes = Vec::new();
    let mut output = String::new();
    for Fence { line, language, mark, text, .. } in fences(page) {
        let is_whole = text.lines().next().is_some_and(|first| first.starts_with("name = \""));
        if language == "toml" && is_whole {
            let name = text.split('"').nth(1).unwrap();
            fs::write(folder.join(format!("{name}.toml")), &text).unwrap();
        }
        if mark == "printed" {
            let lines: BTreeSet<&str> = output.lines().map(str::trim_end).collect();
            let missing = text.lines().map(str::trim_end).filter(|line| !lines.contains(line));
            mistakes.extend(missing.map(|missing| format!("{name}:{line}: not in the output: {missing}\n{output}")));
        }
        if mark == "no-run" || mark == "long" && !is_long {
            continue;
        }
        match language.as_str() {
            "sh" => {
                let (is_done, result) = run(folder, &text);
                if !is_done {
                    mistakes.push(format!("{name}:{line}: {text}{result}"));
                }
                output.push_str(&result);
            }
            "console" => {
                for part in text.split("$ ").skip(1) {
                    let (command, printed) = part.split_once('\n').unwrap();
                    let (is_done, result) = run(folder, command);
                    // A first use also says which tables it builds.
                    let is_of_a_table = |line: &&str| {
                        (line.starts_with('[') || line.starts_with("building")) && line.contains(" the table ")
                    };
                    let [result, printed] = [result.as_str(), printed].map(|text| {
                        text.lines().filter(|line| !is_of_a_table(line)).map(without_times).collect::<Vec<_>>()
                    });
                    if !is_done || result != printed {
                        mistakes.push(format!("{name}:{line}: {command}\n{result:#?}"));
                    }
                }
            }
            _ => {}
        }
    }
    // A page whose run is long has no report.
    if !is_long && fences(page).iter().any(|fence| fence.mark == "long") {
        return mistakes;
    }
    let reports = Command::new("bash").args(["-c", "cat results/*/summary.md"]).current_dir(folder).output().unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let reports = words(&String::from_utf8(reports.stdout).unwrap());
    for quotation in quotations(page) {
        if !reports.contains(&words(&quotation)) {
            mistakes.push(format!("{name}: no report says: {quotation}"));
        }
    }
    mistakes
}

/// The quoted paragraphs of a page.
fn quotations(page: &str) -> Vec<String> {
    let mut quotations = vec![String::new()];
    for line in page.lines() {
        match line.strip_prefix("> ") {
            Some(text) => write!(quotations.last_mut().unwrap(), "{text} ").unwrap(),
            None => quotations.push(String::new()),
        }
    }
    quotations.retain(|quotation| !quotation.is_empty());
    quotations
}

/// Runs the fences of all pages, of those with long ones if `is_long`.
fn run_pages(is_long: bool) {
    const QUICKSTART: &str = "docs/quickstart.md";
    let texts = texts();
    let first = working_folder(None);
    let (name, page) = texts.iter().find(|(name, _)| name == QUICKSTART).unwrap();
    let all = Mutex::new(mistakes(name, page, first.path(), is_long));
    let has_long = |page: &str| fences(page).iter().any(|fence| fence.mark == "long");
    let left: Vec<_> = texts.iter().filter(|(name, page)| name != QUICKSTART && (!is_long || has_long(page))).collect();
    let left = Mutex::new(left);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(4) {
            scope.spawn(|| {
                loop {
                    let Some((name, page)) = left.lock().unwrap().pop() else { break };
                    let folder = working_folder((name != "README.md").then_some(first.path()));
                    let begun = std::time::Instant::now();
                    let mistakes = mistakes(name, page, folder.path(), is_long);
                    println!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
                    all.lock().unwrap().extend(mistakes);
                }
            });
        }
    });
    let all = all.into_inner().unwrap();
    assert!(all.is_empty(), "{}", all.join("\n\n"));
}

#[test]
fn commands_of_the_guide_run_as_printed() {
    run_pages(false);
}

#[test]
#[ignore = "takes some ten minutes, and tables of 300 MB"]
fn long_commands_of_the_guide_run_as_printed() {
    run_pages(true);
}

#[test]
fn commands_stand_in_fences_and_exceptions_have_reasons() {
    let is_command = |line: &str| ["evocube ", "cargo ", "$ evocube "].iter().any(|start| line.starts_with(start));
    let mut count = 0;
    for (name, page) in texts() {
        let indented = page.lines().find(|line| line.strip_prefix("    ").is_some_and(is_command));
        assert_eq!(indented, None, "{name}: write it in a fence ```sh");
        for Fence { line, language, mark, above, text } in fences(&page) {
            assert!(!language.is_empty(), "{name}:{line}: the fence has no language");
            let is_shell = ["sh", "console"].contains(&&*language);
            assert!(is_shell || !text.lines().any(is_command), "{name}:{line}: write it in a fence ```sh");
            let is_mark = match language.as_str() {
                "sh" | "console" => ["", "long", "no-run"].contains(&&*mark),
                "text" => ["", "printed"].contains(&&*mark),
                _ => ["", "ignore"].contains(&&*mark),
            };
            assert!(is_mark, "{name}:{line}: {mark:?} is not a mark of {language}");
            let is_exception = ["long", "no-run"].contains(&&*mark);
            assert_eq!(
                is_exception,
                above.starts_with("<!-- ") && above.ends_with(" -->"),
                "{name}:{line}: the reason"
            );
            count += usize::from(is_shell && !is_exception);
        }
    }
    assert!(count > 25, "{count} fences run");
}

#[test]
fn commands_in_sentences_have_the_options_that_they_name() {
    let commands: BTreeSet<String> = listed(&help(&[])).into_iter().collect();
    let helps: Vec<(String, String)> = commands.iter().map(|name| (name.clone(), help(&[name]))).collect();
    let mut count = 0;
    for (name, page) in texts() {
        let prose: String = page.split("```").step_by(2).collect();
        for span in prose.replace('\n', " ").split('`').skip(1).step_by(2) {
            let words: Vec<&str> = span.split([' ', '[', ']', '=']).filter(|word| !word.is_empty()).collect();
            let ["evocube", command, rest @ ..] = &words[..] else { continue };
            if !command.starts_with(|c: char| c.is_ascii_lowercase()) {
                continue;
            }
            let help = helps.iter().find(|(name, _)| name == command);
            let Some((_, help)) = help else { panic!("{name}: `{span}`: there is no command {command}") };
            for option in rest.iter().filter(|word| word.starts_with("--") && word.len() > 2) {
                assert!(help.contains(option), "{name}: `{span}`: {command} has no {option}");
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} options");
}
