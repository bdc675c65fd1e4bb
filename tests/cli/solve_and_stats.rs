//! Tests of `solve` and `stats` as a user runs them: input, batches, options, refusals, JSON, figures, closed pipes. Also single solvers in
//! them: evolution on the 2×2×2, pocket, the phases of Thistlethwaite, proofs of korf. The two-phase solver is tested in `kociemba`, the
//! default one in `default_solver`, lists in `lists`, `--trace` and `--turns` in `trace`.

use evocube::{CUBE2, CUBE3, Cube2, Cube3, Puzzle, Seed, Turn};

use crate::common::evocube_reading as evocube;

fn solves<P: Puzzle<Move = Turn>>(puzzle: &P, state: P::State, moves: &str) -> bool {
    let turns: Vec<Turn> = moves.split_whitespace().map(|turn| turn.parse().expect("a turn")).collect();
    puzzle.is_solved(puzzle.apply_all(state, &turns))
}

#[test]
fn solve_prints_a_solution_of_a_cube() {
    let state = Cube3::random(&mut Seed::from_number(1).stream());
    let (code, moves, notes) = evocube(&["solve", &state.to_string()], "");
    assert_eq!((code, solves(&CUBE3, state, &moves)), (Some(0), true));
    assert!(notes.starts_with("kociemba: ") && notes.contains("2 phase 2"), "{notes}");

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
    assert_eq!((code, notes.as_str(), out.lines().count()), (Some(0), "", 200));
    assert!(states.into_iter().zip(out.lines().step_by(2)).all(|(state, moves)| solves(&CUBE3, state, moves)));
    assert!(out.lines().skip(1).step_by(2).all(str::is_empty));
}

#[test]
fn several_lines_of_moves_are_said_to_be_one_sequence() {
    let sentence = "2 lines were read as one sequence of moves: --batch solves each line on its own";
    let notes = |input: &str, more: &[&str]| {
        let (code, _, notes) = evocube(&[&["solve", "-"], more].concat(), input);
        assert_eq!(code, Some(0), "{notes}");
        notes
    };
    for input in ["R U\n\nF2 D'\n", "R U\rF2 D'", "R U\n// a comment\nF2 D'\n"] {
        assert!(notes(input, &[]).starts_with(sentence), "{input:?}");
    }
    let faces = "UUU\nUUU\nUUU\nRRR\nRRR\nRRR\nFFF\nFFF\nFFF\nDDD\nDDD\nDDD\nLLL\nLLL\nLLL\nBBB\nBBB\nBBB\n";
    for (input, more) in [
        ("R U F2 D'\n", &[][..]),
        ("// two comments\n// of one cube\nR U\n", &[]),
        ("R U\nF2 D'\n", &["--batch"]),
        (faces, &[]),
    ] {
        assert!(!notes(input, more).contains("one sequence"), "{input}");
    }
}

#[test]
fn a_malformed_line_of_a_batch_has_an_answer() {
    let solved = Cube3::SOLVED.to_string();
    let input = format!("{solved}\nRXR\n{}\n", Cube3::after(&[Turn::F]));
    let (code, out, notes) = evocube(&["solve", "--batch", "-"], &input);
    assert_eq!((code, out.as_str()), (Some(2), "\n\nF'\n"));
    assert!(notes.starts_with("error: standard input: line 2"), "{notes}");
}

#[test]
fn a_strict_batch_refuses_what_evocube_would_write_otherwise() {
    let state = Cube3::after(&[Turn::R, Turn::U2]).to_string();
    let colors: String =
        state.chars().map(|face| ["W", "R", "G", "Y", "O", "B"]["URFDLB".find(face).unwrap()]).collect();
    let separated = Cube3::SOLVED.to_string().chars().map(String::from).collect::<Vec<_>>().join(" ");
    for (text, written) in [
        ("R U2 F'", None),
        (&*state, None),
        ("RU2", Some("R U2")),
        ("Ri . U", Some("R' U")),
        ("(R U)x2", Some("R U R U")),
        ("R // a comment", Some("R")),
        (&colors, Some(&*state)),
        (&separated, Some(&*Cube3::SOLVED.to_string())),
    ] {
        assert_eq!(evocube(&["solve", "--batch"], text).0, Some(0), "{text}");
        let (code, _, notes) = evocube(&["solve", "--batch", "--strict"], text);
        let expected = written
            .map_or(String::new(), |written| format!("error: standard input: line 1: --strict: write \"{written}\"\n"));
        assert_eq!((code, notes), (Some(if written.is_some() { 2 } else { 0 }), expected), "{text}");
    }
    let pieces = evocube::notation::Format::Pieces.write(Cube3::SOLVED).unwrap();
    assert_eq!(evocube(&["solve", "--strict", &pieces], "").0, Some(0));
    assert_eq!(evocube(&["solve", "--strict", "RU"], "").2, "error: --strict: write \"R U\"\n");
}

