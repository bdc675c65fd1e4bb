//! Tests of the playground, the page of `web/` on which a cube evolves. Its configurations, shares of solved trials, and runs are those of
//! shipped sweeps, guide and command line. The runs need Chromium, so their test is ignored. The picture of the README is compared with its
//! example, too.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use evocube::evolve::config::TrialConfig;
use evocube::experiment::sweep::Sweep;
use evocube::shipped::ShippedSweep;

use crate::common::chromium::{chromium, watched};

mod recorded;

#[path = "../../examples/evolution_picture.rs"]
#[expect(dead_code, reason = "its main function writes the file")]
mod evolution_picture;

/// Maximum size of the page as a server sends it, in bytes.
const MAX_COMPRESSED: usize = 1_050_000;

/// The keys of `[base]` of the configuration that the page opens with: those of the shipped sweep always-solve, with another limit.
const SOLVES: &str = r#"population = 100
elitism = 1
genome = { length = 30, evaluate = "best-prefix" }
alphabet = { expand = "symmetries", conjugate = 1 }
objective.penalty.edge-rule = "both-stickers"
selection.tournament = { size = 5 }
crossover.one-point = { rate = 0.9 }
restart = { stagnation = 60 }
stop = { generations = 1000 }

[base.mutation.mixture]
of = [
    { mutation.tail = { individual-rate = 1.0 } },
    { mutation.insert = { individual-rate = 1.0 } },
]
"#;

/// The keys of the last configuration: those of the shipped sweep printed-settings.
const PAPER: &str = r#"population = 1500
elitism = 1
genome = { length = 20, evaluate = "whole" }
alphabet = { expand = "none", conjugate = 0 }
objective.penalty.edge-rule = "any-sticker"
selection.tournament = { size = 3 }
crossover.one-point = { rate = 0.3 }
restart = "none"
stop = { generations = 1000 }
mutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }
"#;

/// Returns the keys of the configurations of the page, in its order. All between the first and the last have changes of the first.
fn presets() -> [String; 7] {
    let changed = |from: &str, to: &str| {
        assert!(SOLVES.contains(from), "{from}");
        SOLVES.replace(from, to)
    };
    let (rest, _) = SOLVES.split_once("\n[base.mutation").expect("the mixture");
    [
        SOLVES.to_owned(),
        changed("crossover.one-point = { rate = 0.9 }", "crossover = \"none\""),
        format!("{rest}mutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.05 }}\n"),
        changed("conjugate = 1", "conjugate = 0"),
        changed("both-stickers", "any-sticker"),
        changed("\"symmetries\", conjugate = 1", "\"none\", conjugate = 0"),
        PAPER.to_owned(),
    ]
}

/// Uses the page as a reader does, and tells the frame around it what is wrong. `EXPECTED` holds the sweep files of the presets and
/// the rows of the command line, `OPERATORS` those of other operators, `SCRAMBLED` those of a scramble, and
/// `LESSON` that of the guide.
const USE: &str = include_str!("playground/use.js");

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns other operators of the page, each with its control, its value and the keys of `[base]`, which end after 100 generations.
fn operators() -> Vec<(&'static str, &'static str, String)> {
    let short = SOLVES.replace("generations = 1000", "generations = 100");
    let (rest, _) = short.split_once("\n[base.mutation").expect("the mixture");
    let selection =
        |name: &str| short.replace("selection.tournament = { size = 5 }", &format!("selection = \"{name}\""));
    let mut all = Vec::new();
    all.extend(
        ["rank", "truncation", "roulette", "stochastic-universal"].map(|name| ("selection", name, selection(name))),
    );
    let crossover = |name: &str| short.replace("crossover.one-point", &format!("crossover.{name}"));
    all.extend(["two-point", "uniform"].map(|name| ("crossover", name, crossover(name))));
    let mutation = |name: &str| format!("{rest}mutation.{name} = {{ individual-rate = 1.0 }}\n");
    all.extend(["tail", "insert", "swap", "inversion"].map(|name| ("mutation", name, mutation(name))));
    all.push(("mutation", "none", format!("{rest}mutation = \"none\"\n")));
    all
}

