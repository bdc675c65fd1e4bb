//! Round trips of states and moves in every notation, brackets and rotations among moves, and random texts that cause no panic. Also colors
//! that no cube has or of another scheme, and states and moves of publications: G. R. Monteiro and D. S. Menasché, M. Abreu García,
//! B. L. Sousa, and those of `states.tsv`. Messages of refused texts are tested in `notation_texts`.

use evocube_cube::notation::{AnyState, Dialect, Format, Notation, read_moves, recognize};
use evocube_cube::puzzle::cube3::Setup;
use evocube_cube::{Algorithm, CUBE2, CUBE3, Cube3, Face, Puzzle, PuzzleKind, Seed, Turn};
use proptest::prelude::*;

use crate::properties::properties;

fn algorithm() -> impl Strategy<Value = Algorithm> {
    prop::collection::vec(0..18usize, 0..40).prop_map(|turns| turns.into_iter().map(|turn| Turn::ALL[turn]).collect())
}

fn state<P: Puzzle + Clone>(puzzle: P) -> impl Strategy<Value = P::State> {
    any::<u64>().prop_map(move |seed| puzzle.random(&mut Seed::from_number(seed).stream()))
}

const WRITABLE: [Format; 4] = [Format::Faces, Format::Facelets, Format::Pieces, Format::Json];

fn round_trip<P: Puzzle>(puzzle: &P, state: P::State) -> Result<(), TestCaseError>
where
    P::State: Into<AnyState>,
{
    let any: AnyState = state.into();
    for format in WRITABLE {
        let text = format.write(any).expect("a state has this format");
        prop_assert_eq!(recognize(&text, None), format);
        prop_assert_eq!(text.parse::<AnyState>(), Ok(any), "{}", text);
        prop_assert_eq!(puzzle.read(&text, format.into()).map(|held| held.state), Ok(state));
        let small = text.to_lowercase();
        if format != Format::Json {
            prop_assert_eq!(small.parse::<AnyState>(), Ok(any), "{}", small);
        }
        // The facelets are unchanged, even for a 2×2×2 in another orientation.
        let again = text.parse::<AnyState>().expect("read before");
        prop_assert_eq!(format.write(again), Ok(text));
    }
    Ok(())
}

properties! {
    #[test]
    fn states_round_trip_in_every_notation(cube in state(CUBE3)) {
        round_trip(&CUBE3, cube)?;
    }

    #[test]
    fn pocket_cubes_round_trip_with_their_orientation(start in state(CUBE2), moves in algorithm()) {
        round_trip(&CUBE2, start.apply_all(&moves))?;
    }

    #[test]
    fn moves_round_trip_in_every_style(moves in algorithm()) {
        prop_assert_eq!(&moves.to_string().parse::<Algorithm>().unwrap(), &moves);
        // The suffixes of the WCA, of Sousa, of Abreu García and of the contest, with the dialects that read them.
        for (suffixes, dialects) in [
            (["", "2", "'"], &[Dialect::Wca, Dialect::Sousa][..]),
            (["", "2", "1"], &[Dialect::Sousa]),
            (["", "2", "3"], &[Dialect::Wca, Dialect::Contest]),
            (["+", "2", "-"], &[Dialect::Wca, Dialect::Contest]),
        ] {
            let words = moves.iter().map(|turn| format!("{}{} ", turn.face().letter(), suffixes[turn.index() % 3]));
            let text: String = words.collect();
            let together = text.replace(' ', "");
            for &dialect in dialects {
                prop_assert_eq!(&read_moves(&text, dialect).unwrap().moves, &moves, "{}", text);
                prop_assert_eq!(&read_moves(&together, dialect).unwrap().moves, &moves, "{}", together);
            }
        }
    }

    #[test]
    fn brackets_expand_to_commutators_and_conjugates(a in algorithm(), b in algorithm(), n in 1..5usize) {
        let (inverse_a, inverse_b) = (a.inverse(), b.inverse());
        for (short, long) in [
            (format!("[{a}, {b}]"), format!("{a} {b} {inverse_a} {inverse_b}")),
            (format!("[{a}: {b}]"), format!("{a} {b} {inverse_a}")),
            (format!("[{a}, {b}]'"), format!("{b} {a} {inverse_b} {inverse_a}")),
            (format!("({a}){n}'"), vec![inverse_a.to_string(); n].join(" ")),
            (format!("(x {a} M)' (x {a} M)"), String::new()),
        ] {
            let short: Algorithm = short.parse().unwrap();
            let long: Algorithm = long.parse().unwrap();
            prop_assert_eq!(Cube3::after(&short), Cube3::after(&long));
        }
    }

    #[test]
    fn moves_after_a_rotation_are_conjugated(moves in algorithm(), turn in 0..18usize) {
        // After a rotation, a letter names the face that is now in its position.
        let (letter, turn) = (["y", "x", "z", "y", "x", "z"][turn / 3], Turn::ALL[turn]);
        let quarters = if turn.face().index() < 3 { turn.quarters() } else { 4 - turn.quarters() };
        let text = format!("{letter}{} {moves}", ["", "2", "'"][quarters as usize - 1]);
        let rotation = evocube_cube::Symmetry::rotation(turn.face(), turn.quarters());
        prop_assert_eq!(text.parse::<Algorithm>().unwrap(), moves.conjugate(rotation.inverse()));
    }

    #[test]
    fn random_bytes_are_refused_without_a_panic(text in "\\PC{0,80}", format in 0..6usize, dialect in 0..3usize) {
        let format = Format::ALL.get(format).copied();
        for puzzle in [None, Some(PuzzleKind::Cube3), Some(PuzzleKind::Cube2)] {
            let _ = Notation { format, puzzle, dialect: Dialect::ALL[dialect] }.read::<AnyState>(&text);
        }
    }

    #[test]
    fn random_notation_characters_are_refused_without_a_panic(
        text in "[URFDLBurfMESxyzw123'+\\-()\\[\\],:/ \n]{0,60}", dialect in 0..3usize,
    ) {
        let _ = read_moves(&text, Dialect::ALL[dialect]);
        for format in Format::ALL {
            let _ = Notation { format: Some(format), dialect: Dialect::ALL[dialect], ..Notation::default() }.read::<AnyState>(&text);
        }
    }

    #[test]
    fn a_broken_face_file_is_refused_without_a_panic(cube in state(CUBE3), position in 0..250usize, letter in "\\PC|\n") {
        let mut text: Vec<char> = Format::Faces.write(cube).unwrap().chars().collect();
        let position = position.min(text.len() - 1);
        text.splice(position..=position, letter.chars());
        let _ = Notation::default().read::<AnyState>(&text.into_iter().collect::<String>());
    }

    #[test]
    fn impossible_colors_are_refused(colors in prop::collection::vec(0..6usize, 54)) {
        let colors: Vec<Face> = colors.into_iter().map(|color| Face::ALL[color]).collect();
        let error = AnyState::from_facelets(&colors).unwrap().unwrap_err();
        prop_assert!(!error.reasons.is_empty());
        let text: String = colors.iter().map(|color| color.letter()).collect();
        prop_assert_eq!(text.parse::<AnyState>().unwrap_err().reasons, error.reasons);
    }
}

