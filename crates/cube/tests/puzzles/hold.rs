//! Cubes as they lie in the hand, beside a model of stickers in space that shares nothing with the library. Moves and solutions go on from
//! the orientation that a text leaves. Facelets, JSON and moves are read as they lie, those of one document alike, and the 24 rotations
//! have names. Commands are tested in `tests/cli/hold.rs`.

use evocube_cube::notation::{AnyState, Dialect, Format, Notation, read_moves};
use evocube_cube::puzzle::{HeldMoves, HeldState, PieceVectors};
use evocube_cube::search::Layers;
use evocube_cube::{Budget, CUBE2, CUBE3, Puzzle, PuzzleKind, Solver, Symmetry};
use proptest::prelude::*;

use crate::properties::{check, properties};

/// A point or a direction: to the right, up, to the front.
type Vector = [i32; 3];

/// Returns a vector after quarter turns about an axis, clockwise seen from its positive end.
fn rotated(vector: Vector, axis: usize, quarters: i32) -> Vector {
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    (0..quarters.rem_euclid(4)).fold(vector, |old, _| {
        let mut new = old;
        (new[next], new[last]) = (old[last], -old[next]);
        new
    })
}

/// The axis of a face, and its side.
fn axis_of(face: char) -> (usize, i32) {
    match face {
        'R' => (0, 1),
        'L' => (0, -1),
        'U' => (1, 1),
        'D' => (1, -1),
        'F' => (2, 1),
        'B' => (2, -1),
        other => panic!("{other} is no face"),
    }
}

/// The places of the 54 stickers in the order of facelets: their points and the directions in which they look.
fn places() -> Vec<(Vector, Vector)> {
    let mut places = Vec::new();
    for face in "URFDLB".chars() {
        let (axis, side) = axis_of(face);
        let mut normal = [0; 3];
        normal[axis] = side;
        for row in -1..=1 {
            for column in -1..=1 {
                // Rows and columns as in the net.
                let point = match face {
                    'U' => [column, 1, row],
                    'D' => [column, -1, -row],
                    'F' => [column, -row, 1],
                    'B' => [-column, -row, -1],
                    'R' => [1, -row, -column],
                    _ => [-1, -row, column],
                };
                places.push((point, normal));
            }
        }
    }
    places
}

/// A cube as stickers in space: the place of each, in the order of their homes.
struct Model(Vec<(Vector, Vector)>);

impl Model {
    /// Performs moves that are separated by spaces.
    fn after(moves: &str) -> Self {
        let mut model = Self(places());
        moves.split_whitespace().for_each(|word| model.perform(word));
        model
    }

    fn perform(&mut self, word: &str) {
        let letter = word.chars().next().expect("a move");
        let rest = &word[1..];
        let (is_wide, rest) = (letter.is_ascii_lowercase() || rest.starts_with('w'), rest.trim_start_matches('w'));
        let quarters = if rest.starts_with('2') { 2 } else { 1 } * if rest.ends_with('\'') { -1 } else { 1 };
        let (axis, side, layers): (_, _, &[i32]) = match letter {
            'x' | 'y' | 'z' => ("xyz".find(letter).expect("an axis"), 1, &[-1, 0, 1]),
            'M' => (0, -1, &[0]),
            'E' => (1, -1, &[0]),
            'S' => (2, 1, &[0]),
            _ => {
                let (axis, side) = axis_of(letter.to_ascii_uppercase());
                let layers: &[i32] = match (side, is_wide) {
                    (1, false) => &[1],
                    (1, true) => &[0, 1],
                    (_, false) => &[-1],
                    (_, true) => &[-1, 0],
                };
                (axis, side, layers)
            }
        };
        for (point, normal) in self.0.iter_mut().filter(|(point, _)| layers.contains(&point[axis])) {
            *point = rotated(*point, axis, side * quarters);
            *normal = rotated(*normal, axis, side * quarters);
        }
    }