/// Returns the addresses, the quoted sentences and the text of the lesson of the guide.
fn lesson() -> serde_json::Value {
    let guide = text(&root().join("docs/playground.md"));
    let (_, lesson) = guide.split_once("## A lesson of five steps\n").unwrap();
    let (lesson, _) = lesson.split_once("\n## ").unwrap();
    let addresses: Vec<_> = lesson.split('`').filter(|code| code.starts_with('#')).collect();
    let sentences: Vec<_> = lesson.lines().filter_map(|line| line.trim_start().strip_prefix("> ")).collect();
    assert!(addresses.len() == 3 && sentences.len() == 3, "{addresses:?} {sentences:?}");
    serde_json::json!({
        "addresses": addresses, "sentences": sentences, "text": lesson.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// A scramble whose last move turns the whole cube.
const SCRAMBLE: &str = "R U2 F' L D2 B x";

/// Returns the sweep file of the page with these keys of `[base]`.
fn sweep_of(base: &str) -> String {
    sweep_on("random = 1", base)
}

/// Returns the sweep file of the page with this instance and these keys of `[base]`.
fn sweep_on(instance: &str, base: &str) -> String {
    format!("name = \"playground\"\nseed = 1\nrepetitions = 1\n\n[[instance]]\n{instance}\n\n[base]\n{base}")
}

/// Returns the first point of a sweep file, or a point of a shipped one.
fn point(text: &str, point: usize) -> TrialConfig {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}"));
    sweep.point(0, &[], point).unwrap()
}

#[test]
fn configurations_of_the_playground_are_those_of_the_shipped_sweeps() {
    for (base, shipped) in [(SOLVES, "always-solve"), (PAPER, "printed-settings")] {
        let preset = point(&sweep_of(base), 0);
        let mut shipped = point(&ShippedSweep::named(shipped).unwrap().text(), 0);
        shipped.stop = preset.stop.clone();
        assert!(preset == shipped, "{base}");
    }
}

#[test]
fn solved_shares_of_the_playground_are_those_of_the_guide() {
    let page = text(&root().join("web/page/settings.js")).replace('’', "'");
    let guide = text(&root().join("docs/playground.md"));
    let rows: Vec<Vec<&str>> =
        guide.lines().filter(|line| line.contains(" of 100 (")).map(|line| line.split(" | ").collect()).collect();
    assert_eq!(rows.len(), presets().len());
    for row in rows {
        let name = row[0].trim_start_matches("| ");
        let (_, preset) = page.split_once(&format!("[\"{name}\"")).unwrap_or_else(|| panic!("{name}"));
        let preset = preset.split("\n  [\"").next().unwrap();
        assert!(preset.contains(row[1]), "{name}: {}", row[1]);
        let evaluations = row[2].split(' ').next().unwrap();
        assert!(!row[1].starts_with("100 ") || preset.contains(evaluations), "{name}: {evaluations}");
    }
}

#[test]
fn the_picture_of_the_readme_is_what_its_example_draws() {
    let committed = text(&root().join("docs/figures/evolution.svg"));
    assert!(
        committed == evolution_picture::svg(),
        "docs/figures/evolution.svg differs: run the example evolution_picture"
    );
    assert!(committed.len() <= 300_000 && committed.contains(">solved<"));
}

/// Runs a sweep file of the page by the command line. Returns it with its rows, without headers, and some offspring of generation 9.
fn expected(text_of_sweep: &str, folder: &Path) -> serde_json::Value {
    let (sweep, results) = (folder.join("sweep.toml"), folder.join("results"));
    fs::write(&sweep, text_of_sweep).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_evocube")).arg("run").arg(&sweep).arg("--out").arg(&results).output();
    let done = done.expect("evocube runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let rows = |name: &str| text(&results.join(name)).split_once('\n').unwrap().1.to_owned();
    let (trial, convergence, solution) = (rows("trials.csv"), rows("convergence.csv"), rows("solutions.csv"));
    fs::remove_dir_all(results).unwrap();
    let offspring = recorded::offspring(text_of_sweep, 9, 12);
    serde_json::json!({
        "sweep": text_of_sweep, "trial": trial, "convergence": convergence, "solution": solution, "offspring": offspring
    })
}

/// A browser, which ends with its owner.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).expect("chromium ends");
    }
}

/// Returns the title of a page in a frame of that width, once it begins with "checked".
fn title(page: &Path, width: u32, profile: &Path) -> String {
    let frame = page.with_file_name(format!("frame-{width}.html"));
    let name = page.file_name().unwrap().to_string_lossy();
    let listen = "addEventListener('message', event => { document.title = event.data; })";
    let frame_text = format!(
        "<!DOCTYPE html><title>no answer</title><script>{listen}</script><iframe src=\"{name}\" width=\"{width}\" height=\"900\" \
         style=\"border: 0\"></iframe>"
    );
    fs::write(&frame, frame_text).unwrap();
    let child = Command::new(chromium())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1600,1000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", frame.display()))
        .stderr(Stdio::null())
        .spawn();
    let _browser = Browser(child.expect("chromium runs"));
    let begin = Instant::now();
    let mut seen = String::new();
    while begin.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(200));
        // The browser tells the titles of its pages at a port that it writes to its profile.
        let Ok(port) = fs::read_to_string(profile.join("DevToolsActivePort")) else { continue };
        let address = format!("127.0.0.1:{}", port.lines().next().unwrap_or_default());
        let Ok(mut connection) = TcpStream::connect(&address) else { continue };
        write!(connection, "GET /json/list HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        // The browser may keep the connection open.
        let _ = connection.read_to_string(&mut answer);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let Ok(pages) = serde_json::from_str::<serde_json::Value>(body) else { continue };
        let titles = pages.as_array().into_iter().flatten().filter_map(|page| page["title"].as_str());
        seen = titles.collect::<Vec<_>>().join(" | ");
        if let Some(start) = seen.find("checked ") {
            return seen[start..].split(" | ").next().unwrap_or_default().to_owned();
        }
    }
    panic!("no answer from the page: {seen}")
}

