//! `solve`, `stats` and `route` without `--solver`, and instances on standard input. Of any solver: time limits that end while tables are
//! built, and instances refused before. The solver itself is tested in `crates/cube/tests/solvers/default_solver.rs`.

use std::path::Path;

use evocube::table::cache::CacheDir;
use evocube::{CUBE2, CUBE3, Puzzle, Seed};
use serde_json::Value;

use crate::common::{Streams, execute, program};

/// Runs the program with the tables of a folder.
fn evocube(cache: &Path, arguments: &[&str], input: &str) -> Streams {
    // With backtraces a defect would be shown.
    execute(program().env("EVOCUBE_CACHE", cache).env("RUST_BACKTRACE", "1").args(arguments).write_stdin(input))
}

/// Returns the names of the tables in a folder.
fn tables(cache: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(cache) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap().replace(".table", "")).collect();
    names.sort();
    names
}

fn random_states<P: Puzzle>(puzzle: &P, count: u64) -> Vec<P::State> {
    let seed = Seed::from_number(11);
    (0..count).map(|number| puzzle.random(&mut seed.numbered_stream(number))).collect()
}

#[test]
fn the_default_solver_is_the_two_phase_algorithm_with_its_small_tables() {
    let folder = crate::common::tempdir().unwrap();
    let cache = folder.path().join("tables");
    let (code, moves, notes) = evocube(&cache, &["solve", "R U2 F' [R, U]"], "");
    assert_eq!((code, moves.as_str()), (Some(0), "U R U' R' F U2 R'\n"));
    assert!(notes.starts_with("kociemba: 7 moves, 8 quarter turns, in "), "{notes}");
    assert_eq!(tables(&cache), ["kociemba-small"]);
    let states = random_states(&CUBE3, 20);
    let input: String = states.iter().map(|state| format!("{state}\n")).collect();
    let (code, out, notes) = evocube(&cache, &["solve", "-", "--batch", "--json"], &input);
    assert_eq!((code, notes.as_str(), out.lines().count()), (Some(0), "", 20));
    for (state, line) in states.into_iter().zip(out.lines()) {
        let answer: Value = serde_json::from_str(line).unwrap();
        let moves: evocube::Algorithm = answer["moves"].as_str().unwrap().parse().unwrap();
        assert!(state.apply_all(&moves).is_solved());
        assert!(answer["solver"] == "kociemba" && moves.len() <= 21, "{answer}");
    }
    let (_, out, _) = evocube(&cache, &["stats", "--count", "20", "--json"], "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(answer["solver"] == "kociemba" && answer["after"]["max"].as_u64() <= Some(21), "{answer}");
    let (code, _, notes) = evocube(&cache, &["route", "superflip", "checkerboard"], "");
    assert!(code == Some(0) && notes.starts_with("kociemba: "), "{notes}");
    assert_eq!(tables(&cache), ["kociemba-small"]);
}

#[test]
fn the_default_solver_of_a_2x2x2_is_pocket() {
    let cache = crate::common::tempdir().unwrap();
    let state = random_states(&CUBE2, 1)[0].to_string();
    for arguments in [&["solve", "R U2 F'", "--puzzle", "cube2"][..], &["solve", &state]] {
        let (code, _, notes) = evocube(cache.path(), arguments, "");
        assert!(code == Some(0) && notes.starts_with("pocket: "), "{notes}");
    }
    let (code, out, _) = evocube(cache.path(), &["stats", "--puzzle", "cube2", "--count", "5"], "");
    assert!(code == Some(0) && out.starts_with("pocket: 5 of 5 "), "{out}");
    let (code, out, _) = evocube(cache.path(), &["solve", "--batch", "--json"], &state);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(code == Some(0) && answer["solver"] == "pocket" && answer["solved"] == true, "{answer}");
    assert!(tables(cache.path()).is_empty(), "the two-phase tables are not built for it");
}

#[test]
fn without_an_instance_solve_reads_standard_input() {
    let cache = crate::common::tempdir().unwrap();
    let solve = |arguments: &[&str], input: &str| evocube(cache.path(), &[&["solve"], arguments].concat(), input);
    assert_eq!(solve(&[], "R U2 F'\n").1, "F U2 R'\n");
    assert_eq!(solve(&["--batch"], "R\nU2\nR y\n").1, "R'\nU2\nF'\n", "the face R lies in front");
    assert_eq!(solve(&[], "").2, "error: standard input: the scramble is empty: it has no moves\n");
    let sentence = "error: only one of INSTANCE and --goal can be standard input\n";
    assert_eq!(solve(&["--goal", "-"], "R"), (Some(2), String::new(), sentence.to_owned()));
}

#[test]
fn large_tables_are_announced_before_they_are_built_and_count_for_the_time_limit() {
    let folder = crate::common::tempdir().unwrap();
    let cache = folder.path();
    let shown = CacheDir::new(cache).folder().display().to_string();
    for (arguments, table, size) in [
        (&["solve", "R U F", "--solver", "korf", "--tables", "source"][..], "corners", "44 MB"),
        (&["solve", "R U F", "--solver", "kociemba"], "in-domino", "56 MB"),
        (&["route", "solved", "R U F", "--solver", "korf", "--tables", "small"], "to-domino", "71 MB"),
    ] {
        let (code, out, notes) = evocube(cache, &[arguments, &["--time", "1ms", "--json"]].concat(), "");
        let begin = format!("building the table {table}: {size}, about ");
        let announcement = notes.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{notes}"));
        assert!(announcement.ends_with(&format!(", kept in {shown}")), "{announcement}");
        let sentence = format!(
            "the time limit ended before the table {table} was built: `evocube tables build {table}` builds it without a limit"
        );
        assert!(notes.ends_with(&format!(": {sentence}\n")) && !notes.contains("panicked"), "{notes}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert!(code == Some(1) && answer["moves"].is_null() && answer["seconds"].as_f64() > Some(0.0), "{answer}");
        assert!(!tables(cache).contains(&table.to_owned()), "an unfinished table is not kept");
    }
    // A small table is built and kept all the same, and the cube has an answer.
    let solve = |arguments: &[&str]| evocube(cache, &[&["solve", "R U F"], arguments].concat(), "");
    let (code, out, notes) = solve(&["--time", "1ms", "--json"]);
    let sentence = "the time limit ended before the table kociemba-small was built: `evocube tables build kociemba-small` \
                    builds it without a limit\n";
    assert_eq!((code, notes.as_str()), (Some(0), sentence));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(answer["solver"] == "thistlethwaite" && answer["solved"] == true, "{answer}");
    assert!(tables(cache).contains(&"kociemba-small".to_owned()), "{:?}", tables(cache));
    let (code, moves, notes) = solve(&["--time", "10m"]);
    assert_eq!((code, moves.as_str()), (Some(0), "F' U' R'\n"), "{notes}");
}

/// A symmetric state: no solution of 21 moves is found in 300,000 nodes.
const SYMMETRIC: &str = "LBBRURLRRFUUBRBFBBUDULFDLDDFFRLDLLLRBFFFLFBDDRUURBUDUD";
/// One without a solution of the first length in quarter turns.
const SYMMETRIC_QTM: &str = "RUUFUDLBLBRRDRLFUFDRUFFLFBUDDLUDBRFRBDBULRFLLBFDBBRULD";

#[test]
fn a_symmetric_cube_has_an_answer_and_the_note_names_its_length() {
    let folder = crate::common::tempdir().unwrap();
    let solve = |more: &[&str]| evocube(folder.path(), &[&["solve", SYMMETRIC], more].concat(), "");
    let solves = |moves: &str| evocube(folder.path(), &["check", SYMMETRIC, moves.trim()], "").0 == Some(0);
    let (code, moves, notes) = solve(&[]);
    assert!(code == Some(0) && solves(&moves) && notes.starts_with("kociemba: 22 moves, "), "{notes}");
    let sentence = "\n  no solution of at most 21 moves was found in 300,000 nodes\n";
    assert!(notes.contains(sentence), "{notes}");
    let (_, easy, notes) = evocube(folder.path(), &["solve", "R U2 F'"], "");
    assert!(easy == "F U2 R'\n" && !notes.contains("no solution"), "{notes}");
    // The answer is that of nodes, also in a batch and on several threads.
    assert_eq!(evocube(folder.path(), &["solve", "--batch"], SYMMETRIC), (Some(0), moves.clone(), String::new()));
    assert_eq!(solve(&["--threads", "2"]).1, moves);
    let (code, quarters, notes) = evocube(folder.path(), &["solve", SYMMETRIC_QTM, "--metric", "qtm"], "");
    let check = evocube(folder.path(), &["check", SYMMETRIC_QTM, quarters.trim()], "");
    assert!((code, check.0) == (Some(0), Some(0)), "{notes}");
    assert!(notes.contains(" quarter turns was found in 100,000 nodes\n"), "{notes}");
    // The selected solver has the limits that are given, and no others.
    let (code, _, notes) = solve(&["--solver", "kociemba", "--tables", "small", "--length", "21", "--nodes", "300000"]);
    assert!(code == Some(0) && notes.starts_with("kociemba: 22 moves, ") && !notes.contains("no solution"), "{notes}");
}

#[test]
fn a_time_limit_gives_an_answer_in_any_case() {
    let folder = crate::common::tempdir().unwrap();
    // The tables are there.
    assert_eq!(evocube(folder.path(), &["solve", "R", "--time", "10m", "--length", "20"], "").0, Some(0));
    let (code, moves, notes) = evocube(folder.path(), &["solve", SYMMETRIC, "--time", "1us"], "");
    assert!(code == Some(0) && notes.starts_with("thistlethwaite: "), "{notes}");
    assert!(notes.contains("\n  the time limit ended before kociemba had a solution\n"), "{notes}");
    assert_eq!(evocube(folder.path(), &["check", SYMMETRIC, moves.trim()], "").0, Some(0));
    // A solver that is selected has no substitute.
    let selected = ["--solver", "kociemba", "--tables", "small", "--time", "1us"];
    let (code, moves, notes) = evocube(folder.path(), &[&["solve", SYMMETRIC], &selected[..]].concat(), "");
    assert_eq!((code, moves.as_str()), (Some(1), ""));
    assert!(notes.starts_with("not solved: no solution within the budget ("), "{notes}");
}

#[test]
fn an_instance_that_cannot_be_read_is_refused_before_tables_are_built() {
    let cache = crate::common::tempdir().unwrap();
    let (code, _, notes) = evocube(cache.path(), &["solve", "R Q", "--solver", "korf"], "");
    assert!(code == Some(2) && notes.starts_with("error: line 1, column 3: found \"Q\""), "{notes}");
}
