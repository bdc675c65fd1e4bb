//! Lists with one entry on each line, also those of other programs: `--batch`, `--instances` and `initial` read them alike, with names. A
//! batch answers at once, line by line, each with the default solver of its cube. Line ends of single cubes are tested, too. The reader
//! itself is tested in `crates/cube/src/list.rs`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use evocube::{Cube2, Cube3, Seed};
use serde_json::Value;

use crate::common::{done_in, evocube_in, evocube_reading as evocube};

fn documents(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_of_a_batch_has_the_default_solver_of_its_cube() {
    let seed = Seed::from_number(54);
    let small: Vec<Cube2> = (0..10).map(|number| Cube2::random(&mut seed.numbered_stream(number))).collect();
    let large = Cube3::random(&mut seed.numbered_stream(10));
    let mut lines: Vec<String> = small.iter().map(ToString::to_string).collect();
    lines.extend(["R U".to_owned(), large.to_string(), "WWWWRRRRGGGGYYYYOOOOBBBB".to_owned()]);
    let (code, out, notes) = evocube(&["solve", "--batch", "--json"], &lines.join("\n"));
    assert_eq!((code, notes.as_str()), (Some(0), ""));
    let answers = documents(&out);
    for (line, answer) in lines.iter().zip(&answers) {
        let solver = if line.len() == 24 { "pocket" } else { "kociemba" };
        assert_eq!(answer["solver"], solver, "{line}");
        assert_eq!(evocube(&["check", line, answer["moves"].as_str().unwrap()], "").0, Some(0), "{line}");
        // Alone the cube has the same answer.
        let alone = evocube(&["solve", line], "").1;
        assert_eq!(alone.trim(), answer["moves"].as_str().unwrap(), "{line}");
    }
    assert_eq!(answers.len(), lines.len());
    // An option of one solver is refused at the lines of the other, one of neither at once.
    let (code, out, notes) = evocube(&["solve", "--batch", "--length", "20"], &format!("{}\nR U\n", lines[0]));
    let sentence = "error: standard input: line 1: --length has no effect with the solver pocket\n";
    assert_eq!((code, out.as_str(), notes.as_str()), (Some(2), "\nU' R'\n", sentence));
    for (option, sentence) in [
        (&["--chains", "2"][..], "the solver kociemba has no --chains and no --width"),
        (&["--seed", "2"], "--seed has no effect with the solver kociemba"),
        (&["--prove"], "--prove is for --solver korf, not for kociemba"),
    ] {
        let refused = (Some(2), String::new(), format!("error: {sentence}\n"));
        assert_eq!(evocube(&[&["solve", "--batch"], option].concat(), "R\nU\n"), refused);
    }
    // A goal and --puzzle say which cubes the list has.
    let refused = "error: standard input: line 2: the solver kociemba solves cube3 only, this is a cube2\n";
    let solved = Cube2::SOLVED.to_string();
    let batch = |more: &[&str]| evocube(&[&["solve", "--batch"], more].concat(), &format!("R U\n{solved}\n"));
    assert_eq!(batch(&["--goal", "R"]), (Some(2), "U'\n\n".to_owned(), refused.to_owned()));
    let corner = Cube2::SOLVED.apply(evocube::Turn::R).to_string();
    for options in [&["--goal", &*corner][..], &["--puzzle", "cube2"]] {
        let (code, out, notes) = batch(&[options, &["--json"]].concat());
        let solvers: Vec<Value> = documents(&out).into_iter().map(|answer| answer["solver"].clone()).collect();
        assert_eq!((code, solvers), (Some(0), vec!["pocket".into(), "pocket".into()]), "{notes}");
    }
}

#[test]
fn blank_lines_and_comments_have_empty_answers_and_leave_the_others_in_place() {
    let lines = ["R U", "", "// a comment", "# another", " \t", "F2 // its cube", "D2"];
    let expected = "U' R'\n\n\n\n\nF2\nD2\n";
    for end in ["\n", "\r\n", "\r"] {
        for mark in ["", "\u{feff}"] {
            let input = mark.to_owned() + &lines.join(end) + end;
            assert_eq!(
                evocube(&["solve", "--batch"], &input),
                (Some(0), expected.to_owned(), String::new()),
                "{input:?}"
            );
            let (code, out, _) = evocube(&["solve", "--batch", "--json"], &input);
            let numbers: Vec<Value> = documents(&out).into_iter().map(|answer| answer["line"].clone()).collect();
            assert_eq!((code, numbers), (Some(0), vec![1.into(), 6.into(), 7.into()]), "{input:?}");
            let refined = evocube(&["refine", "-", "--batch", "--windows-only"], &input);
            assert_eq!(refined, (Some(0), "R U\n\n\n\n\nF2\nD2\n".to_owned(), String::new()), "{input:?}");
            let (_, out, _) = evocube(&["refine", "-", "--batch", "--windows-only", "--json"], &input);
            assert_eq!(documents(&out).last().unwrap()["line"], 7);
        }
    }
    // An error has its line, too.
    let (code, out, notes) = evocube(&["solve", "--batch", "--json"], "R\r\rR Q\r");
    let answers = documents(&out);
    assert_eq!((code, answers.len(), &answers[1]["line"]), (Some(2), 2, &3.into()));
    assert!(notes.starts_with("error: standard input: line 3, column 3: found \"Q\""), "{notes}");
}

/// Two cubes in the forms in which other programs write lists of scrambles.
const LISTS: [&str; 5] = [
    "1. R U2 F'\n2) 12.34  D2 B\n",
    "first = R U2 F'\nD2 B (2f*) // second\n",
    "No.;Time;Comment;Scramble;Date;P.1\n1;10.51;\"a;b\";R U2 F';2023-10-05 12:00:00;10.51\n2;14.34+;pop;D2 B;2023-10-05;12.34\n",
    "Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment\n\"333\";\"Normal\";\"1\";\"2\";\"R U2 F'\";\"0\";\"\"\n\"333\";\"Normal\";\"1\";\"2\";\"D2 B\";\"0\";\"\"\n",
    "{\"session1\":[[[0,1],\"R U2 F'\",\"\",2],[[-1,1],\"D2 B\",\"\",2]],\"properties\":{}}\n",
];

#[test]
fn a_batch_reads_the_lists_of_other_programs() {
    for list in LISTS {
        let (code, out, notes) = evocube(&["solve", "--batch"], list);
        let answers: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!((code, answers, notes.as_str()), (Some(0), vec!["F U2 R'", "B' D2"], ""), "{list}");
        // The answers stand on the lines of their cubes, but for those of one line of JSON.
        assert_eq!(out.lines().count(), list.lines().count().max(2), "{list}");
    }
    let names = |list: &str| -> Vec<Value> {
        let answers = documents(&evocube(&["solve", "--batch", "--json"], list).1);
        answers.into_iter().map(|answer| answer.get("name").cloned().unwrap_or_default()).collect()
    };
    assert_eq!(names(LISTS[0]), [Value::Null, Value::Null]);
    assert_eq!(names(LISTS[1]), ["first", "second"]);
    assert_eq!(names(LISTS[4]), ["session1-1", "session1-2"]);
    let refined = documents(&evocube(&["refine", "-", "--batch", "--json"], "a = R R\n").1);
    assert_eq!((&refined[0]["name"], &refined[0]["moves"]), (&"a".into(), &"R2".into()));
    // Of several entries of a line, the name says which one is wrong.
    let export = LISTS[4].replace("D2 B", "D2 Q");
    let error = evocube(&["solve", "--batch"], &export).2;
    assert!(error.starts_with("error: standard input: session1-2: line 1, column 4: found \"Q\""), "{error}");
    // The place of a mistake is that in the line.
    let error = evocube(&["solve", "--batch"], "first = R Q\n").2;
    assert!(error.starts_with("error: standard input: line 1, column 11: found \"Q\""), "{error}");
}

#[test]
fn names_of_a_list_are_the_names_of_instances() {
    let more = "same = R\nF // same\nU // =1+1\nD\n";
    let files: Vec<(String, &str)> =
        (0..).map(|number| format!("{number}.txt")).zip(LISTS.into_iter().chain([more])).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = folder("", &files);
    assert_eq!(instances(folder.path(), "1.txt"), ["first", "second"]);
    assert_eq!(instances(folder.path(), "4.txt"), ["session1-1", "session1-2"]);
    for file in ["0.txt", "2.txt", "3.txt"] {
        let names = instances(folder.path(), file);
        assert!(names.len() == 2 && names.iter().all(|name| name.as_str().unwrap().starts_with("state-")), "{names:?}");
    }
    // Comments may be alike, and one that is no name is none.
    let names = instances(folder.path(), "5.txt");
    assert_eq!(names[..2], ["same", "same (2)"]);
    assert!(names[2..].iter().all(|name| name.as_str().unwrap().starts_with("state-")), "{names:?}");
}

#[test]
fn carriage_returns_end_lines_of_single_cubes_as_well() {
    let faces = evocube(&["show", "R U2", "--to", "faces"], "").1;
    let net = evocube(&["show", "R U2"], "").1;
    let moves = "R // a comment\nU2".to_owned();
    for text in [faces, net, moves] {
        for end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', end);
            assert_eq!(evocube(&["solve", "-"], &text).1, "U2 R'\n", "{text:?}");
        }
    }
    assert!(evocube(&["show", "-"], "R U\rF Q").2.contains("standard input: line 2, column 3: found \"Q\""));
}