#[test]
#[ignore = "needs chromium and the target wasm32-unknown-unknown, for which it builds the library"]
fn the_playground_runs_trials_as_the_command_line_does() {
    let built = Command::new(root().join("web/build")).output().expect("bash runs");
    let stdout = String::from_utf8_lossy(&built.stdout);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let size = stdout.trim().strip_prefix("web/target/playground.html: ").and_then(|rest| rest.split(' ').next());
    let size: usize = size.and_then(|size| size.parse().ok()).unwrap_or_else(|| panic!("{stdout}"));
    assert!(size <= MAX_COMPRESSED, "{size} bytes compressed");
    let folder = crate::common::tempdir().unwrap();
    let presets: Vec<_> = presets().iter().map(|base| expected(&sweep_of(base), folder.path())).collect();
    let operators = operators()
        .into_iter()
        .map(|(control, value, base)| (control, value, expected(&sweep_of(&base), folder.path())));
    let operators: Vec<_> = operators.collect();
    let scrambled = expected(&sweep_on(&format!("scramble = \"{SCRAMBLE}\""), SOLVES), folder.path());
    let constants = serde_json::json!([presets, operators, SCRAMBLE, scrambled, lesson()]);
    let script = format!(
        "<script nonce='watch'>\nconst [EXPECTED, OPERATORS, SCRAMBLE, SCRAMBLED, LESSON] = {constants};\n{USE}</script>"
    );
    let page = text(&root().join("web/target/playground.html"));
    let watched_page = folder.path().join("watched.html");
    fs::write(&watched_page, watched(&page, &script)).unwrap();
    for width in [390, 1280] {
        let title = title(&watched_page, width, &folder.path().join(format!("profile-{width}")));
        assert_eq!(title, format!("checked {width}: nothing wrong"));
    }
}