#[test]
fn every_format_is_an_instance_also_in_a_batch() {
    let state = Cube3::after(&[Turn::R, Turn::U2]);
    let pieces = evocube::notation::Format::Pieces.write(state).unwrap();
    let json = format!("{{\"facelets\": \"{state}\"}}");
    let texts = ["R U2", &state.to_string(), &pieces, &json];
    let (_, expected, _) = evocube(&["solve", texts[0]], "");
    assert!(solves(&CUBE3, state, &expected));
    for text in texts {
        assert_eq!(evocube(&["solve", "-"], text).1, expected, "{text}");
    }
    let folder = crate::common::tempdir().unwrap();
    let file = folder.path().join("many.txt");
    std::fs::write(&file, texts.join("\r\n")).unwrap();
    let (code, out, notes) = evocube(&["solve", "--batch", file.to_str().unwrap()], "");
    assert_eq!((code, out, notes), (Some(0), expected.repeat(4), String::new()));
    let faces = evocube::notation::Format::Faces.write(state).unwrap();
    std::fs::write(&file, faces).unwrap();
    assert_eq!(evocube(&["solve", file.to_str().unwrap()], "").1, expected);
}

#[test]
fn solve_reads_instances_in_a_given_format_and_dialect() {
    for (dialect, clear) in [("sousa", "R' U2"), ("contest", "R U2")] {
        let (_, expected, _) = evocube(&["solve", clear], "");
        assert_eq!(evocube(&["solve", "R1 U2", "--dialect", dialect], "").1, expected);
        assert_eq!(evocube(&["solve", "-", "--batch", "--dialect", dialect], "R1 U2").1, expected);
    }
    let (code, out, notes) = evocube(&["solve", "-", "--batch"], "\nU2 R1\n");
    let sentence = "error: standard input: line 2, column 5: \"R1\" is ambiguous: give the dialect sousa \
                    (counter-clockwise) or contest (clockwise)\n";
    assert_eq!((code, out.as_str(), notes.as_str()), (Some(2), "\n\n", sentence));
    let (code, _, notes) = evocube(&["solve", "R U", "--format", "facelets"], "");
    assert_eq!(code, Some(2));
    assert!(notes.starts_with("error: "), "{notes}");
}

#[test]
fn layers_refuses_a_2x2x2_and_names_it() {
    let sentence = "the solver layers solves cube3 only, this is a cube2\n";
    let solve = |args: &[&str], input: &str| evocube(&[&["solve", "--solver", "layers"], args].concat(), input);
    for args in [&["R", "--puzzle", "cube2"][..], &["UUUURRRRFFFFDDDDLLLLBBBB"]] {
        assert_eq!(solve(args, ""), (Some(2), String::new(), format!("error: {sentence}")));
    }
    let (code, out, notes) = solve(&["-", "--batch"], "UUUURRRRFFFFDDDDLLLLBBBB\nR\n");
    assert_eq!((code, out.as_str(), notes), (Some(2), "\nR'\n", format!("error: standard input: line 1: {sentence}")));
}

#[test]
fn evolution_solves_the_2x2x2_near_the_optimum() {
    let stats = |args: &[&str]| {
        let (code, json, notes) = evocube(&[&["stats", "--count", "60", "--seed", "17", "--json"], args].concat(), "");
        assert_eq!(code, Some(0), "{notes}");
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(report["solved"], 60);
        report["after"]["mean"].as_f64().unwrap()
    };
    let evolved = stats(&["--solver", "evolution", "--puzzle", "cube2"]);
    let optimum = stats(&["--solver", "pocket", "--puzzle", "cube2"]);
    assert!(optimum <= evolved && evolved <= 1.05 * optimum, "{evolved} turns, {optimum} at least");

    let (code, moves, notes) = evocube(&["solve", "R U2 F' R2", "--puzzle", "cube2", "--solver", "evolution"], "");
    assert_eq!(
        (code, solves(&CUBE2, Cube2::SOLVED.apply_all(&[Turn::R, Turn::U2, Turn::F3, Turn::R2]), &moves)),
        (Some(0), true),
        "{notes}"
    );
    let state = Cube2::random(&mut Seed::from_number(1).stream()).to_string();
    let refused =
        "error: evolution solves cube3 here, this is a cube2: name the puzzle with --puzzle or in the --config\n";
    assert_eq!(evocube(&["solve", &state, "--solver", "evolution"], ""), (Some(2), String::new(), refused.to_owned()));
    let refused = "error: the solver korf does not solve cube2\n";
    assert_eq!(
        evocube(&["stats", "--solver", "korf", "--puzzle", "cube2"], ""),
        (Some(2), String::new(), refused.into())
    );
    let file = "experiments/herdy-1994.toml";
    let refused = format!("error: {file} is for cube3, not for cube2\n");
    let args = ["solve", "R U", "--puzzle", "cube2", "--solver", "evolution", "--config", file];
    assert_eq!(evocube(&args, ""), (Some(2), String::new(), refused));
}

