//! Accepted and refused texts of moves, facelets, face files, pieces and JSON, with the exact messages; recognized formats; names of
//! formats, dialects and puzzles. Round trips of random states are tested in `notation`, more moves of other programs in `readings`.

use evocube_cube::notation::{AnyState, Dialect, Format, MAX_BYTES, MAX_LENGTH, Notation, read_moves, recognize};
use evocube_cube::puzzle::{HeldState, PieceVectors};
use evocube_cube::{Cube2, Cube3, PuzzleKind, Turn};

fn moves(text: &str) -> String {
    read_moves(text, Dialect::Wca).unwrap().moves.to_string()
}

fn moves_error(text: &str) -> String {
    read_moves(text, Dialect::Wca).unwrap_err().to_string()
}

fn error(text: &str) -> String {
    text.parse::<AnyState>().unwrap_err().to_string()
}

#[test]
fn every_suffix_is_read() {
    assert_eq!(moves("R R2 R' R3 R+ R- R2' R3' R’ R′ R‘ R´ R`"), "R R2 R' R' R R' R2 R R' R' R' R' R'");
    assert_eq!(moves("RUR'U'F2"), "R U R' U' F2");
    assert_eq!(moves("R, U"), "R U");
    assert_eq!(moves("R // U\nF // D"), "R F");
    assert_eq!(moves(""), "");
    assert_eq!(read_moves("R1 U", Dialect::Sousa).unwrap().moves.to_string(), "R' U");
    assert_eq!(read_moves("r1 u-", Dialect::Contest).unwrap().moves.to_string(), "R U'");
}

#[test]
fn rotations_are_converted_to_face_turns() {
    // After x the front is on top.
    assert_eq!(moves("x U x'"), "F");
    assert_eq!(moves("y F"), "R");
    assert_eq!(moves("z U"), "L");
    assert_eq!(moves("x y x' z"), "");
    assert_eq!(moves("x y F"), moves("x (y F)"));
    assert_eq!(moves("(x U)2"), "F D");
    assert_eq!(moves("(x U)' x"), "U'");
    assert_eq!(moves("[x: U]"), "F");
}

#[test]
fn only_face_moves_have_a_wide_suffix() {
    for letter in "MESxyz".chars() {
        let alone = if letter.is_uppercase() { "turns the middle layer" } else { "turns the whole cube" };
        let wrong = format!("\"{letter}w\" is no move, only a face takes a w, as in Rw: \"{letter}\" alone {alone}");
        for suffix in ["", "2", "'", "3"] {
            assert_eq!(moves_error(&format!("U ({letter}w{suffix} R)")), format!("line 1, column 4: {wrong}"));
        }
        assert_eq!(read_moves(&format!("{letter}w"), Dialect::Contest).unwrap_err().message, wrong);
    }
    for letter in "urfdlb".chars() {
        let wrong = format!(
            "\"{letter}w\" is no move, only a face takes a w, as in Rw: \"{letter}\" alone turns the face and the layer behind it"
        );
        assert_eq!(moves_error(&format!("R\n{letter}w'")), format!("line 2, column 1: {wrong}"));
        // In this dialect lower-case letters are faces.
        let (small, large) = (format!("{letter}w"), format!("{}w", letter.to_ascii_uppercase()));
        assert_eq!(read_moves(&small, Dialect::Contest), read_moves(&large, Dialect::Wca));
    }
}

#[test]
fn middle_layers_and_wide_turns_are_converted_to_face_turns() {
    assert_eq!(moves("M"), "R L'");
    assert_eq!(moves("E'"), "U' D");
    assert_eq!(moves("S2"), "B2 F2");
    assert_eq!(moves("Rw"), "L");
    assert_eq!(moves("r U"), "L F");
    assert_eq!(moves("r U r'"), "L F L'");
    assert_eq!(moves("Rw2'"), "L2");
    for (turn, same) in [
        ("r", "R M'"),
        ("l", "L M"),
        ("u", "U E'"),
        ("d", "D E"),
        ("f", "F S"),
        ("b", "B S'"),
        ("x", "R M' L'"),
        ("y", "U E' D'"),
        ("z", "F S B'"),
    ] {
        // The same layers turn, so the moves after them have the same effect.
        let effect = |text: &str| AnyState::after(PuzzleKind::Cube3, &format!("{text} U F R").parse().unwrap());
        assert_eq!(effect(turn), effect(same), "{turn} = {same}");
    }
}

