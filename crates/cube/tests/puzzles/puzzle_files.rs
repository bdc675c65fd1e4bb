//! Puzzles from files: the shipped ones with their distances, groups, symmetries, random states, moves and texts; a 3×3×3 beside the
//! built-in one; refused files. Commands and sweeps with such puzzles are tested in `tests/cli/file_defined.rs`.

use std::collections::HashSet;

use evocube_cube::notation::Dialect;
use evocube_cube::puzzle::spec::{PuzzleSpec, Shipped, SpecMove, SpecState};
use evocube_cube::{Algorithm, CUBE2, CUBE3, Cube3, Metric, Puzzle, Seed, Turn};

/// Returns the number of states at each distance from the solved one, by the powers of some generators. The inverse of every
/// move is a move, so a move leads at most one layer away.
fn distances(puzzle: &PuzzleSpec, kinds: std::ops::Range<usize>) -> Vec<usize> {
    let moves: Vec<SpecMove> =
        puzzle.moves().into_iter().filter(|&turn| kinds.contains(&puzzle.generator(turn).0)).collect();
    // The places of these pieces determine the state: tips of the pyraminx turn with the layers below them.
    let key = |state: SpecState| <[u8; 14]>::try_from(state.places(14)).unwrap();
    let mut layers = [Vec::new(), vec![(key(puzzle.solved()), puzzle.solved())]];
    let mut counts = Vec::new();
    while !layers[1].is_empty() {
        counts.push(layers[1].len());
        let after = |&(_, state): &([u8; 14], SpecState)| {
            moves.iter().map(move |&turn| puzzle.apply(state, turn)).map(|state| (key(state), state))
        };
        let mut next: Vec<([u8; 14], SpecState)> = layers[1].iter().flat_map(after).collect();
        next.sort_unstable_by_key(|(key, _)| *key);
        next.dedup_by_key(|(key, _)| *key);
        let is_seen =
            |key: &[u8; 14]| layers.iter().any(|layer| layer.binary_search_by_key(key, |(key, _)| *key).is_ok());
        next.retain(|(key, _)| !is_seen(key));
        layers = [std::mem::take(&mut layers[1]), next];
    }
    counts
}

/// J. Scherphuis, "Jaap's Puzzle Page", pyraminx: states by their distance without the tips.
#[test]
fn the_pyraminx_without_tips_has_its_known_distances() {
    let pyraminx = Shipped::Pyraminx.spec();
    let expected = [1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32];
    assert_eq!(distances(&pyraminx, 0..4), expected);
    assert_eq!(expected.iter().sum::<usize>(), 933_120);
    assert_eq!(pyraminx.states(), (933_120 * 81).to_string());
}

/// J. Scherphuis, "Jaap's Puzzle Page", skewb.
#[test]
#[ignore = "three million states: some seconds"]
fn the_skewb_has_its_known_distances() {
    let expected = [1, 8, 48, 288, 1728, 10248, 59304, 315_198, 1_225_483, 1_455_856, 81028, 90];
    assert_eq!(distances(&Shipped::Skewb.spec(), 0..4), expected);
}

#[test]
fn the_skewb_has_its_known_number_of_states() {
    let skewb = Shipped::Skewb.spec();
    assert_eq!(skewb.states(), "3149280");
    // Up to five turns.
    let near = |depth: usize| {
        let mut states = HashSet::from([skewb.solved()]);
        for _ in 0..depth {
            let after: Vec<SpecState> = states
                .iter()
                .flat_map(|&state| skewb.moves().into_iter().map(move |turn| (state, turn)))
                .map(|(state, turn)| skewb.apply(state, turn))
                .collect();
            states.extend(after);
        }
        states.len()
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(near), [1, 9, 57, 345, 2073, 12321]);
}

