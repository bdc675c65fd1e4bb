//! Tests of routes between any two states of a cube: the auxiliary state, whose solution is the route, orbits, the example of G. R.
//! Monteiro and D. S. Menasché, patterns, the matrix, refinement, the commands, and sweeps toward a goal. Solvers alone are tested in
//! `crates/cube/tests/solvers`.

use evocube::puzzle::{HeldState, PieceVectors};
use evocube::route::{CubeOrbit, Matrix, NoRoute, Pattern, Router, auxiliary_pieces};
use evocube::search::{Layers, Pocket, TableSource, Thistlethwaite};
use evocube::{Algorithm, Budget, CUBE3, Cube2, Cube3, Metric, Puzzle, Seed, Turn};
use proptest::prelude::*;

use crate::common::evocube_reading as evocube;

fn turns(length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Turn>> {
    prop::collection::vec((0usize..18).prop_map(|index| Turn::ALL[index]), length)
}

fn random(seed: u64) -> Cube3 {
    Cube3::random(&mut Seed::from_number(seed).stream())
}

fn parse(text: &str) -> Algorithm {
    text.parse().expect("moves")
}

proptest! {
    #[test]
    fn the_auxiliary_state_is_the_same_by_the_group_and_by_vectors(a in any::<u64>(), b in any::<u64>()) {
        let (a, b) = (random(a), random(b));
        prop_assert_eq!(CUBE3.between(a, b).vectors(), auxiliary_pieces(&a.vectors(), &b.vectors()));
    }

    #[test]
    fn a_path_solves_the_auxiliary_state_exactly_if_it_reaches_the_goal(a in any::<u64>(), right in turns(0..30), other in turns(0..3)) {
        let a = random(a);
        let b = a.apply_all(&right);
        let x = CUBE3.between(a, b);
        prop_assert!(x.apply_all(&right).is_solved());
        prop_assert_eq!(x.apply_all(&other).is_solved(), a.apply_all(&other) == b);
    }

    #[test]
    fn moves_never_leave_an_orbit(a in any::<u64>(), path in turns(0..30), twist in 0u8..3, flip in 0u8..2, swap in any::<bool>()) {
        let a = broken(random(a), twist, flip, swap);
        let orbit = CubeOrbit { twist, flip, swapped: swap };
        prop_assert_eq!(CubeOrbit::containing(&a), orbit);
        let b = a.apply_all(&path);
        prop_assert_eq!(CubeOrbit::containing(&b), orbit);
        let solver = Layers::new();
        let route = Router::new(&solver, Budget::default()).route_pieces(&a, &b).unwrap();
        prop_assert_eq!(a.apply_all(&route.moves), b);
    }
}

/// Returns a cube with a corner twisted, an edge flipped, two edges swapped.
fn broken(cube: Cube3, twist: u8, flip: u8, swap: bool) -> PieceVectors {
    let mut pieces = cube.vectors();
    pieces.corner_orientation[2] = (pieces.corner_orientation[2] + twist) % 3;
    pieces.edge_orientation[5] ^= flip;
    if swap {
        pieces.edge_position.swap(0, 7);
    }
    pieces
}

#[test]
fn different_orbits_are_reported_with_their_reasons() {
    let solver = Layers::new();
    let router = Router::new(&solver, Budget::default());
    let (solved, other) = (Cube3::SOLVED.vectors(), broken(random(1), 1, 1, true));
    let error = router.route_pieces(&solved, &other).unwrap_err();
    assert!(matches!(error, NoRoute::Orbits(_)));
    assert_eq!(
        error.to_string(),
        "the two states are in different orbits, and no moves lead from one to the other; the twists of the corners add up \
         to 0/3 of a turn in the first and to 1/3 in the second; the number of flipped edges is even in the first and odd in \
         the second; two pieces are swapped in the second: its corners and edges differ in parity"
    );
}

#[test]
fn the_example_of_monteiro_and_menasche_is_solved_within_its_quarter_turns() {
    // G. R. Monteiro and D. S. Menasché, section 6.1: 15 quarter turns.
    let a = Cube3::SOLVED.apply_all(&parse("L2 B2 D' B2 D L2 U R2 D R2 B U R' F2 R U' B' U'"));
    let b = Cube3::SOLVED.apply_all(&parse("F L F U' R U F2 L2 U' L' B D' B' L2 U"));
    let path = parse("L B D' B R R F' R' D F D R' B' L' D'");
    assert_eq!((a.apply_all(&path), path.length(Metric::Qtm)), (b, 15));
    assert!(CUBE3.between(a, b).apply_all(&path).is_solved());
    let named = |name| Pattern::named(name).unwrap().state();
    assert_eq!((named("displaced-motif"), named("cube-in-the-cube")), (a, b));
    // The route that the library finds without tables is not longer.
    let refined = evocube::route::refine(
        &path.simplify(),
        &evocube::route::SearchBudget { metric: Metric::Qtm, nodes: 1_000_000, ..Default::default() },
    );
    assert!(refined.moves.length(Metric::Qtm) <= 15);
}

#[test]
fn a_route_of_the_pocket_cube_ends_at_its_goal() {
    let solver = Pocket::without_table(Metric::Htm);
    let mut stream = Seed::from_number(3).stream();
    let start = Cube2::random(&mut stream);
    let goal = start.apply_all(&parse("R U2 F' R2"));
    let route = Router::new(&solver, Budget::default()).route(start, goal).unwrap();
    assert!(start.apply_all(&route.moves) == goal && route.moves.len() <= 4);
}

/// Visible features of each pattern.
#[test]
fn shipped_patterns_have_the_appearance_of_their_names() {
    let patterns = Pattern::shipped();
    assert!(patterns.len() >= 12);
    let state = |name: &str| patterns.iter().find(|pattern| pattern.name == name).unwrap().state();
    let order = |cube: Cube3| {
        let mut power = cube;
        (1..)
            .find(|_| {
                let done = power.is_solved();
                power = power.then(cube);
                done
            })
            .unwrap()
    };
    let faces = |cube: Cube3| -> Vec<Vec<evocube::Face>> { cube.facelets().chunks(9).map(<[_]>::to_vec).collect() };
    let solved_corners = |cube: Cube3| (0..8).all(|i| cube.corner(i) == (i, 0));
    let solved_edges = |cube: Cube3| (0..12).all(|i| cube.edge(i) == (i, 0));

    let superflip = state("superflip");
    assert!(solved_corners(superflip) && (0..12).all(|i| superflip.edge(i) == (i, 1)));
    let checkerboard = state("checkerboard");
    for face in faces(checkerboard) {
        assert!((0..9).all(|i| (face[i] == face[4]) == (i % 2 == 0) && (i % 2 == 0 || face[i] == face[4].opposite())));
    }
    for (name, spots) in [("six-spots", 6), ("four-spots", 4)] {
        let faces = faces(state(name));
        let spotted = faces.iter().filter(|face| {
            (0..9).all(|i| (face[i] == face[4]) == (i == 4)) && (0..9).all(|i| i == 4 || face[i] == face[0])
        });
        assert_eq!(spotted.count(), spots, "{name}");
    }
    // Maximum number of colors on a face of these patterns.
    let two =
        ["checkerboard", "six-spots", "cube-in-the-cube", "displaced-motif", "python", "anaconda", "cross", "wire"];
    let three = ["cube-in-a-cube-in-a-cube", "gift-box", "tetris", "stripes"];
    for (name, most) in two.map(|name| (name, 2)).into_iter().chain(three.map(|name| (name, 3))) {
        for face in faces(state(name)) {
            let colors: std::collections::HashSet<_> = face.into_iter().collect();
            assert!(colors.len() <= most, "{name}: {}", state(name));
        }
    }
    for (name, expected) in
        [("superflip", 2), ("checkerboard", 2), ("four-spots", 2), ("six-spots", 3), ("cube-in-the-cube", 3)]
    {
        assert_eq!(order(state(name)), expected, "{name}");
    }
    // The cube in the corner is turned as a whole: the other half keeps its edges.
    assert!(!solved_edges(state("cube-in-the-cube")));
    for (i, pattern) in patterns.iter().enumerate() {
        assert!(
            !pattern.state().is_solved() && patterns[..i].iter().all(|other| other.state() != pattern.state()),
            "{}",
            pattern.name
        );
    }
}

#[test]
fn bad_patterns_are_refused_with_their_line() {
    let error = |text: &str| Pattern::read(text).unwrap_err().to_string();
    assert_eq!(error("a: R\nb R"), "line 2: expected a name, a colon and moves");
    assert_eq!(error("# c\n\nA: R"), "line 3: name \"A\" must be 1 to 40 lowercase letters, digits or hyphens");
    assert_eq!(error("a: R\na: U"), "line 2: two patterns are called \"a\"");
    assert!(error("a: RQ").starts_with("line 1: pattern a: found \"Q\""));
    assert!(Pattern::read("").unwrap().is_empty());
}

#[test]
fn a_refined_matrix_is_symmetric_and_not_longer() {
    let solver = Thistlethwaite::with(1, 1, &TableSource::IN_MEMORY).unwrap();
    let router = Router::new(&solver, Budget::default());
    let patterns = &Pattern::shipped()[2..5];
    let matrix = Matrix::new(patterns, &router, &router).unwrap();
    for metric in Metric::ALL {
        let (before, after) = (matrix.lengths_before(metric), matrix.lengths_after(metric));
        for i in 0..3 {
            for j in 0..3 {
                assert!(after[i][j] <= before[i][j] && after[i][j] == after[j][i]);
                let way = &matrix.after[usize::from(metric == Metric::Qtm)][i][j];
                assert_eq!(patterns[i].state().apply_all(way), patterns[j].state());
            }
        }
    }
}

#[test]
fn route_prints_moves_between_two_states() {
    let (code, moves, notes) = evocube(&["route", "superflip", "R U R'", "--solver", "layers"], "");
    assert_eq!(code, Some(0));
    assert!(notes.starts_with("layers: "), "{notes}");
    let start = Pattern::named("superflip").unwrap().state();
    assert_eq!(start.apply_all(&parse(&moves)), Cube3::SOLVED.apply_all(&parse("R U R'")));

    // Cubes in another orbit than the solved one.
    let twisted = |cube: Cube3| {
        let PieceVectors { corner_position, corner_orientation, edge_position, edge_orientation } =
            broken(cube, 1, 0, false);
        serde_json::json!({ "corner_position": corner_position, "corner_orientation": corner_orientation,
            "edge_position": edge_position, "edge_orientation": edge_orientation })
        .to_string()
    };
    let (start, goal) = (twisted(random(1)), twisted(random(2)));
    let (code, moves, _) = evocube(&["route", &start, &goal, "--solver", "layers"], "");
    assert_eq!(code, Some(0));
    let read = |text: &str| text.parse::<HeldState<PieceVectors>>().unwrap().state;
    assert_eq!(read(&start).apply_all(&parse(&moves)), read(&goal));

    let (code, out, notes) = evocube(&["route", &start, "solved", "--solver", "layers", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, answer["found"].as_bool()), (Some(1), Some(false)));
    assert!(notes.starts_with("no route: the two states are in different orbits"), "{notes}");

    let (code, moves, _) = evocube(&["route", "R U F", "R", "--solver", "pocket"], "");
    assert!(code == Some(0) && parse(&moves).len() <= 3);
}

#[test]
fn bad_routes_are_refused() {
    let refused = |args: &[&str], expected: &str| {
        let (code, out, notes) = evocube(args, "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(notes.contains(expected), "{args:?}: {notes}");
    };
    refused(&["route", "R"], "TO");
    refused(&["route", "-", "-", "--solver", "layers"], "only one of FROM and TO can be standard input");
    refused(&["route", "Q", "R", "--solver", "layers"], "found \"Q\"");
    refused(&["route", "no-such.txt", "R", "--solver", "layers"], "no such file");
    refused(&["route", "R", "U", "--solver", "macros", "--metric", "qtm"], "does not minimize quarter turns");
    refused(&["route", "--matrix", "no-such.txt"], "no such file");
    refused(&["route", "--matrix", "patterns"], "error: \"patterns\": no such file");
    refused(&["route", "--matrix", "a: R\nR"], "line 2: expected a name, a colon and moves");
    refused(
        &["solve", "Cargo.toml/cube.txt"],
        "error: \"Cargo.toml/cube.txt\": a file stands where a folder is expected",
    );
    refused(&["route", "--matrix", "a: R", "--solver", "layers"], "a matrix needs at least two patterns");
    refused(&["refine", "RQ"], "found \"Q\"");
    refused(&["refine", "R", "--depth", "99"], "99");
    refused(&["solve", "R", "--goal", "no-such.txt"], "no such file");
    refused(&["solve", "R", "--goal", "superflop"], "\"superflop\" is not a pattern");
}

#[test]
fn a_matrix_is_printed_and_written() {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("ways");
    let text = "one: R U R' U'\ntwo: F2 B2  # by hand\nthree: M2\n";
    let file = folder.path().join("patterns.txt");
    std::fs::write(&file, text).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let (code, table, _) = evocube(&["route", "--matrix", file, "--solver", "layers", "--out", out], "");
    assert_eq!(code, Some(0));
    assert!(table.contains("after refinement") && !table.contains("not symmetric"), "{table}");
    for name in ["matrix.csv", "matrix-htm.svg", "matrix-qtm.svg"] {
        assert!(std::fs::metadata(format!("{out}/{name}")).unwrap().len() > 100, "{name}");
    }
    let csv = std::fs::read_to_string(format!("{out}/matrix.csv")).unwrap();
    assert_eq!(csv.lines().count(), 7);
    roxmltree::Document::parse(&std::fs::read_to_string(format!("{out}/matrix-htm.svg")).unwrap()).unwrap();
}

#[test]
fn refine_reads_one_sequence_or_a_batch() {
    let (code, moves, notes) = evocube(&["refine", "R L U2 R L F2 R L U2 R L F2", "--windows-only"], "");
    assert_eq!((code, parse(&moves).len()), (Some(0), 8));
    assert!(notes.starts_with("12 moves: 12 merged, 8 after windows"), "{notes}");
    let (code, out, _) = evocube(&["refine", "-", "--batch", "--windows-only"], "R R R\n\nRQ\nU D U'\n");
    assert_eq!((code, out.as_str()), (Some(2), "R'\n\n\nD\n"));
}

#[test]
fn a_pattern_is_a_goal() {
    let (code, moves, _) = evocube(&["solve", "R U2 F", "--goal", "checkerboard"], "");
    let start = Cube3::SOLVED.apply_all(&parse("R U2 F"));
    assert_eq!(code, Some(0));
    assert_eq!(start.apply_all(&parse(&moves)), Pattern::named("checkerboard").unwrap().state());
}

#[test]
fn a_sweep_evolves_toward_a_goal_and_is_verified() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("goal.toml");
    let text = "name = \"goal\"\nseed = 1\ngoal = \"checkerboard\"\nbaselines = [\"layers\"]\n[[instance]]\nscramble = \"M2 E2 S2 R\"\n\
        [base]\npopulation = 50\nalphabet.macros = \"none\"\ngenome = { length = 3, evaluate = \"best-prefix\" }\nstop = { generations = 30, target = 0 }\n";
    std::fs::write(&sweep, text).unwrap();
    let out = folder.path().join("out");
    let (sweep, out) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    let (code, _, notes) = evocube(&["run", sweep, "--out", out], "");
    assert_eq!(code, Some(0), "{notes}");
    let solutions = std::fs::read_to_string(format!("{out}/solutions.csv")).unwrap();
    let goal = Pattern::named("checkerboard").unwrap().state().to_string();
    assert!(solutions.contains(&goal), "{solutions}");
    let baselines = std::fs::read_to_string(format!("{out}/baselines.csv")).unwrap();
    assert!(baselines.contains("R'"), "{baselines}");
    assert!(std::fs::read_to_string(format!("{out}/manifest.toml")).unwrap().contains(&goal));
    let (code, verdict, _) = evocube(&["verify", out], "");
    assert!(code == Some(0) && verdict.contains("identical"), "{verdict}");

    std::fs::write(sweep, text.replace("checkerboard", "chequers")).unwrap();
    let (code, _, notes) = evocube(&["plan", sweep], "");
    assert!(code == Some(2) && notes.contains("goal = \"chequers\""), "{notes}");
}

#[test]
fn a_sweep_toward_a_goal_is_resumed() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("goal.toml");
    let text = "name = \"goal\"\nseed = 1\nrepetitions = 3\ngoal = \"six-spots\"\n[[instance]]\nscramble = \"U D' R L' F B' U D' R\"\n\
        [base]\npopulation = 30\nalphabet.macros = \"none\"\ngenome = { length = 3, evaluate = \"best-prefix\" }\nstop = { generations = 20, target = 0 }\n";
    std::fs::write(&sweep, text).unwrap();
    let out = folder.path().join("out");
    let run = |more: &[&str]| {
        let args = ["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap()];
        evocube(&[&args, more].concat(), "")
    };
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    let (code, _, notes) = run(&[]);
    assert_eq!(code, Some(0), "{notes}");
    let results = ["trials.csv", "solutions.csv", "convergence.csv"].map(read);
    // The folder of a run that was stopped after two of three trials.
    std::fs::write(out.join("manifest.toml"), read("manifest.toml").replace("complete = true", "complete = false"))
        .unwrap();
    std::fs::write(out.join("trials.csv"), results[0].split_inclusive('\n').take(3).collect::<String>()).unwrap();
    let (code, _, notes) = run(&["--resume"]);
    assert_eq!(code, Some(0), "{notes}");
    assert_eq!(["trials.csv", "solutions.csv", "convergence.csv"].map(read), results);
    let goal = Pattern::named("six-spots").unwrap().state().to_string();
    assert!(results[1].lines().skip(1).all(|row| row.contains(&goal)), "{}", results[1]);
    let (code, verdict, _) = evocube(&["verify", out.to_str().unwrap()], "");
    assert!(code == Some(0) && verdict.contains("identical"), "{verdict}");
    // Another goal is another sweep.
    std::fs::write(&sweep, text.replace("six-spots", "four-spots")).unwrap();
    let (code, _, notes) = run(&["--resume"]);
    assert!(code == Some(2) && notes.contains("another sweep"), "{notes}");
}

#[test]
fn a_misspelled_pattern_is_refused_with_its_name() {
    for arguments in
        [&["route", "superflop", "R U"][..], &["route", "R U", "superflop"], &["solve", "R U", "--goal", "superflop"]]
    {
        let (code, out, stderr) = evocube(arguments, "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert_eq!(stderr, "error: \"superflop\" is not a pattern: did you mean \"superflip\"?\n", "{arguments:?}");
    }
}
