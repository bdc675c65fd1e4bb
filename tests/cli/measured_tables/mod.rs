//! Measured tables of the guide (`docs/*.md`): each has a comment with the commands that give it, mostly runs of shipped sweeps. The
//! ignored test repeats them, for an hour; the others check the comments, the rewriting of a table, and the findings of the README.
//!
//! A comment above a table names its columns and the runs that give it, one on each line:
//!
//! ```text
//! <!-- measured: solved, evaluations, ratio
//! evocube run always-solve --instances random:400
//! without crossover: evocube run always-solve --instances random:400 --set crossover=none
//! -->
//! ```
//!
//! Runs of one configuration may have a first line `each: evocube run always-solve …`, whose arguments precede those of lines without a
//! command: `without crossover: --set crossover=none`.
//!
//! The table has a row for each configuration of each run. Arguments are separated by spaces, and may have quotes. A run of one
//! configuration may have a label, which names its row. [`columns`] says what a column holds. `measured, by evaluations` sorts the rows,
//! `measured, stage NAME` shows those of a stage, `measured, with LEVEL` those of a level, `measured, against the selected` compares them
//! with the selected one, and `measured, against CONFIGURATION` with this one. `measured, in pairs` compares every second row with the one
//! above it. `measured, side by side` gives each run columns of its own, which its label names. `measured, pooled over SEED SEED …` makes
//! each run with these master seeds: its cubes are those of all, and a ratio is [`pooled`]. A run of `evocube stats` is one configuration.
//! A trial that ends after its budget, with the last of a batch of offspring, counts as one that ends with it unsolved.
//!
//! [`printed`] has the tables that examples print, and [`landscapes`] those of measured landscapes. The ignored test makes the runs
//! again and compares the tables; with `EVOCUBE_UPDATE=1` it rewrites them. `EVOCUBE_PAGE=docs/solving.md` restricts it to a page,
//! `EVOCUBE_RUN=reference` to the tables with a run of this text. `EVOCUBE_RESULTS=folder` keeps the results folders of sweeps there,
//! and continues or reads those that are there.

mod columns;
mod course;
mod landscapes;
mod pooled;
mod printed;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use evocube::evolve::algorithm::Algorithm;
use evocube::experiment::store;

use self::columns::{Column, Layout, Row, Trial, table};
use self::course::Course;
use crate::common::program;
use crate::guide::{pages, root, text};

/// A comment that names the runs of the table below it.
#[derive(Debug, PartialEq)]
struct Marker {
    columns: Vec<Column>,
    layout: Layout,
    /// The runs: label, if there is one, and the arguments of `evocube`.
    runs: Vec<(Option<String>, String)>,
    /// The lines of the table below it, counted from 0.
    lines: std::ops::Range<usize>,
}

/// Reads the comments of a page.
fn markers(page: &str) -> Vec<Marker> {
    let lines: Vec<&str> = page.lines().collect();
    let mut markers = Vec::new();
    for (begin, line) in lines.iter().enumerate() {
        let Some(head) = line.strip_prefix("<!-- measured") else { continue };
        let (options, columns) = head.split_once(": ").unwrap_or_else(|| panic!("{line}: no columns"));
        let mut layout = Layout::default();
        for option in options.split(", ").skip(1) {
            match option.strip_prefix("stage ") {
                Some(stage) => layout.stage = Some(stage.to_owned()),
                None if option.starts_with("with ") => layout.part = option.get(5..).map(str::to_owned),
                None if option == "by evaluations" => layout.is_sorted = true,
                None if option == "against the selected" => layout.is_against_selected = true,
                None if option.starts_with("against ") => layout.reference = option.get(8..).map(str::to_owned),
                None if option.starts_with("pooled over ") => {
                    layout.seeds = option.split(' ').skip(2).map(str::to_owned).collect();
                }
                None if option == "in pairs" => layout.is_in_pairs = true,
                None if option == "side by side" => layout.is_side_by_side = true,
                None => panic!("{line}: no option is called {option}"),
            }
        }
        let end =
            begin + lines[begin..].iter().position(|line| *line == "-->").expect("the comment ends with --> on a line");
        let height = lines[end + 1..].iter().take_while(|line| line.starts_with('|')).count();
        let mut runs = &lines[begin + 1..end];
        let common = runs[0].strip_prefix("each: evocube ");
        runs = &runs[usize::from(common.is_some())..];
        let run = |line: &&str| match (line.split_once("evocube "), common) {
            (Some((label, arguments)), _) => {
                ((!label.is_empty()).then(|| label.trim_end_matches(": ").to_owned()), arguments.to_owned())
            }
            (None, Some(common)) => {
                let place = line.find(": --").unwrap_or(line.len());
                (Some(line[..place].to_owned()), format!("{common}{}", line[place..].trim_start_matches(':')))
            }
            (None, None) => panic!("{line}: no run"),
        };
        markers.push(Marker {
            columns: columns.split(", ").map(Column::named).collect(),
            layout,
            runs: runs.iter().map(run).collect(),
            lines: end + 1..end + 1 + height,
        });
    }
    markers
}

