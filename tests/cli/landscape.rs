//! `evocube landscape` as a user runs it: files, options, refusals; and mistakes in an alphabet, which `evocube alphabet` refuses, too. The
//! measures are tested in `crates/engine/src/landscape`.

use std::fs;
use std::path::Path;

use crate::common::{files, program};

/// Options of a small survey.
const SMALL: [&str; 9] = ["landscape", "--walks", "5", "--steps", "60", "--states", "6", "--distance", "4"];

fn evocube(more: &[&str]) -> assert_cmd::assert::Assert {
    let folder = env!("CARGO_MANIFEST_DIR");
    program().current_dir(folder).args(SMALL).args(more).assert()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn landscape_bytes_depend_on_the_seed_and_not_on_threads() {
    let folder = crate::common::tempdir().unwrap();
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let answer = evocube(&[more, &["--out", out.to_str().unwrap()]].concat()).success();
        (text(&answer.get_output().stdout), files(&out))
    };
    let single = run("one", &["--threads", "1"]);
    assert_eq!(single.1.len(), 4 + 2 * 5, "{:?}", single.1.keys());
    assert!(
        single.0.starts_with("Landscape of the paper's settings: 30 symbols, 20 genes per genome\n"),
        "{}",
        single.0
    );
    assert!(single == run("three", &["--threads", "3"]));
    assert!(single != run("other", &["--seed", "2"]));
    let page = text(&single.1["landscape.html"]);
    assert!(
        page.contains("<h1>Landscape: the paper&#39;s settings</h1>")
            && !page.replace("Number.isNaN", "").contains("NaN")
    );
}

#[test]
fn landscape_measures_the_sweep_and_options_override_it() {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["experiments/quickstart.toml", "--edge-rule", "both-stickers", "--genes", "7", "--json", "--out", out];
    let answer = evocube(&arguments).success();
    let document: serde_json::Value = serde_json::from_slice(&answer.get_output().stdout).unwrap();
    assert_eq!(document["name"], "quickstart, length 7, edge rule both-stickers");
    assert_eq!(document["length"], 7);
    assert!(document["answer"].as_array().unwrap().len() == 5);
    assert!(document["files"].as_array().unwrap().iter().all(|file| Path::new(file.as_str().unwrap()).is_file()));
    let pocket = evocube(&["--puzzle", "cube2", "--alphabet", "expand = \"symmetries\"", "--out", out]).success();
    assert!(text(&pocket.get_output().stdout).contains("puzzle cube2"));
}

#[test]
fn invalid_landscape_options_are_refused_with_a_message() {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let refused = |more: &[&str]| text(&evocube(&[more, &["--out", out]].concat()).code(2).get_output().stderr);
    assert_eq!(
        refused(&["--objective", "pieces", "--edge-rule", "position"]),
        "error: --edge-rule is an option of the objective penalty, not of pieces\n"
    );
    assert_eq!(refused(&["--genes", "0"]), "error: --genes: genome length 0 is out of range: 1 to 1000\n");
    assert!(refused(&["--alphabet", "expand = 3"]).starts_with("error: --alphabet: "));
    assert!(refused(&["--edge-rule", "none"]).contains("any-sticker"));
    assert!(refused(&["missing.toml"]).contains("missing.toml"));
    let skewb = folder.path().join("skewb.toml");
    fs::write(
        &skewb,
        "name = 's'\nseed = 1\n[[instance]]\nrandom = 1\n[base]\npuzzle = 'skewb'\nstop.generations = 1\n",
    )
    .unwrap();
    let skewb = skewb.to_str().unwrap();
    let sentence = "error: a landscape is measured on the cubes, not on skewb: add --puzzle cube3\n";
    assert_eq!(refused(&[skewb]), sentence);
    evocube(&[skewb, "--puzzle", "cube3", "--out", folder.path().join("cube3").to_str().unwrap()]).success();
    fs::write(folder.path().join("manifest.toml"), "").unwrap();
    assert!(refused(&[]).contains("is a results folder: choose another one with --out"));
}

#[test]
fn mistakes_in_keys_of_an_alphabet_have_the_words_of_a_sweep_file() {
    for (keys, message) in [
        ("expand = none", "invalid float, expected `nan`: write \"none\""),
        (
            "turns = \"al\"",
            "unknown set of turns \"al\", expected \"all\", \"quarter\", \"none\" or a list of turns; did you mean \"all\"?",
        ),
        (
            "conjugate = 99999999999999999999",
            "99999999999999999999 is out of range: integers are from -9223372036854775808 to 9223372036854775807",
        ),
    ] {
        for (command, option) in [("alphabet", "--with"), ("landscape", "--alphabet")] {
            let refusal = (Some(2), String::new(), format!("error: {option}: {message}\n"));
            assert_eq!(crate::common::evocube(&[command, option, keys]), refusal);
        }
    }
}
