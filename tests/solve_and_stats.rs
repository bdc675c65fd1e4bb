//! `evocube solve` and `evocube stats`, as a user runs them.
#![allow(missing_docs)]

use assert_cmd::Command;
use evocube::{Cube3, Puzzle, Seed, Turn};

fn evocube(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("evocube").expect("the program is built");
    let output = command.args(args).write_stdin(input).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn solves(state: Cube3, moves: &str) -> bool {
    let turns: Vec<Turn> = moves.split_whitespace().map(|turn| turn.parse().expect("a turn")).collect();
    state.apply_all(&turns).is_solved()
}

#[test]
fn a_cube_is_solved() {
    let state = Cube3::random(&mut Seed::from_number(1).stream());
    let (code, moves, notes) = evocube(&["solve", &state.to_string()], "");
    assert_eq!((code, solves(state, &moves)), (Some(0), true));
    assert!(notes.starts_with("layers: ") && notes.contains("7 twists of D"), "{notes}");

    let (code, json, _) = evocube(&["solve", "-", "--json"], &state.to_string());
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, answer["solved"].as_bool(), answer["moves"].as_str()), (Some(0), Some(true), Some(moves.trim())));
    assert!(
        answer["seed"].is_null()
            && answer["nodes"].as_u64() > Some(0)
            && answer["qtm"].as_u64() >= answer["htm"].as_u64()
    );
}

#[test]
fn a_batch_is_answered_in_order() {
    let seed = Seed::from_number(2);
    let states: Vec<_> = (0..100).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    let input: String = states.iter().map(|state| format!("{state}\n\n")).collect();
    let (code, out, notes) = evocube(&["solve", "--batch", "-"], &input);
    assert_eq!((code, notes.as_str(), out.lines().count()), (Some(0), "", 100));
    assert!(states.into_iter().zip(out.lines()).all(|(state, moves)| solves(state, moves)));
}

#[test]
fn a_bad_line_of_a_batch_has_its_answer_too() {
    let solved = Cube3::SOLVED.to_string();
    let input = format!("{solved}\nRRR\n{}\n", Cube3::of(&[Turn::F]));
    let (code, out, notes) = evocube(&["solve", "--batch", "-"], &input);
    assert_eq!((code, out.as_str()), (Some(2), "\n\nF'\n"));
    assert!(notes.starts_with("line 2: error: "), "{notes}");
}

#[test]
fn an_unknown_solver_lists_the_known_ones() {
    let (code, out, notes) = evocube(&["solve", "x", "--solver", "god"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(notes.contains("\"god\" is not a solver: known are layers"), "{notes}");
}

#[test]
fn statistics_are_reproducible() {
    let args = ["stats", "--solver", "layers", "--count", "200", "--seed", "7"];
    let (code, out, notes) = evocube(&args, "");
    assert_eq!((code, out.lines().next()), (Some(0), Some("layers: 200 of 200 uniform random states solved (seed 7)")));
    assert!(notes.contains("ms a cube on one core"), "{notes}");
    assert_eq!(evocube(&args, "").1, out);

    let (_, json, _) = evocube(&["stats", "--count", "200", "--seed", "7", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((report["solved"].as_u64(), report["steps"].as_array().map(Vec::len)), (Some(200), Some(7)));
    // Another count does not change the states.
    let (_, first, _) = evocube(&["stats", "--count", "1", "--seed", "7", "--json"], "");
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    let length = first["before"]["min"].to_string();
    assert!(report["before"]["distribution"].as_object().unwrap().contains_key(&length));
}