#[test]
fn groups_and_brackets_are_expanded() {
    assert_eq!(moves("(R U)2"), "R U R U");
    assert_eq!(moves("(R U2)'"), "U2 R'");
    assert_eq!(moves("(R U)2'"), "U' R' U' R'");
    assert_eq!(moves("[R, U]"), "R U R' U'");
    assert_eq!(moves("[R: U]"), "R U R'");
    assert_eq!(moves("[[R: U], D]2"), "R U R' D R U' R' D' R U R' D R U' R' D'");
    assert_eq!(moves("[(R, U), F]"), "R U F U' R' F'");
    assert_eq!(moves("()3 [,]"), "");
}

#[test]
fn unreadable_moves_are_refused_with_their_place() {
    let expected = "expected a face U R F D L B, a wide turn like Rw or r, a middle layer M E S, a rotation x y z, a \
                    group ( … ) or a bracket [ … ]";
    assert_eq!(moves_error("R U q"), format!("line 1, column 5: found \"q\", {expected}"));
    assert_eq!(moves_error("R U\n (F 4"), format!("line 2, column 5: found \"4\", {expected} or \")\""));
    assert_eq!(moves_error("[R 4"), format!("line 1, column 4: found \"4\", {expected} or \",\" or \":\""));
    assert_eq!(moves_error("[R, U, F]"), format!("line 1, column 6: found \",\", {expected} or \"]\""));
    assert_eq!(moves_error("R)"), format!("line 1, column 2: found \")\", {expected}"));
    assert_eq!(moves_error("(R]"), format!("line 1, column 3: found \"]\", {expected} or \")\""));
    assert_eq!(moves_error("R / U"), format!("line 1, column 3: found \"/\", {expected}"));
    assert_eq!(moves_error("(R U"), "line 1, column 1: \"(\" is never closed: expected \")\"");
    assert_eq!(moves_error("R [U"), "line 1, column 3: \"[\" is never closed: expected \"]\"");
    assert_eq!(moves_error("(R)0"), "line 1, column 4: a group cannot be repeated 0 times");
    assert_eq!(
        moves_error("[R]"),
        "line 1, column 3: a bracket without \",\" or \":\": expected [A, B] for a commutator or [A: B] for a conjugate"
    );
    assert_eq!(
        moves_error("U2 R1"),
        "line 1, column 5: \"R1\" is ambiguous: give the dialect sousa (counter-clockwise) or contest (clockwise)"
    );
}

#[test]
fn an_x_with_a_number_after_a_group_and_white_space_is_refused() {
    let sentence = |column: usize, number: &str| {
        format!(
            "line 1, column {column}: \"x{number}\" after moves can be a repetition or a rotation of the cube: write \
             (…){number} to repeat them, or the rotation in parentheses, as in (x{number})"
        )
    };
    assert_eq!(moves_error("(R U R' U') x3"), sentence(13, "3"));
    for text in ["(R U)3", "(R U)x3", "(U' R')x3'"] {
        assert_eq!(moves(text), "R U R U R U", "{text}");
    }
    assert_eq!(moves("[R, U]x2 F"), moves("[R, U]2 F"));
    // Here the x is a rotation.
    for text in ["(R U) (x2) F", "(R U) x2 F", "(R U)1x2 F", "(R U)x x F", "R U x2 F"] {
        assert_eq!(moves(text), "R U B", "{text}");
    }
    assert_eq!(moves("(R U)x' F"), "R U U");
}

