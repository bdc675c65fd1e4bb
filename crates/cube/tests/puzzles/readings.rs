//! Texts that other programs write, mostly moves: each with its reading, or with the message of its refusal, usually because it has
//! several. Also parentheses of solutions on the inverse scramble, vectors of cube.js, and pieces of the 2004 cube contest. Facelets of
//! other programs are in `facelet_readings`; some more of their moves are in `notation_texts`, with the texts of every notation.

use evocube_cube::notation::{AnyState, Dialect, Format, Notation, read_moves, recognize};
use evocube_cube::puzzle::HeldMoves;
use evocube_cube::{Cube3, Seed};

/// Texts in the dialect `wca`, and the moves and the rotation that they are.
const READ: &[(&str, &str)] = &[
    // Counts of quarter turns.
    ("R5", "R"),
    ("R10'", "R2"),
    ("R3", "R'"),
    ("u5'", "D' y'"),
    ("M6 R7", "R2 L2 x2 R'"),
    ("R4 U", "U"),
    ("R102", "R2"),
    ("y3", "y'"),
    ("x5", "x"),
    // Apostrophes and invisible characters.
    ("Rʼ U＇ Fʹ D՚ Lߴ B`", "R' U' F' D' L' B'"),
    ("R\u{200b}2\u{feff} U\u{2060}'", "R2 U'"),
    ("Ｒ２ （Ｕ Ｆ）２", "R2 U F U F"),
    ("R− U-", "R' U'"),
    ("R_U-", "R U'"),
    // Repetitions and rotations.
    ("(R U)×3", "R U R U R U"),
    ("(R U) ×2", "R U R U"),
    ("(R U)x3", "R U R U R U"),
    ("R U x2", "R U x2"),
    ("R (x3)", "R x'"),
    ("x3 R", "R x'"),
    ("(R L')", "R L'"),
    // Wide turns that run together.
    ("U2Rw", "U2 L x"),
    ("U'Rw", "U' L x"),
    ("2Rw", "L x"),
    // Moves on the inverse scramble.
    ("^(R U)", "U' R'"),
    ("F ^(R U) D ^(L)2 B", "F D B L' L' U' R'"),
    ("^(R U)' F", "F R U"),
    ("F (R U)", "F R U"),
];

/// Texts that are refused, and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    (
        "R U R' U' x3",
        "column 11: \"x3\" after moves can be a repetition or a rotation of the cube: write (…)3 to repeat them, or the rotation in parentheses, as in (x3)",
    ),
    ("R4 x3", "\"x3\" after moves"),
    ("(R U) x3", "\"x3\" after moves"),
    ("U3Rw", "column 2: \"U3Rw\" can be U3 Rw or U 3Rw: write a space"),
    ("y3Rw", "\"y3Rw\" can be y3 Rw or y 3Rw: write a space"),
    ("(R U)3Rw", "\"(…)3Rw\" can be (…)3 Rw or (…) 3Rw: write a space"),
    ("U12Rw", "\"U12Rw\" can be U12 Rw or U1 2Rw: write a space"),
    ("3Rw", "\"3Rw\" turns all three layers: write x for the whole cube, or Rw for two layers"),
    ("U 3Dw2", "\"3Dw\" turns all three layers: write y' for the whole cube"),
    ("2R", "\"2R\" means different layers in different programs: write Rw for two layers, or M' for the middle one"),
    (
        "3R",
        "\"3R\" means different layers in different programs: write x for the whole cube, or L' for the layer opposite",
    ),
    ("R0", "\"R0\" is no move: expected 2 or more quarter turns"),
    ("R05", "\"R05\" is no move"),
    ("R1", "\"R1\" is ambiguous: give the dialect sousa"),
    ("R ×3", "\"×\" repeats a group: write it as in (R U)×3"),
    ("^R", "found \"^\", expected a face"),
    ("(R ^(U))", "found \"^\", expected a face"),
    ("^(R U)x3", "found \"x\": repeat moves on the inverse as in ^(R U)3"),
    ("R/U", "found \"/\", expected a face"),
    ("(1,0)/", "found \"1\", expected a face"),
];

