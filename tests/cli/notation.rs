//! `scramble`, `show` and `check` as a user runs them, and the states that other commands read: outputs, error sentences and exit codes.
//! Each notation is tested in `crates/cube/tests/puzzles`.

use std::path::Path;

use crate::common::{execute, program};

/// Runs the program in the folder of the package.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let (code, out, notes) =
        execute(program().current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).write_stdin(input));
    (code.expect("no signal"), out, notes)
}

#[track_caller]
fn fails(arguments: &[&str], input: &str, sentence: &str) {
    assert_eq!(run(arguments, input), (2, String::new(), format!("error: {sentence}\n")));
}

#[track_caller]
fn prints(arguments: &[&str], code: i32, expected: &str) {
    assert_eq!(run(arguments, ""), (code, expected.to_owned(), String::new()));
}

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// The solved cube with some facelets exchanged.
fn swapped(swaps: &[(usize, usize)]) -> String {
    let mut facelets: Vec<char> = SOLVED.chars().collect();
    for &(a, b) in swaps {
        facelets.swap(a, b);
    }
    facelets.into_iter().collect()
}

#[test]
fn a_missing_file_is_named() {
    fails(&["show", "x/y.txt"], "", "\"x/y.txt\": no such file");
    fails(&["check", "nothing.txt", "R"], "", "\"nothing.txt\": no such file");
    fails(&["show", "instances"], "", "\"instances\": this is a folder, expected a file");
}

#[test]
fn moves_with_a_character_of_paths_are_no_missing_file() {
    for (text, character, help) in [
        ("[U'/R' D' R]", "/", "\"//\" begins a comment"),
        ("(1,0)/", "/", "\"//\" begins a comment"),
        ("R.U", ".", "a pause stands between spaces, as in \"R . U\""),
    ] {
        fails(&["show", text], "", &format!("\"{text}\" is no file, and moves have no \"{character}\": {help}"));
    }
    prints(&["check", "R . U", "U' . R'"], 0, "solved: 2 HTM, 2 QTM\n");
}

#[test]
fn facelets_are_read_in_the_order_of_an_option() {
    let state = run(&["show", "R U2 F'", "--to", "facelets"], "").1;
    let state = state.trim();
    let other: String = "ULFRBD".chars().map(|face| &state[9 * "URFDLB".find(face).unwrap()..][..9]).collect();
    let colors: String = other.chars().map(|face| char::from(b"WRGYOB"["URFDLB".find(face).unwrap()])).collect();
    let net: String = run(&["show", state], "").1.split_whitespace().collect();
    for (text, order) in [(&other, "ULFRBD"), (&colors, "ulfrbd"), (&net, "rows")] {
        prints(&["show", text, "--order", order, "--to", "facelets"], 0, &format!("{state}\n"));
        let solved = run(&["solve", text, "--order", order], "");
        assert_eq!((solved.0, solved.1.as_str()), (0, "F U2 R'\n"), "{}", solved.2);
        let batch = run(&["solve", "--batch", "--order", order], &format!("{text}\n"));
        assert_eq!(batch, (0, "F U2 R'\n".to_owned(), String::new()));
        // Without the option the order is named, and not taken.
        let (code, _, error) = run(&["solve", text], "");
        let name = if order == "rows" { order.to_owned() } else { order.to_uppercase() };
        assert!(code == 2 && error.contains(&format!(" {name}")) && error.contains(": \" in front"), "{error}");
    }
    // A route has two states: the option is for both, and an order in front for one.
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let back: String = "ULFRBD".chars().map(|face| face.to_string().repeat(9)).collect();
    let route = |arguments: &[&str]| {
        let (code, moves, error) = run(&[&["route", "--solver", "thistlethwaite"], arguments].concat(), "");
        assert_eq!(code, 0, "{error}");
        moves
    };
    let moves = route(&[state, solved]);
    assert_eq!(run(&["check", "R U2 F'", moves.trim()], "").0, 0);
    assert_eq!(route(&[&other, &back, "--order", "ULFRBD"]), moves);
    assert_eq!(route(&[&format!("ULFRBD: {other}"), solved]), moves);
    // The place of a mistake is that in the text.
    let sentence = "line 1, column 1: found \"x\", expected a facelet U R F D L B";
    fails(&["show", &format!("x{}", &other[1..]), "--order", "ULFRBD"], "", sentence);
    fails(&["show", "R U", "--order", "rows"], "", "a cube has 54 facelets (a 2×2×2 has 24), not 2");
    let sentence = "--order is for facelets, not for the format moves";
    fails(&["show", "R U", "--order", "rows", "--format", "moves"], "", sentence);
    let (code, _, error) = run(&["show", &other, "--order", "ULFRBU"], "");
    assert!(code == 2 && error.contains("expected the six faces in their order, as in ULFRBD, or rows"), "{error}");
}