#[test]
fn moves_of_other_programs_are_read() {
    for (text, same) in [("Ri U2i", "R' U2"), ("R . U .. F", "R U F"), ("2Rw U 2Fw'", "Rw U Fw'"), ("2rw", "")] {
        match same {
            "" => assert!(moves_error(text).contains("found \"2\""), "{text}"),
            same => assert_eq!(moves(text), moves(same), "{text}"),
        }
    }
    for (text, advice) in [
        ("U 2R", "Rw for two layers, or M' for the middle one"),
        ("U 2D", "Dw for two layers, or E for the middle one"),
        ("U 3F", "z for the whole cube, or B' for the layer opposite"),
    ] {
        let sentence = format!("\"{}\" means different layers in different programs: write {advice}", &text[2..]);
        assert_eq!(moves_error(text), format!("line 1, column 3: {sentence}"));
    }
    // Two layers are the face and the middle one, the whole cube is both and the layer opposite.
    let effect = |text: &str| AnyState::after(PuzzleKind::Cube3, &format!("{text} U F R").parse().unwrap());
    for face in ["U", "R", "F", "D", "L", "B"] {
        let (two, three) = (moves_error(&format!("2{face}")), moves_error(&format!("3{face}")));
        let word = |text: &str, place: usize| text.split(' ').rev().nth(place).unwrap().to_owned();
        let (middle, whole, opposite) = (word(&two, 4), word(&three, 10), word(&three, 4));
        assert_eq!(effect(&format!("{face}w")), effect(&format!("{face} {middle}")), "{two}");
        assert_eq!(effect(&whole), effect(&format!("{face}w {opposite}")), "{three}");
    }
    assert_eq!(moves("U2Rw"), moves("U2 Rw"), "the number belongs to the move before it");
    assert_eq!(moves("U\u{a0}2Rw"), moves("U Rw"), "any white space separates words");
}

#[test]
fn colors_and_digits_are_facelets_by_their_centers() {
    let cube = Cube3::after(&[Turn::R, Turn::U2, Turn::F3, Turn::L]);
    let facelets = cube.to_string();
    for signs in ["WRGYOB", "123456", "wrgyob", "YBRWGO"] {
        let sign = |face: char| signs.chars().nth("URFDLB".find(face).unwrap()).unwrap();
        let text: String = facelets.chars().map(sign).collect();
        let rows: Vec<&str> = (0..6).map(|face| &text[9 * face..9 * face + 9]).collect();
        for text in [text.clone(), rows.join(" "), rows.join("\n")] {
            assert_eq!(text.parse::<AnyState>().unwrap().to_string(), facelets, "{text}");
        }
    }
    let wrong = facelets.replace('U', "W");
    let error = wrong.replacen('W', "X", 1).parse::<AnyState>().unwrap_err().to_string();
    assert!(error.contains("expected a facelet U R F D L B"), "{error}");
}

#[test]
fn letters_that_can_be_facelets_or_moves_are_refused_without_a_format() {
    let solved = Cube3::SOLVED.to_string();
    let separated = |separator: &str| solved.chars().map(String::from).collect::<Vec<_>>().join(separator);
    let rows = solved.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>();
    let sentence = "these 54 letters can be facelets or moves: write facelets as one word, or give the format moves";
    // The centers are those of a cube.
    for text in [separated(" "), separated(","), separated(", "), separated("\n").to_lowercase(), rows.join(",")] {
        assert!(text.parse::<AnyState>().unwrap().is_solved(), "{text}");
    }
    for text in [separated(" "), separated(", ")].map(|text| text.replace('U', "X").replace('D', "U").replace('X', "D"))
    {
        assert_eq!(error(&text), sentence, "{text}");
        let assembled = text.parse::<HeldState<PieceVectors>>().unwrap_err();
        assert_eq!(assembled.to_string(), sentence, "{text}");
    }
    let spaced = separated(" ");
    assert!(Notation::from(Format::Facelets).read::<AnyState>(&spaced).unwrap().is_solved());
    assert_eq!(Notation::from(Format::Moves).read::<AnyState>(&spaced), "U R F D L B".parse::<AnyState>());
    assert_eq!(
        error("R U F D L B R U F D L B R U F D L B R U F D L B"),
        sentence.replace("54", "24"),
        "four of each face of a 2×2×2"
    );
    // 53 letters, and 54 with a suffix, are moves.
    assert!(spaced[2..].parse::<AnyState>().is_ok());
    assert!(spaced.replacen('U', "U'", 1).parse::<AnyState>().is_ok());
}