/// Returns a page with new tables below the comments that begin with a line, of those with a run of this text. `table` makes the
/// lines of a table from its runs: the label and the arguments of each.
fn with_tables(
    page: &str,
    beginning: &str,
    only: &str,
    mut table: impl FnMut(&[(&str, &str)]) -> Vec<String>,
) -> String {
    let mut lines = Vec::new();
    let mut rest = page.lines().peekable();
    while let Some(line) = rest.next() {
        lines.push(line.to_owned());
        if line != beginning {
            continue;
        }
        let runs: Vec<&str> = rest.by_ref().take_while(|line| *line != "-->").collect();
        lines.extend(runs.iter().copied().chain(["-->"]).map(str::to_owned));
        if runs.iter().any(|run| run.contains(only)) {
            while rest.next_if(|line| line.starts_with('|')).is_some() {}
            let runs: Vec<_> =
                runs.iter().map(|run| run.split_once(": evocube ").expect("a label and a run")).collect();
            lines.extend(table(&runs));
        }
    }
    lines.join("\n") + "\n"
}

/// The rows of the configurations of the runs that were made, by their arguments.
type Made = BTreeMap<String, Vec<Row>>;

/// Returns the arguments of a command.
fn words(arguments: &str) -> impl Iterator<Item = &str> {
    arguments.split(' ').map(|word| word.trim_matches('"'))
}

/// Runs a sweep or statistics with the program that is tested, unless it was made before.
fn run<'a>(made: &'a mut Made, arguments: &str) -> &'a [Row] {
    made.entry(arguments.to_owned()).or_insert_with(|| {
        let begun = std::time::Instant::now();
        let is_sweep = !arguments.starts_with("stats ");
        let run = if is_sweep { run_of_sweep(arguments) } else { vec![row_of_statistics(arguments)] };
        println!("{arguments}: {:.0} s", begun.elapsed().as_secs_f64());
        run
    })
}

fn run_of_sweep(arguments: &str) -> Vec<Row> {
    let folder = crate::common::tempdir().unwrap();
    // A folder for each word, because words may be as long as a name of a file.
    let kept = std::env::var_os("EVOCUBE_RESULTS").map_or(folder.path().into(), PathBuf::from);
    let results = words(arguments).fold(kept, |path, word| path.join(word.trim_start_matches('/'))).join("results");
    fs::create_dir_all(results.parent().unwrap()).unwrap();
    let more = if results.exists() { &["--resume", "--quiet", "--out"][..] } else { &["--quiet", "--out"] };
    let output = program().current_dir(root()).args(words(arguments)).args(more).arg(&results).output().unwrap();
    assert!(output.status.success(), "{arguments}\n{}", String::from_utf8_lossy(&output.stderr));
    rows_of(&results)
}

