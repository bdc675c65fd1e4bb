//! Cubes as they lie in the hand: `check`, `show`, `solve` and `route` go on from the orientation that a text leaves; sweeps turn it home.
//! The laws of many random cases are in `crates/cube/tests/puzzles/hold.rs`.

use serde_json::Value;

use crate::common::evocube_reading as evocube;

/// Returns whether each face of some facelets has one color.
fn is_uniform(facelets: &str) -> bool {
    let facelets = facelets.trim().as_bytes();
    facelets.chunks(facelets.len() / 6).all(|face| face.iter().all(|color| *color == face[0]))
}

fn json(arguments: &[&str]) -> Value {
    let (_, out, notes) = evocube(&[arguments, &["--json"]].concat(), "");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {notes}"))
}

#[test]
fn check_solves_exactly_what_show_draws_solved() {
    for (a, b, solves) in [
        // Inverses, as they are written.
        ("R U Rw", "Rw' U' R'", true),
        ("R U M", "M' U' R'", true),
        ("F x U", "U' x' F'", true),
        ("D2 R' Uw Fw2", "Fw2 Uw' R D2", true),
        ("R U x y", "y' x' U' R'", true),
        // The cube is solved in another rotation.
        ("R U x", "B' R'", true),
        ("M' R x", "R' M", true),
        ("R", "R' z", true),
        // Moves name positions as the cube lies.
        ("R U x", "U' R'", false),
        ("R y", "R'", false),
        ("R y", "F'", true),
        ("R", "y F'", true),
        ("R U", "R' U'", false),
    ] {
        for puzzle in ["cube3", "cube2"] {
            let code = evocube(&["check", a, b, "--puzzle", puzzle], "").0;
            assert_eq!(code, Some(if solves { 0 } else { 1 }), "{a}, then {b}, {puzzle}");
            let both = format!("{a} {b}");
            let shown = evocube(&["show", &both, "--to", "facelets", "--puzzle", puzzle], "").1;
            assert_eq!(is_uniform(&shown), solves, "{both}: {shown}");
            assert_eq!(
                evocube(&["show", a, "--then", b, "--to", "facelets", "--puzzle", puzzle], "").1,
                shown,
                "{both}"
            );
        }
    }
    // These scrambles end as those of blindfolded solving do.
    for end in ["Rw", "Rw2 Fw'", "Rw Uw'", "Fw Uw2", "Rw' Uw", "Uw", "Fw'", "Rw2 Uw2", "Fw2", "Rw' Uw'"] {
        let scramble = format!("D2 F' R2 U' B L2 D R' {end}");
        let inverse = |word: &str| match word.strip_suffix('\'') {
            Some(word) => word.to_owned(),
            None if word.ends_with('2') => word.to_owned(),
            None => format!("{word}'"),
        };
        let back: Vec<String> = scramble.split(' ').rev().map(inverse).collect();
        assert_eq!(evocube(&["check", &scramble, &back.join(" ")], "").0, Some(0), "{scramble}");
    }
}

#[test]
fn show_draws_a_cube_as_it_lies() {
    let net = "        F F D
        F F D
        F F D
 L L L  D D B  R R R  F U U
 L L L  D D B  R R R  F U U
 L L L  D D B  R R R  F U U
        B B U
        B B U
        B B U
";
    let shown = evocube(&["show", "R x"], "");
    assert_eq!(shown, (Some(0), format!("        {}", net.trim_start()), String::new()));
    // What is drawn and written is read as the same cube.
    for more in [&[][..], &["--to", "facelets"], &["--to", "json"]] {
        let (_, text, notes) = evocube(&[&["show", "R x"], more].concat(), "");
        assert_eq!((evocube(&["show", "-"], &text).1, notes.as_str()), (shown.1.clone(), ""), "{text}");
    }
    let (_, pieces, notes) = evocube(&["show", "R x", "--to", "pieces"], "");
    assert_eq!(pieces, evocube(&["show", "R", "--to", "pieces"], "").1);
    let sentence = "the cube lies turned by x, which pieces do not show: they are those of the cube turned home\n";
    assert_eq!(notes, sentence);
    assert_eq!(evocube(&["show", "R x x'", "--to", "pieces"], "").2, "");
}

#[test]
fn answers_are_for_the_cube_as_it_lies_and_name_the_rotation_that_is_left_in_place() {
    let (code, moves, notes) = evocube(&["solve", "R U x"], "");
    assert_eq!((code, moves.as_str()), (Some(0), "B' R'\n"));
    assert!(notes.contains("\n  the cube lies turned by x: the moves are for it as it lies\n"), "{notes}");
    assert_eq!(json(&["solve", "R U x"])["turned_back"], "x");
    assert_eq!(json(&["check", "R U x", "B' R' y"])["turned_back"], "x y");
    for (instance, rotation, expected) in
        [("R y", "y", "F'"), ("R x'", "x'", "R'"), ("R z2 x", "x y2", "L'"), ("U Rw", "x", "L' B'")]
    {
        let answer = json(&["solve", instance]);
        assert_eq!((&answer["turned_back"], &answer["moves"]), (&rotation.into(), &expected.into()), "{instance}");
        assert_eq!(evocube(&["check", instance, expected], "").0, Some(0), "{instance}");
    }
    // At home there is nothing to say.
    for instance in ["R U", "R x U x'", "M2 E2 S2", "R (x y)3"] {
        let (_, _, notes) = evocube(&["solve", instance], "");
        assert!(!notes.contains("lies turned"), "{instance}: {notes}");
        assert_eq!(json(&["solve", instance]).get("turned_back"), None, "{instance}");
    }
    assert_eq!(json(&["check", "R", "R'"]).get("turned_back"), None);
    // A batch answers as single cubes, and is silent about it but for its documents.
    let (code, answers, notes) = evocube(&["solve", "--batch"], "R U x\nR y\n");
    assert_eq!((code, answers.as_str(), notes.as_str()), (Some(0), "B' R'\nF'\n", ""));
    let (_, documents, _) = evocube(&["solve", "--batch", "--json"], "R U x\nR\n");
    let turned: Vec<Value> = documents.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&turned[0]["turned_back"], turned[1].get("turned_back")), (&"x".into(), None));
}