/// A sweep in a folder with these files.
fn folder(base: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
    let sweep = format!("name = 'x'\nseed = 1\n[[instance]]\nscramble = 'R'\n[base]\npopulation = 8\n{base}\n");
    let folder = crate::common::sweep_folder(&sweep);
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

fn instances(folder: &Path, file: &str) -> Vec<Value> {
    let plan = done_in(folder, &["plan", "sweep.toml", "--instances", file, "--trials", "--json"]);
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let trials = plan["stages"][0]["trials"].as_array().unwrap().clone();
    trials.into_iter().map(|trial| trial["instance"].clone()).collect()
}

#[test]
fn a_file_of_instances_is_read_as_a_batch_is() {
    let list = "# mine\nR U\n\n// a comment\nF2 // its cube\nD2\n";
    let texts = ["\n", "\r\n", "\r"].map(|end| list.replace('\n', end));
    let faces = evocube(&["show", "R U2", "--to", "faces"], "").1.replace('\n', "\r");
    let folder = folder(
        "",
        &[
            ("lf.txt", &texts[0]),
            ("crlf.txt", &texts[1]),
            ("cr.txt", &texts[2]),
            ("one.txt", "# mine\nR U\n"),
            ("faces.txt", &faces),
            ("bad.txt", "R U\r\rF2\rR Q\r"),
        ],
    );
    let expected = instances(folder.path(), "lf.txt");
    assert_eq!(expected.len(), 3);
    assert_eq!(instances(folder.path(), "crlf.txt"), expected);
    assert_eq!(instances(folder.path(), "cr.txt"), expected);
    assert_eq!(instances(folder.path(), "one.txt"), expected[..1]);
    assert_eq!(instances(folder.path(), "faces.txt"), ["faces"]);
    let (code, _, error) = evocube_in(folder.path(), &["plan", "sweep.toml", "--instances", "bad.txt"]);
    assert!(code == Some(2) && error.contains("bad.txt:4:3: found \"Q\""), "{error}");
}

#[test]
fn equal_cubes_of_a_file_are_named_with_both_lines() {
    let folder = folder("", &[("cubes.txt", "// three\nR U\nF2\n# the first again\nR U'  U2\n")]);
    let (code, _, stderr) = evocube_in(folder.path(), &["plan", "sweep.toml", "--instances", "cubes.txt"]);
    let sentence = "error: cubes.txt:5:1: this is the same cube as that of cubes.txt:2: leave one of them out";
    assert!(code == Some(2) && stderr.starts_with(sentence), "{stderr}");
}

#[test]
fn initial_solutions_are_read_as_a_batch_is() {
    let solutions = |text: &str| {
        let folder =
            folder("initial.solutions = 'mine.txt'\ngenome.length = 4\nstop.generations = 1", &[("mine.txt", text)]);
        done_in(folder.path(), &["run", "sweep.toml", "-q"]);
        let manifest = fs::read_to_string(folder.path().join("results/x/manifest.toml")).unwrap();
        manifest.lines().find(|line| line.starts_with("moves = ")).expect("its solutions").to_owned()
    };
    let list = "R U\n\n// a comment\n# another\nF2\n";
    let expected = "moves = [\"R U\", \"F2\"]";
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(solutions(&list.replace('\n', end)), expected, "{end:?}");
    }
}