/// Returns the row of `evocube stats`: each trial has the mean number of evaluations of all.
fn row_of_statistics(arguments: &str) -> Row {
    let output = program().current_dir(root()).args(words(arguments)).arg("--json").output().unwrap();
    assert!(output.status.success(), "{arguments}\n{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let evaluations = document["nodes"]["mean"].as_f64().map_or(0, |mean| format!("{mean:.0}").parse().unwrap());
    let trial = |moves, is_solved| Trial {
        state: String::new(),
        penalty: 0,
        is_solved,
        evaluations,
        moves,
        generations: 0,
        course: Course::default(),
    };
    let mut trials = Vec::new();
    for (moves, count) in document["after"]["distribution"].as_object().expect("lengths") {
        let count = usize::try_from(count.as_u64().expect("a count")).unwrap();
        trials.resize(trials.len() + count, trial(moves.parse().unwrap(), true));
    }
    assert_eq!(document["solved"], trials.len());
    trials.resize(usize::try_from(document["count"].as_u64().unwrap()).unwrap(), trial(0, false));
    Row {
        stage: String::new(),
        configuration: String::new(),
        is_selected: false,
        number: 1,
        seeds: 1,
        symbols: 0,
        trials,
    }
}

/// Returns a row for each configuration of a results folder.
fn rows_of(folder: &Path) -> Vec<Row> {
    let results = store::read(folder).unwrap();
    assert!(results.complete && results.failures.is_empty(), "{}", folder.display());
    let states: BTreeMap<&str, &str> =
        results.sweep.instances.iter().map(|instance| (&*instance.name, &*instance.state)).collect();
    let logged = |trial: u64| {
        let begin = results.convergence.partition_point(|row| row.trial < trial);
        results.convergence[begin..].iter().take_while(move |row| row.trial == trial)
    };
    let base = store::read_sweep(folder).unwrap().base;
    // A strategy on states appends symbols, and evaluates the state after each.
    let symbols = if matches!(base.algorithm, Algorithm::OnStates(_)) { 1 } else { base.genome.length.get() as u64 };
    let mut rows = Vec::new();
    for stage in &results.sweep.stages {
        for (number, levels) in (1..).zip(&stage.points) {
            let trials = results.trials.iter().filter(|trial| *trial.stage == *stage.name && trial.point == number);
            let budget = stage
                .effort
                .allowances
                .get(usize::try_from(number).unwrap() - 1)
                .copied()
                .flatten()
                .unwrap_or(u64::MAX);
            let trials = trials.map(|trial| {
                let outcome = trial.outcome.as_ref().expect("no trial failed");
                let evaluations = outcome.evolution.map_or(0, |counts| counts.evaluations);
                Trial {
                    state: states[&*trial.instance].to_owned(),
                    penalty: outcome.best,
                    is_solved: outcome.solved && evaluations <= budget,
                    evaluations: evaluations.min(budget),
                    moves: outcome.htm,
                    generations: outcome.evolution.map_or(0, |counts| counts.generations),
                    course: Course::new(logged(trial.trial)),
                }
            });
            let has_stages = results.sweep.stages.len() > 1;
            let keys = stage.factors.iter().map(|factor| &*factor.key);
            rows.push(Row {
                stage: if has_stages { stage.name.clone() } else { String::new() },
                configuration: columns::configuration(keys.zip(levels)),
                is_selected: has_stages && stage.selected == Some(number),
                number,
                seeds: 1,
                symbols,
                trials: trials.collect(),
            });
        }
    }
    rows
}

/// Returns a page with the tables that its runs give, of the tables with a run of this text.
fn measured(page: &str, made: &mut Made, only: &str) -> String {
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    let is_meant = |marker: &Marker| marker.runs.iter().any(|(_, run)| run.contains(only));
    for marker in markers(page).into_iter().rev().filter(is_meant) {
        let mut runs = Vec::new();
        for (label, arguments) in &marker.runs {
            let mut rows = Vec::new();
            let seeds = marker.layout.seeds.iter().map(|seed| format!("{arguments} --seed {seed}"));
            for arguments in seeds.chain(marker.layout.seeds.is_empty().then(|| arguments.clone())) {
                columns::add_seed(&mut rows, run(made, &arguments));
            }
            if let Some(label) = label.as_ref().filter(|_| !marker.layout.is_side_by_side) {
                assert_eq!(rows.len(), 1, "{label}: a run of several configurations has no label");
                rows[0].configuration.clone_from(label);
            }
            runs.push((label.as_deref().unwrap_or_default(), rows));
        }
        lines.splice(marker.lines, table(&runs, &marker.columns, &marker.layout));
    }
    lines.join("\n") + "\n"
}

/// Returns the lines that a page lacks, as FILE:LINE: its runs give LINE.
fn differences(name: &str, page: &str, made: &str) -> Vec<String> {
    let lines: BTreeSet<&str> = page.lines().collect();
    let lacking = (1..).zip(made.lines()).filter(|(_, line)| !lines.contains(line));
    let mut all: Vec<String> = lacking.map(|(number, line)| format!("{name}:{number}: its runs give {line}")).collect();
    if all.is_empty() && page != made {
        all.push(format!("{name}: rows are in another order, or too many"));
    }
    all
}

#[test]
#[ignore = "runs the sweeps of all measured tables, for an hour of one core"]
fn measured_tables_are_what_their_runs_give() {
    let is_update = std::env::var_os("EVOCUBE_UPDATE").is_some();
    let only = std::env::var("EVOCUBE_PAGE").ok();
    let only_run = std::env::var("EVOCUBE_RUN").unwrap_or_default();
    let (mut made, mut outputs, mut all) = (Made::new(), printed::Outputs::new(), Vec::new());
    for path in pages() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let page = text(&path);
        let measured = printed::replaced(&measured(&page, &mut made, &only_run), &mut outputs, &only_run);
        let measured = landscapes::replaced(&measured, &only_run);
        all.extend(differences(&name, &page, &measured));
        if is_update && measured != page {
            fs::write(&path, measured).unwrap();
        }
    }
    assert!(is_update || all.is_empty(), "{}", all.join("\n"));
    println!("{}", all.join("\n"));
}

