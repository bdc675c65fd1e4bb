//! Reports of made-up results: which files there are, and what is in them.

mod synthetic;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use evocube::experiment::record::Results;
use evocube::report;

/// All shapes, by name.
fn shapes() -> Vec<(&'static str, Results)> {
    let sousa = synthetic::sousa();
    vec![
        ("unfinished", synthetic::cut(sousa.clone(), 95)),
        ("sousa", sousa),
        ("one", synthetic::one_factor(5)),
        ("one-repetition", synthetic::one_factor(1)),
        ("none", synthetic::no_factor()),
        ("three", synthetic::three_factors()),
        ("many", synthetic::many_levels()),
        ("failed", synthetic::break_some(synthetic::one_factor(5))),
        ("first-trial", synthetic::cut(synthetic::one_factor(5), 1)),
    ]
}

/// Not a test: draws all shapes, to be looked at.
#[test]
#[ignore = "draws a gallery for people"]
fn gallery() {
    let gallery = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    for (name, results) in shapes() {
        let start = std::time::Instant::now();
        let files = report::write(&results, &gallery.join(name)).unwrap();
        println!("{name}: {} files in {:?}", files.len(), start.elapsed());
    }
}