    /// The letters of the facelets as the cube lies.
    fn facelets(&self) -> String {
        let color = |place| "URFDLB".as_bytes()[self.0.iter().position(|now| now == place).expect("a sticker") / 9];
        places().iter().map(|place| char::from(color(place))).collect()
    }

    /// The letters of the corners' facelets: those of a 2×2×2.
    fn corner_facelets(&self) -> String {
        let is_corner = |&(index, _): &(usize, char)| [0, 2, 6, 8].contains(&(index % 9));
        self.facelets().chars().enumerate().filter(is_corner).map(|(_, letter)| letter).collect()
    }
}

/// Whether each face has one color.
fn is_uniform(facelets: &str) -> bool {
    let size = facelets.len() / 6;
    facelets.as_bytes().chunks(size).all(|face| face.iter().all(|color| *color == face[0]))
}

/// Moves with rotations, slices and wide moves, at most so many.
fn words(max: usize) -> impl Strategy<Value = Vec<String>> {
    let kinds = ["U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw", "u", "r", "f", "d", "l", "b"];
    let kinds: Vec<&str> = kinds.into_iter().chain(["M", "E", "S", "x", "y", "z"]).collect();
    let word = (prop::sample::select(kinds), prop::sample::select(vec!["", "2", "'"]));
    prop::collection::vec(word.prop_map(|(letter, suffix)| format!("{letter}{suffix}")), 0..=max)
}

/// The literal inverse: the last move first, each with the opposite sign.
fn inverse(words: &[String]) -> Vec<String> {
    let inverse = |word: &String| match (word.strip_suffix('\''), word.ends_with('2')) {
        (Some(word), _) => word.to_owned(),
        (None, true) => word.clone(),
        (None, false) => format!("{word}'"),
    };
    words.iter().rev().map(inverse).collect()
}

/// Checks what the commands do with the moves B on the cube A: `check A B` solves exactly if `show "A B"` is solved in some rotation,
/// and both are what the model shows. Returns whether it is solved.
fn check_law<P: Puzzle>(puzzle: &P, a: &str, b: &str) -> Result<bool, TestCaseError> {
    let held = |text: &str| match text {
        "" => puzzle.solved().into(),
        _ => puzzle.read(text, Format::Moves.into()).expect("moves"),
    };
    let end = puzzle.go_on(held(a), &puzzle.read_moves(b, Dialect::Wca).expect("moves"));
    let both = held(format!("{a} {b}").trim());
    let model = Model::after(&format!("{a} {b}"));
    let expected = if puzzle.cube() == Some(PuzzleKind::Cube3) { model.facelets() } else { model.corner_facelets() };
    prop_assert_eq!(&puzzle.write_lying(both), &expected, "show \"{} {}\"", a, b);
    prop_assert_eq!(&puzzle.write_lying(end), &expected, "show \"{}\" --then \"{}\"", a, b);
    prop_assert_eq!(puzzle.is_solved(end.state), is_uniform(&expected), "check \"{}\" \"{}\"", a, b);
    prop_assert_eq!(both.hold, end.hold);
    Ok(is_uniform(&expected))
}

fn check_laws(a: &[String], b: &[String], middle: &[String]) -> Result<(), TestCaseError> {
    let (text, back) = (a.join(" "), inverse(a).join(" "));
    for (moves, solves) in [
        (b.join(" "), None),
        (back.clone(), Some(true)),
        // Rotations at the end, and a detour, keep it solved.
        (format!("{back} y x'"), Some(true)),
        (format!("{} {} {back}", middle.join(" "), inverse(middle).join(" ")), Some(true)),
        // A rotation before names other faces.
        (format!("y {back}"), None),
        (format!("{back} R"), Some(false)),
    ] {
        let is_solved = check_law(&CUBE3, &text, moves.trim())?;
        prop_assert!(solves.is_none_or(|solves| solves == is_solved), "{text}: {moves}");
        check_law(&CUBE2, &text, moves.trim())?;
    }
    Ok(())
}