#[test]
fn evolution_finds_the_same_solution_for_any_number_of_threads() {
    let state = Cube2::random(&mut Seed::from_number(3).stream()).to_string();
    let solve = |more: &[&str]| {
        let args = ["solve", &state, "--solver", "evolution", "--json"];
        let (code, json, notes) = evocube(&[&args[..], more].concat(), "");
        assert_eq!(code, Some(0), "{notes}");
        let mut answer: serde_json::Value = serde_json::from_str(&json).unwrap();
        answer["seconds"] = serde_json::Value::Null;
        answer
    };
    let usual = solve(&["--puzzle", "cube2"]);
    assert_eq!(solve(&["--puzzle", "cube2", "--threads", "3"]), usual, "six attempts, side by side");
    let length = usual["htm"].as_u64().unwrap().to_string();
    let as_short = solve(&["--puzzle", "cube2", "--length", &length]);
    assert!(as_short["htm"].as_u64() <= usual["htm"].as_u64(), "{as_short}");
    assert_eq!(solve(&["--puzzle", "cube2", "--threads", "3", "--length", &length]), as_short);
}

#[test]
fn the_pocket_solver_reads_the_2x2x2() {
    let state = Cube2::random(&mut Seed::from_number(1).stream());
    let solve = |args: &[&str], input: &str| evocube(&[&["solve", "-", "--solver", "pocket"], args].concat(), input);
    for args in [&[][..], &["--metric", "qtm"], &["--tables", "none"], &["--tables", "none", "--metric", "qtm"]] {
        let (code, moves, notes) = solve(args, &state.to_string());
        assert_eq!((code, solves(&CUBE2, state, &moves)), (Some(0), true), "{args:?}");
        assert!(notes.starts_with("pocket: "), "{notes}");
    }
    // The solution for a metric is not longer in this metric than the one for the other metric.
    let word = "R2 U2 R2 U2 R2 U2";
    let length = |metric, key: &str| {
        let (_, json, _) = solve(&["--json", "--metric", metric], word);
        serde_json::from_str::<serde_json::Value>(&json).unwrap()[key].as_u64().unwrap()
    };
    assert!(length("htm", "htm") <= length("qtm", "htm") && length("qtm", "qtm") <= length("htm", "qtm"));
    // Moves apply to the puzzle of the solver unless --puzzle names another.
    assert_eq!(solve(&["--batch"], "R U\nUUUURRRRFFFFDDDDLLLLBBBB\n").1, "U' R'\n\n");
    let sentence = "error: standard input: the solver pocket solves cube2 only, this is a cube3\n";
    for (args, input) in [(&["--puzzle", "cube3"][..], "R"), (&[], &Cube3::SOLVED.to_string())] {
        assert_eq!(solve(args, input), (Some(2), String::new(), sentence.to_owned()));
    }
}

#[test]
fn phases_are_shown_with_their_lengths() {
    let state = Cube3::random(&mut Seed::from_number(1).stream());
    let (code, moves, notes) = evocube(&["solve", &state.to_string(), "--solver", "thistlethwaite"], "");
    assert_eq!((code, solves(&CUBE3, state, &moves)), (Some(0), true));
    let lines: Vec<&str> = notes.lines().collect();
    assert!(lines[0].starts_with("thistlethwaite: "), "{notes}");
    let names: Vec<&str> = lines[1..5].iter().map(|line| line[4..17].trim_end()).collect();
    assert_eq!(names, ["flips", "twists, slice", "tetrads", "half turns"]);
    let wider = evocube(&["solve", &state.to_string(), "--solver", "thistlethwaite", "--width", "60"], "").1;
    let plain =
        evocube(&["solve", &state.to_string(), "--solver", "thistlethwaite", "--chains", "1", "--width", "1"], "").1;
    let length = |moves: &str| moves.split_whitespace().count();
    assert!(length(&wider) <= length(&moves) && length(&moves) < length(&plain), "{wider}{moves}{plain}");
}