#[test]
fn reference_states_are_solved_by_their_solutions() {
    for row in include_str!("../data/states.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [_, text, solution] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {row}") };
        let cube: Cube3 = text.parse().unwrap();
        assert!(!cube.is_solved());
        if !solution.is_empty() {
            assert!(cube.apply_all(&solution.parse::<Algorithm>().unwrap()).is_solved(), "{row}");
        }
    }
}

#[test]
fn the_example_moves_of_monteiro_and_menasche_lead_from_the_first_state_to_the_second() {
    let state = |moves: &str| moves.parse::<Cube3>().unwrap();
    let a = state("L2 B2 D' B2 D L2 U R2 D R2 B U R' F2 R U' B' U'");
    let b = state("F L F U' R U F2 L2 U' L' B D' B' L2 U");
    let path: Algorithm = "[L, B, D', B, R, R, F', R', D, F, D, R', B', L', D']"
        .trim_matches(['[', ']'])
        .parse()
        .expect("commas separate moves");
    assert_eq!(path.len(), 15);
    assert_eq!(a.apply_all(&path), b);
}

/// The vectors of Monteiro and Menasché in the numbering of [`Cube3`]. Its order of corners is UFL URF UBR ULB DLF DFR
/// DRB DBL, that of edges UF UL UB UR FL BL BR FR DF DL DB DR. It defines the flip of edges of the middle layer by
/// their L or R sticker.
fn from_monteiro_and_menasche(positions: ([u8; 8], [u8; 12]), orientations: ([u8; 8], [u8; 12])) -> Cube3 {
    const CORNERS: [usize; 8] = [1, 0, 3, 2, 5, 4, 7, 6];
    const EDGES: [usize; 12] = [1, 2, 3, 0, 9, 10, 11, 8, 5, 6, 7, 4];
    let number = |value: usize| u8::try_from(value).expect("less than 12");
    let mut vectors = Cube3::SOLVED.vectors();
    for position in 0..8 {
        vectors.corner_position[CORNERS[position]] = number(CORNERS[usize::from(positions.0[position])]);
        vectors.corner_orientation[CORNERS[position]] = orientations.0[position];
    }
    for position in 0..12 {
        let (slot, piece) = (EDGES[position], EDGES[usize::from(positions.1[position])]);
        vectors.edge_position[slot] = number(piece);
        vectors.edge_orientation[slot] = orientations.1[position] ^ u8::from((slot >= 8) != (piece >= 8));
    }
    Cube3::from_vectors(&vectors).expect("a reachable cube")
}

