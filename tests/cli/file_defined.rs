//! File-defined puzzles in sweeps and in the commands for a single state. Their definitions are tested in
//! `crates/cube/tests/puzzles/puzzle_files.rs`.

use std::fs;

use crate::common::evocube_in as evocube;

const RINGS: &str = r#"
name = "rings"
notes = "Two rings of six beads that cross in two places."
[[orbit]]
name = "beads"
pieces = "1 2 3 4 5 6 7 8 9 10"
alike = ["1 2 3 4 5", "6 7 8 9 10"]
[[move]]
name = "A"
cycles = { beads = ["1 2 3 4 5 6"] }
[[move]]
name = "B"
cycles = { beads = ["1 7 8 4 9 10"] }
"#;

const SWEEP: &str = r#"name = "rings"
seed = 1
[[instance]]
random = 4
[base]
puzzle = "rings.toml"
population = 50
genome = { length = 20, evaluate = "best-prefix" }
stop = { generations = 100, target = 0 }
"#;

fn folder(sweep: &str) -> tempfile::TempDir {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("rings.toml"), RINGS).unwrap();
    fs::write(folder.path().join("sweep.toml"), sweep).unwrap();
    folder
}

#[test]
fn a_results_folder_holds_the_puzzle_of_its_sweep() {
    let folder = folder(SWEEP);
    let path = folder.path();
    assert_eq!(evocube(path, &["run", "sweep.toml", "--out", "out", "-q"]).0, Some(0));
    let trials = fs::read_to_string(path.join("out/trials.csv")).unwrap();
    assert_eq!(trials.lines().skip(1).filter(|row| row.contains(",0,1,1,target,")).count(), 4, "{trials}");
    // The solution solves the instance, and has moves of the puzzle only.
    let manifest = fs::read_to_string(path.join("out/manifest.toml")).unwrap();
    let state = manifest.lines().find_map(|line| line.strip_prefix("state = \"")).unwrap().trim_end_matches('"');
    let solutions = fs::read_to_string(path.join("out/solutions.csv")).unwrap();
    let moves = solutions.lines().nth(1).unwrap().split(',').nth(2).unwrap();
    let (code, stdout, _) = evocube(path, &["check", "--puzzle", "rings.toml", state, moves]);
    assert!(code == Some(0) && stdout.starts_with("solved: "), "{state}: {moves}: {stdout}");
    // Results do not need the puzzle file, which may be removed or changed.
    fs::remove_file(path.join("rings.toml")).unwrap();
    let identical = (Some(0), "identical: 4 trials run again\n".to_owned(), String::new());
    assert_eq!(evocube(path, &["verify", "out"]), identical);
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    assert!(!read("out/report.html").contains("<section class=\"viewer\""), "file-defined puzzles have no viewer");
    assert!(read("out/summary.md").contains(moves), "solutions are listed");
}