#[test]
fn options_that_a_solver_does_not_have_are_refused() {
    let refused = |args: &[&str], sentence: &str| {
        for command in [&["solve", "R"][..], &["stats", "--count", "1"]] {
            let expected = (Some(2), String::new(), format!("error: {sentence}\n"));
            assert_eq!(evocube(&[command, args].concat(), ""), expected);
        }
    };
    refused(&["--solver", "layers", "--metric", "qtm"], "the solver layers does not minimize quarter turns");
    refused(&["--solver", "layers", "--tables", "none"], "the solver layers has no tables called \"none\"");
    refused(&["--tables", "none"], "\"none\" is not a set of tables: expected one of small, large");
    refused(&["--solver", "pocket", "--width", "3"], "the solver pocket has no --chains and no --width");
    refused(&["--solver", "pocket", "--tables", "all"], "the solver pocket has no tables called \"all\"");
}

#[test]
fn an_impossible_cube_in_a_batch_is_answered_in_json() {
    let mut letters: Vec<char> = Cube3::SOLVED.to_string().chars().collect();
    letters.swap(5, 7);
    letters.swap(10, 19);
    let (code, out, _) = evocube(&["solve", "-", "--batch", "--json"], &String::from_iter(letters));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let sentence = "line 1: impossible cube: two pieces are swapped (UR, UF)";
    assert_eq!((code, answer["error"].as_str(), answer["solved"].as_bool()), (Some(2), Some(sentence), Some(false)));
}