/// Returns a puzzle file with the corners, edges and turns of a 3×3×3.
fn cube3() -> String {
    let mut text = String::from(
        "name = \"other-cube\"\n[[orbit]]\nname = \"corners\"\norientations = 3\npieces = \"0 1 2 3 4 5 6 7\"\n\
         [[orbit]]\nname = \"edges\"\norientations = 2\npieces = \"0 1 2 3 4 5 6 7 8 9 10 11\"\n",
    );
    for turn in [Turn::U, Turn::R, Turn::F, Turn::D, Turn::L, Turn::B] {
        let places = Cube3::SOLVED.apply(turn).places();
        let cycles = |first: usize, count: usize, base: u8, ways: u8| -> String {
            let target = |piece: usize| {
                let place = places[first + piece] - base;
                (usize::from(place / ways), place % ways)
            };
            let mut seen = vec![false; count];
            let mut cycles = Vec::new();
            for begin in 0..count {
                let (mut piece, mut entries) = (begin, Vec::new());
                while !std::mem::replace(&mut seen[piece], true) {
                    let (next, twist) = target(piece);
                    entries.push(format!("{next}+{twist}"));
                    piece = next;
                }
                if entries.len() > 1 {
                    cycles.push(format!("\"{}\"", entries.join(" ")));
                }
            }
            format!("[{}]", cycles.join(", "))
        };
        text += &format!(
            "[[move]]\nname = \"{turn}\"\ncycles = {{ corners = {}, edges = {} }}\n",
            cycles(0, 8, 0, 3),
            cycles(8, 12, 24, 2)
        );
    }
    text
}

#[test]
fn a_file_defined_cube_equals_the_built_in_cube() {
    let cube = PuzzleSpec::parse(&cube3()).unwrap();
    assert_eq!(cube.states(), "43252003274489856000");
    let mut stream = Seed::from_number(5).stream();
    for _ in 0..50 {
        let word: Algorithm<SpecMove> = (0..20).map(|_| cube.moves()[stream.index(18)]).collect();
        let text = cube.write_moves(&word);
        let algorithm: Algorithm = text.parse().unwrap();
        let state = cube.apply_all(cube.solved(), &word);
        assert_eq!(state.places(20), Cube3::after(&algorithm).places());
        assert_eq!(cube.simplify(&word).len(), algorithm.simplify().len(), "{text}");
        let random = Cube3::random(&mut stream);
        let mut text = cube.write_state(cube.solved());
        for (piece, place) in random.places().into_iter().enumerate() {
            assert_eq!(cube.layout().position(place).0 < 8, piece < 8);
        }
        text.clear();
        for position in 0..20 {
            let piece = (0..20).find(|&piece| cube.layout().position(random.places()[piece]).0 == position).unwrap();
            let turned = cube.layout().position(random.places()[piece]).1;
            let first = if position < 8 { 0 } else { 8 };
            text += match position {
                0 => "corners ",
                8 => "; edges ",
                _ => " ",
            };
            text += &format!("{}+{turned}", piece - first);
        }
        assert_eq!(cube.read_state(&text).unwrap().places(20), random.places());
    }
    // A flipped edge, a twisted corner, two swapped edges.
    let edges = "edges 1 0 2 3 4 5 6 7 8 9 10 11";
    for (text, sentence) in [
        (
            "edges 0+1 1 2 3 4 5 6 7 8 9 10 11",
            "no moves lead there: the orientations of \"edges\" add up to 1, and moves keep the sum at 0",
        ),
        (
            "corners 0+2 1 2 3 4 5 6 7",
            "no moves lead there: the orientations of \"corners\" add up to 2, and moves keep the sum at 0",
        ),
        (edges, "no moves lead there: with the pieces before it at home, \"10\" of \"edges\" cannot come home"),
    ] {
        assert_eq!(cube.read_state(text).unwrap_err().to_string(), sentence);
    }
    assert!(cube.read_state(&format!("{edges}; corners 1 0 2 3 4 5 6 7")).is_ok());
}