#[test]
fn an_answer_comes_at_once_when_no_further_line_is_waiting() {
    for (arguments, lines) in [
        (
            &["solve", "--batch"][..],
            [("R U\n", "U' R'"), ("\n", ""), ("// a comment\n", ""), ("F2\r\n", "F2"), ("D\r", "D'")],
        ),
        (
            &["solve", "--batch"],
            [("1. R U\n", "U' R'"), ("a = F2\n", "F2"), ("D // b\n", "D'"), ("x;Scramble\n", ""), ("\"c\";U\n", "U'")],
        ),
        (
            &["solve", "--batch", "--solver", "layers"],
            [("R\r", "R'"), ("#\n", ""), ("\r\n", ""), ("U\n", "U'"), ("U2\n", "U2")],
        ),
        (
            &["refine", "-", "--batch", "--windows-only"],
            [("R R\n", "R2"), ("\n", ""), ("//\r\n", ""), ("U\n", "U"), ("U U'\n", "")],
        ),
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
            .args(arguments)
            .env("EVOCUBE_CACHE", crate::common::TABLES)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("it is piped");
        let mut answers = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        for (line, answer) in lines {
            // The program still has its input open, and waits for the next line.
            input.write_all(line.as_bytes()).expect("it reads");
            assert_eq!(answers.next().expect("an answer").expect("text"), answer, "{arguments:?}: {line:?}");
        }
        drop(input);
        assert!(answers.next().is_none() && child.wait().expect("it ends").success(), "{arguments:?}");
    }
}