#[test]
fn a_cube_with_turned_centers_has_one_answer_in_letters_colors_and_digits() {
    for moves in ["R y", "D2 F' R2 U' B L2 D R' x' z", "R U F2 Rw Uw'"] {
        let letters = evocube(&["show", moves, "--to", "facelets"], "").1;
        let answer = evocube(&["solve", moves], "").1;
        assert_eq!(evocube(&["check", moves, answer.trim()], "").0, Some(0), "{moves}: {answer}");
        for signs in ["URFDLB", "WRGYOB", "123456"] {
            let sign = |letter| "URFDLB".find(letter).map_or(letter, |face| signs.as_bytes()[face] as char);
            let text: String = letters.chars().map(sign).collect();
            assert_eq!(evocube(&["solve", "-"], &text).1, answer, "{text}");
            assert_eq!(evocube(&["check", "-", answer.trim()], &text).0, Some(0), "{text}");
        }
    }
}

#[test]
fn goals_and_routes_go_on_from_the_start_as_it_lies() {
    // After x, the face F of the hand is the face D.
    for command in [&["solve", "R U x", "--goal", "R U x F"][..], &["route", "R U x", "R U x F", "--solver", "layers"]]
    {
        assert_eq!(evocube(command, "").1, "F\n", "{command:?}");
        assert_eq!(json(command)["turned_back"], "x", "{command:?}");
    }
    assert_eq!(evocube(&["solve", "R U x", "--goal", "R U D"], "").1, "F\n", "the goal lies as it likes");
    assert_eq!(evocube(&["solve", "R U", "--goal", "R U x F"], "").1, "D\n");
    let (_, moves, notes) = evocube(&["route", "U x", "U x F", "--solver", "pocket"], "");
    assert!(
        moves == "F\n" && notes.ends_with("\n  the cube lies turned by x: the moves are for it as it lies\n"),
        "{notes}"
    );
    // Also where moves lead to neither of the states from the solved one: an edge is flipped, and the centers are turned.
    let flipped = "UUUUUUUFU RRRRRRRRR FUFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
    let turned = "UUUUUUUFU BBBBBBBBB RRRRRRRRR DDDDDDDDD FUFFFFFFF LLLLLLLLL";
    assert!(
        evocube(&["route", flipped, turned, "--solver", "layers"], "").2.starts_with("error: "),
        "no piece is FU there"
    );
    let turned = "UUUFUUUUU BBBBBBBBB RRRRRRRRR DDDDDDDDD FUFFFFFFF LLLLLLLLL";
    let route = json(&["route", turned, flipped, "--solver", "layers"]);
    assert_eq!((&route["found"], &route["moves"], &route["turned_back"]), (&true.into(), &"".into(), &"y".into()));
}

#[test]
fn strict_instances_may_lie_in_any_rotation() {
    let lying = evocube(&["show", "R U x", "--to", "facelets"], "").1;
    for text in ["R U x", lying.trim()] {
        assert_eq!(evocube(&["solve", "--strict", text], "").0, Some(0), "{text}");
    }
    for (text, written) in [("R U Rw", "R U L x"), ("R x U", "R F x"), ("Rx", "R x")] {
        let sentence = format!("error: --strict: write \"{written}\"\n");
        assert_eq!(evocube(&["solve", "--strict", text], "").2, sentence, "{text}");
        assert_eq!(evocube(&["show", text], "").1, evocube(&["show", written], "").1, "{text}");
    }
}

#[test]
fn start_states_and_goals_of_sweeps_are_turned_home() {
    let folder = crate::common::tempdir().unwrap();
    let plan = |instances: &str| {
        std::fs::write(
            folder.path().join("sweep.toml"),
            format!("name = 's'\nseed = 1\n{instances}\n[base]\npopulation = 4\n"),
        )
        .unwrap();
        let (code, out, error) =
            crate::common::evocube_in(folder.path(), &["plan", "sweep.toml", "--trials", "--json"]);
        assert_eq!(code, Some(0), "{error}");
        let plan: Value = serde_json::from_str(&out).unwrap();
        plan["stages"][0]["trials"].clone()
    };
    let home = plan("goal = 'U'\n[[instance]]\nscramble = 'R F D'\nname = 'a'");
    assert_eq!(
        plan("goal = 'U z'\n[[instance]]\nscramble = 'R x U F y2'\nname = 'a'"),
        home,
        "R F D, as x turns U to F and F to D"
    );
}