#[test]
fn keys_that_do_not_fit_the_puzzle_are_refused_with_their_place() {
    let more = |line: &str, sentence: &str, column: usize| {
        let folder = folder(&format!("{SWEEP}{line}\n"));
        let (code, _, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
        let expected = format!("error: sweep.toml:10:{column}: {sentence}\n");
        assert!(code == Some(2) && stderr.starts_with(&expected), "{line}: {stderr}");
    };
    more("alphabet.turns = [\"Q\"]", "\"Q\" is no move of rings: it has A, B", 19);
    more("alphabet.expand = \"rotations\"", "rings has no rotations: its definition gives none", 1);
    more("alphabet.macros = \"herdy-patone\"", "the macros \"herdy-patone\" are those of the cubes, not of rings", 19);
    more(
        "objective.penalty = {}",
        "the penalty counts stickers, which rings does not have: use \"pieces\", or weights of its orbits",
        1,
    );
    more("objective.weights.x = {}", "\"x\" is no orbit of rings: it has beads", 1);
    more("algorithm = \"kociemba\"", "the solver kociemba does not solve rings", 13);
    more("algorithm.evolution-strategy = {}", "the evolution strategy is for the cubes, not for rings", 1);
    let other = |old: &str, new: &str, sentence: &str| {
        let folder = folder(&SWEEP.replace(old, new));
        fs::write(folder.path().join("bad.toml"), RINGS.replace("8 4 9", "8 44 9")).unwrap();
        fs::write(folder.path().join("taken.toml"), RINGS.replace("\"rings\"", "\"skewb\"")).unwrap();
        let (code, _, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
        assert!(code == Some(2) && stderr.contains(&format!(": {sentence}\n")), "{new}: {stderr}");
    };
    other("rings.toml", "none.toml", "none.toml: no such file");
    other("rings.toml", "bad.toml", "bad.toml: line 13, column 21: \"44\" is no piece of \"beads\"");
    other(
        "rings.toml",
        "taken.toml",
        "taken.toml: the name \"skewb\" is that of another puzzle: choose one of your own",
    );
    other("seed = 1", "seed = 1\ngoal = \"A\"", "a goal needs a puzzle whose pieces all look different, not rings");
    other("random = 4", "scramble = \"A R\"", "scramble: \"R\" is no move of rings: it has A, B");
    other("random = 4", "state = \"beads 1 2\"", "state: the orbit \"beads\" has 10 positions, 2 pieces are given");
}

#[test]
fn a_goal_is_reached_on_a_puzzle_whose_pieces_all_differ() {
    let sweep = SWEEP.replace("rings.toml", "pyraminx").replace("seed = 1", "seed = 1\ngoal = \"u L\"");
    let folder = folder(&sweep.replace("random = 4", "scramble = \"u L R b'\""));
    assert_eq!(evocube(folder.path(), &["run", "sweep.toml", "--out", "out", "-q"]).0, Some(0));
    let (_, goal, _) = evocube(folder.path(), &["show", "--puzzle", "pyraminx", "u L", "--to", "pieces"]);
    let solutions = fs::read_to_string(folder.path().join("out/solutions.csv")).unwrap();
    assert!(solutions.contains(goal.trim_end()), "{solutions}");
}

#[test]
fn states_of_pieces_that_look_alike_are_scrambled_and_are_no_goals() {
    let folder = folder(SWEEP);
    let run = |arguments: &[&str]| evocube(folder.path(), arguments);
    let draw = |format: &str| {
        let arguments = ["scramble", "--puzzle", "rings.toml", "--count", "20", "--seed", "1", "--to", format];
        assert_eq!((run(&arguments).0, run(&arguments).1.lines().count()), (Some(0), 20));
        run(&arguments).1
    };
    let looks = |state: &str| -> Vec<bool> {
        state.split_whitespace().skip(1).map(|bead| bead.parse::<u32>().unwrap() <= 5).collect()
    };
    for (moves, state) in draw("moves").lines().zip(draw("pieces").lines()) {
        let (_, reached, _) = run(&["show", "--puzzle", "rings.toml", moves, "--to", "pieces"]);
        assert_eq!(looks(&reached), looks(state), "{moves}: {reached}");
    }
    let (code, _, stderr) = run(&["solve", "--puzzle", "rings.toml", "A B2", "--goal", "A"]);
    let sentence = "error: --goal needs a puzzle whose pieces all look different, not rings\n";
    assert_eq!((code, stderr.as_str()), (Some(2), sentence));
    let (code, moves, _) = run(&["solve", "--puzzle", "rings.toml", "A B2"]);
    assert_eq!((code, run(&["check", "--puzzle", "rings.toml", "A B2", moves.trim_end()]).0), (Some(0), Some(0)));
}

#[test]
fn states_of_file_defined_puzzles_are_drawn_shown_checked_and_solved() {
    let folder = folder(SWEEP);
    let run = |arguments: &[&str]| evocube(folder.path(), arguments);
    let (_, drawn, stderr) = run(&["scramble", "--puzzle", "skewb", "--count", "3", "--seed", "1", "--to", "pieces"]);
    assert_eq!((drawn.lines().count(), stderr.as_str()), (3, "seed 1\n"));
    for state in drawn.lines() {
        assert_eq!(run(&["show", "--puzzle", "skewb", state, "--to", "pieces"]).1, format!("{state}\n"));
        let (code, moves, _) = run(&["solve", "--puzzle", "skewb", state]);
        assert_eq!((code, run(&["check", "--puzzle", "skewb", state, moves.trim_end()]).0), (Some(0), Some(0)));
    }
    let answers = "R'\n\nL' U'\n";
    fs::write(folder.path().join("batch.txt"), "R\nR Q\nU L\n").unwrap();
    let (code, moves, stderr) = run(&["solve", "--puzzle", "skewb", "--batch", "batch.txt"]);
    assert_eq!((code, moves.as_str()), (Some(2), answers), "{stderr}");
    assert!(stderr.starts_with("error: batch.txt: line 2: "), "{stderr}");
    let (code, moves, _) = run(&["solve", "--puzzle", "skewb", "U L", "--goal", "U"]);
    assert_eq!((code, moves.as_str()), (Some(0), "L'\n"));
    let (code, moves, stderr) = run(&["solve", "--puzzle", "pyraminx", "U L' u", "--time", "10s"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.starts_with("search: 3 moves, 3 single turns, in "), "{stderr}");
    assert!(stderr.contains("proved: no solution has fewer than 3 moves"), "{moves}{stderr}");
    let (_, moves, _) = run(&["scramble", "--puzzle", "pyraminx", "--turns", "12"]);
    assert_eq!(moves.split_whitespace().count(), 12);
    let not = (Some(1), "not solved: 12 moves, 12 single turns\n".to_owned(), String::new());
    assert_eq!(run(&["check", "--puzzle", "pyraminx", "U", moves.trim_end()]), not);
    let single = (Some(0), "solved: 1 move, 1 single turn\n".to_owned(), String::new());
    assert_eq!(run(&["check", "--puzzle", "pyraminx", "U", "U'"]), single);
    let refused = |arguments: &[&str], sentence: &str| {
        assert_eq!(run(arguments), (Some(2), String::new(), format!("error: {sentence}\n")));
    };
    refused(
        &["show", "--puzzle", "skewb", "U", "--to", "facelets"],
        "the format facelets is for the cubes, not for skewb",
    );
    refused(
        &["solve", "--puzzle", "skewb", "U", "--solver", "korf"],
        "skewb is solved by bidirectional search, without --solver and its options, or by --solver evolution with a \
         --config",
    );
    refused(&["solve", "--puzzle", "skewb", "U", "--refine"], "--refine is for the cubes, not for skewb");
    refused(&["solve", "--puzzle", "skewb", "U", "--length", "9"], "--length has no effect with the solver search");
    refused(&["solve", "--puzzle", "skewb", "U", "--seed", "9"], "--seed has no effect with the solver search");
    refused(
        &["solve", "--puzzle", "skewb", "U", "--solver", "evolution"],
        "evolution of a file-defined puzzle needs a --config: a sweep file whose [base] names it",
    );
    refused(
        &["show", "--puzzle", "pyraminx", "edges UR UL UB LR LB RB"],
        "no moves lead there: the permutation of \"edges\" is odd, and moves keep it even",
    );
    // One move reaches a state that looks the same, with other beads of these two kinds.
    refused(
        &["show", "--puzzle", "rings.toml", "beads 6 2 3 4 5 1 7 8 9 10"],
        "no moves lead there: with the pieces before it at home, \"3\" of \"beads\" cannot come home; another order of \
         pieces that look alike may be reached",
    );
    let (_, listed, _) = run(&["alphabet", "--puzzle", "rings.toml", "--with", "turns = [\"A\", \"B'\"]", "--list"]);
    assert!(
        listed.starts_with("2 symbols, 2 different effects\n") && listed.ends_with("B'\t6 pieces\tB'\n"),
        "{listed}"
    );
}

#[test]
fn the_search_for_a_random_state_of_a_large_puzzle_is_bounded() {
    let folder = folder(SWEEP);
    let pieces: Vec<String> = (1..=20).map(|piece| piece.to_string()).collect();
    let pieces = pieces.join(" ");
    let large = format!(
        "name = \"large\"\n[[orbit]]\nname = \"p\"\npieces = \"{pieces}\"\n[[move]]\nname = \"A\"\n\
         cycles = {{ p = [\"{pieces}\"] }}\n[[move]]\nname = \"B\"\ncycles = {{ p = [\"1 2\"] }}\n"
    );
    fs::write(folder.path().join("large.toml"), large).unwrap();
    let run = |more: &[&str]| {
        let arguments = ["scramble", "--puzzle", "large.toml", "--seed", "1"];
        evocube(folder.path(), &[&arguments, more].concat())
    };
    let (code, out, stderr) = run(&["--count", "3"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    // Of 20 moves 8,000,000 are tried.
    let bound = "error: no moves to state 1 of seed 1: no solution within the budget (400000 nodes searched); it takes at least ";
    assert!(
        stderr.contains(bound) && stderr.ends_with(" moves; --to pieces writes states, --turns N draws moves\n"),
        "{stderr}"
    );
    assert_eq!(
        [run(&["--to", "pieces"]), run(&["--turns", "9"])].map(|(code, out, _)| (code, out.lines().count())),
        [(Some(0), 1); 2]
    );
}