properties! {
    #[test]
    fn moves_go_on_from_the_orientation_that_the_text_leaves(a in words(12), b in words(4), middle in words(6)) {
        check_laws(&a, &b, &middle)?;
    }

    #[test]
    fn facelets_are_read_as_they_lie_and_written_so(a in words(12)) {
        let text = a.join(" ");
        let lying = Model::after(&text).facelets();
        let held = lying.parse::<HeldState<AnyState>>().unwrap();
        if !a.is_empty() {
            prop_assert_eq!(text.parse::<HeldState<AnyState>>(), Ok(held));
            // Sweeps take the state that is turned home, as before.
            prop_assert_eq!(text.parse::<AnyState>(), Ok(held.state));
        }
        for format in [Format::Facelets, Format::Json] {
            prop_assert_eq!(Notation::default().read::<HeldState<AnyState>>(&format.write(held).unwrap()), Ok(held));
        }
        let pieces = Format::Pieces.write(held).unwrap();
        prop_assert_eq!(pieces.parse::<HeldState<AnyState>>(), Ok(held.state.into()));
        let assembled = lying.parse::<HeldState<PieceVectors>>().unwrap();
        prop_assert_eq!((assembled.state, assembled.hold), (held_vectors(held.state), held.hold));
        // Colors have no home: the centers say which is which.
        let colors: String = lying.chars().map(|letter| char::from(b"WRGYOB"["URFDLB".find(letter).unwrap()])).collect();
        let colored = colors.parse::<HeldState<AnyState>>().unwrap();
        prop_assert_eq!((colored.state, colored.hold), (held.lying(), Symmetry::IDENTITY));
        let faces = Notation::default().read::<HeldState<AnyState>>(&Format::Faces.write(held).unwrap()).unwrap();
        prop_assert_eq!(faces, colored);
    }

    #[test]
    fn a_solution_of_the_lying_state_solves_the_cube_in_the_hand(a in words(12)) {
        let text = a.join(" ");
        let held = Notation::default().read::<HeldState<AnyState>>(&Model::after(&text).facelets()).unwrap();
        let AnyState::Cube3(lying) = held.lying() else { panic!("a 3×3×3") };
        let solution = Layers::new().solve(lying, &Budget::default()).unwrap();
        let facelets = Model::after(&format!("{text} {}", solution.moves())).facelets();
        prop_assert!(is_uniform(&facelets));
        // No move of it turns the whole cube.
        prop_assert_eq!(facelets.parse::<HeldState<AnyState>>().unwrap().hold, held.hold);
    }
}

fn held_vectors(state: AnyState) -> evocube_cube::puzzle::PieceVectors {
    let AnyState::Cube3(cube) = state else { panic!("a 3×3×3") };
    cube.vectors()
}

#[test]
#[ignore = "a minute: ten thousand cases"]
fn moves_go_on_from_the_orientation_that_the_text_leaves_in_ten_thousand_cases() {
    let config = ProptestConfig::with_cases(10_000);
    check(config, (words(12), words(4), words(6)), |(a, b, middle)| check_laws(&a, &b, &middle));
}

#[test]
fn the_24_rotations_have_different_names_that_are_read_back() {
    let mut names = Vec::new();
    for rotation in Symmetry::rotations() {
        let name = rotation.rotation_moves().expect("a rotation");
        let HeldMoves { moves, rotation: left } = read_moves(&name, Dialect::Wca).unwrap();
        assert!(moves.is_empty() && left == rotation && name.split_whitespace().count() <= 2, "{name}");
        // The model lies as the name says.
        let centers: Vec<char> = Model::after(&name).facelets().chars().skip(4).step_by(9).collect();
        let expected: Vec<char> = evocube_cube::Face::ALL.map(|face| rotation.inverse().face(face).letter()).into();
        assert_eq!(centers, expected, "{name}");
        names.push(name);
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 24);
    assert!(Symmetry::all().filter(|symmetry| symmetry.rotation_moves().is_none()).all(Symmetry::mirrors));
}

