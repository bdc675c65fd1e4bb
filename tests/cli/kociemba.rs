//! `solve`, `stats`, `route` and the baselines of `run` with the two-phase solver; also messages on impossible options and lengths, some of
//! other solvers. The solver itself is tested in `crates/cube/tests/solvers/kociemba`.
//!
//! The first command builds the tables: four seconds on two cores, ten for those in quarter turns.

use evocube::search::kociemba::DEFAULT_NODES_QTM;
use evocube::{Algorithm, Cube3, Metric, Seed, Turn};

use crate::common::{Streams, execute, program};

fn states(seed: u64, count: u64) -> impl Iterator<Item = Cube3> {
    let seed = Seed::from_number(seed);
    (0..count).map(move |number| Cube3::random(&mut seed.numbered_stream(number)))
}

/// Runs the program.
fn evocube(args: &[&str], input: &str) -> Streams {
    execute(program().args(args).write_stdin(input))
}

fn run(args: &[&str]) -> Streams {
    evocube(args, "")
}

#[test]
fn solve_runs_kociemba() {
    let state = states(27, 1).next().unwrap();
    let facelets = state.to_string();
    for extra in [&[][..], &["--time", "10m", "--length", "20", "--threads", "2"], &["--length", "19"]] {
        let args = [&["solve", &facelets, "--solver", "kociemba"], extra].concat();
        let (code, moves, notes) = evocube(&args, "");
        let turns: Vec<Turn> = moves.split_whitespace().map(|turn| turn.parse().unwrap()).collect();
        assert!(code == Some(0) && state.apply_all(&turns).is_solved() && turns.len() <= 22, "{notes}");
        assert!(notes.starts_with("kociemba: ") && notes.contains("2 phase 2"), "{notes}");
    }
    let input: String = states(28, 20).map(|state| format!("{state}\n")).collect();
    let (code, out, _) = evocube(&["solve", "--batch", "-", "--solver", "kociemba"], &input);
    assert_eq!((code, out.lines().count()), (Some(0), 20));
    let (_, alone, _) = evocube(&["solve", "--batch", "-", "--solver", "kociemba", "--threads", "1"], &input);
    assert_eq!(out, alone);
    let (code, _, notes) = evocube(&["solve", "R", "--solver", "kociemba", "--time", "soon"], "");
    assert!(code == Some(2) && notes.contains("expected a time such as 50ms, 2s or 1.5m"), "{notes}");
}

#[test]
fn a_sweep_runs_kociemba_as_a_baseline() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("sweep.toml");
    let text = "name = \"b\"\nseed = 1\nrepetitions = 1\nbaselines = [\"kociemba\"]\n[[instance]]\nrandom = 3\n\
                [base]\npopulation = 10\nstop = { generations = 2 }\n";
    std::fs::write(&sweep, text).unwrap();
    let tables: Vec<String> = ["1", "2"]
        .map(|threads| {
            let out = folder.path().join(threads);
            let args = ["run", sweep.to_str().unwrap(), "--threads", threads, "--out", out.to_str().unwrap()];
            let (code, _, notes) = evocube(&args, "");
            assert_eq!(code, Some(0), "{notes}");
            std::fs::read_to_string(out.join("baselines.csv")).unwrap()
        })
        .into();
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0].lines().filter(|line| line.contains(",kociemba,1,")).count(), 3, "{}", tables[0]);
}
#[test]
fn the_example_of_the_source_is_solved_within_its_quarter_turns() {
    // Monteiro and Menasché, section 6.1: 15 quarter turns, found by DeepCubeA in 5.1 s.
    let a = "L2 B2 D' B2 D L2 U R2 D R2 B U R' F2 R U' B' U'";
    let b = "F L F U' R U F2 L2 U' L' B D' B' L2 U";
    let [start, goal] = [a, b].map(|text| Cube3::SOLVED.apply_all(&text.parse::<Algorithm>().unwrap()));
    for options in [&["--length", "15"][..], &["--refine"]] {
        let route = ["route", a, b, "--metric", "qtm", "--solver", "kociemba"];
        let (code, moves, notes) = run(&[&route[..], options].concat());
        let moves: Algorithm = moves.parse().unwrap();
        assert!(code == Some(0) && moves.length(Metric::Qtm) <= 15, "{moves}: {notes}");
        assert_eq!(start.apply_all(&moves), goal);
    }
}