#[test]
fn limits_of_length_and_nesting_are_enforced() {
    let deep = |depth: usize| "(".repeat(depth) + "R" + &")".repeat(depth);
    assert_eq!(moves(&deep(64)), "R");
    assert_eq!(moves_error(&deep(65)), "line 1, column 65: groups are nested more than 64 deep");
    let too_long = "the sequence is longer than 300000 turns when written out";
    assert_eq!(read_moves("(R)300000", Dialect::Wca).unwrap().moves.len(), MAX_LENGTH);
    assert_eq!(moves_error("(R)300001"), format!("line 1, column 3: {too_long}"));
    assert_eq!(moves_error("((R)1000)301"), format!("line 1, column 9: {too_long}"));
    assert_eq!(moves_error("(R)99999999999999999999999999"), format!("line 1, column 3: {too_long}"));
    let doubled = "[".repeat(60) + "R" + &", U]".repeat(60);
    assert!(moves_error(&doubled).ends_with(too_long));
    assert_eq!(moves("()99999999999999999999999999"), "");
    assert_eq!(moves_error(&" ".repeat(MAX_BYTES + 1)), "the text is larger than 1 MiB");
}

/// Regression found by fuzzing: a million turns were read, but their written form was too long to be read again.
#[test]
fn the_longest_sequence_is_read_back() {
    let longest = read_moves("(R2)300000", Dialect::Wca).unwrap().moves;
    for dialect in [Dialect::Wca, Dialect::Sousa] {
        assert_eq!(read_moves(&longest.to_string(), dialect).unwrap().moves, longest);
    }
}

#[test]
fn an_empty_scramble_is_refused() {
    for text in ["", "  \n", "// nothing", "()"] {
        assert_eq!(error(text), "the scramble is empty: it has no moves");
    }
    assert!("R R'".parse::<AnyState>().unwrap().is_solved());
}

#[test]
fn formats_are_recognized() {
    let solved = Cube3::SOLVED.to_string();
    for (text, format) in [
        ("R U R' U'", Format::Moves),
        ("RUR", Format::Moves),
        ("R U F D L B R U F D L B R U F D L B R U F D L B R", Format::Moves),
        ("Rw Uw Fw Rw Uw Fw Rw Uw", Format::Moves),
        ("// 3\nR", Format::Moves),
        (&solved, Format::Facelets),
        (&solved[..53], Format::Facelets),
        ("UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB", Format::Facelets),
        ("UUU UUU UUU RRR RRR RRR FFF FFF FFF DDD DDD DDD LLL LLL LLL BBB BBB BBB", Format::Facelets),
        ("UUUURRRRFFFFDDDDLLLLBBBB", Format::Facelets),
        ("RURURURURURURURURURURURU", Format::Moves),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR", Format::Pieces),
        ("ufurubuldfdrdbdlfrflbrblufrurbublulfdrfdfldlbdbr", Format::Pieces),
        ("UFR URB UBL ULF DRF DFL DLB DBR", Format::Pieces),
        ("3\nFront", Format::Faces),
        ("Front\nG G G", Format::Faces),
        ("4", Format::Faces),
        ("1. R U2 F'", Format::Moves),
        ("12) R U2 F'", Format::Moves),
        (" { }", Format::Json),
    ] {
        assert_eq!(recognize(text, None), format, "{text}");
    }
    assert_eq!(recognize("UUUURRRRFFFFDDDDLLLLBBBU", Some(PuzzleKind::Cube2)), Format::Facelets);
}

/// Returns the face file of the solved cube after a change of its lines.
fn face_file(change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = Format::Faces.write(Cube3::SOLVED).unwrap().lines().map(ToOwned::to_owned).collect();
    change(&mut lines);
    lines.join("\n")
}