#[test]
fn the_vectors_printed_by_monteiro_and_menasche_are_those_of_their_example() {
    let state = |moves: &str| moves.parse::<Cube3>().unwrap();
    let a = state("L2 B2 D' B2 D L2 U R2 D R2 B U R' F2 R U' B' U'");
    let b = state("F L F U' R U F2 L2 U' L' B D' B' L2 U");
    let printed = from_monteiro_and_menasche(
        ([6, 1, 4, 7, 2, 5, 0, 3], [0, 10, 9, 3, 6, 5, 4, 7, 8, 2, 1, 11]),
        ([0; 8], [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]),
    );
    assert_eq!(a, printed);
    let printed = from_monteiro_and_menasche(
        ([5, 1, 0, 4, 6, 2, 3, 7], [0, 8, 4, 3, 11, 5, 1, 7, 6, 9, 10, 2]),
        ([2, 0, 2, 1, 1, 2, 1, 0], [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1]),
    );
    assert_eq!(b, printed);
    // The auxiliary state, whose solution leads from A to B.
    let printed = from_monteiro_and_menasche(
        ([4, 1, 3, 7, 5, 0, 2, 6], [0, 10, 9, 3, 8, 5, 2, 7, 1, 11, 6, 4]),
        ([2, 0, 2, 0, 1, 1, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0]),
    );
    assert_eq!(b.inverse().then(a), printed);
}

#[test]
fn abreu_writes_270_degrees_as_3() {
    let macro_operator: Algorithm = "D3R3DRDFD3F3".parse().unwrap();
    assert_eq!(macro_operator.to_string(), "D' R' D R D F D' F'");
}

/// The effects of Sousa's composites, as the pieces that are not home in the notation of the contest.
#[test]
fn composites_of_sousa_have_their_described_effects() {
    let moved = |word: &str| -> String {
        let cube = Cube3::after(&read_moves(word, Dialect::Sousa).unwrap().moves);
        let solved = Format::Pieces.write(Cube3::SOLVED).unwrap();
        let pieces = Format::Pieces.write(cube).unwrap();
        let differing = solved.split(' ').zip(pieces.split(' ')).filter(|(home, piece)| home != piece);
        differing.map(|(home, piece)| format!("{home}={piece}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moved("F R B L U L1 U B1 R1 F1 L1 U1 L U1"), "UF=FU UL=LU");
    assert_eq!(moved("F1 L1 B1 R1 U1 R U1 B L F R U R1 U"), "UF=FU UR=RU");
    let twist = moved("L D1 L1 F1 D1 F U F1 D F L D L1 U1");
    assert_eq!(twist, moved("R1 D R F D F1 U1 F D1 F1 R1 D1 R U"));
    assert_eq!(twist, "UFR=FRU ULF=FUL");
    let positions = |word: &str| -> Vec<String> {
        moved(word).split(' ').map(|piece| piece.split('=').next().unwrap().to_owned()).collect()
    };
    assert_eq!(positions("U F2 U1 R1 D1 L1 F2 L D R"), ["UF", "FR", "FL"]);
    assert_eq!(positions("U1 F2 U L D R F2 R1 D1 L1"), ["UF", "FR", "FL"]);
    assert_eq!(positions("R1 U R U1 R1 U F R B1 R B R F1 R2"), ["UF", "UL", "UFR", "ULF"]);
    assert_eq!(positions("L U1 L1 U L U1 F1 L1 B L1 B1 L1 F L2"), ["UF", "UR", "UFR", "ULF"]);
    assert_eq!(positions("F1 U B U1 F U B1 U1"), ["UFR", "UBL", "ULF"]);
    assert_eq!(positions("F U1 B1 U F1 U1 B U"), ["UFR", "URB", "ULF"]);
    assert_eq!(positions("R L1 U2 R1 L F2"), ["UF", "UB", "DF"]);
    assert_eq!(moved("L1 R U2 L R1 F2"), moved("R L1 U2 R1 L F2"));
    // The dialect of the contest reads the same words as other moves.
    assert_ne!(read_moves("R1", Dialect::Sousa), read_moves("R1", Dialect::Contest));
}

#[test]
fn colors_are_those_of_the_centers() {
    // The same cube with another color scheme.
    let cube = Cube3::random(&mut Seed::from_number(11).stream());
    let text = Format::Faces.write(cube).unwrap();
    let (size, faces) = text.split_once('\n').unwrap();
    let recolored: String = faces
        .lines()
        .map(|line| {
            let is_row = line.len() == 5 && line.contains(' ');
            let swap = |letter| "WYGBRO".chars().nth("GORWBY".find(letter).unwrap()).unwrap();
            let line: String = line.chars().map(|c| if is_row && c != ' ' { swap(c) } else { c }).collect();
            line + "\n"
        })
        .collect();
    assert_ne!(recolored.trim_end(), faces);
    assert_eq!(format!("{size}\n{recolored}").parse::<Cube3>(), Ok(cube));
    assert_eq!(Setup::from_colors(cube.colors()).check(), Ok(cube));
}