#[test]
fn the_name_of_a_pattern_is_no_instance() {
    let sentence = "superflip is a pattern: `evocube route solved superflip` gives its moves";
    fails(&["show", "superflip"], "", sentence);
    fails(&["solve", "-"], "superflip\n", sentence);
}

#[test]
fn a_face_file_with_a_fault_is_refused_with_file_and_line() {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("cube.txt");
    let name = path.to_str().unwrap();
    let good = run(&["show", SOLVED, "--to", "faces"], "").1;
    let refused = |text: &str, sentence: &str| {
        std::fs::write(&path, text).unwrap();
        fails(&["show", name], "", &format!("{name}: {sentence}"));
        fails(&["show", "-"], text, &format!("standard input: {sentence}"));
    };
    refused(
        &good.replacen("G G G\nLeft", "G G G\nG\nLeft", 1),
        "line 6: face Front has more than 9 letters: found \"G\"",
    );
    refused(
        &good.replacen("G G G\nLeft", "G G G G\nLeft", 1),
        "line 5, column 7: the third row of face Front has more than 3 letters: found \"G\"",
    );
    refused(&good.replace("Left", "Front"), "line 6: face Front occurs a second time");
    refused(
        &good.replace("Right", "Rigth"),
        "line 10: face \"Rigth\" is not one of Front, Left, Right, Back, Up, Down",
    );
    std::fs::write(&path, b"\xff\xfe").unwrap();
    fails(&["show", name], "", &format!("\"{name}\": not a text in UTF-8"));
    std::fs::write(&path, vec![b' '; (1 << 20) + 1]).unwrap();
    fails(&["show", name], "", &format!("\"{name}\": larger than 1 MiB"));
}

#[test]
fn a_file_whose_name_can_be_moves_is_refused_and_a_folder_is_not_meant() {
    let folder = crate::common::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("R")).unwrap();
    std::fs::write(folder.path().join("U2"), "F").unwrap();
    let run = |arguments: &[&str]| execute(program().current_dir(folder.path()).args(arguments));
    let refused = |sentence: &str| (Some(2), String::new(), format!("error: {sentence}\n"));
    let file_named =
        "\"U2\" can be moves or the file of this name: write \"(U2)\" for the moves, or \"./U2\" for the file";
    for command in [&["solve"][..], &["show"], &["check", "F"], &["refine"], &["solve", "--batch"]] {
        assert_eq!(run(&[command, &["U2"]].concat()), refused(file_named), "{command:?}");
    }
    assert_eq!(run(&["check", "R", "R'"]).1, "solved: 1 HTM, 1 QTM\n");
    assert_eq!(run(&["check", "./U2", "F'"]).1, "solved: 1 HTM, 1 QTM\n");
}

#[test]
fn an_impossible_cube_is_refused_with_every_reason() {
    for (swaps, reasons) in [
        (&[(8, 9), (8, 20)][..], "one corner is twisted clockwise (URF)"),
        (&[(7, 19)], "one edge is flipped (UF)"),
        (&[(5, 7), (10, 19)], "two pieces are swapped (UR, UF)"),
        (&[(7, 19), (8, 9), (8, 20)], "one corner is twisted clockwise (URF); one edge is flipped (UF)"),
    ] {
        fails(&["show", &swapped(swaps)], "", &format!("impossible cube: {reasons}"));
        fails(&["check", &swapped(swaps), "R"], "", &format!("impossible cube: {reasons}"));
    }
}