#[test]
fn states_of_every_puzzle_are_a_group() {
    fn check(puzzle: &impl Puzzle) {
        let mut stream = Seed::from_number(6).stream();
        for _ in 0..200 {
            let [a, b, c] = [(); 3].map(|()| puzzle.random(&mut stream));
            assert_eq!(puzzle.then(puzzle.then(a, b), c), puzzle.then(a, puzzle.then(b, c)));
            assert_eq!(puzzle.then(a, puzzle.inverse(a)), puzzle.solved());
            assert_eq!(puzzle.read_state(&puzzle.write_state(a)), Ok(a));
            let moves = puzzle.moves();
            let word: Vec<_> = (0..30).map(|_| moves[stream.index(moves.len())]).collect();
            let does = |word: &[_]| puzzle.apply_all(puzzle.solved(), word);
            let simple = puzzle.simplify(&word);
            assert_eq!(does(&simple), does(&word));
            assert_eq!(puzzle.then(a, does(&word)), puzzle.apply_all(a, &word));
            assert_eq!(puzzle.simplify(&simple), simple);
            assert_eq!(does(&puzzle.undo(&word)), puzzle.inverse(does(&word)));
            let read = puzzle.read_moves(&puzzle.write_moves(&word), Dialect::Wca).unwrap();
            assert_eq!(read.moves, word.as_slice().into());
        }
    }
    check(&CUBE3);
    check(&CUBE2);
    Shipped::ALL.map(Shipped::spec).iter().for_each(|puzzle| check(&**puzzle));
}

