//! Facelets as other programs write them: unfolded cubes, initials of colors, numbers of stickers, faces in another order; and why
//! impossible ones are refused. Other texts of such programs are in `readings`, accepted and refused texts of every notation in
//! `notation_texts`.

use evocube_cube::notation::{AnyState, Format, Notation, recognize};
use evocube_cube::puzzle::HeldState;
use evocube_cube::puzzle::cube3::{CORNER_FACELETS, EDGE_FACELETS};
use evocube_cube::{Cube2, Cube3, Face, PuzzleKind, Seed, Turn};

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
    text.parse::<AnyState>().unwrap_err().to_string()
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
                    let again = text.parse::<AnyState>().unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(
                        (again.facelets(), recognize(&text, None)),
                        (state.facelets(), Format::Facelets),
                        "{text}"
                    );
                    assert_eq!(Notation::from(Format::Facelets).read::<AnyState>(&text), Ok(again));
                }
            }
        }
    }
}

#[test]
fn faces_of_a_net_stand_in_the_columns_of_front() {
    let text = net(Cube3::SOLVED.into(), "", " ").replacen("    UUU", "     UUU", 1);
    let sentence = "line 1, column 6: this row of a net begins in another column than Front, which begins in column 5";
    assert_eq!(error(&text), sentence);
    // Moves in lines of the same lengths are moves.
    assert_eq!(recognize("R U\nF D\nR U F D R U F D\nR U F D R U F D\nR U\nF D", None), Format::Moves);
    // A wrong cube has its reasons.
    let text = net(Cube3::SOLVED.into(), "", " ").replacen("UUU", "UUF", 1);
    assert!(error(&text).starts_with("impossible cube: color U occurs 8 times instead of 9"), "{}", error(&text));
}

#[test]
fn a_2x2x2_is_read_in_the_initials_of_colors() {
    for state in states().into_iter().filter(|state| state.kind() == PuzzleKind::Cube2) {
        let text = signed(&state.to_string(), COLORS);
        let separated = text.chars().map(String::from).collect::<Vec<_>>().join(" ");
        for text in [text.clone(), text.to_lowercase(), separated] {
            assert_eq!(text.parse::<AnyState>().map(AnyState::facelets), Ok(state.facelets()), "{text}");
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
                let again = text.parse::<AnyState>().unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again.facelets(), state.facelets(), "{text}");
            }
        }
    }
}

/// The orders that other programs use, but for the default one.
const ORDERS: [&str; 10] =
    ["ULFRBD", "UFRBLD", "UFRDBL", "UDFBLR", "UDLRFB", "UDLRBF", "FRBLUD", "FLRBUD", "LUFDRB", "rows"];

/// Returns the facelets of a cube in an order.
fn ordered(state: AnyState, order: &str) -> String {
    if order == "rows" {
        return net(state, "", "").split_whitespace().collect();
    }
    let facelets = state.to_string();
    let size = facelets.len() / 6;
    order.chars().map(|face| &facelets[size * "URFDLB".find(face).unwrap()..][..size]).collect()
}

#[test]
fn an_order_in_which_an_impossible_cube_exists_is_named_and_none_is_taken() {
    for state in states() {
        let is_small = state.kind() == PuzzleKind::Cube2;
        for order in ORDERS {
            for signs in ["URFDLB", COLORS, "123456"] {
                if is_small && signs == "123456" {
                    continue;
                }
                let text = signed(&ordered(state, order), signs);
                let error = error(&text);
                let advice =
                    error.split("; it is a cube in the order").nth(1).unwrap_or_else(|| panic!("{error}\n{text}"));
                let (names, example) = advice.split_once(": if that is meant, write \"").unwrap();
                assert!(names.contains(order) && example.ends_with(": \" in front"), "{order}: {error}");
                // Each order that is named is one in which the cube exists, and the right one has this cube.
                for name in names.trim_start_matches('s').split(", ") {
                    let again = Notation::default().read::<AnyState>(&format!("{}: {text}", name.trim()));
                    let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert!(name.trim() != order || again.facelets() == state.facelets(), "{order}: {text}");
                }
            }
        }
    }
}