#[test]
fn facelets_and_moves_show_one_cube_in_each_of_the_24_holds() {
    for (number, rotation) in Symmetry::rotations().enumerate() {
        let seed = evocube_cube::Seed::from_number(u64::try_from(number).unwrap());
        let turns = CUBE3.moves();
        let mut stream = seed.stream();
        let moves: evocube_cube::Algorithm = (0..20).map(|_| turns[stream.index(turns.len())]).collect();
        let text = format!("{moves} {}", rotation.rotation_moves().unwrap());
        let lying = Model::after(text.trim()).facelets();
        // The picture of the model and the moves are one cube in one hold, also as a net, in JSON and in another order.
        let held = text.trim().parse::<HeldState<AnyState>>().unwrap();
        assert_eq!((held.state, held.hold), (AnyState::after(PuzzleKind::Cube3, &moves), rotation), "{text}");
        let faces: Vec<&str> = (0..6).map(|face| &lying[9 * face..][..9]).collect();
        let ordered = format!("LUFDRB: {}", [4, 0, 2, 3, 1, 5].map(|face| faces[face]).concat());
        let rows = |face: usize, row: usize| &faces[face][3 * row..][..3];
        let net: String = (0..3)
            .map(|row| format!("   {}\n", rows(0, row)))
            .chain((0..3).map(|row| [4, 2, 1, 5].map(|face| rows(face, row)).concat() + "\n"))
            .chain((0..3).map(|row| format!("   {}\n", rows(3, row))))
            .collect();
        for other in [lying.clone(), ordered, net, Format::Json.write(held).unwrap()] {
            assert_eq!(other.parse::<HeldState<AnyState>>(), Ok(held), "{other}");
        }
        assert_eq!(Format::Facelets.write(held).unwrap(), lying);
        // Moves go on from there.
        let after = Model::after(&format!("{text} R U' M")).facelets();
        let end = held.go_on(&read_moves("R U' M", Dialect::Wca).unwrap());
        assert_eq!(Format::Facelets.write(end).unwrap(), after, "{text}");
    }
}

#[test]
fn several_notations_of_one_document_lie_alike() {
    let lying = Model::after("R U x").facelets();
    let home = Format::Facelets.write("R U x".parse::<AnyState>().unwrap()).unwrap();
    let pieces = Format::Pieces.write("R U".parse::<AnyState>().unwrap()).unwrap();
    let read = |text: &str| text.parse::<HeldState<AnyState>>();
    let held: HeldState<AnyState> = read("R U x").unwrap();
    for keys in [
        format!("\"facelets\": \"{lying}\", \"moves\": \"R U x\""),
        format!("\"facelets\": \"{lying}\", \"pieces\": \"{pieces}\""),
        format!("\"pieces\": \"{pieces}\", \"moves\": \"R U x\""),
    ] {
        assert_eq!(read(&format!("{{{keys}}}")), Ok(held), "{keys}");
    }
    let error = read(&format!("{{\"facelets\": \"{home}\", \"moves\": \"R U x\"}}")).unwrap_err();
    assert_eq!(error.to_string(), "\"facelets\" and \"moves\" are one state, but the cube lies differently in them");
    // A 2×2×2 has no centers: its facelets lie as they are.
    let corners = Model::after("R U x").corner_facelets();
    let small = read(&format!("{{\"puzzle\": \"cube2\", \"facelets\": \"{corners}\", \"moves\": \"R U x\"}}")).unwrap();
    assert_eq!((small.facelets(), small.hold), (read(&corners).unwrap().facelets(), Symmetry::IDENTITY));
    assert!(
        CUBE2.read("R U x", Format::Moves.into()).unwrap().state
            == evocube_cube::Cube2::SOLVED.apply_all(&"R U".parse::<evocube_cube::Algorithm>().unwrap())
    );
}