/// Counts are uniform: over all 24 states of a small puzzle, and over the places of each piece of the skewb.
#[test]
fn random_states_are_uniform() {
    let text = "name = \"small\"\n[[orbit]]\nname = \"a\"\npieces = \"1 2 3\"\norientations = 2\n\
                [[move]]\nname = \"x\"\ncycles = { a = [\"1+1 2+1\"] }\n[[move]]\nname = \"y\"\ncycles = { a = [\"1 2 3\"] }\n";
    let small = PuzzleSpec::parse(text).unwrap();
    assert_eq!(small.states(), "24");
    let mut stream = Seed::from_number(7).stream();
    let mut counts = std::collections::HashMap::new();
    for _ in 0..24_000 {
        *counts.entry(small.random(&mut stream)).or_insert(0) += 1;
    }
    // 1000 each, with a standard deviation of 31.
    assert!(counts.len() == 24 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    let skewb = Shipped::Skewb.spec();
    let mut counts = [[0; 128]; 14];
    for _ in 0..12_000 {
        let state = skewb.random(&mut stream);
        state.places(14).iter().enumerate().for_each(|(piece, &place)| counts[piece][usize::from(place)] += 1);
    }
    for (piece, counts) in counts.iter().enumerate() {
        let held = piece < 4;
        let places = if held {
            3
        } else if piece < 8 {
            12
        } else {
            6
        };
        let visits: Vec<usize> = counts.iter().copied().filter(|&count| count > 0).collect();
        let expected = 12_000 / places;
        assert!(
            visits.len() == places && visits.iter().all(|count| count.abs_diff(expected) < 300),
            "{piece}: {visits:?}"
        );
    }
}

#[test]
fn shipped_puzzles_have_24_symmetries_that_are_automorphisms() {
    for puzzle in Shipped::ALL.map(Shipped::spec) {
        assert_eq!(puzzle.symmetries().len(), 24);
        assert_eq!(puzzle.symmetries().iter().filter(|symmetry| puzzle.mirrors(**symmetry)).count(), 12);
        let word = puzzle.read_moves("[U, L'] R", Dialect::Wca).unwrap().moves;
        let order = |word: &[SpecMove]| {
            let effect = puzzle.apply_all(puzzle.solved(), word);
            let powers = std::iter::successors(Some(effect), |&state| Some(puzzle.then(state, effect)));
            powers.take_while(|&state| state != puzzle.solved()).count()
        };
        for symmetry in puzzle.symmetries() {
            assert_eq!(order(&puzzle.conjugate(&word, symmetry)), order(&word));
        }
    }
}

#[test]
fn groups_and_brackets_of_moves_are_expanded() {
    let pyraminx = Shipped::Pyraminx.spec();
    let read = |text: &str| pyraminx.read_moves(text, Dialect::Wca).map(|word| pyraminx.write_moves(&word.moves));
    for (text, moves) in [
        ("U L' b", "U L' b"),
        ("U L´ (b R)‘", "U L' R' b'"),
        ("U2 U4 U3 U2'", "U' U U"),
        ("(U L)2", "U L U L"),
        ("(U L)'", "L' U'"),
        ("[U: L']2", "U L' U' U L' U'"),
        ("[[U, L], R]'", "R U L U' L' R' L U L' U'"),
        ("", ""),
    ] {
        assert_eq!(read(text).as_deref(), Ok(moves), "{text}");
    }
    for (text, sentence) in [
        ("U F", "\"F\" is no move of pyraminx: it has U, L, R, B, u, l, r, b"),
        ("(U", "a group is never closed: expected \")\""),
        ("U)", "unexpected \")\""),
        ("[U, L: u]", "unexpected \":\""),
        ("[U L]", "\"]\" without \",\" or \":\" in its brackets"),
        ("U70000", "70000 times is too often: at most 65535"),
        ("(((((U)99)99)99)99)99", "more than 100000 moves"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn moves_merge_across_commuting_moves() {
    let pyraminx = Shipped::Pyraminx.spec();
    let simple =
        |text: &str| pyraminx.write_moves(&pyraminx.simplify(&pyraminx.read_moves(text, Dialect::Wca).unwrap().moves));
    assert_eq!(simple("U u U"), "U' u");
    assert_eq!(simple("U L b L' U'"), "b");
    assert_eq!(simple("U L U'"), "U L U'");
    assert_eq!(pyraminx.length(&pyraminx.read_moves("U U' u", Dialect::Wca).unwrap().moves, Metric::Qtm), 3);
    let names = |text: &str| {
        let puzzle = PuzzleSpec::parse(text).unwrap();
        puzzle.moves().into_iter().map(|turn| puzzle.move_name(turn)).collect::<Vec<_>>().join(" ")
    };
    let ring = "name = \"ring\"\n[[orbit]]\nname = \"a\"\npieces = \"1 2 3 4 5\"\n[[move]]\nname = \"x\"\ncycles = { a = [\"1 2 3 4 5\"] }\n";
    assert_eq!(names(ring), "x x2 x2' x'");
}

#[test]
fn pieces_that_look_alike_may_be_swapped_in_a_solved_state() {
    let text = "name = \"two\"\n[[orbit]]\nname = \"a\"\npieces = \"1 2 3 4\"\nalike = [\"1 2\"]\n\
                [[move]]\nname = \"x\"\ncycles = { a = [\"1 2\"] }\n[[move]]\nname = \"y\"\ncycles = { a = [\"2 3 4\"] }\n";
    let puzzle = PuzzleSpec::parse(text).unwrap();
    let after = |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves, Dialect::Wca).unwrap().moves);
    assert!(puzzle.has_alike() && puzzle.is_solved(after("x")) && after("x") != puzzle.solved());
    assert!(!puzzle.is_solved(after("y")));
}

/// Checks the place and the message for every case of `bad_puzzles.txt`.
#[test]
fn bad_files_are_refused_with_their_places() {
    let corpus = include_str!("../data/bad_puzzles.txt");
    let updates = std::env::var_os("EVOCUBE_UPDATE").is_some();
    let mut cases = corpus.split("\n#### ");
    let mut written = cases.next().expect("a beginning").to_owned();
    let mut count = 0;
    for case in cases {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (text, sentence) = rest.split_once("----\n").unwrap_or_else(|| panic!("{title}: no sentence"));
        let message = match PuzzleSpec::parse(text) {
            Ok(_) => panic!("{title}: it was read"),
            Err(error) => error.to_string(),
        };
        if !updates {
            assert_eq!(message, sentence.trim_end(), "{title}; EVOCUBE_UPDATE=1 rewrites tests/data/bad_puzzles.txt");
        }
        written += &format!("\n#### {title}\n{text}----\n{message}\n");
        count += 1;
    }
    assert!(count > 30, "{count} cases were read");
    if updates {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bad_puzzles.txt"), written).unwrap();
    }
}

#[test]
fn a_description_is_written_and_read_back() {
    for shipped in Shipped::ALL {
        let definition = shipped.spec();
        // By way of JSON, as manifests are written.
        let description = serde_json::to_value(definition.description()).unwrap();
        let table: toml::Table = serde_json::from_value(description).unwrap();
        assert_eq!(PuzzleSpec::parse(&table.to_string()).unwrap(), definition);
        assert_eq!(definition.name(), shipped.name());
    }
}