#[test]
fn errors_in_a_face_file_have_their_line() {
    let faulty = |line: usize, text: &str| error(&face_file(|lines| text.clone_into(&mut lines[line - 1])));
    assert_eq!(faulty(1, "4"), "line 1: found \"4\", expected the size, 3 or 2");
    assert_eq!(faulty(6, "Leftt"), "line 6: face \"Leftt\" is not one of Front, Left, Right, Back, Up, Down");
    assert_eq!(faulty(6, "front"), "line 6: face Front occurs a second time");
    assert_eq!(faulty(4, "G X G"), "line 4, column 3: found \"X\", expected a color B G O R W Y");
    assert_eq!(
        faulty(4, "G G G R"),
        "line 4, column 7: the second row of face Front has more than 3 letters: found \"R\""
    );
    assert_eq!(faulty(5, "G G"), "line 5: the third row of face Front has 2 letters instead of 3");
    let inserted = |line: usize, text: &str| error(&face_file(|lines| lines.insert(line - 1, text.to_owned())));
    assert_eq!(inserted(6, "R"), "line 6: face Front has more than 9 letters: found \"R\"");
    assert_eq!(inserted(26, "R R R"), "line 26: face Down has more than 9 letters: found \"R\"");
    assert_eq!(inserted(26, "the end"), "line 26: face \"the end\" is not one of Front, Left, Right, Back, Up, Down");
    let removed = |line: usize| error(&face_file(|lines| drop(lines.remove(line - 1))));
    assert_eq!(removed(5), "line 5: face Front has 2 rows instead of 3");
    assert_eq!(removed(25), "line 24: face Down has 2 rows instead of 3");
    assert_eq!(error(&face_file(|lines| lines.truncate(21))), "face Down is missing");
    assert_eq!(error(&face_file(|lines| lines.truncate(17))), "faces Up, Down are missing");
    assert_eq!(error("3"), "faces Front, Left, Right, Back, Up, Down are missing");
    assert_eq!(
        Notation::from(Format::Faces).read::<AnyState>("").unwrap_err().to_string(),
        "the file is empty: expected the size, 3 or 2, in line 1"
    );
    assert_eq!(faulty(4, "G R G"), "impossible cube: the six centers are not of six different colors");
    assert_eq!(
        faulty(3, "G W G"),
        "impossible cube: color U occurs 10 times instead of 9; color F occurs 8 times instead of 9; no piece has \
         the colors UU found at UF (colors: U = W, R = R, F = G, D = Y, L = O, B = B)"
    );
}

#[test]
fn a_face_file_may_have_any_order_case_and_spacing() {
    let file = face_file(|lines| {
        lines[1] = "FRONT".to_owned();
        lines[2] = "ggg".to_owned();
        lines.insert(5, String::new());
        lines.push(String::new());
    });
    let file = file.replace('\n', "\r\n");
    assert!(format!("\u{feff}{file}").parse::<AnyState>().unwrap().is_solved());
}

#[test]
fn errors_in_facelets_and_pieces_have_their_place() {
    let mut facelets = Cube3::SOLVED.to_string();
    assert_eq!(error(&facelets[1..]), "a cube has 54 facelets (a 2×2×2 has 24), not 53");
    facelets.replace_range(30..31, "x");
    assert_eq!(error(&facelets), "line 1, column 31: found \"x\", expected a facelet U R F D L B");
    let pieces = Format::Pieces.write(Cube3::SOLVED).unwrap();
    assert_eq!(pieces, "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR");
    assert_eq!(error(&pieces[3..]), "20 pieces have 48 letters (the 8 corners of a 2×2×2 have 24), not 46");
    assert_eq!(
        error(&pieces.replace("UB", "UX")),
        "line 1, column 8: found \"X\", expected a sticker's face U R F D L B"
    );
    let turned = pieces.replace("UFR", "FRU").parse::<AnyState>().unwrap_err();
    assert_eq!(turned.to_string(), "impossible cube: one corner is twisted clockwise (URF)");
    assert_eq!(turned.reasons.len(), 1);
    assert_eq!((turned.line, turned.column), (None, None));
}

