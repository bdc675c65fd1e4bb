//! `evocube plot` as a user runs it: files and their names, the list of figures, several folders as levels of a factor, and refused
//! arguments. What figures show is tested in `crates/report/tests`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::evocube_in;

const SWEEP: &str = "name = \"small\"\nseed = 8\nrepetitions = 3\n[[instance]]\nrandom = 2\n[base]\ngenome.length = 12\n\
                     stop = { generations = 60 }\n[[factor]]\nkey = \"population\"\nlevels = [40, 80]\n[[factor]]\n\
                     key = \"mutation.uniform.gene-rate\"\nlevels = [0.05, 0.2]\n";

/// A folder with the results of two sweeps.
fn ran() -> tempfile::TempDir {
    let folder = crate::common::tempdir().unwrap();
    for (name, seed) in [("small", "seed = 8"), ("other", "seed = 11")] {
        let sweep = SWEEP.replace("seed = 8", seed).replace("random = 2", "scramble = \"R U2 F' L D\"");
        fs::write(folder.path().join(name), sweep).unwrap();
        assert_eq!(evocube_in(folder.path(), &["run", name, "--out", &format!("{name}-results")]).0, Some(0));
    }
    folder
}

fn file(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn figures_of_every_kind_are_written_with_their_numbers() {
    let dir = ran();
    let folder = dir.path();
    for kind in ["convergence", "ecdf", "box", "effects", "interaction", "heat-map", "diversity", "profile"] {
        let (code, out, stderr) = evocube_in(folder, &["plot", "small-results", kind]);
        assert_eq!((code, out), (Some(0), format!("small-{kind}.svg\nsmall-{kind}.csv\n")), "{kind}: {stderr}");
        assert!(stderr.starts_with(&format!("small-{kind}.svg: ")), "the caption: {stderr}");
        assert!(file(folder, &format!("small-{kind}.svg")).starts_with(b"<svg "), "{kind}");
        assert!(file(folder, &format!("small-{kind}.csv")).contains(&b','), "{kind}");
    }
    let (code, out, _) = evocube_in(folder, &["plot", "small-results", "box", "--out", "new/figure.PDF"]);
    assert_eq!((code, &out[..]), (Some(0), "new/figure.PDF\nnew/figure.csv\n"));
    assert!(file(folder, "new/figure.PDF").starts_with(b"%PDF-1.7"));
    for (name, written) in [("new/plain", "new/plain.pdf"), ("new/v1.2", "new/v1.2.pdf"), ("new/a.pdf", "new/a.pdf")] {
        let (code, out, _) = evocube_in(folder, &["plot", "small-results", "box", "--format", "pdf", "--out", name]);
        let data = written.replace(".pdf", ".csv");
        assert_eq!((code, out), (Some(0), format!("{written}\n{data}\n")));
        assert!(file(folder, written).starts_with(b"%PDF-1.7"), "{name}");
    }
    let (code, out, _) = evocube_in(folder, &["plot", "small-results", "box", "--format", "png", "--json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &document["figures"][0]["kind"], &document["figures"][0]["figure"]),
        (Some(0), &"box".into(), &"small-box.png".into())
    );
    assert_eq!(&file(folder, "small-box.png")[..4], b"\x89PNG");
    assert!(document["figures"][0]["caption"].as_str().unwrap().starts_with("Lowest penalty of each trial"));
    let (code, _, stderr) = evocube_in(folder, &["verify", "small-results", "--trial", "1"]);
    assert_eq!(code, Some(0), "the results are untouched: {stderr}");
}

#[test]
fn all_figures_that_the_results_have_are_listed_and_drawn() {
    let dir = ran();
    let kinds = ["convergence", "ecdf", "box", "effects", "interaction", "heat-map", "diversity", "profile"];
    let (code, out, stderr) = evocube_in(dir.path(), &["plot", "small-results"]);
    assert_eq!((code, &stderr[..]), (Some(0), "Write one of these after the folder, or --all.\n"));
    assert_eq!(out.lines().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>(), kinds);
    let (code, out, stderr) = evocube_in(dir.path(), &["plot", "small-results", "--all", "--format", "pdf"]);
    let files: Vec<String> =
        kinds.iter().flat_map(|kind| ["pdf", "csv"].map(|ending| format!("small-{kind}.{ending}"))).collect();
    assert_eq!(
        (code, out.lines().collect::<Vec<_>>()),
        (Some(0), files.iter().map(String::as_str).collect()),
        "{stderr}"
    );
    assert!(kinds.iter().all(|kind| file(dir.path(), &format!("small-{kind}.pdf")).starts_with(b"%PDF-1.7")));
    let (code, _, stderr) = evocube_in(dir.path(), &["plot", "box"]);
    assert_eq!((code, &stderr[..]), (Some(2), "error: the results folder is missing: write evocube plot DIR box\n"));
}

#[test]
fn several_folders_are_drawn_as_levels_of_one_factor() {
    let dir = ran();
    let plot = |more: &[&str]| {
        evocube_in(dir.path(), &[&["plot", "small-results", "other-results", "ecdf", "--out", "e.svg"], more].concat())
    };
    assert_eq!(plot(&["--color", "sweep"]).0, Some(0));
    let text = String::from_utf8(file(dir.path(), "e.csv")).unwrap();
    assert!(text.starts_with("sweep,evaluations,share,low_95,high_95\nsmall-results,"), "{text}");
    let (code, _, stderr) = plot(&["--only", "small-result"]);
    assert_eq!(code, Some(2));
    let sentence = "there is no level, instance or stage \"small-result\"; did you mean \"small-results\"?\n";
    assert!(stderr.ends_with(sentence), "{stderr}");
}

#[test]
fn arguments_that_shape_nothing_are_refused_and_nothing_is_written() {
    let dir = ran();
    let folder = dir.path();
    let before = fs::read_dir(folder).unwrap().count();
    for (arguments, sentence) in [
        (&["convergense"][..], "error: \"convergense\" is neither a figure nor a folder; did you mean convergence?\n"),
        (&["pie"], "is neither a figure nor a folder; the figures are convergence, ecdf, "),
        (&["--all", "box"], "error: --all draws every figure: leave box out, or --all\n"),
        (&["--all", "--band", "iqr"], "error: --band does not shape all figures: it is an option of convergence, div"),
        (&["--all", "--out", "a.svg"], "the argument '--all' cannot be used with '--out <FILE>'"),
        (&["box", "--band", "iqr"], "error: --band does not shape box: it is an option of convergence, diversity\n"),
        (&["ecdf", "--log", "xy"], "error: --log y does not shape ecdf: it is an option of convergence, diversity\n"),
        (
            &["effects", "--facet", "population"],
            "error: --facet does not shape effects: it is an option of convergence, ",
        ),
        (&["convergence", "--center", "mean", "--band", "iqr"], "error: --band iqr: quartiles belong to a median"),
        (&["convergence", "--center", "median", "--band", "ci"], "error: --band ci: the interval is that of a mean"),
        (&["diversity", "--x", "moves"], "error: --x moves: populations have no moves"),
        (&["convergence", "--x", "moves", "--log", "x"], "error: --log: moves are few and have no logarithmic axis\n"),
        (&["convergence", "--x", "moves"], "error: convergence needs logged generations (and over moves, "),
        (
            &["convergence", "--facet", "popluation"],
            "error: there is no factor \"popluation\"; did you mean \"population\"?\n",
        ),
        (&["box", "--only", "60"], "error: there is no level, instance or stage \"60\"; there are 40, 80, "),
        (&["box", "--label", "population"], "error: the label \"population\" names nothing: write KEY=TEXT"),
        (&["box", "--width", "1km"], "expected a width such as 85mm"),
        (&["box", "--width", "1e9"], "expected a width such as 85mm"),
        (&["box", "--font-size", "0"], "expected a size in points such as 8"),
        (
            &["box", "--font-size", "40"],
            "error: a figure 85 mm wide has no room for type of 40 pt: write a type size from 1.0",
        ),
        (&["box", "--format", "pdf", "--out", "a.svg"], "error: --out a.svg: write the ending .pdf\n"),
        (&["box", "--out", "a.jpg"], "error: --out a.jpg: write the ending .svg, .pdf or .png, or --format\n"),
        (
            &["box", "--out", "small-results/trials.svg"],
            "the figure's numbers would replace the table small-results/trials.csv",
        ),
        (&["box", "--format", "png", "--width", "1200", "--font-size", "40"], "pixels are too many for a PNG file"),
    ] {
        let (code, out, stderr) = evocube_in(folder, &[&["plot", "small-results"], arguments].concat());
        assert_eq!((code, &out[..]), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(sentence), "{arguments:?}: {stderr}");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), before);
    let (code, _, stderr) = evocube_in(folder, &["plot", "nowhere", "box"]);
    assert_eq!(code, Some(2), "{stderr}");
}