#[test]
fn a_matrix_of_five_patterns_is_shorter_than_that_of_the_source() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/five-patterns.txt");
    let (code, out, notes) = run(&["route", "--matrix", file, "--json"]);
    assert_eq!(code, Some(0), "{notes}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let mean = |name: &str| answer["qtm"][name].as_f64().unwrap();
    assert!(mean("mean_after") <= mean("mean_before") && mean("mean_after") < 24.2, "{notes}");
    for metric in ["htm", "qtm"] {
        assert_eq!(answer[metric]["symmetric"], true, "{out}");
    }
}

#[test]
fn solve_counts_quarter_turns_with_metric_qtm() {
    let state = states(35, 1).next().unwrap();
    let facelets = state.to_string();
    let (code, moves, notes) = run(&["solve", &facelets, "--solver", "kociemba", "--metric", "qtm"]);
    let moves: Algorithm = moves.parse().unwrap();
    let quarters = moves.length(Metric::Qtm);
    assert!(code == Some(0) && state.apply_all(&moves).is_solved() && quarters <= 28, "{notes}");
    assert!(notes.contains(&format!("together {quarters:>4}, of which 0 cancel")), "{notes}");
    let args = ["stats", "--solver", "kociemba", "--metric", "qtm", "--count", "5", "--length", "27", "--json"];
    let (code, out, _) = run(&args);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == Some(0) && answer["metric"] == "qtm" && answer["after"]["max"].as_u64() <= Some(27), "{out}");
    // The default limit of nodes, given explicitly, returns the default result.
    let nodes = DEFAULT_NODES_QTM.to_string();
    let (_, same, _) = run(&["solve", &facelets, "--solver", "kociemba", "--metric", "qtm", "--nodes", &nodes]);
    assert_eq!(same.parse::<Algorithm>().unwrap(), moves);
    let (code, _, notes) = run(&["solve", "R", "--solver", "layers", "--nodes", "5"]);
    assert!(code == Some(2) && notes.contains("--nodes has no effect with the solver layers"), "{notes}");
    let (code, _, notes) = run(&["solve", "R", "--solver", "layers", "--metric", "qtm"]);
    assert!(code == Some(2) && notes.contains("the solver layers does not minimize quarter turns"), "{notes}");
}

#[test]
fn an_impossible_length_is_not_reported_as_an_exhausted_budget() {
    let state = "R U F D L B";
    let (code, out, stderr) = run(&["route", "solved", state, "--length", "5"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(stderr.contains("no route: no solution has at most 5 moves; the search was exhaustive ("), "{stderr}");
    // A state of odd parity has no solution with an even number of quarter turns.
    let (code, _, stderr) = run(&["route", "solved", "R U F", "--length", "2", "--metric", "qtm", "--json"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("no route: no solution has at most 2 quarter turns; the search was exhaustive ("),
        "{stderr}"
    );
    let (code, out, stderr) = run(&["solve", state, "--solver", "kociemba", "--length", "4", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["solved"], &answer["lower_bound"]), (Some(1), &false.into(), &5.into()));
    assert!(stderr.contains("not solved: no solution has at most 4 moves"), "{stderr}");
    // Here the budget runs out, and no bound is proved.
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let (code, _, stderr) = run(&["route", "solved", superflip, "--nodes", "10"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("no route: no solution within the budget (10 nodes searched)\n"), "{stderr}");
    // The bound is proved in the requested metric.
    let arguments = ["--solver", "korf", "--tables", "small", "--metric", "qtm", "--nodes", "1000"];
    let (_, _, stderr) = run(&[&["solve", superflip], &arguments[..]].concat());
    assert!(stderr.contains("(1000 nodes searched); it takes at least 14 quarter turns"), "{stderr}");
}
