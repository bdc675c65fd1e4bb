//! Initial populations of earlier solutions, by the key `initial`: they solve at once, and a changed source is refused. The forms of lists
//! are tested in `tests/cli/lists.rs`.

use super::*;

/// A sweep of the 2×2×2 with some algorithm.
fn sweep(name: &str, base: &str) -> String {
    format!(
        "name = \"{name}\"\nseed = 11\n[[instance]]\nrandom = 3\n[base]\npuzzle = \"cube2\"\n{base}\nalphabet.macros = \"none\"\n"
    )
}

/// Runs a sweep with the program.
fn run_program(folder: &Path, name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    let file = folder.join(format!("{name}.toml"));
    fs::write(&file, text).unwrap();
    let out = folder.join(name);
    let arguments = ["run", file.to_str().unwrap(), "-q", "--out", out.to_str().unwrap()];
    let (code, _, stderr) = evocube(&[&arguments[..], more].concat());
    (code, stderr)
}

#[test]
fn earlier_solutions_solve_their_instances_in_the_first_generation() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    // The states of a sweep depend on its name, so both have the same.
    let solved = sweep("same", "algorithm = \"pocket\"");
    assert_eq!(run_program(folder, "earlier", &solved, &[]), (Some(0), String::new()));
    let earlier = store::read(&folder.join("earlier")).unwrap();
    assert!(earlier.solutions.iter().all(|solution| solution.htm > 5), "random states");
    let genome = "population = 20\ngenome = { length = 14, evaluate = \"best-prefix\" }\nstop.evaluations = 100";
    for algorithm in ["genetic-algorithm", "one-plus-one", "chc", "map-elites", "random-search"] {
        let genome =
            if algorithm == "one-plus-one" { genome.replace("population = 20\n", "") } else { genome.to_owned() };
        let base = format!("algorithm = \"{algorithm}\"\n{genome}\ninitial = {{ solutions = \"earlier\" }}");
        let text = sweep("same", &base);
        assert_eq!(run_program(folder, algorithm, &text, &[]), (Some(0), String::new()), "{algorithm}");
        let results = store::read(&folder.join(algorithm)).unwrap();
        for (row, expected) in results.trials.iter().zip(&earlier.solutions) {
            let outcome = row.outcome.as_ref().unwrap();
            let counts = outcome.evolution.unwrap();
            assert_eq!((outcome.solved, counts.generations, outcome.htm), (true, 0, expected.htm), "{algorithm}");
        }
        // Without them no trial is solved at once.
        let text = text.replace("initial = { solutions = \"earlier\" }\n", "");
        run_program(folder, "random", &text, &["--fresh"]);
        let random = store::read(&folder.join("random")).unwrap();
        let solved = |row: &evocube::experiment::record::TrialRow| row.outcome.as_ref().unwrap().solved;
        assert!(!random.trials.iter().any(solved), "{algorithm}");
    }
}

#[test]
fn a_changed_source_is_refused_and_the_manifest_keeps_what_was_read() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let source = folder.join("mine.txt");
    fs::write(&source, "# mine\nR U2 F'\n\nF2 R\n").unwrap();
    let base = "population = 20\ngenome.length = 14\nstop.generations = 3\ninitial.solutions = \"mine.txt\"";
    let text = sweep("file", base);
    assert_eq!(run_program(folder, "file", &text, &[]), (Some(0), String::new()));
    let out = folder.join("file");
    let manifest = fs::read_to_string(out.join(file::MANIFEST)).unwrap();
    let digest = store::digest(&source).unwrap();
    assert!(manifest.contains("moves = [\"R U2 F'\", \"F2 R\"]") && manifest.contains(&digest), "{manifest}");

    fs::write(&source, "R U2 F'\n").unwrap();
    let other = store::digest(&source).unwrap();
    let (code, stderr) = run_program(folder, "file", &text, &["--resume"]);
    assert!(
        code == Some(2) && stderr.contains(&format!("base.initial.digest is \"{digest}\" there, \"{other}\" here")),
        "{stderr}"
    );
    fs::remove_file(&source).unwrap();
    let identical = (Some(0), "identical: 3 trials run again\n".to_owned(), String::new());
    assert_eq!(evocube(&["verify", out.to_str().unwrap()]), identical, "the source is not needed");
}