#[test]
fn an_order_in_which_a_cube_does_not_exist_is_not_named() {
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    assert_eq!(error(flipped), "impossible cube: one edge is flipped (UF)");
    // It does not exist in the order of its centers either.
    let faces: Vec<&str> = [0, 4, 2, 1, 5, 3].iter().map(|face| &flipped[9 * face..][..9]).collect();
    assert_eq!(error(&faces.concat()), "impossible cube: the six centers are not arranged as on a cube");
    // A stated order is not doubted.
    let state = states()[0].to_string();
    assert!(!error(&format!("ULFRBD: {state}")).contains("order"), "{}", error(&format!("ULFRBD: {state}")));
}

#[test]
fn the_order_of_the_centers_is_named_first() {
    // None of the orders of other programs.
    let state: AnyState = Cube3::random(&mut Seed::from_number(8).stream()).into();
    let error_of = error(&ordered(state, "BUFLRD"));
    let sentence = "; it is a cube in the order BUFLRD: if that is meant, write \"BUFLRD: \" in front";
    assert!(error_of.starts_with("impossible cube: ") && error_of.ends_with(sentence), "{error_of}");
    // The place is that in the whole text.
    let wrong = format!("ULFRBD: {}", ordered(state, "ULFRBD").replacen('U', "x", 1));
    let column = 9 + ordered(state, "ULFRBD").find('U').unwrap();
    assert_eq!(error(&wrong), format!("line 1, column {column}: found \"x\", expected a facelet U R F D L B"));
    // A net has an order of its own.
    let net = net(state, "", " ");
    assert!(
        error(&format!("ULFRBD:\n{net}"))
            .starts_with("a net has its rows in the order of an unfolded cube, not its faces")
    );
    assert_eq!(format!("rows:\n{net}").parse::<AnyState>(), Ok(state));
    // The reader of the Python class `Cube`.
    let ordered = format!("ULFRBD: {}", ordered(state, "ULFRBD"));
    assert_eq!(ordered.parse::<HeldState<AnyState>>().map(|held| held.state), Ok(state));
}

#[test]
fn the_54_stickers_are_read_by_their_numbers() {
    for state in states().into_iter().filter(|state| state.kind() == PuzzleKind::Cube3) {
        let cube = Cube3::try_from(state).unwrap();
        // A model of the stickers: each color of a piece is its sticker on that face.
        let facelets = state.facelets();
        let pieces: Vec<Vec<usize>> = CORNER_FACELETS
            .iter()
            .map(|piece| piece.to_vec())
            .chain(EDGE_FACELETS.iter().map(|piece| piece.to_vec()))
            .collect();
        let mut ids: Vec<usize> = (0..54).collect();
        for position in &pieces {
            let is_piece = |piece: &&Vec<usize>| {
                piece.len() == position.len()
                    && position.iter().all(|&facelet| piece.iter().any(|home| Face::ALL[home / 9] == facelets[facelet]))
            };
            let piece = pieces.iter().find(is_piece).unwrap();
            for &facelet in position {
                ids[facelet] = *piece.iter().find(|home| Face::ALL[**home / 9] == facelets[facelet]).unwrap();
            }
        }
        for first in [0, 1] {
            let text = ids.iter().map(|id| (id + first).to_string()).collect::<Vec<_>>().join(" ");
            for text in [text.clone(), format!("[{}]", text.replace(' ', ", "))] {
                assert_eq!(text.parse::<AnyState>(), Ok(cube.into()), "{text}");
                assert_eq!(recognize(&text, None), Format::Facelets);
            }
        }
        // In another order the numbers are those of the same order.
        let order = "UDLRBF";
        let place = |facelet: usize| 9 * order.find("URFDLB".as_bytes()[facelet / 9] as char).unwrap() + facelet % 9;
        let mut listed = [0; 54];
        (0..54).for_each(|facelet| listed[place(facelet)] = place(ids[facelet]));
        let text = listed.map(|id| id.to_string()).join(" ");
        assert_eq!(format!("{order}: {text}").parse::<AnyState>(), Ok(cube.into()));
        // Two stickers of one color are different.
        let mut wrong = ids.clone();
        let (a, b) = (ids.iter().position(|id| *id == 0).unwrap(), ids.iter().position(|id| *id == 2).unwrap());
        wrong.swap(a, b);
        let text = wrong.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        assert!(error(&text).ends_with("(counted from 0) are on one piece, but belong to several"), "{}", error(&text));
    }
}

#[test]
fn colors_in_wrong_numbers_have_their_reasons() {
    let text = signed(&Cube3::SOLVED.to_string(), COLORS).replacen('W', "R", 1);
    assert!(error(&text).starts_with("impossible cube: color U occurs 8 times instead of 9"), "{}", error(&text));
}