#[test]
fn an_empty_scramble_is_refused_but_empty_moves_are_valid() {
    fails(&["show", ""], "", "the scramble is empty: it has no moves");
    fails(&["show", "-"], "\n", "standard input: the scramble is empty: it has no moves");
    prints(&["check", SOLVED, ""], 0, "solved: 0 HTM, 0 QTM\n");
}

#[test]
fn a_bare_1_needs_a_dialect() {
    let sentence = "line 1, column 5: \"R1\" is ambiguous: give the dialect sousa (counter-clockwise) or \
                    contest (clockwise)";
    fails(&["show", "U2 R1"], "", sentence);
    fails(&["check", SOLVED, "U2 R1"], "", sentence);
    let facelets = |arguments: &[&str]| run(&[&["show", "--to", "facelets"], arguments].concat(), "").1;
    assert_eq!(facelets(&["R1", "--dialect", "sousa"]), facelets(&["R'"]));
    assert_eq!(facelets(&["R1", "--dialect", "contest"]), facelets(&["R"]));
}

#[test]
fn check_reports_whether_moves_solve_an_instance() {
    prints(&["check", "R U2", "U2 R'"], 0, "solved: 2 HTM, 3 QTM\n");
    prints(&["check", "R U2", "R' U2"], 1, "not solved: 2 HTM, 3 QTM\n");
    let judgement = format!("{{\"htm\":1,\"moves\":\"R'\",\"qtm\":1,\"solved\":true,\"state\":\"{SOLVED}\"}}\n");
    prints(&["check", "R", "R-", "--json"], 0, &judgement);
    prints(&["check", "R", "L'", "--puzzle", "cube2"], 0, "solved: 1 HTM, 1 QTM\n");
    let contest = "RU LF UB DR DL BL UL FU BD RF BR FD LDF LBD FUL RFD UFR RDB UBL RBU";
    prints(&["check", contest, "D+ L2 U+ F+ D+ L+ D+ F+ U- F+"], 0, "solved: 10 HTM, 11 QTM\n");
    fails(&["check", "-", "-"], "R", "only one of INSTANCE and MOVES can be standard input");
}

#[test]
fn show_draws_nets_and_converts_notations() {
    let net = "\
        U U F
        U U F
        U U F
 L L L  F F D  R R R  U B B
 L L L  F F D  R R R  U B B
 L L L  F F D  R R R  U B B
        D D B
        D D B
        D D B
";
    prints(&["show", "R"], 0, &format!("        {}", net.trim_start()));
    prints(&["show", "R", "--then", "R'", "--to", "facelets"], 0, &format!("{SOLVED}\n"));
    prints(&["show", "instances/state.json", "--to", "json"], 0, include_str!("../../instances/state.json"));
    let commutators = "UBDDDURRDBFRRRRRRDBDLBBBBFBUDUUUUUUFRLDLLLLLLFDFFFFLBF\n";
    prints(&["show", "instances/commutators.txt", "--to", "facelets"], 0, commutators);
    fails(
        &["show", "R", "--to", "moves"],
        "",
        "a state cannot be written as moves: a solver finds moves that lead to it",
    );
    fails(&["show", SOLVED, "--puzzle", "cube2"], "", "this is a cube3, expected a cube2");
}

#[test]
fn example_instances_equal_the_output_of_their_commands() {
    let table = include_str!("../../docs/cubes.md");
    let mut count = 0;
    for row in table.lines().filter(|row| row.contains("`evocube scramble ")) {
        let quoted: Vec<&str> = row.split('`').collect();
        let (file, command) = (quoted[1], quoted[quoted.len() - 2]);
        if file == "evocube scramble" {
            continue;
        }
        let arguments: Vec<&str> = command.split(' ').skip(1).collect();
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file)).unwrap();
        let (code, printed, _) = run(&arguments, "");
        assert_eq!((code, printed), (0, text));
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn random_states_are_written_as_moves_that_lead_to_them() {
    for puzzle in ["cube3", "cube2", "pyraminx"] {
        let scramble = |more: &[&str]| {
            let (code, drawn, stderr) =
                run(&[&["scramble", "--count", "3", "--puzzle", puzzle][..], more].concat(), "");
            assert_eq!(code, 0, "{stderr}");
            (drawn, stderr)
        };
        let (moves, stderr) = scramble(&["--seed", "9"]);
        assert_eq!((moves.lines().count(), stderr.as_str()), (3, "seed 9\n"));
        let (pieces, _) = scramble(&["--seed", "9", "--to", "pieces"]);
        for (moves, pieces) in moves.lines().zip(pieces.lines()) {
            let (code, shown, _) = run(&["show", "--puzzle", puzzle, "--to", "pieces", moves], "");
            assert_eq!((code, shown.trim_end()), (0, pieces), "{moves}");
        }
    }
}