/// Moves, and the rotation that they leave.
fn reading(text: &str, dialect: Dialect) -> Result<String, String> {
    let HeldMoves { moves, rotation } = read_moves(text, dialect).map_err(|error| error.to_string())?;
    let rotation = rotation.rotation_moves().expect("a rotation");
    Ok(format!("{moves} {rotation}").trim().to_owned())
}

#[test]
fn a_text_has_one_reading_or_is_refused_with_both() {
    for (text, expected) in READ {
        // What is expected may have rotations before moves.
        assert_eq!(reading(text, Dialect::Wca), reading(expected, Dialect::Wca), "{text}");
    }
    for (text, sentence) in REFUSED {
        let error = reading(text, Dialect::Wca).expect_err(text);
        assert!(error.contains(sentence), "{text}: {error}");
    }
}

#[test]
fn parentheses_of_fewest_moves_solving_are_on_the_inverse() {
    for (text, expected) in [("F (R U) D (L2)", "F D L2 U' R'"), ("[R: (U)]", "R U R'"), ("R (U F)2", "R F' U' F' U'")]
    {
        assert_eq!(reading(text, Dialect::Niss).as_deref(), Ok(expected), "{text}");
    }
    assert!(reading("R1", Dialect::Niss).is_err_and(|error| error.contains("ambiguous")));
    // A start of a solution on both sides: normal moves after the scramble, inverted ones before it.
    let (scramble, normal, inverse) = ("R U2 F", "D L", "B2 U");
    let moves = reading(&format!("{normal} ({inverse})"), Dialect::Niss).unwrap();
    let both = format!("{scramble} {moves}").parse::<AnyState>().unwrap();
    let turned = Notation::default().read::<AnyState>(&format!("({inverse})' {scramble} {normal}")).unwrap();
    let (AnyState::Cube3(both), AnyState::Cube3(turned)) = (both, turned) else { panic!("3×3×3") };
    let inverse = Cube3::after(&inverse.parse::<evocube_cube::Algorithm>().unwrap());
    assert_eq!(both, inverse.then(turned).then(inverse.inverse()), "one is the other conjugated");
}

#[test]
fn a_count_of_quarter_turns_may_leave_the_cube_as_it_is() {
    assert!("R4".parse::<AnyState>().unwrap().is_solved());
    let error = Notation::from(Format::Moves).read::<AnyState>("()").unwrap_err().to_string();
    assert_eq!(error, "the scramble is empty: it has no moves");
}

#[test]
fn vectors_have_the_names_of_cube_js() {
    let state = Cube3::random(&mut Seed::from_number(3).stream());
    let vectors = state.vectors();
    let (cp, co) = (vectors.corner_position, vectors.corner_orientation);
    let (ep, eo) = (vectors.edge_position, vectors.edge_orientation);
    let text = |center: &str| format!("{{{center}\"cp\": {cp:?}, \"co\": {co:?}, \"ep\": {ep:?}, \"eo\": {eo:?}}}");
    for center in ["", "\"center\": [0, 1, 2, 3, 4, 5], "] {
        assert_eq!(text(center).parse::<AnyState>(), Ok(state.into()));
    }
    let error = text("\"center\": [1, 0, 2, 3, 4, 5], ").parse::<AnyState>().unwrap_err();
    assert_eq!(error.to_string(), "\"center\" is not [0, 1, 2, 3, 4, 5]: expected a cube that is turned home");
}

#[test]
fn a_cube_of_the_contest_may_begin_with_a_colon() {
    let state: AnyState = Cube3::random(&mut Seed::from_number(4).stream()).into();
    let pieces = Format::Pieces.write(state).unwrap();
    for text in [format!(":{pieces}"), format!(" : {}", pieces.to_lowercase().replace(' ', ""))] {
        assert_eq!((text.parse::<AnyState>(), recognize(&text, None)), (Ok(state), Format::Pieces), "{text}");
    }
    let error = ":UF UX".parse::<AnyState>().unwrap_err().to_string();
    assert_eq!(error, "line 1, column 6: found \"X\", expected a sticker's face U R F D L B");
}
