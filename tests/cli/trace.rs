//! The option `--trace` of `solve`, which shows the cube after each step or macro of `layers`, and `--turns` of `stats`, which solves
//! states after a number of random moves instead of uniform random ones. Other options of these commands are in `solve_and_stats.rs`.

use crate::common::evocube_reading as evocube;

#[test]
fn a_trace_shows_the_cube_after_each_macro() {
    let scramble = "R U2 F' L D B2 x";
    let (code, out, notes) = evocube(&["solve", scramble, "--solver", "layers", "--trace"], "");
    assert_eq!(code, Some(0), "{notes}");
    let (moves, rest) = out.split_once("\n\n").unwrap();
    let steps: Vec<&str> = rest.split("\n\n").collect();
    let json = evocube(&["solve", scramble, "--solver", "layers", "--trace", "--json"], "").1;
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let trace = document["trace"].as_array().unwrap();
    assert_eq!((trace.len(), document["moves"].as_str()), (steps.len(), Some(moves)));
    let mut before = scramble.to_owned();
    for (text, step) in steps.iter().zip(trace) {
        let (title, net) = text.split_once('\n').unwrap();
        let (name, moves) = (step["name"].as_str().unwrap(), step["moves"].as_str().unwrap());
        assert!(title.ends_with(&format!(" {name}: {moves}")) && !moves.is_empty(), "{title}");
        before = format!("{before} {moves}");
        assert_eq!(evocube(&["show", &before, "--to", "facelets"], "").1.trim(), step["state"], "{name}");
        assert_eq!(evocube(&["show", &before], "").1.trim_end(), net.trim_end_matches('\n'), "{name}");
    }
    assert_eq!(evocube(&["check", scramble, &before[scramble.len()..]], "").0, Some(0));
    // Steps 2 and 3 move four pieces home by macros of their own, the others are one search or one macro.
    let count = |name: &str| trace.iter().filter(|step| step["name"] == name).count();
    assert!(count("corners of U") >= 3 && count("middle edges") >= 3, "{trace:?}");
    assert!(
        ["cross on U", "cross on D", "edges of D", "corners of D", "twists of D"].iter().all(|name| count(name) <= 1)
    );
    let (_, out, _) = evocube(&["solve", "R", "--solver", "layers", "--json"], "");
    assert!(!out.contains("trace"), "{out}");
    let refused = evocube(&["solve", "R", "--trace"], "");
    assert_eq!(
        refused,
        (Some(2), String::new(), "error: --trace is for --solver layers, not for kociemba\n".to_owned())
    );
}

#[test]
fn statistics_are_of_states_after_random_moves() {
    let stats = |more: &[&str]| {
        let command = [&["stats", "--solver", "thistlethwaite", "--count", "40", "--seed", "5"], more].concat();
        evocube(&command, "").1
    };
    let text = stats(&["--turns", "1"]);
    assert!(text.starts_with("thistlethwaite: 40 of 40 states after 1 random move solved (seed 5)\n"), "{text}");
    let document: serde_json::Value = serde_json::from_str(&stats(&["--turns", "1", "--json"])).unwrap();
    assert_eq!((&document["turns"], &document["after"]["max"]), (&1.into(), &1.into()));
    assert!(stats(&[]).starts_with("thistlethwaite: 40 of 40 uniform random states solved (seed 5)\n"));
    let document: serde_json::Value = serde_json::from_str(&stats(&["--json"])).unwrap();
    assert_eq!(document.get("turns"), None);
}
