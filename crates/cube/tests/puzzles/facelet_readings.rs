//! Facelets as other programs write them: unfolded cubes, initials of colors, faces in another order.

use evocube_cube::notation::{AnyState, Dialect, Format, read, recognize};
use evocube_cube::{Cube2, Cube3, CubeState, Face, PuzzleKind, Seed, Turn};

const COLORS: &str = "WRGYOB";

/// Returns a text with the sign of each face in place of its letter.
fn signed(text: &str, signs: &str) -> String {
    let sign = |letter| "URFDLB".find(letter).map_or(letter, |face| signs.as_bytes()[face] as char);
    text.chars().map(sign).collect()
}

/// Returns the net of a cube, with a gap between the signs of a row and one between faces.
fn net(state: AnyState, sign_gap: &str, face_gap: &str) -> String {
    let facelets = state.facelets();
    let size = if facelets.len() == 54 { 3 } else { 2 };
    let row = |face: Face, row: usize| -> String {
        let row = &facelets[size * size * face.index() + size * row..][..size];
        row.iter().map(|color| color.letter().to_string()).collect::<Vec<_>>().join(sign_gap)
    };
    let indent = " ".repeat(size + (size - 1) * sign_gap.len() + face_gap.len());
    let mut text = String::new();
    for faces in [&[Face::U][..], &[Face::L, Face::F, Face::R, Face::B], &[Face::D]] {
        for number in 0..size {
            let rows: Vec<String> = faces.iter().map(|&face| row(face, number)).collect();
            text += if faces.len() == 1 { &indent } else { "" };
            text += &format!("{}\n", rows.join(face_gap));
        }
    }
    text
}

fn error(text: &str) -> String {
    read(text, None, None, Dialect::Wca).unwrap_err().to_string()
}

/// Returns some states of both cubes.
fn states() -> Vec<AnyState> {
    let stream = |seed: u64| Seed::from_number(seed).stream();
    let large = (0..20).map(|seed| Cube3::random(&mut stream(seed)).into());
    let small = (0..20).map(|seed| Cube2::random(&mut stream(seed)).apply_all(&[Turn::R, Turn::L3][..]).into());
    large.chain(small).collect()
}

#[test]
fn an_unfolded_cube_is_read_in_letters_of_faces_colors_and_digits() {
    for state in states() {
        for (sign_gap, face_gap) in [("", ""), ("", " "), (" ", "  "), (" ", " ")] {
            let text = net(state, sign_gap, face_gap);
            for signs in ["URFDLB", "urfdlb", COLORS, "123456"] {
                let is_small = state.kind() == PuzzleKind::Cube2;
                if is_small && signs.starts_with('1') {
                    continue;
                }
                for text in [signed(&text, signs), format!("\n{}", signed(&text, signs).replace('\n', "\r\n"))] {
                    let again = read(&text, None, None, Dialect::Wca).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(
                        (again.facelets(), recognize(&text, None)),
                        (state.facelets(), Format::Facelets),
                        "{text}"
                    );
                    assert_eq!(read(&text, Some(Format::Facelets), None, Dialect::Wca), Ok(again));
                }
            }
        }
    }
}

#[test]
fn faces_of_a_net_stand_in_the_columns_of_front() {
    let text = net(AnyState::from_state(Cube3::SOLVED), "", " ").replacen("    UUU", "     UUU", 1);
    let sentence = "line 1, column 6: this row of a net begins in another column than Front, which begins in column 5";
    assert_eq!(error(&text), sentence);
    // Moves in lines of the same lengths are moves.
    assert_eq!(recognize("R U\nF D\nR U F D R U F D\nR U F D R U F D\nR U\nF D", None), Format::Moves);
    // A wrong cube has its reasons.
    let text = net(AnyState::from_state(Cube3::SOLVED), "", " ").replacen("UUU", "UUF", 1);
    assert!(error(&text).starts_with("impossible cube: color U occurs 8 times instead of 9"), "{}", error(&text));
}

#[test]
fn a_2x2x2_is_read_in_the_initials_of_colors() {
    for state in states().into_iter().filter(|state| state.kind() == PuzzleKind::Cube2) {
        let text = signed(&state.to_string(), COLORS);
        let separated = text.chars().map(String::from).collect::<Vec<_>>().join(" ");
        for text in [text.clone(), text.to_lowercase(), separated] {
            assert_eq!(read(&text, None, None, Dialect::Wca).map(AnyState::facelets), Ok(state.facelets()), "{text}");
        }
    }
}

#[test]
fn faces_are_read_in_the_order_that_stands_in_front() {
    for state in states() {
        let facelets = state.to_string();
        let size = facelets.len() / 6;
        for order in ["ULFRBD", "FRBLUD", "urfdlb"] {
            let face = |letter: char| {
                let place = "URFDLB".find(letter.to_ascii_uppercase()).unwrap();
                &facelets[size * place..][..size]
            };
            let faces: Vec<&str> = order.chars().map(face).collect();
            for (signs, separator) in [("URFDLB", ""), ("URFDLB", " "), (COLORS, "\n")] {
                let text = format!("{order}: {}", signed(&faces.join(separator), signs));
                let again = read(&text, None, None, Dialect::Wca).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again.facelets(), state.facelets(), "{text}");
            }
        }
    }
}

#[test]
fn another_order_that_is_not_stated_is_named_in_the_advice() {
    let faces = ["U", "L", "F", "R", "B", "D"].map(|face| face.repeat(9)).concat();
    let sentence =
        "the centers are ULFRBD, not URFDLB: if the faces are in this order, write \"ULFRBD: \" in front of them";
    assert_eq!(error(&faces), sentence);
    assert!(read(&format!("ULFRBD: {faces}"), None, None, Dialect::Wca).unwrap().is_solved());
    // The place is that in the whole text.
    let wrong = format!("ULFRBD: {}", faces.replacen('U', "x", 1));
    assert_eq!(error(&wrong), "line 1, column 9: found \"x\", expected a facelet U R F D L B");
}

#[test]
fn colors_in_wrong_numbers_have_their_reasons() {
    let text = signed(&Cube3::SOLVED.to_string(), COLORS).replacen('W', "R", 1);
    assert!(error(&text).starts_with("impossible cube: color U occurs 8 times instead of 9"), "{}", error(&text));
}