/// Returns the exit code and the messages of a program whose output pipe is closed early.
fn code_with_closed_output(args: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .env("EVOCUBE_CACHE", crate::common::TABLES)
        .args(args)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    // The program may end before it has read all input.
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn a_closed_output_pipe_is_no_failure() {
    let input = format!("{}\n", Cube3::after(&[Turn::F])).repeat(10_000);
    assert_eq!(code_with_closed_output(&["solve", "-", "--batch"], &input), (Some(0), String::new()));
    assert_eq!(code_with_closed_output(&["solve", "R", "--json"], ""), (Some(0), String::new()));
    assert_eq!(code_with_closed_output(&["solve", "R"], "").0, Some(0));
    assert_eq!(code_with_closed_output(&["stats", "--count", "10"], "").0, Some(0));
    assert_eq!(code_with_closed_output(&["stats", "--count", "10", "--json"], "").0, Some(0));
}

#[test]
fn an_unknown_solver_lists_the_known_ones() {
    let (code, out, notes) = evocube(&["solve", "x", "--solver", "god"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(notes.contains("\"god\" is not a solver: expected one of evolution, layers, "), "{notes}");
}

#[test]
fn statistics_are_reproducible() {
    let args = ["stats", "--solver", "layers", "--count", "200", "--seed", "7"];
    let (code, out, notes) = evocube(&args, "");
    assert_eq!((code, out.lines().next()), (Some(0), Some("layers: 200 of 200 uniform random states solved (seed 7)")));
    assert!(notes.contains("ms per state on one core"), "{notes}");
    assert_eq!(evocube(&args, "").1, out);

    let (_, json, _) = evocube(&[&args[..], &["--json"]].concat(), "");
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((report["solved"].as_u64(), report["steps"].as_array().map(Vec::len)), (Some(200), Some(7)));
    // States do not depend on the count.
    let (_, first, _) = evocube(&["stats", "--solver", "layers", "--count", "1", "--seed", "7", "--json"], "");
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    let length = first["before"]["min"].to_string();
    assert!(report["before"]["distribution"].as_object().unwrap().contains_key(&length));
}

#[test]
fn every_solver_has_statistics() {
    for (solver, puzzle, steps) in
        [("layers", "cube3", 7), ("macros", "cube3", 2), ("pocket", "cube2", 0), ("thistlethwaite", "cube3", 4)]
    {
        let folder = crate::common::tempdir().unwrap();
        let out = folder.path().join("figures");
        let args = ["stats", "--solver", solver, "--count", "50", "--json", "--out", out.to_str().unwrap()];
        let (code, json, notes) = evocube(&args, "");
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((code, report["solved"].as_u64(), report["puzzle"].as_str()), (Some(0), Some(50), Some(puzzle)));
        assert!(report["nodes"]["max"].as_f64() >= report["nodes"]["mean"].as_f64(), "{solver}");
        assert!(report["seconds"]["mean"].as_f64() > Some(0.0), "{solver}");
        let list = report["steps"].as_array().unwrap();
        assert_eq!(list.len(), steps, "{solver}");
        let sum =
            |counts: &serde_json::Value| counts.as_object().unwrap().values().filter_map(|n| n.as_u64()).sum::<u64>();
        assert!(list.iter().all(|step| sum(&step["distribution"]) == 50), "{solver}");
        // The table has the same numbers.
        let table = std::fs::read_to_string(out.join("lengths.csv")).unwrap();
        for row in table.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            for (column, when) in [(1, "before"), (2, "after")] {
                let count = report[when]["distribution"][cells[0]].as_u64().unwrap_or(0);
                assert_eq!(cells[column], count.to_string(), "{solver}: {row}");
            }
        }
        assert_eq!(out.join("steps.csv").exists(), steps > 0);
        assert!(notes.contains("lengths.svg") && notes.contains(", at most "), "{notes}");
    }
}

#[test]
fn lengths_are_counted_in_the_metric() {
    let (_, text, _) = evocube(&["stats", "--solver", "pocket", "--metric", "qtm", "--count", "200"], "");
    assert!(text.contains("\nNodes: "), "{text}");
    // Nothing cancels, so there is one column of bars.
    assert!(text.contains("\nquarter turns  solutions\n"), "{text}");
    let (code, _, notes) = evocube(&["stats", "--count", "2000000"], "");
    assert_eq!(code, Some(2));
    assert!(notes.contains("2000000"), "{notes}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let out = file.path().join("below");
    let (code, _, notes) = evocube(&["stats", "--count", "1", "--out", out.to_str().unwrap()], "");
    assert_eq!(code, Some(2));
    assert!(notes.starts_with("error: cannot write "), "{notes}");
}

#[test]
fn options_of_the_optimal_solver_are_checked() {
    for (args, sentence) in [
        (&["--solver", "layers", "--length", "20"][..], "--length has no effect with the solver layers"),
        (&["--solver", "macros", "--time", "1s"], "--time has no effect with the solver macros"),
        (&["--prove"], "--prove is for --solver korf, not for kociemba"),
        (&["--solver", "korf", "--metric", "stm"], "possible values: htm, qtm"),
        (
            &["--solver", "korf", "--tables", "huge"],
            "\"huge\" is not a set of tables: expected one of source, small, large",
        ),
        (
            &["--solver", "kociemba", "--tables", "source"],
            "\"source\" is not a set of tables: expected one of small, large",
        ),
        (&["--solver", "korf", "--time", "0"], "expected a time such as 50ms"),
        (&["--solver", "korf", "--threads", "0"], "threads"),
    ] {
        let (code, out, notes) = evocube(&[&["solve", "R U"], args].concat(), "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(notes.contains(sentence), "{notes}");
    }
}

#[test]
#[ignore = "builds a table of 71 MB"]
fn an_optimal_solution_is_proved() {
    let args = ["solve", "R U F2 D' L", "--solver", "korf", "--tables", "small", "--prove"];
    let (code, moves, notes) = evocube(&args, "");
    assert_eq!((code, moves.as_str()), (Some(0), "L' D F2 U' R'\n"));
    assert!(notes.contains("proved: no solution has fewer than 5 moves"), "{notes}");
    let state = Cube3::random(&mut Seed::from_number(1).stream()).to_string();
    let args = ["solve", &state, "--solver", "korf", "--tables", "small", "--time", "0.2s", "--json"];
    let (code, json, notes) = evocube(&args, "");
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, answer["solved"].as_bool()), (Some(1), Some(false)));
    assert!(answer["lower_bound"].as_u64() > Some(9) && notes.contains("it takes at least"), "{notes}");
    // Statistics count the proved lower bounds of unsolved states.
    let args = ["stats", "--solver", "korf", "--tables", "small", "--count", "2", "--time", "1us"];
    let (code, text, notes) = evocube(&args, "");
    assert!(code == Some(1) && text.starts_with("korf: 0 of 2 uniform random states solved (seed 1)\nNot solved: "));
    assert!(text.contains("proved to need at least") && !notes.contains("--time limits each"), "{text}{notes}");
    let (_, json, _) = evocube(&[&args[..], &["--json"]].concat(), "");
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    let bounds = answer["lower_bounds"].as_object().unwrap();
    assert_eq!(bounds.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), 2);
}