#[test]
fn a_cell_that_its_run_does_not_give_is_found_and_rewritten() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = "name = \"small\"\nseed = 3\n[[instance]]\nrandom = 4\n[base]\nstop = { evaluations = 40_000 }
[[factor]]\nkey = \"population\"\nlevels = [100, 30]\n";
    let path = folder.path().join("small.toml");
    fs::write(&path, sweep).unwrap();
    let run = format!("evocube run {} --seed 4", path.display());
    let page = format!("Text.\n\n<!-- measured: solved, evaluations, ratio\n{run}\n-->\n\nMore text.\n");
    let mut made = Made::new();
    let page = measured(&page, &mut made, "");
    let lines: Vec<&str> = page.lines().collect();
    assert_eq!(lines[5..7], ["| configuration | solved | evaluations | ratio |", "|---|---:|---:|---:|"], "{page}");
    assert!(lines[7].starts_with("| population 100 | ") && lines[8].starts_with("| population 30 | "), "{page}");
    assert_eq!((lines[4], lines[9], lines[10]), ("-->", "", "More text."), "{page}");
    let solved = made.values().next().unwrap()[0].trials.iter().filter(|trial| trial.is_solved).count();
    let cell = format!("{solved} of 4 (");
    assert!(lines[7].contains(&cell), "{cell}: {page}");
    let wrong = page.replacen(&cell, "5 of 4 (", 1);
    let mistakes = differences("page.md", &wrong, &measured(&wrong, &mut made, ""));
    assert!(
        mistakes.len() == 1 && mistakes[0].starts_with(&format!("page.md:8: its runs give | population 100 | {cell}")),
        "{mistakes:?}"
    );
    assert_eq!(measured(&wrong, &mut made, ""), page);
    let comment = |options: &str| format!("<!-- measured{options}: ratio\n{run}\n{run}\n-->\n");
    let ratios = |options: &str, made: &mut Made| -> Vec<bool> {
        measured(&comment(options), made, "").lines().skip(6).map(|line| line.ends_with("| 1 |")).collect()
    };
    assert_eq!(ratios("", &mut made), [true, false, false, false]);
    assert_eq!(ratios(", in pairs", &mut made), [true, false, true, false]);
    let plain = run.replace(" --seed 4", "");
    let comment = format!("<!-- measured, pooled over 4 5: solved, ratio\n{plain}\n-->\n");
    let page = measured(&comment, &mut made, "");
    assert!(page.contains("| population 100 | ") && page.matches(" of 8 (").count() == 2, "{page}");
    let labels = |comment: &str| -> Vec<(Option<String>, String)> { markers(comment).remove(0).runs };
    assert_eq!(
        labels("<!-- measured: ratio\neach: evocube run a --seed 1\nwith: it\nwithout: it: --set b=c\n-->\n| |\n"),
        labels(
            "<!-- measured: ratio\nwith: it: evocube run a --seed 1\nwithout: it: evocube run a --seed 1 --set b=c\n-->\n| |\n"
        )
    );
    let other = run.replace("--seed 4", "--seed 5");
    let comment = format!(
        "<!-- measured, side by side, against population 30: difference, ratio\nseed 4: {run}\nseed 5: {other}\n-->\n"
    );
    let beside = measured(&comment, &mut made, "");
    let lines: Vec<&str> = beside.lines().skip(4).collect();
    assert_eq!(
        lines[0], "| configuration | difference, seed 4 | ratio, seed 4 | difference, seed 5 | ratio, seed 5 |",
        "{beside}"
    );
    assert!(lines.len() == 4 && lines[3] == "| population 30 | | 1 | | 1 |", "{beside}");
    for (column, seed) in [(2, "--seed 4"), (4, "--seed 5")] {
        let (_, rows) = made.iter().find(|(arguments, _)| arguments.ends_with(seed)).unwrap();
        let sum = |row: &Row| row.trials.iter().map(|trial| trial.penalty as f64).sum::<f64>();
        let expected = format!("{:.1}", (sum(&rows[0]) - sum(&rows[1])) / 4.0).replace('-', "−");
        let shown = lines[2].split('|').nth(column).unwrap().trim().split(' ').next();
        assert_eq!(shown, Some(&*expected), "{beside}");
    }
}