#[test]
fn json_may_have_a_state_in_several_notations() {
    let sexy = "R U R' U'";
    let cube = sexy.parse::<AnyState>().unwrap();
    let written = Format::Json.write(cube).unwrap();
    assert!(written.starts_with("{\"puzzle\":\"cube3\",\"facelets\":\""), "{written}");
    for text in [
        format!("{{\"moves\": \"{sexy}\"}}"),
        format!("{{\"facelets\": \"{cube}\", \"moves\": \"{sexy}\"}}"),
        format!("{{\n\"puzzle\": \"cube3\", \"pieces\": \"{}\"}}", Format::Pieces.write(cube).unwrap()),
    ] {
        assert_eq!(text.parse::<AnyState>(), Ok(cube), "{text}");
    }
    assert_eq!(
        error(&format!("{{\"facelets\": \"{cube}\", \"moves\": \"R\"}}")),
        "\"facelets\" and \"moves\" are different states"
    );
    assert_eq!(
        error("{\"corner_position\": [0, 1, 2, 3, 4, 5, 6, 7]}"),
        "vectors are missing: a cube3 needs \"corner_position\", \"corner_orientation\", \"edge_position\" and \
         \"edge_orientation\", a cube2 (\"puzzle\": \"cube2\") only the first two"
    );
    let vectors = &written[written.find("\"corner_position").unwrap()..];
    let read_vectors = |text: &str| format!("{{{text}").parse::<AnyState>();
    assert_eq!(read_vectors(vectors), Ok(cube));
    assert_eq!(
        read_vectors(&vectors.replace("11]", "12]")).unwrap_err().to_string(),
        "impossible cube: edge position 11 is 12, which is out of range"
    );
    assert_eq!(
        error("{\"puzzle\": \"cube2\", \"facelets\": \"UU"),
        "line 1, column 35: the JSON ends before it is complete"
    );
    assert_eq!(error("{\"moves\" 3}"), "line 1, column 10: this is not JSON");
    assert_eq!(error("{\"facelets\": \"U\", \"moves\": 3}"), "moves must be a text in quotes, not 3");
    assert_eq!(error(&written.replace("cube3", "cube2")), "\"puzzle\" is cube2, but \"facelets\" is a cube3");
    assert_eq!(error("{\"moves\": \"\"}"), "\"moves\": the scramble is empty: it has no moves");
    assert!(error("{}").starts_with("no state: expected \"facelets\", "));
    assert!(error("{\"color\": 1}").starts_with("unknown key \"color\": expected one of puzzle, facelets, "));
}

#[test]
fn another_puzzle_is_refused() {
    let error = Notation { puzzle: Some(PuzzleKind::Cube3), ..Notation::default() }
        .read::<AnyState>("UUUURRRRFFFFDDDDLLLLBBBB")
        .unwrap_err();
    assert_eq!(error.to_string(), "this is a cube2, expected a cube3");
    assert_eq!("R L'".parse::<Cube2>(), Ok(Cube2::SOLVED));
}

#[test]
fn names_are_read_and_refused() {
    assert_eq!("faces".parse(), Ok(Format::Faces));
    assert_eq!(
        "face".parse::<Format>().unwrap_err().to_string(),
        "\"face\" is not a format: expected one of moves, faces, facelets, pieces, json; did you mean \"faces\"?"
    );
    assert_eq!("sousa".parse(), Ok(Dialect::Sousa));
    assert_eq!(
        "cube4".parse::<PuzzleKind>().unwrap_err().to_string(),
        "\"cube4\" is not a puzzle: expected one of cube3, cube2; did you mean \"cube3\"?"
    );
    assert_eq!(
        Format::Moves.write(Cube3::SOLVED).unwrap_err().to_string(),
        "a state cannot be written as moves: a solver finds moves that lead to it"
    );
}
