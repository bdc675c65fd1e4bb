//! Limits that allow configurations different numbers of evaluations: `plan`, `run` and the page say so, also a page that compares folders.
//! Different numbers that trials spent are on the page alone. Limits that a factor varies, and algorithms without a limit, are not noted.

use std::fs;
use std::path::Path;

use super::tuning::read;
use crate::common::{Streams, evocube_in as evocube, sweep_folder as with};

/// Returns a sweep of a factor.
fn sweep(stop: &str, base: &str, factor: &str) -> String {
    format!(
        "name = 'effort'\nseed = 1\nrepetitions = 6\n[[instance]]\nrandom = 2\n[base]\nstop = {{ {stop} }}\n{base}\n\
         [[factor]]\n{factor}\n"
    )
}

const POPULATIONS: &str = "key = 'population'\nlevels = [5, 80]";
const RATES: &str = "key = 'crossover.one-point.rate'\nlevels = [0.1, 0.9]";
const FEW_MUTANTS: &str =
    "population = 100\nalphabet.conjugate = 0\nmutation.uniform = { individual-rate = 0.05, gene-rate = 0.05 }";

/// Runs a sweep. Returns the notes of `plan` and of `run`, and the answer of the page.
fn notes_and_answer(folder: &Path, text: &str) -> (Vec<String>, String) {
    fs::write(folder.join("sweep.toml"), text).unwrap();
    let (code, _, planned) = evocube(folder, &["plan", "sweep.toml"]);
    assert_eq!(code, Some(0), "{planned}");
    let (code, _, run): Streams = evocube(folder, &["run", "sweep.toml", "--out", "out", "--fresh"]);
    assert_eq!(code, Some(0), "{run}");
    let notes = |errors: &str| {
        errors.lines().filter(|line| line.contains("effort: ")).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(notes(&planned), notes(&run), "{text}");
    let page = read(&folder.join("out"), "summary.md");
    let (_, answer) = page.split_once("## Answer").unwrap();
    (notes(&run), answer.split("\n![").next().unwrap().to_owned())
}

/// Returns the number in the line that a sentence advises.
fn advised(sentence: &str) -> u64 {
    let (_, line) = sentence.split_once("stop.evaluations = ").unwrap();
    line.split(|character: char| !character.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn unequal_limits_are_noted_with_the_line_that_makes_them_equal() {
    let folder = with("");
    let folder = folder.path();
    for (stop, ends, advice) in [
        ("generations = 100", "505 evaluations with population = 5 and 8,080 with", 505),
        // The generations of one configuration end before the first one of the other.
        ("generations = 1", "10 evaluations with population = 5 and 160 with", 10),
        ("evaluations = 2_000, generations = 100", "505 evaluations with population = 5 and 2,000 with", 505),
    ] {
        let (notes, answer) = notes_and_answer(folder, &sweep(stop, "", POPULATIONS));
        let note = format!("note: unequal effort: the limits of stage main allow {ends} population = 80");
        assert_eq!(notes, [format!("{note}; write stop.evaluations = {advice} to compare at equal effort")]);
        let ends = ends.replace("population = 5", "`population = 5`");
        let sentence = format!("**Unequal effort**: the limits allow {ends} `population = 80`");
        let least = ends.split(' ').next().unwrap();
        let limit = format!("; trials are compared within {least} evaluations, which `effort` changes");
        let advice = format!("; write `stop.evaluations = {advice}` to let all spend as many.");
        assert!(answer.contains(&(sentence + &limit + &advice)), "{answer}");
        if stop.starts_with("evaluations") {
            // With its line, this is the first sweep with its own.
            continue;
        }
        // With the line the limits are equal; with that of what trials spent, these are, too.
        let generations = stop.split(", ").find(|part| part.starts_with("generations"));
        let with_line = |answer: &str| {
            let evaluations = format!("evaluations = {}", advised(answer));
            let stop: Vec<&str> = [Some(evaluations.as_str()), generations].into_iter().flatten().collect();
            notes_and_answer(folder, &sweep(&stop.join(", "), "", POPULATIONS))
        };
        let (notes, answer) = with_line(&answer);
        assert!(notes.is_empty() && !answer.contains("the limits allow"), "{stop}: {notes:?} {answer}");
        let answer = if answer.contains("Unequal effort") { with_line(&answer).1 } else { answer };
        assert!(!answer.contains("Unequal effort"), "{stop}: {answer}");
    }
    // A population that is larger than the limit is cut.
    let (notes, answer) = notes_and_answer(folder, &sweep("evaluations = 40", "", POPULATIONS));
    assert!(notes.is_empty() && !answer.contains("effort"), "{notes:?} {answer}");
    let (_, _, quiet) =
        evocube(folder, &["run", "sweep.toml", "--set", "stop={generations=1}", "--out", "quiet", "-q"]);
    assert_eq!(quiet, "");
}

#[test]
fn equal_limits_of_trials_that_spend_different_numbers_are_noted_on_the_page_alone() {
    let folder = with("");
    let folder = folder.path();
    let (notes, answer) = notes_and_answer(folder, &sweep("generations = 30", FEW_MUTANTS, RATES));
    let sentence = "**Unequal effort**: the median trial that a limit ended spent ";
    assert!(notes.is_empty() && answer.contains(sentence), "{notes:?} {answer}");
    assert!(answer.contains(" evaluations with `one-point.rate = 0.1` and ") && advised(&answer) < 1_000, "{answer}");
    let equal = format!("generations = 30, evaluations = {}", advised(&answer));
    for stop in [equal.as_str(), "evaluations = 2_000"] {
        let (notes, answer) = notes_and_answer(folder, &sweep(stop, FEW_MUTANTS, RATES));
        assert!(notes.is_empty() && !answer.contains("effort"), "{stop}: {notes:?} {answer}");
    }
}

#[test]
fn limits_that_a_factor_varies_and_algorithms_without_one_are_not_noted() {
    let folder = with("");
    let folder = folder.path();
    for (stop, factor) in [
        ("generations = 5", "key = 'stop.generations'\nlevels = [5, 50]"),
        ("evaluations = 500", "key = 'stop'\nlevels = [{ evaluations = 500 }, { generations = 50 }]"),
        (
            "evaluations = 500",
            "key = 'algorithm'\nlevels = ['genetic-algorithm', 'evolution-strategy', 'hill-climbing']",
        ),
    ] {
        let (notes, answer) = notes_and_answer(folder, &sweep(stop, "", factor));
        assert!(notes.is_empty() && !answer.contains("effort"), "{factor}: {notes:?} {answer}");
    }
}

#[test]
fn folders_of_different_budgets_are_compared_with_a_note() {
    let folder = with("");
    let folder = folder.path();
    for (name, evaluations) in [("small", 500), ("large", 2_000), ("equal", 500)] {
        let text = sweep(&format!("evaluations = {evaluations}"), "", RATES).replace("'effort'", &format!("'{name}'"));
        fs::write(folder.join("sweep.toml"), text).unwrap();
        let rate = if name == "equal" { "crossover.one-point.rate=0.5" } else { "crossover.one-point.rate=0.1" };
        let text = read(folder, "sweep.toml");
        fs::write(folder.join("sweep.toml"), text.split("[[factor]]").next().unwrap()).unwrap();
        assert_eq!(evocube(folder, &["run", "sweep.toml", "--set", rate, "-q"]).0, Some(0));
    }
    let compare = |other: &str| {
        let folders = ["results/small", &format!("results/{other}")].map(str::to_owned);
        let arguments = ["report", &folders[0], &folders[1], "--out", other];
        assert_eq!(evocube(folder, &arguments).0, Some(0));
        read(&folder.join(other), "summary.md")
    };
    let sentence =
        "**Unequal effort**: the limits allow 500 evaluations with `sweep = small` and 2,000 with `sweep = large`";
    let page = compare("large");
    assert!(page.contains(sentence) && page.contains("; write `stop.evaluations = 500` "), "{page}");
    assert!(!compare("equal").contains("Unequal effort"));
}