#[test]
fn markers_of_measured_tables_name_shipped_sweeps_and_stand_above_tables() {
    let mut count = 0;
    for path in pages() {
        let page = text(&path);
        let lines: Vec<&str> = page.lines().collect();
        for Marker { columns, layout, runs, lines: table } in markers(&page) {
            let name = format!("{}:{}", path.display(), table.start);
            let header = lines[table.start].trim_matches(['|', ' ']);
            let labels: Vec<&str> = runs.iter().map(|(label, _)| label.as_deref().unwrap_or_default()).collect();
            let names = layout.names(&columns, &labels).join(" | ");
            assert!(table.len() > 2 && header.ends_with(&names), "{name}: {header:?}, not {names:?}");
            for (_, arguments) in &runs {
                if arguments.starts_with("stats ") {
                    continue;
                }
                let sweep = arguments.strip_prefix("run ").and_then(|arguments| arguments.split(' ').next());
                let sweep = sweep.unwrap_or_else(|| panic!("{name}: {arguments}"));
                assert!(root().join(format!("experiments/{sweep}.toml")).exists(), "{name}: no sweep {sweep}");
                count += 1;
            }
        }
    }
    assert!(count > 5, "{count} runs");
}

/// Returns the numbers of a text, with their separators of thousands.
fn numbers(text: &str) -> Vec<&str> {
    let parts =
        text.split(|c: char| !c.is_ascii_digit() && !",.".contains(c)).map(|part| part.trim_matches([',', '.']));
    parts.filter(|part| part.contains(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn numbers_of_the_findings_stand_on_the_pages_that_they_link() {
    let readme = text(&root().join("README.md"));
    let (_, findings) = readme.split_once("## Findings\n").expect("the findings");
    let (findings, _) = findings.split_once("\n## ").expect("their end");
    let findings: Vec<&str> = findings.split("\n* ").skip(1).collect();
    assert!((1..=4).contains(&findings.len()));
    for finding in findings {
        let (sentence, links) = finding.split_once("](").expect("a finding links its page");
        let pages: Vec<String> = std::iter::once(links)
            .chain(links.split("](").skip(1))
            .map(|link| text(&root().join(link.split([')', '#']).next().expect("a target"))))
            .collect();
        for number in numbers(sentence) {
            let is_there = pages.iter().any(|page| numbers(page).contains(&number));
            assert!(is_there, "{number} is not on the page of the finding: {sentence}");
        }
    }
}