#[test]
fn a_drawn_seed_is_printed_and_repeats_its_scrambles() {
    let drawn: Vec<(String, String)> =
        (0..3).map(|_| run(&["scramble"], "")).map(|(_, out, notes)| (out, notes)).collect();
    assert!(drawn[0] != drawn[1] || drawn[1] != drawn[2], "{drawn:?}");
    for (out, notes) in drawn {
        let seed = notes.strip_prefix("seed ").and_then(|notes| notes.strip_suffix('\n')).unwrap();
        assert_eq!(run(&["scramble", "--seed", seed], ""), (0, out, notes.clone()));
    }
}

#[test]
fn scrambles_are_the_same_for_every_count_and_are_instances() {
    let (code, three, _) = run(&["scramble", "--count", "3", "--turns", "20", "--seed", "9"], "");
    assert_eq!((code, three.lines().count()), (0, 3));
    assert_eq!(
        run(&["scramble", "--turns", "20", "--seed", "9"], "").1,
        three.lines().next().unwrap().to_owned() + "\n"
    );
    for line in three.lines() {
        assert_eq!(line.split(' ').count(), 20);
        let state = run(&["show", line, "--to", "facelets"], "").1;
        let as_facelets = run(&["scramble", "--count", "3", "--turns", "20", "--seed", "9", "--to", "facelets"], "").1;
        assert!(as_facelets.contains(&state));
    }
    let blocks = run(&["scramble", "--count", "2", "--to", "faces"], "").1;
    assert_eq!(blocks.split("\n\n").count(), 2);
    assert_eq!(run(&["scramble", "--count", "0"], "").0, 2);
    assert_eq!(run(&["scramble", "--turns", "1000000000"], "").0, 2);
    assert_eq!(run(&["scramble", "--puzzle", "cube4"], "").0, 2);
}

#[test]
fn a_drawn_net_and_facelets_in_rows_are_read_back() {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("net.txt");
    let name = path.to_str().unwrap();
    for (moves, puzzle) in [("R U2 F' L", "cube3"), ("R U2 F'", "cube2")] {
        let (_, net, _) = run(&["show", moves, "--puzzle", puzzle], "");
        let facelets = run(&["show", moves, "--puzzle", puzzle, "--to", "facelets"], "").1;
        let rows: Vec<&str> =
            facelets.as_bytes().chunks(facelets.len() / 6).map(|row| std::str::from_utf8(row).unwrap()).collect();
        for text in [net, rows.join("\n")] {
            assert_eq!(run(&["show", "-", "--to", "facelets"], &text).1, facelets, "{text}");
            std::fs::write(&path, &text).unwrap();
            prints(&["show", name, "--to", "facelets"], 0, &facelets);
            if puzzle == "cube2" {
                continue;
            }
            let (code, plan, error) = run(&["plan", "quickstart", "--instances", name, "--trials"], "");
            assert!(code == 0 && plan.contains("1 instance") && plan.contains(",net,"), "{plan}{error}");
        }
    }
    prints(&["show", "WWWWRRRRGGGGYYYYOOOOBBBB", "--to", "facelets"], 0, "UUUURRRRFFFFDDDDLLLLBBBB\n");
    let faces = ["U", "L", "F", "R", "B", "D"].map(|face| face.repeat(9)).join(" ");
    prints(&["show", &format!("ULFRBD: {faces}"), "--to", "facelets"], 0, &format!("{SOLVED}\n"));
}
